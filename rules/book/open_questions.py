"""What the rule documents leave open (A), and how it is settled here.

The rules that settle a question name it in their declarations. Each has a test named after its number (`test_a01_…`)
that fails if it were settled otherwise. The rulebook's page lists them.
"""

from burncard.rules.rulings.rulebook import Settled

A01 = Settled(
    "A01",
    "One card is exposed and another seat gets an extra card: both would be the burn.",
    "The unseen extra card replaces the exposed one, which becomes the burn.",
)
A02 = Settled(
    "A02",
    "An extra card was looked at or mixed with the hand: which card leaves?",
    "One drawn at random from that hand becomes the burn. Once two players have acted the hand is dead.",
)
A03 = Settled(
    "A03",
    "Two downcards are exposed in a stud cash game.",
    "Of one seat: its hand is dead and its ante is returned. Of two seats: a misdeal, if it is not too late.",
)
A04 = Settled(
    "A04",
    "How many more cards are set aside after an early stud street?",
    "One for each live player who got no early card, so that a whole street is gone.",
)
A05 = Settled(
    "A05",
    "Does exposing the first or second card cause a misdeal in a stud cash game?",
    "No, the rule of stud goes first: the card becomes the upcard.",
)
A06 = Settled(
    "A06",
    "When is a hand that lacks only its seventh card live?",
    "When the floor, called before the showdown, allows it; otherwise it is dead.",
)
A07 = Settled(
    "A07",
    "A card with a different back, seen in the stub, comes to the top.",
    "It is no card at all, and the hand goes on.",
)
A08 = Settled(
    "A08",
    "The flop has one or two cards.",
    "It is completed from the top; in general everything is shuffled and the flop is dealt again.",
)
A09 = Settled(
    "A09",
    "Does five-card stud have burns?",
    "One before each street after the first.",
)
A10 = Settled(
    "A10",
    "Do the bets of big-bet jacks double after the draw?",
    "No; that sentence belongs to limit.",
)
A11 = Settled(
    "A11",
    "From which pot is a pot-limit raise counted?",
    "From the pot after the call.",
)
A12 = Settled(
    "A12",
    "Which exposed cards does big-bet lowball replace after the draw has begun?",
    "All that are exposed while the draw is dealt, after all players have drawn.",
)
A13 = Settled(
    "A13",
    "Does an exposed card that is kept count towards two exposed cards?",
    "Yes: two are a misdeal even if both would be kept.",
)
A14 = Settled(
    "A14",
    "The replacement of an exposed card is exposed too.",
    "It is the second exposed card: a misdeal. If it is too late for one, or the house has none, it is replaced "
    "again and goes to the muck.",
)
A15 = Settled(
    "A15",
    "Does a kicker on the board count?",
    "Yes, for every player: the best five cards are compared.",
)
A16 = Settled(
    "A16",
    "Who acts first in a game with blinds?",
    "On the first round the player left of the big blind, later the first left of the button.",
)
A17 = Settled(
    "A17",
    "A common card is due and the stub has fewer than two cards.",
    "The rest is shuffled with the burns and the cards set aside; one is burned, one turned.",
)
A18 = Settled(
    "A18",
    "Two cards are turned on the turn.",
    "The first is the turn; the second is a river card that came too early.",
)
A19 = Settled(
    "A19",
    "A joker is exposed before the draw in ace-to-five.",
    "It is kept, like the low card that it always is.",
)
A20 = Settled(
    "A20",
    "How is a draw for the button decided between cards of one rank?",
    "By suit: clubs, diamonds, hearts, spades.",
)
A21 = Settled(
    "A21",
    "A card was burned too early and nothing was turned.",
    "It stays, as the burn of the coming street.",
)
A22 = Settled(
    "A22",
    "Does a fold count as action?",
    "Yes, like every act in turn; forced bets do not.",
)
A23 = Settled(
    "A23",
    "Where does a card go that is exposed and replaced in the draw?",
    "To the muck, face up: the burn of the draw has been made.",
)
A24 = Settled(
    "A24",
    "Who acts first after the draw in lowball with blinds?",
    "The first live player left of the button.",
)
A25 = Settled(
    "A25",
    "What happens to the bets against a seven that checked?",
    "They are returned; the seven wins what was in the pot before the draw.",
)
A26 = Settled(
    "A26",
    "The stub has exactly one card for each player on the last street of stud.",
    "The burn counts, so the stub is short. Only if the shuffled rest is just enough is there no burn.",
)
A27 = Settled(
    "A27",
    "Does it matter whether the player has looked at an exposed card?",
    "Not for the card, but a player who claims an exposure only after looking needs the floor.",
)
A28 = Settled(
    "A28",
    "What is the cap between two players in a tournament?",
    "The usual cap of the game: four raises in the draw games.",
)
A29 = Settled(
    "A29",
    "Who acts first in big-bet razz?",
    "The highest upcard, with a bet or a fold; on later rounds the lowest board. What is said of the highest hand in "
    "every round is said of all stud, and razz has a rule of its own.",
)
A30 = Settled(
    "A30",
    "The only downcard of five-card stud is exposed.",
    "It becomes the upcard and the second card is dealt down. In a tournament it is a misdeal, except in general.",
)
A31 = Settled(
    "A31",
    "A limit round of Mississippi stud is capped at three: bets or raises?",
    "A bet and three raises, as in all other stud. The sentence says that this is usual, so a room may post another "
    "number (`raises`).",
)
A32 = Settled(
    "A32",
    "The bettor shows first: the first one or the last?",
    "The last player to bet or raise, unless the house names the player who opened the round, as general does for "
    "hold'em.",
)
A33 = Settled(
    "A33",
    "What do wild cards make, and what are they before the showdown?",
    "Five of a kind is possible and beats every other hand; in a low a wild card is a rank that is missing. A board "
    "with a wild card counts as the best that it can be, but the forced bet goes by the card's own rank and suit.",
)
A34 = Settled(
    "A34",
    "Which blind does the next player take after one who was short of half of the only blind?",
    "The one of the next deal, unless the player who was short has won or bought chips and posts it.",
)
