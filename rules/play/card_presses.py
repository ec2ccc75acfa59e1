"""Presses about a card that only the people at the table can see.

A press is no oracle. It means a card by its place; what it says the card is, is a claim that is not checked until the
card lies face up. What follows depends on what lies face up and on what was entered, never on a face-down card.
"""

from dataclasses import dataclass, replace

from burncard.rules.cards import JOKER, OFF, UNREAD, Seat, seat_of, seat_zone, spoken
from burncard.rules.dealing.misplaced import How, exposure, off_the_table
from burncard.rules.facts import Press
from burncard.rules.hand.changes import boards_have_changed
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import is_exposed, takes_cards
from burncard.rules.hand.steps import Deal
from burncard.rules.hand.table_card import Claim, TableCard
from burncard.rules.outcomes import Outcome
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.irregularities import Irregularity
from burncard.rules.rulings.rulebook import LOWBALL, RULES, Verdict, rulebook_of
from burncard.rules.rulings.rulings import Rulings

OF_A_CARD = (wrong.Exposed, wrong.ShownByPlayer, wrong.ExposureClaimed, wrong.StrayJoker)
ABOUT_A_CARD = frozenset(
    press
    for rule in RULES.values()
    if wrong.Pressed not in rule.answers and any(answered in OF_A_CARD for answered in rule.answers)
    for press in rule.presses
)
"""The presses that name a card by its place: the rules about shown cards and jokers declare them."""


@dataclass(frozen=True, slots=True)
class Meant:
    """The card that a press means, or any one of `others`; `again`: the table knows of it already."""

    placed: TableCard
    others: tuple[TableCard, ...] = ()
    again: bool = False


def card_press(hand: HandInPlay, fact: Press, rulings: Rulings, out: list[Outcome]) -> None:
    """Takes a press about a card."""
    seat = fact.seat
    if seat is None:
        rulings.refuse("table.which-seat", f"{fact.press} needs the seat of the card.", out)
        return
    late_claim = fact.by == "player" and not _own_doing(fact) and hand.players.of(seat).looked
    if late_claim and fact.press != "joker-found" and seat in hand.betting.seats:
        rulings.rule_on(hand, wrong.ExposureClaimed(seat), out)
        return
    meant = _meant(hand, fact, seat) if seat in hand.betting.seats else None
    fell_unseen = None if meant is not None else _falling(hand, fact, seat)
    if meant is not None and meant.again:
        _claim(hand, meant, fact, rulings)
        _lies_up(hand, meant.placed, fact)
    elif meant is not None:
        _ruled_on(hand, fact, seat, meant, rulings, out)
    elif fell_unseen is not None:
        _fell_unseen(hand, fact, seat, fell_unseen, rulings, out)
    else:
        rulings.refuse("table.press-needs", f"{fact.press} needs a card of a seat of this hand.", out)


def _own_doing(fact: Press) -> bool:
    """Whether the player is said to have shown the card; a card that is said to be exposed was shown by the dealer."""
    return fact.by == "player" and fact.press != "card-exposed"


# ---- which card --------------------


def _meant(hand: HandInPlay, fact: Press, seat: Seat) -> Meant | None:
    """The card that a press means, found by its place; None where none of the seat's cards can be meant."""
    if fact.press == "joker-found":
        return _joker_meant(hand, fact, seat)
    repeated = None if fact.nth is not None or _own_doing(fact) else _said_again(hand, fact, seat)
    if repeated is not None and (fact.card is not None or _falling(hand, fact, seat) is None):
        return Meant(repeated, again=True)
    if fact.press == "card-off-table" and fact.nth is None:
        fallen = _fallen(hand, fact, seat)
        if fallen is not None:
            known = hand.plan.move_of(fallen) is not None if _own_doing(fact) else fallen.pressed or is_exposed(fallen)
            return Meant(fallen, again=known or (fallen.seen and not _own_doing(fact)))
        if _falling(hand, fact, seat) is not None:
            return None
        upcard = None if _own_doing(fact) else _upcard(hand, fact, seat)
        if upcard is not None:
            return Meant(upcard)
    meant = _by_place(hand, fact, seat)
    if meant is None or _own_doing(fact):
        return meant
    return replace(meant, again=meant.placed.known)


def _upcard(hand: HandInPlay, fact: Press, seat: Seat) -> TableCard | None:
    """The seat's upcard that a press means: by its name, or as the last card dealt while the street is being dealt."""
    held = hand.held(seat)
    if fact.card is None and hand.plan.deals_of_street():
        return held[-1] if held and held[-1].face == "up" else None
    return next((placed for placed in held if placed.face == "up" and placed.card == fact.card), None)


def _by_place(hand: HandInPlay, fact: Press, seat: Seat) -> Meant | None:
    """The seat's nth face-down card; the last one while the street is being dealt; otherwise any of them."""
    down = [placed for placed in hand.held(seat) if placed.face != "up"]
    if fact.nth is not None:
        return Meant(down[fact.nth - 1]) if fact.nth <= len(down) else None
    fresh = [placed for placed in down if not placed.known]
    if not fresh:
        return Meant(down[-1]) if down else None
    if hand.plan.deals_of_street():
        return Meant(fresh[-1])
    return Meant(fresh[-1], tuple(fresh[:-1]))


def _said_again(hand: HandInPlay, fact: Press, seat: Seat) -> TableCard | None:
    """The card of the seat that the table has seen, or heard of, by the name pressed; the last one if none was."""
    known = [placed for placed in hand.held(seat) if placed.known]
    if fact.press == "card-off-table":  # an upcard that lies where it was due may have left the table
        known = [card for card in known if card.shown or card.pressed or is_exposed(card) or hand.plan.move_of(card)]
    if fact.card is None:
        waiting = [placed for placed in known if is_exposed(placed) or placed is hand.held(seat)[-1]]
        return waiting[-1] if waiting else None
    same = [placed for placed in known if placed.told in (fact.card, None)]
    return same[-1] if same else None


def _joker_meant(hand: HandInPlay, fact: Press, seat: Seat) -> Meant | None:
    """The joker that has been seen already; else the card that is said to be one: unread ones first."""
    seen = next((placed for placed in hand.felt.all_out() if placed.told == JOKER), None)
    if seen is not None and not hand.pack.has_joker:
        return Meant(seen, again=True)
    meant = _by_place(hand, fact, seat)
    if meant is None or fact.nth is not None:
        return meant
    unread = next((placed for placed in hand.held(seat) if placed.card == UNREAD), None)
    cards = (meant.placed, *meant.others)
    return meant if unread is None else Meant(unread, tuple(card for card in cards if card is not unread))


def _fallen(hand: HandInPlay, fact: Press, seat: Seat) -> TableCard | None:
    """The card off the table that is on its way back to the seat, or that the seat is dealt another for.

    On the draw the seat's own draw may replace it: then it is known by the name that it has been told by.
    """
    zone = seat_zone(seat)
    replaced = [item.instead_of for item in hand.plan if isinstance(item, Deal) and item.zone == zone]
    for placed in hand.felt.cards_in(OFF):
        back = hand.plan.move_of(placed)
        named = fact.card is not None and placed.told == fact.card
        if (back is not None and back.to == zone) or placed in replaced or named:
            return placed
    return None


def _falling(hand: HandInPlay, fact: Press, seat: Seat) -> Deal | None:
    """The card due to the seat, which fell off the table on its way: no reader saw it, the press alone tells of it."""
    due = hand.plan.due_deal()
    if fact.press != "card-off-table" or _own_doing(fact) or fact.nth is not None:
        return None
    return due if due is not None and due.zone == seat_zone(seat) else None


# ---- what follows --------------------


def _ruled_on(hand: HandInPlay, fact: Press, seat: Seat, meant: Meant, rulings: Rulings, out: list[Outcome]) -> None:
    placed = meant.placed
    by_dealer = not _own_doing(fact)
    if fact.press == "joker-found":
        irregularity: Irregularity = wrong.StrayJoker(placed, None, counted=True, others=meant.others)
    elif not by_dealer:
        dropped = fact.press == "card-off-table"
        irregularity = wrong.ShownByPlayer(placed, seat, "dropped" if dropped else "flashed")
    elif not takes_cards(hand, seat):
        rulings.refuse("table.press-needs", f"Seat {seat} is not in the hand.", out)
        return
    else:
        how: How = "off-table" if fact.press == "card-off-table" else "flashed"
        irregularity = exposure(hand, placed, seat, how, meant.others)
    before = (placed.pressed, placed.claim)
    placed.pressed = placed.pressed or by_dealer
    placed.others = meant.others
    _claim(hand, meant, fact, rulings)
    judged = rulebook_of(hand).judge(hand, irregularity)
    if judged is not None and judged[1].needs_card:
        placed.pressed, placed.claim = before
        _which_card(rulings, out)
    elif judged is not None and not (fact.press == "joker-found" and hand.pack.has_joker):
        rulings.rule_on(hand, irregularity, out)


def _which_card(rulings: Rulings, out: list[Outcome]) -> None:
    rulings.refuse("table.which-card", "What becomes of the card depends on its rank: name the card.", out)


def _fell_unseen(hand: HandInPlay, fact: Press, seat: Seat, due: Deal, rulings: Rulings, out: list[Outcome]) -> None:
    claim = None if fact.card is None or fact.card == UNREAD else Claim(fact.card, rulings.fact)
    would_lie = TableCard(UNREAD, OFF, "down", len(hand.felt.dealt) + 1, pressed=True, claim=claim)
    judged = rulebook_of(hand).judge(hand, wrong.Exposed(would_lie, seat, "off-table", due))
    if judged is not None and judged[1].needs_card:
        _which_card(rulings, out)
        return
    fallen = hand.felt.put(UNREAD, OFF, "down", back=None, tag=None, boxed=False)
    fallen.pressed = True
    if claim is not None:
        hand.felt.claim(fallen, claim)
    rulings.rule_on(hand, off_the_table(hand, fallen, due), out)


def _claim(hand: HandInPlay, meant: Meant, fact: Press, rulings: Rulings) -> None:
    """Remembers what the card was said to be, unless something has been said of it, or it has been seen."""
    card = JOKER if fact.press == "joker-found" else fact.card
    if card is None or card == UNREAD or meant.placed.seen or meant.placed.claim is not None:
        return
    hand.felt.claim(meant.placed, Claim(card, rulings.fact))


def _lies_up(hand: HandInPlay, placed: TableCard, fact: Press) -> None:
    """A card that is to be turned up is said to lie so: where nothing senses it, the step is done by that.

    It counts as the card that people say it is, and needs a name for that.
    """
    turn = hand.plan.turn_of(placed)
    if turn is None or placed.sensed or placed.told is None or fact.press != "card-exposed":
        return
    hand.plan.drop(turn)
    placed.said_up = True
    boards_have_changed(hand)


# ---- when the card is read --------------------


def compare_claims(hand: HandInPlay, rulings: Rulings, out: list[Outcome]) -> list[tuple[TableCard, Claim]]:
    """Tells the floor of cards that a press named and that lie face up as others; those on which a ruling hung."""
    differ = [(placed, claim) for placed, claim in hand.felt.claims_read() if claim.card != placed.card]
    for placed, claim in differ:
        rulings.tell("table.claim-differs", _claim_differs(placed, claim), out)
    return [(placed, claim) for placed, claim in differ if _decides(hand, claim) and not hand.ended]


def _claim_differs(placed: TableCard, claim: Claim) -> Verdict:
    seat = seat_of(placed.zone)
    return Verdict(
        decision="stands",
        seats=() if seat is None else (seat,),
        cards=(placed.card,),
        message=f"The card that was entered as the {spoken(claim.card)} is the {spoken(placed.card)}.",
    )


def _decides(hand: HandInPlay, claim: Claim) -> bool:
    """Whether a ruling may have hung on the card being the one that was claimed."""
    return hand.game.ruled_as in LOWBALL or (claim.card == JOKER and not hand.pack.has_joker)
