"""A disk that does not answer holds the table up for a moment only, and is asked nothing more until it has answered."""

import threading
import time

import pytest

from burncard.controller.disk_thread import PATIENCE_S, Disk, DiskHungError


def test_a_disk_that_does_not_answer_is_given_up_until_it_does() -> None:
    disk, answers = Disk(), threading.Event()
    with pytest.raises(DiskHungError):
        disk.do(answers.wait)
    asked: list[int] = []
    before_s = time.monotonic()
    with pytest.raises(DiskHungError):
        disk.do(lambda: asked.append(1))
    assert time.monotonic() - before_s < PATIENCE_S, "what is asked meanwhile waits as long again"
    answers.set()
    while disk.is_hung:
        time.sleep(0)
    assert disk.do(lambda: "well") == "well"
    assert asked == []
    disk.close()


@pytest.mark.parametrize("error", [OSError(5, "it fails"), TimeoutError("of its own"), KeyError("As")])
def test_what_the_work_raises_is_raised(error: Exception) -> None:
    disk = Disk()

    def fail() -> None:
        raise error

    with pytest.raises(type(error)) as raised:
        disk.do(fail)
    assert raised.value is error
    assert not disk.is_hung
    disk.close()


def test_a_thread_is_started_when_it_is_needed_and_ends() -> None:
    disk = Disk()
    before = threading.active_count()
    names = [disk.do(lambda: threading.current_thread().name) for _ in range(2)]
    assert names == ["disk", "disk"]
    disk.close()
    assert threading.active_count() == before
