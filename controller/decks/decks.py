"""Enrolled decks: which tag is which card. The table's most sensitive data: separate from the journal, and encrypted.

The key is made from the operating system's secure randomness at the first start, in a file of its own elsewhere that
only the owner may read. The journal and a trace of the reader's line hold tag ids only.

A deck that is replaced is retired, not deleted: the hands dealt with it can still be read, but in play its cards count
as foreign.
"""

import hmac
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from cryptography.fernet import Fernet, InvalidToken

from burncard.controller.files import sync
from burncard.hardware.plain_files import open_private, read_plain
from burncard.rules.cards import JOKER, PACK, UNREAD, Card

SLOT_TAGS_MAX: Final = 6
"""How many tags of a deck may share a slot of the reader's scan (the last digit of the id) without a warning."""

ALIKE_DIGITS: Final = 3
"""Two tags whose ids end in so many equal digits collide in so many rounds."""
CODE_BYTES: Final = 8
PSEUDONYM_BYTES: Final = 10


class DeckError(Exception):
    """The enrolled decks cannot be read, or a deck cannot be enrolled.

    `code`: `deck-key` (wrong or missing key), `deck-file`, `deck-incomplete`, `deck-card-twice`,
    `deck-tag-known`, `deck-not-now` or `no-such-deck`.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True, slots=True)
class EnrolledCard:
    """One card of an enrolled deck. `retired`: the deck is no longer in use."""

    card: Card
    back: str
    retired: bool = False


class _Deck(msgspec.Struct):
    """One deck. `after_hand`: the number of the last hand before it was enrolled."""

    back: str
    tags: dict[str, Card]
    retired: bool = False
    copies: bool = False
    after_hand: int = 0


class Decks:
    """All decks of a table, indexed by tag id."""

    def __init__(self, decks: list[_Deck] | None = None, secret: bytes = b"not saved") -> None:
        self._decks = decks or []
        self._secret = secret
        self._cards: dict[str, EnrolledCard] = {}
        self._renamed: frozenset[str] = frozenset()
        self._named: dict[str, str] = {}
        self._named_in = ""
        self._index()

    def enrol(self, back: str, tags: Mapping[str, Card], after_hand: int = 0) -> list[str]:
        """Adds a deck, replacing the one with the same back; warnings about slots that too many tags share.

        `after_hand`: how many hands were dealt before; those are read with the cards that their tags were then.
        `check_whole` checks that a deck is complete; a deck under test may be smaller. Raises DeckError.
        """
        twice = [card for card, count in Counter(tags.values()).items() if count > 1]
        if twice:
            raise DeckError("deck-card-twice", f"{twice[0]} is in the deck twice")
        elsewhere = [uid for uid in tags if uid in self._cards and self._cards[uid].back != back]
        if elsewhere:
            raise DeckError("deck-tag-known", f"{len(elsewhere)} of its tags belong to another deck")
        for deck in self._decks:
            deck.retired = deck.retired or deck.back == back
        self._decks.append(_Deck(back, dict(tags), after_hand=after_hand))
        self._index()
        return crowded_slots(tags)

    def replace(self, back: str, card: Card, uid: str) -> None:
        """A damaged card has been replaced: it has another tag from now on, and its old one counts as foreign.

        Raises DeckError.
        """
        deck = self._in_use(back)
        old = next((known for known, of in deck.tags.items() if of == card), None)
        if old is None:
            raise DeckError("no-such-deck", f"the {back} deck has no {card}")
        if uid in self._cards:
            raise DeckError("deck-tag-known", "the tag of the new card is enrolled already")
        self._decks.insert(0, _Deck(back, {old: card}, retired=True))
        deck.tags = {uid if known == old else known: of for known, of in deck.tags.items()}
        self._index()

    def retire(self, back: str) -> None:
        """A deck is taken out of use; hands dealt with it can still be read. Raises DeckError."""
        self._in_use(back).retired = True
        self._index()

    def _in_use(self, back: str) -> _Deck:
        found = [deck for deck in self._decks if deck.back == back and not deck.retired and not deck.copies]
        if not found:
            raise DeckError("no-such-deck", f"no deck with the back {back} is in use")
        return found[-1]

    def add_copies(self, back: str, tags: Mapping[str, Card]) -> None:
        """Adds copied tags of a deck's cards, as a cheat with a second, marked deck would bring them."""
        self._decks.append(_Deck(back, dict(tags), copies=True))
        self._index()

    @contextmanager
    def unchanged_on_error(self) -> Iterator[None]:
        """Takes back what is changed within it, if anything fails there: a hand that was dealt with a deck which could
        not be saved can never be read."""
        before = [msgspec.structs.replace(deck) for deck in self._decks]
        try:
            yield
        except BaseException:
            self._decks = before
            self._index()
            raise

    def find(self, uid: str) -> EnrolledCard | None:
        """The card of a tag; None for an unknown tag."""
        return self._cards.get(uid)

    def was(self, uid: str, name: str) -> Card | None:
        """The card that a tag was in the hand of a pseudonym: it may have been enrolled as another one since."""
        if uid not in self._renamed:
            known = self._cards.get(uid)
            return None if known is None else known.card
        hand = int(name.partition(":")[0]) if ":" in name else 0
        decks = [deck for deck in self._decks if uid in deck.tags]
        return next((deck for deck in reversed(decks) if deck.after_hand < hand), decks[0]).tags[uid]

    @property
    def backs(self) -> tuple[str, ...]:
        """The backs of the enrolled decks."""
        return tuple(dict.fromkeys(card.back for card in self._cards.values()))

    def tags_of(self, back: str) -> frozenset[str]:
        """The tags of the deck in use with a back."""
        return frozenset(
            uid
            for deck in self._decks
            if deck.back == back and not deck.retired and not deck.copies
            for uid in deck.tags
        )

    def pseudonym_of(self, uid: str, hand: int) -> str:
        """What the journal writes for a tag: another name in each hand, so that rows of two hands cannot be joined."""
        return f"{hand}:{hmac.digest(self._secret, f'{hand}:{uid}'.encode(), 'sha256')[:PSEUDONYM_BYTES].hex()}"

    def uid_of(self, name: str) -> str:
        """The tag with a pseudonym; the name itself for a tag of no deck, and for one stored before there were any."""
        hand, colon, _ = name.partition(":")
        if not colon:
            return name
        if self._named_in != hand:
            self._named_in = hand
            self._named = {self.pseudonym_of(uid, int(hand)): uid for uid in self._cards}
        return self._named.get(name, name)

    def code_of(self, card: Card) -> str:
        """What the journal writes for a card that a person has named: the same for each card, whatever the tags are."""
        return hmac.digest(self._secret, card.encode(), "sha256")[:CODE_BYTES].hex()

    def card_of(self, code: str) -> Card | None:
        """The card of such a code; None if it was made with another key."""
        return next((card for card in (*PACK, JOKER, UNREAD) if self.code_of(card) == code), None)

    def save(self, path: Path, key_path: Path) -> None:
        """Writes the decks, encrypted, replacing the file as a whole; makes the key if there is none."""
        self._secret = _key(key_path)
        self._named_in = ""
        token = Fernet(self._secret).encrypt(msgspec.json.encode(self._decks))
        part = path.with_suffix(".part")
        _write_private(part, token)
        part.replace(path)
        sync(path.parent)

    @classmethod
    def load(cls, path: Path, key_path: Path) -> "Decks":
        """Reads the decks. Raises DeckError."""
        try:
            key = read_plain(key_path)
        except OSError as error:
            raise DeckError("deck-key", f"the key {key_path.name} is missing or cannot be read") from error
        try:
            plain = Fernet(key).decrypt(read_plain(path))
            return cls(msgspec.json.decode(plain, type=list[_Deck]), key)
        except (msgspec.DecodeError, RecursionError) as error:  # before ValueError, which a wrong key is
            raise DeckError("deck-file", f"{path.name} is of another version") from error
        except (InvalidToken, ValueError) as error:
            raise DeckError("deck-key", f"{path.name} cannot be opened with {key_path.name}") from error
        except OSError as error:
            raise DeckError("deck-file", f"{path.name} is missing or cannot be read") from error

    def _index(self) -> None:
        """Later decks win: a tag that was enrolled again is the card it was enrolled as last."""
        self._named_in = ""
        each = [(uid, card, deck) for deck in self._decks for uid, card in deck.tags.items()]
        self._cards = {uid: EnrolledCard(card, deck.back, deck.retired) for uid, card, deck in each}
        self._renamed = frozenset(uid for uid, card, _ in each if self._cards[uid].card != card)


def check_whole(tags: Mapping[str, Card]) -> None:
    """Raises DeckError unless the tags are one complete pack, with or without a joker."""
    missing = [card for card in PACK if card not in tags.values()]
    if missing:
        raise DeckError("deck-incomplete", f"{len(missing)} card(s) are missing, the first of them {missing[0]}")
    if len(tags) > len(set(tags.values())):
        raise DeckError("deck-card-twice", f"{len(tags)} cards, of which only {len(set(tags.values()))} differ")


def crowded_slots(tags: Mapping[str, Card]) -> list[str]:
    """Warnings about tags that answer in the same slot of a scan: they collide, so some are often missed."""
    slots = Counter(uid[-1] for uid in tags)
    return [f"{count} tags share slot {slot}" for slot, count in sorted(slots.items()) if count > SLOT_TAGS_MAX]


def alike_tags(tags: Mapping[str, Card]) -> list[str]:
    """Warnings about two cards whose tags answer together in one round of a scan after another, wherever they lie.

    Tags answer in the slot of their id's last digit, those that collide in that of the digit before it, and so on.
    """
    by_end: dict[str, list[Card]] = {}
    for uid, card in sorted(tags.items()):
        by_end.setdefault(uid[-ALIKE_DIGITS:], []).append(card)
    alike = (cards for cards in by_end.values() if len(cards) > 1)
    return [f"the tags of {' and '.join(cards)} are often missed together" for cards in alike]


def _key(path: Path) -> bytes:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write_private(path, Fernet.generate_key())
        sync(path.parent)
    return read_plain(path)


def _write_private(path: Path, data: bytes) -> None:
    with open_private(path) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
