// The dealer's console: draws the table's view, and enters what is touched.

import { allowed, keypad, sizedOffer } from "./betting.js";
import { clearWords, coverOf, drawCover } from "./covers.js";
import { dock } from "./dock.js";
import { draw, h } from "./dom.js";
import { felt } from "./felt.js";
import { enter, follow, get } from "./link.js";
import { bar } from "./bar.js";
import { menu } from "./menu.js";
import { isWhole, reportPanel } from "./report.js";
import { openStop, pushes, sceneOf } from "./scene.js";
import { applySettings } from "./settings.js";
import { play, repeat } from "./sound.js";
import { decidedSheet, stopSheet } from "./stop.js";
import { toastBox } from "./toast.js";

const QUIET_MS = 350; // after an entry no touch counts
const READ_MS = 600; // a new stop is not answered by a touch that was meant for something else
const TOAST_MS = 6000;
const DECIDED_MS = 6000;

let view = null;
let heardAt = 0;
let quietUntil = 0;
let pending = false;
let toastTimer = 0;
const upright = matchMedia("(orientation: portrait)");
const phone = matchMedia("(orientation: portrait) and (max-width: 620px)");
export const ui = {
  amount: null, keypad: false, typed: "", pushed: 0, pushedHand: null, report: null, menu: null, seat: null, decks: null, toast: null, rule: false, answerable: false,
  stop: null, decided: null, lostAt: null, silenced: null,
  hint: null, controls: null, heard: null, // what a page that is built on this one adds
  nowNs: () => (view ? view.now_ns + (Date.now() - heardAt) * 1e6 : 0),
};

// ---- what a touch does --------------------

export const act = {
  offer: (offer, more) => send(`/${offer.post}`, { ...offer.entry, ...more, on: view.number }),
  choose: (amount) => change({ amount, typed: "" }),
  keypad: () => change({ keypad: !ui.keypad, typed: "" }),
  digit: (digit) => {
    const typed = (digit === "" ? ui.typed.slice(0, -1) : ui.typed + digit).replace(/^0+/, "").slice(0, 9);
    change({ typed, amount: typed ? Number(typed) : null });
  },
  undo: (fact) => send("/undo", { fact }),
  understood: (stop) => { if (ui.answerable) send(`/rulings/${stop.id}/ack`); },
  callFloor: () => send("/presses", { press: "floor-called", on: view.number }, "The floor is called"),
  pushed: () => { if (calm()) change({ pushed: ui.pushed + 1 }); },
  report: () => change({ report: {} }, "report-title"),
  reportOn: (report) => {
    if (!report || !isWhole(view, report)) return change({ report }, report ? "report-title" : null);
    change({ report: null });
    const { press, seat, nth, card, cause } = report;
    return send("/presses", { press, ...(seat ? { seat } : {}), ...(nth ? { nth } : {}), ...(card ? { card } : {}), ...(cause ? { cause } : {}), on: view.number }, "Reported");
  },
  rule: (id) => { get(`/rulings/${id}`).then((stop) => toast(`${stop.message} ${stop.source}`, "note")).catch((problem) => toast(problem.message)); },
  goOn: () => change({ decided: null }),
  toggleRule: () => change({ rule: !ui.rule }),
  again: () => stream.again(),
  clear: (code) => send(`/faults/${code}/clear`, { reason: clearWords(code) }),
  menu: (page) => {
    change({ menu: page, seat: null }, page ? "menu-title" : null);
    if (page === "deck") get("/decks").then(({ items }) => change({ decks: items })).catch((problem) => toast(problem.message));
  },
  look: (what) => change(what),
  post: (address, body, words) => send(address, body, words),
  toast: (words, kind) => toast(words, kind),
  redraw: () => paint(),
};

// Whether a touch counts. If it does, none counts for a moment after it.
function calm() {
  if (pending || performance.now() < quietUntil) return false;
  beQuiet();
  return true;
}

function beQuiet() {
  quietUntil = performance.now() + QUIET_MS;
  setTimeout(paint, QUIET_MS + 1);
}

// Sends an entry; whether it was entered.
async function send(address, body, words) {
  if (ui.lostAt || !calm()) return false;
  let asked = false; // whether the answer did not arrive at first
  pending = true;
  paint();
  try {
    const answer = await enter(address, body, () => { asked = true; toast("The connection broke. The table is asked again; wait.", "unknown"); });
    change({ amount: null, keypad: false, typed: "" }, null, false);
    if (answer?.view) take(answer.view);
    else if (answer?.number !== undefined && answer.seats) take(answer);
    const note = (answer?.outcomes || []).filter((outcome) => outcome.type === "ruling" && outcome.severity === "note").at(-1);
    if (note) toast(note.message, "note");
    else if (asked || words) toast(asked ? "It was entered, once" : words, "note");
    return true;
  } catch (problem) {
    play("refused");
    toast(problem.message, problem.kind);
    return false;
  } finally {
    pending = false;
    beQuiet();
    paint();
  }
}

export function toast(words, kind = "refused") {
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => change({ toast: null }), TOAST_MS);
  change({ toast: { words, kind } });
}

function change(what, focus = null, repaint = true) {
  Object.assign(ui, what);
  if (repaint) paint();
  if (focus) document.getElementById(focus)?.focus();
}

// ---- what the table says --------------------

function take(next) {
  if (view && next.number < view.number && next.hand?.id === view.hand?.id) return; // an older view came late
  const before = view;
  if (before?.awaited.seat !== next.awaited.seat || before?.number !== next.number) Object.assign(ui, { amount: null, typed: "", keypad: false });
  if (ui.pushedHand !== next.hand?.id) Object.assign(ui, { pushed: 0, pushedHand: next.hand?.id });
  if (before && before.stops.some((stop) => stop.status === "repair") && !next.stops.length) play("repaired");
  const dealt = before && next.seats.find((seat) => seat.cards.length > (before.seats.find((other) => other.seat === seat.seat)?.cards.length ?? 0));
  if (dealt) ui.dealt = dealt.seat;
  view = next;
  heardAt = Date.now();
  noteStop(before);
  paint();
  ui.heard?.(view);
}

function noteStop(before) {
  const stop = openStop(view);
  const key = stop && `${stop.hand} ${stop.id}`;
  if (key === ui.stop) return;
  const gone = before && openStop(before);
  ui.stop = key;
  ui.rule = false;
  ui.answerable = false;
  if (gone && !view.stops.some((one) => one.id === gone.id)) showDecision(gone.id);
  if (!stop) return;
  Object.assign(ui, { report: null, menu: null, decided: null, silenced: null });
  setTimeout(() => { if (ui.stop === key) change({ answerable: true }); }, READ_MS);
  requestAnimationFrame(() => document.getElementById("stop-what")?.focus());
}

async function showDecision(id) {
  try {
    const stop = await get(`/rulings/${id}`);
    if (!stop.decided || ui.stop) return;
    change({ decided: stop });
    setTimeout(() => change({ decided: null }), DECIDED_MS);
  } catch { /* the next view shows what to do */ }
}

// ---- the page --------------------

function paint() {
  ui.small = phone.matches;
  ui.busy = pending || performance.now() < quietUntil;
  const cover = coverOf(view, ui);
  const root = document.documentElement;
  const stop = view && openStop(view);
  root.classList.toggle("stopped", Boolean(stop));
  if (view) root.dataset.number = view.number;
  repeat(ui.lostAt ? "lost" : stop && ui.silenced !== ui.stop ? "stop" : null);
  if (!view) return draw(document.getElementById("page"), drawCover(cover, act));
  const sheet = stop ? stopSheet(stop, view, ui, act) : ui.decided ? decidedSheet(ui.decided, act) : dock(view, ui, act);
  const behind = Boolean(cover || (ui.report && !stop)) || null;
  draw(document.getElementById("page"),
    bar(view, ui, act, !stop && !cover),
    h("main", { key: "stage", class: `stage ${ui.report && !stop ? "behind" : ""}`, inert: behind },
      felt(view, sceneOf(view, ui.pushed), upright.matches, ui.small), stop ? null : keypad(view, ui, act)),
    h("div", { key: "below", class: "below", inert: behind }, sheet),
    ui.report && !stop ? reportPanel(view, ui, act) : null,
    ui.menu ? menu(view, ui, act) : null,
    ui.toast ? toastBox(ui.toast, () => change({ toast: null })) : null,
    drawCover(cover, act));
  document.title = `${view.simulated ? "SIMULATED · " : ""}${stop ? "STOP · " : ""}${view.table} · Burncard`;
  if (cover && !document.activeElement?.closest("#cover")) document.getElementById("cover-title")?.focus();
  requestAnimationFrame(() => root.classList.add("moving"));
  return undefined;
}

// ---- keys --------------------

const ACTION_KEYS = { f: ["fold"], c: ["check", "call", "bring-in"], k: ["check"], s: ["show"], m: ["muck"] };

addEventListener("keydown", (event) => {
  if (!view || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not(.slider), select, textarea")) return;
  if (ui.stop || coverOf(view, ui) || !["dealer", "floor"].includes(view.role)) return;
  if (event.key === "Escape") { change({ report: null, menu: null, keypad: false, amount: null }); return; }
  if (ui.report || ui.menu) return;
  keyed(event);
});

function keyed(event) {
  const key = event.key.toLowerCase();
  const sized = sizedOffer(view);
  if (key === "enter" && !event.target.closest("button, a")) {
    if (sized && ui.amount !== null && ui.amount === allowed(sized, ui.amount)) act.offer(sized, { amount: ui.amount });
    else if (pushes(view).length > ui.pushed) act.pushed();
    return;
  }
  if (sized && /^[0-9]$/.test(key)) { ui.keypad = true; act.digit(key); return; }
  if (sized && key === "backspace") { act.digit(""); return; }
  if (key === "r") {
    const offer = view.offers.find((one) => ["bet", "raise", "complete", "open", "all-in"].includes(one.action));
    if (sized) act.choose(sized.min);
    else if (offer) act.offer(offer);
    return;
  }
  const offer = view.offers.find((one) => (ACTION_KEYS[key] || []).includes(one.action));
  if (offer) act.offer(offer);
}

// ---- start --------------------

// A button that was touched keeps no focus: Enter then sends the amount, as its button says, and does not touch it again.
addEventListener("click", (event) => { if (event.detail) event.target.closest(".dock button, .keypad button")?.blur(); });
addEventListener("pointerdown", () => { ui.silenced = ui.stop; repeat(ui.lostAt ? "lost" : null); }, { passive: true });
for (const media of [upright, phone]) media.addEventListener("change", paint);
applySettings();
const stream = follow({
  view: take,
  fact: (update) => { if (update.view) take(update.view); },
  up: () => { play("repaired"); change({ lostAt: null }); },
  down: (since) => change({ lostAt: since, amount: null, keypad: false }),
});
setInterval(paint, 1000); // ages, the clock, what may still be undone
navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); });
