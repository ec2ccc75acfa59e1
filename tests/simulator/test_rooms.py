"""Detection over the radio of a room: the real table service, judged by a twin that knows the truth."""

import json
import pickle
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from burncard.api.command_line import app
from burncard.api.simulate_command import usual_table
from burncard.firmware_bridge.driver import SECOND, Nanoseconds
from burncard.rules.facts import Action, Fact
from burncard.rules.games import GAMES
from burncard.rules.outcomes import AwaitPlain
from burncard.simulator.at_a_fault import FLOOR_COMES_NS
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.quality import GOOD, TYPICAL, Radio
from burncard.simulator.rooms.gaps import even, uneven
from burncard.simulator.rooms.many_hands import Job, play, room_of, run
from burncard.simulator.rooms.off_scale import OffScale
from burncard.simulator.rooms.tally import DetectionTally, bounds
from burncard.simulator.rooms.unaware import hand_of

HOLDEM = usual_table("holdem", "limit", "roberts", 5)


@pytest.mark.parametrize("radio", [GOOD, TYPICAL], ids=["good", "typical"])
def test_a_clean_hand_of_each_game_brings_no_ruling_on_the_radio_of_a_room(radio: Radio) -> None:
    played = list(run(radio, len(GAMES), 5, hands_of_a_table=1))
    assert {seen.game for seen in played} == GAMES.keys()
    assert [(seen.game, seen.rules) for seen in played if seen.verdict != "right"] == []


def test_mistakes_are_ruled_on_as_by_a_table_that_knows_the_truth() -> None:
    tally = DetectionTally()
    for seen in run(GOOD, len(GAMES), 4, mistakes=True, hands_of_a_table=1):
        tally.add(seen)
    assert tally.made.total() >= 6
    assert tally.broken == []


def test_every_hand_that_is_counted_was_dealt() -> None:
    """Also after a hand that ended with a stop which nobody had acknowledged: here a card of the other deck."""
    played = play(Job(TYPICAL, 1, table=2, hands=2, games=tuple(GAMES), mistakes=True))
    assert played[0].mistake == "card of another deck"
    assert all(seen.card_delays_ns for seen in played)


@pytest.mark.parametrize("holds_pack", [True, False])
def test_the_pack_lies_on_its_antenna_while_players_act_unless_the_dealer_holds_it(holds_pack: bool) -> None:
    room = room_of(Job(TYPICAL, 3, 0, 1, ("holdem",), False, holds_pack=holds_pack), 0)
    laid = {"dealt": set[bool](), "acted": set[bool]()}
    room.service.record.subscribe(lambda told: laid[kind_of(told.fact)].add(bool(room.air.pack.uids)))
    room.play()
    assert laid["acted"] == {not holds_pack}
    assert False in laid["dealt"]


def test_an_uneven_dealer_deals_otherwise() -> None:
    even_hand, uneven_hand = (
        room_of(Job(TYPICAL, 3, 0, 1, ("holdem",), False, gaps=each), 0) for each in (even, uneven)
    )
    assert [room.play().verdict for room in (even_hand, uneven_hand)] == ["right", "right"]
    assert even_hand.now_ns != uneven_hand.now_ns


def test_a_room_whose_reader_is_off_scale_shows_other_strengths_at_each_antenna() -> None:
    job = Job(TYPICAL, 3, 0, 1, ("holdem",), False, air=pickle.loads(pickle.dumps(OffScale(8.0))))
    room, again = room_of(job, 0), room_of(job, 0)
    assert isinstance(room.air, Air)
    assert isinstance(again.air, Air)
    shown_db = room.air.conditions.shown_db
    assert set(shown_db) == set(room.air.plan.sites)
    assert len(set(shown_db.values())) == len(shown_db)
    assert again.air.conditions.shown_db == shown_db
    assert room.play().verdict == "right"


def kind_of(fact: Fact) -> str:
    """Whether a fact is an action of a player; all others are of the dealer or his devices."""
    return "acted" if isinstance(fact, Action) else "dealt"


def test_a_run_is_the_same_in_any_number_of_processes() -> None:
    alone, together = (list(run(TYPICAL, 2, 2, game="holdem", jobs=jobs, hands_of_a_table=1)) for jobs in (1, 2))
    assert alone == together


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"), [(0, 30, 0.0, 0.1157), (30, 30, 0.8843, 1.0), (2, 40, 0.0061, 0.1692)]
)
def test_bounds_are_those_of_clopper_and_pearson(hits: int, of: int, low: float, high: float) -> None:
    assert bounds(hits, of) == pytest.approx((low, high), abs=2e-4)


def test_more_hands_without_a_broken_one_bring_the_bound_down() -> None:
    highs = [bounds(0, hands)[1] for hands in (0, 10, 100, 30_000)]
    assert all(first > second for first, second in pairwise(highs))
    assert highs[-1] == pytest.approx(1.23e-4, rel=0.01)


def test_the_command_prints_its_figures_as_json(tmp_path: object) -> None:
    picture = f"{tmp_path}/detection.svg"
    words = ["bench", "detection", "--radio", "good", "--hands", "2", "--game", "holdem", "--json", "--plot", picture]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert (report["hands"], report["broken"]["count"], report["radio"]) == (2, 0, "good")
    assert report["card_ms"]["median"] > 0
    with open(picture, encoding="utf-8") as file:
        assert file.read().startswith("<svg")


def test_a_table_of_two_readers_is_measured_like_one() -> None:
    words = ["bench", "detection", "--radio", "good", "--hands", "2", "--game", "holdem", "--json"]
    done = CliRunner().invoke(app, [*words, "--layout", "two-readers"])
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert (report["layout"], report["broken"]["count"]) == ("two readers", 0)


def test_a_dealer_who_does_not_know_of_his_mistake_deals_on_before_he_is_stopped() -> None:
    """In hold'em he is stopped for each card that follows; in stud they are part of the mistake."""
    flop, stud = (
        hand_of(usual_table(game, "no-limit", "roberts", 5), GOOD, "3", 1, mistakes=True)
        for game in ("holdem", "stud7")
    )
    assert flop.mistake == stud.mistake == "burn before betting is over"
    assert flop.true_rules == ["burn.flop-error-before-flop", "misdeal.no-redeal-after-action"]
    assert stud.true_rules == ["burn.stud-error"]
    assert flop.verdict == stud.verdict == "right"


def test_hands_of_an_unaware_dealer_are_judged_by_the_twin() -> None:
    unaware = [hand_of(HOLDEM, GOOD, f"{seed}", 1, mistakes=True) for seed in range(4)]
    assert {seen.verdict for seen in unaware} == {"right"}
    made = [seen for seen in unaware if seen.mistake]
    assert len(made) >= 3
    assert all(seen.true_rules and seen.ruling_delay_ns for seen in made)
    assert hand_of(HOLDEM, GOOD, "0", 1, mistakes=True) == unaware[0]
    assert not hand_of(HOLDEM, GOOD, "0", 1, mistakes=False).mistake


def test_hands_of_an_unaware_dealer_are_counted_like_others() -> None:
    words = ["bench", "detection", "--radio", "good", "--hands", "1", "--game", "holdem", "--unaware", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert (report["hands"], report["broken"]["count"], report["dealer"]) == (1, 0, "unaware")


@pytest.mark.parametrize(
    "option", ["--line-ms=28", "--layout=two-readers", "--of-faces", "--hold-pack", "--uneven", "--off-db=8"]
)
def test_an_unaware_dealer_takes_no_options_of_the_other_room(option: str) -> None:
    done = CliRunner().invoke(app, ["bench", "detection", "--unaware", option])
    assert done.exit_code == 2
    assert "--unaware cannot be combined" in done.output


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "No such file"),
        ('name = "small"\nantennas = {1 = "seat:1", 2 = "board"}', "no antenna under aside, burn, muck, seat:10"),
    ],
)
def test_a_layout_without_the_places_of_ten_players_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "small.toml"
    if text:
        path.write_text(text)
    done = CliRunner().invoke(app, ["bench", "detection", "--layout", str(path)])
    assert done.exit_code == 2
    assert reason in done.output


def test_an_unknown_radio_is_refused_with_those_that_are_known() -> None:
    done = CliRunner().invoke(app, ["bench", "detection", "--radio", "grand"])
    assert done.exit_code == 2
    assert all(name in done.output for name in ("typical", "poor", *list(GAMES)[:2]))


def test_the_dealer_shuffles_when_the_screen_tells_him_to_and_in_the_end_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = room_of(Job(TYPICAL, 3, 0, 1, ("holdem",), mistakes=False), 0)
    room.play()
    shuffle, hand = AwaitPlain(await_="shuffle"), AwaitPlain(await_="hand")
    monkeypatch.setattr(type(room.twin), "awaited", lambda table: shuffle if table is room.twin else hand)
    entered: list[Fact] = []
    monkeypatch.setattr(room.service, "enter", lambda fact, _operator: entered.append(fact))
    began_ns = room.now_ns
    while not entered:
        room.now_ns = Nanoseconds(room._deal() or 0)
    assert room.now_ns - began_ns >= FLOOR_COMES_NS


def test_the_dealer_gives_the_table_time_for_its_ruling_after_it_has_asked_for_something(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = room_of(Job(TYPICAL, 3, 0, 1, ("holdem",), mistakes=False), 0)
    room.play()
    monkeypatch.setattr(type(room.twin), "awaited", lambda _table: AwaitPlain(await_="shuffle"))
    entered: list[Fact] = []
    monkeypatch.setattr(room.service, "enter", lambda fact, _operator: entered.append(fact))
    room._made_ns, room.seen.true_rules = room.now_ns - 60 * SECOND, ["burn.none"]
    with monkeypatch.context() as asked:
        asked.setattr(type(room.service.record.faults), "stops_play", property(lambda _faults: True))
        room.now_ns = Nanoseconds(room._deal() or 0)
    answered_ns = room.now_ns
    while not entered:
        room.now_ns = Nanoseconds(room._deal() or 0)
    assert room.now_ns - answered_ns > 3 * SECOND
