# Rookery: everything a person or a machine runs. `make` alone says what there is.

PYTHON := .venv/bin/python
# The system's own Python first, if it can make an environment: distributions build theirs with all optimizations, version
# managers often without, and a game of stewards then takes a tenth longer.
PYTHONS := /usr/bin/python3 python3.13 python3.12 python3.11 python3.14 python3
SYSTEM_PYTHON ?= $(shell for needs in "import ensurepip" ""; do for p in $(PYTHONS); do \
	if command -v $$p >/dev/null 2>&1 && $$p -c "import sys; $$needs; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; \
	then echo $$p; exit; fi; done; done)
# Groups of development dependencies that `make setup` brings in besides what the program itself needs.
GROUPS := test lint build
# Arguments for pytest, for instance `make test ARGS="tests/worker -x"`.
ARGS ?=
# One more than there are processors: now and then each test waits for a disk, a browser or another process.
JOBS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))

.DEFAULT_GOAL := help
.PHONY: audit e2e nightly mutants fuzz faults faults-ci mailgame month week rush help setup play test quick check lint words looks bench map clean

help: ## say what there is
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

setup: .venv/.ready ## make the environment in .venv (quick when nothing changed)

# The program alone; enough to play.
.venv/.program: pyproject.toml
	@test -n "$(SYSTEM_PYTHON)" || { echo "Rookery needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@test -x $(PYTHON) || $(SYSTEM_PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python cannot make an environment here. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "The environment in .venv is of a Python older than 3.11; remove the folder and try again." >&2; exit 1; }
	@echo "Installing Rookery into .venv ..."
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# What tests, checks and map building need besides.
.venv/.ready: .venv/.program
	@echo "Installing what tests and checks need ..."
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check $(foreach group,$(GROUPS),--group $(group))
	@touch $@

play: .venv/.program ## play now: a demo game in the browser, everything on this machine
	$(PYTHON) -m worker play

test: setup ## the whole suite; what is not there is started or named
	$(PYTHON) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

lint: setup ## style, types, layers
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

quick: setup ## twenty seconds: style, types of what changed, layers, the fastest cases
	.venv/bin/ruff check -q .
	.venv/bin/ruff format -q --check .
	.venv/bin/mypy
	$(PYTHON) -m pytest -n 2 tests/adjudicator/test_cases.py tests/families tests/house/test_layers.py tests/house/test_no_circles.py -k "not postgresql" $(ARGS)

check: lint test ## what a machine checks before a change is taken: lint and the whole suite

audit: setup ## known holes in what the program is built on, and the licences of it
	$(PYTHON) .ci/audit.py

fuzz: setup ## ten thousand hostile bodies against forms, the API and imports
	FUZZ_BODIES=10000 $(PYTHON) -m pytest tests/security/test_fuzz.py

mutants: setup ## changes the rules in one place at a time: which changes does no test notice? (SAMPLE=400 SEED=1, FULL=1: all)
	$(PYTHON) -m tests.mutants

words: setup ## bring the catalogs of translations up to date (ARGS="--renames FILE": sentences that changed)
	$(PYTHON) -m narration.catalogs $(ARGS)

looks: setup ## pictures of every page, light and dark, desk and telephone; --compare, --keep: against those reviewed
	$(PYTHON) -m tests.e2e.looks build/looks $(ARGS)

bench: setup ## measure times, sizes and ways through the program; one line of JSON
	@$(PYTHON) -m tests.bench.survey

nightly: setup ## the suite with every slice of a random property in full, and the fault experiments for CI: long
	ROOKERY_SLICES=full FUZZ_BODIES=10000 MUTATED_SHEETS=10000 WRITTEN_SHEETS=2000 \
		$(PYTHON) -m pytest -n $(JOBS) --dist worksteal $(ARGS)
	$(MAKE) faults-ci

faults: setup ## the fault experiments in full: thousands of kills, hours
	ROOKERY_FAULTS=full $(PYTHON) -m pytest -s tests/faults $(ARGS)

faults-ci: setup ## the fault experiments in the sizes for CI: minutes
	ROOKERY_FAULTS=ci $(PYTHON) -m pytest -n 2 --dist worksteal --durations 0 --durations-min 5 tests/faults $(ARGS)

mailgame: setup ## a game by mail alone, through Postfix, OpenDKIM, OpenDMARC and Dovecot too where they are installed
	ROOKERY_MAIL_GAME=full $(PYTHON) -m pytest -v tests/e2e/test_mail_game.py tests/e2e/test_mail_other_games.py $(ARGS)

e2e: setup ## every test with a browser, in full: each phase and question by mouse, keys, touch and without scripts
	ROOKERY_SLICES=full $(PYTHON) -m pytest -n 2 --dist worksteal -m browser tests/e2e tests/web/gm tests/security/test_in_a_browser.py $(ARGS)

month: setup ## a month of 200 games in minutes, and whether all went as promised
	$(PYTHON) -m tests.bench.month

week: setup ## a week of 10,000 games on PostgreSQL: what it takes of the processor, when it peaks
	$(PYTHON) -m tests.bench.week

rush: setup ## 1,000 games due in one moment, with PostgreSQL, Redis and a mail server
	$(PYTHON) -m tests.bench.rush

edge: setup ## 500 idle and 200 slow connections beside 10 readers: two minutes
	$(PYTHON) -m tests.bench.edge

map: setup ## draw the geometry of the map anew (it is kept in the repository)
	$(PYTHON) -m atlas.thrones.cartography

clean: ## remove the environment and what the program keeps on this machine
	rm -rf .venv var
