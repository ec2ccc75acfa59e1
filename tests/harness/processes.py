"""The `burncard` command as real processes, all ended with the test that started them."""

import os
import subprocess
import sys

BURNCARD = (sys.executable, "-c", "from burncard.api.command_line import main; main()")


class Processes:
    """Starts the command. `errors`: where standard error goes, as `subprocess` names it."""

    def __init__(self, errors: int = subprocess.PIPE) -> None:
        self._errors = errors
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Starts `burncard` with these words, its output 200 columns wide."""
        process = subprocess.Popen(
            [*BURNCARD, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env=os.environ | {"COLUMNS": "200"},
        )
        self._running.append(process)
        return process

    def end(self) -> None:
        """Kills every process that was started."""
        for process in self._running:
            process.kill()
            process.communicate()
