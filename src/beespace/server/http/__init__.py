"""The HTTP side: the application, status codes, protection against abuse, and the page."""
