"""A hand in play: the felt, the plan and the chips of one hand, its players, and how far it has been dealt.

Everything that a rule may look at or change is here; nothing here decides what is right. What else is asked of a hand
is in `rules.hand.questions`, what a street deals in `rules.hand.streets`, and how a hand is changed in
`rules.hand.changes`.
"""

from dataclasses import dataclass, field
from typing import Literal

from burncard.rules.betting.hand_betting import HandBetting
from burncard.rules.cards import JOKER, Seat
from burncard.rules.compiling import mypyc_attr
from burncard.rules.facts import Hand
from burncard.rules.games.game import Game, Street
from burncard.rules.games.houses import House
from burncard.rules.hand.claimed import Claims
from burncard.rules.hand.dealt_players import Players
from burncard.rules.hand.draw_record import DrawRecord
from burncard.rules.hand.felt import Felt
from burncard.rules.hand.known_pack import PackInPlay, wild_cards
from burncard.rules.hand.overruled import Overruled
from burncard.rules.hand.plan import Plan
from burncard.rules.hand.player import Player
from burncard.rules.hand.script import script_of
from burncard.rules.hand.standing import Standing
from burncard.rules.hand.street import Dealing
from burncard.rules.hand.table_card import TableCard

MISDEAL_WINDOW_ACTIONS = 2


@dataclass(frozen=True, slots=True)
class Before:
    """What earlier hands left: how many in a row nobody opened, and how the players stood."""

    unopened: int = 0
    standing: Standing = field(default_factory=Standing)


@mypyc_attr(allow_interpreted_subclasses=True)
class HandInPlay:
    """One hand from its first card to its result.

    `draw`: the draw, kept when it is over. `before`: what earlier hands left. `overruled`: by the number of a ruling,
    its moves that the floor has decided against. `ended_as`: how it ended, if it has: played, or for nothing, so that
    every card must come back.
    """

    __slots__ = (
        "before",
        "betting",
        "claims",
        "dealing",
        "draw",
        "ended_as",
        "fact",
        "felt",
        "game",
        "house",
        "overruled",
        "pack",
        "plan",
        "players",
    )

    def __init__(self, fact: Hand, game: Game, house: House, before: Before | None = None) -> None:
        self.fact = fact
        self.game = game
        self.house = house
        self.before = before or Before()
        self.betting = HandBetting(game, fact)
        self.felt = Felt()
        self.pack = PackInPlay(53 if (game.joker if fact.joker is None else fact.joker) else 52, wild_cards(fact))
        self.players = Players((seat, Player()) for seat in self.betting.seats)
        self.dealing = Dealing(game.streets[0])
        self.plan = Plan(script_of(game, self.betting.seats))
        self.draw: DrawRecord | None = None
        self.claims = Claims()
        self.overruled: dict[str, Overruled] = {}
        self.ended_as: Literal["played", "for nothing"] | None = None

    @property
    def ended(self) -> bool:
        """Whether the hand has its result."""
        return self.ended_as is not None

    @property
    def cards_must_return(self) -> bool:
        """Whether the hand ended for nothing: a misdeal, or void."""
        return self.ended_as == "for nothing"

    @property
    def street(self) -> Street:
        """The street being dealt, or bet on."""
        return self.dealing.street

    @property
    def starting(self) -> bool:
        """Whether the hand is still on its first street."""
        return self.dealing.street is self.game.streets[0]

    @property
    def window_open(self) -> bool:
        """Whether a misdeal may still be called: fewer than two players have acted."""
        return self.betting.acted_count < MISDEAL_WINDOW_ACTIONS

    @property
    def acted_on_street(self) -> bool:
        """Whether anybody has acted in the betting round that is open."""
        return self.betting.round.acted > 0

    @property
    def betting_open(self) -> bool:
        """Whether a player still owes an action in a round that has begun."""
        return self.dealing.round_open is not None and self.betting.round.turn is not None

    @property
    def drawing(self) -> DrawRecord | None:
        """The draw, while it lasts."""
        return None if self.draw is None or self.draw.over else self.draw

    @property
    def stub_count(self) -> int:
        """Cards left in the pack. A stray joker adds one."""
        stray = 0 if self.pack.has_joker or self.felt.find(JOKER, None) is None else 1
        return self.pack.size + stray - self.felt.out_count

    def held(self, seat: Seat) -> list[TableCard]:
        """The cards in front of a seat."""
        return self.felt.hand_of(seat)

    def in_hand(self, seat: Seat) -> bool:
        """Whether a seat was dealt in and has neither folded nor been killed."""
        return seat in self.betting.live
