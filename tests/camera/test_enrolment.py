"""Enrolling a camera: what it keeps, and what it refuses to learn from."""

from pathlib import Path

import numpy as np
import pytest

from burncard.camera.alarms import Anchors, TooFewMarksError
from burncard.camera.camera_enrolment import BadEnrolmentError, load
from burncard.camera.felt_plan import BadPlanError, Plan, read_plan, watched
from burncard.camera.geometry import BadMarksError, felt_to_picture, views
from burncard.hardware.layout import Layout, load_layout
from tests.harness import card_art, small_felt
from tests.harness.felt_pictures import Laid, Scene

SQUARE = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
SEEN = [(10.0, 110.0), (110.0, 110.0), (110.0, 10.0), (10.0, 10.0)]


def test_an_enrolment_is_the_same_after_it_was_stored(tmp_path: Path) -> None:
    made = small_felt.enrolled()
    made.save(tmp_path)
    read = load(tmp_path)
    assert (read.record, read.digest) == (made.record, made.digest)
    picture = small_felt.studio().picture(
        Scene((Laid(card_art.face("Qh"), small_felt.at(2), 15),)), np.random.default_rng(1)
    )
    assert read.looker().look(picture) == made.looker().look(picture)
    (tmp_path / "back-1.png").unlink()
    with pytest.raises(BadEnrolmentError, match="damaged"):
        load(tmp_path)
    with pytest.raises(BadEnrolmentError, match="burncard camera enrol"):
        load(tmp_path / "elsewhere")


def test_backs_laid_face_up_by_mistake_are_noticed() -> None:
    room, back = small_felt.studio(), card_art.BACKS["red-bordered"]
    begun = small_felt.enroller()
    begun.back([small_felt.laid_out(room, [back] * 3)])
    with pytest.raises(BadEnrolmentError, match="looks like a back"):
        begun.faces([small_felt.laid_out(room, [card_art.face("7h"), back, card_art.face("Ks")])])


def test_without_a_card_or_with_two_in_a_zone_nothing_is_learnt() -> None:
    room, back = small_felt.studio(), card_art.BACKS["red-bordered"]
    begun, rng = small_felt.enroller(), np.random.default_rng(1)
    with pytest.raises(BadEnrolmentError, match="no card found"):
        begun.back([room.picture(Scene(), rng)])
    two = Scene((Laid(back, small_felt.at(1, -60), 5), Laid(back, small_felt.at(1, 60), 5)))
    with pytest.raises(BadEnrolmentError, match="seat:1"):
        begun.back([room.picture(two, rng)])


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        (SEEN[:3], "4 marks"),
        ([SEEN[1], SEEN[0], SEEN[3], SEEN[2]], "mirrored"),
        ([SEEN[0], SEEN[2], SEEN[1], SEEN[3]], "order"),
        ([(5.0, 5.0)] * 4, "one line"),
    ],
)
def test_marks_in_a_wrong_order_are_refused(marks: list[tuple[float, float]], said: str) -> None:
    with pytest.raises(BadMarksError, match=said):
        felt_to_picture(SQUARE, marks)


def test_right_marks_put_the_felt_into_the_picture() -> None:
    there = felt_to_picture(SQUARE, SEEN) @ [50.0, 25.0, 1.0]
    assert (there / there[2])[:2] == pytest.approx([60.0, 85.0])


def test_a_zone_outside_the_picture_is_refused() -> None:
    plan = small_felt.plan()
    with pytest.raises(BadMarksError, match="seat:1 is not in the picture"):
        views(
            plan,
            small_felt.zones(),
            felt_to_picture(plan.marks, small_felt.marks(small_felt.studio().room)),
            (600, 400),
        )


def test_a_camera_that_sees_nothing_fixed_is_refused() -> None:
    with pytest.raises(TooFewMarksError):
        Anchors(np.full((400, 600, 3), 90, np.uint8))


def test_stacks_are_not_watched_and_a_plan_of_another_table_is_refused(tmp_path: Path) -> None:
    plan = read_plan(None)
    assert not {"burn", "muck", "stub"} & {zone.zone for zone in watched(plan, load_layout())}
    assert {zone.zone for zone in watched(plan, load_layout())} >= {"board", "seat:1", "seat:10"}
    with pytest.raises(BadPlanError, match="no zone"):
        watched(plan, Layout("other", {1: "burn"}))
    file = tmp_path / "plan.toml"
    file.write_text("marks = [[1, 2]]\n[zones]\n", encoding="utf-8")
    with pytest.raises(BadPlanError, match="four marks"):
        read_plan(file)
    with pytest.raises(BadPlanError, match=r"plan\.toml"):
        read_plan(tmp_path / "no" / "plan.toml")
    assert Plan(plan.marks, plan.zones).card == (63.0, 88.0)
