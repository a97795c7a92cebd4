"""The four walks in docs/architecture.md: their names exist, and each step leads to the next."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from support.repository import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools/site"))

import definitions
import walks
from walks import Step, Walk

WALKS = walks.read_walks(walks.PAGE.read_text(encoding="utf-8"))


def test_the_page_has_all_four_walks() -> None:
    assert [walk.title for walk in WALKS] == [
        "A move against the engine",
        "A move between friends",
        "A UHP search",
        "A review",
    ]


@pytest.mark.parametrize("walk", WALKS, ids=[walk.title for walk in WALKS])
def test_a_walk_is_short_and_its_steps_lead_to_each_other(walk: Walk) -> None:
    assert walks.problems_of(walk) == []


@pytest.mark.parametrize("walk", WALKS, ids=[walk.title for walk in WALKS])
def test_the_diagram_shows_the_same_files_and_functions_in_the_same_order(walk: Walk) -> None:
    assert walks.diagram_problems(walk) == []


@pytest.mark.parametrize("walk", WALKS, ids=[walk.title for walk in WALKS])
def test_a_walk_says_how_many_files_it_lists_and_passes_through(walk: Walk) -> None:
    counted = (
        f"The list has {len(walk.steps)} files, and the calls between them pass through "
        f"{len(walk.further_files)} more"
    )
    assert counted in " ".join(walk.text.split())


def test_every_item_and_every_row_is_read() -> None:
    section = walks.PAGE.read_text(encoding="utf-8").partition("## The four walks")[2]
    assert len(re.findall(r"^\d+\. ", section, re.MULTILINE)) == sum(len(w.steps) for w in WALKS)
    rows = [line.split(" | ") for line in section.splitlines() if re.match(r"\| \d", line)]
    files = sum(len(re.findall(r"`[\w.]+(?:/[\w.-]+)+`", row[1])) for row in rows)
    assert files == sum(len(row.places) for walk in WALKS for row in walk.rows) > 30


SESSION = "web/src/play/session.svelte.ts"
SERVICE = "web/src/local/games/service.ts"
PLAYING = "web/src/local/games/playing.ts"
BROKEN = {
    "no message after a move": (
        "src/beespace/server/play/playing.py",
        r"game\.tell_moved\(",
        "print(",
        "nothing in src/beespace/server/play/playing.py leads to src/beespace/server/play/live.py",
    ),
    "a click that does nothing": (
        SESSION,
        r"\(piece, to, isDropped\) => this\.premove\.plan\(piece, to, isDropped\)",
        "() => {}",
        f"nothing in {SESSION} leads to web/src/play/premove.ts",
    ),
    "a move that isn't sent": (
        SESSION,
        r'this\.#socket\.say\(\{ type: "move",[^}]*\}\)',
        "true",
        f"nothing in {SESSION} leads to web/src/net/socket.ts",
    ),
    "another message": (
        SESSION,
        r'type: "move"',
        'type: "moves"',
        f'{SESSION} doesn\'t have type: "move" there',
    ),
    "an engine that isn't asked": (
        PLAYING,
        r"await choose\([^)]*\)",
        '"pass"',
        f"nothing in {PLAYING} leads to web/src/local/games/thinking.ts",
    ),
    "a message that isn't understood": (
        SERVICE,
        r'case "move":',
        'case "moves":',
        f'{SERVICE} doesn\'t have case "move" there',
    ),
    "a move that isn't played": (
        SERVICE,
        r"done\(move\(game, said\)\)",
        "null",
        f"nothing in {SERVICE} leads to {PLAYING}",
    ),
    "a move that isn't stored": (
        PLAYING,
        r"game\.commitMove",
        "void",
        "nothing in web/src/local/games/playing.ts or after it uses web/src/local/games/game.ts",
    ),
    "a part that isn't loaded": (
        "web/src/local/index.ts",
        r"\?\.part;",
        ";",
        "nothing in web/src/local/index.ts leads to web/src/local/games/index.ts",
    ),
    "a function of the same name elsewhere": (
        "web/src/net/server.ts",
        r"import \{ BROKEN, [^;]*;",
        "",
        "nothing in web/src/lib/backend.ts leads to web/src/net/server.ts",
    ),
    "a search that doesn't evaluate": (
        "native/search/tree/worker.h",
        r"evaluate\(frame\.p, in\)",
        "0",
        "nothing in native/search/tree/worker.h leads to native/eval/network.h",
    ),
    "a click that isn't played": (
        "web/src/board/state.svelte.ts",
        r"(?<=has\(key\(hex\)\)\) \{\n      )this\.play\(hex\);",
        "",
        "nothing leads to BoardState.play in web/src/board/state.svelte.ts",
    ),
    "a planned move that isn't sent": (
        "web/src/play/premove.ts",
        r"this\.sendAgain\(\)",
        "true",
        "nothing leads to Premove.sendAgain in web/src/play/premove.ts",
    ),
    "a planned move that only seems to be sent": (
        "web/src/play/premove.ts",
        r"this\.send\(planned\)",
        "true",
        "nothing leads to Premove.send in web/src/play/premove.ts",
    ),
    "a message that isn't answered": (
        "src/beespace/server/play/routes/socket.py",
        r"await self\._answer\(said\)",
        "pass",
        "nothing leads to _Connection._answer in src/beespace/server/play/routes/socket.py",
    ),
    "a message without effect": (
        "src/beespace/server/play/service.py",
        r"self\._do\(game, client, said\)",
        "asyncio.sleep(0)",
        "nothing leads to Games._do in src/beespace/server/play/service.py",
    ),
    "a move that is only checked": (
        "src/beespace/server/play/playing.py",
        r"await self\._play\(game, read_move\(game, said\), at_ms\)",
        "read_move(game, said)",
        "nothing leads to Playing._play in src/beespace/server/play/playing.py",
    ),
    "a move that isn't written": (
        "src/beespace/server/play/playing.py",
        r"await self\.commit\((?=\n +game,\n +move=)",
        "print(",
        "nothing leads to Playing.commit in src/beespace/server/play/playing.py",
    ),
    "a move that the page only checks": (
        PLAYING,
        r"await play\(game, readMove\(game\.board, said\)\)",
        "readMove(game.board, said)",
        f"nothing leads to play in {PLAYING}",
    ),
    "an engine that never begins": (
        PLAYING,
        r"void answer\(game, game\.ply, game\.thinking\);",
        "",
        f"nothing leads to answer in {PLAYING}",
    ),
    "an engine that doesn't search": (
        "web/src/local/games/thinking.ts",
        r"await search\(game, board, \{ timeMs, signal \}\)",
        '{ move: "pass" }',
        "nothing leads to search in web/src/local/games/thinking.ts",
    ),
    "a comment instead of a call": (
        "native/search/root/root_search.h",
        r"worker\.search_root\([^;]*;",
        "// worker.search_root(moves, 0);\n;",
        "nothing in native/search/root/root_search.h leads to native/search/tree/worker.h",
    ),
}


# What other files import or include on the way to those that a walk names.
PASSING_ON = {
    str(file.relative_to(REPOSITORY))
    for folder, pattern in [("src", "__init__.py"), ("native", "*.h")]
    for file in (REPOSITORY / folder).rglob(pattern)
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_walk_is_found(tmp_path: Path, what: str) -> None:
    file, pattern, replacement, problem = BROKEN[what]
    named = {place.file for walk in WALKS for place in walk.places}
    for name in named | PASSING_ON:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).symlink_to(REPOSITORY / name)
    text, count = re.subn(pattern, replacement, (REPOSITORY / file).read_text(encoding="utf-8"))
    assert count > 0
    (tmp_path / file).unlink()
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert problem in [one for walk in WALKS for one in walks.problems_of(walk, tmp_path)]


@pytest.mark.parametrize(
    ("shown", "changed"),
    [
        ("move, continueGame, answer", "move, continueGame, reply"),
        ("thinking.ts<br/>choose", "thinking.ts<br/>nonsense"),
        ("games/thinking.ts<br/>choose", "games/thinking.ts"),
        ("games/service.ts<br/>", "games/services.ts<br/>"),
        ("e --> f", "d --> f"),
    ],
)
def test_a_wrong_diagram_is_found(shown: str, changed: str) -> None:
    walk = WALKS[0]
    assert walk.text.count(shown) == 1
    assert walks.diagram_problems(replace(walk, text=walk.text.replace(shown, changed)))


GOOD = Walk(
    "A good one",
    (
        Step("src/beespace/uhp/server.py", ("serve", "_answer")),
        Step("src/beespace/uhp/engine.py", ("Engine.answer", "Engine._bestmove")),
        Step("native/search/root/searcher.h", ("Searcher.search",)),
    ),
    "",
)


@pytest.mark.parametrize(
    "step",
    [
        Step("src/beespace/uhp/nowhere.py", ("Engine.answer",)),
        Step("src/beespace/uhp/engine.py", ("Engine.reply",)),
        Step("src/beespace/uhp/client.py", ("UhpPlayer.new_game",)),  # exists, but isn't called
    ],
)
def test_a_broken_step_is_found(step: Step) -> None:
    assert walks.problems_of(GOOD) == []
    assert walks.problems_of(replace(GOOD, steps=(GOOD.steps[0], step, *GOOD.steps[2:])))


def test_a_long_walk_and_a_turn_back_are_found() -> None:
    long = replace(GOOD, steps=GOOD.steps * 3)
    assert "it has 9 files" in walks.problems_of(long)
    back = replace(GOOD, steps=(*GOOD.steps[:2], GOOD.steps[0]))
    assert "it returns to src/beespace/uhp/server.py" in walks.problems_of(back)


@pytest.mark.parametrize(
    ("file", "name", "is_defined"),
    [
        ("native/search/root/searcher.h", "Searcher.search", True),
        ("native/search/root/searcher.h", "find", False),
        ("native/search/tree/worker.h", "Worker.search_root", True),
        ("web/src/net/socket.ts", "GameSocket.say", True),
        ("web/src/net/socket.ts", "GameSocket.shout", False),
        ("web/src/net/api.ts", "beginReview", True),
        ("web/src/local/games/playing.ts", "hint", True),
        ("web/src/local/games/service.ts", "hint", False),  # only `return hint(`
        ("web/src/local/games/service.ts", "move", False),
        ("web/src/local/games/playing.ts", "choose", False),  # only `await choose(`
        ("web/src/study/view/ReviewPanel.svelte", "review", True),
    ],
)
def test_definitions_are_told_from_uses(file: str, name: str, is_defined: bool) -> None:
    assert (definitions.find(REPOSITORY / file, name) is not None) == is_defined


def test_annotations_and_imports_are_no_calls() -> None:
    play = definitions.find(REPOSITORY / "src/beespace/server/play/playing.py", "Playing._play")
    assert play is not None
    assert not play.calls("LiveGame")
    assert play.calls("tell_moved")
    assert not definitions.read(REPOSITORY / SERVICE).calls("Follower")
    assert definitions.read(REPOSITORY / SERVICE).calls("rest")


def test_a_functions_own_name_is_no_call_of_the_next_step() -> None:
    service = Step("src/beespace/server/search/service.py", ("Search.evaluate",))
    assert not walks.leads_to(service, Step("src/beespace/study/review.py", ("evaluate",)))


def test_a_step_that_is_left_out_is_found() -> None:
    say = Step("web/src/net/connection.ts", ("Connection.say",))
    later = Step("web/src/lib/backend.ts", ("openLater",))
    socket = Step("web/src/net/server.ts", ("openSocket.say",))
    assert walks.leads_to(say, later, may_return=True)
    assert walks.leads_to(later, socket)
    assert not walks.leads_to(say, socket, may_return=True)


def test_every_path_on_the_page_exists() -> None:
    text = walks.PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:src|web|native|packages|tests|docs|tools)/[\w./-]+)`", text))
    assert len(named) > 40
    assert {name for name in named if not (REPOSITORY / name).exists()} == set()
