"""Cards dealt before the betting round ended."""

import msgspec
import pytest

from burncard.rules.facts import CardSeen
from burncard.simulator.dealer import fact_of
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import DRAW_WITHOUT_OPENERS, FAMILIES, FLOP, HOUSES, ROBERTS

SIZES = pytest.mark.parametrize("game", ["holdem", "lowball-27"])


def names(hand: ScriptedHand, zone: str) -> list[str]:
    return [str(physical.card) for physical in hand.lying(zone)]


def betting_on(hand: ScriptedHand, board: int) -> ScriptedHand:
    """Plays on to the betting that follows that many board cards, and lets the first player act."""
    while len(hand.lying("board")) < board or hand.next.await_ != "action":  # type: ignore[attr-defined]
        hand.deal()
    hand.step()
    return hand


@FAMILIES
@HOUSES
def test_burn_early_burn_only(game: str, house: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house, draws={1: 2}), 0)
    given = hand.top("burn")
    assert told(given) == "burn.early-burn-only: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == {"holdem": 3, "stud7": 4, "lowball-27": 1}[game]


@FLOP
def test_a_burn_is_early_on_each_street_anew(game: str) -> None:
    hand = ScriptedHand(game)
    for board in (0, 3, 4):
        assert told(betting_on(hand, board).top("burn")) == "burn.early-burn-only: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_flop_premature(game: str, house: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house), 0)
    hand.top("burn")
    given = hand.top("board", "up")
    card = names(hand, "board")[0]
    assert told(given) == (
        f"flop.premature: redeal-board stop seats= cards={card} "
        f"steps=wait the betting, return {card}, shuffle, cut, deal board up, deal board up, deal board up"
    )
    assert hand.top("board", "up") == []
    assert hand.top("board", "up") == []
    hand.until("return")
    hand.until("action")
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (3, 1)
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_flop_premature_burned_for_afterwards(game: str, house: str) -> None:
    """A burn behind the early flop is the flop's: the turn and the river have their own."""
    hand = betting_on(ScriptedHand(game, house=house), 0)
    for _ in range(3):
        hand.top("board", "up")
    assert told(hand.top("burn")) == "burn.early-burn-only: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"
    assert len(hand.lying("burn")) == 3


@FLOP
def test_turn_premature_003(game: str) -> None:
    """The general house has a sentence of its own; the steps are the same."""
    check_early_turn(game, "general", "turn.premature-003")


@FLOP
@ROBERTS
def test_turn_premature(game: str, house: str) -> None:
    check_early_turn(game, house, "turn.premature")


def check_early_turn(game: str, house: str, rule: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house), 3)
    hand.top("burn")
    given = hand.top("board", "up")
    card = names(hand, "board")[-1]
    assert told(given) == (
        f"{rule}: remove stop seats= cards={card} steps=move {card} board>aside, wait the betting, burn, "
        f"deal board up, wait the turn betting, return {card}, shuffle, cut, deal board up"
    )
    hand.step()
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@FLOP
@HOUSES
def test_river_premature(game: str, house: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house), 4)
    hand.top("burn")
    given = hand.top("board", "up")
    card = names(hand, "board")[-1]
    assert told(given) == (
        f"river.premature: remove stop seats= cards={card} steps=move {card} board>aside, wait the betting, "
        f"return {card}, shuffle, cut, deal board up"
    )
    assert hand.finish().ended == "showdown"
    assert (len(hand.lying("board")), len(hand.lying("burn"))) == (5, 3)


@DRAW_WITHOUT_OPENERS
@HOUSES
def test_premature_never_plays(game: str, house: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house), 0)
    given = hand.top("seat:1")
    assert told(given) == "premature.never-plays: remove stop seats=1 cards= steps=move ?? seat:1>muck"
    assert hand.finish().ended == "showdown"


@FLOP
@HOUSES
def test_premature_never_plays_on_the_river(game: str, house: str) -> None:
    hand = betting_on(ScriptedHand(game, house=house), 5)
    given = hand.top("board", "up")
    card = names(hand, "board")[-1]
    assert told(given) == f"premature.never-plays: remove stop seats= cards={card} steps=move {card} board>muck"
    assert hand.finish().ended == "showdown"


@DRAW_WITHOUT_OPENERS
@HOUSES
@pytest.mark.parametrize("in_sweep", [False, True])
def test_premature_never_plays_however_many_cards_of_the_draw(game: str, house: str, in_sweep: bool) -> None:
    """The dealer gives out the draw before the betting is over: one ruling, and none of the cards plays."""
    hand = betting_on(ScriptedHand(game, house=house, draws={1: 2, 2: 1}), 0)
    seats = (1, 1, 2)
    early = [hand.dealer.stub.take() for _ in seats]
    for physical, seat in zip(early, seats, strict=True):
        doing = hand.dealer.put(physical, f"seat:{seat}", "down")  # type: ignore[arg-type]
        fact = fact_of(doing, tags=False)
        assert isinstance(fact, CardSeen)
        hand.give(msgspec.structs.replace(fact, sweep=9 if in_sweep else None))
    hand.press("clock-called")
    [ruling] = hand.rulings
    assert (ruling.rule, ruling.decision, ruling.seats) == ("premature.never-plays", "remove", (1,))
    assert len(ruling.steps) == (3 if in_sweep else 1)
    assert hand.finish().ended == "showdown"
    assert {physical.uid for physical in early} <= {physical.uid for physical in hand.lying("muck")}


@FLOP
@pytest.mark.parametrize("board", [0, 3, 4, 5])
def test_an_early_board_card_that_lies_face_down_is_not_named(game: str, board: int) -> None:
    hand = betting_on(ScriptedHand(game), board)
    [ruling] = hand.top("board", "down")
    assert ruling.cards == ()
    assert all(step.card is None for step in ruling.steps)
    assert hand.finish().ended == "showdown"


@FLOP
@pytest.mark.parametrize("board", [3, 4])
def test_two_early_board_cards_sit_out_alike(game: str, board: int) -> None:
    """The second is ruled on like the first, put aside already or not; both are shuffled back in."""
    for put_aside in (False, True):
        hand = betting_on(ScriptedHand(game), board)
        given = hand.top("board", "up")
        first = hand.lying("board")[-1]
        if put_aside:
            hand.move(first, "aside")
        given += hand.top("board", "up")
        second = hand.lying("board")[-1]
        assert [ruling.rule for ruling in given] == [("turn.premature", "river.premature")[board - 3]] * 2
        hand.until("return")
        assert {first, second} <= set(hand.lying("aside"))
        assert hand.finish().ended == "showdown"
        assert len(hand.lying("board")) == 5


@FLOP
@pytest.mark.parametrize(("board", "further"), [(4, 0), (3, 2)])
def test_no_step_of_an_early_board_card_is_done_before_its_time(game: str, board: int, further: int) -> None:
    """Each is done when the table has seen it: `further` cards of a turn come before the river."""
    hand = betting_on(ScriptedHand(game), board)
    hand.top("burn")
    hand.top("board", "up")
    states = states_of(hand)
    assert states == ["open", *["later"] * (4 + further)]
    while states[-1] != "done":
        hand.deal()
        before, states = states.count("done"), states_of(hand)
        assert states.count("done") in (before, before + 1)
        assert states == sorted(states, key=["done", "open", "later"].index)
    assert len(hand.lying("board")) == 5


@FLOP
def test_an_early_board_card_goes_back_to_the_pack_from_where_it_was_put(game: str) -> None:
    hand = betting_on(ScriptedHand(game), 4)
    [ruling] = hand.top("board", "up")
    assert [(step.from_, step.to) for step in ruling.steps if step.do in ("move", "return")] == [
        ("board", "aside"),
        ("aside", "stub"),
    ]


@FLOP
def test_two_early_board_cards_go_back_in_one_shuffle(game: str) -> None:
    hand = betting_on(ScriptedHand(game), 4)
    hand.top("board", "up")
    hand.top("board", "up")
    hand.until("shuffle")
    assert [states_of(hand, each.id)[-3:] for each in hand.rulings] == [["open", "later", "later"]] * 2
    assert hand.finish().ended == "showdown"


def states_of(hand: ScriptedHand, ruling: str = "") -> list[str]:
    """How far the steps are that the table can see, of the last ruling if none is named."""
    assert hand.table.hand is not None
    steps = hand.table.rulings.repair(hand.table.hand, ruling or hand.rulings[-1].id)
    return [step.state for step in steps if step.state != "told"]
