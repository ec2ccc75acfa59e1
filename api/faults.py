"""Every code that a person can meet: what happened, and what to do next. A test keeps the table complete."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """What a code means."""

    happened: str
    next: str
    status: int = 409


FAULTS: dict[str, Fault] = {
    "not-allowed": Fault(
        "This role may not do that.", "Ask somebody whose role may, or sign in with another key.", 403
    ),
    "no-key": Fault(
        "No valid key came with the request.", "Open the address that the table printed at its start.", 401
    ),
    "foreign-host": Fault(
        "The request came from another site or host.", "Use the address that the table printed.", 403
    ),
    "bad-body": Fault("The request's body is not what this address takes.", "Compare it with docs/api.md.", 422),
    "unknown-ruling": Fault("There is no such ruling in this hand.", "Reload: the hand may be over.", 404),
    "refused": Fault("The entry is not allowed now.", "Read the ruling: it says what would be.", 409),
    "port-permission": Fault("The port may not be opened.", "Add the user to the group dialout and log in again."),
    "port-absent": Fault("There is no such port.", "Plug the device in; `burncard devices` lists what is there."),
    "port-busy": Fault("Another program has the port.", "Close that program, or choose another port."),
    "port-broken": Fault("The line to a device broke.", "Check cable and power; the table opens it again by itself."),
    "port-gone": Fault("A device went away.", "Plug it in again; the table opens it again by itself."),
    "deck-key": Fault("The enrolled decks cannot be decrypted.", "Restore the key file from its backup."),
    "deck-file": Fault("The enrolled decks cannot be read.", "Restore the file, or enrol the decks again."),
    "journal-damaged": Fault(
        "The journal is not as it was written.", "Keep the file, restore a backup, tell the floor."
    ),
    "data-in-use": Fault("Another table uses this data directory.", "Stop it, or give another directory."),
}
