"""Texts that are nearly right: small random changes that a parser has to notice."""

from __future__ import annotations

import random

_LETTERS = "wbQBGSALMP0123456789-/\\ ;.,:+[]\n\t\0é\u3000\U0001f41d"


def mangle(rng: random.Random, text: str, letters: str = _LETTERS) -> str:
    """Return a text with one to three small changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                text = text[:at] + rng.choice(letters) + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + rng.choice(letters) + text[at + 1 :]
            case 3:
                text = text[:at]
            case 4:
                other = rng.randrange(len(text) + 1)
                text = text[: min(at, other)] + text[max(at, other) :] + text[other : other + 4]
    return text
