"""A conformance suite that the author of any UHP engine can run: `beespace conform COMMAND`."""
