"""A mutation run: which changes to `rules` and `controller` do the tests notice?

`python -m tests.harness.mutants --sample 60 --seed 1` changes one place at a time, runs the tests that reach it,
for `--budget` seconds, until one fails, and writes a JSON line for each mutant to `--out`. Places are drawn per line of
code, so that a dense line counts no more than another. `--again FILE` repeats the survivors of a run; `--tests` narrows
the tests.

The tests are collected once. A mutant in a function is a fork of that process with the function's code replaced; one in
code that runs at import is a fork that imports the changed module. Mutants that no test can notice are listed in
equivalent_mutants.json with the reason; they are not run.
"""

import argparse
import gc
import importlib.machinery
import json
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any

import pytest
from hypothesis import settings

from tests.harness.mutations import Mutation, mutated, mutations
from tests.harness.reach import CACHE, OPTIONS, PRODUCT, ROOT, Reach, in_fork, reach_of

PAGE_TEST = "tests/docs/test_rulebook_page.py"  # compares what the rules declare with their page
IN_PROCESS = ("entries_and_answers", "event_stream")
TESTS = ("tests/rules", "tests/controller", PAGE_TEST, *(f"tests/api/test_{name}.py" for name in IN_PROCESS))
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.json")
CPU_S, CLOCK_S = 8.0, 60.0  # for one test, besides five times what it takes without a mutant
MEMORY_BYTES = 4 << 30


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change. `file`: relative to the root."""

    file: str
    mutation: Mutation

    @property
    def record(self) -> dict[str, Any]:
        """What identifies the mutant, also after lines above it have moved."""
        code = self.source().splitlines()[self.mutation.lines[0] - 1].strip()
        return {"file": self.file, "function": self.mutation.function, "code": code, "mutation": self.mutation.text}

    def source(self) -> str:
        """The module without the change."""
        return (ROOT / self.file).read_text(encoding="utf-8")


def runs_at_import(mutant: Mutant, reach: Reach) -> bool:
    """Whether the changed code already runs when modules are imported or tests are collected."""
    imported = reach.at_import.get(mutant.file, set())
    return not mutant.mutation.function or not imported.isdisjoint(mutant.mutation.lines)


class _Judge:
    """Pytest plugin: runs chosen tests in order until one fails."""

    def __init__(self, chosen: dict[str, float]) -> None:
        self.chosen = chosen
        self.failed = ""
        self.count = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = f"import of {report.nodeid}"

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.failed:
            self.run(session)
        return True

    def run(self, session: pytest.Session) -> None:
        """Runs the chosen tests; a test that hangs ends the process."""
        items = {item.nodeid: item for item in session.items}
        run = [items[test] for test in self.chosen if test in items]
        for item, following in zip(run, [*run[1:], None], strict=False):
            self.count += 1
            spare_s = 5 * self.chosen[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, CPU_S + spare_s)
            signal.setitimer(signal.ITIMER_REAL, CLOCK_S + spare_s)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return


class _Server:
    """Pytest plugin: judges mutants one after another, each in a fork of the session that has collected all tests."""

    def __init__(
        self, mutants: list[Mutant], reach: Reach, budget_s: float, report: Callable[[Mutant, dict[str, Any]], None]
    ) -> None:
        self.mutants, self.reach, self.budget_s, self.report = mutants, reach, budget_s, report

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for mutant in self.mutants:
            chosen = self.reach.tests_of_lines(mutant.file, mutant.mutation.lines, self.budget_s)
            if not chosen:
                self.report(mutant, {"result": "survived", "by": "", "reached_by": 0, "run": 0, "seconds": 0.0})
                continue

            def work(mutant: Mutant = mutant, chosen: dict[str, float] = chosen) -> bytes:
                replace_code(mutant)
                judge = _Judge(chosen)
                session.config.pluginmanager.register(judge)
                judge.run(session)
                return json.dumps([judge.failed, judge.count]).encode()

            self.report(mutant, _judged(work, len(chosen)))
        return True


def _judged(work: Callable[[], bytes], reaching: int) -> dict[str, Any]:
    started_s = time.perf_counter()

    def limited() -> bytes:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 1)
        return work()

    answer, ended_by = in_fork(limited)
    timed_out = ended_by in (signal.SIGPROF, signal.SIGALRM)
    by, run = ("time-out" if timed_out else "crash", None) if ended_by else json.loads(answer)
    took_s = round(time.perf_counter() - started_s, 1)
    return {"result": "killed" if by else "survived", "by": by, "reached_by": reaching, "run": run, "seconds": took_s}


def judge_at_import(mutant: Mutant, reach: Reach, tests: list[str], budget_s: float) -> dict[str, Any]:
    """Judges a mutant of code that runs at import, in a fork that has imported nothing of the product yet.

    The test modules nearest to it are tried first, since collecting all tests takes seconds.
    """
    page = {test: s for test, s in zip(reach.tests, reach.took_s, strict=True) if test.startswith(PAGE_TEST)}
    chosen = page | reach.tests_of_file(mutant.file, budget_s)
    nearest = [*dict.fromkeys(test.partition("::")[0] for test in chosen)][:4]
    result: dict[str, Any] = {}
    for paths in (nearest, tests):

        def work(paths: list[str] = paths) -> bytes:
            import_changed(mutant)
            judge = _Judge(chosen)
            signal.setitimer(signal.ITIMER_REAL, 3 * CLOCK_S)
            pytest.main([*OPTIONS, *paths], plugins=[judge])
            return json.dumps([judge.failed, judge.count]).encode()

        result = _judged(work, len(chosen))
        if result["result"] == "killed":
            break
    return result


# ---- putting a change in place --------------------


def replace_code(mutant: Mutant) -> None:
    """Replaces the code of the outermost function around a change, wherever that function is referred to."""
    name = mutant.mutation.function.removesuffix("()")
    path = (ROOT / mutant.file).resolve()
    whole = compile(mutated(mutant.source(), mutant.mutation), str(path), "exec")
    by_line = {code.co_firstlineno: code for code in _codes(whole) if code.co_qualname == name}
    replaced = 0
    for function in gc.get_objects():
        if not isinstance(function, FunctionType) or function.__code__.co_qualname != name:
            continue
        old = function.__code__
        if Path(old.co_filename).resolve() == path and old.co_firstlineno in by_line:
            function.__code__ = by_line[old.co_firstlineno].replace(co_filename=old.co_filename)
            replaced += 1
    if not replaced:
        raise LookupError(f"no function {name} from {mutant.file}")


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def import_changed(mutant: Mutant) -> None:
    """Makes the import of a module give the changed one."""
    path = (ROOT / mutant.file).resolve()
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, fullname: str) -> CodeType | None:
        loaded = self.get_filename(fullname)
        if Path(loaded).resolve() != path:
            return original(self, fullname)
        return compile(mutated(mutant.source(), mutant.mutation), loaded, "exec", dont_inherit=True)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


# ---- the run --------------------


def every_mutant() -> list[list[Mutant]]:
    """All mutants, in a group for each line of code."""
    groups: list[list[Mutant]] = []
    for folder in PRODUCT:
        for path in sorted((ROOT / folder).rglob("*.py")):
            by_line: dict[int, list[Mutant]] = {}
            for mutation in mutations(path.read_text(encoding="utf-8")):
                by_line.setdefault(mutation.lines[0], []).append(Mutant(str(path.relative_to(ROOT)), mutation))
            groups += [by_line[line] for line in sorted(by_line)]
    return groups


def drawn(count: int, seed: int) -> list[Mutant]:
    """A sample: lines drawn without repetition, one mutation of each."""
    rng = Random(seed)
    groups = every_mutant()
    return [rng.choice(group) for group in rng.sample(groups, min(count, len(groups)))]


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The results of a run."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def survivors(path: Path) -> list[Mutant]:
    """The mutants of an earlier run that survived, as far as their code still stands; of equal ones the nearest."""
    every = [mutant for group in every_mutant() for mutant in group]
    found: dict[Mutant, None] = {}
    for row in read_rows(path):
        alike = [mutant for mutant in every if mutant.file == row["file"] and mutant.record.items() <= row.items()]
        if row["result"] == "survived" and alike:
            found[min(alike, key=lambda mutant: abs(mutant.mutation.lines[0] - row["line"]))] = None
    return list(found)


@dataclass(slots=True)
class Run:
    """The mutants of a run and where their results go."""

    out: Path
    results: list[str] = field(default_factory=list)

    def report(self, mutant: Mutant, result: dict[str, Any]) -> None:
        """Writes a result, and prints a mutant that survived."""
        self.results.append(result["result"])
        row = {**mutant.record, "line": mutant.mutation.lines[0], **result}
        with self.out.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        if result["result"] == "survived":
            print(f"{mutant.file}:{mutant.mutation.lines[0]}: {mutant.mutation.text}", flush=True)

    def not_yet_judged(self, mutants: list[Mutant], earlier: list[dict[str, Any]]) -> list[Mutant]:
        """The mutants that have no result from before and are not known to be equivalent."""
        equivalent: list[dict[str, Any]] = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
        rest: list[Mutant] = []
        for mutant in mutants:
            done = [row["result"] for row in earlier if mutant.record.items() <= row.items()]
            reasons = [row["reason"] for row in equivalent if mutant.record.items() <= row.items()]
            if done:
                self.results.append(done[0])
            elif reasons:
                self.report(mutant, {"result": "equivalent", "reason": reasons[0]})
            else:
                rest.append(mutant)
        return rest

    def __str__(self) -> str:
        killed, survived, equal = (self.results.count(name) for name in ("killed", "survived", "equivalent"))
        share = 100 * killed / max(1, killed + survived)
        counts = f"{len(self.results)} mutants: {killed} killed, {survived} survived, {equal} equivalent"
        return f"{counts}\n{share:.1f} % of those that are not equivalent were killed"


def main() -> None:
    """Runs a sample and prints how many mutants were killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", type=Path, help="results of a run whose survivors are tried again")
    parser.add_argument("--resume", action="store_true", help="keep what --out has already")
    parser.add_argument("--tests", action="append", help="only these tests")
    parser.add_argument("--budget", type=float, default=30, help="seconds of tests for each mutant, as first measured")
    parser.add_argument("--out", type=Path, default=CACHE / "results.jsonl")
    options = parser.parse_args()
    settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    settings.load_profile("mutants")
    tests = options.tests or list(TESTS)
    mutants = survivors(options.again) if options.again else drawn(options.sample, options.seed)
    earlier = read_rows(options.out) if options.resume else []
    CACHE.mkdir(exist_ok=True)
    if not options.resume:
        options.out.write_text("", encoding="utf-8")
    run = Run(options.out)
    rest = run.not_yet_judged(mutants, earlier)
    reach = reach_of(tests)
    at_import = [mutant for mutant in rest if runs_at_import(mutant, reach)]
    for mutant in at_import:
        run.report(mutant, judge_at_import(mutant, reach, tests, options.budget))
    in_functions = [mutant for mutant in rest if mutant not in at_import]
    pytest.main([*OPTIONS, *tests], plugins=[_Server(in_functions, reach, options.budget, run.report)])
    print(run)


if __name__ == "__main__":
    main()
