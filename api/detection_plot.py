"""The figures of a detection run as one SVG picture: how late rulings come, and how many mistakes are ruled rightly."""

from html import escape

from burncard.firmware_bridge.driver import MS
from burncard.simulator.rooms.tally import DetectionTally, bounds

WIDTH, LEFT, TOP, CURVE, ROW = 720, 220, 50, 220, 22
WORST_MS = 2000
SERIES = (("card seen", "#2a6f97"), ("ruling by presence", "#bc4749"), ("ruling by absence", "#6a994e"))


def plot(tally: DetectionTally) -> str:
    """The picture: above, the share of delays up to each time; below, the recall of each mistake with its bounds."""
    made = sorted(tally.made)
    height = TOP + CURVE + 60 + ROW * (len(made) + 1)
    parts = [_text(LEFT, 24, f"Delays and recall, {tally.hands} hands", size=16), *_axes()]
    delays = (tally.card_delays_ns, *(tally.ruling_delays_ns[kind] for kind in ("presence", "absence")))
    for number, ((name, colour), values) in enumerate(zip(SERIES, delays, strict=True)):
        parts.append(_text(10, TOP + 20 + ROW * number, name, colour=colour))
        parts.append(_curve(sorted(value // MS for value in values), colour))
    for number, kind in enumerate(made):
        parts += _bar(kind, tally.ruled[kind], tally.made[kind], TOP + CURVE + 60 + ROW * number)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def _x(ms: float) -> float:
    return LEFT + (WIDTH - LEFT - 20) * min(ms, WORST_MS) / WORST_MS


def _share_x(share: float) -> float:
    return LEFT + (WIDTH - LEFT - 20) * share


def _axes() -> list[str]:
    lines = [
        f'<path d="M{LEFT} {TOP}V{TOP + CURVE}H{WIDTH - 20}" fill="none" stroke="black"/>',
        _text(LEFT - 40, TOP + 6, "100 %"),
    ]
    for ms in range(0, WORST_MS + 1, 500):
        lines.append(_text(_x(ms) - 12, TOP + CURVE + 16, f"{ms} ms"))
    return lines


def _curve(delays_ms: list[int], colour: str) -> str:
    points = [(_x(0), float(TOP + CURVE))]
    for number, ms in enumerate(delays_ms, start=1):
        points.append((_x(ms), TOP + CURVE - CURVE * number / len(delays_ms)))
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points[:: max(1, len(points) // 400)])
    return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _bar(kind: str, ruled: int, made: int, y: int) -> list[str]:
    low, high = bounds(ruled, made)
    middle = _share_x(ruled / made)
    return [
        _text(10, y + 5, kind),
        f'<path d="M{_share_x(low):.1f} {y}H{_share_x(high):.1f}" stroke="#888"/>',
        f'<circle cx="{middle:.1f}" cy="{y}" r="4"><title>{ruled} of {made}</title></circle>',
    ]


def _text(x: float, y: float, words: str, *, size: int = 12, colour: str = "black") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{colour}">{escape(words)}</text>'
