"""A camera at a whole table whose reader senses no faces; and a camera that is lost, blind, wrong or false."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from burncard.controller.config import TableConfig
from burncard.controller.views import table_view
from burncard.firmware_bridge.driver import MS, SECOND
from burncard.firmware_bridge.events import DeviceFault, Face, FacesAt, FacesSeen
from burncard.rules.cards import Chips, seat_of
from burncard.rules.facts import CardSeen, Press
from burncard.rules.hand.table_card import TableCard
from burncard.rules.outcomes import AwaitCard, Ruling
from burncard.simulator.mistakes import due_card
from tests.controller.conftest import LAYOUT, Rig

SEEN = [antenna for antenna, zone in LAYOUT.zones.items() if zone not in ("muck", "burn", "stub")]
PICTURE_NS = 100 * MS
STUD = TableConfig(game="stud7", ante=Chips(2), bring_in=Chips(4))


class CameraRig(Rig):
    """A table with a camera. `blind`: antennas over which a hand is; `wrong`: the chance that a picture of one is."""

    def __init__(self, folder: Path, config: TableConfig) -> None:
        self.faces: dict[str, Face] = {}
        self.blind: set[int] = set()
        self.wrong = 0.0
        self.rng = Random(5)
        self.watches = True
        self.picture_ns = 0
        self.facts: list[Any] = []
        self.rules: list[str] = []
        super().__init__(folder, config=config)

    def open(self) -> None:
        super().open()
        self.service.attach(self.reader, self.shuffler, camera=True)  # type: ignore[arg-type]
        self.service.record.subscribe(self._told)
        for device in ("reader", "shuffler", "camera"):
            self.link(device, "ready")

    def lay(self, uid: str, zone: str, face: Face = "down", **more: Any) -> None:
        self.faces[uid] = face
        super().lay(uid, zone, "unknown", **more)

    def scan(self, antenna: int | None = None) -> None:
        super().scan(antenna)
        if self.watches and self.now_ns >= self.picture_ns + PICTURE_NS:
            self.picture_ns = self.now_ns
            self.see(*(self._seen(at) for at in SEEN if at not in self.blind))

    def see(self, *places: FacesAt, age_ns: int = 0) -> None:
        self.service.on_event("camera", FacesSeen(self.now_ns - age_ns, places))

    def wait(self, for_ns: int) -> None:
        """Nobody moves a card; one scan for each picture."""
        for _ in range(for_ns // PICTURE_NS):
            self.now_ns += PICTURE_NS
            self.scan()

    def down_cards(self) -> list[TableCard]:
        """The cards of a live seat with two, at which nobody is to act."""
        hand = self.service.record.table.hand
        assert hand is not None
        return hand.held(next(seat for seat in hand.betting.live if seat != hand.betting.round.turn))

    def _seen(self, antenna: int) -> FacesAt:
        faces = Counter(self.faces[tag.uid] for at, tag in self.lying.values() if at == antenna)
        up, down = faces["up"], faces["down"]
        if self.rng.random() < self.wrong:
            up, down = self.rng.choice([(up + 1, max(0, down - 1)), (max(0, up - 1), down + 1), (up + 1, down)])
        return FacesAt(antenna, up, down, 0.99)

    def _told(self, update: Any) -> None:
        self.facts.append(update.fact)
        stops = (outcome for outcome in update.outcomes if isinstance(outcome, Ruling) and outcome.severity == "stop")
        self.rules += [outcome.rule for outcome in stops]


@pytest.fixture
def holdem(tmp_path: Path) -> Iterator[CameraRig]:
    rig = CameraRig(tmp_path, TableConfig())
    yield rig
    rig.journal.close()


@pytest.fixture
def stud(tmp_path: Path) -> Iterator[CameraRig]:
    rig = CameraRig(tmp_path, STUD)
    yield rig
    rig.journal.close()


def deal_until(rig: CameraRig, cards: int, face: Face) -> AwaitCard:
    """Deals until so many cards lie, and one of this face is due."""
    while True:
        awaited = rig.service.record.table.awaited()
        hand = rig.service.record.table.hand
        lie = 0 if hand is None else len(hand.felt.dealt)
        if isinstance(awaited, AwaitCard) and awaited.face == face and lie >= cards:
            return awaited
        rig.step()


def lay_wrong(rig: CameraRig, face: Face) -> tuple[str, CardSeen]:
    """The due card is laid the other way up: its tag, and the fact that the table makes of it."""
    due = due_card(rig.service.record.table.awaited())
    assert due is not None
    uid = rig.dealer.stub.take().uid
    rig.put(uid, due.zone, face)
    rig.look(60)
    return uid, next(fact for fact in reversed(rig.facts) if isinstance(fact, CardSeen))


def test_a_whole_hand_is_dealt_with_its_faces(stud: CameraRig) -> None:
    stud.wait(SECOND)
    stud.deal_until_action()
    hand = stud.service.record.table.hand
    assert hand is not None
    told = [fact.face for fact in stud.facts if isinstance(fact, CardSeen)]
    assert told == [card.face for card in hand.felt.dealt]
    assert set(told) == {"up", "down"}
    assert stud.rules == []


def test_a_hole_card_that_is_dealt_face_up_is_ruled_on(holdem: CameraRig) -> None:
    deal_until(holdem, 8, "down")
    assert lay_wrong(holdem, "up")[1].face == "up"
    assert holdem.rules == ["expose.holdem-later-hole"]


def test_an_upcard_that_is_laid_face_down_is_ruled_on_and_turned(stud: CameraRig) -> None:
    deal_until(stud, 13, "up")
    uid, fact = lay_wrong(stud, "down")
    assert fact.face == "down"
    assert stud.rules == ["deal.hole-cards-face-down"]
    stud.faces[uid] = "up"
    stud.look(120)
    assert (stud.facts[-1].zone, stud.facts[-1].face) == (fact.zone, "up")
    assert isinstance(stud.service.record.table.awaited(), AwaitCard)


def test_one_of_two_hole_cards_turned_over_is_reported_without_saying_which(holdem: CameraRig) -> None:
    holdem.deal_until_action()
    cards = holdem.down_cards()
    holdem.faces[str(cards[0].tag)] = "up"
    holdem.look(120)
    press = holdem.facts[-1]
    assert press == Press(press="card-exposed", seat=seat_of(cards[0].zone), by="dealer")
    assert [card.face for card in cards] == ["down", "down"]
    view = table_view(holdem.service, "floor")
    assert {card.face for seat in view.seats for card in seat.cards} == {"down"}
    count = len(holdem.facts)
    holdem.look(120)
    assert len(holdem.facts) == count


def test_a_hand_of_which_all_cards_are_turned_over_is_known_card_by_card(holdem: CameraRig) -> None:
    holdem.deal_until_action()
    cards = holdem.down_cards()
    for card in cards:
        holdem.faces[str(card.tag)] = "up"
    holdem.look(120)
    assert [card.face for card in cards] == ["up", "up"]


def test_a_card_under_a_hand_waits_less_than_a_second_and_goes_as_it_was_due(holdem: CameraRig) -> None:
    awaited = deal_until(holdem, 3, "down")
    holdem.blind.add(LAYOUT.antenna_of(awaited.zone) or 0)
    began_ns, count = holdem.now_ns, len(holdem.facts)
    holdem.lay(holdem.dealer.stub.take().uid, awaited.zone, "down")
    while len(holdem.facts) == count:
        holdem.scan()
    assert 600 * MS < holdem.now_ns - began_ns < SECOND
    assert (holdem.facts[-1].zone, holdem.facts[-1].face) == (awaited.zone, None)
    assert holdem.rules == []


def test_a_camera_that_is_lost_stops_no_hand_and_holds_the_next_one_until_the_floor_knows(holdem: CameraRig) -> None:
    deal_until(holdem, 5, "down")
    assert table_view(holdem.service, "dealer").faces_sensed is True
    holdem.watches = False
    holdem.link("camera", "lost")
    view = table_view(holdem.service, "dealer")
    assert view.faces_sensed is False
    assert [(fault.code, fault.stops_play, fault.clearable) for fault in view.faults] == [("camera-lost", False, False)]
    holdem.play_hand()
    assert holdem.rules == []
    holdem.load()
    assert not holdem.service.record.in_hand
    holdem.service.clear_fault("camera-lost", "Bea", "floor", "exposed cards are reported by press")
    assert holdem.service.record.in_hand
    holdem.watches = True
    holdem.link("camera", "ready")
    assert table_view(holdem.service, "dealer").faces_sensed is True


def test_a_camera_of_which_one_picture_in_a_hundred_is_wrong_rules_on_nothing_in_five_minutes(stud: CameraRig) -> None:
    stud.wrong = 0.01
    stud.deal_until_action()
    count = len(stud.facts)
    stud.wait(300 * SECOND)
    assert stud.facts[count:] == []
    assert stud.rules == []


def test_without_a_camera_an_earlier_ones_fault_is_over(holdem: CameraRig) -> None:
    holdem.link("camera", "lost")
    assert holdem.service.record.faults.is_open("camera-lost")
    holdem.service.attach(holdem.reader, holdem.shuffler)  # type: ignore[arg-type]
    assert not holdem.service.record.faults.open
    assert "camera" not in table_view(holdem.service, "technician").devices


# ---- a camera that attacks --------------------


def attack(rig: CameraRig, *places: FacesAt, pictures: int = 60, age_ns: int = 0) -> None:
    """The camera sends these pictures and no others, while the reader scans."""
    rig.watches = False
    for number in range(pictures):
        rig.now_ns += 50 * MS
        rig.scan()
        rig.see(*(places[number % len(places) :] + places[: number % len(places)]), age_ns=age_ns)


@pytest.mark.parametrize(
    "places",
    [
        tuple(FacesAt(antenna, 255, 255, 1.0) for antenna in SEEN),
        tuple(FacesAt(antenna, 0, 255, 1.0) for antenna in SEEN),
        (FacesAt(0, 1, 1, 1.0), FacesAt(200, 1, 0, 1.0), FacesAt(12, 1, 0, 1.0), FacesAt(13, 9, 0, 1.0)),
        (FacesAt(1, 1, 1, 1.0), FacesAt(1, 0, 2, 1.0), FacesAt(1, 2, 0, 1.0)),
        (FacesAt(1, 2, 0, 0.5), FacesAt(2, 2, 0, 0.0), FacesAt(3, 2, 0, -1.0)),
    ],
    ids=["255 cards", "255 backs", "zones that are not reported", "contradictions", "guesses"],
)
def test_pictures_that_cannot_be_change_nothing(holdem: CameraRig, places: tuple[FacesAt, ...]) -> None:
    holdem.deal_until_action()
    count = len(holdem.facts)
    attack(holdem, *places)
    assert holdem.facts[count:] == []
    assert holdem.service.record.faults.open == []


def test_pictures_from_the_past_and_the_future_change_nothing(holdem: CameraRig) -> None:
    holdem.deal_until_action()
    count = len(holdem.facts)
    for age_ns in (60 * SECOND, -60 * SECOND):
        attack(holdem, *(FacesAt(antenna, 2, 0, 1.0) for antenna in SEEN), age_ns=age_ns)
    assert holdem.facts[count:] == []


def test_a_flood_is_not_evidence(holdem: CameraRig) -> None:
    holdem.deal_until_action()
    holdem.watches = False
    count = len(holdem.facts)
    began_ns = holdem.now_ns
    for _ in range(2000):
        holdem.now_ns = began_ns
        holdem.see(*(FacesAt(antenna, 2, 0, 1.0) for antenna in SEEN[:3]))
    assert holdem.facts[count:] == []


def test_a_camera_that_reports_every_card_as_shown_names_none_but_can_be_overruled(holdem: CameraRig) -> None:
    holdem.deal_until_action()
    attack(holdem, *(FacesAt(antenna, 1, 1, 1.0) for antenna in SEEN))
    told = [fact for fact in holdem.facts if isinstance(fact, Press)]
    assert all((fact.press, fact.card) == ("card-exposed", None) for fact in told)
    assert len(told) <= 6  # one for each seat
    assert not any(fact.face == "up" for fact in holdem.facts if isinstance(fact, CardSeen))
    assert holdem.service.record.faults.open == []


def test_a_fault_of_the_camera_is_a_fault_of_the_table_and_stops_no_hand(holdem: CameraRig) -> None:
    holdem.deal_until_action()
    holdem.service.on_event("camera", DeviceFault("lens", "it is dark"))
    (fault,) = holdem.service.record.faults.open
    assert (fault.code, fault.kind.stops_play) == ("camera-fault", False)
    holdem.play_hand()


def test_a_card_that_came_unseen_and_lay_face_down_since_is_not_named_for_another(holdem: CameraRig) -> None:
    awaited = deal_until(holdem, 9, "down")
    antenna = LAYOUT.antenna_of(awaited.zone) or 0
    holdem.blind.add(antenna)
    holdem.put(holdem.dealer.stub.take().uid, awaited.zone, "down")
    holdem.blind.clear()
    holdem.deal_until_action()
    holdem.look(120)
    hand = holdem.service.record.table.hand
    assert hand is not None
    first, last = hand.felt.cards_in(awaited.zone)
    holdem.faces[str(first.tag)] = "up"
    holdem.look(120)
    assert last.face == "down"
    assert isinstance(holdem.facts[-1], Press)
