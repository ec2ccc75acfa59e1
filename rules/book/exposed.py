"""Cards exposed by the dealer or by a player."""

from burncard.rules.book.conflicts import C01, C02, C22
from burncard.rules.book.open_questions import A14, A27
from burncard.rules.cards import BURN, MUCK, Face, Seat, seat_zone, spoken
from burncard.rules.games.documents import GENERAL, ROBERTS, ROBERTS_EARLY
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import exposed_cards, is_exposed, scraps_before
from burncard.rules.hand.steps import Deal, Move
from burncard.rules.hand.streets import dealing_start
from burncard.rules.hand.table_card import TableCard, named
from burncard.rules.rulings.effects import AfterDeal, First
from burncard.rules.rulings.irregularities import Exposed, ExposureClaimed, ShownByPlayer
from burncard.rules.rulings.marks import BurnMade, MarkExposed
from burncard.rules.rulings.rulebook import ALL, FLOP, Chapter, Verdict

CHAPTER: Chapter = Chapter(__name__)

WINDOW = "until two players have acted"


@CHAPTER.rule(
    Exposed,
    id="misdeal.first-or-second-exposed",
    title="The first or second card is exposed",
    games=FLOP,
    sources=(
        ROBERTS.at("misdeals", 2),
        ROBERTS.at("hold'em irregularities", 2),
    ),
    settles=(C01,),
    window=WINDOW,
    trigger="the first or the second card of the deal lies face up, or is pressed as exposed by the dealer",
    ruling="Misdeal.",
    repair="every card comes back, shuffle, cut, deal again with the same button and posts",
)
def first_or_second_exposed(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.window_open or _ordinal(hand, seen.placed) > hand.house.first_exposed_misdeals:
        return None
    return misdeal(f"{_of(seen)} was one of the first two cards and was shown", (seen.seat,), seen.placed)


@CHAPTER.rule(
    Exposed,
    id="expose.holdem-first-hole",
    title="The first card is exposed",
    games=FLOP,
    houses=("roberts-early", "general"),
    elsewhere="misdeal.first-or-second-exposed",
    replaces={"roberts-early": ("misdeal.first-or-second-exposed",), "general": ("misdeal.first-or-second-exposed",)},
    sources=(
        ROBERTS_EARLY.at("hold'em irregularities", 1),
        GENERAL.at("hold'em", 1),
        GENERAL.at("Omaha", 1),
        GENERAL.at("Omaha high-low", 1),
    ),
    settles=(C01,),
    window=WINDOW,
    trigger="the very first card of the deal lies face up, or is pressed as exposed by the dealer",
    ruling="Misdeal. The second card is treated as any later one.",
    repair="every card comes back, shuffle, cut, deal again with the same button and posts",
)
def holdem_first_hole(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.window_open or _ordinal(hand, seen.placed) > hand.house.first_exposed_misdeals:
        return None
    return misdeal(f"{_of(seen)} was the first card of the deal and was shown", (seen.seat,), seen.placed)


@CHAPTER.rule(
    Exposed,
    id="misdeal.two-exposed",
    title="The dealer exposes two cards",
    games=FLOP,
    sources=(
        ROBERTS.at("misdeals", 3),
        ROBERTS.at("hold'em irregularities", 2),
        ROBERTS_EARLY.at("hold'em irregularities", 2),
    ),
    settles=(C02,),
    window=WINDOW,
    trigger="the dealer exposes a second downcard of the deal",
    ruling="Misdeal, whichever seats they went to.",
    repair="every card comes back, shuffle, cut, deal again with the same button and posts",
)
def two_exposed(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.window_open or not exposed_cards(hand) or not hand.house.two_exposed_misdeals:
        return None
    cards = tuple(card for placed in (*exposed_cards(hand), seen.placed) for card in named(placed))
    seats = tuple(dict.fromkeys((*(seat for seat in exposed_seats(hand)), seen.seat)))
    return Verdict(
        decision="misdeal",
        seats=seats,
        cards=cards,
        message="Misdeal: a second hole card was shown. Take all cards back, shuffle, cut and deal again.",
    )


@CHAPTER.rule(
    Exposed,
    id="expose.second-exposed-replacement",
    title="The replacement of an exposed card is exposed too",
    games=(*FLOP, "lowball-a5", "lowball-27"),
    sources=(
        ROBERTS.at("misdeals", 3, derived=True),
        ROBERTS.at("irregularities", 12),
        ROBERTS.at("hold'em irregularities", 2),
    ),
    settles=(C02, A14),
    window="until the flop or the draw",
    trigger="the dealer exposes the card that replaces an exposed one, and that is no misdeal",
    ruling="It is replaced again. The first exposed card is the burn; the second is mucked face up.",
    repair="deal the seat another card, then the second exposed card goes to the muck",
)
def second_exposed_replacement(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if seen.due is None or not is_exposed(seen.due.instead_of) or not hand.starting:
        return None
    return replaced(hand, seen, to_burn=False)


@CHAPTER.rule(
    Exposed,
    id="expose.holdem-later-hole",
    title="A later downcard is exposed",
    games=FLOP,
    replaces={"general": ("misdeal.two-exposed",)},
    sources=(
        ROBERTS.at("hold'em irregularities", 2),
        ROBERTS_EARLY.at("hold'em irregularities", 2),
        GENERAL.at("hold'em", 2),
        GENERAL.at("Omaha", 2),
        GENERAL.at("Omaha high-low", 2),
    ),
    settles=(C01,),
    window="from the exposure to the flop",
    trigger="the dealer exposes one downcard to which the first-card rule does not apply",
    ruling="The card may not be kept. After the deal it is replaced from the top and becomes the burn for the flop.",
    repair="finish the deal, deal the seat the top card, move the exposed card to the burn; the flop has no other",
)
def holdem_later_hole(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    if not hand.starting:
        return None
    return replaced(hand, seen, to_burn=hand.dealing.burns_made == 0 and not _a_burn_is_coming(hand))


@CHAPTER.rule(
    Exposed,
    id="expose.no-option",
    title="A downcard is exposed too late to be replaced",
    games=ALL,
    sources=(
        ROBERTS.at("irregularities", 13),
        ROBERTS.at("lowball", 20),
    ),
    window="while the hand is played",
    trigger="the dealer exposes a downcard when the game no longer replaces it",
    ruling="It plays: the player may neither exchange nor refuse it.",
)
def no_option(hand: HandInPlay, seen: Exposed) -> Verdict | None:
    then = "too late to be replaced. It plays; its owner has no choice."
    if not hand.in_hand(seen.seat):
        then = "and changes nothing: the hand is folded."
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=named(seen.placed),
        effects=_way_back(seen) if hand.in_hand(seen.seat) else (),
        message=f"{_of(seen)} was shown {then}",
    )


@CHAPTER.rule(
    ShownByPlayer,
    id="expose.player-drop",
    title="A player drops a card",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 14),),
    settles=(C22,),
    presses=("card-off-table",),
    window="any time",
    trigger="a card of a live hand is off the table, or is pressed as dropped by its player",
    ruling="The card must still be played.",
    repair="the card goes back to its seat",
)
def player_drop(hand: HandInPlay, seen: ShownByPlayer) -> Verdict | None:
    if seen.how != "dropped":
        return None
    back: tuple[First, ...] = ()
    if seen.placed is not None and seen.placed.zone != seat_zone(seen.seat):
        face: Face = "up" if seen.placed.seen else "down"
        back = (First((Move(seen.placed, seen.placed.zone, seat_zone(seen.seat), face),)),)
    return Verdict(
        decision="correct" if back else "keep",
        seats=(seen.seat,),
        message=f"Seat {seen.seat} dropped a card. It goes back to the hand and plays.",
        effects=back,
    )


@CHAPTER.rule(
    ShownByPlayer,
    id="expose.player-flash",
    title="A player flashes a card",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 12),),
    presses=("card-flashed",),
    window="any time",
    trigger="a card is pressed as shown by its own player",
    ruling="It stays in the hand and plays.",
)
def player_flash(hand: HandInPlay, seen: ShownByPlayer) -> Verdict | None:
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=() if seen.placed is None or not seen.placed.seen else (seen.placed.card,),
        message=f"Seat {seen.seat} showed its own card. The card plays.",
    )


@CHAPTER.rule(
    ExposureClaimed,
    id="expose.announce-before-look",
    title="A player claims an exposure after looking",
    kind="procedure",
    status="press",
    games=ALL,
    sources=(ROBERTS.at("irregularities", 12),),
    settles=(A27,),
    presses=("card-exposed",),
    window="until the player looks",
    trigger="a player who has looked at the hand claims that the dealer exposed a card",
    ruling="The floor decides. A claim made before looking is ruled on as an exposed card.",
)
def announce_before_look(hand: HandInPlay, seen: ExposureClaimed) -> Verdict | None:
    return Verdict(
        decision="floor",
        seats=(seen.seat,),
        message=f"Seat {seen.seat} claims, after looking, that its card was exposed. The floor decides.",
    )


def misdeal(cause: str, seats: tuple[Seat, ...], *placed: TableCard) -> Verdict:
    """A misdeal for a cause; the cards named are those that the table has seen."""
    return Verdict(
        decision="misdeal",
        seats=seats,
        cards=tuple(card.told for card in placed if card.told is not None),
        message=f"Misdeal: {cause}. Take all cards back, shuffle, cut and deal again; button and posts stay.",
    )


def replaced(hand: HandInPlay, seen: Exposed, *, to_burn: bool) -> Verdict:
    """The exposed card is replaced when the deal is complete, and goes to the burn or out of play."""
    placed = seen.placed
    zone = seat_zone(seen.seat)
    target = BURN if to_burn else MUCK
    name = card_name(placed)
    role = f"use the {name} as the next burn" if to_burn else f"put the {name} in the muck"
    deal = Deal(zone, "down", hand.street.name, repair=True, instead_of=placed)
    move = Move(placed, placed.zone, target, "up", seen.others)
    return Verdict(
        decision="replace",
        seats=(seen.seat,),
        cards=named(placed),
        effects=(AfterDeal((deal, move)), *((BurnMade(),) if to_burn else ()), MarkExposed(placed)),
        message=f"{_of(seen)} was shown and cannot stay. "
        f"{'Finish the deal, then give' if dealing_start(hand) else 'Give'} seat {seen.seat} the top card and {role}.",
    )


def ends_the_deal(hand: HandInPlay, placed: TableCard) -> bool:
    """Whether a hole card shown through the dealer is one of the first, or one too many, and it is still a misdeal."""
    if not hand.window_open:
        return False
    one_too_many = bool(exposed_cards(hand)) and hand.house.two_exposed_misdeals
    return one_too_many or _ordinal(hand, placed) <= hand.house.first_exposed_misdeals


def exposed_seats(hand: HandInPlay) -> list[Seat]:
    """The seats whose exposed cards still wait for their repair."""
    return [seat for seat in hand.betting.seats if any(is_exposed(card) for card in hand.held(seat))]


def kept(seen: Exposed, why: str) -> Verdict:
    """The exposed card stays with its owner; from off the table it comes back."""
    return Verdict(
        decision="keep",
        seats=(seen.seat,),
        cards=() if seen.placed.told is None else (seen.placed.told,),
        effects=(*_way_back(seen), MarkExposed(seen.placed)),
        message=f"{_of(seen)} was shown and stays: {why}.",
    )


def _way_back(seen: Exposed) -> tuple[First, ...]:
    """A card that is played and lies elsewhere is brought to its owner."""
    zone = seat_zone(seen.seat)
    return () if seen.placed.zone == zone else (First((Move(seen.placed, seen.placed.zone, zone, "up"),)),)


def _of(seen: Exposed) -> str:
    return f"Seat {seen.seat}'s {card_name(seen.placed)}"


def card_name(placed: TableCard) -> str:
    """A card in a sentence: by its name if that may be told, otherwise as `card`."""
    return "card" if placed.told is None else spoken(placed.told)


def _ordinal(hand: HandInPlay, placed: TableCard) -> int:
    """Which card of the deal a card is, scraps not counted."""
    return placed.ordinal - scraps_before(hand, placed)


def _a_burn_is_coming(hand: HandInPlay) -> bool:
    return any(isinstance(item, Move) and item.to == BURN for item in hand.plan)
