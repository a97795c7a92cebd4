# Everything is installed into .venv, except a browser and PostgreSQL for the tests. The *.stamp
# files in .venv record finished steps, so that a second run starts right away. Paths are relative,
# because this folder's own path may contain spaces.

# The Python to create .venv with; if empty, the first one that is recent enough. Run `make clean`
# after changing it.
PYTHON =
# Extra arguments, for example: make test ARGS="-k beetle"
ARGS =
# One worker more than there are processors, because browser tests spend most of their time waiting.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

BIN = .venv/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL = $(PIP) install --no-deps --require-hashes --requirement
# The sources that need a rebuild when they change. Python files aren't among them: the package is
# installed as editable.
OPPONENTS = src/beespace/engine/levels.py src/beespace/engine/character.py src/beespace/engine/data/human_policy.bin
PAGE_SOURCES = $(shell find web packages src/beespace/svg src/beespace/lessons src/beespace/puzzles/data -type f \
	-not -path '*/node_modules/*' -not -path '*/generated/*' -not -name '*.pyc' 2>/dev/null) \
	$(wildcard src/beespace/server/*/messages.py src/beespace/server/*/messages/*.py src/beespace/rules/box/*.py) \
	src/beespace/server/app/typescript.py src/beespace/puzzles/content.py $(OPPONENTS)
SOURCES = pyproject.toml CMakeLists.txt src/beespace/__init__.py \
	$(shell find native -type f -not -path 'native/wasm/*' 2>/dev/null)
NPM_SOURCES = $(shell find packages/beespace-js -type f -not -path '*/generated/*' 2>/dev/null) src/beespace/__init__.py $(OPPONENTS)
WASM_SOURCES = $(shell find native -name '*.h' -o -name '*.cpp' 2>/dev/null)

.DEFAULT_GOAL = help
.PHONY: help play page site wasm npm wheel test test-slow browser-core page-tests native-tests lint format words docs lock audit clean
.DELETE_ON_ERROR:

help: ## List the targets
	@echo "Beespace: play and study the board game Hive. Targets:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

play: .venv/package.stamp .venv/page.stamp ## Play in the browser
	@$(BIN)/beespace play $(ARGS)

page: .venv/page.stamp ## Build the page

site: .venv/site.stamp ## Build a page for any static host, without a server, in dist/site
	@echo "dist/site is complete: any web server can serve it, at its root or in a folder."

wasm: .venv/wasm.stamp ## Build the C++ core for browsers, in build/wasm

npm: .venv/npm.stamp ## Build the package for other people's pages, in dist/npm
	@ls dist/npm/*.tgz

wheel: .venv/page.stamp ## Build a wheel, including the page, in dist/
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

test: .venv/tools.stamp .venv/page.stamp ## Check style, types and imports, and run all tests except the slow ones
	@tools/get_browser.sh
	@tools/get_postgres.sh
	@# Side by side, because most checks keep only one processor busy.
	@$(MAKE) --no-print-directory --jobs=2 lint browser-core native-tests page-tests
	@echo "==> tests"
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

test-slow: NATIVE_TESTS = native_tests_slow
test-slow: .venv/tools.stamp .venv/docs.stamp native-tests .venv/page.stamp ## Run the slow tests
	@echo "==> slow tests"
	@$(BIN)/python -m pytest -n auto --dist worksteal -m slow $(ARGS)

# Where the compiler for WebAssembly can't be had, the tests of this are skipped.
browser-core:
	@$(MAKE) --no-print-directory .venv/npm.stamp .venv/site.stamp \
		|| echo "Note: the core could not be built for browsers."

page-tests: .venv/page.stamp ## Run the page's unit tests
	@echo "==> vitest"
	@tools/build_page.sh test

NATIVE_TESTS = native_tests

# Without a C++ compiler there is no build folder, and the tests that need it are skipped.
native-tests: .venv/tools.stamp ## Build the programs that test and benchmark the C++ core
	@for build in build/*/CMakeCache.txt; do \
		[ -e "$$build" ] || continue; \
		echo "==> building the core's tests"; \
		$(BIN)/cmake --build "$$(dirname "$$build")" --target $(NATIVE_TESTS) -- -v >build/native-tests.log 2>&1 \
			|| { tail -n 40 build/native-tests.log; exit 1; }; \
	done

lint: .venv/tools.stamp ## Check style, types and imports only
	@echo "==> ruff format --check"
	@$(BIN)/ruff format --check
	@echo "==> ruff check"
	@$(BIN)/ruff check
	@echo "==> check_words"
	@$(BIN)/python tools/check_words.py
	@echo "==> check_sizes"
	@$(BIN)/python tools/check_sizes.py
	@echo "==> check_includes"
	@$(BIN)/python tools/check_includes.py
	@echo "==> check_bench"
	@$(BIN)/python tools/check_bench.py
	@echo "==> check_subjects"
	@$(BIN)/python tools/check_subjects.py
	@echo "==> clang-format --dry-run"
	@find native benchmarks -name '*.h' -o -name '*.cpp' | xargs $(BIN)/clang-format --dry-run --Werror
	@echo "==> mypy"
	@$(BIN)/mypy
	@echo "==> lint-imports"
	@$(BIN)/lint-imports --no-logo
	@echo "==> svelte-check, eslint, prettier --check"
	@tools/build_page.sh check

format: .venv/tools.stamp ## Format all sources and apply ruff's automatic fixes
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix
	@find native benchmarks -name '*.h' -o -name '*.cpp' | xargs $(BIN)/clang-format -i
	@cd web && npm run --silent format

words: .venv/tools.stamp .venv/page.stamp ## Write every string and every reason into docs/words, to be proofread
	@$(BIN)/python tools/words/write_pages.py $(ARGS)

docs: .venv/docs.stamp ## Build the site of the docs in build/site
	@$(BIN)/python tools/site/build_site.py

lock: .venv/dependencies.stamp ## Renew the pinned versions in requirements/ and web/package-lock.json
	@$(BIN)/python tools/dependencies/lock.py .venv/dependencies/bin/uv
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm update --package-lock-only --no-audit --no-fund --loglevel=error

audit: .venv/tools.stamp .venv/docs.stamp .venv/dependencies.stamp ## Check licences and known vulnerabilities
	@echo "==> licences"
	@$(BIN)/python tools/dependencies/licenses.py
	@echo "==> known vulnerabilities"
	@$(BIN)/python tools/dependencies/vulnerabilities.py .venv/dependencies/bin/pip-audit $(ARGS)

clean: ## Remove .venv and everything else that was generated here
	rm -rf .venv build dist web/node_modules web/src/generated src/beespace/server/page .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Setup

# requirements/ pins every package, with hashes: see docs/decisions/0027-locked-dependencies.md.
.venv/python.stamp: tools/check_machine.sh
	@echo "==> creating .venv"
	@python=$$(tools/check_machine.sh "$(PYTHON)") && "$$python" -m venv --clear .venv
	@$(INSTALL) requirements/pip.txt
	@touch $@

# Without build isolation the build tools stay in .venv, and a change in native/ rebuilds only what it
# affects.
.venv/package.stamp: .venv/python.stamp requirements/package.txt $(SOURCES)
	@echo "==> installing beespace and its dependencies"
	@$(INSTALL) requirements/package.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(BIN)/python -c 'import beespace; print("   ", {"native": "using the C++ core", "python": "using the Python rules only"}[beespace.BACKEND])'
	@touch $@

# Where the compiler for WebAssembly can't be had, the page uses the server's engine.
.venv/engine.stamp: .venv/python.stamp requirements/wasm.txt tools/build_wasm.sh $(WASM_SOURCES)
	@$(MAKE) --no-print-directory .venv/wasm.stamp \
		|| echo "Note: the core could not be built for browsers, so the page uses the server's engine."
	@touch $@

.venv/page.stamp: .venv/package.stamp .venv/engine.stamp $(PAGE_SOURCES) $(wildcard build/wasm/*.wasm) tools/build_page.sh
	@echo "==> building the page"
	@tools/build_page.sh
	@touch $@

.venv/site.stamp: .venv/page.stamp .venv/wasm.stamp
	@echo "==> building the page for static hosts"
	@tools/build_page.sh site
	@touch $@

.venv/tools.stamp: .venv/package.stamp requirements/dev.txt
	@echo "==> installing the development tools"
	@$(INSTALL) requirements/dev.txt
	@touch $@

.venv/docs.stamp: .venv/package.stamp requirements/docs.txt
	@echo "==> installing the tools for the docs"
	@$(INSTALL) requirements/docs.txt
	@touch $@

# The compiler is only needed here, and large.
.venv/zig.stamp: .venv/python.stamp requirements/wasm.txt
	@echo "==> installing the compiler for WebAssembly"
	@$(INSTALL) requirements/wasm.txt
	@touch $@

.venv/wasm.stamp: .venv/zig.stamp tools/build_wasm.sh $(WASM_SOURCES)
	@echo "==> building the core for browsers"
	@tools/build_wasm.sh
	@touch $@

.venv/npm.stamp: .venv/package.stamp .venv/wasm.stamp tools/build_npm.sh $(NPM_SOURCES)
	@echo "==> building the package for other people's pages"
	@tools/build_npm.sh
	@touch $@

# In an environment of their own, because they bring many packages along.
.venv/dependencies.stamp: .venv/python.stamp requirements/dependencies.txt
	@echo "==> installing the tools that renew and check dependencies"
	@$(BIN)/python -m venv --clear .venv/dependencies
	@.venv/dependencies/bin/python -m pip --disable-pip-version-check --quiet install \
		--no-deps --require-hashes --requirement requirements/dependencies.txt
	@touch $@
