"""The people of a table: their names, their roles, and the tokens of their programs, in one file of the owner's."""

import hashlib
import secrets
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from burncard.api.access import ROLES
from burncard.api.accounts.guard import Guard
from burncard.api.accounts.private_files import write_private
from burncard.controller.faults import Role
from burncard.hardware.plain_files import read_plain

TOKEN_BYTES: Final = 32
NAME_CHARACTERS_MAX: Final = 40
MACHINE: Final = "machine"
"""The account of commands on the table's own machine, whose token lies in the table's folder."""


class PeopleError(Exception):
    """The file of the people cannot be read, or is not this table's latest one. The message names it."""


class NameTakenError(Exception):
    """A person of that name exists. Names differ in more than their case, their spaces and the forms of letters."""


class BadNameError(Exception):
    """A name that cannot be kept: it is empty, too long, or holds a character that is none of a name."""


class Person(msgspec.Struct, frozen=True):
    """Who makes a request: every entry is kept under this name and role."""

    name: str
    role: Role

    @property
    def operator(self) -> str:
        """The name under which an entry is journaled."""
        return f"{self.role}: {self.name}"


class Token(msgspec.Struct, frozen=True):
    """A program's token, of which only the hash is kept."""

    id: str
    label: str
    hashed: str
    since_ns: int


class Account(msgspec.Struct, frozen=True):
    """One person. `pin`: its hash, empty for one who has none. An account that is not `active` can do nothing."""

    name: str
    role: Role
    pin: str = ""
    active: bool = True
    tokens: tuple[Token, ...] = ()

    @property
    def person(self) -> Person:
        """The person, as whom entries are made."""
        return Person(self.name, self.role)


class People:
    """The accounts of one table. `path` None: kept in memory only, for a demonstration or a test."""

    def __init__(self, path: Path | None = None, accounts: Iterable[Account] = (), guard: Guard | None = None) -> None:
        self._path = path
        self._guard = guard
        self.pepper = b"" if guard is None else guard.pepper
        self.device_key = secrets.token_bytes(TOKEN_BYTES) if guard is None else guard.device_key
        self._by_name = {name_key(account.name): account for account in accounts}

    @classmethod
    def open(cls, path: Path, guard: Guard | None = None) -> "People":
        """Reads the accounts; none at the first start. Raises PeopleError."""
        if not path.exists():
            if guard is not None and guard.knows(path):
                raise PeopleError(f"{path} is missing; to begin with new accounts, remove {guard.path} too")
            return cls(path, guard=guard)
        try:
            body = read_plain(path)
            accounts = msgspec.json.decode(body, type=list[Account])
        except (OSError, ValueError, RecursionError) as error:
            raise PeopleError(f"{path} does not list people") from error
        if guard is not None and not guard.is_latest(path, body):
            raise PeopleError(f"{path} is of another table, was changed, or is an older copy")
        if guard is not None and not guard.knows(path):
            guard.write(path, body)  # it was made before there were guards
        return cls(path, accounts, guard)

    # ---- who is there --------------------

    def __len__(self) -> int:
        return len(self._by_name)

    def all(self) -> list[Account]:
        """The accounts, by name."""
        return [self._by_name[key] for key in sorted(self._by_name)]

    def find(self, name: str) -> Account | None:
        """The account of a name, however it is written."""
        return self._by_name.get(name_key(name))

    def by_token(self, token: str) -> Person | None:
        """The person whose program sends a token."""
        hashed = token_hash(token)
        for account in self._by_name.values():
            if account.active and any(secrets.compare_digest(one.hashed, hashed) for one in account.tokens):
                return account.person
        return None

    # ---- changes --------------------

    def add(self, name: str, role: Role, pin: str) -> Account:
        """Adds a person. Raises NameTakenError, BadNameError."""
        account = self.new(name, role, pin)
        self.keep(account)
        return account

    def new(self, name: str, role: Role, pin: str) -> Account:
        """The account of a new person, which is not kept yet. Raises NameTakenError, BadNameError."""
        checked = _checked(name)
        if self.find(checked) is not None:
            raise NameTakenError(name)
        return Account(checked, role, pin)

    def keep(self, account: Account) -> None:
        """Keeps an account as it now is. Raises NotKeptError if it cannot be written; then nothing has changed."""
        changed = self._by_name | {name_key(account.name): account}
        if self._path is not None:
            body = msgspec.json.encode([changed[key] for key in sorted(changed)])
            (write_private if self._guard is None else self._guard.write)(self._path, body)
        self._by_name = changed

    def new_token(self, account: Account, label: str, now_ns: int) -> tuple[Token, str]:
        """Makes a token for a program; the secret itself is not kept."""
        secret = secrets.token_urlsafe(TOKEN_BYTES)
        token = Token(secrets.token_hex(4), label, token_hash(secret), now_ns)
        self.keep(msgspec.structs.replace(account, tokens=(*account.tokens, token)))
        return token, secret


class Demonstration(People):
    """One person for each role, each with a secret, kept in memory only: for simulated devices, and for tests."""

    def __init__(self, secrets_by_role: dict[Role, str] | None = None) -> None:
        self._secrets = secrets_by_role or {role: secrets.token_urlsafe(TOKEN_BYTES) for role in ROLES}
        super().__init__(
            accounts=[
                Account(role.capitalize(), role, tokens=(Token("demo", "demonstration", token_hash(secret), 0),))
                for role, secret in self._secrets.items()
            ]
        )

    def key_of(self, role: Role) -> str:
        """The secret of a role: a program's token, and what a sign-in link holds."""
        return self._secrets[role]


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def name_key(name: str) -> str:
    """The form in which names are compared: names that look alike are equal, except for letters of other scripts."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _checked(name: str) -> str:
    """A name as it is kept: composed, with single spaces between its words only.

    It has no colon, which separates the role from the name in the record, and no bar, which separates a row's parts.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split()) if name.isprintable() else ""
    if not name or len(name) > NAME_CHARACTERS_MAX or set(":|") & set(name):
        raise BadNameError(name)
    return name
