"""Servers and tools that tests run. `make test` installs them, or stops where it may not; a bare pytest goes on."""

import pytest

from burncard.api.floor.local_servers import ServerMissingError, program


def installed(name: str, package: str) -> str:
    """Where a program is. The test is skipped, with the reason, where it is not installed."""
    try:
        return program(name, package)
    except ServerMissingError as error:
        pytest.skip(str(error))
