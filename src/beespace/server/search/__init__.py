"""The search service: every use of the engine on the server."""
