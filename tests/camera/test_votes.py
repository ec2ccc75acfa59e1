"""The vote over pictures."""

from burncard.camera.votes import Votes


def test_a_zone_is_reported_once_three_pictures_in_a_row_agree() -> None:
    votes: Votes[str] = Votes()
    assert [votes.take({1: read}) for read in ("up", "up", "down", "down", "down")] == [{}, {}, {}, {}, {1: "down"}]


def test_a_picture_in_which_a_zone_is_hidden_counts_against_what_was_seen() -> None:
    votes: Votes[str] = Votes()
    for _ in range(3):
        votes.take({1: "up", 2: "up"})
    assert votes.take({2: "up"}) == {2: "up"}
    assert votes.take({1: "up", 2: "up"}) == {2: "up"}
