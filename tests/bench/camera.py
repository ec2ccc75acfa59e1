"""How well the face camera reads rendered pictures: `python -m tests.bench.camera --rooms N --seed S [--json]`.

Each room has a table, a light, a lens and a deck of its own; the camera is enrolled there as a technician would do it,
then looks at pictures of twelve zones. Each picture is judged alone: the vote over pictures comes on top of it. A
reading is *false* if a table could rule wrongly on it: more cards face up than there are, or more face down than there
are and none face up. It is *off* if cards are missing from it: for the table a count is a least number.
"""

import argparse
import json
import time
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from burncard.camera.camera_enrolment import BadEnrolmentError
from burncard.camera.sight import Counts
from tests.harness import card_art
from tests.harness.camera_scenes import Dealer
from tests.harness.felt_pictures import FELTS, Scene, Studio, draw_room

PICTURES = 4
HANDS = 0.12


def kind_of(seen: Counts | None, up: int, down: int, *, covered: bool) -> str:
    """How a reading compares with what lies there."""
    if covered:
        return "covered-unseen" if seen is None else "covered-seen"
    if seen is None:
        return "unseen"
    if (seen.up, seen.down) == (up, down):
        return "right"
    return "false" if seen.up > up or (up and not seen.up and seen.down > down) else "off"


def run(number: int, seed: int, pictures: int = PICTURES) -> tuple[Counter[str], list[float], list[str]]:
    """One room: readings by kind, seconds a picture, and where false ones were."""
    rng = np.random.default_rng((seed, number))
    felts, backs = list(FELTS), list(card_art.BACKS)
    felt, back = felts[number % len(felts)], backs[(number // len(felts)) % len(backs)]
    dealer = Dealer(
        Studio(draw_room(rng, felt)),
        card_art.BACKS[back],
        rng,
        jumbo=bool(rng.random() < 0.5),
        four_colours=bool(rng.random() < 0.3),
    )
    kinds: Counter[str] = Counter()
    try:
        looker = dealer.enrolled().looker()
    except BadEnrolmentError as error:
        return Counter({"refused": 1}), [], [f"{felt} {back}: {error}"]
    times, notes = [], []
    for picture in range(pictures):
        piles = {watched.antenna: dealer.pile(watched) for watched in dealer.zones}
        covered = {watched.antenna for watched in dealer.zones if rng.random() < HANDS}
        hands = tuple(dealer.hand_over(watched) for watched in dealer.zones if watched.antenna in covered)
        dealer.studio.room = replace(dealer.studio.room, exposure=float(rng.uniform(0.75, 1.25)))
        seen_by = dealer.studio.picture(Scene(tuple(t for pile in piles.values() for t in pile.things), hands), rng)
        began = time.process_time()
        seen = looker.look(seen_by)
        times.append(time.process_time() - began)
        for antenna, pile in piles.items():
            counts = seen.get(antenna)
            kind = kind_of(counts, pile.up, pile.down, covered=antenna in covered)
            kinds[kind] += 1
            if kind in ("false", "covered-seen", "off"):
                where = f"room {number} ({felt}, {back}) picture {picture} zone {antenna}"
                notes.append(f"{kind} {where}: up {pile.up} down {pile.down}, read {counts}")
    return kinds, times, notes


def main() -> None:
    """The command."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rooms", type=int, default=40)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--notes", action="store_true")
    asked.add_argument("--json", action="store_true")
    options = asked.parse_args()
    cv2.setNumThreads(1)
    kinds: Counter[str] = Counter()
    times: list[float] = []
    for number in range(options.first, options.first + options.rooms):
        more, took, notes = run(number, options.seed)
        kinds += more
        times += took
        if options.notes:
            print(*notes, sep="\n" if notes else "", flush=True)
    figures = {**kinds, "ms_a_picture": round(1000 * float(np.median(times)), 1)}
    print(json.dumps(figures) if options.json else "\n".join(f"{name:16} {count}" for name, count in figures.items()))


if __name__ == "__main__":
    main()
