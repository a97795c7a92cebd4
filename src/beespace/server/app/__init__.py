"""Puts the capabilities together: the application, its API document, and the page."""
