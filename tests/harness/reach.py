"""Which tests reach which lines of the product: recorded once in a run of all tests, and kept until a file changes."""

import os
import pickle
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from hashlib import sha256
from itertools import accumulate
from operator import or_
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).parents[2]
PRODUCT = ("rules", "controller")
CACHE = ROOT / ".mutants"
AT_IMPORT = ""
OPTIONS = (
    f"--basetemp={CACHE / 'tmp'}",
    *("-o", "addopts=", "--import-mode=importlib", "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:benchmark"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # hypothesis is imported before the session begins
)


@dataclass(slots=True)
class Reach:
    """Which tests reach which lines: a bit set by file and line, one bit for each test; and each test's duration."""

    tests: list[str] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    lines: dict[str, dict[int, int]] = field(default_factory=dict)
    at_import: dict[str, set[int]] = field(default_factory=dict)

    def tests_of_lines(self, file: str, lines: Iterable[int], budget_s: float) -> dict[str, float]:
        """The tests that reach any of these lines, and how long each takes; all of them within the budget."""
        reached = self.lines.get(file, {})
        mask = reduce(or_, (reached.get(line, 0) for line in lines), 0)
        return self._within(budget_s, self._in_order(mask))

    def tests_of_file(self, file: str, budget_s: float) -> dict[str, float]:
        """The tests that reach a file, then all others, and how long each takes; all of them within the budget."""
        mask = reduce(or_, self.lines.get(file, {}).values(), 0)
        return self._within(budget_s, [*self._in_order(mask), *self._in_order(~mask)])

    def _within(self, budget_s: float, order: list[int]) -> dict[str, float]:
        spent = accumulate(self.took_s[number] for number in order)
        return {self.tests[n]: self.took_s[n] for n, s in zip(order, spent, strict=True) if s <= budget_s}

    def _in_order(self, mask: int) -> list[int]:
        """Tests by number: fastest first in each test module; a module gets time by the share of its tests chosen."""
        modules: dict[str, list[int]] = {}
        for number in sorted(range(len(self.tests)), key=self.took_s.__getitem__):
            modules.setdefault(self.tests[number].partition("::")[0], []).append(number)
        places: list[tuple[float, int]] = []
        for numbers in modules.values():
            chosen = [number for number in numbers if mask >> number & 1]
            spent = accumulate(self.took_s[number] for number in chosen)
            places += [(s * len(numbers) / len(chosen), number) for s, number in zip(spent, chosen, strict=True)]
        return [number for _, number in sorted(places)]


class _Recorder:
    """Pytest plugin: records the lines that each test reaches."""

    def __init__(self) -> None:
        self.took: dict[str, float] = {}
        self.cover = coverage.Coverage(data_file=None, include=[f"{ROOT}/{name}/*" for name in PRODUCT])
        self.cover.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.cover.switch_context(item.nodeid)
        started_s = time.perf_counter()
        result = yield
        self.took[item.nodeid] = time.perf_counter() - started_s
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            pytest.exit(f"fails without a mutant: {report.nodeid}\n{report.longreprtext}")

    def reach(self) -> Reach:
        """What was recorded."""
        self.cover.stop()
        reach = Reach([*self.took], [*self.took.values()])
        number = {test: index for index, test in enumerate(reach.tests)}
        data = self.cover.get_data()
        for path in data.measured_files():
            file = str(Path(path).relative_to(ROOT))
            reach.lines[file], reach.at_import[file] = {}, set()
            for line, contexts in data.contexts_by_lineno(path).items():
                reach.lines[file][line] = sum(1 << number[test] for test in set(contexts) if test)
                if AT_IMPORT in contexts:
                    reach.at_import[file].add(line)
        return reach


def reach_of(tests: list[str]) -> Reach:
    """What the tests reach; taken from the cache while no source file has changed."""
    digest = sha256(repr(tests).encode())
    for folder in (*PRODUCT, "api", "simulator", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    cached = CACHE / f"{digest.hexdigest()[:16]}.pickle"
    if not cached.exists():

        def record() -> bytes:
            recorder = _Recorder()
            if pytest.main([*OPTIONS, *tests], plugins=[recorder]):
                raise RuntimeError("the tests do not pass without a mutant")
            return pickle.dumps(recorder.reach())

        cached.write_bytes(in_fork(record)[0])
    reach: Reach = pickle.loads(cached.read_bytes())
    return reach


def in_fork(work: Callable[[], bytes]) -> tuple[bytes, int]:
    """Does work in a fork of this process; what it returned (nothing if it died), and the signal that ended it, or 0.

    Raises RuntimeError if the work raised.
    """
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        try:
            with os.fdopen(write, "wb") as pipe:
                pipe.write(work())
            os._exit(0)
        except BaseException:  # the fork must end here, and never go on as a second test run
            traceback.print_exc()
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(pid, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise RuntimeError("the fork ended with an exception")
    return answer, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
