"""Sessions: who is signed in at which browser, and until when. Kept by hash, so that the file signs nobody in."""

import secrets
from pathlib import Path
from typing import Final

import msgspec

from burncard.api.accounts.guard import Guard
from burncard.api.accounts.people import TOKEN_BYTES, People, Person, token_hash
from burncard.api.accounts.private_files import write_private
from burncard.firmware_bridge.driver import SECOND

SESSION_NS: Final = 12 * 60 * 60 * SECOND
SESSIONS_MAX: Final = 500


class Session(msgspec.Struct, frozen=True):
    """One browser at which a person is signed in."""

    name: str
    ends_ns: int


class Sessions:
    """The sessions of one table. `path` None: in memory only."""

    def __init__(self, people: People, path: Path | None = None, guard: Guard | None = None) -> None:
        self._people = people
        self._path = path
        self._guard = guard
        self._open: dict[str, Session] = {}
        if path is not None and path.exists():
            try:
                body = path.read_bytes()
                if guard is None or (guard.knows(path) and guard.is_latest(path, body)):
                    self._open = msgspec.json.decode(body, type=dict[str, Session])
            except (OSError, msgspec.DecodeError):
                self._open = {}  # everybody signs in again

    def begin(self, name: str, now_ns: int) -> tuple[str, Session]:
        """Signs a person in; the secret for the browser's cookie."""
        secret = secrets.token_urlsafe(TOKEN_BYTES)
        session = Session(name, now_ns + SESSION_NS)
        self._open = {key: one for key, one in self._open.items() if one.ends_ns > now_ns}
        while len(self._open) >= SESSIONS_MAX:
            del self._open[next(iter(self._open))]
        self._open[token_hash(secret)] = session
        self._save()
        return secret, session

    def find(self, secret: str, now_ns: int) -> tuple[Person, Session] | None:
        """Who is signed in with a cookie; None where the session has ended or the account is closed."""
        session = self._open.get(token_hash(secret))
        if session is None or session.ends_ns <= now_ns:
            return None
        account = self._people.find(session.name)
        return None if account is None or not account.active else (account.person, session)

    def end(self, secret: str) -> None:
        """Signs out."""
        if self._open.pop(token_hash(secret), None) is not None:
            self._save()

    def end_all_of(self, name: str) -> None:
        """Ends every session of a person, whose role or PIN has changed."""
        self._open = {key: one for key, one in self._open.items() if one.name.casefold() != name.casefold()}
        self._save()

    def _save(self) -> None:
        if self._path is not None:
            (write_private if self._guard is None else self._guard.write)(self._path, msgspec.json.encode(self._open))
