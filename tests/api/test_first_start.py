"""What a table makes at its first start: one technician, a key of this machine, a certificate of its own."""

import stat
from pathlib import Path

import pytest
from starlette.datastructures import Headers

from burncard.api.accounts.people import Demonstration, People, PeopleError
from burncard.api.accounts.pins import pin_matches
from burncard.api.accounts.sessions import SESSION_NS, Sessions
from burncard.api.app import LOCAL_HOSTS, is_ours
from burncard.api.first_start import first_technician, hosts_of, machine_key, own_certificate


def test_the_first_start_makes_one_technician_and_shows_the_pin_once(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    people = People.open(path)
    pin = first_technician(people)
    assert pin is not None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert pin not in path.read_text()
    again = People.open(path)
    assert first_technician(again) is None
    [account] = again.all()
    assert (account.name, account.role, pin_matches(pin, account.pin)) == ("technician", "technician", True)


def test_commands_on_this_machine_have_a_key_that_only_its_owner_reads(tmp_path: Path) -> None:
    people = People.open(tmp_path / "people.json")
    key = machine_key(people, tmp_path)
    assert stat.S_IMODE((tmp_path / "machine.key").stat().st_mode) == 0o600
    assert machine_key(People.open(tmp_path / "people.json"), tmp_path) == key
    person = people.by_token(key)
    assert person is not None
    assert (person.name, person.role) == ("machine", "technician")
    assert people.by_token(key + "x") is None
    assert key not in (tmp_path / "people.json").read_text()


@pytest.mark.parametrize("text", ["", "[", '{"dealer": "x"}', "\x00", '[{"name": 1}]'])
def test_a_spoiled_file_of_people_is_reported(tmp_path: Path, text: str) -> None:
    path = tmp_path / "people.json"
    path.write_text(text)
    with pytest.raises(PeopleError, match=r"people\.json"):
        People.open(path)


def test_a_session_outlasts_a_restart_ends_in_time_and_is_kept_by_hash(tmp_path: Path) -> None:
    people, path = Demonstration(), tmp_path / "sessions.json"
    secret, session = Sessions(people, path).begin("Dealer", 1000, "::1")
    assert secret not in path.read_text()
    after = Sessions(people, path)
    found = after.find(secret, 2000, "127.0.0.1")
    assert found is not None
    assert found[0].operator == "dealer: Dealer"
    assert session.ends_ns == 1000 + SESSION_NS
    assert after.find(secret, session.ends_ns, "::1") is None
    after.end(secret)
    assert Sessions(people, path).find(secret, 2000, "::1") is None


def test_a_table_keeps_its_certificate_and_its_fingerprint(tmp_path: Path) -> None:
    first = own_certificate(tmp_path, hosts_of("192.0.2.7"))
    assert own_certificate(tmp_path, frozenset()) == first
    assert len(first.fingerprint.split(":")) == 32
    assert stat.S_IMODE(first.key.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("host", "origin", "scheme", "ours"),
    [
        ("192.0.2.7:8777", None, "https", True),
        ("192.0.2.7:8777", "https://192.0.2.7:8777", "https", True),
        ("192.0.2.7:8777", "http://192.0.2.7:8777", "https", False),
        ("127.0.0.1:8777", "http://127.0.0.1:8777", "http", True),
        ("rebound.example:8777", None, "https", False),
        ("", None, "http", False),
    ],
)
def test_only_the_tables_own_hosts_and_pages_are_let_in(host: str, origin: str | None, scheme: str, ours: bool) -> None:
    headers = {"host": host} | ({} if origin is None else {"origin": origin})
    assert is_ours(Headers(headers), LOCAL_HOSTS | hosts_of("192.0.2.7"), scheme) == ours
