// The technician's map of the antennas: who is heard where, how well, in the last minute.

import { calibration } from "./calibration.js";
import { h } from "./dom.js";
import { get } from "./link.js";
import { planFor } from "./places.js";
import { narrow } from "./shell.js";
import { placeName } from "./words.js";

const WELL = 0.9;
const STEPS = 5;

export async function antennasData() {
  const [known, now] = await Promise.all([get("/calibration"), get("/antennas")]);
  return { ...known, now: now.items };
}

export function antennas(view, ui, act, actions) {
  const now = ui.data?.now || [];
  const weak = now.filter((one) => one.heard !== null && one.heard < WELL);
  const { state } = view.radio;
  return {
    title: "Antennas", facts: state === "blind" ? "the reader hears nothing" : now.length ? `${now.length} scanned · ${weak.length ? `${weak.length} weak` : "none weak"}` : "nothing heard yet", actions,
    body: [h("div", { key: "now", class: "grid hearing" }, map(view, now, weak), table(now)), ...calibration(view, ui, act)],
  };
}

function hears(one, view, zone) {
  if (view.radio.state === "blind") return "blind";
  if (view.radio.weak.includes(zone)) return "weak";
  if (!one || one.heard === null) return one ? "quiet-place" : "unknown";
  return one.heard < WELL ? "weak" : "good";
}

function map(view, now, weak) {
  const plan = planFor(view.max_seats, narrow.matches);
  const zones = [...plan.seats.map(([x, y], index) => [`seat:${index + 1}`, x, y]), ...["board", "muck", "stub", "burn"].map((zone) => [zone, ...plan.places[zone]])];
  const at = Object.fromEntries(zones.map(([zone, x, y]) => [zone, [x, y]]));
  const beside = now.filter((one) => one.beside && at[one.zone] && at[one.beside]);
  const place = ([zone, x, y]) => {
    const one = now.find((other) => other.zone === zone);
    const words = one?.heard === undefined || one.heard === null ? "–" : `${Math.round(one.heard * 100)} %`;
    return h("li", { key: zone, class: `place ${hears(one, view, zone)}`, vars: { x: x / plan.width * 100, y: y / plan.height * 100 } }, h("b", null, placeName(zone)), strength(one), h("span", null, one ? words : "–"));
  };
  return h("section", { key: "map", class: "panel map-panel" },
    h("div", { class: "stage" }, h("div", { class: "map", vars: { ratio: plan.width / plan.height } },
      h("svg", { class: "beside", viewBox: `0 0 ${plan.width} ${plan.height}`, "aria-hidden": "true" }, beside.map((one) => h("path", { key: one.zone, d: `M${at[one.zone].join(" ")}L${at[one.beside].join(" ")}` }))),
      h("ol", { "aria-label": "Places on the felt" }, zones.map(place)))),
    h("p", { class: "quiet" }, weak.length ? `Lay one card on ${placeName(weak[0].zone).toLowerCase()} and turn it: it must be heard flat, turned and at the edge.` : "Solid: a card there is heard well. Dashed: weak. Dotted line: it hears a neighbour’s cards too."));
}

// Five bars: how many of the scans hear the card.
function strength(one) {
  if (!one || one.heard === null) return null;
  const lit = Math.max(1, Math.ceil(one.heard * STEPS - 0.25));
  return h("span", { class: "strength", "aria-hidden": "true" }, Array.from({ length: STEPS }, (_, index) => h("i", { key: index, class: index < lit ? "on" : "" })));
}

function table(now) {
  const row = (one) => h("tr", { key: one.zone, class: one.heard !== null && one.heard < WELL ? "weak-row" : "" }, h("td", null, placeName(one.zone)), h("td", null, one.cards), h("td", null, one.heard === null ? "–" : `${(one.heard * 100).toFixed(0)} %`),
    h("td", null, one.strength_dbm === null ? "–" : `${one.strength_dbm.toFixed(0)} dBm`), h("td", null, spark(one.minute)), h("td", null, one.beside ? placeName(one.beside) : ""));
  return h("section", { key: "table", class: "panel scroll" }, h("h2", null, "Scans that hear each card", h("small", null, "last minute, worst first")),
    now.length ? h("table", null, h("thead", null, h("tr", null, ["Place", "Cards", "Heard", "Strength", "1 min", "Also"].map((one) => h("th", { key: one }, one)))), h("tbody", null, now.map(row))) : h("p", { class: "quiet" }, "No antenna has been scanned yet."));
}

function spark(minute) {
  const points = minute.map((share, index) => (share === null ? null : `${index * 12} ${20 - share * 18}`));
  const d = points.map((point, index) => (point === null ? "" : `${index && points[index - 1] !== null ? "L" : "M"}${point}`)).join("");
  return h("svg", { class: "spark", viewBox: "-2 0 64 22", role: "img", "aria-label": `The last minute: ${minute.map((share) => (share === null ? "–" : `${Math.round(share * 100)} %`)).join(", ")}` }, d ? h("path", { d }) : null);
}
