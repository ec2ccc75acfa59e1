"""The servers of a room as processes of this machine."""

import socket

import pytest

from burncard.api.floor.local_servers import HOST, PORTS, free_ports

GIVEN_TO_CONNECTIONS = 32_768
"""From this port on, as Linux comes."""


def test_a_server_that_is_killed_finds_its_port_free_whatever_connections_were_opened_meanwhile() -> None:
    ports = free_ports(20)
    assert len(set(ports)) == 20
    assert set(ports) <= set(PORTS)
    assert PORTS.stop <= GIVEN_TO_CONNECTIONS


def test_no_port_that_a_program_listens_on_is_given_to_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((HOST, 0)) as taken, socket.create_server((HOST, 0)) as released:
        used, free = (each.getsockname()[1] for each in (taken, released))
        released.close()
        monkeypatch.setattr("burncard.api.floor.local_servers.PORTS", (used, free))
        assert [free_ports(1) for _ in range(20)] == [[free]] * 20
