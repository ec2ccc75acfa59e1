"""Facts to hand histories: what the format can hold of each hand that ended with its pots awarded.

The format knows no burn, no exposed or replaced card and no hand that was called off. Such a hand is left out with the
reason; everything that is written reads back to the same stacks.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from burncard.controller.hand_histories.phh import VARIANTS
from burncard.rules.cards import BOARD, MUCK, Card, Chips, Seat
from burncard.rules.facts import Action, CardSeen, Fact, Hand, Press
from burncard.rules.games import GAMES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import Counted, Outcome, Result, Ruling
from burncard.rules.rulings.decisions import refusal_of
from burncard.rules.showdown.award import read_hands
from burncard.rules.showdown.hand_values import Strength
from burncard.rules.table import Table

_CODES = {kind: code for code, kind in VARIANTS.items()}
_WORDS = {"fold": "f", "check": "cc", "call": "cc", "bring-in": "pb"}
_SHOWDOWN = frozenset({"show", "muck"})
_DECIDES = frozenset({"dead-hand", "floor", "redeal-board"})  # then the actions alone do not explain the result
_TAKES_BACK = frozenset({"retract", "override"})


@dataclass(frozen=True, slots=True)
class Exported:
    """One hand of the log: its history, or the reason why there is none."""

    hand: str
    text: str = ""
    left_out: str = ""


@dataclass(slots=True)
class _Writing:
    """The history of one hand while its facts go by."""

    fact: Hand
    order: tuple[Seat, ...]
    actions: list[str] = field(default_factory=list)
    dealt: dict[Seat, list[Card]] = field(default_factory=dict)
    board: list[Card] = field(default_factory=list)
    discards: dict[Seat, list[Card]] = field(default_factory=dict)
    cannot: str = ""

    def player(self, seat: Seat) -> str:
        return f"p{self.order.index(seat) + 1}"


class Exporter:
    """Follows a log and gives a history for each hand. Holds one hand at a time.

    A hand that has ended waits for the next one to begin: until then it can still be taken back.
    """

    def __init__(self) -> None:
        self._table = Table()
        self._writing: _Writing | None = None
        self._ended: Exported | None = None

    def apply(self, fact: Fact) -> Exported | None:
        """Takes the log's next fact; the hand before, where this one begins another."""
        ahead = self._table.hand
        wagered = ahead.betting.round.bet.current if ahead is not None else Chips(0)
        outcomes = self._table.apply(fact)
        hand = self._table.hand
        if hand is None:
            return None
        before = None
        if isinstance(fact, Hand) and hand.fact is fact:
            before = self.finish()
            self._writing = _Writing(fact, hand.betting.seats, cannot=_no_code(fact))
        if _takes_back(fact, outcomes):
            self._taken_back()
        writing = self._writing
        if writing is None:
            return before
        _follow(writing, hand, fact, outcomes, wagered)
        result = next((outcome for outcome in outcomes if isinstance(outcome, Result)), None)
        if result is not None:
            self._writing = None
            self._ended = _finished(writing, hand, result)
        return before

    def finish(self) -> Exported | None:
        """The hand that has ended and not been given yet."""
        ended, self._ended = self._ended, None
        return ended

    def _taken_back(self) -> None:
        """What was written so far may not have happened, so the hand is left out."""
        reason = "a fact or a ruling of it was taken back"
        if self._writing is not None:
            self._writing.cannot = self._writing.cannot or reason
        elif self._ended is not None:
            self._ended = Exported(self._ended.hand, left_out=reason)


def export_histories(facts: Iterable[Fact]) -> Iterator[Exported]:
    """A log's hands, each as a history or as a reason why it has none."""
    exporter = Exporter()
    for fact in facts:
        exported = exporter.apply(fact)
        if exported is not None:
            yield exported
    last = exporter.finish()
    if last is not None:
        yield last


def _takes_back(fact: Fact, outcomes: list[Outcome]) -> bool:
    """Whether the fact made the table work its hand out again."""
    if not isinstance(fact, Press) or fact.press not in _TAKES_BACK:
        return False
    return refusal_of(fact, outcomes) is None


def _no_code(fact: Hand) -> str:
    if (fact.game, fact.structure) not in _CODES:
        return f"the format has no {fact.structure} {GAMES[fact.game].name}"
    if fact.rake or fact.carry:
        return "the format has no rake and no carried chips"
    if fact.wild:
        return "the format has no wild cards"
    return ""


def _follow(writing: _Writing, hand: HandInPlay, fact: Fact, outcomes: list[Outcome], wagered: Chips) -> None:
    rulings = [outcome for outcome in outcomes if isinstance(outcome, Ruling)]
    if any(ruling.decision in _DECIDES for ruling in rulings):
        writing.cannot = writing.cannot or f"a ruling decided it ({rulings[0].rule})"
    counted = next((outcome for outcome in outcomes if isinstance(outcome, Counted)), None)
    refused = any(ruling.decision == "refuse" for ruling in rulings)
    if counted is not None and counted.action not in _SHOWDOWN:
        _act(writing, hand, counted.seat, counted.action, counted.amount, wagered)
    elif isinstance(fact, Action) and not refused and fact.action not in _SHOWDOWN and counted is None:
        amount = hand.betting.street_in[fact.seat] if fact.amount is None else fact.amount
        _act(writing, hand, fact.seat, fact.action, amount, wagered)
    elif isinstance(fact, CardSeen) and fact.zone == MUCK and hand.drawing is not None:
        _discard(writing, fact.card)


def _discard(writing: _Writing, card: Card) -> None:
    for seat, held in writing.dealt.items():
        if card in held and seat in writing.discards:
            held.remove(card)
            writing.discards[seat].append(card)


def _act(writing: _Writing, hand: HandInPlay, seat: Seat, action: str, amount: Chips | None, wagered: Chips) -> None:
    if action in ("draw", "stand-pat"):
        if not writing.discards:
            _deal(writing, hand)
        writing.discards[seat] = []
        return
    _deal(writing, hand)
    if _doubles_on_open_pair(hand, action, amount, wagered):
        writing.cannot = (
            writing.cannot or "an open pair was bet at the upper limit, which the format's limit stud has not"
        )
    word = _WORDS.get(action)
    if action == "all-in":
        word = None if amount is not None and amount > wagered else "cc"
    writing.actions.append(f"{writing.player(seat)} {word}" if word else f"{writing.player(seat)} cbr {amount}")


def _doubles_on_open_pair(hand: HandInPlay, action: str, amount: Chips | None, wagered: Chips) -> bool:
    """Whether an action bets the upper limit on fourth street, as an open pair allows."""
    if not hand.game.open_pair_doubles or hand.fact.structure != "limit" or action in _WORDS:
        return False
    by = 0 if amount is None else amount - wagered
    return hand.street is hand.game.streets[1] and by > (hand.fact.small_bet or 0)


def _deal(writing: _Writing, hand: HandInPlay) -> None:
    """Writes what was discarded and dealt since the last action: discards, then hole cards, then the board."""
    for seat, cards in writing.discards.items():
        writing.actions.append(f"{writing.player(seat)} sd {''.join(cards)}".rstrip())
    writing.discards.clear()
    if hand.game.family == "draw":
        for seat in hand.betting.seats:
            _deal_hole(writing, seat, _beyond(_held(hand, seat), writing.dealt.setdefault(seat, [])))
    _deal_streets(writing, hand)
    if any(_beyond(writing.dealt[seat], _held(hand, seat)) for seat in hand.betting.live):
        writing.cannot = writing.cannot or "a card was replaced after the betting had begun"


def _deal_streets(writing: _Writing, hand: HandInPlay) -> None:
    """Writes the new cards of each street in turn: hole cards by seat, then the street's board."""
    board = [placed.card for placed in hand.felt.cards_in(BOARD)]
    if board and hand.game.family == "stud":
        writing.cannot = writing.cannot or "the format has no common card in stud"
        return
    hole_end = board_end = 0
    for street in hand.game.streets:
        hole_end += len(street.faces)
        board_end += street.board
        for seat in hand.betting.seats:
            known = writing.dealt.setdefault(seat, [])
            if hand.game.family != "draw":
                _deal_hole(writing, seat, _held(hand, seat)[len(known) : hole_end])
        fresh = board[len(writing.board) : board_end]
        if fresh:
            writing.actions.append(f"d db {''.join(fresh)}")
            writing.board.extend(fresh)


def _deal_hole(writing: _Writing, seat: Seat, cards: list[Card]) -> None:
    if cards:
        writing.actions.append(f"d dh {writing.player(seat)} {''.join(cards)}")
        writing.dealt[seat].extend(cards)


def _held(hand: HandInPlay, seat: Seat) -> list[Card]:
    return [placed.card for placed in hand.held(seat)]


def _beyond(cards: list[Card], known: list[Card]) -> list[Card]:
    """The cards that are not among the known ones, counting unread cards."""
    left = list(known)
    beyond: list[Card] = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            beyond.append(card)
    return beyond


def _finished(writing: _Writing, hand: HandInPlay, result: Result) -> Exported:
    if result.ended not in ("showdown", "uncontested"):
        writing.cannot = writing.cannot or f"it ended as {result.ended}"
    if writing.cannot:
        return Exported(writing.fact.id, left_out=writing.cannot)
    runout_at = len(writing.actions)
    held_before = {seat: list(cards) for seat, cards in writing.dealt.items()}
    _deal(writing, hand)
    if hand.game.family == "draw":
        runout_at, held_before = len(writing.actions), writing.dealt
    if result.ended == "showdown":
        _show(writing, hand, result, runout_at, held_before)
    if writing.cannot:
        return Exported(writing.fact.id, left_out=writing.cannot)
    return Exported(writing.fact.id, text=_toml(writing, result))


def _show(
    writing: _Writing, hand: HandInPlay, result: Result, runout_at: int, held_before: dict[Seat, list[Card]]
) -> None:
    """Writes the shows and the mucks.

    With a player all-in the format has every hand shown before the last cards come, and in stud once more after them,
    and a hand that is not shown wins nothing. A hand that was mucked after all is marked by a comment.
    """
    runout = runout_at < len(writing.actions)
    paid = {seat for pot in result.pots for seat in pot.awards}
    shown = [seat for seat in hand.betting.live if runout or not hand.players[seat].mucked or seat in paid]
    if not _wins_as_awarded(hand, result, shown):
        writing.cannot = "a muck decided who won, which the format cannot say"
    marks = {seat: " # mucked" if hand.players[seat].mucked else "" for seat in shown}
    lines = [f"{writing.player(seat)} sm {''.join(held_before[seat])}{marks[seat]}" for seat in shown]
    lines += [f"{writing.player(seat)} sm" for seat in hand.players.mucked() if seat not in shown]
    writing.actions[runout_at:runout_at] = lines
    if runout and hand.game.family == "stud":
        writing.actions += [f"{writing.player(seat)} sm {''.join(_held(hand, seat))}{marks[seat]}" for seat in shown]


def _wins_as_awarded(hand: HandInPlay, result: Result, shown: list[Seat]) -> bool:
    """Whether the shown hands win exactly the pots that were awarded to them."""
    board = [placed.card for placed in hand.felt.cards_in(BOARD)]
    hands = read_hands(hand.game, {seat: _held(hand, seat) for seat in shown}, board)
    for pot in result.pots:
        seats = [seat for seat in pot.eligible if seat in shown]
        best = {seat for seat in seats for half in (hands.high, hands.low) if _leads(half, seat, seats)}
        if len(seats) > 1 and best != set(pot.awards):
            return False
    return True


def _leads(half: Mapping[Seat, Strength], seat: Seat, seats: list[Seat]) -> bool:
    return seat in half and all(half[seat] >= half[other] for other in seats if other in half)


def _toml(writing: _Writing, result: Result) -> str:
    fact, order = writing.fact, writing.order
    antes = _antes(fact, order)
    posts = [int(fact.posts.get(seat, 0)) for seat in order]
    if len(order) == 2:  # heads-up the format lists the small blind first, whose player is p2
        antes, posts = antes[::-1], posts[::-1]
    fields: dict[str, object] = {"variant": _CODES[fact.game, fact.structure], "antes": antes}
    if GAMES[fact.game].family == "stud":
        fields["bring_in"] = int(fact.bring_in)
    else:
        fields["blinds_or_straddles"] = posts
    if fact.structure == "limit":
        fields |= {"small_bet": fact.small_bet, "big_bet": fact.big_bet}
    else:
        fields["min_bet"] = fact.min_bet or max(posts)
    if any(int(fact.seats[seat]) < ante for seat, ante in zip(order, _antes(fact, order), strict=True)):
        fields["ante_trimming_status"] = True  # a short ante wins only its own amount from each
    fields |= {
        "starting_stacks": [int(fact.seats[seat]) for seat in order],
        "actions": writing.actions,
        "hand": fact.id,
        "seats": [int(seat) for seat in order],
        "finishing_stacks": [int(result.stacks[seat]) for seat in order],
    }
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in fields.items())


def _antes(fact: Hand, order: tuple[Seat, ...]) -> list[int]:
    return [fact.antes.get(seat, 0) if isinstance(fact.antes, dict) else int(fact.antes) for seat in order]
