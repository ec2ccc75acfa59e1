"""Writes a FEIG reader's lasting settings, for a technician who has said so. A table never does."""

from burncard.firmware_bridge.conversation import Ask
from burncard.firmware_bridge.driver import SECOND
from burncard.firmware_bridge.events import DeviceIdentified
from burncard.firmware_bridge.feig.commands import Command
from burncard.firmware_bridge.feig.configuration import Configuration, configure, examine
from burncard.firmware_bridge.feig.feig_driver import FeigDriver
from burncard.firmware_bridge.feig.feig_line import Talk
from burncard.firmware_bridge.polled import never


class FeigSetup(FeigDriver):
    """Looks at the settings in EEPROM, or with `write` makes them and restarts the reader. Ready once that is done."""

    def __init__(self, *, write: bool) -> None:
        super().__init__()
        self._write = write
        self._found = Configuration()

    def missing(self) -> list[str]:
        """The settings that EEPROM does not have, each in words."""
        unread = [f"CFG{number} cannot be read" for number in self._found.unread]
        kept = [setting for setting in self._found.missing if setting.block not in self._found.unread]
        return unread + list(dict.fromkeys(f"CFG{setting.block}: {setting.why}" for setting in kept))

    def _serve(self, identity: DeviceIdentified) -> Talk:
        settings = self._family.settings
        if self._write:
            self._found = yield from configure(self._ask, settings, lasting=True)
            if self._found.changed:
                yield self._request(Command.CPU_RESET)
        else:
            self._found = yield from examine(self._ask, settings)
        self._ready(identity, 0)
        while True:
            yield Ask(b"", never, SECOND)
