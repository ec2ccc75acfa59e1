"""`burncard wire`: decodes, records and replays the bytes of a line."""

import asyncio
import json
import signal
import sys
import time
from dataclasses import asdict
from pathlib import Path
from secrets import randbits
from typing import cast, get_args

from burncard.firmware_bridge.driver import ChangesSpeed
from burncard.firmware_bridge.events import DeviceFault, Event, LinkChanged
from burncard.firmware_bridge.port import DevicePort
from burncard.firmware_bridge.protocols import Side, UnknownProtocolError, protocol
from burncard.firmware_bridge.trace import BadTraceError, Recorder, read_trace, replay
from burncard.hardware.profiles import BadProfileError, Parity

SESSION_BITS = 32


def decode(name: str, hex_bytes: list[str], sender: str) -> int:
    """Prints each frame; exit code 0, 1 if a frame was bad, 2 if the arguments are not valid."""
    if sender not in get_args(Side):
        return _complain(f"--from {sender}: expected host or reader")
    try:
        decoder = protocol(name)[1].decoder(cast(Side, sender))
        data = bytes.fromhex("".join(hex_bytes))
    except (UnknownProtocolError, BadProfileError) as error:
        return _complain(str(error))
    except ValueError:
        return _complain("bytes must be hex digits, two per byte")
    frames = decoder.feed(data) + decoder.finish()
    for frame in frames:
        print(json.dumps(frame))
    return 1 if any("error" in frame for frame in frames) else 0


def record(name: str, port: str, file: str, seconds: float, parity: str) -> int:
    """Records a line into a file; the exit code."""
    if parity and parity not in get_args(Parity):
        return _complain(f"--parity {parity}: expected N, E or O")
    try:
        return asyncio.run(_record(name, port, file, seconds, cast(Parity, parity) if parity else None))
    except (UnknownProtocolError, BadProfileError, OSError) as error:
        return _complain(str(error))


async def _record(name: str, path: str, file: str, seconds: float, parity: Parity | None) -> int:
    profile, spoken = protocol(name)
    session = randbits(SESSION_BITS)
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    with open(file, "xb") as trace:
        recorder = Recorder(trace, name, session, time.monotonic_ns())
        driver = spoken.new_driver(session)
        port = DevicePort(path, profile, driver, _say, time.monotonic_ns, parity, tap=recorder)
        port.start()
        if port.last_error is not None:
            print(f"burncard: {port.last_error}; waiting for the device", file=sys.stderr)
        try:
            await asyncio.wait_for(ended.wait(), seconds or None)
        except TimeoutError:
            pass
        finally:
            port.close()
    print(f"{recorder.pieces} pieces in {file}", file=sys.stderr)
    return 0


def _say(event: Event) -> None:
    if isinstance(event, LinkChanged | DeviceFault):
        print(event.state if isinstance(event, LinkChanged) else event.text, file=sys.stderr)


def replay_trace(file: str) -> int:
    """Prints the events of a trace; the exit code."""
    try:
        header, pieces = read_trace(Path(file))
        profile, spoken = protocol(header.protocol)
        driver = spoken.new_driver(header.session)
        if isinstance(driver, ChangesSpeed) and profile.fast_baud is not None:
            driver.may_go_at(profile.fast_baud)  # as the port did: what was asked for is asked for again
    except (BadTraceError, UnknownProtocolError, BadProfileError, OSError) as error:
        return _complain(str(error))
    for at_ns, event in replay(pieces, driver):
        fields = {key: sorted(value) if isinstance(value, frozenset) else value for key, value in asdict(event).items()}
        print(json.dumps({"at_ns": at_ns, "event": type(event).__name__} | fields))
    counters = {name: count for name, count in driver.counters().items() if count}
    print(json.dumps({"counters": counters}))
    return 0


def _complain(text: str) -> int:
    print(f"burncard: {text}", file=sys.stderr)
    return 2
