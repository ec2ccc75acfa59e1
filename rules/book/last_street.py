"""The last street of stud: a last card dealt up, and a stub that runs out."""

from burncard.rules.book.conflicts import C07, C40
from burncard.rules.book.open_questions import A17, A26
from burncard.rules.book.stud import LAST_STREET, second_last_card_up
from burncard.rules.cards import ASIDE, BOARD, BURN, UNREAD, Seat, seat_of, seat_zone
from burncard.rules.games.documents import GENERAL, ROBERTS
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Cut, Deal, Gather, Repair, Shuffle, announce, returns, visible_name
from burncard.rules.hand.table_card import named
from burncard.rules.rulings.effects import First, InsteadOfStreet, Tell
from burncard.rules.rulings.irregularities import Exposed, PackShort, Pressed
from burncard.rules.rulings.marks import BoardsChanged, DeclareAllIn
from burncard.rules.rulings.rulebook import LAST_CARD_DOWN, STUD, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

# ---- the last card dealt up --------------------


@CHAPTER.rule(
    Exposed,
    id="expose.stud-last-allin-up",
    title="An all-in player's last card is dealt up",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 16),),
    window=LAST_STREET,
    trigger="the last card of an all-in player is dealt face up",
    ruling="The player keeps it, and the others get theirs as usual.",
)
def stud_last_allin_up(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not _is_last_card(hand, seen) or hand.betting.stacks[seen.seat] > 0:
        return None
    return _kept_up(hand, seen, "Its player is all-in and keeps it; deal the others theirs face down.")


@CHAPTER.rule(
    Exposed,
    id="expose.stud-last-up-headsup-first",
    title="Heads-up, the first player's last card is dealt up",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 18),),
    settles=(C40,),
    window="seventh street, before its betting",
    trigger="two players are left and the first one's last card is dealt face up",
    ruling="The other player's last card is dealt face up too.",
    repair="deal the second player's last card face up",
)
def stud_last_up_headsup_first(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    second = second_last_card_up(hand, seen.seat)
    if not second or not _is_last_card(hand, seen):
        return None
    [other] = (seat for seat in hand.betting.live if seat != seen.seat)
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=named(seen.placed),
        effects=second,
        message=f"Seat {seen.seat}'s last card is up. Deal seat {other}'s last card face up too.",
    )


@CHAPTER.rule(
    Exposed,
    Pressed,
    id="expose.stud-last-up-headsup-second",
    title="Heads-up, the second player's last card is dealt up",
    status="press",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 18),),
    presses=("declare-allin",),
    window="seventh street, before its betting",
    trigger="two players are left, the first one's last card is down and the second one's is dealt up",
    ruling="The player with the exposed card may declare all-in before the betting.",
)
def stud_last_up_headsup_second(hand: HandInPlay, seen: Exposed | Pressed) -> Verdict | None:
    if isinstance(seen, Pressed):
        return _all_in_declared(hand, seen) if len(hand.betting.live) == 2 else None
    if not _is_last_card(hand, seen) or len(hand.betting.live) != 2:
        return None
    return _kept_up(hand, seen, "Its player may declare all-in before the betting.")


@CHAPTER.rule(
    Exposed,
    Pressed,
    id="expose.stud-last-up-multiway",
    title="A last card is dealt up with three or more players",
    status="press",
    games=LAST_CARD_DOWN,
    sources=(ROBERTS.at("seven-card stud", 18),),
    settles=(C40,),
    presses=("declare-allin",),
    window="seventh street, before its betting",
    trigger="three or more players are left and one last card is dealt face up",
    ruling="The others get theirs down. The player with the exposed card may declare all-in before the betting.",
)
def stud_last_up_multiway(hand: HandInPlay, seen: Exposed | Pressed) -> Verdict | None:
    if isinstance(seen, Pressed):
        return _all_in_declared(hand, seen)
    if not _is_last_card(hand, seen):
        return None
    return _kept_up(hand, seen, "Deal the others theirs face down; its player may declare all-in before the betting.")


# ---- the pack runs out --------------------


@CHAPTER.rule(
    PackShort,
    id="premature.stud-reserve",
    title="The stub runs out while removed cards lie aside",
    kind="procedure",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 14),),
    window="to the end of the hand",
    trigger="cards removed for an early street lie aside and the stub runs out before the last street",
    ruling="The removed cards are neither mucked nor returned while the stub lasts; then they are shuffled in.",
    repair="the cards set aside return to the stub; shuffle, cut, deal the street",
)
def stud_reserve(hand: HandInPlay, seen: PackShort) -> Verdict | None:
    if hand.game.street_after(hand.street) is None or seen.stub + seen.aside < len(hand.plan.deals_of_street()):
        return None  # on the last street the burns are shuffled in as well
    return Verdict(
        decision="correct",
        effects=(First((*returns(hand.felt.cards_in(ASIDE)), Shuffle(), Cut())),),
        message="The pack runs out. Shuffle the cards set aside into it, cut, and deal the street.",
    )


# Nine players and a street dealt too early can empty the pack of five-card stud as well: it is ruled by analogy.


@CHAPTER.rule(
    PackShort,
    id="stud.common-card-one-left",
    title="A common card is due with fewer than two cards left",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 15, derived=True),),
    settles=(C07, A17),
    window=LAST_STREET,
    trigger="a common card is due and the stub has fewer than two cards",
    ruling="The last card is shuffled with the burns and the cards set aside; burn one and turn the common card.",
    repair="gather, shuffle, cut, burn, deal one card to the board",
)
def common_card_one_left(hand: HandInPlay, seen: PackShort) -> Verdict | None:
    if not _common(hand, seen) or seen.stub >= 2:
        return None
    burn, turn = _common_steps(hand)
    last = seen.stub + seen.burns + seen.aside < 2  # nothing is left to burn
    return _short_pack(hand, (*_mixed(hand), *(() if last else (burn,)), turn), "One common card will be used")


@CHAPTER.rule(
    PackShort,
    id="stud.common-card",
    title="There are fewer cards than players",
    games=STUD,
    replaces={"general": ("stud.out-of-cards-no-burn", "stud.out-of-cards")},
    sources=(
        ROBERTS.at("seven-card stud", 15),
        GENERAL.at("seven-card stud, sequence of play"),
        GENERAL.at("seven-card stud high-low, sequence of play"),
    ),
    settles=(C07,),
    window=LAST_STREET,
    trigger="stub, burns and cards set aside are fewer than the players; in the general house as soon as the stub is "
    "short",
    ruling="Burn one card and turn one in the middle: it plays in every hand.",
    repair="announce, burn, deal one card to the board",
)
def common_card(hand: HandInPlay, seen: PackShort) -> Verdict | None:
    if not _common(hand, seen):
        return None
    return _short_pack(hand, _common_steps(hand), "One common card will be used")


@CHAPTER.rule(
    PackShort,
    id="stud.out-of-cards-no-burn",
    title="The shuffled cards are just enough",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 15),),
    settles=(C07,),
    window=LAST_STREET,
    trigger="the shuffled cards are exactly as many as the players without one",
    ruling="No card is burned, so that each player gets a fresh card.",
    repair="burn, deal all but the last card, gather, shuffle, cut, deal",
)
def out_of_cards_no_burn(hand: HandInPlay, seen: PackShort) -> Verdict | None:
    if seen.stub + seen.burns + seen.aside != seen.needed:
        return None
    return _short_pack(hand, _scramble(hand, seen, burn=False), "The pack runs out")


@CHAPTER.rule(
    PackShort,
    id="stud.out-of-cards",
    title="The stub runs out on the last street",
    games=STUD,
    sources=(ROBERTS.at("seven-card stud", 15),),
    settles=(C07, A26),
    window=LAST_STREET,
    trigger="the stub has fewer cards than a burn and one for each player",
    ruling="Deal all but the last card; shuffle it with the burns and the cards set aside, burn, and deal the rest.",
    repair="burn, deal all but the last card, gather, shuffle, cut, burn, deal",
)
def out_of_cards(hand: HandInPlay, seen: PackShort) -> Verdict | None:
    return _short_pack(hand, _scramble(hand, seen, burn=True), "The pack runs out")


def _kept_up(hand: HandInPlay, seen: Exposed, then: str) -> Verdict:
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=named(seen.placed),
        effects=(BoardsChanged(),),
        message=f"Seat {seen.seat}'s last card was dealt up. {then}",
    )


def _all_in_declared(hand: HandInPlay, seen: Pressed) -> Verdict | None:
    """The player whose last card alone was dealt up declares all-in, which is too late once a player has acted."""
    seat = seen.seat
    if seen.name != "declare-allin" or seen.value is False or seat is None or not hand.in_hand(seat):
        return None
    if hand.betting.stacks[seat] == 0:
        return None  # it is all-in, by an earlier declaration or for good
    others = [other for other in hand.betting.live if other != seat]
    both = len(others) == 1 and (_last_card_was_shown(hand, others[0]) or _comes_up(hand, others[0]))
    if both or not _last_card_was_shown(hand, seat):
        only = "Only a player whose last card alone was dealt up may declare all-in without betting."
        return Verdict(decision="refuse", seats=(seat,), message=only)
    if hand.dealing.round_open == hand.street.name and hand.acted_on_street:
        return Verdict(decision="refuse", seats=(seat,), message="All-in can be declared before the betting only.")
    return Verdict(
        decision="stands",
        seats=(seat,),
        effects=(DeclareAllIn(seat),),
        message=f"Seat {seat} is all-in for what is in the pot: it takes no part in the betting.",
    )


def _comes_up(hand: HandInPlay, seat: Seat) -> bool:
    """Whether a seat's last card is due face up, because the other player's was."""
    return any(deal.zone == seat_zone(seat) and deal.face == "up" for deal in hand.plan.deals_of_street())


def _last_card_was_shown(hand: HandInPlay, seat: Seat) -> bool:
    held = hand.held(seat)
    return hand.in_hand(seat) and len(held) == hand.game.hand_size and held[-1].known


def _common(hand: HandInPlay, seen: PackShort) -> bool:
    if hand.house.short_pack_common_card or any(deal.zone == BOARD for deal in hand.plan.deals_of_street()):
        return True
    return seen.stub + seen.burns + seen.aside < seen.needed


def _common_steps(hand: HandInPlay) -> tuple[Repair, ...]:
    street = hand.street.name
    return (Deal(BURN, "down", street, repair=True), Deal(BOARD, "up", street, repair=True))


def _scramble(hand: HandInPlay, seen: PackShort, *, burn: bool) -> tuple[Repair, ...]:
    """All but the last card is dealt; the rest comes from the last card, the burns and what lies aside."""
    street = hand.street
    deals = [item for item in hand.plan if isinstance(item, Deal) and item.street == street.name and seat_of(item.zone)]
    burn_due = any(deal.zone == BURN for deal in hand.plan.deals_of_street()) and seen.stub > 1
    burned: tuple[Repair, ...] = (Deal(BURN, "down", street.name, repair=True),)
    dealt = max(0, seen.stub - (2 if burn_due else 1))
    first = (*(burned if burn_due else ()), *(_again(deal) for deal in deals[:dealt]))
    second = (*(burned if burn else ()), *(_again(deal) for deal in deals[dealt:]))
    return (*first, *(_gathered(hand) if burn_due else _mixed(hand)), *second)


def _gathered(hand: HandInPlay) -> tuple[Repair, ...]:
    """The same with the burn that is still to be made before the last cards of the pack are dealt."""
    burns = [*(visible_name(placed) for placed in hand.felt.cards_in(BURN)), UNREAD]
    return (Gather((*burns, *(visible_name(placed) for placed in hand.felt.cards_in(ASIDE)))), Shuffle(), Cut())


def _mixed(hand: HandInPlay) -> tuple[Repair, ...]:
    """The burns and the cards set aside, as they lie now, are shuffled with the rest of the pack."""
    return (*returns((*hand.felt.cards_in(BURN), *hand.felt.cards_in(ASIDE))), Shuffle(), Cut())


def _again(deal: Deal) -> Deal:
    return Deal(deal.zone, deal.face, deal.street, repair=True)


def _short_pack(hand: HandInPlay, steps: tuple[Repair, ...], why: str) -> Verdict:
    """What the street would have dealt is dropped; the steps take its place."""
    return Verdict(
        decision="correct",
        effects=(Tell((announce(why),)), InsteadOfStreet(steps)),
        message=f"{why}: the pack has {hand.stub_count} card{'' if hand.stub_count == 1 else 's'} left. "
        "Follow the steps.",
    )


def _is_last_card(hand: HandInPlay, seen: Exposed) -> bool:
    """Whether the card is the last one of a hand that is not folded, before the betting on the last street."""
    betting = hand.dealing.round_open == hand.street.name and hand.acted_on_street
    last_street = hand.game.street_after(hand.street) is None and not betting and hand.in_hand(seen.seat)
    return last_street and hand.held(seen.seat)[-1] is seen.placed and len(hand.held(seen.seat)) == hand.game.hand_size
