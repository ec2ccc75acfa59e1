// Past hands: the list, and one hand fact by fact with its timeline.

import { gameText } from "./bar.js";
import { withCards } from "./cards.js";
import { h } from "./dom.js";
import { felt, QUIET } from "./felt.js";
import { icon } from "./icons.js";
import { get } from "./link.js";
import { sceneOf } from "./scene.js";
import { narrow } from "./shell.js";
import { ageText, chips, streetText, timeText } from "./words.js";

const PLAY_MS = 900;
let playing = 0;

export async function handsData() {
  const [page, games] = await Promise.all([get("/hands?limit=100"), get("/games")]);
  return { ...page, games: Object.fromEntries(games.items.map((one) => [one.code, one.name])) };
}

async function older(ui, act) {
  const more = await get(`/hands?limit=100&after=${ui.data.next}`);
  act.set({ data: { ...ui.data, items: [...ui.data.items, ...more.items], next: more.next } });
}


export function hands(view, ui, act) {
  const wanted = (ui.search || "").toLowerCase();
  const { items = [], next = null, games = {} } = ui.data || {};
  const gameOf = (one) => games[one.game] || one.game;
  const found = items.filter((one) => !wanted || `hand ${one.number} ${one.id} ${gameOf(one)} ${one.stops ? "stop" : ""} ${(one.winners || []).map((seat) => `seat ${seat}`).join(" ")}`.toLowerCase().includes(wanted));
  return {
    title: "Hands", facts: `${wanted ? `${found.length} of ` : ""}${items.length} hands, newest first`,
    actions: h("label", { key: "search", class: "search" }, h("span", { class: "hidden-text" }, "Search"), icon("search"), h("input", { placeholder: "Hand, game, seat, stop", value: ui.search || "", oninput: (event) => act.set({ search: event.target.value }) })),
    body: [h("section", { key: "list", class: "panel scroll" }, found.length ? h("table", null,
      h("thead", null, h("tr", null, ["Hand", "Began", "Game", "Won by", "Pot", "Stops"].map((one) => h("th", { key: one }, one)))),
      h("tbody", null, found.map((one) => h("tr", { key: one.id }, h("td", null, h("a", { class: "row-link", href: `#hand/${one.id}` }, `Hand ${one.number}`)), h("td", null, timeText(one.began_ns)), h("td", null, gameOf(one)), h("td", null, (one.winners || []).map((seat) => `seat ${seat}`).join(", ") || one.ended || "in play"), h("td", null, chips(one.pot || 0)), h("td", null, one.stops || ""))))) : h("p", { class: "quiet" }, "No hand yet.")),
      next ? h("button", { key: "older", class: "plain", onclick: () => older(ui, act) }, "Older hands") : null],
  };
}

/** A hand with its facts, and the view as of the fact in the address (the last one where none is named). */
export async function handData([id, fact], before) {
  const one = before?.one?.id === id && before.one.ended ? before.one : await get(`/hands/${id}`);
  const numbers = one.facts.map((item) => item.number);
  const at = numbers.includes(Number(fact)) ? Number(fact) : numbers.at(-1);
  const known = before?.one?.id === id ? before.views : new Map();
  if (!known.has(at)) known.set(at, await get(`/hands/${id}/at/${at}`));
  return { one, at, views: known };
}

export function hand(view, ui, act) {
  if (!ui.data?.one) return { title: "Hand", facts: "", body: null };
  const { one, at, views } = ui.data;
  const shown = views.get(at);
  const index = one.facts.findIndex((item) => item.number === at);
  const stop = one.facts.find((item) => item.stop);
  const show = one.facts.find((item) => item.fact.type === "action" && ["show", "muck"].includes(item.fact.action));
  return {
    title: `Hand ${one.number}`, facts: `${gameText(shown)} · ${timeText(one.began_ns)} · ${one.seats.length} seats`,
    actions: [h("button", { key: "link", class: "plain", onclick: () => copy(act) }, icon("link"), "Copy link"),
      ["floor", "auditor"].includes(view.role) ? exportsOf(one, view) : null],
    body: h("div", { class: "grid replay" },
      h("section", { class: "panel felt-panel" }, h("div", { class: "stage" }, felt(shown, { ...QUIET, ...sceneOf({ ...shown, stops: [] }), lines: [] }, narrow.matches, narrow.matches))),
      h("section", { class: "panel facts-panel" }, h("h2", null, "Facts", h("small", null, `${index + 1} of ${one.facts.length}`)), h("ol", { class: "facts-list", tabindex: "0", "aria-label": "Facts" }, one.facts.map((item) => factRow(item, at, one)))),
      h("section", { class: "panel time-panel" }, timeline(one, index),
        h("div", { class: "row" },
          h("button", { key: "back", "aria-label": "One fact back", onclick: () => step(ui, act, -1) }, icon("first")),
          h("button", { key: "play", class: "go", onclick: () => toggle(ui, act) }, icon(playing ? "pause" : "play"), playing ? "Pause" : "Play"),
          h("button", { key: "on", "aria-label": "One fact on", onclick: () => step(ui, act, 1) }, icon("last")),
          stop ? h("button", { key: "stop", class: "plain", onclick: () => to(ui, act, stop.number) }, "To the STOP") : null,
          show ? h("button", { key: "show", class: "plain", onclick: () => to(ui, act, show.number) }, "To the showdown") : null,
          h("span", { class: "quiet keys-hint" }, "Keys: ← → one fact, ↑ ↓ one street, space plays")))),
  };
}

// The table log, the hand history, and the hand as the table signed it: a stranger can check that one.
function exportsOf(one, view) {
  const link = (kind, words, file) => h("a", { key: kind, class: "button plain", href: `/api/v1/hands/${one.id}/${kind}`, download: file }, icon("save"), words);
  return [link(`log${one.ended ? "?full=true" : ""}`, "Log", `${one.id}.jsonl`), one.ended ? link("phh", "PHH", `${one.id}.phh`) : null, one.ended && !view.simulated ? link("signed", "Signed", `${one.id}-signed.json`) : null];
}

function factRow(item, at, one) {
  return h("li", { key: item.number }, h("a", { href: `#hand/${one.id}/${item.number}`, class: `${item.stop ? "stop" : ""} ${item.number === at ? "here" : ""}`, "aria-current": item.number === at ? "step" : null },
    h("span", null, item.number), h("b", null, item.stop ? "STOP " : "", withCards(item.text)), h("span", null, timeText(item.at_ns))));
}

// Streets are blocks, cards small bars, actions rings, a stop a flag.
function timeline(one, index) {
  const streets = [];
  one.facts.forEach((item, place) => {
    if (!streets.length || streets.at(-1).name !== item.street) streets.push({ name: item.street, facts: [] });
    streets.at(-1).facts.push({ item, place });
  });
  return h("div", { class: "timeline" }, streets.map((street, number) => h("div", { key: number, class: "block", vars: { size: street.facts.length } }, h("p", null, streetText(street.name || "start")),
    h("div", { class: "beads", "aria-hidden": "true" }, street.facts.map(({ item, place }) => h("i", { key: item.number, class: `bead ${item.kind} ${item.stop ? "stop" : ""} ${place === index ? "here" : ""}` }))))),
    h("p", { class: "quiet now-at" }, `${timeText(one.facts[index].at_ns)} · ${ageText((one.facts[index].at_ns - one.facts[0].at_ns) / 1e9)} into the hand`));
}

// ---- moving --------------------

function to(ui, act, number) { act.go(`hand/${ui.data.one.id}/${number}`); }

function step(ui, act, by) {
  const { one, at } = ui.data;
  const next = one.facts[one.facts.findIndex((item) => item.number === at) + by];
  if (next) to(ui, act, next.number);
  return Boolean(next);
}

function street(ui, act, by) {
  const { one, at } = ui.data;
  const here = one.facts.find((item) => item.number === at);
  const names = [...new Set(one.facts.map((item) => item.street))];
  const name = names[names.indexOf(here.street) + by];
  const first = one.facts.find((item) => item.street === name);
  if (first) to(ui, act, first.number);
}

function toggle(ui, act) {
  clearInterval(playing);
  playing = playing ? 0 : setInterval(() => { if (ui.route[0] !== "hand" || !ui.data || !step(ui, act, 1)) { clearInterval(playing); playing = 0; act.set({}); } }, PLAY_MS);
  act.set({});
}

export function handKeys(event, ui, act) {
  if (!ui.data?.one || event.target.matches("input, button, textarea") || event.ctrlKey || event.altKey || event.metaKey) return;
  const moves = { ArrowLeft: () => step(ui, act, -1), ArrowRight: () => step(ui, act, 1), ArrowUp: () => street(ui, act, -1), ArrowDown: () => street(ui, act, 1), " ": () => toggle(ui, act) };
  if (!moves[event.key]) return;
  event.preventDefault();
  moves[event.key]();
}

async function copy(act) {
  try {
    await navigator.clipboard.writeText(location.href);
    act.toast("The link to this moment is copied", "note");
  } catch {
    act.toast(location.href, "note");
  }
}
