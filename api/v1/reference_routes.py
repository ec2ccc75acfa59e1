"""What does not change: games, houses, and the rules in force."""

from typing import Any

from burncard.api.request_errors import ApiError
from burncard.api.v1.addresses import EVERYBODY, Call, Group
from burncard.api.v1.messages import RulesQuery
from burncard.api.v1.other_messages import (
    GameAnswer,
    GamePage,
    HouseAnswer,
    HousePage,
    RuleAnswer,
    RulePage,
)
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES, House
from burncard.rules.rulings.rulebook import RULES, Rule

GROUP = Group("reference")


@GROUP.get("/rules", EVERYBODY, RulePage, query=RulesQuery, problems=("no-such-game", "no-such-house"))
def list_rules(call: Call[None]) -> Any:
    """The rules in force for a game and a house; without them, those of this table."""
    game, house = _asked(call)
    found = [_rule(call, rule, game, house) for rule in RULES.values()]
    return RulePage(items=[rule for rule in found if rule.in_force], next=None)


@GROUP.get("/rules/{id}", EVERYBODY, RuleAnswer, query=RulesQuery, problems=("no-such-rule",))
def show_rule(call: Call[None]) -> RuleAnswer:
    """One rule: when it applies, what happens then, and where it is written."""
    rule = RULES.get(call.text("id"))
    if rule is None:
        raise ApiError("no-such-rule", call.text("id")[:60])
    return _rule(call, rule, *_asked(call))


@GROUP.get("/games", EVERYBODY, GamePage)
def list_games(call: Call[None]) -> Any:
    """The games that the table can deal."""
    items = [
        GameAnswer(
            code=game.code,
            name=game.name,
            family=game.family,
            structures=list(game.structures),
            max_seats=game.max_seats,
        )
        for game in GAMES.values()
    ]
    return GamePage(items=items, next=None)


@GROUP.get("/houses", EVERYBODY, HousePage)
def list_houses(call: Call[None]) -> Any:
    """The house profiles."""
    return HousePage(items=[_house(house) for house in HOUSES.values()], next=None)


@GROUP.get("/house", EVERYBODY, HouseAnswer)
def show_house(call: Call[None]) -> HouseAnswer:
    """The house profile of this table."""
    return _house(HOUSES[call.service.record.config.house])


def _asked(call: Call[Any]) -> tuple[str, str]:
    """The game and the house that are asked about: this table's, where the request names none."""
    config, asked = call.service.record.config, call.query(RulesQuery)
    game, house = asked.game or config.game, asked.house or config.house
    if game not in GAMES:
        raise ApiError("no-such-game", game[:40])
    if house not in HOUSES:
        raise ApiError("no-such-house", house[:40])
    return game, house


def _house(house: House) -> HouseAnswer:
    return HouseAnswer(code=house.code, name=house.name, documents=[one.title for one in house.documents])


def _rule(call: Call[Any], rule: Rule, game: str, house: str) -> RuleAnswer:
    config = call.service.record.config
    return RuleAnswer(
        id=rule.id,
        title=rule.title,
        kind=rule.kind,
        trigger=rule.trigger,
        window=rule.window,
        ruling=rule.ruling,
        repair=rule.repair,
        sources=[str(citation) for citation in rule.sources],
        in_force=rule.in_force(GAMES[game].ruled_as, house, config.structure, config.tournament),
        presses=list(rule.presses),
    )
