// Draws a page from what it should look like: `draw` changes only what differs, so nothing flickers and focus stays.

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["svg", "path", "g", "circle", "mask", "line", "rect", "text"]);

/** An element to be drawn. `props`: attributes; `key` to be told apart from its like; `vars` for custom properties; `on…`. */
export function h(tag, props, ...children) {
  return { tag, props: props || {}, children };
}

/** Makes the children of an element what `nodes` say. Strings are text; null, false and "" are left out. */
export function draw(parent, ...nodes) {
  const wanted = nodes.flat(Infinity).filter((node) => node !== null && node !== undefined && node !== false && node !== "");
  const before = parent.kids || new Map();
  const kids = new Map();
  const counts = {};
  const made = wanted.map((node) => {
    const name = typeof node === "object" ? node.tag : "#text";
    const key = typeof node === "object" && node.props.key !== undefined ? `${name}=${node.props.key}` : `${name}${(counts[name] = (counts[name] || 0) + 1)}`;
    const element = before.get(key) || create(node, name);
    before.delete(key);
    kids.set(key, element);
    fill(element, node);
    return element;
  });
  before.forEach((element) => element.remove());
  made.forEach((element, index) => {
    if (parent.childNodes[index] !== element) parent.insertBefore(element, parent.childNodes[index] || null);
  });
  parent.kids = kids;
}

function create(node, name) {
  if (name === "#text") return document.createTextNode("");
  const element = SHAPES.has(name) ? document.createElementNS(SVG, name) : document.createElement(name);
  element.drawn = {};
  return element;
}

function fill(element, node) {
  if (typeof node !== "object") {
    if (element.data !== String(node)) element.data = node;
    return;
  }
  const { drawn } = element;
  for (const name of Object.keys(drawn)) if (!(name in node.props)) set(element, name, null, drawn[name]);
  for (const [name, value] of Object.entries(node.props)) if (drawn[name] !== value || name === "vars") set(element, name, value, drawn[name]);
  element.drawn = node.props;
  draw(element, ...node.children);
}

function set(element, name, value, before) {
  if (name === "key") return;
  if (name === "vars") {
    for (const [variable, to] of Object.entries(value || {})) if (!before || before[variable] !== to) element.style.setProperty(`--${variable}`, to);
  } else if (name.startsWith("on")) element[name] = value;
  else if (name === "value") { if (value !== null && element.value !== String(value)) element.value = value; }
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}
