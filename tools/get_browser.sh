#!/bin/sh
# Makes sure that there are browsers for the page's tests: a Chromium, the system's, or Debian's
# package (as root), or Playwright's; and a Firefox, the system's or Debian's package. Without one,
# its tests are skipped with a message.

has() {
    for browser in "$@"; do
        command -v "$browser" >/dev/null && return 0
    done
    return 1
}

# As root on Debian, install packages.
get() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    export DEBIAN_FRONTEND=noninteractive
    echo "    apt-get install $*"
    apt-get -qq install -y --no-install-recommends "$@" >/dev/null 2>&1 ||
        { apt-get -qq update >/dev/null 2>&1 &&
            apt-get -qq install -y --no-install-recommends "$@" >/dev/null 2>&1; }
}

has_chromium() {
    has chromium chromium-browser google-chrome ||
        .venv/bin/python -c 'from playwright.sync_api import sync_playwright as p
with p() as q:
    import os, sys
    sys.exit(not os.path.exists(q.chromium.executable_path))' 2>/dev/null
}

if ! has_chromium; then
    echo "==> installing a browser for the page's tests"
    # Without fonts, the tests would measure the page's layout wrongly.
    if ! get chromium fonts-dejavu fonts-liberation; then
        echo "    playwright install chromium"
        .venv/bin/python -m playwright install chromium >/dev/null 2>&1 ||
            echo "    could not install a browser: the page's tests will be skipped"
    fi
fi

if ! has firefox-esr firefox; then
    echo "==> installing Firefox for the page's tests"
    get firefox-esr || echo "    could not install Firefox: its tests will be skipped"
fi
