"""What a camera's pictures say of faces: which cards must be turned over, and how seldom wrong pictures agree."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burncard.controller.perception.faces import (
    FIRST_NATS,
    TURNED_NATS,
    Counts,
    Faces,
    Lying,
    Turn,
    face_of_new,
    turned,
)
from burncard.firmware_bridge.driver import MS
from burncard.simulator.eye import Eye
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan

cards = st.builds(Lying, st.sampled_from(("up", "down")), st.booleans(), st.booleans(), st.booleans())
counts = st.builds(Counts, st.integers(0, 255), st.integers(0, 255))
few = st.builds(Counts, st.integers(0, 4), st.integers(0, 4))


@given(st.lists(cards, max_size=7), st.one_of(counts, few))
def test_a_turn_is_never_more_than_the_picture_says(lying: list[Lying], seen: Counts) -> None:
    turn = turned(lying, seen)
    assert all(lying[number].face != turn.face for number in turn.cards)
    up = sum(card.face == "up" for card in lying)
    if seen.cards > len(lying):
        assert turn == Turn()
    if turn.face == "up":
        assert len(turn.cards) + turn.some <= max(0, seen.up - up)
        assert not (turn.cards and turn.some)
    else:
        assert seen.down == len(lying)
        assert len(turn.cards) == up


@given(st.lists(cards, max_size=7), st.data())
def test_cards_that_lie_as_the_table_has_them_are_not_turned_however_many_are_covered(
    lying: list[Lying], data: st.DataObject
) -> None:
    up = sum(card.face == "up" for card in lying)
    seen = Counts(data.draw(st.integers(0, up)), data.draw(st.integers(0, len(lying) - up)))
    assert turned(lying, seen) == Turn()


@pytest.mark.parametrize(
    ("lying", "seen", "turn"),
    [
        ("d", Counts(1, 0), Turn((0,))),
        ("dd", Counts(2, 0), Turn((0, 1))),
        ("dd", Counts(1, 1), Turn(some=1)),  # either of the two
        ("dn", Counts(1, 1), Turn(some=0)),  # a press has reported it
        ("ddu", Counts(2, 1), Turn(some=1)),
        ("dtu", Counts(2, 1), Turn((1,))),  # a ruling says which
        ("dxu", Counts(2, 1), Turn((1,))),  # one was not seen when it came
        ("du", Counts(0, 2), Turn((1,), "down")),
        ("duu", Counts(1, 2), Turn()),  # either of the two, and nothing hangs on it
        ("dd", Counts(1, 2), Turn()),  # a card that the radio has not told
        ("", Counts(1, 0), Turn()),
    ],
)
def test_a_card_is_named_only_if_no_other_can_be_meant(lying: str, seen: Counts, turn: Turn) -> None:
    kinds = {
        "u": Lying("up"),
        "d": Lying("down"),
        "n": Lying("down", named=True),
        "t": Lying("down", due=True),
        "x": Lying("down", unseen=True),
    }
    assert turned([kinds[kind] for kind in lying], seen) == turn


@pytest.mark.parametrize(
    ("known", "before", "now", "face"),
    [
        ((0, 0), (0, 0), (0, 0), None),
        ((0, 0), (0, 0), (1, 0), "up"),
        ((0, 1), (0, 1), (1, 1), "up"),
        ((0, 1), (0, 1), (1, 0), "up"),  # it covers the first one
        ((1, 2), (1, 1), (1, 2), "down"),  # one of those was covered
        ((1, 2), (1, 1), (2, 0), "up"),
        ((1, 2), (1, 2), (1, 2), None),  # it covers one of its own kind
        ((1, 2), (1, 2), (2, 3), None),  # two have come
        ((1, 2), None, (1, 1), None),
    ],
)
def test_the_face_of_a_new_card_is_the_count_that_rises(
    known: tuple[int, int], before: tuple[int, int] | None, now: tuple[int, int], face: str | None
) -> None:
    assert face_of_new(Counts(*known), None if before is None else Counts(*before), Counts(*now)) == face


def test_three_pictures_tell_a_new_card_five_that_one_is_turned_and_a_contradiction_starts_anew() -> None:
    faces = Faces()
    for number in range(2):
        faces.take(3, Counts(0, 1), 0.99, number * 100 * MS)
    assert faces.seen(3, FIRST_NATS) is None
    faces.take(3, Counts(0, 1), 0.99, 200 * MS)
    assert faces.seen(3, FIRST_NATS) == Counts(0, 1)
    faces.take(3, Counts(1, 0), 0.99, 300 * MS)
    assert faces.seen(3, FIRST_NATS) is None
    for number in range(4, 9):
        assert faces.seen(3, TURNED_NATS) is None
        faces.take(3, Counts(0, 1), 0.99, number * 100 * MS)
    assert faces.seen(3, TURNED_NATS) == Counts(0, 1)
    assert faces.seen(3, FIRST_NATS, 700 * MS) is None


def test_a_flood_an_old_picture_and_boasting_are_worth_no_more() -> None:
    faces = Faces()
    for number in range(1000):
        faces.take(3, Counts(1, 0), 1.0, 1000 * MS + number * 1000)
    assert faces.seen(3, FIRST_NATS) is None
    faces.take(3, Counts(0, 1), 1.0, 500 * MS)
    faces.take(3, Counts(0, 1), 0.5, 5000 * MS)
    for number in range(2):
        faces.take(3, Counts(1, 0), 1.0, 1100 * MS + number * 100 * MS)
    assert faces.seen(3, FIRST_NATS) == Counts(1, 0)


def test_pictures_of_which_one_in_a_hundred_is_wrong_agree_on_nothing_wrong_in_thirty_virtual_minutes() -> None:
    air = Air(TablePlan({antenna: f"seat:{antenna}" for antenna in range(1, 11)}), rng=Random(1))
    for antenna in range(1, 11):
        air.lay(f"E0040100000000{antenna:02X}", antenna, "down", 0)
        air.lay(f"E0040100000001{antenna:02X}", antenna, "up", 0)
    eye, faces = Eye(air, Random(2), range(1, 11), ()), Faces()
    truth = {at.antenna: (at.up, at.down) for at in Eye(air, Random(2), range(1, 11), (), 1.0).look(1000 * MS)}
    wrong = {FIRST_NATS: 0, TURNED_NATS: 0}
    for now_ns in range(1000 * MS, 1_800_000 * MS, 100 * MS):
        for at in eye.look(now_ns):
            faces.take(at.antenna, Counts(at.up, at.down), at.chance, now_ns)
            for nats in wrong:
                seen = faces.seen(at.antenna, nats)
                wrong[nats] += seen is not None and (seen.up, seen.down) != truth[at.antenna]
    assert wrong == {FIRST_NATS: 0, TURNED_NATS: 0}
