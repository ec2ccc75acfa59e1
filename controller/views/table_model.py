"""The whole view: the felt at one moment, and the live table around it."""

import msgspec

from burncard.controller.views.models import (
    AwaitedView,
    CalibrationView,
    CardView,
    DeckView,
    DeviceView,
    EnrolmentView,
    FaultView,
    GameView,
    HandView,
    LimitsView,
    Looking,
    Model,
    NamedCode,
    NextHandView,
    Offer,
    PotView,
    RadioView,
    ResultView,
    SeatView,
    StopView,
    StreetView,
    UndoView,
)


class Felt(Model, frozen=True):
    """The felt at one moment: what every role sees of a hand, now or in the past."""

    number: int
    table: str
    game: GameView
    limits: LimitsView
    house: NamedCode
    hand: HandView | None
    street: StreetView | None
    button: int | None
    seats: tuple[SeatView, ...]
    max_seats: int
    board: tuple[CardView, ...]
    board_size: int
    burns: tuple[CardView, ...]
    muck: int
    aside: tuple[CardView, ...]
    stub: int
    pots: tuple[PotView, ...]
    pot_total: int
    rake: int
    dead_money: int
    next: msgspec.Raw
    awaited: AwaitedView
    offers: tuple[Offer, ...]
    stops: tuple[StopView, ...]
    result: ResultView | None


class TableView(Felt, frozen=True):
    """A table as a role sees it: a dealer, a floor and a technician see the devices, an observer does not.

    `places`: the seats that it is set up for.
    """

    now_ns: int
    role: str
    person: str
    simulated: bool
    demonstration: bool
    past: bool
    state: str
    mode: str
    places: int
    looking: Looking | None
    undo: UndoView | None
    next_hand: NextHandView
    faces_sensed: bool | None
    radio: RadioView
    devices: dict[str, DeviceView]
    faults: tuple[FaultView, ...]
    deck: DeckView
    enrolment: EnrolmentView | None
    calibration: CalibrationView | None
