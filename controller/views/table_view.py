"""The live table as a role sees it: the felt, and for the staff its devices and faults."""

from typing import Final

import msgspec

from burncard.controller.calibration.words import problem_words, step_words
from burncard.controller.faults import Role
from burncard.controller.service import TableService
from burncard.controller.views.felt_view import Moment, felt_view
from burncard.controller.views.models import (
    CalibrationView,
    CardsOut,
    DeckView,
    DeviceView,
    EnrolmentView,
    FaultView,
    Looking,
    NextHandView,
    RadioView,
)
from burncard.controller.views.table_model import TableView
from burncard.controller.views.undo import undo_view
from burncard.firmware_bridge.driver import MS
from burncard.rules.cards import Zone, seat_of

SEES_DEVICES: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician", "auditor"})

HOLDS_NS: Final = 600 * MS
"""Once a card has been held for so long for an earlier one, the screens ask the dealer to wait: otherwise he would deal
one more to the place that was passed over."""


def moment_of(service: TableService) -> Moment:
    """The live table now."""
    record = service.record
    return Moment(
        record.table, record.ledger, record.config, record.journal.count, places_of(service), service.collected
    )


def places_of(service: TableService) -> int:
    """How many seats the table has: as many as its reader can hear."""
    seats = (seat_of(Zone(zone)) for zone in service.layout.zones.values())
    return max((seat for seat in seats if seat is not None), default=1)


def _places_set_up(service: TableService) -> int:
    """The seats that the table is set up for, so that nobody's place on a screen depends on who sits there."""
    config, heard = service.record.config, places_of(service)
    highest = max((int(seat) for seat, _ in config.seats), default=heard) if config.simulated else heard
    return min(config.places or highest, heard)


def table_view(service: TableService, role: Role, person: str = "") -> TableView:
    """The table as a role may see it: every role sees the felt, only the staff see devices and faults."""
    record, staff = service.record, role in SEES_DEVICES
    return TableView(
        **msgspec.structs.asdict(felt_view(moment_of(service))),
        now_ns=record.now(),
        role=role,
        person=person,
        simulated=record.simulated,
        demonstration=False,
        past=False,
        state=service.machine.state.value,
        mode=service.mode,
        places=_places_set_up(service),
        looking=_looking(service),
        undo=undo_view(record),
        next_hand=next_hand_view(service),
        faces_sensed=service.devices.faces_sensed,
        radio=_radio(service),
        devices=_devices(service) if staff else {},
        faults=_faults(service, role) if staff else (),
        deck=DeckView(
            back=None if record.table.hand is None else record.table.hand.fact.back,
            next_back=service.shuffling.pack.back,
            trouble=service.deck_trouble,
            by_hand=service.shuffling.is_by_hand,
            riffles=service.shuffling.riffles,
            out=_out(service),
        ),
        enrolment=_enrolment(service) if staff else None,
        calibration=_calibration(service) if staff else None,
    )


def _looking(service: TableService) -> Looking | None:
    record, watch = service.record, service.watch
    now_ns, since_ns = record.now(), service.entries.since_ns
    if since_ns is not None:
        return Looking(since_ns=since_ns, entries=service.entries.count)
    held = [card.first_ns for card in watch.perception.held.cards if card.left is None]
    if not record.in_hand or not held:
        return None
    waited_ns = watch.looked_ns(now_ns) - min(held)
    return Looking(since_ns=now_ns - waited_ns, entries=0) if waited_ns >= HOLDS_NS else None


def _radio(service: TableService) -> RadioView:
    watch, now_ns = service.watch, service.record.now()
    blind = service.devices.health["reader"].link != "ready" or watch.told_ns is None or watch.is_blind(now_ns)
    if blind:
        return RadioView(state="blind")
    weak = tuple(service.watch.weak(service.record.now())) if service.record.in_hand else ()
    return RadioView(state="weak" if weak else "good", weak=weak)


def _devices(service: TableService) -> dict[str, DeviceView]:
    return {
        name: DeviceView(
            link=health.link,
            fault=health.fault,
            serial=health.serial_number,
            firmware=health.firmware,
            events_lost=health.events_lost,
            notes=tuple(health.notes),
        )
        for name, health in service.devices.health.items()
        if name in service.devices.there
    }


def _faults(service: TableService, role: Role) -> tuple[FaultView, ...]:
    faults = service.record.faults
    return tuple(
        FaultView(
            code=fault.code,
            device=fault.device,
            happened="",
            text=fault.text,
            hint=fault.kind.hint,
            since_ns=faults.since_ns(fault.code),
            stops_play=fault.kind.stops_play,
            clearable=role in fault.kind.cleared_by,
        )
        for fault in faults.open
    )


def _enrolment(service: TableService) -> EnrolmentView | None:
    enrolment = service.maintenance.enrolment
    if enrolment is None:
        return None
    return EnrolmentView(
        back=enrolment.back,
        count=enrolment.count,
        due=enrolment.due,
        order=enrolment.order,
        warnings=tuple(enrolment.warnings),
    )


def _out(service: TableService) -> tuple[CardsOut, ...]:
    heard = {} if service.record.in_hand else service.cards_out.by_zone()
    return tuple(CardsOut(zone=zone, cards=count) for zone, count in heard.items())


def _calibration(service: TableService) -> CalibrationView | None:
    survey, layout = service.maintenance.calibrating.survey, service.layout
    if survey is None:
        return None
    step = survey.step
    return CalibrationView(
        kind="" if step is None else step.kind,
        zone=None if step is None else layout.zone_of(step.antenna),
        prompt="" if step is None else step_words(layout, step),
        step=survey.at,
        steps=len(survey.steps),
        counted=survey.counted,
        measuring=survey.measuring,
        progress=survey.progress,
        problem=problem_words(layout, survey.problem),
    )


def next_hand_view(service: TableService) -> NextHandView:
    """The hand that is dealt next, as things stand."""
    ledger, config = service.record.ledger, service.record.config
    hand = ledger.next_hand(service.shuffling.pack.back)
    return NextHandView(
        game=hand.game,
        structure=hand.structure,
        house=hand.house,
        tournament=hand.tournament,
        small_blind=config.small_blind,
        big_blind=config.big_blind,
        ante=config.ante,
        bring_in=config.bring_in,
        small_bet=config.small_bet,
        big_bet=config.big_bet,
        smallest_chip=config.smallest_chip,
        rake=hand.rake,
        joker=bool(hand.joker),
        button=hand.button,
        posts={str(seat): chips for seat, chips in hand.posts.items()},
        seats=tuple(hand.seats),
        back=service.shuffling.pack.back,
        why_not=ledger.why_no_hand(),
    )
