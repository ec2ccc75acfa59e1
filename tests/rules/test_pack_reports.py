"""Shuffler reports: a pack that is not ready is not dealt from, in any game."""

import pytest

from burncard.rules.cards import Card
from burncard.rules.facts import CardSeen, Shuffler
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitCard, AwaitPlain, Ruling
from burncard.rules.table import Table
from tests.harness.scripted import ScriptedHand, hand_of, told
from tests.harness.tables import FAMILIES

SEATS = {1: 500, 2: 500, 3: 500}


def report(event: str, **fields: object) -> Shuffler:
    return Shuffler(event=event, **fields)  # type: ignore[arg-type]


def ready(count: int = 52) -> list[Shuffler]:
    """The reports of a pack that may be dealt from."""
    return [
        report("verified", count=count),
        report("shuffled", riffles=4),
        report("cut", parts=[20, count - 20]),
    ]


def begun(game: str, reports: list[Shuffler], **fields: object) -> tuple[str, str]:
    """What is ruled on the reports, and on the hand that begins behind them."""
    table = Table()
    before = [outcome for fact in reports for outcome in table.apply(fact)]
    after = table.apply(hand_of(GAMES[game], SEATS, {"house": "roberts", **fields}))
    return told(one for one in before if isinstance(one, Ruling)), told(one for one in after if isinstance(one, Ruling))


@pytest.mark.parametrize("game", ["holdem", "stud7", "lowball-27", "lowball-a5"])
def test_a_pack_that_is_ready_is_dealt_without_a_word(game: str) -> None:
    assert begun(game, ready(53 if game == "lowball-a5" else 52)) == ("", "")


@FAMILIES
@pytest.mark.parametrize("trouble", [{"count": 51}, {"missing": ["As"]}, {"duplicate": ["As"]}, {"foreign": 1}])
def test_deck_count(game: str, trouble: dict[str, object]) -> None:
    verified, shuffled, cut = ready()
    bad = report("verified", **({"count": 52} | trouble))
    assert begun(game, [bad, shuffled, cut]) == ("deck.count: correct stop seats= cards= steps=announce", "")
    assert begun(game, [bad, verified, shuffled, cut])[1] == ""


@FAMILIES
def test_a_count_that_was_ruled_on_is_not_ruled_on_again_when_the_hand_begins(game: str) -> None:
    _, shuffled, cut = ready()
    bad = report("verified", count=53, duplicate=["As"])
    assert begun(game, [bad, shuffled, cut]) == ("deck.count: correct stop seats= cards= steps=announce", "")


@FAMILIES
def test_a_joker_in_the_pack_of_a_game_without_one_is_a_wrong_count(game: str) -> None:
    assert begun(game, ready(53)) == ("", "deck.count: correct stop seats= cards= steps=announce")


def test_joker_a5_in_use() -> None:
    wrong = "joker.a5-in-use: correct stop seats= cards= steps=announce"
    assert begun("lowball-a5", ready(52)) == ("", wrong)
    assert begun("lowball-a5", ready(53)) == ("", "")
    assert begun("lowball-a5", ready(52), joker=False) == ("", "")


@pytest.mark.parametrize("game", ["draw-high", "jacks"])
@pytest.mark.parametrize(
    ("house", "rule"), [("roberts", "deck.count"), ("roberts-early", "deck.count"), ("general", "joker.wild-added")]
)
def test_joker_wild_added_counts(game: str, house: str, rule: str) -> None:
    """A joker that the hand is said to be played with has to be in the pack."""
    wrong = f"{rule}: correct stop seats= cards= steps=announce"
    assert begun(game, ready(52), joker=True, house=house) == ("", wrong)
    assert begun(game, ready(53), joker=True, house=house) == ("", "")


@FAMILIES
def test_deck_missing_card(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    given = hand.give(report("verified", count=51, missing=["As"]))
    assert told(given) == "deck.missing-card: stands note seats= cards= steps="
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_deck_missing_card_found_after_the_hand(game: str) -> None:
    """The result stands; the pack is not dealt from again before it is counted right."""
    for put_right in (False, True):
        hand = ScriptedHand(game)
        assert hand.finish().ended == "showdown"
        given = hand.give(report("verified", count=51, missing=["As"]))
        assert told(given) == "deck.missing-card: stands note seats= cards= steps="
        if put_right:
            hand.give(report("verified", count=52))
        hand.give(report("shuffled", riffles=4))
        hand.give(report("cut", parts=[20, 32]))
        button = None if game == "stud7" else 1
        following = hand_of(GAMES[game], SEATS, {"button": button})
        begun_ = told(one for one in hand.table.apply(following) if isinstance(one, Ruling))
        assert begun_ == ("" if put_right else "deck.count: correct stop seats= cards= steps=announce")


@FAMILIES
def test_the_other_pack_made_ready_during_a_hand_is_the_next_hands(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    given = hand.give(report("verified", back="blue", count=51))
    assert told(given) == "deck.count: correct stop seats= cards= steps=announce"
    assert hand.finish().ended == "showdown"


@FAMILIES
def test_boxed_shuffler_report(game: str) -> None:
    _, shuffled, cut = ready()
    boxed = report("verified", count=52, boxed=["As"])
    assert begun(game, [boxed, shuffled, cut]) == ("boxed.shuffler-report: stands note seats= cards= steps=", "")


@FAMILIES
@pytest.mark.parametrize(
    ("boxed", "again", "rule"),
    [
        (["As"], False, "boxed.scrap-of-paper"),
        (["As", "7d"], False, "misdeal.two-boxed"),
        (["As", "7d"], True, None),
    ],
)
def test_boxed_cards_that_the_shuffler_saw_are_boxed_when_they_are_dealt(
    game: str, boxed: list[str], again: bool, rule: str | None
) -> None:
    _, shuffled, cut = ready()
    table = Table()
    for fact in (shuffled, report("verified", count=52, boxed=boxed), *([shuffled] if again else []), cut):
        table.apply(fact)
    hand = ScriptedHand(game, table=table, top="2h As")
    hand.deal(1)
    due = hand.next
    assert isinstance(due, AwaitCard)
    outcomes = table.apply(CardSeen(card=Card("As"), zone=due.zone, face=due.face))
    assert [one.rule for one in outcomes if isinstance(one, Ruling)] == ([] if rule is None else [rule])


@FAMILIES
def test_shuffle_required(game: str) -> None:
    verified, shuffled, cut = ready()
    assert begun(game, [verified]) == ("", "shuffle.required: correct stop seats= cards= steps=shuffle, cut")
    assert begun(game, [verified, shuffled]) == ("", "shuffle.required: correct stop seats= cards= steps=cut")
    assert begun(game, [verified, cut]) == ("", "shuffle.required: correct stop seats= cards= steps=shuffle")


@FAMILIES
@pytest.mark.parametrize(("riffles", "ruled"), [(3, True), (4, False)])
def test_shuffle_riffles(game: str, riffles: int, ruled: bool) -> None:
    verified, shuffled, cut = ready()
    told_, later = begun(game, [verified, report("shuffled", riffles=riffles), shuffled, cut])
    assert told_ == ("shuffle.riffles: correct stop seats= cards= steps=shuffle" if ruled else "")
    assert later == ""


@FAMILIES
@pytest.mark.parametrize(
    ("parts", "ruled"),
    [([3, 49], True), ([49, 3], True), ([4, 48], False), ([20, 2, 30], True), ([3, 4], False), ([2, 5], True)],
)
def test_shuffle_cut_size(game: str, parts: list[int], ruled: bool) -> None:
    verified, shuffled, cut = ready()
    told_, later = begun(game, [verified, shuffled, report("cut", parts=parts), cut])
    assert told_ == ("shuffle.cut-size: correct stop seats= cards= steps=cut" if ruled else "")
    assert later == ""


@FAMILIES
def test_what_was_not_well_done_is_not_done(game: str) -> None:
    """A pack riffled twice, or cut too thin, and dealt from all the same."""
    verified, shuffled, cut = ready()
    few, thin = report("shuffled", riffles=2), report("cut", parts=[2, 50])
    assert begun(game, [verified, few, cut])[1] == "shuffle.required: correct stop seats= cards= steps=shuffle"
    assert begun(game, [verified, shuffled, thin])[1] == "shuffle.required: correct stop seats= cards= steps=cut"
    assert begun(game, [verified, few, few, cut]) == ("shuffle.riffles: correct stop seats= cards= steps=shuffle", "")


def test_a_shuffle_in_a_repair_is_none_of_the_next_hand() -> None:
    """A flop of four cards goes back: its shuffle is reported and its cut is not, and the next hand is not held up."""
    hand = ScriptedHand("holdem")
    hand.until("card", zone="board")
    hand.deal(3)
    hand.top("board", "up")
    hand.until("shuffle")
    assert hand.give(report("shuffled", riffles=4, back="blue")) == []
    assert hand.next == AwaitPlain(await_="shuffle")
    short = hand.give(report("shuffled", riffles=3))
    assert told(short) == "shuffle.riffles: correct stop seats= cards= steps=shuffle"
    assert hand.next == AwaitPlain(await_="shuffle")
    assert hand.give(report("shuffled", riffles=4)) == []
    assert hand.next == AwaitPlain(await_="cut")
    hand.top("board", "up")
    assert hand.give(report("verified", count=51, missing=["As"]))[0].rule == "deck.missing-card"
    assert hand.give(report("cut", parts=[20, 32], back="blue")) == []
    assert hand.finish().ended == "showdown"
    following = hand_of(GAMES["holdem"], SEATS, {"button": 1, "posts": {2: 5, 3: 10}})
    assert [outcome for outcome in hand.table.apply(following) if isinstance(outcome, Ruling)] == []


@FAMILIES
def test_a_fault_of_the_shuffler_says_nothing_of_the_pack(game: str) -> None:
    assert begun(game, [report("fault", code="jam"), report("cleared")]) == ("", "")


def test_a_table_that_is_taken_up_before_a_hand_knows_what_was_reported() -> None:
    table = Table()
    table.apply(report("shuffled", riffles=4))
    fact = hand_of(GAMES["holdem"], SEATS, {})
    again = Table(since=table.boundary)
    assert [*again.apply(fact)] == [*table.apply(fact)]


@pytest.mark.parametrize(("missing", "message"), [(["As"], "1 card missing"), (["As", "Kd"], "2 cards missing")])
def test_a_message_counts_cards_in_plain_english(missing: list[str], message: str) -> None:
    outcomes = Table().apply(report("verified", count=52, missing=missing))
    [ruling] = [outcome for outcome in outcomes if isinstance(outcome, Ruling)]
    assert message in ruling.message
