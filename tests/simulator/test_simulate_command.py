"""`burncard simulate`: several tables in several processes."""

import re

from typer.testing import CliRunner

from burncard.api.command_line import app

WORDS = ["simulate", "--hands", "1", "--seats", "2", "--game", "stud5"]


def printed(*words: str) -> dict[str, str]:
    done = CliRunner().invoke(app, [*WORDS, *words])
    assert done.exit_code == 0, done.output
    return dict(re.findall(r"^(hands|cards|hash) +(\w+)$", done.stdout, re.MULTILINE))


def test_tables_are_dealt_alike_in_any_number_of_processes() -> None:
    together = printed("--tables", "2", "--jobs", "2")
    assert together == printed("--tables", "2")
    first, second = printed(), printed("--seed", "8")
    assert int(together["cards"]) == int(first["cards"]) + int(second["cards"])
    assert len({together["hash"], first["hash"], second["hash"]}) == 3


def test_a_log_is_of_one_table() -> None:
    done = CliRunner().invoke(app, [*WORDS, "--tables", "2", "--log", "hands.jsonl"])
    assert done.exit_code == 2
    assert "a log is of one table" in done.output
