"""Every role at every address of API v1: allowed or refused, as declared and as documented."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from burncard.api.access import ROLES
from burncard.api.desk import Desk
from burncard.api.v1.addresses import PREFIX, Address
from burncard.api.v1.every import ADDRESSES
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
PAGE = Path(__file__).parents[2] / "docs" / "api.md"
PARTS = {"back": "red", "id": "r1", "n": "4", "fact": "1", "code": "felt-differs", "name": "Dealer", "token": "none"}


def path_of(address: Address) -> str:
    return PREFIX + address.path.format(**PARTS)


def status_of(client: httpx.Client, address: Address) -> int:
    if address.media == "text/event-stream":
        with client.stream("GET", path_of(address)) as answer:
            return answer.status_code
    body = dict(address.example or {}) if address.body is not None else None
    return client.request(address.method, path_of(address), json=body).status_code


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_allowed_what_is_declared_and_refused_the_rest(desk: Desk, client: Client, role: Role) -> None:
    last = [one for one in ADDRESSES if one.name == "sign_out"]
    for address in [one for one in ADDRESSES if one.roles and one not in last] + last:
        status = status_of(client(role), address)
        assert status < 500, path_of(address)
        refused = role not in address.roles or (address.name == "clear_fault" and status == 403)
        assert (status == 403) == refused, f"{role} {address.method} {path_of(address)}: {status}"


def test_nobody_gets_in_without_signing_in(desk: Desk) -> None:
    with httpx.Client(base_url=desk.address) as stranger:
        for address in ADDRESSES:
            if address.roles:
                assert status_of(stranger, address) == 401, path_of(address)


def test_the_documents_list_every_address_with_its_roles() -> None:
    assert table_of_roles() in PAGE.read_text(encoding="utf-8")


def table_of_roles() -> str:
    """Every address of v1 and the roles that may use it, as the API guide shows it."""
    rows = [f"| method and path | {' | '.join(ROLES)} |", f"|---|{'---|' * len(ROLES)}"]
    for address in ADDRESSES:
        may = ["anyone" if not address.roles else "yes" if role in address.roles else "" for role in ROLES]
        rows.append(f"| `{address.method} {PREFIX}{address.path}` | {' | '.join(may)} |")
    return "\n".join(rows)
