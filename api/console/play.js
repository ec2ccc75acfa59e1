// Deal it yourself: the dealer's console at a simulated table, and beside it the mistakes, the radio, the players' speed.

import { act, toast, ui } from "./console.js";
import { watchHands } from "./play-hands.js";
import { draw, h } from "./dom.js";
import { icon } from "./icons.js";
import { ask, enter, get } from "./link.js";
import { holdButton } from "./shell.js";
import { play as sound } from "./sound.js";

const LOOK_MS = 150;
const AGAIN_MS = 1000;
const CAUGHT_SHOWN = 4;
const SPEEDS = [0.5, 1, 2, 4];
const SHUFFLING = ["shuffling", "deck-check", "cut"];
const RADIOS = {
  perfect: "Every scan hears every card, and no other.", good: "A scan misses 1 card in 300.",
  typical: "A scan misses 1 card in 100, in a pile 1 in 5; neighbours are heard too.", poor: "A scan misses 1 card in 20, and neighbours are heard often.",
};

// Each mistake in words: on its button, and as what is about to happen.
const MISTAKES = {
  "downcard shown": ["Expose it", "The next card will be shown", "eye"],
  "card to the wrong seat": ["Wrong seat", "The next card will go to another seat", "right"],
  "boxed card": ["Boxed card", "The next card will lie face up in the pack", "card"],
  "no burn": ["Skip the burn", "The street will be dealt without its burn", "no"],
  "street dealt too early": ["Street too early", "The next street will be dealt before the betting is over", "last"],
  "extra card": ["Extra card", "A seat will get one card too many", "pack"],
  "card of another deck": ["Foreign card", "A card of the other deck will be dealt", "cross"],
  "two of a card": ["Two of a card", "A card will be dealt that lies there already", "pack"],
  "card to an empty seat": ["To an empty seat", "The next card will go where nobody sits", "person"],
  "burn during the deal": ["Burn too early", "The next card will be burned", "drop"],
  "two burns": ["Burn twice", "Another card will be burned", "drop"],
  "burn before betting is over": ["Burn in the betting", "A card will be burned before the betting is over", "drop"],
  "burn before the flop is complete": ["Burn in the flop", "A card will be burned before the flop is complete", "drop"],
  "too many cards on the board": ["Board card too many", "The board will get one card too many", "card"],
  "deal stopped a card short": ["Forget a card", "A player will act before the deal is complete", "clock"],
  "joker in a game without": ["A joker", "A joker will be dealt", "card"],
  "upcard laid face down": ["Face down", "The next upcard will lie face down", "noeye"],
  "later card to the wrong seat": ["Wrong seat, later", "The next card will go to another seat", "right"],
  "hole card turned over": ["Turn a hole card", "A hole card will be turned over", "eye"],
  "live hand taken in": ["Muck a live hand", "A card of a live hand will go to the muck", "cross"],
  "hands pushed together": ["Mix two hands", "A card will go into another hand", "hand"],
  "board card taken in": ["Take a board card", "A board card will go to the muck", "cross"],
};

let view = null;
let state = null;
let games = [];
let houses = [];
let armed = null;
let timer = 0;
const chosen = { game: null, house: null };

// ---- what a visitor does --------------------

async function send(method, address, body) {
  try {
    state = method === "POST" ? await enter(address, body) : await ask(method, address, body);
    paint();
    return true;
  } catch (problem) {
    sound("refused");
    toast(problem.body?.code === "not-now" ? problem.body.detail : problem.message, problem.kind);
    return false;
  }
}

/** Deals what is due, or makes the mistake that is armed. */
export async function dealIt(to = null) {
  const mistake = armed;
  armed = null;
  paint();
  if (mistake) return send("POST", "/play/mistakes", { name: mistake });
  return send("POST", to ? "/play/cards" : "/play/due", to || {});
}

const mine = () => Boolean(state?.visitor) && mayDeal();

// Everybody may look on; the dealer and the floor may take the deck.
function mayDeal() { return ["dealer", "floor"].includes(view?.role); }

function controls(shown) {
  if (!mine()) return null;
  const { what } = shown.awaited;
  if (["action", "draw", "show", "discard"].includes(what) && !armed) return h("p", { class: "quiet" }, "The players act by themselves.");
  if (what === "floor") return null;
  const over = !shown.hand || shown.hand.ended;
  if (over && SHUFFLING.includes(shown.state)) return h("p", { class: "quiet" }, "The shuffler is at work.");
  if (over && state.why_not) return h("p", { class: "quiet" }, `${state.why_not[0].toUpperCase()}${state.why_not.slice(1)}.`);
  return h("div", { class: "row big" }, h("button", { key: "due", id: "due", class: armed ? "armed" : "", onclick: () => dealIt() }, icon(over ? "pack" : "play"), armed ? "Make the mistake" : over ? "Next hand" : what === "card" ? "Deal it right" : "Do it right"));
}

// ---- the panel --------------------

function seg(label, options, now, choose) {
  return h("div", { class: "seg", role: "group", "aria-label": label }, options.map(([value, words]) =>
    h("button", { key: words, class: value === now ? "chosen" : "", "aria-pressed": String(value === now), onclick: () => choose(value) }, words)));
}

function mistakesPart() {
  const known = state.mistakes.filter(({ name }) => MISTAKES[name]);
  const sorted = [...known.filter((one) => one.possible), ...known.filter((one) => !one.possible)];
  return h("section", { key: "mistakes", class: "part mistakes" }, h("h2", null, "Make a mistake"),
    h("div", { class: "mistake-list", tabindex: "0", role: "group", "aria-label": "Mistakes" }, sorted.map(({ name, possible }) => h("button", { key: name, class: name === armed ? "armed" : "", disabled: possible ? null : true, "aria-pressed": String(name === armed), onclick: () => { armed = name === armed ? null : name; paint(); act.redraw(); } }, icon(MISTAKES[name][2]), MISTAKES[name][0]))),
    h("p", { class: "armed-words", "aria-live": "polite" }, armed ? [icon(MISTAKES[armed][2]), MISTAKES[armed][1]] : h("span", { class: "quiet" }, "Or put a card wherever you like: drag it, or tap a place.")));
}

function settingsPart() {
  const set = (what) => send("PATCH", "/play", what);
  return [
    h("section", { key: "radio", class: "part" }, h("h2", null, "Radio"), seg("Radio", state.radios.map((one) => [one, one]), state.radio, (radio) => set({ radio })), h("p", { class: "quiet" }, RADIOS[state.radio])),
    h("section", { key: "speed", class: "part" }, h("h2", null, "The players"),
      [h("button", { key: "pause", class: state.paused ? "chosen" : "", "aria-pressed": String(state.paused), onclick: () => set({ paused: !state.paused }) }, icon(state.paused ? "play" : "pause"), state.paused ? "Go on" : "Pause"),
        seg("Speed", SPEEDS.map((one) => [one, `${one} ×`]), state.speed, (speed) => set({ speed }))]),
  ];
}

function gamePart() {
  const select = (name, label, items, now) => h("label", { key: name }, label, h("select", { onchange: (event) => { chosen[name] = event.target.value; paint(); } }, items.map((one) => h("option", { key: one.code, value: one.code, selected: one.code === now || null }, one.name))));
  const [game, house] = [chosen.game || view.next_hand.game, chosen.house || view.next_hand.house];
  const inPlay = view.hand && !view.hand.ended;
  const next = async () => {
    if (await send("POST", "/play/hands", { game, house, end_hand: Boolean(inPlay) })) Object.assign(chosen, { game: null, house: null });
  };
  const may = !inPlay || view.role === "floor";
  return h("section", { key: "game", class: "part" }, h("h2", null, "The game"), select("game", "Game", games, game), select("house", "House", houses, house),
    inPlay ? holdButton(may ? "Hold: void this hand, deal anew" : "Finish this hand first", may, next) : h("button", { key: "next", onclick: next }, "Deal this game"));
}

function caughtPart() {
  const { made } = state;
  const caught = made.filter((one) => one.rule);
  const words = (name) => MISTAKES[name]?.[0] || name[0].toUpperCase() + name.slice(1);
  return h("section", { key: "caught", class: "part caught" }, h("h2", null, "Caught so far", h("b", null, `${caught.length} of ${made.length}`)),
    h("ul", { "aria-live": "polite" }, [...made].reverse().slice(0, CAUGHT_SHOWN).map((one, index) => h("li", { key: `${made.length - index}` }, icon(one.rule ? "check" : one.over ? "cross" : "clock"), one.rule ? `${words(one.name)}, in ${(one.after_ms / 1000).toFixed(2)} s` : one.over ? `${words(one.name)}: not caught` : `${words(one.name)}: not yet`))));
}

function dealerPart() {
  return h("section", { key: "dealer", class: "part" }, h("h2", null, "The deck"), seg("Who deals", [[true, "You deal"], [false, "The simulator deals"]], state.visitor, (visitor) => send("PATCH", "/play", { visitor })));
}

function paint() {
  const panel = document.getElementById("panel");
  const open = panel.classList.contains("open");
  if (!state || !view) return null;
  const toggle = h("button", { key: "open", class: "drawer", "aria-expanded": String(open), onclick: () => { panel.classList.toggle("open"); paint(); } }, icon(open ? "cross" : "menu"), open ? "Back to the felt" : !mayDeal() ? "Caught so far" : armed ? MISTAKES[armed][1] : "Mistakes, radio, speed");
  if (!mayDeal()) return draw(panel, toggle, h("div", { key: "parts", class: "parts" }, h("section", { key: "on", class: "part" }, h("h2", null, "You look on"), h("p", null, "The dealer and the floor may deal here.")), caughtPart()));
  return draw(panel, toggle, h("div", { key: "parts", class: "parts" }, state.visitor ? mistakesPart() : dealerPart(), caughtPart(), settingsPart(), gamePart(), state.visitor ? dealerPart() : null));
}

async function look() {
  try {
    const before = state;
    state = await get("/play");
    if (armed && !state.mistakes.some((one) => one.name === armed && one.possible)) armed = null;
    ui.hint = mine() ? "You are the dealer" : null;
    paint();
    if (before?.visitor !== state.visitor || before?.why_not !== state.why_not) act.redraw();
    if (state.why_not) { clearTimeout(timer); timer = setTimeout(look, AGAIN_MS); } // it may pass without another view
  } catch (problem) {
    draw(document.getElementById("panel"), h("section", { class: "part" }, h("h2", null, "No simulator"), h("p", null, problem.message), h("a", { class: "button", href: "/" }, "To the table")));
  }
}

// ---- start --------------------

ui.controls = controls;
ui.heard = (next) => {
  view = next;
  paint();
  clearTimeout(timer);
  timer = setTimeout(look, LOOK_MS);
};
watchHands({ mine, tap: (zone) => dealIt({ to: zone }), move: (from, nth, to) => dealIt({ from, nth, to }) });
Promise.all([get("/games"), get("/houses")]).then(([listed, profiles]) => { games = listed.items; houses = profiles.items; paint(); }).catch((problem) => toast(problem.message));
look();
