"""The shuffle in a player-dealt game: three people have a part in it, and each of them sits where the rule says."""

from burncard.rules.betting.blinds_owed import clockwise_from
from burncard.rules.cards import Seat
from burncard.rules.games.documents import ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import Pressed
from burncard.rules.rulings.rulebook import ALL, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

PARTS = {"gathered-by": "gathers the cards", "shuffled-by": "shuffles", "cut-by": "cuts"}


@CHAPTER.rule(
    Pressed,
    id="shuffle.three-people",
    title="A player gathers, shuffles or cuts the cards",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("the shuffle and cut", 1),),
    presses=("gathered-by", "shuffled-by", "cut-by"),
    between_hands=True,
    window="between hands",
    trigger="a player (`seat`) is pressed as having gathered, shuffled or cut the cards; where the game has a button, "
    "the seat is compared with that of the next dealer",
    ruling="The last dealer gathers the cards, the player left of the next dealer shuffles, and the player on the next "
    "dealer's right cuts.",
)
def three_people(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    if seen.seat is None or seen.name not in PARTS:
        return None
    due = _whose_part(hand, seen.name)
    if due is None:
        message = "The last dealer gathers the cards, the next dealer's left shuffles, and the right cuts."
        return Verdict(decision="stands", seats=(seen.seat,), message=message)
    if due == seen.seat:
        return Verdict(decision="stands", seats=(due,), message=f"Seat {due} {PARTS[seen.name]}, as it should.")
    wrong = f"Seat {due} {PARTS[seen.name]}, not seat {seen.seat}: three players share the work, each in a set seat."
    return Verdict(decision="stands", seats=(due,), message=wrong)


def _whose_part(hand: HandInPlay, part: str) -> Seat | None:
    """The seat whose part it is after a hand; None in a game without a button, where nobody at the table deals."""
    button, seats = hand.fact.button, hand.fact.seats
    if button is None or not hand.game.button:
        return None
    dealer = button if hand.cards_must_return else clockwise_from(seats, button)[0]
    after = clockwise_from(seats, dealer)  # the dealer last, and before it the seat on its right
    return {"gathered-by": button, "shuffled-by": after[0], "cut-by": after[-2]}[part]
