// The room: this table and the others, each always at its place; the open stops once more at the side, oldest first.

import { gameText, tableName } from "./bar.js";
import { withCards } from "./cards.js";
import { h } from "./dom.js";
import { felt, QUIET } from "./felt.js";
import { get } from "./link.js";
import { sceneOf } from "./scene.js";
import { ageText, chips, placeName, streetText } from "./words.js";

const WITH_FELT = 20; // more tables are tiles without a felt

// The other tables are not shown to every role.
export async function roomData() {
  const { items } = await get("/tables").catch((problem) => { if (problem.code !== "not-allowed") throw problem; return { items: [] }; });
  return { others: items.slice(1), at: Date.now() };
}

export function room(view, ui) {
  const { others = [], at = Date.now() } = ui.data || {};
  const tables = [{ view, address: "", trouble: "", nowNs: ui.nowNs() }, ...others.map((one) => ({ ...one, nowNs: one.view ? one.view.now_ns + (Date.now() - at) * 1e6 : 0 }))];
  const stops = tables.flatMap(stopsOf).sort((one, other) => other.seconds - one.seconds);
  const due = stops.filter(({ stop }) => isTheFloors(stop));
  const dealers = stops.filter(({ stop }) => !isTheFloors(stop));
  const silent = tables.filter((one) => one.trouble).length;
  const stopped = new Set(stops.map((one) => one.table)).size;
  return {
    title: "Tables", facts: [tables.length === 1 ? "1 table" : `${tables.length} tables`, stopped ? `${stopped} stopped` : "none stopped", silent ? `${silent} not heard` : ""].filter(Boolean).join(" · "),
    body: h("div", { class: "tables" },
      h("div", { class: `room-of ${tables.length === 1 ? "alone" : ""}` }, tables.map((table) => tile(table, tables.length <= WITH_FELT))),
      h("aside", { class: "side" },
        h("section", { key: "floor", class: "panel" }, h("h2", null, "Waiting for you", h("small", null, "oldest first")), due.length ? due.map((stop, index) => waiting(stop, index ? "" : "go", view.role === "floor" ? "Decide" : "Look")) : h("p", { class: "quiet" }, "Nothing to decide.")),
        dealers.length ? h("section", { key: "dealer", class: "panel" }, h("h2", null, "With the dealer", h("small", null, "to answer or put right")), dealers.map((stop) => waiting(stop, "plain", "Look"))) : null,
        toLookAt(tables))),
  };
}

function stopsOf(table) {
  return (table.view?.stops || []).filter((stop) => stop.open).map((stop) => ({ stop, table, seconds: (table.nowNs - stop.since_ns) / 1e9 }));
}

// Whether a stop waits for a decision: any other is the dealer's to answer, or to put right as it was decided.
function isTheFloors(stop) { return stop.decision === "floor"; }

function nameOf(table) { return table.view ? tableName(table.view.table) : table.address.replace(/^https?:\/\//, ""); }

function tile(table, withFelt) {
  const { view, address, trouble } = table;
  const [first] = stopsOf(table);
  const name = nameOf(table);
  if (!view) {
    return h("section", { key: address, class: "tile silent", "aria-label": name }, h("h2", null, h("a", { href: address }, name)), h("p", { class: "facts care-text" }, `Not heard: ${trouble}`));
  }
  const blank = { ...view, board: view.board.map((one) => ({ ...one, card: "back" })), seats: view.seats.map((seat) => ({ ...seat, cards: [] })) };
  const { act, next, stops } = sceneOf(view);
  const sum = view.seats.reduce((all, seat) => all + seat.stack + seat.bet, 0) + view.pots.reduce((all, pot) => all + pot.amount, 0);
  return h("section", { key: address, class: `tile ${first && !trouble ? "stopped" : ""} ${trouble ? "silent" : ""}`, "aria-label": name },
    h("h2", null, h("a", { href: `${address}/` }, h("b", null, name.replace("Table ", ""))), h("span", null, view.mode === "closed" ? "closed" : gameText(view))),
    withFelt ? h("div", { class: "stage small" }, felt(blank, { ...QUIET, act, next, stops }, false)) : null,
    h("p", { class: "facts" }, h("span", null, view.hand ? `Hand ${view.hand.number}${view.street ? `, ${streetText(view.street.name)}` : ""}` : "no hand yet"), h("span", null, h("b", null, chips(sum)), " chips")),
    trouble ? h("p", { class: "facts care-text" }, `Not heard: ${trouble}`)
      : first ? h("p", { class: "foot" }, h("b", null, "STOP"), h("span", null, first.stop.rule.title || "Ruling"), h("b", null, ageText(first.seconds))) : null);
}

function waiting({ stop, table, seconds }, look, words) {
  return h("article", { key: `${table.address} ${stop.id}`, class: "waiting" }, h("h3", null, h("span", null, nameOf(table)), h("b", null, ageText(seconds))), h("p", null, withCards(stop.message)),
    h("a", { class: `button ${look}`, href: `${table.address ? `${table.address}/desk` : ""}#ruling/${stop.id}` }, words));
}

// What works less well, table by table: faults, and places that the reader hears badly.
function toLookAt(tables) {
  const lines = tables.flatMap((table) => [...(table.view?.faults || []).map((fault) => fault.happened), ...(table.view?.radio?.weak || []).map((zone) => `${placeName(zone)} is heard badly`), ...(table.trouble ? [`Not heard: ${table.trouble}`] : [])]
    .map((words) => [nameOf(table), words]));
  if (!lines.length) return null;
  return h("section", { class: "panel" }, h("h2", null, "To look at"), lines.map(([name, words], index) => h("p", { key: index, class: "care-text" }, h("b", null, name), `: ${words}`)));
}
