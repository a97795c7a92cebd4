"""The server's face to the network: routes, sockets, the page, and what keeps junk out."""
