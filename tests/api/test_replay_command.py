"""`burncard replay`: every line is answered, or one clear error is printed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HAND = (
    '{"type":"hand","id":"h1","game":"holdem","structure":"limit","button":3,"seats":{"1":500,"2":500,"3":500},'
    '"posts":{"1":5,"2":10},"small_bet":10,"big_bet":20}'
)
WORKED = [
    HAND,
    '{"type":"card","card":"7c","zone":"seat:1"}',
    '{"type":"card","card":"Kd","zone":"seat:2"}',
    '{"type":"card","card":"As","zone":"seat:3","face":"up"}',
    '{"type":"card","card":"2h","zone":"seat:1"}',
    '{"type":"card","card":"9s","zone":"seat:2"}',
    '{"type":"card","card":"4d","zone":"seat:3"}',
    '{"type":"card","card":"Qc","zone":"seat:3"}',
    '{"type":"card","card":"As","zone":"burn","face":"up"}',
]


def replay(*names: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [str(Path(sys.executable).with_name("burncard")), "replay", *names]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


def test_the_worked_example_gives_its_ruling_its_repair_and_its_next_steps(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("\n".join(WORKED) + "\n")
    done = replay(str(log))
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    ruling = next(line for line in lines if line["type"] == "ruling")
    assert (ruling["id"], ruling["rule"], ruling["decision"]) == ("r1", "expose.holdem-later-hole", "replace")
    assert (ruling["severity"], ruling["seats"], ruling["cards"]) == ("stop", [3], ["As"])
    assert ruling["steps"] == [
        {"do": "deal", "to": "seat:3", "face": "down"},
        {"do": "move", "card": "As", "from": "seat:3", "to": "burn"},
    ]
    awaited = [line for line in lines if line["type"] == "next"]
    assert awaited[3] == {"type": "next", "await": "card", "zone": "seat:1", "face": "down", "street": "preflop"}
    assert awaited[6] == {"type": "next", "await": "remedy", "step": ruling["steps"][0]}
    assert awaited[8] == {
        "type": "next",
        "await": "action",
        "seat": 3,
        "to_call": 10,
        "options": ["fold", "call", "raise"],
        "min_to": 20,
        "max_to": 20,
    }
    again = replay("-", stdin=done.stdout)
    assert again.stdout == done.stdout


def test_several_logs_are_tables_of_their_own(tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("a", "b")]
    for name in names:
        Path(name).write_text(HAND + "\n")
    lines = replay(*names).stdout.splitlines()
    assert [json.loads(line)["name"] for line in (lines[0], lines[3])] == names
    assert lines[1:3] == lines[4:6]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'{"type":"card","card":"7c","zo', b"line 2: line: not JSON"),
        (b'{"type":"card","card":"7c"}', b"line 2: zone: missing"),
        (b'{"type":"card","card":"1c","zone":"seat:1"}', b"line 2: card:"),
        (b'{"type":"card","card":"7c","zone":"roof"}', b"line 2: zone:"),
        (b'{"type":"dance"}', b"line 2: type: unknown"),
        (b'{"card":"7c"}', b"line 2: type: missing"),
        (b'{"type":"action","seat":3,"action":"raise"}', b"line 2: amount:"),
        (b"[1]", b"line 2: line: not a JSON object"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", b"line 2: line: not UTF-8"),
    ],
)
def test_a_bad_line_is_reported_with_its_log_number_field_and_reason(tmp_path: Path, line: bytes, told: bytes) -> None:
    log = tmp_path / "log"
    log.write_bytes(HAND.encode() + b"\n" + line)
    done = replay(str(log))
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(str(log).encode() + b": " + told), done.stderr
    assert done.stdout.startswith(HAND.encode())
    assert done.stdout.count(b"\n") == 2


def test_a_missing_log_and_a_folder_are_reported(tmp_path: Path) -> None:
    for name in (tmp_path / "none", tmp_path):
        done = replay(str(name))
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(f"{name}: ".encode())
        assert done.stderr.count(b"\n") == 1


def test_binary_rubbish_is_one_line(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(bytes(range(256)) * 400)
    done = replay(str(log))
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text((HAND + "\n") * 5000)
    command = f"{Path(sys.executable).with_name('burncard')} replay {log} | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.stderr == b""
    assert done.stdout.startswith(HAND.encode())


def test_logs_replayed_side_by_side_are_printed_as_in_turn(tmp_path: Path) -> None:
    logs = [tmp_path / name for name in ("a", "b", "c")]
    for log, lines in zip(logs, (WORKED, WORKED[:3], WORKED[:6]), strict=True):
        log.write_text("\n".join(lines) + "\n")
    names = [str(log) for log in logs]
    assert replay("--jobs", "2", *names).stdout == replay(*names).stdout != b""


def test_a_bad_log_ends_what_is_printed_side_by_side_as_in_turn(tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text("\n".join(WORKED) + "\n")
    bad.write_text("\n".join([*WORKED[:3], "no fact"]) + "\n")
    names = [str(good), str(bad), str(good)]
    in_turn, side_by_side = replay(*names), replay("--jobs", "3", *names)
    assert (side_by_side.returncode, side_by_side.stdout) == (in_turn.returncode, in_turn.stdout)
    assert side_by_side.returncode == 2
    assert side_by_side.stderr == in_turn.stderr


def test_standard_input_is_not_replayed_side_by_side() -> None:
    done = replay("--jobs", "2", "-", "-", stdin=HAND.encode())
    assert done.returncode == 2
    assert b"standard input" in done.stderr
