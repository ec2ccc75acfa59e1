"""The firmware proves which device it is: the same challenge and answer as the virtual devices."""

import hashlib
import hmac
from pathlib import Path
from random import Random

import pytest

from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import DeviceFault, DeviceIdentified
from burncard.firmware_bridge.link_messages import CommandRefused, Hello, Identity, Refusal, Type
from burncard.firmware_bridge.link_proof import proof_of
from tests.harness.reader_in_c import Bench, ReaderInC

KEY, OTHER, NONCE = bytes(range(32)), bytes(range(1, 33)), bytes(range(100, 116))


def opened(library: Path) -> tuple[ReaderInC, Identity]:
    """A reader in a session."""
    reader = ReaderInC(library)
    identity = Identity.unpack(reader.ask(Type.HELLO, 0, Hello(2, 77).pack())[0].payload)
    return reader, identity


@pytest.mark.parametrize("length", [0, 1, 24, 55, 56, 57, 63, 64, 65, 119, 120, 200])
def test_its_hmac_is_that_of_the_standard(library: Path, length: int) -> None:
    reader, rng = ReaderInC(library), Random(length)
    for key_bytes in (0, 1, 32, 64):
        key, data = rng.randbytes(key_bytes), rng.randbytes(length)
        assert reader.hmac(key, data) == hmac.digest(key, data, hashlib.sha256)


def test_it_proves_its_key_for_each_nonce_session_and_start(library: Path) -> None:
    reader, identity = opened(library)
    assert identity.proves
    assert reader.ask(Type.SET_KEY, 1, KEY)[0].type == Type.COMMAND_ACK
    said = reader.ask(Type.PROVE, 0, NONCE)[0]
    assert (said.type, said.payload) == (Type.PROOF, proof_of(KEY, NONCE, identity))
    reader.restart()
    again = Identity.unpack(reader.ask(Type.HELLO, 0, Hello(2, 78).pack())[0].payload)
    assert reader.ask(Type.PROVE, 0, NONCE)[0].payload == proof_of(KEY, NONCE, again) != said.payload


def test_its_key_is_set_once(library: Path) -> None:
    reader, identity = opened(library)
    assert reader.ask(Type.SET_KEY, 1, KEY)[0].type == Type.COMMAND_ACK
    assert reader.ask(Type.SET_KEY, 1, OTHER)[0].type == Type.COMMAND_ACK  # the same command, repeated: not done again
    refused = CommandRefused.unpack(reader.ask(Type.SET_KEY, 2, OTHER)[0].payload)
    assert refused.reason is Refusal.HAS_KEY
    assert reader.ask(Type.PROVE, 0, NONCE)[0].payload == proof_of(KEY, NONCE, identity)


def test_a_key_that_it_cannot_keep_or_that_is_none_is_refused(library: Path) -> None:
    reader, identity = opened(library)
    reader.cannot_keep()
    assert CommandRefused.unpack(reader.ask(Type.SET_KEY, 1, KEY)[0].payload).reason is Refusal.UNKNOWN
    assert CommandRefused.unpack(reader.ask(Type.SET_KEY, 2, KEY[:-1])[0].payload).reason is Refusal.BAD_PAYLOAD
    assert reader.ask(Type.PROVE, 0, NONCE[:-1]) == []
    assert reader.ask(Type.PROVE, 0, NONCE)[0].payload == proof_of(b"", NONCE, identity)


def test_without_a_session_it_proves_nothing(library: Path) -> None:
    assert [frame.type for frame in ReaderInC(library).ask(Type.PROVE, 0, NONCE)] == [Type.NO_SESSION]


def test_the_bridge_takes_the_enrolled_reader_and_refuses_its_clone(library: Path) -> None:
    bench = Bench(library)
    bench.run(SECOND)
    bench.world.unplug(bench.line)
    bench.driver.link.challenge.key = KEY
    bench.world.plug(bench.line)
    bench.run(SECOND)
    faults = [event.code for event in bench.events if isinstance(event, DeviceFault)]
    assert faults == ["device-unproved"]
    identified = sum(isinstance(event, DeviceIdentified) for event in bench.events)
    bench.reader.ask(Type.HELLO, 0, Hello(2, 500).pack())
    bench.reader.ask(Type.SET_KEY, 1, KEY)
    bench.world.unplug(bench.line)
    bench.world.plug(bench.line)
    bench.run(SECOND)
    assert sum(isinstance(event, DeviceIdentified) for event in bench.events) == identified + 1
