"""The HTTP side of the server: routes, sockets, the page, and protection against abuse."""
