"""Playing at a terminal: what `beespace terminal` does once its options are read."""
