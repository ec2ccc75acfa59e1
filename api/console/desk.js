// The floor's desk: the table at a glance, what waits for a decision, past hands, mistakes, people, the shift.

import { decide, decideData } from "./desk-decide.js";
import { hand, handData, handKeys, hands, handsData } from "./desk-hands.js";
import { game, gameData } from "./desk-game.js";
import { house, houseData, people, peopleData } from "./desk-lists.js";
import { mistakes, mistakesData } from "./desk-mistakes.js";
import { report, reportData } from "./desk-report.js";
import { room, roomData } from "./desk-room.js";
import { draw, h } from "./dom.js";
import { ask, follow } from "./link.js";
import { loader, narrow, shell, toaster } from "./shell.js";
import { applySettings } from "./settings.js";
import { ageText } from "./words.js";
import { withCards } from "./cards.js";

const PAGES = [["tables", "Tables", "tables"], ["rulings", "Rulings", "gavel"], ["hands", "Hands", "history"], ["game", "Next hand", "chip"], ["mistakes", "Mistakes", "chart"], ["report", "Shift report", "book"], ["people", "People", "person"], ["house", "House", "sun"]];
const DATA = { tables: roomData, game: gameData, ruling: decideData, rulings: rulingsData, hands: handsData, hand: handData, mistakes: mistakesData, people: peopleData, house: houseData, report: reportData };
const DRAW = { tables: room, game, rulings, ruling: decide, hands, hand, mistakes, people, house, report };
const FLOOR_ONLY = ["people", "report"];
const NEEDS = { hands: "/hands", game: "/table/next-hand", mistakes: "/mistakes", report: "/reports/shift", people: "/users", house: "/rules" }; // what a table of another version may lack

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
      toast.say(problem.message, problem.kind);
      return null;
    }
  },
};

// ---- the rulings --------------------

function openStops() { return view.stops.filter((stop) => stop.open); }

async function rulingsData() { return (await ask("GET", "/rulings?state=past&limit=50")).items; }

const NOW = { open: "waits for its answer", repair: "is put right", floor: "the floor decides", done: "done", overruled: "overruled" };

// What has become of a ruling. A note and a refusal wait for nobody, and neither does a stop whose hand is over.
function statusOf(stop) {
  if (stop.decision === "refuse") return "not entered";
  if (stop.severity !== "stop" && stop.status !== "overruled") return "note";
  return stop.open && !openStops().includes(stop) ? "ended with its hand" : NOW[stop.status];
}

function rulings() {
  const row = (stop) => h("tr", { key: `${stop.hand}${stop.id}`, class: stop.open ? "open" : "" }, h("td", null, stop.hand.replace("h", "Hand ")), h("td", null, h("a", { href: `#ruling/${stop.id}` }, stop.rule.title || stop.rule.id)), h("td", null, withCards(stop.message)), h("td", null, statusOf(stop)));
  const all = [...openStops(), ...(ui.data || []).filter((past) => !openStops().some((stop) => stop.id === past.id && stop.hand === past.hand))];
  return { title: "Rulings", facts: `${openStops().length} open`, body: h("section", { class: "panel scroll" }, all.length ? h("table", null, h("thead", null, h("tr", null, ["Hand", "Rule", "What happened", "Now"].map((one) => h("th", { key: one }, one)))), h("tbody", null, all.map(row))) : h("p", { class: "quiet" }, "No ruling yet.")) };
}

// ---- the page --------------------

const load = loader(ui, DATA, paint, (words) => { ui.wrong = words; });

// Whether this table answers what a page asks.
function has(page) { return !NEEDS[page] || Boolean(ui.offered?.has(`/api/v1${NEEDS[page]}`)); }

async function findOffered() {
  const described = await ask("GET", "/openapi.json").catch(() => ({ paths: {} }));
  act.set({ offered: new Set(Object.keys(described.paths)) });
}

function paint() {
  if (!view) return;
  const [page] = ui.route;
  const content = ui.wrong ? { title: "Not found", facts: "", body: h("p", { class: "panel" }, ui.wrong) } : (DRAW[page] || room)(view, ui, act);
  const known = PAGES.filter(([name]) => has(name)).filter(([name]) => view.role === "floor" || view.role === "auditor" || !FLOOR_ONLY.includes(name));
  const under = { ruling: "rulings", hand: "hands" }[page] || page;
  draw(document.getElementById("page"), shell({ title: "Burncard", pages: known, page: under, badge: { rulings: openStops().length }, content, view, ui }), toast.box());
  document.title = `${view.simulated ? "SIMULATED · " : ""}${content.title} · Burncard`;
}

function route() {
  const wanted = location.hash.slice(1).split("/").map(decodeURIComponent);
  const same = wanted[0] === ui.route[0] && wanted[1] === ui.route[1];
  ui.route = wanted[0] ? wanted : ["tables"];
  if (!same) Object.assign(ui, { data: null, wrong: "", chosen: null, reason: "", word: "", seat: null, changes: null });
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
narrow.addEventListener("change", paint);
addEventListener("keydown", (event) => { if (ui.route[0] === "hand") handKeys(event, ui, act); });
applySettings();
follow({ view: take, fact: (update) => { if (update.view) take(update.view); }, up: () => act.set({ lostAt: null }), down: (since) => act.set({ lostAt: since }) });
setInterval(() => {
  paint();
  if (ui.route[0] === "tables" && ui.data?.others.length) load(); // the others are heard by this table, not by this page
}, 1000);
findOffered();
