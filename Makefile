# Rookery: commands for people and CI. `make` lists them.

PYTHON := .venv/bin/python
# Prefer the system's Python if it can create an environment: distributions build it with all optimizations. Version
# managers often do not, and a game of bots then takes a tenth longer.
PYTHONS := /usr/bin/python3 python3.13 python3.12 python3.11 python3.14 python3
SYSTEM_PYTHON ?= $(shell for needs in "import ensurepip" ""; do for p in $(PYTHONS); do \
	if command -v $$p >/dev/null 2>&1 && $$p -c "import sys; $$needs; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; \
	then echo $$p; exit; fi; done; done)
# Groups of development dependencies that `make setup` installs.
GROUPS := test lint build
# Arguments for pytest, for instance `make test ARGS="tests/worker -x"`.
ARGS ?=
# One more than processors, because tests sometimes wait for a disk, a browser or another process.
JOBS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))

.DEFAULT_GOAL := help
.PHONY: audit e2e nightly mutants fuzz faults faults-ci mailgame month week rush help setup play test quick check lint words looks bench map clean

help: ## list the commands
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

setup: .venv/.ready ## create the environment in .venv (quick if nothing changed)

# Rookery alone; enough to play.
.venv/.program: pyproject.toml
	@test -n "$(SYSTEM_PYTHON)" || { echo "Rookery needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@test -x $(PYTHON) || $(SYSTEM_PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python cannot create an environment here. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "The environment in .venv has a Python older than 3.11; remove the folder and try again." >&2; exit 1; }
	@echo "Installing Rookery into .venv ..."
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# What tests, checks and drawing the map need as well.
.venv/.ready: .venv/.program
	@echo "Installing the tools for tests and checks ..."
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check $(foreach group,$(GROUPS),--group $(group))
	@touch $@

play: .venv/.program ## play a demo game in your browser, on this machine
	$(PYTHON) -m worker play $(if $(PORT),--port $(PORT))

test: setup ## run all tests; starts missing services or names them
	$(PYTHON) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

lint: setup ## check style, types and layers
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

quick: setup ## check style, types and layers, and run the fastest tests: twenty seconds
	.venv/bin/ruff check -q .
	.venv/bin/ruff format -q --check .
	.venv/bin/mypy
	$(PYTHON) -m pytest -n 2 tests/adjudicator/test_cases.py tests/families tests/house/test_layers.py tests/house/test_no_circles.py -k "not postgresql" $(ARGS)

check: lint test ## what CI checks: lint and all tests

audit: setup ## check dependencies for known vulnerabilities and licences
	$(PYTHON) .ci/audit.py

fuzz: setup ## send ten thousand hostile bodies to forms, the API and imports
	FUZZ_BODIES=10000 $(PYTHON) -m pytest tests/security/test_fuzz.py

mutants: setup ## mutation testing: which changes of the rules does no test notice? (SAMPLE=400 SEED=1, FULL=1: all)
	$(PYTHON) -m tests.mutants

words: setup ## update the translation catalogs (ARGS="--renames FILE": changed sentences)
	$(PYTHON) -m narration.catalogs $(ARGS)

looks: setup ## screenshots of every page, light and dark, wide and narrow (ARGS: --compare, --keep)
	$(PYTHON) -m tests.e2e.looks build/looks $(ARGS)

bench: setup ## run the benchmarks; prints one line of JSON
	@$(PYTHON) -m tests.bench.survey

nightly: setup ## all tests with all random examples, and the fault experiments for CI: long
	ROOKERY_SLICES=full FUZZ_BODIES=10000 MUTATED_SHEETS=10000 WRITTEN_SHEETS=2000 \
		$(PYTHON) -m pytest -n $(JOBS) --dist worksteal $(ARGS)
	$(MAKE) faults-ci

faults: setup ## the fault experiments in full: thousands of kills, hours
	ROOKERY_FAULTS=full $(PYTHON) -m pytest -s tests/faults $(ARGS)

faults-ci: setup ## the fault experiments in the sizes for CI: minutes
	ROOKERY_FAULTS=ci $(PYTHON) -m pytest -n 2 --dist worksteal --durations 0 --durations-min 5 tests/faults $(ARGS)

mailgame: setup ## play a game by email only, through Postfix, OpenDKIM, OpenDMARC and Dovecot if installed
	ROOKERY_MAIL_GAME=full $(PYTHON) -m pytest -v tests/e2e/test_mail_game.py tests/e2e/test_mail_other_games.py $(ARGS)

e2e: setup ## all browser tests in full: each phase and question by mouse, keys, touch and without scripts
	ROOKERY_SLICES=full $(PYTHON) -m pytest -n 2 --dist worksteal -m browser tests/e2e tests/web/gm tests/security/test_in_a_browser.py $(ARGS)

month: setup ## simulate a month of 200 games in minutes, and check all promises
	$(PYTHON) -m tests.bench.month

week: setup ## simulate a week of 10,000 games on PostgreSQL: processor time and peaks
	$(PYTHON) -m tests.bench.week

rush: setup ## resolve 1,000 games due at the same moment, with PostgreSQL, Redis and a mail server
	$(PYTHON) -m tests.bench.rush

edge: setup ## test 500 idle and 200 slow connections beside 10 readers: two minutes
	$(PYTHON) -m tests.bench.edge

map: setup ## draw the geometry of the map again (it is stored in the repository)
	$(PYTHON) -m atlas.thrones.cartography

clean: ## remove the environment and all local data
	rm -rf .venv var
