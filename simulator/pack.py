"""A physical pack: tagged cards in an order that only the simulator knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from burncard.rules.cards import JOKER, PACK, Card
from burncard.rules.compiling import mypyc_attr
from burncard.rules.games.game import Game


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """One physical card: its tag, what is printed on it, its back, and whether it is boxed in the pack."""

    uid: str
    card: Card
    back: str
    boxed: bool = False


def make_pack(back: str, *, joker: bool, first_serial: int) -> list[PhysicalCard]:
    """A new pack in order. Tag ids are `E00401` (ISO 15693, maker, product) and a serial from `first_serial`."""
    cards = [*PACK, JOKER] if joker else list(PACK)
    return [PhysicalCard(f"E00401{first_serial + number:010X}", card, back) for number, card in enumerate(cards)]


def stacked(game: Game, holes: Sequence[str], board: str = "") -> str:
    """The top of a pack, top card first, that deals these hands (in dealing order) and this board."""
    hands, common = [hole.split() for hole in holes], board.split()
    named = {card for cards in (*hands, common) for card in cards}
    rest = [str(card) for card in PACK if card not in named]
    top: list[str] = []
    for street in game.streets:
        if street.draw:
            break
        top += [rest.pop() for _ in range(street.burn)]
        for _ in street.faces:
            top += [hand.pop(0) for hand in hands]
        top += [common.pop(0) for _ in range(street.board)]
    return " ".join(top)


class EmptyStubError(LookupError):
    """A card is taken from an empty stub."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Stub:
    """The undealt pack, the top card last."""

    __slots__ = ("_cards", "_rng")

    def __init__(self, cards: Sequence[PhysicalCard], rng: Random) -> None:
        self._cards = tuple(cards)
        self._rng = rng

    def __len__(self) -> int:
        return len(self._cards)

    def shuffle(self) -> None:
        """Shuffles what is in the stub."""
        cards = list(self._cards)
        self._rng.shuffle(cards)
        self._cards = tuple(cards)

    def take(self, card: Card | None = None) -> PhysicalCard:
        """Takes the top card, or the one of that name if it is there. Raises EmptyStubError if there is none."""
        if not self._cards:
            raise EmptyStubError
        taken = self._cards[-1]
        if card is None:
            self._cards = self._cards[:-1]
            return taken
        taken = next((physical for physical in self._cards if physical.card == card), taken)
        self.remove({taken.uid})
        return taken

    def bottom(self) -> PhysicalCard:
        """The bottom card, which stays there. Raises EmptyStubError if there is none."""
        if not self._cards:
            raise EmptyStubError
        return self._cards[0]

    def put_back(self, physical: PhysicalCard, *, on_top: bool) -> None:
        """Puts a card back, on top or at a random place."""
        place = len(self._cards) if on_top else self._rng.randrange(len(self._cards) + 1)
        self._cards = (*self._cards[:place], physical, *self._cards[place:])

    def remove(self, taken: set[str]) -> None:
        """Removes the cards of these ids."""
        self._cards = tuple(physical for physical in self._cards if physical.uid not in taken)

    def uids(self) -> list[str]:
        """The tags in the stub, that of the bottom card first."""
        return [physical.uid for physical in self._cards]

    def arrange(self, top_first: Sequence[str]) -> None:
        """Takes the stub back from the shuffler. Raises ValueError if it is not the stub that was put in."""
        if sorted(top_first) != sorted(self.uids()):
            raise ValueError("the shuffler returned a different pack")
        place = {uid: index for index, uid in enumerate(top_first)}
        self._cards = tuple(sorted(self._cards, key=lambda physical: place[physical.uid], reverse=True))
