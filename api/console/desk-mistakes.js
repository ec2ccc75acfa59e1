// Mistakes over time: how many of each kind, and how often, with the range in which the true rate lies.

import { h } from "./dom.js";
import { get } from "./link.js";
import { chips } from "./words.js";

const BY = [["kind", "By kind"], ["dealer", "By dealer"], ["game", "By game"], ["hour", "By hour"]];
const SPANS = [[100, "100 hands"], [500, "500 hands"], [2000, "2,000 hands"]];
const MAX_ROWS = 10;

export async function mistakesData(_, __, ui) {
  const lists = await Promise.all(BY.map(([by]) => get(`/mistakes?by=${by}&hands=${ui.span || 500}`).then(({ items }) => items)));
  return Object.fromEntries(BY.map(([by], index) => [by, lists[index]]));
}

export function mistakes(view, ui, act) {
  const data = ui.data || {};
  const sum = (items, what) => (items || []).reduce((all, one) => all + one[what], 0);
  const [stops, played] = [sum(data.kind, "count"), sum(data.game, "hands")];
  const mean = played ? 100 * sum(data.game, "stopped_hands") / played : 0;
  return {
    title: "Mistakes", facts: `${stops === 1 ? "1 stop" : `${stops} stops`} in ${played === 1 ? "the latest hand" : `the latest ${chips(played)} hands`} · ${mean.toFixed(1)} in 100 hands stopped`,
    actions: h("div", { key: "span", class: "seg", role: "group", "aria-label": "How far back" }, SPANS.map(([span, words]) => h("button", { key: span, class: span === (ui.span || 500) ? "chosen" : "", "aria-pressed": String(span === (ui.span || 500)), onclick: () => { act.set({ span }); act.reload(); } }, words))),
    body: h("div", { class: "grid plots" }, BY.map(([by, words]) => plot(by, words, data[by] || [], mean, ui, act))),
  };
}

function plot(by, words, items, mean, ui, act) {
  const shown = (by === "hour" ? [...items].sort((a, b) => Number(a.key) - Number(b.key)) : [...items].sort((a, b) => (by === "kind" ? b.count - a.count : b.rate - a.rate))).slice(0, by === "hour" ? 24 : MAX_ROWS);
  const table = ui[`table-${by}`];
  const above = by === "kind" ? null : shown.find((one) => one.low > mean);
  const most = by === "kind" ? shown[0] : null;
  const title = above ? `${words}: ${wordsOf(by, above)} is above the mean of ${mean.toFixed(1)}` : most?.count ? `${words}: most “${most.words}”` : words;
  return h("section", { key: by, class: "panel plot" },
    h("h2", null, title, h("button", { class: "bare", "aria-pressed": String(Boolean(table)), onclick: () => act.set({ [`table-${by}`]: !table }) }, table ? "Plot" : "Table")),
    shown.length ? (table ? figures(by, words, shown) : by === "kind" ? counts(shown) : ranges(by, shown, mean, above)) : h("p", { class: "quiet" }, "No mistake yet."));
}

function wordsOf(by, one) { return by === "hour" ? `${one.key}:00` : one.words; }

function counts(items) {
  const most = Math.max(1, ...items.map((one) => one.count));
  return h("ul", { class: "bars-list" }, items.map((one) => h("li", { key: one.key }, h("span", { class: "key" }, one.words), h("i", { class: "bar-of", vars: { part: one.count / most } }), h("b", null, one.count))));
}

// A dot for the rate, a line for its 95 % range, a dotted line for the mean of all. Orange: certainly above it.
function ranges(by, items, mean, above) {
  const most = Math.max(1, mean, ...items.map((one) => one.high));
  const at = (rate) => `${(100 * rate / most).toFixed(1)}%`;
  return [h("ul", { key: "ranges", class: "bars-list ranges" }, items.map((one) => h("li", { key: one.key, class: one === above ? "above" : "" }, h("span", { class: "key" }, wordsOf(by, one)),
    h("span", { class: "range", vars: { low: at(one.low), high: at(one.high), rate: at(one.rate), mean: at(mean) } }, h("i", { class: "line" }), h("i", { class: "mean" }), h("i", { class: "point" })), h("b", null, one.rate.toFixed(1))))),
    h("p", { key: "scale", class: "quiet" }, `Stopped hands in 100, 0 to ${most.toFixed(0)}, with the 95 % range. Dotted: the mean of all.`)];
}

function figures(by, words, items) {
  return h("table", null, h("thead", null, h("tr", null, [words, "Stops", "Hands", "Stopped in 100", "Between"].map((one) => h("th", { key: one }, one)))),
    h("tbody", null, items.map((one) => h("tr", { key: one.key }, h("td", null, wordsOf(by, one)), h("td", null, one.count), h("td", null, one.hands), h("td", null, one.rate.toFixed(1)), h("td", null, `${one.low.toFixed(1)} and ${one.high.toFixed(1)}`)))));
}
