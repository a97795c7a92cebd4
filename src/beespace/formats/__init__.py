"""Games and positions for people and other programs to read: drawings, and later records."""
