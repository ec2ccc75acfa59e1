"""The table log as JSON Lines: decodes facts, encodes facts and outcomes."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from burncard.rules.facts import NEEDS_AMOUNT, OUTCOME_TYPES, Action, Fact
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Outcome

_DECODER: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)
_ANYTHING: msgspec.json.Decoder[Any] = msgspec.json.Decoder()
_ENCODER = msgspec.json.Encoder()
_WITHOUT_BUTTON = tuple(code for code, game in GAMES.items() if game.family == "stud")
_TYPES = ("hand", "card", "action", "chips", "press", "shuffler")


HIDDEN: Final[dict[str, str]] = {"cards": "hidden"}
"""What the first line of a log says that names only the cards that everybody has seen."""


SIMULATED: Final[dict[str, bool]] = {"simulated": True}
"""What the first line of a log says whose devices were virtual, or some of them."""


class LogLineError(Exception):
    """A log line that is neither a fact nor an outcome. `field`: what is wrong; `reason`: why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


def decode_line(line: bytes) -> Fact | None:
    """The fact of a line; None for a line that is an outcome. Raises LogLineError."""
    try:
        fact = _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        bare = _without_nulls(line)
        if bare is None:
            return None
        fact = bare
    if type(fact) is Action and fact.amount is None and fact.action in NEEDS_AMOUNT:
        raise LogLineError("amount", f"missing, and {fact.action} needs it")
    return fact


def _without_nulls(line: bytes) -> Fact | None:
    """The fact of a line with null for optional fields; None for an outcome.

    Raises LogLineError, as specific as possible, for anything else.
    """
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LogLineError("line", f"not UTF-8 (byte {error.start + 1})") from error
    try:
        data = _ANYTHING.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise LogLineError("line", f"not JSON ({_lower(str(error))})") from error
    if not isinstance(data, dict):
        raise LogLineError("line", "not a JSON object")
    kind = data.get("type")
    if kind is None:
        raise LogLineError("type", "missing")
    if not isinstance(kind, str) or kind not in (*_TYPES, *OUTCOME_TYPES, "log"):
        raise LogLineError("type", f"unknown: {kind!r:.40}")
    if kind == "log" and data.get("cards") == HIDDEN["cards"]:
        why = "this log names only cards that were shown, so it cannot be replayed; export it in full, as an auditor"
        raise LogLineError("cards", why)
    if kind not in _TYPES:
        return None
    optional = {name: value for name, value in data.items() if value is not None or name == "button"}
    if kind == "hand" and data.get("game") in _WITHOUT_BUTTON:
        optional.setdefault("button", None)
    try:
        return _DECODER.decode(_ENCODER.encode(optional))
    except msgspec.ValidationError as error:
        raise _explained(str(error)) from error


def _explained(message: str) -> LogLineError:
    """A validation message, split into the field and the reason."""
    reason, _, path = message.partition(" - at `")
    field = path.removeprefix("key` in `").rstrip("`").removeprefix("$").lstrip(".")
    if "missing required field" in reason:
        missing = reason.rsplit("`", 2)[-2]
        return LogLineError(f"{field}.{missing}" if field else missing, "missing")
    return LogLineError(field or "line", _lower(reason))


def _lower(text: str) -> str:
    return text if text.startswith("JSON") else text[:1].lower() + text[1:]


def encode(item: Fact | Outcome) -> bytes:
    """A fact or an outcome as one line, without its line end."""
    return _ENCODER.encode(item)


encode_all: Final[Callable[[Sequence[Outcome]], bytes]] = _ENCODER.encode_lines
"""Outcomes as lines, each with its line end."""
