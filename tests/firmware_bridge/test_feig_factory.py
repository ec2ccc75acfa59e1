"""FEIG readers as they come out of the box: each setting, model and accident that a table may meet."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import (
    DeviceFault,
    DeviceIdentified,
    DeviceNote,
    LinkChanged,
    Scan,
    StrayTag,
)
from burncard.firmware_bridge.feig.feig_driver import CHECK_EVERY_NS, FeigDriver
from tests.harness.driver_bench import DriverBench
from tests.harness.factory_feig import FACTORY, NEW_KIND, PHONE, Antennas, FactoryFeig

BAUD = 38400
CARDS = [f"E004010000000{number:03X}" for number in range(52)]
PHONES = "08112233445566"


class Bench(DriverBench):
    """The driver and a reader on a line in virtual time."""

    def __init__(self, reader: FactoryFeig) -> None:
        self.reader = reader
        self.driver = FeigDriver()
        super().__init__(self.driver, reader, BAUD)

    def lay(self, number: int, antenna: int) -> None:
        self.reader.put_tag(CARDS[number], antenna, "unknown", self.world.now_ns)

    def last(self, antenna: int) -> Scan:
        return [scan for scan in self.scans if scan.antenna == antenna][-1]

    def there(self, antenna: int) -> set[str]:
        return {tag.uid for tag in self.last(antenna).tags}

    def again(self, seconds: float = 1.0) -> None:
        """Forgets the scans so far, and waits for others."""
        self.scans.clear()
        self.wait(seconds)

    def until(self, holds: Callable[[], bool], seconds: float = 30) -> None:
        assert self.world.run_until(self.world.now_ns + int(seconds * SECOND), holds)

    def identities(self) -> list[DeviceIdentified]:
        return [event for event in self.events if isinstance(event, DeviceIdentified)]

    def faults(self) -> list[DeviceFault]:
        return [event for event in self.events if isinstance(event, DeviceFault)]

    def notes(self) -> list[str]:
        return [event.code for event in self.events if isinstance(event, DeviceNote)]


def ready(reader: FactoryFeig) -> Bench:
    bench = Bench(reader)
    bench.until(lambda: bench.driver.state == "ready")
    return bench


# ---- settings --------------------


@pytest.mark.parametrize("select", ["one", "multiplexer", "named", "ignores"])
def test_cards_that_lie_there_are_reported_in_every_scan_although_the_factory_reports_new_ones_only(
    select: Antennas,
) -> None:
    reader = FactoryFeig(1 if select in ("one", "ignores") else 4, select)
    bench = Bench(reader)
    bench.lay(1, 1)
    bench.lay(2, 1)
    bench.wait(3)
    bench.again()
    assert len(bench.scans) > 10
    assert all({tag.uid for tag in scan.tags} == set(CARDS[1:3]) for scan in bench.scans if scan.antenna == 1)
    assert all(scan.complete for scan in bench.scans)
    assert not bench.faults()


def test_settings_are_made_in_ram_and_nothing_is_ever_written_to_eeprom() -> None:
    reader = FactoryFeig()
    bench = ready(reader)
    bench.wait(10)
    assert (reader.ram[5][11], reader.ram[3][:2]) == (0, b"\x00\x08")
    assert reader.eeprom == FACTORY
    writes = [frame for frame in reader.heard if frame[0] == 0x81]
    assert writes
    assert all(frame[1] < 0x80 for frame in writes)
    assert reader.ram[1] == FACTORY[1], "speed, parity and address are not touched"


def test_a_reader_that_is_set_already_is_not_written_to() -> None:
    reader = FactoryFeig()
    ready(reader)
    reader.eeprom = dict(reader.ram)
    reader.heard.clear()
    ready(reader)
    assert not [frame for frame in reader.heard if frame[0] == 0x81]


@pytest.mark.parametrize("trait", ["old", "locked", "stubborn"])
def test_a_reader_whose_configuration_cannot_be_read_or_does_not_hold_reports_every_card_too(trait: str) -> None:
    reader = FactoryFeig()
    setattr(reader, trait, True)
    bench = Bench(reader)
    bench.lay(1, 2)
    bench.wait(5)
    bench.again()
    assert all({tag.uid for tag in scan.tags} == {CARDS[1]} for scan in bench.scans if scan.antenna == 2)
    assert not bench.faults()
    assert bench.notes() == (["feig-only-new"] if trait == "stubborn" else ["feig-configuration"])


def test_a_reader_that_restarts_is_set_up_again_and_misses_no_card_for_longer_than_a_check_takes() -> None:
    reader = FactoryFeig()
    bench = Bench(reader)
    bench.lay(1, 2)
    bench.wait(3)
    reader.restart()
    bench.again(CHECK_EVERY_NS / SECOND + 0.5)
    bench.again()
    assert reader.ram[5][11] == 0
    assert all({tag.uid for tag in scan.tags} == {CARDS[1]} for scan in bench.scans if scan.antenna == 2)
    assert bench.driver.counters()["set_up_again"] == 1
    assert len(bench.identities()) == 1


# ---- what is no card --------------------


@pytest.mark.parametrize("select", ["one", "multiplexer", "named"])
@pytest.mark.parametrize("kind", [PHONE, NEW_KIND])
def test_what_is_no_card_hides_no_card_and_raises_no_fault(select: Antennas, kind: int) -> None:
    # the configuration cannot be changed, so the reader goes on looking for ISO 14443 A
    reader = FactoryFeig(1 if select == "one" else 2, select, locked=True)
    bench = Bench(reader)
    bench.lay(1, 1)
    reader.lay(PHONES, 1, kind)
    bench.lay(2, 1)
    bench.wait(180)
    bench.again()
    assert bench.there(1) == {CARDS[1], CARDS[2]}
    [stray] = bench.last(1).strays
    assert stray.kind == ("iso14443a" if kind == PHONE else "unreadable-55")
    assert kind != PHONE or stray == StrayTag("iso14443a", PHONES)
    assert all(scan.complete for scan in bench.scans)
    assert not bench.faults()
    assert [event.state for event in bench.events if isinstance(event, LinkChanged)] == ["identifying", "ready"]


def test_with_its_settings_made_the_reader_does_not_look_for_phones() -> None:
    reader = FactoryFeig()
    bench = ready(reader)
    reader.lay(PHONES, 1, PHONE)
    bench.again(2)
    assert not any(scan.strays for scan in bench.scans)


# ---- antennas --------------------


@pytest.mark.parametrize("antennas", [1, 2, 4, 8, 12, 16])
def test_a_multiplexer_has_as_many_antennas_as_it_accepts(antennas: int) -> None:
    bench = ready(FactoryFeig(antennas))
    bench.again(2)
    assert [identity.antennas for identity in bench.identities()] == [antennas]
    assert {scan.antenna for scan in bench.scans} == set(range(1, antennas + 1))
    assert bench.driver.counters()["status_parameter_range"] > 0


@pytest.mark.parametrize("antennas", [1, 2, 4])
def test_a_reader_that_names_antennas_has_as_many_as_are_in_range(antennas: int) -> None:
    bench = ready(FactoryFeig(antennas, "named"))
    bench.again(2)
    assert [identity.antennas for identity in bench.identities()] == [antennas]
    assert {scan.antenna for scan in bench.scans} == set(range(1, antennas + 1))


@pytest.mark.parametrize("early", [True, False])
def test_a_reader_that_ignores_the_mode_for_antennas_has_one(early: bool) -> None:
    bench = Bench(FactoryFeig(1, "ignores"))
    if early:
        bench.lay(1, 1)
    bench.wait(3)
    bench.lay(1, 1)
    bench.wait(3)
    bench.again()
    assert {scan.antenna for scan in bench.scans} == {1}
    assert bench.there(1) == {CARDS[1]}
    assert [identity.antennas for identity in bench.identities()] == ([1] if early else [0, 1])


# ---- readers that scan by themselves --------------------


@pytest.mark.parametrize("mode", [0x80, 0xC0])
def test_a_reader_that_scans_by_itself_is_told_to_answer_questions(mode: int) -> None:
    reader = FactoryFeig(mode=mode)
    bench = Bench(reader)
    bench.lay(1, 3)
    bench.wait(3)
    assert bench.there(3) == {CARDS[1]}
    assert bench.last(3).complete
    assert reader.eeprom[1][13] == mode


@pytest.mark.parametrize("acknowledged", [True, False])
@pytest.mark.parametrize("mode", [0x80, 0xC0])
def test_one_that_does_not_take_it_is_read_as_it_is(mode: int, acknowledged: bool) -> None:
    reader = FactoryFeig(mode=mode, locked=True, acknowledged=acknowledged)
    bench = ready(reader)
    for number in range(6):
        bench.lay(number, number % 4 + 1)
        bench.wait(0.5)
    heard = dict.fromkeys((scan.antenna, tag.uid) for scan in bench.scans for tag in scan.tags)
    assert list(heard) == [(number % 4 + 1, CARDS[number]) for number in range(6)]
    assert not bench.faults()


def test_a_notification_that_is_repeated_moves_no_card_back() -> None:
    reader = FactoryFeig(mode=0xC0, locked=True)
    bench = ready(reader)
    bench.lay(1, 3)
    reader.mute = True  # the reader hears the host, and its answers do not get through
    bench.wait(1)
    reader.mute = False
    bench.wait(0.5)
    bench.lay(1, 4)
    bench.wait(12)
    heard = [scan.antenna for scan in bench.scans if scan.tags]
    assert heard == sorted(heard)
    assert set(heard) == {3, 4}


# ---- the line --------------------


def test_a_reply_that_is_cut_in_the_middle_is_asked_for_again() -> None:
    reader = FactoryFeig()
    bench = Bench(reader)
    bench.lay(1, 2)
    bench.wait(2)
    for _ in range(20):
        reader.cut_next = True
        bench.again(0.4)
        assert all(
            {tag.uid for tag in scan.tags} == ({CARDS[1]} if scan.antenna == 2 else set()) for scan in bench.scans
        )
    assert bench.driver.counters()["timeouts"] > 10


def test_a_reply_that_comes_after_its_time_is_not_taken_for_the_next_one() -> None:
    reader = FactoryFeig()
    bench = Bench(reader)
    bench.lay(1, 2)
    bench.wait(2)
    for _ in range(30):
        reader.delay_next_ns = 1_100_000_000
        bench.again(3.3)
        assert all(
            {tag.uid for tag in scan.tags} == ({CARDS[1]} if scan.antenna == 2 else set()) for scan in bench.scans
        )
    assert bench.driver.counters()["unexpected"] > 0


def test_replies_of_another_address_are_not_taken() -> None:
    reader = FactoryFeig(address=5)
    bench = ready(reader)
    bench.lay(1, 2)
    bench.again()
    reader.address = 6
    bench.again(0.5)
    assert not [scan for scan in bench.scans if scan.ended_ns > bench.world.now_ns - SECOND // 4]
    bench.until(lambda: bench.driver.state == "stale")
    assert bench.driver.counters()["unexpected"] > 0


def test_unplugged_in_the_middle_of_a_scan_it_goes_on_where_it_was() -> None:
    reader = FactoryFeig()
    bench = Bench(reader)
    bench.lay(1, 2)
    bench.wait(2)
    for _ in range(5):
        bench.world.unplug(bench.line)
        bench.wait(0.3)
        bench.world.plug(bench.line)
        bench.until(lambda: bench.driver.state == "ready")
        bench.again()
        assert bench.there(2) == {CARDS[1]}


def test_a_reader_that_can_never_be_read_is_not_asked_who_it_is_all_the_time() -> None:
    class Broken(FactoryFeig):
        def _select(self, data: bytes) -> tuple[int, bytes, int]:
            return 0, b"", 1

        def _inventory(self, data: bytes) -> tuple[int, bytes, int]:
            refused = len([frame for frame in self.heard if frame[0] == 0xB0]) % 2 == 0
            return (0x82 if refused else 1), b"", 1

    bench = Bench(Broken())
    bench.wait(120)
    assert len(bench.identities()) < 30


# ---- time --------------------


def test_a_scan_of_an_empty_antenna_takes_no_more_than_the_protocol_does() -> None:
    bench = ready(FactoryFeig())
    bench.again(5)
    between = sorted(later.ended_ns - scan.ended_ns for scan, later in pairwise(bench.scans))
    byte_ns = SECOND * 10 // BAUD
    request_and_reply = (8 + 6 + 7 + 6) * byte_ns + 15_000_000
    assert between[len(between) // 2] < request_and_reply + 2 * 5_000_000 + 4_000_000
