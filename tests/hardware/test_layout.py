"""Layouts as files: what is read, and what is refused with which words."""

from pathlib import Path

import pytest

from burncard.hardware.layout import BadLayoutError, FurtherReader, Layout, Site, find_layout, load_layout, read_layout

GOOD = 'name = "small"\n[antennas]\n1 = "seat:1"\n2 = "seat:2"\n7 = "board"\n'
BAD = {
    "": "a layout needs a name",
    "name = 3": "a layout needs a name",
    'name = "x"': "a layout needs [antennas]",
    'name = "x"\n[antennas]': "a layout needs [antennas]",
    'name = "x"\nspeed = 1\n[antennas]\n1 = "board"': "unknown: speed",
    'name = "x"\n[antennas]\n0 = "board"': "antenna '0': antennas are numbered from 1",
    'name = "x"\n[antennas]\nfirst = "board"': "antenna 'first'",
    'name = "x"\n[antennas]\n256 = "board"': "antenna '256'",
    'name = "x"\n[antennas]\n1 = "bord"': "antenna 1: 'bord' is no zone; zones are seat:1",
    'name = "x"\n[antennas]\n1 = "seat:0"': "'seat:0' is no zone",
    'name = "x"\n[antennas]\n1 = 1': "antenna 1: 1 is no zone",
    'name = "x"\n[antennas]\n1 = "board"\n[[reader]]\nport = "/dev/b"\nprotocol = "feig"': "each [[reader]] its own",
    'name = "x"\n[antennas]\n1 = "board"\n[[reader]]\nport = "/b"\nantennas = {1 = "burn"}': "a port and a protocol",
    'name = "x"\nreader = 2\n[antennas]\n1 = "board"': "further readers are",
    'name = "x"\n[antennas]\n1 = "board"\n01 = "muck"': "an antenna is there twice",
    f'{GOOD}[beside]\nboard = ["burn"]': "[beside]: no antenna under burn",
    f"{GOOD}[beside]\nboard = [1]": "[beside]: no antenna under 1",
    f'{GOOD}[beside]\nboard = "burn"': "[beside] lists zones",
    "name": "Expected",
}


def test_a_layout_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD + '[beside]\nboard = ["seat:1", "seat:2"]\n')
    layout = read_layout(path)
    assert layout.beside == {"board": ("seat:1", "seat:2")}
    assert layout.name == "small"
    assert layout.zone_of(7) == "board"
    assert layout.zone_of(3) is None
    assert layout.antenna_of("seat:2") == 2
    assert layout.antenna_of("muck") is None


@pytest.mark.parametrize("text", BAD)
def test_a_wrong_layout_says_what_is_wrong(tmp_path: Path, text: str) -> None:
    path = tmp_path / "small.toml"
    path.write_text(text)
    with pytest.raises(BadLayoutError) as raised:
        read_layout(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert BAD[text] in str(raised.value)


def test_the_layout_of_the_guide_is_read(tmp_path: Path) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "devices.md").read_text(encoding="utf-8")
    path = tmp_path / "small.toml"
    path.write_text(guide.split("```toml\n")[1].split("```")[0])
    assert read_layout(path).antenna_of("burn") == 5


def test_a_missing_file_and_one_of_other_bytes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadLayoutError, match="No such file"):
        read_layout(tmp_path / "none.toml")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(BadLayoutError, match="decode"):
        read_layout(tmp_path / "bytes")


def test_the_standard_table_has_ten_seats() -> None:
    assert [load_layout().antenna_of(f"seat:{number}") for number in range(1, 11)] == list(range(1, 11))


def test_two_readers_have_the_zones_and_the_borders_of_the_standard_table() -> None:
    one, two = find_layout("standard"), find_layout("two-readers")
    assert set(two.zones.values()) == set(one.zones.values())
    assert bordering(two) == bordering(one)
    assert len(two.further) == 1
    halves = [len(two.sites_of_reader(reader)) for reader in (0, 1)]
    assert halves == [7, 8]


def bordering(layout: Layout) -> dict[str, set[str]]:
    """By zone, those that may hear its cards."""
    zones = layout.zones
    return {zones[antenna]: {zones[each] for each in beside} for antenna, beside in layout.neighbours().items()}


def test_a_layout_is_found_by_its_name_or_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD)
    assert find_layout(str(path)).name == "small"
    assert find_layout("") == load_layout()
    with pytest.raises(BadLayoutError, match="No such file"):
        find_layout("three-readers")


def test_several_antennas_of_several_readers_may_lie_under_one_zone(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(
        'name = "long"\nbeside.board = ["burn"]\n[antennas]\n1 = "seat:1"\n2 = "board"\n3 = "board"\n'
        '[[reader]]\nport = "/dev/rail"\nprotocol = "metratec"\nantennas = {1 = "board", 2 = "burn"}\n'
    )
    layout = read_layout(path)
    assert layout.zones == {1: "seat:1", 2: "board", 258: "burn"}
    assert layout.sites_of(2) == (Site(0, 2), Site(0, 3), Site(1, 1))
    assert [layout.place_of(site) for site in (Site(0, 1), Site(0, 3), Site(1, 1), Site(1, 2))] == [1, 2, 2, 258]
    assert layout.further == (FurtherReader("/dev/rail", "metratec"),)
    assert not layout.is_of_one_reader
    assert load_layout().is_of_one_reader
