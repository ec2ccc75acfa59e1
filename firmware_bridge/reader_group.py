"""Several readers and antennas of one table as one reader: each zone is heard by all the antennas under it.

A scan of a zone is whole when each of its antennas has been scanned once: a card that lies over one of them is not
missed by the others. The group is ready when all its readers are. They scan side by side, each the zone that is chosen
among those that it has antennas under, but never two zones that border on each other: antennas so close disturb each
other, and a card on the border would answer both at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from burncard.firmware_bridge.driver import SECOND, ChooseAmong, Nanoseconds, Scanning
from burncard.firmware_bridge.events import (
    DeviceFault,
    DeviceIdentified,
    DeviceNote,
    Event,
    LinkChanged,
    LinkStateName,
    LinkTrouble,
    Scan,
    TagHeard,
)
from burncard.hardware.layout import Layout, Site

SCAN_MAX_NS: Final = SECOND
FROM_WORST: Final[tuple[LinkStateName, ...]] = ("lost", "absent", "opening", "identifying", "stale", "ready")


@dataclass(frozen=True, slots=True)
class _Begun:
    """A scan that a reader has begun."""

    place: int
    at_ns: int

    def lasts(self, now_ns: int) -> bool:
        """Whether it may not have ended yet. A reader that ends none holds up no other."""
        return now_ns - self.at_ns < SCAN_MAX_NS


class ReaderGroup:
    """The readers of a layout, the first of them `drivers[0]`. `tell` gets the events of all as those of one reader."""

    def __init__(self, layout: Layout, drivers: Sequence[Scanning], tell: Callable[[Event], None]) -> None:
        self._layout = layout
        self._neighbours = layout.neighbours()
        self._sites = [layout.sites_of_reader(reader) for reader in range(len(drivers))]
        self._scanning: dict[int, _Begun] = {}
        self._drivers = drivers
        self._tell = tell
        self._heard: dict[int, dict[Site, Scan]] = {}
        self._states: list[LinkStateName] = ["absent"] * len(drivers)
        self._identities: list[DeviceIdentified | None] = [None] * len(drivers)

    def scan_next(self, choose: ChooseAmong | None) -> None:
        """From now on `choose` names each zone to scan, by the number that the layout gives it."""
        for reader, driver in enumerate(self._drivers):
            driver.scan_next(None if choose is None else partial(self._antenna, choose, reader))

    def take(self, reader: int, event: Event) -> None:
        """Takes an event of one of the readers; they are numbered from 0."""
        match event:
            case Scan():
                self._scanned(reader, event)
            case LinkChanged():
                self._link_changed(reader, event.state)
            case DeviceIdentified():
                self._identities[reader] = event
                self._identified()
            case LinkTrouble() | DeviceFault() | DeviceNote() if len(self._drivers) > 1:
                self._tell(replace(event, text=f"reader {reader + 1}: {event.text}" if event.text else ""))
            case _:
                self._tell(event)

    # ---- scans --------------------

    def _antenna(self, choose: ChooseAmong, reader: int, now_ns: Nanoseconds) -> int | None:
        """The antenna of a reader to scan now: one under the chosen zone that was not scanned yet for it. A zone that
        was begun goes first, so that its antennas are scanned at about the same time; but not right after a scan of
        this reader that has not ended."""
        has_ended = self._scanning.pop(reader, None) is None
        mine, others = self._sites[reader], [begun.place for begun in self._scanning.values() if begun.lasts(now_ns)]
        lacking = {place for place, sites in mine.items() if sites - self._heard.get(place, {}).keys()}
        disturbed = {near for place in others for near in (place, *self._neighbours.get(place, ()))}
        begun = lacking.intersection(self._heard) if has_ended else set()
        place = choose(now_ns, begun - disturbed or lacking - disturbed or lacking or mine.keys())
        if place is None or place not in mine:
            return None
        self._scanning[reader] = _Begun(place, now_ns)
        return min(mine[place] - self._heard.get(place, {}).keys() or mine[place]).antenna

    def _scanned(self, reader: int, scan: Scan) -> None:
        self._scanning.pop(reader, None)
        site = Site(reader, scan.antenna)
        place = self._layout.place_of(site)
        sites = self._layout.sites_of(place)
        if len(sites) == 1:
            self._tell(replace(scan, antenna=place))
            return
        heard = self._heard.setdefault(place, {})
        heard[site] = scan
        if len(heard) == len(sites):
            del self._heard[place]
            self._tell(_together(place, list(heard.values())))

    # ---- what they are --------------------

    def _link_changed(self, reader: int, state: LinkStateName) -> None:
        before = min(self._states, key=FROM_WORST.index)
        self._states[reader] = state
        self._scanning.pop(reader, None)
        if state != "ready":
            self._heard.clear()  # no zone is whole with what was heard before
        worst = min(self._states, key=FROM_WORST.index)
        if worst != before:
            self._tell(LinkChanged(worst))

    def _identified(self) -> None:
        known = [identity for identity in self._identities if identity is not None]
        if len(known) < len(self._drivers):
            return
        if len(known) == 1:
            self._tell(known[0])
            return
        self._tell(
            DeviceIdentified(
                kind="reader",
                serial_number="+".join(each.serial_number for each in known),
                firmware_version="+".join(each.firmware_version for each in known),
                firmware_hash="+".join(each.firmware_hash for each in known),
                antennas=0,
                senses_face=all(each.senses_face for each in known),
                senses_boxed=all(each.senses_boxed for each in known),
                is_virtual=any(each.is_virtual for each in known),
                proves=all(each.proves for each in known),
            )
        )


def _together(place: int, scans: list[Scan]) -> Scan:
    """One scan of a zone, of those of its antennas. A tag that several heard is as strong as the strongest. It took as
    long as all of them did: what was scanned between them does not count."""
    tags: dict[str, TagHeard] = {}
    for tag in (tag for scan in scans for tag in scan.tags):
        known = tags.get(tag.uid)
        if known is None or _strength(tag) > _strength(known):
            tags[tag.uid] = tag if known is None or tag.face != "unknown" else replace(tag, face=known.face)
    ended_ns = max(scan.ended_ns for scan in scans)
    began_ns = Nanoseconds(ended_ns - sum(scan.ended_ns - scan.began_ns for scan in scans))
    strays = tuple(dict.fromkeys(stray for scan in scans for stray in scan.strays))
    complete = all(scan.complete for scan in scans)
    return Scan(place, began_ns, ended_ns, tuple(tags.values()), complete, strays)


def _strength(tag: TagHeard) -> float:
    return float("-inf") if tag.rssi_dbm is None else tag.rssi_dbm
