// The bar over the felt: which table, which game and limits, which hand, how the devices are.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { clockText, placeText, streetText } from "./words.js";

/** `free`: nothing holds or covers the screen, so that what no sensor sees can be reported. */
export function bar(view, ui, act, free = false) {
  const known = troubles(view);
  return h("header", { key: "bar", class: `bar ${view.simulated ? "sim" : ""}` },
    h("span", { class: "which" }, h("i", { class: "mark-logo", "aria-hidden": "true" }), h("h1", null, tableName(view.table))),
    h("span", { class: "game" }, gameText(view)),
    view.hand ? h("span", { class: "hand-no" }, h("span", { class: "hand-word" }, "Hand "), view.hand.number) : null,
    view.street ? h("span", { class: "street" }, view.state === "showdown" ? "Showdown" : streetParts(streetText(view.street.name))) : null,
    view.simulated ? h("span", { class: "simulated" }, "SIMULATED") : null,
    h("span", { class: "room" }),
    ui.lostAt ? h("span", { class: "health ill" }, h("i", { class: "diamond" }), "No connection") : healths(view, known),
    h("span", { class: "clock wide" }, clockText()),
    free && mayReport(view) ? h("button", { key: "report", class: "bare", "aria-label": "Report", onclick: act.report }, icon("flag"), h("span", { class: "wide" }, "Report")) : null,
    h("button", { key: "menu", class: "bare", "aria-label": "Menu", "aria-expanded": String(Boolean(ui.menu)), onclick: () => act.menu(ui.menu ? null : "main") }, icon("menu")));
}

// While a card is due the dock has this button, large.
function mayReport({ role, hand, awaited, past }) {
  return ["dealer", "floor"].includes(role) && hand && !hand.ended && !past && awaited.what !== "card";
}

export function tableName(table) { return table.replace(/^table-/, "Table "); }

export function gameText(view) {
  const { name, structure } = view.game;
  const limits = view.limits.text.replace(/^[A-Za-z-]+(-limit)?\s*/, "");
  const kind = { limit: "", "no-limit": "No-limit ", "pot-limit": "Pot-limit ", "half-pot": "Half-pot " }[structure] ?? "";
  return `${kind}${kind ? name.replace("Texas hold'em", "hold’em") : name} ${limits}`;
}

// What is wrong with a device, in words: { Reader: "" , Shuffler: "no answer" }
function troubles(view) {
  const made = {};
  for (const [device, health] of Object.entries(view.devices || {})) {
    const name = device[0].toUpperCase() + device.slice(1);
    made[name] = health.fault || (health.link === "ready" ? "" : { lost: "no answer", absent: "not there" }[health.link] || health.link);
  }
  if (made.Reader === "" && view.radio?.weak?.length && view.radio.state !== "good") made.Reader = view.radio.state === "blind" ? "blind" : `${placeText(view.radio.weak[0])} weak`;
  if (view.faces_sensed !== null && view.faces_sensed !== undefined && Object.keys(made).length) made.Faces = view.faces_sensed ? "" : "not seen";
  return made;
}

function healths(view, known) {
  const all = Object.entries(known);
  if (!all.length) return null;
  const ill = all.filter(([, trouble]) => trouble);
  const one = ([name, trouble]) => h("span", { key: name, class: `health ${trouble ? "ill" : ""}` }, h("i", { class: trouble ? "diamond" : "dot" }), trouble ? `${name}: ${trouble}` : name);
  return [h("span", { key: "all", class: "healths wide" }, all.map(one)),
    h("span", { key: "one", class: "healths narrow" }, ill.length ? one(ill[0]) : h("span", { class: "health" }, h("i", { class: "dot" }), h("span", { class: "fine" }, "All well")))];
}

// On a phone "Fifth street" is "Fifth".
function streetParts(words) {
  return words.endsWith(" street") ? [words.slice(0, -7), h("span", { class: "wide" }, " street")] : words;
}
