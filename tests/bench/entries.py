"""How long `burncard run` takes to answer an entry: `python -m tests.bench.entries [COUNT]`.

A table of its own is run as its own process, on a journal on this disk. One client sends entries over one connection,
each after the answer to the one before; the time is from the request's first byte to the answer's last.
"""

import re
import statistics
import sys
import tempfile
import time

import httpx

from tests.harness.processes import Processes

LINK = re.compile(r"yourself.*?(http://[^/]+)/\?key=([\w-]+)")
DEAL_S = 60


def main() -> None:
    """Enters that a player has looked, again and again, and prints how long the answers took."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    processes = Processes()
    with tempfile.TemporaryDirectory() as folder:
        run = processes.start("run", "--simulated", "--data", folder, "--port", "0", "--mistakes", "0")
        assert run.stdout is not None
        address, key = next(found.groups() for line in run.stdout if (found := LINK.search(line)))
        with httpx.Client(base_url=f"{address}/api/v1", headers={"Authorization": f"Bearer {key}"}) as client:
            until_s = time.monotonic() + DEAL_S
            while (view := client.get("/table").json())["awaited"]["what"] != "action":
                assert time.monotonic() < until_s, "no hand was dealt"
                time.sleep(0.2)
            client.patch("/play", json={"paused": True}).raise_for_status()
            took_ms = []
            for _ in range(count):
                on = client.get("/table").json()["number"]
                began_s = time.perf_counter()
                client.post("/presses", json={"on": on, "press": "time-called", "seat": view["awaited"]["seat"]})
                took_ms.append((time.perf_counter() - began_s) * 1000)
    processes.end()
    took_ms.sort()
    print(f"{count} entries: median {statistics.median(took_ms):.1f} ms, ", end="")
    print(f"99 in 100 within {took_ms[int(count * 0.99) - 1]:.1f} ms")


if __name__ == "__main__":
    main()
