"""What a stud dealer announces: the low card, the high hand, raises and pairs, as the table knows them."""

import pytest

from burncard.rules.games import GAMES
from burncard.rules.hand.announcements import announcements
from tests.harness.scripted import ScriptedHand
from tests.harness.tables import HOUSES, STUD


def said(hand: ScriptedHand) -> tuple[str, ...]:
    """What the table says now; the press for it answers with the same, and nothing changes."""
    assert hand.table.hand is not None
    now, due = announcements(hand.table.hand), hand.next
    [ruling] = hand.press("verbal")
    assert (ruling.decision, ruling.severity, hand.next) == ("stands", "note", due)
    assert ruling.message.startswith("".join(f"{one}. " for one in now))
    assert "straights or flushes" in ruling.message or "Announce a pair once" in ruling.message
    return now


STUD7 = "Ac Ad Ah Kc Kd Kh 9c 3d 5s  Qs  9d 4d 6h  Qh 8s 4h Js"
RAZZ = "2c 2d 2h 3c 3d 3h 4c Jd 6h  7c  4d Jh 9h  7d 5c 5d 5h"


@HOUSES
def test_stud_announcements(house: str) -> None:
    """Third street: the low card. Fourth: the high hand and its pair; a raise; fifth: each pair that shows."""
    hand = ScriptedHand("stud7", house=house, top=STUD7)
    hand.until("action")
    assert said(hand) == ("Seat 2 is low with the 3♦",)
    hand.act("bring-in", 4)
    assert said(hand) == ()
    hand.until_betting("fourth")
    assert said(hand) == ("Seat 1 is high", "Seat 1 has a pair of nines")
    hand.act("bet", 10)
    hand.act("raise", 20)
    assert said(hand) == ("Seat 1 has a pair of nines", "Seat 2 has raised to 20")
    hand.until_betting("fifth")
    assert said(hand) == ("Seat 1 is high", "Seat 1 has a pair of nines", "Seat 2 has a pair of fours")
    hand.finish(*(one.rule for one in hand.rulings))


@HOUSES
def test_stud_razz_pair_announcement_once_and_never_of_court_cards(house: str) -> None:
    hand = ScriptedHand("razz", house=house, top=RAZZ)
    hand.until("action")
    assert said(hand) == ("Seat 2 is high with the J♦",)
    hand.until_betting("fourth")
    assert said(hand) == ("Seat 3 is low", "Seat 1 has a pair of fours")
    assert hand.press("verbal")[0].rule == "stud.razz-pair-announcement"
    hand.until_betting("fifth")
    assert "Seat 1 has a pair of fours" not in said(hand)
    assert hand.press("verbal")[0].rule == "stud.announcements"
    hand.finish(*(one.rule for one in hand.rulings))


def hand_down(game: str) -> int:
    """Downcards of the first street."""
    return GAMES[game].streets[0].faces.count("down")


@STUD
@HOUSES
@pytest.mark.parametrize("structure", ["limit", "no-limit"])
def test_stud_announcements_say_what_lies_face_up_and_nothing_else(game: str, house: str, structure: str) -> None:
    """Two tables that differ in hidden cards only say the same: the card that acts first."""
    spoken = []
    for hidden in ("Ac Ad Ah Kc Kd Kh", "Jc Jd Jh Qc Qd Qh"):
        down = hidden.split()[: 3 * hand_down(game)]
        top = " ".join([*down, "9c", "3d", "5s"])
        hand = ScriptedHand(game, house=house, structure=structure, top=top)
        hand.until("action")
        spoken.append(said(hand))
    assert spoken[0] == spoken[1]
    assert len(spoken[0]) == 1


@pytest.mark.parametrize("game", ["holdem", "lowball-a5", "draw-high"])
def test_nothing_is_announced_where_players_have_no_boards(game: str) -> None:
    hand = ScriptedHand(game)
    hand.until("action")
    assert hand.table.hand is not None
    assert announcements(hand.table.hand) == ()
