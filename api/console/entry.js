// Entries: actions, reports, acknowledgements, and the floor's decisions.

import { CARD_PRESSES, MISDEALS, PRESSES } from "./words.js";

const byId = (id) => document.getElementById(id);
const KEYS = { fold: "f", check: "k", call: "c", bet: "b", raise: "r", complete: "r", open: "b", "all-in": "a", show: "s", muck: "m" };
const SIZED = ["bet", "raise", "complete", "open", "bring-in"];
let shortcuts = {};
let lastDrawn = "";
let say = () => {};

export function onRefusal(listener) { say = listener; }

export async function post(address, body) {
  const answer = await fetch("/api/" + address, { method: "POST", body: JSON.stringify(body || {}) });
  const told = await answer.json();
  if (answer.ok) return;
  const refusal = (told.outcomes || []).find((outcome) => outcome.decision === "refuse");
  say(refusal ? refusal.message : `${told.happened} ${told.next}`);
}

export function button(text, key, call) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (key) {
    made.setAttribute("aria-keyshortcuts", key.toUpperCase());
    shortcuts[key] = call;
  }
  made.onclick = call;
  return made;
}

// The buttons for what is awaited. They change only when something else is awaited, so that a button never changes
// under a finger.
export function drawEntry(view) {
  const enters = view.role === "dealer" || view.role === "floor";
  const wanted = enters ? JSON.stringify([view.next, view.hand, view.alerts.map((ruling) => ruling.id)]) : "";
  if (wanted === lastDrawn) return;
  lastDrawn = wanted;
  shortcuts = {};
  const box = byId("entry");
  box.replaceChildren();
  if (!enters) return;
  choices(view).forEach((choice) => box.append(choice));
  if (view.hand) box.append(button("Report…", "p", () => openReport(view)));
}

function choices(view) {
  const next = view.next;
  const act = (action, more) => () => post("actions", { seat: next.seat, action, ...more });
  if (next.await === "action") {
    return next.options.flatMap((option) => SIZED.includes(option) ? sized(next, option, act) : [actionButton(next, option, act)]);
  }
  if (next.await === "show") return [button("Show", "s", act("show")), button("Muck", "m", act("muck"))];
  if (next.await === "draw") {
    const counts = Array.from({ length: next.max_discards }, (_, index) => index + 1);
    return [button("Stand pat", "0", act("stand-pat")), ...counts.map((count) => button(`Draw ${count}`, String(count), act("draw", { discards: count })))];
  }
  if (next.await === "floor" && view.role === "floor") return [button("Decide…", "d", () => openDecision(heldRuling(view)))];
  return [];
}

function heldRuling(view) {
  return view.alerts.length ? view.alerts[view.alerts.length - 1].id : view.last_stop;
}

function actionButton(next, option, act) {
  const text = { fold: "Fold", check: "Check", call: `Call ${next.to_call}`, "all-in": "All-in" }[option] || option;
  return button(text, KEYS[option], act(option));
}

function sized(next, option, act) {
  const word = option[0].toUpperCase() + option.slice(1) + (option === "raise" || option === "complete" ? " to" : "");
  if (next.min_to === null || next.min_to === next.max_to) {
    const amount = next.min_to;
    return amount === null ? [] : [button(`${word} ${amount}`, KEYS[option], act(option, { amount }))];
  }
  const input = document.createElement("input");
  input.type = "number";
  input.min = next.min_to;
  input.max = next.max_to;
  input.value = next.min_to;
  input.setAttribute("aria-label", `${word}, ${next.min_to} to ${next.max_to}`);
  return [button(word, KEYS[option], () => act(option, { amount: Number(input.value) })()), input];
}

function openReport(view) {
  const options = (words) => Object.entries(words).map(([id, text]) => new Option(text, id));
  byId("report-press").replaceChildren(...options(PRESSES));
  byId("report-cause").replaceChildren(...options(MISDEALS));
  byId("report-seat").replaceChildren(new Option("–", ""), ...view.seats.map((seat) => new Option(seat.seat, seat.seat)));
  byId("report-card").value = "";
  byId("report-press").onchange = byId("report-seat").onchange = () => askWhatIsNeeded(view);
  askWhatIsNeeded(view);
  const dialog = byId("report");
  dialog.onclose = () => {
    if (dialog.returnValue !== "ok") return;
    const body = { press: byId("report-press").value, by: view.role };
    if (byId("report-seat").value) body.seat = Number(byId("report-seat").value);
    if (!byId("report-why").hidden) body.cause = byId("report-cause").value;
    if (byId("report-nth").value) body.nth = Number(byId("report-nth").value);
    if (byId("report-card").value) body.card = byId("report-card").value;
    post("presses", body);
  };
  dialog.returnValue = "";
  dialog.showModal();
}

// A misdeal needs its cause. A report about a card says which of the seat's face-down cards is meant, if there are several.
function askWhatIsNeeded(view) {
  byId("report-why").hidden = byId("report-press").value !== "misdeal-called";
  const seat = view.seats.find((one) => String(one.seat) === byId("report-seat").value);
  const about = CARD_PRESSES.includes(byId("report-press").value);
  const down = about && seat ? seat.cards.filter((card) => card === "back").length : 0;
  const numbers = down > 1 ? Array.from({ length: down }, (_, index) => index + 1) : [];
  byId("report-nth").replaceChildren(new Option("–", ""), ...numbers.map((number) => new Option(number, number)));
  byId("report-which").hidden = numbers.length === 0;
}

export function openDecision(ruling) {
  ask("The floor decides", true, (who) => post(`rulings/${ruling}/override`, { decision: byId("decide-decision").value, ...who }));
}

export function openClearing(fault) {
  ask(fault.happened, false, (who) => post(`faults/${fault.code}/clear`, who));
}

// Asks for a name and a reason, and for a decision if there is one to make.
function ask(what, decides, then) {
  const dialog = byId("decide");
  byId("decide-what").textContent = what;
  byId("decide-decision").parentElement.hidden = !decides;
  byId("decide-reason").value = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "ok") then({ operator: byId("decide-name").value, reason: byId("decide-reason").value });
  };
  dialog.returnValue = "";
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea") || document.querySelector("dialog[open]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !byId("alert").hidden) return;
  const call = shortcuts[event.key.toLowerCase()];
  if (call) call();
});
