"""What the rulebook says in one family of games when somebody asks, or when a press tells of what no sensor sees.

Nothing here changes a hand. Where several rules answer one press, the one for the narrower situation stands first.
"""

from collections import Counter
from functools import partial

from burncard.rules.book.asked import answered, seats_of
from burncard.rules.cards import Seat
from burncard.rules.dealing.awaited import unread_door
from burncard.rules.dealing.first_to_act import first_to_act
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Return
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.marks import LivesShort
from burncard.rules.rulings.rulebook import (
    ALL,
    DRAW_HIGH,
    FLOP,
    LOWBALL,
    ROBERTS,
    SEVEN_CARD,
    STUD,
    Verdict,
    rule,
)

LOW = f"{ROBERTS}, lowball"
HIGH = f"{ROBERTS}, draw high"
STUD_RULES = f"{ROBERTS}, seven-card stud"
TDA = "Tournament directors' rules (supplement)"
COMMON = "Common practice (supplement)"
COURT = frozenset("JQK")
FLOP_OF_FOUR = 4
FIFTH_STREET = 2

_told = partial(answered, subject=__name__)


# ---- situations --------------------


def _multi_blind(hand: HandInPlay, seen: Pressed) -> bool:
    return len(hand.fact.posts) > 1


def _passed_by_the_blind(hand: HandInPlay, seen: Pressed) -> bool:
    return _multi_blind(hand, seen) and seen.value is False


def _antes_carried(hand: HandInPlay, seen: Pressed) -> bool:
    """Whether the pot holds chips of an earlier hand, or holds its own for the next one."""
    if not hand.ended:
        return hand.fact.carry > 0
    return hand.betting.opening == "check-or-open" and hand.betting.opener is None and not hand.cards_must_return


def _forfeited_money(hand: HandInPlay, seen: Pressed) -> bool:
    """Whether those chips are more than the antes of a hand that nobody opened."""
    return _antes_carried(hand, seen) and (hand.fact.carry > 0 or any(hand.betting.bets.values()))


def _no_forfeited_money(hand: HandInPlay, seen: Pressed) -> bool:
    return not _forfeited_money(hand, seen)


def _showdown(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.betting_is_over


def _player_shows(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.betting_is_over and seen.seat is not None and seen.seat not in hand.shown


def _pair_shown(hand: HandInPlay, seen: Pressed) -> bool:
    if seen.seat is None or not hand.betting_is_over:
        return False
    ranks = Counter(placed.card[0] for placed in hand.held(seen.seat) if placed.seen)
    return any(count > 1 for count in ranks.values())


def _four_on_the_flop(hand: HandInPlay, seen: Pressed) -> bool:
    coming_back = sum(len(item.placed) for item in hand.plan if isinstance(item, Return))
    return hand.street is hand.game.streets[1] and not hand.acted_on_street and coming_back == FLOP_OF_FOUR


def _river_redeal(hand: HandInPlay, seen: Pressed) -> bool:
    return bool(hand.premature) or hand.aside_count > 0


def _second_buy_in(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.ended and seen.value is False


def _called_stud_hand(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.betting_is_over and seen.seat in hand.betting.live


def _facing_a_raise(hand: HandInPlay, seen: Pressed) -> bool:
    seat = seen.seat
    return seat is not None and hand.starting and seat in hand.betting.live and hand.betting.to_call(seat) > 0


def boards(hand: HandInPlay) -> dict[Seat, Counter[str]]:
    """The ranks that each live seat shows."""
    return {seat: Counter(card[0] for card in hand.upcards(seat)) for seat in hand.betting.live}


def _low_pair_on_a_board(hand: HandInPlay, seen: Pressed) -> bool:
    return any(count > 1 and rank not in COURT for ranks in boards(hand).values() for rank, count in ranks.items())


def cards_short(hand: HandInPlay) -> int:
    """How many cards the pack will lack on the last street if everybody stays, each street's burn counted."""
    later = hand.game.streets[hand.game.streets.index(hand.street) + 1 :]
    needed = sum(street.burn + len(street.faces) * len(hand.due_seats()) for street in later)
    return max(0, needed - hand.stub_count)


def _pack_will_not_last(hand: HandInPlay, seen: Pressed) -> bool:
    return hand.game.streets.index(hand.street) >= FIFTH_STREET and cards_short(hand) > 0


# ---- answers --------------------


# ---- answers: the draw games --------------------

_told(
    "showdown",
    "lowball.announce-pair",
    LOWBALL,
    LOW,
    "a hand with a pair is spread",
    "Say that there is a pair: silence can cost the pot if another hand is fouled by it.",
    when=_pair_shown,
    kind="showdown",
    status="press",
)
_told(
    "showdown",
    "lowball.hold-your-hand",
    LOWBALL,
    LOW,
    "a player is about to show",
    "Hold your cards until you have seen the other hand.",
    when=_player_shows,
    kind="advice",
)
_told(
    "miscall",
    "lowball.claiming-better",
    LOWBALL,
    LOW,
    "a hand that was called out lives up to its claim",
    "The claim is met: the first card counts, and a wrong second card costs nothing.",
    when=lambda hand, seen: seen.value is True,
    kind="showdown",
    status="press",
)
_told(
    "new-player",
    "pot.carryover-eligible",
    ALL,
    f"{ROBERTS}, betting and raising",
    "a player wants a hand when the pot holds money of an earlier one",
    "Only who was dealt in then may win chips that are carried over.",
    when=_forfeited_money,
    decision="refuse",
    kind="money",
)
_told(
    "new-player",
    "lowball.passed-big-blind",
    LOWBALL,
    LOW,
    "a player whom the big blind has passed wants a hand",
    "Wait for the big blind, or kill the pot.",
    when=_passed_by_the_blind,
    kind="money",
)
_told(
    "new-player",
    "lowball.new-player",
    LOWBALL,
    LOW,
    "a player sits down",
    "Wait for the big blind, or post a kill of twice the big blind.",
)
_told(
    "blind-declined",
    "lowball.refused-blind",
    LOWBALL,
    LOW,
    "a player declines the blind",
    "Who declines the blind is dealt in only when it comes round again.",
)
_told(
    "seat-change",
    "lowball.seat-change-no-penalty",
    LOWBALL,
    LOW,
    "a player who took the blinds changes seats (not: leaves, `value` false)",
    "Dealt in as soon as the new place allows; the button may pass it once.",
    when=lambda hand, seen: seen.value is not False,
)
_told(
    "new-player",
    "draw.pay-ante-anytime",
    DRAW_HIGH,
    HIGH,
    "a player offers the ante when only antes are in the pot",
    "Pay the ante and take a hand.",
    when=_no_forfeited_money,
    kind="money",
)
_told(
    "seat-change",
    "draw.seat-change-antes",
    DRAW_HIGH,
    HIGH,
    "a player changes seats when money is carried over",
    "No seat is changed while antes of earlier hands are in the pot.",
    when=_antes_carried,
    decision="refuse",
    kind="money",
    status="press",
)
_told(
    "rap",
    "draw.rap-unaware-raise",
    DRAW_HIGH,
    HIGH,
    "a pat hand is shown by a rap, unaware of a raise",
    "The hand may still be played: call, raise or fold.",
    when=_facing_a_raise,
    kind="betting",
    status="press",
)

# ---- stud --------------------

_told(
    "verbal",
    "stud.stub-forecast",
    STUD,
    STUD_RULES,
    "from fifth street the dealer announces, and cards will lack",
    "The pack will not last: be ready to gather it before the last street.",
    when=_pack_will_not_last,
    kind="advice",
)
_told(
    "verbal",
    "stud.razz-pair-announcement",
    ("razz",),
    f"{ROBERTS}, razz",
    "the dealer announces a board with a pair",
    "A pair is announced once, and never one of court cards.",
    when=_low_pair_on_a_board,
)
_told(
    "verbal",
    "stud.announcements",
    STUD,
    STUD_RULES,
    "the dealer announces a street",
    "Announce the low card, the high hand, raises and pairs; say nothing of straights and flushes.",
)
_told(
    "wager-withdrawn",
    "stud.beaten-board-no-refund",
    STUD,
    STUD_RULES,
    "a caller who cannot beat the board before it wants its call back",
    "The call stays in: it paid for the look.",
    when=_called_stud_hand,
    decision="refuse",
    kind="money",
    status="press",
)

# ---- the board games --------------------

_told(
    "floor-called",
    "flop.four-card-tda",
    FLOP,
    TDA,
    "the floor is called to a flop of four cards in a tournament",
    "Some tournaments mix the four face down: one drawn blind is the next burn, the others are the flop.",
    when=_four_on_the_flop,
    tournament="tournament",
    kind="irregularity",
)
_told(
    "floor-called",
    "river.premature-four-burns",
    FLOP,
    COMMON,
    "the floor is called while an early card lies aside",
    "Some rooms burn once more before a board card is dealt again.",
    when=_river_redeal,
    kind="advice",
)


@rule(
    Pressed,
    id="lowcard.wrong-low-corrected",
    title="The wrong player is named low and bets",
    games=STUD,
    structures=("limit",),
    source=STUD_RULES,
    window="until the next seat acts",
    trigger="a seat that does not have the card that must bet makes the forced bet, or is pressed as having that card",
    ruling="A wrong low bet comes back until the next seat acts, and the true low card must bet.",
    kind="betting",
)
def wrong_low_named(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    """The bet itself is refused by the betting; this is the wrong seat being named."""
    verdict = low_card_named(hand, seen)
    return verdict if verdict is not None and verdict.decision == "refuse" else None


@rule(
    Pressed,
    id="lowcard.announce",
    title="The dealer names the low card",
    games=STUD,
    source=STUD_RULES,
    window="before the first action",
    trigger="a seat is pressed as having the card that must bet",
    ruling="The dealer says whose card it is; a wrong seat is put right at once.",
    kind="procedure",
    status="press",
)
def low_card_named(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    """The named seat is compared with the cards."""
    if seen.name != "low-designated" or not hand.starting or hand.acted_on_street or len(hand.doors()) < 2:
        return None
    if unread_door(hand) is not None:
        return None
    due = first_to_act(hand, hand.street)
    if due != seen.seat:
        return Verdict(decision="refuse", seats=seats_of(seen), message=f"Seat {due} has the card that must bet.")
    return Verdict(decision="stands", seats=seats_of(seen), message=f"Seat {due} has the card that must bet.")


@rule(
    Pressed,
    id="stud.missing-seventh-live",
    title="Only the last card is missing",
    games=SEVEN_CARD,
    source=STUD_RULES,
    window="the last street, before the showdown",
    trigger="the floor is called to a live hand of six cards on the last street, and lets it live",
    ruling="A hand that lacks only the last card may be live: the circumstances decide.",
    status="press",
)
def missing_seventh(hand: HandInPlay, seen: Pressed) -> Verdict | None:
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
