"""Reads the date formats that game files use."""

from __future__ import annotations

import re
from datetime import date as calendar_date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TIME = r"(?P<time>\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?"
_FORMS = [
    re.compile(form, re.IGNORECASE)
    for form in (
        # 2021.12.11, 2021-12-11T08:32:57Z
        rf"(?P<year>\d{{4}})[-./](?P<month>\d\d|\?\?)[-./](?P<day>\d\d|\?\?)(?:[T _]+{_TIME}Z?)?",
        # hivegame.com: 30-Jan-2024_16:10:56
        rf"(?P<day>\d{{1,2}})[- ](?P<name>[a-z]{{3}})[- ](?P<year>\d{{4}})(?:[T _]+{_TIME})?",
        # BoardSpace: Sat Dec 11 08:32:57 PST 2021
        rf"(?:\w+,? )?(?P<name>[a-z]{{3}}) (?P<day>\d\d?) {_TIME}(?: \S+)? (?P<year>\d{{4}})",
    )
]


def read_date(text: str) -> tuple[str, str]:
    """Return the date as `2024.01.30` and the time as `16:10:56`.

    Text in an unknown form is returned unchanged, with an empty time.

    >>> read_date("30-Jan-2024_16:10:56")
    ('2024.01.30', '16:10:56')
    >>> read_date("Sat Dec 11 08:32:57 PST 2021")
    ('2021.12.11', '08:32:57')
    >>> read_date("2021.??.??"), read_date("last summer")
    (('2021.??.??', ''), ('last summer', ''))
    """
    text = text.strip()
    for form in _FORMS:
        match = form.fullmatch(text)
        if match is None:
            continue
        parts = match.groupdict()
        month = parts.get("month") or _month(parts["name"])
        day = parts["day"].zfill(2)
        if _exists(int(parts["year"]), month, day):
            return f"{parts['year']}.{month}.{day}", _padded(parts["time"] or "")
    return text, ""


def _month(name: str) -> str:
    name = name.lower()
    return f"{_MONTHS.index(name) + 1:02}" if name in _MONTHS else ""


def _padded(time: str) -> str:
    if not time:
        return ""
    parts = [part.zfill(2) for part in time.split(":")]
    return ":".join([*parts, "00"][:3])


def _exists(year: int, month: str, day: str) -> bool:
    if not month:
        return False
    try:
        calendar_date(year, 1 if month == "??" else int(month), 1 if day == "??" else int(day))
    except ValueError:
        return False
    return True
