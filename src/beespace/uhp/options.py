"""The options of our UHP engine: how they are listed and parsed."""

from __future__ import annotations

from dataclasses import dataclass

from beespace.engine.levels import LEVELS
from beespace.errors import ProtocolError
from beespace.rules import RULESETS

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """An option: a boolean, a number within bounds, or one of several words.

    >>> Option("Threads", 1, bounds=(1, 64)).line(2)
    'Threads;int;2;1;1;64'
    """

    name: str
    default: Value
    bounds: tuple[int, int] | None = None
    words: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The UHP type, `bool`, `int` or `enum`."""
        if self.words:
            return "enum"
        return "bool" if isinstance(self.default, bool) else "int"

    def line(self, value: Value) -> str:
        """Return the option as UHP lists it: name, type, value, default and allowed values."""
        extra = [str(bound) for bound in self.bounds or ()] or list(self.words)
        return ";".join([self.name, self.kind, str(value), str(self.default), *extra])

    def read(self, text: str) -> Value:
        """Parse a value.

        Raises:
            ProtocolError: the value is not allowed.
        """
        if self.words:
            if text in self.words:
                return text
            raise ProtocolError(f"{self.name} must be one of {', '.join(self.words)}")
        if self.kind == "bool":
            if text in ("True", "False"):
                return text == "True"
            raise ProtocolError(f"{self.name} must be True or False")
        assert self.bounds is not None
        low, high = self.bounds
        if text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
            return int(text)
        raise ProtocolError(f"{self.name} must be a whole number from {low} to {high}")


OPTIONS = {
    option.name: option
    for option in (
        Option("Threads", 1, bounds=(1, 64)),
        Option("Hash", 64, bounds=(1, 16384)),
        Option("Level", len(LEVELS), bounds=(1, len(LEVELS))),
        Option("Repetition", "threefold", words=("threefold", "none")),
        Option("Ruleset", "tournament", words=tuple(RULESETS)),
    )
}
