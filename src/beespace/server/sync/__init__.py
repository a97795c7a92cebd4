"""Synchronizes what guests store in their browsers, and the devices of a guest."""
