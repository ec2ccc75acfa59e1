"""What a room may post about a game: exceptions to its own custom, as fields of the `hand` fact."""

from dataclasses import replace

from burncard.rules.facts import Hand
from burncard.rules.games.game import Game


def not_to_be_posted(game: Game, fact: Hand) -> str:
    """The field of a `hand` fact that posts something the game does not have; empty if there is none."""
    if fact.qualifier is not None and game.qualifier is None:
        return "qualifier"
    if fact.raises is not None and fact.structure != "limit":
        return "raises"
    if fact.check_raise is not None and game.check_raise_limit:
        return "check_raise"
    if fact.sevens_rule is not None and not game.sevens_rule:
        return "sevens_rule"
    if fact.buy_in_max is not None and (game.ruled_as, fact.structure) != ("holdem", "pot-limit"):
        return "buy_in_max"
    if fact.blind_call is not None and (game.family != "draw" or game.high):
        return "blind_call"
    return ""


def as_posted(game: Game, fact: Hand) -> Game:
    """The game as a hand is played: its own custom where the room has posted nothing else."""
    if fact.qualifier is fact.raises is fact.check_raise is fact.sevens_rule is None:
        return game
    return replace(
        game,
        qualifier=game.qualifier if fact.qualifier is None else fact.qualifier or None,
        raises=game.raises if fact.raises is None else fact.raises,
        check_raise_limit=game.check_raise_limit if fact.check_raise is None else fact.check_raise,
        sevens_rule=game.sevens_rule if fact.sevens_rule is None else fact.sevens_rule,
    )
