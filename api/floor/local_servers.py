"""The servers of a room as processes of this machine, for the demonstration, for tests and for fault runs.

Each has its own configuration and its own folder, listens on loopback only, and is gone when its context ends. They are
Debian's packages: nats-server, postgresql, mosquitto.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from typing import Any, Final, TypeVar

from burncard.api.floor.authority import SERVER_CERTIFICATE, SERVER_KEY, Authority
from burncard.api.floor.servers import Node, configuration

HOST: Final = "127.0.0.1"
PATIENCE_S: Final = 60.0
LOOK_S: Final = 0.05
PORTS: Final = range(20_000, 32_768)
"""Below those that Linux gives to connections, one of which may be a client's that tries to reach a dead server."""
_PLACES: Final = ("/usr/sbin", "/usr/local/bin", "/usr/bin")


class ServerMissingError(Exception):
    """A program that is not installed. The message names its Debian package."""


class ServerFailedError(Exception):
    """A server that did not start. The message has the end of its log."""


def program(name: str, package: str) -> str:
    """Where a program is. Raises ServerMissingError."""
    places = [*_PLACES, *sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)]
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        raise ServerMissingError(f"{name} is not installed: apt-get install {package}")
    return found


def free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody uses now, and that no connection is given: a server that is killed finds its
    port free when it starts again, however many programs have opened connections meanwhile."""
    ports: set[int] = set()
    while len(ports) < count:
        port = SystemRandom().choice(PORTS)
        with suppress(OSError):
            socket.create_server((HOST, port)).close()
            ports.add(port)
    return list(ports)


class Process:
    """A server that can be killed, stopped for a while, and started again."""

    def __init__(self, words: list[str], log: Path, port: int, *, user: int | None = None, **environment: str) -> None:
        self._words = [*ends_with_us(), *words]
        self._log = log
        self._port = port
        self._user = user
        self._environment = environment
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process."""
        assert self._running is not None
        return self._running.pid

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._running is not None and self._running.poll() is None

    def start(self, *, wait: bool = True) -> None:
        """Starts it; it listens when this returns. Raises ServerFailedError."""
        as_user: dict[str, Any] = (
            {} if self._user is None else {"user": self._user, "group": self._user, "extra_groups": []}
        )
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(
                self._words,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | self._environment,
                start_new_session=True,
                **as_user,
            )
        if wait:
            self.wait()

    def wait(self) -> None:
        """Waits until it listens. Raises ServerFailedError."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s and self.is_running:
            try:
                socket.create_connection((HOST, self._port), timeout=1).close()
            except OSError:
                time.sleep(LOOK_S)
            else:
                return
        raise ServerFailedError(f"{self._words[0]} did not start: {self._log.read_text()[-2000:]}")

    def kill(self) -> None:
        """Ends it at once, as a power cut does, and whatever it has started."""
        self._end(signal.SIGKILL)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Ends it in order."""
        self._end(how)

    def pause(self) -> None:
        """It does nothing any more, nor does what it has started, and its connections stay open."""
        os.killpg(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """It does again what it did."""
        os.killpg(self.pid, signal.SIGCONT)

    def _end(self, how: int) -> None:
        if self._running is None:
            return
        if self._running.poll() is None:
            os.killpg(self._running.pid, signal.SIGCONT)
            (os.killpg if how == signal.SIGKILL else os.kill)(self._running.pid, how)
            try:
                self._running.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                os.killpg(self._running.pid, signal.SIGKILL)
                self._running.wait()
        self._running = None


def ends_with_us() -> list[str]:
    """Words before a command that has to end when this process does, however that ends."""
    setpriv = shutil.which("setpriv")
    return [] if setpriv is None else [setpriv, "--pdeathsig", "KILL"]


class Cluster:
    """NATS servers of one room, with an authority of their own. `addresses`: where they are reached instead, if not at
    their own ports (a line that can be cut)."""

    def __init__(self, folder: Path, room: str = "room", count: int = 3) -> None:
        nats = program("nats-server", "nats-server")
        ports = iter(free_ports(3 * count))
        names = [f"{room}-{number}" for number in range(1, count + 1)]
        self.nodes = [Node(name, HOST, next(ports), next(ports), next(ports), folder / name) for name in names]
        addresses = [f"tls://{HOST}:{node.port}" for node in self.nodes]
        self.authority = Authority.make(folder / "authority", room, addresses, [HOST, "localhost"])
        self.servers: list[Process] = []
        for node in self.nodes:
            node.data.mkdir()
            file = node.data / "nats.conf"
            file.write_text(configuration(self.authority, node, [other for other in self.nodes if other is not node]))
            self.servers.append(Process([nats, "-c", str(file)], node.data / "log", node.port))

    @property
    def replicas(self) -> int:
        """How many copies of a stream there are."""
        return len(self.nodes)

    def start(self) -> None:
        """Starts all of them."""
        for server in self.servers:
            server.start(wait=False)
        for server in self.servers:
            server.wait()
        self.await_health()

    def await_health(self) -> None:
        """Waits until every server has what the others have. Raises ServerFailedError."""
        for node in self.nodes:
            _await_health(node)

    def close(self) -> None:
        """Ends all of them."""
        for server in self.servers:
            server.kill()


def _await_health(node: Node) -> None:
    """Waits until a server's streams can be used: its cluster has a leader. Raises ServerFailedError."""
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        with (
            suppress(OSError),
            urllib.request.urlopen(f"http://{HOST}:{node.monitor_port}/healthz", timeout=2) as answer,
        ):
            if answer.status == 200:
                return
        time.sleep(LOOK_S)
    raise ServerFailedError(f"{node.name} is not ready")


class Postgres:
    """A PostgreSQL server. As root it runs as the user `postgres`, in a folder under /var/tmp that is gone with it:
    PostgreSQL refuses root, and `postgres` does not reach the folders of root."""

    def __init__(self, folder: Path) -> None:
        self._user = _unprivileged()
        self._own: tempfile.TemporaryDirectory[str] | None = None
        if self._user is not None:
            self._own = tempfile.TemporaryDirectory(prefix=f"burncard-postgres-{os.getpid()}-", dir="/var/tmp")
            folder = Path(self._own.name)
            os.chown(folder, self._user, self._user)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self.port,) = free_ports(1)
        self.data = folder / "data"
        self._run("initdb", "-D", str(self.data), "-U", "burncard", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        words = [program("postgres", "postgresql"), "-D", str(self.data), "-p", str(self.port)]
        settings = (
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "fsync=off",
            "max_connections=50",
            "wal_level=replica",
        )
        words += [word for setting in settings for word in ("-c", setting)]
        self.server = Process(words, folder / "log", self.port, user=self._user)
        self._is_ready = [program("pg_isready", "postgresql"), "-q", "-h", HOST, "-p", str(self.port)]

    @property
    def address(self) -> str:
        """Its address for a client."""
        return f"postgresql://burncard@{HOST}:{self.port}/postgres"

    def start(self) -> None:
        """Starts it; it takes questions when this returns. Raises ServerFailedError."""
        self.server.start()
        until_s = time.monotonic() + PATIENCE_S
        while subprocess.run(self._is_ready, check=False).returncode:
            if time.monotonic() > until_s:
                raise ServerFailedError("PostgreSQL does not become ready")
            time.sleep(LOOK_S)

    def close(self) -> None:
        """Ends it."""
        self.server.stop(signal.SIGQUIT)
        if self._own is not None:
            self._own.cleanup()

    def follow(self, leader: "Postgres") -> None:
        """Becomes a replica of another one, with all that it has now, and starts. Raises ServerFailedError."""
        self.server.kill()
        shutil.rmtree(self.data)
        source = f"host={HOST} port={leader.port} user=burncard"
        self._run("pg_basebackup", "-d", source, "-D", str(self.data), "-R", "-X", "stream", "-c", "fast", "-N")
        self.start()

    def promote(self) -> None:
        """A replica takes writes from now on. Raises ServerFailedError."""
        self._run("pg_ctl", "promote", "-D", str(self.data), "-w", "-s")

    def dump(self, file: Path) -> None:
        """Writes a backup of all that it holds."""
        program_ = program("pg_dump", "postgresql")
        subprocess.run([program_, "-d", self.address, "-Fc", "-f", str(file)], check=True, capture_output=True)

    def restore(self, file: Path) -> None:
        """Puts a backup in the place of all that it holds."""
        words = [program("pg_restore", "postgresql"), "-d", self.address, "--clean", "--if-exists", str(file)]
        subprocess.run(words, check=True, capture_output=True)

    def _run(self, name: str, *words: str) -> None:
        as_user: dict[str, Any] = (
            {} if self._user is None else {"user": self._user, "group": self._user, "extra_groups": []}
        )
        done = subprocess.run(
            [program(name, "postgresql"), *words], capture_output=True, cwd="/", check=False, **as_user
        )
        if done.returncode:
            raise ServerFailedError(done.stderr.decode(errors="replace")[-2000:])


class PostgresPair:
    """Two PostgreSQL servers: one takes writes, the other is its replica (asynchronous) and can take its place."""

    def __init__(self, folder: Path) -> None:
        self.leader, self.replica = Postgres(folder / "one"), Postgres(folder / "two")
        self._hosts = ",".join(f"{HOST}:{one.port}" for one in (self.leader, self.replica))

    @property
    def address(self) -> str:
        """The address of both for a client, which finds out by itself which of them takes writes."""
        return f"postgresql://burncard@{self._hosts}/postgres"

    def start(self) -> None:
        """Starts both. Raises ServerFailedError."""
        self.leader.start()
        self.replica.follow(self.leader)

    def fail_over(self) -> None:
        """The leader dies, and its replica takes its place. Raises ServerFailedError."""
        self.leader.server.kill()
        self.replica.promote()
        self.leader, self.replica = self.replica, self.leader

    def repair(self) -> None:
        """The one that has died becomes the replica. Raises ServerFailedError."""
        self.replica.follow(self.leader)

    def close(self) -> None:
        """Ends both."""
        self.leader.close()
        self.replica.close()


class Mosquitto:
    """An MQTT broker. `certificates`: a folder with the certificate that it shows; then it also asks for a password.

    `users`: their passwords.
    """

    def __init__(self, folder: Path, certificates: Path | None = None, users: Mapping[str, str] | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (self.port,) = free_ports(1)
        lines = [f"listener {self.port} {HOST}", "persistence false", "log_dest stderr"]
        if certificates is None:
            lines.append("allow_anonymous true")
        else:
            passwords = folder / "passwords"
            passwords.touch(mode=0o600)
            for user, password in (users or {}).items():
                words = [program("mosquitto_passwd", "mosquitto"), "-b", str(passwords), user, password]
                subprocess.run(words, check=True, capture_output=True)
            lines += [f"certfile {certificates / SERVER_CERTIFICATE}", f"keyfile {certificates / SERVER_KEY}"]
            lines += [
                "allow_anonymous false",
                f"password_file {passwords}",
                *(["user root"] if os.getuid() == 0 else []),
            ]
        file = folder / "mosquitto.conf"
        file.write_text("\n".join(lines) + "\n")
        self.server = Process([program("mosquitto", "mosquitto"), "-c", str(file)], folder / "log", self.port)

    def start(self) -> None:
        """Starts it."""
        self.server.start()

    def close(self) -> None:
        """Ends it."""
        self.server.kill()


def _unprivileged() -> int | None:
    """As root: the user that PostgreSQL runs as."""
    if os.getuid() != 0:
        return None
    import pwd

    return pwd.getpwnam("postgres").pw_uid


Server = TypeVar("Server", Cluster, Postgres, PostgresPair, Mosquitto)


@contextmanager
def started(make: Callable[[], Server]) -> Iterator[Server]:
    """A server while this lasts."""
    server = make()
    try:
        server.start()
        yield server
    finally:
        server.close()
