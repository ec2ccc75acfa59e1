"""The shuffler: every command and report, over good and bad lines; the order of cards is never sent."""

from random import Random

import pytest

from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import EventsLost, ShufflerReport
from burncard.firmware_bridge.link_events import TAGS_IN_REPORT_MAX, Report
from burncard.firmware_bridge.link_messages import BadPayloadError
from burncard.firmware_bridge.shuffler import TARGETS, ShufflerDriver
from burncard.simulator.devices.virtual_shuffler import VirtualShuffler
from burncard.simulator.memory_link import MemoryLine, Trouble, World
from tests.harness.driver_bench import LINES, DriverBench

BAUD = 115200
DECK = [f"E0040100000001{number:02X}" for number in range(52)]


class Bench(DriverBench):
    """A shuffler at one end of a line, its driver at the other."""

    def __init__(self, trouble: Trouble | None = None, seed: int = 5) -> None:
        self.shuffler = VirtualShuffler(rng=Random(seed))
        self.driver = ShufflerDriver()
        super().__init__(self.driver, self.shuffler, BAUD, trouble, seed)
        self.world.run_until(5 * SECOND, lambda: self.driver.link.state == "ready")

    def load(self, tags: list[str], boxed: frozenset[str] = frozenset(), unread: int = 0) -> None:
        self.shuffler.load(tags, frozenset(DECK), self.world.now_ns, boxed, unread)

    def run(self, seconds: int = 100) -> None:
        self.world.pump(self.line)
        self.world.run_until(self.world.now_ns + seconds * SECOND)

    def reports(self) -> list[ShufflerReport]:
        return [event for event in self.events if isinstance(event, ShufflerReport)]

    def names(self) -> list[str]:
        return [report.event for report in self.reports()]

    def last(self, event: str) -> ShufflerReport:
        return next(report for report in reversed(self.reports()) if report.event == event)


SHUFFLED = ["deck-in", "shuffling", *["progress"] * 3, "shuffled", "verified", "cut", "delivered"]


@pytest.mark.parametrize("name", LINES)
def test_a_shuffle_is_reported_once_and_in_order_on_every_line(name: str) -> None:
    bench = Bench(LINES[name])
    bench.load(DECK)
    bench.driver.shuffle()
    bench.run()
    assert bench.names() == SHUFFLED
    assert [report.count for report in bench.reports() if report.event == "progress"] == [13, 26, 39]
    assert sum(bench.last("cut").parts) == 52


def test_pulled_and_put_back_in_mid_shuffle_nothing_is_lost_or_doubled() -> None:
    bench = Bench(Trouble(chunk_bytes=4))
    bench.load(DECK)
    bench.driver.shuffle()
    for _ in range(12):
        bench.run(2)
        bench.world.unplug(bench.line)
        bench.world.run_until(bench.world.now_ns + SECOND // 2)
        bench.world.plug(bench.line)
    bench.run(30)
    assert bench.names() == SHUFFLED
    assert not any(isinstance(event, EventsLost) for event in bench.events)


def test_a_shuffle_ordered_twice_is_done_once() -> None:
    bench = Bench()
    bench.load(DECK)
    bench.driver.shuffle()
    bench.driver.shuffle()
    bench.run()
    assert bench.names().count("shuffling") == 1


def test_the_pack_comes_out_whole_and_shuffled() -> None:
    bench = Bench()
    bench.load(DECK)
    bench.driver.shuffle()
    bench.run()
    pack = bench.shuffler.take_pack()
    assert sorted(pack) == sorted(DECK)
    assert list(pack) != DECK
    assert bench.shuffler.take_pack() == ()


def test_verifying_names_what_is_wrong() -> None:
    bench = Bench()
    foreign = "E004020000000001"
    bench.load([*DECK[2:], DECK[5], foreign], boxed=frozenset({DECK[9]}), unread=1)
    bench.driver.verify()
    bench.run()
    report = bench.last("verified")
    assert report.count == 53
    assert report.missing == frozenset(DECK[:2])
    assert report.duplicate == frozenset({DECK[5]})
    assert report.boxed == frozenset({DECK[9]})
    assert (report.foreign, report.unread, report.unlisted) == (1, 1, 0)


def test_more_wrong_cards_than_a_message_holds_are_counted() -> None:
    bench = Bench()
    bench.load(DECK[:10], boxed=frozenset(DECK[:3]))
    bench.driver.verify()
    bench.run()
    report = bench.last("verified")
    assert len(report.missing) + len(report.boxed) == TAGS_IN_REPORT_MAX
    assert report.unlisted == 42 + 3 - TAGS_IN_REPORT_MAX
    assert report.boxed == frozenset(DECK[:3])


def test_every_command_is_answered() -> None:
    bench = Bench()
    bench.load(DECK)
    for command, answer in (
        (bench.driver.load, "deck-in"),
        (bench.driver.count, "counted"),
        (bench.driver.verify, "verified"),
        (bench.driver.sort, "sorted"),
        (bench.driver.self_test, "self-tested"),
        (bench.driver.eject, "deck-out"),
        (bench.driver.cancel, "cancelled"),
    ):
        command()
        bench.run()
        assert bench.names()[-1] == answer
    assert set(TARGETS) > {"loaded", "counted", "verified", "sorted", "self-tested", "ejected", "idle"}


def test_a_jam_stops_the_work_until_it_is_cleared() -> None:
    bench = Bench()
    bench.load(DECK)
    bench.driver.shuffle()
    bench.run(5)
    bench.shuffler.jam("elevator", bench.world.now_ns)
    bench.driver.shuffle()
    bench.run()
    assert [report.code for report in bench.reports() if report.event == "jam"] == ["elevator", "elevator"]
    assert "shuffled" not in bench.names()
    bench.driver.clear_jam()
    bench.driver.clear_jam()
    bench.run()
    assert bench.names().count("recovered") == 1
    bench.driver.shuffle()
    bench.run()
    assert bench.names()[-1] == "delivered"


def test_an_open_door_and_a_cancel_stop_the_work() -> None:
    bench = Bench()
    bench.load(DECK)
    bench.driver.shuffle()
    bench.run(5)
    bench.shuffler.open_door(bench.world.now_ns)
    bench.driver.verify()
    bench.run()
    bench.shuffler.close_door(bench.world.now_ns)
    bench.driver.shuffle()
    bench.run(5)
    bench.driver.cancel()
    bench.run()
    assert bench.names().count("door-open") == 2
    assert "door-closed" in bench.names()
    assert bench.names()[-1] == "cancelled"
    assert "shuffled" not in bench.names()


def test_a_fault_is_reported_with_its_code() -> None:
    bench = Bench()
    bench.shuffler.fail("motor-stalled", bench.world.now_ns)
    bench.run(1)
    assert bench.last("fault").code == "motor-stalled"


def test_after_a_reset_the_shuffler_works_again() -> None:
    bench = Bench()
    bench.load(DECK)
    bench.driver.shuffle()
    bench.run(5)
    bench.driver.reset()
    bench.run(5)
    bench.driver.count()
    bench.run(5)
    assert EventsLost(None) in bench.events
    assert bench.names()[-1] == "counted"


def test_a_report_cannot_say_an_order() -> None:
    forward = Report("verified", count=2, missing=frozenset(DECK[:2])).pack()
    swapped = forward[:11] + forward[19:27] + forward[11:19] + forward[27:]
    assert Report.unpack(forward).missing == frozenset(DECK[:2])
    with pytest.raises(BadPayloadError, match="sorted set"):
        Report.unpack(swapped)
    with pytest.raises(BadPayloadError, match="sorted set"):
        Report.unpack(forward[:11] + forward[11:19] * 2 + forward[27:])


class Overheard(VirtualShuffler):
    """A shuffler that cuts in the middle, and everything it says is kept."""

    def __init__(self, seed: int) -> None:
        super().__init__(rng=Random(seed))
        self.said = b""

    def take_output(self) -> bytes:
        output = super().take_output()
        self.said += output
        return output


def test_two_shuffles_that_differ_only_in_the_order_say_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Random, "randint", lambda self, low, high: (low + high) // 2)
    said: list[bytes] = []
    packs: list[tuple[str, ...]] = []
    for seed in (1, 2):
        world, shuffler, driver = World(Random(0)), Overheard(seed), ShufflerDriver(session=1)
        world.join(MemoryLine(driver, shuffler, 115200, lambda event: None))
        shuffler.load(DECK, frozenset(DECK), world.now_ns)
        driver.shuffle()
        world.run_until(60 * SECOND)
        said.append(shuffler.said)
        packs.append(shuffler.take_pack())
    assert said[0] == said[1]
    assert packs[0] != packs[1]
