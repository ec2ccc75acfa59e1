"""The table as people and programs see it: one value, the same for a screen, a stream and a past moment.

Amounts are integers of the smallest chip in use; times are ns of the table's clock. A place is a zone (`seat:4`,
`board`, `burn`, `muck`, `aside`, `stub`, `off`). A card that nobody may see is `back`.
"""

from typing import Any, Final, Literal

import msgspec

BACK: Final = "back"

SeatStatus = Literal["empty", "away", "busted", "waiting", "in", "all-in", "folded", "dead", "mucked"]
Mark = Literal["wins", "loses", "stop", "repair", "unread"]
Blind = Literal["small", "big", "straddle", "post", "ante", "bring-in"]


class Model(msgspec.Struct, frozen=True, kw_only=True):
    """What every part of a view is."""


class CardView(Model, frozen=True):
    """A card on the table. `mark`: why it is shown as something special."""

    card: str
    face: str
    mark: Mark | None = None


class GameView(Model, frozen=True):
    """The game being played."""

    code: str
    name: str
    family: str
    structure: str
    hand_size: int
    joker: bool
    high: bool
    low: str | None


class LimitsView(Model, frozen=True):
    """The stakes; `text` says them in words."""

    small_blind: int
    big_blind: int
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    min_bet: int
    smallest_chip: int
    text: str


class NamedCode(Model, frozen=True):
    """A house or a game by its code and its name."""

    code: str
    name: str


class HandView(Model, frozen=True):
    """The hand in play, or the last one. `ended`: how it ended; null while it is in play."""

    id: str
    number: int
    back: str | None
    first_fact: int
    ended: str | None
    carried: int


class StreetView(Model, frozen=True):
    """The street being dealt or bet on."""

    name: str
    index: int
    names: tuple[str, ...]


class SeatView(Model, frozen=True):
    """One seat of the table, taken or empty.

    `stack`: chips behind; `bet`: in front, this round; `in_pot`: all that it has put in. `due`: the next card goes
    here. `shows`: its hand has been shown. `drew`: how many cards it drew, each time. `won`: chips pushed to it.
    `away`: its player sits out, from the next hand on. `leaving`, `adding`: what it asked for after the hand.
    `owes_blind`: it has to post a blind before it is dealt in.
    """

    seat: int
    name: str
    stack: int
    bet: int
    in_pot: int
    status: SeatStatus
    blind: Blind | None
    button: bool
    turn: bool
    due: bool
    cards: tuple[CardView, ...]
    shows: bool
    looked: bool
    drew: tuple[int, ...]
    in_hand_name: str | None
    low_name: str | None
    won: int
    away: bool = False
    leaving: bool = False
    adding: int = 0
    owes_blind: bool = False


class PotView(Model, frozen=True):
    """A pot, without the bets still in front of the seats."""

    name: str
    amount: int
    eligible: tuple[int, ...]


class PlaceDue(Model, frozen=True):
    """Where a card is due."""

    place: str
    face: str


class StepDue(Model, frozen=True):
    """The open step of a repair: the ruling, and which of how many."""

    ruling: str
    number: int
    of: int


class AwaitedView(Model, frozen=True):
    """What the table waits for, with its place.

    `dealt` and `of`: cards of this street's deal. `then`: those due next, at most twelve. `announce`: said now in stud.
    """

    what: str
    seat: int | None = None
    place: str | None = None
    slot: int | None = None
    face: str | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    step: StepDue | None = None
    to_call: int | None = None
    dealt: int = 0
    of: int = 0
    then: tuple[PlaceDue, ...] = ()
    announce: tuple[str, ...] = ()


class Preset(Model, frozen=True):
    """A usual amount."""

    name: str
    amount: int


class Offer(Model, frozen=True):
    """One thing that can be entered now. Send `entry` to `post`; for a bet or raise put the amount into it.

    `min` and `max`: totals for this round; `choices`: the only ones, in a limit game. `chips`: what a call adds.
    """

    action: str
    entry: dict[str, Any]
    post: str = "actions"
    chips: int | None = None
    min: int | None = None
    max: int | None = None
    step: int = 1
    choices: tuple[int, ...] = ()
    presets: tuple[Preset, ...] = ()
    all_in: bool = False
    free_check: bool = False


class RuleView(Model, frozen=True):
    """The rule of a ruling, with its words and its sources."""

    id: str
    title: str
    text: str
    sources: tuple[str, ...]
    in_force: bool


class PersonAt(Model, frozen=True):
    """Who did something, and when."""

    by: str
    role: str | None
    at_ns: int


class DecidedView(Model, frozen=True):
    """What the floor decided, and when."""

    by: str
    role: str | None
    at_ns: int
    decision: str
    reason: str


class StepView(Model, frozen=True):
    """One step of a repair, with its places. `state`: done, open (now), later, void, told (nothing to see)."""

    number: int
    do: str
    card: str | None
    count: int
    from_: str | None = msgspec.field(name="from")
    to: str | None
    face: str | None
    text: str
    state: str


class StopView(Model, frozen=True):
    """A ruling as a screen shows it: what happened, the rule, and its repair."""

    id: str
    rule: RuleView
    decision: str
    severity: str
    message: str
    source: str
    seats: tuple[int, ...]
    cards: tuple[str, ...]
    hand: str | None
    fact: int
    since_ns: int
    status: str
    open: bool
    acknowledged: PersonAt | None
    decided: DecidedView | None
    steps: tuple[StepView, ...]
    decisions: tuple[str, ...]


class PushView(Model, frozen=True):
    """Chips of a pot that go to a seat, and the hand that wins them (null where nobody had to show)."""

    seat: int
    chips: int
    half: str
    hand: str | None
    cards: tuple[str, ...] | None
    odd_chip: int


class PushedPotView(Model, frozen=True):
    """A pot of a result."""

    name: str
    amount: int
    eligible: tuple[int, ...]
    pushes: tuple[PushView, ...]


class ResultView(Model, frozen=True):
    """How the hand ended; the pots in the order in which they are pushed, the main pot last."""

    hand: str
    ended: str
    carried: int
    rake: int
    stacks: dict[str, int]
    pots: tuple[PushedPotView, ...]


class UndoView(Model, frozen=True):
    """The last entry, which can be taken back. Until `until_ns` by the same role; afterwards by the floor."""

    fact: int
    text: str
    entry: dict[str, Any]
    by: str
    role: str | None
    until_ns: int
    floor_only: bool


class NextHandView(Model, frozen=True):
    """The hand that is dealt next. `why_not`: why it cannot be; empty if it can."""

    game: str
    structure: str
    house: str
    tournament: bool
    small_blind: int
    big_blind: int
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    smallest_chip: int
    rake: int
    joker: bool
    button: int | None
    posts: dict[str, int]
    seats: tuple[int, ...]
    back: str
    why_not: str


class Looking(Model, frozen=True):
    """The table waits until its reader has found a card; entries made meanwhile wait too. With no entries it holds
    cards since an earlier one is missing, and the dealer is to deal none until it has ruled or asked."""

    since_ns: int
    entries: int


class RadioView(Model, frozen=True):
    """How well the reader hears the felt. `weak`: places that it hears badly."""

    state: Literal["good", "weak", "blind", "unknown"]
    weak: tuple[str, ...] = ()


class DeviceView(Model, frozen=True):
    """A device of the table."""

    link: str
    fault: str
    serial: str
    firmware: str
    events_lost: int
    notes: tuple[str, ...] = ()


class FaultView(Model, frozen=True):
    """An open fault: what happened, since when, and what to do. `clearable`: whether this role may clear it by hand."""

    code: str
    device: str
    happened: str
    text: str
    hint: str
    since_ns: int
    stops_play: bool
    clearable: bool


class CardsOut(Model, frozen=True):
    """Cards that are still heard at a place after a hand."""

    zone: str
    cards: int


class DeckView(Model, frozen=True):
    """The pack in play and the next one. `trouble`: why the next hand cannot be dealt from it; empty if it can.

    `by_hand`: the dealer shuffles, and has riffled the next pack `riffles` times. `out`: after a hand, how many cards
    are still heard where.
    """

    back: str | None
    next_back: str
    trouble: str
    by_hand: bool = False
    riffles: int = 0
    out: tuple[CardsOut, ...] = ()


class CalibrationView(Model, frozen=True):
    """The calibration under way: the step, what to lay down for it, and how far its scans are (0 to 1).

    `kind` is empty when all steps are done. `counted`: how many steps count; without any there is nothing to keep.
    `problem`: why the last step did not count; empty if it did.
    """

    kind: str
    zone: str | None
    prompt: str
    step: int
    steps: int
    counted: int
    measuring: bool
    progress: float
    problem: str


class EnrolmentView(Model, frozen=True):
    """The deck that is being enrolled: cards so far, and the one due. `order`: all its cards, as they are laid."""

    back: str
    count: int
    due: str | None
    order: tuple[str, ...]
    warnings: tuple[str, ...] = ()
