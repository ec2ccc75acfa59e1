// Turns what the table sends into words. Nothing here touches the page.

const numbers = new Intl.NumberFormat("en-US");

export function chips(amount) { return numbers.format(amount); }

/** Chips where there is no room for seven digits: 1,234,567 is "1.23M". */
export function fewDigits(amount) {
  return amount < 1e5 ? chips(amount) : amount < 1e6 ? `${Math.floor(amount / 1e3)}k` : `${(Math.floor(amount / 1e4) / 100).toFixed(2)}M`;
}

export const PLACES = { stub: "Pack", muck: "Muck", burn: "Burn", board: "Board", aside: "Aside", off: "Off the table" };

/** A place as it stands on a label: "Seat 4", "Burn". */
export function placeName(zone) {
  return zone.startsWith("seat:") ? `Seat ${zone.slice(5)}` : PLACES[zone] || zone;
}

/** A place within a sentence: "seat 4", "the burn pile". */
export function placeText(zone) {
  if (zone.startsWith("seat:")) return `seat ${zone.slice(5)}`;
  return { stub: "the pack", muck: "the muck", burn: "the burn pile", board: "the board", aside: "the side", off: "off the table" }[zone] || zone;
}

const STATUS = { "all-in": "all-in", waiting: "next hand", closed: "" };

export function statusText(status) { return STATUS[status] ?? status; }

const STREETS = { preflop: "Pre-flop", deal: "The deal", draw: "The draw", "fourth-and-fifth": "Fourth and fifth street" };
const STUD = ["second", "third", "fourth", "fifth", "sixth", "seventh"];

export function streetText(name) {
  const words = STREETS[name] || (STUD.includes(name) ? `${name} street` : name.replace(/-/g, " "));
  return words[0].toUpperCase() + words.slice(1);
}

/** Seconds as they are read: "14 s", "1:42". */
export function ageText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function clockText(date = new Date()) {
  return date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** A time of the table, in nanoseconds, as a clock shows it. */
export function timeText(ns, day = false) {
  if (!ns) return "";
  const date = new Date(ns / 1e6);
  return `${day ? `${date.toLocaleDateString("en-GB", { day: "2-digit", month: "2-digit" })} ` : ""}${date.toLocaleTimeString("en-GB")}`;
}

/** A pot's name as it is spoken. `of`: how many there are. */
export function potName(name, of) {
  if (name === "main") return "Main pot";
  return of > 2 ? `Side pot ${name.replace("side ", "")}` : "Side pot";
}

const DECISIONS = {
  misdeal: "Misdeal", "redeal-board": "Board is dealt again", replace: "Card is replaced", keep: "Card stays", remove: "Card leaves play",
  correct: "Put it right", "dead-hand": "Dead hand", void: "Hand is void", stands: "Play goes on", refuse: "Not entered", floor: "Floor decides",
};

export function decisionText(decision) { return DECISIONS[decision] || decision; }

/** What the floor may decide, as a choice. */
export const CHOICES = {
  stands: "It stands: play goes on", keep: "The card stays where it is", replace: "The card is replaced", remove: "The card leaves play",
  correct: "It is put right", "redeal-board": "The board is dealt again", "dead-hand": "The hand is dead", misdeal: "Misdeal", void: "The hand is void", floor: "The floor decides", refuse: "It is not entered",
};

/** The presses that the report offers. `needs`: what is asked besides; `likely`: the states of the table in which it comes first. */
export const PRESSES = [
  { press: "card-exposed", words: "Card exposed", hint: "turned face up", icon: "eye", needs: ["seat", "card"], likely: ["dealing", "drawing"] },
  { press: "card-flashed", words: "Card flashed", hint: "not certain who saw it", icon: "noeye", needs: ["seat", "card"], likely: ["dealing", "drawing"] },
  { press: "card-off-table", words: "Card off the table", hint: "which seat, next", icon: "drop", needs: ["seat", "card"], likely: [] },
  { press: "joker-found", words: "Joker found", hint: "in a hand", icon: "card", needs: ["seat"], likely: [], family: "draw" },
  { press: "bottom-seen", words: "Bottom card seen", hint: "of the pack", icon: "pack", needs: [], likely: [] },
  { press: "looked", words: "Player looked", hint: "before the ruling", icon: "hand", needs: ["seat"], likely: ["remedy", "held"] },
  { press: "misdeal-called", words: "Misdeal called", hint: "by a player, with its cause", icon: "care", needs: ["cause"], likely: [] },
  { press: "string-raise", words: "String raise", hint: "a raise in two motions", icon: "chip", needs: ["seat"], likely: ["betting"] },
  { press: "killed-by-dealer", words: "Dealer killed a hand", hint: "by mistake", icon: "cross", needs: ["seat"], likely: ["betting", "showdown"] },
  { press: "time-called", words: "Time called", hint: "on a player", icon: "clock", needs: ["seat"], likely: ["betting"] },
  { press: "absent", words: "Player absent", hint: "not at the seat", icon: "person", needs: ["seat"], likely: ["dealing"] },
  { press: "floor-called", words: "Floor called", hint: "the floor decides", icon: "person", needs: [], likely: ["held", "betting", "drawing", "showdown", "remedy"] },
];

/** Causes of a misdeal: ids of the rulebook, which a call of a misdeal must name. */
export const MISDEALS = {
  "misdeal.first-card-wrong-seat": "The first card went to the wrong seat",
  "misdeal.out-of-sequence": "A card was dealt out of sequence",
  "misdeal.empty-seat": "A card was dealt to an empty seat",
  "misdeal.entitled-dealt-out": "A player was left out",
  "misdeal.two-extra": "Two cards too many",
  "misdeal.wrong-count": "A wrong number of cards",
  "misdeal.two-boxed": "Two cards face up in the pack",
  "misdeal.button-out-of-position": "The button is in the wrong place",
};


/** A step of a repair as a short sentence without its places: those stand beside it. */
export function stepParts(step) {
  const many = step.count > 1 ? `${step.count} cards` : null;
  const card = step.card && step.card !== "back" && step.card !== "??" ? step.card : null;
  switch (step.do) {
    case "deal": return [step.to === "board" ? "Deal the top card, face up" : `Deal the top card, face ${step.face || "down"}`];
    case "burn": return ["Burn the top card"];
    case "move": if (step.from === step.to) return card ? ["Turn up ", { card }] : ["Turn the card up"];
      return ["Take ", card ? { card } : many || "the card", ` to ${placeText(step.to)}${step.face ? `, face ${step.face}` : ""}`];
    case "return": return card ? ["Put ", { card }, " back on the pack"] : [`Put ${many || "the card"} back on the pack`];
    default: return [step.text];
  }
}
