"""Repeated entries: the same entry sent again with the same key is answered as the first time, and entered once."""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from burncard.api.request_errors import ApiError

KEY_CHARACTERS_MAX: Final = 80
PER_PERSON_MAX: Final = 256
PEOPLE_MAX: Final = 256


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it was given, and what was sent for it."""

    sent: bytes
    status: int
    body: bytes
    media: str


class Repeats:
    """The latest keys of each person. They need not outlast the process: an entry names the state it was made on."""

    def __init__(self) -> None:
        self._by_person: OrderedDict[str, OrderedDict[str, Answered]] = OrderedDict()

    def known(self, person: str, key: str, sent: bytes) -> Answered | None:
        """The answer that a key has had. Raises ApiError if it is too long, or was used for something else."""
        if len(key) > KEY_CHARACTERS_MAX:
            raise ApiError("bad-body", f"Idempotency-Key has more than {KEY_CHARACTERS_MAX} characters")
        keys = self._by_person.get(person)
        answered = None if keys is None else keys.get(key)
        if answered is not None and answered.sent != digest(sent):
            raise ApiError("key-reused", key)
        return answered

    def keep(self, person: str, key: str, sent: bytes, status: int, body: bytes, media: str) -> None:
        """Keeps an answer."""
        keys = self._by_person.setdefault(person, OrderedDict())
        self._by_person.move_to_end(person)
        keys[key] = Answered(digest(sent), status, body, media)
        while len(keys) > PER_PERSON_MAX:
            keys.popitem(last=False)
        while len(self._by_person) > PEOPLE_MAX:
            self._by_person.popitem(last=False)


def digest(sent: bytes) -> bytes:
    """What is kept of a request."""
    return hashlib.sha256(sent).digest()
