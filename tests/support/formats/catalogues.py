"""The texts of the page, read from its sources."""

from __future__ import annotations

import re

from beespace.formats.words import Language
from support.repository import REPOSITORY

CATALOGUES = REPOSITORY / "web" / "src" / "lib" / "i18n"


def catalogue(language: Language) -> dict[str, str]:
    """Return the page's texts; of those that depend on a number, the singular."""
    text = (CATALOGUES / f"{language}.ts").read_text(encoding="utf-8")
    entries = re.findall(r'^  "([\w.-]+)":\s*(?:\{\s*one:\s*)?"([^"\n]*)"', text, re.MULTILINE)
    return dict(entries)
