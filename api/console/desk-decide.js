// Deciding: the felt as it was, the rule and its source, the choices and what each would do.

import { withCards } from "./cards.js";
import { h } from "./dom.js";
import { felt } from "./felt.js";
import { get } from "./link.js";
import { sceneOf } from "./scene.js";
import { holdButton, narrow } from "./shell.js";
import { ageText, chips, CHOICES, decisionText, placeName } from "./words.js";
import { tableName } from "./bar.js";

const EFFECTS = {
  stands: "Nothing is moved. Play goes on with what is due.", keep: "The card stays as it lies. No repair.", correct: "The dealer puts it right by hand.",
  "dead-hand": "Its cards go to the muck; the others play on.", misdeal: "All cards back, all chips returned, the hand is dealt again.", void: "All action is void, all chips are returned.",
};
const TYPED = ["void", "misdeal"]; // what ends the hand takes a typed word besides

/** A ruling with the felt as it was and the choices that the floor has. */
export async function decideData([id]) {
  const stop = await get(`/rulings/${id}`);
  const [then, choices] = await Promise.all([get(`/hands/${stop.hand}/at/${stop.fact}`).catch(() => null), get(`/rulings/${id}/choices`).then(({ items }) => items).catch(() => null)]);
  return { stop, then, choices: withRule(stop, choices || stop.decisions.map((decision) => ({ decision, possible: true, needs_seat: decision === "dead-hand" && !stop.seats.length }))) };
}

// The rule's own choice is there too: to decide it is to say that it was understood. A rule that leaves it to the floor has
// none, and most often nothing was wrong; to keep a hand and to put it right are the same there.
function withRule(stop, choices) {
  if (stop.decision === "floor") return choices.filter((one) => one.decision !== "keep").sort((one, other) => Number(other.decision === "stands") - Number(one.decision === "stands"));
  const found = choices.find((one) => one.by_rule || one.decision === stop.decision);
  const answered = { by_rule: true, understood: true, possible: stop.open && !stop.acknowledged, why_not: "Already answered", steps: stop.steps };
  return found ? choices.map((one) => (one === found ? { ...one, ...answered } : one)) : [{ decision: stop.decision, ...answered }, ...choices];
}

export function decide(view, ui, act) {
  if (!ui.data?.stop) return { title: "Ruling", facts: "", body: null };
  const { stop, then, choices } = ui.data;
  const shown = then || view;
  const age = ageText((ui.nowNs() - stop.since_ns) / 1e9);
  return {
    title: `${tableName(view.table)}, ${stop.hand.replace("h", "hand ")}`, facts: `${stop.open ? `STOP for ${age}` : stop.status} · ${stop.rule.title || stop.rule.id}`,
    actions: [then ? h("a", { key: "replay", class: "button plain", href: `#hand/${stop.hand}/${stop.fact}` }, "Replay") : null, h("a", { key: "table", class: "button plain", href: "/" }, "Go to the table")],
    body: h("div", { class: "grid decide" },
      h("div", { class: "left" },
        h("section", { class: "panel felt-panel" }, h("p", { class: "pill" }, then ? `The felt as it was at fact ${stop.fact}` : "The felt now"), h("div", { class: "stage" }, felt(shown, { ...sceneOf({ ...shown, stops: [{ ...stop, open: true, status: "open" }] }), dim: false }, narrow.matches, narrow.matches))),
        h("section", { class: "panel two" },
          h("div", null, h("h2", null, "The rule in force"), h("p", null, stop.rule.text || stop.message)),
          h("div", null, h("h2", null, "Source"), h("p", null, stop.source), h("h2", null, "Decided so far"), h("p", null, decidedText(stop))))),
      h("section", { class: "panel choices-panel" }, h("p", { class: "quiet" }, "What do you decide?"), h("h2", { class: "big" }, withCards(stop.message)),
        view.role === "floor" ? choose(stop, choices, view, ui, act) : h("p", { class: "quiet" }, "The floor decides."))),
  };
}

function decidedText(stop) {
  if (stop.decided) return `${stop.decided.by}: ${decisionText(stop.decided.decision)}${stop.decided.reason ? `, “${stop.decided.reason}”` : ""}`;
  return stop.acknowledged ? `Understood by ${stop.acknowledged.by}` : "Nobody has answered yet";
}

function choose(stop, choices, view, ui, act) {
  const sorted = [...choices].sort((a, b) => Number(b.by_rule) - Number(a.by_rule) || Number(b.possible) - Number(a.possible));
  const chosen = sorted.find((one) => one.decision === ui.chosen);
  const typed = !chosen || !TYPED.includes(chosen.decision) || (ui.word || "").trim().toLowerCase() === chosen.decision;
  const seated = !chosen?.needs_seat || ui.seat;
  const reasoned = chosen?.understood || (ui.reason || "").trim(); // the rule is the reason
  const ready = Boolean(chosen && reasoned && typed && seated);
  return [
    h("div", { key: "choices", class: "options", role: "radiogroup", "aria-label": "Decision" }, sorted.map((one) => h("button", {
      key: one.decision, class: `option ${one.decision === ui.chosen ? "chosen" : ""}`, role: "radio", "aria-checked": String(one.decision === ui.chosen), disabled: one.possible ? null : true, onclick: () => act.set({ chosen: one.decision, seat: null, word: "" }),
    }, h("i", null), h("span", null, h("b", null, CHOICES[one.decision] || one.decision, one.by_rule ? ", as the rule says" : ""), h("small", null, withCards(one.possible ? effectOf(one, choices, view) : one.why_not || "Not possible any more")))))),
    chosen?.needs_seat ? h("div", { key: "seats", class: "seat-row", role: "group", "aria-label": "Whose hand" }, view.seats.filter((seat) => seat.cards.length).map((seat) => h("button", { key: seat.seat, class: seat.seat === ui.seat ? "chosen" : "", "aria-pressed": String(seat.seat === ui.seat), onclick: () => act.set({ seat: seat.seat }) }, `Seat ${seat.seat}`))) : null,
    chosen?.understood ? null : h("label", { key: "reason" }, "Reason, for the record", h("input", { value: ui.reason || "", maxlength: 200, oninput: (event) => act.set({ reason: event.target.value }) })),
    chosen && TYPED.includes(chosen.decision) ? h("label", { key: "word" }, `This ends the hand. Type “${chosen.decision}”`, h("input", { value: ui.word || "", autocomplete: "off", oninput: (event) => act.set({ word: event.target.value }) })) : null,
    holdButton(chosen ? `Hold to decide: ${decisionText(chosen.decision).toLowerCase()}` : "Choose first", ready, () => send(stop, chosen, ui, act)),
    h("p", { key: "signed", class: "quiet centre-text" }, `Signed as ${view.person || view.role} · goes to the table and the journal`),
  ];
}

// The steps, and what each seat has more or less after it than it has now.
function effectOf(choice, choices, view) {
  const left = choice.decision === "stands" && choices.find((one) => one.decision === "correct")?.steps.find((step) => step.to?.startsWith("seat:") && step.from !== step.to);
  if (left) return `Nothing is moved. ${leftWith(left.to, view)}`;
  const ends = TYPED.includes(choice.decision);
  const steps = ends ? [EFFECTS[choice.decision].slice(0, -1)] : (choice.steps || []).map((step) => step.text).filter(Boolean);
  const more = ([seat, after]) => [seat, after - (view.seats[seat - 1]?.stack ?? after)];
  const back = Object.entries(choice.chips || {}).map(more).filter(([, amount]) => amount).map(([seat, amount]) => `${placeName(`seat:${seat}`)} ${amount > 0 ? "gets" : "pays"} ${chips(Math.abs(amount))}`);
  return [...steps, ...back].join(". ") || EFFECTS[choice.decision] || "Nothing moves. Play goes on.";
}

// What becomes of a seat to which a card would go back, if none does.
function leftWith(zone, view) {
  const { length } = view.seats[Number(zone.slice(5)) - 1]?.cards || [];
  return `${placeName(zone)} plays on with ${length ? `${length} ${length === 1 ? "card" : "cards"}` : "no card"}.`;
}

async function send(stop, chosen, ui, act) {
  if (chosen.understood) {
    if (await act.post("POST", `/rulings/${stop.id}/ack`, undefined, "Decided: as the rule says")) act.go("tables");
    return;
  }
  const body = { decision: chosen.decision, reason: ui.reason.trim(), ...(ui.seat ? { seat: ui.seat } : {}) };
  if (await act.post("POST", `/rulings/${stop.id}/override`, body, `Decided: ${decisionText(chosen.decision).toLowerCase()}`)) act.go("tables");
}
