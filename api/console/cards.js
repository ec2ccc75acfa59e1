// Playing cards: whole cards on the felt, and small ones in text.

import { h } from "./dom.js";

export const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const PIPS = {
  s: "M50 4C62 26 92 44 92 66c0 13-9 21-20 21-8 0-14-4-18-10 1 9 5 15 12 19H34c7-4 11-10 12-19-4 6-10 10-18 10C17 87 8 79 8 66 8 44 38 26 50 4Z",
  h: "M50 94C38 72 6 56 6 32 6 17 17 7 29 7c9 0 17 5 21 14C54 12 62 7 71 7c12 0 23 10 23 25 0 24-32 40-44 62Z",
  d: "M50 2C60 22 72 38 88 50 72 62 60 78 50 98 40 78 28 62 12 50 28 38 40 22 50 2Z",
  c: "M50 4c12 0 21 9 21 20 0 7-3 12-7 16 3-1 6-2 9-2 12 0 21 10 21 21s-9 21-21 21c-8 0-14-4-18-10 1 11 5 19 12 24H33c7-5 11-13 12-24-4 6-10 10-18 10C15 80 6 70 6 59s9-21 21-21c3 0 6 1 9 2-4-4-7-9-7-16C29 13 38 4 50 4Z",
};

export function rankOf(card) { return card[0] === "T" ? "10" : card[0]; }

/** A card in words, as a screen reader says it. */
export function cardName(card) {
  if (card === "back") return "a card face down";
  if (card === "??") return "a card that was not read";
  if (card === "Jo") return "the joker";
  return `${RANK_NAMES[card[0]]} of ${SUIT_NAMES[card[1]]}`;
}

function pip(suit) {
  return h("svg", { class: "pip", viewBox: "0 0 100 100", "aria-hidden": "true" }, h("path", { d: PIPS[suit] }));
}

/** A card on the felt. `state`: next, free, wins, loses, stop, repair or none. */
export function card(code, { key, state = "", back = "red", vars } = {}) {
  const shared = { key, vars, role: "img" };
  if (code === null) {
    const next = state.startsWith("next");
    return h("span", { ...shared, role: next ? "img" : null, class: `card ${state.trim() || "free"}`, "aria-label": next ? "the next card goes here" : null }, next ? arrow() : null);
  }
  if (code === "back") return h("span", { ...shared, class: `card back ${back} ${state}`, "aria-label": cardName(code) });
  if (code === "??") return h("span", { ...shared, class: `card unread ${state}`, "aria-label": cardName(code) }, h("b", null, "?"));
  if (code === "Jo") return h("span", { ...shared, class: `card face joker ${state}`, "aria-label": cardName(code) }, h("b", null, "★"));
  return h("span", { ...shared, class: `card face ${code[1]} ${state}`, "aria-label": cardName(code) }, h("b", null, rankOf(code)), pip(code[1]));
}

function arrow() {
  return h("svg", { class: "down", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: "M5 9l7 7 7-7" }));
}

/** A small card in a line of text. */
export function smallCard(code) {
  if (code === "??" || code === "back") return "the card";
  if (code === "Jo") return h("span", { class: "mini" }, "Joker");
  return h("span", { class: `mini ${code[1]}`, role: "img", "aria-label": cardName(code) }, h("b", null, rankOf(code)), pip(code[1]));
}

const IN_TEXT = /(10|[2-9AKQJ])([♠♥♦♣])/g;
const LETTERS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

/** A sentence of the table in which cards ("A♠") become small cards. */
export function withCards(sentence) {
  const parts = [];
  let from = 0;
  for (const found of (sentence || "").matchAll(IN_TEXT)) {
    parts.push(sentence.slice(from, found.index), smallCard((found[1] === "10" ? "T" : found[1]) + LETTERS[found[2]]));
    from = found.index + found[0].length;
  }
  return [...parts, (sentence || "").slice(from)];
}
