"""`burncard devices`: lists the connected devices with their health, and enrols a table's devices."""

import asyncio
import json
import os
import sys

from rich.console import Console
from rich.table import Table

from burncard.api.enrolled_devices import open_enrolment
from burncard.firmware_bridge.discovery import Answer, ask_all, candidates, give_key
from burncard.firmware_bridge.enrolment import Enrolment, EnrolmentError
from burncard.firmware_bridge.events import DeviceRole
from burncard.firmware_bridge.link_messages import KEY_BYTES
from burncard.hardware.profiles import BadProfileError, load_profiles


def list_devices(ports: list[str], enrol: bool, data: str, as_json: bool) -> int:
    """Lists the devices; exit code 1 if one has a problem, 2 if something cannot be read."""
    try:
        enrolment = open_enrolment(data)
        answers = asyncio.run(ask_all(candidates(load_profiles().values(), ports)))
    except (BadProfileError, EnrolmentError, OSError) as error:
        print(f"burncard: {error}", file=sys.stderr)
        return 2
    if enrol and not _enrol(answers, enrolment):
        return 1
    rows = [_row(answer, enrolment) for answer in answers]
    if as_json:
        for row in rows:
            print(json.dumps(row))
    elif rows:
        _print_table(rows)
    else:
        print("No connected USB device looks like a device of a table. Use --port to probe a port.")
    missing = _missing(answers, enrolment)
    for text in missing:
        print(text, file=sys.stderr)
    return 1 if missing or any(row["health"] not in ("well", "unknown") for row in rows) else 0


def _row(answer: Answer, enrolment: Enrolment) -> dict[str, str]:
    identity, candidate = answer.identity, answer.candidate
    return {
        "port": candidate.path,
        "stable": candidate.stable_path,
        "usb": " ".join(filter(None, (candidate.usb_id, candidate.adapter_serial, candidate.usb_location))),
        "device": answer.profile.title if answer.profile is not None else candidate.product,
        "serial": identity.serial_number if identity is not None else "",
        "firmware": f"{identity.firmware_version} {identity.firmware_hash}" if identity is not None else "",
        "enrolled": _role_of(answer, enrolment),
        "health": _health(answer),
    }


def _health(answer: Answer) -> str:
    if answer.error is not None:
        return answer.error.reason
    if answer.identity is not None:
        return "well"
    return "no answer" if answer.candidate.profiles else "unknown"


def _role_of(answer: Answer, enrolment: Enrolment) -> str:
    if answer.identity is None:
        return ""
    return next(iter(enrolment.places([answer])), "no")


def _missing(answers: list[Answer], enrolment: Enrolment) -> list[str]:
    found = enrolment.places(answers)
    return [
        f"The enrolled {role} {device.serial_number} was not found, last seen at {device.path}. Is it connected and on?"
        for role, device in enrolment.devices.items()
        if role not in found
    ]


def _enrol(answers: list[Answer], enrolment: Enrolment) -> bool:
    """Enrols the devices that answered, one per role; False if two answered for one role."""
    roles: tuple[DeviceRole, ...] = ("reader", "shuffler", "camera")
    for role in roles:
        able = [answer for answer in answers if answer.profile is not None and answer.profile.kind == role]
        if len(able) > 1:
            places = ", ".join(answer.candidate.path for answer in able)
            print(f"burncard: more than one {role}: {places}. Disconnect those of other tables.", file=sys.stderr)
            return False
        for answer in able:
            enrolled = enrolment.enrol(role, answer)
            _give_key(role, answer, enrolment)
            print(f"Enrolled as {role}: {enrolled.serial_number} at {enrolled.path}", file=sys.stderr)
    return True


def _give_key(role: DeviceRole, answer: Answer, enrolment: Enrolment) -> None:
    """Gives an enrolled device a key, with which it proves from now on that it is this one and no copy."""
    if answer.identity is None or not answer.identity.proves:
        print(f"The {role} is known by its serial number only: its protocol has no proof.", file=sys.stderr)
        return
    key = os.urandom(KEY_BYTES)
    if enrolment.devices[role].key:
        return
    if asyncio.run(give_key(answer, key)):
        enrolment.keep_key(role, key)
    else:
        print(f"The {role} has the key of another table; reset it there, or at the device.", file=sys.stderr)


def _print_table(rows: list[dict[str, str]]) -> None:
    table = Table(box=None, header_style="bold")
    for name in rows[0]:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*row.values())
    Console(markup=False).print(table)
