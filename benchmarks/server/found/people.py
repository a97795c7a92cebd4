"""Cookies, names and dependencies."""

from __future__ import annotations

import re

from found.checkout import Checkout, Finding

_PROXY = "--proxy", "127.0.0.1"
_HTTPS = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.1"}


def own_cookie(checkout: Checkout) -> str:
    """Send a cookie that the server never issued."""
    secret = "A" * 43
    with checkout.server() as server, server.guest() as guest:
        asked = {"opponent": "local"}
        header = {"cookie": f"beespace_guest={secret}"}
        answer = guest.post("/api/games", json=asked, headers=header)
        found = re.search(r"beespace_guest=([^;.]+)", answer.headers.get("set-cookie", ""))
        return "replaced" if found and found[1] != secret else "adopted"


def host_cookie(checkout: Checkout) -> str:
    """Become a guest over HTTPS."""
    with checkout.server(*_PROXY) as server, server.guest(headers=_HTTPS) as guest:
        origin = {"origin": f"https://127.0.0.1:{server.port}"}
        answer = guest.post("/api/games", json={"opponent": "local"}, headers=origin)
        name = answer.headers.get("set-cookie", "none").partition("=")[0]
        return "`__Host-`" if name.startswith("__Host-") else "plain"


def stays_on_https(checkout: Checkout) -> str:
    """Ask for the page over HTTPS."""
    with checkout.server(*_PROXY) as server, server.guest(headers=_HTTPS) as guest:
        answer = guest.get("/api/health")
        return "sent" if "strict-transport-security" in answer.headers else "missing"


def _name(checkout: Checkout, name: str) -> str:
    with checkout.server() as server, server.guest() as guest:
        asked = {"opponent": "friend", "color": "w", "name": name}
        game = guest.post("/api/games", json=asked).json()
        return str(guest.get(f"/api/games/{game['id']}").json()["players"]["w"]["name"])


def joined_name(checkout: Checkout) -> str:
    """Take a name with a joined emoji."""
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    return "whole" if _name(checkout, family) == family else "taken apart"


def blank_name(checkout: Checkout) -> str:
    """Take a name that looks blank."""
    return "passes" if "\u2800" in _name(checkout, "\u2800\u2800") else "counts as empty"


def locked_packages(checkout: Checkout) -> str:
    """Look for pinned versions with hashes."""
    file = checkout.path / "requirements/package.txt"
    return "locked" if file.exists() and "--hash=sha256:" in file.read_text() else "none"


PEOPLE = (
    Finding("low", "a cookie of 43 characters of one's own", "", None, own_cookie, "replaced"),
    Finding("low", "name of the cookie behind HTTPS", "", None, host_cookie, "`__Host-`"),
    Finding("low", "HSTS header behind HTTPS", "", None, stays_on_https, "sent"),
    Finding("low", "a name with zero-width joiners", "", None, joined_name, "whole"),
    Finding("low", "a name that looks blank", "", None, blank_name, "counts as empty"),
    Finding("low", "versions and hashes of dependencies", "", None, locked_packages, "locked"),
)
