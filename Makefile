# `make verify` and `make test` need nothing beforehand but python3 (3.11 or later), pip and make.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
READY_PEOPLE := $(VENV)/.ready-people
READY_DEV := $(VENV)/.ready-dev
ARGS ?=
# A worker more than there are cores: tests of terminal programs mostly wait for them. Whoever has
# nothing left to do takes tests from another, so that the long ones at the end are shared.
WORKERS = -n $(shell expr $$(nproc || echo 2) + 1) --dist worksteal
# Hundreds of commands are started: where no bytecode is kept, each compiles all its modules anew.
unexport PYTHONDONTWRITEBYTECODE

# One target after another, also with -j: two calls of pip at once would spoil one environment.
.NOTPARALLEL:

.PHONY: help verify test test-all check lint types format bytes bench tournament mutation play kit site scoreboard curves fit clean

help: ## what each target does
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 20

verify: $(READY) ## prove every golfed script and every reference player (the main job)
	@$(PY) -m harness verify $(ARGS)

test: $(READY_DEV) ## run the tests that a change needs, in minutes
	@$(PY) -m pytest $(WORKERS) -m "not slow" --hypothesis-profile=repeatable $(ARGS)

test-all: $(READY_DEV) ## run every test: each program, level of isolation and generated hunt
	@$(PY) -m pytest $(WORKERS) $(ARGS)

check: lint types test-all ## lint, format, types and every test

lint: $(READY_DEV) ## the linter, and whether the format is kept
	@$(VENV)/bin/ruff check . && $(VENV)/bin/ruff format --check .

types: $(READY_DEV) ## mypy, strict, over everything
	@$(VENV)/bin/mypy

format: $(READY_DEV) ## rewrite the sources in the project's format
	@$(VENV)/bin/ruff check --fix . ; $(VENV)/bin/ruff format .

bytes: $(READY) ## print the size of every golfed script
	@$(PY) -m harness bytes $(ARGS)

bench: $(READY_DEV) ## measure speed, as ratios within one run
	@$(PY) -m tests.bench $(ARGS)

tournament: $(READY) ## play the challenge's four bots against one another, and print its result
	@$(PY) -m harness tournament $(ARGS)

mutation: $(READY_DEV) ## break the judges on purpose, in every way a mutant can; count what slips by
	@$(PY) -m tests.mutation $(ARGS)

play: $(READY_PEOPLE) ## play the games: a menu, or ARGS=mu_torere, menace, meta_tic_tac_toe
	@$(PY) -m harness play $(ARGS)

kit: $(READY_PEOPLE) ## write a physical MENACE to print, as a PDF
	@$(PY) -m harness kit $(ARGS)

site: $(READY_PEOPLE) ## write one page to look at all of it
	@$(PY) -m harness site $(ARGS)

curves: $(READY_PEOPLE) ## draw MENACE's learning curves into build/curves/; ARGS=--quick is quick
	@$(PY) -m harness curves $(ARGS)

fit: $(READY) ## fit the champion's table anew by self-play
	@$(PY) -m reference.meta_tic_tac_toe.fit $(ARGS)

scoreboard: $(READY) ## write the generated tables of the READMEs
	@$(PY) -m harness scoreboard

clean: ## remove everything that was made
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# No bytecode beforehand: most modules of the packages are never used, and Python keeps that of the
# others when it first imports them.
INSTALL = $(PY) -m pip install --quiet --no-compile --disable-pip-version-check

$(READY): requirements.txt $(VENV)/bin/golfproof
	$(INSTALL) -r requirements.txt
	@touch $@

$(READY_PEOPLE): requirements-people.txt $(READY)
	$(INSTALL) -r requirements-people.txt
	@touch $@

$(READY_DEV): requirements.txt requirements-people.txt requirements-dev.txt $(VENV)/bin/golfproof
	$(INSTALL) $(patsubst %,-r %,$(filter %.txt,$^))
	@touch $(READY) $(READY_PEOPLE) $@

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit("golfproof needs Python 3.11 or later, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

# The command `golfproof`, for any folder, once the environment is activated.
$(VENV)/bin/golfproof: | $(PY)
	@printf '%s\n' '#!/bin/sh' \
	  "exec '$(abspath $(PY))' -P -c 'import sys; sys.argv[0] = \"golfproof\"; sys.path.insert(0, \"$(CURDIR)\"); from harness.__main__ import main; sys.exit(main())' \"\$$@\"" > $@
	@chmod +x $@
