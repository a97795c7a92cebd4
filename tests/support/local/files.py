"""Files of games in all formats and dialects, whole and damaged, to be read by page and server."""

from __future__ import annotations

import random
import re

from beespace.formats import GameRecord, dumps
from support import recorded
from support.formats.boardspace import Manner, written
from support.formats.records import annotate, record_of
from support.formats.scraps import SCRAPS

_INSERTED: list[str] = [*SCRAPS, *"!?\x0b\U0001f41d", "1e9"]
_WRONG = [
    "null",
    "true",
    "7",
    "1.5",
    "-3",
    '"x"',
    '"wX"',
    "[]",
    "{}",
    '[["wS1"]]',
    '"\\ud800"',
    "NaN",
]

# Texts that none of the generated ones has.
ODD = [
    "",
    "nonsense",
    "{}",
    "[]",
    "(;)",
    "(;GM[1])",
    "(;GM[27]SU[hive-x])",
    "(;GM[27]SU[hive-plm];P0[1 pick W 0 wQ];P0[2 dropb wA1 N 13 .];P0[3 done])",
    "(;GM[27]SU[Hive-ML];P0[1 edit])",
    "(;GM[27]SU[Hive];P0[1 swap])",
    "(;GM[27]SU[Hive];P0[1 fly])",
    "(;GM[27]SU[Hive];P0[1 dropb wA N 13])",
    "(;GM[27]SU[Hive];P0[1 move X wQ O 13])",
    "(;GM[27]SU[Hive](;P0[1 done]))",
    "# a remark\n\nBase;InProgress;White[1]",
    "base+plm;NotStarted;White[1]",
    "Base+MM;NotStarted;White[1]",
    "Base;InProgress",
    "Base;Lost;White[1]",
    "Base;InProgress;White[0]",
    "Base;InProgress;White[3];wS1;bS1 wS1-",
    "Base;InProgress;Black[1];wQ",
    "Base;InProgress;Black[1];bQ",
    "  Base;InProgress;White[2];WS2;bg3  wS2-",
    "Base;InProgress;White[2];wS1;bG1 wS9-",
    "Base;InProgress;White[2];wS1;wS2 wS1-",
    "Base White[1]",
    "Base White[1] -",
    "Base White[0] -",
    "Base White[2] wX 0,0:wS1",
    "Base White[2] - 0,0:wS1 5,5:bG1 0,0:bS1",
    "Base White[2] - 0,0:wX",
    "Bass White[2] - 0,0:wS1",
    '[GameType "Base"]\n\n1. wS1 2. bS1 wS1- (2. bG1 wS1- $1 {a}) (2. bA1 -wS1 !?)',
    '[GameType "Base"]\n\n1. wS1 bS1 wS1-\n2. wQ -wS1 bQ bS1-\n*',
    '[GameType "Base"]\n\n1. wS1 2. bS1 wS1- (',
    '[GameType "Base"]\n\n1. wS1 2. bS1 wS1- ()',
    '[GameType "Base"]\n\n1. wS1 )',
    '[GameType "Base"]\n\n(1. wS1)',
    '[GameType "Base"]\n\n! 1. wS1',
    '[GameType "Base"]\n\n1. wS1 3. bS1 wS1-',
    '[GameType "Base"]\n\n1. 2. 3.',
    '[GameType "Base"]\n\n1. wS1 {not closed',
    '[GameType "Base"]\n\n1. wS1 {[%var bS1 wS1-; wQ -wS1 "x"]}',
    '[GameType "Base"]\n\n1. wS1 2. bS1 wS1- {[%var bG1 wS1- "it\'s"; wQ -wS1 [%var wA1 -wS1]] e}',
    '[GameType "Base"]\n\n1. wS1 2. bS1 wS1- {[%var ; wQ]}',
    '[GameType "Base"]\n\n1. wS1 2. bS1 wS1- {[%var bG1 wS1- junk]}',
    '[GameType "Base"]\n\n1. wS1 1-0 {over} 2. bS1 wS1-',
    '[GameType "Base"]\n[Result "1-0"]\n\n1. wS1',
    '[GameType "Bass"]\n\n1. wS1',
    '[Ruleset "Bass"]\n\n1. wS1',
    '[Start "Base White[1]"]\n\n',
    '[Start "Base White[2] - 0,0:wS1 1,0:bG1"]\n[Ruleset "Base"]\n\n1. wQ -wS1 {a}',
    '[White "a"]\n[White "b"]\n\n1. wS1',
    '[White "say "hi" now"]\n[Date "30-Jan-2024_16:10:56"]\n\n1. wM 2. bL wM-',
    "[White]\n\n1. wS1",
    '1. wS1\n2. bS1 wS1-\n\n[White "x"]\n1. wQ\n',
    '{"format": "beespace-game", "version": 2}',
    '{"format": "beespace-game", "version": 1}',
    '{"format": "beespace-game", "version": 1, "ruleset": "Base", "odd": 1}',
    '{"format": "beespace-game", "version": 1, "ruleset": "tournament", "date": "2021-12-11"}',
    '{"format": "beespace-game", "version": 1, "ruleset": "Base", "ruleset": "Base"}',
    '{"format": "beespace-game", "version": 1, "ruleset": "Base", "moves": ["wS1", {"move": "x"}]}',
    '{"game_type": "Base", "moves": ["wS1", "bS1 wS1-"], "result": "1-0", "reason": "resign"}',
    '{"game_type": "Base", "moves": ["wS1", 3]}',
]


def whole(rng: random.Random, count: int) -> list[str]:
    """Return files with one or more games in every format."""
    games = recorded.games()
    texts = []
    for number in range(count):
        records = [record_of(rng.choice(games)) for _ in range(1 + number % 3)]
        plain = [dumps(one, "uhp") for one in records]
        sgf = [_sgf(one, number) for one in records]
        for one in records:
            annotate(one, rng)
        texts.append("\n\n".join(dumps(one, "pgn") for one in records))
        texts.append("\n".join(dumps(one, "json") for one in records))
        texts.append("\n".join(plain))
        texts.append("\n".join(sgf))
    return texts


def _sgf(record: GameRecord, number: int) -> str:
    manners = [Manner(), Manner(re_picks=True, robots=True), Manner(robots=True)]
    return written(record, manners[number % len(manners)], number)


def damaged(rng: random.Random, texts: list[str], count: int) -> list[str]:
    """Return texts with something missing, doubled, moved or added, or with a wrong value."""
    return [_damage(rng, rng.choice(texts)) for _ in range(count)]


def _damage(rng: random.Random, text: str) -> str:
    start = rng.randrange(len(text) + 1)
    end = start + rng.choice([0, 1, 1, 2, 5, 40])
    part = text[start:end]
    kind = rng.randrange(6)
    if kind == 0:
        return text[:start]
    if kind == 1:
        return text[:end] + part + text[end:]
    if kind == 2:
        return text[:start] + text[end:]
    if kind == 3:
        lines = text.split("\n")
        del lines[rng.randrange(len(lines))]
        return "\n".join(lines)
    values = list(re.finditer(r'(?<=[:\[,] )("[^"\\]*"|\d+|null)(?=[,\]}])', text))
    if kind == 4 and text.startswith("{") and values:
        where = rng.choice(values)
        return text[: where.start()] + rng.choice(_WRONG) + text[where.end() :]
    return text[:start] + rng.choice(_INSERTED) + text[end:]
