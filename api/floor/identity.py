"""Permissions on the room's servers: an operator, its account, and a user for each table.

NATS checks this itself, from JWTs that the operator signed: a table may publish its own record and status, receive its
own commands, ask for the end of its own record, and nothing else. A revoked table is cut off by every server at once.
The claims: https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/jwt
"""

import base64
import hashlib
import os
import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import nkeys

from burncard.controller.outbox.subjects import KEPT_STREAM, ROOT, STREAM, TableName

_HEADER: Final = {"typ": "JWT", "alg": "ed25519-nkey"}
_NO_LIMIT: Final = -1
RESPONSE_WITHIN_NS: Final = 10_000_000_000
SIGN_IN_REFUSED: Final = "$SYS.SERVER.*.CLIENT.AUTH.ERR"
"""The subject in the system account on which the servers report refused sign-ins."""


def new_seed(prefix: int) -> str:
    """A new secret key of an operator, an account or a user (`nkeys.PREFIX_BYTE_…`)."""
    return str(nkeys.encode_seed(os.urandom(32), prefix).decode())


def public_of(seed: str) -> str:
    """The public key of a seed."""
    return str(_pair(seed).public_key.decode())


def is_user_key(key: str) -> bool:
    """Whether a text is a user's public key."""
    try:
        raw = base64.b32decode(key + "=" * (-len(key) % 8))
    except ValueError:
        return False
    return len(raw) == 35 and raw[0] == nkeys.PREFIX_BYTE_USER and nkeys.crc16_checksum(raw[:-2]) == raw[-2:]


def operator_jwt(operator: str, system_account: str) -> str:
    """The operator itself. `system_account`: the public key of the account through which servers are managed."""
    return _jwt(operator, public_of(operator), "burncard", {"type": "operator", "system_account": system_account})


def account_jwt(operator: str, account: str, name: str, revoked: Mapping[str, int], *, stores: bool) -> str:
    """An account. `account`: its public key. `revoked`: users and when (Unix s); older credentials are refused.

    `stores`: whether it may have streams; the system account may not.
    """
    limits = dict.fromkeys(("subs", "data", "payload", "imports", "exports", "conn", "leaf"), _NO_LIMIT)
    limits |= dict.fromkeys(("disk_storage", "mem_storage", "streams", "consumer"), _NO_LIMIT if stores else 0)
    claims = {"type": "account", "limits": limits | {"wildcards": True}, "revocations": dict(revoked)}
    return _jwt(operator, account, name, claims)


def table_jwt(account: str, user: str, name: TableName) -> str:
    """A table's user. `account`: the account's secret; `user`: the table's public key."""
    asks = [f"$JS.API.DIRECT.GET.{STREAM}.{name.record}", f"$JS.API.DIRECT.GET.{KEPT_STREAM}.{name.kept}"]
    return _user_jwt(account, user, str(name), [name.record, name.status, *asks], [name.command, f"{name.inbox}.>"])


def floor_jwt(account: str, user: str, room: str) -> str:
    """The floor's own user: it receives what tables publish, confirms it, and manages their streams."""
    publishes = [f"{ROOT}.{room}.*.kept", f"{ROOT}.{room}.*.command", "$JS.API.>", "$JS.ACK.>"]
    return _user_jwt(account, user, f"floor of {room}", publishes, [f"{ROOT}.{room}.*.status", "_INBOX.floor.>"])


def manager_jwt(system: str, user: str) -> str:
    """The user that sends the servers a changed account and receives their reports of refused sign-ins."""
    return _user_jwt(system, user, "manager", ["$SYS.REQ.CLAIMS.UPDATE"], [SIGN_IN_REFUSED, "_INBOX.manager.>"])


def _user_jwt(account: str, user: str, name: str, publishes: list[str], hears: list[str]) -> str:
    limits = dict.fromkeys(("subs", "data", "payload"), _NO_LIMIT)
    may = {"pub": {"allow": publishes}, "sub": {"allow": hears}, "resp": {"max": 1, "ttl": RESPONSE_WITHIN_NS}}
    return _jwt(account, user, name, {"type": "user", **limits, **may})


def _jwt(issuer: str, subject: str, name: str, nats: dict[str, Any]) -> str:
    claims = {
        "iat": int(time.time()),
        "iss": public_of(issuer),
        "name": name,
        "sub": subject,
        "nats": nats | {"version": 2},
    }
    digest = base64.b32encode(hashlib.sha256(msgspec.json.encode(claims)).digest()).decode().rstrip("=")
    text = f"{_encoded(_HEADER)}.{_encoded(claims | {'jti': digest})}"
    return f"{text}.{_unpadded(_pair(issuer).sign(text.encode()))}"


def _encoded(part: dict[str, Any]) -> str:
    return _unpadded(msgspec.json.encode(part))


def _unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _pair(seed: str) -> Any:
    return nkeys.from_seed(bytearray(seed.encode()))
