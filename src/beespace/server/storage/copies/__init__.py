"""Copies of a SQLite database: backups, restoring them, and the copy before each upgrade."""
