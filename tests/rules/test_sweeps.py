"""Cards of one reader cycle: any order that makes the deal right will do; otherwise the ruling comes at its end."""

from random import Random

import msgspec
import pytest

from burncard.rules import table as table_module
from burncard.rules.cards import CARDS_MOST, PACK, Card, Seat, Zone
from burncard.rules.dealing import sweeps
from burncard.rules.dealing.classify import classify
from burncard.rules.dealing.observation import Observation
from burncard.rules.facts import Action, CardSeen, Fact
from burncard.rules.games import GAMES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.outcomes import AwaitAction, AwaitCard, Next, Ruling
from burncard.rules.table import Table
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import FAMILIES

TWO_HOUSES = ("roberts", "general")


def recorded(game: str, house: str) -> list[Fact]:
    """The facts of a clean hand, card by card."""
    hand = ScriptedHand(game, house=house, players=4, draws={1: 2, 3: 1})
    hand.finish()
    assert not hand.rulings
    return hand.facts


def swept(facts: list[Fact], rng: Random, per_sweep: int) -> list[Fact]:
    """The same facts, the cards in sweeps of at most so many, shuffled; none reaches over an action."""
    out: list[Fact] = []
    group: list[CardSeen] = []
    number = 0

    def close() -> None:
        nonlocal number
        number += 1
        rng.shuffle(group)
        # A sweep that holds both a downcard and an upcard of a seat says which is which.
        faces = len({card.zone for card in group}) < len(group)
        out.extend(msgspec.structs.replace(one, sweep=number, face=one.face if faces else None) for one in group)
        group.clear()

    for fact in facts:
        if isinstance(fact, CardSeen):
            if any(card.card == fact.card for card in group):
                close()
            group.append(fact)
            if len(group) == per_sweep:
                close()
        else:
            close()
            out.append(fact)
    close()
    return out


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("per_sweep", [2, 3, 5])
def test_the_cards_of_one_sweep_may_come_in_any_order(game: str, per_sweep: int) -> None:
    facts = recorded_jacks() if game == "jacks" else recorded(game, TWO_HOUSES[per_sweep % 2])
    for seed in range(6):
        table, results, rulings = Table(), [], []
        for fact in swept(facts, Random(seed), per_sweep):
            outcomes = table.apply(fact)
            rulings += [one for one in outcomes if isinstance(one, Ruling)]
            results += [one for one in outcomes if type(one).__name__ == "Result"]
        rulings += [one for one in table.finish() if isinstance(one, Ruling)]
        assert rulings == []
        assert len(results) == 1


def recorded_jacks() -> list[Fact]:
    hand = ScriptedHand("jacks", players=4, top="Jc 2d 3h 4h Jd 5d 6h 7h 7c 8d 9h Th Tc Qd Kh 2c 4c 6d Ts 8s")
    hand.finish()
    assert not hand.rulings
    return hand.facts


def test_a_ruling_is_held_back_until_its_sweep_has_closed() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(1)
    card = hand.dealer.stub.take().card
    held = hand.table.apply(CardSeen(card=card, zone="seat:7", sweep=4))  # type: ignore[arg-type]
    assert [type(outcome).__name__ for outcome in held] == ["AwaitCard"]
    late = hand.table.apply(CardSeen(card=hand.dealer.stub.take().card, zone="seat:2"))  # type: ignore[arg-type]
    [ruling] = [outcome for outcome in late if isinstance(outcome, Ruling)]
    assert (ruling.rule, ruling.fact) == ("misdeal.empty-seat", 3)
    assert isinstance(late[-1], Next)


def test_a_ruling_held_back_at_the_end_of_the_log_comes_with_it() -> None:
    hand = ScriptedHand("holdem")
    hand.deal(1)
    hand.table.apply(CardSeen(card=hand.dealer.stub.take().card, zone="seat:7", sweep=4))  # type: ignore[arg-type]
    ruling, *_, last = hand.table.finish()
    assert isinstance(ruling, Ruling)
    assert (ruling.rule, ruling.fact) == ("misdeal.empty-seat", 3)
    assert isinstance(last, Next)
    assert hand.table.finish() == []


def test_the_next_is_provisional_while_a_sweep_is_open() -> None:
    """The second seat's card is seen before the first one's: nothing is wrong until the sweep closes."""
    hand = ScriptedHand("holdem", top="7c Kd")
    [awaited] = hand.table.apply(CardSeen(card="Kd", zone="seat:2", sweep=1))  # type: ignore[arg-type]
    assert awaited == AwaitCard(zone="seat:1", face="down", street="preflop")  # type: ignore[arg-type]
    [awaited] = hand.table.apply(CardSeen(card="7c", zone="seat:1", sweep=1))  # type: ignore[arg-type]
    assert awaited == AwaitCard(zone="seat:3", face="down", street="preflop")  # type: ignore[arg-type]


def test_a_fold_and_a_late_card_of_one_sweep() -> None:
    """Both hole cards of the seat on turn reach the muck in one sweep: one fold."""
    hand = ScriptedHand("holdem")
    hand.until("action")
    cards = hand.lying("seat:3")
    first = hand.table.apply(CardSeen(card=cards[0].card, zone="muck", sweep=9))  # type: ignore[arg-type]
    second = hand.table.apply(CardSeen(card=cards[1].card, zone="muck", sweep=9))  # type: ignore[arg-type]
    counted = [one for one in (*first, *second) if type(one).__name__ == "Counted"]
    assert len(counted) == 1
    assert isinstance(second[-1], AwaitAction)
    assert second[-1].seat == 1
    again = hand.table.apply(Action(seat=3, action="fold"))  # type: ignore[arg-type]
    assert [type(one).__name__ for one in again] == ["AwaitAction"]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 2, 0, 3), (3, 2, 1, 0)])
@pytest.mark.parametrize("house", TWO_HOUSES)
def test_an_early_flop_of_one_sweep_is_one_mistake_with_its_burn(house: str, order: tuple[int, ...]) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.until("action")
    hand.step()
    zones = ["burn", "board", "board", "board"]
    seen = [hand.dealer.put(hand.dealer.stub.take(), Zone(zone), "up" if zone == "board" else "down") for zone in zones]
    facts = [fact_of(doing, tags=False) for doing in seen]
    for place in order:
        assert hand.give(msgspec.structs.replace(facts[place], sweep=1)) == []
    [ruling] = hand.step()
    board = [facts[place].card for place in order if place]  # type: ignore[union-attr]
    assert (ruling.rule, list(ruling.cards), list(ruling.steps[1].cards)) == ("flop.premature", board, board)
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@pytest.mark.parametrize("board_first", [False, True])
def test_an_early_turn_of_one_sweep_was_burned_before(board_first: bool) -> None:
    hand = ScriptedHand("holdem")
    hand.until("card", street="flop")
    hand.until("action")
    burn = fact_of(hand.dealer.put(hand.dealer.stub.take(), Zone("burn"), "down"), tags=False)
    turn = fact_of(hand.dealer.put(hand.dealer.stub.take(), Zone("board"), "up"), tags=False)
    for fact in (turn, burn) if board_first else (burn, turn):
        assert hand.give(msgspec.structs.replace(fact, sweep=1)) == []
    given = hand.press("ack", ruling="r0")
    assert [ruling.rule for ruling in given] == ["turn.premature", "table.unknown-ruling"]
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@FAMILIES
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
def test_a_boxed_card_and_the_next_one_in_one_sweep(game: str, order: tuple[int, ...]) -> None:
    """Its place was taken at once: the boxed card goes, and nobody is dealt another."""
    hand = ScriptedHand(game)
    hand.deal(1)
    seen = [hand.dealer.put(hand.dealer.stub.take(), Zone("seat:2"), "up", boxed=True)]
    seen += [hand.dealer.put(hand.dealer.stub.take(), Zone(f"seat:{seat}"), "down") for seat in (2, 3)]
    for place in order:
        assert hand.give(msgspec.structs.replace(fact_of(seen[place], tags=False), sweep=7)) == []
    [ruling] = hand.end_log()
    assert (ruling.rule, [step.do for step in ruling.steps]) == ("boxed.scrap-of-paper", ["move"])
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize(
    ("house", "rule"), [("roberts", "burn.flop-error-before-flop"), ("general", "flop.any-error-reshuffle")]
)
def test_a_flop_of_one_sweep_without_its_burn_goes_back_as_a_whole(house: str, rule: str) -> None:
    hand = ScriptedHand("holdem", house=house)
    hand.until("card", street="flop", zone="burn")
    cards = []
    for _ in range(3):
        fact = fact_of(hand.dealer.put(hand.dealer.stub.take(), Zone("board"), "up"), tags=False)
        cards.append(fact.card)  # type: ignore[union-attr]
        assert hand.give(msgspec.structs.replace(fact, sweep=1)) == []
    [ruling] = [one for one in hand.press("ack", ruling="r1") if one.decision != "refuse"]
    assert (ruling.rule, ruling.decision, list(ruling.cards)) == (rule, "redeal-board", cards)
    assert list(ruling.steps[0].cards) == cards
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("board")) == 5


def test_a_hand_that_ends_with_a_cycle_is_the_hand_before_the_next() -> None:
    """A misdeal is ruled on as the next `hand` fact closes the cycle: the button had to stay."""
    hand = ScriptedHand("holdem")
    hand.deal(1)
    doing = hand.dealer.put(hand.dealer.stub.take(), Zone("seat:3"), "down")
    assert hand.give(msgspec.structs.replace(fact_of(doing, tags=False), sweep=1)) == []
    given = hand.give(msgspec.structs.replace(hand.hand, id="h2", button=1))
    assert [ruling.rule for ruling in given] == ["misdeal.out-of-sequence", "misdeal.button-out-of-position"]


@pytest.mark.parametrize("pairs", [False, True])
def test_an_upcard_laid_down_alone_in_its_cycle_settles_no_order(pairs: bool) -> None:
    """Mississippi's second street may still be dealt either way."""
    hand = ScriptedHand("mississippi")
    hand.until("card", zone="burn")
    hand.deal(1)
    doing = hand.dealer.put(hand.dealer.stub.take(), Zone("seat:1"), "down")
    hand.give(msgspec.structs.replace(fact_of(doing, tags=False), sweep=1))
    [ruling] = hand.press("ack", ruling="r0")[:1]
    assert ruling.rule == "deal.hole-cards-face-down"
    hand.move(hand.lying("seat:1")[-1], "seat:1", "up")
    for seat in (1, 2, 2, 3, 3) if pairs else (2, 3, 1, 2, 3):
        assert hand.top(f"seat:{seat}", "up") == []
    assert hand.finish().ended == "showdown"


def calls_for(monkeypatch: pytest.MonkeyPatch, table: Table, facts: list[CardSeen]) -> int:
    """How often sightings are classified while a table takes one sweep, until it has closed."""
    count = 0

    def counted(hand: HandInPlay, fact: CardSeen) -> Observation:
        nonlocal count
        count += 1
        return classify(hand, fact)

    with monkeypatch.context() as patch:
        for module in (sweeps, table_module):
            patch.setattr(module, "classify", counted)
        for fact in facts:
            table.apply(fact)
        table.finish()
    return count


@pytest.mark.parametrize("again", [False, True])
def test_the_work_for_a_sweep_grows_with_its_sightings_not_with_their_square(
    monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    """The board is not due: nothing explains these cards. Each is read over and over, or is another tag's."""
    hand = ScriptedHand("holdem")
    hand.deal(1)
    facts = [
        CardSeen(card=PACK[5 + at % 40], zone=Zone("board"), tag=f"E{at % 40 if again else at}", sweep=1)
        for at in range(2000)
    ]
    assert calls_for(monkeypatch, hand.table, facts) < 60 * len(facts)


def test_a_card_read_over_and_over_in_its_sweep_is_one_card() -> None:
    hand = ScriptedHand("holdem", top="7c Kd")
    for at in range(3):
        hand.table.apply(CardSeen(card=Card("Kd"), zone=Zone("seat:2"), sweep=1, t=float(at)))
    [awaited] = hand.table.apply(CardSeen(card=Card("7c"), zone=Zone("seat:1"), sweep=1, t=4.0))
    assert awaited == AwaitCard(zone=Zone("seat:3"), face="down", street="preflop")
    assert hand.table.finish() == []


@pytest.mark.parametrize("sweep", [None, 1])
@pytest.mark.parametrize("zone", ["seat:2", "muck"])
def test_more_cards_than_two_packs_have_are_refused(zone: str, sweep: int | None) -> None:
    hand = ScriptedHand("holdem")
    hand.until_betting("flop")
    out = sum(len(hand.lying(where)) for where in ("seat:1", "seat:2", "seat:3", "burn", "board"))
    given = [
        [one.rule for one in hand.table.apply(unread_tag(at, zone, sweep)) if isinstance(one, Ruling)]
        for at in range(CARDS_MOST + 50)
    ]
    refused = [at for at, rules in enumerate(given) if rules == ["table.too-many-cards"]]
    assert refused == list(range(CARDS_MOST - out, CARDS_MOST + 50))


def unread_tag(number: int, zone: str, sweep: int | None) -> CardSeen:
    return CardSeen(card=Card("??"), zone=Zone(zone), tag=f"E{number}", sweep=sweep)


def test_a_card_that_lies_there_is_followed_however_many_others_were_reported() -> None:
    hand = ScriptedHand("holdem", tags=True)
    hand.until("action")
    for at in range(CARDS_MOST):
        hand.table.apply(unread_tag(at, "muck", None))
    mine = hand.lying("seat:3")[0]
    told = hand.table.apply(CardSeen(card=mine.card, zone=Zone("muck"), tag=mine.uid))
    assert "table.too-many-cards" not in [one.rule for one in told if isinstance(one, Ruling)]


def test_two_unread_cards_of_one_seat_in_one_sweep_are_two_cards() -> None:
    """Both cards of the first seat, unread, and the others between them: in another order the deal is right."""
    table = Table()
    table.apply(ScriptedHand("holdem").hand)
    for card, zone in (("??", 1), ("??", 1), ("3c", 2), ("4c", 3), ("5c", 2), ("6c", 3)):
        outcomes = table.apply(CardSeen(card=Card(card), zone=Zone(f"seat:{zone}"), face="down", sweep=1))
    outcomes = table.apply(Action(seat=Seat(3), action="call"))
    assert [type(one).__name__ for one in outcomes] == ["AwaitAction"]


def test_an_unread_card_of_a_sweep_that_nothing_wants_is_a_re_read() -> None:
    table = Table()
    table.apply(ScriptedHand("holdem").hand)
    for card, zone in (("??", 1), ("3c", 2), ("??", 1), ("4c", 3), ("7c", 1), ("5c", 2), ("6c", 3)):
        table.apply(CardSeen(card=Card(card), zone=Zone(f"seat:{zone}"), face="down", sweep=1))
    assert table.finish() == []
    assert isinstance(table.awaited(), AwaitAction)


def test_an_unread_seventh_card_of_a_sweep_is_not_one_of_the_first_two() -> None:
    hand = ScriptedHand("stud7", players=2)
    hand.until("card", street="seventh", zone="seat:1")
    table = Table()
    for fact in hand.facts:
        hidden = isinstance(fact, CardSeen) and fact.face == "down"
        table.apply(msgspec.structs.replace(fact, card=Card("??")) if hidden else fact)
    for seat in (2, 1):
        table.apply(CardSeen(card=Card("??"), zone=Zone(f"seat:{seat}"), face="down", sweep=9))
    assert [type(one).__name__ for one in table.finish()] == ["AwaitAction"]


def test_another_tag_is_another_unread_card() -> None:
    table = Table()
    table.apply(ScriptedHand("holdem").hand)
    for tag, zone in (("E1", 1), ("E2", 1), ("E3", 2), ("E4", 3), ("E5", 2), ("E6", 3)):
        outcomes = table.apply(CardSeen(card=Card("??"), zone=Zone(f"seat:{zone}"), face="down", sweep=1, tag=tag))
    assert [type(one).__name__ for one in outcomes] == ["AwaitAction"]
