// What a person with big fingers and tired eyes finds wrong with a page at its present size, in words.
({ target, text, stack }) => {
  const faults = [];
  const [width, height] = [innerWidth, innerHeight];
  const cover = document.querySelector("#cover");
  const named = (element) => `${element.tagName.toLowerCase()}.${element.className?.baseVal ?? element.className}: ${(element.textContent || element.getAttribute("aria-label") || "").trim().slice(0, 40)}`;
  const shown = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && element.getClientRects().length;
  const root = document.scrollingElement;
  if (root.scrollWidth > width) faults.push(`the page is ${root.scrollWidth} px wide`);
  if (document.body.classList.contains("console") && root.scrollHeight > height) faults.push(`the page is ${root.scrollHeight} px high`);
  const scrolls = (element) => { for (let at = element.parentElement; at; at = at.parentElement) if (["auto", "scroll"].includes(getComputedStyle(at).overflowY)) return true; return false; };
  for (const element of document.querySelectorAll("body *")) {
    if (!shown(element) || element.closest("svg, .hidden-text, noscript") || (cover && !cover.contains(element))) continue;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (element.matches("button, a[href], input, select, textarea") && (box.width < target - 0.5 || box.height < target - 0.5)) faults.push(`${named(element)} is ${Math.round(box.width)} x ${Math.round(box.height)}`);
    if (!words) continue;
    if (parseFloat(style.fontSize) < text - 0.1 && !element.closest(".octagon, .card, .mini, kbd")) faults.push(`${named(element)} is written in ${style.fontSize}`);
    const fixed = document.body.classList.contains("console");
    if (!scrolls(element) && (box.left < -1 || box.right > width + 1 || (fixed && (box.top < -1 || box.bottom > height + 1)))) faults.push(`${named(element)} reaches out of the screen`);
    const may = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" || element.closest("[data-may-clip], .card");
    if (!may && style.display !== "inline" && (element.scrollWidth > element.clientWidth + 1.5 && style.overflowX !== "visible")) faults.push(`${named(element)} is cut off`);
    if (element.closest("button") && !may) {
      const outer = element.closest("button").getBoundingClientRect();
      if (box.right > outer.right + 1 || box.left < outer.left - 1) faults.push(`${named(element)} is wider than its button`);
    }
  }
  if (!cover) {
    for (const one of document.querySelectorAll(".console .plate .stack")) {
      if (!shown(one)) continue;
      const [inner, outer] = [one.getBoundingClientRect(), one.closest(".plate").getBoundingClientRect()];
      if (inner.right > outer.right + 1 || inner.left < outer.left) faults.push(`${named(one)} does not fit its plate`);
      if (width >= 1920 && parseFloat(getComputedStyle(one).fontSize) < stack) faults.push(`${named(one)} is written in ${getComputedStyle(one).fontSize}`);
    }
    const quiet = [...document.querySelectorAll(".console .plate, .console .bet, .console .pile > .card, .console .board, .console .pot")].filter(shown);
    const apart = (one, other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      if (across > 2 && down > 2) faults.push(`${named(one)} lies over ${named(other)}`);
    };
    quiet.forEach((one, index) => quiet.slice(index + 1).forEach((other) => apart(one, other)));
    const middle = [...document.querySelectorAll(".console .board, .console .pot, .console .bet")].filter(shown);
    const around = [...document.querySelectorAll(".console .seat .card, .console .under")].filter(shown);
    middle.forEach((one) => around.forEach((other) => apart(one, other)));
    const marks = [...document.querySelectorAll(".console .mark")].filter(shown);
    const labels = [...document.querySelectorAll(".console .pile .label")].filter(shown);
    marks.forEach((one) => labels.forEach((other) => apart(one, other)));
  }
  return faults;
}
