"""The report of a shift as a PDF, to print and to sign."""

from io import BytesIO
from time import localtime, strftime
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

from burncard.api.error_advice import ADVICE
from burncard.api.v1.other_messages import LogEntry, ShiftReport
from burncard.firmware_bridge.driver import SECOND

STYLES = getSampleStyleSheet()
GRID = [
    ("LINEBELOW", (0, 0), (-1, -1), 0.3, colors.grey),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("FONTSIZE", (0, 0), (-1, -1), 9),
    ("LEFTPADDING", (0, 0), (0, -1), 0),
]
HEADED = [*GRID, ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold"), ("LINEBELOW", (0, 0), (-1, 0), 1, colors.black)]
MARGIN = 18 * mm
SUITS = str.maketrans(dict(zip("♠♥♦♣", (" of spades", " of hearts", " of diamonds", " of clubs"), strict=True)))


def shift_pdf(report: ShiftReport) -> bytes:
    """The pages of a report."""
    file = BytesIO()
    table = report.table.replace("table-", "table ")
    title = f"Shift report, {table}{', SIMULATED' if report.simulated else ''}"
    period = f"{_time(report.since_ns, day=True)} to {_time(report.until_ns, day=True)}"

    def foot(canvas: Canvas, pages: SimpleDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(MARGIN, MARGIN / 2, f"{title} · {period}")
        canvas.drawRightString(A4[0] - MARGIN, MARGIN / 2, f"Page {pages.page}")

    margins = dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), MARGIN)
    SimpleDocTemplate(file, pagesize=A4, title=title, author="Burncard", **margins).build(
        [
            Paragraph(escape(title), STYLES["Title"]),
            Paragraph(period, STYLES["Normal"]),
            Paragraph(f"Dealt by {escape(', '.join(report.dealers)) or 'nobody'}", STYLES["Normal"]),
            *_part("Play", _play(report)),
            *_part("Stops", _stops(report)),
            *_part("Decided by the floor", _decided(report)),
            *_part("Faults", [[_time(one.at_ns), _cell(_fault(one))] for one in report.faults]),
            Spacer(0, 16 * mm),
            Table([["Floor", "", "Date", ""]], colWidths=[15 * mm, 84 * mm, 15 * mm, 60 * mm], style=GRID),
        ],
        onFirstPage=foot,
        onLaterPages=foot,
    )
    return file.getvalue()


Row = list[str | Paragraph]
STOP_HEAD: Row = ["Time", "Hand", "Rule", "What happened", "Answered by"]
WIDTHS = [18 * mm, 14 * mm, 44 * mm, 70 * mm, 28 * mm]


def _part(title: str, rows: list[Row]) -> list[object]:
    if not rows:
        return [Paragraph(title, STYLES["Heading2"]), Paragraph("None.")]
    if len(rows[0]) == len(WIDTHS):
        shown = Table([STOP_HEAD, *rows], colWidths=WIDTHS, style=HEADED, repeatRows=1)
    else:
        shown = Table(rows, colWidths=[45 * mm, sum(WIDTHS) - 45 * mm], style=GRID)
    return [Paragraph(title, STYLES["Heading2"]), shown]


def _play(report: ShiftReport) -> list[Row]:
    ended: list[Row] = [[f"Hands, {how}", f"{count:,}"] for how, count in report.ended.items()]
    return [["Hands", f"{report.hands:,}"], *ended, ["Chips pushed", f"{report.chips_pushed:,}"]]


def _stops(report: ShiftReport) -> list[Row]:
    return [
        [_time(stop.at_ns), stop.hand.removeprefix("h"), _cell(stop.rule), _cell(stop.message), _cell(stop.answered_by)]
        for stop in report.stops
    ]


def _decided(report: ShiftReport) -> list[Row]:
    decided = [stop for stop in report.stops if stop.decided]
    return [[f"Hand {one.hand.removeprefix('h')}, {_time(one.at_ns)}", _cell(one.decided)] for one in decided]


def _fault(entry: LogEntry) -> str:
    code = str(entry.details.get("code", ""))
    return ADVICE[code].happened if code in ADVICE else code


def _cell(text: str) -> Paragraph:
    return Paragraph(escape(text.translate(SUITS)), STYLES["BodyText"])


def _time(at_ns: int, *, day: bool = False) -> str:
    return strftime("%d %B %Y, %H:%M" if day else "%H:%M:%S", localtime(at_ns / SECOND))
