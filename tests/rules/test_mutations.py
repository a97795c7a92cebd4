"""The statements suite fails when a rule is broken, for every mutation in the table."""

from __future__ import annotations

import pytest

from beespace.rules import Board
from support.mutations import MUTATIONS, Mutation
from support.suite_cases import REFUSED, read_suite

STATEMENTS = read_suite("statements")


def _name(mutation: Mutation) -> str:
    return f"{mutation.statement}-{mutation.name}"


# Only the reference board is mutated: the same suites check that the other boards agree with it.
@pytest.mark.parametrize("mutation", MUTATIONS, ids=_name)
def test_suite_fails_without_a_statement(
    mutation: Mutation, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [case for case in STATEMENTS if mutation.statement in case.statements]
    assert [failure for case in cases for failure in case.failures(Board)] == []
    mutation.apply(monkeypatch)
    failures = [failure for case in cases for failure in case.failures(Board)]
    # Ignore games that can no longer be replayed: a claim about the final position has to fail.
    failures = [failure for failure in failures if REFUSED not in failure]
    assert failures, f"the cases of statement {mutation.statement} pass with {mutation.name}"


def test_every_statement_has_a_mutation() -> None:
    assert {mutation.statement for mutation in MUTATIONS} == set(range(1, 32))
