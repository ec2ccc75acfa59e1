"""The report of a shift as a PDF, to print and to sign."""

from io import BytesIO
from time import localtime, strftime
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

from burncard.api.v1.other_messages import ShiftReport
from burncard.firmware_bridge.driver import SECOND

STYLES = getSampleStyleSheet()
GRID = [
    ("LINEBELOW", (0, 0), (-1, -1), 0.3, colors.grey),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("FONTSIZE", (0, 0), (-1, -1), 9),
]


def shift_pdf(report: ShiftReport) -> bytes:
    """The pages of a report."""
    file = BytesIO()
    title = f"Shift report, {report.table}{', SIMULATED' if report.simulated else ''}"
    SimpleDocTemplate(file, pagesize=A4, title=title, author="Burncard", topMargin=18 * mm, bottomMargin=18 * mm).build(
        [
            Paragraph(escape(title), STYLES["Title"]),
            Paragraph(f"{_time(report.since_ns, day=True)} to {_time(report.until_ns, day=True)}", STYLES["Normal"]),
            Paragraph(f"Dealt by {escape(', '.join(report.dealers)) or 'nobody'}", STYLES["Normal"]),
            *_part("Play", _play(report)),
            *_part("Stops", [["Time", "Hand", "Rule", "What happened", "Answered by"], *_stops(report)]),
            *_part("Decided by the floor", _decided(report)),
            *_part("Faults", [[_time(one.at_ns), _cell(str(one.details.get("code", "")))] for one in report.faults]),
            Spacer(0, 16 * mm),
            Table([["Floor", "", "Date", ""]], colWidths=[15 * mm, 70 * mm, 15 * mm, 50 * mm], style=GRID),
        ]
    )
    return file.getvalue()


Row = list[str | Paragraph]


def _part(title: str, rows: list[Row]) -> list[object]:
    widths = {2: [45 * mm, 125 * mm], 5: [18 * mm, 16 * mm, 42 * mm, 66 * mm, 30 * mm]}
    shown = Table(rows, colWidths=widths[len(rows[0])], style=GRID, repeatRows=1) if rows else Paragraph("None.")
    return [Paragraph(title, STYLES["Heading2"]), shown]


def _play(report: ShiftReport) -> list[Row]:
    ended: list[Row] = [[f"Ended: {how}", f"{count:,}"] for how, count in report.ended.items()]
    return [["Hands", f"{report.hands:,}"], *ended, ["Chips pushed", f"{report.chips_pushed:,}"]]


def _stops(report: ShiftReport) -> list[Row]:
    return [
        [_time(stop.at_ns), stop.hand, _cell(stop.rule), _cell(stop.message), _cell(stop.answered_by)]
        for stop in report.stops
    ]


def _decided(report: ShiftReport) -> list[Row]:
    return [[f"{stop.hand}, {_time(stop.at_ns)}", _cell(stop.decided)] for stop in report.stops if stop.decided]


def _cell(text: str) -> Paragraph:
    spelt = text.translate({ord(pip): name for pip, name in zip("♠♥♦♣", "shdc", strict=True)})
    return Paragraph(escape(spelt), STYLES["BodyText"])


def _time(at_ns: int, *, day: bool = False) -> str:
    return strftime("%d %B %Y, %H:%M" if day else "%H:%M:%S", localtime(at_ns / SECOND))
