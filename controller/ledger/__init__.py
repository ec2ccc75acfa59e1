"""What a table carries from hand to hand: chips, button, packs, the hand that is due, and the open stops."""

from burncard.controller.ledger.ledger import Ledger, LedgerState, refused_stakes, refused_start
from burncard.controller.ledger.stops import Origin, Stop, Stops

__all__ = ["Ledger", "LedgerState", "Origin", "Stop", "Stops", "refused_stakes", "refused_start"]
