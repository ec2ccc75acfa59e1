"""The virtual dealer does what is awaited, and reports when it cannot."""

from random import Random

import pytest

from burncard.rules.cards import BURN, MUCK, STUB, UNREAD, Seat, seat_zone
from burncard.rules.facts import Press
from burncard.rules.outcomes import AwaitRemedy, AwaitReturn, Ruling, Step
from burncard.simulator.dealer import Dealer, NotThereError, Put
from burncard.simulator.pack import make_pack
from tests.harness.scripted import ScriptedHand


def test_an_awaited_card_that_lies_nowhere_is_reported() -> None:
    """Five cards are discarded, and the floor takes the last one back by word alone."""
    hand = ScriptedHand("lowball-27", draws={1: 5})
    hand.until("discard", seat=1)
    for _ in range(5):
        hand.step()
    hand.give(Press(press="retract", fact=len(hand.facts), by="floor"))
    with pytest.raises(NotThereError):
        hand.step()


def test_a_dealer_who_moved_the_wrong_card_tries_another() -> None:
    """A card of several was pressed as flashed, and only the table knows which it took that for."""
    dealer = Dealer(make_pack("red", joker=False, first_serial=1), Random(1))
    seat, burn = seat_zone(Seat(3)), BURN
    cards = [dealer.put(dealer.stub.take(), seat, "down").physical for _ in range(3)]
    moved = []
    for _ in range(7):
        doing = dealer.follow(AwaitRemedy(step=Step(do="move", from_=seat, to=burn)))
        assert isinstance(doing, Put)
        moved.append(doing.physical)
        back = Step(do="move", from_=burn, to=seat)
        dealer.hear([ruling("deal.gate-on-betting", steps=(back,))])
        dealer.follow(AwaitRemedy(step=back))
    assert set(moved[:6]) == set(cards)


def test_the_drawers_own_discards_are_not_shuffled_in_however_they_were_thrown() -> None:
    dealer = Dealer(make_pack("red", joker=False, first_serial=1), Random(1))
    drawer, other = Seat(3), Seat(4)
    for seat in (other, drawer):
        hand = [dealer.put(dealer.stub.take(), seat_zone(seat), "down").physical for _ in range(3)]
        for physical in hand:
            dealer.put(physical, MUCK, "down")
    others = {put.physical for put in dealer.in_zone(MUCK)[:3]}
    dealer.hear([ruling("draw.out-of-cards", seats=(drawer,))])
    returned = set()
    for left in (3, 2, 1):
        put = dealer.follow(AwaitReturn(cards=(UNREAD,) * left, to=STUB, from_=MUCK))
        assert isinstance(put, Put)
        returned.add(put.physical)
    assert returned == others


def ruling(rule: str, *, seats: tuple[Seat, ...] = (), steps: tuple[Step, ...] = ()) -> Ruling:
    """A stop."""
    return Ruling(
        id="r1",
        rule=rule,
        decision="correct",
        severity="stop",
        seats=seats,
        cards=(),
        steps=steps,
        message="",
        source="",
    )
