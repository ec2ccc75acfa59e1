"""The link specification matches the code in its examples and bounds."""

import re
from pathlib import Path

from burncard.firmware_bridge import device_link, host_link, line_speed, link_events, link_frames
from burncard.firmware_bridge.link_decoder import LinkDecoder

DOCUMENT = (Path(__file__).parents[2] / "docs" / "link-protocol.md").read_text(encoding="utf-8")


def test_the_examples_are_frames() -> None:
    examples = re.findall(r"^(host|device) .*?((?: [0-9A-F]{2}){10,})$", DOCUMENT, re.MULTILINE)
    assert len(examples) == 6
    for side, line in examples:
        (decoded,) = LinkDecoder("host" if side == "host" else "reader").feed(bytes.fromhex(line))
        assert "error" not in decoded


def test_the_bounds_are_the_constants() -> None:
    for bound, value in {
        "payload": link_frames.PAYLOAD_MAX_BYTES,
        "encoded frame": link_frames.ENCODED_MAX_BYTES,
        "events kept by the device": device_link.EVENTS_KEPT_MAX,
        "events under way": device_link.WINDOW_EVENTS,
        "bytes waiting for the line in the device": device_link.OUTPUT_MAX_BYTES,
        "commands waiting in the host": host_link.COMMANDS_MAX,
        "tags in a frame of SCANNED": link_events.TAGS_IN_SCANNED_MAX,
        "zones of one picture": link_events.PLACES_IN_PICTURE_MAX,
        "frames of one scan": link_events.SCANNED_PARTS_MAX,
        "commands taken by the device and not begun": device_link.COMMANDS_MAX,
        "times that a command is sent": host_link.COMMAND_TRIES_MAX,
        "times that SET_SPEED is sent": line_speed.SET_SPEED_TRIES_MAX,
        "sessions that ask for a speed on one open line": line_speed.SWITCHES_MAX,
        "events taken by the host and not handed on": host_link.EVENTS_WAITING_MAX,
    }.items():
        assert re.search(rf"^\| {bound} \| {value}\b", DOCUMENT, re.MULTILINE), bound


def test_the_reports_are_numbered_as_in_the_code() -> None:
    for number, event in enumerate(link_events.REPORT_EVENTS):
        assert re.search(rf"\b{number} {event}\b", DOCUMENT.replace("\n", " ")), event
