"""The table's state machine: one flat synchronous machine, its whole behaviour in one table.

The machine does not decide; the rules have decided, and the journal has it. A transition that the table below does not
know is a bug, and `MachineError` says so loudly.
"""

from enum import Enum
from typing import Final

from transitions import Machine, MachineError

from rules.outcomes import (
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

__all__ = ["TRANSITIONS", "MachineError", "TableMachine", "TableState", "diagram", "state_for"]


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


S = TableState
PLAYING: Final = (S.DEALING, S.BETTING, S.DRAWING, S.REMEDY, S.SHOWDOWN, S.HELD)
BETWEEN: Final = (S.DECK_CHECK, S.SHUFFLING, S.CUT, S.COLLECTING)

# trigger, from, to
TRANSITIONS: Final[tuple[tuple[str, tuple[TableState, ...], TableState], ...]] = (
    ("check_deck", (S.CLOSED, S.COLLECTING, S.SHUFFLING, S.CUT, S.DECK_CHECK, S.MAINTENANCE), S.DECK_CHECK),
    ("shuffle", (S.CLOSED, S.DECK_CHECK, S.COLLECTING, S.SHUFFLING, S.CUT), S.SHUFFLING),
    ("cut", (S.SHUFFLING, S.DECK_CHECK, S.CUT, S.COLLECTING), S.CUT),
    ("deal", (S.CLOSED, S.COLLECTING, *PLAYING, *BETWEEN[:3]), S.DEALING),
    ("bet", (*PLAYING, S.CLOSED), S.BETTING),
    ("draw", (*PLAYING, S.CLOSED), S.DRAWING),
    ("repair", (*PLAYING, S.CLOSED), S.REMEDY),
    ("show", (*PLAYING, S.CLOSED), S.SHOWDOWN),
    ("hold", (*PLAYING, S.CLOSED), S.HELD),
    ("collect", (*PLAYING, *BETWEEN, S.CLOSED), S.COLLECTING),
    ("fail", tuple(S), S.FAULT),
    ("maintain", (S.CLOSED, *BETWEEN, S.FAULT), S.MAINTENANCE),
    ("recover", (S.FAULT, S.MAINTENANCE), S.CLOSED),
    ("close", (*BETWEEN, S.CLOSED, S.MAINTENANCE), S.CLOSED),
)

_TRIGGER_TO: Final = {
    S.DEALING: "deal",
    S.BETTING: "bet",
    S.DRAWING: "draw",
    S.REMEDY: "repair",
    S.SHOWDOWN: "show",
    S.HELD: "hold",
    S.COLLECTING: "collect",
    S.DECK_CHECK: "check_deck",
    S.SHUFFLING: "shuffle",
    S.CUT: "cut",
    S.FAULT: "fail",
}


class TableMachine:
    """The state of one table."""

    state: TableState

    def __init__(self) -> None:
        self._machine = Machine(
            model=self,
            states=TableState,
            initial=TableState.CLOSED,
            transitions=[
                {"trigger": name, "source": list(sources), "dest": target} for name, sources, target in TRANSITIONS
            ],
            auto_transitions=False,
            send_event=True,
            queued=False,
        )

    def move_to(self, target: TableState) -> None:
        """Goes to a state that the rules or the devices have brought about. Raises MachineError for a bug."""
        if target is not self.state:
            self._machine.dispatch(_TRIGGER_TO[target])

    def pull(self, trigger: str) -> None:
        """Pulls a trigger by its name in the table. Raises MachineError."""
        self._machine.dispatch(trigger)


def state_for(awaited: Next) -> TableState:
    """The state that goes with what the table awaits."""
    match awaited:
        case AwaitCard():
            return S.DEALING
        case AwaitAction() | AwaitRead():
            return S.BETTING
        case AwaitDraw() | AwaitDiscard():
            return S.DRAWING
        case AwaitShow():
            return S.SHOWDOWN
        case AwaitPlain(await_="floor"):
            return S.HELD
        case AwaitPlain(await_="hand"):
            return S.COLLECTING
        case AwaitRemedy() | AwaitReturn() | AwaitPlain():
            return S.REMEDY
        case _:
            return S.BETTING


def diagram() -> str:
    """The state machine as a Mermaid diagram, made from the table above."""
    lines = ["stateDiagram-v2", f"    [*] --> {_word(S.CLOSED)}"]
    for name, sources, target in TRANSITIONS:
        if set(sources) == set(S):
            lines.append(f"    note right of {_word(target)}: {name} from any state")
            continue
        lines += [f"    {_word(source)} --> {_word(target)}: {name}" for source in sources if source is not target]
    return "\n".join(lines)


def _word(state: TableState) -> str:
    return state.value.replace("-", "_")
