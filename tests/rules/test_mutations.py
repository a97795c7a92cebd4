"""A suite is worth something only if it fails when a rule is broken: the mutation table."""

from __future__ import annotations

import pytest

from beespace.rules import Board
from mutations import MUTATIONS, Mutation
from suite_cases import REFUSED, read_suite

STATEMENTS = read_suite("statements")


def _name(mutation: Mutation) -> str:
    return f"{mutation.statement}-{mutation.name}"


# Only the reference is taken apart: the other boards are held to it by the same suites.
@pytest.mark.parametrize("mutation", MUTATIONS, ids=_name)
def test_suite_fails_without_a_statement(
    mutation: Mutation, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [case for case in STATEMENTS if mutation.statement in case.statements]
    assert [failure for case in cases for failure in case.failures(Board)] == []
    mutation.apply(monkeypatch)
    failures = [failure for case in cases for failure in case.failures(Board)]
    # A game that can no longer be replayed tells nothing: a claim about its end has to fail.
    failures = [failure for failure in failures if REFUSED not in failure]
    assert failures, f"the cases of statement {mutation.statement} pass although {mutation.name}"


def test_every_statement_has_a_mutation() -> None:
    assert {mutation.statement for mutation in MUTATIONS} == set(range(1, 32))
