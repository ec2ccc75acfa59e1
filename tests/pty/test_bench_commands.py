"""The bench commands, as real processes on real ttys."""

import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.harness.processes import Processes

PATIENCE_S = 15.0
SCAN_DIGITS = 52  # of a scan without tags, at least
HELLO = "0301010101010301070101051B147CE500"
PING = "0301020101010101010105CE2BBE2200"


class Bench(Processes):
    """Runs the command in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def serve(self, protocol: str, *words: str) -> tuple[subprocess.Popen[str], str]:
        link = str(self.folder / protocol)
        process = self.start("device", "serve", protocol, "--link", link, *words)
        assert process.stdout is not None
        assert protocol in process.stdout.readline()
        return process, link

    def run(self, *words: str) -> tuple[int, str, str]:
        process = self.start(*words)
        output, errors = process.communicate(timeout=PATIENCE_S)
        return process.returncode, output, errors


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.end()


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def said(trace: Path) -> str:
    """The bytes of the device so far, as one string of hex."""
    pieces = [json.loads(line) for line in trace.read_text().splitlines()[1:]] if trace.exists() else []
    return "".join(piece["hex"] for piece in pieces if piece["heard"] == "reader")


def order(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def test_the_replay_of_a_recorded_line_reports_the_tags_put_and_taken(bench: Bench) -> None:
    served, link = bench.serve("burncard-reader", "--tag", "E0A4B1C2D3E4F561@3")
    trace = bench.folder / "line.trace"
    recorder = bench.start("wire", "record", "burncard-reader", link, str(trace))
    until(lambda: "E0A4B1C2D3E4F561" in said(trace))
    order(served, "put E0A4B1C2D3E4F562 4 up")
    order(served, "nonsense")
    order(served, "put E0A4B1C2D3E4F562 99")
    order(served, "put XYZ 1")
    order(served, "take E0A4B1C2D3E4F561")
    until(lambda: "E0A4B1C2D3E4F562" in said(trace))
    swept = len(said(trace)) + 30 * SCAN_DIGITS
    until(lambda: len(said(trace)) > swept)  # all antennas were scanned since
    recorder.send_signal(signal.SIGINT)
    assert recorder.wait(PATIENCE_S) == 0
    served.send_signal(signal.SIGTERM)
    output, errors = served.communicate(timeout=PATIENCE_S)
    assert served.returncode == 0
    assert len(errors.splitlines()) == 3
    assert not (bench.folder / "burncard-reader").is_symlink()

    status, output, _ = bench.run("wire", "replay", str(trace))
    assert status == 0
    events = [json.loads(line) for line in output.splitlines()]
    scans = [event for event in events if event.get("event") == "Scan"]
    heard = {(tag["uid"], scan["antenna"]) for scan in scans for tag in scan["tags"]}
    assert heard == {("E0A4B1C2D3E4F561", 3), ("E0A4B1C2D3E4F562", 4)}
    last = {scan["antenna"]: [tag["uid"] for tag in scan["tags"]] for scan in scans}
    assert (last[3], last[4]) == ([], ["E0A4B1C2D3E4F562"])


def test_devices_are_listed_enrolled_and_missed(bench: Bench) -> None:
    _, reader = bench.serve("burncard-reader", "--serial-number", "R1")
    shuffler_process, shuffler = bench.serve("burncard-shuffler", "--serial-number", "S1")
    words = ["devices", "--port", reader, "--port", shuffler, "--data", str(bench.folder / "data")]
    status, _, errors = bench.run(*words, "--enrol")
    assert status == 0
    assert "Enrolled as reader: R1" in errors
    status, output, _ = bench.run(*words, "--json")
    rows = [json.loads(line) for line in output.splitlines()]
    assert status == 0
    assert [(row["serial"], row["enrolled"], row["health"]) for row in rows] == [
        ("R1", "reader", "well"),
        ("S1", "shuffler", "well"),
    ]
    shuffler_process.terminate()
    shuffler_process.wait(PATIENCE_S)
    status, _, errors = bench.run(*words)
    assert status == 1
    assert "The enrolled shuffler S1 was not found" in errors


def test_two_readers_are_not_both_enrolled(bench: Bench) -> None:
    _, first = bench.serve("burncard-reader")
    second = str(bench.folder / "second")
    process = bench.start("device", "serve", "burncard-reader", "--link", second)
    assert process.stdout is not None
    process.stdout.readline()
    words = ["devices", "--port", first, "--port", second, "--data", str(bench.folder / "data"), "--enrol"]
    status, _, errors = bench.run(*words)
    assert status == 1
    assert "more than one reader" in errors


def test_doctor_says_what_is_wrong_and_what_to_do(bench: Bench) -> None:
    _, reader = bench.serve("burncard-reader")
    absent = str(bench.folder / "absent")
    _, output, _ = bench.run("doctor", "--port", reader, "--data", str(bench.folder))
    assert f"ok      {reader}: Burncard link reader V-0001" in output
    status, output, _ = bench.run("doctor", "--port", absent, "--data", str(bench.folder))
    assert status == 1
    assert f"{absent}: there is no such port" in output
    assert "is the device plugged in?" in output


@pytest.mark.parametrize(
    "hex_bytes", [[HELLO + PING], [HELLO[:7], HELLO[7:] + PING[:1], PING[1:]], [HELLO, "  " + PING]]
)
def test_frames_are_decoded_whatever_the_arguments(bench: Bench, hex_bytes: list[str]) -> None:
    status, output, _ = bench.run("wire", "decode", "burncard-reader", "--from", "host", *hex_bytes)
    assert status == 0
    assert [json.loads(line)["frame"] for line in output.splitlines()] == ["hello", "ping"]


def test_refused_frames_are_explained_and_the_exit_status_says_so(bench: Bench) -> None:
    bad = PING[:-4] + "0000"
    status, output, _ = bench.run("wire", "decode", "burncard-reader", "--from", "host", bad, PING)
    lines = [json.loads(line) for line in output.splitlines()]
    assert status == 1
    assert "error" in lines[0]
    assert lines[-1]["frame"] == "ping"


@pytest.mark.parametrize(
    "words",
    [
        ("wire", "decode", "burncard-reader", "--from", "host", "0X"),
        ("wire", "decode", "burncard-reader", "--from", "nobody", "00"),
        ("wire", "decode", "no-such", "--from", "host", "00"),
        ("wire", "replay", "/nonexistent"),
        ("device", "serve", "no-such", "--link", "/tmp/x"),
        ("device", "serve", "burncard-reader", "--link", "/nonexistent/x"),
        ("device", "serve", "burncard-reader", "--link", "/tmp/x", "--tag", "E004010000000001"),
        ("device", "serve", "burncard-reader", "--link", "/tmp/x", "--tag", "E004010000000001@77"),
        ("device", "serve", "burncard-shuffler", "--link", "/tmp/x", "--tag", "E004010000000001@1"),
    ],
)
def test_an_impossible_command_prints_one_line(bench: Bench, words: tuple[str, ...]) -> None:
    status, output, errors = bench.run(*words)
    assert status == 2
    assert output == ""
    assert len(errors.splitlines()) == 1
    assert errors.startswith("burncard: ")
