"""Explains the bytes of a Metratec line to a person, line by line."""

from burncard.firmware_bridge.metratec.lines import COMMANDS, ERRORS, WORDS, Line, LineReader, RefusedLine
from burncard.firmware_bridge.protocols import Decoded, Side

SHOWN_BYTES_MAX = 64


class MetratecDecoder:
    """Decodes what one side sent."""

    def __init__(self, side: Side) -> None:
        self._reader = LineReader(side)

    def feed(self, data: bytes) -> list[Decoded]:
        """Takes bytes. Returns the lines that they complete."""
        return [explain(item) for item in self._reader.receive(data)]

    def finish(self) -> list[Decoded]:
        """No more bytes will come: an unfinished line is an error."""
        return [explain(item) for item in self._reader.silence()]


def explain(item: Line | RefusedLine) -> Decoded:
    """A line's fields, or why bytes were refused."""
    if isinstance(item, RefusedLine):
        return {"error": item.text, "reason": item.reason, "bytes": item.data[:SHOWN_BYTES_MAX].hex().upper()}
    fields: Decoded = {"frame": item.kind, "text": item.text}
    word = item.text[:3]
    match item.kind:
        case "command":
            return fields | {"means": COMMANDS[word], "crc": item.crc}
        case "error":
            return fields | {"means": ERRORS[word]}
        case "word":
            return fields | {"means": WORDS[word]}
        case "uid":
            return fields | {"uid": item.text}
        case "antenna":
            return fields | {"antenna": item.value}
        case "found":
            return fields | {"count": item.value}
        case _:
            return fields
