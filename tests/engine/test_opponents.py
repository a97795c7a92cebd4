"""The opponents: their order, and the words about them."""

from __future__ import annotations

import re

from beespace.engine import LEVELS
from support.repository import REPOSITORY

ENGLISH = REPOSITORY / "web" / "src" / "lib" / "i18n" / "en.ts"


def test_every_opponent_is_stronger_than_the_one_below() -> None:
    strengths = [level.elo for level in LEVELS]
    assert strengths == sorted(set(strengths))


def test_the_page_says_the_same_about_each_opponent() -> None:
    text = ENGLISH.read_text(encoding="utf-8")
    names = re.findall(r'"level\.\d+\.name": "(.*)"', text)
    lines = re.findall(r'"level\.\d+\.line":\s+"(.*)"', text)
    assert names == [level.name for level in LEVELS]
    assert lines == [level.description for level in LEVELS]
