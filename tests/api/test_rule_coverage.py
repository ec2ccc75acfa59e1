"""`burncard rules --coverage`, and the files that it reads."""

import json
from typing import get_args

import pytest
from typer.testing import CliRunner

from burncard.api.command_line import app
from burncard.api.rule_coverage import State, load_coverage, read_coverage

DOCUMENTS = load_coverage()


def command(*words: str) -> str:
    done = CliRunner().invoke(app, ["rules", "--coverage", *words], env={"COLUMNS": "250"})
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize(
    "row",
    [
        '{ says = "nothing holds it" }',
        '{ says = "both", ids = ["deck.duplicate"], not_enforced = "advice" }',
        '{ says = "misspelled", id = ["deck.duplicate"] }',
        '{ ids = ["deck.duplicate"] }',
    ],
)
def test_a_malformed_sentence_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match=r"1\.1|unknown field|missing required field"):
        read_coverage(f'document = "Rules of the club"\n["the deal"]\n"1.1" = {row}')


def test_the_command_counts_each_document_and_lists_its_sentences() -> None:
    printed = command()
    for document in DOCUMENTS:
        held, unheld, not_enforced = (document.count(state) for state in get_args(State))
        assert f"{document.title}: {held} held, {unheld} open, {not_enforced} not enforced" in printed
        assert held + unheld + not_enforced == len(document.sentences)
    [row] = [line for line in printed.splitlines() if "│ 44.1 " in line and "single" in line]
    assert "extra.one-card-before-betting" in row


def test_the_command_prints_json() -> None:
    listed = json.loads(command("--json"))
    assert len(listed) == sum(len(it.sentences) for it in DOCUMENTS)
    assert {
        "document": "Robert's Rules",
        "part": "general sections",
        "section": "irregularities",
        "line": 43,
        "number": 1,
        "says": "missing card does not undo a result",
        "state": "held",
        "ids": ["deck.missing-card", "deck.count"],
        "reason": "",
    } in listed


def test_the_command_lists_the_sentences_of_one_rule() -> None:
    listed = json.loads(command("dead.touches-board", "--json"))
    assert {it["document"] for it in listed} == {"General house rules"}
    assert all("dead.touches-board" in it["ids"] for it in listed)
    assert "General house rules" in command("dead.touches-board")


def test_the_command_refuses_an_unknown_rule() -> None:
    done = CliRunner().invoke(app, ["rules", "dead.unheard-of", "--coverage"])
    assert (done.exit_code, done.stderr) == (2, "unknown rule dead.unheard-of\n")


@pytest.mark.parametrize("option", ["--game", "--house"])
def test_the_command_refuses_to_cover_a_part_of_a_document(option: str) -> None:
    done = CliRunner().invoke(app, ["rules", "--coverage", option, "holdem"])
    assert (done.exit_code, done.stderr) == (2, "--coverage lists whole documents; leave out --game and --house\n")
