// A stop: the sheet that holds the deal until it is answered, its steps from place to place, and its rule.

import { smallCard, withCards } from "./cards.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { isFloorCalled } from "./scene.js";
import { ageText, decisionText, placeName, stepParts } from "./words.js";

/** The sheet. `ui.rule`: whether the rule is read; `ui.answerable`: the touch that answers counts by now. */
export function stopSheet(stop, view, ui, act) {
  const waiting = view.stops.filter((one) => one.open && ["open", "floor"].includes(one.status));
  const enters = ["dealer", "floor"].includes(view.role);
  const [first, rest] = sentences(stop.message);
  return h("section", { key: `stop ${stop.hand} ${stop.id}`, class: "sheet", role: "alertdialog", "aria-modal": "false", "aria-labelledby": "stop-what", "aria-describedby": "stop-why", id: "stop" },
    h("p", { class: "band" }, h("i", { class: "octo", "aria-hidden": "true" }), h("b", { class: "word" }, "STOP"), h("span", { class: "kind" }, stop.rule.title || decisionText(stop.decision)),
      h("span", { class: "age wide" }, icon("bell"), ageText((ui.nowNs() - stop.since_ns) / 1e9)),
      waiting.length > 1 ? h("b", { class: "count" }, "1 of ", waiting.length, h("span", { class: "wide" }, " stops")) : null,
      view.simulated ? h("span", { class: "sim-word" }, "SIMULATED") : null),
    h("div", { class: "paper" },
      h("div", { class: "what" },
        h("h2", { id: "stop-what", tabindex: "-1" }, withCards(first)),
        h("p", { id: "stop-why", class: "because" }, rest ? [withCards(rest), " "] : null, h("span", { class: "cited" }, stop.rule.in_force === false ? null : h("b", null, "In force at this table. "), stop.source)),
        stop.status === "floor" ? h("p", { class: "wait-floor" }, icon("person"), "The floor decides. Deal no card.") : null),
      ui.rule ? ruleText(stop, act) : stepList(stop),
      h("div", { class: "answers" },
        enters && !stop.acknowledged ? h("button", { key: "ok", id: "understood", class: "ok", "aria-disabled": ui.answerable ? null : "true", onclick: () => act.understood(stop) }, "Understood") : null,
        view.role === "floor" && stop.decisions.length ? h("a", { key: "decide", class: "button ink", href: `/desk#ruling/${stop.id}` }, icon("gavel"), "Decide") : null,
        isFloorCalled(view) && stop.status !== "floor" ? h("span", { key: "called", class: "called" }, icon("person"), "The floor is called") : null,
        enters && view.role !== "floor" && !isFloorCalled(view) ? h("button", { key: "floor", class: "ink", onclick: act.callFloor }, icon("person"), "Call floor") : null,
        h("button", { key: "rule", class: "bare ink", "aria-pressed": String(Boolean(ui.rule)), onclick: () => act.toggleRule() }, icon("book"), ui.rule ? "The steps" : "The rule"))));
}

function sentences(message) {
  const end = message.search(/[.!?]\s/);
  return end < 0 ? [message, ""] : [message.slice(0, end + 1), message.slice(end + 2)];
}

function stepList(stop) {
  const many = stop.steps.length > 4;
  return h("ol", { class: `steps ${many ? "many" : ""}`, "aria-label": "Steps", tabindex: many ? "0" : null }, stop.steps.map((step) => h("li", { key: step.number, class: step.state, "aria-current": step.state === "open" ? "step" : null },
    h("i", null, step.state === "done" ? icon("check") : step.number),
    h("span", { class: "do" }, stepParts(step).map((part) => (part?.card ? smallCard(part.card) : withCards(part)))),
    step.from && step.to && step.from !== step.to ? h("span", { class: "way" }, h("span", null, placeName(step.from)), icon("right"), h("span", null, placeName(step.to))) : null)));
}

function ruleText(stop) {
  return h("div", { class: "rule", tabindex: "0", role: "group", "aria-label": "The rule" }, h("h3", null, stop.rule.title || stop.rule.id), h("p", null, stop.rule.text || stop.message),
    h("p", { class: "quiet" }, [stop.source, ...(stop.rule.sources || []).filter((source) => source !== stop.source)].join(" · ")), h("p", { class: "quiet" }, `Rule ${stop.rule.id}`));
}

/** For a few seconds after the floor has decided, or until it was read: who decided what. */
export function decidedSheet({ decided, message }, act) {
  return h("section", { key: "decided", class: "sheet decided", role: "status" },
    h("p", { class: "band" }, h("i", { class: "octo", "aria-hidden": "true" }), h("b", { class: "kind" }, `${decided.by} decided: ${decisionText(decided.decision)}`)),
    h("div", { class: "paper" }, h("div", { class: "what" }, h("h2", null, withCards(message.split(/(?<=[.!?])\s/)[0])), decided.reason ? h("p", { class: "because" }, decided.reason) : null),
      h("div", { class: "answers" }, h("button", { key: "on", class: "ink", onclick: () => act.goOn() }, "Go on"))));
}
