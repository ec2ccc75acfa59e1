"""Pictures of cards, rendered: which side is up, what hides a zone, and what only looks like a card."""

import cv2
import numpy as np
import pytest

from burncard.camera.sight import Counts
from tests.harness import card_art, small_felt
from tests.harness.felt_pictures import SKINS, SLEEVES, Chips, Hand, Laid, Scene
from tests.harness.small_felt import at, seen

BACK = card_art.BACKS["red-bordered"]
EMPTY = Counts(0, 0)


def ups(readings: dict[int, Counts]) -> int:
    return sum(reading.up for reading in readings.values())


@pytest.mark.parametrize("back", card_art.BACKS)
def test_faces_with_much_ink_or_little_are_told_from_every_back_at_any_angle(back: str) -> None:
    cards = enumerate(("Kd", "2s", "Ah"), 1)
    faces = [Laid(card_art.face(card, jumbo=n == 2), at(n, -55), 17.0 + 61 * n) for n, card in cards]
    backs = [Laid(card_art.BACKS[back], at(n, 55), -17.0 * n) for n in (1, 2, 3)]
    readings = seen(*faces, *backs, back=back)
    assert set(readings.values()) <= {Counts(1, 1)}
    assert len(readings) >= 2


def test_cards_that_overlap_are_counted_as_far_as_they_are_seen() -> None:
    two_down = [Laid(BACK, at(1), 10), Laid(BACK, at(1, 30, 25), 60)]
    one_shown = [Laid(card_art.face("9s"), at(2), 20), Laid(BACK, at(2, 40, 30), 100)]
    stud = [Laid(card_art.face(card), at(3, 45 * n - 45, 7 * n), 5.0 * n) for n, card in enumerate(("5d", "Kh", "8c"))]
    readings = seen(*two_down, *one_shown, *stud)
    assert {antenna: (read.up, read.down) for antenna, read in readings.items()} == {1: (0, 2), 2: (1, 1), 3: (3, 0)}


def test_a_face_of_which_a_back_leaves_a_strip_is_not_taken_for_that_back() -> None:
    back = card_art.BACKS["red-to-the-edge"]
    under, over = Laid(card_art.face("3h"), at(2), 120), Laid(back, at(2, 12, -20), 115)
    assert seen(under, over, back="red-to-the-edge").get(2) in (None, Counts(1, 1), Counts(1, 1, 95))


def test_a_card_hidden_under_another_is_not_counted_and_a_chip_on_a_card_does_not_hide_it() -> None:
    under = [Laid(card_art.face("9s"), at(1), 20), Laid(BACK, at(1, 1, 1), 21)]
    capped: list[Laid | Chips] = [Laid(BACK, at(2), 70), Chips(at(2, 5, 5))]
    beside: list[Laid | Chips] = [Laid(card_art.face("4h"), at(3), 130), Chips(at(3, 80, 60), 3)]
    assert seen(*under, *capped, *beside) == {1: Counts(0, 1), 2: Counts(0, 1), 3: Counts(1, 0)}


@pytest.mark.parametrize(("skin", "sleeve"), list(zip(SKINS, SLEEVES, strict=True)))
def test_a_hand_over_cards_hides_the_zone_and_no_other(
    skin: tuple[int, int, int], sleeve: tuple[int, int, int]
) -> None:
    cards = [Laid(BACK, at(n), 30) for n in (1, 2, 3)]
    hand = Hand(at(2, 10), (-1300.0, -300.0), skin, sleeve)
    readings = seen(*cards, hands=(hand,))
    assert 2 not in readings
    assert readings[1] == readings[3] == Counts(0, 1)


def test_what_is_no_card_is_never_a_face_and_hides_its_zone() -> None:
    bank = np.full_like(BACK, (150, 90, 30))
    cv2.rectangle(bank, (20, 40), (70, 90), (80, 190, 220), -1)
    phone = np.full_like(BACK, (18, 18, 18))
    shown = cv2.resize(card_art.face("As"), None, fx=0.82, fy=0.56)
    phone[60 : 60 + shown.shape[0], 20 : 20 + shown.shape[1]] = shown
    cut = np.full_like(BACK, (30, 200, 240))
    things = [
        Laid(bank, at(1), 25, size=(54, 85.6)),
        Laid(phone, at(2), 25, size=(77, 157)),
        Laid(cut, at(3), 25),
    ]
    assert seen(*things) == {}


@pytest.mark.parametrize("back", ["red-bordered", "red-to-the-edge", "black-and-gold", "white-with-sign", "pale"])
def test_a_lamp_mirrored_in_a_back_makes_no_face_of_it(back: str) -> None:
    art = card_art.BACKS[back]
    cards = [
        Laid(art, at(n, dx), 50 * n, bend=bend, glare=0.3 * n) for n in (1, 2, 3) for dx, bend in ((-60, 0), (60, 2))
    ]
    assert ups(seen(*cards, back=back)) == 0


@pytest.mark.parametrize("felt", ["red", "black"])
def test_a_back_in_the_colour_of_the_felt_is_no_face(felt: str) -> None:
    back = "red-to-the-edge" if felt == "red" else "black-and-gold"
    cards = [Laid(card_art.BACKS[back], at(n), 35 * n) for n in (1, 2)]
    readings = seen(*cards, Laid(card_art.face("Jc"), at(3), 80), back=back, felt=felt)
    assert readings[3] == Counts(1, 0)
    assert ups(readings) == 1


def test_a_zone_is_read_in_less_light_and_in_more() -> None:
    room = small_felt.studio()
    scene = Scene((Laid(BACK, at(1), 30), Laid(card_art.face("Qs"), at(2), 70)))
    still = room.still(scene)
    for light in (0.45, 1.3):
        picture = room.shot(still * light, np.random.default_rng(4))
        assert small_felt.looker().look(picture) == {1: Counts(0, 1), 2: Counts(1, 0), 3: EMPTY}


def test_a_zone_that_stands_still_is_read_again_once_a_card_is_turned_over_there() -> None:
    room, rng, looker = small_felt.studio(), np.random.default_rng(6), small_felt.enrolled().looker()
    down, up = (room.still(Scene((Laid(art, at(1), 30),))) for art in (BACK, card_art.face("7d")))
    read = [looker.look(room.shot(still, rng))[1] for still in (*[down] * 5, up)]
    assert read == [Counts(0, 1)] * 5 + [Counts(1, 0)]
