"""The analysis board: opening games, editing the tree, saving and sharing."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from beespace.formats import GameRecord, dumps, loads
from support.formats.boardspace import Manner, Writer
from support.page.games import OPENING
from support.page.screen import PHONE, Look, Screen
from support.page.serving import Server
from support.page.study_screen import (
    BOTH,
    drop_file,
    here,
    is_ready,
    move,
    open_text,
    play,
    tree,
    words,
)

Way = dict[str, object]

MOVES = OPENING.split(";")[3:]
TREE = r"""
[GameType "Base"]
[White "Ann"]
[Black "Bo"]

1. wS1 {the start}
2. bG1 wS1- !? (2. bA1 wS1- {worse} 3. wQ -wS1 (3. wA1 -wS1))
3. wQ -wS1
"""
READ = ["wS1", "bG1 wS1-", "bA1 wS1-", "wQ -wS1", "wA1 -wS1", "wQ -wS1"]


# Opening games


@BOTH
def test_a_game_is_analysed_from_its_page_and_from_the_list(look: Look, way: Way) -> None:
    screen = look(game=OPENING, **way)
    game_id = screen.game_id
    if screen.button(words(screen, "do.more")).is_visible():  # on a phone
        screen.button(words(screen, "do.more")).click()
    screen.page.get_by_role("link", name=words(screen, "do.analyse.long")).click()
    screen.page.wait_for_url(f"**/analysis/game/{game_id}")
    here(screen, MOVES[-1])
    assert tree(screen) == MOVES
    screen.go("/games")
    screen.find(f'a[href="/analysis/game/{game_id}"]').click()
    here(screen, MOVES[-1])


def test_a_running_game_with_a_friend_is_not_analysed(look: Look, server: Server) -> None:
    game_id = server.new_friend_game(*MOVES)["id"]
    screen = look("/games")
    expect(screen.find(f'a[href="/game/{game_id}"]')).to_be_visible()
    expect(screen.find(f'a[href$="/{game_id}"]')).to_have_count(1)
    screen.expected = ["403"]
    screen.go(f"/analysis/game/{game_id}")
    expect(screen.find("h1")).to_have_text(words(screen, "problem.game-goes-on"))


def test_a_game_string_is_pasted_with_the_keyboard(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screen.page.evaluate("text => navigator.clipboard.writeText(text)", OPENING)
    screen.keyboard.press("Control+V")
    move(screen, MOVES[-1]).wait_for()
    assert tree(screen) == MOVES


def test_files_of_every_format_are_dropped_on_the_page(look: Look, tmp_path: Path) -> None:
    screen = look("/analysis")
    is_ready(screen)
    # Each file has one more move, so the tree shows which one was read.
    for count, format in enumerate(("pgn", "json", "sgf", "uhp"), 1):
        game = GameRecord.from_moves("Base", MOVES[:count], white="Ann", black="Bo")
        writer = Writer(game, Manner(), random.Random(0))
        text = writer.text() if format == "sgf" else dumps(game, format)
        (tmp_path / f"game.{format}").write_text(text, encoding="utf-8")
        drop_file(screen, tmp_path / f"game.{format}")
        move(screen, MOVES[count - 1]).wait_for()
        assert tree(screen) == MOVES[:count]


def test_an_unreadable_game_is_explained_in_words(look: Look) -> None:
    screen = look("/analysis", language="it-IT")
    screen.expected = ["422"]
    is_ready(screen)
    screen.keyboard.press("o")
    screen.find("#open-text").fill("una lista della spesa")
    screen.find("dialog").get_by_role("button", name="Apri", exact=True).click()
    expect(screen.find("dialog [role=alert]")).to_contain_text("Non sembra né una partita")
    # The message also says where the problem is.
    screen.find("#open-text").fill(OPENING.replace("wQ -wS1", "wQ -wX1"))
    screen.find("dialog").get_by_role("button", name="Apri", exact=True).click()
    expect(screen.find("dialog [role=alert]")).to_contain_text("Riga 1, colonna 39: «wQ -wX1»")


def test_the_first_of_several_games_is_opened_with_a_notice(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    open_text(screen, f"{OPENING}\n{OPENING}\n{OPENING}")
    expect(screen.tested("notice")).to_contain_text("the first of 3 games")
    assert tree(screen) == MOVES


@BOTH
def test_an_empty_board_of_any_ruleset(look: Look, way: Way) -> None:
    screen = look("/analysis", **way)
    is_ready(screen)
    expect(screen.find("[data-hand=w] button")).to_have_count(8)
    screen.keyboard.press("o")
    screen.find("label:has([value=mix])").click()
    screen.page.get_by_role("checkbox", name=words(screen, "bug.L")).uncheck()
    screen.page.get_by_label(words(screen, "edition.queen-first")).check()
    screen.button(words(screen, "open.new.do")).click()
    expect(screen.find("[data-hand=w] button")).to_have_count(7)
    play(screen, "wQ", (0, 0), "wQ")


# The tree


@BOTH
def test_moves_played_elsewhere_become_variations(look: Look, way: Way) -> None:
    screen = look("/analysis", **way)
    is_ready(screen)
    open_text(screen, OPENING)
    move(screen, "wS1").click()
    here(screen, "wS1")
    play(screen, "bA1", (1, 0), "bA1 wS1-")
    play(screen, "wQ", (-1, 0), "wQ -wS1")
    assert tree(screen) == ["wS1", "bG1 wS1-", "bA1 wS1-", "wQ -wS1", "wQ -wS1", "bQ bG1-"]
    expect(screen.find(".variation")).to_have_count(1)
    # Playing the same move again stays in the same branch.
    screen.keyboard.press("ArrowLeft")
    here(screen, "bA1 wS1-")
    play(screen, "wQ", (-1, 0), "wQ -wS1")
    expect(screen.find("[data-testid=tree] [data-text]")).to_have_count(6)


@BOTH
def test_comments_and_glyphs_are_added_to_moves(look: Look, way: Way) -> None:
    screen = look("/analysis", **way)
    is_ready(screen)
    open_text(screen, OPENING)
    move(screen, "bG1 wS1-").click()
    screen.button(words(screen, "glyph.interesting")).click()
    expect(move(screen, "bG1 wS1-")).to_contain_text("!?")
    screen.keyboard.press("c")
    screen.keyboard.type("The usual answer.")
    screen.keyboard.press("Escape")
    expect(screen.tested("comment")).to_have_text("The usual answer.")
    screen.keyboard.press("g")
    expect(move(screen, "bG1 wS1-")).to_contain_text("?!")
    screen.keyboard.press("Control+Z")
    screen.keyboard.press("Control+Z")
    expect(screen.tested("comment")).to_have_count(0)
    expect(move(screen, "bG1 wS1-")).to_contain_text("!?")


@BOTH
def test_a_variation_is_promoted_and_deleted_and_undo_loses_no_branch(look: Look, way: Way) -> None:
    screen = look("/analysis", **way)
    is_ready(screen)
    open_text(screen, TREE)
    expect(screen.find("[data-testid=tree] [data-text]")).to_have_count(len(READ))
    assert tree(screen) == READ
    move(screen, "bA1 wS1-").click()
    here(screen, "bA1 wS1-")
    screen.button(words(screen, "tree.promote")).click()
    promoted = ["wS1", "bA1 wS1-", "bG1 wS1-", "wQ -wS1", "wQ -wS1", "wA1 -wS1"]
    assert tree(screen) == promoted
    screen.button(words(screen, "tree.remove")).click()
    here(screen, "wS1")
    assert tree(screen) == ["wS1", "bG1 wS1-", "wQ -wS1"]
    # Undoing the deletion keeps the moves played after it, and both branches.
    play(screen, "bS1", (1, 0), "bS1 wS1-")
    screen.keyboard.press("ArrowLeft")
    here(screen, "wS1")
    play(screen, "bA1", (1, 0), "bA1 wS1-")
    play(screen, "wB1", (-1, 0), "wB1 -wS1")
    screen.button(words(screen, "tree.undo")).click()
    here(screen, "bA1 wS1-")
    assert sorted(tree(screen)) == sorted([*promoted, "bS1 wS1-", "wB1 -wS1"])
    screen.button(words(screen, "tree.undo")).click()
    screen.keyboard.press("Control+Y")
    assert sorted(tree(screen)) == sorted([*promoted, "bS1 wS1-", "wB1 -wS1"])


def test_a_piece_that_cannot_move_says_why(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    open_text(screen, OPENING)
    screen.keyboard.press("End")
    here(screen, MOVES[-1])
    screen.click(screen.at("wS1"))
    expect(screen.tested("why")).to_contain_text("split the hive")


# Saving and sharing


def test_unsaved_work_survives_a_reload(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    open_text(screen, TREE)
    screen.page.reload()
    move(screen, "wA1 -wS1").wait_for()
    assert tree(screen) == READ


def test_unsaved_work_comes_back_after_opening_something_else(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    open_text(screen, TREE)
    move(screen, "wA1 -wS1").wait_for()
    open_text(screen, OPENING)
    move(screen, MOVES[-1]).wait_for()
    screen.keyboard.press("o")
    screen.button(words(screen, "open.before")).click()
    move(screen, "wA1 -wS1").wait_for()
    assert tree(screen) == READ


@BOTH
def test_variations_tried_in_a_game_survive_a_reload_until_discarded(look: Look, way: Way) -> None:
    screen = look(game=OPENING, **way)
    screen.go(f"/analysis/game/{screen.game_id}")
    here(screen, MOVES[-1])
    expect(screen.tested("changed")).to_have_count(0)
    move(screen, "wS1").click()
    here(screen, "wS1")
    play(screen, "bA1", (1, 0), "bA1 wS1-")
    screen.page.reload()
    here(screen, "bA1 wS1-")
    assert tree(screen) == ["wS1", "bG1 wS1-", "bA1 wS1-", "wQ -wS1", "bQ bG1-"]
    screen.button(words(screen, "study.discard")).click()
    expect(screen.tested("changed")).to_have_count(0)
    expect(screen.find("[data-testid=tree] [data-text]")).to_have_count(len(MOVES))
    screen.page.reload()
    here(screen, MOVES[-1])
    assert tree(screen) == MOVES


def saved(screen: Screen, title: str = "A slip") -> str:
    """Save the study and return its link."""
    screen.keyboard.press("s")
    screen.find("#share-title").fill(title)
    name = words(screen, "share.keep")
    screen.find("dialog").get_by_role("button", name=name, exact=True).click()
    link = screen.tested("share-link").get_attribute("href") or ""
    screen.keyboard.press("Escape")
    return link


@BOTH
def test_a_study_is_saved_shared_by_link_and_changed_only_by_its_owner(
    look: Look, way: Way
) -> None:
    screen = look("/analysis", **way)
    is_ready(screen)
    open_text(screen, TREE)
    link = saved(screen)
    other = look(link, is_stranger=True, **way)
    expect(other.find("h1")).to_have_text("A slip")
    move(other, "wA1 -wS1").wait_for()
    assert tree(other) == READ
    expect(other.tested("comment").first).to_have_text("the start")
    # Someone who only has the link saves their own copy.
    assert saved(other, "A copy") != link
    assert saved(screen, "A better name") == link
    other.go(link)
    expect(other.find("h1")).to_have_text("A better name")
    screen.keyboard.press("o")
    expect(screen.find("dialog").get_by_role("link", name="A better name").first).to_be_visible()


def test_a_saved_analysis_keeps_its_name_after_a_reload(look: Look) -> None:
    screen = look("/analysis", is_stranger=True)
    is_ready(screen)
    open_text(screen, TREE)
    saved(screen, "Worth another look")
    screen.keyboard.press("Escape")
    expect(screen.find("h1")).to_have_text("Worth another look")
    screen.page.reload()
    move(screen, "wA1 -wS1").wait_for()
    expect(screen.find("h1")).to_have_text("Worth another look")
    # Further changes don't lose it, either.
    screen.keyboard.press("g")
    screen.page.reload()
    move(screen, "wA1 -wS1").wait_for()
    expect(screen.find("h1")).to_have_text("Worth another look")


@BOTH
def test_my_analyses_are_listed_and_deleted(look: Look, way: Way) -> None:
    screen = look("/analysis", is_stranger=True, **way)
    is_ready(screen)
    open_text(screen, TREE)
    link = saved(screen, "Worth another look")
    screen.go("/games")
    own = screen.tested("own-studies")
    expect(own.get_by_role("heading")).to_have_text(words(screen, "studies.title"))
    own.get_by_role("link", name="Worth another look").click()
    screen.page.wait_for_url(link)
    move(screen, "wA1 -wS1").wait_for()
    assert tree(screen) == READ
    screen.go("/games")
    delete = words(screen, "studies.delete")
    own.get_by_role("button", name=delete).click()
    screen.find("dialog").get_by_role("button", name=delete).click()
    expect(own).to_have_count(0)
    screen.expected = ["404"]
    screen.go(link)
    expect(screen.find("h1")).to_have_text(words(screen, "problem.no-such-study"))


@pytest.mark.parametrize(("name", "format"), [("share.pgn", "pgn"), ("share.json", "json")])
def test_a_study_is_exported_with_its_variations(
    look: Look, tmp_path: Path, name: str, format: str
) -> None:
    way: Way = {} if format == "pgn" else {"size": PHONE, "language": "it-IT"}
    screen = look("/analysis", **way)
    is_ready(screen)
    open_text(screen, TREE)
    move(screen, "wA1 -wS1").wait_for()
    screen.button(words(screen, "study.share")).click()
    with screen.page.expect_download() as download:
        screen.button(words(screen, name)).click()
    download.value.save_as(tmp_path / "study")
    back = loads((tmp_path / "study").read_text(encoding="utf-8"), format)
    assert back == loads(TREE)


# Keyboard and screen reader


def test_the_keyboard_alone_does_everything(look: Look) -> None:
    screen = look("/analysis")
    is_ready(screen)
    keys = screen.keyboard
    open_text(screen, TREE)
    keys.press("ArrowRight")
    here(screen, "wS1")
    keys.press("ArrowRight")
    here(screen, "bG1 wS1-")
    keys.press("ArrowDown")
    here(screen, "bA1 wS1-")
    keys.press("End")
    here(screen, "wQ -wS1")
    keys.press("ArrowDown")
    here(screen, "wA1 -wS1")
    keys.press("p")
    assert tree(screen)[:5] == ["wS1", "bG1 wS1-", "bA1 wS1-", "wA1 -wS1", "wQ -wS1"]
    keys.press("Delete")
    here(screen, "bA1 wS1-")
    keys.press("/")
    screen.find("#type-move").fill("wG1 -wS1")
    keys.press("Enter")
    here(screen, "wG1 -wS1")
    # On the board: place a piece from the hand on a hex.
    screen.slot("bQ").focus()
    keys.press("Enter")
    keys.press("n")
    keys.press("Enter")
    expect(screen.find("[data-testid=tree] [aria-current]")).to_have_attribute(
        "data-text", re.compile("^bQ ")
    )
    keys.press("Escape")
    screen.button("First position").focus()
    keys.press("Home")
    here(screen, "")
    expect(screen.tested("live")).to_have_text("Start of the game")
    keys.press("?")
    expect(screen.find("dialog")).to_contain_text("make this the main line")
