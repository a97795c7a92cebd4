"""A review as a self-contained HTML file, with a graph, boards and all moves."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape

from beespace import svg
from beespace.formats import GameRecord
from beespace.formats.words import Language
from beespace.rules import BaseBoard, Color, Hex, Pass
from beespace.study.chances import winning_chance
from beespace.study.review import Judgement, Review, ReviewedMove
from beespace.study.words import Notation, Words, in_words
from beespace.svg import Arrow

_WIDTH, _HEIGHT = 900, 180
_BOARD_PX = 380
_MARKS = {Judgement.INACCURACY: "?!", Judgement.MISTAKE: "?", Judgement.BLUNDER: "??"}
_STYLE = """
:root { color-scheme: light dark; --line: #c6d1c8; --text: #16211c; --soft: #46554e; --bg: #f3f5f0;
  --surface: #fff; --w: #fff; --b: #2b3531; --inaccuracy: #8a5200; --mistake: #b04a00;
  --blunder: #b8231a; }
@media (prefers-color-scheme: dark) { :root { --line: #3d4b45; --text: #eef3ef; --soft: #b6c2bc;
  --bg: #101514; --surface: #1b2321; --w: #dfe7e2; --b: #000; --inaccuracy: #ffc062;
  --mistake: #ffa066; --blunder: #ff8377; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--bg);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
h1, h2 { line-height: 1.15; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
.graph { width: 100%; height: auto; border-radius: 10px; border: 1px solid var(--line); }
.graph .b { fill: var(--b); } .graph .w { fill: var(--w); }
.graph line { stroke: #888; stroke-width: 1; stroke-dasharray: 4 5; }
.graph circle.inaccuracy, b.inaccuracy { fill: var(--inaccuracy); color: var(--inaccuracy); }
.graph circle.mistake, b.mistake { fill: var(--mistake); color: var(--mistake); }
.graph circle.blunder, b.blunder { fill: var(--blunder); color: var(--blunder); }
.graph circle { stroke: var(--surface); stroke-width: 2; }
article { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; padding: 1rem;
  margin: 1rem 0; background: var(--surface); border-radius: 14px; }
article img { max-width: 100%; height: auto; border-radius: 10px; }
article div { flex: 1 1 16rem; }
.soft { color: var(--soft); }
@media (max-width: 600px) { th, td { padding: .3rem .25rem; font-size: .85rem; }
  th { overflow-wrap: anywhere; hyphens: auto; } h1 { font-size: 1.6rem; } }
"""


def html(
    record: GameRecord,
    review: Review,
    *,
    nodes: int,
    language: Language = "en",
    notation: Notation = "words",
) -> str:
    """Return the report of a game as a self-contained HTML document."""
    words = Words(language)
    shown = in_words(record, review, language) if notation == "words" else review.moves
    title = f"{words.say('title')}: {_name(record, Color.WHITE, words)} – " + _name(
        record, Color.BLACK, words
    )
    parts = [
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f"<main><h1>{escape(title)}</h1>",
        _summary(record, review, words),
        f"<h2>{words.say('graph')}</h2>{_graph(review, shown, words)}",
        f"<h2>{words.say('moments')}</h2>",
        *_moments(record, review, shown, words),
        f"<h2>{words.say('all')}</h2>{_table(shown, words)}",
        f'<p class="soft">{words.say("made", nodes=words.number(nodes))}</p></main></html>',
    ]
    return "\n".join(parts) + "\n"


def _name(record: GameRecord, color: Color, words: Words) -> str:
    return (record.white if color is Color.WHITE else record.black) or words.color(color)


def _summary(record: GameRecord, review: Review, words: Words) -> str:
    head = "".join(
        f"<th>{words.say(key)}</th>"
        for key in ("player", "accuracy", "inaccuracies", "mistakes", "blunders")
    )
    rows = []
    for color in Color:
        found = review.accuracy[color]
        counts = "".join(f"<td>{review.count(color, kind)}</td>" for kind in Judgement)
        percent = "–" if found is None else words.percent(found / 100)
        name = escape(_name(record, color, words))
        rows.append(f"<tr><td>{name}</td><td><b>{percent}</b></td>{counts}</tr>")
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _graph(review: Review, shown: Sequence[ReviewedMove], words: Words) -> str:
    """Draw White's winning chance as the area below the line."""
    chances = [winning_chance(one.for_color(Color.WHITE)) for one in review.evaluations]
    step = _WIDTH / max(len(chances) - 1, 1)
    points = [(round(i * step, 1), round((1 - c) * _HEIGHT, 1)) for i, c in enumerate(chances)]
    line = " ".join(f"L{x} {y}" for x, y in points)
    dots = "".join(
        f'<circle class="{move.judgement}" cx="{points[move.ply][0]}" cy="{points[move.ply][1]}" '
        f'r="6"><title>{_number(move)} {escape(move.text)}: {words.say(move.judgement)}</title>'
        "</circle>"
        for move in shown
        if move.judgement is not None
    )
    return (
        f'<svg class="graph" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{words.say("graph")}"><rect class="b" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f'<path class="w" d="M0 {_HEIGHT} {line} L{_WIDTH} {_HEIGHT}Z"/>'
        f'<line x1="0" x2="{_WIDTH}" y1="{_HEIGHT / 2}" y2="{_HEIGHT / 2}"/>{dots}</svg>'
    )


def _moments(
    record: GameRecord, review: Review, shown: Sequence[ReviewedMove], words: Words
) -> Iterator[str]:
    if not any(move.judgement is not None for move in shown):
        yield f"<p>{words.say('none')}</p>"
        return
    yield f'<p class="soft">{words.say("arrows")}</p>'
    for board, reviewed, move in zip(record.boards(), review.moves, shown, strict=False):
        if move.judgement is None:
            continue
        picture = base64.b64encode(_picture(board, reviewed).encode()).decode()
        text = escape(f"{_number(move)} {move.text}")
        yield (
            f'<article id="move-{move.ply}">'
            f'<img width="{_BOARD_PX}" alt="{text}" src="data:image/svg+xml;base64,{picture}">'
            f'<div><h3>{text} <b class="{move.judgement}">{_MARKS[move.judgement]} '
            f"{words.say(move.judgement)}</b></h3><p>{escape(words.about(move))}</p></div></article>"
        )


def _picture(board: BaseBoard, move: ReviewedMove) -> str:
    """Draw the board before a move, with the move and the better one marked."""
    arrows: list[Arrow] = []
    highlights: dict[Hex, str] = {}
    for text, color in ((move.text, "coral"), *((best, "blue") for best in move.better[:1])):
        meant = board.parse_uhp(text)
        if isinstance(meant, Pass):
            continue
        if board.location(meant.piece) is not None:
            arrows.append(Arrow(meant.piece, meant.to, color))
        highlights[meant.to] = color
    return svg.board(board, size=_BOARD_PX, arrows=arrows, highlights=highlights, last_move=None)


def _number(move: ReviewedMove) -> str:
    return f"{(move.ply + 1) // 2}{'.' if move.color is Color.WHITE else '…'}"


def _table(shown: Sequence[ReviewedMove], words: Words) -> str:
    head = "".join(f"<th>{words.say(key)}</th>" for key in ("move", "chance", "time", "verdict"))
    rows = []
    for move in shown:
        verdict = ""
        if move.judgement is not None:
            word = f"{_MARKS[move.judgement]} {words.say(move.judgement)}"
            verdict = f'<a href="#move-{move.ply}"><b class="{move.judgement}">{word}</b></a>'
        spent = "" if move.spent_ms is None else f"{words.number(move.spent_ms / 1000, 1)} s"
        rows.append(
            f"<tr><td>{_number(move)} {escape(move.text)}</td>"
            f"<td>{words.percent(move.after)}</td><td>{spent}</td><td>{verdict}</td></tr>"
        )
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"
