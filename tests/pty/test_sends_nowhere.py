"""A table without a floor reaches out to nobody: whatever it sends goes to who has asked on this machine."""

import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

WATCHED = """
import sys
from burncard.api.command_line import main
def heard(event, given):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "subprocess.Popen"):
        print("REACHED", event, given, file=sys.stderr, flush=True)
    if event == "socket.bind":
        print("BOUND", given, file=sys.stderr, flush=True)
sys.addaudithook(heard)
main()
"""
PATIENCE_S = 60.0


def test_a_table_that_plays_connects_to_nothing(tmp_path: Path) -> None:
    words = ["run", "--simulated", "--data", str(tmp_path), "--port", "0", "--speed", "200"]
    run = [sys.executable, "-c", WATCHED, *words]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as table:
        try:
            assert table.stdout is not None
            console = next(line.split()[1] for line in table.stdout if line.startswith("Console:"))
            address, _, key = console.partition("?key=")
            asked = urllib.request.Request(f"{address}api/state", headers={"Authorization": f"Bearer {key}"})
            until_s = time.monotonic() + PATIENCE_S
            number = 0
            while number < 1 and time.monotonic() < until_s:
                with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
                    number = int(answer.read().partition(b'"number":')[2].partition(b",")[0])
                time.sleep(0.05)
        finally:
            table.send_signal(signal.SIGTERM)
            said = table.communicate(timeout=PATIENCE_S)[1]
    assert number >= 1
    assert "BOUND" in said, "nothing was watched"
    assert "REACHED" not in said, said
