"""The pack while cards are dealt from it: one that lies beside it, and how small it may be by then."""

import pytest

from burncard.controller.perception.glimpses import GLIMPSED_NS, OF_SCANS
from burncard.controller.perception.laid_pack import AGAIN_NS, CARDS_MIN, FULL, HELD_NS
from burncard.firmware_bridge.driver import MS, SECOND, Nanoseconds
from tests.controller.perception.test_laid_pack import BURN, CARDS, FAR, PACK, with_a_pack
from tests.harness.scans_by_hand import CROSS_DBM, EDGE_DBM, SCAN_NS, Bench


def dealt_past_the_burn(lies_by_the_pack: bool) -> Bench:
    """The dealer has taken up the pack and dealt past the burn, of which its own antenna hears nothing; that of the
    pack hears it, or there is none."""
    bench = with_a_pack(BURN, FAR, measures_strength=True)
    bench.perception.unheard.heard(BURN)  # of an earlier hand
    bench.run(GLIMPSED_NS)
    for uid in CARDS:
        bench.lift(uid)
    bench.run(200 * MS)
    if lies_by_the_pack:
        bench.lay("p0", PACK, chance=0.8, rssi_dbm=EDGE_DBM)
    bench.run(500 * MS)
    bench.lay("p1", FAR)
    return bench


def test_a_burn_that_only_the_antenna_of_the_held_pack_hears_is_asked_for() -> None:
    bench = dealt_past_the_burn(lies_by_the_pack=True)
    assert bench.run(5 * SECOND) == []
    assert bench.perception.order.unheard_at == BURN


def test_it_is_asked_for_also_once_the_pack_lies_there_again() -> None:
    bench = dealt_past_the_burn(lies_by_the_pack=True)
    bench.run(600 * MS)
    for uid in CARDS[2:]:
        bench.lay(uid, PACK, chance=0.5)
    assert bench.run(3 * SECOND) == []
    assert bench.perception.order.unheard_at == BURN


def test_a_burn_that_no_antenna_hears_was_left_out() -> None:
    assert dealt_past_the_burn(lies_by_the_pack=False).run(2 * SECOND) == [("p1", FAR)]


def test_the_burn_that_was_asked_for_came_before_the_cards_that_waited_for_it() -> None:
    bench = dealt_past_the_burn(lies_by_the_pack=True)
    bench.run(1_500 * MS)
    bench.perception.order.unheard_at = BURN  # somebody is asked, since an entry waits
    bench.lift("p0")
    bench.lay("p0", BURN)
    assert bench.run(SECOND) == [("p0", BURN), ("p1", FAR)]


def test_a_pack_that_was_dealt_down_before_any_scan_heard_it_is_small() -> None:
    pack = Bench(pack=(PACK,)).perception.beliefs.laid_pack
    for number in range(FULL - CARDS_MIN):
        pack.dealt(f"p{number}")
    assert not pack.is_small
    pack.dealt("one more")
    assert pack.is_small


@pytest.mark.parametrize(("heard", "is_the_pack"), [(5, True), (4, False)])
def test_a_fifth_of_the_cards_of_a_pack_that_was_dealt_down_are_the_pack_itself(heard: int, is_the_pack: bool) -> None:
    pack = Bench(pack=(PACK,)).perception.beliefs.laid_pack
    for number in range(FULL - 25):
        pack.dealt(f"p{number}")
    pack.scanned(PACK, CARDS[:heard], SECOND)
    assert (pack.cards == set(CARDS[:heard])) is is_the_pack


def test_cards_of_the_pack_that_were_heard_before_in_too_few_scans_were_not_put_back_one_by_one() -> None:
    bench = Bench(FAR, pack=(PACK,))
    for heard in (CARDS[:6], CARDS[:CARDS_MIN]):
        for uid in heard:
            bench.lay(uid, PACK)
        bench.scan(PACK)
    assert bench.perception.beliefs.laid_pack.cards == set(CARDS[:CARDS_MIN])


def test_a_pack_that_is_taken_up_takes_along_the_cards_that_were_heard_alone_before_the_rest_of_it() -> None:
    bench = Bench(FAR, pack=(PACK,))
    for uid in CARDS[:3]:
        bench.lay(uid, PACK)
    bench.scan(PACK)
    for uid in CARDS:
        bench.lay(uid, PACK)
    bench.scan(PACK)
    assert set(CARDS[:3]) <= bench.perception.beliefs.lying.in_pack.keys()
    for uid in CARDS:
        bench.lift(uid)
    bench.scan(PACK)
    assert not bench.perception.beliefs.lying.in_pack


def test_a_card_next_door_to_the_place_that_is_due_may_lie_there_though_the_pack_may_be_overheard() -> None:
    bench = Bench(3, pack=(PACK,))
    assert bench.perception.beliefs.laid_pack.may_lie_there
    bench.lay("new", 4)
    bench.scan(4)
    assert set(bench.perception.beliefs.tags["new"].candidates) == {3, 4}


def test_a_dealer_who_deals_from_a_pack_that_does_not_lie_there_holds_it() -> None:
    pack = Bench(pack=(PACK,)).perception.beliefs.laid_pack
    pack.scanned(FAR, set(), SECOND)
    assert pack.may_lie_there
    pack.dealt("p0")
    pack.scanned(FAR, set(), SECOND + HELD_NS - 1)
    assert not pack.may_lie_there
    pack.scanned(FAR, set(), SECOND + HELD_NS)
    assert pack.may_lie_there


def test_a_card_that_is_dealt_from_a_pack_that_lies_there_leaves_the_rest_of_it_there() -> None:
    pack = Bench(pack=(PACK,)).perception.beliefs.laid_pack
    pack.scanned(PACK, CARDS, SECOND)
    pack.dealt(CARDS[0])
    pack.scanned(FAR, set(), SECOND + 1)
    assert pack.may_lie_there


def badly_heard(due: int) -> Bench:
    """The dealer has taken the pack up and dealt a card of which its antenna heard every second scan."""
    bench = with_a_pack(due, measures_strength=False, overheard=0.0)
    bench.scan(PACK)
    for uid in CARDS:
        bench.lift(uid)
    for _ in range(2):
        bench.lay("p39", BURN)
        bench.scan(BURN)
        bench.lift("p39")
        for _ in range(2):
            bench.scan(BURN)
    return bench


@pytest.mark.parametrize(
    ("due", "waits_ns", "asks"), [(BURN, AGAIN_NS, True), (BURN, 0, False), (FAR, AGAIN_NS, False)]
)
def test_whether_the_pack_was_taken_up_is_asked_once_a_due_card_was_heard_twice_however_often_it_was_missed(
    due: int, waits_ns: int, asks: bool
) -> None:
    bench = badly_heard(due)
    heard_ns = bench.now_ns
    while bench.now_ns < heard_ns + waits_ns:
        bench.scan(FAR)
    assert (bench.perception.next_antenna(bench.now_ns) == PACK) is asks


def test_nothing_heard_before_a_hand_asks_whether_the_pack_was_taken_up() -> None:
    bench = badly_heard(BURN)
    bench.perception.forget()
    bench.now_ns = Nanoseconds(bench.now_ns + AGAIN_NS)
    bench.scan(FAR)
    assert not bench.perception.beliefs.asks_for_the_pack((BURN,))


@pytest.mark.parametrize(
    ("heard_after_ns", "measures_strength", "may_be_dealt"),
    [(100 * MS, True, False), (800 * MS, True, True), (800 * MS, False, False)],
)
def test_a_card_that_was_heard_after_the_dealer_took_up_the_pack_may_be_the_one_that_is_due(
    heard_after_ns: Nanoseconds, measures_strength: bool, may_be_dealt: bool
) -> None:
    bench = with_a_pack(BURN, measures_strength=measures_strength)
    bench.scan(PACK)
    for uid in CARDS:
        bench.lift(uid)
    scans = SECOND // SCAN_NS
    before = heard_after_ns // SCAN_NS
    bench.lay("p0", BURN, rssi_dbm=EDGE_DBM)
    for antenna in (*(FAR,) * before, BURN, BURN, *(FAR,) * (scans - before), PACK):
        bench.scan(antenna)
    assert [tag.uid for tag, _ in bench.perception.beliefs.appearing()] == ["p0"] * may_be_dealt


@pytest.mark.parametrize(("size", "is_held"), [(9, True), (3, False)])
def test_a_pack_of_which_scan_after_scan_hears_one_card_is_held_unless_it_is_down_to_few(
    size: int, is_held: bool
) -> None:
    pack = Bench(pack=(PACK,)).perception.beliefs.laid_pack
    for number in range(FULL - size):
        pack.dealt(f"dealt {number}")
    for number, heard in enumerate((CARDS[: size - 1], CARDS[1:size], CARDS[:1], CARDS[:1], CARDS[:1])):
        pack.scanned(PACK, heard, number * SECOND)
    assert pack.is_held is is_held
    pack.scanned(PACK, CARDS[:size], 5 * SECOND)
    assert not pack.is_held


def test_what_was_heard_of_the_pack_of_the_last_hand_says_nothing_of_the_next_one() -> None:
    pack = Bench(pack=(PACK,)).perception.beliefs.laid_pack
    for heard in (CARDS[:CARDS_MIN], CARDS[:1], CARDS[:1]):
        pack.scanned(PACK, heard, SECOND)
    assert pack.is_held
    pack.forget()
    pack.scanned(PACK, CARDS[:1], 2 * SECOND)
    assert not pack.is_held


@pytest.mark.parametrize("came_while_held", [False, True])
def test_what_is_heard_next_door_since_the_pack_was_last_held_was_one_of_its_cards_if_it_lies_there_then(
    came_while_held: bool,
) -> None:
    bench = Bench(FAR, BURN, pack=(PACK,))
    bench.scan(PACK)
    bench.lay("p39", BURN, rssi_dbm=CROSS_DBM)
    for antenna in (BURN, PACK) if came_while_held else (BURN,):
        bench.scan(antenna)
    bench.lift("p39")
    for uid in CARDS:
        bench.lay(uid, PACK, chance=0.5)
    bench.scan(PACK)
    for uid in CARDS:
        bench.lift(uid)
    for _ in range(8):
        bench.scan(BURN)
    bench.scan(PACK)
    assert bench.perception.unheard.glimpses.may_lie_at(BURN) is came_while_held


def test_a_pack_of_which_few_cards_answer_is_overheard_next_door_as_well() -> None:
    bench = Bench(FAR, BURN, pack=(PACK,))
    for uid in CARDS[:2]:
        bench.lay(uid, PACK)
    bench.scan(PACK)
    bench.lay("p39", BURN, rssi_dbm=CROSS_DBM)
    bench.scan(BURN)
    for uid in ("p39", *CARDS[:2]):
        bench.lift(uid)
    for _ in range(8):
        bench.scan(BURN)
    bench.scan(PACK)
    assert not bench.perception.unheard.glimpses.may_lie_at(BURN)


def test_nobody_is_asked_for_a_card_that_some_more_scans_of_a_slow_reader_show_to_be_missing() -> None:
    bench = Bench(BURN, FAR, measures_strength=False)
    bench.perception.unheard.heard(BURN)  # of an earlier hand
    bench.scan_ns = Nanoseconds(70 * MS)
    bench.run(SECOND)
    bench.lay("p1", FAR)
    while not bench.reported and bench.now_ns < 8 * SECOND:
        bench.scan(bench.perception.next_antenna(bench.now_ns))
        assert bench.perception.order.unheard_at is None
    assert bench.reported


@pytest.mark.parametrize(("every", "may_lie_there"), [(4, True), (12, False)])
def test_a_card_that_more_scans_hear_next_to_the_pack_than_any_of_it_by_chance_may_be_the_one_that_is_due(
    every: int, may_lie_there: bool
) -> None:
    bench = with_a_pack(FAR, BURN, measures_strength=False, overheard=0.0)
    for number in range(OF_SCANS):
        bench.lift("p39")
        if number % every == 0:
            bench.lay("p39", BURN)
        bench.scan(BURN)
    assert bench.perception.unheard.glimpses.may_lie_at(BURN) is may_lie_there


def test_a_burn_that_two_scans_miss_is_not_asked_for_while_the_pack_lies_next_door() -> None:
    """Without strengths it sounds like a card of the pack; what was heard of it before those two scans still counts."""
    for seed in range(12):
        bench = Bench(BURN, 3, 3, pack=(PACK,), measures_strength=False, seed=seed)
        bench.scan_ns = 35 * MS
        for uid in CARDS[:24]:
            bench.lay(uid, PACK, chance=0.35)
        bench.run(2_500 * MS)
        bench.lift("p0")
        bench.lay("p0", BURN, chance=0.85)
        for uid in ("next", "last"):
            bench.run(500 * MS)
            bench.lay(uid, 3)
        for _ in range(60):
            bench.run(bench.scan_ns)
            assert bench.perception.order.unheard_at is None
        assert bench.reported[0][:2] == ("p0", BURN)
