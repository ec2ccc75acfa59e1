// Line icons, drawn in the colour of the text.

import { h } from "./dom.js";

const PATHS = {
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5 20c0-4 3-6 7-6s7 2 7 6",
  flag: "M6 21V4h11l-2 4 2 4H6",
  keypad: "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h6v6h-6Z",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  book: "M6 4h12v16H8a2 2 0 0 1-2-2ZM6 17h12",
  bell: "M6 17V11a6 6 0 1 1 12 0v6ZM4 17h16M10 20h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  check: "M5 13l4 4L19 7",
  cross: "M6 6l12 12M18 6 6 18",
  no: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.6 5.6l12.8 12.8",
  right: "M5 12h14M13 6l6 6-6 6",
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  noeye: "M4 4l16 16M9 6c1-.7 2-1 3-1 4 0 7 2 10 7-1 2-2 3-4 4.500M15 18c-1 .6-2 1-3 1-4 0-7-2-10-7 1-2 2-3 4-4.500",
  drop: "M12 4v11M7 11l5 5 5-5M5 20h14",
  card: "M6 3h12v18H6ZM9 8h6M9 12h6",
  pack: "M7 3h11v15H7ZM5 6v15h10",
  hand: "M8 12V6a1.500 1.500 0 0 1 3 0V4a1.500 1.500 0 0 1 3 0v2a1.500 1.500 0 0 1 3 0v8c0 4-2 6-5 6s-5-2-7-6l-1-2c1-1 3-1 4 0Z",
  care: "M12 4 2.500 20h19ZM12 10v5M12 17.500v.5",
  chip: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v5M12 16v5M3 12h5M16 12h5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l4 2",
  nolink: "M9 7l2-2a4.500 4.500 0 0 1 7 6l-2 2M15 17l-2 2a4.500 4.500 0 0 1-7-6l2-2M4 4l16 16",
  back: "M9 5H21V19H9L3 12ZM12 9l5 6M17 9l-5 6",
  tables: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z",
  gavel: "M13 4l7 7M10 7l7 7M12 6l-2 2 6 6 2-2M13 11l-9 9",
  history: "M4 5v5h5M4.500 10a8 8 0 1 1-.5 4M12 8v4l3 2",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  radio: "M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM12 14v6M8 16a5.500 5.500 0 0 1 0-8M16 8a5.500 5.500 0 0 1 0 8M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  save: "M12 4v11M7 10l5 5 5-5M4 20h16",
  play: "M7 4l13 8-13 8Z", pause: "M8 5v14M16 5v14", first: "M6 5v14M19 5 9 12l10 7Z", last: "M18 5v14M5 5l10 7-10 7Z", search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
};

export function icon(name) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] }));
}
