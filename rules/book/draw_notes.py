"""What is answered in the draw games when a player asks, or when a press reports what no sensor sees.

Nothing here changes a hand.
"""

from burncard.rules.book.conflicts import C31
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import betting_is_over
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import ALL, DRAW_HIGH, LOWBALL, Chapter

CHAPTER: Chapter = Chapter(__name__)


def _antes_carried(hand: HandInPlay, seen: Pressed) -> bool:
    """Whether the pot holds chips of an earlier hand, or holds its own for the next one."""
    if not hand.ended:
        return hand.fact.carry > 0
    return (
        hand.betting.round.opening == "check-or-open" and hand.betting.opened.by is None and not hand.cards_must_return
    )


def _forfeited_money(hand: HandInPlay, seen: Pressed) -> bool:
    """Whether those chips are more than the antes of a hand that no one opened."""
    return _antes_carried(hand, seen) and (hand.fact.carry > 0 or any(hand.betting.bets.values()))


def _no_forfeited_money(hand: HandInPlay, seen: Pressed) -> bool:
    return not _forfeited_money(hand, seen)


def _player_shows(hand: HandInPlay, seen: Pressed) -> bool:
    showing = betting_is_over(hand) and not hand.ended
    return showing and seen.seat is not None and not hand.players.of(seen.seat).shown


def _facing_a_raise(hand: HandInPlay, seen: Pressed) -> bool:
    seat = seen.seat
    return seat is not None and hand.starting and seat in hand.betting.live and hand.betting.round.to_call(seat) > 0


CHAPTER.note(
    id="lowball.hold-your-hand",
    title="A player is about to show",
    kind="advice",
    status="advice",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 29),),
    presses=("showdown",),
    when=_player_shows,
    window="the showdown",
    trigger="a player is pressed as about to show a hand",
    ruling="Hold your cards until you have seen the other hand.",
)
CHAPTER.note(
    id="lowball.claiming-better",
    title="A called hand is as good as claimed",
    kind="showdown",
    status="press",
    games=LOWBALL,
    sources=(ROBERTS.at("lowball", 29),),
    settles=(C31,),
    presses=("miscall",),
    when=lambda hand, seen: seen.value is True,
    window="the showdown",
    trigger="a hand that was called out meets its claim",
    ruling="The claim holds: the first card counts, and a wrong second card costs nothing.",
)
CHAPTER.note(
    id="pot.carryover-eligible",
    title="A player asks to join a pot with carried-over chips",
    kind="money",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 6),
        ROBERTS.at("draw high", 13),
    ),
    presses=("new-player",),
    between_hands=True,
    when=_forfeited_money,
    decision="refuse",
    window="between hands",
    trigger="a player asks for a hand while the pot holds chips of an earlier hand, or is dealt in to one of draw high "
    "without having been in that hand",
    ruling="Only players who were dealt in then may win chips that are carried over.",
)
CHAPTER.note(
    id="draw.pay-ante-anytime",
    title="A player offers the ante",
    kind="money",
    status="advice",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("draw high", 13),),
    presses=("new-player",),
    between_hands=True,
    when=_no_forfeited_money,
    window="between hands",
    trigger="a player offers the ante while only antes are in the pot",
    ruling="Take the ante and deal the player in.",
)
CHAPTER.note(
    id="draw.seat-change-antes",
    title="A seat change is asked for while antes are carried over",
    kind="money",
    status="press",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("draw high", 12),),
    presses=("seat-change",),
    between_hands=True,
    when=_antes_carried,
    decision="refuse",
    window="between hands",
    trigger="a player asks to change seats while chips are carried over",
    ruling="No seat changes while antes of earlier hands are in the pot.",
)
CHAPTER.note(
    id="draw.rap-unaware-raise",
    title="A player raps pat without knowing of a raise",
    kind="betting",
    status="press",
    games=DRAW_HIGH,
    sources=(ROBERTS.at("draw high", 11),),
    presses=("rap",),
    when=_facing_a_raise,
    window="until the next action",
    trigger="a player raps to stand pat, unaware of a raise",
    ruling="The hand may still be played: call, raise or fold.",
)
