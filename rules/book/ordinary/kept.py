"""How a rule is declared that is kept without a word, and the sources and moments that such rules name."""

from typing import Any

from burncard.rules.rulings.rulebook import ROBERTS, Kind, declare

HOLDEM = f"{ROBERTS}, hold'em"
OMAHA = f"{ROBERTS}, Omaha"
STUD7 = f"{ROBERTS}, seven-card stud"
STUD8 = f"{ROBERTS}, seven-card stud high-low"
RAZZ = f"{ROBERTS}, razz"
LOW = f"{ROBERTS}, lowball"
HIGH = f"{ROBERTS}, draw high"
JACKS = f"{ROBERTS}, jacks or better"
BETTING = f"{ROBERTS}, betting and raising"
SHOWDOWN = f"{ROBERTS}, the showdown"
TIES = f"{ROBERTS}, ties"
GENERAL = "General house rules"
LATER = "Robert's Rules, later edition (supplement)"
LIMIT = ("limit",)

START = "the start of the hand"
BETWEEN = "between betting rounds"
DRAWING = "the draw"
ROUND = "each betting round"
FIRST = "the first betting round"
READ = "the showdown"


def kept(
    kind: Kind,
    rule_id: str,
    games: tuple[str, ...],
    source: str,
    trigger: str,
    ruling: str,
    structures: tuple[str, ...] = (),
    **more: Any,
) -> None:
    title = ruling.split(";")[0].split(":")[0].rstrip(".")
    declare(
        id=rule_id,
        title=title,
        games=games,
        source=source,
        window=trigger,
        trigger=trigger,
        ruling=ruling,
        kind=kind,
        structures=structures,
        **more,
    )


def deal(rule_id: str, games: tuple[str, ...], source: str, trigger: str, ruling: str) -> None:
    kept("deal-sequence", rule_id, games, source, trigger, ruling)


def bet(
    rule_id: str,
    games: tuple[str, ...],
    source: str,
    trigger: str,
    ruling: str,
    structures: tuple[str, ...] = (),
    **more: Any,
) -> None:
    kept("betting", rule_id, games, source, trigger, ruling, structures, **more)


def show(rule_id: str, games: tuple[str, ...], source: str, trigger: str, ruling: str, **more: Any) -> None:
    kept("showdown", rule_id, games, source, trigger, ruling, **more)


def money(rule_id: str, games: tuple[str, ...], source: str, trigger: str, ruling: str, **more: Any) -> None:
    kept("money", rule_id, games, source, trigger, ruling, **more)
