"""Questions about the deal that the rule documents leave open: settled alike in every house.

Each test is named after the number of its question.
"""

import pytest

from burncard.rules.outcomes import AwaitCard
from tests.harness.by_house import Account, alike, by_house
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import DRAW_WITHOUT_OPENERS, FAMILIES, FLOP, LAST_CARD_DOWN, LOWBALL, SEVEN_CARD_STUD, STUD


def steps_of(account: Account) -> list[tuple[str, str | None, str | None]]:
    """What the last ruling has the dealer do: each step with where from and where to."""
    return [(step["do"], step.get("from"), step.get("to")) for step in account.rulings[-1]["steps"]]


def third_card_up(game: str, card: str, **fields: object) -> ScriptedHand:
    """The third card of the deal, the third seat's first, is dealt face up."""
    hand = ScriptedHand(game, top=f"Tc Js {card}", **fields)  # type: ignore[arg-type]
    hand.deal(2)
    hand.top("seat:3", "up")
    return hand


def same_in_every_house(hand: ScriptedHand) -> list[tuple[str, str]]:
    return alike(by_house(hand)).decided


# ---- cards too many, cards shown --------------------


@FLOP
def test_a01_the_unseen_card_too_many_replaces_the_exposed_one_which_burns(game: str) -> None:
    hand = third_card_up(game, "As")
    hand.until("remedy")
    hand.top("seat:1")
    account = alike(by_house(hand))
    assert account.decided[-1] == ("extra.with-exposed", "correct")
    assert steps_of(account)[0] == ("move", "seat:1", "seat:3")
    hand.until("action")
    assert [str(physical.card) for physical in hand.lying("burn")] == ["As"]
    hand.until("card", street="flop")
    assert isinstance(hand.next, AwaitCard)
    assert hand.next.zone == "board"


@FLOP
@pytest.mark.parametrize(("acted", "rule"), [(0, "extra.seen-by-player"), (2, "deal.gate-on-betting")])
def test_a02_of_a_hand_with_a_card_too_many_one_is_drawn_blind_until_two_have_acted(
    game: str, acted: int, rule: str
) -> None:
    hand = ScriptedHand(game, players=5)
    hand.until("action")
    for _ in range(acted):
        hand.act("call")
    hand.top("seat:1")
    if not acted:
        hand.press("looked", seat=1)
    account = alike(by_house(hand))
    assert account.decided[-1][0] == rule
    if not acted:
        assert account.rulings[-1]["steps"] == [{"do": "move", "from": "seat:1", "to": "burn"}]


@SEVEN_CARD_STUD
def test_a03_both_downcards_of_a_stud_hand_up_kill_it_and_its_ante_comes_back(game: str) -> None:
    hand = third_card_up(game, "4h")
    hand.deal(2)
    hand.top("seat:3", "up")
    assert {account.decided[-1] for account in by_house(hand).values()} == {("expose.stud-both-hole-up", "dead-hand")}
    hand.finish()
    for account in by_house(hand).values():
        assert account.result is not None
        assert account.result["stacks"]["3"] == 500


@STUD
def test_a03_two_seats_downcards_up_are_a_misdeal(game: str) -> None:
    hand = ScriptedHand(game, top="Tc Js 4h")
    hand.top("seat:1", "up")
    hand.top("seat:2", "up")
    last = {account.decided[-1] for account in by_house(hand).values()}
    assert last == {("misdeal.two-exposed-other", "misdeal")}


@pytest.mark.parametrize(("players", "early", "removed"), [(4, 1, 3), (4, 2, 2), (3, 1, 2)])
@pytest.mark.parametrize("game", ["stud5", "stud7", "stud8", "razz"])
def test_a04_of_an_early_stud_street_a_whole_one_is_taken_out(
    game: str, players: int, early: int, removed: int
) -> None:
    """One card more for each seat that got none, not one for each seat in the hand."""
    hand = ScriptedHand(game, players=players)
    hand.until("action")
    hand.step()
    hand.top("burn")
    for seat in range(1, early + 1):
        hand.top(f"seat:{seat}", "up")
    for account in by_house(hand).values():
        assert [decided for decided in account.decided if decided[1] != "refuse"][-1] == ("premature.stud", "remove")
    hand.finish("premature.stud")
    assert len(hand.lying("aside")) == early + removed


@STUD
@pytest.mark.parametrize("place", [0, 1])
def test_a05_the_first_two_cards_of_a_stud_cash_game_may_be_shown(game: str, place: int) -> None:
    hand = ScriptedHand(game, top="Tc Js 4h")
    hand.deal(place)
    hand.top(f"seat:{place + 1}", "up")
    assert {account.decided[0][1] for account in by_house(hand).values()} == {"keep"}


@SEVEN_CARD_STUD
@pytest.mark.parametrize("floor", [False, True])
def test_a06_a_stud_hand_without_its_last_card_lives_only_by_the_floor(game: str, floor: bool) -> None:
    hand = ScriptedHand(game)
    hand.until("card", zone="burn", street=hand.game.streets[-1].name)
    hand.until("action")
    [moved] = hand.move(hand.lying("seat:2")[-1], "aside")
    hand.press("override", ruling=moved.id, decision="stands", by="floor")
    if floor:
        hand.press("floor-called", seat=2)
    hand.finish("stud.too-few-cards")
    last = ("stud.missing-seventh-live", "stands") if floor else ("stud.too-few-cards", "dead-hand")
    assert {account.decided[-1] for account in by_house(hand).values()} == {last}


# ---- the pack --------------------


@FAMILIES
def test_a07_another_decks_card_known_in_the_pack_is_scrap_when_it_is_dealt(game: str) -> None:
    hand = ScriptedHand(game)
    hand.deal(1)
    hand.stranger("stub", next(physical for physical in hand.dealer.other_pack if physical.card == "5h"))
    hand.step()
    account = alike(by_house(hand))
    assert account.decided[-1] == ("deck.foreign-back-reaches-top", "remove")
    assert [step[0] for step in steps_of(account)] == ["move", "deal"]
    assert hand.finish().ended == "showdown"


@FLOP
def test_a08_a_flop_of_two_cards_is_completed_and_in_the_general_house_dealt_again(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="flop", zone="board")
    hand.deal(2)
    hand.top("burn")
    assert {house: account.decided for house, account in by_house(hand).items()} == {
        "roberts": [("flop.too-few-cards", "correct")],
        "roberts-early": [("flop.too-few-cards", "correct")],
        "general": [("flop.too-few-cards", "redeal-board")],
    }


def test_a09_five_card_stud_burns_before_each_later_street() -> None:
    hand = ScriptedHand("stud5")
    burned = []
    while hand.result is None:
        if isinstance(hand.next, AwaitCard) and hand.next.zone == "burn":
            burned.append(hand.next.street)
        hand.step()
    assert burned == [street.name for street in hand.game.streets[1:]]
    assert len(burned) == 3
    assert alike(by_house(hand)).rulings == []


@LOWBALL
@pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])
def test_a12_big_bet_lowball_replaces_every_card_shown_on_the_draw(game: str, structure: str) -> None:
    """A two, which would be kept before the draw."""
    top = "9c 9d 9h 8c 8d 8h 7c 7d 7h 6c 6d 6h Tc Td Th Kc 2s"
    hand = ScriptedHand(game, structure=structure, draws={1: 1}, top=top, joker=False)
    hand.until("card", street="draw", zone="seat:1")
    hand.top("seat:1", "up")
    assert same_in_every_house(hand) == [("expose.bigbet-on-draw", "replace")]


@DRAW_WITHOUT_OPENERS
def test_a13_a_card_that_is_kept_counts_towards_two_exposed(game: str) -> None:
    hand = third_card_up(game, "2s 3s", joker=False)
    hand.top("seat:1", "up")
    assert [decision for _, decision in same_in_every_house(hand)] == ["keep", "misdeal"]


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "lowball-a5", "lowball-27"])
def test_a14_a_replacement_shown_too_is_the_second_exposed_card(game: str) -> None:
    """A misdeal; where a second one is none, it is replaced in its turn and goes to the muck."""
    hand = third_card_up(game, "Ks", joker=False)
    hand.until("remedy")
    hand.top("seat:3", "up")
    accounts = by_house(hand)
    misdeal = "misdeal.two-exposed-other" if game.startswith("low") else "misdeal.two-exposed"
    expected = dict.fromkeys(accounts, (misdeal, "misdeal"))
    if not game.startswith("low"):
        expected["general"] = ("expose.second-exposed-replacement", "replace")
        assert steps_of(accounts["general"]) == [("deal", None, "seat:3"), ("move", "seat:3", "muck")]
    assert {house: account.decided[-1] for house, account in accounts.items()} == expected


def test_a17_a_common_card_is_found_for_a_pack_with_one_card_left() -> None:
    """Eight players stay: the last card is shuffled with the burns; one is burned and one turned."""
    hand = ScriptedHand("stud7", players=8)
    while not hand.rulings:
        hand.step()
    account = alike(by_house(hand))
    assert account.decided == [("stud.common-card-one-left", "correct")]
    assert [step[0] for step in steps_of(account)][-5:] == ["return", "shuffle", "cut", "burn", "deal"]
    assert steps_of(account)[-1][2] == "board"


@FLOP
@pytest.mark.parametrize("board", [4, 5])
def test_a18_of_two_cards_on_one_street_the_second_came_too_early(game: str, board: int) -> None:
    hand = ScriptedHand(game)
    while len(hand.lying("board")) < board or hand.next.await_ != "action":  # type: ignore[attr-defined]
        hand.deal()
    hand.top("board", "up")
    second = str(hand.lying("board")[-1].card)
    account = alike(by_house(hand))
    assert account.decided == [("turn.two-cards", "remove")]
    assert account.rulings[0]["cards"] == [second]


def test_a19_a_joker_shown_in_ace_to_five_is_kept() -> None:
    for structure, rule in (("limit", "expose.a5-limit"), ("no-limit", "expose.a5-bigbet")):
        hand = third_card_up("lowball-a5", "Jo", structure=structure)
        assert same_in_every_house(hand) == [(rule, "keep")]
        assert hand.finish().ended == "showdown"


@FAMILIES
def test_a21_a_burn_made_too_early_is_the_streets_burn(game: str) -> None:
    hand = ScriptedHand(game, draws={1: 1})
    hand.until("action")
    hand.step()
    hand.top("burn")
    assert same_in_every_house(hand) == [("burn.early-burn-only", "stands")]
    hand.until("card")
    assert isinstance(hand.next, AwaitCard)
    assert hand.next.zone != "burn"


@FAMILIES
def test_a22_folds_are_action_and_forced_bets_are_none(game: str) -> None:
    hand = ScriptedHand(game, players=5)
    hand.until("action")
    if game == "stud7":
        hand.act("bring-in", 4)
    hand.act("fold")
    hand.press("misdeal-called", cause="misdeal.two-extra", by="player")
    assert same_in_every_house(hand) == [("misdeal.two-extra", "misdeal")]
    later = ScriptedHand(game, players=5)
    later.until("action")
    if game == "stud7":
        later.act("bring-in", 4)
    later.act("fold")
    later.act("fold")
    later.press("misdeal-called", cause="misdeal.two-extra", by="player")
    assert same_in_every_house(later) == [("misdeal.window", "stands")]


@DRAW_WITHOUT_OPENERS
def test_a23_a_card_replaced_in_the_draw_goes_to_the_muck_face_up(game: str) -> None:
    hand = ScriptedHand(game, draws={1: 1, 2: 1})
    hand.until("card", street="draw", zone="seat:1")
    burned = len(hand.lying("burn"))
    hand.top("seat:1", "up")
    account = alike(by_house(hand))
    assert steps_of(account) == [("move", "seat:1", "muck"), ("deal", None, "seat:1")]
    hand.finish()
    assert len(hand.lying("burn")) == burned == 1


@LAST_CARD_DOWN
def test_a26_the_burn_counts_when_the_pack_has_a_card_for_each_player_and_no_more(game: str) -> None:
    """Seven players and seven cards: enough only without a burn, so the last is shuffled with the burns."""
    hand = ScriptedHand(game, players=7)
    while not hand.rulings:
        hand.step()
    assert len(hand.dealer.stub) == 7
    got = {house: account.decided[0][0] for house, account in by_house(hand).items()}
    assert got == {"roberts": "stud.out-of-cards", "roberts-early": "stud.out-of-cards", "general": "stud.common-card"}


@pytest.mark.parametrize(
    ("game", "card", "decision"),
    [
        ("lowball-a5", "2s", "keep"),
        ("lowball-27", "2s", "keep"),
        ("lowball-27", "Ks", "replace"),
        ("draw-high", "2s", "keep"),
        ("holdem", "2s", "replace"),
    ],
)
def test_a27_whether_the_owner_has_looked_changes_nothing_but_a_late_claim(game: str, card: str, decision: str) -> None:
    hand = ScriptedHand(game, top=f"Tc Js {card}", joker=False)
    hand.deal(3)
    hand.press("looked", seat=3)
    hand.press("card-exposed", seat=3, card=card, by="dealer")
    assert [decided for _, decided in same_in_every_house(hand)] == [decision]
    for looked, expected in ((False, decision), (True, "floor")):
        claim = ScriptedHand(game, top=f"Tc Js {card}", joker=False)
        claim.deal(3)
        if looked:
            claim.press("looked", seat=3)
        claim.press("card-exposed", seat=3, card=card, by="player")
        assert [decided for _, decided in same_in_every_house(claim)] == [expected]


@pytest.mark.parametrize(("tournament", "decision"), [(False, "keep"), (True, "misdeal")])
def test_a30_the_hole_card_of_five_card_stud_becomes_the_upcard(tournament: bool, decision: str) -> None:
    hand = third_card_up("stud5", "4h", tournament=tournament)
    accounts = by_house(hand)
    got = {house: account.decided[0][1] for house, account in accounts.items()}
    assert got == {"roberts": decision, "roberts-early": decision, "general": "keep"}
    assert accounts["general"].rulings[0]["steps"] == [{"do": "deal", "to": "seat:3", "face": "down"}]
