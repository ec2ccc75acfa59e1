"""How a hand starts: whether the `hand` fact can be played, and where the button had to be."""

from collections.abc import Iterator

import msgspec

from burncard.rules.betting.blinds_owed import KILL_BLINDS
from burncard.rules.book.blind_debts import standing_after
from burncard.rules.cards import JOKER, UNREAD, Chips, Seat, spoken
from burncard.rules.facts import Hand
from burncard.rules.games.game import Game
from burncard.rules.games.houses import HOUSES
from burncard.rules.games.posted import as_posted, not_to_be_posted
from burncard.rules.hand.in_play import Before, HandInPlay
from burncard.rules.hand.standing import Standing
from burncard.rules.outcomes import Outcome, Result
from burncard.rules.rulings.irregularities import BlindUnpaid, HandOpened
from burncard.rules.rulings.rulebook import DRAW_HIGH, LOWBALL, rulebook_of
from burncard.rules.rulings.rulings import Rulings


class ButtonBefore(msgspec.Struct, frozen=True):
    """Where the button was in the hand before, who was dealt in, and whether it moves on (not after a misdeal).

    `doubted`: it was said to stand wrong, so where it has to be now is for the table to say.
    """

    button: Seat | None
    seats: frozenset[Seat]
    moves: bool
    doubted: bool = False

    @classmethod
    def of(cls, hand: HandInPlay) -> "ButtonBefore":
        """Where the button was in a hand that has ended."""
        fact = hand.fact
        return cls(fact.button, frozenset(fact.seats), not hand.cards_must_return, hand.claims.button_doubted)

    def wrong_for(self, fact: Hand) -> Seat | None:
        """The seat where the button should be, if it is somewhere else; None where it is right or cannot be told."""
        return None if self.doubted else self._due_elsewhere(fact)

    def put_right_by(self, fact: Hand) -> bool:
        """Whether a hand moves the button to where it belongs, the one before having been played with it elsewhere."""
        return self.doubted and self.moves and self._due_elsewhere(fact) is not None

    def _due_elsewhere(self, fact: Hand) -> Seat | None:
        if self.button is None or fact.button is None or frozenset(fact.seats) != self.seats:
            return None
        expected = self.button
        if self.moves:
            seats = sorted(self.seats)
            expected = next((seat for seat in seats if seat > self.button), seats[0])
        return expected if fact.button != expected else None


class Unopened(msgspec.Struct, frozen=True):
    """What hands that no player opened leave for the next one: how many they are in a row, and who may be in it.

    `barred`: who declared the pot open falsely without chips, and is out until one is won. `entitled`: who was in every
    hand that left more in the pot than antes; None where there was none.
    """

    deals: int = 0
    barred: frozenset[Seat] = frozenset()
    entitled: frozenset[Seat] | None = None

    def after(self, hand: HandInPlay, result: Result) -> "Unopened":
        """The same after one more hand."""
        if result.ended != "passed":
            return self if hand.cards_must_return else Unopened()
        false = {seat for seat, one in hand.players.items() if one.dead and seat == hand.betting.opened.by_word}
        entitled = self.entitled
        if any(hand.betting.bets.values()):
            entitled = frozenset(hand.fact.seats) & (entitled or frozenset(hand.fact.seats))
        return Unopened(self.deals + 1, self.barred | false, entitled)


class Carried(msgspec.Struct, frozen=True):
    """What the hands of a table leave for the next one, besides the button and the pack."""

    unopened: Unopened = Unopened()
    standing: Standing = msgspec.field(default_factory=Standing)

    def hand_of(self, fact: Hand, game: Game) -> HandInPlay:
        """The hand that a `hand` fact begins, with what earlier hands have left for it."""
        return HandInPlay(fact, game, HOUSES[fact.house], Before(self.unopened.deals, self.standing))

    def after(self, hand: HandInPlay, result: Result) -> "Carried":
        """The same after one more hand."""
        return Carried(self.unopened.after(hand, result), standing_after(hand))


def begin(
    fact: Hand,
    before: HandInPlay | None,
    unopened: Unopened,
    games: dict[str, Game],
    rulings: Rulings,
    out: list[Outcome],
) -> Game | None:
    """The game of the hand that a `hand` fact begins; None where it is refused (the refusal is in `out`)."""
    if before is not None and not before.ended:
        rulings.refuse("table.hand-in-progress", f"Hand {before.fact.id} has not ended yet.", out)
        return None
    refusal = _refusal(fact, games) or _kept_out(fact, games[fact.game], unopened)
    if refusal is not None:
        rulings.refuse(*refusal, out)
        return None
    return as_posted(games[fact.game], fact)


def _kept_out(fact: Hand, game: Game, unopened: Unopened) -> tuple[str, str] | None:
    """A seat that may not play for a pot that earlier hands have left."""
    if game.ruled_as not in DRAW_HIGH:
        return None
    for seat in sorted(fact.seats):
        if seat in unopened.barred:
            message = f"Seat {seat} declared a pot open without openers: it is out until a player has won one."
            return "jacks.all-in-false-declare", message
        if fact.carry and unopened.entitled is not None and seat not in unopened.entitled:
            message = f"Seat {seat} was not in the hand whose chips wait in the pot: it has no part in this one."
            return "pot.carryover-eligible", message
    return None


def _refusal(fact: Hand, games: dict[str, Game]) -> tuple[str, str] | None:
    game = games.get(fact.game)
    if game is None:
        return "table.unknown-game", f"No game is called {fact.game}; known are {', '.join(games)}."
    if fact.house not in HOUSES:
        return "table.unknown-house", f"No house is called {fact.house}; known are {', '.join(HOUSES)}."
    if fact.structure not in game.structures:
        return "betting.structures-by-game", f"{game.name} is played {', '.join(game.structures)}."
    if posted := not_to_be_posted(game, fact):
        return "table.posting", f"{game.name} leaves {posted} nothing to change."
    if fact.wild:
        wild = _wild_refusal(fact, game)
        if wild is not None:
            return wild
    if not game.min_seats <= len(fact.seats) <= game.max_seats:
        rule = "game.omaha-players" if game.ruled_as == "omaha" else "table.seats"
        return rule, f"{game.name} is dealt to {game.min_seats} to {game.max_seats} seats, not {len(fact.seats)}."
    if any(chips < fact.smallest_chip for chips in fact.seats.values()) and not _plays_for_old_antes(fact, game):
        return "table.no-chips", "A seat without chips cannot be dealt in."
    if game.button and fact.button is None:
        rule = "draw.button-and-ante" if game.ruled_as in DRAW_HIGH else "table.button"
        return rule, f"{game.name} is dealt from a button, and none is named."
    return _stakes_refusal(fact, game)


def _wild_refusal(fact: Hand, game: Game) -> tuple[str, str] | None:
    """What is wrong with the wild cards that are named."""
    if not HOUSES[fact.house].wild_cards:
        return "table.posting", "This house plays without wild cards."
    joker_plays = game.joker if fact.joker is None else fact.joker
    unknown = next((card for card in fact.wild if card == UNREAD or (card == JOKER and not joker_plays)), None)
    if unknown is not None:
        return "game.wild-cards", f"The pack of this hand has no {spoken(unknown)} that could be wild."
    return None


def _plays_for_old_antes(fact: Hand, game: Game) -> bool:
    """Whether a seat without chips may have a hand: in draw high it plays on for the antes that it has matched."""
    return game.ruled_as in DRAW_HIGH and fact.carry > 0


def _stakes_refusal(fact: Hand, game: Game) -> tuple[str, str] | None:
    antes = fact.antes if isinstance(fact.antes, dict) else {}
    for payments, verb in ((fact.posts, "posts"), (antes, "antes")):
        strangers = set(payments) - set(fact.seats)
        if strangers:
            return "table.stakes", f"Seat {min(strangers)} {verb} and is not dealt in."
    if antes_in(fact) and game.ruled_as == "holdem" and not HOUSES[fact.house].holdem_ante:
        return "betting.holdem-forced-bets", "This house plays hold'em with blinds and without an ante."
    for amount in (*fact.posts.values(), *_antes_of(fact), fact.bring_in, fact.small_bet, fact.big_bet, fact.min_bet):
        if amount and amount % fact.smallest_chip:
            message = f"The smallest chip in play is {fact.smallest_chip}, so {amount} cannot be staked."
            return "betting.smallest-chip", message
    if game.family == "stud" and fact.structure != "limit":
        without = next((seat for seat in sorted(fact.seats) if not _ante_of(fact, seat)), None)
        if without is not None:
            message = f"Big-bet stud needs an ante from each player, and seat {without} has none."
            return "stud.bigbet-required-ante", message
    if not game.button and any(fact.posts.values()):
        return "table.stakes", f"{game.name} is played with antes, and not with posts."
    return _limits_refusal(fact, game) if fact.structure == "limit" else None


def _limits_refusal(fact: Hand, game: Game) -> tuple[str, str] | None:
    """What is wrong with the sizes of a limit game."""
    small, big = fact.small_bet, fact.big_bet
    if not small or not big:
        return "table.stakes", "A limit game needs its small and its big bet."
    if big < small:
        return "table.stakes", f"The big bet, {big}, is smaller than the small bet, {small}."
    if game.bring_in is not None and fact.bring_in > small:
        return "table.stakes", f"The forced bet, {fact.bring_in}, is larger than the small bet, {small}."
    return None


def antes_in(fact: Hand) -> bool:
    """Whether anybody antes."""
    return any(_antes_of(fact))


def _ante_of(fact: Hand, seat: Seat) -> Chips:
    return fact.antes.get(seat, Chips(0)) if isinstance(fact.antes, dict) else fact.antes


def _antes_of(fact: Hand) -> tuple[Chips, ...]:
    return tuple(fact.antes.values()) if isinstance(fact.antes, dict) else (fact.antes,)


def rule_on_the_start(hand: HandInPlay, rulings: Rulings, out: list[Outcome]) -> None:
    """What is to be said of a hand's antes, and of the blinds that players owe."""
    rulings.rule_if_any(hand, HandOpened(), out)
    for unpaid in () if hand.ended else _blinds_unpaid(hand):
        rulings.rule_on(hand, unpaid, out)


def _blinds_unpaid(hand: HandInPlay) -> Iterator[BlindUnpaid]:
    """The blinds that players who are dealt in owe and have not posted."""
    fact, owed = hand.fact, hand.before.standing.blinds
    if hand.game.ruled_as not in LOWBALL or fact.tournament:
        return
    posted = owed.posted(fact)
    if posted is None:
        return
    kill_chips = Chips(KILL_BLINDS * posted.size)
    for debt, seats in owed.unpaid(fact).items():
        yield BlindUnpaid(debt, seats, posted.single, kill_chips)
    taker = owed.missing_blind(fact)
    if taker is not None:
        yield BlindUnpaid("next", (taker,), posted.single, kill_chips)


def joker_rule(hand: HandInPlay) -> str:
    """The rule by which the pack has a joker, where it has one: the game's custom, or that the house has said so."""
    if hand.fact.joker is None:
        return "joker.a5-in-use"
    return "joker.wild-added" if rulebook_of(hand).holds("joker.wild-added") else "deck.count"
