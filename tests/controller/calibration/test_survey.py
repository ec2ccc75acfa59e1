"""The survey: what each step counts, and why a step does not count."""

from collections.abc import Callable
from random import Random

import pytest

from burncard.controller.calibration.survey import CARD_SCANS, Step, Survey
from burncard.controller.calibration.words import problem_words, step_words
from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import Scan, TagHeard
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.quality import TYPICAL
from burncard.simulator.technician import lay_for
from tests.harness.odd_antennas import LAYOUT, MUCK, NEIGHBOURS, Room, card, surveyed

Hear = Callable[[int], dict[str, float | None]]
NOTHING: dict[str, float | None] = {}


def measured(survey: Survey, hear: Hear) -> str:
    """Measures a step with what each antenna hears; why it does not count."""
    survey.measure()
    for now_ns in range(10_000):
        if not survey.measuring:
            return survey.problem
        antenna = survey.next_antenna()
        tags = tuple(TagHeard(uid, None if dbm is None else round(dbm)) for uid, dbm in hear(antenna).items())
        survey.take(Scan(antenna, now_ns, now_ns + 1, tags, complete=True))
    raise AssertionError("the step never ended")


def at(antennas: dict[int, float | None], uid: str = "A") -> Hear:
    """A card that some antennas hear in every scan, with these strengths."""
    return lambda antenna: {uid: antennas[antenna]} if antenna in antennas else NOTHING


def begun(antenna: int = 3) -> Survey:
    """A survey of one antenna whose first step, the empty table, is done."""
    survey = Survey(NEIGHBOURS, [antenna])
    assert measured(survey, lambda antenna: NOTHING) == ""
    return survey


def test_the_steps_go_from_the_empty_table_to_the_pile() -> None:
    steps = Survey({1: (2,), 2: (1,)}, [1, 2], pile_at=2).steps
    assert [step.kind for step in steps] == ["empty", "middle", "middle", "border", *["pile"] * 5]
    assert (steps[3].antenna, steps[3].neighbour) == (1, 2)
    assert [step.cards for step in steps[4:]] == [1, 2, 3, 4, 5]


def test_a_card_left_on_the_table_is_named_and_nothing_is_counted() -> None:
    survey = Survey(NEIGHBOURS, [3])
    assert measured(survey, at({11: -40.0})) == "card-left:11"
    assert (survey.at, survey.counted) == (0, 0)
    assert "the board" in problem_words(LAYOUT, survey.problem)


def test_a_card_in_the_middle_counts_for_its_antenna_and_for_the_neighbours() -> None:
    survey = begun()
    assert measured(survey, at({3: -45.0, 4: -62.0})) == ""
    found = survey.result()
    assert (found[3].own[0].scans, found[3].own[0].rate, found[3].own[0].mean_dbm) == (CARD_SCANS, 1.0, -45.0)
    assert (found[4].beside[3].rate, found[2].beside[3].rate) == (1.0, 0.0)
    assert 8 not in {antenna for antenna, tally in found.items() if tally.beside}


@pytest.mark.parametrize(
    ("heard", "problem"),
    [
        ({}, "not-heard:3"),
        ({8: -45.0}, "heard-elsewhere:8"),
        ({3: None, 4: None}, ""),  # no strength: heard as often by both, which a border card is, too
    ],
)
def test_a_step_says_where_the_card_is_heard_instead(heard: dict[int, float | None], problem: str) -> None:
    survey = begun()
    assert measured(survey, at(heard)) == problem
    assert survey.at == (2 if not problem else 1)


def test_swapped_antennas_are_found_by_the_one_that_hears_the_card_better() -> None:
    rng = Random(1)

    def hear(antenna: int) -> dict[str, float | None]:
        if antenna == 4:
            return {"A": -44.0}
        return {"A": -63.0} if antenna == 3 and rng.random() < 0.3 else NOTHING

    assert measured(begun(), hear) == "heard-elsewhere:4"


def test_a_card_that_is_heard_badly_is_laid_again_before_it_counts() -> None:
    rng = Random(2)

    def heard_in(share: float) -> Hear:
        return lambda antenna: {"A": -52.0} if antenna == 3 and rng.random() < share else NOTHING

    beside_the_middle = begun()
    assert measured(beside_the_middle, heard_in(0.6)) == "badly-heard:3"
    assert measured(beside_the_middle, heard_in(1.0)) == ""
    assert beside_the_middle.result()[3].own[0].rate == 1.0
    weak = begun()
    assert [measured(weak, heard_in(0.6)) for _ in range(2)] == ["badly-heard:3", ""]
    assert weak.result()[3].own[0].rate < 0.75


def test_a_middle_that_sounds_like_a_border_is_left_out() -> None:
    survey = begun()
    assert measured(survey, at({3: -53.0, 4: -60.0})) == ""
    assert measured(survey, at({2: -52.0, 3: -52.0})) == ""
    found = survey.result()
    assert found[3].own[0].scans == 0
    assert not found[4].beside
    assert found[3].border[2].scans > 0


def test_two_cards_where_one_is_asked_for_do_not_count() -> None:
    survey = begun()
    assert measured(survey, lambda antenna: {"A": -45.0, "B": -50.0} if antenna == 3 else NOTHING) == "two-cards:3"


def test_a_ghost_beside_the_card_does_not_disturb_a_step() -> None:
    survey, rng = begun(), Random(3)

    def hear(antenna: int) -> dict[str, float | None]:
        ghost: dict[str, float | None] = {"G": -70.0} if rng.random() < 0.02 else {}
        return ({"A": -45.0} if antenna == 3 else {}) | ghost

    assert measured(survey, hear) == ""
    assert survey.result()[3].own[0].rate == 1.0


def test_the_topmost_card_of_a_pile_is_the_new_one_also_if_it_is_missed_more_often() -> None:
    survey, rng = Survey(NEIGHBOURS, [], pile_at=MUCK), Random(5)
    assert measured(survey, lambda antenna: NOTHING) == ""
    reads = {"A": 0.98, "B": 0.9, "C": 0.4}

    def pile(count: int) -> Hear:
        lying = list(reads)[:count]
        return lambda antenna: {uid: -50.0 for uid in lying if antenna == MUCK and rng.random() < reads[uid]}

    for count in (1, 2, 3):
        assert measured(survey, pile(count)) == ""
    rates = [tally.rate for tally in survey.result()[MUCK].own[:3]]
    assert rates == pytest.approx([0.98, 0.9, 0.4], abs=0.15)


def test_a_step_is_repeated_and_left_out() -> None:
    survey = begun()
    assert measured(survey, at({3: -45.0})) == ""
    survey.back()
    assert (survey.step, survey.counted) == (Step("middle", 3), 1)
    survey.skip()
    assert survey.step is not None
    assert survey.step.kind == "border"
    survey.skip()
    while survey.step is not None:
        survey.skip()
    assert survey.result().keys() == NEIGHBOURS.keys()  # the empty table was counted
    assert not any(tally.own[0].scans for tally in survey.result().values())


def test_an_incomplete_scan_counts_for_nothing() -> None:
    survey = begun()
    survey.measure()
    survey.take(Scan(3, 0, 1, (TagHeard("A", -45),), complete=False))
    assert survey.progress == 0.0


def test_every_step_and_problem_has_words() -> None:
    survey = Survey(NEIGHBOURS, LAYOUT.zones, MUCK)
    words = [step_words(LAYOUT, step) for step in survey.steps]
    assert len(set(words)) == len(words)
    assert words[1] == "Lay one card, and no other, in the middle of seat 1."
    for code in ("card-left", "not-heard", "heard-elsewhere", "badly-heard", "two-cards"):
        assert "seat 3" in problem_words(LAYOUT, f"{code}:3")


def test_the_simulated_technician_lays_what_a_step_asks_for() -> None:
    air, cards = Air(TablePlan(LAYOUT.zones), TYPICAL, Random(1)), [card(number) for number in range(5)]
    lay_for(Step("middle", 3), air, cards, SECOND)
    assert [(piece.uid, piece.antenna) for piece in air.felt] == [(cards[0], 3)]
    lay_for(Step("border", 3, 4), air, cards, SECOND)
    [piece] = air.felt
    assert air.plan.sites[3].distance(piece.spot) == pytest.approx(air.plan.sites[4].distance(piece.spot), rel=0.05)
    for count in (1, 2, 3):
        lay_for(Step("pile", MUCK, cards=count), air, cards, SECOND)
    assert [piece.uid for piece in air.felt if piece.antenna == MUCK] == cards[:3]


def test_a_survey_of_a_typical_room_finds_its_rates() -> None:
    calibration = surveyed(Room(gain_db={3: -12.0}), TYPICAL, 1)
    assert calibration.measured[3].own[0].rate == pytest.approx(0.7, abs=0.15)
    assert calibration.measured[5].own[0].rate == pytest.approx(0.99, abs=0.03)
    weaker_db = calibration.measured[3].own[0].mean_dbm - calibration.measured[5].own[0].mean_dbm
    assert weaker_db == pytest.approx(-12.0, abs=4.0)
