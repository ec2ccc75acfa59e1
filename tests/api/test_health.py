"""What a program that watches a table may ask: whether it lives, whether it could deal, and metrics without names."""

import re

import httpx

from burncard.api.desk import Desk
from burncard.rules.cards import PACK
from tests.api.conftest import Client


def test_a_table_says_whether_it_lives_and_could_deal(desk: Desk, client: Client) -> None:
    with httpx.Client(base_url=desk.address, timeout=10) as anybody:
        assert anybody.get("/healthz").json() == {"alive": True}
        ready = anybody.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"journal": True, "devices": True, "no_fault": True})
        desk.unplug("reader")
        desk.wait(lambda view: bool(view["faults"]))
        ready = anybody.get("/readyz")
        assert (ready.status_code, ready.json()["no_fault"]) == (503, False)
    text = client("observer").get("/metrics").text
    assert re.search(r'^burncard_table_fault\{.*code="reader-lost".*\} 1\.0$', text, re.MULTILINE)
    labels = set(re.findall(r'="([^"]*)"', text))
    assert not labels & {*map(str, PACK), "Dora", "dealer"}
