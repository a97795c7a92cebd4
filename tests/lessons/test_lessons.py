"""Every lesson, played through the real rules."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from itertools import islice

import pytest

from beespace import Board
from beespace.lessons import (
    REQUIRED_LANGUAGES,
    Doing,
    LessonDataError,
    Step,
    answer,
    chapters,
    lessons,
    solution,
)
from beespace.lessons.goals import Around, Look, Play
from beespace.lessons.lesson import read_lesson
from beespace.lessons.trying import CAN_MOVE, NOT_ASKED, TAKEN, replay
from beespace.rules import EDITIONS, Bug, Color, Hex, Pass, Piece, ReasonCode, Relocate

LESSONS = lessons()
NAMED = {
    f"{lesson.id}-{number}": step
    for lesson in LESSONS.values()
    for number, step in enumerate(lesson.steps, 1)
}
STEPS = [pytest.param(step, id=name) for name, step in NAMED.items()]
PLAYED = [
    pytest.param(step, id=name) for name, step in NAMED.items() if isinstance(step.goal, Play)
]
LESSON_IDS = list(LESSONS)


@pytest.mark.parametrize("step", STEPS)
def test_the_goal_is_reached_by_doing_what_is_shown(step: Step) -> None:
    doing, is_done = Doing(), isinstance(step.goal, Look)
    for _ in range(40):
        if is_done:
            return
        _, found = solution(step, doing)
        if isinstance(found, Hex):
            result = answer(step, doing, None, found)
            doing = Doing(found=result.found)
        else:
            assert found is not None
            what = None if isinstance(found, Pass) else (found.piece, found.to)
            piece, to = what if what is not None else (None, None)
            result = answer(step, doing, piece, to)
            doing = Doing(moves=[*doing.moves, what])
        assert result.is_right
        is_done = result.is_done
    raise AssertionError("the step does not end")


@pytest.mark.parametrize("step", PLAYED)
def test_no_right_move_leads_to_a_dead_end(step: Step) -> None:
    """After every right move there is a legal reply, and then another right move."""
    assert isinstance(step.goal, Play)

    def follow(doing: Doing) -> None:
        assert isinstance(step.goal, Play)
        board = replay(step, step.goal, doing)
        moves = step.goal.turns[len(doing.moves)].solutions(board)
        assert moves
        for move in moves:
            what = None if isinstance(move, Pass) else (move.piece, move.to)
            result = answer(step, doing, *(what or (None, None)))
            assert result.is_right
            if not result.is_done:
                follow(Doing(moves=[*doing.moves, what]))

    follow(Doing())


@pytest.mark.parametrize("step", STEPS)
def test_wrong_tries_are_refused_with_the_named_reason(step: Step) -> None:
    codes = {*ReasonCode, NOT_ASKED, CAN_MOVE, TAKEN}
    assert step.wrong
    for wrong in step.wrong:
        assert wrong.code in codes
        result = answer(step, Doing(), wrong.piece, wrong.to)
        assert not result.is_right
        assert not result.is_done
        assert result.code == wrong.code, wrong
        assert (result.reason is None) == (wrong.code in (NOT_ASKED, CAN_MOVE, TAKEN))


@pytest.mark.parametrize("step", STEPS)
def test_wrong_hexes_are_explained_by_the_rules(step: Step) -> None:
    """Every wrong hex near the hive has a reason from the rules, unless it breaks none."""
    board = step.board()
    if isinstance(step.goal, (Look, Around, Play)):
        return
    wanted = step.goal.wanted(board)
    near = {other for hex in board.hexes() for other in (hex, *hex.neighbors())}
    for hex in near - wanted:
        result = answer(step, Doing(), None, hex)
        assert not result.is_right
        assert (result.reason is None) == (result.code in (NOT_ASKED, CAN_MOVE))


def test_tapping_a_piece_when_asked_for_empty_hexes_says_the_hex_is_taken() -> None:
    step = NAMED["goal-1"]
    for hex in step.board().hexes():
        assert answer(step, Doing(), None, hex).code == TAKEN


@pytest.mark.parametrize("step", STEPS)
def test_positions_are_possible(step: Step) -> None:
    """Every position can come up in a game."""
    board = step.board()
    if board.moves:
        assert Board.from_game_string(board.game_string(), board.ruleset) == board
    else:
        assert Board.from_position(board.position()) == board
    assert board.outcome() is None


@pytest.mark.parametrize("name", LESSON_IDS)
def test_every_lesson_has_something_to_do(name: str) -> None:
    steps = LESSONS[name].steps
    assert sum(not isinstance(step.goal, Look) for step in steps) >= 2
    assert any(wrong.code in set(ReasonCode) for step in steps for wrong in step.wrong)


@pytest.mark.parametrize("name", LESSON_IDS)
def test_texts_exist_in_every_language(name: str) -> None:
    lesson = LESSONS[name]
    required = set(REQUIRED_LANGUAGES)
    assert set(lesson.title) >= required
    assert set(lesson.line) >= required
    for step in lesson.steps:
        for texts in (step.text, step.hint, step.done):
            assert set(texts) >= required
        # A legal move that isn't the one asked for needs its own words.
        if isinstance(step.goal, (Around, Play)) and _can_miss(step):
            assert set(step.miss) >= required
        for texts in (step.text, step.hint, step.done, step.miss):
            for text in texts.values():
                assert text.strip() == text
                assert text[-1] in ".?!", text


def _can_miss(step: Step) -> bool:
    if not isinstance(step.goal, Play):
        return True
    board, turn = step.board(), step.goal.turns[0]
    pieces_in_view = {piece for hex in board.hexes() for piece in board.stack(hex)}
    return any(
        not turn.is_met(board, move)
        for move in board.legal_moves
        if not isinstance(move, Pass) and (step.has_hand or move.piece in pieces_in_view)
    )


@pytest.mark.parametrize("name", LESSON_IDS)
def test_texts_of_all_languages_differ(name: str) -> None:
    for step in LESSONS[name].steps:
        for texts in (step.text, step.hint, step.done):
            assert len(set(texts.values())) == len(texts)


def test_every_file_is_a_lesson_and_every_lesson_has_a_chapter() -> None:
    folder = files("beespace.lessons") / "data" / "lessons"
    names = {file.name.removesuffix(".toml") for file in folder.iterdir()}
    assert names == set(LESSONS)
    assert sum(len(chapter.lessons) for chapter in chapters()) == len(LESSONS)
    for chapter in chapters():
        assert set(chapter.title) >= set(REQUIRED_LANGUAGES)
        assert {lesson.chapter for lesson in chapter.lessons} == {chapter.id}


def test_everything_the_rulebooks_teach_has_a_lesson() -> None:
    creatures = {"queen", "beetle", "grasshopper", "spider", "ant", "ladybug", "mosquito"}
    assert creatures | {"pillbug", "goal", "placing", "one-hive", "freedom"} <= set(LESSONS)
    assert sum(len(lesson.steps) for lesson in LESSONS.values()) >= 60


def test_a_game_is_won_with_pieces_in_the_hand() -> None:
    step = NAMED["ending-2"]
    assert step.has_hand
    assert isinstance(step.goal, Play)
    board = step.board()
    (move,) = step.goal.turns[0].solutions(board)
    board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is Color.WHITE
    assert len(board.hand(Color.WHITE)) == 8


def test_a_third_repetition_is_a_draw_under_tournament_rules_only() -> None:
    step = NAMED["ending-3"]
    assert isinstance(step.goal, Play)
    (move,) = step.goal.turns[0].solutions(step.board())
    for rules, ends in (("Base,threefold", True), ("base2016", False)):
        board = Board.from_game_string(step.board().game_string(), rules)
        board.push(move)
        assert (board.outcome() is not None) == ends
        assert board.repetition_count() == 3


def test_the_queen_goes_first_only_in_the_boxes_that_allow_it() -> None:
    queen = Piece(Color.BLACK, Bug.QUEEN)
    assert not NAMED["queen-by-four-2"].board().legal_moves.of(queen)
    assert NAMED["queen-by-four-3"].board().legal_moves.of(queen)
    assert NAMED["queen-by-four-3"].board().ruleset == EDITIONS["base"].ruleset


def test_the_beetle_has_three_places_and_freedom_to_move_closes_the_others() -> None:
    step = NAMED["beetle-4"]
    board = step.board()
    beetle = Piece.parse("wB1")
    home = board.location(beetle)
    assert home is not None
    reached = {move.to for move in board.legal_moves.of(beetle) if isinstance(move, Relocate)}
    assert len(reached) == 3
    for hex in set(home.neighbors()) - reached:
        reason = board.why_illegal(Relocate(beetle, hex))
        assert reason is not None
        assert reason.code is ReasonCode.GATE


def test_a_mosquito_on_top_is_only_a_beetle_and_a_stack_counts_by_its_top() -> None:
    mosquito, beetle = Piece.parse("wM"), Piece.parse("bB1")
    on_top, beside_stack = NAMED["mosquito-4"].board(), NAMED["mosquito-5"].board()
    for board, places in ((on_top, 6), (beside_stack, 3)):
        home = board.location(mosquito)
        assert home is not None
        moves = [move for move in board.legal_moves.of(mosquito) if isinstance(move, Relocate)]
        assert len(moves) == places
        assert all(move.to.distance(home) == 1 for move in moves)
    stack = beside_stack.location(beetle)
    assert stack is not None
    assert beside_stack.stack(stack)[0].bug is Bug.ANT


def test_a_throw_does_not_lift_a_piece_through_a_gate_between_stacks() -> None:
    board = NAMED["throw-4"].board()
    reason = board.why_immobile(Piece.parse("bA1"))
    assert reason is not None
    assert reason.code is ReasonCode.GATE


def test_hands_are_shown_where_they_are_needed() -> None:
    for lesson in LESSONS.values():
        for step in lesson.steps:
            for wrong in step.wrong:
                if wrong.piece is not None and step.board().location(wrong.piece) is None:
                    assert step.has_hand, lesson.id
            if any(wrong.piece is None and wrong.to is None for wrong in step.wrong):
                assert step.has_pass


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"chaptre": "x"}, "unknown field chaptre"),
        ({"steps": [{}]}, "step 1"),
        ({"steps": [{"goal": {"reach": "wQ"}, "picture": "wQ bQ", "text": {}}]}, "between two"),
        ({"steps": [{"goal": {"look": True}, "picture": "wQ", "text": {}}]}, "step 1: impossible"),
        (
            {"steps": [{"goal": {"hop": "wQ"}, "picture": "wQ  wA1 bA1 bQ", "text": {}}]},
            "unknown goal hop",
        ),
        (
            {
                "steps": [
                    {
                        "goal": {"play": {"flies": True}},
                        "picture": "",
                        "turn": "White[1]",
                        "text": {},
                    }
                ]
            },
            "unknown condition flies",
        ),
        (
            {"steps": [{"goal": {"look": True}, "picture": "wQ\nwB1 on wA1", "text": {}}]},
            "not in the picture",
        ),
    ],
)
def test_mistakes_in_a_file_are_reported(change: dict[str, object], complaint: str) -> None:
    table = {"chapter": "begin", "title": {}, "line": {}, "steps": [], **change}
    with pytest.raises(LessonDataError, match=re.escape(complaint)):
        read_lesson("tried", table)


def test_files_contain_no_unknown_keys() -> None:
    """Unknown keys are refused, and the keys of texts are codes of languages."""
    folder = files("beespace.lessons") / "data" / "lessons"
    for file in islice(sorted(folder.iterdir(), key=lambda f: f.name), 100):
        table = tomllib.loads(file.read_text("utf-8"))
        for step in table["steps"]:
            for name in ("text", "hint", "done", "miss"):
                assert all(re.fullmatch("[a-z]{2}", code) for code in step.get(name, {}))
