"""The web server: it serves the page, runs the games and stores them."""
