"""Clean hands of stud from decks of which one tag each is dead: what the table rules on that did not happen.

`python -m tests.harness.dead_tags --hands 160 --seed 7` prints each false ruling, and how many there were. Each table
plays 16 hands; the tags are dead from the second one on. People cannot make a dead tag heard, so many of these hands
end with a question that nobody can answer but by taking the card away: the floor ends the hand. That is no false
ruling, but the twin plays it on, so the next hand is that of a new table, which knows of the tags what this one knew.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import Final

from burncard.controller.perception.mute import Mute
from burncard.firmware_bridge.driver import MS
from burncard.hardware.layout import load_layout
from burncard.rules.games import GAMES
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.quality import TYPICAL
from burncard.simulator.rooms.detected import RIGHT
from burncard.simulator.rooms.gaps import uneven
from burncard.simulator.rooms.many_hands import Job, room_of
from burncard.simulator.rooms.room import DetectionRoom

HANDS: Final = 16
LINE_NS: Final = 10 * MS
STUD: Final = tuple(code for code, game in GAMES.items() if game.family == "stud")


def hands_of(seed: int, table: int) -> Iterator[str]:
    """The hands of one table after the first: the rule of a false ruling in each, or nothing."""
    job = Job(TYPICAL, seed, table, HANDS, STUD, mistakes=False, line_ns=LINE_NS, layout=load_layout(), gaps=uneven)
    rng, known = Random(f"{seed}/{table}"), Mute()
    room = _room(job, 0, known)
    room.play()
    dead = {rng.choice(sorted(room.decks.tags_of(back))) for back in room.decks.backs}
    for number in range(1, HANDS):
        assert isinstance(room.air, Air)
        room.air.conditions.dead_tags |= dead
        played = room.play()
        yield next((rule for rule in played.rules if not rule.startswith("table.")), "")
        if played.verdict != RIGHT:
            room = _room(job, number, known)


def _room(job: Job, number: int, known: Mute) -> DetectionRoom:
    """A table that knows this of the tags."""
    room = room_of(job, number)
    room.service.watch.perception.unheard.mute = known
    return room


def main() -> None:
    """Plays the hands and prints what was ruled on falsely. Exits with 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=160, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args()
    found = 0
    for table in range(-(-options.hands // HANDS)):
        for number, rule in enumerate(hands_of(options.seed, table), start=2):
            found += bool(rule)
            if rule:
                print(f"table {table}, hand {number}: {rule}", flush=True)
    print(f"{found} false rulings")
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
