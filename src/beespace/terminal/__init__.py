"""Playing at a terminal: what `beespace play` does once its options are read."""
