"""The pack between hands: what the shuffler's reports must say before a card may be dealt."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from burncard.rules.cards import Card
from burncard.rules.facts import Hand, Shuffler
from burncard.rules.hand.steps import Cut, Shuffle, announce
from burncard.rules.rulings.effects import First, Tell
from burncard.rules.rulings.rulebook import Verdict

PACK_SIZES = (52, 53)
RIFFLES_MIN = 4
CUT_PART_MIN = 4
ABOUT_THE_PACK = frozenset(["verified", "shuffled", "cut", "sorted", "delivered"])


class PackState(msgspec.Struct, frozen=True):
    """What is known of the next hand's pack.

    `done`: what was reported of it and well done; `riffles`: those so far; `short`: it was counted after the last hand
    and cards were missing; `boxed`: the cards seen face up in it, until it is shuffled again.
    """

    done: frozenset[str] = frozenset()
    reported: bool = False
    riffles: int = 0
    count: int | None = None
    short: bool = False
    boxed: tuple[Card, ...] = ()


class PackReports:
    """The shuffler's reports since the last hand."""

    def __init__(self, state: PackState) -> None:
        self.state = state

    def take(
        self, fact: Shuffler, played: Hand | None, *, ended: bool = False, repair: bool = False
    ) -> list[tuple[str, Verdict]]:
        """The rules, with their verdicts, that a report calls for.

        `played`: the hand in play, with one pack while the other one may be made ready for the next, or the hand before
        if it has `ended`. `repair`: the shuffle or cut was a step of that hand's repair.
        """
        played_with = fact.event == "verified" and played is not None and fact.back in (None, played.back)
        in_hand = repair or (played_with and not ended)
        after_hand = played_with and ended and not self.state.reported
        trouble = list(self._troubles(fact, in_hand=in_hand, played_with=in_hand or after_hand))
        if not in_hand and fact.event in ABOUT_THE_PACK:
            self._remember(fact, well=not trouble, counted=all(rule_id != "deck.count" for rule_id, _ in trouble))
        if fact.event == "verified" and not in_hand:
            self.state = replace(self.state, short=any(rule_id == "deck.missing-card" for rule_id, _ in trouble))
        return trouble

    def _remember(self, fact: Shuffler, *, well: bool, counted: bool) -> None:
        state = self.state
        if fact.event == "verified":
            done, boxed = state.done | {"verified"}, tuple(map(Card, fact.boxed))
            self.state = replace(state, reported=True, done=done, count=fact.count if counted else None, boxed=boxed)
        else:
            done = state.done | {fact.event} if well else state.done - {fact.event}
            boxed = () if fact.event in ("shuffled", "sorted") else state.boxed
            self.state = replace(state, reported=True, done=done, boxed=boxed)

    def _troubles(self, fact: Shuffler, *, in_hand: bool, played_with: bool) -> Iterator[tuple[str, Verdict]]:
        if fact.event == "verified":
            yield from _verified(fact, played_with=played_with)
        elif fact.event == "shuffled" and fact.riffles is not None and (in_hand or "shuffled" not in self.state.done):
            riffles = self.state.riffles + fact.riffles
            enough = riffles >= RIFFLES_MIN
            self.state = replace(self.state, riffles=0 if enough else riffles)
            if not enough:
                message = f"The pack was riffled {riffles} times; four is the least. Shuffle again."
                yield "shuffle.riffles", Verdict(decision="correct", effects=(Tell((Shuffle(),)),), message=message)
        elif fact.event == "cut" and fact.parts and _cut_too_thin(fact.parts):
            message = f"A part of the cut has {_cards(min(fact.parts))}; four is the least. Cut again."
            yield "shuffle.cut-size", Verdict(decision="correct", effects=(Tell((Cut(),)),), message=message)

    def unready(self, pack_size: int, joker_rule: str) -> tuple[str, Verdict] | None:
        """The rule by which a pack may not be dealt from, at the start of a hand; the reports are then forgotten.

        `pack_size`: the cards that the hand is played with. `joker_rule`: why a joker is one of them, if it is.
        """
        known, self.state = self.state, PackState()
        count = known.count
        if known.short:
            return "deck.count", _put_right("The pack was short after the last hand.")
        if count in PACK_SIZES and count != pack_size:
            rule_id = joker_rule if count < pack_size else "deck.count"
            joker = "with its joker" if count < pack_size else "without a joker"
            return rule_id, _put_right(f"The pack has {count} cards; this game is played {joker}, with {pack_size}.")
        verdict = _missing(known.done) if known.reported else None
        return None if verdict is None else ("shuffle.required", verdict)


def _missing(done: frozenset[str]) -> Verdict | None:
    """What has not been done, or not well, to a pack of which there are reports."""
    steps = [step for event, step in (("shuffled", Shuffle()), ("cut", Cut())) if event not in done]
    if not steps or "delivered" in done:
        return None
    message = "The pack must be shuffled and cut before the first card is dealt."
    return Verdict(decision="correct", effects=(First(tuple(steps)),), message=message)


def _put_right(trouble: str) -> Verdict:
    asked = Tell((announce("complete or change the pack"),))
    return Verdict(decision="correct", effects=(asked,), message=f"{trouble} Do not deal; complete it or change it.")


def _verified(fact: Shuffler, *, played_with: bool) -> Iterator[tuple[str, Verdict]]:
    troubles = []
    if fact.count is not None and fact.count not in PACK_SIZES:
        troubles.append(_cards(fact.count))
    if fact.duplicate:
        troubles.append(f"{_cards(len(fact.duplicate))} twice")
    if fact.missing:
        troubles.append(f"{_cards(len(fact.missing))} missing")
    if fact.foreign:
        troubles.append(f"{_cards(fact.foreign)} of another pack")
    short = bool(fact.missing) or (fact.count is not None and fact.count < min(PACK_SIZES))
    if short and played_with and not fact.duplicate and not fact.foreign:
        message = "The pack is short. The hand's result stands; count the pack before the next deal."
        yield "deck.missing-card", Verdict(decision="stands", message=message)
    elif troubles:
        yield "deck.count", _put_right(f"The pack is not right: {', '.join(troubles)}.")
    if fact.boxed:
        lie = "lies" if len(fact.boxed) == 1 else "lie"
        message = f"{_cards(len(fact.boxed))} {lie} face up in the pack. Square it and shuffle again before dealing."
        yield "boxed.shuffler-report", Verdict(decision="stands", message=message)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _cut_too_thin(parts: list[int]) -> bool:
    whole = sum(parts)
    return min(parts) < (CUT_PART_MIN if whole >= 2 * CUT_PART_MIN else whole // 2)
