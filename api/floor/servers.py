"""The configuration of the room's NATS servers, written from the authority's folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from burncard.api.floor.authority import AUTHORITY_CERTIFICATE, SERVER_CERTIFICATE, SERVER_KEY, Authority

STORE_BYTES_MAX: Final = 64 << 30


@dataclass(frozen=True, slots=True)
class Node:
    """One server of a room. `host`: where it listens; `cluster_port`: for the other servers; `data`: its folder."""

    name: str
    host: str
    port: int
    cluster_port: int
    monitor_port: int
    data: Path


def configuration(authority: Authority, node: Node, others: Sequence[Node]) -> str:
    """The configuration file of one server. `others`: the rest of its cluster; none for a server on its own."""
    tls = (
        f'{{ cert_file: "{authority.folder / SERVER_CERTIFICATE}", key_file: "{authority.folder / SERVER_KEY}", '
        f'ca_file: "{authority.folder / AUTHORITY_CERTIFICATE}", timeout: 5 }}'
    )
    preload = "\n".join(f"  {key}: {jwt}" for key, jwt in authority.accounts.items())
    routes = ", ".join(f'"nats-route://{other.host}:{other.cluster_port}"' for other in others)
    cluster = (
        f'cluster {{ name: "{authority.room}", host: "{node.host}", port: {node.cluster_port}, '
        f"no_advertise: true, routes: [{routes}], "
        f"tls: {tls[:-2]}, verify: true }} }}"
        if others
        else ""
    )
    return f"""# A server of the room {authority.room}, made by `burncard floor servers`.
server_name: "{node.name}"
host: "{node.host}"
port: {node.port}
http: "127.0.0.1:{node.monitor_port}"
tls: {tls}
jetstream {{ store_dir: "{node.data / "jetstream"}", max_file_store: {STORE_BYTES_MAX}, max_memory_store: 64MB }}
{cluster}
max_payload: 1MB
operator: {authority.operator}
system_account: {authority.system}
resolver {{ type: full, dir: "{node.data / "accounts"}", allow_delete: false, interval: "2m" }}
resolver_preload {{
{preload}
}}
"""
