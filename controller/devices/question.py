"""What the table asks the people at it to look at. It is a fault that names the places, and ends with the answer."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from burncard.rules.cards import Zone

QuestionCode = Literal["card-unheard", "card-between"]
QUESTIONS: Final[frozenset[str]] = frozenset(get_args(QuestionCode))


@dataclass(frozen=True, slots=True)
class Question:
    """Where to look, and for what: a card that is due and is not heard, or one that lies between two zones."""

    code: QuestionCode
    zones: tuple[Zone, ...]

    @property
    def text(self) -> str:
        """The zones, as the fault names them."""
        return " and ".join(self.zones)
