"""Five-card draw for high, opened on any holding; the opener acts first after the draw."""

from burncard.rules.games.game import Game, Street

DRAW_HIGH = Game(
    code="draw-high",
    name="Draw high",
    family="draw",
    streets=(
        Street(name="deal", faces=("down",) * 5, first="left-of-button", opening="check-or-open"),
        Street(name="draw", burn=1, draw=True, limit="big", first="opener"),
    ),
    hand_size=5,
    max_seats=8,
    raises=4,
    structures=("limit", "pot-limit", "no-limit"),
    hole_use="all",
)
