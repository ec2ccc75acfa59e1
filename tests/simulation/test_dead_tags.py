"""A dead tag in a deck: once the table knows of it, no card that it may be is ruled on as left out."""

from tests.harness.dead_tags import hands_of

KNOWN_AFTER = 3


def test_from_the_fourth_hand_with_a_dead_tag_on_nothing_is_ruled_on_falsely() -> None:
    assert not any(list(hands_of(7, table=0))[KNOWN_AFTER:])
