"""A network between two places of this machine that delays, reorders, repeats, loses and cuts.

Both places are network namespaces with a TCP of their own. Between them IP packets pass through this program, by a TUN
device at either end: what happens to a packet is decided here, since few kernels bring `netem`. The namespaces have no
name and are gone with the last of their sockets. It needs root, and a kernel that allows both.
"""

import asyncio
import ctypes
import fcntl
import os
import socket
import struct
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.harness.cut_line import HOST, CutLine, Streams

NEAR, FAR = "10.0.0.1", "10.0.0.2"
PACKET = 65_536
AT_ONCE = 64
CLONE_NEWNET = 0x4000_0000
TUNSETIFF, SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK = 0x4004_54CA, 0x8914, 0x8916, 0x891C
IFF_UP_RUNNING, IFF_TUN_NO_PI = 0x41, 0x1001
NAME = b"wire"

Found = TypeVar("Found")


def _alone(work: Callable[[], Found]) -> Found:
    """Does something in a thread of its own, whose namespace is its own too."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def _called(done: int) -> None:
    if done:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


class Place:
    """One end of the wire: a namespace with an address. Raises OSError."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.tun, self._namespace = _alone(self._make)

    def _make(self) -> tuple[int, int]:
        _called(ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET))
        tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH22x", NAME, IFF_TUN_NO_PI))
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
            for what, address in ((SIOCSIFADDR, self._address), (SIOCSIFNETMASK, "255.255.255.0")):
                packed = struct.pack("16sHH4s8x", NAME, socket.AF_INET, 0, socket.inet_aton(address))
                fcntl.ioctl(control, what, packed)
            fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH22x", NAME, IFF_UP_RUNNING))
        return tun, os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)

    def _within(self, work: Callable[[], Found]) -> Found:
        def inside() -> Found:
            _called(ctypes.CDLL(None, use_errno=True).setns(self._namespace, CLONE_NEWNET))
            return work()

        return _alone(inside)

    def listener(self) -> socket.socket:
        """A socket that listens here."""
        return self._within(lambda: socket.create_server((self._address, 0)))

    async def dial(self, address: str, port: int) -> Streams:
        """A connection from here. Raises OSError."""
        made = self._within(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
        made.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(made, (address, port))
            return await asyncio.open_connection(sock=made)
        except BaseException:
            made.close()
            raise

    def close(self) -> None:
        """Nothing is left of it but what still uses it."""
        os.close(self.tun)
        os.close(self._namespace)


@cache
def no_wires() -> str:
    """Why this machine cannot have wires; empty where it can."""
    if not Path("/dev/net/tun").exists():
        return "there is no /dev/net/tun"
    try:
        Place(NEAR).close()
    except OSError as error:
        return f"no network namespaces: {error}"
    return ""


@dataclass(slots=True)
class Weather:
    """What becomes of packets: each takes between `least_s` and `most_s`, so that they overtake each other.

    `lost`, `twice`: the shares of them that are lost, and that come twice.
    """

    least_s: float = 0.0
    most_s: float = 0.0
    lost: float = 0.0
    twice: float = 0.0
    is_cut: bool = False


class Wire:
    """Leads from ports of this machine, through the wire, to other ports of it. `ports`: which here lead there."""

    def __init__(self, targets: list[int], rng: Random) -> None:
        self.weather = Weather()
        self.passed = self.overtaken = 0
        self._is_open = True
        self._rng = rng
        self._near, self._far = Place(NEAR), Place(FAR)
        self._lines: list[CutLine] = []
        self._last_s: dict[int, float] = {}
        self.ports: list[int] = []
        for target in targets:
            far = CutLine(self._far.listener(), lambda target=target: asyncio.open_connection(HOST, target))  # type: ignore[misc]
            near = CutLine(socket.create_server((HOST, 0)), lambda far=far: self._near.dial(FAR, far.port))  # type: ignore[misc]
            self._lines += [far, near]
            self.ports.append(near.port)

    async def start(self) -> None:
        """Carries packets from now on."""
        for line in self._lines:
            await line.start()
        loop = asyncio.get_running_loop()
        loop.add_reader(self._near.tun, self._carry, self._near.tun, self._far.tun)
        loop.add_reader(self._far.tun, self._carry, self._far.tun, self._near.tun)

    def _carry(self, one: int, other: int) -> None:
        loop, weather = asyncio.get_running_loop(), self.weather
        for _ in range(AT_ONCE):
            try:
                packet = os.read(one, PACKET)
            except BlockingIOError:
                return
            if weather.is_cut or self._rng.random() < weather.lost:
                continue
            for _ in range(1 + (self._rng.random() < weather.twice)):
                at_s = loop.time() + self._rng.uniform(weather.least_s, weather.most_s)
                self.overtaken += at_s < self._last_s.get(one, 0.0)
                self._last_s[one] = max(at_s, self._last_s.get(one, 0.0))
                self.passed += 1
                if weather.most_s:
                    loop.call_at(at_s, self._deliver, other, packet)
                else:
                    self._deliver(other, packet)

    def _deliver(self, tun: int, packet: bytes) -> None:
        if self._is_open:
            with suppress(OSError):  # a network may lose a packet
                os.write(tun, packet)

    # ---- what a schedule of faults does to it --------------------

    def cut(self) -> None:
        """Drops everything from now on, without closing a connection."""
        self.weather = Weather(is_cut=True)

    def slow(self) -> None:
        """Packets take long, each about as long as the others."""
        least_s = self._rng.uniform(0.05, 1.0)
        self.weather = Weather(least_s, least_s + 0.002)

    def disorder(self) -> None:
        """Packets overtake each other, come twice, or not at all."""
        self.weather = Weather(
            0.0, self._rng.uniform(0.02, 0.4), self._rng.uniform(0, 0.15), self._rng.uniform(0, 0.15)
        )

    def heal(self) -> None:
        """It is a good network again."""
        self.weather = Weather()

    async def close(self) -> None:
        """Ends it."""
        self._is_open = False
        for place in (self._near, self._far):
            asyncio.get_running_loop().remove_reader(place.tun)
        for line in self._lines:
            await line.close()
        for place in (self._near, self._far):
            place.close()
