"""One table that is dealt, played and asked at random, by people of every role: half of a pair of curious tables."""

import contextlib
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from burncard.api.simulate_command import usual_table
from burncard.controller.faults import Role
from burncard.firmware_bridge.driver import MS
from burncard.rules.cards import JOKER, PACK, Card, Seat
from burncard.rules.facts import Action, Press
from burncard.rules.games import GAMES
from burncard.rules.games.houses import HOUSES
from burncard.rules.outcomes import AwaitPlain
from burncard.rules.play.presses import PRESSES
from burncard.simulator.dealer import Dealer, Doing, NewHand, NotThereError, Put
from burncard.simulator.mistakes import MISTAKES
from burncard.simulator.pack import EmptyStubError, make_pack
from tests.harness.watched_table import EVERYBODY, MORE_PAGES, PAGES, Entry, Load, Move, Served, Stimulus, WatchedTable

ENTRY_CHANCE = 0.25
MISTAKE_CHANCE = 0.02
STIMULI_MAX = 75
EVERYTHING_EVERY = 9
"""Each page is asked for by everybody after one game of so many, with further ones, and by one after the others."""
PAUSES_NS = (0, 20 * MS, 100 * MS)
CARD_PRESSES = ("card-exposed", "card-flashed", "card-off-table", "joker-found", "looked", "split-openers")
PEOPLE: tuple[Role | None, ...] = (*("dealer",) * 8, *("floor",) * 8, "technician", "auditor", "observer", None)
FAULTS = ("tag-in-two-places", "felt-differs", "reader-fault", "journal-damaged", "no-such")
DECISIONS = ("dead-hand", "stands", "keep", "replace", "misdeal", "void", "remove", "correct", "redeal-board")
ACTIONS = ("fold", "check", "call", "show", "muck", "draw", "stand-pat", "all-in", "raise", "open", "bet")


class CuriousRun:
    """One table that is dealt, played and asked at random. `stimuli`: all that was done; `shown`: tags once shown;
    `pages`: what is asked for afterwards, by whom."""

    def __init__(self, seed: int, *, count_work: bool = False, served: Served | None = None) -> None:
        rng = self.rng = Random(f"curious/{seed}")
        game = GAMES[rng.choice(list(GAMES))]
        seats = rng.randint(max(2, game.min_seats), min(6, game.max_seats))
        self.config = usual_table(game.code, rng.choice(game.structures), rng.choice(list(HOUSES)), seats)
        self.red = make_pack("red", joker=game.joker, first_serial=1)
        self.blue = make_pack("blue", joker=game.joker, first_serial=0x100)
        self.dealer = Dealer(self.red, rng, self.blue, needs_openers=game.needs_openers)
        self.cards = ({one.uid: one.card for one in self.red}, {one.uid: one.card for one in self.blue})
        self.table = WatchedTable(self.config, *self.cards, count_work=count_work, served=served)
        everything = seed % EVERYTHING_EVERY == 0
        self.pages = [
            (role, page) for page in PAGES for role in (EVERYBODY if everything else rng.sample(EVERYBODY, 1))
        ]
        if everything:
            self.pages += [(role, page) for page in MORE_PAGES for role in rng.sample(EVERYBODY, 2)]
        self.stimuli: list[Stimulus] = []
        self.shown: set[str] = set()
        self._mistake: Iterator[Doing] | None = None
        self._last_stop: str | None = None
        self._answered: list[dict[str, Any]] = []

    def run(self) -> None:
        """Runs for a while; up to an exception of the product, which the other table must raise too."""
        length = self.rng.randint(5, STIMULI_MAX)
        self._load()
        while len(self.stimuli) < length:
            if self.rng.random() < ENTRY_CHANCE:
                self._enter(self._any_entry())
                continue
            try:
                doing = self._doing()
            except (NotThereError, EmptyStubError):
                doing = None
            if doing is None:
                self._enter(self._any_entry())
            elif isinstance(doing, Put):
                self._put(doing)
            elif isinstance(doing, NewHand):
                self._load()
            else:
                self._enter(self._entry_of(doing))

    def other_cards(self) -> tuple[dict[str, Card], dict[str, Card]]:
        """The same tags with other cards, but for those that were shown."""
        return self._exchanged(self.cards[0]), self._exchanged(self.cards[1])

    # ---- the deal --------------------

    def _doing(self) -> Doing | None:
        if self._mistake is not None:
            doing = next(self._mistake, None)
            if doing is not None:
                return doing
            self._mistake = None
        record = self.table.service.record
        hand, awaited = record.table.hand, record.table.awaited()
        if hand is None or hand.ended:
            return NewHand()
        if self.rng.random() < MISTAKE_CHANCE:
            possible = [one for one in MISTAKES if one.possible(hand, awaited)]
            if possible:
                self._mistake = self.rng.choice(possible).make(self.dealer, hand, awaited)
                return next(self._mistake, None)
        if isinstance(awaited, AwaitPlain) and awaited.await_ in ("shuffle", "cut"):
            due = hand.plan.due_deal()
            self.dealer.stub.shuffle()
            return None if due is None else self.dealer.put(self.dealer.stub.take(), due.zone, due.face)
        return self.dealer.follow(awaited, self._last_stop)

    def _put(self, put: Put) -> None:
        antenna = self.table.service.layout.antenna_of(put.zone)
        if put.face == "up" or put.zone == "board" or put.boxed or antenna is None:
            self.shown.add(put.physical.uid)
        self._do(Move(put.physical.uid, antenna, put.face, put.boxed))

    def _load(self) -> None:
        self._mistake = None
        self.dealer.collect()
        self._do(Load(tuple(self.dealer.stub.uids())))
        if self.table.stub:
            self.dealer.stub.arrange(self.table.stub)

    # ---- entries --------------------

    def _entry_of(self, doing: Action | Press | Any) -> Entry:
        """What the dealer enters for a player, or the floor decides."""
        body = msgspec.json.decode(msgspec.json.encode(doing))
        if isinstance(doing, Action):
            return self._sent("dealer", "/api/actions", msgspec.json.encode(body))
        return self._sent("floor", "/api/presses", msgspec.json.encode({**body, "operator": "Bea", "reason": "so"}))

    def _any_entry(self) -> Entry:
        rng, role = self.rng, self.rng.choice(PEOPLE)
        seats = [*(seat for seat, _ in self.config.seats), Seat(10)]
        ruling = f"r{rng.randint(1, 12)}"
        why = {"operator": "Al", "reason": "so"}
        lot = rng.random()
        if rng.random() < 0.5:
            return self._versioned(role, seats, ruling, lot)
        if lot < 0.6:
            return self._post(role, "/api/presses", self._press(seats) | why)
        if lot < 0.75:
            body = {"seat": rng.choice(seats), "action": rng.choice(ACTIONS), "amount": rng.choice([None, 10, 20, 40])}
            return self._post(role, "/api/actions", body | ({"discards": 2} if rng.random() < 0.2 else {}))
        if lot < 0.8:
            return self._post(role, "/api/chips", {"seat": rng.choice(seats), "chips": [rng.choice([5, 10, 25])]})
        if lot < 0.85:
            return self._post(role, f"/api/rulings/{ruling}/ack", {})
        if lot < 0.9:
            return self._post(role, f"/api/rulings/{ruling}/override", {"decision": rng.choice(DECISIONS)} | why)
        if lot < 0.93:
            return self._post(role, f"/api/faults/{rng.choice(FAULTS)}/clear", why)
        if lot < 0.95:
            return self._post(role, "/api/mode", {"mode": rng.choice(["open", "closed", "maintenance"])})
        if lot < 0.96:
            return self._post(role, "/api/enrolment", {"back": "green"})
        path = rng.choice(["/api/state", "/api/events?after=0", "/api/log", "/api/shuffler/clear-jam"])
        return Entry(role, "GET", path)

    def _versioned(self, role: Role | None, seats: list[Seat], ruling: str, lot: float) -> Entry:
        """A request to the versioned API, which answers more: pages, past moments, previews, exports."""
        rng, record = self.rng, self.table.service.record
        on = record.journal.count - rng.choice([0, 0, 0, 1, 2])
        fact = rng.randint(1, len(self.stimuli) + 1)
        if lot < 0.3:
            press = self._press(seats)
            kept = {name: press[name] for name in ("press", "seat", "nth", "card", "value")}
            return self._post(role, "/api/v1/presses", kept | {"on": on})
        if lot < 0.45:
            body = {
                "on": on,
                "seat": rng.choice(seats),
                "action": rng.choice(ACTIONS),
                "amount": rng.choice([None, 20]),
            }
            return self._post(role, "/api/v1/actions", body | ({"discards": 2} if rng.random() < 0.2 else {}))
        if lot < 0.5:
            return self._post(role, "/api/v1/undo", {"fact": record.journal.count})
        if lot < 0.54:
            return self._post(role, "/api/v1/retract", {"fact": fact, "reason": "so"})
        if lot < 0.57:
            return self._post(role, "/api/v1/void", {"hand": f"h{record.ledger.hands}", "reason": "so"})
        if lot < 0.63:
            decision = {"decision": rng.choice(DECISIONS), "reason": "so", "seat": rng.choice(seats)}
            return self._post(role, f"/api/v1/rulings/{ruling}/override", decision)
        if lot < 0.68:
            return self._sent(role, f"/api/v1/rulings/{ruling}/ack")
        if lot < 0.71:
            seat, what = rng.choice(seats), rng.choice(["leave", "chips", "away"])
            bodies: dict[str, dict[str, Any]] = {"chips": {"chips": 100, "kind": "add"}, "away": {"away": True}}
            return self._post(role, f"/api/v1/seats/{seat}/{what}", bodies.get(what, {}))
        hand = f"h{max(1, record.ledger.hands)}"
        pages = ["table", "rulings?state=past", "hands", f"hands/{hand}", "events?after=0", "seats", "table/next-hand"]
        pages += [f"rulings/{ruling}/choices", f"rulings/{ruling}", f"hands/{hand}/at/{fact}", f"hands/{hand}/at/{on}"]
        pages += ["exports/log", "faults", "devices", "decks", "session", "users", "mistakes", "statistics"]
        if record.ledger.hands <= 1 and record.in_hand:  # a full export names the hands that have ended
            pages += ["exports/log?full=true", "exports/phh"]
        return Entry(role, "GET", f"/api/v1/{rng.choice(pages)}")

    def _press(self, seats: list[Seat]) -> dict[str, Any]:
        rng = self.rng
        seat = rng.choice([*seats, *seats, None])
        names = CARD_PRESSES if rng.random() < 0.6 else sorted(PRESSES)
        return {
            "press": rng.choice(names),
            "seat": seat,
            "nth": rng.choice([None, None, 1, 2, 3]),
            "card": rng.choice([None, *self._claims(seat)]),
            "by": rng.choice(["dealer", "player", "floor", None]),
            "value": rng.choice([None, True, False]),
            "ruling": f"r{rng.randint(1, 12)}",
            "decision": rng.choice(DECISIONS),
            "fact": rng.randint(1, len(self.stimuli) + 1),
        }

    def _claims(self, seat: Seat | None) -> list[Card]:
        """What may be said of a card: what lies there, what lies anywhere, any card of the pack, the joker."""
        there = [] if seat is None else [put.physical.card for put in self.dealer.seat_cards(seat)]
        anywhere = [put.physical.card for put in self.dealer.felt.values()]
        return [*there, *self.rng.sample(anywhere, min(2, len(anywhere))), *self.rng.sample(PACK, 2), JOKER]

    def _post(self, role: Role | None, path: str, body: dict[str, Any]) -> Entry:
        data = msgspec.json.encode({key: value for key, value in body.items() if value is not None})
        return self._sent(role, path, data if self.rng.random() < 0.98 else data[: self.rng.randint(0, len(data))])

    def _sent(self, role: Role | None, path: str, data: bytes = b"") -> Entry:
        return Entry(role, "POST", path, data, self.rng.choice(PAUSES_NS))

    def _enter(self, entry: Entry) -> None:
        if entry.path in ("/api/actions", "/api/v1/actions") and b'"show"' in entry.body:
            self._show(entry.body)
        status, _ = self._do(entry)
        if status == 200 and b'"prove-openers"' in entry.body:
            self._show(entry.body)

    def _show(self, body: bytes) -> None:
        """A rule reveals: a hand is shown as it lies, and as the table has it, with what openers are proved by."""
        with contextlib.suppress(msgspec.DecodeError, KeyError):
            seat = msgspec.json.decode(body)["seat"]
            self.shown.update(put.physical.uid for put in self.dealer.seat_cards(seat))
            hand = self.table.service.record.table.hand
            if hand is not None:
                lying = (*hand.held(seat), *hand.claims.opening_cards)
                self.shown.update(placed.tag for placed in lying if placed.tag is not None)

    # ---- inside --------------------

    def _do(self, stimulus: Stimulus) -> tuple[int, bytes]:
        self.stimuli.append(stimulus)
        before = self.table.service.record.journal.count
        answer = self.table.do(stimulus)
        for update in self.table.service.record.updates_after(before):
            self.dealer.hear(update.outcomes)
            for outcome in update.outcomes:
                if getattr(outcome, "severity", "") == "stop":
                    self._last_stop = outcome.id  # type: ignore[union-attr]
        return answer

    def _exchanged(self, cards: dict[str, Card]) -> dict[str, Card]:
        hidden = [uid for uid in cards if uid not in self.shown]
        others = [cards[uid] for uid in hidden]
        self.rng.shuffle(others)
        return cards | dict(zip(hidden, others, strict=True))
