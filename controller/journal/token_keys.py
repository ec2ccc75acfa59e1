"""The keys of a seal that a hardware token keeps: a PKCS#11 token, or a TPM with its PKCS#11 module.

The token holds one secret that it never gives away. The two keys of the seal are worked out by the token from that
secret and the journal's name when a program opens the seal, and are in that program's memory only. Whoever has all
files of the machine, but not the token and its PIN, cannot make a row that fits.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, unquote

from burncard.hardware.plain_files import read_text

PIN_VARIABLE: Final = "BURNCARD_TOKEN_PIN"
PIN_CREDENTIAL: Final = "burncard-token-pin"
SECRET_BITS: Final = 256


class TokenError(Exception):
    """The token is not there, cannot be used, or has no such secret. The message says which."""


@dataclass(frozen=True, slots=True)
class TokenKeys:
    """A secret of a token: `token` and `label` are names, `module` is the library of its maker."""

    token: str
    label: str
    module: str

    @classmethod
    def at(cls, uri: str) -> "TokenKeys":
        """What a URI names (RFC 7512): `pkcs11:token=NAME;object=NAME?module-path=FILE`. Raises TokenError."""
        scheme, _, rest = uri.partition(":")
        path, _, query = rest.partition("?")
        parts = dict(part.partition("=")[::2] for part in path.split(";"))
        modules = parse_qs(query).get("module-path", [])
        if scheme != "pkcs11" or not parts.get("token") or not parts.get("object") or len(modules) != 1:
            raise TokenError(f"{uri}: expected pkcs11:token=NAME;object=NAME?module-path=FILE")
        return cls(unquote(parts["token"]), unquote(parts["object"]), modules[0])

    def make_secret(self) -> None:
        """Has the token make the secret, if it has none of this name. Raises TokenError."""
        pkcs11 = _library()
        with self._session(rw=True) as session:
            if not list(session.get_objects({pkcs11.Attribute.LABEL: self.label})):
                session.generate_key(
                    pkcs11.KeyType.GENERIC_SECRET,
                    SECRET_BITS,
                    label=self.label,
                    store=True,
                    capabilities=pkcs11.MechanismFlag.SIGN,
                    template={pkcs11.Attribute.SENSITIVE: True, pkcs11.Attribute.EXTRACTABLE: False},
                )

    def derive(self, *purposes: str) -> list[bytes]:
        """A key of 32 bytes for each purpose. Raises TokenError."""
        pkcs11 = _library()
        with self._session() as session:
            try:
                secret = session.get_key(object_class=pkcs11.ObjectClass.SECRET_KEY, label=self.label)
                return [secret.sign(one.encode(), mechanism=pkcs11.Mechanism.SHA256_HMAC) for one in purposes]
            except pkcs11.exceptions.PKCS11Error as error:
                raise TokenError(
                    f"the token {self.token} has no usable secret {self.label}: {_named(error)}"
                ) from error

    def _session(self, *, rw: bool = False) -> Any:
        pkcs11 = _library()
        try:
            token = pkcs11.lib(self.module).get_token(token_label=self.token)
            return token.open(user_pin=_pin(), rw=rw)
        except (pkcs11.exceptions.PKCS11Error, RuntimeError) as error:
            raise TokenError(f"the token {self.token} cannot be opened: {_named(error)}") from error


def _library() -> Any:
    try:
        import pkcs11
        import pkcs11.exceptions
    except ImportError as error:
        raise TokenError("hardware tokens need `pip install burncard[token]`") from error
    return pkcs11


def _pin() -> str:
    """The PIN, which is in no file of the table. Raises TokenError."""
    credentials = os.environ.get("CREDENTIALS_DIRECTORY")
    if credentials and (given := Path(credentials) / PIN_CREDENTIAL).exists():
        return read_text(given).strip()
    if PIN_VARIABLE not in os.environ:
        raise TokenError(f"the token's PIN is not known: set {PIN_VARIABLE}, or the credential {PIN_CREDENTIAL}")
    return os.environ[PIN_VARIABLE]


def _named(error: Exception) -> str:
    return str(error) or type(error).__name__
