"""Where nothing senses faces, people say that a card which a ruling wants turned up lies so, and which card it is."""

import msgspec
import pytest

from burncard.rules.cards import MUCK, Seat
from burncard.rules.facts import CardSeen, Fact
from burncard.rules.hand.questions import upcards
from burncard.rules.outcomes import AwaitAction, AwaitCard, AwaitRemedy, Ruling
from tests.harness.scripted import ScriptedHand

STUD = pytest.mark.parametrize("game", ["stud7", "stud8", "razz", "mississippi"])


class Unsensed(ScriptedHand):
    """A hand whose reader never says how a card lies."""

    __slots__ = ()

    def give(self, fact: Fact) -> list[Ruling]:
        return super().give(msgspec.structs.replace(fact, face="unknown") if isinstance(fact, CardSeen) else fact)


def _deal_on(hand: ScriptedHand) -> None:
    while not isinstance(hand.next, AwaitAction):
        assert all(ruling.severity == "note" for ruling in hand.step())


def _exposed(game: str, card: str | None) -> tuple[Unsensed, Ruling]:
    hand = Unsensed(game, top="Tc 2d 4h 9c 9d 9h Kc 6d 3s")
    hand.deal(2)
    [ruling] = hand.press("card-exposed", seat=2, card=card, by="dealer")
    assert ruling.rule == "expose.stud-one-hole-up"
    assert isinstance(hand.next, AwaitRemedy)
    return hand, ruling


@STUD
def test_a_second_press_that_names_the_card_ends_the_step(game: str) -> None:
    hand, _ = _exposed(game, None)
    assert hand.press("card-exposed", seat=2, by="dealer") == []
    assert isinstance(hand.next, AwaitRemedy)  # nobody has said which card it is
    assert hand.press("card-exposed", seat=2, card="2d", by="dealer") == []
    _deal_on(hand)
    assert hand.table.hand is not None
    assert upcards(hand.table.hand, Seat(2)) == ["2d"]
    assert hand.finish().ended == "showdown"


@STUD
def test_a_card_that_was_named_at_once_needs_no_name_again(game: str) -> None:
    hand, _ = _exposed(game, "2d")
    assert hand.press("card-exposed", seat=2, by="dealer") == []
    assert isinstance(hand.next, AwaitCard)


@STUD
def test_the_card_counts_as_what_people_say_and_tells_nothing(game: str) -> None:
    """What follows is the same whether the name is right or wrong."""
    followed = []
    for top in ("Tc 2d 4h 9c 9d 9h Kc 6d 3s", "Tc 2s 4h 9c 9d 9h Kc 6d 3s"):
        hand = Unsensed(game, top=top)
        hand.deal(2)
        hand.press("card-exposed", seat=2, card="2d", by="dealer")
        hand.press("card-exposed", seat=2, by="dealer")
        _deal_on(hand)
        followed.append(hand.next)
        assert hand.table.hand is not None
        assert upcards(hand.table.hand, Seat(2)) == ["2d"]
        assert [placed.seen for placed in hand.table.hand.held(Seat(2))] == [False, False, False]
    assert followed[0] == followed[1]


@STUD
def test_where_faces_are_sensed_the_step_is_seen_and_not_said(game: str) -> None:
    hand = ScriptedHand(game, top="Tc 2d 4h 9c 9d 9h Kc 6d 3s")
    hand.deal(2)
    hand.press("card-exposed", seat=2, card="2d", by="dealer")
    hand.press("card-exposed", seat=2, card="2d", by="dealer")
    assert isinstance(hand.next, AwaitRemedy)
    hand.move(hand.lying("seat:2")[0], "seat:2", "up")
    assert isinstance(hand.next, AwaitCard)


def _steps(hand: ScriptedHand, ruling: Ruling) -> list[str]:
    assert hand.table.hand is not None
    return [step.state for step in hand.table.rulings.repair(hand.table.hand, ruling.id)]


def test_the_step_shows_as_done() -> None:
    hand, ruling = _exposed("stud7", "2d")
    assert _steps(hand, ruling)[0] == "open"
    hand.press("card-exposed", seat=2, by="dealer")
    assert _steps(hand, ruling)[0] == "done"


def test_what_was_said_of_a_card_ends_where_it_is_moved() -> None:
    hand, _ = _exposed("stud7", "2d")
    hand.press("card-exposed", seat=2, by="dealer")
    in_play = hand.table.hand
    assert in_play is not None
    card = in_play.held(Seat(2))[0]
    assert card.upcard == "2d"
    in_play.felt.move(card, MUCK, "down")
    assert card.upcard is None
