"""What a browser loads for the console: little, and only from the table."""

import gzip
import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "api" / "console"
BYTES_MAX = 80_000
PACKED = {".woff2"}


def files_of(page: str) -> set[Path]:
    """A page with everything that it loads, directly or not."""
    found: set[Path] = set()
    waiting = [FOLDER / page]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        if path.suffix in PACKED:
            continue
        text = path.read_text(encoding="utf-8")
        names = re.findall(r"""(?:from\s+|url\(|src=|href=)["']?(?:\./|/console/)?([\w-]+\.(?:js|css|woff2))""", text)
        waiting += [FOLDER / name for name in names]
    return found


def packed(path: Path) -> int:
    return path.stat().st_size if path.suffix in PACKED else len(gzip.compress(path.read_bytes()))


def test_the_console_is_small() -> None:
    assert sum(packed(path) for path in files_of("index.html")) < BYTES_MAX


def test_no_page_loads_anything_from_elsewhere() -> None:
    for path in FOLDER.iterdir():
        if path.suffix in (".html", ".css", ".js"):
            assert set(re.findall(r"https?://[\w.]+", path.read_text(encoding="utf-8"))) <= {"http://www.w3.org"}, path


def test_the_font_has_its_licence() -> None:
    assert "SIL Open Font License, Version 1.1" in (FOLDER / "OFL.txt").read_text(encoding="utf-8")
