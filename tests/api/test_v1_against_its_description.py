"""Whatever is sent to any address of API v1: no server error, and no answer that the description does not have."""

import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from burncard.api.desk import Desk
from burncard.api.request_errors import PROBLEM
from burncard.api.v1.addresses import PREFIX, Address
from burncard.api.v1.every import ADDRESSES
from burncard.api.v1.openapi import description
from burncard.controller.faults import Role

Client = Callable[[Role], httpx.Client]
ODD: tuple[Any, ...] = (None, -1, 0, 1, 10**30, 0.5, "", "x" * 300, "\u0000", "As", True, [], [None], {}, {"a": 1})
PARTS = ("r1", "h1", "1", "0", "99999999999999999999", "%00", "..", "Dealer", "felt-differs", "x" * 200, "é")
QUERIES = ("", "?after=-1", "?limit=0", "?limit=x", "?full=maybe", "?state=odd", "?after=3&limit=2", "?unknown=1")
TRIES = 6
SEED = 7


def odd_requests(address: Address, rng: random.Random) -> list[tuple[str, Any]]:
    """Paths and bodies: right ones with a field made wrong, left out or added."""
    requests: list[tuple[str, Any]] = []
    for _ in range(TRIES):
        path = PREFIX + address.path
        while "{" in path:
            before, _, rest = path.partition("{")
            path = before + rng.choice(PARTS) + rest.partition("}")[2]
        body = dict(address.example or {})
        if body and rng.random() < 0.9:
            field = rng.choice([*body, "another"])
            if rng.random() < 0.2:
                body.pop(field, None)
            else:
                body[field] = rng.choice(ODD)
        requests.append((path + rng.choice(QUERIES), body if address.body is not None else rng.choice([None, [], 5])))
    return requests


@pytest.mark.parametrize("role", ["floor", "technician"])
def test_no_request_meets_a_server_error_or_an_undocumented_answer(desk: Desk, client: Client, role: Role) -> None:
    desk.load()
    rng = random.Random(f"{SEED}/{role}")
    paths: Any = description(ADDRESSES)["paths"]
    for address in ADDRESSES:
        if address.media == "text/event-stream" or address.name in ("sign_out", "change_user"):
            continue
        documented = set(paths[PREFIX + address.path][address.method.lower()]["responses"])
        for path, body in odd_requests(address, rng):
            answer = client(role).request(address.method, path, json=body)
            said = f"{address.method} {path} {body} by {role}: {answer.status_code} {answer.text[:200]}"
            assert answer.status_code < 500, said
            if answer.status_code == 404 and answer.json()["code"] == "no-such-address":
                continue  # the odd part led elsewhere
            assert str(answer.status_code) in documented | {"405"}, said
            if answer.status_code >= 400:
                assert answer.headers["content-type"] == PROBLEM, said
