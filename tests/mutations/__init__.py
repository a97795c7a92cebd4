"""Ways to get a rule wrong: for each statement of the rules, the reference board without it.

Each entry switches one statement, or one clause of it, off by replacing functions of
`beespace.rules`. A suite that still passes then does not test that statement.
`tests/rules/test_mutations.py` runs the table.
"""

from mutations import creatures, ending, moving, pillbug, placing
from mutations.table import MUTATIONS, Mutation

__all__ = ["MUTATIONS", "Mutation", "creatures", "ending", "moving", "pillbug", "placing"]
