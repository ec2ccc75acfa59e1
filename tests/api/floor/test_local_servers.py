"""The servers of a room as processes of this machine."""

import socket
from pathlib import Path

import pytest

from burncard.api.floor.local_servers import HOST, free_ports

GIVEN_TO_CONNECTIONS = Path("/proc/sys/net/ipv4/ip_local_port_range")


def test_a_server_that_is_killed_finds_its_port_free_whatever_connections_were_opened_meanwhile() -> None:
    first, last = map(int, GIVEN_TO_CONNECTIONS.read_text().split())
    assert not set(free_ports(20)).intersection(range(first, last + 1))


def test_no_port_that_a_program_listens_on_is_given_to_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((HOST, 0)) as taken:
        used = taken.getsockname()[1]
        monkeypatch.setattr("burncard.api.floor.local_servers.PORTS", range(used, used + 30))
        assert used not in free_ports(5)
