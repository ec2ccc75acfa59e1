# `make run` sets up and runs a table on simulated devices; `make test` sets up and runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
COMPILE := $(BIN)/pip-compile --quiet --allow-unsafe --generate-hashes --strip-extras --no-emit-index-url \
	--no-emit-trusted-host --no-emit-find-links --no-header

.PHONY: run test floor-demo wheel deb system-run system-test check mutants animation tour lock clean
.NOTPARALLEL:

run: system-run $(VENV)/.run
	$(BIN)/burncard run

test: system-test $(VENV)/.test check

check:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest --numprocesses auto --dist loadfile

# Which changes to the code the tests notice: a sample, over an hour for 300. SEED=2 draws another sample.
SAMPLE ?= 60
SEED ?= 1
mutants: $(VENV)/.test
	nice $(BIN)/python -m tests.harness.mutants --sample $(SAMPLE) --seed $(SEED)

# System packages: installed when run as root on Debian or Ubuntu, otherwise listed with the reason for each.
system-run:
	@PYTHON=$(PYTHON) tools/system-packages run

system-test:
	@PYTHON=$(PYTHON) tools/system-packages test
	@tests/usb/prepare.sh

# What running needs; then what the checks need besides. Both lock files pin every package by its hash.
$(VENV)/.run: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --require-hashes -r requirements.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.run requirements-dev.lock
	$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

# Updates both lock files from the ranges in pyproject.toml.
lock:
	$(COMPILE) --build-deps-for editable --output-file requirements.lock pyproject.toml
	$(COMPILE) --all-extras --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

# The package with the engine of the rules compiled, in dist/; an install from the tree stays plain Python.
wheel: system-test $(VENV)/.test
	BURNCARD_COMPILE=1 $(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# The Debian package for the machine's own Python, in dist/, with every Python package that it needs.
deb: system-test $(VENV)/.test
	$(BIN)/python tools/make-deb

# A room of 30 simulated tables with its servers and its floor, on this machine. Ctrl-C ends all of it.
floor-demo: system-test $(VENV)/.test
	$(BIN)/burncard floor demo

# Films the console for the README.
animation:
	PYTHONPATH=. $(BIN)/python tools/make-animation

# Takes the pictures of docs/tour.md.
tour:
	PYTHONPATH=. $(BIN)/python tools/make-tour

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .mutants build *.egg-info
