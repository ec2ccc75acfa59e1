"""Where pictures come from: a camera, a video file or stream, or a folder of pictures.

A camera is read in a thread of its own, and only its latest picture counts: what is too slow for it must not look at
old ones.
"""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from burncard.camera.geometry import Picture

WIDTH, HEIGHT = 1920, 1080
SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".bmp"})
WAIT_S: Final = 1.0
AGAIN_S: Final = 1.0
FILE_PICTURES_A_SECOND: Final = 10.0


class NoSourceError(Exception):
    """There are no pictures to be had. The message says why."""


class Source(Protocol):
    """Gives pictures, as BGR."""

    def next(self) -> Picture | None:
        """The next picture; None if there is none within a second, or now."""
        ...

    def close(self) -> None:
        """Ends it."""
        ...


def open_source(name: str) -> Source:
    """A camera by its number or device, a folder, or whatever else OpenCV opens. Raises NoSourceError."""
    if Path(name).is_dir():
        return Folder(Path(name))
    if Path(name).is_file():
        return Video(name)
    return Live(name)


class Folder:
    """The pictures of a folder by name, over and over, ten a second."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in SUFFIXES]
        if not paths:
            raise NoSourceError(f"{folder} has no pictures")
        self._pictures = _over_and_over(paths)

    def next(self) -> Picture | None:
        """The next picture."""
        time.sleep(1 / FILE_PICTURES_A_SECOND)
        return next(self._pictures)

    def close(self) -> None:
        """Nothing is open."""


class Video:
    """A video file at its own pace, over and over."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._video = cv2.VideoCapture(name)
        if not self._video.isOpened():
            raise NoSourceError(f"{name} is no video that OpenCV can read")
        self._pause_s = 1 / (self._video.get(cv2.CAP_PROP_FPS) or FILE_PICTURES_A_SECOND)

    def next(self) -> Picture | None:
        """The next picture."""
        time.sleep(self._pause_s)
        there, picture = self._video.read()
        if not there:
            self._video.set(cv2.CAP_PROP_POS_FRAMES, 0)
            there, picture = self._video.read()
        return np.asarray(picture, np.uint8) if there else None

    def close(self) -> None:
        """Closes the file."""
        self._video.release()


class Live:
    """A camera, or a stream. It is opened again when it was unplugged."""

    def __init__(self, name: str) -> None:
        self._name: str | int = int(name) if name.isdecimal() else name
        self._latest: Picture | None = None
        self._fresh = threading.Condition()
        self._closed = threading.Event()
        camera = self._opened()
        if camera is None:
            raise NoSourceError(f"no camera at {name}; is it plugged in, and may you read it (group video)?")
        self._thread = threading.Thread(target=self._read, args=(camera,), daemon=True)
        self._thread.start()

    def next(self) -> Picture | None:
        """The latest picture, once."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._latest is not None, WAIT_S)
            picture, self._latest = self._latest, None
        return picture

    def close(self) -> None:
        """Ends it."""
        self._closed.set()
        self._thread.join(2 * WAIT_S)

    def _opened(self) -> cv2.VideoCapture | None:
        camera = cv2.VideoCapture(self._name)
        if not camera.isOpened():
            return None
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        return camera

    def _read(self, camera: cv2.VideoCapture | None) -> None:
        while not self._closed.is_set():
            if camera is None:
                self._closed.wait(AGAIN_S)
                camera = self._opened()
                continue
            there, picture = camera.read()
            if not there:
                camera.release()
                camera = None
                continue
            with self._fresh:
                self._latest = np.asarray(picture, np.uint8)
                self._fresh.notify()
        if camera is not None:
            camera.release()


def _over_and_over(paths: list[Path]) -> Iterator[Picture | None]:
    while True:
        for path in paths:
            picture = cv2.imread(str(path))
            yield None if picture is None else np.asarray(picture, np.uint8)
