"""Lessons and the rules reference on the server."""
