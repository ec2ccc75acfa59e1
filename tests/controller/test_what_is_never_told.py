"""What a live table never names: hidden cards, and tags."""

from typing import Any

import msgspec

from burncard.controller.faults import Role
from burncard.controller.views import view_of
from burncard.hardware.layout import load_layout
from burncard.rules.cards import PACK, Card, Seat
from burncard.rules.facts import Press
from burncard.rules.outcomes import AwaitCard
from tests.harness.rig_views import felt_view, state

LAYOUT = load_layout()
SCAN_NS = 15_000_000
ROLES: tuple[Role, ...] = ("dealer", "floor", "auditor", "observer")


def hidden_swapped(rig: Any) -> dict[str, Card]:
    """The same tags, but the cards that were never seen are others: each gets the next one's name."""
    felt = rig.service.record.table.hand.felt
    seen = {placed.tag for placed in felt.all_out() if placed.seen}
    hidden = [uid for uid in rig.cards if uid not in seen]
    names = [rig.cards[uid] for uid in hidden]
    cards: dict[str, Card] = rig.cards | dict(zip(hidden, names[1:] + names[:1], strict=True))
    return cards


def play_quietly(rig: Any) -> tuple[list[bytes], list[bytes], list[bytes]]:
    """Deals and bets to the river without a showdown; all that is told, shown and stored."""
    told: list[bytes] = []
    views: list[bytes] = []

    def hear(news: Any) -> None:
        told.append(msgspec.json.encode((news.number, news.fact, news.outcomes)))
        views.extend(msgspec.json.encode(view_of(rig.service, role)) for role in ROLES)

    rig.service.record.subscribe(hear)
    rig.deal_until_action()
    rig.put(rig.dealer.stub.take().uid, "burn")  # a burn while the betting is open
    for card in ("As", "2c", "Td"):  # what somebody says of a card is told and stored alike, true or not
        said = Press(press="card-flashed", seat=Seat(2), nth=1, card=Card(card), by="player")
        rig.service.submit(said, "Ann", "dealer")
    for action in ("call", "fold", "call", "call", "call", "check"):
        rig.act(action)
    for _ in range(3):
        while isinstance(rig.service.record.table.awaited(), AwaitCard):
            rig.step()
        while view_of(rig.service)["next"]["await"] == "action":
            rig.act("check")
    stored = [entry.body for entry in rig.journal.facts()] + [event.body for event in rig.journal.events()]
    return told, views, stored


def test_two_runs_that_differ_in_hidden_cards_only_are_the_same_to_everybody(open_rig: Any) -> None:
    first = open_rig(seed=9)
    known = play_quietly(first)
    other = open_rig(seed=9, cards=hidden_swapped(first))
    assert other.cards != first.cards
    assert play_quietly(other) == known


def test_no_card_is_named_in_the_journal_not_even_those_that_were_seen(rig: Any) -> None:
    for _ in range(3):
        rig.play_hand()
    rig.deal_until_action()
    rig.service.submit(Press(press="card-exposed", seat=Seat(1), card=_held(rig, 1), by="player"), "Ann", "dealer")
    stored = b"".join(entry.body for entry in rig.journal.facts())
    assert not [card for card in PACK if f'"{card}"'.encode() in stored]
    for suffix in ("", "-wal"):
        raw = (rig.folder / f"journal.db{suffix}").read_bytes()
        assert not [card for card in PACK if f'"{card}"'.encode() in raw]
    before = felt_view(rig)
    rig.reopen()
    assert felt_view(rig) == before


def test_a_card_named_in_a_press_is_journaled_by_its_code_and_not_by_a_tag(rig: Any) -> None:
    rig.deal_until_action()
    card = _held(rig, 1)
    rig.service.submit(Press(press="card-exposed", seat=Seat(1), card=card, by="player"), "Ann", "dealer")
    [stored] = [msgspec.json.decode(entry.body) for entry in rig.journal.facts() if b"card-exposed" in entry.body]
    assert not stored.keys() & {"card", "tag"}
    assert rig.service.record.decks.card_of(stored["card_code"]) == card


def test_the_board_is_shown_until_the_cards_of_the_hand_are_collected(rig: Any) -> None:
    while not view_of(rig.service)["board"]:
        rig.step()
    while rig.service.record.in_hand:
        rig.step()
    assert len(view_of(rig.service)["board"]) >= 3
    rig.load()
    assert view_of(rig.service)["board"] == []


def _held(rig: Any, seat: int) -> Card:
    card: Card = rig.service.record.table.hand.held(Seat(seat))[0].card
    return card


def test_no_tag_is_published_or_shown(rig: Any) -> None:
    heard: list[bytes] = []
    rig.service.record.subscribe(lambda told: heard.append(msgspec.json.encode((told.fact, told.outcomes))))
    rig.play_hand()
    assert b"E00401" not in b"".join(heard)
    assert b"E00401" not in msgspec.json.encode(view_of(rig.service, "floor"))


def test_an_entry_that_ended_the_hand_is_taken_back_and_the_hand_goes_on(rig: Any) -> None:
    facts: list[object] = []
    rig.service.record.subscribe(lambda told: facts.append(told.fact))
    rig.deal_until_action()
    while rig.service.record.in_hand:
        rig.act("fold")
    rig.service.submit(Press(press="retract", fact=len(facts), by="floor"), "floor")
    assert rig.service.record.in_hand
    assert state(rig) == "betting"
    rig.play_hand()
    rig.play_hand()
    assert rig.service.record.alerts == []
