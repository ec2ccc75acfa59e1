"""Every example of the API guide works as written, one after the other."""

import re
import subprocess
from pathlib import Path

import httpx
import msgspec

from burncard.api.desk import Desk
from burncard.api.error_advice import ADVICE
from burncard.api.v1.every import ADDRESSES
from burncard.api.v1.openapi import description

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HOLE = ("7c", "Kd", "2s", "3s", "4s", "5s", "8c", "9c", "Tc", "Jc", "Qc", "Kc")


def test_every_example_is_answered_as_written(desk: Desk) -> None:
    desk.load()
    for number, card in enumerate(HOLE):
        desk.deal(card, f"seat:{number % 6 + 1}")
    done = []
    for kind, text in BLOCK.findall(PAGE):
        done.append(kind)
        match kind:
            case "http":
                ask(desk, text)
            case "sh":
                variables = {"TOKEN": desk.keys.key_of("observer"), "TABLE": desk.address, "PATH": "/usr/bin:/bin"}
                subprocess.run(["bash", "-ec", text], env=variables, check=True, capture_output=True, timeout=30)
            case "python" if "def test_" not in text:
                here = text.replace("http://127.0.0.1:8777", desk.address)
                exec(here, {"TOKEN": desk.keys.key_of("dealer")})
            case "json":
                assert msgspec.json.decode(text)["title"] == ADVICE["stale-entry"].happened
    assert done.count("http") > 12
    assert {"sh", "python", "json"} <= set(done)


def ask(desk: Desk, text: str) -> None:
    """Sends the request of a block, and compares the status and the code with its last line."""
    first, *lines = text.strip().splitlines()
    method, path, _, role = first.split()
    status, _, code = lines[-1].partition(" ")
    headers = {"Origin": desk.address}
    if role != "nobody":
        headers = {"Authorization": f"Bearer {desk.keys.key_of(role)}"}  # type: ignore[arg-type]
    content = "\n".join(lines[:-1]) or None
    answer = httpx.request(method, desk.address + path, content=content, headers=headers, timeout=10)
    assert answer.status_code == int(status), f"{first}: {answer.text[:300]}"
    assert code == (answer.json()["code"] if code else ""), first


def test_the_last_block_of_python_is_a_whole_test() -> None:
    [test] = [text for kind, text in BLOCK.findall(PAGE) if kind == "python" and "def test_" in text]
    compile(test, "docs/api.md", "exec")


def test_the_description_is_sound_and_every_example_in_it_fits_its_schema() -> None:
    described = msgspec.json.decode(msgspec.json.encode(description(ADDRESSES)))
    assert described["openapi"] == "3.1.0"
    names = [operation["operationId"] for path in described["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names)) == len(ADDRESSES)
    text = msgspec.json.encode(described).decode()
    for name in re.findall(r'"#/components/schemas/([^"]+)"', text):
        assert name in described["components"]["schemas"], name
    for address in ADDRESSES:
        assert address.said.endswith("."), address.name
        assert set(address.problems) <= set(ADVICE), address.name
        if address.body is not None:
            assert address.example is not None, address.name
            msgspec.convert(address.example, address.body)
