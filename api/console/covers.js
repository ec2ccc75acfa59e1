// Covers: when the table cannot be trusted, the whole screen says so, and what to do.

import { h } from "./dom.js";
import { icon } from "./icons.js";
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
    since: "The reader tries again by itself", button: ["Call floor", "callFloor"], tone: "blind",
  };
}

/** Faults that ask somebody to look at cards, and to lay them as they should lie; their text names the places. */
const QUESTIONS = ["card-unheard", "card-between"];

function faulty(fault, view, ui) {
  const hints = fault.hint.split(/(?<=[.!?])\s+/).filter(Boolean);
  const asks = QUESTIONS.includes(fault.code);
  const text = asks ? `Look at ${fault.text.split(" and ").map(placeText).join(" and ")}. ${discardsOf(view, fault)}Deal no card.` : fault.text;
  return {
    icon: "care", title: fault.happened, text: text || "The deal is stopped. Deal no card.",
    steps: (asks ? hints : ["Leave every card where it lies", ...hints]).slice(0, 4),
    since: fault.since_ns ? `For ${ageText((ui.nowNs() - fault.since_ns) / 1e9)}` : "", button: fault.clearable ? ["It is put right", "clear", fault.code] : ["Call floor", "callFloor"], tone: "fault",
  };
}

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
      h("div", { class: "foot" }, h("span", null, cover.since), h("button", { onclick: () => act[call](...more) }, text))));
}
