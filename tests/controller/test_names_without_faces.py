"""Where no sensor sees faces: which cards a table names, and that it names none that nobody has turned over."""

from typing import Any

import msgspec
import pytest

from burncard.controller.config import TableConfig
from burncard.controller.hand_histories.table_log import encode
from burncard.controller.journal.export import public_log
from burncard.controller.views import BACK, table_view, view_of
from burncard.hardware.layout import load_layout
from burncard.rules.cards import UNREAD, Seat, seat_zone
from burncard.rules.facts import Action, CardSeen
from burncard.rules.outcomes import AwaitAction, AwaitShow

LAYOUT = load_layout()


class Heard:
    """What a table without sensors of faces tells, and whether that names a card."""

    def __init__(self, rig: Any) -> None:
        lay = rig.lay
        rig.lay = lambda uid, zone, face="down", **how: lay(uid, zone, "unknown", **how)
        self.rig = rig
        self.told: list[Any] = []
        rig.service.record.subscribe(self.told.append)

    def names(self, uid: str) -> bool:
        """Whether any fact, view or later answer names a card."""
        service, journal = self.rig.service, self.rig.journal
        told = [msgspec.json.encode((one.fact, one.outcomes, list(one.shown.items()))) for one in self.told]
        later = [encode(one.fact) for one in service.record.updates_after(0)]
        again = public_log(journal, self.rig.decks, "t")
        views = [msgspec.json.encode((view_of(service, "floor"), table_view(service, "dealer", "Ann")))]
        return f'"{self.rig.cards[uid]}"'.encode() in b"\n".join((*told, *later, *again, *views))

    def facts_of(self, zone: str) -> list[CardSeen]:
        return [one.fact for one in self.told if isinstance(one.fact, CardSeen) and one.fact.zone == zone]


@pytest.fixture
def heard(rig: Any) -> Heard:
    return Heard(rig)


def lying_at(rig: Any, zone: str) -> list[str]:
    return [uid for uid, (antenna, _) in rig.lying.items() if antenna == LAYOUT.antenna_of(zone)]


def fold_one(rig: Any) -> str:
    """The player to act folds, and the hand is thrown in; one of its cards."""
    seat = rig.deal_until_action().seat
    rig.act("fold")
    cards = lying_at(rig, seat_zone(Seat(seat)))
    for uid in cards:
        rig.put(uid, "muck")
    return str(cards[0])


def fold_all(rig: Any) -> None:
    while rig.service.record.in_hand:
        rig.act("fold")


def play_on(rig: Any) -> None:
    """The next card, or a check or a call."""
    offers = {offer.action for offer in table_view(rig.service, "dealer", "Ann").offers}
    if isinstance(rig.service.record.table.awaited(), AwaitAction):
        rig.act("check" if "check" in offers else "call")
    else:
        rig.step()


def play_to_the_showdown(rig: Any) -> AwaitShow:
    while not isinstance(awaited := rig.service.record.table.awaited(), AwaitShow):
        play_on(rig)
    return awaited


def test_the_cards_that_are_dealt_to_the_board_are_named(rig: Any, heard: Heard) -> None:
    play_to_the_showdown(rig)
    named = [fact.card for fact in heard.facts_of("board")]
    assert len(named) == 5
    assert UNREAD not in named
    assert view_of(rig.service)["board"] == named


def test_a_mucked_card_heard_at_the_board_after_the_hand_is_not_named(rig: Any, heard: Heard) -> None:
    mucked = fold_one(rig)
    fold_all(rig)
    rig.put(mucked, "board")
    [fact] = heard.facts_of("board")
    assert fact.card == UNREAD
    assert not heard.names(mucked)


def test_no_card_is_named_that_comes_to_the_board_between_hands(rig: Any, heard: Heard) -> None:
    rig.deal_until_action()
    fold_all(rig)
    for uid in (*lying_at(rig, "seat:4"), *[rig.dealer.stub.take().uid for _ in range(2)]):
        rig.put(uid, "board")
        assert not heard.names(uid)


def test_a_card_of_the_last_board_is_not_named_as_one_of_the_next_pack(rig: Any, heard: Heard) -> None:
    play_to_the_showdown(rig)
    while rig.service.record.in_hand:
        rig.step()
    [card, *_] = lying_at(rig, "board")
    rig.load()
    rig.put(rig.dealer.stub.take().uid, "stub")
    count = len(heard.facts_of("board"))
    for zone in ("muck", "board"):
        rig.put(card, zone)
    assert {fact.card for fact in heard.facts_of("board")[count:]} == {UNREAD}


@pytest.mark.parametrize("zone", ["seat:1", "aside", "burn", "stub"])
def test_a_mucked_card_heard_elsewhere_after_the_hand_is_not_named(rig: Any, heard: Heard, zone: str) -> None:
    mucked = fold_one(rig)
    fold_all(rig)
    rig.put(mucked, zone)
    assert not heard.names(mucked)


def test_a_mucked_card_that_comes_to_the_board_in_a_hand_is_not_named(rig: Any, heard: Heard) -> None:
    mucked = fold_one(rig)
    rig.put(mucked, "board")
    [fact] = heard.facts_of("board")
    assert fact.card == UNREAD
    assert heard.told[-1].outcomes
    assert not heard.names(mucked)


def test_a_burn_that_slides_to_the_board_is_not_named(rig: Any, heard: Heard) -> None:
    rig.deal_until_action()
    while len(heard.facts_of("board")) < 3:
        play_on(rig)
    [burn] = lying_at(rig, "burn")
    rig.put(burn, "board")
    assert heard.facts_of("board")[-1].card == UNREAD
    assert not heard.names(burn)


def test_a_hole_card_dealt_to_the_board_by_mistake_is_not_named(rig: Any, heard: Heard) -> None:
    rig.deal(3)
    card = rig.dealer.stub.take().uid
    rig.put(card, "board")
    [fact] = heard.facts_of("board")
    assert fact.card == UNREAD
    assert heard.told[-1].outcomes
    assert not heard.names(card)


def test_a_card_that_comes_to_the_board_of_a_stud_game_is_not_named(open_rig: Any) -> None:
    rig = open_rig(config=TableConfig(game="stud7", structure="limit", simulated=True))
    heard = Heard(rig)
    rig.deal_until_action()
    for uid in (rig.dealer.stub.take().uid, lying_at(rig, "seat:3")[0]):
        rig.put(uid, "board")
        assert heard.facts_of("board")[-1].card == UNREAD
        assert not heard.names(uid)


def test_a_mucked_card_heard_at_a_shown_hand_is_shown_to_nobody(rig: Any, heard: Heard) -> None:
    mucked = fold_one(rig)
    shows = Seat(play_to_the_showdown(rig).seat)
    rig.service.submit(Action(seat=shows, action="show"), "dealer")
    name = next(seat.in_hand_name for seat in table_view(rig.service, "dealer", "Ann").seats if seat.seat == shows)
    while rig.service.record.in_hand:
        rig.step()
    rig.put(mucked, seat_zone(shows))
    [seat] = [seat for seat in table_view(rig.service, "dealer", "Ann").seats if seat.seat == shows]
    assert [card.card for card in seat.cards][2:] == [BACK]
    assert seat.in_hand_name == name
    rig.service.submit(Action(seat=shows, action="show"), "dealer")  # said again
    assert not heard.names(mucked)


def test_a_hand_that_was_mucked_is_not_told_by_a_show_that_is_refused(rig: Any, heard: Heard) -> None:
    gives_up = Seat(play_to_the_showdown(rig).seat)
    cards = lying_at(rig, seat_zone(gives_up))
    for action in ("muck", "show"):
        rig.service.submit(Action(seat=gives_up, action=action), "dealer")
    assert heard.told[-1].shown == {}
    assert not any(map(heard.names, cards))
