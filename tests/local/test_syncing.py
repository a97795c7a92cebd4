"""Devices that change things without a network: afterwards all have the same, and nothing is lost.

The page's own code runs in Node.js, once for each device, with a real server between them.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from beespace import Board
from support.local.asking import LocalPage
from support.server.serving import serving
from support.syncing import RECORD

DEVICES = 3


class Device:
    """One of a user's devices."""

    def __init__(self, page: LocalPage, chance: random.Random) -> None:
        self._page = page
        self._chance = chance

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        said = self._page.ask(method, path, body)
        assert "answer" in said or said == {}, said
        return said.get("answer")

    def remotely(self, method: str, path: str, body: Any) -> Any:
        line = {"method": method, "path": path, "body": body, "remotely": True}
        return self._page.ask_for(line)["answer"]

    def sync(self) -> None:
        said = self._page.ask_for({"sync": True})
        assert said["answer"]["isFull"] is False, said

    def forget_cookie(self) -> None:
        self._page.tell({"cookie": ""})

    def stored_ids(self, store: str) -> list[str]:
        """Return the ids of everything that is stored, deleted or not."""
        return [row["id"] for row in self._page.ask_for({"rows": store})["answer"]]

    def rows(self, store: str) -> dict[str, Any]:
        """Return what is stored and not deleted, by id."""
        rows = self._page.ask_for({"rows": store})["answer"]
        return {row["id"]: row for row in rows if not row["isDeleted"]}

    def values(self, name: str, value: Any) -> None:
        self._page.tell({"store": name, "value": value})

    def games(self) -> dict[str, list[str]]:
        return {
            name: [move["text"] for move in row["moves"]]
            for name, row in self.rows("games").items()
        }

    def studies(self) -> dict[str, str]:
        return {name: row["title"] for name, row in self.rows("studies").items()}

    # What a user does

    def new_game(self) -> str:
        return str(self.ask("POST", "/api/games", {"opponent": "local"})["id"])

    def play(self, game: str, count: int) -> None:
        """Play random moves."""
        board = Board("Base")
        for text in self.games()[game]:
            board.push_uhp(text)
        for _ in range(count):
            if board.outcome() is not None:
                return
            move = self._chance.choice(list(board.legal_moves))
            said = {"type": "move_text", "ply": board.ply, "text": board.uhp(move)}
            self.ask("POST", f"/api/games/{game}/say", said)
            board.push(move)

    def undo(self, game: str) -> None:
        if moves := self.games()[game]:
            self.ask("POST", f"/api/games/{game}/say", {"type": "undo", "ply": len(moves)})

    def delete(self, kind: str, name: str) -> None:
        self.ask("DELETE", f"/api/{kind}/{name}")

    def new_study(self, title: str) -> str:
        return str(self.ask("POST", "/api/studies", {"record": RECORD, "title": title})["id"])

    def change_study(self, name: str, title: str) -> None:
        self.save_study(name, self._chance.choice(["wA1", "wG1"]), title)

    def save_study(self, name: str, move: str, title: str) -> None:
        """Change a study as it is on this device."""
        seen = self.ask("GET", f"/api/studies/{name}")["updated"]
        said = {"record": RECORD.replace("wS1", move), "title": title, "seen": seen}
        self.ask("PUT", f"/api/studies/{name}", said)


@contextlib.contextmanager
def devices(data: Path, seed: int, count: int = DEVICES) -> Iterator[list[Device]]:
    """Yield devices of one user."""
    chance = random.Random(seed)
    with serving(data) as server, contextlib.ExitStack() as stack:
        pages = [stack.enter_context(LocalPage(server.url)) for _ in range(count)]
        found = [Device(page, chance) for page in pages]
        for device in found[1:]:
            secret = found[0].remotely("POST", "/api/devices/link", {})["secret"]
            device.remotely("POST", "/api/devices/join", {"secret": secret})
        yield found


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Device]]:
    with devices(tmp_path, 1, 2) as found:
        yield found


def meet(*all_devices: Device) -> None:
    """Synchronize until everyone has what everyone had."""
    for _ in range(2):
        for device in all_devices:
            device.sync()


def test_a_game_goes_on_elsewhere(two: list[Device]) -> None:
    laptop, phone = two
    game = laptop.new_game()
    laptop.play(game, 4)
    meet(laptop, phone)
    phone.play(game, 3)
    meet(phone, laptop)
    assert len(laptop.games()[game]) == 7
    assert laptop.games() == phone.games()
    phone.undo(game)
    meet(phone, laptop)
    assert len(laptop.games()[game]) == 6


def test_a_game_that_went_on_on_both_becomes_two(two: list[Device]) -> None:
    laptop, phone = two
    game = laptop.new_game()
    laptop.play(game, 2)
    meet(laptop, phone)
    laptop.play(game, 5)
    phone.play(game, 4)
    played = [device.games()[game] for device in two]
    assert played[0][2:4] != played[1][2:4]
    meet(laptop, phone)
    assert laptop.games() == phone.games()
    assert sorted(laptop.games().values()) == sorted(played)
    assert laptop.games()[game] == played[0]
    # The device whose moves were moved says so.
    ((copy, _),) = [one for one in phone.games().items() if one[1] == played[1]]
    assert phone.rows("games")[game]["split"] == copy


def test_longer_games_win_over_shorter_ones(two: list[Device]) -> None:
    laptop, phone = two
    game = laptop.new_game()
    laptop.play(game, 4)
    meet(laptop, phone)
    laptop.undo(game)
    phone.play(game, 2)
    meet(laptop, phone)
    assert len(phone.games()[game]) == len(laptop.games()[game]) == 6


def test_what_one_deletes_and_another_changes_stays(two: list[Device]) -> None:
    laptop, phone = two
    changed, left = laptop.new_game(), laptop.new_game()
    study, forgotten = laptop.new_study("A"), laptop.new_study("B")
    meet(laptop, phone)
    for device, other in ((laptop, phone), (phone, laptop)):
        device.delete("games", changed)
        other.play(changed, 2)
        device.delete("studies", study)
        other.change_study(study, "C")
        meet(laptop, phone)
        assert len(laptop.games()[changed]) == len(phone.games()[changed]) > 0
        assert laptop.studies()[study] == phone.studies()[study] == "C"
    laptop.delete("games", left)
    phone.delete("studies", forgotten)
    meet(laptop, phone)
    assert left not in phone.games()
    assert forgotten not in laptop.studies()
    # Nothing is left of what all of them have deleted.
    assert all(left not in device.stored_ids("games") for device in two)


def test_a_study_that_was_changed_on_both_becomes_two(two: list[Device]) -> None:
    laptop, phone = two
    study = laptop.new_study("A")
    meet(laptop, phone)
    laptop.save_study(study, "wA1", "L")
    phone.save_study(study, "wG1", "P")
    meet(laptop, phone)
    assert laptop.studies() == phone.studies()
    # The copy says where or when it was changed, and the other one links to it.
    titles = sorted(phone.studies().values())
    assert titles[0] == "L"
    assert re.fullmatch(r"P \(.+\)", titles[1])
    (copy,) = [name for name in phone.studies() if name != study]
    assert phone.ask("GET", f"/api/studies/{study}")["split"] == copy
    shared = [laptop.remotely("GET", f"/api/studies/{name}", None) for name in phone.studies()]
    assert sorted(one["study"]["title"] for one in shared) == titles


def test_titles_that_the_server_cleans_are_sent_once(two: list[Device]) -> None:
    laptop, phone = two
    study = laptop.new_study("Gates\u200b  and pins")
    meet(laptop, phone)
    assert phone.studies()[study] == "Gates and pins"
    phone.change_study(study, " Pins")
    meet(phone, laptop)
    revisions = [device.rows("studies")[study]["revision"] for device in two]
    assert revisions == [2, 2]
    meet(laptop, phone)
    assert [device.rows("studies")[study]["revision"] for device in two] == revisions
    assert [len(device.studies()) for device in two] == [1, 1]
    assert laptop.studies()[study] == "Pins"


def test_progress_is_united_and_can_be_cleared(two: list[Device]) -> None:
    laptop, phone = two
    result = ["win1a", 3, True, "2026-01-01T00:00:00.000Z"]
    other = ["win1b", 2, False, "2026-01-02T00:00:00.000Z"]
    laptop.values("beespace.lessons", {"goal": [0, 1]})
    laptop.values("beespace.puzzles.results", [result])
    phone.values("beespace.lessons", {"goal": [1, 2], "gates": [0]})
    phone.values("beespace.puzzles.results", [other])
    meet(laptop, phone)
    for device in two:
        rows = device.rows("progress")
        assert json.loads(rows["lessons"]["text"]) == {"goal": [0, 1, 2], "gates": [0]}
        assert json.loads(rows["puzzles"]["text"]) == [result, other]
    phone.values("beespace.lessons", {})
    meet(phone, laptop)
    assert json.loads(laptop.rows("progress")["lessons"]["text"]) == {}


def test_a_device_that_joins_brings_its_things(tmp_path: Path) -> None:
    with serving(tmp_path) as server, LocalPage(server.url) as one, LocalPage(server.url) as two:
        chance = random.Random(1)
        laptop, phone = Device(one, chance), Device(two, chance)
        for device in (laptop, phone):
            device.play(device.new_game(), 3)
            device.new_study("A")
            device.sync()
        before = laptop.games() | phone.games()
        late = phone.new_game()  # not synchronized yet
        secret = laptop.remotely("POST", "/api/devices/link", {})["secret"]
        phone.remotely("POST", "/api/devices/join", {"secret": secret})
        meet(phone, laptop)
        assert laptop.games() == phone.games() == before | {late: []}
        assert len(laptop.studies()) == 2


def test_a_browser_without_its_cookie_stores_everything_again(tmp_path: Path) -> None:
    with devices(tmp_path, 1, 1) as (device,):
        game, study = device.new_game(), device.new_study("A")
        device.play(game, 3)
        device.sync()
        device.forget_cookie()
        device.sync()
        # The study's id belongs to the guest that it was before.
        ((copy, title),) = device.studies().items()
        assert (copy != study, title) == (True, "A")
        told = device.remotely("POST", "/api/sync", {})["rows"]
        assert {row["id"] for row in told} == {game, copy}


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4))])
@pytest.mark.parametrize("deletes", [False, True])
def test_random_changes(tmp_path: Path, seed: int, deletes: bool) -> None:
    """All devices have the same in the end, with every move that nobody took back or deleted."""
    chance = random.Random(seed)
    played: set[tuple[str, ...]] = set()
    with devices(tmp_path, seed) as found:
        for step in range(100):
            device = chance.choice(found)
            games, studies = list(device.games()), list(device.studies())
            match chance.randrange(12):
                case 0 | 1:
                    device.new_game()
                case 2 | 3 | 4 | 5 if games:
                    device.play(game := chance.choice(games), chance.randrange(1, 4))
                    played.add(tuple(device.games()[game]))
                case 6 if games and deletes:
                    device.undo(chance.choice(games))
                case 7 if games and deletes:
                    device.delete("games", chance.choice(games))
                case 8:
                    device.new_study(f"study {step}")
                case 9 if studies:
                    device.change_study(chance.choice(studies), f"changed {step}")
                case _:
                    device.sync()
        meet(*found)
        first = found[0]
        for other in found[1:]:
            assert other.games() == first.games()
            assert other.studies() == first.studies()
        kept = [tuple(moves) for moves in first.games().values()]
        print(f"{len(played)} lines of moves, {len(kept)} games, {len(first.studies())} studies")
        if not deletes:
            lost = [line for line in played if not any(line == one[: len(line)] for one in kept)]
            assert lost == []
