"""Presses: what no sensor sees, entered at the table."""

from burncard.rules.book.misdeals import BUTTON_WRONG, REDEAL, called
from burncard.rules.cards import Seat
from burncard.rules.facts import Action, Press
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Floor
from burncard.rules.outcomes import Counted, Outcome
from burncard.rules.play.actions import act
from burncard.rules.play.card_presses import ABOUT_A_CARD, card_press
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.given import Given
from burncard.rules.rulings.rulebook import RULES, Rule, Verdict, rulebook_of
from burncard.rules.rulings.rulings import TABLE_SOURCE, Rulings

ABOUT_THE_TABLE = frozenset(["ack", "override", "retract", "void-hand"])
PRESSES = ABOUT_THE_TABLE.union(*(rule.presses for rule in RULES.values()))
BETWEEN_HANDS = frozenset(press for rule in RULES.values() if rule.between_hands for press in rule.presses)


def press(hand: HandInPlay, fact: Press, rulings: Rulings, out: list[Outcome]) -> None:
    """Takes a press while a hand is in play."""
    name = fact.press
    if name == "misdeal-called" and fact.cause == BUTTON_WRONG:
        hand.claims.button_doubted = True
    if name not in PRESSES:
        rulings.refuse("table.unknown-press", f"There is no press called {name}.", out)
    elif name == "ack":
        rulings.acknowledge(fact, out)
    elif name == "void-hand":
        _void(hand, fact, rulings, out)
    elif name == "misdeal-called" and fact.cause is not None and hand.window_open:
        _misdeal_called(hand, fact.cause, rulings, out)
    elif name == "rap" and fact.seat is not None:
        _rap(hand, fact.seat, rulings, out)
    elif name == "floor-called" and fact.cause is not None:
        _asked_about(hand, fact, fact.cause, rulings, out)
    else:
        live = set(hand.betting.live)
        if name in ABOUT_A_CARD:
            card_press(hand, fact, rulings, out)
        else:
            _reported(hand, fact, rulings, out)
        _settle_what_they_died_of(hand, rulings, live.difference(hand.betting.live))


def _reported(hand: HandInPlay, fact: Press, rulings: Rulings, out: list[Outcome]) -> None:
    """Something that a rule of the rulebook answers, if one does."""
    if fact.press == "looked" and fact.seat is not None and fact.value is not False:
        hand.players.of(fact.seat).looked = True
    irregularity = wrong.MisdealCalled(fact.cause) if fact.press == "misdeal-called" else _pressed(fact)
    judged = rulebook_of(hand).judge(hand, irregularity)
    if judged is None and fact.press == "retrieve-hand":  # it asks for something, where others tell of something
        rulings.refuse("table.press-needs", f"{fact.press} needs a hand that was folded or given up.", out)
    elif judged is not None and not _is_awaited(hand, *judged, rulings, out):
        rulings.rule_on(hand, irregularity, out)
        _keep(hand, fact, *judged)


def _is_awaited(hand: HandInPlay, rule: Rule, verdict: Verdict, rulings: Rulings, out: list[Outcome]) -> bool:
    """Refuses to call the floor once more to a matter on which it is awaited; whether that was so.

    In a hand it is awaited until it decides, after the hand until the call is acknowledged.
    """
    if verdict.decision != "floor":
        return False
    held = {item.ruling for item in hand.plan if isinstance(item, Floor)} if not hand.ended else set()
    same = [number for number in rulings.known if _is_same_call(rulings.given(number), rule, verdict)]
    between = (rulings.given(number) for number in same if hand.ended)
    awaited = not held.isdisjoint(same) or any(not (call.in_hand or call.acknowledged) for call in between)
    if awaited:
        rulings.refuse("table.floor-awaited", "The floor is awaited on this already.", out, verdict.seats)
    return awaited


def _is_same_call(given: Given, rule: Rule, verdict: Verdict) -> bool:
    return (given.rule, given.verdict.decision, given.verdict.seats) == (rule.id, "floor", verdict.seats)


def _settle_what_they_died_of(hand: HandInPlay, rulings: Rulings, killed: set[Seat]) -> None:
    """The floor need not decide any more on a hand that has died of what was pressed."""
    for item in [item for item in hand.plan if isinstance(item, Floor)]:
        seats = rulings.given(item.ruling).verdict.seats if rulings.knows(item.ruling) else ()
        if seats and killed.issuperset(seats):
            hand.plan.remove(item)


def press_between_hands(hand: HandInPlay, fact: Press, rulings: Rulings, out: list[Outcome]) -> bool:
    """Takes a press when the last hand has ended: only rules that answer with words speak. Whether one did."""
    if fact.press == "floor-called" and fact.cause is not None:
        _read_out(hand, fact.cause, rulings, out)
        return True
    judged = rulebook_of(hand).judge(hand, _pressed(fact)) if fact.press in BETWEEN_HANDS else None
    if judged is not None and not _is_awaited(hand, *judged, rulings, out):
        rulings.tell(judged[0].id, judged[1], out)
        _keep(hand, fact, *judged)
    return judged is not None


def _keep(hand: HandInPlay, fact: Press, rule: Rule, verdict: Verdict) -> None:
    """What was pressed of a seat counts for the hands to come, unless it was refused."""
    if verdict.decision != "refuse":
        hand.claims.pressed.append((rule.id, fact))


def _asked_about(hand: HandInPlay, fact: Press, rule_id: str, rulings: Rulings, out: list[Outcome]) -> None:
    """The floor was asked about a rule: it is read out, unless it has something to say of the seat that is named."""
    asked = _pressed(fact)
    for rule in rulebook_of(hand).asked(asked) if fact.seat is not None else ():
        if rule.id == rule_id and rule.judge is not None and (verdict := rule.judge(hand, asked)) is not None:
            rulings.give(hand, rule.id, rule.source, verdict, out)
            return
    _read_out(hand, rule_id, rulings, out)


def _read_out(hand: HandInPlay, rule_id: str, rulings: Rulings, out: list[Outcome]) -> None:
    """The floor was asked about a rule: it is read out, if it is in force at this table."""
    rule = RULES.get(rule_id)
    if rule is None or not rulebook_of(hand).holds(rule.id):
        rulings.refuse("table.unknown-rule", f"No rule {rule_id} is in force at this table.", out)
        return
    message = rule.ruling if rule.ruling.startswith(rule.title) else f"{rule.title}. {rule.ruling}"
    rulings.tell(rule.id, Verdict(decision="stands", message=message), out)


def _misdeal_called(hand: HandInPlay, cause: str, rulings: Rulings, out: list[Outcome]) -> None:
    """A cause was named: it makes the misdeal if it is one by this table's rules."""
    named = RULES.get(cause)
    rule = None if named is None else RULES.get(named.instead_at(hand.house.code) or named.id, named)
    if rule is None or not rulebook_of(hand).holds(rule.id):
        rulings.refuse("table.unknown-rule", f"No rule {cause} is in force at this table.", out)
    elif rule.repair == REDEAL and wrong.MisdealCalled not in rule.answers:
        rulings.give(hand, rule.id, rule.source, called(rule), out)
    else:
        rulings.tell(rule.id, Verdict(decision="stands", message=f"This is no cause of a misdeal. {rule.ruling}"), out)


def _rap(hand: HandInPlay, seat: Seat, rulings: Rulings, out: list[Outcome]) -> None:
    """A rap of the table is a pass, or a pat hand at the draw."""
    drawing = hand.drawing is not None
    asked = wrong.Pressed("rap", seat)
    if not drawing and rulebook_of(hand).judge(hand, asked) is not None:
        rulings.rule_on(hand, asked, out)
        return
    fact = Action(seat=seat, action="stand-pat" if drawing else "check")
    before = len(out)
    act(hand, fact, rulings, out)
    if len(out) == before:
        before_or_at_the_draw = hand.game.family == "draw" and (drawing or hand.starting)
        rule = "draw.rap" if before_or_at_the_draw else "betting.rap-is-check"
        out.append(Counted(seat=seat, action=fact.action, amount=None, rule=rule))


def _void(hand: HandInPlay, fact: Press, rulings: Rulings, out: list[Outcome]) -> None:
    if fact.by != "floor":
        rulings.refuse("table.floor-only", "Only the floor can void a hand.", out)
        return
    reason = f": {fact.reason}" if fact.reason else ""
    verdict = Verdict(
        decision="void", message=f"The floor has voided the hand{reason}. All chips go back; collect all cards."
    )
    rulings.give(hand, "table.void-hand", TABLE_SOURCE, verdict, out)


def _pressed(fact: Press) -> wrong.Pressed:
    return wrong.Pressed(fact.press, fact.seat, fact.card, fact.by, fact.value, fact.reason, fact.amount)
