"""What a camera over the table sees: how many cards lie face up and face down in each zone. It knows no card's name.

A card can be seen if a strip of it lies free that is wide enough to tell a face from a back; one that is turned over
comes to lie on top. While a hand is over a zone nothing of it can be seen. Some pictures are wrong: a card is taken for
turned, is overlooked, or is one too many.
"""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Final

from burncard.firmware_bridge.driver import MS, SECOND
from burncard.firmware_bridge.events import Face, FacesAt
from burncard.simulator.radio.antenna_plan import Spot
from burncard.simulator.radio.any_air import AnyAir
from burncard.simulator.radio.lying_cards import Piece

RIGHT: Final = 0.99  # of the pictures of one zone
CARD_MM: Final = (63.0, 88.0)  # a poker card's width and height
STRIP: Final = 0.2  # share of a card that must lie free; a strip of 12 mm across its width
ROW_MM: Final = 45.0  # from card to card of a row
IN_ROW_SCATTER: Final = 0.3  # of what cards scatter that are pitched
GRID: Final = (9, 11)  # points of a card that are looked at
DEALERS_HAND_NS: Final = (50 * MS, 300 * MS)  # over a zone after a card has come or gone
PLAYERS_HAND_NS: Final = (500 * MS, 3 * SECOND)
PLAYERS_EVERY_NS: Final = 20 * SECOND  # on average, until a player's hand is over the cards again


@dataclass(slots=True)
class _Zone:
    """How a zone lay in the last picture, and until when a hand is over it."""

    lying: tuple[tuple[str, Face], ...] = ()
    seen: tuple[int, int] = (0, 0)
    hand_until_ns: int = 0
    next_hand_ns: float = 0


class Eye:
    """Looks at some zones, given by the numbers of their antennas. `right`: the chance that a picture of one is.

    `seats`: those of them where a player's hand is from time to time. `in_rows`: a seat's cards lie side by side, as
    stud is dealt.
    """

    def __init__(
        self, air: AnyAir, rng: Random, zones: Collection[int], seats: Collection[int], right: float = RIGHT
    ) -> None:
        self.right = right
        self.in_rows = False
        self._air = air
        self._rng = rng
        self._seats = frozenset(seats)
        self._zones = {antenna: _Zone(next_hand_ns=self._next_hand(0)) for antenna in sorted(zones)}
        self._moves = -1

    def look(self, now_ns: int) -> tuple[FacesAt, ...]:
        """A picture: each zone that can be seen now."""
        self._notice(now_ns)
        return tuple(
            FacesAt(antenna, *self._picture_of(zone), self.right)
            for antenna, zone in self._zones.items()
            if not self._is_covered(antenna, zone, now_ns)
        )

    # ---- inside --------------------

    def _notice(self, now_ns: int) -> None:
        """What people have done with cards since the last picture."""
        if self._moves == self._air.moves:
            return
        self._moves = self._air.moves
        lying: dict[int, list[Piece]] = {antenna: [] for antenna in self._zones}
        for piece in self._air.felt:
            if piece.antenna is not None and (place := self._place(piece)) in lying:
                lying[place].append(piece)
        for antenna, zone in self._zones.items():
            cards = _on_top_if_turned(zone.lying, lying[antenna])
            now = tuple((piece.name, piece.face) for piece in cards)
            if now != zone.lying:
                moved_ns = max((piece.lands_ns for piece in cards), default=now_ns)
                came = len(now) > len(zone.lying)
                zone.hand_until_ns = (moved_ns if came else now_ns) + self._rng.randint(*DEALERS_HAND_NS)
                zone.lying = now
            spots = [piece.spot for piece in lying[antenna]]
            if self.in_rows and antenna in self._seats:
                spots = _in_a_row(spots)
            where = {piece.name: spot for piece, spot in zip(lying[antenna], spots, strict=True)}
            laid = [where[piece.name] for piece in cards]
            free = [piece for number, piece in enumerate(cards) if _is_free(laid[number], laid[number + 1 :])]
            up = sum(piece.face == "up" for piece in free)
            zone.seen = (up, len(free) - up)

    def _place(self, piece: Piece) -> int:
        """The zone in which a card's middle lies."""
        sites = self._air.plan.sites
        return min(sites, key=lambda antenna: sites[antenna].distance(piece.spot))

    def _is_covered(self, antenna: int, zone: _Zone, now_ns: int) -> bool:
        """Whether a hand is over a zone."""
        if antenna in self._seats and now_ns >= zone.next_hand_ns:
            until_ns = int(zone.next_hand_ns) + self._rng.randint(*PLAYERS_HAND_NS)
            zone.hand_until_ns = max(zone.hand_until_ns, until_ns)
            zone.next_hand_ns = self._next_hand(max(until_ns, now_ns))
        return now_ns < zone.hand_until_ns

    def _next_hand(self, after_ns: int) -> float:
        return after_ns + self._rng.expovariate(1 / PLAYERS_EVERY_NS)

    def _picture_of(self, zone: _Zone) -> tuple[int, int]:
        """Cards up and down as this picture has them."""
        up, down = zone.seen
        if self._rng.random() < self.right:
            return up, down
        wrong = [(up + 1, down), (up, down + 1)]
        if up:
            wrong += [(up - 1, down + 1), (up - 1, down)]
        if down:
            wrong += [(up + 1, down - 1), (up, down - 1)]
        return self._rng.choice(wrong)


def _in_a_row(spots: list[Spot]) -> list[Spot]:
    """Where cards lie that are laid beside the first one, each with some scatter."""
    first = spots[:1]
    return [
        (x + ROW_MM * number + IN_ROW_SCATTER * (spot[0] - x), y + IN_ROW_SCATTER * (spot[1] - y))
        for x, y in first
        for number, spot in enumerate(spots)
    ]


def _on_top_if_turned(before: tuple[tuple[str, Face], ...], cards: list[Piece]) -> list[Piece]:
    """The cards of a zone, the lowest first: as before, then those that were turned over, then those that came."""
    order = {name: number for number, (name, _) in enumerate(before)}
    faces = dict(before)

    def height(piece: Piece) -> int:
        lay_so = faces.get(piece.name) == piece.face
        return order[piece.name] if lay_so else len(order) + (piece.name not in order)

    return sorted(cards, key=height)


def _is_free(spot: Spot, above: list[Spot]) -> bool:
    """Whether enough of a card can be seen under those that lie on it. Cards lie square to the dealer."""
    ways = [(other[0] - spot[0], other[1] - spot[1]) for other in above]
    near = [(dx, dy) for dx, dy in ways if abs(dx) < CARD_MM[0] and abs(dy) < CARD_MM[1]]
    if not near:
        return True
    width, height = CARD_MM
    points = [
        (width * ((x + 0.5) / GRID[0] - 0.5), height * ((y + 0.5) / GRID[1] - 0.5))
        for x in range(GRID[0])
        for y in range(GRID[1])
    ]
    free = sum(not any(abs(x - dx) <= width / 2 and abs(y - dy) <= height / 2 for dx, dy in near) for x, y in points)
    return free >= STRIP * len(points)


def looked_at(zones: dict[int, str]) -> tuple[list[int], list[int]]:
    """Of a layout's zones those that a camera reports, and those of them that are seats."""
    seen = [antenna for antenna, zone in zones.items() if zone not in ("muck", "burn", "stub")]
    return seen, [antenna for antenna in seen if zones[antenna].startswith("seat:")]
