"""Takes the screenshots for docs/study.md: the analysis board, the review and the editor."""

from __future__ import annotations

from camera import PHONE, SCREENS, Camera
from playwright.sync_api import Page

# A game between two levels of the engine. Black's last move misses a win, but White resigns anyway.
GAME = (
    r"wG1;bG1 /wG1;wS1 wG1/;bQ bG1\;wQ -wS1;bA1 -bG1;wS1 bQ-;bA2 -bA1;wG2 wQ-;bA2 wG2-;wB1 wS1\;"
    r"bA1 /wB1;wG3 wS1/;bB1 -bG1;wA1 wS1-;bA1 \wQ;wA1 bA2-;bB2 -bA1;wB1 bQ\;bB2 /bA1;wB1 bQ;bB2 wQ;"
    r"wB2 /wB1;bA3 /bA1;wG3 wB2-;bB2 bA1-;wA1 -bB1;bG2 -bA1;wS2 -wA1;bG3 -bG2"
)


def game() -> str:
    """Return the game as PGN, with names and times."""
    head = '[GameType "Base"]\n[White "Ann"]\n[Black "Bo"]\n[Result "BlackWins"]\n'
    lines = [
        f"{number}. {text}\n{{[%emt 0:00:{3 + (7 * number) % 40:02}]}}"
        for number, text in enumerate(GAME.split(";"), 1)
    ]
    return "\n".join([head, *lines, "\nBlackWins"])


def study() -> str:
    """Return a study with variations, comments and glyphs, as PGN."""
    main = [f"{number}. {text}" for number, text in enumerate(GAME.split(";")[:14], 1)]
    main[5] += r" !? {Out to the side.} (6. bB1 -bG1 {Slower, but sound.} 7. wA1 wS1- !)"
    main[8] += r" (9. wA1 -wQ !! 10. bA2 -wA1 ?! (10. bB1 -bA2))"
    return '[GameType "Base"]\n[White "Ann"]\n[Black "Bo"]\n\n' + "\n".join(main)


def open_text(page: Page, text: str) -> None:
    """Open a PGN text on the analysis board."""
    page.keyboard.press("o")
    page.locator("#open-text").fill(text)
    page.locator("dialog form .primary").click()
    page.locator("[data-testid=tree] [data-depth='10']").first.click()


def take_all(camera: Camera) -> None:
    """Take all screenshots of this set."""
    game_id = camera.imported(game())
    for size, kind, theme in SCREENS:
        locale = "it" if theme == "dark" else "en"
        end = f"{kind}-{theme}"
        page = camera.open(f"/review/{game_id}", size, theme, locale=locale)
        page.locator("progress, [data-testid=graph]").first.wait_for()
        if page.locator("progress").count():
            page.wait_for_timeout(900)
            camera.snap(page, "progress")
        page.locator("[data-testid=graph]").wait_for(timeout=120_000)
        page.locator("[data-testid=tree] [data-depth='30']").click()
        if size == PHONE:
            page.evaluate("window.scrollTo(0, 120)")
        camera.take(page, f"review-{end}")
        page = camera.open("/analysis", size, theme, locale=locale)
        open_text(page, study())
        page.keyboard.press("3")
        page.keyboard.press("e")
        page.locator("[data-testid=line]").nth(2).wait_for()
        page.wait_for_timeout(3000)
        camera.take(page, f"analysis-{end}")
        page = camera.open("/analysis", size, theme, locale=locale)
        open_text(page, study())
        page.keyboard.press("t")
        page.locator("[data-testid=line]").first.wait_for()
        page.wait_for_timeout(2000)
        camera.take(page, f"threat-{end}")
        page = camera.open("/analysis", size, theme, locale=locale)
        open_text(page, study())
        page.locator(".actions button").nth(1).click()
        page.wait_for_timeout(500)
        page.locator("[data-hand=b] [data-piece=bS1]").click()
        box = page.locator(".board").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] * 0.15, box["y"] + box["height"] * 0.68)
        page.locator("[data-testid=flaws] li").first.wait_for()
        camera.take(page, f"editor-{end}")
