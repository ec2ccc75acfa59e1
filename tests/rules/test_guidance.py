"""Presses that change no card: the answer of each rule in each family that it covers."""

from typing import Any

import pytest

from burncard.rules.cards import Card, Seat, Zone
from burncard.rules.facts import CardSeen, Press
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitAction, AwaitRead
from burncard.rules.rulings.rulebook import RULES, Rulebook
from tests.harness.scripted import ScriptedHand, told
from tests.harness.tables import LAST_CARD_DOWN, STUD, STUD_GAMES

EVERY = ("holdem", "stud7", "lowball-27")
LOWBALL = ("lowball-a5", "lowball-27")
Row = tuple[str, str, str, str, dict[str, Any], dict[str, Any]]


def rows(rule: str, games: tuple[str, ...], when: str, press: str, fields: Any = None, hand: Any = None) -> list[Row]:
    """A row a game: the rule, the game, the moment of the press, the press, its fields, and those of the hand."""
    return [(rule, game, when, press, fields or {}, hand or {}) for game in games]


SIDE_POT = {"stacks": {1: 60, 2: 500, 3: 500}, "structure": "no-limit", "antes": 1}
TOURNAMENT = {"tournament": True}
NO_LIMIT = {"structure": "no-limit"}
ANSWERS = [
    *rows("lowball.hold-your-hand", LOWBALL, "show", "showdown", {"seat": 2}),
    *rows("lowball.claiming-better", LOWBALL, "show", "miscall", {"seat": 2, "value": True}),
    *rows("lowball.new-player", LOWBALL, "over", "new-player"),
    *rows("lowball.new-player", LOWBALL, "action", "new-player"),
    *rows("lowball.passed-big-blind", LOWBALL, "over", "new-player", {"value": False}),
    *rows("lowball.refused-blind", LOWBALL, "over", "blind-declined", {"seat": 2}),
    *rows("lowball.seat-change-no-penalty", LOWBALL, "over", "seat-change", {"seat": 2}),
    *rows("draw.pay-ante-anytime", ("draw-high",), "over", "new-player"),
    *rows("stud.announcements", ("stud5", "stud7", "stud8", "mississippi"), "action", "verbal"),
    *rows("stud.announcements-low-stakes", STUD_GAMES, "action", "verbal", {}, {"low_stakes": True}),
    *rows("misdeal.substantial-action-tda", EVERY, "second action", "floor-called", {}, TOURNAMENT),
    *rows("deck.defect-freeroll", EVERY, "action", "floor-called", {"seat": 2, "value": True}),
    *rows("shuffle.three-people", EVERY, "over", "shuffled-by", {"seat": 2}),
    *rows("shuffle.advice-before-deal", EVERY, "over", "shuffled-by"),
    *rows("button.dead-button-eliminated", ("holdem",), "over", "seat-change", {"seat": 2}, TOURNAMENT),
    *rows("button.dead-button-eliminated", LOWBALL, "over", "seat-change", {"seat": 2, "value": False}, TOURNAMENT),
    *rows("button.moving-or-dead", ("holdem", "draw-high"), "over", "seat-change", {"seat": 2}),
    *rows("showdown.probable-winner", ("holdem", "stud7", "draw-high"), "show", "showdown", {"seat": 2}),
    *rows("showdown.side-pot-first", ("holdem", "stud7", "draw-high"), "all-in show", "showdown", {}, SIDE_POT),
    *rows("showdown.dealer-reads", EVERY, "show", "showdown"),
    *rows("ties.draw-for-button", EVERY, "over", "deal-to-decide", {"value": True}),
    *rows("ties.deal-to-decide", EVERY, "over", "deal-to-decide"),
    *rows("buyin.limit-minimum", EVERY, "over", "buy-in", {"seat": 2}),
    *rows("buyin.bigbet-minimum", EVERY, "over", "buy-in", {"seat": 2}, NO_LIMIT | {"antes": 1}),
    *rows("buyin.potlimit-maximum", ("holdem",), "over", "buy-in", {"seat": 2}, {"structure": "pot-limit"}),
    *rows("joker.unlooked-liability", EVERY, "action", "looked", {"seat": 2, "value": False}),
]
REFUSALS = [
    *rows("pot.carryover-eligible", ("stud7", "holdem"), "action", "new-player", {"seat": 2}, {"carry": 20}),
    *rows("pot.carryover-eligible", ("lowball-27",), "action", "new-player", {"seat": 2}, {"carry": 20}),
    *rows("draw.seat-change-antes", ("draw-high",), "action", "seat-change", {"seat": 2}, {"carry": 20}),
    *rows("stud.beaten-board-no-refund", ("stud5", "stud7", "razz"), "show", "wager-withdrawn", {"seat": 2}),
    *rows("buyin.one-short", EVERY, "over", "buy-in", {"seat": 2, "value": False}),
    *rows("buyin.add-between-hands", EVERY, "action", "buy-in", {"seat": 2}),
]


def at(game: str, when: str, fields: dict[str, Any]) -> ScriptedHand:
    """A hand at the moment of the press."""
    hand = ScriptedHand(game, players=4, **fields)
    match when:
        case "over":
            hand.finish()
        case "second action":
            hand.until("action")
            while hand.table.hand is None or hand.table.hand.betting.acted_count < 2:
                hand.step()
        case "all-in show":
            while hand.next.await_ != "show":  # type: ignore[attr-defined]
                assert (hand.act("all-in") if isinstance(hand.next, AwaitAction) else hand.step()) == []
        case _:
            hand.until(when)
    return hand


@pytest.mark.parametrize("row", ANSWERS, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_a_press_is_answered_by_its_rule(row: Row) -> None:
    rule, game, when, press, fields, hand_fields = row
    hand = at(game, when, hand_fields)
    seats = str(fields.get("seat", ""))
    assert told(hand.press(press, **fields)) == f"{rule}: stands note seats={seats} cards= steps="
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("row", REFUSALS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_a_press_is_refused_by_its_rule(row: Row) -> None:
    rule, game, when, press, fields, hand_fields = row
    hand = at(game, when, hand_fields)
    assert told(hand.press(press, **fields)) == f"{rule}: refuse note seats=2 cards= steps="
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", LOWBALL)
def test_lowball_announce_pair(game: str) -> None:
    hand = ScriptedHand(game, joker=False, top="2c Kd Kh 2d Qd Qh 4c Jd Jh 5c Td Th 7c 9d 9h")
    hand.until("show", seat=1)
    hand.step()
    assert told(hand.press("showdown", seat=1)) == "lowball.announce-pair: stands note seats=1 cards= steps="
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
def test_draw_rap_unaware_raise(game: str) -> None:
    hand = ScriptedHand(game, top="Jc 2d 3h Jd 5d 6h 7c 8d 9h Tc Qs Kh 4c 6d Ts")
    hand.until("action")
    hand.act("open", 10)
    assert told(hand.press("rap", seat=2)) == "draw.rap-unaware-raise: stands note seats=2 cards= steps="
    assert isinstance(hand.next, AwaitAction)
    assert hand.next.to_call == 10
    assert hand.finish().ended == "showdown"


@LAST_CARD_DOWN
def test_stud_stub_forecast(game: str) -> None:
    hand = ScriptedHand(game, players=8)
    hand.until("card", street="fifth")
    hand.until("action")
    assert told(hand.press("verbal")) == "stud.stub-forecast: stands note seats= cards= steps="


def test_stud_razz_pair_announcement() -> None:
    hand = ScriptedHand("razz", top="2c 2d 2h 3c 3d 3h 4c 5d 6h 7c 4d 8d 9h")
    hand.until("card", street="fourth")
    hand.until("action")
    assert told(hand.press("verbal")) == "stud.razz-pair-announcement: stands note seats= cards= steps="
    courts = ScriptedHand("razz", top="2c 2d 2h 3c 3d 3h Jc 5d 6h 7c Jd 8d 9h")
    courts.until("card", street="fourth")
    courts.until("action")
    assert told(courts.press("verbal")) == "stud.announcements: stands note seats= cards= steps="


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_flop_four_card_tda(game: str) -> None:
    hand = ScriptedHand(game, tournament=True)
    hand.until("card", zone="board")
    hand.deal(3)
    assert [ruling.rule for ruling in hand.top("board", "up")] == ["flop.too-many-cards"]
    assert told(hand.press("floor-called")) == "flop.four-card-tda: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_river_premature_four_burns(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("card", street="turn")
    hand.until("action")
    hand.top("burn")
    assert [ruling.rule for ruling in hand.top("board", "up")] == ["river.premature"]
    hand.step()
    assert told(hand.press("floor-called")) == "river.premature-four-burns: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


def test_expose_a5_limit_alternative() -> None:
    hand = ScriptedHand("lowball-a5", joker=False, top="2c 3d 4h 8c 9d 7h")
    hand.deal(5)
    [ruling] = hand.top("seat:3", "up")
    assert ruling.decision == "keep"
    assert told(hand.press("floor-called")) == "expose.a5-limit-alternative: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


@STUD
def test_lowcard_announce(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    assert isinstance(hand.next, AwaitAction)
    low = hand.next.seat
    other = low % 3 + 1
    assert told(hand.press("low-designated", seat=low)) == f"lowcard.announce: stands note seats={low} cards= steps="
    named = told(hand.press("low-designated", seat=other))
    assert named == f"lowcard.wrong-low-corrected: refuse note seats={other} cards= steps="
    assert hand.finish().ended == "showdown"
    big_bet = ScriptedHand(game, structure="no-limit")
    big_bet.until("action")
    assert isinstance(big_bet.next, AwaitAction)
    other = big_bet.next.seat % 3 + 1
    named = told(big_bet.press("low-designated", seat=other))
    assert named == f"lowcard.announce: refuse note seats={other} cards= steps="


# ---- the floor reads a rule out --------------------

FIRST_OF_FAMILY = [
    (rule.id, next(code for code in rule.games if GAMES[code].family == family))
    for rule in RULES.values()
    for family in sorted({GAMES[code].family for code in rule.games})
]


@pytest.mark.parametrize(("rule_id", "game"), FIRST_OF_FAMILY)
def test_the_floor_has_any_rule_that_is_in_force_read_out(rule_id: str, game: str) -> None:
    rule = RULES[rule_id]
    house = next(code for code in ("roberts", "roberts-early", "general") if rule.instead_at(code) is None)
    structures = rule.structures or GAMES[game].structures
    structure = next(one for one in GAMES[game].structures if one in structures)
    tournament = rule.tournament == "tournament"
    antes = 0 if game == "holdem" else 1
    assert rule in Rulebook(game, house, structure, tournament).rules
    hand = ScriptedHand(game, house=house, structure=structure, tournament=tournament, antes=antes)
    hand.until("action")
    [ruling] = hand.press("floor-called", cause=rule_id)
    assert (ruling.rule, ruling.decision, ruling.severity, ruling.source) == (rule_id, "stands", "note", rule.source)
    assert rule.ruling in ruling.message


def test_a_rule_that_is_not_in_force_is_not_read_out() -> None:
    hand = ScriptedHand("holdem")
    assert [ruling.rule for ruling in hand.press("floor-called", cause="turn.premature-003")] == ["table.unknown-rule"]
    assert [ruling.rule for ruling in hand.press("floor-called", cause="no.such")] == ["table.unknown-rule"]
    assert hand.finish().ended == "showdown"


def test_the_low_card_is_not_named_while_an_upcard_is_unread_or_a_joker_lies_about() -> None:
    unread = ScriptedHand("stud7")
    unread.deal(6)
    for seat, card in ((1, "??"), (2, "Qs"), (3, "Js")):
        unread.table.apply(CardSeen(card=Card(card), zone=Zone(f"seat:{seat}"), face="up"))
    assert unread.table.apply(Press(press="low-designated", seat=Seat(2))) == [AwaitRead(zone=Zone("seat:1"))]
    joker = ScriptedHand("razz")
    joker.until("action")
    joker.table.apply(CardSeen(card=Card("Jo"), zone=Zone("board")))
    assert [one.rule for one in joker.press("low-designated", seat=1)] == ["lowcard.announce"]


def test_the_deal_ends_where_every_upcard_has_been_laid_down_again() -> None:
    hand = ScriptedHand("stud7")
    for seat in (1, 2, 3):
        hand.until("card", face="up")
        hand.step()
        upcard = hand.lying(f"seat:{seat}")[-1]
        assert hand.move(upcard, f"seat:{seat}", "down") == []
    assert isinstance(hand.next, AwaitAction)
