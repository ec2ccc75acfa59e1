"""Scenarios of one hand that make the moves of the state machine, and how a hand comes into each of its states.

`makes` declares which moves a scenario makes; `SCENARIOS` has them all, with those that `test_moves_of_a_table` adds.
"""

from collections.abc import Callable
from typing import Any

from burncard.controller.machine import IN_PLAY, TableState
from burncard.rules.facts import Fact, Hand, Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Next, Outcome
from tests.harness.scripted import ScriptedHand

Moves = set[tuple[str, TableState, TableState]]
Scenario = Callable[[Any], None]

SCENARIOS: dict[str, tuple[Scenario, Moves]] = {}
S = TableState
CUT_PACK = ("deck-in", "shuffled", "verified", "cut")


def makes(*moves: str) -> Callable[[Scenario], Scenario]:
    """Declares a scenario that makes these moves: `source > target: trigger`."""

    def declare(scenario: Scenario) -> Scenario:
        SCENARIOS[scenario.__name__] = (scenario, {parsed(move) for move in moves})
        return scenario

    return declare


def parsed(move: str) -> tuple[str, TableState, TableState]:
    arrow, _, trigger = move.partition(": ")
    source, _, target = arrow.partition(" > ")
    return trigger, TableState(source), TableState(target)


class ServedTable:
    """A table's rules with the whole service around them, for a scripted hand."""

    def __init__(self, rig: Any) -> None:
        self.rig = rig

    def apply(self, fact: Fact) -> list[Outcome]:
        """Enters a fact; a `hand` fact is dealt from a pack that has been cut."""
        if isinstance(fact, Hand):
            for event in CUT_PACK:
                self.rig.report(event, count=52)
        outcomes: list[Outcome] = self.rig.service.submit(fact, "dealer")
        if isinstance(fact, Hand):
            self.rig.service.shuffling.next_pack()
        return outcomes

    def awaited(self) -> Next:
        awaited: Next = self.rig.service.record.table.awaited()
        return awaited

    @property
    def hand(self) -> HandInPlay | None:
        hand: HandInPlay | None = self.rig.service.record.table.hand
        return hand


def hand_at(rig: Any, game: str = "holdem", **fields: Any) -> ScriptedHand:
    """A hand that has just begun at the table of a rig."""
    return ScriptedHand(game, table=ServedTable(rig), **fields)  # type: ignore[arg-type]


def finish(hand: ScriptedHand) -> None:
    while hand.result is None:
        hand.step()


# ---- how a hand comes into each state --------------------


def dealing(rig: Any) -> ScriptedHand:
    return hand_at(rig)


def betting(rig: Any) -> ScriptedHand:
    hand = hand_at(rig)
    hand.until("action")
    return hand


def drawing(rig: Any) -> ScriptedHand:
    hand = hand_at(rig, "lowball-27", draws={1: 1})
    hand.until("draw")
    return hand


def showdown(rig: Any) -> ScriptedHand:
    hand = hand_at(rig)
    hand.until("show")
    return hand


def remedy(rig: Any) -> ScriptedHand:
    """The third card of the deal is exposed; when the deal is complete, it is replaced."""
    hand = hand_at(rig)
    hand.deal(2)
    hand.top("seat:3", "up")
    while hand.next.await_ != "remedy":  # type: ignore[attr-defined]
        hand.step()
    return hand


def held(rig: Any) -> ScriptedHand:
    """A card of a live hand lies in the muck, and the floor decides whether the hand is dead."""
    hand = betting(rig)
    hand.move(hand.lying("seat:2")[0], "muck")
    return hand


def muck(hand: ScriptedHand, seat: int) -> None:
    for physical in hand.lying(f"seat:{seat}"):
        hand.move(physical, "muck")


IN: dict[TableState, Callable[[Any], ScriptedHand]] = {
    S.DEALING: dealing,
    S.BETTING: betting,
    S.DRAWING: drawing,
    S.SHOWDOWN: showdown,
    S.REMEDY: remedy,
    S.HELD: held,
}


# ---- hands --------------------


@makes(
    "cut > dealing: deal",
    "dealing > betting: bet",
    "betting > dealing: deal",
    "betting > showdown: show",
    "showdown > collecting: end",
)
def a_hand_is_played_to_its_showdown(rig: Any) -> None:
    finish(hand_at(rig))


@makes("betting > drawing: draw", "drawing > dealing: deal", "dealing > drawing: draw")
def cards_are_drawn_one_seat_after_the_other(rig: Any) -> None:
    finish(hand_at(rig, "lowball-27", draws={1: 1, 2: 1, 3: 1}))


@makes("drawing > betting: bet")
def everybody_stands_pat(rig: Any) -> None:
    finish(hand_at(rig, "lowball-27"))


@makes("dealing > showdown: show")
def the_board_is_dealt_out_after_an_all_in(rig: Any) -> None:
    finish(hand_at(rig, stacks={1: 10, 2: 10, 3: 10}))


@makes("drawing > showdown: show")
def everybody_is_all_in_and_stands_pat(rig: Any) -> None:
    finish(hand_at(rig, "lowball-27", stacks={1: 10, 2: 10, 3: 10}))


@makes("dealing > remedy: repair", "remedy > betting: bet")
def an_exposed_card_is_replaced_after_the_deal(rig: Any) -> None:
    finish(remedy(rig))


@makes("remedy > dealing: deal")
def a_card_dealt_beside_the_flop_is_put_right_and_the_deal_goes_on(rig: Any) -> None:
    hand = hand_at(rig)
    hand.until("card", street="flop")
    hand.top("aside")
    finish(hand)


@makes("betting > remedy: repair")
def a_board_card_comes_before_the_betting_is_over(rig: Any) -> None:
    hand = betting(rig)
    hand.top("board", "up")
    finish(hand)


@makes("drawing > remedy: repair", "remedy > drawing: draw")
def a_card_falls_on_the_board_in_a_draw(rig: Any) -> None:
    hand = drawing(rig)
    hand.top("board", "up")
    finish(hand)


@makes("showdown > remedy: repair", "remedy > showdown: show")
def a_sixth_board_card_is_taken_away_at_the_showdown(rig: Any) -> None:
    hand = showdown(rig)
    hand.top("board", "up")
    finish(hand)


def _held_and_told(rig: Any, state: TableState, seat: int) -> None:
    """A live hand is mucked in this state; the floor is to decide, until it is known that the player folded it."""
    hand = IN[state](rig)
    muck(hand, seat)
    hand.press("fold-forward", seat=seat)


@makes("dealing > held: hold", "held > dealing: deal")
def a_hand_is_mucked_during_the_deal(rig: Any) -> None:
    hand = hand_at(rig)
    hand.deal(4)
    muck(hand, 2)
    hand.press("fold-forward", seat=2)


@makes("betting > held: hold", "held > betting: bet")
def a_hand_is_mucked_out_of_turn(rig: Any) -> None:
    _held_and_told(rig, S.BETTING, 2)


@makes("drawing > held: hold", "held > drawing: draw")
def a_hand_is_mucked_during_the_draw(rig: Any) -> None:
    _held_and_told(rig, S.DRAWING, 3)


@makes("showdown > held: hold")
def a_hand_is_miscalled(rig: Any) -> None:
    hand = showdown(rig)
    hand.press("miscall", seat=2)


@makes("remedy > held: hold", "held > remedy: repair")
def a_hand_is_mucked_during_a_repair(rig: Any) -> None:
    _held_and_told(rig, S.REMEDY, 2)


@makes("cut > remedy: repair")
def a_pack_that_was_cut_too_thinly_is_cut_again_before_the_deal(rig: Any) -> None:
    for event in ("deck-in", "shuffled", "verified"):
        rig.report(event, count=52)
    rig.report("cut", parts=(50, 2))
    rig.report("delivered", count=52)


@makes(*(f"{state.value} > collecting: end" for state in IN_PLAY))
def the_floor_voids_a_hand_in_every_state(rig: Any) -> None:
    for state in IN_PLAY:
        IN[state](rig)
        void(rig)


def void(rig: Any) -> None:
    rig.service.submit(Press(press="void-hand", by="floor", reason="fire alarm"), "Bea", "floor")
