"""Importing games by paste and from files, and saving them as records and pictures."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import expect

from beespace import formats
from support.page.games import ANT_WALKS, OPENING
from support.page.screen import PHONE, Look, Screen

NO_GAME = r"Base;InProgress;White[2];wS1;bG1 wQ-"
CUT_SHORT = '[GameType "Base"]\n[Result "WhiteWins"]\n\n1. wS1\t2. bG1 wS1-'


def test_games_are_imported_by_pasting(look: Look) -> None:
    screen = look("/games")
    screen.page.get_by_label("One or more games to import").click()
    screen.keyboard.insert_text(f"{OPENING}\n{ANT_WALKS}\n")
    screen.button("Import").click()
    expect(screen.tested("imported")).to_contain_text("2 games imported.")
    expect(screen.find("main > ul > li").first).to_contain_text("In progress")
    screen.find("main > ul > li").filter(has_text="10 moves").locator("a.open").first.click()
    screen.wait_for_game()
    expect(screen.find("[data-ply]")).to_have_count(10)


def test_a_phones_list_says_what_to_do_with_a_game(look: Look) -> None:
    screen = look("/games", size=PHONE, has_touch=True)
    screen.find("textarea").fill(OPENING)
    screen.button("Import").tap()
    row = screen.find("main > ul > li").first
    expect(row.get_by_text("Continue")).to_be_visible()
    row.get_by_text("Continue").tap()
    screen.wait_for_game()


def test_a_game_that_cannot_be_read_is_reported(look: Look) -> None:
    screen = look("/games")
    screen.page.get_by_label("One or more games to import").fill(f"{OPENING}\n{NO_GAME}")
    screen.button("Import").click()
    expect(screen.tested("imported")).to_contain_text("1 game imported.")
    expect(screen.tested("imported")).to_contain_text("1 couldn't be read:")
    expect(screen.tested("imported").locator("li")).to_contain_text("wQ")


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        (
            "not a game at all",
            "en-GB",
            (
                "We couldn't find a game in there. This isn't a format we can read. "
                "Try PGN, JSON, UHP game strings or BoardSpace SGF."
            ),
        ),
        (
            "not a game at all",
            "it-IT",
            (
                "Nessuna partita riconosciuta. Questo formato non lo conosciamo. "
                "Prova con PGN, JSON, stringhe di partita UHP o SGF di BoardSpace."
            ),
        ),
        (
            NO_GAME,
            "en-GB",
            (
                "The game couldn't be read: Line 1, column 30: Move 2, “bG1 wQ-”, isn't possible. "
                "wQ isn't on the board."
            ),
        ),
        (
            NO_GAME,
            "de-DE",
            (
                "Die Partie ließ sich nicht lesen: Zeile 1, Spalte 30: "
                "Zug 2, „bG1 wQ-“, ist nicht möglich."
            ),
        ),
        (
            f"{NO_GAME}\n{NO_GAME}",
            "de-DE",
            (
                "2 Partien ließen sich nicht lesen: "
                "Zeile 1, Spalte 30: Zug 2, „bG1 wQ-“, ist nicht möglich. "
                "Zeile 2, Spalte 30: Zug 2, „bG1 wQ-“, ist nicht möglich."
            ),
        ),
        (
            CUT_SHORT,
            "it-IT",
            (
                "Non siamo riusciti a leggere la partita: Riga 4, colonna 19: "
                "Il testo finisce prima della partita. Sembra che ne manchi una parte."
            ),
        ),
    ],
)
def test_it_says_why_no_game_was_imported(look: Look, text: str, language: str, told: str) -> None:
    screen = look("/games", language=language)
    screen.find("textarea").fill(text)
    screen.find("form:has(textarea) button.primary").click()
    expect(screen.tested("imported").locator("p").first).to_be_visible()
    assert " ".join(screen.tested("imported").inner_text().split()) == told


def test_games_are_imported_from_a_file(look: Look, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(formats.dumps(formats.loads(ANT_WALKS), "pgn"), encoding="utf-8")
    screen = look("/games")
    screen.find("input[type=file]").set_input_files(file)
    expect(screen.page.get_by_label("One or more games to import")).to_have_value(file.read_text())
    screen.button("Import").click()
    expect(screen.tested("imported")).to_contain_text("1 game imported.")


def download(screen: Screen, name: str) -> tuple[str, bytes]:
    """Press a button that saves a file; return the file's name and contents."""
    with screen.page.expect_download() as saved:
        screen.page.get_by_role("button", name=name).click()
    path = saved.value.path()
    return saved.value.suggested_filename, Path(path).read_bytes()


@pytest.mark.parametrize(
    ("name", "extension"),
    [("PGN, for other programs", "pgn"), ("UHP game string", "uhp"), ("JSON, with", "json")],
)
def test_a_record_can_be_saved_and_read_again(look: Look, name: str, extension: str) -> None:
    screen = look(game=ANT_WALKS)
    screen.button("Save or copy this game").click()
    file, content = download(screen, name)
    assert Path(file).suffix in (f".{extension}", ".txt")
    record = formats.loads(content.decode())
    assert formats.dumps(record, "uhp").strip() == ANT_WALKS


def test_pictures_of_the_position_on_the_board_can_be_saved(look: Look) -> None:
    screen = look(game=ANT_WALKS)
    screen.find('[data-ply="3"]').click()
    screen.button("Save or copy this game").click()
    file, content = download(screen, "SVG, sharp at any size")
    assert file.endswith("-3.svg")
    assert ElementTree.fromstring(content).tag.endswith("svg")
    file, content = download(screen, "PNG")
    assert file.endswith("-3.png")
    with Image.open(io.BytesIO(content)) as picture:
        assert picture.format == "PNG"
        assert min(picture.size) > 100


def test_a_game_in_this_browser_can_be_saved(look: Look) -> None:
    screen = look("/")
    screen.page.get_by_text("Same device").click()
    screen.button("Start game").click()
    screen.wait_for_game()
    screen.play("wS1", (0, 0))
    screen.button("Save or copy this game").click()
    for name in ("PGN, for other programs", "UHP game string", "JSON, with"):
        _, content = download(screen, name)
        assert formats.dumps(formats.loads(content.decode()), "uhp").endswith(";Black[1];wS1")
    file, content = download(screen, "SVG, sharp at any size")
    assert file.endswith("-1.svg")
    assert ElementTree.fromstring(content).tag.endswith("svg")
    file, content = download(screen, "PNG")
    assert file.endswith("-1.png")
    with Image.open(io.BytesIO(content)) as picture:
        assert min(picture.size) > 100
        assert len(picture.convert("RGB").getcolors(1 << 24) or []) > 5


def test_the_game_string_can_be_copied(look: Look) -> None:
    screen = look(game=ANT_WALKS)
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screen.button("Save or copy this game").click()
    screen.button("Copy game string").click()
    expect(screen.button("Copied")).to_be_visible()
    assert screen.page.evaluate("navigator.clipboard.readText()") == ANT_WALKS
