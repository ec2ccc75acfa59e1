"""Rulings on presses: what no sensor sees."""

from msgspec.structs import replace

from burncard.rules.book.boxed import scrapped
from burncard.rules.book.conflicts import C21, C28
from burncard.rules.book.dead import dead_hand
from burncard.rules.cards import Seat, seat_of
from burncard.rules.games.documents import COMMON_PRACTICE, GENERAL, ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import at_round, betting_is_over
from burncard.rules.hand.steps import Cut, Shuffle
from burncard.rules.rulings.effects import First
from burncard.rules.rulings.irregularities import Pressed, StrayJoker, UpcardsLaidDown
from burncard.rules.rulings.marks import ForfeitBringIn
from burncard.rules.rulings.rulebook import ALL, DRAW, STUD, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

NO_JOKER_GAMES = tuple(game for game in ALL if game != "lowball-a5")


# ---- hands that die --------------------


@CHAPTER.rule(
    Pressed,
    id="dead.clock",
    title="The clock runs out",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("dead hands", 7),),
    presses=("clock-called", "clock-expired"),
    window="when the clock runs out",
    trigger="the clock is pressed as expired on a player who faces a bet",
    ruling="The hand is dead.",
    repair="the hand goes to the muck",
)
def clock(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "clock-expired")
    if seat is None or hand.betting.round.turn != seat or hand.betting.round.to_call(seat) == 0:
        return None
    return dead_hand(hand, seat, f"The clock has run out on seat {seat}")


@CHAPTER.rule(
    Pressed,
    id="dead.forward-motion",
    title="A hand is thrown forward",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("dead hands", 3),),
    presses=("fold-forward",),
    window="after the throw",
    trigger="a hand is pressed as thrown forward",
    ruling="The hand is dead, even with no bet to call.",
    repair="the hand goes to the muck",
)
def forward_motion(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "fold-forward")
    return None if seat is None else dead_hand(hand, seat, f"Seat {seat} threw its hand forward")


@CHAPTER.rule(
    Pressed,
    id="dead.unprotected",
    title="The dealer takes an unprotected hand",
    status="press",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 2),
        GENERAL.at("hold'em", 3),
        GENERAL.at("Omaha", 3),
        GENERAL.at("Omaha high-low", 3),
    ),
    settles=(C21,),
    presses=("killed-by-dealer",),
    window="while the hand is live",
    trigger="a hand is pressed as killed by the dealer",
    ruling="The player has no redress and is out of the hand.",
    repair="the hand goes to the muck",
)
def unprotected(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "killed-by-dealer")
    return None if seat is None else dead_hand(hand, seat, f"Seat {seat}'s unprotected hand was taken in")


@CHAPTER.rule(
    Pressed,
    id="lowcard.absent",
    title="The player due to ante or bring it in is away",
    status="press",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud", 6),
        GENERAL.at("seven-card stud", 3),
        GENERAL.at("seven-card stud high-low", 3),
    ),
    settles=(C28,),
    presses=("absent",),
    window="when the action reaches the seat on the first round",
    trigger="a player is pressed as absent at their turn on the first street",
    ruling="The ante and the forced bet are lost, and the hand is dead.",
    repair="the hand goes to the muck",
)
def lowcard_absent(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "absent")
    if seat is None or not hand.starting or hand.betting.round.turn != seat:
        return None
    verdict = dead_hand(hand, seat, f"Seat {seat} is away; ante and forced bet stay in the pot")
    return replace(verdict, effects=(ForfeitBringIn(), *verdict.effects))


@CHAPTER.rule(
    Pressed,
    id="dead.absent",
    title="A player is away at their turn",
    status="press",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud", 6),
        GENERAL.at("seven-card stud", 3),
        GENERAL.at("seven-card stud high-low", 3),
    ),
    settles=(C28,),
    presses=("absent",),
    window="when the action reaches the seat",
    trigger="a player is pressed as absent at their turn",
    ruling="The hand is dead.",
    repair="the hand goes to the muck",
)
def dead_absent(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "absent")
    if seat is None or hand.betting.round.turn != seat:
        return None
    return dead_hand(hand, seat, f"Seat {seat} is away")


@CHAPTER.rule(
    UpcardsLaidDown,
    Pressed,
    id="stud.pickup-fold",
    title="A player facing a bet picks up the upcards",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud", 10),
        ROBERTS.at("dead hands", 4),
    ),
    presses=("intermingled", "upcards-picked-up"),
    window="while facing a bet",
    trigger="all upcards of a player who faces a bet are turned face down, or they are pressed as picked up or mixed "
    "with the downcards",
    ruling="It is a fold.",
    repair="the hand goes to the muck",
)
def pickup_fold(hand: HandInPlay, seen: UpcardsLaidDown | Pressed) -> Verdict | None:
    if isinstance(seen, UpcardsLaidDown):
        return dead_hand(hand, seen.seat, f"Seat {seen.seat} turned its upcards down facing a bet: that is a fold")
    seat, did = _live(hand, seen, "upcards-picked-up"), "picked its upcards up"
    if seat is None and at_round(hand):  # after a mistake of the dealer the card to be moved is mixed in
        seat, did = _live(hand, seen, "intermingled"), "mixed its upcards with its downcards"
    if seat is None or betting_is_over(hand) or hand.betting.round.to_call(seat) == 0:
        return None
    return dead_hand(hand, seat, f"Seat {seat} {did} facing a bet: that is a fold")


@CHAPTER.rule(
    Pressed,
    id="stud.pickup-showdown",
    title="A player with nothing to call picks up the upcards",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 10),),
    presses=("upcards-picked-up",),
    window="the showdown",
    trigger="upcards are pressed as picked up with no bet to call",
    ruling="It has no effect: the hand lives until it is discarded.",
)
def pickup_showdown(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "upcards-picked-up")
    if seat is None:
        return None
    return _note(f"Seat {seat} picked up its upcards with nothing to call. The hand is live.", seat)


@CHAPTER.rule(
    Pressed,
    id="stud.order-of-upcards",
    title="A player rearranges the upcards",
    kind="advice",
    status="advice",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud"),),
    presses=("upcards-moved",),
    window="every street",
    trigger="a player is pressed as having moved upcards",
    ruling="Upcards must stay in the order in which they were dealt.",
)
def order_of_upcards(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = _live(hand, seen, "upcards-moved")
    return None if seat is None else _note(f"Seat {seat}: please leave your upcards in order.", seat)


# ---- jokers --------------------


@CHAPTER.rule(
    StrayJoker,
    id="joker.dead-after-acting",
    title="A player acts on a hand with a joker",
    status="press",
    games=ALL,
    sources=(
        ROBERTS.at("dead hands", 6),
        ROBERTS.at("irregularities", 8),
    ),
    presses=("joker-found",),
    window="from the player's first action",
    trigger="a joker is found in a hand whose player has acted",
    ruling="The hand is dead.",
    repair="the hand goes to the muck",
)
def dead_after_acting(hand: HandInPlay, seen: StrayJoker) -> Verdict | None:
    seat = _holder(hand, seen)
    if seat is None or not seen.counted or not hand.betting.has_acted(seat):
        return None
    return dead_hand(hand, seat, f"Seat {seat} acted on a hand with a joker")


@CHAPTER.rule(
    StrayJoker,
    id="joker.replace-before-acting",
    title="A joker is found before its player acts",
    status="press",
    games=NO_JOKER_GAMES,
    sources=(ROBERTS.at("irregularities", 8),),
    presses=("joker-found",),
    window="until the player acts",
    trigger="a joker is pressed as found in a hand whose player has not acted",
    ruling="It is replaced as a boxed card is.",
    repair="the joker goes to the muck, the seat is dealt the top card",
)
def replace_before_acting(hand: HandInPlay, seen: StrayJoker) -> Verdict | None:
    seat = _holder(hand, seen)
    if seat is None or not seen.counted:
        return None
    why = f"Seat {seat} has found a joker before acting"
    return scrapped(hand, seen.placed, None, why, counted=True, others=seen.others)


# ---- the pack --------------------


@CHAPTER.rule(
    Pressed,
    id="shuffle.complaint-window",
    title="A player complains about the shuffle or the cut",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 4),),
    presses=("complaint",),
    window="until the player looks or betting begins",
    trigger="a complaint about the preparation of the deal is pressed",
    ruling="The floor decides a complaint in time; after that the deal stands.",
)
def complaint_window(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "complaint":
        return None
    if hand.betting.acted_count or hand.players.of(seen.seat).looked:
        return _note("The complaint comes too late: the player has looked, or betting has begun.", *_seats(seen))
    return Verdict(
        decision="floor", seats=_seats(seen), message="A complaint about the shuffle or cut. The floor decides."
    )


@CHAPTER.rule(
    Pressed,
    id="shuffle.bottom-protected",
    title="The bottom card is seen",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 3),),
    presses=("bottom-seen",),
    between_hands=True,
    window="before the deal",
    trigger="the bottom card is pressed as seen",
    ruling="Cover the bottom of the deck with a cut card.",
)
def bottom_protected(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "bottom-seen":
        return None
    return _note("The bottom card was seen. Put a cut card under the pack.")


@CHAPTER.rule(
    Pressed,
    id="deck.stub-disordered",
    title="The stub is dropped",
    status="press",
    games=ALL,
    sources=(COMMON_PRACTICE.at(),),
    presses=("intermingled",),
    window="while cards remain to be dealt",
    trigger="the stub is pressed as dropped or mixed up (`intermingled` without a seat)",
    ruling="Restore its order; if that is impossible, shuffle and cut what was left of it.",
    repair="shuffle, cut",
)
def stub_disordered(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "intermingled" or seen.seat is not None:
        return None
    if seen.value:
        return _note("The pack's order was rebuilt. Play goes on.")
    return Verdict(
        decision="correct",
        effects=(First((Shuffle(), Cut())),),
        message="The pack was dropped and its order is lost. Shuffle and cut what was left of it, then go on.",
    )


@CHAPTER.rule(
    Pressed,
    id="deck.defect-duty",
    title="The floor is called",
    kind="advice",
    status="advice",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 5),),
    presses=("floor-called",),
    between_hands=True,
    window="any time",
    trigger="the floor is called",
    ruling="Play stops until the floor has decided. A player who knows of a defect of the deck must report it.",
)
def defect_duty(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "floor-called":
        return None
    reason = f": {seen.text}" if seen.text else ""
    return Verdict(decision="floor", seats=_seats(seen), message=f"The floor was called{reason}. Play waits.")


@CHAPTER.rule(
    Pressed,
    id="draw.ask-count",
    title="A player asks how many cards another drew",
    kind="procedure",
    status="press",
    games=DRAW,
    sources=(
        ROBERTS.at("lowball", 27),
        ROBERTS.at("draw high", 9),
        GENERAL.at("five-card draw", 6),
    ),
    presses=("ask-draw-count",),
    window="until the first action after the draw",
    trigger="a player asks how many cards another player drew",
    ruling="The player and the dealer must answer until a player has acted after the draw; from then on the dealer "
    "must not.",
)
def ask_count(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.name != "ask-draw-count":
        return None
    if hand.street.draw and hand.drawing is None and hand.acted_on_street:
        return _note("There has been action after the draw: the dealer does not say how many cards were drawn.")
    if seen.seat is not None and (drawn := hand.players.of(seen.seat).drawn) is not None:
        return _note(f"Seat {seen.seat} drew {drawn}.", seen.seat)
    return _note("The number of cards drawn is given on request.", *_seats(seen))


def _holder(hand: HandInPlay, seen: StrayJoker) -> Seat | None:
    seat = seat_of(seen.placed.zone)
    return seat if seat is not None and hand.in_hand(seat) else None


def _live(hand: HandInPlay, seen: Pressed, name: str) -> Seat | None:
    """The seat of a press of that name, if its hand is live; answered with no, the press tells of nothing."""
    if seen.name != name or seen.value is False or seen.seat is None or not hand.in_hand(seen.seat):
        return None
    return seen.seat


def _seats(seen: Pressed) -> tuple[Seat, ...]:
    return () if seen.seat is None else (seen.seat,)


def _note(message: str, *seats: Seat) -> Verdict:
    return Verdict(decision="stands", seats=seats, message=message)
