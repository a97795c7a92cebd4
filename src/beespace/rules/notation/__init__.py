"""Reading and writing moves, games and positions as text."""
