"""The JSON messages about games: requests and replies, and what a socket carries."""
