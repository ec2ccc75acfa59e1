"""The table: facts in, outcomes out.

`Table.apply` takes one fact and answers with everything that it causes, the last of it a `next`. The state of a table
is exactly what applying its facts in order gives; nothing else goes in. A fact that is not allowed is answered with a
`refuse` ruling; an exception from here is a bug.
"""

from typing import cast

import msgspec

from burncard.rules import book as book
from burncard.rules.cards import JOKER
from burncard.rules.compiling import mypyc_attr
from burncard.rules.dealing import sweeps
from burncard.rules.dealing.awaited import AWAIT_HAND, awaited
from burncard.rules.dealing.classify import classify
from burncard.rules.dealing.drawing import shown_by
from burncard.rules.dealing.follow import follow_card
from burncard.rules.dealing.meaning import Joined, Meaning
from burncard.rules.dealing.straight import next_card_due, take_due_card
from burncard.rules.facts import Action, CardSeen, ChipsMoved, Fact, Hand, Press, Shuffler
from burncard.rules.games import GAMES
from burncard.rules.games.game import Game
from burncard.rules.games.posted import as_posted
from burncard.rules.hand.changes import burned_early
from burncard.rules.hand.in_play import HandInPlay
from burncard.rules.hand.steps import Drawing
from burncard.rules.hand.table_card import Claim, TableCard
from burncard.rules.outcomes import Decision, Next, Outcome, Result, Ruling
from burncard.rules.play.actions import act, is_step_of_repair, move_chips, shuffled_or_cut
from burncard.rules.play.advance import settle
from burncard.rules.play.between_hands import BetweenHands
from burncard.rules.play.boundary import Boundary
from burncard.rules.play.card_presses import compare_claims
from burncard.rules.play.overrides import refusal, tell_decision, too_late
from burncard.rules.play.pack_reports import PackReports
from burncard.rules.play.presses import press
from burncard.rules.play.start import ButtonBefore, begin, joker_rule, rule_on_the_start
from burncard.rules.rulings import irregularities as wrong
from burncard.rules.rulings.decisions import CANNOT_RETRACT, COLLECTED, ENDINGS, NO_HAND
from burncard.rules.rulings.irregularities import Irregularity
from burncard.rules.rulings.rulebook import RULES
from burncard.rules.rulings.rulings import Rulings, caused_by


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """One table, followed from its first fact.

    `games`: the games it knows, by code; a game can be added by data alone. `since`: where another table stood when the
    first `hand` fact that this one is given came.
    """

    def __init__(self, games: dict[str, Game] | None = None, since: Boundary | None = None) -> None:
        since = since or Boundary(0, 0, None)
        self._carried = since.carried
        self._games = GAMES if games is None else games
        self.fact_count = since.fact_count  # how many facts it has taken
        self._hand: HandInPlay | None = None
        self._hand_facts: list[tuple[int, Fact]] = []
        self._retracted: set[int] = set()
        self._before = since  # where the table stood when the hand began
        self._button_before = since.button_before
        self._rulings = Rulings(since.ruling_count)
        self._pack = PackReports(since.pack)
        self._sweep: int | None = None
        self._held: list[sweeps.Held] = []
        self._result: Result | None = None
        self._between = BetweenHands()
        self._awaited: Next | None = None  # as of the last fact; None while one is being taken

    @property
    def hand(self) -> HandInPlay | None:
        """The hand in play, or the one that ended last."""
        return self._hand

    @property
    def boundary(self) -> Boundary:
        """Where the table stands. Means something between hands only."""
        return Boundary(self.fact_count, self._rulings.count, self._button_before, self._carried, self._pack.state)

    @property
    def rulings(self) -> Rulings:
        """The rulings of the hand in play, or of the one that ended last."""
        return self._rulings

    @property
    def holds_back(self) -> bool:
        """Whether cards of an open sweep are held that nothing explains yet."""
        return bool(self._held)

    def apply(self, fact: Fact) -> list[Outcome]:
        """Takes the next fact of the table; its outcomes in order, the last of them a `next`."""
        self.fact_count += 1
        self._awaited = None
        out: list[Outcome] = []
        if type(fact) is CardSeen and self._take_straight(fact, out):
            return out
        if self._sweep is not None and fact.sweep != self._sweep:
            self._close_sweep(out)
        if type(fact) is Press and fact.press == "retract":
            self._retract(fact, out)
        elif type(fact) is Press and fact.press == "override":
            self._rulings.fact = self.fact_count
            self._override(self.fact_count, fact, out)
        else:
            self._take(self.fact_count, fact, out)
        if wrong_claims := self._compare_claims(out):
            self._rule_by_cards_read(wrong_claims, out)
        self._awaited = self.awaited()
        out.append(self._awaited)
        return out

    def finish(self) -> list[Outcome]:
        """The log ends: what an open sweep had held back, with a `next` after it; nothing otherwise."""
        out: list[Outcome] = []
        provisional, self._awaited = self.awaited(), None
        if self._sweep is not None:
            self._close_sweep(out)
            if wrong_claims := self._compare_claims(out):
                self._rule_by_cards_read(wrong_claims, out)
        return [*out, self.awaited()] if out or self.awaited() != provisional else []

    def awaited(self) -> Next:
        """What the table waits for now."""
        if self._awaited is not None:
            return self._awaited
        if self._between.deciding is not None:
            return self._between.deciding.awaited()
        return AWAIT_HAND if self._hand is None else awaited(self._hand)

    # ---- one fact --------------------

    def _take_straight(self, fact: CardSeen, out: list[Outcome]) -> bool:
        """Takes a fact that is plainly what the table awaits, with the `next` after it; whether it was."""
        hand = self._hand
        if hand is None or hand.ended_as is not None or self._sweep is not None or not take_due_card(hand, fact):
            return False
        self._rulings.fact = self.fact_count
        self._hand_facts.append((self.fact_count, fact))
        following = next_card_due(hand)
        if following is None:
            self._settle(hand, out)
            following = self.awaited()
        self._awaited = following
        out.append(following)
        return True

    def _take(self, number: int, fact: Fact, out: list[Outcome]) -> None:
        self._rulings.fact = number
        if type(fact) is Hand:
            self._begin(number, fact, out)
            return
        hand = self._hand
        if hand is not None:
            self._hand_facts.append((number, fact))
        if hand is not None and type(fact) is Press and fact.press == "override":
            tell_decision(hand, number, fact, self._rulings, out)
        elif hand is None or hand.ended:
            self._between_hands(fact, out)
            return
        match fact:
            case Action():
                act(hand, fact, self._rulings, out)
            case CardSeen():
                if sweeps.is_one_too_many(hand, self._held, fact):
                    self._rulings.refuse("table.too-many-cards", "More cards are reported than two packs have.", out)
                elif fact.sweep is not None:
                    self._sweep_card(hand, number, fact, out)
                else:
                    self._card(hand, fact, out)
            case ChipsMoved():
                move_chips(hand, fact, self._rulings, out)
            case Press() if fact.press != "override":
                press(hand, fact, self._rulings, out)
            case Shuffler():
                repair = is_step_of_repair(hand, fact)
                if not self._pack_report(fact, out, repair=repair) and repair:
                    shuffled_or_cut(hand, fact)
        self._settle(hand, out)

    def _settle(self, hand: HandInPlay, out: list[Outcome]) -> None:
        settle(hand, self._rulings, out)
        if hand.ended:
            self._hand_ended(hand, out)

    def _hand_ended(self, hand: HandInPlay, out: list[Outcome]) -> None:
        self._result = next((outcome for outcome in out if isinstance(outcome, Result)), self._result)
        self._button_before = ButtonBefore.of(hand)
        self._carry_on(hand)

    def _carry_on(self, hand: HandInPlay) -> None:
        """What the hand that has ended, and what was pressed since, leave for the next one."""
        if self._result is not None:
            self._carried = self._before.carried.after(hand, self._result)

    def _pack_report(self, fact: Shuffler, out: list[Outcome], *, repair: bool = False) -> bool:
        """Whether the report calls for a rule."""
        hand = self._hand if self._hand is not None and not self._hand.cards_must_return else None
        played, ended = (None, False) if hand is None else (hand.fact, hand.ended)
        troubles = self._pack.take(fact, played, ended=ended, repair=repair)
        for rule_id, verdict in troubles:
            self._rulings.tell(rule_id, verdict, out)
        return bool(troubles)

    def _card(self, hand: HandInPlay, fact: CardSeen, out: list[Outcome]) -> None:
        self._tell(hand, self._follow(hand, fact, out), out)

    def _follow(self, hand: HandInPlay, fact: CardSeen, out: list[Outcome]) -> Meaning:
        drawing = hand.drawing if isinstance(hand.plan.behind_waiting, Drawing) else None
        if drawing is not None and shown_by(hand, drawing, fact):
            settle(hand, self._rulings, out)
        return follow_card(hand, fact, classify(hand, fact))

    def _tell(self, hand: HandInPlay, meaning: Meaning, out: list[Outcome]) -> None:
        if isinstance(meaning, Irregularity):
            self._rulings.rule_on(hand, meaning, out)
        elif isinstance(meaning, Joined):
            self._rulings.add_step(meaning.step, meaning.beside, out)
        elif meaning is not None:
            out.append(meaning)

    def _begin(self, number: int, fact: Hand, out: list[Outcome]) -> None:
        game = begin(fact, self._hand, self._carried.unopened, self._games, self._rulings, out)
        if game is None:
            return
        self._before = self.boundary
        self._rulings.new_hand()
        self._retracted = set()
        self._open(number, fact, game, out)

    def _open(self, number: int, fact: Hand, game: Game, out: list[Outcome]) -> None:
        """The hand's first outcomes: what is wrong with the pack, the button or the antes."""
        self._rulings.fact = number
        hand = self._hand = self._carried.hand_of(fact, game)
        self._hand_facts = [(number, fact)]
        self._result, self._between = None, BetweenHands()
        hand.pack.lies_boxed(self._pack.state.boxed)
        if (unready := self._pack.unready(hand.pack.size, joker_rule(hand))) is not None:
            self._rulings.give(hand, unready[0], RULES[unready[0]].source, unready[1], out)
        before = self._button_before
        button = None if before is None else before.wrong_for(fact)
        if button is not None:
            self._rulings.rule_on(hand, wrong.ButtonOutOfPlace(button, fact.button or button), out)
        elif before is not None and fact.button is not None and before.put_right_by(fact):
            self._rulings.rule_on(hand, wrong.ButtonPutRight(fact.button), out)
        rule_on_the_start(hand, self._rulings, out)
        self._settle(hand, out)
        if button is not None:
            # The redeal is made with the button where it is due, not where it stood by mistake.
            self._button_before = ButtonBefore(button, frozenset(fact.seats), moves=False)

    def _between_hands(self, fact: Fact, out: list[Outcome]) -> None:
        if isinstance(fact, Shuffler):
            self._pack_report(fact, out)
            return
        self._sweep = None if isinstance(fact, CardSeen) else self._sweep
        self._between.take(self._hand, fact, self._rulings, out)
        if isinstance(fact, Press) and self._hand is not None:
            self._carry_on(self._hand)

    # ---- sweeps --------------------

    def _sweep_card(self, hand: HandInPlay, number: int, fact: CardSeen, out: list[Outcome]) -> None:
        """Takes the cards of one reader cycle in whatever order explains them; holds those that nothing explains."""
        self._sweep = fact.sweep
        if sweeps.is_held(self._held, fact):
            return
        new = sweeps.Held(number, fact)
        self._held.append(new)
        candidates = [new]  # the state has not changed since the others were last looked at
        while not hand.ended and (held := sweeps.explained(hand, candidates)) is not None:
            self._held.remove(held)
            self._card(hand, held.fact, out)
            settle(hand, self._rulings, out)
            candidates = self._held

    def _close_sweep(self, out: list[Outcome]) -> None:
        """No order of the sweep's cards made the deal right: those left over are ruled on, in the order of the deal."""
        self._sweep = None
        held, self._held = self._held, []
        if held and self._hand is not None:
            sweeps.deal_in_pairs(self._hand, held)
        while held:
            hand = self._hand
            if hand is None or hand.ended:
                self._between_hands(held.pop(0).fact, out)
                continue
            late = sweeps.next_of(hand, held)
            held.remove(late)
            self._rulings.fact = late.number
            before = len(out)
            meaning = self._follow(hand, late.fact, out)
            if isinstance(meaning, wrong.EarlyBurn) and hand.dealing.early_burn is None and sweeps.dealt_on(held):
                burned_early(hand, meaning.placed)  # what was dealt after it is ruled on, and the burn with it
            else:
                self._tell(hand, sweeps.all_of_one_kind(hand, meaning, held), out)
            hand.dealing.mistake_in_sweep = hand.dealing.mistake_in_sweep or isinstance(meaning, Irregularity)
            self._settle(hand, out)
            out[before:] = (caused_by(outcome, late.number) for outcome in out[before:])
        if self._hand is not None:
            self._hand.dealing.mistake_in_sweep = False

    # ---- taking something back --------------------

    def _retract(self, fact: Press, out: list[Outcome]) -> None:
        """Works the hand out again without one of its facts."""
        numbers = {number for number, _ in self._hand_facts[1:]}
        if self._hand is None or fact.fact not in numbers or fact.fact in self._retracted:
            self._rulings.refuse(CANNOT_RETRACT.code, CANNOT_RETRACT.words, out)
            return
        assert fact.fact is not None
        self._retracted.add(fact.fact)
        self._rulings.uphold(fact.fact)
        again, outcomes = self._worked_out_again()
        self._go_on_from(again, [outcome for _, outcome in outcomes], out)

    def _override(self, number: int, fact: Press, out: list[Outcome]) -> None:
        """Works the hand out again with one of its rulings decided as the floor says."""
        hand, rulings = self._hand, self._rulings
        refused = refusal(rulings, fact)
        if refused is None and hand is not None and hand.ended and self._between.collecting:
            refused = COLLECTED
        over = hand is not None and hand.cards_must_return and fact.decision in ENDINGS
        if hand is None or over or (hand.ended and fact.by != "floor"):
            refused = NO_HAND
        if refused is not None:
            rulings.refuse(refused.code, refused.words, out)
            return
        assert hand is not None
        assert fact.ruling is not None
        ruling, decision = rulings.asked_first(fact.ruling), cast(Decision, fact.decision or "stands")
        before = rulings.decision_on(ruling)
        rulings.decide(ruling, decision)
        after: list[Outcome] = []
        if decision != before and before != "floor" and decision not in ENDINGS:
            again, outcomes = self._worked_out_again()
            refused = too_late(rulings, again._rulings, outcomes)
            if refused is not None:
                rulings.uphold(number)
                rulings.refuse(refused.code, refused.words, out)
                return
            self._go_on_from(again, [outcome for _, outcome in outcomes], after)
        out += [outcome for outcome in after if isinstance(outcome, Ruling)]
        self._take(number, fact, out)
        out += [outcome for outcome in after if isinstance(outcome, Result)]

    def _compare_claims(self, out: list[Outcome]) -> list[tuple[TableCard, Claim]]:
        """The claims that decided a ruling and that a card read face up has shown to be wrong."""
        hand = self._hand if self._sweep is None else None
        return [] if hand is None or not hand.felt.claimed else compare_claims(hand, self._rulings, out)

    def _rule_by_cards_read(self, wrong_claims: list[tuple[TableCard, Claim]], out: list[Outcome]) -> None:
        """Works the hand out again with the presses corrected; one that found a joker where there is none is void."""
        self._retracted.update(claim.fact for _, claim in wrong_claims if claim.card == JOKER)
        read = {claim.fact: placed.card for placed, claim in wrong_claims}
        self._hand_facts = [
            (number, msgspec.structs.replace(fact, card=read[number]) if number in read else fact)
            for number, fact in self._hand_facts
        ]
        again, outcomes = self._worked_out_again()
        self._go_on_from(again, [outcome for _, outcome in outcomes], out)

    def _worked_out_again(self) -> tuple["Table", list[tuple[Fact, Outcome]]]:
        """The hand from its facts, but for those taken back, as the floor has decided."""
        again = Table(self._games, self._before)
        again._rulings = self._rulings.again()
        outcomes: list[tuple[Fact, Outcome]] = []
        for number, fact in self._hand_facts:
            over = again._hand is not None and again._hand.ended and isinstance(fact, Action | ChipsMoved)
            if number not in self._retracted and not over:
                given: list[Outcome] = []
                if again._sweep is not None and fact.sweep != again._sweep:
                    again._close_sweep(given)
                if type(fact) is Hand:
                    again._open(number, fact, as_posted(self._games[fact.game], fact), given)
                else:
                    again._take(number, fact, given)
                again._compare_claims(given)
                outcomes += [(fact, outcome) for outcome in given]
        closed: list[Outcome] = []
        if again._sweep is not None:
            again._close_sweep(closed)
            again._compare_claims(closed)
        return again, outcomes + [(self._hand_facts[-1][1], outcome) for outcome in closed]

    def _go_on_from(self, again: "Table", outcomes: list[Outcome], out: list[Outcome]) -> None:
        """The hand stands as it was worked out again; what has not been reported of it is reported."""
        known, result = self._rulings.known, self._result
        for name in ("_hand", "_rulings", "_pack", "_result", "_sweep", "_held", "_between", "_carried"):
            setattr(self, name, getattr(again, name))
        self._button_before = again._button_before
        for outcome in outcomes:
            unheard = outcome.id not in known if isinstance(outcome, Ruling) else outcome != result
            if isinstance(outcome, Ruling | Result) and unheard:
                out.append(outcome)
