// What matters on the felt now: the place of the next card, the seat to act, the places of a stop, the winning hand.

import { QUIET } from "./felt.js";
import { potName } from "./words.js";

const WAITS = ["open", "floor"];

/** The stop that holds the screen: the first that nobody has answered. */
export function openStop(view) {
  return view.stops.find((stop) => stop.open && WAITS.includes(stop.status)) || null;
}

/** The stop whose repair is being done. */
export function repairOf(view) {
  return view.stops.find((stop) => stop.open && stop.status === "repair" && stop.steps.some((step) => step.state === "open")) || null;
}

/** Whether the floor has something to decide here, and so is on its way. */
export function isFloorCalled(view) {
  return view.stops.some((stop) => stop.open && stop.decision === "floor");
}

/** Whether the table holds cards because an earlier one is missing: no place is marked for the next card. */
export function isHeldUp({ looking }) {
  return Boolean(looking) && !looking.entries;
}

/** Where the pots go, in the order in which they are pushed: one entry for each push. */
export function pushes(view) {
  if (!view.result || !["showdown", "uncontested"].includes(view.result.ended)) return [];
  const { pots } = view.result;
  return pots.flatMap((pot, index) => pot.pushes.map((push) => ({ ...push, pot: potName(pot.name, pots.length), only: pots.length === 1, index, shares: pot.pushes.length })));
}

/** What the felt shows for a view. `pushed`: how many pots the dealer has pushed. */
export function sceneOf(view, pushed = 0) {
  const notes = notesOf(view);
  const stop = openStop(view);
  if (stop) return stopScene(stop, notes);
  const repair = repairOf(view);
  if (repair) return { ...QUIET, notes, ...repairScene(repair) };
  if (view.result && !["dealing", "betting", "drawing"].includes(view.state)) return resultScene(view, pushed, notes);
  const { what, seat, place, from } = view.awaited;
  if (what === "card" && isHeldUp(view)) return { ...QUIET, notes };
  if (what === "card" || what === "remedy") return { ...QUIET, notes, next: place, lines: place ? [{ from: from || "stub", to: place, kind: "now" }] : [] };
  if (what === "return" && from) return { ...QUIET, notes, repairs: [from], lines: [{ from, to: place || "stub", kind: "now" }] };
  if (what === "read") return { ...QUIET, notes, repairs: [place] };
  return { ...QUIET, notes, act: ["action", "draw", "discard", "show"].includes(what) ? seat : null };
}

function stopScene(stop, notes) {
  const steps = stop.steps.filter((step) => ["open", "later"].includes(step.state) && step.from && step.to && step.from !== step.to);
  const seats = stop.seats.map((seat) => `seat:${seat}`);
  const here = seats.length ? seats : stop.steps.filter((step) => step.do !== "deal" && step.from).map((step) => step.from);
  const lines = steps.map((step) => ({ from: step.from, to: step.to, kind: step.state === "open" ? "now" : "later", mark: step.number }));
  return { ...QUIET, notes, dim: true, stops: [...new Set(here)].filter((zone) => zone !== "stub"), near: steps.flatMap((step) => [step.from, step.to]), lines };
}

function repairScene(stop) {
  const step = stop.steps.find((one) => one.state === "open");
  const to = ["deal", "burn", "move"].includes(step.do) ? step.to || (step.do === "burn" ? "burn" : null) : null;
  const from = step.from || "stub";
  return { tone: "repair", next: to, repairs: [step.do === "deal" || step.do === "burn" ? null : from].filter(Boolean), lines: step.to ? [{ from, to: step.to, kind: "repair" }] : [] };
}

function resultScene(view, pushed, notes) {
  const all = pushes(view);
  const push = all[Math.min(pushed, all.length - 1)];
  const names = Object.fromEntries(view.seats.filter((seat) => seat.in_hand_name).map((seat) => [seat.seat, shortHand(seat)]));
  if (!push || pushed >= all.length) return { ...QUIET, notes: { ...notes, ...names }, next: null };
  const showing = view.seats.filter((seat) => seat.shows).map((seat) => seat.seat);
  const wins = push.cards ? { cards: push.cards, seats: [push.seat], losers: showing.filter((seat) => seat !== push.seat && !laterWinner(all, pushed, seat)) } : { cards: [], seats: [push.seat], losers: [] };
  return {
    ...QUIET, notes: { ...notes, ...names }, wins, pots: view.result.pots.map(({ name, amount }) => ({ name, amount })).reverse(),
    pushed: view.result.pots.length - 1 - push.index, lines: [],
  };
}

function laterWinner(all, pushed, seat) { return all.slice(pushed).some((push) => push.seat === seat); }

function shortHand(seat) { return seat.low_name ? `${seat.in_hand_name} · ${seat.low_name}` : seat.in_hand_name; }

// What stands under a plate: what a seat drew, until the hand ends.
function notesOf(view) {
  const debts = view.seats.filter((seat) => seat.owes_blind && !seat.cards.length).map((seat) => [seat.seat, "owes a blind"]);
  return Object.fromEntries([...debts, ...view.seats.filter((seat) => seat.drew.length && seat.cards.length).map((seat) => [seat.seat, drewText(seat.drew)])]);
}

function drewText(drew) {
  if (drew.length === 1 && !drew[0]) return "stands pat";
  return `drew ${drew.map((count) => count || "none").join(", ")}`;
}
