"""What is answered in stud and the flop games when a player asks, or when a press reports what no sensor sees.

Nothing here changes a hand. Where several rules answer one press, the one for the narrower situation stands first.
"""

from burncard.rules.book.conflicts import C03, C04, C16, C27
from burncard.rules.book.open_questions import A06
from burncard.rules.cards import Seat
from burncard.rules.dealing.awaited import unread_door
from burncard.rules.dealing.first_to_act import first_to_act
from burncard.rules.games.documents import COMMON_PRACTICE, GENERAL, ROBERTS, TOURNAMENT_DIRECTORS
from burncard.rules.hand.announcements import announcements
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import aside_count, betting_is_over, doors, early_cards
from burncard.rules.hand.steps import Return
from burncard.rules.hand.streets import due_seats
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.marks import LivesShort
from burncard.rules.rulings.rulebook import FLOP, LIMIT, SEVEN_CARD, STUD, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

FLOP_OF_FOUR = 4
FIFTH_STREET = 2

# ---- situations --------------------


def _four_on_the_flop(hand: HandInPlay, seen: Pressed) -> bool:
    coming_back = sum(len(item.placed) for item in hand.plan if isinstance(item, Return))
    return hand.street is hand.game.streets[1] and not hand.acted_on_street and coming_back == FLOP_OF_FOUR


def _river_redeal(hand: HandInPlay, seen: Pressed) -> bool:
    return bool(early_cards(hand)) or aside_count(hand) > 0


def _called_stud_hand(hand: HandInPlay, seen: Pressed) -> bool:
    return betting_is_over(hand) and seen.seat in hand.betting.live


def cards_short(hand: HandInPlay) -> int:
    """How many cards the pack will lack on the last street if every player stays in, each street's burn counted."""
    later = hand.game.streets[hand.game.streets.index(hand.street) + 1 :]
    needed = sum(street.burn + len(street.faces) * len(due_seats(hand)) for street in later)
    return max(0, needed - hand.stub_count)


def _pack_will_not_last(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.game.streets.index(hand.street) >= FIFTH_STREET and cards_short(hand) > 0


# ---- stud --------------------

CHAPTER.note(
    id="stud.stub-forecast",
    title="The stub will not last",
    kind="advice",
    status="advice",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud", 15),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
    ),
    presses=("verbal",),
    when=_pack_will_not_last,
    window="from fifth street on",
    trigger="the dealer announces a street, and the cards will not last to the end",
    ruling="Be ready to gather the burns before the last street: the stub will run out.",
)


@CHAPTER.rule(
    Pressed,
    id="stud.razz-pair-announcement",
    title="A board in razz has just paired",
    kind="procedure",
    status="press",
    games=("razz",),
    sources=(ROBERTS.at("razz", 5),),
    settles=(C27,),
    presses=("verbal",),
    window="each street",
    trigger="the dealer announces a street, and a board has just paired",
    ruling="Announce a pair once, and never a pair of court cards.",
)
def razz_pair_announcement(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    paired = any(" has " in said for said in announcements(hand))
    return _announced(hand, "Announce a pair once.") if paired else None


@CHAPTER.rule(
    Pressed,
    id="stud.announcements-low-stakes",
    title="The dealer announces a street at a low-stakes table",
    kind="procedure",
    status="press",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 12),),
    settles=(C27,),
    presses=("verbal",),
    window="each street",
    trigger="the dealer is pressed as announcing a street where the room has posted low stakes",
    ruling="Announce possible straights and flushes too, besides the low card, the high hand, raises and pairs.",
)
def announcements_low_stakes(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    return _announced(hand, "Announce possible straights and flushes too.") if hand.fact.low_stakes else None


@CHAPTER.rule(
    Pressed,
    id="stud.announcements",
    title="The dealer announces a street",
    kind="procedure",
    status="press",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud", 12),
        ROBERTS.at("razz", 5),
    ),
    settles=(C27,),
    presses=("verbal",),
    window="each street",
    trigger="a street has been dealt: the table shows what is to be announced, and answers with it when pressed",
    ruling="Announce the low card, the high hand, raises and pairs, but no possible straights or flushes.",
)
def stud_announcements(hand: HandInPlay, seen: Pressed) -> Verdict:
    return _announced(hand, "Announce no possible straights or flushes.")


def _announced(hand: HandInPlay, more: str) -> Verdict:
    said = "".join(f"{one}. " for one in announcements(hand))
    return Verdict(decision="stands", message=f"{said}{more}")


CHAPTER.note(
    id="stud.beaten-board-no-refund",
    title="A caller cannot beat the board shown",
    kind="money",
    status="press",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 20),),
    presses=("wager-withdrawn",),
    when=_called_stud_hand,
    decision="refuse",
    window="the showdown",
    trigger="a caller who cannot beat the opponent's upcards asks for the call back",
    ruling="The call stays in the pot: it paid to see the hand.",
)

# ---- the board games --------------------

CHAPTER.note(
    id="flop.four-card-tda",
    title="A flop has four cards in a tournament",
    status="advice",
    games=FLOP,
    tournament="tournament",
    sources=(TOURNAMENT_DIRECTORS.at(),),
    settles=(C03,),
    presses=("floor-called",),
    when=_four_on_the_flop,
    window="before the flop betting",
    trigger="the floor is called to a flop of four cards in a tournament",
    ruling="Some tournaments mix the four cards face down: one drawn at random is the next burn, and the other three "
    "are the flop.",
)
CHAPTER.note(
    id="river.premature-four-burns",
    title="A board card is to be dealt again",
    kind="advice",
    status="advice",
    games=FLOP,
    sources=(COMMON_PRACTICE.at(),),
    settles=(C04,),
    presses=("floor-called",),
    when=_river_redeal,
    window="while an early card lies aside",
    trigger="the floor is called while an early card lies aside",
    ruling="Some rooms burn once more before the card is dealt again.",
)


@CHAPTER.rule(
    Pressed,
    id="lowcard.wrong-low-corrected",
    title="The wrong player makes the forced bet",
    kind="betting",
    games=STUD,
    structures=LIMIT,
    sources=(ROBERTS.at("seven-card stud", 9),),
    presses=("low-designated",),
    window="until the next player acts",
    trigger="a player who does not hold the forced-bet card makes the forced bet, or is pressed as low",
    ruling="The wrong bet is returned until the next player acts, and the true low card must bet.",
)
def wrong_low_corrected(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    """The bet itself is refused by the betting; this is the wrong seat being named."""
    verdict = announce(hand, seen)
    return verdict if verdict is not None and verdict.decision == "refuse" else None


@CHAPTER.rule(
    Pressed,
    id="lowcard.announce",
    title="The dealer names the low card",
    kind="procedure",
    status="press",
    games=STUD,
    sources=(
        ROBERTS.at("seven-card stud", 12),
        GENERAL.at("seven-card stud", 5),
        GENERAL.at("seven-card stud high-low", 5),
    ),
    settles=(C27,),
    presses=("low-designated",),
    window="before the first action",
    trigger="a seat is pressed as holding the card that must bet",
    ruling="The dealer announces the low card; a wrong announcement is corrected at once.",
)
def announce(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    """The named seat is compared with the cards."""
    if seen.name != "low-designated" or not hand.starting or hand.acted_on_street or len(doors(hand)) < 2:
        return None
    if unread_door(hand) is not None:
        return None
    due = first_to_act(hand, hand.street)
    if due != seen.seat:
        return Verdict(decision="refuse", seats=seats_of(seen), message=f"Seat {due} has the card that must bet.")
    return Verdict(decision="stands", seats=seats_of(seen), message=f"Seat {due} has the card that must bet.")


@CHAPTER.rule(
    Pressed,
    id="stud.missing-seventh-live",
    title="A hand lacks only its last card",
    status="press",
    games=SEVEN_CARD,
    sources=(
        ROBERTS.at("seven-card stud", 19),
        ROBERTS.at("dead hands", 5),
    ),
    settles=(C16, A06),
    presses=("floor-called",),
    window="the last street, before the showdown",
    trigger="the floor is called to a live hand of six cards on the last street",
    ruling="The hand may be live; the circumstances decide.",
)
def missing_seventh_live(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    seat = seen.seat
    if (
        seen.name != "floor-called"
        or seat is None
        or not hand.in_hand(seat)
        or hand.street is not hand.game.streets[-1]
    ):
        return None
    if len(hand.held(seat)) != hand.game.hand_size - 1:
        return None
    return Verdict(
        decision="stands",
        seats=(seat,),
        effects=(LivesShort(seat),),
        message=f"Seat {seat} lacks only the last card: its hand is live.",
    )


def seats_of(seen: Pressed) -> tuple[Seat, ...]:
    """The seat that a press names."""
    return () if seen.seat is None else (seen.seat,)
