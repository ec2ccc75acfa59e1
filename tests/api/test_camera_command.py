"""`burncard camera`: enrolled from pictures, looked through; what it refuses, and what it says without its packages."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from burncard.api.camera_work import Asked, enrol, look
from burncard.api.command_line import app
from tests.harness import small_felt


def test_a_camera_is_enrolled_from_pictures_and_looks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small_felt.photograph(tmp_path)
    marks = tuple(f"{x:.0f},{y:.0f}" for x, y in small_felt.marks(small_felt.studio().room))
    folder = tmp_path / "camera"
    assert enrol(Asked("0", str(tmp_path / "plan.toml"), "", marks, 1, str(tmp_path)), folder) == 0
    assert (folder / "zones.png").exists()
    assert look(str(tmp_path / "play"), folder, 3) == 0
    assert "seat:1 0 up 1 down, seat:2 0 up 0 down, seat:3 1 up 0 down" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("marks", "said"),
    [(("1,2", "3"), "expected X,Y"), (("1,1", "2,2", "3,3", "4,4"), "one line"), (("1,1",), "4 marks")],
)
def test_marks_that_cannot_be_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], marks: tuple[str, ...], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    for number in range(3):
        cv2.imwrite(str(tmp_path / "empty" / f"{number}.png"), np.zeros((700, 600, 3), np.uint8))
    assert enrol(Asked("0", "", "", marks, 1, str(tmp_path)), tmp_path / "camera") == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "camera").exists()


def test_without_opencv_the_commands_say_in_one_line_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("burncard.camera", "burncard.api.camera_work"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cv2", None)
    done = CliRunner().invoke(app, ["camera", "look"])
    assert done.exit_code == 1
    assert done.output == "burncard: cv2 is not installed: pip install 'burncard[camera]'\n"


def test_no_other_command_needs_opencv_or_numpy() -> None:
    code = "import sys, burncard.api.command_line; print({'cv2', 'numpy'} & sys.modules.keys())"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "set()\n"
