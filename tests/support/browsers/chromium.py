"""A visitor with Chromium, driven by Playwright."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error

from support.browsers.visitor import TIMEOUT_S, Point, Visitor

# What Playwright says when the page is replaced while a script runs.
_REPLACED = ("Execution context was destroyed", "because of a navigation")


class ChromiumVisitor(Visitor):
    """A tab of Chromium."""

    def __init__(self, browser: Browser, context: BrowserContext | None = None) -> None:
        self._browser = browser
        self._is_first = context is None
        self._context = context or browser.new_context(
            locale="en-GB", viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
        )
        self._context.set_default_timeout(TIMEOUT_S * 1000)
        self._page = self._context.new_page()
        self._errors: list[str] = []
        self._requests: list[str] = []
        self._page.on("pageerror", lambda error: self._errors.append(str(error)))
        self._page.on("request", lambda request: self._requests.append(request.url))
        self._page.on("websocket", lambda socket: self._requests.append(socket.url))

    def goto(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def evaluate(self, script: str) -> Any:
        while True:
            try:
                return self._page.evaluate(script)
            except Error as error:
                if not any(words in error.message for words in _REPLACED):
                    raise

    def before_each_page(self, script: str) -> None:
        self._context.add_init_script(script)

    def click_at(self, point: Point) -> None:
        self._page.mouse.click(*point)

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def second_tab(self) -> Visitor:
        return ChromiumVisitor(self._browser, self._context)

    def requests(self) -> list[str]:
        return [*self._requests]

    def errors(self) -> list[str]:
        return self._errors

    def close(self) -> None:
        self._page.close()
        if self._is_first:
            self._context.close()
