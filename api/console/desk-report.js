// The report of a shift, and the same as a PDF.

import { withCards } from "./cards.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { get } from "./link.js";
import { chips, timeText } from "./words.js";

const HOURS = [4, 8, 12, 24];
const ENDED = { showdown: "To a showdown", uncontested: "Uncontested", misdeal: "Misdeals", void: "Void" };

export async function reportData(_, __, ui) { return get(`/reports/shift?hours=${ui.hours || 8}`); }

export function report(view, ui, act) {
  const { data } = ui;
  const hours = ui.hours || 8;
  if (!data) return { title: "Shift report", facts: "", body: null };
  const line = (words, value) => h("tr", { key: words }, h("th", { scope: "row" }, words), h("td", null, value));
  const decided = data.stops.filter((one) => one.decided);
  return {
    title: "Shift report", facts: `${data.table} · ${timeText(data.since_ns)} to ${timeText(data.until_ns)}${data.dealers.length ? ` · dealt by ${data.dealers.join(", ")}` : ""}`,
    actions: [h("div", { key: "hours", class: "seg", role: "group", "aria-label": "How far back" }, HOURS.map((one) => h("button", { key: one, class: one === hours ? "chosen" : "", "aria-pressed": String(one === hours), onclick: () => { act.set({ hours: one }); act.reload(); } }, `${one} h`))),
      h("a", { key: "pdf", class: "button plain", href: `/api/v1/reports/shift.pdf?hours=${hours}`, download: `shift-${data.table}.pdf` }, icon("save"), "PDF")],
    body: h("div", { class: "grid report-page" },
      h("section", { class: "panel" }, h("h2", null, "Play"), h("table", null, h("tbody", null, line("Hands", chips(data.hands)), Object.entries(data.ended).map(([how, count]) => line(ENDED[how] || how, chips(count))), line("Chips pushed", chips(data.chips_pushed))))),
      h("section", { class: "panel" }, h("h2", null, "Stops"), h("table", null, h("tbody", null, line("Stops", chips(data.stops.length)), line("Decided by the floor", chips(decided.length)), line("Faults", chips(data.faults.length))))),
      h("section", { class: "panel wide-panel" }, h("h2", null, "Decided by the floor"), decided.length ? h("ul", null, decided.map((one, index) => h("li", { key: index }, `${one.hand.replace("h", "Hand ")}, ${timeText(one.at_ns)}: `, one.decided))) : h("p", { class: "quiet" }, "Nothing.")),
      h("section", { class: "panel wide-panel scroll" }, h("h2", null, "Every stop"), data.stops.length ? h("table", null, h("thead", null, h("tr", null, ["Time", "Hand", "Rule", "What happened", "Answered by"].map((one) => h("th", { key: one }, one)))),
        h("tbody", null, data.stops.map((one, index) => h("tr", { key: index }, h("td", null, timeText(one.at_ns)), h("td", null, one.hand.replace("h", "Hand ")), h("td", null, one.rule), h("td", null, withCards(one.message)), h("td", null, one.answered_by || "nobody"))))) : h("p", { class: "quiet" }, "None."))),
  };
}
