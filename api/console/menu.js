// The menu: the seats, the decks, the table's hours, how the screen looks and sounds, the end of the session.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { ask } from "./link.js";
import { setSetting, settings } from "./settings.js";
import { play, setVolume, volume } from "./sound.js";
import { chips, statusText } from "./words.js";

const PAGES = { main: "Menu", seats: "Seats", deck: "Decks", table: "Table", screen: "Screen and sound" };
const AT_TABLE = ["in", "all-in", "folded", "dead", "mucked", "waiting", "away", "busted"];

/** The menu's panel. `ui.menu`: the page that is open; `ui.seat`: the seat that is looked at. */
export function menu(view, ui, act) {
  const enters = ["dealer", "floor"].includes(view.role);
  const page = { seats: seatsPage, deck: deckPage, table: tablePage, screen: screenPage }[ui.menu];
  return h("section", { key: "menu", class: "menu", role: "dialog", "aria-labelledby": "menu-title" },
    h("div", { class: "head" }, h("h2", { id: "menu-title", tabindex: "-1" }, PAGES[ui.menu] || "Menu"),
      page ? h("button", { key: "back", class: "plain", onclick: () => act.menu("main") }, "Back") : null,
      h("button", { key: "close", class: "plain", onclick: () => act.menu(null) }, icon("cross"), "Close")),
    page ? page(view, ui, act) : mainPage(view, act, enters));
}

function mainPage(view, act, enters) {
  const to = (page, name, words) => h("button", { key: page, class: "entry", onclick: () => act.menu(page) }, icon(name), words);
  return [
    enters ? [to("seats", "person", "Seats"), to("deck", "pack", "Decks")] : null,
    ["floor", "technician"].includes(view.role) ? to("table", "clock", "Break and closing") : null,
    to("screen", "sun", "Screen and sound"),
    ["floor", "auditor"].includes(view.role) ? h("a", { key: "desk", class: "button entry", href: "/desk" }, icon("tables"), "Floor desk") : null,
    view.role === "technician" ? h("a", { key: "tech", class: "button entry", href: "/technician" }, icon("radio"), "Technician") : null,
    view.simulated && enters ? h("a", { key: "play", class: "button entry", href: "/play" }, icon("play"), "Deal it yourself") : null,
    h("p", { key: "who", class: "quiet" }, `Signed in as ${view.person || view.role}${view.demonstration ? ", demonstration" : ""}`),
    h("button", { key: "out", class: "entry", onclick: () => signOut(act) }, icon("cross"), "Sign out"),
  ];
}

async function signOut(act) {
  try {
    await ask("DELETE", "/session");
    location.href = "/sign-in";
  } catch (problem) {
    act.toast(problem.message);
  }
}

// ---- how this station likes its screen --------------------

function choice(title, name, options, act) {
  const chosen = settings()[name];
  return h("fieldset", { key: name }, h("legend", null, title), h("div", { class: "choices" }, options.map(([value, words]) =>
    h("button", { key: value, class: value === chosen ? "chosen" : "", "aria-pressed": String(value === chosen), onclick: () => { setSetting(name, value); act.redraw(); } }, words))));
}

function screenPage(view, ui, act) {
  return [
    choice("Screen", "theme", [["", "Usual"], ["bigger", "Bigger"], ["contrast", "High contrast"]], act),
    choice("Cards", "deck", [["", "Four colours"], ["two", "Two colours"]], act),
    choice("Buttons", "hand", [["", "On the right"], ["left", "On the left"]], act),
    h("fieldset", { key: "sound" }, h("legend", null, "Sound"), h("div", { class: "choices" },
      [[0, "Off"], [0.35, "Low"], [0.7, "Usual"], [1, "Loud"]].map(([value, words]) => h("button", { key: value, class: value === volume ? "chosen" : "", "aria-pressed": String(value === volume), onclick: () => { setVolume(value); act.redraw(); } }, words)),
      h("button", { key: "test", class: "plain", onclick: () => play("stop") }, "Test"))),
  ];
}

// ---- seats --------------------

function seatsPage(view, ui, act) {
  const seat = view.seats.find((one) => one.seat === ui.seat);
  return [
    h("div", { key: "seats", class: "seat-list" }, view.seats.map((one) => h("button", { key: one.seat, class: one.seat === ui.seat ? "chosen" : "", "aria-pressed": String(one.seat === ui.seat), onclick: () => act.look({ seat: one.seat }) },
      h("b", null, one.seat), h("span", null, AT_TABLE.includes(one.status) ? one.name || "Player" : statusText(one.status), one.leaving ? " · leaves" : one.away && one.status !== "away" ? " · away next" : ""), h("b", null, AT_TABLE.includes(one.status) ? chips(one.stack) : "")))),
    seat ? oneSeat(seat, view, act) : h("p", { key: "which", class: "quiet" }, "Choose a seat."),
  ];
}

const field = (id) => document.getElementById(id).value.trim();

// What was entered must not be entered again by the next touch.
function emptyFields() { for (const input of document.querySelectorAll(".menu input")) input.value = ""; }

// The chips that were typed, or null: then the page says what is missing.
function chipsTyped(act) {
  const typed = field("seat-chips");
  if (/^[1-9][0-9]*$/.test(typed)) return Number(typed);
  act.toast(typed ? `“${typed}” is no number of chips. Enter it in digits, from 1.` : "Say first how many chips.");
  document.getElementById("seat-chips").focus();
  return null;
}

function nameTyped(act) {
  if (!field("seat-name")) act.toast("Enter a name first.");
  return field("seat-name") || null;
}

// What a player has asked for, which counts once the hand is over.
function asked(seat) {
  const all = [seat.leaving ? "leaves" : null, seat.away && seat.status !== "away" ? "is away" : null, seat.adding ? `has ${chips(seat.adding)} more chips` : null].filter(Boolean);
  return all.length ? h("p", { key: "asked", class: "care-text" }, `After this hand the player ${all.join(" and ")}.`) : null;
}

function oneSeat(seat, view, act) {
  const to = (what, body, words) => async () => {
    const sent = body();
    if (sent && await act.post(`/seats/${seat.seat}/${what}`, sent, words)) emptyFields();
  };
  const withChips = (more) => () => { const typed = chipsTyped(act); return typed && { chips: typed, ...more() }; };
  const named = () => { const name = nameTyped(act); return name && { name }; };
  const name = h("label", { key: "name" }, "Name", h("input", { id: "seat-name", maxlength: 40, placeholder: seat.name || "" }));
  const amount = h("label", { key: "chips" }, "Chips", h("input", { id: "seat-chips", inputmode: "numeric", maxlength: 9 }));
  if (seat.status === "empty") {
    return h("fieldset", { key: `free${seat.seat}` }, h("legend", null, `Seat ${seat.seat}, free`), name, amount,
      h("div", { class: "choices" }, h("button", { onclick: to("sit", withChips(() => ({ name: field("seat-name") })), `Seat ${seat.seat} is dealt in with the next hand`) }, "Sit down")));
  }
  const legend = h("legend", null, `Seat ${seat.seat}, ${seat.name || "player"}`);
  if (seat.leaving) return h("fieldset", { key: `leaves${seat.seat}` }, legend, asked(seat));
  const open = view.seats.filter((one) => one.status === "empty");
  return h("fieldset", { key: `seat${seat.seat}` }, legend, asked(seat), amount,
    h("div", { class: "choices" }, h("button", { onclick: to("chips", withChips(() => ({ kind: seat.stack ? "add" : "buy-in" })), "The chips count after the hand") }, seat.stack ? "Add chips" : "Buy in")),
    name, h("div", { class: "choices" }, h("button", { onclick: to("name", named, "Named") }, "Name the player")),
    h("div", { class: "choices" },
      h("button", { key: "away", onclick: to("away", () => ({ away: !seat.away }), seat.away ? "Back with the next hand" : "Away from the next hand on") }, seat.away ? "Is back" : "Is away"),
      h("button", { key: "leave", onclick: to("leave", () => ({}), "Leaves after the hand") }, "Leaves")),
    open.length ? [h("p", { key: "moves" }, "Move to seat"), h("div", { key: "free", class: "choices" }, open.map((one) => h("button", { key: one.seat, "aria-label": `Move to seat ${one.seat}`, onclick: to("move", () => ({ to: one.seat }), `Moves to seat ${one.seat}`) }, one.seat)))] : null);
}

// ---- decks and hours --------------------

function deckPage(view, ui, act) {
  const decks = ui.decks || [];
  return [h("p", { key: "now", class: "quiet" }, `In play: ${view.deck.back}. Next: ${view.deck.next_back}.`),
    h("div", { key: "decks", class: "choices" }, decks.map((deck) => h("button", { key: deck.back, class: deck.back === view.deck.next_back ? "chosen" : "", "aria-pressed": String(deck.back === view.deck.next_back), onclick: () => act.post("/decks/next", { back: deck.back }, `The ${deck.back} deck comes next`) }, `${deck.back[0].toUpperCase()}${deck.back.slice(1)} next`)))];
}

function tablePage(view, ui, act) {
  const modes = [["open", "Open"], ["closed", "Close after this hand"], ...(view.role === "technician" || view.role === "floor" ? [["maintenance", "Hand to the technician"]] : [])];
  return modes.map(([mode, words]) => h("button", { key: mode, class: `entry ${view.mode === mode ? "chosen" : ""}`, "aria-pressed": String(view.mode === mode), onclick: () => act.post("/table/mode", { mode }, words) }, words));
}
