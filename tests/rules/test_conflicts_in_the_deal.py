"""Conflicts between the rule documents about the deal: the same facts replayed in every house.

Each test is named after the number of its conflict.
"""

import pytest

from burncard.rules.cards import Seat
from burncard.rules.facts import Action
from burncard.rules.outcomes import AwaitAction, AwaitCard
from tests.harness.by_house import alike, by_house
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import DRAW_WITHOUT_OPENERS, FLOP, LAST_CARD_DOWN, SEVEN_CARD_STUD

EVERY = pytest.mark.parametrize("game", ["holdem", "omaha8", "stud5", "stud7", "lowball-a5", "lowball-27", "draw-high"])


def dealt_short(game: str, missing: int, first: int, top: str = "") -> ScriptedHand:
    """The dealer stops with cards missing, and the seat first to act folds."""
    hand = ScriptedHand(game, top=top)
    hand.deal(hand.game.starting_count * 3 - missing)
    hand.give(Action(seat=Seat(first), action="fold"))
    return hand


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "lowball-27", "lowball-a5"])
def test_c12_one_card_short_the_button_is_filled(game: str) -> None:
    """The button's card alone is missing, which both wordings let the dealer make good."""
    account = alike(by_house(dealt_short(game, 1, 3)))
    rule = "draw.lowball-button-fifth" if game.startswith("low") else "misdeal.button-completion"
    assert account.decided[0] == (rule, "correct")
    assert account.rulings[0]["steps"] == [{"do": "deal", "to": "seat:3", "face": "down"}]


@pytest.mark.parametrize("game", ["stud7", "stud8", "mississippi"])
def test_c12_one_card_short_the_last_seat_is_filled_where_there_is_no_button(game: str) -> None:
    """The wider wording: whoever is due the very next card may have it. With the narrow one this is a misdeal."""
    account = alike(by_house(dealt_short(game, 1, 1, "2c 7d 9h Jd Qs Kh 3c 8c Tc")))
    assert account.decided[0] == ("misdeal.top-card-completion", "correct")
    assert account.rulings[0]["steps"] == [{"do": "deal", "to": "seat:3", "face": "up"}]


@FLOP
def test_c12_two_cards_short_is_a_misdeal_by_both_wordings(game: str) -> None:
    account = alike(by_house(dealt_short(game, 2, 3)))
    assert account.decided == [("misdeal.wrong-count", "misdeal")]


@EVERY
def test_c13_a_card_out_of_order_is_a_misdeal(game: str) -> None:
    hand = ScriptedHand(game)
    hand.deal(1)
    hand.top("seat:3")
    account = alike(by_house(hand))
    assert account.decided == [("misdeal.out-of-sequence", "misdeal")]
    assert account.result is not None
    assert account.result["ended"] == "misdeal"


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "lowball-a5", "lowball-27"])
def test_c13_the_replacement_of_an_exposed_card_is_not_out_of_order(game: str) -> None:
    """The list that prints no exception would call the deal off when seat 3 gets a card behind the button's."""
    hand = ScriptedHand(game, joker=False, top="2c 7d Ks")
    hand.deal(2)
    hand.top("seat:3", "up")
    hand.finish()
    for account in by_house(hand).values():
        assert [decision for _, decision in account.decided] == ["replace"]
        assert account.result is not None
        assert account.result["ended"] == "showdown"


@EVERY
def test_c14_two_boxed_cards_are_a_misdeal_also_where_the_list_leaves_them_out(game: str) -> None:
    hand = ScriptedHand(game)
    hand.top("seat:1", "up", boxed=True)
    hand.step()
    hand.top("seat:1", "up", boxed=True)
    account = alike(by_house(hand))
    assert account.decided == [("boxed.scrap-of-paper", "remove"), ("misdeal.two-boxed", "misdeal")]


@LAST_CARD_DOWN
def test_c16_an_eighth_card_is_taken_from_a_stud_hand(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="seventh")
    hand.until("action")
    hand.top("seat:2")
    assert alike(by_house(hand)).decided == [("deal.gate-on-betting", "remove")]


@pytest.mark.parametrize("floor", [False, True])
@SEVEN_CARD_STUD
def test_c16_a_stud_hand_of_six_cards_dies_unless_the_floor_lets_it_live(game: str, floor: bool) -> None:
    """The general house says nothing of too few cards, and takes the rule over."""
    hand = ScriptedHand(game)
    hand.until("card", zone="burn", street="seventh")
    hand.until("action")
    [moved] = hand.move(hand.lying("seat:2")[0], "aside")
    hand.press("override", ruling=moved.id, decision="stands", by="floor")
    if floor:
        hand.press("floor-called", seat=2)
    hand.finish("stud.too-few-cards")
    for account in by_house(hand).values():
        last = ("stud.missing-seventh-live", "stands") if floor else ("stud.too-few-cards", "dead-hand")
        assert account.decided[-1] == last
        assert account.result is not None
        assert (2 in account.result["pots"][0]["eligible"]) is floor


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_c19_omaha_is_dealt_four_cards_and_burned_for_three_times(game: str) -> None:
    hand = ScriptedHand(game)
    dealt: list[str] = []
    while hand.result is None:
        if isinstance(hand.next, AwaitCard):
            dealt.append("seat" if hand.next.zone.startswith("seat") else hand.next.zone)
        hand.step()
    assert dealt == ["seat"] * 12 + ["burn", *["board"] * 3, "burn", "board", "burn", "board"]
    assert alike(by_house(hand)).rulings == []


def test_c20_five_card_stud_has_no_draw_and_is_capped_like_stud() -> None:
    """Draws and four raises are printed under it; they belong to draw."""
    hand = ScriptedHand("stud5", players=4)
    hand.until("action")
    while isinstance(hand.next, AwaitAction) and hand.next.min_to is not None:
        hand.act("complete" if "complete" in hand.next.options else "bring-in", hand.next.min_to)
        while isinstance(hand.next, AwaitAction) and "raise" in hand.next.options:
            hand.act("raise", hand.next.min_to)
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.options == ("fold", "call")
    hand.act("raise", 50)
    roberts, early, general = by_house(hand).values()
    assert roberts.decided == early.decided == [("stud5.raise-cap", "refuse")]
    assert general.rulings[0]["rule"] == "lowcard.minimum-only"
    for house in ("roberts", "roberts-early", "general"):
        played = ScriptedHand("stud5", house=house)
        played.finish()
        assert "draw" not in {street.name for street in played.game.streets}
        assert not any(street.draw for street in played.game.streets)


@pytest.mark.parametrize(
    ("game", "decisions"),
    [
        ("holdem", ["replace", "replace", "replace"]),
        ("stud7", ["keep", "keep", "keep"]),
        ("draw-high", ["keep", "keep", "keep"]),
        ("lowball-27", ["replace", "replace", "replace"]),
    ],
)
def test_c22_a_downcard_dealt_off_the_table_is_an_exposed_card(game: str, decisions: list[str]) -> None:
    """Replaced where an exposed card is, played where stud keeps it: the two texts do not clash."""
    hand = ScriptedHand(game, top="2c 7d Ks")
    hand.deal(2)
    hand.top("off")
    accounts = by_house(hand).values()
    assert [account.decided[0][1] for account in accounts] == decisions
    assert all(account.rulings[0]["cards"] == ["Ks"] for account in accounts)


def test_c22_a_card_that_its_player_drops_is_played() -> None:
    hand = ScriptedHand("holdem")
    hand.until("action")
    hand.move(hand.lying("seat:2")[0], "off")
    assert alike(by_house(hand)).decided == [("expose.player-drop", "correct")]


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
@pytest.mark.parametrize(
    ("dealt_before", "exposed", "decided"),
    [
        (1, 1, [("misdeal.first-or-second-exposed-draw", "misdeal")]),
        (2, 1, [("expose.draw-high-keep", "keep")]),
        (2, 2, [("expose.draw-high-keep", "keep"), ("misdeal.two-exposed-other", "misdeal")]),
    ],
)
def test_c23_the_misdeals_come_before_keeping_a_card_in_draw_high(
    game: str, dealt_before: int, exposed: int, decided: list[tuple[str, str]]
) -> None:
    hand = ScriptedHand(game)
    hand.deal(dealt_before)
    for _ in range(exposed):
        hand.top(getattr(hand.next, "zone", ""), "up")
    assert alike(by_house(hand)).decided == decided


@EVERY
@pytest.mark.parametrize("tournament", [False, True])
def test_c38_two_actions_end_the_time_for_a_misdeal(game: str, tournament: bool) -> None:
    """Two folds bring no chips in, so the other threshold (two actions with chips, or three) would still allow it."""
    for actions, expected in ((1, ("misdeal.two-extra", "misdeal")), (2, ("misdeal.window", "stands"))):
        hand = ScriptedHand(game, players=5, tournament=tournament)
        hand.until("action")
        if hand.game.family == "stud":
            hand.step()
        for _ in range(actions):
            hand.act("check" if game == "draw-high" else "fold")
        hand.press("misdeal-called", cause="misdeal.two-extra", by="player")
        assert alike(by_house(hand)).decided == [expected]


@FLOP
@pytest.mark.parametrize(("seat", "rule"), [(1, "extra.holdem-first-player"), (3, "extra.one-card-before-betting")])
def test_c39_one_card_too_many_burns_whoever_has_it(game: str, seat: int, rule: str) -> None:
    """One text speaks of the first player only; the wider one covers every seat."""
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top(f"seat:{seat}")
    account = alike(by_house(hand))
    assert account.decided == [(rule, "correct")]
    assert account.rulings[0]["steps"] == [{"do": "move", "from": f"seat:{seat}", "to": "burn"}]


@FLOP
def test_c39_two_cards_too_many_are_a_misdeal(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    hand.top("seat:1")
    hand.top("seat:2")
    assert alike(by_house(hand)).decided[-1] == ("extra.two-misdeal", "misdeal")


@LAST_CARD_DOWN
@pytest.mark.parametrize(
    ("players", "rule", "face"),
    [(3, "expose.stud-last-up-multiway", "down"), (2, "expose.stud-last-up-headsup-first", "up")],
)
def test_c40_a_last_card_up_turns_the_others_up_between_two_players_only(
    game: str, players: int, rule: str, face: str
) -> None:
    hand = ScriptedHand(game, players=players)
    hand.until("card", street="seventh", zone="seat:1")
    hand.top("seat:1", "up")
    account = alike(by_house(hand))
    assert account.decided == [(rule, "keep")]
    due = account.next.get("step", account.next)
    assert due["face"] == face
    assert due.get("to", due.get("zone")) == "seat:2"


@DRAW_WITHOUT_OPENERS
def test_c44_a_draw_pack_that_runs_out_takes_the_earlier_discards_but_not_the_drawers_own(game: str) -> None:
    hand = ScriptedHand(game, players=8, draws=dict.fromkeys(range(1, 9), 3))
    while not hand.rulings:
        hand.step()
    hand.until("shuffle")
    [seat] = hand.rulings[0].seats
    own = hand.lying("muck")
    assert len(own) == 3
    assert {seat} == {number for number in range(1, 9) if len(hand.lying(f"seat:{number}")) == 2}
    assert alike(by_house(hand)).decided == [("draw.out-of-cards", "correct")]
