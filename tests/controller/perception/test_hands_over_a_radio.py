"""Whole hands over a radio, judged by a twin table that knows what really lies where."""

import pytest

from tests.harness.radio_felt import QUALITIES
from tests.harness.radio_room import RadioRoom

HANDS = range(12)
"""One of each game."""


@pytest.mark.parametrize("radio", ["perfect", "good", "typical"])
def test_clean_hands_bring_no_ruling(radio: str) -> None:
    rooms = [RadioRoom(QUALITIES[radio], 5, number) for number in HANDS]
    assert [(seen.game, seen.rules) for seen in (room.run() for room in rooms) if seen.verdict != "right"] == []


def test_mistakes_are_ruled_on_as_if_everything_had_been_seen_at_once() -> None:
    rooms = [RadioRoom(QUALITIES["good"], 5, number, mistakes=True) for number in HANDS]
    played = [room.run() for room in rooms]
    assert sum(bool(seen.mistake) for seen in played) >= 6
    assert [(seen.mistake, seen.true_rules, seen.rules) for seen in played if seen.verdict != "right"] == []
