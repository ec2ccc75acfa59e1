// The next hand: the floor changes the game, the house, the limits and the level between two hands.

import { h } from "./dom.js";
import { get } from "./link.js";
import { chips } from "./words.js";

const AMOUNTS = [["small_blind", "Small blind"], ["big_blind", "Big blind"], ["ante", "Ante"], ["bring_in", "Bring-in"], ["small_bet", "Small bet"], ["big_bet", "Big bet"], ["rake", "Rake"]];
const SWITCHES = [["tournament", "Tournament"], ["joker", "With the joker"]];
const STRUCTURES = { limit: "Limit", "no-limit": "No-limit", "pot-limit": "Pot-limit", "half-pot": "Half-pot" };

export async function gameData() {
  const [next, games, houses] = await Promise.all([get("/table/next-hand"), get("/games"), get("/houses")]);
  return { next, games: games.items, houses: houses.items };
}

export function game(view, ui, act) {
  const { next, games = [], houses = [] } = ui.data || {};
  if (!next) return { title: "Next hand", facts: "", body: null };
  const may = view.role === "floor";
  const said = { ...next, ...ui.changes };
  const change = (name, value) => act.set({ changes: { ...ui.changes, [name]: value } });
  const structures = games.find((one) => one.code === said.game)?.structures || [];
  const choice = (name, label, options) => h("label", { key: name }, label, h("select", { disabled: may ? null : true, onchange: (event) => change(name, event.target.value) },
    options.map(([value, words]) => h("option", { key: value, value, selected: value === said[name] ? true : null }, words))));
  const send = (event) => {
    event.preventDefault();
    return keep(next, ui, act);
  };
  return {
    title: "Next hand", facts: next.why_not || `${next.seats.length} seats · ${next.back} deck${next.button ? ` · button seat ${next.button}` : ""}`,
    body: h("form", { class: "panel form wide-form", onsubmit: send },
      choice("game", "Game", games.map((one) => [one.code, one.name])),
      choice("structure", "Limits", structures.map((one) => [one, STRUCTURES[one] || one])),
      choice("house", "House", houses.map((one) => [one.code, one.name])),
      AMOUNTS.map(([name, label]) => h("label", { key: name }, label, h("input", { value: said[name], inputmode: "numeric", pattern: "[0-9]*", maxlength: 9, disabled: may ? null : true, oninput: (event) => change(name, Number(event.target.value)) }))),
      SWITCHES.map(([name, label]) => h("button", { key: name, type: "button", class: said[name] ? "chosen" : "", "aria-pressed": String(Boolean(said[name])), disabled: may ? null : true, onclick: () => change(name, !said[name]) }, label)),
      h("p", { key: "now", class: "quiet" }, `Now: ${view.limits.text}. Posts of the next hand: ${Object.entries(next.posts).map(([seat, amount]) => `seat ${seat} ${chips(amount)}`).join(", ") || "none"}.`),
      may ? h("button", { key: "keep", class: "go", type: "submit", disabled: Object.keys(ui.changes || {}).length ? null : true }, "From the next hand on") : h("p", { key: "who", class: "quiet" }, "The floor changes this.")),
  };
}

async function keep(next, ui, act) {
  const changes = Object.fromEntries(Object.entries(ui.changes || {}).filter(([name, value]) => value !== next[name]));
  if (await act.post("PATCH", "/table/next-hand", changes, "It counts from the next hand on")) act.set({ changes: null });
}
