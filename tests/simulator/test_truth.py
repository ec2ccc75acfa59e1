"""The twin's rulings, and which of the table's are meant by them."""

import pytest

from burncard.simulator.truth import Ruled, Truth

STOPS = ("t1", "t4")
"""Two hands of which the same rule says that the floor decides."""


def stop(id_: str, rule: str = "dead.mucked") -> Ruled:
    return Ruled(rule, 0, True, id_)


@pytest.mark.parametrize(("number", "meant"), [("r6", "t1"), ("r8", "t4")])
def test_each_of_two_stops_of_one_rule_is_the_tables_in_the_same_order(number: str, meant: str) -> None:
    truth = Truth(ruled=[stop("r6"), Ruled("table.floor", 0, False, "r7"), stop("r8"), stop("r9", "table.unforeseen")])
    table = [stop("t0", "burn.stud-error"), *map(stop, STOPS)]
    assert truth.id_at(table, number) == meant


def test_a_stop_that_the_table_has_not_ruled_on_yet_is_the_one_that_it_has() -> None:
    truth = Truth(ruled=[stop("r6"), stop("r8")])
    assert truth.id_at([stop("t1")], "r6") == "t1"


def test_a_ruling_that_the_table_has_none_like_keeps_its_number() -> None:
    truth = Truth(ruled=[stop("r6")])
    assert truth.id_at([stop("t1", "burn.stud-error")], "r6") == "r6"
