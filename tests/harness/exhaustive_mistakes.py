"""Every kind of mistake at every step of a hand, and every pair of them, on the rules alone.

`python -m simulator.every_mistake` plays each game with two, six and the most players in each house, makes each mistake
at each step where it can happen, follows the repair to the end of the hand (and through the redeal after a misdeal or
a void hand), and prints the number of cases, and how many of them were met with silence, ended nowhere, or brought a
further ruling. `--pairs` plays three players instead and makes each mistake alone and with each second one that can
follow it, in its repair or later, until the hand is over; `--slice I/N` plays each Nth case, from the Ith on. `--named`
makes only the mistakes that have a name (simulator/mistakes.py), not each card gone astray to each place.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, OFF, STUB, Face, Zone, seat_of, seat_zone
from burncard.rules.dealing.classify import (
    one_more_early_card,
    pair_dealt_at_once,
    thrown_with_its_hand,
    waits_on_the_pack,
)
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Drawing, Move, Return
from burncard.rules.outcomes import AwaitCard, AwaitDiscard, AwaitReturn, AwaitShow, Result, Ruling
from burncard.simulator.dealer import Doing
from burncard.simulator.mistakes import MISTAKES, ORDINARY_RULES, due_card
from burncard.simulator.pack import EmptyStubError
from tests.harness.scripted import BrokenPromiseError, ScriptedHand
from tests.harness.snapshot import Snapshot

KINDS = {mistake.name: mistake for mistake in MISTAKES}
PLACES: tuple[Zone, ...] = (BOARD, BURN, MUCK, ASIDE, OFF)
EMPTY_SEAT = Zone("seat:10")
FINE = ("clean", "over before the mistake")
CRASHES = (LookupError, ValueError, TypeError, AttributeError, StopIteration, AssertionError)
DRAWS = {1: 2, 2: 1, 3: 5}


@dataclass(frozen=True, slots=True)
class Wrong:
    """A mistake at a step of a hand, counted from its first fact."""

    step: int
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """Which hand is played."""

    game: str
    house: str
    players: int

    def hand(self) -> ScriptedHand:
        """The hand, at its start."""
        draws = {seat: min(count, HOUSES[self.house].max_draw) for seat, count in DRAWS.items()}
        return ScriptedHand(self.game, house=self.house, players=self.players, draws=draws, tags=True)


@dataclass(frozen=True, slots=True)
class Case:
    """A hand with its mistakes, as it stands before the last of them."""

    table: Table
    wrongs: tuple[Wrong, ...]
    before: Snapshot

    def __str__(self) -> str:
        told = [(wrong.step, wrong.name) for wrong in self.wrongs]
        return f"{self.table.game} {self.table.house} {self.table.players} players, {told}"


# ---- what can go wrong now --------------------


def possible(hand: ScriptedHand, *, named: bool = False) -> Iterator[str]:
    """The names of the mistakes that can be made at this moment: all, or only those of simulator/mistakes.py."""
    in_play = hand.table.hand
    assert in_play is not None
    yield from (name for name, mistake in KINDS.items() if mistake.possible(in_play, hand.next))
    if named:
        return
    if len(hand.dealer.stub):
        yield from _top_card(hand)
    yield from _lying_card(hand)


def _top_card(hand: ScriptedHand) -> Iterator[str]:
    due = due_card(hand.next)
    live = [seat_zone(seat) for seat in hand.table.hand.betting.live] if hand.table.hand else []
    in_play = hand.table.hand
    allowed = [] if due is None else [due.zone]
    if in_play is not None:  # dealing on says that the pack was shuffled and cut; some moves may wait until it is dealt
        next_card = in_play.plan.due_deal()
        ahead = (next_card, in_play.plan.replacement_ahead())
        allowed += [deal.zone for deal in ahead if deal is not None]
        if next_card is not None:
            allowed += [zone for zone in live if pair_dealt_at_once(in_play, zone, next_card)]
    if in_play is not None:  # a card that went onto the pack comes back from there
        back = [item for item in in_play.plan if isinstance(item, Move) and item.placed is not None]
        allowed += [item.to for item in back if item.origin == STUB]
        if in_play.early_cards:  # one more card of the same early street
            allowed += live
        if _board_goes_back(in_play):
            allowed.append(BOARD)
        allowed += [zone for zone in (*live, BOARD) if one_more_early_card(in_play, zone)]
        if isinstance(in_play.plan.head, Drawing) and in_play.drawing and in_play.drawing.burn_may_come(in_play):
            allowed.append(BURN)
    for zone in (*live, EMPTY_SEAT, *PLACES):
        if zone not in allowed:
            yield f"top card > {zone}"


def _board_goes_back(in_play: HandInPlay) -> bool:
    """Whether the board goes back anyway, now or once the betting is over: one more card is of the same mistake."""
    head = in_play.plan.head
    if isinstance(head, Return) and any(card.zone == BOARD for card in head.placed):
        return True
    return in_play.premature_board and len(in_play.felt.cards_in(BOARD)) < 3


def _lying_card(hand: ScriptedHand) -> Iterator[str]:
    in_play = hand.table.hand
    assert in_play is not None
    if isinstance(hand.next, AwaitReturn | AwaitShow | AwaitDiscard) or in_play.betting_is_over:
        return
    for zone in dict.fromkeys(put.zone for put in hand.dealer.felt.values()):
        seat = seat_of(zone)
        if zone == MUCK or (seat is not None and (not in_play.in_hand(seat) or in_play.discards_due(seat))):
            continue
        on_turn = seat is not None and in_play.betting.turn == seat and in_play.at_round
        uid = hand.dealer.in_zone(zone)[-1].plastic.uid
        last = next((placed for placed in in_play.felt.cards_in(zone) if placed.tag == uid), None)
        steps = [item for item in in_play.plan if isinstance(item, Move)]
        for to in (*PLACES, STUB):
            repairs = last is not None and any(
                item.is_done_by(last, to) or waits_on_the_pack(in_play, item, last, to) for item in steps
            )
            joins = last is not None and thrown_with_its_hand(in_play, last, to)
            if to != zone and not (to == MUCK and on_turn) and not repairs and not joins:
                yield f"{zone} > {to}"


def make(hand: ScriptedHand, name: str) -> list[Ruling]:
    """Makes a mistake; what was ruled on it. A dealer who is stopped does not go on with it."""
    in_play = hand.table.hand
    assert in_play is not None
    given: list[Ruling] = []
    for doing in _doings(hand, name):
        given += hand.do(doing)
        if any(ruling.severity == "stop" for ruling in given) or hand.result is not None:
            break
    return given


def _doings(hand: ScriptedHand, name: str) -> Iterator[Doing]:
    if name in KINDS:
        assert hand.table.hand is not None
        yield from KINDS[name].make(hand.dealer, hand.table.hand, hand.next)
        return
    origin, _, to = name.partition(" > ")
    if origin == "top card":
        face: Face = "up" if to == BOARD else "down"
        yield hand.dealer.put(hand.dealer.stub.take(), Zone(to), face)
    else:
        last = hand.dealer.in_zone(Zone(origin))[-1]
        yield hand.dealer.put(last.plastic, Zone(to), last.face)


# ---- one case --------------------


def play(case: Case) -> str:
    """Makes the last mistake of a case and plays the hand on: `clean`, or what kept it from a clean end."""
    hand, wrong = case.before.hand(), case.wrongs[-1]
    try:
        given = make(hand, wrong.name)
        if not _ruled(hand, given):
            return f"silence: {wrong.name}"
        if any(ruling.rule == "table.unforeseen" for ruling in given):
            return f"unforeseen: {wrong.name}"
        hand.finish(*ORDINARY_RULES, deal_again=len(case.wrongs) == 1)
    except EmptyStubError:
        return "over before the mistake"  # it takes more cards than there are
    except BrokenPromiseError as broken:
        return f"broken promise: {broken}"
    except CRASHES as crash:
        return f"crash: {type(crash).__name__} {crash}"
    return "clean"


def _ruled(hand: ScriptedHand, given: list[Ruling]) -> bool:
    return bool(given) or any(not isinstance(outcome, AwaitCard | Result) for outcome in hand.outcomes[:-1])


# ---- all cases --------------------


def singles(table: Table, *, named: bool = False) -> Iterator[Case]:
    """Every mistake at every step of the hand as it goes without any."""
    return _mistakes_from(table.hand(), table, (), named=named)


def pairs(table: Table, *, named: bool = False) -> Iterator[Case]:
    """Every mistake alone, and with every one that can follow it: from the next step on, its repair included."""
    for first in singles(table, named=named):
        yield first
        yield from seconds(first, named=named)


def seconds(first: Case, *, named: bool = False) -> Iterator[Case]:
    """A mistake with every one that can follow it, until the hand is over."""
    hand = first.before.hand()
    try:
        make(hand, first.wrongs[0].name)
        yield from _mistakes_from(hand, first.table, first.wrongs, named=named)
    except (BrokenPromiseError, *CRASHES):
        return  # reported of the first mistake alone


def _mistakes_from(hand: ScriptedHand, table: Table, earlier: tuple[Wrong, ...], *, named: bool) -> Iterator[Case]:
    while hand.result is None:
        before = Snapshot(hand)
        for name in possible(hand, named=named):
            yield Case(table, (*earlier, Wrong(len(hand.facts), name)), before)
        hand.step()


def every_case(games: list[str], houses: list[str], *, in_pairs: bool, named: bool) -> Iterator[Case]:
    """The cases of these games and houses: single mistakes at three sizes of table, or pairs with three players."""
    for game in games:
        for house in houses:
            for players in (3,) if in_pairs else sorted({2, 6, GAMES[game].max_seats}):
                table = Table(game, house, players)
                yield from pairs(table, named=named) if in_pairs else singles(table, named=named)


def main() -> None:
    """Plays the cases and prints what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(GAMES), action="append", help="only these games")
    parser.add_argument("--house", choices=list(HOUSES), action="append", help="only these houses")
    parser.add_argument("--pairs", action="store_true", help="pairs of mistakes, with three players")
    parser.add_argument("--named", action="store_true", help="only the mistakes that have a name")
    parser.add_argument("--slice", default="1/1", metavar="I/N", help="only each Nth case, from the Ith on")
    parser.add_argument("--show", type=int, default=3, metavar="N", help="how many failures of a kind to print")
    options = parser.parse_args()
    started_s = time.perf_counter()
    tally: Counter[str] = Counter()
    place, every = map(int, options.slice.split("/"))
    games, houses = options.game or list(GAMES), options.house or list(HOUSES)
    cases = every_case(games, houses, in_pairs=options.pairs, named=options.named)
    for case in islice(cases, place - 1, None, every):
        outcome = play(case)
        kind = outcome.partition(":")[0]
        tally[kind] += 1
        if kind not in FINE and tally[kind] <= options.show:
            print(f"{case}: {outcome}", flush=True)
    total, failed = tally.total(), tally.total() - sum(tally[kind] for kind in FINE)
    told = ", ".join(f"{count:,} {kind}" for kind, count in tally.items())
    print(f"{total:,} cases in {time.perf_counter() - started_s:.0f} s: {told}")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
