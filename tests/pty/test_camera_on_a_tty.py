"""A whole table on real ttys with a camera: what it sees is ruled on, and the hand goes on when it is pulled out."""

from burncard.api import Desk
from burncard.controller.config import TableConfig
from burncard.rules.cards import Chips, Seat

THREE = TableConfig(seats=tuple((Seat(number), Chips(500)) for number in (1, 2, 3)))


def test_an_exposed_card_is_ruled_on_and_a_camera_that_is_pulled_out_stops_no_hand() -> None:
    with Desk(THREE, camera=True) as desk:
        assert desk.service.devices.faces_sensed is True
        desk.load()
        for card in ("7h", "8h"):
            desk.deal(card, desk.view()["next"]["zone"])
        desk.deal("As", desk.view()["next"]["zone"], "up")
        desk.wait(lambda view: any(alert["rule"] == "expose.holdem-later-hole" for alert in view["alerts"]))
        desk.unplug("camera")
        desk.wait(lambda view: any(fault["code"].startswith("camera-") for fault in view["faults"]))
        assert desk.service.devices.faces_sensed is False
        assert not desk.service.record.faults.stops_play
        assert desk.service.record.in_hand
