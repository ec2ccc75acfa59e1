"""Hands of the bench of detection that were once ruled on wrongly, each for another reason."""

import pytest

from burncard.firmware_bridge.driver import MS
from burncard.rules.games import GAMES
from burncard.simulator.radio.quality import POOR, TYPICAL, Radio
from burncard.simulator.rooms.detected import RIGHT
from burncard.simulator.rooms.many_hands import Job, room_of
from burncard.simulator.rooms.room import LINE_NS

SLOW_LINE_NS = 50 * MS
LINE_28_NS = 28 * MS
NO_STRENGTH = TYPICAL.without_strength()

Once = tuple[Radio, int, bool, int, int, int]
"""The radio, the line's delay, whether mistakes are made, then seed, table and hand."""

WITH_A_HELD_PACK = [
    pytest.param((TYPICAL, LINE_NS, False, 18001, 202, 4), id="a discard deep in the muck was heard once"),
    pytest.param((TYPICAL, LINE_NS, False, 18001, 153, 5), id="a card was returned to the edge beside its old place"),
    pytest.param((TYPICAL, LINE_NS, False, 18001, 273, 3), id="a fifth card was owed after the last player's draw"),
    pytest.param((TYPICAL, LINE_NS, True, 18101, 26, 6), id="a returned card crept from the pack to the muck"),
    pytest.param(
        (TYPICAL, LINE_NS, True, 18302, 57, 4), id="a discard of this draw was taken for one that is returned"
    ),
    pytest.param((TYPICAL, LINE_NS, True, 18302, 109, 2), id="a card lay between two empty seats"),
    pytest.param((TYPICAL, LINE_NS, True, 64001, 121, 5), id="a card lay halfway between the board and the muck"),
    pytest.param((TYPICAL, LINE_NS, True, 70001, 225, 4), id="the antenna of the pack heard a burn as well"),
    pytest.param((TYPICAL, LINE_NS, False, 64011, 89, 2), id="a folded card was overheard at the next seat"),
    pytest.param((TYPICAL, LINE_NS, False, 64011, 300, 4), id="a card on the edge of the muck crept to the next seat"),
    pytest.param((TYPICAL, LINE_NS, True, 71001, 135, 6), id="the street after a repair's last card was not awaited"),
    pytest.param((TYPICAL, LINE_NS, True, 72001, 119, 4), id="the antenna of the pack heard a burn first"),
    pytest.param((TYPICAL, LINE_NS, True, 72001, 245, 2), id="a card taken in was believed to lie far out at its seat"),
    pytest.param((POOR, LINE_NS, True, 71003, 55, 2), id="the burn's antenna overheard a card between muck and stub"),
    pytest.param((POOR, LINE_NS, False, 71013, 32, 6), id="a card midway between two seats crept to the other"),
    pytest.param((NO_STRENGTH, SLOW_LINE_NS, False, 17002, 47, 1), id="a discard was overheard next door"),
    pytest.param((NO_STRENGTH, SLOW_LINE_NS, False, 18403, 42, 1), id="two cards on high piles were heard once"),
    pytest.param((NO_STRENGTH, SLOW_LINE_NS, False, 18504, 29, 5), id="a hole card was found with the upcard on it"),
]

WITH_A_LAID_PACK = [
    pytest.param((TYPICAL, LINE_NS, False, 8800, 0, 4), id="a card of the pack was overheard where a burn was due"),
    pytest.param((TYPICAL, LINE_NS, False, 8800, 6, 3), id="a card was overheard in the pack before it was burned"),
    pytest.param((TYPICAL, LINE_NS, True, 75101, 66, 1), id="a small pack was taken up, and a card of it burned"),
    pytest.param((TYPICAL, LINE_NS, True, 75101, 77, 5), id="a due card was silent and then missed in its pile"),
    pytest.param((TYPICAL, LINE_NS, True, 77104, 88, 3), id="the next round came while a card lay between two seats"),
    pytest.param((TYPICAL, LINE_NS, False, 77110, 7, 3), id="a card that seemed to pass was the one that was due"),
    pytest.param((TYPICAL, LINE_NS, False, 77111, 59, 4), id="a card that was heard once was laid again at once"),
    pytest.param((TYPICAL, LINE_NS, False, 77115, 190, 6), id="a card that nothing had heard was laid again at once"),
    pytest.param((TYPICAL, LINE_NS, True, 79302, 87, 3), id="a burn was heard alone where the pack had lain"),
    pytest.param((TYPICAL, LINE_NS, True, 90001, 2, 3), id="a due card lay where hardly any antenna hears it"),
    pytest.param((TYPICAL, LINE_NS, True, 91001, 297, 1), id="a live hand lay on a high pile of the muck"),
    pytest.param((TYPICAL, LINE_NS, False, 91002, 22, 1), id="the last two cards of a pack were heard again"),
    pytest.param((TYPICAL, LINE_NS, False, 91002, 117, 1), id="a discard lay midway between the muck and a seat"),
    pytest.param((TYPICAL, LINE_NS, True, 95001, 134, 2), id="a card of the board lay under twenty in the muck"),
    pytest.param((TYPICAL, LINE_NS, True, 101002, 58, 2), id="a discard lay midway to its old seat"),
    pytest.param((TYPICAL, LINE_NS, True, 101002, 58, 4), id="a card that was kept was taken for the fourth discard"),
    pytest.param((TYPICAL, LINE_NS, True, 103001, 30, 6), id="a due card was silent, the next one lay between"),
    pytest.param((TYPICAL, LINE_NS, True, 103001, 122, 4), id="a live hand lay on the edge of the muck"),
    pytest.param((TYPICAL, LINE_NS, True, 105001, 72, 4), id="a burn was silent, a card of the flop lay beside it"),
    pytest.param((TYPICAL, LINE_NS, True, 110001, 29, 2), id="a burn went back while the card before it lay unheard"),
    pytest.param((TYPICAL, LINE_NS, True, 111001, 353, 1), id="a card lay midway between an empty seat and another"),
    pytest.param((TYPICAL, LINE_NS, True, 121001, 474, 5), id="an early burn was heard after the card that followed"),
    pytest.param((TYPICAL, LINE_NS, True, 121001, 476, 5), id="one of two antennas heard a card midway"),
    pytest.param((TYPICAL, LINE_NS, True, 121001, 664, 4), id="two cards in succession were silent"),
    pytest.param((TYPICAL, LINE_NS, True, 123001, 50, 6), id="the first card of a hand was silent"),
    pytest.param((TYPICAL, LINE_NS, True, 123001, 121, 2), id="a burn between two places was taken for the pack"),
    pytest.param((TYPICAL, LINE_NS, True, 124001, 99, 4), id="an extra card lay on a silent one"),
    pytest.param((TYPICAL, LINE_NS, True, 132001, 156, 4), id="a burn lay midway to the place of the pack"),
    pytest.param((TYPICAL, LINE_NS, True, 134001, 126, 2), id="no antenna heard a card far from all of them"),
    pytest.param((TYPICAL, LINE_NS, True, 124001, 35, 2), id="the silences of an antenna spoke for its own place"),
    pytest.param((TYPICAL, LINE_NS, True, 137001, 117, 3), id="the due seat heard a card on the border of another"),
    pytest.param((TYPICAL, LINE_NS, True, 140001, 234, 6), id="a burn had been overheard before the last action"),
    pytest.param((TYPICAL, LINE_NS, True, 140001, 9, 1), id="the last card of a pack was heard alone"),
    pytest.param((TYPICAL, LINE_NS, True, 140001, 353, 1), id="a burn went back while a due card lay on a pile"),
    pytest.param((TYPICAL, LINE_NS, True, 160001, 333, 1), id="a card far out followed a silent one"),
    pytest.param((TYPICAL, LINE_NS, True, 170001, 394, 1), id="a seat beside the muck overheard a live card"),
    pytest.param((NO_STRENGTH, LINE_NS, True, 125001, 36, 2), id="a card of the pack was overheard where it was dealt"),
    pytest.param((NO_STRENGTH, LINE_NS, True, 125001, 98, 3), id="one of the last cards of a pack was overheard twice"),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 128001, 42, 4), id="the next round lay on an unheard card"),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 8802, 17, 2), id="a card of the pack was overheard again"),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 75132, 12, 4), id="the pack was laid down where none was heard"),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 75132, 25, 6), id="a burn was overheard before the last action"),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 77102, 34, 5), id="a card lay between the muck and an unused board"),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 77102, 42, 6), id="an action waited for a card that was heard once"),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 77102, 51, 1), id="two cards were heard at once where one was due"),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 77106, 5, 3), id="a folded card was overheard before it was missed"),
    pytest.param(
        (NO_STRENGTH, LINE_28_NS, False, 77108, 4, 2), id="two cards lay high in one pile, the next one beside"
    ),
    pytest.param((NO_STRENGTH, LINE_28_NS, False, 77108, 9, 1), id="the hand went card by card while it was scanned"),
    pytest.param((TYPICAL, LINE_NS, True, 701001, 395, 5), id="a card pushed to the next hand was heard at both"),
    pytest.param((TYPICAL, LINE_NS, True, 731001, 365, 1), id="nobody was asked in time about a card out of turn"),
    pytest.param((TYPICAL, LINE_NS, True, 731001, 436, 1), id="a fold waited for a card that was to go to the muck"),
    pytest.param((TYPICAL, LINE_NS, True, 731001, 472, 2), id="an extra card was ruled on before the one asked for"),
    pytest.param((TYPICAL, LINE_NS, True, 701001, 136, 1), id="a returned burn was believed to lie where it lay"),
    pytest.param((NO_STRENGTH, LINE_28_NS, True, 751001, 59, 2), id="a card pushed to the next hand seemed to stay"),
    pytest.param((TYPICAL, LINE_NS, True, 731001, 204, 1), id="a pushed card was heard at both and not asked about"),
    pytest.param((TYPICAL, LINE_NS, True, 791001, 207, 3), id="a card was not found where it was pushed"),
    pytest.param((TYPICAL, LINE_NS, True, 1221001, 13, 1), id="a burn was heard after the pack was taken up"),
    pytest.param((TYPICAL, LINE_NS, True, 1221001, 170, 1), id="a burn lay on the edge of where a small pack had lain"),
]


@pytest.mark.parametrize("once", WITH_A_HELD_PACK)
def test_a_hand_once_broken_is_ruled_on_rightly(once: Once) -> None:
    assert_right(once, holds_pack=True)


@pytest.mark.parametrize("once", WITH_A_LAID_PACK)
def test_a_hand_once_broken_while_the_pack_lies_there_is_ruled_on_rightly(once: Once) -> None:
    assert_right(once, holds_pack=False)


def assert_right(once: Once, *, holds_pack: bool) -> None:
    """Every hand of a table is ruled on as its twin rules."""
    radio, line_ns, mistakes, seed, table, hand = once
    room = room_of(Job(radio, seed, table, hand, tuple(GAMES), mistakes, line_ns, holds_pack=holds_pack), 0)
    assert [room.play().verdict for _ in range(hand)] == [RIGHT] * hand
