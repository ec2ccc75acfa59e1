"""Every state and kind of stop of every family, on every screen: nothing is cut off, too small, or kept from anybody.

The views are those of tables at which golden hands were played so far; the pages are the real ones.
"""

import re
from dataclasses import dataclass

import msgspec
import pytest
from PIL import Image

from burncard.api.error_advice import ADVICE
from burncard.controller.views import TableView
from burncard.controller.views.models import FaultView, RadioView
from tests.harness.console import SIZES, TABLET, WIDTH
from tests.harness.looks import barriers, faults, resize
from tests.harness.shown import GAME_OF, NOW_NS, between_hands, crowded, states_of
from tests.harness.shown_views import ShownViews
from tests.harness.snapshots import differs_from_kept, sheet_of, small_picture

SET = """settings => {
  for (const name of ["theme", "deck", "hand"]) document.documentElement.dataset[name] = settings[name] || "";
}"""


@dataclass(frozen=True)
class Screen:
    """A view, what is touched on it, how the screen is set, and what the table's answer shows."""

    view: TableView
    touched: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    answer: str = ""

    def open(self, shown: ShownViews) -> None:
        """Brings it onto the page."""
        shown.put_away()
        shown.page.evaluate(SET, dict(self.settings))
        shown.show(self.view)
        for name in self.touched:
            shown.page.locator(".touch:not([aria-busy]), .sheet").first.wait_for()
            shown.page.get_by_role("button", name=re.compile(f"^{name}")).first.click()
        if self.answer:
            shown.page.get_by_text(self.answer).first.wait_for()


@pytest.mark.parametrize("family", GAME_OF)
def test_every_state_can_be_read_and_touched_and_looks_as_before(family: str, shown: ShownViews) -> None:
    screens = {name: Screen(view) for name, view in states_of(family).items()}
    say(looked_at(shown, family, screens))


def test_what_is_opened_by_touch_can_be_read_and_touched_and_looks_as_before(shown: ShownViews) -> None:
    say(looked_at(shown, "touched", touched_screens()))


def test_on_a_tablet_held_upright_everything_can_be_read_and_touched(shown: ShownViews) -> None:
    resize(shown.page, *TABLET)
    found = []
    for name, screen in touched_screens().items():
        screen.open(shown)
        found += [f"{name}: {fault}" for fault in faults(shown.page)]
    say(found)


def test_the_pages_keep_their_connection_however_long_a_picture_takes(shown: ShownViews) -> None:
    Screen(states_of("flop")["card: seat"]).open(shown)
    shown.page.wait_for_timeout(4000)
    assert not shown.page.get_by_text("No connection to the table").count()


def say(found: list[str]) -> None:
    """Fails with everything that is wrong."""
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def touched_screens() -> dict[str, Screen]:
    """What is not a state of the hand: menus, reports, covers, refusals, settings."""
    flop, draw = states_of("flop"), states_of("draw")
    sized, dealing, stop = flop["action: fold or call or raise, of any size"], flop["card: seat"], flop["stop: remove"]
    reader = FaultView("reader-lost", "reader", "", "", "", NOW_NS, stops_play=True, clearable=False)
    lost = msgspec.structs.replace(
        reader, happened=ADVICE["reader-lost"].happened, hint=ADVICE["reader-lost"].next
    )  # fmt: skip
    weak = RadioView("blind", ("seat:2", "board"))
    return {
        "raise": Screen(sized, ("Raise to", "Keypad")),
        "refusal": Screen(sized, ("Call",), answer="Not entered"),
        "report": Screen(dealing, ("Report",)),
        "report of everything": Screen(dealing, ("Report", "Something else")),
        "report of a seat": Screen(dealing, ("Report", "Card exposed")),
        "report of a card": Screen(draw["card: burn"], ("Report", "Card exposed", "Seat ")),
        "report of a misdeal": Screen(dealing, ("Report", "Something else", "Misdeal called")),
        "the rule of a stop": Screen(stop, ("The rule",)),
        "menu": Screen(dealing, ("Menu",)),
        "seats": Screen(dealing, ("Menu", "Seats", "1")),
        "decks": Screen(dealing, ("Menu", "Decks")),
        "break and closing": Screen(msgspec.structs.replace(dealing, role="floor"), ("Menu", "Break and closing")),
        "screen and sound": Screen(dealing, ("Menu", "Screen and sound")),
        "reader lost": Screen(msgspec.structs.replace(dealing, faults=(lost,))),
        "reader blind": Screen(msgspec.structs.replace(dealing, radio=weak)),
        "high contrast": Screen(sized, (), (("theme", "contrast"),)),
        "high contrast stop": Screen(stop, (), (("theme", "contrast"),)),
        "bigger": Screen(sized, (), (("theme", "bigger"),)),
        "bigger stop": Screen(stop, (), (("theme", "bigger"),)),
        "left hand": Screen(sized, (), (("hand", "left"), ("deck", "two"))),
    } | {name: Screen(view) for name, view in (crowded() | between_hands()).items()}


def looked_at(shown: ShownViews, folder: str, screens: dict[str, Screen]) -> list[str]:
    """What is wrong with screens at any size, with their names."""
    found: list[str] = []
    pictures: dict[str, list[Image.Image]] = {name: [] for name in screens}
    for width, height in SIZES:
        resize(shown.page, width, height)  # waits: the first picture of a size was once of the size before
        for name, screen in screens.items():
            screen.open(shown)
            found += [f"{name} at {width}x{height}: {fault}" for fault in faults(shown.page)]
            if width == WIDTH:
                found += [f"{name}: {barrier}" for barrier in barriers(shown.page)]
            pictures[name].append(small_picture(shown.session, width, height))
    for name, made in pictures.items():
        found += filter(None, [differs_from_kept(f"{folder}/{name.replace(':', '')}", sheet_of(made))])
    return found
