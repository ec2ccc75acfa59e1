// The desk's lists: mistakes, people, the house's rules, the report of the shift.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { ask, get } from "./link.js";
import { chips } from "./words.js";

const BY = [["kind", "By kind"], ["dealer", "By dealer"], ["game", "By game"], ["hour", "By hour"]];
const ROLES = ["dealer", "floor", "technician", "auditor", "observer"];
const MAX_BARS = 10;

// ---- mistakes --------------------

export async function mistakesData() {
  const lists = await Promise.all(BY.map(([by]) => get(`/mistakes?by=${by}`).then(({ items }) => items)));
  return Object.fromEntries(BY.map(([by], index) => [by, lists[index]]));
}

export function mistakes(view, ui, act) {
  const data = ui.data || {};
  const all = (data.kind || []).reduce((sum, one) => sum + one.count, 0);
  const played = (data.game || []).reduce((sum, one) => sum + one.hands, 0);
  return {
    title: "Mistakes", facts: `${all === 1 ? "1 stop" : `${all} stops`} in ${played === 1 ? "the latest hand" : `the latest ${chips(played)} hands`}`,
    body: h("div", { class: "grid plots" }, BY.map(([by, words]) => plot(by, words, data[by] || [], ui, act))),
  };
}

// Bars with their numbers beside them; the same figures as a table behind a button.
function plot(by, words, items, ui, act) {
  const shown = (by === "hour" ? [...items].sort((a, b) => Number(a.key) - Number(b.key)) : [...items].sort((a, b) => b.count - a.count)).slice(0, by === "hour" ? 24 : MAX_BARS);
  const most = Math.max(1, ...shown.map((one) => one.count));
  const table = ui[`table-${by}`];
  const worst = shown.length ? [...shown].sort((a, b) => b.count - a.count)[0] : null;
  return h("section", { key: by, class: "panel plot" }, h("h2", null, worst && worst.count ? `${words}: most ${by === "hour" ? `at ${worst.key} o’clock` : `“${worst.words}”`}` : words, h("button", { class: "bare", "aria-pressed": String(Boolean(table)), onclick: () => act.set({ [`table-${by}`]: !table }) }, table ? "Bars" : "Table")),
    !shown.length ? h("p", { class: "quiet" }, "No mistake yet.") : table
      ? h("table", null, h("thead", null, h("tr", null, [words, "Stops", "Hands", "Stopped in 100", "Between"].map((one, index) => h("th", { key: index }, one)))), h("tbody", null, shown.map((one) => h("tr", { key: one.key }, h("td", null, one.words), h("td", null, one.count), h("td", null, one.hands), h("td", null, one.rate.toFixed(1)), h("td", null, `${one.low.toFixed(1)} to ${one.high.toFixed(1)}`)))))
      : h("ul", { class: "bars-list" }, shown.map((one) => h("li", { key: one.key }, h("span", { class: "key" }, one.words), h("i", { class: "bar-of", vars: { part: one.count / most } }), h("b", null, one.count), h("span", { class: "quiet" }, `${one.rate.toFixed(1)} in 100 hands (${one.low.toFixed(1)} to ${one.high.toFixed(1)})`)))));
}

// ---- people --------------------

export async function peopleData() { return (await get("/users")).items; }

export function people(view, ui, act) {
  const may = view.role === "technician";
  return {
    title: "People", facts: `${(ui.data || []).filter((one) => one.active).length} may sign in`,
    body: [h("section", { class: "panel scroll" }, h("table", null, h("thead", null, h("tr", null, ["Name", "Role", "State", "Change"].map((one) => h("th", { key: one }, one)))),
      h("tbody", null, (ui.data || []).map((one) => h("tr", { key: one.name }, h("td", null, one.name), h("td", null, one.role), h("td", null, one.active ? "" : "closed"), h("td", null, may ? h("button", { class: "plain", onclick: () => act.post("PATCH", `/users/${encodeURIComponent(one.name)}`, { active: !one.active }, one.active ? `${one.name} can no longer sign in` : `${one.name} can sign in again`) }, one.active ? "Close" : "Open again") : null)))))),
    may ? newPerson(ui, act) : h("p", { key: "who", class: "quiet" }, "The technician makes and closes accounts.")],
  };
}

function newPerson(ui, act) {
  const make = async (event) => {
    event.preventDefault();
    const made = await act.post("POST", "/users", { name: document.getElementById("new-name").value.trim(), role: document.getElementById("new-role").value });
    if (made) act.set({ made });
  };
  return h("form", { key: "new", class: "panel form", onsubmit: make }, h("h2", null, "A new person"), h("label", null, "Name", h("input", { id: "new-name", required: true, maxlength: 40 })),
    h("label", null, "Role", h("select", { id: "new-role" }, ROLES.map((role) => h("option", { key: role, value: role }, role)))), h("button", { class: "go", type: "submit" }, "Make the account"),
    ui.made?.pin ? h("p", { class: "once", role: "status" }, `${ui.made.name} signs in with the PIN `, h("b", null, ui.made.pin), ". It is shown this once.") : null);
}

// ---- the house --------------------

export async function houseData() {
  const [house, rules] = await Promise.all([get("/house"), get("/rules")]);
  return { house, rules: rules.items };
}

export function house(view, ui, act) {
  const { house: profile, rules } = ui.data || {};
  const wanted = (ui.search || "").toLowerCase();
  const found = (rules || []).filter((rule) => rule.in_force && (!wanted || `${rule.id} ${rule.title} ${rule.ruling}`.toLowerCase().includes(wanted)));
  return {
    title: "House", facts: `${profile?.name || ""} · ${found.length} rules in force`,
    actions: h("label", { key: "search", class: "search" }, h("span", { class: "hidden-text" }, "Search"), icon("search"), h("input", { placeholder: "A word of the rule", value: ui.search || "", oninput: (event) => act.set({ search: event.target.value }) })),
    body: h("section", { class: "panel scroll" }, found.slice(0, 200).map((rule) => h("details", { key: rule.id }, h("summary", null, h("b", null, rule.title), " ", h("small", null, rule.id)), h("p", null, rule.ruling), h("p", { class: "quiet" }, (rule.sources || []).join(" · "))))),
  };
}

// ---- the shift --------------------

export async function reportData() {
  const [hands, past, open] = await Promise.all([ask("GET", "/hands?limit=200"), ask("GET", "/rulings?state=past&limit=200"), ask("GET", "/rulings?state=open&limit=50")]);
  return { hands: hands.items, rulings: [...new Map([...open.items, ...past.items].map((one) => [`${one.hand} ${one.id}`, one])).values()] };
}

export function report(view, ui) {
  const { hands = [], rulings = [] } = ui.data || {};
  const stops = rulings.filter((one) => one.severity === "stop");
  const decided = rulings.filter((one) => one.decided);
  const ended = (how) => hands.filter((one) => one.ended === how).length;
  const line = (words, value) => h("tr", { key: words }, h("th", { scope: "row" }, words), h("td", null, value));
  return {
    title: "Shift report", facts: `${view.table} · ${new Date().toLocaleDateString("en-GB")}`, actions: h("button", { key: "print", class: "plain", onclick: () => print() }, icon("save"), "Print"),
    body: h("div", { class: "grid report-page" },
      h("section", { class: "panel" }, h("h2", null, "Play"), h("table", null, h("tbody", null, line("Hands", hands.length), line("To a showdown", ended("showdown")), line("Uncontested", ended("uncontested")), line("Misdeals", ended("misdeal")), line("Void", ended("void")), line("Chips pushed", chips(hands.reduce((sum, one) => sum + (one.pot || 0), 0)))))),
      h("section", { class: "panel" }, h("h2", null, "Stops"), h("table", null, h("tbody", null, line("Stops", stops.length), line("Open now", stops.filter((one) => one.open).length), line("Decided by the floor", decided.length)))),
      h("section", { class: "panel wide-panel" }, h("h2", null, "Decided by the floor"), decided.length ? h("ul", null, decided.map((one) => h("li", { key: `${one.hand}${one.id}` }, `${one.hand.replace("h", "Hand ")}, ${one.rule.title || one.rule.id}: ${one.decided.by} decided ${one.decided.decision}${one.decided.reason ? `, “${one.decided.reason}”` : ""}`))) : h("p", { class: "quiet" }, "Nothing."))),
  };
}
