"""Port discovery: which profiles may be on a port, and stable port names in any order of plugging."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from burncard.firmware_bridge.discovery import PortInfo, candidates, stable_path
from burncard.firmware_bridge.port_error import PortError
from burncard.firmware_bridge.transport_usb import UsbPath
from burncard.hardware.profiles import Profile


@dataclass
class Port:
    device: str
    vid: int | None = None
    pid: int | None = None
    serial_number: str | None = None
    location: str | None = None
    product: str | None = None


def profile(name: str, usb_ids: tuple[str, ...] = (), shared_usb_ids: tuple[str, ...] = ()) -> Profile:
    return Profile(
        name=name, kind="reader", title=name, driver="", baud=9600, usb_ids=usb_ids, shared_usb_ids=shared_usb_ids
    )


OWN = profile("own", usb_ids=("0ab1:0002",))
BEHIND_ADAPTER = profile("behind-adapter", shared_usb_ids=("0403:6001",))
OTHER = profile("other", shared_usb_ids=("0403:6001", "0ab1:0002"))
PROFILES = (OWN, BEHIND_ADAPTER, OTHER)


def found(ports: Iterable[PortInfo], named: tuple[str, ...] = ()) -> dict[str, list[str]]:
    every = candidates(PROFILES, named, lambda: ports, lambda usb_ids: (), folders=())
    return {candidate.path: [profile.name for profile in candidate.profiles] for candidate in every}


def test_ids_of_one_make_decide() -> None:
    assert found([Port("/dev/ttyACM0", 0x0AB1, 0x0002)]) == {"/dev/ttyACM0": ["own"]}


def test_ids_of_an_adapter_say_whom_to_ask() -> None:
    assert found([Port("/dev/ttyUSB0", 0x0403, 0x6001)]) == {"/dev/ttyUSB0": ["behind-adapter", "other"]}


def test_what_a_device_says_of_itself_is_printable() -> None:
    odd = Port("/dev/ttyACM0", 0x0AB1, 0x0002, serial_number="7\x1b[2J", product="a\u202eb\r\n")
    (candidate,) = candidates(PROFILES, (), lambda: [odd], lambda usb_ids: (), folders=())
    assert (candidate.adapter_serial, candidate.product) == ("7?[2J", "a?b??")


def test_a_port_that_no_profile_knows_is_listed_and_not_asked() -> None:
    assert found([Port("/dev/ttyUSB0", 0x1234, 0x5678)]) == {"/dev/ttyUSB0": []}


def test_a_port_that_a_person_names_is_asked_in_every_protocol() -> None:
    ports = [Port("/dev/ttyS0"), Port("/dev/ttyUSB0", 0x1234, 0x5678)]
    every = ["own", "behind-adapter", "other"]
    assert found(ports, ("/dev/ttyUSB0", "/tmp/reader")) == {"/dev/ttyUSB0": every, "/tmp/reader": every}


def test_two_identical_adapters_are_told_apart(tmp_path: Path) -> None:
    by_serial, by_port = tmp_path / "by-serial", tmp_path / "by-port"
    for folder in (by_serial, by_port):
        folder.mkdir()
    for name, socket in (("ttyUSB0", "1-1"), ("ttyUSB1", "1-2")):
        (tmp_path / name).touch()
        (by_port / socket).symlink_to(tmp_path / name)
    # both carry the factory's serial number, so that name could only be given once
    (by_serial / "A50285BI").symlink_to(tmp_path / "ttyUSB1")
    ports = [
        Port(str(tmp_path / "ttyUSB0"), 0x0403, 0x6001, "A50285BI", "1-1"),
        Port(str(tmp_path / "ttyUSB1"), 0x0403, 0x6001, "A50285BI", "1-2"),
    ]
    every = candidates(PROFILES, (), lambda: ports, lambda usb_ids: (), (by_serial, by_port))
    assert [candidate.stable_path for candidate in every] == [str(by_port / "1-1"), str(by_serial / "A50285BI")]
    assert [candidate.usb_location for candidate in every] == ["1-1", "1-2"]


def test_a_device_that_is_no_port_is_found_by_the_ids_of_its_make() -> None:
    asked: list[set[str]] = []

    def bulk(usb_ids: Iterable[str]) -> list[UsbPath]:
        asked.append(set(usb_ids))
        return [UsbPath(0x0AB1, 0x0002, "F1"), UsbPath(0x0AB1, 0x0002, "F2")]

    # the system has made a port of one of the two
    ports = [Port("/dev/ttyACM0", 0x0AB1, 0x0002, "F1")]
    every = candidates(PROFILES, (), lambda: ports, bulk, folders=())
    assert [candidate.path for candidate in every] == ["/dev/ttyACM0", "usb:0ab1:0002:F2"]
    assert [candidate.profiles for candidate in every] == [(OWN,), (OWN,)]
    assert asked == [{"0ab1:0002"}]


def test_without_libusb_there_are_only_ports() -> None:
    def bulk(usb_ids: Iterable[str]) -> list[UsbPath]:
        raise PortError("port-no-libusb", "usb", "libusb is missing")

    assert candidates(PROFILES, (), lambda: (), bulk, folders=()) == []


def test_a_port_without_a_stable_name_keeps_its_own() -> None:
    assert stable_path("/dev/ttyUSB7", folders=()) == "/dev/ttyUSB7"
