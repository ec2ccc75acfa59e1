"""Where the rule documents disagree (C) or leave something open (A), and how it is settled here.

The rules that settle one name it in their declarations. Each conflict has a test named after its number (`test_c01_…`)
that plays the same facts in the houses, games or kinds of play that differ; each open question has one (`test_a01_…`)
that fails if it were settled otherwise. The rulebook's page lists both.
"""

from burncard.rules.rulings.rulebook import Settled

C01 = Settled(
    "C01",
    "Which exposed hole cards end the deal at once?",
    "The first or the second in roberts; the first alone in roberts-early and general.",
)
C02 = Settled(
    "C02",
    "Two hole cards are exposed.",
    "A misdeal in roberts and roberts-early. In general each is replaced: the first becomes the burn, later ones "
    "go to the muck.",
)
C03 = Settled(
    "C03",
    "The flop went wrong.",
    "In roberts and roberts-early the board goes back into the pack and the burn stays; in general everything is "
    "shuffled and dealt again.",
)
C04 = Settled(
    "C04",
    "The turn or the river came too soon.",
    "It never plays. An early turn is shuffled back in for the river, an early river is dealt again, both without"
    " a burn.",
)
C05 = Settled(
    "C05",
    "A stud downcard was dealt face up.",
    "It becomes the upcard; a hand with both up is dead. In a tournament a misdeal, but not in general.",
)
C06 = Settled(
    "C06",
    "What may stud's forced bettor do?",
    "Bring it in or open for a full bet; in general only bring it in.",
)
C07 = Settled(
    "C07",
    "The pack is too small for stud's last street.",
    "It is dealt to the last card, which is shuffled with the burns for the rest; a common card is the last "
    "resort. In general a common card comes at once.",
)
C08 = Settled(
    "C08",
    "How often may a limit bet be raised?",
    "Three times; four times in the draw games.",
)
C09 = Settled(
    "C09",
    "Who gets the odd chip?",
    "With a button, the winner nearest to its left. In stud the highest card by suit, for low the lowest; the "
    "high half before the low. In general's stud the winner nearest to the dealer's left, in five-card stud the "
    "last to bet.",
)
C10 = Settled(
    "C10",
    "Who shows first?",
    "The last to bet or raise; in general's hold'em the one who opened the last round. Without a bet, the first "
    "to act.",
)
C11 = Settled(
    "C11",
    "Do suits rank?",
    "Clubs, diamonds, hearts, spades, for the forced bet, for draws and for odd chips; never for a pot.",
)
C12 = Settled(
    "C12",
    "Which short starting hand may be filled?",
    "The one that is due the very next card, which with a button is the button's.",
)
C13 = Settled(
    "C13",
    "Is a card out of order always a misdeal?",
    "Yes, but replacing an exposed card is not out of order.",
)
C14 = Settled(
    "C14",
    "Do two boxed cards end the deal?",
    "Yes, in every game.",
)
C15 = Settled(
    "C15",
    "A draw hand is short.",
    "Before the action it is filled in lowball and a misdeal in draw high, but for the button's; after the draw "
    "it is dead, and in general a misdeal.",
)
C16 = Settled(
    "C16",
    "A stud hand has a wrong number of cards.",
    "It is dead; one that lacks only the last card may live, if the floor says so.",
)
C17 = Settled(
    "C17",
    "How much may be bought in for?",
    "At least ten of the largest bets, without limits forty of the smallest; pot-limit may have a maximum.",
)
C18 = Settled(
    "C18",
    "Is there an ante in hold'em?",
    "As the table is set up; general has none.",
)
C19 = Settled(
    "C19",
    "How is Omaha dealt?",
    "Four cards down, and a burn before flop, turn and river.",
)
C20 = Settled(
    "C20",
    "Draw rules are printed under five-card stud.",
    "They are rules of the draw games; five-card stud has no draw, and three raises.",
)
C21 = Settled(
    "C21",
    "A hand was taken in by mistake or touched the board.",
    "Taken in, it has no redress. Touching the board forfeits it in general; elsewhere the floor decides.",
)
C22 = Settled(
    "C22",
    "A card left the table.",
    "A downcard that the dealer lost is an exposed card, which stud keeps; one that its player dropped is played.",
)
C23 = Settled(
    "C23",
    "Draw high keeps exposed cards, and the list of misdeals does not.",
    "The misdeals come first: the first or second card, and two of them. A single later card is kept.",
)
C24 = Settled(
    "C24",
    "Which exposed cards are kept in ace-to-five?",
    "Seven and lower in limit, five and lower otherwise.",
)
C25 = Settled(
    "C25",
    "May one check and then raise?",
    "Yes, but not in limit ace-to-five.",
)
C26 = Settled(
    "C26",
    "Is there a cap on raises between two players?",
    "None in a cash game; in a tournament the usual one.",
)
C27 = Settled(
    "C27",
    "What does a stud dealer announce?",
    "The low card, the high hand, raises and pairs; in razz a pair only once, and never one of court cards.",
)
C28 = Settled(
    "C28",
    "A stud player is absent.",
    "The hand is killed when the action comes to it; ante and forced bet stay in the pot.",
)
C29 = Settled(
    "C29",
    "Must a player say that the board plays?",
    "Yes, before throwing the hand away; after that the claim is lost.",
)
C31 = Settled(
    "C31",
    "A hand was miscalled.",
    "In lowball it dies if another was fouled by it, and always among three or more; elsewhere the floor decides.",
)
C32 = Settled(
    "C32",
    "How does the first round of a draw game open?",
    "In lowball with a bet or a fold; in draw high one may check as well.",
)
C33 = Settled(
    "C33",
    "What is jacks without limits?",
    "The jacks rules with big bets; the limits that its section repeats mean nothing.",
)
C34 = Settled(
    "C34",
    "How large is stud's forced bet?",
    "As the table is set up; else a third of the small bet, in five-card stud half of it.",
)
C35 = Settled(
    "C35",
    "Is there an ante in five-card stud?",
    "As the table is set up; there may be none.",
)
C38 = Settled(
    "C38",
    "When is it too late for a misdeal?",
    "When two players have acted, with chips or without.",
)
C39 = Settled(
    "C39",
    "A card too many was dealt.",
    "One becomes the burn, whoever got it; two are a misdeal.",
)
C40 = Settled(
    "C40",
    "A last stud card was dealt up.",
    "The other players' come down; only the other of two gets it up too, if it is still to come.",
)
C41 = Settled(
    "C41",
    "What is a joker worth?",
    "The lowest missing rank in ace-to-five; an ace, or what fills a straight or a flush, in draw high; elsewhere"
    " it is scrap.",
)
C42 = Settled(
    "C42",
    "How much may be bet at pot-limit, and what reopens the raising?",
    "The pot as it is after the call; only a full raise.",
)
C43 = Settled(
    "C43",
    "Who has the small blind between two players?",
    "The button.",
)
C44 = Settled(
    "C44",
    "The pack runs out in the draw.",
    "The discards made so far are shuffled in, but not the drawing player's own.",
)
C45 = Settled(
    "C45",
    "How many cards may be drawn?",
    "Five, the fifth after all others have drawn; in general four.",
)

A01 = Settled(
    "A01",
    "One card is exposed and another seat gets a card too many: both would be the burn.",
    "The unseen card too many replaces the exposed one, which becomes the burn.",
)
A02 = Settled(
    "A02",
    "A card too many was looked at or mixed with the hand: which one leaves?",
    "One drawn blind from that hand becomes the burn; once two players have acted the hand is dead.",
)
A03 = Settled(
    "A03",
    "Two downcards are exposed in a stud cash game.",
    "Of one seat: its hand is dead and its ante comes back. Of two seats: a misdeal while there is time for one.",
)
A04 = Settled(
    "A04",
    "How many more cards are taken out after an early stud street?",
    "One for each live seat that got no early card, so that a whole street is gone.",
)
A05 = Settled(
    "A05",
    "Is a first or second card shown a misdeal in a stud cash game?",
    "No, stud's own rule goes before: the card becomes the upcard.",
)
A06 = Settled(
    "A06",
    "When is a hand that lacks only its seventh card live?",
    "When the floor, called to it before the showdown, lets it live; otherwise it is dead.",
)
A07 = Settled(
    "A07",
    "A card with another back was seen in the pack and now comes to the top.",
    "It is scrap, and the hand goes on.",
)
A08 = Settled(
    "A08",
    "The flop has one or two cards.",
    "It is completed from the top; in general everything is shuffled and dealt again.",
)
A09 = Settled(
    "A09",
    "Is there a burn in five-card stud?",
    "One before each street after the first.",
)
A10 = Settled(
    "A10",
    "Do the bets of jacks without limits double after the draw?",
    "No; that sentence belongs to limit.",
)
A11 = Settled(
    "A11",
    "From which pot is a pot-limit raise counted?",
    "From the pot as it is after the call.",
)
A12 = Settled(
    "A12",
    "Which exposed cards does big-bet lowball replace after the draw has begun?",
    "All that are shown while the draw is dealt, when everybody has drawn.",
)
A13 = Settled(
    "A13",
    "Does an exposed card that is kept count towards two exposed cards?",
    "Yes: two are a misdeal even if both would be kept.",
)
A14 = Settled(
    "A14",
    "The replacement of an exposed card is shown too.",
    "It is the second exposed card: a misdeal. Too late for one, or where there is none, it is replaced again and"
    " goes to the muck.",
)
A15 = Settled(
    "A15",
    "Does a kicker on the board count?",
    "The best five cards are compared: a kicker on the board is everybody's.",
)
A16 = Settled(
    "A16",
    "Who acts first in a game with blinds?",
    "In the first round the seat left of the big blind, later the first left of the button.",
)
A17 = Settled(
    "A17",
    "A common card is due and the pack has fewer than two cards.",
    "The rest is shuffled with the burns and the cards set aside; one is burned, one turned.",
)
A18 = Settled(
    "A18",
    "Two cards were turned on the turn.",
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
    "Yes, like all that a player does in turn; forced bets do not.",
)
A23 = Settled(
    "A23",
    "Where does a card go that was exposed and replaced in the draw?",
    "To the muck, face up: the draw's burn is made already.",
)
A24 = Settled(
    "A24",
    "Who acts first after the draw in lowball with blinds?",
    "The first live seat left of the button.",
)
A25 = Settled(
    "A25",
    "What becomes of the bets against a seven that checked?",
    "They go back to those who made them; the seven wins what was in before the draw.",
)
A26 = Settled(
    "A26",
    "The pack has exactly one card for each player on stud's last street.",
    "The burn counts, so it is short. Only if the shuffled rest is just enough is there no burn.",
)
A27 = Settled(
    "A27",
    "Does it matter whether the owner of an exposed card has looked?",
    "Not to what becomes of the card; but who claims an exposure only after looking needs the floor.",
)
A28 = Settled(
    "A28",
    "What is the cap between two players in a tournament?",
    "The game's own: four raises in the draw games.",
)
A29 = Settled(
    "A29",
    "Who acts first in razz without limits?",
    "The highest door card, with a bet or a fold; in later rounds the lowest board.",
)
A30 = Settled(
    "A30",
    "The only downcard of five-card stud is exposed.",
    "It becomes the upcard and the second card comes down. In a tournament a misdeal, but not in general.",
)
