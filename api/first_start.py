"""What a table makes at its first start: a technician's account, a key for this machine, a certificate."""

import datetime
import hashlib
import ipaddress
import os
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from burncard.api.accounts.people import MACHINE, TOKEN_BYTES, Account, People, Token, token_hash
from burncard.api.accounts.pins import hash_pin, new_pin
from burncard.api.accounts.private_files import write_private
from burncard.hardware.plain_files import check_plain, read_plain, read_text

FIRST: Final = "technician"
MACHINE_KEY: Final = "machine.key"
VALID: Final = datetime.timedelta(days=730)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate by which clients know this table, and its private key. `fingerprint`: SHA-256, in hex."""

    certificate: Path
    key: Path
    fingerprint: str


def first_technician(people: People) -> str | None:
    """Adds the first technician where nobody can sign in yet; the PIN, which is kept nowhere else."""
    if any(account.pin for account in people.all()):
        return None
    pin = new_pin()
    people.keep(Account(FIRST, "technician", hash_pin(pin, people.pepper)))
    return pin


def machine_key(people: People, directory: Path) -> str:
    """The key of commands on this machine: anyone who can read the table's folder may use it."""
    path = directory / MACHINE_KEY
    account = people.find(MACHINE)
    with suppress(OSError, ValueError):  # what cannot be read is made anew
        if account is not None:
            return read_text(path).strip()
    secret = secrets.token_urlsafe(TOKEN_BYTES)
    people.keep(Account(MACHINE, "technician", tokens=(Token("machine", "commands here", token_hash(secret), 0),)))
    write_private(path, secret.encode())
    return secret


def own_certificate(directory: Path, hosts: frozenset[str]) -> Certificate:
    """The table's own certificate, made if there is none yet. Raises OSError."""
    certificate, key = directory / "tls.crt", directory / "tls.key"
    if not (certificate.exists() and key.exists()):
        _make(certificate, key, hosts)
    return given_certificate(certificate, key)


def given_certificate(certificate: Path, key: Path) -> Certificate:
    """A certificate that was supplied. Raises OSError, ValueError."""
    check_plain(key)
    parsed = x509.load_pem_x509_certificate(read_plain(certificate))
    raw = hashlib.sha256(parsed.public_bytes(serialization.Encoding.DER)).hexdigest().upper()
    return Certificate(certificate, key, ":".join(raw[place : place + 2] for place in range(0, len(raw), 2)))


def hosts_of(address: str) -> frozenset[str]:
    """The names by which a table that listens on an address can be reached."""
    names = {socket.gethostname().lower(), socket.getfqdn().lower()}
    if address in ("0.0.0.0", "::"):
        found = socket.getaddrinfo(socket.gethostname(), None, proto=socket.IPPROTO_TCP)
        names |= {str(entry[4][0]) for entry in found}
    else:
        names.add(address.lower())
    return frozenset(f"[{name}]" if ":" in name else name for name in names)


def _make(certificate: Path, key_path: Path, hosts: frozenset[str]) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Burncard table")])
    now = datetime.datetime.now(datetime.UTC)
    names = [_general_name(host.strip("[]")) for host in sorted(hosts | {"localhost", "127.0.0.1"})]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + VALID)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    write_private(key_path, private)
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    os.chmod(certificate, 0o644)


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
