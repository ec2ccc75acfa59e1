"""The log as lines of JSON, where it is asked for."""

import logging
import logging.config

import msgspec
import pytest

from burncard.api.structured_logs import JsonLines, log_config


def line(message: str, *values: object, error: BaseException | None = None) -> dict[str, str]:
    """What is written for a record."""
    raised = None if error is None else (type(error), error, None)
    record = logging.LogRecord("burncard.floor", logging.WARNING, "", 1, message, values, raised)
    text = JsonLines().format(record)
    assert "\n" not in text
    return msgspec.json.decode(text, type=dict[str, str])


def test_a_record_is_one_line_whatever_is_in_it() -> None:
    said = line('a "name"\nwith %s', "two\r\nlines", error=ValueError("bad\nvalue"))
    assert said["message"] == 'a "name"\nwith two\r\nlines'
    assert (said["level"], said["part"]) == ("warning", "burncard.floor")
    assert said["error"] == "ValueError: bad\nvalue"
    assert said["time"].endswith("+00:00")


def test_lines_for_people_unless_json_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BURNCARD_LOG", raising=False)
    assert "json" not in log_config()["formatters"]
    monkeypatch.setenv("BURNCARD_LOG", "json")
    configurator = logging.config.DictConfigurator(log_config())
    assert isinstance(configurator.configure_formatter(log_config()["formatters"]["json"]), JsonLines)
