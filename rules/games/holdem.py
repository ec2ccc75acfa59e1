"""Texas hold'em: two hole cards, a board of five in three streets, the best five of seven."""

from burncard.rules.games.game import Game, Street

FLOP_GAME_STREETS = (
    Street(name="flop", burn=1, board=3, limit="small", first="left-of-button"),
    Street(name="turn", burn=1, board=1, limit="big", first="left-of-button"),
    Street(name="river", burn=1, board=1, limit="big", first="left-of-button"),
)

HOLDEM = Game(
    code="holdem",
    name="Texas hold'em",
    family="flop",
    streets=(Street(name="preflop", faces=("down",) * 2, first="left-of-post", opening="posted"), *FLOP_GAME_STREETS),
    hand_size=2,
    max_seats=10,
    raises=3,
    structures=("limit", "no-limit", "pot-limit"),
)
