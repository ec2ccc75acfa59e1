// The technician's pages: devices and faults, where the reader hears, enrolling a deck, the log, people.

import { antennas, antennasData } from "./antennas.js";
import { card, cardName, smallCard } from "./cards.js";
import { clearWords } from "./covers.js";
import { people, peopleData } from "./desk-lists.js";
import { draw, h } from "./dom.js";
import { icon } from "./icons.js";
import { ask, follow, get } from "./link.js";
import { logs, logsData } from "./logs.js";
import { applySettings } from "./settings.js";
import { loader, narrow, shell, toaster } from "./shell.js";
import { ageText } from "./words.js";

const PAGES = [["devices", "Devices", "sun"], ["antennas", "Antennas", "radio"], ["decks", "Decks", "pack"], ["logs", "Log", "book"], ["people", "People", "person"]];
const DATA = { antennas: antennasData, logs: logsData, decks: async () => (await get("/decks")).items, people: peopleData };
const LINKS = { ready: "answers", lost: "does not answer", absent: "not there", opening: "is being opened", identifying: "says who it is", stale: "silent" };

let view = null;
let heardAt = 0;
const ui = { route: [], data: null, lostAt: null, nowNs: () => (view ? view.now_ns + (Date.now() - heardAt) * 1e6 : 0) };
const toast = toaster(() => paint());
const act = {
  set: (what) => { Object.assign(ui, what); paint(); },
  toast: toast.say,
  post: async (method, address, body, words) => {
    try {
      const answer = await ask(method, address, body);
      if (answer?.seats && answer.awaited) take(answer);
      if (words) toast.say(words, "note");
      await load();
      return answer;
    } catch (problem) {
      toast.say(problem.message, problem.kind);
      return null;
    }
  },
};

// ---- devices --------------------

function devices() {
  const faults = view.faults || [];
  return {
    title: "Devices", facts: faults.length ? `${faults.length} to put right` : "nothing to put right",
    actions: modeButton(),
    body: [h("div", { key: "devices", class: "grid report-page" }, Object.entries(view.devices || {}).map(([name, one]) => h("section", { key: name, class: "panel" }, h("h2", null, name[0].toUpperCase() + name.slice(1), h("span", { class: `health ${one.link === "ready" && !one.fault ? "" : "ill"}` }, h("i", { class: one.link === "ready" && !one.fault ? "dot" : "diamond" }), one.fault || LINKS[one.link] || one.link)),
      h("table", null, h("tbody", null, [["Serial number", one.serial], ["Firmware", one.firmware], ["Profile", one.profile], ["Notes", (one.notes || []).join(". ")]].filter(([, value]) => value).map(([words, value]) => h("tr", { key: words }, h("th", { scope: "row" }, words), h("td", null, value))))),
      name === "shuffler" ? h("div", { class: "row" }, h("button", { onclick: () => act.post("POST", "/shuffler/clear-jam", {}, "The shuffler clears its jam") }, "Clear a jam"), h("button", { onclick: () => act.post("POST", "/shuffler/self-test", {}, "The shuffler tests itself: the log says how") }, "Self-test")) : null))),
    h("section", { key: "faults", class: "panel" }, h("h2", null, "Faults"), faults.length ? faults.map((fault) => h("div", { key: fault.code, class: "row" }, h("p", null, h("b", null, fault.happened), ` ${fault.text ? `${fault.text}. ` : ""}${fault.hint}`, fault.since_ns ? h("span", { class: "quiet" }, ` ${ageText((ui.nowNs() - fault.since_ns) / 1e9)}`) : null),
      fault.clearable ? h("button", { onclick: () => act.post("POST", `/faults/${fault.code}/clear`, { reason: clearWords(fault.code) }, "Cleared") }, clearWords(fault.code)) : null)) : h("p", { class: "quiet" }, "None."))],
  };
}

function modeButton() {
  const mine = view.mode === "maintenance";
  if (view.role === "auditor") return null;
  return h("button", { key: "mode", class: mine ? "" : "plain", onclick: () => act.post("POST", "/table/mode", { mode: mine ? "open" : "maintenance" }, mine ? "The table is open again" : "The table is yours after this hand") }, mine ? "Give the table back" : "Take the table after this hand");
}

// ---- decks --------------------

function decks() {
  const { enrolment } = view;
  if (!enrolment) return deckList();
  const { back, count, due, order } = enrolment;
  return {
    title: `Enrol the ${back} deck`, facts: "Each card once, by itself, in this order",
    actions: h("button", { key: "stop", class: "plain", onclick: () => act.post("POST", "/enrolment/end", { keep: false }, "Nothing was kept") }, "Stop without keeping"),
    body: [h("section", { key: "pack", class: "panel" }, h("div", { class: "pack-grid", role: "group", "aria-label": `${count} cards read` }, order.map((code, at) => placeOf(code, at, enrolment)))),
      h("section", { key: "dock", class: "panel dock-panel" }, h("div", { class: "what-now" }, h("p", { class: "quiet" }, due ? "Next card, on the reader" : "The deck is complete"), h("p", { class: "loud", "aria-live": "polite" }, due ? h("b", null, cardName(due)) : h("b", null, "Keep the deck")), h("p", null, h("b", null, `${count} of ${order.length} `), h("progress", { max: order.length, value: count, "aria-label": "Cards read" }))),
        h("div", { class: "row" }, count ? h("button", { key: "back", onclick: () => act.post("POST", "/enrolment/take-back", {}) }, "Take the last one back") : null, due ? null : h("button", { key: "keep", class: "go", onclick: () => act.post("POST", "/enrolment/end", { keep: true }, `The ${back} deck is enrolled`) }, "Keep the deck")))],
  };
}

// A card that was read, the place of the next one, or a place that waits for its card and says which.
function placeOf(code, at, { count }) {
  if (at < count) return card(code, { key: code });
  if (at === count) return card(null, { key: `${code}due`, state: "next" });
  return h("span", { key: `${code}free`, class: "card free" }, smallCard(code));
}

function deckList() {
  const ready = view.state === "maintenance";
  return {
    title: "Decks", facts: `${(ui.data || []).length} enrolled`, actions: modeButton(),
    body: [h("section", { key: "list", class: "panel" }, (ui.data || []).length ? h("table", null, h("thead", null, h("tr", null, ["Back", "Cards", "Use"].map((one) => h("th", { key: one }, one)))), h("tbody", null, ui.data.map((deck) => h("tr", { key: deck.back }, h("td", null, deck.back), h("td", null, deck.cards), h("td", null, deck.retired ? "retired" : deck.in_use ? "in play" : deck.due ? "next" : "", ready && !deck.retired ? h("button", { class: "plain", onclick: () => act.post("POST", `/decks/${encodeURIComponent(deck.back)}/retire`, {}, `The ${deck.back} deck is retired`) }, "Retire") : null))))) : h("p", { class: "quiet" }, "No deck is enrolled.")),
      h("section", { key: "new", class: "panel" }, h("h2", null, "Enrol a deck"), h("p", null, ready ? "Sort the new deck. Its cards are laid on the reader one after another." : "A deck is enrolled while the table is yours: take it after this hand."),
        h("div", { class: "row" }, ["red", "blue"].map((back) => h("button", { key: back, disabled: ready ? null : true, onclick: () => act.post("POST", "/enrolment", { back, joker: Boolean(view.game.joker) }) }, icon("pack"), `The ${back} deck`))))],
  };
}

// ---- the page --------------------

const DRAW = { devices, antennas: () => antennas(view, ui, act, modeButton()), decks, logs: () => logs(view, ui, act), people: () => people(view, ui, act) };

// Who sees the devices. The table answers nobody else, so there is nothing to show or to touch.
function isStaff() { return ["technician", "floor", "auditor"].includes(view.role); }

function notYours() {
  return { title: "Technician", facts: "", body: h("section", { key: "not-yours", class: "panel" }, h("p", null, `This page is the technician’s. You are signed in as ${view.person || view.role}.`), h("div", { class: "row" }, h("a", { class: "button", href: "/" }, "To the table"))) };
}

const load = loader(ui, DATA, paint, toast.say);

function paint() {
  if (!view) return;
  const content = isStaff() ? (DRAW[ui.route[0]] || devices)() : notYours();
  draw(document.getElementById("page"), shell({ title: "Technician", pages: isStaff() ? PAGES : [], page: ui.route[0], content, view, ui }), toast.box());
  document.title = `${view.simulated ? "SIMULATED · " : ""}${content.title} · Burncard`;
}

function route() {
  const wanted = location.hash.slice(1);
  ui.route = [isStaff() && DRAW[wanted] ? wanted : "devices"];
  ui.data = null;
  load();
}

function take(next) {
  const first = !view;
  view = next;
  heardAt = Date.now();
  if (first) route();
  else paint();
}

addEventListener("hashchange", route);
narrow.addEventListener("change", paint);
applySettings();
follow({ view: take, fact: (update) => { if (update.view) take(update.view); }, up: () => act.set({ lostAt: null }), down: (since) => act.set({ lostAt: since }) });
setInterval(async () => {
  if (view?.calibration?.measuring) take(await get("/table"));
  if (ui.route[0] === "antennas" && ui.data) load();
  else paint();
}, 1000);
