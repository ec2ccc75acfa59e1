"""The file of a calibration: one for each layout, replaced as a whole, and refused where it cannot be right."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from burncard.controller.calibration.stored_calibration import (
    BadCalibrationError,
    Calibration,
    file_name,
    read,
    sum_of,
    write,
)
from burncard.hardware.layout import load_layout
from tests.harness.odd_antennas import antenna, counted

LAYOUT = load_layout()
KNOWN = Calibration("standard", dict(LAYOUT.zones), 7, None, {3: antenna(counted(80, 60, -50.0))})


def test_a_calibration_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert read(tmp_path, LAYOUT) is None
    write(tmp_path, KNOWN, LAYOUT)
    found = read(tmp_path, LAYOUT)
    assert found == KNOWN
    assert found is not None
    assert found.rates()[3].miss(0) > 0.15 > found.rates()[4].miss(0)
    assert [path.name for path in tmp_path.iterdir()] == ["calibration-standard.json"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "Tisch 4 / Süd", "...", "a" * 30])
def test_a_layouts_name_never_leads_out_of_the_folder(name: str) -> None:
    found = file_name(replace(LAYOUT, name=name))
    assert Path(found).name == found
    assert found.isascii()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b'{"layout": "standard", "zones": {"1": "seat:1"}}',
        msgspec.json.encode(KNOWN).replace(b'"heard":60.0', b'"heard":90.0'),
        msgspec.json.encode(KNOWN).replace(b'"scans":80.0', b'"scans":-1'),
        msgspec.json.encode(KNOWN).replace(b'"mean_dbm":-50.0', b'"mean_dbm":1e999'),
        msgspec.json.encode(KNOWN).replace(b'"mean_dbm":-50.0', b'"mean_dbm":1e308'),
        msgspec.json.encode(KNOWN).replace(b'"scans":80.0', b'"scans":1e308'),
        msgspec.json.encode(KNOWN).replace(b'"squares":0.0', b'"squares":1e308'),
    ],
)
def test_a_file_that_cannot_be_right_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / file_name(LAYOUT)).write_bytes(text)
    with pytest.raises(BadCalibrationError):
        read(tmp_path, LAYOUT)


def test_a_calibration_is_refused_after_the_antennas_were_laid_otherwise(tmp_path: Path) -> None:
    write(tmp_path, KNOWN, LAYOUT)
    swapped = replace(LAYOUT, zones={**LAYOUT.zones, 1: "seat:2", 2: "seat:1"})
    with pytest.raises(BadCalibrationError, match="other antennas"):
        read(tmp_path, swapped)


def in_use(rig: Any) -> list[dict[str, str]]:
    """What the record says of the layouts and calibrations in use."""
    return [msgspec.json.decode(event.body) for event in rig.journal.events() if event.kind == "antennas"]


def test_the_record_says_at_each_start_which_layout_and_which_calibration_are_in_use(rig: Any, tmp_path: Path) -> None:
    rig.service.maintenance.calibrating.keep_in(tmp_path)
    write(tmp_path, KNOWN, LAYOUT)
    rig.reopen()
    rig.service.maintenance.calibrating.keep_in(tmp_path)
    found = (tmp_path / file_name(LAYOUT)).read_bytes()
    used = {"layout": "standard", "layout_sum": LAYOUT.sum}
    assert in_use(rig) == [
        {**used, "calibration_sum": ""},
        {**used, "calibration_sum": sha256(found).hexdigest()},
    ]


def test_the_record_names_a_calibration_before_it_is_saved(rig: Any, tmp_path: Path) -> None:
    calibrating = rig.service.maintenance.calibrating
    calibrating.keep_in(tmp_path)
    calibrating.use(KNOWN)
    calibrating.save()
    kept = read(tmp_path, LAYOUT)
    assert kept is not None
    assert in_use(rig)[-1]["calibration_sum"] == sum_of(kept)


def test_a_calibration_that_the_record_cannot_name_is_not_saved(rig: Any, tmp_path: Path) -> None:
    calibrating = rig.service.maintenance.calibrating
    calibrating.keep_in(tmp_path)
    calibrating.use(KNOWN)
    rig.journal.close()
    calibrating.save()
    assert read(tmp_path, LAYOUT) is None
    assert "the record cannot be written" in rig.service.devices.health["reader"].notes[0]


def test_two_layouts_have_the_same_sum_only_if_they_say_the_same() -> None:
    turned = dict(reversed(LAYOUT.zones.items()))
    assert replace(LAYOUT, zones=turned).sum == LAYOUT.sum
    assert replace(LAYOUT, zones={**LAYOUT.zones, 1: "seat:2", 2: "seat:1"}).sum != LAYOUT.sum
    assert replace(LAYOUT, beside={}).sum != LAYOUT.sum
    assert load_layout("two-readers").sum != LAYOUT.sum
