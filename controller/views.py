"""What may be shown of a table, as JSON-ready values. A card that does not lie face up is a back, to every role."""

from typing import TYPE_CHECKING, Any, Final

import msgspec

from burncard.controller.faults import Role
from burncard.rules.cards import ASIDE, BOARD, BURN, MUCK, Seat, Zone
from burncard.rules.games import GAMES
from burncard.rules.hand.in_play import HandInPlay

if TYPE_CHECKING:
    from burncard.controller.service import TableService

View = dict[str, Any]

BACK: Final = "back"
SEES_DEVICES: Final[frozenset[Role]] = frozenset({"dealer", "floor", "technician", "auditor"})


def view_of(service: "TableService", role: Role) -> View:
    """The table as a role may see it.

    Seats, board, chips, what is awaited and the open alerts are everybody's; devices and faults are the staff's.
    """
    hand = service.table.hand
    felt = None if hand is None or (hand.ended and service.collected) else hand
    shown: View = {
        "table": service.config.table,
        "game": GAMES[service.config.game].name,
        "structure": service.config.structure,
        "house": service.config.house,
        "simulated": service.config.simulated,
        "state": service.machine.state.value,
        "number": service.journal.count,
        "hand": None if hand is None else hand.fact.id,
        "back": None if hand is None else hand.fact.back,
        "street": "" if hand is None or hand.ended else hand.street.name,
        "button": service.ledger.button,
        "seats": [_seat(service, felt, seat) for seat in sorted(service.ledger.stacks)],
        "board": _zone(felt, BOARD),
        "aside": _zone(felt, ASIDE),
        "burns": len(_zone(felt, BURN)),
        "muck": len(_zone(felt, MUCK)),
        "pot": 0 if hand is None or hand.ended else int(hand.betting.pot_total()),
        "next": msgspec.to_builtins(service.table.awaited()),
        "alerts": [msgspec.to_builtins(ruling) for ruling in service.alerts],
        "deck_trouble": service.deck_trouble,
    }
    staff = role in SEES_DEVICES
    shown["devices"] = {name: msgspec.to_builtins(health) for name, health in service.devices.items()} if staff else {}
    shown["faults"] = [
        {"code": fault.code, "device": fault.device, "text": fault.text, "hint": fault.kind.hint}
        for fault in service.faults.open
        if staff
    ]
    enrolment = service.enrolment
    shown["enrolment"] = (
        {"back": enrolment.back, "count": enrolment.count, "due": enrolment.due}
        if enrolment is not None and staff
        else None
    )
    return shown


def _seat(service: "TableService", hand: HandInPlay | None, seat: Seat) -> View:
    dealt_in = hand is not None and not hand.ended and seat in hand.betting.stacks
    if hand is None or not dealt_in:
        cards = [] if hand is None else [_face(placed.card, placed.face) for placed in hand.held(seat)]
        chips = service.ledger.stacks[seat]
        return {"seat": seat, "chips": chips, "in": 0, "live": False, "turn": False, "cards": cards}
    return {
        "seat": seat,
        "chips": hand.betting.stacks[seat],
        "in": hand.betting.street_in[seat],
        "live": hand.in_hand(seat),
        "turn": hand.at_round and hand.betting.turn == seat,
        "cards": [_face(placed.card, placed.face) for placed in hand.held(seat)],
    }


def _face(card: str, face: str) -> str:
    return card if face == "up" else BACK


def _zone(hand: HandInPlay | None, zone: Zone) -> list[str]:
    return [] if hand is None else [_face(placed.card, placed.face) for placed in hand.felt.cards_in(zone)]
