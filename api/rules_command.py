"""`burncard rules` and `burncard games`: the rules in force, and the games that can be dealt."""

import sys

import msgspec
from rich.console import Console
from rich.table import Table as TextTable

import burncard.rules.book  # noqa: F401  declares every rule
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.games.houses import HOUSES
from burncard.rules.rulings.rulebook import RULES, Rule

BAD_ARGUMENTS = 2


def show_rules(game: str, house: str, rule_id: str, *, as_json: bool) -> int:
    """Prints the rules in force for a game and a house, or for all of them; the exit code."""
    problem = _problem(game, house, rule_id)
    if problem:
        print(problem, file=sys.stderr)
        return BAD_ARGUMENTS
    chosen = [rule for rule in RULES.values() if _applies(rule, game, house) and rule_id in ("", rule.id)]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode([described(rule) for rule in chosen]), indent=1).decode())
    elif rule_id:
        for rule in chosen:
            _print_rule(rule)
    else:
        _print_list(chosen)
    return 0


def described(rule: Rule) -> dict[str, object]:
    """A rule as JSON-ready data."""
    return {
        "id": rule.id,
        "title": rule.title,
        "status": rule.status,
        "kind": rule.kind,
        "games": rule.games,
        "structures": rule.structures or ("all",),
        "tournament": rule.tournament,
        "window": rule.window,
        "trigger": rule.trigger,
        "ruling": rule.ruling,
        "repair": rule.repair,
        "presses": rule.presses,
        "settles": tuple(it.number for it in rule.settles),
        "source": rule.source,
        "sources": tuple(map(str, rule.sources)),
        "houses": {code: _basis(rule, code) for code in HOUSES},
        "place": rule.place,
    }


def _basis(rule: Rule, house: str) -> str:
    instead = rule.instead_at(house)
    if instead is None:
        return rule.basis_at(house)
    return f"off: {instead}" if instead else "off"


def _applies(rule: Rule, game: str, house: str) -> bool:
    return (not game or game in rule.games) and (not house or rule.instead_at(house) is None)


def _problem(game: str, house: str, rule_id: str) -> str:
    if game and game not in GAMES:
        return f"unknown game {game}; known: {', '.join(GAMES)}"
    if house and house not in HOUSES:
        return f"unknown house {house}; known: {', '.join(HOUSES)}"
    if rule_id and rule_id not in RULES:
        return f"unknown rule {rule_id}"
    return ""


def _print_list(chosen: list[Rule]) -> None:
    table = TextTable("rule", "status", "what is ruled", title=f"{len(chosen)} rules")
    for rule in sorted(chosen, key=lambda rule: rule.id):
        table.add_row(rule.id, rule.status, rule.ruling)
    Console().print(table)


def _print_rule(rule: Rule) -> None:
    table = TextTable(show_header=False, title=rule.title)
    for name, value in described(rule).items():
        table.add_row(name, _text(value))
    Console().print(table)


def _text(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key}: {item}" for key, item in value.items())
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def show_games(*, as_json: bool) -> int:
    """Prints the games; the exit code."""
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(list(GAMES.values())), indent=1).decode())
        return 0
    table = TextTable("game", "name", "streets", "players", "structures", title=f"{len(GAMES)} games")
    for game in GAMES.values():
        table.add_row(
            game.code, game.name, _streets(game), f"{game.min_seats}-{game.max_seats}", ", ".join(game.structures)
        )
    Console().print(table)
    return 0


def _streets(game: Game) -> str:
    return ", ".join(street.name for street in game.streets)
