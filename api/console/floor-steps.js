// One row of a table's record in words: what happened, and what the table answered.

const NEXT = new Set(["next"]);

function fact(one) {
  switch (one.type) {
    case "hand": return `${one.id.replace("h", "Hand ")}: ${one.game}, ${Object.keys(one.seats).length} players`;
    case "card": return `${one.card === "??" ? "A card" : one.card} to ${one.zone.replace(":", " ")}${one.face === "up" ? ", face up" : ""}${one.boxed ? ", boxed" : ""}`;
    case "action": return `Seat ${one.seat}: ${one.action}${one.amount ? ` ${one.amount}` : ""}${one.discards ? ` ${one.discards}` : ""}`;
    case "chips": return `Seat ${one.seat} moves ${one.chips.join(" + ")}${one.says ? `, says ${one.says}` : ""}`;
    case "press": return `${one.press}${one.seat ? `, seat ${one.seat}` : ""}${one.ruling ? `, ${one.ruling}` : ""}${one.decision ? `: ${one.decision}` : ""}${one.reason ? ` (${one.reason})` : ""}`;
    default: return `Shuffler: ${one.event}`;
  }
}

function outcome(one) {
  switch (one.type) {
    case "ruling": return { text: `${one.rule}, ${one.decision}: ${one.message}`, stop: one.severity === "stop" };
    case "counted": return { text: `Counts as ${one.action}${one.amount ? ` ${one.amount}` : ""}`, stop: false };
    case "result": return { text: `Ended: ${one.ended}. ${one.pots.map((pot) => `Pot ${pot.amount} to ${Object.keys(pot.awards).map((seat) => `seat ${seat}`).join(", ")}`).join("; ")}`, stop: false };
    default: return { text: one.type, stop: false };
  }
}

/** A row as it is shown: `words` for the fact, `outcomes` after it, and whether the deal was stopped. */
export function stepText(row) {
  const outcomes = row.outcomes.filter((one) => !NEXT.has(one.type)).map(outcome);
  const shown = Object.entries(row.shown || {}).map(([seat, cards]) => `, seat ${seat} shows ${cards.join(" ")}`).join("");
  return { words: fact(row.fact) + shown, outcomes, stopped: outcomes.some((one) => one.stop) };
}
