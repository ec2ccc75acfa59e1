"""How a table is now, as the floor's desk shows it. It is sent often and kept nowhere; it names no card."""

import msgspec

import burncard
from burncard.controller.outbox.published import Count, Cursor
from burncard.controller.service import TableService
from burncard.controller.views.stops_view import stop_view


class OpenStop(msgspec.Struct, frozen=True):
    """A ruling that nobody has answered yet. Its message names only cards that the table may see."""

    id: str
    rule: str
    title: str
    decision: str
    severity: str
    message: str
    seats: list[Count]
    since_ns: Count
    decisions: list[str]


class OpenFault(msgspec.Struct, frozen=True):
    """An open fault. `floor_may`: whether the floor may clear it."""

    code: str
    device: str
    hint: str
    since_ns: Count
    floor_may: bool


class DeviceState(msgspec.Struct, frozen=True):
    """One device: its link, its own fault, and what it says it is."""

    link: str
    fault: str
    serial_number: str
    firmware: str
    events_lost: Count


class Status(msgspec.Struct, frozen=True):
    """One table. `at_ns`: its own time. `behind`: rows of its record that have not reached the stream.

    Numbers are bounded: a table that sends others cannot break what the floor passes on.
    """

    v: Count
    room: str
    table: str
    journal: str
    program: str
    at_ns: Count
    state: str
    mode: str
    simulated: bool
    game: str
    structure: str
    house: str
    hand: str
    hands: Count
    seats: Count
    chips: Count
    pack: str
    stops: list[OpenStop]
    faults: list[OpenFault]
    devices: dict[str, DeviceState]
    sent: Cursor
    behind: Count
    public_key: str


def status_of(service: TableService, room: str, table: str, sent: Cursor) -> Status:
    """The table's status. `sent`: how far its record has reached the stream."""
    record = service.record
    hand = record.table.hand
    seal = record.journal.seal
    recorded = record.journal.count + record.journal.tip("events")[0]
    return Status(
        v=1,
        room=room,
        table=table,
        journal="" if seal is None else seal.journal,
        program=burncard.__version__,
        at_ns=record.now(),
        state=service.machine.state.value,
        mode=service.mode,
        simulated=record.simulated,
        game=record.config.game if hand is None else hand.fact.game,
        structure=record.config.structure if hand is None else hand.fact.structure,
        house=record.config.house,
        hand="" if hand is None else hand.fact.id,
        hands=record.ledger.hands,
        seats=len(record.ledger.stacks),
        chips=sum(record.ledger.stacks.values()),
        pack=service.shuffling.pack.back,
        stops=_stops(service),
        faults=[
            OpenFault(
                fault.code,
                fault.device,
                fault.kind.hint,
                record.faults.since_ns(fault.code),
                "floor" in fault.kind.cleared_by,
            )
            for fault in record.faults.open
        ],
        devices={
            name: DeviceState(health.link, health.fault, health.serial_number, str(health.firmware), health.events_lost)
            for name, health in service.devices.health.items()
        },
        sent=sent,
        behind=max(0, recorded - sent.facts - sent.events),  # a journal that was put back has fewer than were sent
        public_key="" if seal is None else seal.public_key.hex(),
    )


def _stops(service: TableService) -> list[OpenStop]:
    stops = (stop_view(stop) for stop in service.record.ledger.stops.unanswered)
    return [
        OpenStop(
            stop.id,
            stop.rule.id,
            stop.rule.title,
            stop.decision,
            stop.severity,
            stop.message,
            [int(seat) for seat in stop.seats],
            stop.since_ns,
            list(stop.decisions),
        )
        for stop in stops
    ]
