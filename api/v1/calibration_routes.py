"""The technician's calibration: the survey step by step, and what is known of each antenna."""

from typing import Any

from burncard.api.request_errors import ApiError
from burncard.api.v1.addresses import SEES_DEVICES, TECHNICIAN, Call, Group
from burncard.api.v1.messages import BeginCalibration, CalibratedAntenna, CalibrationPage, EndCalibration
from burncard.api.v1.table_routes import view_after
from burncard.controller.calibration.counting_in_play import drifts
from burncard.controller.calibration.stored_calibration import Calibration
from burncard.controller.calibration.survey import CalibrationError, Survey
from burncard.controller.calibration.tallies import AntennaTally
from burncard.controller.perception.rates import DEFAULT_RATES
from burncard.controller.views.table_model import TableView
from burncard.rules.cards import Zone

GROUP = Group("calibration")


@GROUP.get("/calibration", SEES_DEVICES, CalibrationPage)
def show_calibration(call: Call[None]) -> CalibrationPage:
    """What is known of each antenna, and how it has changed since it was measured."""
    service = call.service
    found = service.maintenance.calibrating.calibration
    known = found or Calibration(service.layout.name, dict(service.layout.zones))
    changed = {drift.antenna: drift.text for drift in drifts(known.measured, known.in_play)}
    items = [
        _antenna(known, antenna, zone, changed.get(antenna, ""))
        for antenna, zone in sorted(service.layout.zones.items())
    ]
    return CalibrationPage(
        layout=known.layout, measured_ns=None if found is None else found.measured_ns, items=items, next=None
    )


@GROUP.post(
    "/calibration",
    TECHNICIAN,
    TableView,
    body=BeginCalibration,
    problems=("calibration-not-now", "no-such-zone"),
    example={"zones": ["seat:1", "board"]},
)
def begin_calibration(call: Call[BeginCalibration]) -> TableView:
    """A calibration begins. The table must be in maintenance, and no deck may be being enrolled."""
    try:
        call.service.maintenance.begin_calibration([Zone(zone) for zone in call.body.zones], call.who.operator)
    except CalibrationError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)


@GROUP.post("/calibration/measure", TECHNICIAN, TableView, problems=("calibration-not-now",))
def measure_step(call: Call[None]) -> TableView:
    """The cards lie as the step says: its scans count from now on. The view says when it is done."""
    _survey(call).measure()
    return view_after(call)


@GROUP.post("/calibration/skip", TECHNICIAN, TableView, problems=("calibration-not-now",))
def skip_step(call: Call[None]) -> TableView:
    """The step is left out; its antenna keeps what is known of it."""
    _survey(call).skip()
    return view_after(call)


@GROUP.post("/calibration/back", TECHNICIAN, TableView, problems=("calibration-not-now",))
def repeat_step(call: Call[None]) -> TableView:
    """The step before is done again, or the one that is being measured."""
    _survey(call).back()
    return view_after(call)


@GROUP.post(
    "/calibration/end",
    TECHNICIAN,
    TableView,
    body=EndCalibration,
    problems=("calibration-not-now", "nothing-measured"),
    example={"keep": False},
)
def end_calibration(call: Call[EndCalibration]) -> TableView:
    """The calibration ends. What was counted is in force at once, if it is kept."""
    try:
        call.service.maintenance.end_calibration(call.who.operator, keep=call.body.keep)
    except CalibrationError as error:
        raise ApiError(error.code, str(error)) from error
    return view_after(call)


def _survey(call: Call[Any]) -> Survey:
    try:
        return call.service.maintenance.calibrating.under_way()
    except CalibrationError as error:
        raise ApiError(error.code, str(error)) from error


def _antenna(known: Calibration, antenna: int, zone: str, changed: str) -> CalibratedAntenna:
    tally = known.measured.get(antenna, AntennaTally())
    middle, beside = tally.own[0], [heard for heard in tally.beside.values() if heard.scans]
    return CalibratedAntenna(
        antenna=antenna,
        zone=zone,
        measured=bool(middle.scans),
        heard=middle.rate if middle.scans else 1 - DEFAULT_RATES.miss(0),
        beside=max((heard.rate for heard in beside), default=DEFAULT_RATES.cross_read),
        strength_dbm=middle.mean_dbm if middle.strengths else None,
        noise_db=middle.spread_db if middle.strengths else None,
        changed=changed,
    )
