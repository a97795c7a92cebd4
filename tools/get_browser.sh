#!/bin/sh
# Makes sure that there is a Chromium for the page's tests: the system's, or Debian's package (as
# root), or Playwright's. Without one, those tests are skipped with a message.
for browser in chromium chromium-browser google-chrome; do
    command -v "$browser" >/dev/null && exit 0
done
if .venv/bin/python -c 'from playwright.sync_api import sync_playwright as p
with p() as q:
    import os, sys
    sys.exit(not os.path.exists(q.chromium.executable_path))' 2>/dev/null; then
    exit 0
fi
echo "==> installing a browser for the page's tests"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    # Without fonts, the tests would measure the page's layout wrongly.
    get() {
        apt-get -qq install -y --no-install-recommends \
            chromium fonts-dejavu fonts-liberation >/dev/null 2>&1
    }
    echo "    apt-get install chromium fonts-dejavu fonts-liberation"
    if get || { apt-get -qq update >/dev/null 2>&1 && get; }; then
        exit 0
    fi
fi
echo "    playwright install chromium"
.venv/bin/python -m playwright install chromium >/dev/null 2>&1 ||
    echo "    could not install a browser: the page's tests will be skipped"
