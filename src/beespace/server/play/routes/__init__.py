"""The routes of games: requests, the socket, server-sent events, link previews."""
