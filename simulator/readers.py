"""The readers that can lie under a whole simulated table, by profile."""

from collections.abc import Callable
from random import Random
from typing import Final

from burncard.hardware.profiles import load_profiles
from burncard.simulator.devices.feig.feig_reader import FeigReader
from burncard.simulator.devices.feig.settings import MODELS
from burncard.simulator.devices.virtual_metratec import VirtualMetratec
from burncard.simulator.devices.virtual_reader import VirtualReader
from burncard.simulator.mistakes import FacesBy
from burncard.simulator.radio.air import Air

TableReader = VirtualReader | FeigReader | VirtualMetratec
SEES_FACES: Final = "burncard-reader"

READERS: Final[dict[str, Callable[[Air, Random, bool], TableReader]]] = {
    "burncard-reader": lambda air, rng, faces: VirtualReader(boot=rng.getrandbits(32), air=air, senses_face=faces),
    "feig": lambda air, rng, _: FeigReader(MODELS["mr102"], rng.getrandbits(32), air),
    "metratec": lambda air, rng, _: VirtualMetratec(f"{rng.getrandbits(48):016}"[-16:], air=air),
}


def faces_by(name: str, *, camera: bool) -> FacesBy:
    """What tells faces at a table with a reader of this profile."""
    return "camera" if camera else "reader" if name == SEES_FACES else "none"


def line_rate(name: str) -> int:
    """The speed of a profile's line, as if each byte had 10 bits: one with a parity bit has 11."""
    profile = load_profiles()[name]
    return profile.baud * 10 // 11 if profile.parity != "N" else profile.baud
