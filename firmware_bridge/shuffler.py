"""Driver of the shuffler that speaks our own link."""

from burncard.firmware_bridge.link_decoder import LinkDecoder
from burncard.firmware_bridge.link_driver import LinkDriver
from burncard.firmware_bridge.link_messages import GoTo, Reset, Target
from burncard.firmware_bridge.protocols import Protocol

TARGETS = {target.name.lower().replace("_", "-"): target for target in Target}


class ShufflerDriver(LinkDriver):
    """The host's side of a shuffler on our own link.

    A command names the state to reach, so repeating it has no effect. It is answered by the reports of the work it
    starts, or by `jam` or `fault` if it cannot be done now. Each method below lists the reports that follow.
    """

    def go_to(self, state: str) -> None:
        """Sends the shuffler to a state, by name. Raises KeyError for an unknown state."""
        self.send(GoTo(TARGETS[state]))

    def load(self) -> None:
        """Takes in the deck at the door: `loading`, then `deck-in`."""
        self.send(GoTo(Target.LOADED))

    def shuffle(self) -> None:
        """Shuffles, verifies, cuts and delivers the deck: `shuffling`, `progress`, `shuffled`, `verified`, `cut`,
        `delivered`."""
        self.send(GoTo(Target.SHUFFLED))

    def sort(self) -> None:
        """Sorts the deck into factory order: `sorted`. A sorted deck must not be dealt from."""
        self.send(GoTo(Target.SORTED))

    def verify(self) -> None:
        """Checks every card against the deck: `verified`, with the missing, duplicate and boxed cards."""
        self.send(GoTo(Target.VERIFIED))

    def count(self) -> None:
        """Counts the cards: `counted`."""
        self.send(GoTo(Target.COUNTED))

    def eject(self) -> None:
        """Returns the deck: `deck-out`."""
        self.send(GoTo(Target.EJECTED))

    def clear_jam(self) -> None:
        """Tries to free a stuck card: `recovered`, or `jam` again."""
        self.send(GoTo(Target.JAM_CLEARED))

    def cancel(self) -> None:
        """Stops the current work: `cancelled`."""
        self.send(GoTo(Target.IDLE))

    def self_test(self) -> None:
        """Runs the self-test: `self-tested`, or `fault`."""
        self.send(GoTo(Target.SELF_TESTED))

    def reset(self) -> None:
        """Restarts the shuffler, as after power-up."""
        self.send(Reset())


PROTOCOL = Protocol(driver=ShufflerDriver, decoder=LinkDecoder, sessions=True)
