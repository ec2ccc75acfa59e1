// How this station likes its screen: kept in the browser, shown as attributes of the root element.

const KNOWN = { theme: ["", "contrast", "bigger"], deck: ["", "two"], hand: ["", "left"] };

export function settings() {
  return Object.fromEntries(Object.keys(KNOWN).map((name) => [name, localStorage.getItem(name) || ""]));
}

export function setSetting(name, value) {
  if (!KNOWN[name].includes(value)) return;
  localStorage.setItem(name, value);
  applySettings();
}

export function applySettings() {
  for (const [name, value] of Object.entries(settings())) {
    if (value) document.documentElement.dataset[name] = value;
    else delete document.documentElement.dataset[name];
  }
}
