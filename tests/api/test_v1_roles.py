"""Every role at every address of the table: allowed or refused, as declared and as documented."""

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from burncard.api.access import MAY_DECIDE, MAY_ENTER, MAY_EXPORT, MAY_OPEN_AND_CLOSE, MAY_SERVICE, MAY_WATCH, ROLES
from burncard.api.desk import Desk
from burncard.api.v1.addresses import PREFIX, Address
from burncard.api.v1.every import ADDRESSES
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
PAGE = Path(__file__).parents[2] / "docs" / "api.md"
PARTS = {"back": "red", "id": "r1", "n": "4", "fact": "1", "code": "felt-differs", "name": "Dealer", "token": "none"}

ANYONE: frozenset[Role] = frozenset()
OTHERS: dict[str, frozenset[Role]] = {
    "GET /": MAY_WATCH,
    "GET /sign-in": ANYONE,
    "GET /desk": MAY_WATCH,
    "GET /technician": MAY_WATCH,
    "GET /play": MAY_WATCH,
    "GET /console/{file}": ANYONE,
    "GET /docs/problems": ANYONE,
    "GET /healthz": ANYONE,
    "GET /readyz": ANYONE,
    "GET /metrics": MAY_WATCH,
    "GET /api/v1/docs": ANYONE,
    "GET /api/v1/openapi.json": ANYONE,
    "GET /api/openapi.json": ANYONE,
    "GET /api/state": MAY_WATCH,
    "GET /api/events": MAY_WATCH,
    "GET /api/log": MAY_EXPORT,
    "POST /api/actions": MAY_ENTER,
    "POST /api/chips": MAY_ENTER,
    "POST /api/presses": MAY_ENTER,
    "POST /api/rulings/{id}/ack": MAY_ENTER,
    "POST /api/rulings/{id}/override": MAY_DECIDE,
    "POST /api/faults/{code}/clear": MAY_SERVICE,
    "POST /api/shuffler/clear-jam": MAY_SERVICE,
    "POST /api/mode": MAY_OPEN_AND_CLOSE,
    "POST /api/enrolment": MAY_OPEN_AND_CLOSE,
    "POST /api/enrolment/take-back": MAY_OPEN_AND_CLOSE,
    "POST /api/enrolment/end": MAY_OPEN_AND_CLOSE,
}
"""The pages, and the addresses without a version. A page shows what the addresses of v1 tell its role."""


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


def status_at(client: httpx.Client, other: str) -> int:
    method, path = other.replace("{file}", "tokens.css").format(**PARTS).split()
    with client.stream(method, path, json=None if method == "GET" else {}) as answer:
        return answer.status_code


@pytest.mark.parametrize("role", ROLES)
def test_a_role_gets_the_pages_and_its_addresses_without_a_version(desk: Desk, client: Client, role: Role) -> None:
    for other, roles in OTHERS.items():
        refused = bool(roles) and role not in roles
        assert (status_at(client(role), other) == 403) == refused, f"{role} {other}"


def test_a_stranger_gets_only_what_anyone_may(desk: Desk) -> None:
    with httpx.Client(base_url=desk.address) as stranger:
        for other, roles in OTHERS.items():
            assert (status_at(stranger, other) == 401) == bool(roles), other


def test_no_address_is_left_out(desk: Desk) -> None:
    named = {f"{one.method} {PREFIX}{one.path}" for one in ADDRESSES} | set(OTHERS)
    shapes = {re.sub("{.*?}", "{}", one) for one in named} | {"GET /{}"}
    for route in desk.app.routes:
        for method in getattr(route, "methods", None) or ():
            assert re.sub("{.*?}", "{}", f"{method} {getattr(route, 'path', '')}") in shapes | {"HEAD"}


def test_the_documents_list_every_address_with_its_roles() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert table_of({f"{one.method} {PREFIX}{one.path}": one.roles for one in ADDRESSES}) in page
    assert table_of(OTHERS) in page


def table_of(addresses: dict[str, frozenset[Role]]) -> str:
    """Addresses and the roles that may use them, as the API guide shows them."""
    rows = [f"| method and path | {' | '.join(ROLES)} |", f"|---|{'---|' * len(ROLES)}"]
    for address, roles in addresses.items():
        may = ["anyone" if not roles else "yes" if role in roles else "" for role in ROLES]
        rows.append(f"| `{address}` | {' | '.join(may)} |")
    return "\n".join(rows)
