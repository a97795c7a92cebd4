"""What the server and the page say to each other, as JSON.

The page's types are generated from these models (`python -m beespace.server.typescript`). The page
decides nothing about the rules: whatever it may offer, mark or explain is in these messages.
"""
