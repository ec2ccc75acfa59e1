"""Explains the bytes of our own link to a person, frame by frame."""

from dataclasses import asdict

from burncard.firmware_bridge.link_events import EventMessage, unpack_event
from burncard.firmware_bridge.link_frames import FRAME_VERSION, Frame, FrameReader
from burncard.firmware_bridge.link_messages import (
    COMMANDS,
    EVENTS,
    NUMBERS,
    BadPayloadError,
    Command,
    CommandRefused,
    Hello,
    Identity,
    Number,
    Type,
    unpack_command,
)
from burncard.firmware_bridge.link_proof import Proof, Prove
from burncard.firmware_bridge.protocols import Decoded, Side

FROM_DEVICE = 0x80
Explained = Command | EventMessage | Hello | Identity | Number | CommandRefused | Prove | Proof


class LinkDecoder:
    """Decodes what one side sent. Frames that only the other side sends are refused."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._reader = FrameReader()

    def feed(self, data: bytes) -> list[Decoded]:
        """Takes bytes. Returns the frames that they complete."""
        decoded: list[Decoded] = []
        for byte in data:
            self._reader.refused = None
            decoded += [self._explain(frame) for frame in self._reader.receive(bytes([byte]))]
            if self._reader.refused is not None:
                decoded.append({"error": str(self._reader.refused), "reason": self._reader.refused.reason})
        return decoded

    def finish(self) -> list[Decoded]:
        """No more bytes will come: an unfinished frame is an error."""
        left = self._reader.buffered_bytes()
        return [{"error": f"frame cut short after {left} bytes", "reason": "cut-short"}] if left else []

    def _explain(self, frame: Frame) -> Decoded:
        try:
            kind = Type(frame.type)
            message = _unpack(kind, frame)
        except ValueError as error:
            reason = str(error) if isinstance(error, BadPayloadError) else f"unknown type {frame.type:#04x}"
            return {"error": reason, "number": frame.number, "payload": frame.payload.hex().upper()}
        if (frame.type >= FROM_DEVICE) != (self._side == "reader"):
            return {"error": f"{kind.name} is not sent by the {self._side}", "number": frame.number}
        fields = {} if message is None else {name: _plain(value) for name, value in asdict(message).items()}
        fields.pop("type", None)
        return {"frame": kind.name.lower(), "version": FRAME_VERSION, "number": frame.number} | fields


def _unpack(kind: Type, frame: Frame) -> Explained | None:
    if kind in NUMBERS:
        return Number.unpack(kind, frame.payload)
    if kind in COMMANDS:
        return unpack_command(kind, frame.payload)
    if kind in EVENTS:
        return unpack_event(kind, frame.payload)
    if kind is Type.HELLO:
        return Hello.unpack(frame.payload)
    if kind is Type.IDENTITY:
        return Identity.unpack(frame.payload)
    if kind is Type.PROVE:
        return Prove.unpack(frame.payload)
    if kind is Type.PROOF:
        return Proof.unpack(frame.payload)
    if kind is Type.COMMAND_REFUSED:
        return CommandRefused.unpack(frame.payload)
    if frame.payload:
        raise BadPayloadError("payload must be empty")
    return None


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex().upper()
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value
