"""What a table prints when it starts: its devices, and how people sign in."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from burncard.api.accounts.people import Demonstration, People
from burncard.api.first_start import Certificate, first_technician, machine_key
from burncard.controller.faults import Role

PAGES: Final[dict[Role, str]] = {"floor": "desk", "technician": "technician", "auditor": "desk", "observer": ""}
"""Where the link of each role but the dealer's leads."""


def announce(directory: Path, ports: Mapping[str, str], *, simulated: bool) -> None:
    """Says that the table runs, and on which ports. `ports`: by device."""
    print(f"Burncard is running{' on SIMULATED devices' if simulated else ''}.")
    for name, place in {**ports, "data": str(directory)}.items():
        print(f"  {name:<8} {place}")
    print()


def invite(
    people: People, directory: Path, address: str, certificate: Certificate | None, *, play: bool, kept: bool
) -> None:
    """Says how to sign in. The secret of the first technician is shown here, once, and kept nowhere.

    `play`: whether a visitor may deal; `kept`: whether the record outlasts the table.
    """
    ends = "a new start resumes it" if kept else "nothing of it is kept"
    if isinstance(people, Demonstration):
        print("DEMONSTRATION: these links sign in at once. They are good on this machine only, until the table stops.")
        print(f"Console:    {address}?key={people.key_of('dealer')}")
        for role, page in PAGES.items():
            print(f"{role.capitalize() + ':':<12}{address}?key={people.key_of(role)}{page and '&to=' + page}")
        if play:
            print(f"\nDeal it yourself, and make mistakes: {address}?key={people.key_of('floor')}&to=play")
        print(f"\nOpen an address in a browser. Ctrl-C stops the table; {ends}.", flush=True)
        return
    pin = first_technician(people)
    machine_key(people, directory)
    print(f"Sign in:  {address}")
    if certificate is not None:
        print(f"Certificate (SHA-256):\n  {certificate.fingerprint}")
    if pin is not None:
        print("First start. This account adds the others; its PIN is shown this once:")
        print(f"  name  technician\n  PIN   {pin}")
    print(f"\nCtrl-C stops the table; {ends}.", flush=True)
