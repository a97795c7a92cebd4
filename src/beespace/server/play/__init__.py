"""Games between people and against the engine."""
