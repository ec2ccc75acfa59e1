// The buttons of a betting round: fold, check or call, bet or raise; and how much, where a player may choose.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { chips, fewDigits } from "./words.js";

const SLIDER = 1000;
const FIRST = ["check", "call", "bring-in"];
const SIZED = ["bet", "raise", "complete", "open"];
const PRESETS = { min: "min", "half-pot": "½ pot", pot: "pot", "all-in": "all-in" };
const VERBS = { check: "Check", bet: "Bet", raise: "Raise to", complete: "Complete to", open: "Open for", "bring-in": "Bring in" };

const find = (view, names) => view.offers.find((offer) => names.includes(offer.action));

/** What a player may choose the size of, or null. */
export function sizedOffer(view) {
  const offer = find(view, SIZED);
  return offer && offer.max > offer.min ? offer : null;
}

/** The amount as the rules allow it: within the limits, in whole chips. */
export function allowed(offer, amount) {
  const step = offer.step || 1;
  const whole = offer.min + Math.round((amount - offer.min) / step) * step;
  return amount >= offer.max ? offer.max : Math.max(offer.min, Math.min(offer.max, whole));
}

export function betting(view, ui, act) {
  const sized = sizedOffer(view);
  const fold = find(view, ["fold"]);
  const first = find(view, FIRST);
  const second = find(view, SIZED) || find(view, ["all-in"]);
  const row = h("div", { key: "actions", class: "row actions" },
    fold ? h("button", { key: "fold", class: fold.free_check || first?.action === "check" ? "plain apart" : "", onclick: () => act.offer(fold) }, "Fold", h("kbd", null, "F")) : null,
    first ? h("button", { key: "first", onclick: () => act.offer(first) }, firstText(first), h("kbd", null, "C")) : null,
    second ? secondButton(second, sized, ui, act) : null);
  return [sized ? sizing(sized, ui, act) : null, row];
}

function firstText(offer) {
  if (offer.action === "check") return "Check";
  if (offer.action === "bring-in") return `Bring in ${chips(offer.min)}`;
  return offer.all_in ? `Call ${chips(offer.chips)}, all-in` : `Call ${chips(offer.chips)}`;
}

function secondButton(offer, sized, ui, act) {
  if (!sized) {
    const text = offer.action === "all-in" ? "All-in" : `${VERBS[offer.action]} ${chips(offer.min)}`;
    return h("button", { key: "second", onclick: () => act.offer(offer) }, text, h("kbd", null, "R"));
  }
  const ready = ui.amount !== null && ui.amount >= sized.min && ui.amount <= sized.max;
  if (!ready) return h("button", { key: "second", onclick: () => act.choose(sized.min) }, `${VERBS[offer.action]}…`, h("kbd", null, "R"));
  const all = ui.amount === sized.max && sized.all_in;
  return h("button", { key: "second", class: "go", onclick: () => act.offer(sized, { amount: ui.amount }) },
    all ? `All-in ${chips(ui.amount)}` : `${VERBS[offer.action]} ${chips(ui.amount)}`, h("kbd", null, "Enter"));
}

function sizing(offer, ui, act) {
  const range = offer.max - offer.min;
  const presets = offer.presets.length ? offer.presets : offer.choices.map((amount) => ({ name: "", amount }));
  const at = ui.amount === null ? 0 : Math.sqrt((Math.max(offer.min, Math.min(offer.max, ui.amount)) - offer.min) / range) * SLIDER;
  return h("div", { key: "sizing", class: "sizing" },
    h("div", { class: "presets" }, presets.map(({ name, amount }) => h("button", { key: amount, class: `preset ${ui.amount === amount ? "chosen" : ""}`, "aria-pressed": String(ui.amount === amount), onclick: () => act.choose(amount) },
      h("b", null, ui.small && amount >= 1e6 ? fewDigits(amount) : chips(amount)), name ? h("span", null, PRESETS[name] || name) : null))),
    h("input", { class: "slider", type: "range", min: 0, max: SLIDER, value: Math.round(at), vars: { at: `${at / SLIDER * 100}%` }, "aria-label": `${VERBS[offer.action]}, ${chips(offer.min)} to ${chips(offer.max)}`,
      "aria-valuetext": chips(ui.amount ?? offer.min), oninput: (event) => act.choose(allowed(offer, offer.min + (event.target.value / SLIDER) ** 2 * range)) }),
    h("button", { class: `keys ${ui.keypad ? "chosen" : ""}`, "aria-label": "Keypad", "aria-expanded": String(ui.keypad), onclick: act.keypad }, icon("keypad"), h("span", { class: "wide" }, "Keypad")));
}

/** The keypad over the pack: two rows of six. */
export function keypad(view, ui, act) {
  const offer = sizedOffer(view);
  if (!ui.keypad || !offer) return null;
  const wrong = ui.amount !== null && (ui.amount < offer.min || ui.amount > offer.max);
  return h("section", { key: "keypad", class: "keypad", "aria-label": "Amount" },
    h("p", { class: wrong ? "wrong" : "" }, h("span", null, VERBS[offer.action]), h("span", { class: "quiet" }, `${chips(offer.min)} to ${chips(offer.max)}`), h("b", null, ui.amount === null ? "" : chips(ui.amount))),
    h("div", { class: "pad" }, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "00"].map((digit) => h("button", { key: digit, onclick: () => act.digit(digit) }, digit)),
      h("button", { key: "back", "aria-label": "Delete", onclick: () => act.digit("") }, icon("back"))));
}
