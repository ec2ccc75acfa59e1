"""The table as the addresses without a version answer it: JSON-ready, for programs that were written to them."""

from typing import Any, Final

import msgspec

from burncard.controller.faults import Role
from burncard.controller.service import TableService
from burncard.controller.views.cards_view import cards_in
from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, Seat, Zone, seat_zone
from burncard.rules.games import GAMES
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.questions import at_round

View = dict[str, Any]

SEES_DEVICES: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician", "auditor"})


def view_of(service: TableService, role: Role = "dealer") -> View:
    """The table as a role may see it: every role sees the felt, only the staff see devices and faults."""
    return {**_felt(service), **(_staff_view(service) if role in SEES_DEVICES else _NO_STAFF_VIEW)}


def _felt(service: TableService) -> View:
    """Seats, board, chips, what is awaited, and the open alerts."""
    record = service.record
    hand = record.table.hand
    felt = None if hand is None or (hand.ended and service.collected) else hand
    in_play = hand if record.in_hand else None
    return {
        "table": record.config.table,
        "game": GAMES[record.config.game].name,
        "structure": record.config.structure,
        "house": record.config.house,
        "simulated": record.simulated,
        "state": service.machine.state.value,
        "number": record.journal.count,
        "hand": None if hand is None else hand.fact.id,
        "back": None if hand is None else hand.fact.back,
        "street": "" if in_play is None else in_play.street.name,
        "button": record.ledger.button,
        "seats": [_seat(service, felt, seat) for seat in sorted(record.ledger.stacks)],
        "board": _zone(felt, BOARD),
        "aside": _zone(felt, ASIDE),
        "burns": len(_zone(felt, BURN)),
        "muck": len(_zone(felt, MUCK)),
        "pot": 0 if in_play is None else int(in_play.betting.pot_total()),
        "next": msgspec.to_builtins(record.table.awaited()),
        "alerts": [msgspec.to_builtins(ruling) for ruling in record.alerts],
        "deck_trouble": service.deck_trouble,
        "looking": service.entries.count > 0,
    }


_NO_STAFF_VIEW: Final[View] = {"devices": {}, "faults": [], "enrolment": None}


def _staff_view(service: TableService) -> View:
    """Devices, open faults, and the deck that is being enrolled."""
    enrolment = service.maintenance.enrolment
    return {
        "devices": {
            name: msgspec.to_builtins(health)
            for name, health in service.devices.health.items()
            if name != "camera" or name in service.devices.there
        },
        "faults": [
            {"code": fault.code, "device": fault.device, "text": fault.text, "hint": fault.kind.hint}
            for fault in service.record.faults.open
        ],
        "enrolment": enrolment and {"back": enrolment.back, "count": enrolment.count, "due": enrolment.due},
    }


def _seat(service: TableService, hand: HandInPlay | None, seat: Seat) -> View:
    cards = _zone(hand, seat_zone(seat))
    if hand is None or hand.ended or seat not in hand.betting.stacks:
        chips = service.record.ledger.stacks[seat]
        return {"seat": seat, "chips": chips, "in": 0, "live": False, "turn": False, "cards": cards}
    return {
        "seat": seat,
        "chips": hand.betting.stacks[seat],
        "in": hand.betting.street_in[seat],
        "live": hand.in_hand(seat),
        "turn": at_round(hand) and hand.betting.round.turn == seat,
        "cards": cards,
    }


def _zone(hand: HandInPlay | None, zone: Zone) -> list[str]:
    return [card.card for card in cards_in(hand, zone, {})]
