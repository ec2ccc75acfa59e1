"""Dealing by oneself at a simulated table: cards, mistakes, the speed of the players, the radio, the game."""

from typing import Annotated, Any, Literal

import msgspec

from burncard.api.request_errors import ApiError
from burncard.api.v1.addresses import ENTERS, EVERYBODY, Call, Group
from burncard.api.v1.entry_routes import enter
from burncard.api.v1.messages import Body, Message, Text
from burncard.controller.ledger.changed_stakes import StakesError
from burncard.firmware_bridge.driver import MS
from burncard.rules.cards import Face, Zone
from burncard.rules.facts import Press
from burncard.rules.games import GAMES
from burncard.rules.games.stakes import STUD_STAKES
from burncard.simulator.live import LiveTable
from burncard.simulator.mistakes import MISTAKES
from burncard.simulator.radio.quality import RADIOS
from burncard.simulator.visitor import NotNowError

GROUP = Group("play")
NOT_NOW = ("no-simulator", "not-now")
NO_ANTES = {"ante": 0, "bring_in": 0}
PlaceName = Annotated[str, msgspec.Meta(pattern=r"^(seat:([1-9]|10)|board|burn|muck|aside|stub)$(?!\n)")]
Speed = Annotated[float, msgspec.Meta(ge=0.25, le=8)]


class MistakeToMake(Message, frozen=True):
    """A mistake that a visitor may make. `possible`: now."""

    name: str
    possible: bool


class MadeMistake(Message, frozen=True):
    """A mistake that the visitor made. `rule`: the rule that stopped it, `after_ms` after its card lay there."""

    name: str
    rule: str
    after_ms: int
    over: bool


class PlayView(Message, frozen=True):
    """Who deals at a simulated table, how fast its players are, and how the visitor's mistakes were caught.

    `why_not`: why what is due cannot be done at this moment; empty where it can.
    """

    visitor: bool
    why_not: str
    paused: bool
    speed: float
    radio: str
    radios: list[str]
    mistakes: list[MistakeToMake]
    made: list[MadeMistake]


class PlayChange(Body, frozen=True):
    """What changes at a simulated table. A field that is missing stays as it is. `visitor`: who has the deck."""

    visitor: bool | None = None
    paused: bool | None = None
    speed: Speed | None = None
    radio: Literal["perfect", "good", "typical", "poor"] | None = None


class PlayCard(Body, frozen=True):
    """A card is put somewhere: the top card of the pack, or with `from` the `nth` that lies there, counted from 0."""

    to: PlaceName
    from_: PlaceName | None = msgspec.field(default=None, name="from")
    nth: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    face: Literal["up", "down"] | None = None


class PlayMistake(Body, frozen=True):
    """The name of a mistake, as the view lists it."""

    name: Text


class PlayHand(Body, frozen=True):
    """What is dealt next. `end_hand`: the hand in play is void, which only the floor may say."""

    game: Text = ""
    structure: Text = ""
    house: Text = ""
    end_hand: bool = False


def play_view(live: LiveTable) -> PlayView:
    """The simulated table as its visitor sees it."""
    table = live.table
    possible = {one.name for one in table.possible_mistakes()}
    return PlayView(
        visitor=table.visitor_deals,
        why_not=table.why_not,
        paused=table.paused,
        speed=table.speed,
        radio=live.air.radio.name,
        radios=list(RADIOS),
        mistakes=[MistakeToMake(name=one.name, possible=one.name in possible) for one in MISTAKES],
        made=[
            MadeMistake(name=one.name, rule=one.rule, after_ms=one.after_ns // MS, over=one.over) for one in table.made
        ],
    )


@GROUP.get("/play", EVERYBODY, PlayView, problems=("no-simulator",))
def show_play(call: Call[None]) -> PlayView:
    """The simulator of this table: who deals, the mistakes that can be made now, and which were caught."""
    return play_view(_live(call))


@GROUP.patch("/play", ENTERS, PlayView, body=PlayChange, problems=("no-simulator",), example={"visitor": True})
def change_play(call: Call[PlayChange]) -> PlayView:
    """The visitor takes the deck or gives it back, pauses the players, or changes their speed or the radio."""
    live, wanted = _live(call), call.body
    if wanted.visitor is not None and wanted.visitor != live.table.visitor_deals:
        live.table.change_dealer(visitor=wanted.visitor)
    if wanted.paused is not None:
        live.table.paused = wanted.paused
    if wanted.speed is not None:
        live.table.speed = wanted.speed
    if wanted.radio is not None:
        live.air.change_radio(RADIOS[wanted.radio])
    live.wake()
    return play_view(live)


@GROUP.post("/play/due", ENTERS, PlayView, problems=NOT_NOW)
def do_what_is_due(call: Call[None]) -> PlayView:
    """The visitor does what the table awaits from its dealer: deals, repairs, shuffles, or takes the cards in."""
    live = _live(call)
    return _done(live, live.table.do_what_is_due)


@GROUP.post("/play/cards", ENTERS, PlayView, body=PlayCard, problems=NOT_NOW, example={"to": "seat:3"})
def put_card(call: Call[PlayCard]) -> PlayView:
    """The visitor deals the top card somewhere, right or wrong, or moves one that lies on the felt."""
    live, put = _live(call), call.body
    face: Face | None = put.face
    if put.from_ is None or put.from_ == "stub":
        return _done(live, lambda: live.table.deal(Zone(put.to), face))
    start = Zone(put.from_)
    return _done(live, lambda: live.table.move(start, put.nth, Zone(put.to), face))


@GROUP.post("/play/mistakes", ENTERS, PlayView, body=PlayMistake, problems=NOT_NOW, example={"name": "boxed card"})
def make_mistake(call: Call[PlayMistake]) -> PlayView:
    """The visitor makes a mistake on purpose."""
    live, name = _live(call), call.body.name
    return _done(live, lambda: live.table.make_mistake(name))


@GROUP.post(
    "/play/hands",
    ENTERS,
    PlayView,
    body=PlayHand,
    problems=(*NOT_NOW, "not-allowed", "not-playable", "no-such-game", "no-such-house", "hand-in-play"),
    example={"game": "razz", "structure": "limit"},
)
async def choose_game(call: Call[PlayHand]) -> PlayView:
    """Another game or house is dealt from the next hand on, and the cards are taken in for it."""
    live, wanted, record = _live(call), call.body, call.service.record
    if record.in_hand and not wanted.end_hand:
        raise ApiError("hand-in-play", "give end_hand to void it")
    if record.in_hand and call.who.role != "floor":
        raise ApiError("not-allowed", "only the floor may void a hand")
    changes = _changes(call, wanted)
    if record.in_hand:
        await enter(call, Press(press="void-hand", by="floor", reason="another game is dealt"))
        for ruling in list(record.alerts):  # who has ended the hand has understood its stops
            await enter(call, Press(press="ack", ruling=ruling.id, by="floor"))
    try:
        call.service.change_stakes(changes, call.who.operator)
    except StakesError as error:
        raise ApiError("not-playable", str(error)) from error
    live.table.change_game()
    return _done(live, live.table.do_what_is_due)


def _changes(call: Call[Any], wanted: PlayHand) -> dict[str, Any]:
    """The stakes for another game: usual ones, because those of the game before may not fit it."""
    config = call.service.record.config
    game = GAMES.get(wanted.game or config.game)
    if game is None:
        raise ApiError("no-such-game", wanted.game[:40])
    structure = wanted.structure or (config.structure if config.structure in game.structures else game.structures[0])
    stakes = NO_ANTES
    if game.family == "stud":
        stakes = {name: int(chips) for name, chips in STUD_STAKES["low-ante"].of(1).items()}
    changes: dict[str, Any] = {"game": game.code, "structure": structure, **stakes}
    return changes | ({"house": wanted.house} if wanted.house else {})


def _live(call: Call[Any]) -> LiveTable:
    live = call.context.live
    if live is None:
        raise ApiError("no-simulator")
    return live


def _done(live: LiveTable, do: Any) -> PlayView:
    try:
        do()
    except NotNowError as error:
        raise ApiError("not-now", str(error)) from error
    live.wake()
    return play_view(live)
