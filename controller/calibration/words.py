"""The survey in words: what to lay down, and why a step did not count."""

from typing import Final

from burncard.controller.calibration.survey import Step
from burncard.hardware.layout import Layout

_PLACES: Final = {
    "board": "the board",
    "burn": "the burn pile",
    "muck": "the muck",
    "aside": "the place for cards set aside",
    "stub": "the place of the stub",
}
_PROBLEMS: Final = {
    "card-left": "A card is still heard at {}. Take it away.",
    "not-heard": "No card is heard at {}. Lay it down as asked. If it lies there, the antenna is dead or not "
    "connected.",
    "heard-elsewhere": "The card is heard better at {}. Lay it where it was asked for. If it lies there, two antennas "
    "are swapped.",
    "badly-heard": "The card is heard badly at {}. Lay it in the middle again, and measure again. If it is no better, "
    "that is counted: the antenna is weak.",
    "two-cards": "More than one card is heard at {}. Lay only what is asked for.",
}


def place_words(layout: Layout, antenna: int) -> str:
    """A zone as a person calls it, by its antenna."""
    zone = layout.zone_of(antenna) or f"antenna {antenna}"
    return _PLACES.get(zone) or zone.replace(":", " ")


def step_words(layout: Layout, step: Step) -> str:
    """What to do for a step."""
    here = place_words(layout, step.antenna)
    match step.kind:
        case "empty":
            return "Take every card off the table, and the pack out of the reader's reach."
        case "middle":
            return f"Lay one card, and no other, in the middle of {here}."
        case "border":
            return f"Lay that card on the border of {here} and {place_words(layout, step.neighbour)}."
        case "pile":
            first = f"Lay another card, and no other, in the middle of {here}: the lowest of a pile."
            return first if step.cards == 1 else f"Lay one more card on the pile at {here}: {step.cards} cards now."


def problem_words(layout: Layout, problem: str) -> str:
    """Why a step did not count, and what to do; empty if it did."""
    code, _, antenna = problem.partition(":")
    return _PROBLEMS[code].format(place_words(layout, int(antenna))) if problem else ""
