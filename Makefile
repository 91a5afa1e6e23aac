# Every command sets up its own virtual environment first; Python 3.11 or newer and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help cover play run backup restore test check bench soak accept pictures clean

help:
	@echo "make play   play in a browser, without a token"
	@echo "make run    run the bot on Discord (needs DISCORD_TOKEN in .env)"
	@echo "make backup copy the database while the bot runs, into var/backups"
	@echo "make restore FROM=var/backups/... put a copy back while the bot is stopped"
	@echo "make test   everything that CI runs"
	@echo "make check  the quick half of it: format, lint, types, imports"
	@echo "make cover  the tests, counting the lines that they reach"
	@echo "make bench  measure, with ratios side by side"
	@echo "make soak   the long tests"
	@echo "make pictures draw the pictures of the docs anew"
	@echo "make accept take the pictures that the program draws now as the golden ones"

play: $(VENV)/.installed
	$(BIN)/python bot.py --sandbox

run: $(VENV)/.installed
	$(BIN)/python bot.py

backup: $(VENV)/.installed
	$(BIN)/python -m operations backup

restore: $(VENV)/.installed
	@test -n "$(FROM)" || { echo "Name the backup: make restore FROM=var/backups/..."; exit 2; }
	$(BIN)/python -m operations restore "$(FROM)"

# Much of the tests is waiting, so that four at once suit two processors.
test: check
	$(BIN)/python -m pytest --numprocesses 4

# Counting lines takes as long again as the tests, which is why they run without it.
cover: $(VENV)/.installed-dev
	$(BIN)/python -m pytest --numprocesses 4 --cov --cov-report=term

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks

soak: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m slow -s

accept: $(VENV)/.installed-dev
	$(BIN)/python -m tests.renderer.accept

pictures: $(VENV)/.installed-dev
	$(BIN)/python -m tests.renderer.gallery

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage *.egg-info

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Setting up a virtual environment (once) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python's venv module is missing (Debian and Ubuntu: apt install python3-venv)"; exit 1; }

# Compiled search is an extra: it is left out where there are no wheels for it (musl, Macs with Intel processors).
SEARCH := $(PIP) --only-binary numba,llvmlite,numpy --editable '.[search]' 2>/dev/null \
	|| echo "No compiled search for this system: hints are simple ones, and there is no solver."

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing what the program needs (once) ..."
	@$(PIP) --editable .
	@$(SEARCH)
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing what the program and its tests need (once) ..."
	@$(PIP) --editable '.[dev]'
	@$(SEARCH)
	@touch $@ $(VENV)/.installed
