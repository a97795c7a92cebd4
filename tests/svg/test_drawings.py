"""SVG drawings: their content, and that they match what is kept of them."""

from __future__ import annotations

import io
import re
import sys
from xml.etree import ElementTree

import pytest

import beespace
from beespace import BeespaceError, Board, Hex, Piece, svg
from beespace.rules import Board as ReferenceBoard
from support.missing import require_module
from support.repository import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools/pictures"))

from drawings import (
    ALL_PIECES,
    CHECKSUMS,
    FOLDER,
    MIDDLE_GAME,
    PICTURES,
    SHOWN,
    STACKS,
    checksums,
)

NAMESPACE = "{http://www.w3.org/2000/svg}"


def elements(drawing: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawing).iter(NAMESPACE + tag))


@pytest.mark.parametrize("name", SHOWN)
def test_a_drawing_in_the_docs_is_current(name: str) -> None:
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert PICTURES[name]() + "\n" == kept, "to update it, run python tools/pictures drawings"


def test_other_drawings_have_not_changed() -> None:
    kept = CHECKSUMS.read_text(encoding="utf-8")
    assert checksums() == kept, "look at them, and run python tools/pictures drawings"


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_can_be_rendered(name: str) -> None:
    from PIL import Image

    drawing = PICTURES[name]()
    root = ElementTree.fromstring(drawing)
    drawn = Image.open(io.BytesIO(svg.png(drawing))).convert("RGB")
    assert drawn.size == (int(root.attrib["width"]), int(root.attrib["height"]))
    colors = drawn.getcolors(drawn.width * drawn.height)
    assert colors is not None
    assert len(colors) > (2 if name == "empty" else 50)


def test_every_kept_picture_is_shown() -> None:
    pages = [REPOSITORY / "README.md", *(REPOSITORY / "docs").rglob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    kept = {path for path in FOLDER.rglob("*") if path.is_file()}
    unused = [path.name for path in kept if path.relative_to(FOLDER).as_posix() not in text]
    assert not unused, "delete them, or show them on a page"
    assert len(kept) <= 25


@pytest.mark.parametrize("theme", svg.THEMES)
@pytest.mark.parametrize("pieces", svg.SETS)
def test_drawings_refer_to_nothing_outside_themselves(theme: str, pieces: str) -> None:
    drawing = svg.board(Board.from_position(ALL_PIECES), theme=theme, pieces=pieces)
    names = {
        node.attrib["id"] for node in ElementTree.fromstring(drawing).iter() if "id" in node.attrib
    }
    references = set(re.findall(r'href="([^"]*)"', drawing)) | {
        f"#{name}" for name in re.findall(r"url\(#([^)]*)\)", drawing)
    }
    assert references
    assert {reference.removeprefix("#") for reference in references} <= names
    assert all(reference.startswith("#") for reference in references)
    assert "<style" not in drawing
    assert len(elements(drawing, "use")) == 28
    assert all(name.startswith(f"bs-{pieces}-{theme}-") for name in names)


def test_both_boards_give_the_same_drawing() -> None:
    drawings = {svg.board(board.from_game_string(MIDDLE_GAME)) for board in (Board, ReferenceBoard)}
    assert len(drawings) == 1


def test_stacked_pieces_are_drawn_higher() -> None:
    board = Board.from_position(STACKS)
    drawing = svg.board(board, numbers=False)
    places = [
        (node.attrib["href"], float(node.attrib["x"]), float(node.attrib["y"]))
        for node in elements(drawing, "use")
    ]
    stack = [place for place in places if abs(place[1] - 102.9) < 0.1][:4]
    # Pieces of one stack have the same x; upper pieces come later and are drawn higher.
    heights = [y for name, _, y in stack if name.endswith(("bP", "wM", "bB"))]
    assert heights[:3] == [0.0, -15.0, -29.0]


def test_the_last_move_can_be_chosen_or_left_out() -> None:
    board = Board.from_game_string(MIDDLE_GAME)
    last = board.moves[-1]
    assert svg.board(board) == svg.board(board, last_move=last)
    assert svg.board(board, last_move=None) == svg.board(board, last_move=False)
    assert svg.board(board, last_move=None) != svg.board(board)
    board.push_uhp("wA1 -bP")
    assert "stroke-dasharray" in svg.board(board)  # where it came from


def test_size_is_the_longer_side() -> None:
    drawing = svg.board(Board.from_position(STACKS), size=333)
    root = ElementTree.fromstring(drawing)
    assert max(int(root.attrib["width"]), int(root.attrib["height"])) == 333


def test_text_is_escaped_and_the_drawing_has_a_description() -> None:
    board = Board("Base")
    board.push_uhp("wS1")
    drawing = svg.board(board, caption='<b> & "q"\x00')
    root = ElementTree.fromstring(drawing)
    assert [node.text for node in root.iter(f"{NAMESPACE}text")] == ['<b> & "q"']
    title, description = root[0], root[1]
    assert title.text == "Board with 1 piece, Black to move"
    assert description.text == "0,0: White Spider 1"
    assert root.attrib["role"] == "img"


@pytest.mark.parametrize(
    "options",
    [
        {"theme": "pink"},
        {"pieces": "chess"},
        {"size": -1},
        {"size": float("nan")},
        {"size": float("inf")},
        {"highlights": {Hex(0, 0): "url(evil)"}},
        {"highlights": [Piece.parse("bQ")]},
        {"arrows": [(Piece.parse("bQ"), Hex(0, 0))]},
        {"arrows": [svg.Arrow(Piece.parse("bQ"), Hex(0, 0))]},
    ],
)
def test_invalid_options_are_rejected(options: dict[str, object]) -> None:
    board = Board("Base")
    board.push_uhp("wS1")
    with pytest.raises(BeespaceError):
        svg.board(board, **options)  # type: ignore[arg-type]  # wrong types on purpose


@pytest.mark.parametrize("board_class", [Board, ReferenceBoard])
def test_notebooks_show_a_drawing(board_class: type[ReferenceBoard]) -> None:
    board = board_class("Base")
    assert board._repr_svg_() == beespace.svg.board(board)


def test_an_animation_shows_one_position_at_a_time() -> None:
    board = Board.from_game_string(MIDDLE_GAME)
    drawing = svg.game(board, seconds=0.5)
    toggles = elements(drawing, "animate")
    assert len(toggles) == len(board.moves) + 1
    total = {toggle.attrib["dur"] for toggle in toggles}
    assert total == {f"{0.5 * len(toggles) + 3:g}s"}
    visible = 0.0
    for animation in (*toggles, *elements(drawing, "animateTransform")):
        times = [float(time) for time in animation.attrib["keyTimes"].split(";")]
        assert len(times) == len(animation.attrib["values"].split(";"))
        assert times == sorted(times)
        assert times[0] == 0
        assert times[-1] <= 1
        if animation in toggles:
            values = animation.attrib["values"].split(";")
            spans = zip(values, times, [*times[1:], 1.0], strict=True)
            visible += sum(end - start for value, start, end in spans if value == "visible")
    assert visible == pytest.approx(1, abs=0.001)
    shown = [g for g in elements(drawing, "g") if g.attrib.get("visibility") == "visible"]
    assert len(shown) == 1  # viewers without animation show the last position


def test_coloured_arrows_can_connect_pieces_too() -> None:
    board = Board.from_game_string(MIDDLE_GAME)
    wing, queen = Piece.parse("wP"), Piece.parse("bQ")
    ends = board.location(wing), board.location(queen)
    assert ends[0] is not None
    assert ends[1] is not None
    drawing = svg.board(board, arrows=[svg.Arrow(wing, queen, "coral")])
    assert drawing == svg.board(board, arrows=[svg.Arrow(ends[0], ends[1], "coral")])


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), 0, -1, 0.01, 4000])
def test_invalid_times_are_rejected(seconds: float) -> None:
    with pytest.raises(BeespaceError, match="time for a move"):
        svg.game(Board("Base"), seconds=seconds)
    require_module("PIL", "the extra 'pictures' is not installed")
    with pytest.raises(BeespaceError, match="time for a move"):
        svg.gif(Board("Base"), seconds=seconds)


def test_a_piece_arrives_before_the_next_one_moves() -> None:
    board = Board.from_game_string(MIDDLE_GAME)
    drawing = svg.game(board, seconds=0.1)
    total_s = 0.1 * (len(board.moves) + 1) + 3
    for glide in elements(drawing, "animateTransform"):
        times = [float(time) for time in glide.attrib["keyTimes"].split(";")]
        assert (times[2] - times[1]) * total_s == pytest.approx(0.06, abs=0.001)


@pytest.mark.parametrize("scale", [100, float("nan"), float("inf"), 0, -1])
def test_pictures_with_too_many_pixels_are_rejected(scale: float) -> None:
    with pytest.raises(BeespaceError, match="limited to 8192"):
        svg.png(svg.board(Board("Base"), size=640), scale=scale)


def test_a_gif_with_too_many_pixels_is_rejected() -> None:
    require_module("PIL", "the extra 'pictures' is not installed")
    with pytest.raises(BeespaceError, match="too large"):
        svg.gif(Board.from_game_string(MIDDLE_GAME), size=8192)


def test_marks_are_drawn_over_the_moving_piece() -> None:
    drawing = svg.game(Board.from_game_string(MIDDLE_GAME))
    for group in elements(drawing, "g"):
        if "visibility" not in group.attrib:
            continue
        gliding = [
            i
            for i, part in enumerate(group)
            if part.find(f"{NAMESPACE}animateTransform") is not None
        ]
        tiles = [i for i, part in enumerate(group) if part.tag == f"{NAMESPACE}use"]
        rings = [
            i for i, part in enumerate(group) if "#FFB400" in {n.attrib.get("stroke") for n in part}
        ]
        if gliding:
            assert max(tiles) < gliding[0] < max(rings)


def test_a_game_as_a_gif() -> None:
    image = require_module("PIL.Image", "the extra 'pictures' is not installed")
    require_module("resvg_py", "the extra 'pictures' is not installed")
    board = Board("Base")
    for text in ("wS1", "bG1 wS1-", "wQ -wS1"):
        board.push_uhp(text)
    drawn: list[None] = []
    made = svg.gif(board, size=200, on_position=lambda: drawn.append(None))
    picture = image.open(io.BytesIO(made))
    assert len(drawn) == 4
    assert picture.format == "GIF"
    assert picture.n_frames == 4
    assert max(picture.size) == 200


@pytest.mark.parametrize("module", ["resvg_py", "PIL"])
def test_a_missing_extra_is_named(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(beespace.MissingExtraError, match=r"pip install 'beespace\[pictures\]'"):
        svg.gif(Board("Base"))
