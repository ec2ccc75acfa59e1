"""A FEIG reader to be served on a tty, as its options say."""

from random import Random

from burncard.simulator.devices.factory import Options
from burncard.simulator.devices.feig.feig_reader import CHANNELS, FeigReader
from burncard.simulator.devices.feig.settings import INTERFACE, MODELS, MODES, READER_MODE


def make(serial_number: str, rng: Random, options: Options) -> FeigReader:
    """A reader just powered up, with the settings of the factory. Raises ValueError for options that it cannot have."""
    name = options.model or "mr102"
    if name not in MODELS:
        raise ValueError(f"unknown model {name}; known: {', '.join(MODELS)}")
    if options.mode not in MODES:
        raise ValueError(f"unknown mode {options.mode}; known: {', '.join(MODES)}")
    model = MODELS[name]
    if options.mode != "host" and not model.buffered:
        raise ValueError(f"{name} has no {options.mode} mode")
    digits = "".join(character for character in serial_number if character.isdigit())
    device_id = int(digits) & 0xFFFFFFFF if digits else rng.getrandbits(32)
    outputs = CHANNELS if model.multiplexer and not model.selects else model.antennas
    reader = FeigReader(model, device_id, options.air(rng, outputs))
    reader.configuration.set_byte(INTERFACE, READER_MODE, MODES[options.mode])
    return reader


def make_ready(serial_number: str, rng: Random) -> FeigReader:
    """The usual reader: sixteen antennas of two multiplexers, in host mode."""
    return make(serial_number, rng, Options())
