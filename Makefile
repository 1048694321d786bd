# Everything runs inside .venv; the stamp files say which installation is up to date.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := setup.py pyproject.toml $(shell find core bots arena -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi')

.PHONY: install demo serve game test learn-test docs-test docs-update bench strength strength-long soak debug-test lint clean

install: $(VENV)/installed

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "arena: Python 3.11 or newer is needed: set PYTHON to one, as in 'make PYTHON=python3.12 demo'." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,bench]"
	@touch $@

demo: install
	$(BIN)/arena demo

# A living arena in the browser: http://127.0.0.1:8000
serve: install
	$(BIN)/arena serve --demo

# Two tests at a time: many of them wait for processes. A test that hangs fails after five minutes and says where; where
# not even that is possible (Ray holds the interpreter while it starts), its process ends after six.
test: install
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal --timeout 300 \
		-o faulthandler_timeout=360 -o faulthandler_exit_on_timeout=true

# The examples of examples/learn, whole, and OpenSpiel: about ten minutes. PyTorch stays out of everything else.
learn-test: $(VENV)/installed-learn
	$(BIN)/python -m pytest -m "learn or not learn" tests/examples tests/arena/envs

$(VENV)/installed-learn: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,bench,learn]"
	@touch $@

# Every transcript of README.md and docs/, the slow ones too; docs-update writes down what comes back now.
docs-test: $(VENV)/installed-bench
	$(BIN)/python -m pytest tests/test_docs.py -m "docs or not docs"

docs-update: $(VENV)/installed-bench
	$(BIN)/python -m tests.docs

bench: $(VENV)/installed-bench
	$(BIN)/python -m benchmarks

strength: install
	$(BIN)/python -m benchmarks.strength
	$(BIN)/python -m benchmarks.yardstick --milliseconds 20 --deals 100 --out runs/yardstick-20.json

# At 200 ms per decision, until the interval is 7 points either way: hours. Interrupt it; the same command carries on.
strength-long: install
	$(BIN)/python -m benchmarks.yardstick --milliseconds 200 --deals 20 --width 7 --out runs/yardstick-200.json

soak: install
	$(BIN)/python -m pytest -m soak

# One game: builds it, writes golden files that are missing, and runs every test that concerns it. With DEBUG=1 on a
# build with bounds checks and invariants, in a copy of the tree.
GAME_TESTS = $(addprefix tests/core/test_,properties.py fuzz.py golden.py knowledge.py learning.py pictures.py picture_boxes.py) \
	$(wildcard tests/core/$(GAME) tests/core/test_$(GAME).py)
GAME_TREE := build/debug-game
game: $(BIN)/python
	@test -d "core/$(GAME)" || { echo "make: GAME=$(GAME) is no folder of core/, as in 'make game GAME=airlock'." >&2; exit 2; }
	@$(BIN)/python -c 'import Cython, pytest, hypothesis, numpy' 2>/dev/null || $(MAKE) --no-print-directory install
ifeq ($(DEBUG),1)
	@mkdir -p $(GAME_TREE)
	@git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents --update -t $(GAME_TREE)
	@cd $(GAME_TREE) && ARENA_DEBUG=1 ARENA_GAME=$(GAME) $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace \
		&& ARENA_GAME=$(GAME) PYTHONPATH=. $(CURDIR)/$(BIN)/python -m pytest $(GAME_TESTS)
else
	@ARENA_GAME=$(GAME) $(BIN)/python setup.py --quiet build_ext --inplace
	@ARENA_GAME=$(GAME) $(BIN)/python -m tests.core.golden --missing
	@ARENA_GAME=$(GAME) $(BIN)/python -m tests.bots.golden --missing
	@ARENA_GAME=$(GAME) $(BIN)/python -m pytest $(GAME_TESTS)
	@$(BIN)/python -m pytest tests/bots tests/core/test_vector.py tests/core/test_build.py -k "$(GAME) or allocates"
endif

# The whole suite on a build with bounds checks and invariants, in a copy of the tree.
DEBUG_TREE := build/debug-tree
debug-test: install
	rm -rf $(DEBUG_TREE) && mkdir -p $(DEBUG_TREE)
	git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t $(DEBUG_TREE)
	cd $(DEBUG_TREE) && ARENA_DEBUG=1 $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace \
		&& $(CURDIR)/$(BIN)/python -m pytest

lint: install
	$(BIN)/ruff check .
	$(BIN)/mypy

clean:
	rm -rf build dist *.egg-info .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find core bots arena -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
