"""The other tables of the room, which the desk shows. Each is followed over its own stream, with a person's token.

The token decides what is shown: an observer's shows the felt and the stops, an auditor's the devices as well. Nothing
is entered at another table: the desk leads to that table's own pages.
"""

from dataclasses import dataclass
from pathlib import Path
from time import monotonic_ns
from typing import Annotated

import msgspec

from burncard.controller.views.table_model import TableView
from burncard.hardware.plain_files import read_text
from burncard.hardware.toml_text import parse_toml


class PeersFileError(Exception):
    """The file of the other tables cannot be used. The message says why."""


class Peer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another table. `address`: without a path; `token`: of a person there; `certificate`: the file with that table's
    certificate, over TLS."""

    address: Annotated[str, msgspec.Meta(pattern=r"\Ahttps?://[A-Za-z0-9.:\[\]-]+\Z")]
    token: str
    certificate: str = ""


class PeersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The other tables of a room, in their order."""

    peer: tuple[Peer, ...]


def read_peers(path: str) -> tuple[Peer, ...]:
    """The tables that a file names; none for no path. Raises PeersFileError."""
    if not path:
        return ()
    try:
        return msgspec.convert(parse_toml(read_text(Path(path))), PeersFile).peer
    except (OSError, ValueError, RecursionError) as error:
        raise PeersFileError(f"{path}: {error}") from error


@dataclass(slots=True)
class Heard:
    """What another table showed last. `view`: None before its first answer; `trouble`: why it cannot be followed now;
    empty while it can."""

    peer: Peer
    view: TableView | None = None
    heard_ns: int = 0
    trouble: str = "not asked yet"

    def now(self) -> TableView | None:
        """The last view, with its time gone on."""
        if self.view is None:
            return None
        return msgspec.structs.replace(self.view, now_ns=self.view.now_ns + monotonic_ns() - self.heard_ns)
