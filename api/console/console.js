"use strict";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const PLACES = [[86, 66], [72, 88], [50, 92], [28, 88], [14, 66], [14, 34], [28, 12], [50, 8], [72, 12], [86, 34]];
const byId = (id) => document.getElementById(id);
const acknowledged = new Set();

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function cardText(card) {
  if (card === "Jo") return "Jo";
  if (card === "??") return "?";
  return (card[0] === "T" ? "10" : card[0]) + SUITS[card[1]];
}

function cardElement(card) {
  if (card === "back") return element("span", "card back");
  const red = card[1] === "d" || card[1] === "h";
  return element("span", red ? "card red" : "card", cardText(card));
}

function place(zone) {
  if (!zone) return "";
  return zone.startsWith("seat:") ? "seat " + zone.slice(5) : "the " + zone;
}

function stepText(step) {
  const card = step.card ? cardText(step.card) : "the card";
  switch (step.do) {
    case "deal": return `Deal the top card to ${place(step.to)}, face ${step.face}`;
    case "burn": return "Burn the top card";
    case "move": return `Move ${card} from ${place(step.from)} to ${place(step.to)}`;
    case "return": return `Return ${(step.cards || []).map(cardText).join(" ")} to the pack`;
    case "shuffle": return "Shuffle the pack";
    case "cut": return "Cut the pack";
    case "wait": return `Wait for ${step.for}`;
    case "call-floor": return "Call the floor";
    case "refund": return "Return the chips";
    default: return step.text || step.do;
  }
}

function nextText(next) {
  switch (next.await) {
    case "card": return next.zone === "burn" ? "Burn" : `Deal to ${place(next.zone)}, face ${next.face}`;
    case "action": {
      const raise = next.min_to === null ? "" : next.min_to === next.max_to ? ` to ${next.min_to}` : ` to ${next.min_to}–${next.max_to}`;
      const call = next.to_call ? ` — ${next.to_call} to call` : "";
      return `Seat ${next.seat}: ${next.options.join(" / ")}${raise}${call}`;
    }
    case "draw": return `Seat ${next.seat} draws, up to ${next.max_discards}`;
    case "discard": return `Seat ${next.seat} discards ${next.count}`;
    case "show": return `Seat ${next.seat} shows`;
    case "read": return `Show the card at ${place(next.zone)} to the reader`;
    case "return": return `Return ${next.cards.length} cards to the pack`;
    case "shuffle": return "Shuffle the pack";
    case "cut": return "Cut the pack";
    case "remedy": return stepText(next.step);
    case "floor": return "Held: the floor decides";
    default: return "Waiting for the next hand";
  }
}

function dueSeat(next) {
  const zone = next.await === "remedy" ? next.step.to : next.zone;
  return zone && zone.startsWith("seat:") ? Number(zone.slice(5)) : null;
}

function drawSeats(view) {
  const seats = byId("seats");
  seats.replaceChildren();
  const due = dueSeat(view.next);
  view.seats.forEach((seat) => {
    const [left, top] = PLACES[(seat.seat - 1) % PLACES.length];
    const box = element("div", "seat" + (seat.live ? "" : " out") + (seat.turn ? " turn" : "") + (seat.seat === due ? " due" : ""));
    box.style.left = left + "%";
    box.style.top = top + "%";
    const cards = element("div", "cards");
    seat.cards.forEach((card) => cards.append(cardElement(card)));
    const who = element("div", "who", `Seat ${seat.seat} · ${seat.chips}` + (seat.in ? ` · in ${seat.in}` : "") + " ");
    if (seat.seat === view.button) who.append(element("span", "button", "D"));
    box.append(cards, who);
    seats.append(box);
  });
}

function drawAlert(view) {
  const open = view.alerts.filter((ruling) => !acknowledged.has(view.hand + ruling.id));
  const box = byId("alert");
  box.hidden = open.length === 0;
  if (!open.length) return;
  const ruling = open[open.length - 1];
  byId("alert-decision").textContent = ruling.decision.toUpperCase().replace("-", " ");
  byId("alert-message").textContent = ruling.message;
  byId("alert-rule").textContent = `${ruling.rule} — ${ruling.source}`;
  byId("alert-steps").replaceChildren(...ruling.steps.map((step) => element("li", "", stepText(step))));
  const button = byId("alert-ack");
  button.onclick = () => {
    acknowledged.add(view.hand + ruling.id);
    box.hidden = true;
    fetch(`/api/rulings/${ruling.id}/ack`, { method: "POST" });
  };
  button.focus();
}

function draw(view) {
  byId("game").textContent = `${view.game}, ${view.structure}`;
  byId("hand").textContent = view.hand ? `hand ${view.hand} ${view.street}` : "";
  byId("state").textContent = view.state;
  byId("simulated").hidden = !view.simulated;
  byId("devices").textContent = Object.entries(view.devices).map(([name, health]) => `${name}: ${health.fault || health.link}`).join("   ");
  const board = byId("board");
  board.replaceChildren(...view.board.map(cardElement));
  byId("piles").replaceChildren(
    element("span", "", `burns ${view.burns}`), element("span", "", `muck ${view.muck}`),
    element("span", "", view.aside.length ? `aside ${view.aside.map((card) => card === "back" ? "▮" : cardText(card)).join(" ")}` : ""));
  byId("pot").textContent = view.pot ? `Pot ${view.pot}` : "";
  const next = byId("next");
  next.textContent = view.deck_trouble ? `Do not deal: ${view.deck_trouble}` : nextText(view.next);
  next.className = ["remedy", "return", "shuffle", "cut", "floor"].includes(view.next.await) || view.deck_trouble ? "repair" : "";
  drawSeats(view);
  drawAlert(view);
}

function note(outcomes) {
  const last = outcomes.filter((outcome) => outcome.type === "ruling" && outcome.severity === "note").pop();
  const result = outcomes.find((outcome) => outcome.type === "result");
  if (last) byId("notes").textContent = last.message;
  else if (result) byId("notes").textContent = `Hand ${result.hand} ended: ${result.ended}`;
}

function follow() {
  const events = new EventSource("/api/events");
  const link = byId("link");
  events.addEventListener("state", (event) => draw(JSON.parse(event.data)));
  events.onmessage = (event) => {
    const told = JSON.parse(event.data);
    note(told.outcomes);
    if (told.view) draw(told.view);
  };
  events.onopen = () => { link.textContent = "live"; link.className = "pill"; };
  events.onerror = () => { link.textContent = "no connection"; link.className = "pill bad"; };
}

follow();
