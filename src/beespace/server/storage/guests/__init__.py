"""What belongs to guests: studies, puzzle results, synced rows and devices."""
