// Draws one table from its event stream. It knows only what the stream has sent.

import { cardText, dueZone, nextText, noteText, stepText } from "./words.js";
import { button, drawEntry, onRefusal, openClearing, openDecision, post } from "./entry.js";

const byId = (id) => document.getElementById(id);
const REPAIRS = ["remedy", "return", "shuffle", "cut", "floor"];
const BOARD_STREETS = ["preflop", "flop", "turn", "river"];
const NOTES = 3;
const answered = new Set();
let repair = null; // the last stop ruling of this hand: { key, ruling, done, open }; `open`: one of its steps is awaited
let wins = {};

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function cardElement(card, back) {
  if (card === "back") {
    const made = element("span", `card back ${back || "red"}`);
    made.setAttribute("aria-label", "a card, face down");
    return made;
  }
  if (card === "??") return element("span", "card unread", "?");
  const made = element("span", "card face" + (card[1] === "d" || card[1] === "h" ? " red" : ""));
  if (card === "Jo") return element("span", "card face joker", "★");
  made.append(element("b", "", card[0] === "T" ? "10" : card[0]), element("i", "", cardText(card).slice(-1)));
  made.setAttribute("aria-label", cardText(card));
  return made;
}

function slot(due) { return element("span", "card slot" + (due ? " due" : "")); }

// ---- the felt --------------------

function at(box, index, count, radius) {
  // seat 1 is on the dealer's left, then clockwise; the dealer is at the bottom
  const angle = (42 + (count > 1 ? index * 276 / (count - 1) : 138)) * Math.PI / 180;
  box.style.left = 50 - 43 * radius * Math.sin(angle) + "%";
  box.style.top = 47 + 40 * radius * Math.cos(angle) + "%";
}

function drawSeats(view) {
  const due = dueZone(view.next);
  const drawn = [];
  view.seats.forEach((seat, index) => {
    const isDue = due === "seat:" + seat.seat;
    const turn = seat.turn || (["show", "draw", "discard"].includes(view.next.await) && view.next.seat === seat.seat);
    const box = element("div", "seat" + (seat.live || !view.street ? "" : " out") + (turn ? " turn" : "") + (isDue ? " due" : ""));
    at(box, index, view.seats.length, 1);
    const cards = element("div", "cards");
    seat.cards.forEach((card) => cards.append(cardElement(card, view.back)));
    if (isDue) cards.append(slot(true));
    const who = element("div", "who");
    who.append(element("span", "", `Seat ${seat.seat}`), element("b", "", seat.chips));
    box.append(cards, who);
    if (wins[seat.seat]) box.append(element("div", "won", `+${wins[seat.seat]}`));
    drawn.push(box);
    const before = element("div", "before");
    at(before, index, view.seats.length, 0.62);
    if (seat.seat === view.button) before.append(element("span", "button", "D"));
    if (seat.in) before.append(element("span", "chips", seat.in));
    drawn.push(before);
  });
  byId("seats").replaceChildren(...drawn);
}

function drawCentre(view) {
  const due = dueZone(view.next);
  const board = view.board.map((card) => cardElement(card, view.back));
  const slots = BOARD_STREETS.includes(view.street) || board.length ? Math.max(5, board.length) : 0;
  while (board.length < slots) board.push(slot(due === "board" && board.length === view.board.length));
  byId("board").replaceChildren(...board);
  byId("pot").textContent = view.pot ? `Pot ${view.pot}` : "";
  const piles = [pile("Burn", view.burns, due === "burn", view.back), pile("Muck", view.muck, due === "muck", view.back)];
  if (view.aside.length || due === "aside") {
    const aside = element("div", "pile");
    const cards = element("div", "cards");
    cards.append(...view.aside.map((card) => cardElement(card, view.back)));
    aside.append(cards, element("span", "", "Aside"));
    piles.push(aside);
  }
  byId("piles").replaceChildren(...piles);
}

function pile(name, count, due, back) {
  const made = element("div", "pile");
  const cards = element("div", "cards");
  if (count) cards.append(cardElement("back", back));
  if (due || !count) cards.append(slot(due));
  made.append(cards, element("span", "", count ? `${name} ${count}` : name));
  return made;
}

// ---- what is due --------------------

function drawDue(view) {
  const next = byId("next");
  const stopped = view.faults.length > 0 && view.state === "fault";
  const deck = view.deck_trouble && !view.street;
  const between = betweenHands(view);
  next.textContent = stopped ? `Stopped. ${view.faults[0].happened}` : deck ? `Do not deal: ${view.deck_trouble}` : between || nextText(view.next);
  byId("due").className = stopped || deck ? "stopped" : !between && REPAIRS.includes(view.next.await) ? "repair" : "";
  followRepair(view);
  const line = byId("repair");
  line.hidden = Boolean(between) || !(repair && repair.open);
  if (!line.hidden) line.textContent = `Repair, step ${repair.done + 1} of ${repair.ruling.steps.length}`;
}

function betweenHands(view) {
  const words = { shuffling: "The pack is being shuffled", "deck-check": "The pack is being checked", cut: "The pack is being cut" };
  if (view.next.await === "return") return words[view.state] || "";
  if (view.next.await !== "hand") return "";
  return { ...words, collecting: "Collect the cards and load the shuffler",
    closed: "The table is closed. Load the shuffler to begin", maintenance: "In maintenance" }[view.state] || "";
}

// The steps of the last stop ruling that come before the awaited one are done.
function followRepair(view) {
  const last = view.alerts[view.alerts.length - 1];
  if (last) {
    const key = `${view.hand} ${last.id}`;
    if (!repair || repair.key !== key) repair = { key, ruling: last, done: 0 };
    view.last_stop = last.id;
  }
  if (repair && !repair.key.startsWith(view.hand + " ")) repair = null;
  if (!repair) return;
  view.last_stop = repair.ruling.id;
  const steps = repair.ruling.steps;
  const open = steps.findIndex((step, index) => index >= repair.done && isAwaited(step, view.next));
  if (open >= 0) repair.done = open;
  else if (repair.open && repair.done === steps.length - 1) repair.done = steps.length;
  repair.open = open >= 0;
}

function isAwaited(step, next) {
  if (next.await === "remedy") return JSON.stringify(step) === JSON.stringify(next.step);
  if (next.await === "card") return next.zone === (step.do === "burn" ? "burn" : step.do === "deal" ? step.to : null);
  return next.await === step.do;
}

// ---- alerts --------------------

function drawAlert(view) {
  const open = view.alerts.filter((ruling) => !answered.has(`${view.hand} ${ruling.id}`));
  const box = byId("alert");
  const was = box.hidden;
  box.hidden = open.length === 0;
  byId("page").inert = !box.hidden;
  if (box.hidden) return;
  const ruling = open[open.length - 1];
  byId("alert-decision").textContent = ruling.decision.replace("-", " ");
  byId("alert-message").textContent = ruling.message;
  byId("alert-rule").textContent = `Rule ${ruling.rule} · ${ruling.source}`;
  byId("alert-more").textContent = open.length > 1 ? `${open.length - 1} more` : "";
  const done = repair && repair.ruling.id === ruling.id ? repair.done : 0;
  const awaited = repair && repair.open ? done : -1;
  byId("alert-steps").replaceChildren(...ruling.steps.map((step, index) =>
    element("li", index < done ? "done" : index === awaited ? "open" : "", stepText(step))));
  const ack = byId("alert-ack");
  const enters = view.role === "dealer" || view.role === "floor";
  ack.onclick = () => {
    answered.add(`${view.hand} ${ruling.id}`);
    drawAlert(view);
    if (enters) post(`rulings/${ruling.id}/ack`);
  };
  byId("alert-decide").hidden = view.role !== "floor";
  byId("alert-decide").onclick = () => openDecision(ruling.id);
  if (was) ack.focus();
}

function drawFaults(view) {
  const box = byId("faults");
  const shown = JSON.stringify([view.faults, view.role]);
  if (box.dataset.shown === shown) return; // redrawing an alert would have it read out again and remove its button
  box.dataset.shown = shown;
  box.hidden = view.faults.length === 0;
  box.replaceChildren(...view.faults.map((fault) => {
    const line = element("div");
    line.append(element("b", "", fault.happened), element("span", "", fault.text ? `${fault.text}.` : ""), element("span", "", fault.hint));
    if (fault.clearable) line.append(button("Clear…", null, () => openClearing(fault)));
    return line;
  }));
}

// ---- the page --------------------

function draw(view) {
  byId("game").textContent = `${view.game}, ${view.structure}`;
  byId("hand").textContent = view.hand ? `Hand ${view.hand.replace(/^h/, "")}` + (view.street ? `, ${view.street}` : "") : "";
  byId("state").textContent = view.state;
  for (const label of document.querySelectorAll(".simulated")) label.hidden = !view.simulated;
  byId("devices").replaceChildren(...Object.entries(view.devices).map(([name, health]) => {
    const well = health.link === "ready" && !health.fault;
    return element("span", well ? "device" : "device ill", well ? name : `${name}: ${health.fault || health.link}`);
  }));
  drawFaults(view);
  drawDue(view);
  drawSeats(view);
  drawCentre(view);
  drawAlert(view);
  drawEntry(view);
}

function note(text, className) {
  if (!text) return;
  const notes = byId("notes");
  notes.prepend(element("span", className || "", text));
  while (notes.children.length > NOTES) notes.lastChild.remove();
}

function take(update) {
  const result = update.outcomes.find((outcome) => outcome.type === "result");
  if (update.fact.type === "hand") wins = {};
  if (result) {
    wins = {};
    result.pots.forEach((pot) => Object.entries(pot.awards).forEach(([seat, chips]) => { wins[seat] = (wins[seat] || 0) + chips; }));
  }
  note(noteText(update.fact, update.outcomes));
  if (update.view) draw(update.view);
}

function follow() {
  const events = new EventSource("/api/events");
  const link = byId("link");
  events.addEventListener("state", (event) => draw(JSON.parse(event.data)));
  events.onmessage = (event) => take(JSON.parse(event.data));
  events.onopen = () => { link.textContent = "live"; link.className = "pill live"; };
  events.onerror = () => {
    link.textContent = "no connection to the table";
    link.className = "pill bad";
    // the stream has ended (the table stopped, or the key is no longer valid): start again
    if (events.readyState === EventSource.CLOSED) setTimeout(follow, 1000);
  };
}

onRefusal((text) => note(text, "refused"));
follow();
