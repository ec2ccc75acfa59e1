"""`burncard rules --coverage`: the rule sentences of each document, and the rules that hold them."""

import sys
from typing import get_args

import msgspec
from rich.console import Console
from rich.table import Table as TextTable

import burncard.rules.book  # noqa: F401  declares every rule
from burncard.api.rule_coverage import DocumentCoverage, Sentence, State, load_coverage
from burncard.rules.rulings.rulebook import RULES

BAD_ARGUMENTS = 2


def show_coverage(game: str, house: str, rule_id: str, *, as_json: bool) -> int:
    """Prints the sentences that a rule holds, or all sentences; the exit code. Refuses a game or a house."""
    problem = _problem(game, house, rule_id)
    if problem:
        print(problem, file=sys.stderr)
        return BAD_ARGUMENTS
    documents = load_coverage()
    if as_json:
        listed = [_described(it, sentence) for it in documents for sentence in _chosen(it, rule_id)]
        print(msgspec.json.format(msgspec.json.encode(listed), indent=1).decode())
        return 0
    for document in documents:
        _print_document(document, _chosen(document, rule_id))
    return 0


def _problem(game: str, house: str, rule_id: str) -> str:
    if game or house:
        return "--coverage lists whole documents; leave out --game and --house"
    return f"unknown rule {rule_id}" if rule_id and rule_id not in RULES else ""


def _chosen(document: DocumentCoverage, rule_id: str) -> list[Sentence]:
    return [sentence for sentence in document.sentences if rule_id in ("", *sentence.ids)]


def _described(document: DocumentCoverage, sentence: Sentence) -> dict[str, object]:
    return {
        "document": document.document,
        "part": document.part,
        "section": sentence.section,
        "line": sentence.line,
        "number": sentence.number,
        "says": sentence.says,
        "state": sentence.state,
        "ids": sentence.ids,
        "reason": sentence.reason,
    }


def _print_document(document: DocumentCoverage, sentences: list[Sentence]) -> None:
    if not sentences:
        return
    counts = ", ".join(f"{document.count(state)} {state}" for state in get_args(State))
    table = TextTable("line", "what it says", "held by", title=f"{document.title}: {counts}")
    section = ""
    for sentence in sentences:
        if sentence.section != section:
            section = sentence.section
            table.add_section()
            table.add_row("", f"[bold]{section}[/bold]", "")
        table.add_row(sentence.at, sentence.says, _held_by(sentence))
    Console().print(table)


def _held_by(sentence: Sentence) -> str:
    missing = f"{sentence.state}: {sentence.reason}" if sentence.reason else ""
    return "\n".join(filter(None, (*sentence.ids, missing)))
