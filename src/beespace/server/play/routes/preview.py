"""Link previews for games: a title and Open Graph tags in the page's head.

Messengers and other programs show them next to a link. They contain only what anyone with a game's
address can see, and none of its secrets. The texts match the page's own (web/src/lib/i18n/en.ts).
"""

from __future__ import annotations

import html

from beespace.rules import Bug, Ruleset
from beespace.server.boards.messages import ColorLetter
from beespace.server.play.messages.games import Clock, DaysClock, GameSummary

_TITLE = "<title>Beespace</title>"
_PICTURE = "icon-512.png"
_EXPANSIONS = {bug.value: str(bug).lower() for bug in Bug if bug.is_expansion}


def with_preview(index: str, game: GameSummary, path: str, origin: str) -> str:
    """Return index.html with a title and tags that describe the game at the address."""
    title = html.escape(_title(game, is_invitation=path.startswith("join/")))
    about = {
        "og:type": "website",
        "og:site_name": "Beespace",
        "og:title": title,
        "og:description": html.escape(_description(game)),
        "og:url": html.escape(f"{origin}/{path}"),
        "og:image": html.escape(f"{origin}/{_PICTURE}"),
    }
    tags = "\n".join(f'    <meta property="{n}" content="{text}" />' for n, text in about.items())
    return index.replace(_TITLE, f"<title>{title} · Beespace</title>\n{tags}", 1)


def _title(game: GameSummary, *, is_invitation: bool) -> str:
    names = [_name(game, "w"), _name(game, "b")]
    if is_invitation and game.is_waiting:
        host = next(filter(None, names), "")
        return f"{host} invites you to a game" if host else "You're invited to a game"
    return " vs. ".join(filter(None, names)) if all(names) else "A game"


def _description(game: GameSummary) -> str:
    ruleset = Ruleset.parse(game.ruleset)
    expansions = [_EXPANSIONS[letter] for letter in ruleset.expansions]
    pieces = f"the {' and '.join(filter(None, (', '.join(expansions[:-1]), *expansions[-1:])))}"
    return f"A game of Hive with {pieces if expansions else 'the base pieces'}. {_clock(game)}."


def _clock(game: GameSummary) -> str:
    clock: Clock | None = game.time_control
    if clock is None:
        return "No clock"
    if isinstance(clock, DaysClock):
        return f"{_counted(clock.days, 'day')} per move"
    minutes, seconds = divmod(clock.base_s, 60)
    base = _counted(minutes, "minute") if not seconds else _counted(clock.base_s, "second")
    return f"{base} plus {_counted(clock.increment_s, 'second')} per move"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _name(game: GameSummary, color: ColorLetter) -> str:
    return game.players[color].name
