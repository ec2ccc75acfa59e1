"""Where the rule documents disagree (C), and how it is settled here.

The rules that settle a conflict name it in their declarations. Each has a test named after its number (`test_c01_…`)
that plays the same facts in the houses, games or kinds of play that differ. The rulebook's page lists them.
"""

from burncard.rules.rulings.rulebook import Settled

C01 = Settled(
    "C01",
    "Which exposed downcards cause a misdeal?",
    "The first or the second in roberts; the first only in roberts-early and general.",
)
C02 = Settled(
    "C02",
    "Two downcards are exposed.",
    "A misdeal in roberts and roberts-early. In general each is replaced: the first becomes the burn, later ones go "
    "to the muck.",
)
C03 = Settled(
    "C03",
    "The flop is faulty.",
    "In roberts and roberts-early the board goes back into the stub and the burn stays. In general everything is "
    "shuffled and the flop is dealt again.",
)
C04 = Settled(
    "C04",
    "The turn or the river is dealt too early.",
    "The card never plays. An early turn is shuffled back before the river, an early river is shuffled back and "
    "dealt again, both without a burn.",
)
C05 = Settled(
    "C05",
    "A stud downcard is dealt face up.",
    "It becomes the upcard; a hand with both up is dead. In a tournament it is a misdeal, except in general.",
)
C06 = Settled(
    "C06",
    "What may the forced bettor in stud do?",
    "Bring it in or open for a full bet; in general only bring it in.",
)
C07 = Settled(
    "C07",
    "The stub runs out on the last street of stud.",
    "It is dealt to the last card, which is shuffled with the burns for the rest; a common card is the last resort. "
    "In general a common card is dealt at once.",
)
C08 = Settled(
    "C08",
    "How often may a limit bet be raised?",
    "Three times; four times in the draw games.",
)
C09 = Settled(
    "C09",
    "Who gets the odd chip?",
    "With a button, the first winner to its left. In stud the highest card by suit, for low the lowest; the high "
    "half before the low. In general the stud winner nearest the dealer's left, and in five-card stud the last "
    "player to bet.",
)
C10 = Settled(
    "C10",
    "Who shows first?",
    "The last player to bet or raise; in general the player who opened the last round of hold'em. Without a bet, "
    "the first to act.",
)
C11 = Settled(
    "C11",
    "Do suits rank?",
    "Clubs, diamonds, hearts, spades, for the forced bet, draws and odd chips. They never decide a pot.",
)
C12 = Settled(
    "C12",
    "Which short starting hand may be completed?",
    "The one that is due the very next card, which with a button is the button's.",
)
C13 = Settled(
    "C13",
    "Is a card out of sequence always a misdeal?",
    "Yes, but a card that replaces an exposed one is not out of sequence.",
)
C14 = Settled(
    "C14",
    "Are two boxed cards a misdeal?",
    "Yes, in every game.",
)
C15 = Settled(
    "C15",
    "A draw hand is short.",
    "Before action it is completed in lowball and a misdeal in draw high, except for the button. After the draw it "
    "is dead; in general it is a misdeal.",
)
C16 = Settled(
    "C16",
    "A stud hand has a wrong number of cards.",
    "It is dead. A hand that lacks only its last card may live if the floor allows it.",
)
C17 = Settled(
    "C17",
    "How large must a buy-in be?",
    "Ten times the largest bet in limit, forty times the smallest opening bet otherwise. Pot-limit may have a maximum.",
)
C18 = Settled(
    "C18",
    "Does hold'em have an ante?",
    "As the table is set up; general has none.",
)
C19 = Settled(
    "C19",
    "How is Omaha dealt?",
    "Four cards down, and a burn before the flop, the turn and the river.",
)
C20 = Settled(
    "C20",
    "Draw rules are printed under five-card stud.",
    "They are rules of the draw games. Five-card stud has no draw, and allows three raises.",
)
C21 = Settled(
    "C21",
    "The dealer takes a hand by mistake, or a hand touches the board.",
    "A hand that was taken has no redress. Touching the board forfeits it in general; elsewhere the floor decides.",
)
C22 = Settled(
    "C22",
    "A card leaves the table.",
    "A downcard that the dealer lost is an exposed card, which stud keeps. One that its player dropped is played.",
)
C23 = Settled(
    "C23",
    "Draw high keeps exposed cards, but the list of misdeals does not.",
    "The misdeals come first: the first or second card, or two cards. A single later card is kept.",
)
C24 = Settled(
    "C24",
    "Which exposed cards are kept in ace-to-five?",
    "Seven and lower in limit, five and lower otherwise.",
)
C25 = Settled(
    "C25",
    "Is check-raise allowed?",
    "Yes, except in limit ace-to-five, unless the room has posted it.",
)
C26 = Settled(
    "C26",
    "Is there a cap on raises between two players?",
    "Not in a cash game; in a tournament the usual cap.",
)
C27 = Settled(
    "C27",
    "What does a stud dealer announce?",
    "The low card, the high hand, raises and pairs; possible straights and flushes only at a low-stakes table. In "
    "razz a pair only once, and never a pair of court cards.",
)
C28 = Settled(
    "C28",
    "A stud player is absent.",
    "The hand is killed when the action reaches it; the ante and the forced bet stay in the pot.",
)
C29 = Settled(
    "C29",
    "Must a player declare that the board plays?",
    "Yes, before discarding the hand; after that the claim is lost.",
)
C31 = Settled(
    "C31",
    "A hand is miscalled.",
    "In lowball it is dead if another hand was fouled by it, and always with three or more players. Elsewhere the "
    "floor decides.",
)
C32 = Settled(
    "C32",
    "How is the first round of a draw game opened?",
    "In lowball with a bet or a fold; in draw high a player may check as well.",
)
C33 = Settled(
    "C33",
    "How is jacks or better played for big bets?",
    "By the jacks rules with big bets; the fixed limits that its section repeats do not apply.",
)
C34 = Settled(
    "C34",
    "How large is the forced bet in stud?",
    "As the table is set up; otherwise a third of the small bet, in five-card stud half of it.",
)
C35 = Settled(
    "C35",
    "Does five-card stud have an ante?",
    "As the table is set up; it may have none.",
)
C38 = Settled(
    "C38",
    "When is it too late for a misdeal?",
    "When two players have acted, with or without chips.",
)
C39 = Settled(
    "C39",
    "An extra card is dealt.",
    "One becomes the burn, whichever seat it went to; two are a misdeal.",
)
C40 = Settled(
    "C40",
    "A last stud card is dealt face up.",
    "The other players' cards are dealt down. Heads-up the second player's is dealt up too, if it is still to come.",
)
C41 = Settled(
    "C41",
    "What is a joker worth?",
    "The lowest missing rank in ace-to-five; an ace, or a card that completes a straight or a flush, in draw high. "
    "Elsewhere it is no card at all. In general it takes any rank and suit where cards are named wild.",
)
C42 = Settled(
    "C42",
    "How much may be bet at pot-limit, and what reopens the betting?",
    "The pot after the call; only a full raise.",
)
C43 = Settled(
    "C43",
    "Who has the small blind between two players?",
    "The button.",
)
C44 = Settled(
    "C44",
    "The stub runs out in the draw.",
    "The discards made so far are shuffled in, without those of the player who is drawing.",
)
C45 = Settled(
    "C45",
    "How many cards may be drawn?",
    "Five, the fifth after all others have drawn; in general four.",
)
