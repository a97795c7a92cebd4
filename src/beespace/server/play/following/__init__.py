"""Clients that follow a game over a socket or a stream, and what they receive."""
