"""A scripted table on a typical radio: the cards that the script deals arrive all the same."""

from burncard.api.desk import Desk


def test_cards_dealt_on_a_typical_radio_are_seen_in_their_places() -> None:
    with Desk(radio="typical", seed=3) as desk:
        desk.load()
        for card, zone in (("As", "seat:1"), ("Kd", "seat:2"), ("7h", "seat:3"), ("2c", "seat:4")):
            desk.deal(card, zone)
        assert desk.view()["alerts"] == []
        assert desk.view()["next"]["zone"] == "seat:5"
