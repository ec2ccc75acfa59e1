"""Small pictures of pages, kept in the tree and compared: one that differs from its kept one is a change to look at.

A sheet shows one state at every size side by side. Two sheets are the same where no cell of some pixels has another
mean colour, so that a newer Chromium may draw its letters a little otherwise, and nothing may be missing or moved.
`python -m tests.harness.snapshots` keeps the pictures that the last test run left behind.
"""

import shutil
import tempfile
from base64 import b64decode
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import CDPSession

KEPT = Path(__file__).parents[1] / "browser" / "pictures"
MADE = Path(tempfile.gettempdir()) / "burncard-pictures"
CELL_PX, DIFFERENCE_MAX = 8, 28
SHRUNK = {390: 0.5, 1280: 0.25, 1920: 0.25, 3840: 0.125}


def small_picture(session: CDPSession, width: int, height: int) -> Image.Image:
    """What a page shows, small."""
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": SHRUNK[width]}
    shot = session.send("Page.captureScreenshot", {"format": "png", "clip": clip, "optimizeForSpeed": True})
    return Image.open(BytesIO(b64decode(shot["data"]))).convert("RGB")


def sheet_of(pictures: Sequence[Image.Image]) -> Image.Image:
    """Pictures side by side."""
    sheet = Image.new("RGB", (sum(one.width for one in pictures), max(one.height for one in pictures)))
    left = 0
    for one in pictures:
        sheet.paste(one, (left, 0))
        left += one.width
    return sheet


def differs_from_kept(name: str, sheet: Image.Image) -> str:
    """What differs between a sheet and the kept one, in words; empty where nothing does. It is left in MADE."""
    made, kept = MADE / f"{name}.webp", KEPT / f"{name}.webp"
    made.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(made, quality=45, method=4)
    if not kept.exists():
        return f"{name}: no picture is kept; the new one is {made}"
    with Image.open(kept) as before:
        worst = difference(before.convert("RGB"), sheet)
    return (
        f"{name}: differs by {worst} of 255 in a cell; compare {made} with the kept one"
        if worst > DIFFERENCE_MAX
        else ""
    )


def difference(one: Image.Image, other: Image.Image) -> int:
    """By how much the cell that differs most does, from 0 to 255."""
    if one.size != other.size:
        return 255
    cells = (one.width // CELL_PX, one.height // CELL_PX)
    means = ImageChops.difference(one.resize(cells, Image.Resampling.BOX), other.resize(cells, Image.Resampling.BOX))
    return max(int(high) for _, high in means.getextrema())  # type: ignore[misc]


def main() -> None:
    """Keeps the pictures that were made last."""
    for made in MADE.rglob("*.webp"):
        kept = KEPT / made.relative_to(MADE)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made, kept)
        print(kept.relative_to(KEPT))


if __name__ == "__main__":
    main()
