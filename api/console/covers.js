// Covers: when the table cannot be trusted, the whole screen says so, and what to do.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { isFloorCalled } from "./scene.js";
import { ageText, placeText } from "./words.js";

/** What must cover the screen, or null: lost before blind before fault. */
export function coverOf(view, ui) {
  if (ui.lostAt) return lost(ui);
  if (!view) return null;
  const fault = (view.faults || []).find((one) => one.stops_play);
  if (fault) return faulty(fault, view, ui);
  if (view.radio?.state === "blind" && view.hand && !view.hand.ended) return blind(view);
  return null;
}

function lost(ui) {
  return {
    icon: "nolink", title: "No connection to the table", text: "Nothing you touch here reaches it. Deal no card.",
    steps: ["Leave every card where it lies", "Wait: this page connects again by itself", "Longer than a minute: call the floor"],
    since: `Lost ${ageText((Date.now() - ui.lostAt) / 1000)} ago · trying again`, button: ["Try now", "again"], tone: "lost",
  };
}

function blind(view) {
  const places = view.radio.weak.map(placeText);
  const where = places.length > 1 ? `${places.slice(0, -1).join(", ")} and ${places.at(-1)}` : places[0] || "the table";
  return {
    icon: "noeye", title: `The reader cannot see ${where}`, text: "The table does not know which cards lie there. Deal no card.",
    steps: ["Take hands and chips off the printed places", "Leave the cards where they lie: they are read again", "Still so after half a minute: call the floor"],
    since: "The reader tries again by itself", button: callFloor(view), tone: "blind",
  };
}

/** Faults that ask somebody to look at cards, and to lay them as they should lie; their text names the places. The button is an answer. */
const QUESTIONS = {
  "card-unheard": {
    only: (fault) => (isDealtTo(fault.text) ? "Deal no card elsewhere." : "Deal no card."), answer: "No card lies there",
    steps: (fault) => ["Lay the card there down again", isDealtTo(fault.text) ? "If it is still not heard: replace it with the next one" : null, "If no card lies there: say so"],
  },
  "card-between": {
    only: () => "Deal no card.", answer: "It lies as it should",
    steps: () => ["Push the card to where it belongs", "If it lies there already: say so"],
  },
};

/** What a person says who clears a fault. */
export function clearWords(code) { return QUESTIONS[code]?.answer || "It is put right"; }

// Where the next card of the pack can lie instead of one that is not heard.
function isDealtTo(places) { return !["muck", "stub", "aside"].includes(places); }

function faulty(fault, view, ui) {
  const asks = QUESTIONS[fault.code];
  const text = asks ? `Look at ${fault.text.split(" and ").map(placeText).join(" and ")}. ${discardsOf(view, fault)}${asks.only(fault)}` : fault.text;
  const hints = fault.hint.split(/(?<=[.!?])\s+/).filter(Boolean);
  return {
    icon: "care", title: fault.happened, text: text || "The deal is stopped. Deal no card.",
    steps: asks ? asks.steps(fault).filter(Boolean) : ["Leave every card where it lies", ...hints].slice(0, 4),
    since: fault.since_ns ? `For ${ageText((ui.nowNs() - fault.since_ns) / 1e9)}` : "", button: fault.clearable ? [clearWords(fault.code), "clear", fault.code] : callFloor(view), tone: "fault",
  };
}

// A floor that was called is on its way; calling it again opens one stop more.
function callFloor(view) { return isFloorCalled(view) ? ["The floor is called", null] : ["Call floor", "callFloor"]; }

// In a muck of many cards, a dealer must know whose discards are looked for.
function discardsOf(view, fault) {
  if (fault.text !== "muck" || view.next?.await !== "discard") return "";
  const { seat, count } = view.next;
  return `Seat ${seat} discards ${count > 1 ? `${count} cards` : "one card"} more. `;
}

export function drawCover(cover, act) {
  if (!cover) return null;
  const [text, call, ...more] = cover.button;
  return h("section", { key: cover.tone, class: "cover", role: "alertdialog", "aria-modal": "true", "aria-labelledby": "cover-title", "aria-describedby": "cover-text", id: "cover" },
    h("div", { class: "board-of" },
      h("div", { class: "head" }, icon(cover.icon), h("div", null, h("h2", { id: "cover-title", tabindex: "-1" }, cover.title), h("p", { id: "cover-text" }, cover.text))),
      h("ol", null, cover.steps.map((step, index) => h("li", { key: index }, h("b", null, index + 1), step))),
      h("div", { class: "foot" }, h("span", null, cover.since), call ? h("button", { onclick: () => act[call](...more) }, text) : h("span", { class: "called" }, icon("person"), text))));
}
