"""Game reviews: deterministic, and correct about mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from beespace import Board
from beespace.cli import main
from beespace.engine import Score
from beespace.formats import GameRecord, dumps, loads
from beespace.formats.words import Language
from beespace.rules import Color
from beespace.study import (
    Evaluation,
    Judgement,
    Review,
    ReviewedMove,
    Reviewer,
    evaluate,
    judge,
    review_game,
    review_moves,
)
from beespace.study.report import html
from beespace.study.words import LANGUAGES, TEXTS, Words
from support.study.games import MISSED_PLY, MISSED_WIN

needs_core = pytest.mark.usefixtures("core")
NODES = 5000


def reviewed(record: GameRecord) -> Review:
    return review_game(record, NODES)


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return loads(MISSED_WIN)


@pytest.fixture(scope="module")
def review(record: GameRecord) -> Review:
    return reviewed(record)


@needs_core
def test_two_reviews_of_one_game_are_the_same(record: GameRecord, review: Review) -> None:
    assert reviewed(record) == review
    assert any(move.judgement is Judgement.BLUNDER for move in review.moves)


@needs_core
def test_an_evaluation_does_not_depend_on_earlier_moves(record: GameRecord, review: Review) -> None:
    for ply in (MISSED_PLY - 1, 12, MISSED_PLY):
        assert evaluate(record.board(ply), NODES) == review.evaluations[ply]


@needs_core
def test_a_missed_win_is_reported_with_the_winning_line(record: GameRecord, review: Review) -> None:
    move = review.moves[MISSED_PLY - 1]
    assert (move.judgement, move.missed_win, move.before) == (Judgement.BLUNDER, 1, 1.0)
    board = record.board(MISSED_PLY - 1)
    board.push_uhp(move.better[0])
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is Color.BLACK


@needs_core
def test_moves_are_reported_one_by_one_and_a_review_can_be_continued(
    record: GameRecord, review: Review
) -> None:
    moves = review_moves(record, NODES)
    assert [next(moves), next(moves)] == list(review.moves[:2])
    reviewer = Reviewer(record, review.evaluations[:10])
    assert (reviewer.moves, reviewer.is_done) == (list(review.moves[:9]), False)
    plies = []
    for board in reviewer.boards():
        plies.append(board.ply)
        reviewer.add(review.evaluations[board.ply])
    assert plies == list(range(10, reviewer.total))
    assert reviewer.is_done
    assert reviewer.review() == review


def test_the_engines_own_choice_is_never_a_mistake() -> None:
    record = GameRecord.from_moves("Base", ["wS1", "bG1 wS1-"])
    kept = [Evaluation(0, ("wS1",)), Evaluation(-900, ("bG1 wS1-",)), Evaluation(2000)]
    review = judge(record, kept)
    assert [move.judgement for move in review.moves] == [None, None]
    assert review.accuracy == {Color.WHITE: 100.0, Color.BLACK: 100.0}


@pytest.mark.parametrize(
    ("after", "judgement"),
    [
        (0, None),
        (-50, None),
        (-70, Judgement.INACCURACY),
        (-140, Judgement.MISTAKE),
        (-300, Judgement.BLUNDER),
    ],
)
def test_moves_are_judged_by_the_winning_chance_they_lose(
    after: int, judgement: Judgement | None
) -> None:
    record = GameRecord.from_moves("Base", ["wS1"])
    review = judge(record, [Evaluation(0, ("wA1",)), Evaluation(after)])
    assert review.moves[0].judgement is judgement
    # The same for Black, with the sign reversed because scores are from White's point of view.
    record = GameRecord.from_moves("Base", ["wS1", "bA1 wS1-"])
    kept = [Evaluation(0, ("wS1",)), Evaluation(0, ("bS1 wS1-",)), Evaluation(-after)]
    assert judge(record, kept).moves[1].judgement is judgement


def test_a_study_with_black_to_move_starts_with_black() -> None:
    start = Board.from_game_string("Base;InProgress;Black[1];wS1").position()
    record = loads(f'{{"format":"beespace-game","version":1,"ruleset":"Base","start":"{start}"}}')
    record.line = loads("1. wS1 2. bG1 wS1-").line[1:]
    review = judge(record, [Evaluation(0), Evaluation(300)])
    assert (review.moves[0].color, review.moves[0].judgement) == (Color.BLACK, Judgement.BLUNDER)


def test_evaluations_survive_saving_and_loading() -> None:
    one = Evaluation(-Score.win(1).value, ("wS1", "bG1 wS1-"), 7)
    assert Evaluation.from_data(one.as_data()) == one


def test_all_languages_have_the_same_texts(review: Review) -> None:
    names = {language: set(texts) for language, texts in TEXTS.items()}
    assert all(found == names["en"] for found in names.values())
    for key in names["en"]:
        asked = {language: re.findall(r"\{\w+\}", TEXTS[language][key]) for language in LANGUAGES}
        assert all(sorted(found) == sorted(asked["en"]) for found in asked.values()), key
    for language in LANGUAGES:
        assert all(Words(language).about(m) for m in review.moves if m.judgement is not None)


@needs_core
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_reports_missed_wins_and_writes_the_report(
    tmp_path: Path, language: Language
) -> None:
    record = loads(MISSED_WIN)
    record.white, record.black = "Ann <b>", "Bo"
    (tmp_path / "game.pgn").write_text(dumps(record, "pgn"), encoding="utf-8")
    report = tmp_path / "out.html"
    options = ["--nodes", str(NODES), "--language", language]
    result = CliRunner().invoke(
        main, ["review", str(tmp_path / "game.pgn"), str(report), *options], catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    assert TEXTS[language]["missed.one"] in result.output
    text = report.read_text(encoding="utf-8")
    assert TEXTS[language]["missed.one"] in text.replace("&#x27;", "'")
    assert "Ann &lt;b&gt;" in text
    assert text.count("data:image/svg+xml") >= 1
    # The report loads nothing from elsewhere.
    assert not re.findall(r'(?:src|href)="(?!data:|#)', text)


@needs_core
@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ([], "15… Black grasshopper, left of"),
        (["--notation", "uhp"], "15… bG3 -bG2"),
        (["--language", "it"], "15… Cavalletta nera, a sinistra della"),
        (["--language", "de"], "15… Schwarzer Grashüpfer, links vom"),
        (["--language", "it", "--notation", "uhp"], "15… bG3 -bG2"),
    ],
)
def test_moves_are_shown_in_words_unless_notation_is_wanted(
    tmp_path: Path, options: list[str], shown: str
) -> None:
    (tmp_path / "game.txt").write_text(MISSED_WIN)
    report = tmp_path / "out.html"
    arguments = ["review", str(tmp_path / "game.txt"), str(report), "--nodes", "500", *options]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert shown in result.output
    text = report.read_text(encoding="utf-8")
    assert shown in text
    assert ("wS1 wG1/" in text) == ("bG3" in shown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("percent", [0, 1, 8, 11, 80, 100])
def test_percentages_fit_every_sentence(language: Language, percent: int) -> None:
    words = Words(language)
    move = ReviewedMove(1, Color.WHITE, "wS1", 1.0, percent / 100, Judgement.BLUNDER)
    text = words.about(move)
    assert words.percent(percent / 100) in text
    # Italian articles depend on the number: "al 20%", but "all'8%".
    assert not re.search(r"\b(?:al|dal|del|nel|il) \d", text)


def test_numbers_have_the_separators_of_the_language() -> None:
    record = GameRecord.from_moves("Base", ["wS1"])
    review = judge(record, [Evaluation(0, ("wS1",)), Evaluation(0)])
    shown = {"en": "100,000", "it": "100.000", "de": "100.000"}
    for language in LANGUAGES:
        assert shown[language] in html(record, review, nodes=100_000, language=language)


def test_the_report_of_a_game_without_mistakes_says_so() -> None:
    record = GameRecord.from_moves("Base", ["wS1"])
    review = judge(record, [Evaluation(0, ("wS1",)), Evaluation(0)])
    assert TEXTS["it"]["none"] in html(record, review, nodes=1, language="it")


@pytest.mark.parametrize("text", ["", "Base;NotStarted;White[1]", "nonsense"])
def test_unreadable_and_empty_games_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.txt").write_text(text)
    result = CliRunner().invoke(main, ["review", str(tmp_path / "game.txt")])
    assert result.exit_code == 2
    assert "Error:" in result.output
