"""Boards as messages: what every capability shows of a position."""
