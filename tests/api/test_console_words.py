"""The reports that the console offers are presses of the rulebook, and its causes of a misdeal make one."""

import re
from pathlib import Path

import pytest

from burncard.rules.play.presses import PRESSES
from tests.harness.scripted import ScriptedHand

WORDS = (Path(__file__).resolve().parents[2] / "api" / "console" / "words.js").read_text(encoding="utf-8")


def offered(name: str) -> list[str]:
    """The keys of a table of words."""
    [table] = re.findall(rf"export const {name} = \{{\n(.*?)\}};", WORDS, flags=re.DOTALL)
    return re.findall(r'^  "([^"]+)":', table, flags=re.MULTILINE)


def test_every_report_is_a_press() -> None:
    [table] = re.findall(r"export const PRESSES = \[\n(.*?)\];", WORDS, flags=re.DOTALL)
    reports = re.findall(r'press: "([^"]+)"', table)
    assert len(reports) > 5
    assert set(reports) <= PRESSES


@pytest.mark.parametrize("cause", offered("MISDEALS"))
def test_every_cause_makes_a_misdeal(cause: str) -> None:
    hand = ScriptedHand("holdem")
    hand.deal(4)
    [ruling] = hand.press("misdeal-called", cause=cause, by="dealer")
    assert (ruling.rule, ruling.decision) == (cause, "misdeal")
