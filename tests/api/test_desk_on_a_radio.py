"""A scripted table on a typical radio: the cards that the script deals arrive all the same."""

from burncard.api.desk import Desk


def test_cards_dealt_on_a_typical_radio_are_seen_in_their_places() -> None:
    with Desk(radio="typical", seed=3) as desk:
        desk.load()
        for card, zone in (("As", "seat:1"), ("Kd", "seat:2"), ("7h", "seat:3"), ("2c", "seat:4")):
            desk.deal(card, zone)
        assert desk.view()["alerts"] == []
        assert desk.view()["next"]["zone"] == "seat:5"


def test_a_card_on_the_border_of_its_zone_is_pushed_into_it() -> None:
    with Desk(radio="typical", seed=3) as desk:
        desk.load()
        desk.put_between("As", "seat:7", "seat:8")
        uid = next(piece.uid for piece in desk.reader.air.felt)
        on_the_border = desk.reader.air.felt.pieces[uid].spot
        desk.put("As", "seat:7")
        assert desk.reader.air.felt.pieces[uid].spot != on_the_border
