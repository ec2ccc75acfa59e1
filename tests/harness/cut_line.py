"""A line between a table and a server that can be cut, and be slow: a TCP forwarder on loopback."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

HOST = "127.0.0.1"
CHUNK = 65_536

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class CutLine:
    """Forwards what comes to `listener` to wherever `dial` leads.

    `delay_s`: how long each piece takes; `is_cut`: nothing goes through, nor is refused.
    """

    def __init__(self, listener: socket.socket, dial: Callable[[], Awaitable[Streams]]) -> None:
        self._listener = listener
        self._dial = dial
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.delay_s = 0.0
        self.is_cut = False
        self.port: int = listener.getsockname()[1]

    @classmethod
    def to_port(cls, port: int) -> "CutLine":
        """A line from a free port of this machine to another one."""
        return cls(socket.create_server((HOST, 0)), lambda: asyncio.open_connection(HOST, port))

    async def start(self) -> None:
        """Listens."""
        self._server = await asyncio.start_server(self._forward, sock=self._listener)

    def cut(self) -> None:
        """Breaks every connection, and lets no new one through."""
        self.is_cut = True
        for writer in self._open:
            writer.transport.abort()

    async def close(self) -> None:
        """Ends it."""
        self.cut()
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        try:
            there, to = await self._dial()
        except OSError:
            writer.transport.abort()
            return
        for one, other in ((reader, to), (there, writer)):
            self._open.add(other)
            task = asyncio.get_running_loop().create_task(self._pump(one, other))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
        self._open.discard(writer)


class Proxies:
    """In the place of a wire where a machine cannot have one: lines that can only be cut and be slow."""

    def __init__(self, targets: list[int], rng: Random) -> None:
        self._rng = rng
        self._lines = [CutLine.to_port(target) for target in targets]
        self.ports = [line.port for line in self._lines]
        self.passed = self.overtaken = 0

    async def start(self) -> None:
        """Listens."""
        for line in self._lines:
            await line.start()

    def cut(self) -> None:
        """Every connection breaks, and no new one is taken."""
        for line in self._lines:
            line.cut()

    def slow(self) -> None:
        """Whatever is sent takes long."""
        for line in self._lines:
            line.delay_s = self._rng.uniform(0.05, 1.2)

    def disorder(self) -> None:
        """A stream cannot be put out of order here: each line is slow in another way."""
        self.slow()

    def heal(self) -> None:
        """Good lines again."""
        for line in self._lines:
            line.is_cut, line.delay_s = False, 0.0

    async def close(self) -> None:
        """Ends it."""
        for line in self._lines:
            await line.close()
