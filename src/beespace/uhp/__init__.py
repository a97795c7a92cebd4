"""The Universal Hive Protocol (UHP): our engine, other engines, matches and conformance checks."""
