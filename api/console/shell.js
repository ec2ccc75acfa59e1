// What the desk and the technician's pages share: the navigation, the head, the notes.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { toastBox } from "./toast.js";
import { clockText } from "./words.js";

export function shell({ title, pages, page, badge = {}, content, view, ui, home = "/" }) {
  return [
    h("nav", { key: "nav", "aria-label": "Pages" }, h("p", { class: "brand" }, h("i", { class: "mark-logo", "aria-hidden": "true" }), h("b", null, title)),
      h("ul", null, pages.map(([name, words, picture]) => h("li", { key: name }, h("a", { href: `#${name}`, "aria-current": name === page ? "page" : null }, icon(picture), h("span", null, words), badge[name] ? h("b", { class: "badge" }, badge[name]) : null)))),
      h("p", { class: "who" }, `${view.person || view.role} · ${clockText()}`, home ? [h("br"), h("a", { href: home }, "To the table")] : null)),
    h("main", { key: "main" },
      h("header", null, h("h1", null, content.title), h("p", { class: "facts" }, content.facts), view.simulated ? h("span", { class: "simulated" }, "SIMULATED") : null, h("span", { class: "room" }),
        ui.lostAt ? h("span", { class: "health ill", role: "status" }, h("i", { class: "diamond" }), "No connection") : null, content.actions || null),
      h("div", { class: "body" }, content.body)),
  ];
}

/** Whether the screen is a phone held upright: felts are drawn upright there. */
export const narrow = matchMedia("(orientation: portrait) and (max-width: 620px)");

/** Asks for what a page shows, then draws it; the page is busy meanwhile. An answer for a page that was left is dropped. */
export function loader(ui, sources, paint, refused) {
  let underWay = 0;
  const mark = (change) => {
    underWay += change;
    document.getElementById("page").setAttribute("aria-busy", String(underWay > 0));
  };
  return async () => {
    const [page, ...rest] = ui.route;
    const address = location.hash;
    mark(1);
    try {
      const data = sources[page] ? await sources[page](rest, ui.data, ui) : null;
      if (address === location.hash) Object.assign(ui, { data, wrong: "" });
    } catch (problem) {
      if (address === location.hash) refused(problem.message);
    }
    try {
      paint();
    } finally {
      mark(-1);
    }
  };
}

/** Notes and refusals, one at a time. */
export function toaster(paint) {
  let toast = null;
  let timer = 0;
  const clear = () => { toast = null; paint(); };
  return {
    say: (words, kind = "refused") => { clearTimeout(timer); timer = setTimeout(clear, 6000); toast = { words, kind }; paint(); },
    box: () => (toast ? toastBox(toast, clear) : null),
  };
}

/** A button that must be held for a second, by a finger or by Enter. Released early it drains. */
export function holdButton(words, ready, done) {
  let timer = 0;
  const begin = (event) => {
    if (!ready || timer || (event.type === "keydown" && !["Enter", " "].includes(event.key))) return;
    event.preventDefault?.();
    const button = event.currentTarget;
    button.classList.add("held");
    timer = setTimeout(() => { end({ currentTarget: button }); done(); }, HOLD_MS);
  };
  const end = (event) => { clearTimeout(timer); timer = 0; event.currentTarget.classList.remove("held"); };
  return h("button", { key: "hold", class: "go hold", "aria-disabled": ready ? null : "true", onpointerdown: begin, onpointerup: end, onpointerleave: end, onpointercancel: end, onkeydown: begin, onkeyup: end, onblur: end, oncontextmenu: (event) => event.preventDefault() },
    h("span", null, words));
}

const HOLD_MS = 1000;
