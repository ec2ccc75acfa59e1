# `make run` sets up and runs the table on simulated devices; `make test` sets up and runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test system-run system-test check lock clean

run: system-run $(READY)
	$(BIN)/burncard run

test: system-test $(READY) check

check:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

system-run:
	@PYTHON=$(PYTHON) tools/system-packages run

system-test:
	@PYTHON=$(PYTHON) tools/system-packages test
	@tests/usb/prepare.sh

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Writes the lock file anew from the ranges in pyproject.toml.
lock:
	$(BIN)/pip-compile --quiet --all-extras --allow-unsafe --generate-hashes --strip-extras --no-emit-index-url \
		--no-emit-trusted-host --no-emit-find-links --no-header --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
