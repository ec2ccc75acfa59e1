// Turns what the table sends into words. Nothing here touches the page.

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const COUNTED = { fold: "folds", check: "checks", call: "calls", "all-in": "is all-in", show: "shows", muck: "mucks" };
const TO = { bet: "bets", raise: "raises to", complete: "completes to", "bring-in": "brings it in for", open: "opens for" };

export const PRESSES = {
  "floor-called": "Call the floor",
  "card-flashed": "A card was flashed",
  "card-exposed": "A card was exposed",
  "card-off-table": "A card fell off the table",
  "bottom-seen": "The bottom card was seen",
  "misdeal-called": "A misdeal was called",
  "time-called": "Time was called",
  "absent": "A player is absent",
  "string-raise": "String raise",
  "killed-by-dealer": "The dealer killed a hand",
  "looked": "A player looked at the cards",
  "joker-found": "A joker was found",
};

// Causes of a misdeal: ids of the rulebook, which a call of a misdeal must name.
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

export const CARD_PRESSES = ["card-flashed", "card-exposed", "card-off-table", "joker-found"];

export function cardText(card) {
  if (card === "Jo") return "Joker";
  if (card === "??" || card === "back") return "a hidden card";
  return (card[0] === "T" ? "10" : card[0]) + SUITS[card[1]];
}

export function placeText(zone) {
  if (!zone) return "";
  if (zone.startsWith("seat:")) return "seat " + zone.slice(5);
  return { stub: "the pack", muck: "the muck", burn: "the burn pile", board: "the board", aside: "the side" }[zone] || zone;
}

export function stepText(step) {
  const card = step.card && step.card !== "??" ? "the " + cardText(step.card) : "the card";
  switch (step.do) {
    case "deal": return `Deal the top card to ${placeText(step.to)}, face ${step.face || "down"}`;
    case "burn": return "Burn the top card";
    case "move": return `Move ${card} from ${placeText(step.from)} to ${placeText(step.to)}` + (step.face ? `, face ${step.face}` : "");
    case "return": return `Return ${cardsText(step.cards || [])} to the pack`;
    case "shuffle": return "Shuffle the pack";
    case "cut": return "Cut the pack";
    case "wait": return `Wait for ${step.for}`;
    case "call-floor": return "Call the floor";
    case "refund": return "Return the chips" + (step.seat ? ` to seat ${step.seat}` : "");
    default: return step.text || step.do;
  }
}

function cardsText(cards) {
  const open = cards.filter((card) => card !== "??");
  const hidden = cards.length - open.length;
  const parts = open.map(cardText);
  if (hidden) parts.push(hidden === 1 ? "1 hidden card" : `${hidden} hidden cards`);
  return parts.join(", ") || "the cards";
}

export function nextText(next) {
  switch (next.await) {
    case "card": return next.zone === "burn" ? "Burn the top card" : `Deal to ${placeText(next.zone)}` + (next.face === "up" && next.zone !== "board" ? ", face up" : "");
    case "action": return `Seat ${next.seat} to act` + (next.to_call ? ` — ${next.to_call} to call` : "");
    case "draw": return `Seat ${next.seat} draws, up to ${next.max_discards}`;
    case "discard": return `Seat ${next.seat} discards ${next.count}`;
    case "show": return `Seat ${next.seat} shows or mucks`;
    case "read": return `Show the card at ${placeText(next.zone)} to the reader`;
    case "return": return `Take back ${cardsText(next.cards)}`;
    case "shuffle": return "Shuffle the pack";
    case "cut": return "Cut the pack";
    case "remedy": return stepText(next.step);
    case "floor": return "On hold: the floor decides";
    default: return "Between hands";
  }
}

export function dueZone(next) {
  if (next.await === "card") return next.zone;
  if (next.await === "remedy") return next.step.do === "burn" ? "burn" : next.step.to || null;
  return null;
}

// What is worth a line among the notes: note rulings, what an action counts as, how a hand ended.
export function noteText(fact, outcomes) {
  const note = outcomes.filter((outcome) => outcome.type === "ruling" && outcome.severity === "note").pop();
  if (note) return note.message;
  const result = outcomes.find((outcome) => outcome.type === "result");
  if (result) return resultText(result);
  const done = outcomes.find((outcome) => outcome.type === "counted") || (fact.type === "action" ? fact : null);
  return done ? actionText(done) : "";
}

function actionText(done) {
  if (done.action === "draw") return `Seat ${done.seat} draws ${done.discards ?? ""}`;
  if (done.action === "stand-pat") return `Seat ${done.seat} stands pat`;
  const amount = done.amount === null || done.amount === undefined ? "" : ` ${done.amount}`;
  return `Seat ${done.seat} ` + (TO[done.action] ? TO[done.action] + amount : COUNTED[done.action] || done.action);
}

function resultText(result) {
  if (result.ended === "misdeal") return "Misdeal. All chips are returned, and the hand is redealt";
  if (result.ended === "void") return "The hand is void. All chips are returned";
  const won = {};
  result.pots.forEach((pot) => Object.entries(pot.awards).forEach(([seat, chips]) => { won[seat] = (won[seat] || 0) + chips; }));
  return Object.entries(won).map(([seat, chips]) => `Seat ${seat} wins ${chips}`).join(", ") || `Hand over: ${result.ended}`;
}
