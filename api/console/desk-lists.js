// The desk's lists: people, and the house's rules.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { get } from "./link.js";

const ROLES = ["dealer", "floor", "technician", "auditor", "observer"];

// ---- people --------------------

export async function peopleData() { return (await get("/users")).items; }

export function people(view, ui, act) {
  const may = view.role === "technician";
  return {
    title: "People", facts: `${(ui.data || []).filter((one) => one.active).length} may sign in`,
    body: [h("section", { class: "panel scroll" }, h("table", null, h("thead", null, h("tr", null, ["Name", "Role", "State", "Change"].map((one) => h("th", { key: one }, one)))),
      h("tbody", null, (ui.data || []).map((one) => h("tr", { key: one.name }, h("td", null, one.name), h("td", null, one.role), h("td", null, one.active ? "" : "closed"), h("td", null, may ? [one.active ? h("button", { key: "pin", class: "plain", onclick: () => renewPin(one, act) }, "New PIN") : null, h("button", { key: "close", class: "plain", onclick: () => act.post("PATCH", `/users/${encodeURIComponent(one.name)}`, { active: !one.active }, one.active ? `${one.name} can no longer sign in` : `${one.name} can sign in again`) }, one.active ? "Close" : "Open again")] : null)))))),
    ui.made?.pin ? h("p", { key: "once", class: "once", role: "status" }, `${ui.made.name} signs in with the PIN `, h("b", null, ui.made.pin), ". It is shown this once.") : null,
    may ? newPerson(act) : h("p", { key: "who", class: "quiet" }, "The technician makes and closes accounts.")],
  };
}

async function renewPin({ name }, act) {
  const made = await act.post("POST", `/users/${encodeURIComponent(name)}/pin`);
  if (made) act.set({ made });
}

function newPerson(act) {
  const make = async (event) => {
    event.preventDefault();
    const made = await act.post("POST", "/users", { name: document.getElementById("new-name").value.trim(), role: document.getElementById("new-role").value });
    if (made) act.set({ made });
  };
  return h("form", { key: "new", class: "panel form", onsubmit: make }, h("h2", null, "A new person"), h("label", null, "Name", h("input", { id: "new-name", required: true, maxlength: 40 })),
    h("label", null, "Role", h("select", { id: "new-role" }, ROLES.map((role) => h("option", { key: role, value: role }, role)))), h("button", { class: "go", type: "submit" }, "Make the account"));
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
