"""Signing in with a name and a PIN: slowly, not too often, and in the record."""

import asyncio
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from burncard.api.accounts.access_record import AccessRecord
from burncard.api.accounts.people import Account, People, name_key
from burncard.api.accounts.pins import pin_matches
from burncard.api.accounts.sessions import Session, Sessions
from burncard.api.accounts.throttle import Throttle, network_of
from burncard.firmware_bridge.driver import SECOND

WAITING_MAX: Final = 8
"""Sign-ins that may wait for one another: hashing is slow on purpose, and the table needs the processor. As many may
wait from browsers that are known, so that strangers keep nobody out who has signed in before."""
WAITING_EACH_MAX: Final = 3
"""Of those, the ones from one machine or browser."""


class WrongPinError(Exception):
    """No active person has that name and that PIN."""


class LockedOutError(Exception):
    """Too many failures from here: `retry_after_s` says how long to wait."""

    def __init__(self, retry_after_s: int) -> None:
        super().__init__()
        self.retry_after_s = retry_after_s


class SignIn:
    """Signs people in. `record` writes an event into the table's record; `clock_ns` is the table's time."""

    def __init__(
        self,
        people: People,
        sessions: Sessions,
        clock_ns: Callable[[], int],
        record: Callable[..., object],
        access: AccessRecord,
    ) -> None:
        self._people = people
        self._sessions = sessions
        self._clock_ns = clock_ns
        self._record = record
        self._access = access
        self._throttle = Throttle()
        self._one = asyncio.Lock()
        self._waiting: Counter[tuple[bool, str]] = Counter()

    async def with_pin(self, name: str, pin: str, address: str, device: str) -> tuple[Account, str, Session]:
        """Signs a person in: the account, the cookie's secret, the session. Raises WrongPinError, LockedOutError.

        `address`: where the request comes from. `device`: the browser's mark from an earlier session of this person.
        """
        known = self.is_device_of(name, device)
        place = device if known else network_of(address)
        source = f"{name_key(name)}|{place}"
        self._check_pause(source)
        with self._in_line(known, place):
            async with self._one:
                self._check_pause(source)  # others from there may have failed meanwhile
                account = self._people.find(name)
                hashed = account.pin if account is not None and account.active else ""
                right = await asyncio.to_thread(pin_matches, pin, hashed, self._people.pepper)
                now = self._people.find(name)
                if now is None or not (right and now.active and now.pin == hashed):  # also if it was changed meanwhile
                    self._throttle.failed(source, self._clock_ns())
                    told = account.name if account is not None else ""
                    self._access.refused("sign-in-failed", name=told, address=address)
                    raise WrongPinError
                account = now
        self._throttle.succeeded(source)
        secret, session = self.at_once(account, address)
        return account, secret, session

    def at_once(self, account: Account, address: str) -> tuple[str, Session]:
        """Signs a person in who has proved it otherwise: with a link of a demonstration."""
        self._record("sign-in", name=account.name, role=account.role, address=address)
        return self._sessions.begin(account.name, self._clock_ns(), address)

    def device_mark(self, name: str) -> str:
        """What a browser keeps of a person who has signed in there."""
        nonce = secrets.token_hex(8)
        return f"{nonce}.{self._signed(name, nonce)}"

    def is_device_of(self, name: str, mark: str) -> bool:
        """Whether a person has signed in at the browser that sends a mark."""
        nonce, _, signed = mark.partition(".")
        return "|" not in nonce and hmac.compare_digest(signed.encode(), self._signed(name, nonce).encode())

    def _signed(self, name: str, nonce: str) -> str:
        return hmac.new(self._people.device_key, f"{nonce}|{name_key(name)}".encode(), hashlib.sha256).hexdigest()

    def _check_pause(self, source: str) -> None:
        pause_ns = self._throttle.pause_ns(source, self._clock_ns())
        if pause_ns:
            raise LockedOutError(-(-pause_ns // SECOND))

    @contextmanager
    def _in_line(self, known: bool, place: str) -> Iterator[None]:
        """A place among those who wait. Raises LockedOutError where there is none left."""
        all_of_them = sum(number for (is_known, _), number in self._waiting.items() if is_known is known)
        if all_of_them >= WAITING_MAX or self._waiting[known, place] >= WAITING_EACH_MAX:
            raise LockedOutError(1)
        self._waiting[known, place] += 1
        try:
            yield
        finally:
            self._waiting[known, place] -= 1
            self._waiting = +self._waiting
