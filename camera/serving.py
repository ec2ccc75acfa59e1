"""Looks at a source's pictures, one after the other, and leaves what is seen with the device."""

import threading
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from burncard.camera.alarms import ABSENT, SIZE, Watchman
from burncard.camera.camera_enrolment import Enrolment
from burncard.camera.device import FaceCamera
from burncard.camera.geometry import Picture
from burncard.camera.sight import Alarm, Counts, Sight
from burncard.camera.source import Source
from burncard.camera.votes import Votes
from burncard.firmware_bridge.driver import SECOND

ABSENT_NS: Final = 3 * SECOND


class Eye:
    """Turns the pictures of one camera into sights: each is looked at, voted on, and watched for what is wrong.

    Raises TooFewMarksError.
    """

    def __init__(self, enrolment: Enrolment) -> None:
        self._size = enrolment.record.size
        self._looker = enrolment.looker()
        self._watchman = Watchman(np.asarray(enrolment.felt, np.uint8))
        self._votes: Votes[Counts] = Votes()

    def look(self, picture: Picture, taken_ns: int) -> Sight | None:
        """What is seen, up to this picture; None if it is the one before once more."""
        if picture.shape[1::-1] != self._size:
            return self._blind(taken_ns, SIZE)
        alarm = self._watchman.check(picture, taken_ns)
        if alarm is not None or self._watchman.is_in_doubt:
            return self._blind(taken_ns, alarm)
        if self._watchman.is_repeated:
            return None
        return Sight(taken_ns, self._votes.take(self._looker.look(picture)))

    def _blind(self, taken_ns: int, alarm: Alarm | None) -> Sight:
        self._votes.forget()
        return Sight(taken_ns, {}, alarm)


class Serving:
    """A thread that looks until it is closed. `failed` is called in it if looking fails: a camera that does not look
    must not answer its table as if it did."""

    def __init__(
        self,
        eye: Eye,
        source: Source,
        device: FaceCamera,
        clock_ns: Callable[[], int],
        failed: Callable[[Exception], None],
    ) -> None:
        self._eye, self._source, self._device, self._clock_ns = eye, source, device, clock_ns
        self._failed = failed
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def close(self) -> None:
        """Ends it, with its source."""
        self._closed.set()
        self._source.close()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._look()
        except Exception as error:
            self._failed(error)

    def _look(self) -> None:
        cv2.setNumThreads(1)
        seen_ns = self._clock_ns()
        while not self._closed.is_set():
            picture, now_ns = self._source.next(), self._clock_ns()
            if picture is not None:
                seen_ns = now_ns
                sight = self._eye.look(picture, now_ns)
                if sight is not None:
                    self._device.show(sight)
            elif now_ns - seen_ns >= ABSENT_NS:
                self._device.show(Sight(now_ns, {}, ABSENT))
