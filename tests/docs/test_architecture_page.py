"""The architecture guide names paths that exist, and definitions that stand in them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FOLDERS = (
    "api",
    "camera",
    "controller",
    "docs",
    "firmware_bridge",
    "hardware",
    "rules",
    "simulator",
    "src",
    "tests",
    "tools",
)
PATHS = sorted(set(re.findall(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)`", PAGE)))
QUESTIONS = re.findall(r"^\| (the .*\?) \| (.*) \| `(.*)` \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("path", PATHS)
def test_a_path_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("question", "answer", "path"), QUESTIONS)
def test_an_answer_names_a_definition_in_its_file(question: str, answer: str, path: str) -> None:
    name = re.findall(r"`(\w+)`", answer)[0]
    assert re.search(rf"^(def|class) {name}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_page_answers_what_a_newcomer_asks() -> None:
    assert [question for question, _, _ in QUESTIONS] == [
        "the rule for a boxed card?",
        "the bytes of a FEIG inventory?",
        "the place where a card becomes a fact?",
        "the place that decides what a dealer may see?",
    ]


def test_every_room_is_on_the_page() -> None:
    rooms = [
        str(room.parent.relative_to(ROOT))
        for layer in ("rules", "controller")
        for room in ROOT.glob(f"{layer}/*/__init__.py")
    ]
    assert [room for room in rooms if f"`{room}`" not in PAGE] == []
