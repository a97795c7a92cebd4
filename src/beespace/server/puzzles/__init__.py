"""The puzzle trainer on the server."""
