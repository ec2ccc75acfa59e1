"""A disk that may not answer: neither a success nor an error, for as long as it likes.

Then the table must not stand still with it. What may wait for the disk is done on a thread, for which the table waits
no longer than `PATIENCE_S`. Until the disk has answered, everything else that is asked of it fails at once.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from errno import ETIMEDOUT
from queue import SimpleQueue
from typing import Any, Final, TypeVar

T = TypeVar("T")

LOOKS: Final = 16
LOOK_S: Final = 0.05
PATIENCE_S: Final = LOOKS * LOOK_S
"""How long the table waits: longer than a busy disk takes, and so that every screen shows the fault within a second. It
is counted in looks: a whole process that was stopped for a while has not waited for its disk."""


class DiskHungError(OSError):
    """The disk has not answered yet. What was asked of it may still happen."""

    def __init__(self) -> None:
        super().__init__(ETIMEDOUT, "the disk does not answer")


class Disk:
    """The thread on which one file, or several of one disk, are used. It is started when it is first needed."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        self._under_way: Future[Any] | None = None
        self._thread: threading.Thread | None = None

    def do(self, work: Callable[[], T]) -> T:
        """Does some work, and returns or raises what that does. Raises DiskHungError."""
        if self.is_hung:
            raise DiskHungError
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="disk", daemon=True)
            self._thread.start()
        answer: Future[T] = Future()
        self._under_way = answer
        self._asked.put((work, answer))
        for _ in range(LOOKS):
            try:
                answer.exception(LOOK_S)
            except TimeoutError:
                continue
            self._under_way = None
            try:
                return answer.result()
            finally:
                del answer  # or what it raised would keep everything that raised it
        raise DiskHungError

    @property
    def is_hung(self) -> bool:
        """Whether something that was asked has not been answered."""
        return self._under_way is not None and not self._under_way.done()

    def close(self) -> None:
        """Ends the thread; one that is still waiting for its disk ends after that."""
        self._asked.put(None)
        if self._thread is not None and not self.is_hung:
            self._thread.join()
        self._thread = None

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            work, answer = asked
            try:
                answer.set_result(work())
            except BaseException as error:
                answer.set_exception(error)
            del asked, work, answer
