"""A pack of physical cards, and the stub that is dealt from it and shuffled by a machine."""

from random import Random

import pytest

from burncard.rules.cards import JOKER, PACK
from burncard.simulator.pack import Stub, make_pack


def test_a_pack_has_every_card_once_and_every_tag_once() -> None:
    pack = make_pack("red", joker=True, first_serial=1)
    assert [physical.card for physical in pack] == [*PACK, JOKER]
    assert len({physical.uid for physical in pack}) == 53
    assert {(len(physical.uid), physical.uid[:4], physical.back) for physical in pack} == {(16, "E004", "red")}


def test_two_packs_share_no_tag() -> None:
    red, blue = make_pack("red", joker=False, first_serial=1), make_pack("blue", joker=False, first_serial=0x100)
    assert not {physical.uid for physical in red} & {physical.uid for physical in blue}


def test_the_card_put_back_on_top_is_the_next_one_taken() -> None:
    stub = Stub(make_pack("red", joker=False, first_serial=1), Random(1))
    stub.shuffle()
    first = stub.take()
    stub.put_back(first, on_top=True)
    assert stub.take() is first
    assert len(stub) == 51


def test_the_stub_is_dealt_in_the_order_in_which_the_machine_gave_it_back() -> None:
    stub = Stub(make_pack("red", joker=False, first_serial=1)[:3], Random(1))
    one, two, three = stub.uids()
    stub.arrange([two, three, one])
    assert [stub.take().uid for _ in range(3)] == [two, three, one]


def test_a_pack_other_than_the_one_put_in_is_refused() -> None:
    stub = Stub(make_pack("red", joker=False, first_serial=1)[:3], Random(1))
    with pytest.raises(ValueError, match="different pack"):
        stub.arrange(stub.uids()[:2])
