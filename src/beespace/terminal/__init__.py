"""The game for two players in `beespace terminal`, and the viewer in `beespace show`."""
