"""The command `rules`."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from beespace.cli import main


@pytest.mark.parametrize(
    ("edition", "language", "words"),
    [
        (
            "base",
            "en",
            "w is White, b is Black; Q = queen, B = beetle, G = grasshopper",
        ),
        ("pocket", "it", "w è il Bianco, b è il Nero; Q = regina, B = scarabeo, G = cavalletta"),
        ("ultimate", "de", "w ist Weiß, b ist Schwarz; Q = Königin, B = Käfer, G = Grashüpfer"),
    ],
)
def test_the_short_names_in_the_drawings_are_explained(
    edition: str, language: str, words: str
) -> None:
    text = CliRunner().invoke(main, ["rules", edition, "--language", language]).output
    before, after = text.split("╱", 1)
    assert words in " ".join(before.split())
    assert "wA1" in after


def test_only_pieces_in_the_box_are_explained() -> None:
    text = CliRunner().invoke(main, ["rules", "pocket", "--language", "en"]).output
    assert "M = mosquito" in text
    assert "P = pillbug" not in text
