"""A simulated technician: lays cards where the steps of a calibration say."""

from collections.abc import Sequence

from burncard.controller.calibration.survey import Step, Survey
from burncard.simulator.radio.air import Air


def lay_for(step: Step, air: Air, cards: Sequence[str], now_ns: int) -> None:
    """Lays cards (ids of tags) on the felt for one step. Needs as many cards as the highest pile has."""
    if step.kind != "pile":
        for piece in list(air.felt):
            air.take(piece.name)
    if step.kind == "middle":
        air.lay(cards[0], step.antenna, "up", now_ns)
    elif step.kind == "border":
        air.lay_between(cards[0], (step.antenna, step.neighbour), "up", now_ns)
    elif step.kind == "pile":
        if step.cards == 1:
            air.take(cards[0])
        air.lay(cards[step.cards - 1], step.antenna, "up", now_ns)


class Technician:
    """Follows the survey of a table with some cards of its pack, while no card of a hand lies on the felt."""

    def __init__(self, air: Air, cards: Sequence[str]) -> None:
        self._air = air
        self._cards = cards
        self._laid_for: tuple[Step, int] | None = None

    def work(self, survey: Survey | None, now_ns: int) -> bool:
        """Lays what the survey asks for next; whether there is a survey. After it, all cards are taken away."""
        step = None if survey is None else survey.step
        if survey is None or step is None:
            for uid in self._cards if self._laid_for is not None else ():
                self._air.take(uid)
            self._laid_for = None
        elif not survey.measuring and self._laid_for != (step, survey.tries):
            lay_for(step, self._air, self._cards, now_ns)
            self._laid_for = (step, survey.tries)
        return survey is not None
