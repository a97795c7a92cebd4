"""Matches between two players: paired openings, a referee and statistics."""
