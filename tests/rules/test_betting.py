"""HandBetting: who acts, what may be bet, what is refused and by which rule, and where the chips go."""

from typing import Any

import pytest

from burncard.rules.betting.acting import act, move_chips
from burncard.rules.betting.answers import Acted, Refused
from burncard.rules.betting.hand_betting import HandBetting
from burncard.rules.betting.offers import offer as offer_of
from burncard.rules.cards import Chips, Seat
from burncard.rules.facts import Action, ChipsMoved, Hand
from burncard.rules.games import GAMES
from burncard.rules.outcomes import Counted


def betting(
    game: str,
    structure: str,
    stacks: list[int],
    posts: tuple[int, ...] = (5, 10),
    first: int | None = None,
    **more: Any,
) -> HandBetting:
    """The first round, seats 1, 2, ... with the button on the last; blinds from seat 1 on. Limits 10 and 20."""
    seats = {Seat(place): Chips(chips) for place, chips in enumerate(stacks, start=1)}
    posted = {Seat(place): Chips(post) for place, post in enumerate(posts, start=1)}
    fact = Hand(
        id="h1",
        game=game,
        structure=structure,
        button=Seat(len(stacks)) if GAMES[game].button else None,
        seats=seats,
        posts=posted,
        bring_in=Chips(4),
        small_bet=Chips(10),
        big_bet=Chips(20),
        min_bet=Chips(10),
        **more,
    )
    chips = HandBetting(GAMES[game], fact)
    chips.open_round(GAMES[game].streets[0], None if first is None else Seat(first))
    return chips


def do(chips: HandBetting, *actions: str) -> Acted | Refused:
    """Takes actions written `seat action amount`; the answer to the last of them."""
    answer: Acted | Refused | None = None
    for written in actions:
        assert not isinstance(answer, Refused), answer
        seat, action, *amount = written.split()
        answer = act(
            chips,
            Action(seat=Seat(int(seat)), action=action, amount=Chips(int(amount[0])) if amount else None),  # type: ignore[arg-type]
        )
    assert answer is not None
    return answer


def offered(chips: HandBetting) -> tuple[int, int, tuple[str, ...], int | None, int | None]:
    offer = offer_of(chips.round)
    return offer.seat, offer.to_call, offer.options, offer.min_to, offer.max_to


def refused(answer: Acted | Refused) -> str:
    assert isinstance(answer, Refused), answer
    assert "seat" in answer.message.lower() or answer.message
    return answer.rule


def later(chips: HandBetting, street: int, first: int, *, doubled: bool = False) -> HandBetting:
    chips.open_round(chips.game.streets[street], Seat(first), doubled=doubled)
    return chips


# ---- who acts --------------------


def test_left_of_the_largest_post_acts_first_and_it_has_the_option() -> None:
    chips = betting("holdem", "limit", [500] * 4)
    assert offered(chips) == (3, 10, ("fold", "call", "raise"), 20, 20)
    do(chips, "3 call", "4 call", "1 call")
    assert offered(chips) == (2, 0, ("check", "raise"), 20, 20)


def test_heads_up_the_button_acts_first() -> None:
    chips = betting("holdem", "limit", [500, 500], posts=(10, 5))
    assert chips.round.turn == 2


def test_left_of_a_straddle_acts_first() -> None:
    assert betting("holdem", "no-limit", [500] * 5, posts=(5, 10, 20)).round.turn == 4


def test_a_newcomers_post_as_large_as_the_big_blind_does_not_move_the_first_turn() -> None:
    assert betting("holdem", "no-limit", [500] * 5, posts=(5, 10, 0, 10)).round.turn == 3


# ---- refusals --------------------


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        (("4 call",), "betting.out-of-turn"),
        (("3 check",), "betting.preflop-options"),
        (("3 raise 25",), "betting.holdem-limits"),
        (("3 bet 20",), "table.bet-faces-bet"),
        (("3 raise 20", "4 raise 30", "1 raise 40", "2 raise 50"), "betting.limit-cap-three"),
        (("3 fold", "3 call"), "table.not-in-hand"),
    ],
)
def test_limit_refusals_name_the_rule(actions: tuple[str, ...], rule: str) -> None:
    assert refused(do(betting("holdem", "limit", [500] * 4), *actions)) == rule


@pytest.mark.parametrize(
    ("structure", "action", "rule"),
    [
        ("no-limit", "3 raise 15", "betting.minimum-wager"),
        ("no-limit", "3 raise 600", "betting.nolimit-maximum"),
        ("pot-limit", "3 raise 36", "betting.potlimit-maximum"),
    ],
)
def test_big_bet_sizes(structure: str, action: str, rule: str) -> None:
    assert refused(do(betting("holdem", structure, [500] * 4), action)) == rule


def test_a_pot_limit_raise_is_the_pot_after_the_call() -> None:
    chips = later(betting("omaha", "pot-limit", [500] * 4, posts=(25, 25, 25, 25)), 1, 1)
    do(chips, "1 bet 50")
    assert offered(chips)[4] == 250  # pot 100, bet 50: call 50 and raise 200


def test_half_pot_is_half_of_it() -> None:
    chips = later(betting("stud7", "half-pot", [500] * 4, posts=(25, 25, 25, 25), first=1), 1, 1)
    assert offered(chips)[4] == 50


# ---- limit: caps, short all-ins --------------------


def test_a_heads_up_pot_has_no_cap_but_one_that_was_reached_before() -> None:
    chips = betting("holdem", "limit", [500] * 3)
    do(chips, "3 fold", "1 raise 20", "2 raise 30", "1 raise 40", "2 raise 50", "1 raise 60")
    capped = betting("holdem", "limit", [500] * 3)
    assert refused(do(capped, "3 raise 20", "1 raise 30", "2 raise 40", "3 fold", "1 raise 50")) == (
        "betting.limit-cap-three"
    )


def test_a_tournament_caps_heads_up_too() -> None:
    chips = betting("holdem", "limit", [500] * 3, tournament=True)
    answer = do(chips, "3 fold", "1 raise 20", "2 raise 30", "1 raise 40", "2 raise 50")
    assert refused(answer) == "betting.tournament-heads-up-cap"


def test_draw_games_allow_four_raises() -> None:
    chips = betting("draw-high", "limit", [500] * 3, posts=(), first=1)
    do(chips, "1 open 10", "2 raise 20", "3 raise 30", "1 raise 40", "2 raise 50")
    assert refused(do(chips, "3 raise 60")) == "betting.draw-cap-four"


def test_an_all_in_under_half_a_bet_is_completed_and_reopens_nothing() -> None:
    chips = later(betting("holdem", "limit", [500, 500, 14, 500], posts=(10, 10, 10, 10)), 1, 1)
    do(chips, "1 bet 10", "2 call", "3 all-in")
    assert offered(chips) == (4, 10, ("fold", "call", "raise"), 20, 20)
    short = later(betting("holdem", "limit", [500, 500, 24, 500], posts=(10, 10, 10, 10)), 1, 1)
    do(short, "1 bet 10", "2 call", "3 all-in")
    assert offered(short) == (4, 14, ("fold", "call", "raise"), 20, 20)
    do(short, "4 call")
    assert offered(short) == (1, 4, ("fold", "call"), None, None)
    assert refused(do(short, "1 raise 20")) == "betting.short-all-in"


def test_an_all_in_of_half_a_bet_or_more_is_a_full_bet() -> None:
    chips = later(betting("holdem", "limit", [500, 25, 500], posts=(10, 10, 10)), 2, 1)
    do(chips, "1 check", "2 all-in")
    assert offered(chips) == (3, 15, ("fold", "call", "raise"), 35, 35)


# ---- big bet: reopening --------------------


def test_a_short_all_in_raise_does_not_reopen_until_short_ones_add_up() -> None:
    chips = betting("holdem", "no-limit", [500, 150, 500, 240], posts=(5, 10))
    do(chips, "3 raise 100", "4 call", "1 call", "2 all-in")
    assert offered(chips) == (3, 50, ("fold", "call"), None, None)
    assert refused(do(chips, "3 raise 300")) == "betting.bigbet-reopening"
    two = betting("holdem", "no-limit", [150, 210, 500, 500], posts=(5, 10))
    do(two, "3 raise 100", "4 call", "1 all-in", "2 all-in")
    assert offered(two) == (3, 110, ("fold", "call", "raise"), 300, 500)


def test_a_raise_over_a_short_all_in_is_a_full_one() -> None:
    chips = later(betting("holdem", "no-limit", [500, 150, 500], posts=(10, 10, 10)), 1, 1)
    do(chips, "1 bet 100", "2 all-in")
    assert offered(chips)[3] == 240


# ---- stud --------------------


def test_the_forced_bet_cannot_be_folded_and_completing_it_is_no_raise() -> None:
    chips = betting("stud7", "limit", [500] * 4, posts=(), first=2)
    assert offered(chips) == (2, 4, ("bring-in", "complete"), 10, 10)
    assert refused(do(chips, "2 fold")) == "stud.stays-until-bet"
    do(chips, "2 bring-in 4", "3 complete 10", "4 raise 20", "1 raise 30", "2 raise 40")
    assert refused(do(chips, "3 raise 50")) == "betting.limit-cap-three"


@pytest.mark.parametrize(("stack", "then"), [(7, ("complete", 10)), (9, ("raise", 19))])
def test_betting_half_all_in_counts_where_it_is_more_than_the_forced_bet(stack: int, then: tuple[str, int]) -> None:
    """Less than half a bet over it is completed; what counts as the full bet is raised in full."""
    chips = betting("stud7", "limit", [500, stack, 500, 500], posts=(), first=1)
    do(chips, "1 bring-in 4", "2 all-in")
    assert offered(chips) == (3, stack, ("fold", "call", then[0]), then[1], then[1])
    do(chips, f"3 {then[0]} {then[1]}", f"4 raise {then[1] + 10}", f"1 raise {then[1] + 20}")
    capped = stack == 9  # the first of these is a raise as well
    assert offered(chips)[2] == (("fold", "call") if capped else ("fold", "call", "raise"))


def test_the_general_house_takes_the_minimum_only() -> None:
    chips = betting("stud7", "limit", [500] * 3, posts=(), first=2, house="general")
    assert offered(chips)[2] == ("bring-in",)
    assert refused(do(chips, "2 complete 10")) == "lowcard.minimum-only"


def test_big_bet_stud_bets_or_folds() -> None:
    chips = betting("stud7", "no-limit", [500] * 3, posts=(), first=2, antes=Chips(10))
    assert offered(chips)[2] == ("fold", "bet")
    assert refused(do(chips, "2 check")) == "stud.bigbet-first-round"


def test_an_open_pair_allows_either_size_until_the_larger_is_used() -> None:
    chips = later(betting("stud7", "limit", [500] * 3, posts=(), first=1), 1, 1, doubled=True)
    assert offered(chips) == (1, 0, ("check", "bet"), 10, 20)
    do(chips, "1 bet 10")
    assert offered(chips)[3:] == (20, 30)
    do(chips, "2 raise 30")
    assert offered(chips)[3:] == (50, 50)
    assert refused(do(chips, "3 raise 40")) == "stud.open-pair-increment"


def test_a_wrong_low_bet_is_returned_or_stands_once_the_next_seat_has_acted() -> None:
    chips = betting("stud7", "limit", [500] * 4, posts=(), first=2)
    assert refused(do(chips, "4 bring-in 4")) == "lowcard.wrong-low-corrected"
    answer = do(chips, "1 call")
    assert isinstance(answer, Acted)
    assert [note.rule for note in answer.notes] == ["lowcard.wrong-low-stands"]
    assert chips.street_in == {1: 4, 2: 0, 3: 0, 4: 4}


def test_a_wrong_forced_bet_stands_no_more_once_the_true_low_card_has_spoken() -> None:
    """Its own check is refused, but it has put the mistake right: the seat after the wrong one is out of turn."""
    chips = betting("stud7", "limit", [500] * 4, posts=(), first=2)
    assert refused(do(chips, "4 bring-in 4")) == "lowcard.wrong-low-corrected"
    assert refused(do(chips, "2 check")) == "lowcard.low-brings-in"
    assert refused(do(chips, "1 call")) == "betting.out-of-turn"
    assert chips.street_in == {1: 0, 2: 0, 3: 0, 4: 0}


@pytest.mark.parametrize(("game", "raises"), [("lowball-a5", 4), ("lowball-27", 4), ("draw-high", 4), ("holdem", 3)])
def test_a_round_is_capped_at_a_bet_and_so_many_raises(game: str, raises: int) -> None:
    """Three players raise in turn until no raise is offered; a blind is the bet."""
    chips = betting(game, "limit", [5000] * 3)
    before = offer_of(chips.round)
    made = 0
    while before.min_to is not None:
        do(chips, f"{before.seat} raise {before.min_to}")
        before = offer_of(chips.round)
        made += 1
    assert made == raises


def test_the_next_seat_after_a_wrong_low_bet_is_the_next_that_can_act() -> None:
    """Seat 2 has nothing left to act with, so it is seat 3, the true low card, that lets the bet stand."""
    chips = betting("stud7", "limit", [500, 2, 500], posts=(), first=3, antes=Chips(2))
    assert refused(do(chips, "1 bring-in 4")) == "lowcard.wrong-low-corrected"
    answer = do(chips, "3 call")
    assert isinstance(answer, Acted)
    assert [note.rule for note in answer.notes] == ["lowcard.wrong-low-stands"]


# ---- draw --------------------


def test_lowball_opens_or_folds_and_has_no_check_raise_in_limit_ace_to_five() -> None:
    chips = betting("lowball-a5", "limit", [500] * 4, posts=())
    assert refused(do(chips, "1 check")) == "draw.lowball-open-or-fold"
    after = later(betting("lowball-a5", "limit", [500] * 3, posts=(10, 10, 10)), 1, 1)
    assert refused(do(after, "1 check", "2 bet 20", "3 call", "1 raise 40")) == "lowball.check-raise-a5-limit"
    other = later(betting("lowball-27", "limit", [500] * 3, posts=(10, 10, 10)), 1, 1)
    assert isinstance(do(other, "1 check", "2 bet 20", "3 call", "1 raise 40"), Acted)


def test_draw_high_opens_with_a_bet_or_a_raise() -> None:
    chips = betting("draw-high", "limit", [500] * 3, posts=(), first=1)
    do(chips, "1 check", "2 open 20")
    assert offered(chips) == (3, 20, ("fold", "call", "raise"), 30, 30)
    assert chips.opened.by == 2


# ---- out of turn --------------------


def test_who_checked_out_of_turn_may_not_bet_at_that_turn() -> None:
    chips = later(betting("holdem", "limit", [500] * 3, posts=(10, 10, 10)), 1, 1)
    assert refused(do(chips, "2 check")) == "betting.out-of-turn"
    do(chips, "1 check")
    assert refused(do(chips, "2 bet 10")) == "betting.checked-out-of-turn"
    do(chips, "2 check")


# ---- all-in --------------------


@pytest.mark.parametrize(
    ("stacks", "before", "counts_as"),
    [
        ([500, 500, 8], (), "call"),
        ([500, 500, 20], (), "raise"),
        ([500, 500, 300], (), "raise"),
    ],
)
def test_all_in_counts_by_its_size(stacks: list[int], before: tuple[str, ...], counts_as: str) -> None:
    chips = betting("holdem", "no-limit", stacks)
    answer = do(chips, *before, "3 all-in")
    assert isinstance(answer, Acted)
    assert (answer.action, answer.amount) == (counts_as, stacks[2])


def test_all_in_that_nobody_can_call_in_full_is_a_call() -> None:
    chips = betting("holdem", "no-limit", [500, 60], posts=(5, 10))
    do(chips, "1 call", "2 all-in")
    answer = do(chips, "1 all-in")
    assert isinstance(answer, Acted)
    assert (answer.action, answer.amount) == ("call", 60)


def test_a_raise_that_nobody_could_call_is_not_offered() -> None:
    chips = betting("holdem", "no-limit", [1000, 150, 400])
    do(chips, "3 all-in")
    assert offered(chips) == (1, 395, ("fold", "call"), None, None)


# ---- chips moved forward --------------------


@pytest.mark.parametrize(
    ("structure", "moved", "says", "amount", "counted"),
    [
        ("limit", [25], None, None, ("call", 10, "betting.single-chip-call")),
        ("limit", [5, 5], None, None, ("call", 10, "betting.released-chips")),
        ("limit", [5, 5, 5], None, None, ("raise", 20, "betting.half-bet-over-call")),
        ("limit", [5, 5, 1], None, None, ("call", 10, "betting.released-chips")),
        ("limit", [10, 10], None, None, ("raise", 20, "betting.released-chips")),
        ("limit", [5], None, None, ("call", 10, "betting.undersized-correction")),
        ("limit", [25], "raise", None, ("raise", 20, "betting.verbal-binding")),
        ("limit", [25], "call", None, ("call", 10, "betting.verbal-binding")),
        ("no-limit", [100], None, None, ("call", 10, "betting.single-chip-call")),
        ("no-limit", [100], "raise", None, ("raise", 100, "betting.verbal-binding")),
        ("no-limit", [100], "raise", 60, ("raise", 60, "betting.verbal-binding")),
        ("no-limit", [5, 5, 5], "raise", None, ("raise", 20, "betting.undersized-correction")),
        ("no-limit", [10, 25], None, None, ("raise", 35, "betting.released-chips")),
    ],
)
def test_chips_are_read_as_the_rules_read_them(
    structure: str, moved: list[int], says: Any, amount: Any, counted: tuple[str, int, str]
) -> None:
    chips = betting("holdem", structure, [500] * 4)
    answer = move_chips(
        chips, ChipsMoved(seat=Seat(3), chips=[Chips(chip) for chip in moved], says=says, amount=amount)
    )
    assert isinstance(answer, Counted)
    assert (answer.action, answer.amount, answer.rule) == counted


def test_a_second_motion_is_a_string_raise() -> None:
    chips = betting("holdem", "no-limit", [500] * 4)
    move_chips(chips, ChipsMoved(seat=Seat(3), chips=[Chips(10)]))
    answer = move_chips(chips, ChipsMoved(seat=Seat(3), chips=[Chips(30)]))
    assert isinstance(answer, Refused)
    assert answer.rule == "betting.string-raise"


def test_chips_of_too_low_a_bet_on_a_later_street_are_brought_up() -> None:
    chips = later(betting("holdem", "limit", [500] * 3, posts=(10, 10, 10)), 2, 1)
    answer = move_chips(chips, ChipsMoved(seat=Seat(1), chips=[Chips(10)]))
    assert isinstance(answer, Counted)
    assert (answer.action, answer.amount, answer.rule) == ("bet", 20, "betting.undersized-correction")
