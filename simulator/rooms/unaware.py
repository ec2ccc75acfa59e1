"""Hands of a dealer who does not know of his mistakes, and goes on until he notices that the table stops him.

In `room` the dealer waits after a mistake until it has been ruled on. Here three more cards may lie there by then,
dealt by what he believes; and the table speaks with its reader in bytes, at the pace of that line. A ruling for want of
a fold is not told apart from one by presence.
"""

from random import Random

from burncard.controller.config import TableConfig
from burncard.simulator.detection import run_hand
from burncard.simulator.mistakes import MISTAKES, FacesBy, can_be_seen
from burncard.simulator.radio.quality import Radio
from burncard.simulator.rooms.detected import Detected, compared


def hand_of(
    config: TableConfig, radio: Radio, seed: str, number: int, *, mistakes: bool, faces: FacesBy = "reader"
) -> Detected:
    """One hand at a table of its own. `mistakes`: with one of a kind drawn for it, if that is possible in the hand."""
    rng = Random(f"{seed}/unaware")
    kinds = [kind.name for kind in MISTAKES if can_be_seen(kind, faces)]
    run = run_hand(config, rng.getrandbits(32), radio, rng.choice(kinds) if mistakes else None, faces=faces)
    seen = Detected(config.game, number, run.mistake or "", seed=seed, prompts=run.prompts)
    seen.true_rules = [ruled.rule for ruled in run.true if ruled.stop]
    seen.rules = [ruled.rule for ruled in run.ruled if ruled.stop]
    seen.ruling_delay_ns = run.delay_ns
    seen.verdict = "stuck" if run.stuck else compared(seen.true_rules, seen.rules)
    return seen
