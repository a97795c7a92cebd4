"""The attacks: each tries to use up something of the server, until it is stopped.

`attack.py` runs them in a process of their own, at the lowest priority: on a real network they
would be other machines.
"""
