"""A conformance suite for UHP engines: `beespace conform COMMAND`."""
