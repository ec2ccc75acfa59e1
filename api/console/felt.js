// Draws every felt of the product from the view of a table: console, desk, replay, simulator.

import { card } from "./cards.js";
import { h } from "./dom.js";
import { line, middle, planFor } from "./places.js";
import { chips, fewDigits, potName, statusText } from "./words.js";

const FAN_STEP = 5.1;
const OUT = ["folded", "dead", "mucked"];
const ABSENT = ["away", "empty", "busted", "waiting"];

/** What a felt shows besides the view. `next`: the place of the next card; `act`: the seat whose turn it is; `tone`:
 *  light or repair; `stops`, `repairs`: places in a ring; `near`: places that are not dimmed where `dim`;
 *  `lines`: [{ from, to, kind, mark }]; `wins`: { cards, seats, losers }; `pushed`: index of a pot; `notes`: under a plate. */
export const QUIET = { next: null, act: null, tone: "light", lines: [], stops: [], repairs: [], near: [], wins: null, pushed: null, notes: {}, dim: false };

/** The felt of a table. `upright`: for a screen that is higher than wide; `small`: for a phone. */
export function felt(view, shown, upright, small = false) {
  const plan = planFor(lastSeat(view), upright);
  const known = new Map(view.seats.map((seat) => [seat.seat, seat]));
  const seats = plan.seats.map((_, index) => known.get(index + 1) || { seat: index + 1, status: "closed", cards: [], stack: 0, bet: 0 });
  const size = { W: plan.width, H: plan.height, hole: plan.hole, "plate-w": plan.plate[0], "plate-h": plan.plate[1], group: plan.group };
  const table = { view, shown, plan, count: small ? fewDigits : chips, back: view.hand?.back || view.deck?.back || "red" };
  return h("div", { class: `felt of-${plan.size} ${upright ? "upright" : "lying"} ${shown.dim ? "dim" : ""}`, key: `${plan.size}${upright}`, vars: size },
    h("div", { class: "rail" }), h("div", { class: "printed" }),
    centre(table),
    h("ol", { class: "seats", "aria-label": "Seats" }, seats.map((seat) => drawSeat(seat, table))),
    h("div", { class: "bets" }, seats.map((seat) => bet(seat, table)), buttonDisc(view, plan)),
    piles(table), lines(shown.lines, table));
}

/** The highest seat that is drawn: those that the table is set up for, and any other that somebody has. */
export function lastSeat(view) {
  return Math.max(view.places, ...view.seats.filter((seat) => seat.status !== "empty" || seat.cards.length).map((seat) => seat.seat));
}

const at = ([x, y], more) => ({ x, y, ...more });

function dimmed(zone, shown) {
  return shown.dim && !shown.stops.includes(zone) && !shown.near.includes(zone) ? "dimmed" : "";
}

function due(tone) { return tone === "repair" ? "next blue" : "next"; }

// ---- seats --------------------

function drawSeat(seat, table) {
  const { view, shown, plan, count } = table;
  const zone = `seat:${seat.seat}`;
  const lit = shown.next === zone || shown.act === seat.seat;
  const stop = shown.stops.includes(zone);
  const classes = ["seat", seat.status, plan.upright && count(seat.stack).length > 6 ? "crowded" : "", stop ? "stop" : "", lit || shown.repairs.includes(zone) ? `lit ${shown.tone}` : "",
    shown.wins?.seats.includes(seat.seat) ? "won" : "", dimmed(zone, shown), view.radio?.weak.includes(zone) ? "weak" : ""];
  const note = shown.notes[seat.seat];
  return h("li", { key: seat.seat, "data-zone": zone, class: classes.filter(Boolean).join(" "), vars: at(middle(plan, zone)), "aria-label": seatText(seat, lit) },
    h("span", { class: "hand", "aria-hidden": "true" }, fan(seat, zone, table)),
    h("span", { class: "plate", "aria-hidden": "true" },
      h("b", { class: "number" }, seat.seat),
      h("span", { class: "name" }, OUT.includes(seat.status) || ABSENT.includes(seat.status) ? statusText(seat.status) : seat.name || ""),
      ["closed", "empty"].includes(seat.status) ? null : h("b", { class: "stack" }, seat.status === "all-in" && !seat.stack ? "all-in" : count(seat.stack)),
      stop ? h("i", { class: "octagon" }, "!") : null),
    note ? h("span", { class: "under" }, note) : null);
}

function fan(seat, zone, { view, shown, plan, back }) {
  const cards = seat.cards.map(({ card: code, mark }) => ({ code, mark }));
  if (shown.next === zone) cards.push({ code: null, mark: due(shown.tone) });
  const dealing = view.state === "dealing" && ["in", "all-in"].includes(seat.status) && !view.board.length;
  while (dealing && cards.length < Math.min(view.game.hand_size, 2)) cards.push({ code: null, mark: "free" });
  const pair = cards.length <= 2;
  const step = pair ? plan.hole * 1.07 : Math.min(plan.upright ? 5.4 : FAN_STEP, (plan.plate[0] - 1.4 - plan.hole) / (cards.length - 1));
  const pack = middle(plan, "stub");
  const mine = middle(plan, zone);
  return cards.map(({ code, mark }, index) => card(code, {
    key: code === null ? `free${index}` : index, back, state: `${markOf(code, mark, seat.seat, shown)} ${pair ? "" : "fanned"}`,
    vars: { x: (index - (cards.length - 1) / 2) * step, step, fx: pack[0] - mine[0], fy: pack[1] - mine[1] },
  }));
}

// A card that is open is lit or darkened at the showdown; otherwise it is marked as the table says.
function markOf(code, mark, seat, shown) {
  if (!shown.wins || code === null || code === "back") return mark || "";
  if (shown.wins.cards.includes(code) && (seat === null || shown.wins.seats.includes(seat))) return "wins";
  return seat === null || shown.wins.losers.includes(seat) ? "loses" : "";
}

function seatText(seat, lit) {
  const up = seat.cards.filter(({ card: code }) => code !== "back").length;
  const down = seat.cards.length - up;
  const words = [`Seat ${seat.seat}`, seat.name, seat.status === "in" ? "" : statusText(seat.status), ["closed", "empty"].includes(seat.status) ? "" : chips(seat.stack),
    seat.bet ? `${chips(seat.bet)} bet` : "", lit ? "due" : "", down ? `${down} face down` : "", up ? `${up} face up` : ""];
  return words.filter(Boolean).join(", ");
}

// ---- chips --------------------

function bet(seat, { plan, count }) {
  if (!seat.bet) return null;
  return h("span", { key: seat.seat, class: "bet", vars: at(plan.bets[seat.seat - 1]), "aria-hidden": "true" }, h("i", { class: "chip" }), h("b", null, count(seat.bet)));
}

function buttonDisc(view, plan) {
  if (!view.button || view.button > plan.seats.length) return null;
  const [x, y] = middle(plan, `seat:${view.button}`);
  const [width, height] = plan.plate;
  const plateTop = y + plan.group / 2 - height;
  const corner = plan.upright ? [x < 50 ? x + width / 2 - 2 : x - width / 2 + 2, plateTop - 3.4] : [x + width / 2 - 0.4, plateTop - 1.2];
  return h("span", { key: "button", class: "disc", vars: at(corner), role: "img", "aria-label": `Button: seat ${view.button}` }, "D");
}

function pots({ view, shown, count }) {
  const one = [{ name: "Pot", amount: view.pot_total }];
  const many = shown.pots || (view.pots.length > 1 ? view.pots : one);
  if (!shown.pots && !view.pot_total) return null;
  return many.map((pot, index) => h("span", { key: index, class: `pot ${shown.pushed === index ? "pushed" : ""}` },
    h("span", null, many.length > 1 ? potName(pot.name, many.length) : "Pot"), h("b", null, count(pot.amount))));
}

// ---- the middle --------------------

function centre(table) {
  const { view, shown, plan, back } = table;
  const places = view.board_size ? Math.max(view.board_size, view.board.length) : view.board.length;
  const wide = plan.upright ? 14 : 11.8;
  const pack = plan.places.stub;
  const cards = Array.from({ length: places }, (_, index) => {
    const placed = view.board[index];
    const vars = { fx: pack[0] - plan.places.board[0] - (index - 2) * wide, fy: pack[1] - plan.places.board[1] };
    if (placed) return card(placed.card, { key: index, back, state: markOf(placed.card, placed.mark, null, shown), vars });
    return card(null, { key: `free${index}`, state: shown.next === "board" && index === view.board.length ? due(shown.tone) : "free" });
  });
  const lit = shown.stops.includes("board") ? "stop" : "";
  return h("div", { class: `centre ${dimmed("board", shown)}` },
    places ? h("div", { class: `board ${lit}`, "data-zone": "board", vars: at(plan.places.board), role: "group", "aria-label": "Board" }, cards) : null,
    h("div", { class: "pots", vars: at(places ? plan.places.pot : [plan.places.board[0], 38]) }, pots(table)));
}

function piles(table) {
  const { view, shown } = table;
  const back = (count) => (count ? ["back"] : []);
  const open = (cards) => cards.slice(-1).map(({ card: code }) => code);
  return h("div", { class: "piles", role: "group", "aria-label": "In front of the dealer" },
    pile("muck", "Muck", view.muck, back(view.muck), table),
    pile("stub", "Pack", view.stub, back(view.stub ?? 1), table),
    pile("burn", "Burn", view.burns.length, open(view.burns), table),
    view.aside.length || shown.next === "aside" ? pile("aside", "Aside", view.aside.length, open(view.aside), table) : null);
}

function pile(zone, name, count, cards, { view, shown, plan, back }) {
  const here = shown.next === zone && zone !== "stub";
  const lit = shown.stops.includes(zone) ? "stop" : shown.next === zone || shown.repairs.includes(zone) ? `lit ${shown.tone}` : "";
  return h("span", { key: zone, "data-zone": zone, class: `pile ${zone} ${lit} ${dimmed(zone, shown)} ${view.radio?.weak.includes(zone) ? "weak" : ""}`, vars: at(middle(plan, zone)), "aria-label": count ? `${name}, ${count}` : name, role: "group" },
    here ? card(null, { key: "next", state: due(shown.tone) }) : card(cards[0] ?? null, { key: cards[0] ?? "free", back, state: cards.length ? "" : "free" }),
    h("span", { class: "label", "aria-hidden": "true" }, name, count && !plan.upright ? h("span", { class: "count" }, ` ${count}`) : null));
}

// ---- lines --------------------

function lines(wanted, { view, plan }) {
  const nextBoard = plan.places.board[0] + (Math.min(view.board.length, 4) - 2) * (plan.upright ? 14 : 11.8);
  const drawn = wanted.filter((one) => one.from && one.to && one.from !== one.to && one.to !== "off")
    .map((one) => ({ ...one, ...line(plan, one.from, one.to, one.to === "board" ? nextBoard : undefined, one.mark ? 1 : 0) }));
  return h("div", { class: "lines", "aria-hidden": "true" },
    h("svg", { viewBox: `0 0 ${plan.width} ${plan.height}` }, drawn.map((one) => h("g", { key: `${one.from}-${one.to}-${one.mark || ""}`, class: `line ${one.kind}` },
      h("path", { class: "casing", d: one.d }), h("path", { class: "dots", d: one.d }),
      h("path", { class: "head", d: "M1.6 0L-3 2.3V-2.3Z", transform: `translate(${one.end.join(" ")}) rotate(${one.angle})` })))),
    drawn.filter((one) => one.mark).map((one) => h("b", { key: one.mark, class: `mark ${one.kind}`, vars: at(one.middle) }, one.mark)));
}
