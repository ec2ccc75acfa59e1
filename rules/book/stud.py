"""Stud: exposed hole cards, burns, streets dealt too early, a pack that runs out, the last card."""

from rules.book.dead import dead_hand
from rules.book.exposed import WINDOW, exposed_seats, misdeal
from rules.book.misdeals import REDEAL, place
from rules.cards import ASIDE, BURN, MUCK, Seat, Zone, seat_of, seat_zone, spoken
from rules.follow import set_aside_early
from rules.hand import HandInPlay
from rules.irregularities import (
    DoubleBurn,
    Exposed,
    ExtraCard,
    FoldedWithoutBet,
    ForcedSeatExempt,
    HandOpened,
    MissedBurn,
    PrematureCard,
    Pressed,
    WrongCount,
)
from rules.plan import Deal, Move, Repair, Turn, wait
from rules.rulebook import BIG_BET, LAST_CARD_DOWN, ROBERTS, SEVEN_CARD, STUD, Verdict, rule

STUD_RULES = f"{ROBERTS}, seven-card stud"
LAST_STREET = "seventh street"


# ---- a hole card dealt up --------------------


@rule(
    Exposed,
    id="misdeal.stud-tournament-downcard-up",
    title="A downcard dealt up in a stud tournament",
    games=STUD,
    source=STUD_RULES,
    window="the starting deal",
    trigger="in a tournament a hole card of the starting deal is shown through the dealer",
    ruling="Misdeal.",
    repair=REDEAL,
    tournament="tournament",
    off={"general": "expose.stud-hole-becomes-upcard"},
)
def tournament_downcard(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting or not hand.window_open:
        return None
    return misdeal(f"seat {seen.seat}'s hole card was shown", (seen.seat,), seen.placed)


@rule(
    Exposed,
    id="expose.stud-off-table",
    title="A stud card dealt off the table",
    games=STUD,
    source=STUD_RULES,
    window="the street being dealt",
    trigger="an upcard, or a card of a later street, is dealt off the table",
    ruling="It is brought back and plays as an exposed card.",
    repair="the card goes to its seat, face up",
    status="press",
)
def off_table(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    upcard = seen.due is not None and seen.due.face == "up"
    if seen.how != "off-table" or (hand.starting and not upcard):
        return None
    zone = seat_zone(seen.seat)
    there = seen.placed.zone == zone
    back: Repair = Turn(seen.placed, "up") if there else Move(seen.placed, seen.placed.zone, zone, "up")
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=hand.named(seen.placed),
        now=() if there and seen.placed.face == "up" else (back,),
        message=f"Seat {seen.seat}'s card left the table. Bring it back: it plays, face up.",
    )


@rule(
    Exposed,
    id="expose.stud-both-hole-up",
    title="Both hole cards dealt up",
    games=SEVEN_CARD,
    source=STUD_RULES,
    window="the starting deal",
    trigger="in a money game both hole cards of one seat are shown through the dealer",
    ruling="The hand is dead and its player takes the ante back.",
    repair="the hand goes to the muck, the ante is returned",
    tournament="cash",
)
def both_hole_up(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting or seen.seat not in hand.shifted or not hand.dealing_start:
        return None
    cards = hand.held(seen.seat)

    def ante_back(in_play: HandInPlay) -> None:
        in_play.betting.refund_ante(seen.seat)

    return Verdict(
        decision="dead-hand",
        seats=(seen.seat,),
        cards=tuple(placed.card for placed in cards if placed.seen),
        now=tuple(Move(placed, placed.zone, MUCK, placed.face) for placed in cards),
        kill=(seen.seat,),
        edit=ante_back,
        message=f"Both hole cards of seat {seen.seat} were shown. The hand is dead; give the ante back.",
    )


@rule(
    Exposed,
    id="misdeal.two-exposed-other",
    title="Two downcards shown by the dealer",
    games=(*STUD, "lowball-a5", "lowball-27", "draw-high", "jacks"),
    source=f"{ROBERTS}, misdeals",
    window=WINDOW,
    trigger="a second downcard of the deal is shown through the dealer (in stud: at another seat)",
    ruling="Misdeal, wherever the two lie; a card that would have been kept counts too.",
    repair=REDEAL,
)
def two_exposed_other(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting or not hand.window_open or not hand.exposed:
        return None
    seats = tuple(dict.fromkeys((*exposed_seats(hand), seen.seat)))
    return misdeal("a second downcard was shown", seats, *hand.exposed, seen.placed)


@rule(
    Exposed,
    id="expose.stud-one-hole-up",
    title="One hole card dealt up",
    games=STUD,
    source=STUD_RULES,
    window="the starting deal",
    trigger="in a money game one hole card of a seat is shown through the dealer",
    ruling="It is not replaced: it is the seat's upcard, and the card that would have been is dealt down.",
    repair="deal that seat's upcard face down",
    tournament="cash",
    off={"general": "expose.stud-hole-becomes-upcard"},
)
def one_hole_up(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _shift(hand, seen)


@rule(
    Exposed,
    id="expose.stud-hole-becomes-upcard",
    title="An exposed hole card is the upcard",
    games=(*LAST_CARD_DOWN, "stud5", "mississippi"),
    source="General house rules, seven-card stud 2",
    window="the starting deal",
    trigger="a hole card of a seat is shown through the dealer, tournament or not",
    ruling="It is the seat's upcard, and the third card is dealt down.",
    repair="deal that seat's upcard face down",
    off={"roberts": "expose.stud-one-hole-up", "roberts-early": "expose.stud-one-hole-up"},
)
def hole_becomes_upcard(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    return _shift(hand, seen)


@rule(
    ForcedSeatExempt,
    id="expose.stud-exposed-would-be-low",
    title="An exposed card would have to bring it in",
    games=STUD,
    source=STUD_RULES,
    window="the first betting round",
    trigger="the card that would be forced to bet is one that the dealer exposed",
    ruling="Its owner does not have to: the next hand to the left may fold, bring it in, or open in full.",
    kind="betting",
)
def exposed_would_be_low(hand: HandInPlay, seen: ForcedSeatExempt) -> Verdict | None:
    if seen.why != "exposed":
        return None
    return Verdict(
        decision="stands",
        seats=(seen.seat, seen.first),
        message=f"Seat {seen.seat}'s low card was exposed by the dealer: seat {seen.first} acts first and may fold, "
        "bring it in, or open in full.",
    )


@rule(
    ForcedSeatExempt,
    id="lowcard.all-in-ante",
    title="The low card is all-in for the ante",
    games=STUD,
    structures=("limit",),
    source=STUD_RULES,
    window="the first betting round",
    trigger="the seat that must bring it in has no chips left",
    ruling="The next seat to the left acts first, and may fold, bring it in, or open in full.",
    kind="betting",
)
def all_in_ante(hand: HandInPlay, seen: ForcedSeatExempt) -> Verdict | None:
    return Verdict(
        decision="stands",
        seats=(seen.seat, seen.first),
        message=f"Seat {seen.seat} is all-in for the ante: seat {seen.first} acts first and may fold, bring it in, "
        "or open in full.",
    )


# ---- burns --------------------


@rule(
    MissedBurn,
    DoubleBurn,
    id="burn.stud-error",
    title="No burn, or two, before a stud street",
    games=STUD,
    source=STUD_RULES,
    window="the street concerned, before its betting",
    trigger="a street's first card comes with no burn made, or a second card is burned",
    ruling="The cards go where they should have gone.",
    repair="without a burn the card dealt is the burn; a second burn is the first player's card",
)
def stud_burn(hand: HandInPlay, seen: MissedBurn | DoubleBurn) -> Verdict | None:
    placed, due = seen.placed, seen.due
    if isinstance(seen, MissedBurn):
        return Verdict(
            decision="correct",
            seats=_seat(placed.zone),
            cards=hand.named(placed),
            instead=(due, Move(placed, placed.zone, BURN, placed.face)),
            message="No card was burned. The card just dealt is the burn: move it there and deal on.",
        )
    return Verdict(
        decision="correct",
        seats=_seat(due.zone),
        instead=(due, Move(placed, BURN, due.zone, due.face)),
        message=f"Two cards were burned. The second one belongs to {place(due.zone)}.",
    )


# ---- streets dealt too early --------------------


@rule(
    PrematureCard,
    id="premature.stud",
    title="A stud street dealt before the betting was over",
    games=STUD,
    source=STUD_RULES,
    window="the interrupted street",
    trigger="a card of the next street leaves the pack while a player still has to act",
    ruling="The early cards are out. When the betting is over one more card is taken off for each player who got none, "
    "so that later cards fall where they would have; then burn and go on.",
    repair="early cards lie aside; after the betting set aside one card for each player without one, burn, deal",
)
def stud_premature(hand: HandInPlay, seen: PrematureCard) -> Verdict | None:
    placed = seen.placed
    seat = seat_of(placed.zone)

    def out_of_play(in_play: HandInPlay) -> None:
        in_play.burns_made = 0
        set_aside_early(in_play, placed)

    return Verdict(
        decision="remove",
        seats=() if seat is None else (seat,),
        cards=hand.named(placed),
        shown=(Move(placed, placed.zone, ASIDE, "up"), wait("the betting"), Deal(ASIDE, "down", hand.street.name)),
        edit=out_of_play,
        message="The next street was begun before the betting was over. Put its cards aside and finish the betting; "
        "then set aside one card for each player who got none, burn and deal.",
    )


@rule(
    Pressed,
    id="premature.stud-final-kept",
    title="An early last card seen or mixed in is kept",
    games=LAST_CARD_DOWN,
    source=STUD_RULES,
    window="sixth and seventh street",
    trigger="a last card dealt too early is pressed as looked at, or mixed with the seat's other cards",
    ruling="The player keeps it, gets no other, and may only call for the rest of the round.",
    status="press",
)
def final_kept(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    move = _open_move(hand, seen)
    if move is None or move.to != ASIDE or move.placed not in hand.premature:
        return None
    seat = seen.seat
    assert seat is not None

    def keep(in_play: HandInPlay) -> None:
        in_play.plan.remove(move)
        in_play.has_last_card.add(seat)
        in_play.betting.no_raise.add(seat)

    return Verdict(
        decision="keep",
        severity="note",
        seats=(seat,),
        edit=keep,
        message=f"Seat {seat} has seen its last card and keeps it. It may call in this round, not bet or raise.",
    )


@rule(
    Pressed,
    id="burn.stud-error-final",
    title="A burn error on the last card, card seen or mixed in",
    games=LAST_CARD_DOWN,
    source=STUD_RULES,
    window=LAST_STREET,
    trigger="the card that should have been burned is pressed as looked at, or mixed with the seat's other cards",
    ruling="The player must keep that card.",
    status="press",
)
def burn_error_final(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    move = _open_move(hand, seen)
    if move is None or move.to != BURN or hand.street_after(hand.street) is not None:
        return None
    zone = move.origin

    def keep(in_play: HandInPlay) -> None:
        in_play.plan.remove(move)
        own = next((item for item in in_play.plan if isinstance(item, Deal) and item.zone == zone), None)
        if own is not None:
            in_play.plan.remove(own)
        in_play.plan.first([Deal(BURN, "down", in_play.street.name, repair=True)])

    return Verdict(
        decision="keep",
        severity="note",
        seats=_seat(zone),
        edit=keep,
        message=f"{place(zone).capitalize()} has seen the card and must keep it. Burn one and deal on.",
    )


# ---- other --------------------


@rule(
    ExtraCard,
    WrongCount,
    id="stud.too-many-cards",
    title="More than seven cards",
    games=SEVEN_CARD,
    source=STUD_RULES,
    window="from the extra card to the showdown",
    trigger="a live hand has eight cards or more",
    ruling="The hand is dead.",
    repair="the hand goes to the muck",
)
def too_many(hand: HandInPlay, seen: ExtraCard | WrongCount) -> Verdict | None:
    if len(hand.held(seen.seat)) <= hand.game.hand_size:
        return None
    return dead_hand(hand, seen.seat, f"Seat {seen.seat} has more than {hand.game.hand_size} cards")


@rule(
    WrongCount,
    id="stud.too-few-cards",
    title="Fewer than seven cards",
    games=SEVEN_CARD,
    source=STUD_RULES,
    window="the showdown",
    trigger="a live hand has fewer than seven cards at the showdown",
    ruling="The hand is dead.",
    repair="the hand goes to the muck",
)
def too_few(hand: HandInPlay, seen: WrongCount) -> Verdict | None:
    if seen.held >= hand.game.hand_size:
        return None
    return dead_hand(hand, seen.seat, f"Seat {seen.seat} has fewer than {hand.game.hand_size} cards")


@rule(
    HandOpened,
    id="stud.bigbet-required-ante",
    title="Big-bet stud is played with an ante",
    games=STUD,
    structures=BIG_BET,
    source=STUD_RULES,
    window="before the deal",
    trigger="a hand of big-bet stud begins without antes",
    ruling="Every form of big-bet stud needs an ante from each player.",
    kind="money",
    status="advice",
)
def big_bet_ante(hand: HandInPlay, seen: HandOpened) -> Verdict | None:
    if any(hand.betting.antes.values()):
        return None
    return Verdict(decision="stands", message="Big-bet stud needs an ante from each player.")


@rule(
    FoldedWithoutBet,
    id="stud.folded-keeps-cards",
    title="A fold with no bet still takes cards",
    games=STUD,
    source=STUD_RULES,
    window="until the next wager",
    trigger="a hand is folded when there is nothing to call",
    ruling="Its seat goes on receiving cards until a bet kills the hand.",
)
def folded_keeps_cards(hand: HandInPlay, seen: FoldedWithoutBet) -> Verdict | None:
    return Verdict(
        decision="stands",
        seats=(seen.seat,),
        message=f"Seat {seen.seat} folded with nothing to call: it goes on receiving cards until there is a bet.",
    )


def _open_move(hand: HandInPlay, seen: Pressed) -> Move | None:
    """The open step that moves a card away from the seat of a `looked` or `intermingled` press."""
    if seen.name not in ("looked", "intermingled") or seen.seat is None:
        return None
    zone = seat_zone(seen.seat)
    return next((item for item in hand.plan if isinstance(item, Move) and item.origin == zone), None)


def _shift(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting:
        return None
    zone = seat_zone(seen.seat)
    upcard = next(
        (item for item in hand.plan if isinstance(item, Deal) and item.zone == zone and item.face == "up"), None
    )
    if upcard is None:
        return _too_late_to_shift(seen)
    down = Deal(zone, "down", upcard.street, round_index=upcard.round_index)

    def shift(in_play: HandInPlay) -> None:
        in_play.plan.replace(upcard, [down])
        in_play.shifted.add(seen.seat)
        in_play.exposed.append(seen.placed)

    turn: tuple[Repair, ...] = () if seen.placed.face == "up" else (Turn(seen.placed, "up"),)
    if seen.placed.zone != zone:
        turn = (Move(seen.placed, seen.placed.zone, zone, "up"),)
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=(seen.placed.card,),
        now=turn,
        shown=(down,),
        edit=shift,
        message=f"Seat {seen.seat}'s {spoken(seen.placed.card)} is its upcard now. Deal its next upcard face down.",
    )


def _too_late_to_shift(seen: Exposed) -> Verdict:
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=(seen.placed.card,),
        message=f"Seat {seen.seat}'s {spoken(seen.placed.card)} was shown after its upcard. It stays and plays.",
    )


def _seat(zone: Zone) -> tuple[Seat, ...]:
    seat = seat_of(zone)
    return () if seat is None else (seat,)
