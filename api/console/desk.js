// The floor's desk: the table at a glance, what waits for a decision, past hands, mistakes, people, the shift.

import { gameText, tableName } from "./bar.js";
import { decide, decideData } from "./desk-decide.js";
import { hand, handData, handKeys, hands, handsData } from "./desk-hands.js";
import { house, houseData, mistakes, mistakesData, people, peopleData, report, reportData } from "./desk-lists.js";
import { draw, h } from "./dom.js";
import { felt, QUIET } from "./felt.js";
import { sceneOf } from "./scene.js";
import { ask, follow } from "./link.js";
import { shell, toaster } from "./shell.js";
import { applySettings } from "./settings.js";
import { ageText, chips, streetText } from "./words.js";
import { withCards } from "./cards.js";

const PAGES = [["tables", "Tables", "tables"], ["rulings", "Rulings", "gavel"], ["hands", "Hands", "history"], ["mistakes", "Mistakes", "chart"], ["report", "Shift report", "book"], ["people", "People", "person"], ["house", "House", "sun"]];
const DATA = { ruling: decideData, rulings: rulingsData, hands: handsData, hand: handData, mistakes: mistakesData, people: peopleData, house: houseData, report: reportData };
const DRAW = { tables, rulings, ruling: decide, hands, hand, mistakes, people, house, report };
const FLOOR_ONLY = ["people"];
const NEEDS = { hands: "/hands", mistakes: "/mistakes", report: "/hands", people: "/users", house: "/rules" }; // what a table of another version may lack

let view = null;
let heardAt = 0;
const ui = { route: [], offered: null, data: null, wrong: "", lostAt: null, nowNs: () => (view ? view.now_ns + (Date.now() - heardAt) * 1e6 : 0) };
const toast = toaster(() => paint());

export const act = {
  go: (address) => { location.hash = address; },
  set: (what) => { Object.assign(ui, what); paint(); },
  toast: toast.say,
  reload: () => load(),
  post: async (method, address, body, words) => {
    try {
      const answer = await ask(method, address, body, { "Idempotency-Key": crypto.randomUUID?.() || String(Math.random()) });
      if (words) toast.say(words, "note");
      await load();
      return answer;
    } catch (problem) {
      toast.say(problem.message, "refused");
      return null;
    }
  },
};

// ---- pages of the desk itself --------------------

function openStops() { return view.stops.filter((stop) => stop.open); }

function age(stop) { return ageText((ui.nowNs() - stop.since_ns) / 1e9); }

function tables() {
  const stop = openStops()[0];
  const blank = { ...view, board: view.board.map((one) => ({ ...one, card: "back" })), seats: view.seats.map((seat) => ({ ...seat, cards: [] })) };
  const sum = view.seats.reduce((all, seat) => all + seat.stack + seat.bet, 0) + view.pots.reduce((all, pot) => all + pot.amount, 0);
  const ill = (view.faults || []).map((fault) => fault.happened);
  return {
    title: "Tables", facts: `1 table · ${openStops().length ? `${openStops().length} stopped` : "none stopped"}`,
    body: h("div", { class: "grid tables" },
      h("section", { class: `tile ${stop ? "stopped" : ""}`, "aria-label": tableName(view.table) },
        h("h2", null, h("b", null, tableName(view.table).replace("Table ", "")), h("span", null, view.mode === "closed" ? "closed" : gameText(view))),
        h("div", { class: "stage small" }, felt(blank, { ...QUIET, act: sceneOf(view).act, next: sceneOf(view).next, stops: sceneOf(view).stops }, false)),
        h("p", { class: "facts" }, h("span", null, view.hand ? `Hand ${view.hand.number}${view.street ? `, ${streetText(view.street.name)}` : ""}` : "no hand yet"), h("b", null, chips(sum))),
        stop ? h("p", { class: "foot" }, h("b", null, "STOP"), h("span", null, stop.rule.title), h("b", null, age(stop))) : null),
      h("aside", { class: "side" },
        h("section", { class: "panel" }, h("h2", null, "Waiting for you", h("small", null, "oldest first")), openStops().length ? openStops().map(waiting) : h("p", { class: "quiet" }, "Nothing. The deal goes on.")),
        ill.length ? h("section", { class: "panel" }, h("h2", null, "To look at"), ill.map((words, index) => h("p", { key: index, class: "care-text" }, words))) : null)),
  };
}

function waiting(stop, index) {
  return h("article", { key: stop.id, class: "waiting" }, h("h3", null, h("span", null, tableName(view.table)), h("b", null, age(stop))), h("p", null, withCards(stop.message)),
    h("a", { class: `button ${index === 0 ? "go" : ""}`, href: `#ruling/${stop.id}` }, view.role === "floor" ? "Decide" : "Look"));
}

async function rulingsData() { return (await ask("GET", "/rulings?state=past&limit=50")).items; }

function rulings() {
  const row = (stop) => h("tr", { key: `${stop.hand}${stop.id}`, class: stop.open ? "open" : "" }, h("td", null, stop.hand.replace("h", "Hand ")), h("td", null, h("a", { href: `#ruling/${stop.id}` }, stop.rule.title || stop.rule.id)), h("td", null, withCards(stop.message)), h("td", null, stop.status));
  const all = [...openStops(), ...(ui.data || []).filter((past) => !openStops().some((stop) => stop.id === past.id && stop.hand === past.hand))];
  return { title: "Rulings", facts: `${openStops().length} open`, body: h("section", { class: "panel scroll" }, all.length ? h("table", null, h("thead", null, h("tr", null, ["Hand", "Rule", "What happened", "Now"].map((one) => h("th", { key: one }, one)))), h("tbody", null, all.map(row))) : h("p", { class: "quiet" }, "No ruling yet.")) };
}

// ---- the page --------------------

async function load() {
  const [page, ...rest] = ui.route;
  if (!DATA[page]) { ui.data = null; return paint(); }
  try {
    const route = location.hash;
    const data = await DATA[page](rest, ui.data);
    if (route === location.hash) Object.assign(ui, { data, wrong: "" });
  } catch (problem) {
    ui.wrong = problem.message;
  }
  return paint();
}

// Whether this table answers what a page asks.
function has(page) { return !NEEDS[page] || Boolean(ui.offered?.has(`/api/v1${NEEDS[page]}`)); }

async function findOffered() {
  const described = await ask("GET", "/openapi.json").catch(() => ({ paths: {} }));
  act.set({ offered: new Set(Object.keys(described.paths)) });
}

function paint() {
  if (!view) return;
  const [page] = ui.route;
  const content = ui.wrong ? { title: "Not found", facts: "", body: h("p", { class: "panel" }, ui.wrong) } : (DRAW[page] || tables)(view, ui, act);
  const known = PAGES.filter(([name]) => has(name)).filter(([name]) => view.role === "floor" || view.role === "auditor" || !FLOOR_ONLY.includes(name));
  const under = { ruling: "rulings", hand: "hands" }[page] || page;
  draw(document.getElementById("page"), shell({ title: "Burncard", pages: known, page: under, badge: { rulings: openStops().length }, content, view, ui }), toast.box());
  document.title = `${view.simulated ? "SIMULATED · " : ""}${content.title} · Burncard`;
}

function route() {
  const wanted = location.hash.slice(1).split("/").map(decodeURIComponent);
  const same = wanted[0] === ui.route[0] && wanted[1] === ui.route[1];
  ui.route = wanted[0] ? wanted : ["tables"];
  if (!same) Object.assign(ui, { data: null, wrong: "", chosen: null, reason: "", word: "", seat: null });
  load();
}

function take(next) {
  const before = view;
  view = next;
  heardAt = Date.now();
  if (!before) route();
  else if (before.stops.length !== next.stops.length && ["ruling", "rulings"].includes(ui.route[0])) load();
  else paint();
}

addEventListener("hashchange", route);
addEventListener("keydown", (event) => { if (ui.route[0] === "hand") handKeys(event, ui, act); });
applySettings();
follow({ view: take, fact: (update) => { if (update.view) take(update.view); }, up: () => act.set({ lostAt: null }), down: (since) => act.set({ lostAt: since }) });
setInterval(paint, 1000);
findOffered();
