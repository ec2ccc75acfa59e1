"""Where seats lie on the felt, and what stands at them."""

from dataclasses import replace

import httpx
from playwright.sync_api import Page

from burncard.api.desk import Desk
from tests.harness.console import Console
from tests.harness.hands import HEADS_UP


def test_seats_stay_where_they_are_when_a_higher_one_is_taken(page: Page) -> None:
    with Desk(replace(HEADS_UP, places=9)) as desk:
        console = Console(page, desk.console())
        console.seat(1).wait_for()
        before = [console.seat(number).bounding_box() for number in range(1, 10)]
        key = {"Authorization": f"Bearer {desk.keys.key_of('dealer')}"}
        body = {"name": "Osprey", "chips": 500}
        assert httpx.post(f"{desk.address}/api/v1/seats/9/sit", json=body, headers=key).status_code == 200
        console.seat(9).get_by_text("next hand").wait_for()
        assert [console.seat(number).bounding_box() for number in range(1, 10)] == before
