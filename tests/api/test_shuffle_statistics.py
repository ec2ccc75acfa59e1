"""The off-line test of a shuffler: a random one passes, and each kind of rigged one fails."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from burncard.api.shuffle_statistics import LEVELS, judged, report
from burncard.rules.cards import PACK

PACKS = 600


def packs_of(shuffle: Callable[[list[str], Random], None]) -> list[list[str]]:
    rng, pack, packs = Random(8), [str(card) for card in PACK], []
    for _ in range(PACKS):
        shuffle(pack, rng)
        packs.append(list(pack))
    return packs


def fair(pack: list[str], rng: Random) -> None:
    rng.shuffle(pack)


def keeps_an_ace_near_the_top(pack: list[str], rng: Random) -> None:
    rng.shuffle(pack)
    if rng.random() < 0.3:
        pack.remove("As")
        pack.insert(rng.randrange(4), "As")


def riffles_twice(pack: list[str], rng: Random) -> None:
    for _ in range(2):
        upper, lower = pack[:26], pack[26:]
        pack.clear()
        while upper or lower:
            part = upper if rng.random() < len(upper) / (len(upper) + len(lower)) else lower
            pack.append(part.pop(0))


def sorts_a_part(pack: list[str], rng: Random) -> None:
    rng.shuffle(pack)
    pack[40:46] = sorted(pack[40:46])


def test_a_random_shuffler_passes() -> None:
    assert all(test.passes(LEVELS[-1]) for test in judged(packs_of(fair)))


@pytest.mark.parametrize(
    ("rigged", "name"),
    [(keeps_an_ace_near_the_top, "position"), (riffles_twice, "sequence"), (sorts_a_part, "runs")],
)
def test_a_rigged_shuffler_fails(rigged: Callable[[list[str], Random], None], name: str) -> None:
    failed = [test.name for test in judged(packs_of(rigged)) if not test.passes(LEVELS[-1])]
    assert name in failed


def test_the_command_reports_and_refuses_what_it_cannot_judge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "orders"
    file.write_text("\n".join(json.dumps(pack) for pack in packs_of(riffles_twice)))
    assert report(str(file)) == 1
    assert "FAILS at 99%" in capsys.readouterr().out
    file.write_text('["As"]\n')
    assert report(str(file)) == 2
