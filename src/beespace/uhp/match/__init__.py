"""Matches between two players: paired openings, a referee, and what the results say."""
