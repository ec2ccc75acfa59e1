"""A table over its API, from Python: `Table` waits for answers, `AsyncTable` is awaited.

    from burncard.client import Table

    with Table("http://127.0.0.1:8777", token) as table:
        view = table.view()
        table.act(view.awaited.seat, "call")

An entry is made on the state that the client saw last, and refused with the code `stale-entry` if the table has moved
on to something else. Every method raises TableError for an answer that is a problem, and httpx.HTTPError for none.
"""

from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec

from burncard.api.client import asked
from burncard.api.client.asked import Asked, TableError
from burncard.api.v1.addresses import PREFIX
from burncard.api.v1.messages import AddChips, Away, Entered, HandSummary, MoveSeat, Sit
from burncard.controller.views.models import StopView
from burncard.controller.views.table_model import TableView

__all__ = ["AsyncTable", "Table", "TableError"]

ANSWER_WITHIN_S = 10.0
SILENT_S = 15.0
"""A stream of which nothing was heard for so long is lost: a table says every five seconds that it is there."""
EVENT_BYTES_MAX = 1_000_000
"""The longest event that is read: far more than a table sends."""
PLAIN = {"Accept-Encoding": "identity"}
"""Events are read as they come, not compressed: a small part can unpack to more than a memory holds."""
T = TypeVar("T")


class _Seen:
    """The latest state that a client has seen."""

    number = 0

    def see(self, answer: Any) -> None:
        """Notes the state in an answer."""
        view = answer.view if isinstance(answer, Entered) else answer
        if isinstance(view, TableView):
            self.number = view.number


class Table:
    """One table. `token`: a person's, for this program. `verify`: a file with the table's certificate, over TLS."""

    def __init__(self, address: str, token: str, *, verify: str | bool = True) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=address, headers=headers, timeout=ANSWER_WITHIN_S, verify=verify)
        self._seen = _Seen()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection."""
        self._http.close()

    def send(self, wanted: Asked[T]) -> T:
        """Sends any request."""
        answer = self._http.request(wanted.method, wanted.path, content=wanted.body, headers=wanted.headers)
        read = wanted.read(answer.status_code, answer.content)
        self._seen.see(read)
        return read

    def view(self) -> TableView:
        """The table as it is now; entries are made on it."""
        return self.send(asked.view())

    def stops(self) -> list[StopView]:
        """The open stops, the one to be repaired first at the front."""
        return list(self.send(asked.stops()).items)

    def hands(self, count: int = 50) -> list[HandSummary]:
        """The latest hands, up to 200, the latest first."""
        return list(self.send(asked.hands(count)).items)

    def act(self, seat: int, action: str, amount: int | None = None, discards: int | None = None) -> Entered:
        """A player acts. `amount`: what the seat has in for this round after it."""
        return self.send(asked.act(self._seen.number, seat, action, amount, discards))

    def press(self, name: str, **fields: Any) -> Entered:
        """Reports what no sensor sees."""
        return self.send(asked.press(self._seen.number, name, **fields))

    def ack(self, ruling: str) -> Entered:
        """Acknowledges a stop."""
        return self.send(asked.acknowledge(ruling))

    def override(self, ruling: str, decision: str, reason: str, seat: int | None = None) -> Entered:
        """Decides on a ruling, as the floor."""
        return self.send(asked.override(ruling, decision, reason, seat))

    def undo(self, fact: int) -> Entered:
        """Takes the last entry back."""
        return self.send(asked.undo(fact))

    def sit(self, seat: int, name: str, chips: int) -> TableView:
        """A player sits down."""
        return self.send(asked.seat(seat, "sit", Sit(name=name, chips=chips)))

    def leave(self, seat: int) -> TableView:
        """A player leaves."""
        return self.send(asked.seat(seat, "leave", None))

    def add_chips(self, seat: int, chips: int) -> TableView:
        """A player buys chips."""
        return self.send(asked.seat(seat, "chips", AddChips(chips=chips)))

    def away(self, seat: int, *, away: bool = True) -> TableView:
        """A player sits out, or is back."""
        return self.send(asked.seat(seat, "away", Away(away=away)))

    def move(self, seat: int, to: int) -> TableView:
        """A player moves."""
        return self.send(asked.seat(seat, "move", MoveSeat(to=to)))  # type: ignore[arg-type]

    def mode(self, mode: str) -> TableView:
        """Opens or closes the table."""
        return self.send(asked.mode(mode))

    def events(self, after: int | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
        """The stream: `view` or `fact` with its data, as they happen."""
        query = {} if after is None else {"after": after}
        with self._http.stream("GET", f"{PREFIX}/events", params=query, headers=PLAIN, timeout=SILENT_S) as answer:
            if answer.status_code != 200:
                asked.view().read(answer.status_code, next(answer.iter_raw(EVENT_BYTES_MAX), b""))
            events = _Events()
            for part in answer.iter_raw():
                yield from events.take(part)


class AsyncTable:
    """One table, for a program with an event loop. The same as `Table`, awaited."""

    def __init__(self, address: str, token: str, *, verify: str | bool = True) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.AsyncClient(base_url=address, headers=headers, timeout=ANSWER_WITHIN_S, verify=verify)
        self._seen = _Seen()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def send(self, wanted: Asked[T]) -> T:
        """Sends any request."""
        answer = await self._http.request(wanted.method, wanted.path, content=wanted.body, headers=wanted.headers)
        read = wanted.read(answer.status_code, answer.content)
        self._seen.see(read)
        return read

    async def view(self) -> TableView:
        """The table as it is now; entries are made on it."""
        return await self.send(asked.view())

    async def stops(self) -> list[StopView]:
        """The open stops, the one to be repaired first at the front."""
        return list((await self.send(asked.stops())).items)

    async def hands(self, count: int = 50) -> list[HandSummary]:
        """The latest hands, up to 200, the latest first."""
        return list((await self.send(asked.hands(count))).items)

    async def act(self, seat: int, action: str, amount: int | None = None, discards: int | None = None) -> Entered:
        """A player acts. `amount`: what the seat has in for this round after it."""
        return await self.send(asked.act(self._seen.number, seat, action, amount, discards))

    async def press(self, name: str, **fields: Any) -> Entered:
        """Reports what no sensor sees."""
        return await self.send(asked.press(self._seen.number, name, **fields))

    async def ack(self, ruling: str) -> Entered:
        """Acknowledges a stop."""
        return await self.send(asked.acknowledge(ruling))

    async def override(self, ruling: str, decision: str, reason: str, seat: int | None = None) -> Entered:
        """Decides on a ruling, as the floor."""
        return await self.send(asked.override(ruling, decision, reason, seat))

    async def undo(self, fact: int) -> Entered:
        """Takes the last entry back."""
        return await self.send(asked.undo(fact))

    async def sit(self, seat: int, name: str, chips: int) -> TableView:
        """A player sits down."""
        return await self.send(asked.seat(seat, "sit", Sit(name=name, chips=chips)))

    async def leave(self, seat: int) -> TableView:
        """A player leaves."""
        return await self.send(asked.seat(seat, "leave", None))

    async def add_chips(self, seat: int, chips: int) -> TableView:
        """A player buys chips."""
        return await self.send(asked.seat(seat, "chips", AddChips(chips=chips)))

    async def away(self, seat: int, *, away: bool = True) -> TableView:
        """A player sits out, or is back."""
        return await self.send(asked.seat(seat, "away", Away(away=away)))

    async def move(self, seat: int, to: int) -> TableView:
        """A player moves."""
        return await self.send(asked.seat(seat, "move", MoveSeat(to=to)))  # type: ignore[arg-type]

    async def mode(self, mode: str) -> TableView:
        """Opens or closes the table."""
        return await self.send(asked.mode(mode))

    async def events(self, after: int | None = None) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """The stream: `view` or `fact` with its data, as they happen."""
        query = {} if after is None else {"after": after}
        async with self._http.stream(
            "GET", f"{PREFIX}/events", params=query, headers=PLAIN, timeout=SILENT_S
        ) as answer:
            if answer.status_code != 200:
                asked.view().read(answer.status_code, await anext(answer.aiter_raw(EVENT_BYTES_MAX), b""))
            events = _Events()
            async for part in answer.aiter_raw():
                for event in events.take(part):
                    yield event


class _Events:
    """Server-sent events, from the parts in which they arrive."""

    def __init__(self) -> None:
        self._kind = ""
        self._data = b""
        self._rest = b""

    def take(self, part: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
        """The events that a part completes. Raises TableError for one that is too long, and ValueError."""
        *lines, self._rest = (self._rest + part).split(b"\n")
        if len(self._rest) > EVENT_BYTES_MAX:
            raise TableError(200, "no-answer", f"An event has more than {EVENT_BYTES_MAX} bytes.")
        for line in lines:
            name, _, value = line.partition(b": ")
            if name == b"event":
                self._kind = value.decode()
            elif name == b"data":
                self._data = value
            elif not line and self._data:
                kind, data = self._kind, self._data
                self._kind, self._data = "", b""
                if kind != "keep-alive":
                    yield kind, msgspec.json.decode(data, type=dict[str, Any])
