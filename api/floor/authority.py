"""The secrets of a room's floor, in one folder of the owner's: from them come all credentials and certificates.

`burncard floor init` makes it. Whoever has it can enrol tables and decide for the floor: it belongs on the machine that
runs the floor and into its backup, and nowhere else.
"""

import datetime
import ipaddress
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec
import nkeys
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from burncard.api.accounts.private_files import write_private
from burncard.api.floor.identity import (
    account_jwt,
    floor_jwt,
    manager_jwt,
    new_seed,
    operator_jwt,
    public_of,
    table_jwt,
)
from burncard.controller.outbox.credentials import Credentials
from burncard.controller.outbox.subjects import TableName
from burncard.hardware.plain_files import read_plain, read_text

SECRETS: Final = "secrets.json"
AUTHORITY_CERTIFICATE: Final = "authority.pem"
SERVER_CERTIFICATE: Final = "server.pem"
SERVER_KEY: Final = "server.key"
VALID: Final = datetime.timedelta(days=3650)


class AuthorityError(Exception):
    """The folder of secrets is missing or cannot be read. The message names the file."""


class _Secrets(msgspec.Struct):
    """The file. All keys are secret; `revoked`: tables' keys that are no longer good, and since when (Unix s)."""

    room: str
    servers: list[str]
    operator: str
    account: str
    system: str
    floor: str
    manager: str
    commands: str
    revoked: dict[str, int] = {}


class Authority:
    """The secrets of one room."""

    def __init__(self, folder: Path, secrets: _Secrets) -> None:
        self.folder = folder
        self._secrets = secrets

    @classmethod
    def make(cls, folder: Path, room: str, servers: list[str], hosts: Iterable[str]) -> "Authority":
        """Makes the secrets of a room. `servers`: its NATS servers' addresses; `hosts`: the names they are reached by.

        Raises OSError, also if the folder already has secrets; ValueError for a bad name of a room.
        """
        TableName(room, "floor")
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        secrets = _Secrets(
            room=room,
            servers=servers,
            operator=new_seed(nkeys.PREFIX_BYTE_OPERATOR),
            account=new_seed(nkeys.PREFIX_BYTE_ACCOUNT),
            system=new_seed(nkeys.PREFIX_BYTE_ACCOUNT),
            floor=new_seed(nkeys.PREFIX_BYTE_USER),
            manager=new_seed(nkeys.PREFIX_BYTE_USER),
            commands=Ed25519PrivateKey.generate().private_bytes_raw().hex(),
        )
        if (folder / SECRETS).exists():
            raise FileExistsError(f"{folder / SECRETS} exists")
        write_private(folder / SECRETS, msgspec.json.encode(secrets))
        _make_certificates(folder, room, hosts)
        return cls(folder, secrets)

    @classmethod
    def open(cls, folder: Path) -> "Authority":
        """Reads the secrets of a room. Raises AuthorityError."""
        try:
            return cls(folder, msgspec.json.decode(read_plain(folder / SECRETS), type=_Secrets))
        except (OSError, ValueError) as error:
            raise AuthorityError(
                f"{folder / SECRETS}: no secrets of a floor; `burncard floor init` makes them"
            ) from error

    @property
    def room(self) -> str:
        """The room."""
        return self._secrets.room

    @property
    def certificate(self) -> str:
        """The certificate of the operator's own authority, as PEM."""
        return read_text(self.folder / AUTHORITY_CERTIFICATE)

    @property
    def floor_key(self) -> str:
        """The public key that the floor's commands are signed with, in hex."""
        return self._command_key.public_key().public_bytes_raw().hex()

    @property
    def _command_key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self._secrets.commands))

    def sign(self, data: bytes) -> bytes:
        """The signature of a command."""
        return self._command_key.sign(data)

    # ---- credentials --------------------

    def for_table(self, name: TableName, user: str) -> Credentials:
        """What a table gets, but for its seed. `user`: the public key that the table has made."""
        return self._credentials(name.table, "", table_jwt(self._secrets.account, user, name))

    def for_floor(self) -> Credentials:
        """What the floor itself connects with."""
        seed = self._secrets.floor
        return self._credentials("floor", seed, floor_jwt(self._secrets.account, public_of(seed), self.room))

    def for_manager(self) -> Credentials:
        """What a changed account is sent with."""
        seed = self._secrets.manager
        return self._credentials("manager", seed, manager_jwt(self._secrets.system, public_of(seed)))

    def _credentials(self, table: str, seed: str, jwt: str) -> Credentials:
        return Credentials(self.room, table, self._secrets.servers, self.certificate, seed, jwt, self.floor_key)

    def revoke(self, users: Mapping[str, int]) -> None:
        """Tables' credentials that are no longer good, and since when (Unix s). Raises OSError.

        `account` has to be sent to the servers then.
        """
        self._secrets = Authority.open(self.folder)._secrets  # another process may have revoked one since
        self._secrets.revoked |= users
        write_private(self.folder / SECRETS, msgspec.json.encode(self._secrets))

    # ---- what the servers get --------------------

    @property
    def operator(self) -> str:
        """The operator's JWT."""
        return operator_jwt(self._secrets.operator, self.system)

    @property
    def system(self) -> str:
        """The public key of the system account."""
        return public_of(self._secrets.system)

    @property
    def accounts(self) -> dict[str, str]:
        """The JWTs of both accounts by their public keys."""
        return {
            self.system: account_jwt(self._secrets.operator, self.system, "system", {}, stores=False),
            public_of(self._secrets.account): self.account,
        }

    @property
    def account(self) -> str:
        """The JWT of the room's account, as it is now."""
        secrets = self._secrets
        return account_jwt(secrets.operator, public_of(secrets.account), self.room, secrets.revoked, stores=True)


def _make_certificates(folder: Path, room: str, hosts: Iterable[str]) -> None:
    """An authority of the room's own, whose key is not kept, and the one certificate that it signs."""
    authority_key, server_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Burncard room {room}")])
    usage = x509.BasicConstraints(ca=True, path_length=0)
    signing = _builder(authority, authority, authority_key.public_key()).add_extension(usage, critical=True)
    certificate = signing.sign(authority_key, hashes.SHA256())
    names = x509.SubjectAlternativeName([_host(host) for host in hosts])
    uses = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
    server = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Servers of {room}")])
    built = _builder(server, authority, server_key.public_key()).add_extension(names, critical=False)
    signed = built.add_extension(uses, critical=False).sign(authority_key, hashes.SHA256())
    (folder / AUTHORITY_CERTIFICATE).write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / SERVER_CERTIFICATE).write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key = server_key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    write_private(folder / SERVER_KEY, key)


def _builder(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + VALID)
    )


def _host(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
