"""The Universal Hive Protocol: our engine, other people's, matches and conformance."""
