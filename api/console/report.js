// The report: what only a person sees. What happened, then the seat, then the card: three touches at most.

import { smallCard } from "./cards.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { MISDEALS, PRESSES } from "./words.js";

const SHOWN = 7;
const RANKS = [..."AKQJT98765432"];

/** The report's panel. `ui.report`: { all, press, seat, nth } as far as it has been entered. */
export function reportPanel(view, ui, act) {
  const { report } = ui;
  const [title, body, hint] = !report.press ? kinds(view, report, act) : kindOf(report).needs.includes("cause") ? causes(report, act) : report.seat === undefined ? seats(view, report, act) : whichCard(view, report, act);
  return h("section", { key: "report", class: "report", role: "dialog", "aria-labelledby": "report-title", id: "report" },
    h("div", { class: "head" }, h("div", { class: "what-now" }, h("p", { class: "why" }, "Report what no sensor sees"), h("h2", { class: "loud", id: "report-title", tabindex: "-1" }, title)),
      report.press ? h("button", { key: "back", class: "plain", onclick: () => act.reportOn({ all: report.all }) }, "Back") : null,
      h("button", { key: "close", class: "plain", onclick: () => act.reportOn(null) }, icon("cross"), "Close")),
    body, h("p", { class: "hint" }, hint));
}

function rank(view, kind) {
  if (kind.family && kind.family !== view.game.family) return -1;
  if (kind.press === "joker-found" && !view.game.joker) return -1;
  return kind.likely.includes(view.state) ? 1 : 0;
}

function kinds(view, report, act) {
  const known = PRESSES.filter((kind) => rank(view, kind) >= 0);
  const sorted = [...known.filter((kind) => rank(view, kind) === 1), ...known.filter((kind) => rank(view, kind) === 0)];
  const shown = report.all ? sorted : sorted.slice(0, SHOWN);
  return ["What happened?", h("div", { class: "tiles" }, shown.map((kind) => h("button", { key: kind.press, class: rank(view, kind) === 1 ? "likely" : "", onclick: () => act.reportOn({ all: report.all, press: kind.press, seat: kind.needs.includes("seat") ? undefined : null }) },
    icon(kind.icon), h("span", null, h("b", null, kind.words), h("small", null, kind.hint)))),
    report.all ? null : h("button", { key: "more", onclick: () => act.reportOn({ all: true }) }, icon("menu"), h("span", null, h("b", null, "Something else"), h("small", null, `all ${known.length}`)))),
    "Most likely now comes first. Then the seat, then the card if it was seen."];
}

function seats(view, report, act) {
  const about = kindOf(report);
  const held = view.seats.filter((seat) => !["empty", "away", "busted"].includes(seat.status) && (seat.cards.length || !about.needs.includes("card")));
  return [about.words, h("div", { class: "tiles seats-of" }, held.map((seat) => h("button", { key: seat.seat, class: seat.seat === view.awaited.seat ? "likely" : "", onclick: () => act.reportOn({ ...report, seat: seat.seat }) },
    h("span", null, h("b", null, `Seat ${seat.seat}`), h("small", null, seat.name || " "))))), "Which seat?"];
}

function causes(report, act) {
  return ["Misdeal: why?", h("div", { class: "tiles" }, Object.entries(MISDEALS).map(([cause, words]) => h("button", { key: cause, onclick: () => act.reportOn({ ...report, cause, sent: true }) }, h("span", null, h("b", null, words))))), "A misdeal needs its cause."];
}

export function kindOf(report) { return PRESSES.find((kind) => kind.press === report.press); }

/** Whether a report has all that it needs, so that it is sent. */
export function isWhole(view, report) {
  if (!report.press || report.seat === undefined) return false;
  if (kindOf(report).needs.includes("cause")) return Boolean(report.cause);
  if (!kindOf(report).needs.includes("card") || report.sent) return true;
  if (report.turned) return false;
  return !downOf(view, report) || (downOf(view, report) === 1 && !view.game.low);
}

function downOf(view, report) { return (view.seats.find((seat) => seat.seat === report.seat)?.cards || []).filter((one) => one.card === "back").length; }

function whichCard(view, report, act) {
  const down = downOf(view, report);
  if (report.turned || (view.game.low && !report.cards)) return whichFace(report, act);
  const names = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"];
  return [`Seat ${report.seat}: which card?`, h("div", { class: "tiles seats-of" },
    Array.from({ length: down }, (_, index) => h("button", { key: index, onclick: () => act.reportOn({ ...report, nth: index + 1, sent: true }) }, h("span", null, h("b", null, names[index]), h("small", null, "face down")))),
    h("button", { key: "any", onclick: () => act.reportOn({ ...report, sent: true }) }, h("span", null, h("b", null, "Not certain"), h("small", null, "the last one dealt")))), "From the dealer’s left. A card that lies face up needs no report."];
}

// In a game played low, whether the card may stay hangs on its rank.
function whichFace(report, act) {
  return [`Seat ${report.seat}: which card was seen?`, h("div", { class: "faces" }, [..."shdc"].flatMap((suit) => RANKS.map((one) => h("button", { key: one + suit, onclick: () => act.reportOn({ ...report, card: one + suit, sent: true }) }, smallCard(one + suit)))),
    report.turned ? null : h("button", { key: "unseen", class: "unseen", onclick: () => act.reportOn({ ...report, sent: true }) }, "Nobody can say")), "What the players saw: it is checked when the card is shown."];
}
