"""The table log's worked example, field by field: the button's first card flashed in limit hold'em."""

import json
from typing import Any

import msgspec
import pytest

from burncard.rules.facts import Fact
from burncard.rules.table import Table

HAND = (
    '{"type":"hand","id":"h1","game":"holdem","structure":"limit","button":3,"seats":{"1":500,"2":500,"3":500},'
    '"posts":{"1":5,"2":10},"small_bet":10,"big_bet":20}'
)


def card(name: str, zone: str, **more: str) -> str:
    return json.dumps({"type": "card", "card": name, "zone": zone, **more})


def due(zone: str) -> dict[str, Any]:
    return {"type": "next", "await": "card", "zone": zone, "face": "down", "street": "preflop"}


REMEDY_DEAL = {"do": "deal", "to": "seat:3", "face": "down"}
REMEDY_MOVE = {"do": "move", "card": "As", "from": "seat:3", "to": "burn"}
RULING = {
    "type": "ruling",
    "id": "r1",
    "rule": "expose.holdem-later-hole",
    "decision": "replace",
    "severity": "stop",
    "seats": [3],
    "cards": ["As"],
    "steps": [REMEDY_DEAL, REMEDY_MOVE],
}
ACTION = {
    "type": "next",
    "await": "action",
    "seat": 3,
    "to_call": 10,
    "options": ["fold", "call", "raise"],
    "min_to": 20,
    "max_to": 20,
}

LOG: list[tuple[str, list[dict[str, Any]]]] = [
    (HAND, [due("seat:1")]),
    (card("7c", "seat:1"), [due("seat:2")]),
    (card("Kd", "seat:2"), [due("seat:3")]),
    (card("As", "seat:3", face="up"), [RULING, due("seat:1")]),
    (card("2h", "seat:1"), [due("seat:2")]),
    (card("9s", "seat:2"), [due("seat:3")]),
    (card("4d", "seat:3"), [{"type": "next", "await": "remedy", "step": REMEDY_DEAL}]),
    (card("Qc", "seat:3"), [{"type": "next", "await": "remedy", "step": REMEDY_MOVE}]),
    (card("As", "burn", face="up"), [ACTION]),
]


def play(table: Table, line: str) -> list[dict[str, Any]]:
    """The outcomes of one logged fact, as their JSON objects, our own wording apart."""
    fact: Fact = msgspec.json.decode(line, type=Fact)
    outcomes = [json.loads(msgspec.json.encode(outcome)) for outcome in table.apply(fact)]
    for outcome in outcomes:
        if outcome["type"] == "ruling":
            assert outcome.pop("message")
            assert outcome.pop("source")
    return outcomes


def test_every_outcome_is_the_documented_one() -> None:
    table = Table()
    for line, expected in LOG:
        assert play(table, line) == expected, line
    assert table.finish() == []


@pytest.mark.parametrize("flop", [["5c", "6c", "8c"]])
def test_no_further_burn_is_due_at_the_flop(flop: list[str]) -> None:
    table = Table()
    for line, _ in LOG:
        play(table, line)
    play(table, '{"type":"action","seat":3,"action":"call"}')
    play(table, '{"type":"action","seat":1,"action":"call"}')
    [awaited] = play(table, '{"type":"action","seat":2,"action":"check"}')
    for name in flop:
        assert awaited == {"type": "next", "await": "card", "zone": "board", "face": "up", "street": "flop"}
        [awaited] = play(table, card(name, "board"))
    assert awaited["await"] == "action"
    assert awaited["seat"] == 1


def test_identical_facts_give_identical_bytes() -> None:
    logs = []
    for _ in range(2):
        table = Table()
        outcomes = [outcome for line, _ in LOG for outcome in table.apply(msgspec.json.decode(line, type=Fact))]
        logs.append(b"\n".join(msgspec.json.encode(outcome) for outcome in outcomes))
    assert logs[0] == logs[1]
