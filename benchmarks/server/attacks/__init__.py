"""Attacks on a server while people play, and what they notice."""
