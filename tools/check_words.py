"""Fails on phrases that sound translated or archaic; part of `make lint`.

`PHRASES` holds what must not come back, each with what to say instead. A phrase is found in
code, comments, docs and interface texts alike, also when a line break divides it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The list below, and the test that breaks the rules on purpose.
EXEMPT = {"tools/check_words.py", "tests/tools/test_check_words.py"}
SUFFIXES = {".py", ".md", ".toml", ".ts", ".svelte", ".css", ".html", ".h", ".cpp", ".sh", ".txt"}
SUFFIXES |= {".yaml", ".webmanifest", ".cmake", ""}
# Data that programs write.
SKIPPED = ("web/src/generated/", "src/beespace/puzzles/data/", "src/beespace/uhp/match/openings")

PHRASES: dict[str, str] = {
    # Words to avoid, with the forms they come in.
    r"who asks": "the client, the caller",
    r"(?:is|are|was|were|be) heard": "arrives, is received",
    r"looked whether": "checks whether",
    r"counts? not": "doesn't count",
    r"mend(?:s|ed|ing)?": "fix",
    r"(?:brings?|brought|bringing) in(?!to)": "import, add",
    r"st(?:ands?|ood) twice": "comes up twice",
    r"concerns? nobody": "is a no-op",
    # Pieces do go on a hex, on top of others and so on.
    r"(?:goes|go|went|gone|going) on(?! (?:\(|(?:an?|the|top|your|one|each|that|this|it)\b))": (
        "continues"
    ),
    r"its like": "identical pieces",
    # Sentences we used to show.
    r"stood twice before long": "This position has come up twice. A third time is a draw.",
    r"hear why when it cannot be done": "If a move isn't allowed, we'll tell you why.",
    r"the third time a position stands": "Draw when a position comes up a third time",
    r"who could do it is covered": "The piece that could throw it is covered or resting.",
    r"hint is still being thought about": "Still working on your last hint.",
    r"as most on phones cannot": "This browser can't show notifications.",
    r"its settings for this page can": "Allow them in its settings.",
    r"so that it answers them, too": "restart the server like this:",
    r"both stay in step": "to play from both",
    r"its link leads nowhere": "its link will stop working",
    r"it goes on: it can be deleted": "You can delete it once it's over.",
    r"a new one would take its place": "A new one replaces it.",
    r"cannot be to move in this position": "It can't be the other side's turn here.",
    r"reached its greatest length": "The game hit the move limit.",
    r"your move may not be taken back": "Your friend declined the takeback.",
    r"as the (?:system|browser)(?=\")": "Same as system",
    r"as my rating": "Around my rating",
    r"who can neither place nor move": "If you can't place or move, you pass.",
    r"nobody's first piece is the queen": "You can't place your queen first.",
    r"its other way stumbles": "Its fallback parser fails",
    r"it is not changed, but makes others": "Immutable; methods return new instances.",
    r"times as short as nothing": "UHP allows a zero time limit",
    r"nothing is thought about": "when nothing is running",
    r"who reads the database can be nobody": "A leaked database impersonates no one.",
    r"nobody is waited for": "This game isn't waiting for a player.",
    r"as often as it was named": "Each feature is a count.",
    r"nothing need be heard": "Silence tolerated before the connection is checked.",
    # Italian.
    r"basta solo un altro arrampicatore": "solo un altro arrampicatore può fermarlo",
    r"non nominati": "non nominate",
    r"prima della propria regina": "prima di aver messo la regina",
    r"dopo che si è passato": "dopo un turno passato",
    r"la tocchino in meno": "meno tessere la tocchino",
    r"ti si dirà": "ti diremo",
    r"(?<=[a-zàèéìòù]) …(?!\])": "no space before the ellipsis",
}
_ANY = re.compile(
    # A phrase that looks behind itself sets its own left boundary.
    "|".join(
        rf"({phrase})(?!\w)" if phrase.startswith("(?<") else rf"(?<!\w)({phrase})(?!\w)"
        for phrase in PHRASES
    ),
    re.IGNORECASE | re.MULTILINE,
)
_LINE_BREAK = re.compile(r"[ \t]*\n[ \t]*(?:#+|//+|\*(?!/)|>)?[ \t]*")


def problems_in(text: str) -> list[tuple[int, str, str]]:
    """Return the line, the phrase and the better words for each phrase found."""
    # Line breaks become single spaces; `starts` remembers where each line began.
    joined, starts, end = "", [0], 0
    for found in _LINE_BREAK.finditer(text):
        joined += text[end : found.start()] + " "
        starts.append(len(joined))
        end = found.end()
    joined += text[end:]
    better = list(PHRASES.values())
    return [
        (
            sum(start <= found.start() for start in starts),
            found[0],
            better[(found.lastindex or 1) - 1],
        )
        for found in _ANY.finditer(joined)
    ]


def checked_files() -> list[Path]:
    """Return every tracked or new text file that people write."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return [
        ROOT / name
        for name in listed
        if name not in EXEMPT
        and Path(name).suffix in SUFFIXES
        and not name.startswith(SKIPPED)
        and (ROOT / name).is_file()
    ]


def main() -> int:
    """Print every phrase found, and return 1 if there is any."""
    paths = [Path(name).resolve() for name in sys.argv[1:]] or checked_files()
    count = 0
    for path in paths:
        for line, phrase, better in problems_in(path.read_text("utf-8", errors="replace")):
            count += 1
            print(f"{path.relative_to(ROOT)}:{line}: {phrase!r}; better: {better}")
    if count:
        print(f"{count} phrases to rewrite; tools/check_words.py lists them all")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
