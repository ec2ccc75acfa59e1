"""Presses: what no sensor sees, entered at the table."""

from burncard.rules.book.misdeals import BUTTON_WRONG, REDEAL, called
from burncard.rules.cards import JOKER, OFF, UNREAD, Card, Seat, seat_of, seat_zone
from burncard.rules.dealing.misplaced import exposure, off_the_table
from burncard.rules.facts import Action, Press
from burncard.rules.hand.felt import TableCard
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.plan import Floor
from burncard.rules.hand.questions import is_exposed, takes_cards
from burncard.rules.outcomes import Counted, Outcome
from burncard.rules.play.actions import act
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.irregularities import Irregularity
from burncard.rules.rulings.rulebook import RULES, Rule, Verdict, rulebook_of
from burncard.rules.rulings.rulings import TABLE_SOURCE, Rulings

ABOUT_THE_TABLE = frozenset(["ack", "override", "retract", "void-hand"])
PRESSES = ABOUT_THE_TABLE.union(*(rule.presses for rule in RULES.values()))
BETWEEN_HANDS = frozenset(press for rule in RULES.values() if rule.between_hands for press in rule.presses)
ABOUT_A_CARD = frozenset(["card-exposed", "card-flashed", "card-off-table"])


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
    elif name == "misdeal-called" and fact.cause in RULES and hand.window_open:
        _misdeal_called(hand, RULES[fact.cause], rulings, out)
    elif name == "rap" and fact.seat is not None:
        _rap(hand, fact.seat, rulings, out)
    elif name == "floor-called" and fact.cause is not None:
        _asked_about(hand, fact, fact.cause, rulings, out)
    elif _known_already(hand, fact):
        pass  # the card has been ruled on, or was due face up: the press only says so once more
    else:
        if name == "looked" and fact.seat is not None and fact.value is not False:
            hand.players.of(fact.seat).looked = True
        irregularity = _meaning(hand, fact)
        if irregularity is None:
            rulings.refuse("table.press-needs", f"{name} needs a card or a seat of this hand.", out)
        elif rulebook_of(hand).judge(hand, irregularity) is not None:
            live = set(hand.betting.live)
            rulings.rule_on(hand, irregularity, out)
            _settle_what_they_died_of(hand, rulings, live.difference(hand.betting.live))


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
    if judged is not None:
        rulings.tell(judged[0].id, judged[1], out)
    return judged is not None


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
    if rule is None or rule not in rulebook_of(hand).rules:
        rulings.refuse("table.unknown-rule", f"No rule {rule_id} is in force at this table.", out)
        return
    message = rule.ruling if rule.ruling.startswith(rule.title) else f"{rule.title}. {rule.ruling}"
    rulings.tell(rule.id, Verdict(decision="stands", message=message), out)


def _misdeal_called(hand: HandInPlay, named: Rule, rulings: Rulings, out: list[Outcome]) -> None:
    """A cause was named: it makes the misdeal if it is one by this table's rules."""
    rule = RULES.get(named.instead_at(hand.house.code) or named.id, named)
    if rule not in rulebook_of(hand).rules:
        rulings.refuse("table.unknown-rule", f"No rule {rule.id} is in force at this table.", out)
    elif rule.repair == REDEAL:
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


def _meaning(hand: HandInPlay, fact: Press) -> Irregularity | None:
    """The irregularity that a press reports; None where the card or seat that it names is not in the hand."""
    if fact.press == "misdeal-called":
        return wrong.MisdealCalled(fact.cause)
    if fact.press in ABOUT_A_CARD:
        return _card_press(hand, fact)
    if fact.press == "joker-found":
        placed = pressed_card(hand, fact.seat, JOKER)
        if hand.pack.has_joker:
            return _pressed(fact)  # a card like any other
        if placed is None or seat_of(placed.zone) is None:
            return None
        placed.shown = True
        return wrong.StrayJoker(placed, None, counted=True)
    return _pressed(fact)


def _pressed(fact: Press) -> wrong.Pressed:
    return wrong.Pressed(fact.press, fact.seat, fact.card, fact.by, fact.value, fact.reason)


def _own_doing(fact: Press) -> bool:
    """Whether the player is said to have shown the card; who says that it was exposed blames the dealer."""
    return fact.by == "player" and fact.press != "card-exposed"


def _known_already(hand: HandInPlay, fact: Press) -> bool:
    """Whether the table knows of the card that a press tells of: what it has seen was ruled on, unless it was due."""
    if fact.press == "joker-found" and not hand.pack.has_joker:
        joker = pressed_card(hand, fact.seat, JOKER)
        return joker is not None and joker.shown
    placed = pressed_card(hand, fact.seat, fact.card) if fact.press in ABOUT_A_CARD else None
    if placed is None:
        return False
    if fact.press != "card-off-table":
        return placed.seen and not _own_doing(fact)
    move = hand.plan.move_of(placed)
    if _own_doing(fact):
        return move is not None and placed.zone == OFF
    taken_away = move is not None and seat_of(move.to) is None
    return taken_away or placed.shown or is_exposed(placed)


def _card_press(hand: HandInPlay, fact: Press) -> Irregularity | None:
    placed = pressed_card(hand, fact.seat, fact.card)
    seat = _holder(fact, placed)
    own_doing, by_player = _own_doing(fact), fact.by == "player"
    late_claim = by_player and not own_doing and hand.players.of(seat).looked
    if seat is None or seat not in hand.betting.seats:
        return None
    if placed is not None and not own_doing and not late_claim:
        placed.shown = True
    if late_claim:
        return wrong.ExposureClaimed(seat)
    if own_doing:
        return wrong.ShownByPlayer(placed, seat, "dropped" if fact.press == "card-off-table" else "flashed")
    if placed is None:
        return _fell_unseen(hand, fact, seat)
    if not takes_cards(hand, seat):
        return None
    return exposure(hand, placed, seat, "off-table" if fact.press == "card-off-table" else "flashed")


def _holder(fact: Press, placed: TableCard | None) -> Seat | None:
    """Whose card is pressed: that of the seat where it lies, if no other is named; of one that fell, the seat named."""
    if placed is None or placed.zone == OFF:
        return fact.seat
    seat = seat_of(placed.zone)
    return seat if fact.seat in (None, seat) else None


def _fell_unseen(hand: HandInPlay, fact: Press, seat: Seat) -> Irregularity | None:
    """The card due to a seat fell off the table on its way: no reader has seen it, the press alone tells of it."""
    due = hand.plan.due_deal()
    if fact.press != "card-off-table" or due is None or due.zone != seat_zone(seat):
        return None
    fallen = hand.felt.put(fact.card or UNREAD, OFF, "down", back=None, tag=None, boxed=False)
    return off_the_table(hand, fallen, due)


def pressed_card(hand: HandInPlay, seat: Seat | None, card: Card | None) -> TableCard | None:
    """The card that a press means: by its name, else the seat's last one. Naming an unread card reads it."""
    if card is not None:
        placed = hand.felt.find(card, None)
        if placed is not None:
            return placed
    if seat is None:
        return None
    held = hand.held(seat)
    unread = next((placed for placed in held if placed.card == "??"), None)
    if card is not None and unread is not None:
        hand.felt.name(unread, card)
        return unread
    return held[-1] if held and card is None else None
