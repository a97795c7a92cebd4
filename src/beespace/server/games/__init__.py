"""The games that are played here: what the server does once a request has been understood."""
