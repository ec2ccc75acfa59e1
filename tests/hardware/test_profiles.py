"""Every profile names an existing driver and a virtual device."""

import re
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from burncard.firmware_bridge.camera import CameraDriver
from burncard.firmware_bridge.driver import Reader, Shuffler
from burncard.firmware_bridge.protocols import UnknownProtocolError, protocol, protocol_of
from burncard.hardware.layout import load_layout
from burncard.hardware.profiles import EXTRA_PROFILES_VARIABLE, BadProfileError, load_profiles
from burncard.simulator.devices.registry import make_virtual

PROFILES = load_profiles()


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_has_a_driver_of_its_kind_and_a_virtual_device(name: str) -> None:
    profile = PROFILES[name]
    driver = protocol_of(profile).new_driver(1)
    assert isinstance(driver, {"reader": Reader, "shuffler": Shuffler, "camera": CameraDriver}[profile.kind])
    assert profile.virtual
    make_virtual(name, "V-1", Random(1))


def test_the_udev_rules_know_every_usb_id() -> None:
    rules = files("burncard.hardware").joinpath("udev", "60-burncard.rules").read_text(encoding="utf-8")
    known = {
        f"{vendor}:{product}"
        for vendor, product in re.findall(r'\{idVendor\}=="(\w+)", ATTRS?\{idProduct\}=="(\w+)"', rules)
    }
    assert {usb_id for profile in PROFILES.values() for usb_id in profile.usb_ids + profile.shared_usb_ids} <= known


def test_a_folder_adds_profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nkind = "reader"\ntitle = "Mine"\nbaud = 9600\n'
        'driver = "burncard.firmware_bridge.reader:PROTOCOL"\n'
    )
    monkeypatch.setenv(EXTRA_PROFILES_VARIABLE, str(tmp_path))
    assert protocol("mine")[0].baud == 9600


@pytest.mark.parametrize("text", ['name = "x"', "name = 7", "no toml", 'colour = "red"'])
def test_a_bad_profile_is_refused_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "bad.toml").write_text(text)
    monkeypatch.setenv(EXTRA_PROFILES_VARIABLE, str(tmp_path))
    with pytest.raises(BadProfileError, match=r"bad\.toml"):
        load_profiles()


def test_an_unknown_protocol_is_refused_with_a_list_of_the_known_ones() -> None:
    with pytest.raises(UnknownProtocolError, match="burncard-reader"):
        protocol("nothing")
    with pytest.raises(UnknownProtocolError, match="burncard-shuffler"):
        make_virtual("nothing", "V-1", Random(1))


def test_the_standard_layout_has_an_antenna_for_each_zone() -> None:
    layout = load_layout()
    zones = [f"seat:{seat}" for seat in range(1, 11)] + ["board", "burn", "muck", "aside", "stub"]
    assert [layout.zone_of(antenna) for antenna in range(1, 16)] == zones
    assert [layout.antenna_of(zone) for zone in zones] == list(range(1, 16))
    assert layout.zone_of(16) is None
    assert layout.antenna_of("rail") is None
