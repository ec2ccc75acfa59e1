// Notes and refusals over a page, one at a time.

import { h } from "./dom.js";
import { icon } from "./icons.js";

const HEADS = { refused: "Not entered: ", unknown: "Not known whether it was entered: " };

/** The box for what is said. `kind`: "note", or of a problem; `close`: what its button does. */
export function toastBox({ words, kind }, close) {
  const head = HEADS[kind];
  return h("div", { key: "toast", class: `toast ${kind}`, role: head ? "alert" : "status" }, icon(head ? "no" : "bell"),
    h("p", null, head ? h("b", null, head) : null, words), h("button", { onclick: close }, "OK"));
}
