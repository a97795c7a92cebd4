"""HTTP for all routes: clients, status codes, limits and protection against abuse."""
