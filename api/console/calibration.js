// The technician's calibration: the steps, one after another, and what is known of each antenna.

import { h } from "./dom.js";
import { placeName } from "./words.js";

const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

export function calibration(view, ui, act) {
  return view.calibration ? [underWay(view.calibration, act)] : [known(ui.data, view, act)];
}

function underWay(now, act) {
  const post = (what, body = {}) => () => act.post("POST", `/calibration/${what}`, body);
  return h("section", { key: "survey", class: "panel dock-panel" },
    h("div", { class: "what-now" },
      h("p", { class: "quiet" }, now.kind ? `Step ${now.step + 1} of ${now.steps}` : "All steps are done"),
      h("p", { class: "loud", "aria-live": "polite" }, now.kind ? now.prompt : now.counted ? "Keep what was measured" : "Nothing was measured"),
      now.problem ? h("p", { class: "refused", role: "alert" }, now.problem) : null,
      h("p", null, h("progress", { max: 1, value: now.measuring ? now.progress : 0, "aria-label": "Scans of this step" }))),
    h("div", { class: "row" },
      now.kind ? h("button", { key: "measure", class: "go", disabled: now.measuring ? true : null, onclick: post("measure") }, now.measuring ? "Listening …" : now.kind === "empty" ? "It is empty: listen" : "It lies there: listen") : null,
      now.kind ? h("button", { key: "skip", onclick: post("skip") }, "Leave this step out") : null,
      now.step ? h("button", { key: "back", onclick: post("back") }, "Back one step") : null,
      now.counted && !now.measuring ? h("button", { key: "keep", class: now.kind ? "plain" : "go", onclick: () => act.post("POST", "/calibration/end", { keep: true }, "The antennas are calibrated") }, "Keep what was measured") : null,
      h("button", { key: "stop", class: "plain", onclick: () => act.post("POST", "/calibration/end", { keep: false }, "Nothing was kept") }, "Stop without keeping")));
}

function known(page, view, act) {
  const ready = view.state === "maintenance";
  const rows = (page?.items || []).map((one) => h("tr", { key: one.zone }, h("td", null, placeName(one.zone)), ...(one.measured
    ? [h("td", null, percent(one.heard)), h("td", null, percent(one.beside)), h("td", null, one.strength_dbm === null ? "" : `${one.strength_dbm.toFixed(0)} dBm`)]
    : [h("td", null, "not measured"), h("td", null, ""), h("td", null, "")]), h("td", null, one.changed)));
  return h("section", { key: "known", class: "panel" }, h("h2", null, "Calibration"),
    h("p", null, page?.measured_ns ? "What each antenna hears, as measured." : "Never calibrated: every antenna is taken for a usual one."),
    page?.measured_ns ? h("table", null, h("thead", null, h("tr", null, ["Place", "Its own cards", "Neighbours' cards", "Strength", "Changed since"].map((one) => h("th", { key: one }, one)))), h("tbody", null, rows)) : null,
    h("div", { class: "row" }, h("button", { key: "begin", disabled: ready ? null : true, onclick: () => act.post("POST", "/calibration", {}) }, "Calibrate the antennas"),
      ready ? null : h("p", { class: "quiet" }, "The antennas are calibrated while the table is yours: take it after this hand.")));
}
