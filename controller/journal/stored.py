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
from burncard.rules.hand.in_play import HandInPlay


class StoredPress(Press, frozen=True, kw_only=True, tag="press"):
    """A press whose card is stored as a tag."""

    tag: str | None = None


_STORED: Final[msgspec.json.Decoder[Hand | CardSeen | Action | ChipsMoved | StoredPress | Shuffler]] = (
    msgspec.json.Decoder(Hand | CardSeen | Action | ChipsMoved | StoredPress | Shuffler)
)


def to_stored(fact: Fact, hand: HandInPlay | None) -> bytes:
    """A fact as bytes for the journal. `hand`: where the tag of a press's card is looked up."""
    if isinstance(fact, CardSeen) and fact.tag is not None:
        return encode(msgspec.structs.replace(fact, card=UNREAD, was=None))
    if isinstance(fact, Press) and fact.card is not None and hand is not None:
        placed = hand.felt.find(fact.card, None)
        if placed is not None and placed.tag is not None:
            fields = msgspec.structs.asdict(fact) | {"card": UNREAD, "tag": placed.tag}
            return msgspec.json.encode(StoredPress(**fields))
    return encode(fact)


def from_stored(body: bytes, decks: Decks) -> Fact:
    """The fact of a journal entry, with its cards named by the enrolled decks."""
    fact = _STORED.decode(body)
    if not isinstance(fact, CardSeen | StoredPress):
        return fact
    known = None if fact.tag is None else decks.find(fact.tag)
    named = fact if known is None else msgspec.structs.replace(fact, card=known.card)
    if isinstance(named, StoredPress):
        fields = msgspec.structs.asdict(named)
        del fields["tag"]
        return Press(**fields)
    return named


def public(fact: Fact) -> Fact:
    """A fact as everybody may hear it: no name for a card that does not lie face up, and no tags."""
    if not isinstance(fact, CardSeen):
        return fact
    up = fact.face == "up" or (fact.face is None and fact.zone == BOARD)
    return msgspec.structs.replace(fact, card=fact.card if up else UNREAD, tag=None, was=None)
