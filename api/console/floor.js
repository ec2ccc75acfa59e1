// All tables of a room: what waits for the floor, decisions, past hands step by step, mistakes, decks, reports.

import { draw, h } from "./dom.js";
import { icon } from "./icons.js";
import { holdButton, loader, shell, toaster } from "./shell.js";
import { applySettings } from "./settings.js";
import { stepText } from "./floor-steps.js";
import { ageText, chips } from "./words.js";

const PAGES = [["tables", "Tables", "tables"], ["hands", "Hands", "history"], ["mistakes", "Mistakes", "chart"], ["decks", "Decks", "pack"], ["reports", "Reports", "care"], ["decisions", "Decisions", "gavel"]];
const LOOK_MS = 1000;
const ui = { route: [], room: null, data: null, wrong: "", lostAt: null, reason: "", decision: "", seat: "", step: 0, by: "kind" };
const toast = toaster(() => paint());

async function ask(method, address, body) {
  const answer = await fetch(`/floor/v1${address}`, { method, headers: body ? { "Content-Type": "application/json" } : {}, body: body ? JSON.stringify(body) : null });
  if (answer.status === 401) location.reload();
  const said = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.happened || said.text || said.code), { body: said });
  return said;
}

const set = (what) => { Object.assign(ui, what); paint(); };
const stamp = (ns) => new Date(ns / 1e6).toLocaleString("en-GB", { hour12: false });
const one = (name) => ui.room.tables.find((table) => table.table === name);

// ---- all tables --------------------

function oldest(table) {
  const since = (table.status?.stops || []).map((stop) => stop.since_ns);
  return since.length ? Math.min(...since) : null;
}

function waiting() {
  return ui.room.tables.flatMap((table) => (table.status?.stops || []).map((stop) => ({ table, stop }))).sort((a, b) => a.stop.since_ns - b.stop.since_ns);
}

function ill() {
  const silent = ui.room.tables.filter((table) => !table.fresh && !table.kept?.revoked).map((table) => `${table.table} is not heard`);
  const faults = ui.room.tables.flatMap((table) => (table.fresh ? table.status.faults : []).map((fault) => `${table.table}: ${fault.code}. ${fault.hint}`));
  const lost = ui.room.tables.flatMap((table) => Object.entries(table.fresh ? table.status.devices : {}).filter(([, device]) => device.fault).map(([name, device]) => `${table.table}: ${name} reports ${device.fault}`));
  return [...silent, ...faults, ...lost];
}

function tile(table) {
  const { status } = table;
  const stopped = status?.stops.length;
  return h("a", { key: table.table, class: `room-tile button ${stopped ? "stopped" : ""} ${table.fresh ? "" : "silent"}`, href: `#table/${table.table}` },
    h("b", null, table.table),
    h("span", null, status ? `${status.game} ${status.structure}` : "never heard", status ? h("i", null, status.state) : null),
    h("span", null, status?.hand ? status.hand.replace("h", "Hand ") : "no hand yet", status ? h("b", null, chips(status.chips)) : null),
    table.fresh ? null : h("span", { class: "care-text" }, table.age_s === null ? "not heard yet" : `silent for ${ageText(table.age_s)}`),
    stopped ? h("span", { class: "foot" }, h("b", null, "STOP"), h("i", null, ageText((ui.room.now_ns - oldest(table)) / 1e9))) : null);
}

function tables() {
  const open = waiting();
  const care = ill();
  return {
    title: `Room ${ui.room.room}`, facts: `${ui.room.tables.length} tables · ${open.length ? `${open.length} waiting` : "none stopped"}`,
    body: h("div", { class: "grid room-split" },
      h("div", { class: "room-grid" }, ui.room.tables.map(tile)),
      h("aside", { class: "side" },
        h("section", { class: "panel" }, h("h2", null, "Waiting for you", h("small", null, "oldest first")),
          open.length ? open.slice(0, 12).map(({ table, stop }) => h("article", { key: `${table.table}${stop.id}`, class: "waiting" }, h("h3", null, h("span", null, table.table), h("b", null, ageText((ui.room.now_ns - stop.since_ns) / 1e9))), h("p", null, stop.message), h("a", { class: "button", href: `#table/${table.table}/${stop.id}` }, ui.room.role === "floor" ? "Decide" : "Look"))) : h("p", { class: "quiet" }, "Nothing. The deal goes on.")),
        care.length ? h("section", { class: "panel" }, h("h2", null, "To look at"), care.slice(0, 20).map((words) => h("p", { key: words, class: "care-text" }, words))) : null)),
  };
}

// ---- one table, and deciding --------------------

async function decide(table, body, words) {
  try {
    await ask("POST", `/tables/${table.table}/decisions`, { journal: table.status.journal, ...body });
    toast.say(words, "note");
    set({ reason: "", decision: "" });
  } catch (problem) {
    toast.say(problem.message, problem.kind);
  }
}

function stopPanel(table, stop) {
  const may = ui.room.role === "floor";
  const ready = may && ui.decision && ui.reason.trim();
  return h("section", { key: stop.id, class: "panel" }, h("h2", { class: "big" }, stop.title || stop.rule), h("p", null, stop.message),
    h("p", { class: "quiet" }, `${stop.id} · ${stop.rule} · by the rule: ${stop.decision}`),
    may ? [h("div", { key: "choices", class: "row" }, stop.decisions.map((word) => h("button", { key: word, class: ui.decision === word ? "chosen" : "", onclick: () => set({ decision: word }) }, word))),
      h("label", { key: "reason" }, "Reason", h("input", { value: ui.reason, maxlength: 200, oninput: (event) => set({ reason: event.target.value }) })),
      h("div", { key: "do", class: "row" }, h("button", { key: "ack", onclick: () => decide(table, { does: "ack", on: stop.id }, "Acknowledged") }, icon("check"), "Acknowledge"),
        holdButton("Hold to decide", ready, () => decide(table, { does: "override", on: stop.id, decision: ui.decision, reason: ui.reason }, "Decided")))] : null);
}

function table() {
  const known = one(ui.route[1]);
  if (!known) return { title: "Not found", facts: "", body: h("p", { class: "panel" }, "There is no such table.") };
  const { status } = known;
  const may = ui.room.role === "floor" && known.fresh;
  const row = (words, value) => h("tr", { key: words }, h("th", { scope: "row" }, words), h("td", null, value));
  return {
    title: known.table, facts: known.fresh ? `${status.game} ${status.structure} · ${status.state}` : "not heard now",
    body: h("div", { class: "grid room-split" },
      h("div", { class: "grid" }, (status?.stops || []).map((stop) => stopPanel(known, stop)),
        h("section", { key: "facts", class: "panel" }, h("h2", null, "Now"), status ? h("table", null, h("tbody", null, row("Hand", status.hand || "none"), row("Hands dealt", status.hands), row("Players", status.seats), row("Chips", chips(status.chips)), row("Pack", status.pack), row("Mode", status.mode), row("House", status.house), row("Program", status.program), row("Rows not sent yet", status.behind))) : h("p", { class: "quiet" }, "Nothing has been heard."))),
      h("aside", { class: "side" },
        h("section", { key: "devices", class: "panel" }, h("h2", null, "Devices"), Object.entries(status?.devices || {}).filter(([name, device]) => name !== "camera" || device.link !== "absent").map(([name, device]) => h("p", { key: name, class: device.fault || device.link !== "ready" ? "care-text" : "" }, `${name}: ${device.link}${device.fault ? `, ${device.fault}` : ""}${device.serial_number ? ` · ${device.serial_number}` : ""}`))),
        h("section", { key: "faults", class: "panel" }, h("h2", null, "Faults"), (status?.faults || []).length ? status.faults.map((fault) => h("p", { key: fault.code, class: "care-text" }, `${fault.code}: ${fault.hint}`)) : h("p", { class: "quiet" }, "None.")),
        h("section", { key: "kept", class: "panel" }, h("h2", null, "Record"), known.kept ? h("p", null, `${known.kept.facts} facts, ${known.kept.events} events, ${known.kept.heads} signed heads are kept here.`) : h("p", { class: "quiet" }, "Nothing is kept yet."), h("a", { class: "button", href: `#hands/${known.table}` }, icon("history"), "Its hands")),
        may ? h("section", { key: "may", class: "panel" }, h("h2", null, "Decide"), h("button", { onclick: () => decide(known, { does: status.mode === "closed" ? "open" : "close" }, "Sent to the table") }, status.mode === "closed" ? "Open the table" : "Close after this hand"),
          h("label", null, "Reason", h("input", { value: ui.reason, maxlength: 200, oninput: (event) => set({ reason: event.target.value }) })),
          holdButton("Hold to void this hand", Boolean(status.hand && ui.reason.trim()), () => decide(known, { does: "void-hand", on: status.hand, reason: ui.reason }, "The hand is void"))) : null)),
  };
}

// ---- past hands --------------------

async function handsData() { return ask("GET", `/hands?limit=100${ui.route[1] ? `&table=${encodeURIComponent(ui.route[1])}` : ""}${ui.stopped ? "&stopped=1" : ""}`); }

function hands() {
  const found = ui.data || [];
  return {
    title: "Hands", facts: ui.route[1] || "all tables", actions: h("button", { key: "stopped", class: ui.stopped ? "chosen" : "", onclick: () => { ui.stopped = !ui.stopped; load(); } }, "Only stopped hands"),
    body: h("section", { class: "panel scroll" }, h("table", null, h("thead", null, h("tr", null, ["Hand", "Table", "Began", "Game", "Dealer", "Ended", "Pot", "Stops"].map((word) => h("th", { key: word }, word)))),
      h("tbody", null, found.map((hand) => h("tr", { key: `${hand.record}/${hand.first_fact}`, class: hand.stops ? "open" : "" }, h("td", null, h("a", { href: `#hand/${hand.record}/${hand.first_fact}` }, hand.hand.replace("h", "Hand "))), h("td", null, hand.name), h("td", null, stamp(hand.began_ns)), h("td", null, hand.game), h("td", null, hand.dealer || "not known"), h("td", null, hand.ended || "in play"), h("td", null, chips(hand.pot)), h("td", null, hand.stops || "")))))),
  };
}

async function handData() { return ask("GET", `/hands/${ui.route[1]}/${ui.route[2]}`); }

function hand() {
  if (!ui.data?.rows) return { title: "Hand", facts: "", body: "" };
  const { hand: found, rows } = ui.data;
  const at = Math.min(ui.step, rows.length - 1);
  const go = (step) => set({ step: Math.max(0, Math.min(rows.length - 1, step)) });
  const shown = stepText(rows[at]);
  return {
    title: `${found.name}, ${found.hand.replace("h", "hand ")}`, facts: `${found.game} · ${stamp(found.began_ns)} · ${found.ended || "in play"}`,
    body: h("div", { class: "grid room-split" },
      h("section", { class: "panel" }, h("h2", { class: "big" }, `${at + 1} of ${rows.length}: ${shown.words}`), shown.outcomes.map((words, index) => h("p", { key: index, class: words.stop ? "care-text" : "" }, words.text)), h("p", { class: "quiet" }, `${stamp(rows[at].at_ns)} · ${rows[at].operator}`),
        h("div", { class: "row" }, h("button", { key: "first", "aria-label": "First", onclick: () => go(0) }, icon("first")), h("button", { key: "back", onclick: () => go(at - 1) }, "Back"), h("button", { key: "on", class: "go", onclick: () => go(at + 1) }, "Next"), h("button", { key: "last", "aria-label": "Last", onclick: () => go(rows.length - 1) }, icon("last")))),
      h("section", { class: "panel" }, h("h2", null, "Facts"), h("div", { class: "steps" }, rows.map((row, index) => { const step = stepText(row); return h("button", { key: row.number, class: `${index === at ? "here" : ""} ${step.stopped ? "stop" : ""}`, onclick: () => go(index) }, h("i", null, row.number), h("span", null, step.words)); })))),
  };
}

// ---- counted --------------------

const MISTAKES_OF_DAYS = 7;

async function mistakesData() { return ask("GET", `/mistakes?by=${ui.by}&after_ns=${Date.now() - MISTAKES_OF_DAYS * 86_400_000}000000`); }

function mistakes() {
  const found = ui.data || [];
  const most = Math.max(1, ...found.map((rate) => rate.stops));
  return {
    title: "Mistakes", facts: `of the last ${MISTAKES_OF_DAYS} days`, actions: ["kind", "dealer", "game", "hour", "table"].map((word) => h("button", { key: word, class: ui.by === word ? "chosen" : "", onclick: () => { ui.by = word; load(); } }, word)),
    body: h("section", { class: "panel" }, h("div", { class: "plot" }, found.filter((rate) => rate.stops).slice(0, 40).flatMap((rate) => [h("span", { key: `${rate.key}k` }, rate.key || "not known"), h("span", { key: `${rate.key}p` }, h("i", { vars: { share: rate.stops / most } })), h("span", { key: `${rate.key}n` }, `${rate.stops} in ${rate.hands} hands`)]))),
  };
}

async function decksData() { return ask("GET", "/decks"); }

function decks() {
  return { title: "Decks", facts: "hands dealt from each", body: h("section", { class: "panel scroll" }, h("table", null, h("thead", null, h("tr", null, ["Table", "Deck", "Hands", "Last dealt"].map((word) => h("th", { key: word }, word)))), h("tbody", null, (ui.data || []).map((deck) => h("tr", { key: deck.table + deck.back }, h("td", null, deck.table), h("td", null, deck.back || "not named"), h("td", null, deck.hands), h("td", null, stamp(deck.last_ns))))))) };
}

async function reportsData() { return ask("GET", "/reports"); }

function reports() {
  const seen = async (report) => { await ask("POST", `/reports/${report.id}/seen`, {}).catch((problem) => toast.say(problem.message)); load(); };
  return { title: "Reports", facts: "what the floor has found as the tables' witness", body: h("section", { class: "panel scroll" }, (ui.data || []).length ? h("table", null, h("thead", null, h("tr", null, ["When", "Table", "What", "Times", "Seen by"].map((word) => h("th", { key: word }, word)))), h("tbody", null, ui.data.map((report) => h("tr", { key: report.id, class: report.seen_by ? "" : "open" }, h("td", null, stamp(report.at_ns)), h("td", null, report.name || report.table), h("td", null, h("b", null, report.code), " ", report.detail), h("td", null, report.times), h("td", null, report.seen_by || (ui.room.role === "floor" ? h("button", { onclick: () => seen(report) }, "I have seen it") : "")))))) : h("p", { class: "quiet" }, "Nothing. Every record is whole, and every head is right.")) };
}

async function decisionsData() { return ask("GET", "/commands"); }

function decisions() {
  return { title: "Decisions", facts: "sent from this desk", body: h("section", { class: "panel scroll" }, h("table", null, h("thead", null, h("tr", null, ["When", "Table", "By", "What", "Answer"].map((word) => h("th", { key: word }, word)))), h("tbody", null, (ui.data || []).map((sent) => h("tr", { key: sent.command.id }, h("td", null, stamp(sent.made_ns)), h("td", null, sent.table), h("td", null, sent.person), h("td", null, [sent.command.does, sent.command.on, sent.command.decision, sent.command.reason].filter(Boolean).join(" · ")), h("td", null, sent.answer ? `${sent.answer.code} ${sent.answer.text || ""}` : "waiting")))))) };
}

// ---- the page --------------------

const DATA = { hands: handsData, hand: handData, mistakes: mistakesData, decks: decksData, reports: reportsData, decisions: decisionsData };
const DRAW = { tables, table, hands, hand, mistakes, decks, reports, decisions };

const load = loader(ui, DATA, paint, (words) => { ui.wrong = words; });

async function look() {
  try {
    const first = !ui.room;
    ui.room = await ask("GET", "/room");
    ui.lostAt = ui.room.connected ? null : Date.now();
    if (first) route();
  } catch (problem) {
    ui.lostAt = ui.lostAt || Date.now();
  }
  paint();
}

function paint() {
  if (!ui.room) return;
  const page = ui.route[0];
  const content = ui.wrong ? { title: "Not now", facts: "", body: h("p", { class: "panel" }, ui.wrong) } : (DRAW[page] || tables)();
  const under = { table: "tables", hand: "hands" }[page] || page;
  const view = { person: ui.room.person, role: ui.room.role, simulated: ui.room.tables.some((each) => each.status?.simulated) };
  draw(document.getElementById("page"), shell({ title: "Burncard", pages: PAGES, page: under, badge: { tables: waiting().length, reports: ui.room.reports.length }, content, view, ui, home: null }), toast.box());
  document.title = `${view.simulated ? "SIMULATED · " : ""}${content.title} · Burncard`;
}

function route() {
  const wanted = location.hash.slice(1).split("/").map(decodeURIComponent);
  ui.route = wanted[0] ? wanted : ["tables"];
  Object.assign(ui, { data: null, wrong: "", reason: "", decision: "", step: 0 });
  load();
}

addEventListener("hashchange", route);
addEventListener("keydown", (event) => {
  if (ui.route[0] !== "hand" || event.target.matches("input")) return;
  if (event.key === "ArrowRight") set({ step: ui.step + 1 });
  if (event.key === "ArrowLeft") set({ step: Math.max(0, ui.step - 1) });
});
applySettings();
look();
setInterval(look, LOOK_MS);
