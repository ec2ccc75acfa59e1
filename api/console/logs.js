// The technician's log: what has happened to the table and its devices, the latest first.

import { h } from "./dom.js";
import { get } from "./link.js";
import { timeText } from "./words.js";

const WORDS = {
  power: "The table was switched on", resumed: "The table resumed", mode: "Mode", link: "Link", device: "Device", "device-changed": "Another device", "events-lost": "Events were lost",
  "fault-opened": "Fault", "fault-cleared": "Fault ended", "sign-in": "Signed in", "sign-out": "Signed out", "sign-in-failed": "Sign-in failed", export: "Export", stakes: "Stakes changed", "stray-tag": "A tag that is no card",
  "self-test": "Self-test begun", "self-tested": "Self-test done", "deck-in": "Pack in the shuffler", "deck-out": "Pack taken out",
};
const HIDDEN = ["type", "text"];

export async function logsData() { return get("/log?limit=100"); }

export function logs(view, ui, act) {
  const { items = [], next = null } = ui.data || {};
  const older = async () => {
    const more = await get(`/log?limit=100&after=${next}`);
    act.set({ data: { items: [...items, ...more.items], next: more.next } });
  };
  return {
    title: "Log", facts: "The latest first",
    body: h("section", { class: "panel scroll" }, h("table", null, h("thead", null, h("tr", null, ["Time", "What", "Details"].map((one) => h("th", { key: one }, one)))),
      h("tbody", null, items.map((one) => h("tr", { key: one.number }, h("td", null, timeText(one.at_ns, true)), h("td", null, WORDS[one.kind] || sentence(one.kind)), h("td", null, detailsText(one.details)))))),
    next ? h("button", { key: "older", class: "plain", onclick: older }, "Older") : null),
  };
}

function sentence(kind) { return (kind[0].toUpperCase() + kind.slice(1)).replaceAll("-", " "); }

function detailsText(details) {
  const said = Object.entries(details).filter(([name, value]) => !HIDDEN.includes(name) && value !== "" && value !== null && typeof value !== "object").map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`);
  return [details.text || "", ...said].filter(Boolean).join(" · ");
}
