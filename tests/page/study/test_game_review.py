"""The review of a game on the page: starting it, leaving and returning, the graph, verdicts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from beespace import Board
from beespace.engine.solver import find_win
from beespace.formats import loads
from beespace.formats.words import Language
from beespace.study import about_mistake, about_move, remark_words
from support.page.screen import DESKTOP, PHONE, Look, Screen
from support.page.serving import Server
from support.page.study_screen import BOTH, here, move, tree, words
from support.study.games import MISSED_PLY, MISSED_WIN

pytestmark = pytest.mark.usefixtures("core")
MOVES = MISSED_WIN.split(";")[3:]
PGN = "\n".join(
    [
        '[GameType "Base"]\n[White "Ann"]\n[Black "Bo"]\n[Result "BlackWins"]\n',
        *(f"{number}. {text}\n{{[%emt 0:00:{number:02}]}}" for number, text in enumerate(MOVES, 1)),
        "\nBlackWins",
    ]
)


@pytest.fixture(scope="module")
def owner(server: Server) -> Any:
    """The cookie of the guest who has the finished game."""
    server.http.cookies.clear()
    return server.cookie()


@pytest.fixture(scope="module")
def reviewed(server: Server, owner: Any) -> str:
    """The id of a finished game, imported once for all tests in this module."""
    assert owner == server.cookie()
    return server.import_game(PGN)


def wait_for_review(screen: Screen) -> None:
    """Wait until the review is done, with a long timeout for busy machines."""
    screen.tested("accuracy-w").wait_for(timeout=180_000)


@BOTH
def test_one_click_after_a_game_starts_a_review_that_survives_leaving(
    look: Look, way: dict[str, object]
) -> None:
    screen = look(game=MISSED_WIN, **way)
    resign = words(screen, "do.resign")
    screen.button(resign).click()
    screen.find("dialog").get_by_role("button", name=resign).click()
    review = words(screen, "do.review")
    screen.tested("end").get_by_role("link", name=review).click()
    screen.page.wait_for_url("**/review/*")
    expect(screen.find("progress, [data-testid=graph]").first).to_be_visible()
    address = screen.page.url
    # Leaving the page doesn't stop the review; it is there on return.
    screen.go("/settings")
    screen.go(address)
    wait_for_review(screen)
    other = look(address.replace("/review/", "/analysis/game/"))
    wait_for_review(other)


# Counts the different graphs that are shown while the review is running.
_COUNT_GRAPHS = """
    window.graphs = new Set();
    const look = () => {
        const graph = document.querySelector('[data-testid=graph] path');
        if (graph && document.querySelector('progress')) window.graphs.add(graph.getAttribute('d'));
        requestAnimationFrame(look);
    };
    look();
"""


def test_the_graph_grows_while_the_review_is_running(look: Look) -> None:
    screen = look("/")
    screen.page.add_init_script(_COUNT_GRAPHS)
    screen.go(f"/review/{screen.server.import_game(PGN.replace('Ann', 'Another game'))}")
    wait_for_review(screen)
    assert screen.page.evaluate("window.graphs.size") > 1


@pytest.mark.parametrize(
    ("size", "language", "blunder", "missed", "won", "show"),
    [
        (
            DESKTOP,
            "en-GB",
            "Blunder.",
            "Missed a win in 1 move.",
            "This would have won:",
            "Show on the board",
        ),
        (
            PHONE,
            "it-IT",
            "Errore grave.",
            "C'era una vittoria in 1 mossa.",
            "Così si vinceva:",
            "Mostra sul tavolo",
        ),
    ],
    ids=["desktop", "phone"],
)
def test_the_graph_links_to_moves_and_a_missed_win_is_described_in_words(
    look: Look,
    reviewed: str,
    size: tuple[int, int],
    language: str,
    blunder: str,
    missed: str,
    won: str,
    show: str,
) -> None:
    screen = look(f"/review/{reviewed}", size=size, language=language)
    wait_for_review(screen)
    for color in "wb":
        expect(screen.tested(f"accuracy-{color}")).to_have_text(re.compile(r"\d+\s?%"))
    expect(screen.tested("accuracy-b")).to_contain_text("Bo")
    # Clicking the graph goes to a move; the last one is at the right edge.
    graph = screen.tested("graph")
    graph.scroll_into_view_if_needed()
    box = graph.bounding_box()
    assert box is not None
    screen.click((box["x"] + box["width"] / 2, box["y"] + 40))
    here(screen, MOVES[MISSED_PLY // 2 - 1])
    screen.click((box["x"] + box["width"] - 2, box["y"] + 40))
    here(screen, MOVES[-1])
    verdict = screen.tested("verdict")
    for text in (blunder, missed, won):
        expect(verdict).to_contain_text(text)
    expect(screen.tested("spent")).to_contain_text(re.compile(rf"{MISSED_PLY}[.,]0 s"))
    expect(screen.find(f'[data-testid=tree] [data-depth="{MISSED_PLY}"]')).to_contain_text("??")
    # The winning line becomes a variation that ends the game.
    screen.button(show).click()
    expect(screen.find(".variation [data-text]")).to_have_count(1)
    assert tree(screen)[:-1] == MOVES
    expect(screen.tested("status")).to_contain_text(
        "Black wins." if language == "en-GB" else "Vince il Nero"
    )


@BOTH
def test_a_mistake_and_the_best_move_are_explained_on_the_board(
    look: Look, reviewed: str, way: dict[str, object]
) -> None:
    screen = look(f"/review/{reviewed}", **way)
    wait_for_review(screen)
    screen.keyboard.press("End")
    here(screen, MOVES[-1])
    board = loads(MISSED_WIN).board(MISSED_PLY - 1)
    win = find_win(board, 1).win
    assert win is not None
    better = [board.uhp(win.first[0])]
    language: Language = "it" if screen.language == "it" else "en"
    remark, advice = about_mistake(board, MOVES[-1], better, []), about_move(board, better)
    assert remark is not None
    assert advice is not None
    expect(screen.tested("remark")).to_have_text(remark_words(remark, language))
    marks = screen.tested("remark-marks").locator("use.ring")
    expect(marks).to_have_count(2)  # the queen, and the last place next to her
    expect(screen.tested("arrow")).to_have_count(1)
    # Before the mistake, the engine finds the move and says what it does.
    screen.keyboard.press("ArrowLeft")
    expect(screen.tested("remark-marks")).to_have_count(0)
    screen.keyboard.press("e")
    expect(screen.tested("advice")).to_have_text(remark_words(advice, language))
    expect(marks).to_have_count(2)


@BOTH
def test_a_winning_move_is_called_one(look: Look, server: Server, way: dict[str, object]) -> None:
    game = Board("Base")
    for text in MOVES[: MISSED_PLY - 1]:
        game.push_uhp(text)
    win = find_win(game, 1).win
    assert win is not None
    game.push(win.first[0])
    screen = look(f"/review/{server.import_game(game.game_string())}", **way)
    wait_for_review(screen)
    screen.keyboard.press("End")
    expect(screen.tested("verdict")).to_contain_text(words(screen, "review.wins"))
    expect(screen.tested("bar")).to_have_text("0–1")
    expect(screen.tested("bar")).to_have_attribute(
        "aria-valuetext", re.compile(re.escape(words(screen, "score.won.b")))
    )


@BOTH
def test_key_moments_are_one_click_apart(look: Look, reviewed: str, way: dict[str, object]) -> None:
    screen = look(f"/review/{reviewed}", **way)
    fell, won = (words(screen, key).partition("{")[0] for key in ("review.fell", "review.winning"))
    wait_for_review(screen)
    plies = screen.tested("graph-mark").evaluate_all("all => all.map(one => one.dataset.ply)")
    assert str(MISSED_PLY) in plies
    expect(screen.find(".felt")).not_to_have_attribute("data-shown", "")  # at the first mistake
    screen.keyboard.press("Home")
    for ply in plies:
        # From inside the better line, "next" leads to the next moment, not back.
        screen.button(words(screen, "review.next")).click()
        here(screen, MOVES[int(ply) - 1])
        expect(screen.tested("verdict")).to_contain_text(fell if ply != plies[-1] else won)
        screen.button(words(screen, "review.show")).click()
        expect(screen.find(".variation [aria-current]")).to_have_count(1)
    # Verdicts stay with the moves of the game, however the tree changes.
    screen.keyboard.press("p")
    expect(move(screen, MOVES[-1])).to_contain_text("??")
    # With the keyboard, the graph is a slider.
    slider = screen.page.get_by_role("slider", name=words(screen, "review.graph"))
    slider.focus()
    screen.keyboard.press("Home")
    here(screen, "")
    screen.keyboard.press("ArrowRight")
    here(screen, MOVES[0])


def test_a_finished_game_is_reviewed_from_the_list(look: Look, reviewed: str, owner: Any) -> None:
    screen = look("/settings", language="it-IT")
    screen.page.goto("about:blank")  # a late answer would set the other guest's cookie again
    screen.context.clear_cookies()
    screen.context.add_cookies([owner])
    screen.go("/games")
    screen.find(f'a[href="/review/{reviewed}"]').click()
    wait_for_review(screen)
    expect(screen.find("#review-title")).to_have_text("Revisione")


@BOTH
def test_a_review_opens_at_the_first_mistake(
    look: Look, reviewed: str, way: dict[str, object]
) -> None:
    screen = look(f"/review/{reviewed}", **way)
    wait_for_review(screen)
    expect(screen.tested("verdict")).to_be_visible()
    expect(screen.find(".felt")).not_to_have_attribute("data-shown", "")
    # Whoever has gone elsewhere stays there.
    screen.keyboard.press("Home")
    expect(screen.find(".felt")).to_have_attribute("data-shown", "")
    screen.keyboard.press("ArrowRight")
    here(screen, MOVES[0])
    screen.page.reload()
    wait_for_review(screen)
    here(screen, MOVES[0])


@BOTH
def test_the_explanation_stays_while_the_better_line_is_on_the_board(
    look: Look, reviewed: str, way: dict[str, object]
) -> None:
    screen = look(f"/review/{reviewed}", **way)
    wait_for_review(screen)
    graph_mark = screen.find(f'[data-testid=graph-mark][data-ply="{MISSED_PLY}"]')
    expect(graph_mark).to_be_attached()
    screen.find(f'[data-testid=tree] [data-depth="{MISSED_PLY}"]').first.click()
    won = words(screen, "review.winning").partition("{")[0]
    expect(screen.tested("verdict")).to_contain_text(won)
    screen.button(words(screen, "review.show")).click()
    expect(screen.find(".variation [aria-current]")).to_have_count(1)
    expect(screen.tested("verdict")).to_contain_text(won)
    screen.keyboard.press("Home")
    expect(screen.tested("verdict")).not_to_contain_text(won)
