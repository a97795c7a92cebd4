"""The JSON messages that the server and its clients exchange.

The page's types are generated from these models (`python -m beespace.server.typescript`). The page
knows nothing about the rules: the messages contain every move, highlight and explanation it shows.
"""
