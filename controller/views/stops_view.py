"""A ruling as a screen shows it: the rule in its words, and each step of the repair with its places."""

from burncard.controller.ledger.stops import Origin, Stop
from burncard.controller.views.models import DecidedView, PersonAt, RuleView, StepView, StopView
from burncard.rules.cards import BURN, OFF, STUB, UNREAD, Card, Zone, seat_of, spoken
from burncard.rules.outcomes import Ruling, Step
from burncard.rules.play.overrides import possible_decisions
from burncard.rules.rulings.repairs import RepairStep
from burncard.rules.rulings.rulebook import RULES

_ZONES = {
    "board": "the board",
    "burn": "the burn pile",
    "muck": "the muck",
    "aside": "beside the pack",
    "stub": "the pack",
    "off": "off the table",
}
_SAYS = {
    "shuffle": "Shuffle the pack",
    "cut": "Cut the pack",
    "refund": "Give every chip of this hand back",
    "call-floor": "Call the floor",
}
_WITHOUT_RULE = {
    "table.unforeseen": "No rule foresees this",
    "table.void-hand": "The floor ends the hand",
    "table.claim-differs": "A card is not the one that was named",
}


def stop_view(stop: Stop) -> StopView:
    """A ruling with its rule, its steps and what has become of it."""
    ruling = stop.ruling
    return StopView(
        id=ruling.id,
        rule=rule_view(ruling),
        decision=ruling.decision,
        severity=ruling.severity,
        message=ruling.message,
        source=ruling.source,
        seats=ruling.seats,
        cards=ruling.cards,
        hand=stop.hand,
        fact=stop.origin.number,
        since_ns=stop.origin.at_ns,
        status=stop.status,
        open=stop.open,
        acknowledged=None if stop.acknowledged is None else person_at(stop.acknowledged),
        decided=_decided(stop),
        steps=tuple(step_view(number, step) for number, step in enumerate(stop.steps, 1)),
        decisions=possible_decisions(ruling.decision),
    )


def rule_view(ruling: Ruling) -> RuleView:
    """The rule of a ruling. What the table says without one has only a title and its source."""
    rule = RULES.get(ruling.rule)
    if rule is None:
        return RuleView(id=ruling.rule, title=rule_title(ruling.rule), text="", sources=(ruling.source,), in_force=True)
    sources = tuple(str(citation) for citation in rule.sources)
    return RuleView(id=rule.id, title=rule.title, text=rule.ruling, sources=sources, in_force=True)


def rule_title(rule: str) -> str:
    """The title of a rule, or of what the table says without one."""
    return RULES[rule].title if rule in RULES else _WITHOUT_RULE.get(rule, "An entry was not taken")


def person_at(origin: Origin) -> PersonAt:
    """Who entered a fact, and when."""
    by, role = who(origin.operator)
    return PersonAt(by=by, role=role, at_ns=origin.at_ns)


def who(operator: str) -> tuple[str, str | None]:
    """A journaled operator as a name and a role (`dealer: Ann`); what is no person has no role."""
    role, named, name = operator.partition(": ")
    return (name, role) if named else (operator, operator if operator in ("dealer", "floor", "technician") else None)


def place_name(zone: Zone | str) -> str:
    """A place in a sentence."""
    seat = seat_of(Zone(zone))
    return f"seat {seat}" if seat is not None else _ZONES.get(zone, zone)


def _decided(stop: Stop) -> DecidedView | None:
    if stop.decided is None:
        return None
    by, role = who(stop.decided.origin.operator)
    return DecidedView(
        by=by,
        role=role,
        at_ns=stop.decided.origin.at_ns,
        decision=stop.decided.decision,
        reason=stop.decided.reason,
    )


def step_view(number: int, step: RepairStep) -> StepView:
    """One step of a repair, by its place in it."""
    from_, to = _places(step.step)
    card = step.step.card or (step.step.cards[0] if len(step.step.cards) == 1 else None)
    return StepView(
        number=number,
        do=step.step.do,
        card="back" if card == UNREAD else card,
        count=step.count,
        from_=from_,
        to=to,
        face=step.step.face,
        text=_text(step, card, from_, to),
        state=step.state,
    )


def _places(step: Step) -> tuple[str | None, str | None]:
    """Where a step takes a card from, and where to; both None where it moves none."""
    match step.do:
        case "deal":
            return STUB, step.to
        case "burn":
            return STUB, BURN
        case "move" | "return":
            return step.from_, step.to
        case _:
            return None, None


def _text(step: RepairStep, card: Card | None, from_: str | None, to: str | None) -> str:
    it = step.step
    match it.do:
        case "deal":
            return f"Deal the top card to {place_name(it.to or STUB)}{_upcard(it)}"
        case "burn":
            return "Burn the top card"
        case "move" if from_ == to:
            return f"Turn {_cards(step, card)} at {place_name(to or OFF)} {it.face or 'over'}"
        case "move" | "return":
            start = f" from {place_name(from_)}" if from_ else f": {it.text}" if it.text else ""
            verb = "Move" if it.do == "move" else "Return"
            return f"{verb} {_cards(step, card)}{start} to {place_name(to or STUB)}{_upcard(it)}"
        case "wait":
            return f"Wait for {it.for_}"
        case "announce":
            return it.text or "Announce it"
        case _:
            return _SAYS[it.do]


def _upcard(step: Step) -> str:
    return ", face up" if step.face == "up" and seat_of(Zone(step.to or "")) is not None else ""


def _cards(step: RepairStep, card: Card | None) -> str:
    if card is not None and card != UNREAD:
        return f"the {spoken(card)}"
    named = [spoken(each) for each in step.step.cards if each != UNREAD]
    if named and len(named) == len(step.step.cards) == step.count:
        return ", ".join(named)
    return "the card" if step.count == 1 else f"{step.count} cards"
