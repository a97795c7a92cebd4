"""The lists of deeds that Python, C++ and the page each have."""

from __future__ import annotations

import re

from beespace.study import Deed
from beespace.study.remark_words import ABOUT_HER, COUNTED, NONE_LEFT, OF_OTHERS, OWN, TEXTS
from support.repository import REPOSITORY

PAGE = (REPOSITORY / "web/src/words/remarks.ts").read_text(encoding="utf-8")
CORE = (REPOSITORY / "native/explain/remarks/remark.h").read_text(encoding="utf-8")


def listed(name: str) -> str:
    """Return what a list or table of the page contains."""
    found = re.search(rf"^const {name}\b[^=]*= (.*?);$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def test_the_page_says_the_same_about_the_same_deeds() -> None:
    for name, deeds in (("OWN", OWN), ("OF_OTHERS", OF_OTHERS), ("ABOUT_HER", ABOUT_HER)):
        assert sorted(re.findall(r'"(.*?)"', listed(name))) == sorted(deeds), name
    words = dict(re.findall(r'"?([a-z-]+)"?: "([a-z-]+)"', listed("NONE_LEFT")))
    assert words == {str(deed): word for deed, word in NONE_LEFT.items()}


def test_the_core_has_the_same_deeds_in_the_same_order() -> None:
    _, _, names = CORE.partition("DEEDS = {")
    assert re.findall(r'"(.*?)"', names.partition("}")[0]) == list(map(str, Deed))


def test_a_player_who_loses_something_does_so_to_themselves() -> None:
    """Otherwise the sentence would name the other player."""
    for texts in TEXTS.values():
        named = {key.split(".")[1] for key, text in texts.items() if is_own(key, text)}
        assert named - {*NONE_LEFT.values()} <= set(map(str, OWN))


def is_own(key: str, text: str) -> bool:
    return key.startswith("does.") and "{loser}" in text


def test_deeds_with_a_number_have_two_texts() -> None:
    for texts in TEXTS.values():
        singular = {key.removeprefix("does.") for key in texts if key.endswith(".1")}
        found = {key.removesuffix(".1") for key in singular} - {"rescue"}
        assert found == set(map(str, COUNTED))
