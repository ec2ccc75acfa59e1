"""Enrolled decks: which tag is which card. The crown jewel: kept apart from the journal, and encrypted.

The key is made from the operating system's secure randomness at first start and lies in a file of its own that only
the owner may read. Whoever has the journal, or a trace of the reader's line, has tag ids and nothing else.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from rules.cards import Card

SLOT_NIBBLE_MAX = 6


class DeckError(Exception):
    """The enrolled decks cannot be read. `code`: `deck-key` (wrong or missing key) or `deck-file`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True, slots=True)
class Enrolled:
    """One card of an enrolled deck."""

    card: Card
    back: str


class Decks:
    """All enrolled decks of a table, by tag id."""

    def __init__(self, cards: dict[str, Enrolled] | None = None) -> None:
        self._cards = dict(cards or {})
        self._copies: dict[str, Card] = {}

    def enrol(self, back: str, tags: dict[str, Card]) -> list[str]:
        """Adds a deck. Answers with warnings: tags that a reader will often miss together (same slot)."""
        for uid in [uid for uid, known in self._cards.items() if known.back == back]:
            del self._cards[uid]
        self._cards.update({uid: Enrolled(card, back) for uid, card in tags.items()})
        slots: dict[str, int] = {}
        for uid in tags:
            slots[uid[-1]] = slots.get(uid[-1], 0) + 1
        return [f"{count} tags share slot {slot}" for slot, count in sorted(slots.items()) if count > SLOT_NIBBLE_MAX]

    def add_copies(self, back: str, tags: dict[str, Card]) -> None:
        """Adds tags that carry cards of a deck once more: what a table with a second, marked deck would have."""
        self._copies.update(tags)
        self._cards.update({uid: Enrolled(card, back) for uid, card in tags.items()})

    def find(self, uid: str) -> Enrolled | None:
        """The card of a tag; None for a tag of no enrolled deck."""
        return self._cards.get(uid)

    def tags_of(self, back: str) -> frozenset[str]:
        """The tags of one deck."""
        return frozenset(uid for uid, known in self._cards.items() if known.back == back and uid not in self._copies)

    def save(self, path: Path, key_path: Path) -> None:
        """Writes the decks, encrypted; makes the key if there is none. The file is replaced whole."""
        plain = json.dumps({uid: [known.card, known.back] for uid, known in sorted(self._cards.items())})
        token = Fernet(_key(key_path)).encrypt(plain.encode())
        part = path.with_suffix(".part")
        _write_private(part, token)
        part.replace(path)

    @classmethod
    def load(cls, path: Path, key_path: Path) -> "Decks":
        """Reads the decks. Raises DeckError."""
        if not key_path.exists():
            raise DeckError("deck-key", f"the key {key_path.name} is missing")
        try:
            plain = Fernet(key_path.read_bytes()).decrypt(path.read_bytes())
        except (InvalidToken, ValueError) as error:
            raise DeckError("deck-key", f"{path.name} cannot be opened with {key_path.name}") from error
        except OSError as error:
            raise DeckError("deck-file", f"{path.name} cannot be read") from error
        data = json.loads(plain)
        return cls({uid: Enrolled(Card(card), back) for uid, (card, back) in data.items()})


def _key(path: Path) -> bytes:
    if not path.exists():
        _write_private(path, Fernet.generate_key())
    return path.read_bytes()


def _write_private(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
