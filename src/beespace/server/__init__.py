"""The web server: the page people play on, its games and what they are kept in."""
