"""The games on this server: the logic behind the requests and messages."""
