"""Reads the tags of a PGN game, such as `[White "Ann"]`."""

from __future__ import annotations

import re

from beespace.errors import InvalidNotationError
from beespace.formats.dates import read_date
from beespace.formats.record import GameRecord
from beespace.formats.source import Chunk
from beespace.rules import EXPANSIONS, EndReason, Outcome, Result, Ruleset
from beespace.rules.box.ruleset import in_order

_TAG = re.compile(r'\[\s*(?P<name>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]', re.ASCII)
# Mzinga and hivegame.com don't escape quotation marks, so a value may extend to the end of the
# line.
_RAW_TAG = re.compile(r'\[\s*(?P<name>[A-Za-z]\w*)\s+"(?P<value>.*)"\s*\]', re.ASCII)

# How sites write results; "Unkown" is hivegame.com's spelling.
RESULTS = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "1/2-1/2": Result.DRAW,
    "½-½": Result.DRAW,
    "*": Result.UNFINISHED,
    "WhiteWins": Result.WHITE_WINS,
    "BlackWins": Result.BLACK_WINS,
    "Draw": Result.DRAW,
    "InProgress": Result.UNFINISHED,
    "NotStarted": Result.UNFINISHED,
    "Adjudicated": Result.UNKNOWN,
    "Unkown": Result.UNKNOWN,
    "Unknown": Result.UNKNOWN,
}

# Tags that map directly to a field of the record.
TEXT_FIELDS = {
    "Event": "event",
    "Site": "site",
    "Round": "round",
    "White": "white",
    "Black": "black",
    "Time": "time",
}
RULESET_TAG = "Ruleset"
START_TAG = "Start"
REASON_TAG = "Termination"
RESERVED = {"GameType", "Date", "Result", RULESET_TAG, START_TAG, *TEXT_FIELDS}


def is_tag_line(line: str) -> bool:
    """Return whether a line consists of tags."""
    line = line.strip()
    return line.startswith("[") and _RAW_TAG.fullmatch(line) is not None


def names_of(line: str) -> set[str]:
    """Return the names of the tags on a line."""
    return {name for name, _, _ in _tags_of(line)}


def _tags_of(line: str) -> list[tuple[str, str, int]]:
    """Return the names, values and columns (from 0) of the tags on a line."""
    found = []
    position = len(line) - len(line.lstrip())
    end = len(line.rstrip())
    while match := _TAG.match(line, position, end):
        found.append((match["name"], _unescaped(match["value"]), position))
        position = match.end() + len(line[match.end() :]) - len(line[match.end() :].lstrip())
    if found and position >= end:
        return found
    match = _RAW_TAG.fullmatch(line.strip())
    return [(match["name"], _unescaped(match["value"]), end - len(line.strip()))] if match else []


def _unescaped(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value)


class Head:
    """The tags of a game, in order."""

    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self._places: dict[str, int] = {}
        self.values: dict[str, str] = {}
        self.end = self._read()

    def _read(self) -> int:
        """Read the tags and return where the moves start."""
        offset = 0
        for line in self._chunk.text.split("\n"):
            if line.strip() and not is_tag_line(line):
                if line.lstrip().startswith("["):
                    raise self._chunk.error('expected a tag such as [White "Ann"]', offset)
                return offset
            for name, value, column in _tags_of(line):
                if name in self.values and self.values[name] != value:
                    raise self._chunk.error(
                        f"the tag {name} appears twice with different values", offset + column
                    )
                self.values[name] = value
                self._places[name] = offset + column
            offset += len(line) + 1
        return len(self._chunk.text)

    def ruleset(self, bugs_seen: set[str]) -> tuple[Ruleset, bool]:
        """Return the rules, and whether the moves may still show that the queen can come first.

        Without a game type, the bugs in the moves show which expansions were used.
        """
        if exact := self.values.get(RULESET_TAG):
            try:
                return Ruleset.parse(exact), False
            except InvalidNotationError as error:
                raise self._chunk.error(str(error), self._places[RULESET_TAG]) from None
        game_type = self.values.get("GameType", "").strip()
        if not game_type:
            return Ruleset(in_order(bugs_seen)), True
        match = re.fullmatch(rf"Base(?:\+([{EXPANSIONS}]*))?", game_type, re.IGNORECASE)
        letters = (match[1] or "").upper() if match else ""
        if match is None or len(set(letters)) < len(letters):
            raise self._chunk.error(
                f"expected a game type such as Base+MLP, not {game_type!r}",
                self._places["GameType"],
            )
        return Ruleset(letters), True

    def start(self) -> tuple[str, int]:
        """Return the position the game starts from, or an empty text, and the tag's offset."""
        return self.values.get(START_TAG, ""), self._places.get(START_TAG, 0)

    def claimed_outcome(self) -> Outcome:
        """Return the result and the reason that the tags claim."""
        word = self.values.get("Result", "").strip()
        result = RESULTS.get(word, Result.UNKNOWN if word else Result.UNFINISHED)
        reason = EndReason.ADJUDICATION if word == "Adjudicated" else None
        return Outcome(result, _reason(self.values.get(REASON_TAG, "")) or reason)

    def fill(self, record: GameRecord) -> None:
        """Copy everything except the rules and the result to a record."""
        for name, value in self.values.items():
            if name == "Date":
                date, time = read_date(value)
                record.date = date
                record.time = record.time or time
            elif name in TEXT_FIELDS:
                setattr(record, TEXT_FIELDS[name], value)
            elif name not in RESERVED and not (name == REASON_TAG and _reason(value)):
                record.tags[name] = value


def _reason(word: str) -> EndReason | None:
    return EndReason(word) if word in set(EndReason) else None
