"""What is in the box: pieces, rulesets, editions, and their words."""
