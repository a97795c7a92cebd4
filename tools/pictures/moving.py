"""Makes the moving picture in the README: a short game for two, played on the page."""

from __future__ import annotations

import io
from pathlib import Path

from camera import PICTURES, ROOT, photographing
from drawings import SHORT_GAME
from PIL import Image
from playwright.sync_api import Page

FILE = ROOT / "docs" / "pictures" / "game.webp"
SIZE = (1000, 640)
SHOWN_SIZE = (800, 512)
MOVES = SHORT_GAME.split(";")[3:]
FRAME_MS = 550
LAST_MS = 4000
# A README should load quickly.
MOST_BYTES = 1_500_000


def take() -> None:
    """Play the game, take screenshots before and after each move, and write the moving picture."""
    frames = []
    with photographing(PICTURES / "moving") as camera:
        wish = {"opponent": "local", "edition": "base"}
        game = camera.guest.post("/api/games", data=wish).json()["id"]
        page = camera.open(f"/game/{game}", SIZE, "light")
        for ply, text in enumerate(MOVES):
            if _pick_up(page, text.partition(" ")[0]):
                frames.append(_smaller(page.screenshot()))
                page.keyboard.press("Escape")
            said = {"type": "move_text", "ply": ply, "text": text}
            assert camera.guest.post(f"/api/games/{game}/say", data=said).ok
            page.wait_for_timeout(900)
            frames.append(_smaller(page.screenshot()))
    _write(frames, FILE)


def _pick_up(page: Page, piece: str) -> bool:
    """Pick up a piece that is on the board, so that its destinations are marked."""
    found = page.locator(f".board [data-piece={piece}]")
    box = found.bounding_box() if found.count() else None
    if box is None:
        return False
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.45)
    page.wait_for_timeout(400)
    return True


def _smaller(picture: bytes) -> Image.Image:
    """Return a screenshot in the size of the moving picture."""
    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("RGB").resize(SHOWN_SIZE, Image.Resampling.LANCZOS)


def _write(frames: list[Image.Image], file: Path) -> None:
    """Write frames as a moving WebP that repeats."""
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    frames[0].save(
        file,
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=0,
        quality=70,
        method=6,
    )
    if file.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{file.name} is too large: {file.stat().st_size:,} bytes")
    print(file.relative_to(ROOT), f"{file.stat().st_size:,} bytes, {len(frames)} frames")
