"""`burncard doctor`: checks the machine and its devices, and says how to fix what is wrong."""

import asyncio
import grp
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import usb.backend.libusb1
from rich.console import Console
from rich.markup import escape

from burncard.api.enrolled_devices import data_home, open_enrolment
from burncard.api.running_tables import table_at
from burncard.firmware_bridge.discovery import Answer, Candidate, ask_all, ask_at_other_settings, candidates
from burncard.firmware_bridge.enrolment import EnrolmentError
from burncard.hardware.profiles import BadProfileError, Profile, load_profiles

UDEV_RULES = Path("/etc/udev/rules.d/60-burncard.rules")
INTERFERING = {
    "ModemManager": "it writes to new serial ports: install the udev rules, or disable it with systemctl",
    "brltty": "it claims USB serial adapters as Braille displays: sudo apt remove brltty",
}

Level = Literal["ok", "warning", "wrong"]
MARKS: dict[Level, str] = {"ok": "[green]ok[/]     ", "warning": "[yellow]warning[/]", "wrong": "[red]wrong[/]  "}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, and what to do about it (empty if it is ok)."""

    level: Level
    what: str
    do: str = ""


def examine(ports: list[str], data: str) -> int:
    """Runs all checks and prints their findings; exit code 1 if something is wrong."""
    checks: list[Callable[[], list[Finding]]] = [
        check_group,
        check_udev_rules,
        check_interfering_services,
        check_libusb,
        lambda: check_data(data_home(data)),
        lambda: check_devices(ports, data),
    ]
    findings = [finding for check in checks for finding in check()]
    console = Console(highlight=False, soft_wrap=True)
    for finding in findings:
        found = escape(finding.what) + (f"\n      → {escape(finding.do)}" if finding.do else "")
        console.print(f"{MARKS[finding.level]} {found}")
    return 1 if any(finding.level == "wrong" for finding in findings) else 0


def check_group() -> list[Finding]:
    """Whether this user may open serial ports."""
    try:
        dialout = grp.getgrnam("dialout").gr_gid
    except KeyError:
        return [
            Finding("warning", "this system has no group dialout", "see who owns its serial ports: ls -l /dev/tty*")
        ]
    if os.geteuid() == 0 or dialout in os.getgroups():
        return [Finding("ok", "you may open serial ports")]
    do = "sudo usermod -aG dialout $USER, then log in again"
    return [Finding("wrong", "you are not in the group dialout, which owns serial ports", do)]


def check_udev_rules() -> list[Finding]:
    """Whether the udev rules, which give ports stable names and permissions, are installed."""
    if UDEV_RULES.exists():
        return [Finding("ok", f"{UDEV_RULES} is installed")]
    do = f"copy hardware/udev/{UDEV_RULES.name} there, then sudo udevadm control --reload && sudo udevadm trigger"
    return [Finding("warning", "the udev rules are not installed: port names may change on reconnection", do)]


def check_interfering_services() -> list[Finding]:
    """Whether another service interferes with serial ports."""
    running = {_name_of(process) for process in Path("/proc").glob("[0-9]*/comm")}
    found = [Finding("warning", f"{name} is running", do) for name, do in INTERFERING.items() if name in running]
    return found or [Finding("ok", "no other service interferes with serial ports")]


def _name_of(process: Path) -> str:
    try:
        return process.read_text().strip()
    except OSError:
        return ""


def check_libusb() -> list[Finding]:
    """Whether readers on plain USB, without a serial port, can be used."""
    if usb.backend.libusb1.get_backend() is not None:
        return [Finding("ok", "libusb is installed")]
    return [
        Finding(
            "warning",
            "libusb is missing: plain USB readers cannot be used",
            "sudo apt install libusb-1.0-0",
        )
    ]


def check_data(directory: Path) -> list[Finding]:
    """Whether the data directory can be written."""
    existing = next(path for path in (directory, *directory.parents) if path.exists())
    if os.access(existing, os.W_OK):
        return [Finding("ok", f"{directory} is writable")]
    return [
        Finding("wrong", f"{existing} is not writable", f"sudo chown -R $USER {existing}, or choose another --data")
    ]


def check_devices(ports: list[str], data: str) -> list[Finding]:
    """Whether the connected devices answer, and whether the enrolled ones are among them."""
    try:
        enrolment = open_enrolment(data)
        known = load_profiles()
        named = [*ports, *(device.path for device in enrolment.devices.values())]
        mine = {port: table for port in named if (table := table_at(port)) is not None}
        found_ports = candidates(known.values(), [port for port in named if port not in mine])
        free = [candidate for candidate in found_ports if table_at(candidate.path) is None]
        answers = asyncio.run(_ask(free, set(named)))
    except (BadProfileError, EnrolmentError, OSError) as error:
        return [Finding("wrong", str(error), "repair the file, or delete it and enrol again")]
    taken = {candidate.path: table_at(candidate.path) for candidate in found_ports if candidate not in free} | mine
    findings = [
        Finding("ok", f"{port}: in use by the table {table.table}, which runs at {table.console}")
        for port, table in taken.items()
        if table is not None
    ]
    findings += [_finding(answer, known) for answer in answers]
    found = enrolment.places(answers)
    for role, device in enrolment.devices.items():
        if role not in found and device.path not in taken:
            what = f"the enrolled {role} {device.serial_number} was not found (last seen at {device.path})"
            findings.append(
                Finding("wrong", what, "connect it and switch it on; or enrol another: burncard devices --enrol")
            )
    if not answers and not taken:
        findings.append(Finding("warning", "no device is connected", "a table without devices runs on simulated ones"))
    return findings


async def _ask(found: list[Candidate], named: set[str]) -> list[Answer]:
    """Asks all ports; those that were named and do not answer, at other speeds and without parity too."""
    answers = await ask_all(found)
    silent = [answer for answer in answers if answer.identity is None and answer.error is None]
    tried = [answer for answer in silent if answer.candidate.path in named]
    again = await asyncio.gather(*(ask_at_other_settings(answer.candidate) for answer in tried))
    better = {answer.candidate.path: answer for answer in again if answer.identity is not None}
    return [better.get(answer.candidate.path, answer) for answer in answers]


def _finding(answer: Answer, known: dict[str, Profile]) -> Finding:
    port = answer.candidate.path
    if answer.error is not None:
        return Finding("wrong", str(answer.error).split(";")[0], answer.error.reason.partition(";")[2].strip())
    if answer.identity is not None and answer.profile is not None:
        profile = known[answer.profile.name]
        if answer.profile != profile:
            settings = f"{answer.profile.baud} bit/s, parity {answer.profile.parity}"
            do = (
                f"copy its profile to a folder named by BURNCARD_PROFILES with these settings, not {profile.baud} bit/s"
            )
            return Finding("wrong", f"{port}: {profile.title} answers at {settings}", f"set it, or {do}")
        return Finding("ok", f"{port}: {answer.profile.title} {answer.identity.serial_number}")
    if not answer.candidate.profiles:
        do = f"if it is a reader: burncard devices --port {port}"
        return Finding(
            "warning", f"{port}: no profile matches {answer.candidate.usb_id} ({answer.candidate.product})", do
        )
    do = "check that it is on and has no other cable; compare speed and parity with its manual"
    return Finding("wrong", f"{port}: no answer", do)
