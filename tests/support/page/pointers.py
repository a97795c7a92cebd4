"""Touch and pen input, sent to the browser as if from a real device."""

from __future__ import annotations

from support.page.screen import Point, Screen


class Fingers:
    """One or two fingers."""

    def __init__(self, screen: Screen) -> None:
        self._page = screen.page
        self._device = screen.devtools()

    def _touch(self, kind: str, *points: Point) -> None:
        touching = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self._device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})

    def tap(self, point: Point) -> None:
        self._touch("touchStart", point)
        self._touch("touchEnd")

    def press(self, point: Point, milliseconds: float) -> None:
        """Press a point and hold it."""
        self._touch("touchStart", point)
        self._page.wait_for_timeout(milliseconds)

    def drag(self, start: Point, end: Point, steps: int = 6) -> None:
        self._touch("touchStart", start)
        for step in range(1, steps + 1):
            self._touch("touchMove", _between(start, end, step / steps))
        self.lift()

    def pinch(self, middle: Point, start_px: float, end_px: float, steps: int = 6) -> None:
        """Move two fingers apart or together; the distances are from the middle to each finger."""

        def pair(reach: float) -> tuple[Point, Point]:
            return (middle[0] - reach, middle[1]), (middle[0] + reach, middle[1])

        self._touch("touchStart", *pair(start_px))
        for step in range(1, steps + 1):
            self._touch("touchMove", *pair(start_px + (end_px - start_px) * step / steps))
        self.lift()

    def lift(self) -> None:
        self._touch("touchEnd")


class Pen:
    """A pen that touches the screen."""

    def __init__(self, screen: Screen) -> None:
        self._device = screen.devtools()

    def _send(self, kind: str, point: Point, buttons: int) -> None:
        self._device.send(
            "Input.dispatchMouseEvent",
            {
                "type": kind,
                "x": point[0],
                "y": point[1],
                "button": "none" if kind == "mouseMoved" and not buttons else "left",
                "buttons": buttons,
                "clickCount": 0 if kind == "mouseMoved" else 1,
                "pointerType": "pen",
            },
        )

    def tap(self, point: Point) -> None:
        self.drag(point, point, 0)

    def drag(self, start: Point, end: Point, steps: int = 6) -> None:
        self._send("mouseMoved", start, 0)
        self._send("mousePressed", start, 1)
        for step in range(1, steps + 1):
            self._send("mouseMoved", _between(start, end, step / steps), 1)
        self._send("mouseReleased", end, 0)


def _between(start: Point, end: Point, part: float) -> Point:
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
