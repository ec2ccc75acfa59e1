// Signing in: a name and a PIN, on a pad that fingers hit.

import { draw, h } from "./dom.js";
import { icon } from "./icons.js";
import { ask } from "./link.js";
import { applySettings } from "./settings.js";

const PIN_MAX = 12;
const SHOWN = 6;
const HOME = { dealer: "/", floor: "/desk", technician: "/technician", auditor: "/desk", observer: "/" };
const ui = { pin: "", wrong: "", busy: false, until: 0 };

const STALE_LINK = "This link is no longer good. A table prints new ones when it starts.";
const SIGNED_OUT = "You are not signed in here any more. A session ends after 12 hours, and when an account is changed.";

// Why the page asks. It goes by the address and by what this browser remembers, and tells nothing of any account.
function why() {
  if (new URLSearchParams(location.search).has("key")) return STALE_LINK;
  return localStorage.getItem("person") && location.pathname !== "/sign-in" ? SIGNED_OUT : "";
}

const locked = () => ui.until > Date.now();

function digit(one) {
  ui.pin = one === "" ? ui.pin.slice(0, -1) : (ui.pin + one).slice(0, PIN_MAX);
  ui.wrong = locked() ? ui.wrong : "";
  paint();
}

async function signIn(event) {
  event.preventDefault();
  const name = document.getElementById("name").value.trim();
  if (!name || !ui.pin || ui.busy || locked()) return;
  ui.busy = true;
  paint();
  try {
    const session = await ask("POST", "/session", { name, pin: ui.pin });
    localStorage.setItem("person", name);
    const back = new URLSearchParams(location.search).get("to");
    location.href = back && /^\/[a-z]*(#[\w/-]*)?$/.test(back) ? back : HOME[session.role] || "/";
  } catch (problem) {
    const wait = problem.code === "locked-out" ? problem.body.retry_after_s || 30 : 0;
    Object.assign(ui, { pin: "", wrong: wait ? problem.body.title : problem.message, busy: false, until: wait ? Date.now() + wait * 1000 : 0 });
    paint();
  }
}

function paint() {
  const wait = Math.ceil((ui.until - Date.now()) / 1000);
  draw(document.getElementById("page"), h("form", { onsubmit: signIn, autocomplete: "off" },
    h("div", { class: "head" }, h("i", { class: "mark-logo", "aria-hidden": "true" }), h("h1", null, "Sign in")),
    why() ? h("p", { key: "why", class: "hint", role: "status" }, why()) : null,
    h("label", { key: "who" }, "Name", h("input", { id: "name", autocomplete: "username", required: true, maxlength: 40 })),
    h("div", { role: "group", "aria-label": "PIN" },
      h("p", { class: "pins", role: "img", "aria-label": `PIN, ${ui.pin.length} digits entered` }, Array.from({ length: Math.max(SHOWN, ui.pin.length) }, (_, index) => h("i", { class: index < ui.pin.length ? "full" : "" })))),
    h("div", { class: "pad" }, [..."123456789"].map((one) => h("button", { key: one, type: "button", onclick: () => digit(one) }, one)),
      h("button", { key: "none", type: "button", "aria-label": "Clear the PIN", onclick: () => { ui.pin = ""; paint(); } }, icon("cross")),
      h("button", { key: "0", type: "button", onclick: () => digit("0") }, "0"),
      h("button", { key: "back", type: "button", "aria-label": "Delete a digit", onclick: () => digit("") }, icon("back"))),
    ui.wrong ? h("p", { class: "wrong", role: "alert" }, icon("no"), h("span", null, ui.wrong, wait > 0 ? ` Wait ${wait} s.` : "")) : null,
    h("button", { class: "go", type: "submit", disabled: wait > 0 || ui.busy || null }, "Sign in"),
    h("p", { class: "hint" }, "No PIN yet? The technician makes one. Simulated tables print links that sign you in.")));
}

addEventListener("keydown", (event) => {
  if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(event.key)) digit(event.key);
  else if (event.key === "Backspace") digit("");
});

applySettings();
paint();
document.getElementById("name").value = localStorage.getItem("person") || "";
setInterval(() => {
  if (!ui.until) return;
  if (!locked()) Object.assign(ui, { until: 0, wrong: "" });
  paint();
}, 1000);
