"""The virtual FEIG reader after the manuals: its bytes, its settings and its habits."""

from random import Random

import pytest

from burncard.firmware_bridge.crc16 import crc16
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from burncard.simulator.devices.feig.feig_reader import FeigReader
from burncard.simulator.devices.feig.settings import MODELS, MODES
from burncard.simulator.radio.air import Air
from burncard.simulator.radio.antenna_plan import TablePlan
from burncard.simulator.radio.quality import POOR

CARD, OTHER, PHONE = "E004010000000001", "E004010000000002", "08112233445566"
OK, NO_TAG = "00", "01"


class Host:
    """A program that talks to the reader, byte by byte as in the manual."""

    def __init__(self, model: str = "mr102", mode: str = "host", air: Air | None = None, password: str = "") -> None:
        self.reader = FeigReader(MODELS[model], 0xC0FFEE, air, password=bytes.fromhex(password))
        if mode != "host":
            self.reader.configuration.set_byte(1, 13, MODES[mode])
        self.now_ns = Nanoseconds(SECOND)

    def send(self, line: str) -> str:
        """Sends bytes with their CRC added; the reply without its own."""
        return self.raw(bytes.fromhex(line) + crc16(bytes.fromhex(line)).to_bytes(2, "little"))

    def raw(self, data: bytes) -> str:
        self.reader.receive(data, self.now_ns)
        return self.listen(5)

    def listen(self, seconds: float) -> str:
        """Waits for a reply, and returns it without its CRC; empty if none comes."""
        until_ns = self.now_ns + int(seconds * SECOND)
        while (due := self.reader.next_due_ns()) is not None and due <= until_ns:
            self.now_ns = Nanoseconds(max(self.now_ns, due))
            self.reader.tick(self.now_ns)
            if output := self.reader.take_output():
                assert crc16(output[:-2]) == int.from_bytes(output[-2:], "little")
                return output[:-2].hex(" ").upper()
        self.now_ns = Nanoseconds(until_ns)
        return ""

    def put(self, uid: str, antenna: int = 1) -> None:
        self.reader.put_tag(uid, antenna, "unknown", self.now_ns)


def spaced(uid: str) -> str:
    return bytes.fromhex(uid).hex(" ").upper()


def test_the_frames_of_the_manual() -> None:
    host = Host()
    assert host.raw(bytes.fromhex("07FFB001001C56")) == "06 00 B0 01"
    assert host.raw(bytes.fromhex("05FF63D3AE")) == "06 00 63 00"
    host.now_ns = Nanoseconds(host.now_ns + SECOND)
    assert host.raw(bytes.fromhex("020007FF746660")) == "02 00 09 00 74 00 00"


def test_a_bad_frame_a_pause_and_another_address_are_not_answered() -> None:
    host = Host()
    assert host.raw(bytes.fromhex("07FFB001001C57")) == ""
    host.reader.receive(bytes.fromhex("07FFB0"), host.now_ns)
    host.now_ns = Nanoseconds(host.now_ns + 13 * MS)
    assert host.raw(bytes.fromhex("01001C56")) == ""
    host.now_ns = Nanoseconds(host.now_ns + SECOND)
    assert host.send("05 07 65") == ""
    assert host.send("05 00 65").startswith("0D 00 65 00")


def test_out_of_the_box_a_card_is_reported_once_until_the_field_is_reset() -> None:
    host = Host()
    host.put(CARD)
    assert host.send("07 FF B0 01 00") == f"11 00 B0 00 01 03 00 {spaced(CARD)}"
    assert host.send("07 FF B0 01 00") == "06 00 B0 01"
    host.put(OTHER)
    assert host.send("07 FF B0 01 00").endswith(spaced(OTHER))
    assert host.send("05 FF 69") == "06 00 69 00"
    assert host.send("07 FF B0 01 00").startswith("1B 00 B0 00 02")
    host.reader.take_tag(CARD, host.now_ns)
    assert host.send("07 FF B0 01 00") == "06 00 B0 01"
    host.put(CARD)
    assert host.send("07 FF B0 01 00").endswith(spaced(CARD)), "it has left the field and come back"


def test_settings_in_ram_last_until_a_reset_and_those_in_eeprom_for_ever() -> None:
    host = Host()
    block = host.send("06 FF 80 05")[12:]
    everything = block[: 11 * 3] + "00" + block[11 * 3 + 2 :]
    assert host.send(f"14 FF 81 05 {everything}") == "06 00 81 00"
    host.put(CARD)
    for _ in range(3):
        assert host.send("07 FF B0 01 00").endswith(spaced(CARD))
    host.send("05 FF 63")
    host.now_ns = Nanoseconds(host.now_ns + SECOND)
    assert host.send("06 FF 80 05")[12:] == block
    host.send(f"14 FF 81 85 {everything}")
    host.send("05 FF 63")
    host.now_ns = Nanoseconds(host.now_ns + SECOND)
    assert host.send("06 FF 80 05")[12:] == everything
    host.send("06 FF 83 C5")
    assert host.send("06 FF 80 85")[12:] == block


def test_reserved_blocks_unknown_commands_and_wrong_lengths_have_their_own_status() -> None:
    host = Host("pr101")
    assert host.send("06 FF 80 0B") == "06 00 80 15"
    assert host.send("14 FF 81 0B" + " 00" * 14) == "06 00 81 16"
    assert host.send("05 FF 77") == "06 00 77 80"
    assert host.send("08 FF DD 00 01 00") == "06 00 DD 80"
    assert host.send("05 FF 66") == "06 00 66 81"
    assert host.send("06 FF 66 55") == "06 00 66 11"


def test_a_reader_with_a_password_shows_its_configuration_after_a_login() -> None:
    host = Host(password="01020304")
    assert host.send("06 FF 80 05") == "06 00 80 13"
    assert host.send("09 FF A0 01 02 03 05") == "06 00 A0 14"
    assert host.send("09 FF A0 01 02 03 04") == "06 00 A0 00"
    assert host.send("06 FF 80 05").startswith("14 00 80 00")


def test_a_phone_is_listed_by_a_reader_of_both_kinds_until_it_is_told_not_to() -> None:
    host = Host("cpr30")
    host.put(CARD)
    host.put(PHONE)
    told = host.send("07 FF B0 01 00")
    assert told == f"1B 00 B0 00 02 03 00 {spaced(CARD)} 04 00 00 {spaced(PHONE)}"
    block = host.send("06 FF 80 03")[12:]
    host.send(f"14 FF 81 03 00 08 {block[6:]}")
    host.send("05 FF 69")
    assert PHONE not in host.send("07 FF B0 01 00").replace(" ", "")
    plain = Host("mr102")
    plain.put(PHONE)
    assert plain.send("07 FF B0 01 00") == "06 00 B0 01"


def test_antennas_of_an_external_multiplexer_and_of_one_that_is_built_in() -> None:
    host = Host()
    host.put(CARD, 3)
    assert host.send("07 FF B0 01 00") == "06 00 B0 01"
    assert host.send("08 FF DD 00 03 00") == "06 00 DD 00"
    assert host.send("07 FF B0 01 00").endswith(spaced(CARD))
    assert host.send("08 FF DD 00 09 00") == "06 00 DD 11"
    assert Host("pr101").send("08 FF B0 01 10 FF") == "06 00 B0 81", "bit 4 is not used by this model"
    built_in = Host("lr2500")
    built_in.put(CARD, 3)
    assert built_in.send("08 FF B0 01 10 03") == "06 00 B0 01"
    told = built_in.send("08 FF B0 01 10 04")
    assert told == f"1B 00 B0 00 01 11 03 00 08 {spaced(CARD)} 01 03 00 20 00 00 00 00"


def test_more_cards_than_a_reply_holds_are_asked_for_again() -> None:
    host = Host()
    for number in range(40):
        host.put(f"E00401000000{number:04X}")
    assert host.send("07 FF B0 01 00").split()[3:5] == ["94", "18"]
    assert host.send("07 FF B0 01 80").split()[3:5] == ["00", "10"]
    assert host.send("07 FF B0 01 80") == "06 00 B0 01"


def test_a_full_table_is_read_and_cleared_set_by_set() -> None:
    host = Host(mode="buffered")
    assert host.send("07 FF B0 01 00") == "06 00 B0 82"
    assert host.send("07 FF 22 00 FF") == "06 00 22 92"
    host.put(CARD, 1)
    host.listen(2)
    host.put(OTHER, 2)
    host.listen(2)
    assert host.send("05 FF 31") == "0C 00 31 00 01 00 00 00 00 02"
    first = host.send("07 FF 22 00 01")
    assert first == f"17 00 22 94 11 00 01 00 0E 03 00 08 {spaced(CARD)} 01"
    assert host.send("07 FF 22 00 01") == first, "the same sets, until they are cleared"
    assert host.send("05 FF 32") == "06 00 32 00"
    assert host.send("07 FF 22 00 01").endswith(f"{spaced(OTHER)} 02")
    assert host.send("05 FF 33") == "06 00 33 00"


def test_a_notification_is_repeated_every_five_seconds_until_it_is_acknowledged() -> None:
    host = Host(mode="notification")
    host.put(CARD, 4)
    told = host.listen(3)
    assert told == f"17 00 22 00 11 00 01 00 0E 03 00 08 {spaced(CARD)} 04"
    began_ns = host.now_ns
    assert host.listen(6) == told
    assert host.now_ns - began_ns == pytest.approx(5 * SECOND, abs=50 * MS)
    assert host.send("05 FF 32") == "06 00 32 00"
    assert host.listen(8) == ""


def test_an_inventory_takes_the_time_of_its_tags_and_hears_through_the_radio() -> None:
    host = Host(air=Air(TablePlan({1: "seat:1", 2: "seat:2"}), POOR, Random(1)))
    host.reader.configuration.set_byte(5, 11, 0)
    for number in range(12):
        host.put(f"E0040100000{number * 7919:05X}")
    counts, took = set(), []
    for _ in range(60):
        began_ns = host.now_ns
        told = host.send("07 FF B0 01 00").split()
        took.append(host.now_ns - began_ns)
        counts.add(int(told[4], 16) if told[3] == OK else 0)
    assert len(counts) > 3
    assert max(counts) <= 12
    assert 40 * MS < sum(took) / len(took) < 140 * MS
