"""Mutations of the rules: for each statement, the reference board without it.

Each mutation turns off one statement, or part of it, by replacing functions of `beespace.rules`. If
the suite still passes, it does not test that statement. `tests/rules/test_mutations.py` runs them.
"""

from support.mutations import creatures, ending, moving, pillbug, placing
from support.mutations.table import MUTATIONS, Mutation

__all__ = ["MUTATIONS", "Mutation", "creatures", "ending", "moving", "pillbug", "placing"]
