"""The film of the console that the README shows can be made again, and is what the README shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
SHOWN = ROOT / "docs" / "console.webp"
BYTES_MAX = 1_500_000


def frames_of(path: Path) -> int:
    with Image.open(path) as film:
        return int(getattr(film, "n_frames", 1))


def test_the_film_is_made_from_the_real_console(tmp_path: Path) -> None:
    film = tmp_path / "console.webp"
    subprocess.run(
        [sys.executable, "tools/make-animation", "--output", str(film)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{os.environ.get('PYTHONPATH', '')}"},
        check=True,
        timeout=120,
    )
    assert frames_of(film) == frames_of(SHOWN) > 20


def test_the_readme_shows_it() -> None:
    assert "(docs/console.webp)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert SHOWN.stat().st_size < BYTES_MAX


def test_every_picture_of_the_tour_is_there_and_shown() -> None:
    page = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    pictures = {path.name: path.stat().st_size for path in (ROOT / "docs" / "pictures").iterdir()}
    assert set(re.findall(r"\(pictures/([\w.-]+)\)", page)) == set(pictures)
    assert sum(pictures.values()) < BYTES_MAX
