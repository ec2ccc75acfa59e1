"""Where the MQTT broker is, and how it is reached: plainly on this machine's own network, or by TLS with a password."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from burncard.hardware.plain_files import read_text

AUTHORITY: Final = "broker.pem"
PASSWORD: Final = "broker.password"
PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker. `tls`: none where it is reached without; `user`: empty where it asks for none."""

    host: str
    port: int
    tls: ssl.SSLContext | None = None
    user: str = ""
    password: str = ""

    @property
    def options(self) -> dict[str, Any]:
        """What the client takes."""
        signed_in = {"username": self.user, "password": self.password} if self.user else {}
        return {"hostname": self.host, "port": self.port, "tls_context": self.tls, **signed_in}


def broker_at(address: str, folder: Path) -> Broker:
    """The broker of an address: `HOST:PORT`, `mqtt://HOST` or `mqtts://USER@HOST`.

    `folder` holds the certificate of the broker's authority (`broker.pem`; without it the system's are trusted) and the
    user's password (`broker.password`). Raises ValueError, OSError.
    """
    parts = urlsplit(address if "://" in address else f"mqtt://{address}")
    if parts.scheme not in PORTS or not parts.hostname or parts.password or parts.path.strip("/"):
        raise ValueError(f"{address}: a broker is HOST:PORT, mqtt://HOST or mqtts://USER@HOST")
    port = parts.port or PORTS[parts.scheme]
    if parts.scheme == "mqtt":
        if parts.username:
            raise ValueError(f"{address}: a password is sent over mqtts:// only")
        return Broker(parts.hostname, port)
    authority = folder / AUTHORITY
    tls = ssl.create_default_context(cafile=str(authority) if authority.exists() else None)
    user = unquote(parts.username or "")
    return Broker(parts.hostname, port, tls, user, read_text(folder / PASSWORD).strip() if user else "")
