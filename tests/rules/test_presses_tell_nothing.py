"""A press is no oracle: two tables that differ in hidden cards only cannot be told apart by what is entered at them."""

import os
from random import Random

import msgspec
import pytest

from burncard.controller.hand_histories.table_log import encode
from burncard.rules.cards import JOKER, PACK, UNREAD, Card, Seat
from burncard.rules.facts import Action, CardSeen, Fact, Press
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitPlain, AwaitRead
from burncard.rules.play.presses import PRESSES
from burncard.rules.table import Table
from burncard.simulator.dealer import Dealer, NewHand, NotThereError, fact_of
from burncard.simulator.pack import EmptyStubError, make_pack
from tests.harness.random_hands import hand_fact

PAIRS = int(os.environ.get("PRESS_PAIRS", "40"))  # for each game
SPECIAL = frozenset({"retract", "override"})
CARD_PRESSES = ("card-exposed", "card-flashed", "card-off-table", "joker-found", "looked", "split-openers")
FACTS_MAX = 150
BY = ("dealer", "player", "floor", None)


class CuriousTable:
    """A hand dealt and played as due, at which somebody presses and enters at random, and what has been shown."""

    def __init__(self, game: str, rng: Random) -> None:
        self.rng = rng
        played = GAMES[game]
        self.table = Table()
        self.dealer = Dealer(make_pack("red", joker=played.joker, first_serial=1), rng)
        self.dealer.collect()
        seats = rng.randint(max(2, played.min_seats), min(6, played.max_seats))
        structure, house = rng.choice(played.structures), rng.choice(("roberts", "roberts-early", "general"))
        self.hand = msgspec.structs.replace(
            hand_fact(played, structure, house, seats, rng), tournament=rng.random() < 0.2
        )
        self.facts: list[Fact] = []
        self.told: list[bytes] = []
        self.shown: set[Card] = set()
        self.unread: dict[str, str] = {}

    def play(self) -> None:
        """Plays up to the end of the hand, or to a dead end that the entries have led to."""
        awaited = self._give(self.hand)
        while len(self.facts) < FACTS_MAX:
            if awaited == AwaitPlain(await_="hand"):
                return
            if self.rng.random() < 0.2:
                awaited = self._give(self._entry())
                continue
            if isinstance(awaited, AwaitRead):
                awaited = self._give(self._reading(awaited))
                continue
            rulings = [number for number in range(1, 40) if self.table._rulings.knows(f"r{number}")]
            try:
                doing = self.dealer.follow(awaited, f"r{rulings[-1]}" if rulings else None)
            except (NotThereError, EmptyStubError):
                return
            if isinstance(doing, NewHand):
                return
            awaited = self._give(self._seen(fact_of(doing, tags=False)))

    def _give(self, fact: Fact):  # type: ignore[no-untyped-def]
        if isinstance(fact, CardSeen) and (fact.boxed or fact.zone == "off"):
            self.shown.add(fact.card)
        if isinstance(fact, Action) and fact.action == "show":
            self._show_hand(fact.seat)
        self.facts.append(fact)
        outcomes = self.table.apply(fact)
        self.told.append(b"\n".join(encode(outcome) for outcome in outcomes))
        self.dealer.hear(outcomes)
        return outcomes[-1]

    def _show_hand(self, seat: Seat) -> None:
        """A hand is shown, as it lies and as the table has it; openers are proved, with the discards if split."""
        self.shown.update(put.physical.card for put in self.dealer.seat_cards(seat))
        if self.table.hand is not None:
            lying = (*self.table.hand.held(seat), *self.table.hand.claims.opening_cards)
            self.shown.update(placed.card for placed in lying)

    def _seen(self, fact: Fact) -> Fact:
        """Now and then a card is not read, or lies the wrong way up."""
        if not isinstance(fact, CardSeen):
            return fact
        if fact.face == "up" or fact.zone == "board":
            self.shown.add(fact.card)
        lot = self.rng.random()
        if lot < 0.04 and fact.card not in self.shown:
            return msgspec.structs.replace(fact, card=UNREAD)
        if lot < 0.07 and fact.zone.startswith("seat"):
            self.shown.add(fact.card)
            return msgspec.structs.replace(fact, face="up")
        return fact

    def _reading(self, awaited: AwaitRead) -> Fact:
        """The card that must be read is read."""
        assert self.table.hand is not None
        known = {placed.card for placed in self.table.hand.felt.cards_in(awaited.zone)}
        lying = [put for put in self.dealer.in_zone(awaited.zone) if put.physical.card not in known]
        card = lying[0].physical.card if lying else Card("2c")
        face = lying[0].face if lying else None
        self.shown.add(card)
        return CardSeen(card=card, zone=awaited.zone, was=UNREAD, face=face)

    def _entry(self) -> Press | Action:
        rng = self.rng
        seat = rng.choice([*self.hand.seats, *self.hand.seats, *self.hand.seats, None, Seat(10)])
        if seat is not None and rng.random() < 0.15:
            name = rng.choice(["fold", "check", "call", "draw", "stand-pat"])
            discards = rng.randint(0, 3) if name == "draw" else None
            return Action(seat=seat, action=name, discards=discards)  # type: ignore[arg-type]
        if rng.random() < 0.07:
            return Press(press="retract", fact=rng.randint(1, len(self.facts)), by="floor")
        names = CARD_PRESSES if rng.random() < 0.7 else sorted(PRESSES - SPECIAL - {"void-hand"})
        return Press(
            press=rng.choice(names),
            seat=seat,
            nth=rng.choice([None, None, 1, 2, 3]),
            card=rng.choice([None, *self._claims(seat)]),
            by=rng.choice(BY),
            value=rng.choice([None, True, False]),
        )

    def _claims(self, seat: Seat | None) -> list[Card]:
        """What may be said of a card: any of the pack, the joker, one that lies somewhere, one that is really meant."""
        there = [put.physical.card for put in self.dealer.seat_cards(seat)] if seat is not None else []
        somewhere = [put.physical.card for put in self.dealer.felt.values()]
        return [*there, *self.rng.sample(PACK, 2), *self.rng.sample(somewhere, min(2, len(somewhere))), JOKER]


def with_other_hidden_cards(curious: CuriousTable) -> list[Fact]:
    """The same entries at a table whose cards are others, but for those that were shown."""
    hidden = [physical.card for physical in curious.dealer.pack if physical.card not in curious.shown]
    exchanged = hidden[:]
    curious.rng.shuffle(exchanged)
    other = dict(zip(hidden, exchanged, strict=True))
    return [
        msgspec.structs.replace(fact, card=other.get(fact.card, fact.card)) if isinstance(fact, CardSeen) else fact
        for fact in curious.facts
    ]


@pytest.mark.parametrize("game", list(GAMES))
def test_tables_that_differ_in_hidden_cards_only_answer_the_same_bytes(game: str) -> None:
    for seed in range(PAIRS):
        curious = CuriousTable(game, Random(f"{game}/{seed}"))
        curious.play()
        table = Table()
        for number, fact in enumerate(with_other_hidden_cards(curious)):
            told = b"\n".join(encode(outcome) for outcome in table.apply(fact))
            assert told == curious.told[number], (seed, number + 1, curious.facts[: number + 1])
