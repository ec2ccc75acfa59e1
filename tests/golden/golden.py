"""Golden outcomes: what the table answers to a fixed sample of hands, as one hash per hand.

The facts are stored (`hands.jsonl.xz`), so that the sample stays the same when a generator changes; so are hashes of
their outcomes without message texts (`outcomes.txt`). A changed hash is a change of behaviour: explain it in the commit
that rewrites the hashes.

    python -m tests.golden.golden            rewrites the hashes
    python -m tests.golden.golden --hands    draws the hands anew as well
"""

import argparse
import json
import lzma
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from burncard.controller.hand_histories.replay import replay
from burncard.controller.hand_histories.table_log import encode
from burncard.rules.facts import Fact, Hand
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.games.houses import HOUSES
from burncard.simulator.expected_rulings import ORDINARY_RULES
from burncard.simulator.mistakes import MISTAKES, Mistake
from burncard.simulator.pack import EmptyStubError
from tests.harness.fuzz import any_fact
from tests.harness.mistaken_hands import make, scripted
from tests.harness.random_hands import hand_fact, play
from tests.harness.scripted import InvariantError

FOLDER = Path(__file__).parent
HANDS, HASHES = FOLDER / "hands.jsonl.xz", FOLDER / "outcomes.txt"
FUZZED_FACTS = 60
ATTEMPTS = 12
Log = tuple[bytes, ...]


def stored_hands() -> dict[str, Log]:
    """The lines of each hand's log, by the name of the hand."""
    logs: dict[str, list[bytes]] = {}
    for line in lzma.decompress(HANDS.read_bytes()).splitlines():
        if line.startswith(b"#"):
            facts = logs.setdefault(line[1:].decode(), [])
        else:
            facts.append(line)
    return {name: tuple(lines) for name, lines in logs.items()}


def stored_hashes() -> dict[str, str]:
    """The hash of each hand's outcomes, by the name of the hand."""
    rows = (line.split(" ", 1) for line in HASHES.read_text(encoding="utf-8").splitlines())
    return {name: hashed for hashed, name in rows}


def hash_of(log: Log) -> str:
    """The hash of everything that the table answers to a log, without message texts."""
    written: list[bytes] = []
    replay(log, written.append)
    digest = sha256()
    for line in b"".join(written).splitlines():
        digest.update(json.dumps(_without_texts(json.loads(line)), sort_keys=True).encode() + b"\n")
    return digest.hexdigest()[:16]


def _without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_texts(inner) for name, inner in value.items() if name not in ("message", "text")}
    return [_without_texts(inner) for inner in value] if isinstance(value, list) else value


# ---- drawing the sample --------------------


def drawn_hands() -> Iterator[tuple[str, list[Fact]]]:
    """Clean hands of each game, house and structure; hands with each kind of mistake in each game; fuzzed facts."""
    for game in GAMES.values():
        for house in HOUSES:
            for structure in game.structures:
                name = f"{game.code}/{house}/{structure}/clean"
                rng = Random(name)
                yield name, play(_hand(game.code, house, structure, rng), rng).facts
            name = f"{game.code}/{house}/fuzzed"
            rng = Random(name)
            hand = _hand(game.code, house, rng.choice(game.structures), rng)
            yield name, [hand, *(any_fact(rng, number) for number in range(2, FUZZED_FACTS + 2))]
            for mistake in MISTAKES:
                name = f"{game.code}/{house}/{mistake.name}"
                attempts = (_mistaken(game, house, mistake, Random(f"{name}/{number}")) for number in range(ATTEMPTS))
                facts = next(filter(None, attempts), None)
                if facts:
                    yield name, facts


def _hand(game: str, house: str, structure: str, rng: Random) -> Hand:
    seats = rng.randint(max(3, GAMES[game].min_seats), min(6, GAMES[game].max_seats))
    return hand_fact(GAMES[game], structure, house, seats, rng)


def _mistaken(game: Game, house: str, mistake: Mistake, rng: Random) -> list[Fact]:
    """The facts of a hand with this mistake at a random moment; none where the hand gave no opportunity."""
    fact = _hand(game.code, house, rng.choice(game.structures), rng)
    hand = scripted(fact, rng.getrandbits(32), tags=rng.random() < 0.2, at_random=rng.random() < 0.5)
    try:
        while hand.result is None:
            in_play = hand.table.hand
            if in_play is not None and mistake.possible(in_play, hand.next) and rng.random() < 0.3:
                make(hand, mistake)
                hand.finish(*ORDINARY_RULES, deal_again=False)
                return hand.facts
            hand.step()
    except (InvariantError, EmptyStubError):
        return []
    return []


def main() -> None:
    """Rewrites the hashes, and on request the hands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", action="store_true", help="draw the hands anew as well")
    if parser.parse_args().hands:
        lines: list[bytes] = []
        for name, facts in drawn_hands():
            lines += [f"#{name}".encode(), *(encode(fact).strip() for fact in facts)]
        HANDS.write_bytes(lzma.compress(b"\n".join(lines), preset=9 | lzma.PRESET_EXTREME))
    before = stored_hashes() if HASHES.exists() else {}
    hashes = {name: hash_of(log) for name, log in stored_hands().items()}
    HASHES.write_text("".join(f"{hashed} {name}\n" for name, hashed in hashes.items()), encoding="utf-8")
    changed = [name for name, hashed in hashes.items() if before.get(name) != hashed]
    print(f"{len(hashes)} hands, {len(changed)} changed", *changed[:20], sep="\n")


if __name__ == "__main__":
    main()
