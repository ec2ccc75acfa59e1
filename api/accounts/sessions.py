"""Sessions: who is signed in at which browser, and until when. Kept by hash, so that the file signs nobody in."""

import secrets
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec

from burncard.api.accounts.guard import Guard
from burncard.api.accounts.people import TOKEN_BYTES, People, Person, name_key, token_hash
from burncard.api.accounts.private_files import write_private
from burncard.api.accounts.throttle import network_of
from burncard.firmware_bridge.driver import SECOND
from burncard.hardware.plain_files import read_plain

SESSION_NS: Final = 12 * 60 * 60 * SECOND
SESSIONS_MAX: Final = 500


class Session(msgspec.Struct, frozen=True):
    """One browser at which a person is signed in, and the machine that it is on (empty: not known)."""

    name: str
    ends_ns: int
    network: str = ""


class Sessions:
    """The sessions of one table. `path` None: in memory only."""

    def __init__(self, people: People, path: Path | None = None, guard: Guard | None = None) -> None:
        self._people = people
        self._path = path
        self._guard = guard
        self._open: dict[str, Session] = {}
        if path is not None and path.exists():
            try:
                body = read_plain(path)
                if guard is None or (guard.knows(path) and guard.is_latest(path, body)):
                    self._open = msgspec.json.decode(body, type=dict[str, Session])
            except (OSError, ValueError, RecursionError):
                self._open = {}  # everybody signs in again

    def begin(self, name: str, now_ns: int, address: str) -> tuple[str, Session]:
        """Signs in a person at an address, and returns the secret for the browser's cookie.

        When there are too many sessions, the person with the most loses the oldest one. Raises NotKeptError.
        """
        secret = secrets.token_urlsafe(TOKEN_BYTES)
        session = Session(name, now_ns + SESSION_NS, network_of(address))
        open_now = {key: one for key, one in self._open.items() if one.ends_ns > now_ns}
        while len(open_now) >= SESSIONS_MAX:
            most = Counter(one.name for one in open_now.values()).most_common(1)[0][0]
            del open_now[next(key for key, one in open_now.items() if one.name == most)]
        self._keep(open_now | {token_hash(secret): session})
        return secret, session

    def find(self, secret: str, now_ns: int, address: str) -> tuple[Person, Session] | None:
        """Who is signed in with a cookie; None where the session has ended, is another machine's, or the account is
        closed."""
        session = self._open.get(token_hash(secret))
        if session is None or session.ends_ns <= now_ns or self.owner_elsewhere(secret, address):
            return None
        account = self._people.find(session.name)
        return None if account is None or not account.active else (account.person, session)

    def owner_elsewhere(self, secret: str, address: str) -> str:
        """The person whose session this is, if it was begun on another machine: its cookie was taken there."""
        session = self._open.get(token_hash(secret))
        at_home = session is None or session.network in ("", network_of(address))
        return "" if session is None or at_home else session.name

    def end_all(self) -> None:
        """Ends every session. Raises NotKeptError; then none has ended, as with the others below."""
        self._keep({})

    def owner(self, secret: str) -> str:
        """The person whose session this is; nothing where there is none."""
        session = self._open.get(token_hash(secret))
        return "" if session is None else session.name

    def end(self, secret: str) -> str:
        """Signs out; the person whose session has ended, or nothing where there was none. Raises NotKeptError."""
        ended = self.owner(secret)
        if ended:
            self._keep({key: one for key, one in self._open.items() if key != token_hash(secret)})
        return ended

    def end_all_of(self, name: str) -> None:
        """Ends every session of a person, whose role or PIN has changed. Raises NotKeptError."""
        self._keep({key: one for key, one in self._open.items() if name_key(one.name) != name_key(name)})

    def _keep(self, sessions: dict[str, Session]) -> None:
        """Writes the sessions as they will be: one that a restart would bring back has not ended."""
        if self._path is not None:
            (write_private if self._guard is None else self._guard.write)(self._path, msgspec.json.encode(sessions))
        self._open = sessions
