"""The layout of every screen on a phone, a tablet and a desktop, with normal and large text."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from support.page.games import OPENING, TWELVE_TURNS
from support.page.screen import DESKTOP, PHONE, TABLET, Look, Screen, near
from support.page.screens import SCREENS, middle

SIZES = {"phone": PHONE, "lying phone": (740, 360), "tablet": TABLET, "desktop": DESKTOP}

# Measures every control, to find those too small for a finger or beyond the edge.
PRESSABLE = """() => {
    const width = document.documentElement.clientWidth;
    const found = [];
    const wordsOf = one => {
        const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), boxes = [];
        for (let text; (text = texts.nextNode()); ) {
            if (text.parentElement.closest('.hidden, svg') || !text.data.trim()) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            boxes.push(...range.getClientRects());
        }
        return boxes;
    };
    const parts = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';
    for (const one of document.querySelectorAll(parts)) {
        // Radio buttons, checkboxes and file inputs are pressed by their labels.
        const held = one.matches('[type=radio], [type=checkbox], [type=file]')
            ? one.closest('label') ?? one : one;
        const box = held.getBoundingClientRect();
        if (box.width === 0 || getComputedStyle(held).visibility === 'hidden') continue;
        const name = one.getAttribute('aria-label') ?? held.textContent.trim() ?? one.outerHTML;
        const x = box.left + box.width / 2, y = box.top + box.height / 2;
        const isGame = one.closest('main.game') && !document.querySelector('dialog[open]');
        const above = isGame && !one.closest('.board, .list')
            ? document.elementFromPoint(x, y) : null;
        found.push({
            name: `${one.tagName} ${name}`, width: box.width, height: box.height,
            isInside: box.left >= -0.5 && box.right <= width + 0.5,
            isHidden: Boolean(above) && !held.contains(above) && !above.closest('.list'),
            overflows: one.matches('button, a') && wordsOf(held).some(
                words => words.left < box.left - 1 || words.right > box.right + 1),
        });
    }
    return found;
}"""
# Finds text that is partly cut off.
CUT = """() => [...document.querySelectorAll('body *')].filter(one => {
    const style = getComputedStyle(one);
    if (one.closest('.hidden, svg') || !one.textContent.trim()) return false;
    const clips = style.overflowX !== 'visible' && style.overflowX !== 'auto';
    return clips && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
}).map(one => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 60)}`)"""


def scrolls_sideways(screen: Screen) -> bool:
    wide: bool = screen.page.evaluate(
        "document.scrollingElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wide


@pytest.mark.parametrize(
    ("size", "language"),
    [
        ("desktop", "en-GB"),
        ("phone", "it-IT"),
        ("lying phone", "en-GB"),
        pytest.param("desktop", "it-IT", marks=pytest.mark.slow),
        pytest.param("phone", "en-GB", marks=pytest.mark.slow),
        pytest.param("tablet", "en-GB", marks=pytest.mark.slow),
    ],
)
def test_nothing_is_cut_off_or_too_small_to_touch(look: Look, size: str, language: str) -> None:
    screen = look("/", size=SIZES[size], language=language, has_touch="phone" in size)
    wrong = []
    for show in SCREENS:
        show(screen)
        where = show.__name__
        if scrolls_sideways(screen):
            wrong.append(f"{where} scrolls sideways")
        wrong += [f"{where}: cut off: {text}" for text in screen.page.evaluate(CUT)]
        for one in screen.page.evaluate(PRESSABLE):
            if not one["isInside"]:
                wrong.append(f"{where}: beyond the edge: {one['name']}")
            if one["isHidden"]:
                wrong.append(f"{where}: behind something: {one['name']}")
            if one["overflows"]:
                wrong.append(f"{where}: overflows its container: {one['name']}")
            # Desktops have a mouse, so their move list is denser.
            if size != "desktop" and min(one["width"], one["height"]) < 43.5:
                wrong.append(f"{where}: {one['width']:.0f}×{one['height']:.0f}: {one['name']}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [pytest.param("tablet", marks=pytest.mark.slow), "desktop"])
def test_text_can_be_twice_as_large(look: Look, size: str) -> None:
    screen = look("/", size=SIZES[size])
    enlarge = "document.documentElement.style.fontSize = '200%'"
    screen.context.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {enlarge} }})")
    wrong = []
    for show in SCREENS:
        show(screen)
        assert screen.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        if scrolls_sideways(screen):
            wrong.append(f"{show.__name__} scrolls sideways")
        wrong += [f"{show.__name__}: cut off: {text}" for text in screen.page.evaluate(CUT)]
    assert not wrong, "\n".join(wrong)
    middle(screen)
    screen.play("wA2", (-3, 0))
    expect(screen.tested("status")).to_contain_text("Black to move")
    for name in ("Undo", "Hint", "Resign"):
        expect(screen.button(name)).to_be_in_viewport()


@pytest.mark.parametrize("size", [PHONE, (1280, 800)], ids=["phone", "desktop"])
def test_the_start_button_cuts_no_line_in_half(look: Look, size: tuple[int, int]) -> None:
    screen = look("/", size=size)
    button = screen.find(".go")
    expect(screen.find(".home form fieldset").first).to_be_visible()
    # Wherever the page is scrolled, what goes under the button has faded out above it.
    for scrolled in range(0, 120, 8):
        screen.page.evaluate("y => window.scrollTo(0, y)", scrolled)
        box = button.bounding_box()
        assert box is not None
        shown = Image.open(io.BytesIO(screen.page.screenshot()))
        left, bottom = round(box["x"]), round(box["y"])
        strip = shown.crop((left, bottom - 12, left + round(box["width"]), bottom))
        assert len(strip.getcolors() or ()) == 1, f"scrolled by {scrolled}"
    # At the end, it covers nothing.
    screen.page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    covered = button.evaluate(
        """bar => parseFloat(getComputedStyle(bar, '::before').height)
            - (bar.getBoundingClientRect().top
                - bar.previousElementSibling.getBoundingClientRect().bottom)"""
    )
    assert covered <= 0.5


def test_a_phone_in_landscape_has_room_for_the_board(look: Look) -> None:
    screen = look(game=OPENING, size=(740, 360), has_touch=True)
    assert not scrolls_sideways(screen)
    box = screen.find(".board").bounding_box()
    assert box is not None
    assert box["width"] > 350
    screen.play("wA1", (-2, 0))


def test_the_moves_are_a_drawer_on_a_phone(look: Look) -> None:
    screen = look(game=OPENING, size=PHONE, has_touch=True)
    expect(screen.find('[data-ply="1"]')).not_to_be_visible()
    screen.button("Moves").tap()
    screen.find('[data-ply="1"]').tap()
    expect(screen.page.get_by_text("Viewing move 1 of 4")).to_be_attached()
    screen.button("Moves").tap()
    expect(screen.find('[data-ply="1"]')).not_to_be_visible()


def test_a_phones_moves_open_at_the_current_one(look: Look) -> None:
    screen = look(game=TWELVE_TURNS, size=(390, 844), has_touch=True)
    screen.button("Moves").tap()
    current = screen.find('[data-ply="24"]')
    expect(current).to_have_attribute("aria-current", "step")
    expect(current).to_be_in_viewport(ratio=1)
    expect(screen.find('[data-ply="1"]')).not_to_be_in_viewport()


def test_a_phones_sheet_leaves_the_whole_hive_visible(look: Look) -> None:
    screen = look(game=TWELVE_TURNS, size=(390, 844), has_touch=True)
    ends = [screen.where((0, 0)), screen.where((1, 0))]
    screen.button("Moves").tap()
    expect(screen.find(".list.moves")).to_be_visible()
    above, status = screen.find(".above").bounding_box(), screen.tested("status").bounding_box()
    assert above is not None
    assert status is not None
    for tile in screen.find(".board .tile").all():
        box = tile.bounding_box()
        assert box is not None
        assert box["y"] >= above["y"] + above["height"]
        assert box["y"] + box["height"] <= status["y"]
    screen.button("Moves").tap()
    expect(screen.find(".list.moves")).not_to_be_visible()
    for before, hex in zip(ends, [(0, 0), (1, 0)], strict=True):
        assert near(screen.where(hex), before)


@pytest.mark.parametrize("language", ["en-GB", "it-IT", "de-DE"])
def test_the_navigation_links_fit_on_one_line(look: Look, language: str) -> None:
    screen = look("/", language=language)
    for path in ("/", "/settings"):
        screen.go(path)
        boxes = [link.bounding_box() for link in screen.find("header nav a").all()]
        assert len(boxes) == 7
        assert len({box["y"] for box in boxes if box is not None}) == 1, path


def test_the_clock_settings_fit_on_a_phone(look: Look) -> None:
    screen = look("/", size=(390, 844), language="it-IT", has_touch=True)
    screen.find("label:has([value=friend])").tap()
    screen.find("label:has([value=days])").tap()
    for group in screen.find(".clock .options").all():
        boxes = [label.bounding_box() for label in group.locator("label").all()]
        assert len({box["y"] for box in boxes if box is not None}) == 1
    # A small window, where the sticky button could cover the fields.
    screen.page.set_viewport_size({"width": 390, "height": 660})
    screen.find("label:has([value=live])").tap()
    screen.find("label:has([value=other])").tap()
    fields, button = screen.find(".numbers").bounding_box(), screen.find(".go").bounding_box()
    assert fields is not None
    assert button is not None
    assert fields["y"] + fields["height"] <= button["y"]


@pytest.mark.parametrize("size", [PHONE, (390, 844), (844, 390), (740, 360)])
def test_a_phones_analysis_shows_the_whole_hive_between_the_hands(
    look: Look, size: tuple[int, int]
) -> None:
    screen = look("/settings", size=size, has_touch=True)
    screen.go(f"/analysis/game/{screen.server.import_game(TWELVE_TURNS)}")
    expect(screen.find(".board .tile").first).to_be_visible()
    screen.page.wait_for_function(
        """() => {
            const box = selector => document.querySelector(selector).getBoundingClientRect();
            const [above, below] = [box('.above .hand').bottom, box('.below .status').top];
            const middles = [...document.querySelectorAll('.board .tile')].map(tile => {
                const { top, bottom } = tile.getBoundingClientRect();
                return (top + bottom) / 2;
            });
            return middles.length > 0 && middles.every(y => y > above && y < below);
        }"""
    )
    # Moves are one tap away, wherever the page is scrolled to.
    back = screen.button("Previous move")
    expect(back).to_be_in_viewport()
    plies = screen.find(".felt").get_attribute("data-shown")
    back.tap()
    expect(screen.find(".felt")).not_to_have_attribute("data-shown", plies or "")


def test_buttons_keep_their_names_and_hints_their_words_on_a_phone_on_its_side(look: Look) -> None:
    screen = look(game=OPENING, size=(844, 390), has_touch=True)
    for name in ("Undo", "Hint", "More", "Resign"):
        expect(screen.button(name)).to_be_visible()
    screen.button("Hint").tap()
    expect(screen.find(".hinted")).to_be_visible()
    expect(screen.tested("status").get_by_text("Hint: White")).to_be_visible()
