"""What every route needs of HTTP: clients, status codes, limits and protection against abuse."""
