"""The opening explorer on the server."""
