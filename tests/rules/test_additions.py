"""What an addition to the rules touches: a rule, a note, a house and a settled question are one value each."""

from collections.abc import Iterator

import pytest

from burncard.rules.book import CHAPTERS
from burncard.rules.book.exposed import misdeal
from burncard.rules.book.misdeals import REDEAL
from burncard.rules.cards import seat_of
from burncard.rules.games.documents import Document
from burncard.rules.games.houses import HOUSES, House
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.rulings.irregularities import ExtraCard
from burncard.rules.rulings.rulebook import ALL, FLOP, RULES, Chapter, Declared, Settled, Verdict, bind
from tests.harness.scripted import ScriptedHand, told

CLUB_RULES = Document("Rules of the club")
CLUB = House(code="club", name="The club", documents=(CLUB_RULES,), parent="roberts", first_exposed_misdeals=2)
EXTRA = Declared(
    id="extra.misdeal-at-once",
    title="An extra card is dealt at the club",
    games=FLOP,
    sources=(CLUB_RULES.at("the deal", 3),),
    window="until two players have acted",
    trigger="a player is dealt a card too many",
    ruling="Misdeal.",
    repair=REDEAL,
)


@pytest.fixture
def chapter() -> Iterator[Chapter]:
    """A chapter that a test may bind; afterwards the book is what it was."""
    yield Chapter("burncard.rules.book.club")
    bind(CHAPTERS)


def extra_card(house: str) -> str:
    hand = ScriptedHand("holdem", house=house)
    hand.until("action")
    return told(hand.top("seat:1")).split()[0]


def at_once(hand: HandInPlay, seen: ExtraCard) -> Verdict:
    seat = seat_of(seen.placed.zone)
    return misdeal("a card too many was dealt", () if seat is None else (seat,), seen.placed)


def test_a_rule_is_one_declaration_and_is_asked_where_its_chapter_stands(chapter: Chapter) -> None:
    chapter.rule(ExtraCard, **EXTRA)(at_once)
    bind((*CHAPTERS, chapter))
    assert extra_card("roberts") == "extra.holdem-first-player:"
    bind((chapter, *CHAPTERS))
    assert extra_card("roberts") == "extra.misdeal-at-once:"
    assert RULES["extra.misdeal-at-once"].place == "rules/book/club.py:at_once"


def test_a_note_is_one_declaration_with_its_press_and_what_it_settles(chapter: Chapter) -> None:
    settled = Settled("A99", "May a player ask for the house rules?", "Yes, at any time.")
    chapter.note(
        id="club.house-rules",
        title="A player asks for the house rules",
        games=ALL,
        sources=(CLUB_RULES.at("the table"),),
        settles=(settled,),
        presses=("clock-called",),
        when=lambda hand, seen: seen.seat is not None,
        window="the whole hand",
        trigger="a player asks for the house rules",
        ruling="They hang on the wall.",
    )
    bind((*CHAPTERS, chapter))
    hand = ScriptedHand("holdem")
    hand.until("action")
    assert hand.press("clock-called") == []
    [ruling] = hand.press("clock-called", seat=1)
    assert (ruling.rule, ruling.severity, ruling.message) == ("club.house-rules", "note", "They hang on the wall.")
    assert ruling.source == "Rules of the club, the table"


def test_a_house_is_one_value_and_its_rules_say_what_they_replace(
    chapter: Chapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other declaration stays as it is: the house has its parent's rules wherever its own say nothing."""
    monkeypatch.setitem(HOUSES, CLUB.code, CLUB)
    replaced = ("extra.holdem-first-player", "extra.one-card-before-betting")
    own = Declared(**EXTRA, houses=("club",), elsewhere="extra.holdem-first-player", replaces={"club": replaced})
    chapter.rule(ExtraCard, **own)(at_once)
    bind((chapter, *CHAPTERS))
    assert extra_card("club") == "extra.misdeal-at-once:"
    assert {house: extra_card(house) for house in HOUSES if house != "club"} == {
        "roberts": "extra.holdem-first-player:",
        "roberts-early": "extra.holdem-first-player:",
        "general": "extra.holdem-first-player:",
    }
    assert RULES["extra.misdeal-at-once"].basis_at("club") == "own"
    assert RULES["extra.misdeal-at-once"].instead_at("roberts") == "extra.holdem-first-player"
    assert RULES["extra.holdem-first-player"].instead_at("club") == "extra.misdeal-at-once"
    assert RULES["boxed.scrap-of-paper"].basis_at("club") == "inherit"
    assert RULES["stud5.raise-cap"].basis_at("club") == "fill"
    assert RULES["flop.four-card-tda"].basis_at("club") == "supplement"
    assert RULES["flop.any-error-reshuffle"].instead_at("club") == "flop.redeal-procedure"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Declared(**{**EXTRA, "id": "deck.duplicate"}), "deck.duplicate is declared twice"),
        (Declared(**EXTRA, houses=("nowhere",)), "names nowhere"),
        (Declared(**EXTRA, houses=("general",), elsewhere="extra.unheard-of"), "names extra.unheard-of"),
        (Declared(**EXTRA, replaces={"general": ("extra.unheard-of",)}), "names extra.unheard-of"),
    ],
)
def test_a_declaration_that_names_what_does_not_exist_is_refused(
    chapter: Chapter, wrong: Declared, message: str
) -> None:
    chapter.kept(**wrong)
    with pytest.raises(ValueError, match=message):
        bind((*CHAPTERS, chapter))
