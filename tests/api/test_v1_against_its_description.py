"""Whatever is sent to any address of API v1: no server error, and no answer that its description does not have."""

import os
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from burncard.api import entry_rate
from burncard.api.access import ROLES
from burncard.api.desk import Desk
from burncard.api.v1.every import ADDRESSES
from burncard.api.v1.openapi import description

ENDLESS = "stream_events"
LOCKS_OUT = ("change_user", "sign_out")  # they would end the accounts that the other requests are sent with
EXAMPLES = int(os.environ.get("BURNCARD_API_EXAMPLES", "6"))
"""Requests to each address; a number that is given draws other requests at each run."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]

described = msgspec.json.decode(msgspec.json.encode(description(ADDRESSES)))
schema = schemathesis.openapi.from_dict(described).exclude(operation_id=[ENDLESS, *LOCKS_OUT])


@pytest.fixture(scope="module")
def table() -> Iterator[Desk]:
    """A table where a stop is open, and where nobody is too quick: most answers would only say that."""
    with pytest.MonkeyPatch.context() as patch, Desk() as desk:
        patch.setattr(entry_rate, "AT_ONCE", 100_000)
        desk.load()
        desk.deal("7c", "seat:1")
        desk.deal("As", "seat:2", "up")
        yield desk


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize="BURNCARD_API_EXAMPLES" not in os.environ,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case: Any, table: Desk) -> None:
    may = case.operation.definition.raw["x-roles"]
    role = next((role for role in ROLES if role in may), ROLES[0])
    headers = {"Authorization": f"Bearer {table.keys.key_of(role)}"}
    case.call_and_validate(base_url=table.address, headers=headers, checks=CHECKS)


def test_every_address_that_changes_something_says_that_a_person_may_be_too_quick() -> None:
    operations = [each for path in described["paths"].values() for verb, each in path.items() if verb != "get"]
    assert operations
    assert all("too-many-entries" in each["responses"]["429"]["description"] for each in operations)
