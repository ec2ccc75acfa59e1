"""Explains the bytes of an ISO-Host line to a person, frame by frame."""

from dataclasses import asdict

from burncard.firmware_bridge.feig.commands import COMMANDS, STATUSES, Command, Status, is_inventory, listing_of
from burncard.firmware_bridge.feig.frames import Frame, FrameReader, Refused
from burncard.firmware_bridge.protocols import Decoded, Side

SHOWN_BYTES_MAX = 64


class FeigDecoder:
    """Decodes what one side sent."""

    def __init__(self, side: Side) -> None:
        self._reader = FrameReader(side)

    def feed(self, data: bytes) -> list[Decoded]:
        """Takes bytes. Returns the frames that they complete."""
        return [explain(item) for item in self._reader.receive(data)]

    def finish(self) -> list[Decoded]:
        """No more bytes will come: finds frames hidden behind a false start."""
        return [explain(item) for item in self._reader.silence()]


def explain(item: Frame | Refused) -> Decoded:
    """A frame's fields, or why bytes were refused."""
    if isinstance(item, Refused):
        return {"error": item.text, "reason": item.reason, "bytes": item.data[:SHOWN_BYTES_MAX].hex().upper()}
    fields: Decoded = {
        "frame": _name(Command(item.command)) if item.command in COMMANDS else "unknown",
        "command": f"{item.command:02X}",
        "address": item.address,
        "advanced": item.advanced,
    }
    if item.status is not None:
        known = item.status in STATUSES
        fields |= {"status": f"{item.status:02X}", "status_text": _name(Status(item.status)) if known else "unknown"}
    return fields | {"data": item.data.hex().upper()} | _content(item)


def _name(member: Command | Status) -> str:
    return member.name.lower().replace("_", "-")


def _content(frame: Frame) -> Decoded:
    if frame.status is None:
        return _request(frame)
    listing = listing_of(frame.command, frame.data)
    if not listing.whole and not listing.cards():
        # the reply to another ISO command, whose form only its request tells
        return {}
    listed = [{name: value for name, value in asdict(tag).items() if value is not None} for tag in listing.tags]
    tags: Decoded = {"tags": listed} if listed or frame.command == Command.READ_BUFFER else {}
    return tags if listing.whole else tags | {"incomplete": listing.wrong}


def _request(frame: Frame) -> Decoded:
    data = frame.data
    if is_inventory(frame.command, data):
        return {"request": "inventory", "more": bool(data[1] & 0x80)}
    if frame.command == Command.SET_MULTIPLEXER and len(data) == 3:
        return {"multiplexer": data[0], "out_1": data[1], "out_2": data[2]}
    if frame.command == Command.READ_BUFFER and len(data) == 2:
        return {"sets": int.from_bytes(data, "big")}
    if frame.command == Command.WRITE_CONFIGURATION and len(data) > 1:
        return {"block": data[0] & 0x3F, "eeprom": bool(data[0] & 0x80)}
    return {}
