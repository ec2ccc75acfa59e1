"""PINs: hashed slowly, so that a stolen file does not give them away, and never kept otherwise."""

import base64
import hashlib
import hmac
import secrets
from itertools import pairwise
from typing import Final

PIN_DIGITS_MIN: Final = 6
PIN_DIGITS_MAX: Final = 12
SCRYPT_N: Final = 2**15
SCRYPT_R: Final = 8
SCRYPT_P: Final = 1
SCRYPT_MEMORY_MAX: Final = 128 * SCRYPT_N * SCRYPT_R * 2
SALT_BYTES: Final = 16
PLAIN: Final = "scrypt"
PEPPERED: Final = "scrypt-peppered"


class WeakPinError(Exception):
    """A PIN that cannot be taken. The message says what one needs."""


def new_pin() -> str:
    """A PIN from the system's secure randomness."""
    while True:
        pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS_MIN))
        if not _is_weak(pin):
            return pin


def hash_pin(pin: str, pepper: bytes = b"") -> str:
    """A PIN's hash with its salt and its cost, as text. Raises WeakPinError. Takes about 0.1 s.

    `pepper`: a secret that lies elsewhere, without which a stolen hash cannot be guessed at.
    """
    if not (pin.isascii() and pin.isdigit() and PIN_DIGITS_MIN <= len(pin) <= PIN_DIGITS_MAX):
        raise WeakPinError(f"A PIN has {PIN_DIGITS_MIN} to {PIN_DIGITS_MAX} digits.")
    if _is_weak(pin):
        raise WeakPinError("A PIN is not one digit again and again, nor digits in a row.")
    salt = secrets.token_bytes(SALT_BYTES)
    derived = _slow(_mixed(pin, pepper), salt)
    kind = PEPPERED if pepper else PLAIN
    return f"{kind}${SCRYPT_N}${SCRYPT_R}${SCRYPT_P}${_text(salt)}${_text(derived)}"


def pin_matches(pin: str, hashed: str, pepper: bytes = b"") -> bool:
    """Whether a PIN is the one that was hashed. Takes as long for a wrong one; an empty hash matches nothing."""
    parts = hashed.split("$")
    if len(parts) != 6:
        _slow(pin, b"\x00" * SALT_BYTES)
        return False
    kind, n, r, p, salt, expected = parts
    derived = _slow(_mixed(pin, pepper if kind == PEPPERED else b""), base64.b64decode(salt), int(n), int(r), int(p))
    return secrets.compare_digest(derived, base64.b64decode(expected))


def _mixed(pin: str, pepper: bytes) -> str:
    return hmac.digest(pepper, pin.encode(), "sha256").hex() if pepper else pin


def _slow(pin: str, salt: bytes, n: int = SCRYPT_N, r: int = SCRYPT_R, p: int = SCRYPT_P) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=SCRYPT_MEMORY_MAX)


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _is_weak(pin: str) -> bool:
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    return steps <= {0} or steps <= {1} or steps <= {9}
