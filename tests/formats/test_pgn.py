"""PGN in the dialects of other programs, and the errors for files that can't be read."""

from __future__ import annotations

import io

import pytest

from beespace.errors import RecordError
from beespace.formats import EndReason, GameRecord, PlayedMove, Result, dumps, loads, read_games

HIVEGAME = """[GameType "Base+MLP"]
[Date "30-Jan-2024_16:10:56"]
[Site "https://hivegame.com"]
[White "ann"]
[Black "bo"]
[Result "{result}"]

1. wL
2. bL wL-
3. wQ -wL
4. bQ bL-
5. wB1 \\wQ
6. bB1 bQ/
7. wB1 wQ/
8. bA1 bQ-

{result}
"""
MOVES = ["wL", "bL wL-", "wQ -wL", "bQ bL-", "wB1 -wQ", "bB1 bQ-", "wB1 wQ", "bA1 bB1-"]
MZINGA = """[GameType "Base"]
[Date "2021.12.11"]
[Event "Club"]
[Site ""]
[Round "2"]
[White "Ann"]
[Black "Bo"]
[Result "WhiteWins"]
[Annotator "Cy"]

{Before
the first move}
1. wG1
2. bG1 /wG1
{After the second,
 over two lines}
3. wA1 wG1-

WhiteWins
"""


@pytest.mark.parametrize(
    ("word", "result", "reason"),
    [
        ("WhiteWins", Result.WHITE_WINS, None),
        ("BlackWins", Result.BLACK_WINS, None),
        ("Draw", Result.DRAW, None),
        ("Unkown", Result.UNKNOWN, None),
        ("InProgress", Result.UNFINISHED, None),
        ("NotStarted", Result.UNFINISHED, None),
        ("Adjudicated", Result.UNKNOWN, EndReason.ADJUDICATION),
        ("error parsing result", Result.UNKNOWN, None),
        ("1-0", Result.WHITE_WINS, None),
        ("0-1", Result.BLACK_WINS, None),
        ("1/2-1/2", Result.DRAW, None),
        ("*", Result.UNFINISHED, None),
    ],
)
def test_hivegame(word: str, result: Result, reason: EndReason | None) -> None:
    # A trailing space after a move, and a climb written with a marker to an occupied hex.
    text = HIVEGAME.format(result=word).replace("1. wL\n", "1. wL \n")
    game = loads(text.replace("wB1 \\wQ\n", "wB1 -wQ\n").replace("wB1 wQ/", "wB1 -wL"))
    moves = [move.replace("bB1 bQ-", "bB1 bQ/").replace("bA1 bB1-", "bA1 bQ-") for move in MOVES]
    assert game.uhp_moves() == moves
    assert (game.result, game.reason) == (result, reason)
    assert (game.date, game.time, game.site) == ("2024.01.30", "16:10:56", "https://hivegame.com")


def test_mzinga() -> None:
    game = loads(MZINGA)
    assert game.uhp_moves() == ["wG1", "bG1 /wG1", "wA1 wG1-"]
    assert game.comment == "Before\nthe first move"
    assert game.line[1].comment == "After the second,\n over two lines"
    assert (game.event, game.round, game.tags) == ("Club", "2", {"Annotator": "Cy"})
    assert game.result is Result.WHITE_WINS


@pytest.mark.parametrize(
    "moves",
    [
        "1. wS1 2. bG1 wS1- 3. wQ -wS1 4. bQ bG1-",
        "1. wS1 bG1 wS1- 2. wQ -wS1 bQ bG1-",
        "1. wS1 1... bG1 wS1- 2. wQ -wS1 2... bQ bG1-",
        "1.wS1 1...bG1 wS1- 2.wQ -wS1 2...bQ bG1-",
        "1. wS1\r\n2. bG1 wS1-\r\n3. wQ -wS1\r\n4. bQ bG1-\r\n",
        "1. wS1 .\n2. bG1 wS1-\n3. wQ1 -wS1\n4. bq bG1-",
        "1 wS1 2 bG1 wS1- 3 wQ -wS1 4 bQ bG1-",
        "wS1 bG1 wS1- wQ -wS1 bQ bG1-",
        "1. wS1 2. bG1 wS1- 3. wQ -wS1! 4. bQ bG1- $2",
    ],
)
@pytest.mark.parametrize("end", ["", " 1-0", "\n\n*\n", "\n{over}"])
def test_move_numbers_and_layouts(moves: str, end: str) -> None:
    for bom in ("", "\ufeff"):
        (game,) = read_games(io.BytesIO((bom + moves + end).encode()), "pgn")
        assert game.uhp_moves() == ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"]
        assert game.ruleset.game_type == "Base"


def test_the_game_type_is_inferred_from_the_pieces_and_its_letters_can_be_in_any_order() -> None:
    assert loads("1. wP 2. bM wP-").ruleset.game_type == "Base+MP"
    assert loads('[GameType "Base+PLM"]\n\n1. wP').ruleset.game_type == "Base+MLP"


def test_variations_in_parentheses() -> None:
    game = loads("1. wS1 (1. wG1 2. bG1 wG1- (2. bS1 wG1-)) 2. bG1 wS1- 3. wQ -wS1 {end}")
    board = game.board(0)
    assert [board.uhp(line[0].move) for line in game.line[0].variations] == ["wG1"]
    assert len(game.line[0].variations[0][1].variations) == 1
    assert game.uhp_moves() == ["wS1", "bG1 wS1-", "wQ -wS1"]
    assert loads(dumps(game, "pgn")) == game


def test_pieces_numbered_out_of_order_are_renumbered_even_with_variations() -> None:
    game = loads(
        "1. wA2 2. bG3 wA2- (2. bA3 wA2-) 3. wA1 -wA2 {[%var wA3 -wA2; bQ bG3-]} 4. bG1 bG3-"
    )
    assert game.uhp_moves() == ["wA1", "bG1 wA1-", "wA2 -wA1", "bG2 bG1-"]
    assert loads(dumps(game, "pgn")) == game


def test_the_moves_override_the_tags() -> None:
    from support.terminal.games import WHITE_WINS

    head, _, moves = WHITE_WINS.partition("Black[13];")
    lines = "\n".join(f"{i}. {text}" for i, text in enumerate(moves.split(";"), 1))
    game = loads(f'[GameType "Base"]\n[Result "BlackWins"]\n[Termination "time"]\n\n{lines}\n0-1')
    assert (game.result, game.reason) == (Result.WHITE_WINS, EndReason.SURROUND)
    assert head


def test_latin_1_utf_8_and_utf_16_files() -> None:
    text = '[White "Jörg"]\n[Black "Zoë"]\n\n1. wS1\n'
    for encoding in ("utf-8", "latin-1", "utf-16"):
        (game,) = read_games(io.BytesIO(text.encode(encoding)))
        assert (game.white, game.black) == ("Jörg", "Zoë")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1. wS1 2. bG1 wS1- {never closed", 1, 20, "a comment is not closed"),
        ("1. wS1 (1. wG1", 1, 8, "a variation is not closed"),
        ("1. wS1 )", 1, 8, "unmatched closing parenthesis"),
        ("(1. wS1)", 1, 1, "must follow the move it replaces"),
        ("1. wS1 ()", 1, 9, "a variation is empty"),
        ("1. wS1\n2. bG1 wS1-\n4. bQ bG1-", 3, 1, "expected move number 3, not 4"),
        ("1. wS1\n2. bG1 wS1-\n2. wQ -wS1", 3, 1, "expected move number 3, not 2"),
        ("1. wS1 bG1 wS1- 2. wQ -wS1 4. bQ bG1-", 1, 28, "expected move number 2, not 4"),
        ("1. wS1\n2.", 2, 1, "expected a move after the move number"),
        ("1. wS1\n2. 1-0", 2, 4, "expected a move, a comment or a result"),
        ("1. wS1 1-0 2. bG1 wS1-", 1, 12, "after the result"),
        ("1. wS1\n2. bG1 wS2-", 2, 4, "wS2 isn't on the board"),
        ("1. wS1\n2. bG1", 2, 4, "only the first move of a game"),
        ("1. wS1\n2. bQ wS1-", 2, 4, "infer"),
        ("1. wS1 hello", 1, 8, "expected a move, a comment or a result"),
        ("1. wS1 {[%var bG1 wS2-]}", 1, 15, "of a variation"),
        ("1. wS1 {[%var wG1; bG1 wG1-}", 1, 15, "a variation is not closed"),
        ("1. wS1 {[%var wG1 oops [x]]}", 1, 24, r"unexpected .* in a variation"),
        ('[GameType "Chess"]\n\n1. wS1', 1, 1, "expected a game type"),
        ('[Ruleset "Base+X"]\n\n1. wS1', 1, 1, "neither a game type"),
        ('[White "A"]\n[White "B"]\n1. wS1', 2, 1, "the tag White appears twice"),
        ("[White A]\n1. wS1", 1, 1, "expected a tag"),
        ('[Result "WhiteWins"]\n\n1. wS1\n2. bG1 wS1-', 4, 12, "cut short"),
    ],
)
def test_errors_say_where_they_are(text: str, line: int, column: int, message: str) -> None:
    if message == "infer":  # a queen as the second move shows the rules and is accepted
        assert loads(text, "pgn").ruleset.queen_first
        return
    with pytest.raises(RecordError, match=message) as caught:
        loads(text, "pgn")
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_collection_continues_after_a_bad_game() -> None:
    bad = [
        MZINGA.replace("wA1 wG1-", "wA1 bG1-"),
        MZINGA.replace("over two lines}", "never closed"),
        MZINGA.replace("3. wA1", "5. wA1"),
    ]
    text = "\n".join([MZINGA, bad[0], MZINGA, bad[1], MZINGA, bad[2], MZINGA])
    games = read_games(io.StringIO(text), name="club.pgn")
    assert [game.uhp_moves()[-1] for game in games] == ["wA1 wG1-"] * 4
    places = [(error.file, error.line) for error in games.skipped]
    lines = MZINGA.count("\n") + 1
    assert places == [
        ("club.pgn", lines + 17),
        ("club.pgn", 3 * lines + 15),
        ("club.pgn", 5 * lines + 17),
    ]
    assert "touch the opponent" in games.skipped[0].reason


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (GameRecord(tags={"White": "x"}), "is reserved"),
        (GameRecord(tags={"Termination": "resign"}), "is reserved"),
        (GameRecord(tags={"two words": "x"}), "is not a valid tag name"),
        (GameRecord(white="a\nb"), "a line break"),
        (GameRecord(result=Result.UNFINISHED, reason=EndReason.TIME), "unfinished, but has"),
        (GameRecord(result=Result.DRAW, reason=EndReason.SURROUND), "no queen is surrounded"),
        (GameRecord(white="\ud800"), "not valid Unicode"),
    ],
)
def test_writing_is_strict(record: GameRecord, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        dumps(record, "pgn")


def test_illegal_moves_and_empty_variations_are_not_written() -> None:
    record = GameRecord.from_moves("Base", ["wS1", "bG1 wS1-"])
    record.line[1].variations = [[]]
    with pytest.raises(RecordError, match="a variation at move 2 is empty"):
        dumps(record, "json")
    record.line[1].variations = []
    record.line.append(PlayedMove(record.line[1].move))
    with pytest.raises(RecordError, match="move 3: "):
        dumps(record, "uhp")
    record.line[2:] = []
    record.line[1].clock_ms = -1
    with pytest.raises(RecordError, match="negative"):
        dumps(record, "pgn")
