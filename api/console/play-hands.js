// The visitor's hands: a tap on a place deals the top card there, a drag carries a card from where it lies.

const DRAG_PX = 12;

let held = null;

const zoneAt = (x, y) => document.elementsFromPoint(x, y).find((one) => one.closest("[data-zone]") && !one.closest(".carried"))?.closest("[data-zone]");

/** `hands`: whether the visitor deals (`mine`), and what a tap on a place and a drag between two places do. */
export function watchHands({ mine, tap, move }) {
  addEventListener("pointerdown", (event) => {
    const place = mine() && event.isPrimary && event.target.closest(".felt") && zoneAt(event.clientX, event.clientY);
    if (!place || document.querySelector("#cover, #report")) return;
    const card = event.target.closest(".card.back, .card.face, .card.unread");
    held = { zone: place.dataset.zone, card, nth: nthOf(card, place), x: event.clientX, y: event.clientY, carried: null };
  });
  addEventListener("pointermove", (event) => {
    if (!held || (!held.carried && Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_PX)) return;
    if (!held.carried) held.carried = lift(held);
    if (held.carried) held.carried.style.translate = `${event.clientX}px ${event.clientY}px`;
  });
  addEventListener("pointerup", (event) => {
    const { zone, nth, carried } = held || {};
    drop();
    if (!zone) return;
    const to = zoneAt(event.clientX, event.clientY)?.dataset.zone;
    if (!to) return;
    if (!carried) { if (to === zone && zone !== "stub") tap(zone); return; }
    if (to !== zone) move(zone, Math.max(0, nth), to);
  });
  addEventListener("pointercancel", drop);
}

function nthOf(card, place) {
  if (!card || place.dataset.zone === "stub") return 0;
  return [...card.parentElement.children].filter((one) => one.matches(".back, .face, .unread")).indexOf(card);
}

// The card as it is carried. From the pack comes its top card, face down; an empty place has none.
function lift({ zone, card }) {
  if (!card && zone !== "stub") return null;
  const carried = (card || document.querySelector(".pile.stub .card")).cloneNode(true);
  const width = (card || document.querySelector(".pile.stub .card")).getBoundingClientRect().width;
  carried.classList.add("carried");
  carried.style.setProperty("--w", `${width * 1.15}px`);
  document.body.append(carried);
  return carried;
}

function drop() {
  held?.carried?.remove();
  held = null;
}
