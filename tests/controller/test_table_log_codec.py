"""The log's codec: facts are read, outcomes skipped, anything else refused with its field and the reason."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from burncard.controller.hand_histories.table_log import LogLineError, decode_line, encode
from burncard.rules.cards import Card, Chips, Seat, Zone
from burncard.rules.facts import Action, CardSeen, Fact, Hand, Press, Shuffler
from burncard.rules.outcomes import AwaitCard


def test_a_fact_is_read_and_unknown_fields_are_ignored() -> None:
    line = b'{"type":"card","card":"As","zone":"seat:1","face":"down","new":[1,{"a":2}],"t":1.5}'
    assert decode_line(line) == CardSeen(card=Card("As"), zone=Zone("seat:1"), face="down", t=1.5)


def test_an_amount_may_be_nothing_but_not_less() -> None:
    line = '{"type":"action","seat":1,"action":"all-in","amount":%d}'
    assert decode_line((line % 0).encode()) == Action(seat=Seat(1), action="all-in", amount=Chips(0))
    with pytest.raises(LogLineError, match="amount"):
        decode_line((line % -1).encode())


@pytest.mark.parametrize(
    "line",
    [b'{"type":"next","await":"hand"}', b'{"type":"ruling","anything":1}', b'{"type":"log","name":"x"}'],
)
def test_outcomes_are_skipped(line: bytes) -> None:
    assert decode_line(line) is None


@pytest.mark.parametrize(
    ("line", "field", "reason"),
    [
        (b"nonsense", "line", "not JSON"),
        (b'{"type":"card","card":"As"', "line", "not JSON"),
        (b'{"type":"card"} trailing', "line", "not JSON"),
        (b"\xff\xfe\x00", "line", "not UTF-8"),
        (b'{"type":"card","card":"\xff"}', "line", "not UTF-8"),
        (b"[1,2]", "line", "not a JSON object"),
        (b"null", "line", "not a JSON object"),
        (b"{}", "type", "missing"),
        (b'{"type":"cards"}', "type", "unknown: 'cards'"),
        (b'{"type":7}', "type", "unknown: 7"),
        (b'{"type":["card"]}', "type", "unknown: ['card']"),
        (b'{"type":"card","card":"As"}', "zone", "missing"),
        (b'{"type":"card","card":"1s","zone":"burn"}', "card", "expected"),
        (b'{"type":"card","card":"As\\n","zone":"burn"}', "card", "expected"),
        (b'{"type":"card","card":"As","zone":"burn\\n"}', "zone", "expected"),
        (b'{"type":"card","card":"As","zone":"seat:0"}', "zone", "expected"),
        (b'{"type":"card","card":"As","zone":7}', "zone", "expected `str`"),
        (b'{"type":"action","seat":"4","action":"fold"}', "seat", "expected `int`"),
        (b'{"type":"action","seat":4,"action":"jump"}', "action", "invalid enum value"),
        (b'{"type":"action","seat":4,"action":"bet"}', "amount", "missing, and bet needs it"),
        (b'{"type":"action","seat":4,"action":"raise"}', "amount", "missing, and raise needs it"),
        (b'{"type":"action","seat":4,"action":"complete"}', "amount", "missing, and complete needs it"),
        (b'{"type":"action","seat":4,"action":"bring-in"}', "amount", "missing, and bring-in needs it"),
        (b'{"type":"action","seat":4,"action":"open"}', "amount", "missing, and open needs it"),
        (b'{"type":"action","seat":4,"action":"bet","amount":-5}', "amount", "expected"),
        (b'{"type":"shuffler","event":"verified","missing":["As","Xx"]}', "missing[1]", "expected"),
        (b'{"type":"hand","id":"h","game":"holdem","structure":"limit","button":1}', "seats", "missing"),
        (
            b'{"type":"hand","id":"h","game":"holdem","structure":"limit","button":1,"seats":{"x":5}}',
            "seats",
            "expected `int`",
        ),
        (b'{"type":"action","seat":4,"action":"bet","amount":1e999}', "line", "not JSON (number out of range"),
        (b"[" * 100_000, "line", "not JSON"),
    ],
)
def test_anything_else_is_refused_with_its_field_and_reason(line: bytes, field: str, reason: str) -> None:
    with pytest.raises(LogLineError) as refused:
        decode_line(line)
    assert refused.value.field == field
    assert reason in refused.value.reason
    assert "\n" not in str(refused.value)


def refusal(line: bytes) -> LogLineError | None:
    """How a line is refused; None where it is not. Any other exception is a bug."""
    try:
        decode_line(line)
    except LogLineError as error:
        return error
    return None


@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail_in_another_way(line: bytes) -> None:
    error = refusal(line)
    assert error is None or (error.field and error.reason)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner)))
def test_no_values_make_it_fail_in_another_way(value: object) -> None:
    for kind in ("hand", "card", "action", "chips", "press", "shuffler"):
        for field in ("card", "seat", "seats", "amount", "t", "sweep"):
            error = refusal(msgspec.json.encode({"type": kind, "zone": "burn", field: value}))
            assert error is None or (error.field and error.reason)


@pytest.mark.parametrize(
    "fact",
    [
        Hand(id="h1", game="holdem", structure="limit", button=Seat(3), seats={Seat(1): Chips(500)}),
        CardSeen(card=Card("As"), zone=Zone("seat:1"), face="down", tag="E0"),
        Action(seat=Seat(4), action="raise", amount=Chips(40)),
        Press(press="ack", ruling="r3"),
        Shuffler(event="cut", parts=[20, 32]),
    ],
)
def test_what_is_written_is_read_again(fact: Fact) -> None:
    line = encode(fact)
    assert b" " not in line
    assert decode_line(line) == fact


def test_outcomes_are_written_compactly_in_the_order_of_their_fields() -> None:
    awaited = AwaitCard(zone=Zone("seat:4"), face="down", street="preflop")
    assert encode(awaited) == b'{"type":"next","await":"card","zone":"seat:4","face":"down","street":"preflop"}'


def test_a_field_that_may_be_missing_may_be_null() -> None:
    hand = decode_line(
        b'{"type":"hand","id":"h","game":"stud7","structure":"limit","button":null,"seats":{"1":5,"2":5},"posts":null,'
        b'"antes":null,"bring_in":null,"small_bet":10,"big_bet":20,"min_bet":null,"house":null,"rake":null}'
    )
    assert isinstance(hand, Hand)
    assert (hand.house, hand.posts, hand.antes, hand.rake) == ("roberts", {}, 0, 0)
    card = decode_line(b'{"type":"card","card":"As","zone":"seat:1","face":null,"boxed":null,"sweep":null}')
    assert card == CardSeen(card=Card("As"), zone=Zone("seat:1"))
    with pytest.raises(LogLineError, match="zone: missing"):
        decode_line(b'{"type":"card","card":"As","zone":null}')


def test_a_stud_hand_names_no_button_and_need_not_say_so() -> None:
    line = b'{"type":"hand","id":"h","game":"razz","structure":"limit","seats":{"1":5,"2":5}}'
    hand = decode_line(line)
    assert isinstance(hand, Hand)
    assert hand.button is None
    with pytest.raises(LogLineError, match="button: missing"):
        decode_line(line.replace(b"razz", b"jacks"))
