"""Advice for every code that a person can meet: what happened, and what to do next. A test keeps the table complete.

Rulings are not here: a ruling carries its own message, rule and source.
"""

from dataclasses import dataclass
from typing import Final

from burncard.controller.faults import FAULT_KINDS


@dataclass(frozen=True, slots=True)
class Advice:
    """What a code means, and what to do. `status`: the HTTP status of an answer that carries it."""

    happened: str
    next: str
    status: int = 409


_CALL: Final = "Keep the device out of play and call a technician."

_REQUESTS: Final = {
    "no-key": Advice("Nobody is signed in.", "Sign in, or send a token.", 401),
    "not-allowed": Advice("This role may not do that.", "Ask a person whose role may.", 403),
    "foreign-host": Advice(
        "The request came from another host or site.", "Use the address that the table printed.", 403
    ),
    "no-such-address": Advice("There is nothing at this address.", "docs/api.md lists the addresses.", 404),
    "wrong-method": Advice("This address does not accept that method.", "docs/api.md lists the methods.", 405),
    "no-such-fault": Advice("No such fault is open.", "Reload: it may have cleared by itself.", 404),
    "body-too-large": Advice("The request's body is too large.", "Send one entry at a time.", 413),
    "bad-body": Advice("The request is not valid for this address.", "Compare it with docs/api.md.", 422),
    "journal-unwritten": Advice("The journal cannot be written, so nothing is entered.", "Free the disk.", 503),
    "people-unwritten": Advice("The people cannot be written, so nothing is changed.", "Free the disk.", 503),
    "request-failed": Advice("The program failed on this request.", "Report it: the log says where.", 500),
    "table-stopped": Advice("A fault stops the table, so nothing is entered.", "End the fault first.", 503),
    "name-needed": Advice("This needs a reason.", "Give `reason`; it is recorded.", 422),
}

_ENTRIES: Final = {
    "refused": Advice("The rules do not allow this now.", "Do first what the table waits for."),
    "stale-entry": Advice(
        "The table has moved on since this was entered.", "Look at the table, then enter it again if it is still meant."
    ),
    "key-reused": Advice("This key was sent with another entry.", "Use a new Idempotency-Key for each entry.", 422),
    "own-address": Advice("This has an address of its own.", "See docs/api.md for rulings, undo and void.", 422),
    "nothing-to-undo": Advice("That entry cannot be taken back any more.", "Call the floor: it can retract any fact."),
    "undo-too-late": Advice("Only the floor may take this back now.", "Call the floor."),
    "too-many-entries": Advice("Too many entries were made at once.", "Wait a moment, then enter it again.", 429),
    "hand-named": Advice("Hidden cards of this hand have been exported.", "The hand stays as it ended."),
    "which-seat": Advice("The ruling names no hand.", "Say which seat's hand is dead.", 422),
    "no-such-ruling": Advice("There is no such ruling.", "Reload: the view lists the open ones.", 404),
    "no-such-hand": Advice("There is no such hand.", "Look it up in the list of hands.", 404),
    "no-simulator": Advice("This table has real devices, so nobody can play with it.", "Use `burncard play`.", 404),
    "not-now": Advice("That cannot be done at this moment.", "Look at what the table waits for."),
    "hand-in-play": Advice("The hand is still in play.", "Ask again when it has ended."),
    "hand-unsigned": Advice(
        "The table has signed nothing for this hand.", "Only a live table signs its hands, each when it ends."
    ),
    "not-in-format": Advice(
        "A hand history cannot hold what happened in this hand.", "Take its table log: the address ends with `log`."
    ),
    "no-such-fact": Advice("The hand has no such fact.", "The address of the hand lists its facts.", 404),
    "no-such-seat": Advice("The table has no such seat.", "Seats are counted from 1.", 404),
    "seat-taken": Advice("Somebody sits there.", "Choose another seat, or let the player leave first."),
    "seat-empty": Advice("Nobody sits there.", "Let a player sit down first."),
    "chips-needed": Advice("Nobody is dealt in without chips.", "Say with how many the player sits down.", 422),
    "not-while-in-hand": Advice("The seat is in the hand.", "Wait until the hand has ended."),
    "not-playable": Advice("The table cannot be played so.", "Change the game, the house or the stakes.", 422),
    "no-such-deck": Advice("No deck of that back is enrolled.", "The address `decks` lists them.", 404),
    "no-such-zone": Advice("No antenna lies under that zone.", "The table's layout lists the zones.", 404),
    "calibration-not-now": Advice(
        "Nothing can be calibrated now.", "Put the table in maintenance, and begin a calibration.", 409
    ),
    "nothing-measured": Advice("Nothing has been measured.", "Measure a step first, or stop without keeping."),
    "no-such-rule": Advice("There is no such rule.", "`burncard rules` lists the rules.", 404),
    "no-such-game": Advice("There is no such game.", "`burncard games` lists the games.", 422),
    "no-such-house": Advice("There is no such house.", "The address `houses` lists them.", 422),
}

_PEOPLE: Final = {
    "wrong-pin": Advice("Name and PIN do not match.", "Try again, or ask a technician for a new PIN.", 401),
    "locked-out": Advice("Too many tries have failed.", "Try again after a short wait.", 429),
    "name-taken": Advice("A person of that name exists.", "Choose another name."),
    "weak-pin": Advice("This PIN cannot be used.", "Choose 6 to 12 digits that are not in a row.", 422),
    "no-such-user": Advice("There is no person of that name.", "The address `users` lists the people.", 404),
    "no-such-token": Advice("There is no such token.", "The address `users` lists the tokens.", 404),
    "too-many-tokens": Advice("This person has too many tokens.", "End one of them first."),
    "last-technician": Advice("This is the last technician.", "Make another person a technician first."),
    "people-file": Advice("The file of the people cannot be used.", "Restore it, or see docs/operations.md."),
}

_START: Final = {
    "bad-option": Advice("An option is not valid.", "See `burncard run --help`."),
    "data-in-use": Advice("Another table uses this data directory.", "Stop it, or choose another one with --data."),
    "data-folder": Advice("The data directory cannot be used.", "Make it writable, or choose another one with --data."),
    "not-as-attested": Advice("What is installed is not what was attested.", "See `burncard attest --against`."),
    "journal-seal": Advice("The journal's seal cannot be used.", "Restore it from its backup, or give it with --seal."),
    "floor-database": Advice("The floor's database cannot be used now.", "Start it; nothing is lost meanwhile.", 503),
    "floor-standby": Advice("Another floor of the room leads.", "Use the address of the floor that leads.", 503),
    "servers-unreachable": Advice("The room's servers cannot be reached.", "Start them and do this again.", 503),
    "table-silent": Advice("The table did not answer.", "Nothing was decided: look at the table itself.", 504),
    "join-refused": Advice("That code lets no table in.", "Ask for a new code: it is good once, for ten minutes.", 403),
    "floor-credentials": Advice("The floor's credentials cannot be used.", "Enrol the table again: see docs/floor.md."),
    "address-in-use": Advice("The console's port is in use.", "Choose another one with --port; 0 picks a free one."),
    "deck-not-now": Advice("No deck can be enrolled now.", "Put the table in maintenance first.", 409),
    "deck-key": Advice("The enrolled decks cannot be decrypted.", "Restore their key from its backup."),
    "deck-incomplete": Advice("The deck is not complete.", "Lay every card once, and the joker if it is used."),
    "deck-card-twice": Advice("A card is in the deck twice.", "Take out the second one and enrol the deck again."),
    "deck-tag-known": Advice("Tags of this deck belong to another deck.", "Sort the decks by their backs first."),
    "deck-file": Advice("The enrolled decks cannot be read.", "Restore the file, or enrol the decks again."),
}

_PORTS: Final = {
    "port-permission": Advice("No permission to open the port.", "Add the user to the port's group and log in again."),
    "port-absent": Advice("There is no such port.", "Plug the device in; `burncard devices` lists what is there."),
    "port-busy": Advice("Another program is using the port.", "Close that program, or choose another port."),
    "port-parity": Advice("The port does not support this parity.", "A virtual port has none: use parity N there."),
    "port-no-tty": Advice("The path is not a serial port.", "Give the path of a serial port."),
    "port-no-libusb": Advice("A library for USB devices is missing.", "Install the package libusb-1.0-0."),
    "port-no-bulk": Advice("The USB device has no usable endpoints.", "Check that it is the right device."),
    "port-gone": Advice("A device was disconnected.", "Plug it in again; the table reopens it by itself."),
}

_DEVICES: Final = {
    "bad-event": Advice("A device sent an invalid message.", _CALL),
    "command-refused": Advice("A device refused a command.", "See its display for the reason, then try again."),
    "command-unanswered": Advice("A device does not answer a command.", "Check its cable; switch it off and on."),
    "link-version": Advice("A device speaks another version of the link.", "Update the device or this program."),
    "device-changed": Advice("A device that is not enrolled answers.", "Plug in the enrolled one, or enrol this one."),
    "device-unproved": Advice("A device does not prove that it is the enrolled one.", _CALL),
    "firmware-changed": Advice("The device's firmware has changed since enrolment.", _CALL),
}

_HAPPENED: Final = {
    "reader-lost": "The card reader does not answer.",
    "reader-blind": "The card reader answers, but does not scan.",
    "reader-port-absent": "The card reader's port is not there.",
    "reader-port-busy": "Another program uses the card reader's port.",
    "reader-port-unusable": "The card reader's port cannot be used.",
    "reader-silent": "Nothing is heard from the card reader.",
    "reader-garbled": "What is heard at the card reader's port is not a card reader's.",
    "reader-changed": "Another reader answers than the enrolled one.",
    "reader-firmware": "The card reader's firmware has changed.",
    "reader-fault": "The card reader reports an internal fault.",
    "shuffler-lost": "The shuffler does not answer.",
    "shuffler-port-absent": "The shuffler's port is not there.",
    "shuffler-port-busy": "Another program uses the shuffler's port.",
    "shuffler-port-unusable": "The shuffler's port cannot be used.",
    "shuffler-silent": "Nothing is heard from the shuffler.",
    "shuffler-garbled": "What is heard at the shuffler's port is not a shuffler's.",
    "shuffler-changed": "Another shuffler answers than the enrolled one.",
    "shuffler-firmware": "The shuffler's firmware has changed.",
    "shuffler-fault": "The shuffler reports an internal fault.",
    "shuffler-jam": "A card is jammed in the shuffler.",
    "shuffler-door": "The shuffler's door is open.",
    "camera-lost": "The camera does not answer.",
    "camera-port-absent": "The camera's port is not there.",
    "camera-port-busy": "Another program uses the camera's port.",
    "camera-port-unusable": "The camera's port cannot be used.",
    "camera-silent": "Nothing is heard from the camera.",
    "camera-garbled": "What is heard at the camera's port is not a camera's.",
    "camera-changed": "Another camera answers than the enrolled one.",
    "camera-firmware": "The camera's firmware has changed.",
    "camera-fault": "The camera reports an internal fault.",
    "deck-wrong": "The pack is not complete.",
    "tag-in-two-places": "One tag answers at two places.",
    "card-unheard": "A card is due at this place, and is not heard there, or not for certain.",
    "card-between": "A card lies between these two places, and may belong to either.",
    "felt-differs": "The cards on the felt are not where the journal has them.",
    "journal-damaged": "The journal does not match what was written.",
    "journal-stopped": "The journal cannot be written, so the table has stopped.",
    "witness-lost": "The witness of the journal cannot be written.",
    "program-error": "The program failed, and the table has gone back to its journal.",
}

ADVICE: Final[dict[str, Advice]] = {
    **_REQUESTS,
    **_ENTRIES,
    **_PEOPLE,
    **_START,
    **_PORTS,
    **_DEVICES,
    **{code: Advice(happened, FAULT_KINDS[code].hint) for code, happened in _HAPPENED.items()},
}
