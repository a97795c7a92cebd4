"""The migrations, numbered in order."""
