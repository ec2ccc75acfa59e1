"""Facts as the journal stores them, and facts as everybody may hear them: neither names a hidden card.

The journal has cards by their tags; the enrolled decks, stored separately, say which card a tag is. A public fact names
cards that lie face up and no others. It never has a tag: a person who once saw that tag's card would know it face down.
"""

from typing import Final

import msgspec

from burncard.controller.decks.decks import Decks
from burncard.controller.hand_histories.table_log import encode
from burncard.rules.cards import BOARD, UNREAD
from burncard.rules.facts import Action, CardSeen, ChipsMoved, Fact, Hand, Press, Shuffler


class StoredPress(Press, frozen=True, kw_only=True, tag="press"):
    """A press whose card is stored as a code: what a person said, whether it is so or not."""

    card_code: str | None = None


_STORED: Final[msgspec.json.Decoder[Hand | CardSeen | Action | ChipsMoved | StoredPress | Shuffler]] = (
    msgspec.json.Decoder(Hand | CardSeen | Action | ChipsMoved | StoredPress | Shuffler)
)


def to_stored(fact: Fact, decks: Decks, hand: int) -> bytes:
    """A fact's bytes for the journal. `hand`: the number of the hand in play, under which its tags have pseudonyms."""
    if isinstance(fact, CardSeen) and fact.tag is not None:
        return encode(msgspec.structs.replace(fact, card=UNREAD, was=None, tag=decks.pseudonym_of(fact.tag, hand)))
    if isinstance(fact, Press) and fact.card is not None:
        fields = msgspec.structs.asdict(fact) | {"card": None, "card_code": decks.code_of(fact.card)}
        return msgspec.json.encode(StoredPress(**fields))
    return encode(fact)


def from_stored(body: bytes, decks: Decks) -> Fact:
    """The fact of a journal entry, with its cards named by the enrolled decks."""
    fact = _STORED.decode(body)
    if isinstance(fact, CardSeen):
        if fact.tag is None:
            return fact
        uid = decks.uid_of(fact.tag)
        return msgspec.structs.replace(fact, tag=uid, card=decks.was(uid, fact.tag) or fact.card)
    if not isinstance(fact, StoredPress):
        return fact
    fields = msgspec.structs.asdict(fact)
    code = fields.pop("card_code")
    return Press(**fields) if code is None else Press(**(fields | {"card": decks.card_of(code)}))


def public(fact: Fact) -> Fact:
    """A fact as everybody may hear it: no name for a card that does not lie face up, and no tags."""
    if not isinstance(fact, CardSeen):
        return fact
    up = fact.face == "up" or (fact.face is None and fact.zone == BOARD)
    return msgspec.structs.replace(fact, card=fact.card if up else UNREAD, tag=None, was=None)
