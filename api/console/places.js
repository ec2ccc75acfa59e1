// Where things lie on a felt, in its own unit: 176 x 82 lying, 100 wide upright. The dealer sits at the bottom,
// seat 1 at the dealer's left hand, then clockwise.

const mirrored = (left, width) => [...left, ...left.filter(([x]) => x !== width / 2).map(([x, y]) => [width - x, y]).reverse()];

const LYING = {
  6: { seats: mirrored([[40, 67], [17.5, 39], [52, 13]], 176), bets: mirrored([[50, 52], [43, 41], [58, 28.5]], 176) },
  8: { seats: mirrored([[46, 69], [17, 50.5], [17, 27], [61, 11.5]], 176), bets: mirrored([[52, 56], [43, 48.5], [43, 33], [62, 26.5]], 176) },
  9: { seats: mirrored([[46, 69], [17, 50.5], [17, 27], [49, 11.5], [88, 11.5]], 176), bets: mirrored([[52, 56], [43, 48.5], [43, 33], [55, 26.5]], 176) },
  10: { seats: mirrored([[44, 69], [16.5, 58], [16.5, 36], [30, 12], [69, 11]], 176), bets: mirrored([[54, 56], [43, 50], [43, 38], [47, 27], [66, 25]], 176) },
};
LYING[9].bets.splice(4, 0, [110, 25]); // beside the pot, which stands before seat 5

// Upright, two large bets do not fit beside each other: those on the right lie lower.
const lower = (bets, by = 5.5) => bets.map(([x, y]) => [x, x > 50 && y > 40 ? y + by : y]);

const UPRIGHT = {
  6: { height: 108, seats: mirrored([[17, 94], [17, 67], [25, 13]], 100), bets: lower(mirrored([[44, 78.5], [44, 67], [28, 28]], 100)) },
  8: { height: 132, seats: mirrored([[17, 118], [17, 92], [17, 66], [25, 13]], 100), bets: lower(mirrored([[44, 102.5], [44, 91], [44, 68], [28, 28]], 100)) },
  9: { height: 132, seats: mirrored([[17, 118], [17, 92], [17, 66], [17, 13], [50, 13]], 100), bets: lower(mirrored([[44, 102.5], [44, 91], [44, 68], [21, 28], [50, 28]], 100)) },
  10: { height: 156, seats: mirrored([[17, 142], [17, 117], [17, 92], [17, 67], [25, 13]], 100), bets: lower(mirrored([[44, 125.5], [44, 112], [44, 92], [44, 67], [28, 28]], 100), 7) },
};

/** The plan of a felt for seats up to `most`: its size, and where each place lies. */
export function planFor(most, upright) {
  const size = [6, 8, 9, 10].find((one) => one >= most) || 10;
  if (upright) {
    const { height, seats, bets } = UPRIGHT[size];
    const line = height - 13;
    return {
      size, upright, width: 100, height, seats, bets, plate: [size === 10 ? 32 : 28, 7.6], hole: 9.6, group: 20.4,
      places: { board: [50, 42.5], pot: [50, 56.5], muck: [38, line], stub: [50, line], burn: [62, line], aside: [50, line - 16], off: [50, height - 2] },
    };
  }
  const { seats, bets } = LYING[size];
  return {
    size, upright, width: 176, height: 82, seats, bets, plate: [31, 5.9], hole: 7.4, group: 15.6,
    places: { board: [88, 40.5], pot: [88, 25.5], muck: [72.5, 70.5], stub: [88, 70.5], burn: [103.5, 70.5], aside: [88, 56.5], off: [88, 80] },
  };
}

/** The middle of a place. `zone`: "seat:4", "board", "burn", "muck", "stub", "aside". */
export function middle(plan, zone) {
  return (zone.startsWith("seat:") ? plan.seats[Number(zone.slice(5)) - 1] : plan.places[zone]) || plan.places.off;
}

// The edge of a place, seen from a point: a line ends at the plate of a seat and beside a pile. `apart`: moves lines that
// come and lines that go away from each other.
function edge(plan, zone, [fromX, fromY], boardAt, apart) {
  const [x, y] = middle(plan, zone);
  const [dx, dy] = [fromX - x, fromY - y];
  if (zone.startsWith("seat:")) {
    const [width, height] = plan.plate;
    const plateY = y + plan.group / 2 - height / 2;
    const below = fromY - plateY;
    if (below > Math.abs(dx) * 0.42) return [x + clamp(dx * 0.12, width * 0.3) + apart * width * 0.14, plateY + height / 2 + 1];
    if (below < 0 && -below > Math.abs(dx)) return [x + clamp(dx * 0.3, width * 0.3) + apart * width * 0.14, y - plan.group / 2 - 1];
    const side = plateY > plan.places.stub[1] ? y : plateY; // beside the piles: from the cards, not over the labels of the piles
    return [x + Math.sign(dx || 1) * (width / 2 + 1.4), side + apart * 1.4];
  }
  if (zone === "board") return [boardAt ?? x, y + (dy > 0 ? 9.4 : -9.4)];
  if (zone !== "stub" && Math.abs(dx) > 10 && !acrossThePack(zone, dx)) return [x + Math.sign(dx) * 5.4, y - 2];
  return [x + clamp(dx * 0.08, 2), y + (dy < BELOW ? -7 : 7)]; // not over its label, but for what lies below it
}

const BELOW = 8; // the plates of the seats beside the piles lie not so far below these

// A line to the far pile comes from above, so that it does not run over the pack.
function acrossThePack(zone, dx) { return (zone === "burn" && dx < 0) || (zone === "muck" && dx > 0); }

function clamp(value, most) { return Math.max(-most, Math.min(most, value)); }

/** A line from one place to another: `d` of an SVG path, its `middle` for a mark, which stays above the labels of the piles,
 *  and its `end` with the angle in degrees. */
export function line(plan, from, to, boardAt, apart = 0) {
  const target = to === "board" && boardAt !== undefined ? [boardAt, middle(plan, to)[1]] : middle(plan, to);
  const a = edge(plan, from, target, boardAt, apart);
  const b = edge(plan, to, a, boardAt, -apart);
  const c = bend(plan, a, b, to);
  const angle = Math.atan2(b[1] - c[1], b[0] - c[0]) * 180 / Math.PI;
  const at = (t) => [0, 1].map((i) => round((1 - t) ** 2 * a[i] + 2 * t * (1 - t) * c[i] + t ** 2 * b[i]));
  const [x, y] = at(0.5);
  return { d: `M${at(0).join(" ")}Q${c.map(round).join(" ")} ${b.map(round).join(" ")}`, middle: [x, Math.min(y, plan.places.stub[1] - 3)], end: b.map(round), angle: round(angle) };
}

const round = (number) => Math.round(number * 100) / 100;

// Lines rise from the pack before they turn, sink to a pile before they turn, and keep clear of seats in one row.
function bend(plan, a, b, to) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  if (Math.abs(dy) < 14) return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + (plan.height / 2 > (a[1] + b[1]) / 2 ? 1 : -1) * Math.min(14, Math.abs(dx) * 0.22)];
  if (dy > 0 && acrossThePack(to, -dx)) return [b[0], a[1] + dy * 0.35];
  if (dy > 0 && ["burn", "muck", "aside"].includes(to)) return [a[0] + Math.sign(-dx) * 1.5, a[1] + dy * 0.85];
  return [a[0] + dx * 0.16, a[1] + dy * 0.6];
}
