"""The rule documents that houses play by, and how a rule cites them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """A published set of rules, by the title that people are shown."""

    title: str

    def at(self, section: str = "", *paragraphs: int, derived: bool = False) -> "Citation":
        """Cites a section, and which of its paragraphs; `derived` where it follows from them but is not in them."""
        return Citation(self, section, paragraphs, derived)


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a document states a rule. Paragraphs are counted from 1 within their section."""

    document: Document
    section: str
    paragraphs: tuple[int, ...] = ()
    derived: bool = False

    @property
    def place(self) -> str:
        """Document and section, as an outcome names its source."""
        return f"{self.document.title}, {self.section}" if self.section else self.document.title

    def __str__(self) -> str:
        """Document, section and paragraphs, as the rulebook prints them."""
        numbers = ", ".join(str(number) for number in self.paragraphs)
        return " ".join(filter(None, (self.place, numbers, "(derived)" if self.derived else "")))


ROBERTS = Document("Robert's Rules")
ROBERTS_EARLY = Document("Robert's Rules, early edition")
ROBERTS_LATER = Document("Robert's Rules, later edition")
GENERAL = Document("General house rules")
TOURNAMENT_DIRECTORS = Document("Tournament directors' rules")
COMMON_PRACTICE = Document("Common practice")
