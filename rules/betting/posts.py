"""Posts: which of the live forced bets is the big blind or last straddle, so that the seat to its left acts first."""

from collections.abc import Mapping, Sequence

from burncard.rules.cards import Chips, Seat


def seat_left_of_the_blind(clockwise: Sequence[Seat], posts: Mapping[Seat, Chips]) -> Seat:
    """The seat that acts first before the flop or draw: left of the largest post, or of the button without posts.

    `clockwise`: the seats dealt in, from the button's left. `posts`: what each seat is due to post, in chips, whether
    it has that much or not.
    """
    if not any(posts.values()):
        return clockwise[0]
    return clockwise[(place_of_the_blind(clockwise, posts) + 1) % len(clockwise)]


def place_of_the_blind(clockwise: Sequence[Seat], posts: Mapping[Seat, Chips]) -> int:
    """The place of the big blind or last straddle. Among equal largest posts the others are newcomers'."""
    posted = [posts.get(seat, Chips(0)) for seat in clockwise]
    largest = max(posted)
    places = [place for place, post in enumerate(posted) if post == largest]
    for place in places:
        if any(0 < post < largest for post in posted[:place]):
            return place
    equal_blinds = len(posted) > 2 and posted[0] == posted[1] == largest
    return 1 if equal_blinds else places[0]  # heads-up the button has the small blind, whatever its size
