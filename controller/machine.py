"""The table's state machine: one flat synchronous machine, its whole behaviour in one table.

The machine does not decide. It follows what the rules have decided and the journal has recorded. A move that is not in
the table below is a bug, and raises `MachineError`.
"""

from enum import Enum
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from transitions import EventData, Machine, MachineError

from burncard.rules.outcomes import (
    AwaitAction,
    AwaitCard,
    AwaitDiscard,
    AwaitDraw,
    AwaitPlain,
    AwaitRead,
    AwaitRemedy,
    AwaitReturn,
    AwaitShow,
    Next,
)

__all__ = ["MOVES", "MachineError", "Move", "TableMachine", "TableState", "diagram", "state_for"]


class TableState(Enum):
    """What the table is doing."""

    CLOSED = "closed"
    DECK_CHECK = "deck-check"
    SHUFFLING = "shuffling"
    CUT = "cut"
    DEALING = "dealing"
    BETTING = "betting"
    DRAWING = "drawing"
    REMEDY = "remedy"
    SHOWDOWN = "showdown"
    COLLECTING = "collecting"
    HELD = "held"
    FAULT = "fault"
    MAINTENANCE = "maintenance"


class Move(NamedTuple):
    """One trigger: it leads from each of its sources to each of its targets."""

    trigger: str
    sources: tuple[TableState, ...]
    targets: tuple[TableState, ...]

    @property
    def pairs(self) -> set[tuple[TableState, TableState]]:
        """Every (source, target) of this trigger."""
        return {(source, target) for source, target in product(self.sources, self.targets) if source is not target}


S = TableState
IN_PLAY: Final = (S.DEALING, S.BETTING, S.DRAWING, S.REMEDY, S.SHOWDOWN, S.HELD)
NEXT_PACK: Final = (S.COLLECTING, S.SHUFFLING, S.DECK_CHECK, S.CUT)
OUT_OF_PLAY: Final = (*NEXT_PACK, S.CLOSED, S.MAINTENANCE)

RECOVER: Final = "recover"
REWORK: Final = "rework"

MOVES: Final = (
    # the next pack: loaded, shuffled, checked, cut; interference starts it again, a shuffle the check
    Move("load", (S.COLLECTING,), (S.SHUFFLING,)),
    Move("check", (S.SHUFFLING, S.CUT), (S.DECK_CHECK,)),
    Move("pass_check", (S.DECK_CHECK,), (S.CUT,)),
    Move("reshuffle", (S.DECK_CHECK, S.CUT), (S.SHUFFLING,)),
    Move("take_out", (S.SHUFFLING, S.DECK_CHECK, S.CUT), (S.COLLECTING,)),
    Move("change_packs", (S.COLLECTING,), (S.DECK_CHECK, S.CUT)),
    # a hand
    Move("deal", (S.CUT, S.BETTING, S.DRAWING, S.REMEDY, S.HELD), (S.DEALING,)),
    Move("bet", (S.DEALING, S.DRAWING, S.REMEDY, S.HELD), (S.BETTING,)),
    Move("draw", (S.DEALING, S.BETTING, S.REMEDY, S.HELD), (S.DRAWING,)),
    Move("show", (S.DEALING, S.BETTING, S.DRAWING, S.REMEDY), (S.SHOWDOWN,)),
    Move("repair", (S.CUT, S.DEALING, S.BETTING, S.DRAWING, S.SHOWDOWN, S.HELD), (S.REMEDY,)),
    Move("hold", (S.DEALING, S.BETTING, S.DRAWING, S.REMEDY, S.SHOWDOWN), (S.HELD,)),
    Move("end", IN_PLAY, (S.COLLECTING,)),
    # people and faults
    Move("open", (S.CLOSED, S.MAINTENANCE), NEXT_PACK),
    Move("close", (*NEXT_PACK, S.MAINTENANCE), (S.CLOSED,)),
    Move("maintain", (*NEXT_PACK, S.CLOSED, S.FAULT), (S.MAINTENANCE,)),
    Move("fail", (*IN_PLAY, *OUT_OF_PLAY), (S.FAULT,)),
    Move("resume", (S.FAULT,), (*IN_PLAY, *NEXT_PACK, S.CLOSED)),
    # named exits: a table that is restarted, and a hand that is worked out again from its facts
    Move(RECOVER, (S.CLOSED,), (*IN_PLAY, S.COLLECTING, S.FAULT, S.MAINTENANCE)),
    Move(REWORK, (*IN_PLAY, *OUT_OF_PLAY, S.FAULT), IN_PLAY),
)

_TRIGGER_OF: Final = {
    pair: move.trigger for move in MOVES if move.trigger not in (RECOVER, REWORK) for pair in move.pairs
}


class TableMachine:
    """The state of one table. Every method raises MachineError for a move that the table above does not have."""

    state: TableState

    def __init__(self) -> None:
        self._machine = Machine(
            model=self,
            states=TableState,
            initial=TableState.CLOSED,
            transitions=[
                {"trigger": move.trigger, "source": source, "dest": target, "conditions": partial(_leads_to, target)}
                for move in MOVES
                for source, target in sorted(move.pairs, key=str)
            ],
            auto_transitions=False,
            send_event=True,
            queued=False,
        )

    def move_to(self, target: TableState) -> None:
        """Makes an ordinary move: a fact, a device or a person has brought the table there."""
        if target is self.state:
            return
        trigger = _TRIGGER_OF.get((self.state, target))
        if trigger is None:
            raise MachineError(f"no trigger leads from {self.state.value} to {target.value}")
        self._pull(trigger, target)

    def end_hand(self) -> None:
        """The hand is over. Its cards are collected first, whatever state comes after that."""
        self._pull("end", S.COLLECTING)

    def recover_to(self, target: TableState) -> None:
        """Takes a restarted table to the state that its journal gives."""
        if target is not self.state:
            self._pull(RECOVER, target)

    def rework_to(self, target: TableState) -> None:
        """Takes a hand that was worked out again from its facts to any state in play."""
        if target is not self.state:
            self._pull(REWORK, target)

    def _pull(self, trigger: str, target: TableState) -> None:
        if not self._machine.dispatch(trigger, target=target):
            raise MachineError(f"{trigger} does not lead from {self.state.value} to {target.value}")


def _leads_to(target: TableState, event: EventData) -> bool:
    """Selects among several moves with one trigger by the target that is asked for."""
    return event.kwargs["target"] is target


def state_for(awaited: Next) -> TableState:
    """The state in play that goes with what the table awaits."""
    match awaited:
        case AwaitCard():
            return S.DEALING
        case AwaitAction():
            return S.BETTING
        case AwaitDraw() | AwaitDiscard():
            return S.DRAWING
        case AwaitShow():
            return S.SHOWDOWN
        case AwaitPlain(await_="floor"):
            return S.HELD
        case AwaitRemedy() | AwaitReturn() | AwaitRead() | AwaitPlain(await_="shuffle" | "cut"):
            return S.REMEDY
        case _:
            raise MachineError(f"no hand in play awaits {awaited.__class__.__name__}")


_FRAMES: Final = {"next_pack": NEXT_PACK, "in_play": IN_PLAY}
"""States that the diagram draws in one frame; an arrow to or from a frame stands for one to or from each of them."""


def diagram() -> str:
    """The state machine as a Mermaid diagram, made from the table above."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for move in MOVES:
        for arrow in product(_framed(move.sources), _framed(move.targets)):
            if arrow[0] != arrow[1] or arrow[0] in _FRAMES:
                arrows.setdefault(arrow, []).append(move.trigger)
    lines = ["stateDiagram-v2", f"    [*] --> {_word(S.CLOSED)}"]
    for frame, states in _FRAMES.items():
        words = set(map(_word, states))
        inside = [arrow for arrow in arrows if words >= set(arrow)]
        lines += [
            f"    state {frame} {{",
            *(f"        {_drawn(arrow, arrows.pop(arrow))}" for arrow in inside),
            "    }",
        ]
    return "\n".join([*lines, *(f"    {_drawn(arrow, triggers)}" for arrow, triggers in arrows.items())])


def _framed(states: tuple[TableState, ...]) -> list[str]:
    """The names of states, with a frame's name in the place of all that it holds."""
    whole = {frame: held for frame, held in _FRAMES.items() if set(held) <= set(states)}
    return [*whole, *(_word(state) for state in states if not any(state in held for held in whole.values()))]


def _drawn(arrow: tuple[str, str], triggers: list[str]) -> str:
    return f"{arrow[0]} --> {arrow[1]}: {', '.join(triggers)}"


def _word(state: TableState) -> str:
    return state.value.replace("-", "_")
