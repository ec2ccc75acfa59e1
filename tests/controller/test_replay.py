"""Replaying a log: each fact as written, then its outcomes; one clear error at the first invalid line."""

from collections.abc import Iterator

import msgspec
import pytest

from burncard.controller.hand_histories.replay import LogError, replay

HAND = (
    b'{"type":"hand","id":"h1","game":"holdem","structure":"limit","button":3,"seats":{"1":500,"2":500,"3":500},'
    b'"posts":{"1":5,"2":10},"small_bet":10,"big_bet":20}'
)
CARD = b'{ "type": "card", "card": "7c", "zone": "seat:1", "new": "kept as written" }'


def run(*lines: bytes) -> list[bytes]:
    written: list[bytes] = []
    replay(lines, written.append)
    return b"".join(written).splitlines()


def test_a_fact_is_echoed_as_written_and_followed_by_its_outcomes() -> None:
    out = run(HAND, b"", CARD + b"\r\n")
    assert out[0] == HAND
    assert msgspec.json.decode(out[1])["zone"] == "seat:1"
    assert out[2] == CARD
    assert msgspec.json.decode(out[3])["zone"] == "seat:2"


def test_a_full_log_replayed_is_itself() -> None:
    once = run(HAND, CARD)
    assert run(*once) == once


def test_what_came_before_a_bad_line_is_written() -> None:
    written: list[bytes] = []
    with pytest.raises(LogError) as refused:
        replay([HAND, CARD, b'{"type":"card","card":"Kd"'], written.append)
    assert refused.value.line_number == 3
    assert str(refused.value).startswith("line 3: ")
    assert len(written) == 2


def test_a_sweep_left_open_is_closed_at_the_end() -> None:
    stray = b'{"type":"card","card":"Kd","zone":"seat:3","sweep":1}'
    out = [msgspec.json.decode(line) for line in run(HAND, stray)]
    assert [line["type"] for line in out] == ["hand", "next", "card", "next", "ruling", "result", "next"]
    assert out[4]["fact"] == 2


def test_lines_are_taken_one_at_a_time() -> None:
    written: list[bytes] = []

    def lines() -> Iterator[bytes]:
        yield HAND
        assert len(written) == 1
        yield CARD
        assert len(written) == 2

    replay(lines(), written.append)


@pytest.mark.parametrize(("before", "after"), [(2.5, 2.4), (1e9, 0), (0, -1)])
def test_a_time_that_decreases_makes_a_bad_line(before: float, after: float) -> None:
    written: list[bytes] = []
    card = b'{"type":"card","card":"7c","zone":"seat:1","t":%g}'
    with pytest.raises(LogError) as refused:
        replay([HAND[:-1] + b',"t":%g}' % before, b"", card % after], written.append)
    assert str(refused.value).startswith("line 3: t: ")
    assert len(written) == 1


def test_times_that_stay_or_are_missing_are_no_mistake() -> None:
    card = b'{"type":"card","card":"%s","zone":"seat:%d"%s}'
    lines = [card % (b"7c", 1, b',"t":3'), card % (b"8c", 2, b""), card % (b"9c", 3, b',"t":3')]
    assert len(run(HAND[:-1] + b',"t":0}', *lines)) == 8
