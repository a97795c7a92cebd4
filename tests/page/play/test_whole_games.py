"""Complete games played with the mouse, from the start page to the result card."""

from __future__ import annotations

from playwright.sync_api import expect

from beespace import Board, Color, Pass
from beespace.engine import Limit, best_player
from support.page.screen import Look
from support.terminal.games import WHITE_WINS, moves_of

MOST_MOVES = 80


def test_a_whole_game_against_the_engine_is_won_by_mouse(look: Look) -> None:
    screen = look("/")
    screen.page.get_by_text("Egg", exact=True).first.click()
    screen.button("Start game").click()
    screen.wait_for_game()
    expect(screen.tested("status")).to_contain_text("Your move")
    board, player = Board(screen.game()["ruleset"]), best_player(hash_mb=16)
    while board.outcome() is None:
        assert board.ply < MOST_MOVES, board.game_string()
        if board.turn is Color.WHITE:
            move = player.choose(board, Limit(nodes=20_000))
            if not isinstance(move, Pass):
                screen.play(str(move.piece), (move.to.q, move.to.r))
        # The server plays passes and the engine's moves.
        screen.wait_for_ply(board.ply + 1)
        board.push_uhp(screen.game()["moves"][board.ply]["text"])
    end = screen.tested("end")
    expect(end).to_contain_text("You won.")
    expect(end).to_contain_text("The black queen is surrounded.")
    expect(screen.tested("live")).to_contain_text("You won. The black queen is surrounded.")
    end.get_by_role("button", name="Close").click()
    expect(end).to_have_count(0)
    expect(screen.tested("status")).to_contain_text("You won. The black queen is surrounded.")
    assert screen.game()["ending"] == {"winner": "w", "reason": "surround"}
    # The page offers the next opponent.
    screen.page.reload()
    end.get_by_role("button", name="Next: Larva").click()
    expect(screen.find("h1")).to_have_text("Larva – You")


def test_a_whole_game_for_two_is_played_by_mouse(look: Look) -> None:
    screen = look("/")
    screen.page.get_by_text("Same device").click()
    screen.page.get_by_label("White").fill("Ann")
    screen.page.get_by_label("Black").fill("Bo")
    screen.button("Start game").click()
    screen.wait_for_game()
    expect(screen.tested("status")).to_contain_text("White to move")
    expect(screen.find("h1")).to_have_text("Ann – Bo")
    screen.play_all(moves_of(WHITE_WINS))
    expect(screen.tested("end")).to_contain_text("White wins.")
    expect(screen.tested("end")).to_contain_text("The black queen is surrounded.")
    screen.button("Play again").click()
    # The players swap colours.
    expect(screen.find("h1")).to_have_text("Bo – Ann")
    expect(screen.find("[data-ply]")).to_have_count(0)
