"""Which rules hold each sentence of the rule documents, from the files in `rules/book/coverage`.

A file covers a document or a part of it. Line numbers are those of the document; its text is not kept here.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

import msgspec

State = Literal["held", "open", "not enforced"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence as its file describes it, keyed by `line.number`."""

    says: str
    ids: tuple[str, ...] = ()
    open: str = ""
    not_enforced: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A rule sentence of a document.

    `line`: where it begins in the document; `number`: which rule sentence of that line it is, counted from 1. `says`:
    what it is about, in our words. `ids`: the rules that hold it. `reason`: what is missing, or why no rule holds it.
    """

    section: str
    line: int
    number: int
    says: str
    ids: tuple[str, ...]
    state: State
    reason: str

    @property
    def at(self) -> str:
        """Line and number, as they are shown: `34.2`."""
        return f"{self.line}.{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentCoverage:
    """The rule sentences of a document, or of a part of it, in its order."""

    document: str
    part: str
    sentences: tuple[Sentence, ...]

    @property
    def title(self) -> str:
        """Document and part, as they are shown."""
        return ", ".join(filter(None, (self.document, self.part)))

    def count(self, state: State) -> int:
        """How many sentences are in this state."""
        return sum(sentence.state == state for sentence in self.sentences)


def load_coverage() -> tuple[DocumentCoverage, ...]:
    """The coverage of every document. Raises `ValueError` where a file is malformed."""
    folder = files("burncard.rules").joinpath("book", "coverage")
    found = sorted((it for it in folder.iterdir() if it.name.endswith(".toml")), key=lambda it: it.name)
    return tuple(read_coverage(it.read_text(encoding="utf-8")) for it in found)


def read_coverage(text: str) -> DocumentCoverage:
    """Reads one file. Raises `ValueError` where it is no TOML, or a sentence is malformed or in no state or two."""
    sections = tomllib.loads(text)
    document, part = sections.pop("document"), sections.pop("part", "")
    return DocumentCoverage(document=document, part=part, sentences=tuple(_sentences(sections)))


def _sentences(sections: dict[str, object]) -> Iterable[Sentence]:
    for section, rows in msgspec.convert(sections, dict[str, dict[str, Row]]).items():
        for at, row in rows.items():
            line, number = map(int, at.split("."))
            yield Sentence(
                section=section,
                line=line,
                number=number,
                says=row.says,
                ids=row.ids,
                state=_state(at, row),
                reason=row.open or row.not_enforced,
            )


def _state(at: str, row: Row) -> State:
    if bool(row.not_enforced) == bool(row.ids or row.open):
        raise ValueError(f"sentence {at} is either held by rules, open, or not enforced")
    if row.not_enforced:
        return "not enforced"
    return "open" if row.open else "held"
