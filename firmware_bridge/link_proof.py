"""The proof that a device is the enrolled one: a challenge with a new nonce, and an answer that needs its key."""

import hmac
import os
import struct
from dataclasses import dataclass
from typing import ClassVar, Self

from burncard.firmware_bridge.events import DeviceFault
from burncard.firmware_bridge.link_messages import BadPayloadError, Identity, Type

NONCE_BYTES = 16
MAC_BYTES = 32


@dataclass(frozen=True, slots=True)
class Prove:
    """Asks for a proof of the key; `nonce` is new in each session."""

    nonce: bytes

    TYPE: ClassVar[Type] = Type.PROVE

    def pack(self) -> bytes:
        return self.nonce

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != NONCE_BYTES:
            raise BadPayloadError(f"a nonce of {len(payload)} bytes")
        return cls(payload)


@dataclass(frozen=True, slots=True)
class Proof:
    """The device's answer to PROVE: what only a holder of the key can work out (`proof_of`)."""

    mac: bytes

    TYPE: ClassVar[Type] = Type.PROOF

    def pack(self) -> bytes:
        return self.mac

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        if len(payload) != MAC_BYTES:
            raise BadPayloadError(f"a proof of {len(payload)} bytes")
        return cls(payload)


def proof_of(key: bytes, nonce: bytes, identity: Identity) -> bytes:
    """HMAC-SHA256 of a nonce, the session, the boot number and the serial number of a device."""
    said = nonce + struct.pack("<II", identity.session, identity.boot) + identity.serial_number.encode("ascii")
    return hmac.digest(key, said, "sha256")


class Challenge:
    """The host's side: it takes a device for the enrolled one only if that proves to have the key."""

    def __init__(self) -> None:
        self.key = b""
        self._asked: tuple[Identity, bytes] | None = None
        self._complained = False

    def begin(self) -> None:
        """A new session has begun: an earlier nonce is of no use."""
        self._asked = None

    def ask(self, identity: Identity) -> Prove | DeviceFault | None:
        """What a device is asked that has said who it is; or what is wrong with it, once."""
        if not identity.proves:
            return self._complaint(identity, "cannot prove to be")
        if self._asked is None or self._asked[0].boot != identity.boot:
            self._asked = identity, os.urandom(NONCE_BYTES)
        return Prove(self._asked[1])

    def take(self, proof: Proof) -> Identity | DeviceFault | None:
        """The device that has proved itself; or what is wrong with it, once."""
        if self._asked is None:
            return None
        identity, nonce = self._asked
        if hmac.compare_digest(proof.mac, proof_of(self.key, nonce, identity)):
            self._complained = False
            return identity
        return self._complaint(identity, "does not prove to be")

    def _complaint(self, identity: Identity, how: str) -> DeviceFault | None:
        if self._complained:
            return None
        self._complained = True
        text = f"a device that calls itself {identity.serial_number} {how} the enrolled one"
        return DeviceFault("device-unproved", text)
