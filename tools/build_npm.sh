#!/bin/sh
# Builds the package for other people's pages, from packages/beespace-js and build/wasm.
#
#   tools/build_npm.sh
#
# Writes the files of the package into build/npm, and dist/npm/beespace-VERSION.tgz.
set -e

tools/build_page.sh install
PATH=$PWD/.venv/bin:$PWD/web/node_modules/.bin:$PATH
package=packages/beespace-js
# 0.2.0.dev0 is 0.2.0-dev.0 for npm.
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' src/beespace/__init__.py | sed 's/\.dev/-dev./')

rm -rf build/npm dist/npm
mkdir -p build/npm dist/npm
tsc --project "$package"
cp build/wasm/*.wasm src/beespace/engine/data/human_policy.bin "$package/README.md" LICENSE build/npm
chmod 644 build/npm/*
sed "s/\"name\": \"beespace\",/&\n  \"version\": \"$version\",/" "$package/package.json" \
    >build/npm/package.json
npm pack --silent --pack-destination dist/npm ./build/npm
