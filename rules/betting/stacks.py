"""The chips of one hand: what everybody has, what everybody has in, and how chips go back.

Bets and antes are kept apart: antes are dead money of the main pot and never go back as uncalled.
"""

from collections.abc import Sequence

from burncard.rules.cards import Chips, Seat
from burncard.rules.compiling import mypyc_attr
from burncard.rules.facts import Hand
from burncard.rules.games.game import Game


def clockwise(game: Game, fact: Hand) -> tuple[Seat, ...]:
    """The dealt-in seats in the order in which they are dealt to: from the button's left, in stud from the dealer's."""
    seats = sorted(fact.seats)
    if not game.button or fact.button is None:
        return tuple(seats)
    button = fact.button
    return tuple([seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button])


@mypyc_attr(allow_interpreted_subclasses=True)
class HandChips:
    """Stacks, antes and bets by seat. `bets` is all that a seat has bet, `street_in` its part of this round.

    `behind`: chips that do not play: too small for the game, or kept out by a seat that declared itself all-in.
    """

    __slots__ = ("antes", "behind", "bets", "fact", "game", "limit_game", "live", "seats", "stacks", "street_in")

    def __init__(self, game: Game, fact: Hand) -> None:
        self.game = game
        self.fact = fact
        self.limit_game = fact.structure == "limit"
        self.seats = clockwise(game, fact)
        self.live: list[Seat] = list(self.seats)
        self.stacks: dict[Seat, Chips] = {seat: self.playing(fact.seats[seat]) for seat in self.seats}
        self.antes: dict[Seat, Chips] = dict.fromkeys(self.seats, Chips(0))
        self.street_in: dict[Seat, Chips] = dict.fromkeys(self.seats, Chips(0))
        self.bets: dict[Seat, Chips] = dict.fromkeys(self.seats, Chips(0))
        self.behind = {s: Chips(all_chips - self.stacks[s]) for s, all_chips in fact.seats.items()}
        self._take_forced_bets()

    def _take_forced_bets(self) -> None:
        for seat in self.seats if self.fact.antes else ():
            paid = Chips(min(self.ante_due(seat), self.stacks[seat]))
            self.antes[seat] = paid
            self.stacks[seat] = Chips(self.stacks[seat] - paid)
        for seat, post in self.fact.posts.items():
            self.put_in(seat, Chips(min(post, self.stacks[seat])))

    def playing(self, chips: Chips) -> Chips:
        """The part of an amount that plays: whole multiples of the smallest chip in play."""
        return Chips(chips - chips % self.fact.smallest_chip)

    def put_in(self, seat: Seat, chips: Chips) -> None:
        """Chips move from a stack into the bets of this round."""
        self.stacks[seat] = Chips(self.stacks[seat] - chips)
        self.street_in[seat] = Chips(self.street_in[seat] + chips)
        self.bets[seat] = Chips(self.bets[seat] + chips)

    def ante_due(self, seat: Seat) -> Chips:
        """The ante that a seat owed; where each has its own, a seat without chips owes as much as anybody."""
        antes = self.fact.antes
        if not isinstance(antes, dict):
            return antes
        return (
            antes.get(seat, Chips(0)) if self.playing(self.fact.seats[seat]) else max(antes.values(), default=Chips(0))
        )

    def stack_of(self, seat: Seat) -> Chips:
        """All the chips in front of a seat."""
        return Chips(self.stacks[seat] + self.behind.get(seat, 0))

    def before_post(self, seat: Seat) -> Chips:
        """The chips that a seat had for its post: what plays of its stack, less its ante."""
        return Chips(max(0, self.playing(self.fact.seats[seat]) - self.ante_due(seat)))

    def live_from(self, seat: Seat) -> list[Seat]:
        """The live seats in their order, from one seat on."""
        start = self.seats.index(seat)
        return [other for other in (*self.seats[start:], *self.seats[:start]) if other in self.live]

    # ---- sizes --------------------

    def minimum_bet(self) -> Chips:
        """The smallest bet of a big-bet game."""
        posts = self.fact.posts.values()
        return (
            self.fact.min_bet
            or Chips(max(posts, default=0))
            or Chips(max(self.antes.values(), default=0))
            or self.fact.smallest_chip
        )

    def bring_in_size(self) -> Chips:
        """The forced bet of limit stud: as the hand says, else a third of the small bet (half in five-card stud)."""
        small = self.fact.small_bet or Chips(1)
        part = self.playing(Chips(small // (2 if self.game.ruled_as == "stud5" else 3)))
        return self.fact.bring_in or max(self.fact.smallest_chip, part)

    def pot_total(self) -> Chips:
        """All chips put in so far, antes and carried chips counted."""
        return Chips(sum(self.antes.values()) + sum(self.bets.values()) + self.fact.carry)

    # ---- the end --------------------

    def return_uncalled(self) -> None:
        """Chips of the highest bettor that no player matched go back. Antes never do."""
        second, most = sorted((Chips(0), *self.bets.values()))[-2:]
        over = most - second
        if not over:
            return
        top = max(self.seats, key=self.bets.__getitem__)
        if top in self.live:
            self.bets[top] = Chips(self.bets[top] - over)
            self.street_in[top] = Chips(max(0, self.street_in[top] - over))
            self.stacks[top] = Chips(self.stacks[top] + over)

    def refund_all(self) -> None:
        """All action is void: everybody has what they had before the hand."""
        self.behind.clear()
        for seat in self.seats:
            self.stacks[seat] = self.fact.seats[seat]
            self.antes[seat] = self.bets[seat] = self.street_in[seat] = Chips(0)

    def return_round(self) -> None:
        """The chips of the round that is closed go back to those who bet them."""
        self.return_calls(self.seats)

    def return_calls(self, seats: Sequence[Seat]) -> None:
        """What some seats put in during the round that is closed goes back to them."""
        for seat in seats:
            self.bets[seat] = Chips(self.bets[seat] - self.street_in[seat])
            self.stacks[seat] = Chips(self.stacks[seat] + self.street_in[seat])
            self.street_in[seat] = Chips(0)

    def return_bets_but(self, kept: dict[Seat, Chips]) -> None:
        """Bets go back to those who made them, but for what each seat leaves in; antes stay."""
        for seat in self.seats:
            over = Chips(self.bets[seat] - kept.get(seat, Chips(0)))
            self.bets[seat] = Chips(self.bets[seat] - over)
            self.street_in[seat] = Chips(self.street_in[seat] - over)
            self.stacks[seat] = Chips(self.stacks[seat] + over)

    def refund_ante(self, seat: Seat) -> None:
        """A dead hand takes its ante back."""
        self.stacks[seat] = Chips(self.stacks[seat] + self.antes[seat])
        self.antes[seat] = Chips(0)
