"""A line between a table and a server that can be cut, and be slow: a TCP forwarder on loopback."""

import asyncio
from contextlib import suppress

HOST = "127.0.0.1"
CHUNK = 65_536


class CutLine:
    """Forwards to a port. `delay_s`: how long each piece takes; `is_cut`: nothing goes through, nor is refused."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.delay_s = 0.0
        self.is_cut = False
        self.port = 0

    async def start(self) -> None:
        """Listens on a free port."""
        self._server = await asyncio.start_server(self._forward, HOST, 0)
        self.port = self._server.sockets[0].getsockname()[1]

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
            there, to = await asyncio.open_connection(HOST, self._to)
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
