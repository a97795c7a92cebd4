"""Names, titles and chat: joined characters stay whole, and what looks blank counts as empty."""

from __future__ import annotations

import pytest

from beespace.server.text import one_line
from support.server.friends import friends
from support.server.serving import Served

FAMILY = "👨\u200d👩\u200d👧"
WHOLE = {
    "a joined emoji": FAMILY,
    "a joined emoji with skin and variation": "👩🏽\u200d❤\ufe0f\u200d👨🏿",
    "a flag of tags": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "a flag of letters": "🇮🇹",
    "Persian with a non-joiner": "می\u200cخواهم",
    "Sinhala with a joiner": "ශ්\u200dරී",
    "Hindi with a non-joiner": "क्\u200cष",
    "accents": "e\u0301a\u0300",
    "an emoji newer than some Pythons": "🫩",
    "Japanese": "蜂",
    "punctuation": "...",
}
BLANK = {
    "spaces": " \t\u3000\u00a0",
    "joiners": "\u200d\u200c\u200d",
    "zero-width spaces": "\u200b\ufeff\u2060",
    "a Hangul filler": "\u3164",
    "Hangul jamo fillers": "\u115f\u1160\uffa0",
    "the empty Braille pattern": "\u2800\u2800",
    "combining marks": "\u0301\u0300",
    "combining marks around a joiner": "\u0301\u200d\u0301",
    "variation selectors": "\ufe0f\ufe00\U000e0100",
    "a grapheme joiner": "\u034f",
    "direction marks": "\u202e\u2066\u200f",
    "Khmer vowels that show nothing": "\u17b4\u17b5",
    "a null note head": "\U0001d159",
    "tags without a flag": "\U000e0067\U000e007f",
    "control characters": "\x00\x1b\n",
    "private characters": "\ue000",
    "an interlinear mark": "\ufff9",
}


@pytest.mark.parametrize("text", WHOLE.values(), ids=list(WHOLE))
def test_joined_characters_stay_whole(text: str) -> None:
    assert one_line(text) == text
    assert one_line(f"  Ann {text}\n") == f"Ann {text}"


@pytest.mark.parametrize("text", BLANK.values(), ids=list(BLANK))
def test_a_text_that_looks_blank_is_empty(text: str) -> None:
    assert one_line(text) == ""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\u200dAnn\u200d", "Ann"),
        ("An\u200b\u202en", "Ann"),
        ("Ann\u200d \u200dBo", "Ann Bo"),
        ("Ann\u3164\u2800Bo", "Ann Bo"),
        ("a\r\nb\tc\x00d", "a b c d"),
        ("\u0301Ann", "Ann"),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_what_is_cleaned(text: str, line: str) -> None:
    assert one_line(text) == line
    assert one_line(line) == line


def test_players_titles_and_chat_follow_these_rules(served: Served) -> None:
    game = served.new_game(white_name=f"Ann {FAMILY}", black_name="\u3164")
    assert [game["players"][color]["name"] for color in "wb"] == [f"Ann {FAMILY}", ""]
    study = {
        "record": '{"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": []}',
        "title": f"Two\nlines {FAMILY}\u2800",
    }
    made = served.http.post("/api/studies", json=study)
    assert made.status_code == 201, made.text
    shared = served.http.get(f"/api/studies/{made.json()['id']}").json()["study"]
    assert shared["title"] == f"Two lines {FAMILY}"
    with friends(served) as pair, pair.pages() as (white, _):
        for text in ("\u2800", "\u3164\u200d", "\u0301"):
            white.say("chat", text=text)
            assert white.hear("problem")["problem"]["code"] == "invalid"
        white.say("chat", text=f"hi {FAMILY}")
        assert white.hear("chat")["line"]["text"] == f"hi {FAMILY}"
