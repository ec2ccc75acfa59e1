// The dock: what to do now, and what can be touched for it.

import { betting } from "./betting.js";
import { smallCard, withCards } from "./cards.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { isFloorCalled, isHeldUp, pushes, repairOf } from "./scene.js";
import { ageText, chips, placeName, placeText, stepParts } from "./words.js";

const TICKS = 3; // lines of a list that the dock has room for
const PHONE_BARS = 12; // more of them leave no room for the place after the next card
const BETWEEN = {
  shuffling: ["The shuffler is running", [h("b", null, "Wait"), " for the shuffle"]],
  "deck-check": ["The shuffler is running", [h("b", null, "Wait"), " for the deck check"]],
  cut: ["The pack is ready", [h("b", null, "Cut"), " the pack"]],
  closed: ["No pack is loaded", [h("b", null, "Load"), " the shuffler to begin"]],
  maintenance: ["The technician has the table", [h("b", null, "Wait"), " for the technician"]],
};

// What becomes of a table that is not open: once the hand has ended, and while it lasts. A phone has room for little.
const SHUT = {
  closed: ["The table is closed", [h("b", null, "The floor"), " opens it"], "The table closes after this hand", "Last hand"],
  maintenance: [...BETWEEN.maintenance, "The technician has the table after this hand", "Last hand"],
};

/** The dock for a view. `ui`: what the page remembers; `act`: what a touch does. */
export function dock(view, ui, act) {
  const now = whatNow(view, ui);
  if (ui.hint && view.awaited.what === "card") now.why = ui.hint;
  const enters = ["dealer", "floor"].includes(view.role) && !view.past;
  return h("footer", { class: `dock ${now.tone || ""} ${now.sized ? "sized" : ""}` },
    h("section", { class: `what-now ${now.tone || ""} ${now.big ? "big" : ""}`, "aria-label": "Now" },
      h("div", { "aria-live": "polite" }, h("p", { class: "why" }, now.why), h("p", { class: `loud ${lengthOf(now.loud) > 26 ? "long" : ""}`, id: "next" }, now.loud)),
      h("div", { class: "then" }, looking(view) || undoNow(view, ui, act, enters) || now.then || undoOf(view, ui, act, enters), lastHand(view))),
    h("section", { class: "touch", "aria-label": "Entries", "aria-busy": ui.busy ? "true" : null }, enters ? controls(view, ui, act, now) : null));
}

function lastHand({ mode, hand, past }) {
  if (!SHUT[mode] || !hand || hand.ended || past) return null;
  const [, , words, few] = SHUT[mode];
  return h("span", { key: "last-hand", class: "care-text" }, h("span", { class: "wide" }, words), h("span", { class: "narrow" }, few));
}

// Entries wait while the reader looks for a card that lies there unseen.
function looking({ looking: wait }) {
  if (!wait?.entries) return null;
  return h("span", { key: "looking", class: "care-text", role: "status" }, icon("eye"), `The reader looks for a card; ${wait.entries === 1 ? "one entry waits" : `${wait.entries} entries wait`}`);
}

// How many letters a line has, to choose its size.
function lengthOf(part) {
  if (Array.isArray(part)) return part.reduce((sum, one) => sum + lengthOf(one), 0);
  return typeof part === "object" ? (part ? lengthOf(part.children) : 0) : String(part ?? "").length;
}

function controls(view, ui, act, now) {
  const played = now.controls && now.tone !== "repair" ? null : ui.controls?.(view);
  if (played) return played;
  if (now.controls) return now.controls(act);
  const { what, seat } = view.awaited;
  if (what === "action") return betting(view, ui, act);
  const offers = (name) => view.offers.find((offer) => offer.action === name);
  if (what === "draw") return drawing(view, act);
  if (what === "show") {
    return h("div", { class: "row big" }, offers("muck") ? h("button", { class: "plain", onclick: () => act.offer(offers("muck")) }, "Mucks", h("kbd", null, "M")) : null,
      offers("show") ? h("button", { onclick: () => act.offer(offers("show")) }, `Seat ${seat} shows`, h("kbd", null, "S")) : null);
  }
  return usual(act, view, ui);
}

function usual(act, view, ui) {
  return h("div", { class: "row" }, callFloor(act, view), exposed(act, view, ui),
    view.hand && !view.hand.ended ? h("button", { key: "report", onclick: act.report }, icon("flag"), "Report") : null);
}

// Where nothing sees faces, the likeliest press is one touch: the card that was dealt last lies face up.
function exposed(act, view, ui) {
  const last = view.seats.find((seat) => seat.seat === ui.dealt);
  if (view.faces_sensed !== false || view.state !== "dealing" || !last || !last.cards.length || last.cards[last.cards.length - 1].face === "up") return null;
  return h("button", { key: "exposed", onclick: () => act.reportOn({ press: "card-exposed", seat: last.seat, sent: true }) }, icon("eye"), `Seat ${last.seat}: card is up`);
}

function callFloor(act, view) {
  return isFloorCalled(view) ? h("span", { key: "called", class: "called" }, icon("person"), "The floor is called") : h("button", { key: "floor", class: "plain", onclick: act.callFloor }, icon("person"), "Call floor");
}

// ---- what to do now --------------------

function whatNow(view, ui) {
  const repair = repairOf(view);
  if (repair) return repairNow(view, repair);
  const all = pushes(view);
  if (all.length && ui.pushed < all.length && !["shuffling", "deck-check", "cut"].includes(view.state)) return pushNow(view, ui, all);
  const name = view.awaited.seat ? view.seats.find((seat) => seat.seat === view.awaited.seat)?.name || `Seat ${view.awaited.seat}` : "";
  return (NOW[view.awaited.what] || NOW.hand)(view, name);
}

const NOW = {
  card: (view) => (isHeldUp(view) ? { why: "The reader looks for a card", loud: [h("b", null, "Wait"), ", deal no card"], big: true } : { why: cardWhy(view), loud: cardLoud(view.awaited, view), then: progress(view), big: true }),
  remedy: (view) => ({ tone: "repair", why: "Repair", loud: view.next.step ? stepLoud({ ...view.next.step, from: view.awaited.from, to: view.awaited.place }) : "Follow the ruling", big: true }),
  action: (view, name) => ({ why: actionWhy(view), loud: actionLoud(view, name), sized: true, big: !view.offers.some((offer) => offer.min !== offer.max) }),
  draw: (view, name) => ({ why: `Draw · seat ${view.awaited.seat}`, loud: [h("b", null, name), " how many?"], sized: true }),
  discard: (view, name) => ({ why: `Draw · seat ${view.awaited.seat}`, loud: [h("b", null, name), ` discards ${view.next.count}`], big: true }),
  show: (view, name) => ({ why: `Showdown · seat ${view.awaited.seat}`, loud: [h("b", null, name), " shows or mucks"], sized: true }),
  read: (view) => ({ tone: "care", why: "A card was not read", loud: [h("b", null, placeName(view.awaited.place)), " show the card to the reader"] }),
  return: (view) => takeBack(view),
  shuffle: (view) => ({ why: "Next", loud: [h("b", null, "Shuffle"), " the pack"], big: true, controls: handWork(view, "shuffle") }),
  cut: (view) => ({ why: "Next", loud: [h("b", null, "Cut"), " the pack"], big: true, controls: handWork(view, "cut") }),
  floor: () => ({ tone: "care", why: "On hold", loud: [h("b", null, "Wait"), " for the floor"], big: true }),
  hand: (view) => {
    const [why, loud] = (view.state === "closed" && SHUT[view.mode]) || BETWEEN[view.state] || ["The hand is over", [h("b", null, "Collect"), " the cards"]];
    const trouble = view.deck?.trouble;
    if (isWorkDue(view)) return byHand(view);
    if (trouble) return { tone: "care", why: "Do not deal", loud: [h("b", null, "Deck"), ` ${trouble}`] };
    return { why, loud, then: nextHand(view), big: true };
  },
};

function takeBack(view) {
  if (isWorkDue(view)) return byHand(view);
  if (view.awaited.from || view.state === "collecting") return { why: "The hand is over", loud: [h("b", null, "Collect"), " the cards"], then: nextHand(view), big: true };
  return { why: "Cards still out", loud: [h("b", null, "Take back"), ` ${cardsOf(view.next.cards || [])}`], then: nextHand(view), big: true };
}

// A table without a shuffler: the dealer enters what he has done with the pack.
const BY_HAND = {
  collecting: ["Riffle", " the pack four times", "riffled", 4], closed: ["Riffle", " the pack four times", "riffled", 4], shuffling: ["Riffle", " the pack once more", "riffled", 1],
  "deck-check": ["Count", " the pack", "counted", 52], cut: ["Have the pack", " cut", "cut", 0],
};

// Not where the pack has been cut, and something else keeps the hand from beginning.
function isWorkDue(view) {
  return view.deck?.by_hand && view.mode === "open" && BY_HAND[view.state] && !(view.state === "cut" && view.deck.trouble);
}

function byHand(view) {
  const trouble = view.deck.trouble;
  const [what, rest, entry, number] = BY_HAND[view.state];
  const cards = entry === "counted" ? 52 + (view.game.joker ? 1 : 0) : number;
  const out = (view.deck.out || []).map((one) => `${placeName(one.zone)} ${one.cards}`).join(", ");
  return {
    tone: trouble ? "care" : "", why: trouble ? `Deck: ${trouble}` : out ? `Still out: ${out}` : "The next pack", loud: [h("b", null, what), rest], then: nextHand(view), big: true,
    controls: (act) => h("div", { class: "row big" }, work(act, entry, cards),
      entry === "counted" ? h("button", { key: "short", class: "plain", onclick: () => act.post("/pack", { what: entry, number: cards - 1 }) }, "A card is missing") : null),
  };
}

// What a ruling asks him to do with the pack, during a hand or after one that it has ended.
function handWork(view, what) {
  if (!view.deck?.by_hand) return null;
  const [entry, number] = { shuffle: ["riffled", 4], cut: ["cut", 0] }[what] || [];
  if (entry) return (act) => h("div", { class: "row big" }, work(act, entry, number));
  return isWorkDue(view) ? byHand(view).controls : null;
}

function work(act, entry, number) {
  const words = { riffled: `Riffled ${number === 1 ? "once" : `${number} times`}`, counted: `${number} cards`, cut: "It is cut" }[entry];
  return h("button", { key: entry, class: "go", onclick: () => act.post("/pack", { what: entry, number }) }, words);
}

function cardsOf(cards) { return cards.length === 1 ? "1 card" : `${cards.length} cards`; }

function cardWhy(view) {
  const { dealt, of } = view.awaited;
  return ["Next card", of ? h("span", { class: "narrow" }, ` · ${dealt + 1} of ${of}`) : null];
}

function cardLoud({ place, face }, view) {
  if (place === "burn") return [h("b", null, "Burn"), " the top card"];
  if (place === "board") return [h("b", null, "Board"), view.street?.name === "flop" ? ` card ${view.board.length + 1} of 3` : ` the ${view.street?.name || "next card"}`];
  return [h("b", null, placeName(place)), ` face ${face}`];
}

// Bars for the cards of this round, and the place after the next one.
function progress(view) {
  const { dealt, of, then } = view.awaited;
  const next = then.find((one) => one.place !== "burn") || then[0];
  const bars = of > 1 && of <= 30 ? h("span", { class: of > PHONE_BARS ? "bars wide" : "bars", "aria-hidden": "true" }, Array.from({ length: of }, (_, index) => h("i", { class: index < dealt ? "done" : index === dealt ? "due" : "" }))) : null;
  return [of > 1 ? h("span", { class: "wide" }, `Card ${dealt + 1} of ${of}`) : null, bars, next ? h("span", null, `then ${placeText(next.place)}`) : h("span", null, "the last one")];
}

function actionWhy(view) {
  const { seat, announce } = view.awaited;
  return announce.length ? announce.join(" · ") : `Seat ${seat} to act`;
}

function actionLoud(view, name) {
  const bold = h("b", null, name);
  const has = (action) => view.offers.some((offer) => offer.action === action);
  if (has("bring-in")) return [bold, " brings it in"];
  if (view.awaited.to_call) return [bold, ` ${chips(view.awaited.to_call)} to call`];
  if (has("open")) return [bold, " check or open"];
  return [bold, has("bet") || has("raise") ? ` check or ${has("bet") ? "bet" : "raise"}` : " to act"];
}

function nextHand(view) {
  const next = view.next_hand;
  if (!next) return null;
  if (next.why_not) return [h("span", { class: "care-text" }, next.why_not)];
  const posts = Object.entries(next.posts || {}).map(([seat, amount]) => `seat ${seat} posts ${chips(amount)}`);
  return [h("span", null, ["Next hand", next.button ? `button seat ${next.button}` : "", ...posts, `${next.back} deck`].filter(Boolean).join(" · "))];
}

// ---- repair --------------------

function repairNow(view, stop) {
  const step = stop.steps.find((one) => one.state === "open");
  const real = stop.steps.filter((one) => one.state !== "told");
  const at = real.indexOf(step);
  const then = real.slice(at + 1).find((one) => one.state === "later");
  return {
    tone: "repair", why: real.length > 1 && at === real.length - 1 ? "Repair, last step" : `Repair, step ${step.number} of ${stop.steps.length}`, loud: stepLoud(step),
    then: [h("span", null, then ? ["Then: ", partsOf(stepParts(then))] : ["misdeal", "void"].includes(stop.decision) ? "Then the next hand" : "Then the hand goes on")],
    controls: (act) => [
      h("ol", { class: "ticks wide" }, real.slice(Math.max(0, Math.min(at, real.length - TICKS)), Math.max(TICKS, at + TICKS)).map((one) => h("li", { key: one.number, class: one.state }, h("i", null, one.state === "done" ? icon("check") : one.number), h("span", null, stepLoud(one))))),
      handWork(view, step?.do)?.(act),
      h("div", { class: "row" }, liesUp(view, step, act), h("button", { onclick: () => act.rule(stop.id) }, icon("book"), "Ruling"), callFloor(act, view))],
  };
}

// Where nothing sees faces, people say that a card was turned up, and which one it is.
function liesUp(view, step, act) {
  if (view.faces_sensed !== false || !isTurn(step) || step.face !== "up" || !step.to?.startsWith("seat:")) return null;
  const known = !["back", "??", null].includes(step.card);
  return h("button", { key: "lies-up", onclick: () => act.reportOn({ press: "card-exposed", seat: Number(step.to.slice(5)), turned: true, sent: known }) }, icon("eye"), "It lies face up");
}

function isTurn(step) { return step?.do === "move" && step.from === step.to; }

function partsOf(parts) { return parts.map((part) => (part?.card ? smallCard(part.card) : part)); }

function turnLoud(step) {
  const known = step.card && !["back", "??"].includes(step.card);
  return [h("b", null, "Turn up"), known ? " " : " the card", known ? smallCard(step.card) : null, ` at ${placeText(step.to)}`];
}

function stepLoud(step) {
  const shown = step.card && !["back", "??"].includes(step.card) ? smallCard(step.card) : h("b", null, step.count > 1 ? `${step.count} cards` : "Card");
  switch (step.do) {
    case "deal": return [h("b", null, placeName(step.to)), ` top card, face ${step.face || "down"}`];
    case "burn": return [h("b", null, "Burn"), " the top card"];
    case "move": return isTurn(step) ? turnLoud(step) : [shown, ` from ${placeText(step.from)} to ${placeText(step.to)}`];
    case "return": return [shown, ` from ${step.from ? placeText(step.from) : "the table"} to the pack`];
    case "shuffle": return [h("b", null, "Shuffle"), " the pack"];
    case "cut": return [h("b", null, "Cut"), " the pack"];
    default: return withCards(step.text || step.do);
  }
}

// ---- the pots --------------------

function pushNow(view, ui, all) {
  const push = all[ui.pushed];
  const half = push.half && push.half !== "all" ? ` ${push.half}` : "";
  const share = push.odd_chip ? ` · ${chips(push.odd_chip)} odd` : "";
  const list = all.map((one, index) => h("li", { key: index, class: index < ui.pushed ? "done" : index === ui.pushed ? "open" : "later" },
    h("i", null, index < ui.pushed ? icon("check") : index + 1), h("span", null, `${one.only ? "Pot" : one.pot} ${chips(one.chips)} to seat ${one.seat}`)));
  if (view.result.rake) list.push(h("li", { key: "rake", class: "told" }, h("i", null, "–"), h("span", null, `Rake ${chips(view.result.rake)}, already taken`)));
  return {
    why: `${push.only ? "Pot" : push.pot}${half} · ${push.hand || (view.result.ended === "uncontested" ? "everyone else folded" : "nobody else shows")}${share}`,
    loud: [h("b", null, "Push ", h("em", null, chips(push.chips)), ` to seat ${push.seat}`)], big: all.length > 1,
    controls: (act) => [all.length > 1 || view.result.rake ? h("ol", { class: "ticks wide" }, list.slice(Math.max(0, Math.min(ui.pushed, list.length - TICKS)), Math.max(TICKS, ui.pushed + TICKS))) : null,
      h("div", { class: "row big" }, h("button", { key: "pushed", class: "go", onclick: act.pushed }, "Pushed", h("kbd", null, "Enter")))],
  };
}

// ---- the draw --------------------

function drawing(view, act) {
  const pat = view.offers.find((offer) => offer.action === "stand-pat");
  const draw = view.offers.find((offer) => offer.action === "draw");
  const most = draw?.max ?? view.next.max_discards ?? 0;
  return h("div", { class: "row big draws" }, pat ? h("button", { key: "pat", class: "pat", onclick: () => act.offer(pat) }, "Stands pat") : null,
    Array.from({ length: most }, (_, index) => h("button", { key: index, "aria-label": `Draws ${index + 1}`, onclick: () => act.offer(draw, { discards: index + 1 }) }, index + 1)));
}

// ---- undo --------------------

function undoOf(view, ui, act, enters) {
  const { undo } = view;
  if (!undo) return null;
  const left = secondsLeft(view, ui);
  const open = enters && ((left > 0 && !undo.floor_only) || view.role === "floor");
  if (!open) return h("span", { key: "last" }, "Last: ", undo.text);
  return h("button", { key: `undo${undo.fact}`, class: "undo", onclick: () => act.undo(undo.fact) },
    left > 0 ? h("svg", { class: "ring", viewBox: "0 0 24 24", "aria-hidden": "true", vars: { gone: `${-(10 - left)}s` } }, h("circle", { cx: 12, cy: 12, r: 9, pathLength: 100 })) : null,
    icon("undo"), h("span", null, "Undo “", undo.text, "”"));
}

// What was entered last goes before what comes after it, as long as the dealer may take it back.
function undoNow(view, ui, act, enters) {
  return enters && view.undo && !view.undo.floor_only && secondsLeft(view, ui) > 0 ? undoOf(view, ui, act, enters) : null;
}

function secondsLeft(view, ui) { return (view.undo.until_ns - ui.nowNs()) / 1e9; }

/** How long ago something was. */
export function sinceText(ui, at) { return ageText((ui.nowNs() - at) / 1e9); }
