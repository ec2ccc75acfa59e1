"""Miscalled hands, and requests to see a hand, at the showdown."""

from msgspec.structs import replace

from burncard.rules.book.conflicts import C29, C31
from burncard.rules.book.dead import dead_hand
from burncard.rules.cards import MUCK, Seat
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import may_give_back, standing_now, ways_back
from burncard.rules.hand.steps import announce
from burncard.rules.rulings.effects import First, Tell
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.marks import GiveBack
from burncard.rules.rulings.rulebook import ALL, LOWBALL, Chapter, Verdict
from burncard.rules.rulings.sayings import Miscalled, PlaysBoard
from burncard.rules.showdown.showing import is_beaten

CHAPTER: Chapter = Chapter(__name__)

SEAT_DIGITS_MAX = 2


@CHAPTER.rule(
    Pressed,
    id="lowball.miscall-multiway",
    title="A hand is miscalled with several players in the pot",
    kind="showdown",
    status="press",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 29),),
    settles=(C31,),
    presses=("miscall",),
    window="the showdown",
    trigger="a hand is pressed as miscalled and more than two players are in the pot",
    ruling="The miscalled hand is dead, and the best of the others wins.",
    repair="the hand goes to the muck",
)
def miscall_multiway(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "miscall")
    if seat is None or len(hand.betting.live) <= 2:
        return None
    return dead_hand(hand, seat, f"Seat {seat} miscalled its hand in a pot of several")


@CHAPTER.rule(
    Pressed,
    id="lowball.miscall-foul-headsup",
    title="A miscall fouls the other hand",
    kind="showdown",
    status="press",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 29),),
    settles=(C31,),
    presses=("miscall",),
    window="the showdown",
    trigger="a hand is pressed as miscalled, and the other player has discarded or does so then",
    ruling="The miscalled hand is dead. While both hands are intact the best one wins.",
    repair="the hand goes to the muck",
)
def miscall_foul_headsup(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "miscall")
    if seat is None:
        return None
    if not any(other != seat for other in hand.players.mucked()):
        intact = _note("Both hands are intact: the cards speak, and the best hand wins.", seat)
        return replace(intact, effects=(Miscalled(seat),))
    return dead_hand(hand, seat, f"Seat {seat} miscalled its hand and the other hand was fouled by it")


@CHAPTER.rule(
    Pressed,
    id="showdown.miscall",
    title="A hand is miscalled on purpose",
    kind="showdown",
    status="press",
    games=tuple(game for game in ALL if game not in LOWBALL),
    sources=(ROBERTS.at("the showdown", 2),),
    settles=(C31,),
    presses=("miscall",),
    window="the showdown",
    trigger="a hand is pressed as miscalled",
    ruling="It may cost the player the pot. The floor decides.",
)
def miscall(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "miscall")
    if seat is None:
        return None
    return Verdict(
        decision="floor",
        seats=(seat,),
        message=f"Seat {seat} miscalled its hand. The floor decides whether it may win.",
    )


@CHAPTER.rule(
    Pressed,
    id="showdown.playing-the-board",
    title="A player plays the board",
    kind="showdown",
    status="press",
    games=("holdem",),
    sources=(
        ROBERTS.at("hold'em"),
        ROBERTS.at("hold'em irregularities", 7),
        ROBERTS_EARLY.at("hold'em, betting rounds"),
        ROBERTS_EARLY.at("hold'em irregularities", 7),
        GENERAL.at("hold'em, sequence of play"),
    ),
    settles=(C29,),
    presses=("declare-board",),
    window="until the hand is thrown away",
    trigger="a player is pressed as declaring that the hand plays the board",
    ruling="Declared in time, the hand may be discarded and still plays the board. Declared later, the claim is lost.",
)
def playing_the_board(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "declare-board")
    if seat is None:
        return None
    if hand.players.of(seat).mucked:
        late = f"Seat {seat} threw its hand away before saying that it plays the board: it has no claim to the pot."
        return Verdict(decision="refuse", seats=(seat,), message=late)
    return Verdict(
        decision="stands",
        seats=(seat,),
        effects=(PlaysBoard(seat),),
        message=f"Seat {seat} plays the board.",
    )


@CHAPTER.rule(
    Pressed,
    id="showdown.show-one-show-all",
    title="A player shows cards to one other player",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 6),),
    presses=("shown-to-player",),
    window="during and after the hand",
    trigger="a player is pressed as having shown cards to another player",
    ruling="Everyone at the table may see them. If they were shown to a player who is not in the pot, they are shown "
    "when the hand is over.",
)
def show_one_show_all(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "shown-to-player":
        return None
    return Verdict(
        decision="stands",
        seats=_seats(seen),
        effects=(Tell((announce("these cards are shown to the whole table"),)),),
        severity="note",
        message="The cards were shown to one player, so every player may see them.",
    )


@CHAPTER.rule(
    Pressed,
    id="dead.false-information",
    title="A hand is given up on false information",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("dead hands", 8),),
    presses=("floor-called", "retrieve-hand"),
    window="after the fold, while the round lasts; at the showdown",
    trigger="the floor is called for a player who has folded or given up a hand, or to bring that hand back",
    ruling="The floor decides, and restores the hand where it can.",
    repair="a hand that the floor restores comes back from the muck, and acts again if its round is not over",
)
def false_information(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = seen.seat
    if seen.name not in ("floor-called", "retrieve-hand") or hand.ended or seat not in hand.betting.seats:
        return None
    if hand.in_hand(seat) and not hand.players.of(seat).mucked:
        return None
    if seen.name == "retrieve-hand" and seen.by == "floor":
        return _retrieved(hand, seat)
    if hand.players.of(seat).dead:
        return None
    return Verdict(
        decision="floor",
        seats=(seat,),
        message=f"Seat {seat} gave its hand up, as it says on false information. The floor decides whether it lives.",
    )


def _retrieved(hand: HandInPlay, seat: Seat) -> Verdict:
    """The floor gives a hand back by its own word."""
    if hand.players.of(seat).dead:
        ruled = f"Seat {seat}'s hand was ruled dead. The floor overrides that ruling."
        return Verdict(decision="refuse", seats=(seat,), message=ruled)
    if not may_give_back(hand, seat):
        over = f"Seat {seat} folded in a round that is over. Its hand cannot be given back."
        return Verdict(decision="refuse", seats=(seat,), message=over)
    back = ways_back(hand, (seat,))
    return Verdict(
        decision="correct",
        seats=(seat,),
        severity="stop" if back else "note",
        effects=(*((First(back),) if back else ()), GiveBack(seat)),
        message=f"The floor gives seat {seat} its hand back. It is live again.",
    )


@CHAPTER.rule(
    Pressed,
    id="showdown.request-revoked",
    title="A player has lost the privilege of seeing called hands",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 5),),
    presses=("privilege-revoked", "request-see"),
    between_hands=True,
    window="from then on, until the floor gives it back",
    trigger="the floor presses that a player has abused it (`value` false gives it back), or that player asks to see a "
    "hand (`by` its seat)",
    ruling="The privilege of seeing called hands may be taken from a player who abuses it.",
)
def request_revoked(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name == "privilege-revoked":
        return _privilege(seen)
    asking = _asking(seen)
    if asking is None or asking not in standing_now(hand).may_not_ask:
        return None
    refused = f"Seat {asking} may not ask to see hands: the floor has taken that privilege from it."
    return Verdict(decision="refuse", seats=(asking,), message=refused)


def _privilege(seen: Pressed) -> Verdict:
    if seen.by != "floor" or seen.seat is None:
        only = "Only the floor can take a player's privilege, and it names the seat."
        return Verdict(decision="refuse", seats=_seats(seen), message=only)
    if seen.value is False:
        return _note(f"Seat {seen.seat} may ask to see called hands again.", seen.seat)
    return _note(f"Seat {seen.seat} may not ask to see called hands any more.", seen.seat)


@CHAPTER.rule(
    Pressed,
    id="showdown.request-winner",
    title="The winner asks to see a losing hand",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 5),),
    presses=("request-see",),
    window="the showdown",
    trigger="the winner (`by` winner, or its seat) asks to see a hand that was given up",
    ruling="Both hands are live, and the better one wins.",
    repair="the hand comes back from the muck, face up",
)
def request_winner(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if _asked_by_winner(hand, seen) is not True:
        return None
    seat = seen.seat
    if seat is None or not hand.players.of(seat).mucked:
        return _note("Both hands are live: the better one wins.", *_seats(seen))
    muck = (move for move in ways_back(hand, (seat,)) if move.origin == MUCK)
    back = tuple(replace(move, face="up") for move in muck)
    return Verdict(
        decision="stands",
        seats=(seat,),
        effects=(*((First(back),) if back else ()), GiveBack(seat, shown=bool(back))),
        message=f"The winner asks for seat {seat}'s hand. Turn it up: both hands are live, and the better one wins.",
    )


@CHAPTER.rule(
    Pressed,
    id="showdown.request-non-winner",
    title="Another player asks to see a hand that was given up",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 5),),
    presses=("request-see",),
    window="the showdown",
    trigger="a player other than the winner (`by` player, or its seat) asks to see a hand",
    ruling="The hand is shown, but is dead.",
)
def request_non_winner(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if _asked_by_winner(hand, seen) is not False:
        return None
    given_up = seen.seat is not None and (hand.players.of(seen.seat).mucked or not hand.in_hand(seen.seat))
    return Verdict(
        decision="dead-hand" if given_up else "stands",
        seats=_seats(seen),
        severity="note",
        message="A hand that was given up is dead, whatever it shows: it cannot win.",
    )


@CHAPTER.rule(
    Pressed,
    id="showdown.request-to-see",
    title="A player asks to see a called hand",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the showdown", 5),),
    presses=("request-see",),
    between_hands=True,
    window="the showdown",
    trigger="a player asks to see a hand that was called",
    ruling="Any player who was dealt in may see it, even if it was mucked.",
)
def request_to_see(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "request-see":
        return None
    return _note("A player who was dealt in may see a called hand.", *_seats(seen))


def _asked_by_winner(hand: HandInPlay, seen: Pressed) -> bool | None:
    """Whether the player who asks to see a hand has the best one shown so far; None if the press does not say."""
    if seen.name != "request-see" or seen.by is None:
        return None
    seat = _asking(seen)
    if seat is not None:
        return hand.players.of(seat).shown and not hand.players.of(seat).mucked and not is_beaten(hand, seat)
    return {"winner": True, "player": False}.get(seen.by)


def _asking(seen: Pressed) -> Seat | None:
    """The seat that a press is made by; None if it names none. People may send digits without end."""
    named = (seen.by or "").removeprefix("seat:")
    return Seat(int(named)) if named.isdecimal() and len(named) <= SEAT_DIGITS_MAX else None


def _live(hand: HandInPlay, seen: Pressed, name: str) -> Seat | None:
    """The seat of a press of that name, if its hand is live."""
    if seen.name != name or seen.seat is None or not hand.in_hand(seen.seat):
        return None
    return seen.seat


def _seats(seen: Pressed) -> tuple[Seat, ...]:
    return () if seen.seat is None else (seen.seat,)


def _note(message: str, *seats: Seat) -> Verdict:
    return Verdict(decision="stands", seats=seats, message=message)
