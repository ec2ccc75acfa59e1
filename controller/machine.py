"""The table's state machine: one flat synchronous machine, its whole behaviour in one table.

The machine does not decide; the rules have decided, and the journal has it. A transition that the table below does not
know is a bug, and `MachineError` says so loudly.
"""

from enum import Enum
from typing import Final

from transitions import Machine, MachineError

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
BETWEEN: Final = (S.CLOSED, S.COLLECTING, S.SHUFFLING, S.DECK_CHECK, S.CUT)
STOPPED: Final = (S.FAULT, S.MAINTENANCE)

# trigger, from, to. A table that was switched off in the middle of a hand goes on with it from `closed`, and one whose
# hand ended by an entry that is taken back from wherever the pack has come since.
TRANSITIONS: Final[tuple[tuple[str, tuple[TableState, ...], TableState], ...]] = (
    ("collect", (*PLAYING, *BETWEEN, *STOPPED), S.COLLECTING),
    ("shuffle", (*PLAYING, *BETWEEN, *STOPPED), S.SHUFFLING),
    ("check_deck", (*PLAYING, *BETWEEN, *STOPPED), S.DECK_CHECK),
    ("cut", (*PLAYING, *BETWEEN, *STOPPED), S.CUT),
    ("deal", (*PLAYING, *BETWEEN, *STOPPED), S.DEALING),
    ("bet", (*PLAYING, *BETWEEN, S.FAULT), S.BETTING),
    ("draw", (*PLAYING, *BETWEEN, S.FAULT), S.DRAWING),
    ("repair", (*PLAYING, *BETWEEN, S.FAULT), S.REMEDY),
    ("show", (*PLAYING, *BETWEEN, S.FAULT), S.SHOWDOWN),
    ("hold", (*PLAYING, *BETWEEN, S.FAULT), S.HELD),
    ("close", (*PLAYING, *BETWEEN, *STOPPED), S.CLOSED),
    ("maintain", (*PLAYING, *BETWEEN, *STOPPED), S.MAINTENANCE),
    ("fail", tuple(S), S.FAULT),
)

TRIGGERS: Final = {target: name for name, _, target in TRANSITIONS}


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
            self._machine.dispatch(TRIGGERS[target])

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
    """The state machine as a Mermaid diagram, made from the table above: the states of a hand, and those between."""
    lines = ["stateDiagram-v2", f"    [*] --> {_word(S.CLOSED)}"]
    for name, states in (("between_hands", BETWEEN), ("in_play", PLAYING), ("stopped", STOPPED)):
        lines += [f"    state {name} {{", *(f"        {_word(state)}" for state in states), "    }"]
    groups = {"between_hands": set(BETWEEN), "in_play": set(PLAYING), "stopped": set(STOPPED)}
    for name, sources, target in TRANSITIONS:
        whole = [group for group, states in groups.items() if states - {target} <= set(sources)]
        covered = set().union(*(groups[group] for group in whole))
        single = [_word(state) for state in sources if state not in covered and state is not target]
        lines += [f"    {source} --> {_word(target)}: {name}" for source in (*whole, *single)]
    return "\n".join(lines)


def _word(state: TableState) -> str:
    return state.value.replace("-", "_")
