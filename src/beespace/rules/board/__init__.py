"""Boards: the interface, the reference implementation, positions and their keys."""
