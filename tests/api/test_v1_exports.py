"""Exports of a live table: with entitlement they replay and convert, without they say why not."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from pokerkit import HandHistory

from burncard.api.desk import Desk
from burncard.api.phh_command import export_log
from burncard.api.replay_command import replay_logs
from burncard.controller.faults import Role
from burncard.rules.cards import Seat

Client = Callable[[Role], httpx.Client]
HOLE = ("7c", "Kd", "2s", "3s", "4s", "5s", "8c", "9c", "Tc", "Jc", "Qc", "Kc")


def play_hand(desk: Desk, client: Client) -> None:
    desk.load()
    for number, card in enumerate(HOLE):
        desk.deal(card, f"seat:{number % 6 + 1}")
    dealer = client("dealer")
    for seat in (3, 4, 5, 6):
        dealer.post("/api/actions", json={"seat": seat, "action": "fold"})
    dealer.post("/api/actions", json={"seat": 1, "action": "call"})
    dealer.post("/api/actions", json={"seat": 2, "action": "check"})
    for board in (("Ah", "Ad", "9h"), ("2d",), ("3d",)):
        desk.deal("6c" if len(board) == 3 else "6d" if board == ("2d",) else "6h", "burn")
        for card in board:
            desk.deal(card, "board", "up")
        for seat in (1, 2):
            assert dealer.post("/api/actions", json={"seat": seat, "action": "check"}).status_code == 200
    for seat in (1, 2):
        assert dealer.post("/api/actions", json={"seat": seat, "action": "show"}).status_code == 200


def test_an_entitled_log_replays_to_the_same_and_converts(
    desk: Desk, client: Client, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    play_hand(desk, client)
    stacks = desk.service.record.ledger.stacks
    full = client("auditor").get("/api/v1/exports/log", params={"full": "true"}).content
    uids = [uid.encode() for uid in desk._pack.values()]
    assert not any(uid in full for uid in uids)
    log = tmp_path / "table.log"
    log.write_bytes(full)
    assert replay_logs([str(log)]) == 0
    head, _, rest = full.partition(b"\n")
    assert capfdbinary.readouterr().out == rest
    assert b'"type":"log"' in head
    assert export_log(str(log)) == 0
    history = HandHistory.loads(capfdbinary.readouterr().out.decode())
    *_, state = history
    order = [1, 2, 3, 4, 5, 6]
    assert list(state.stacks) == [stacks[seat] for seat in order]  # type: ignore[index]
    phh = client("floor").get("/api/v1/exports/phh").text
    assert phh.startswith("[1]\n")


def test_a_log_without_entitlement_says_why_it_cannot_be_replayed(
    desk: Desk, client: Client, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    play_hand(desk, client)
    log = tmp_path / "table.log"
    for address in ("/api/v1/exports/log", "/api/log"):
        content = client("floor").get(address).content
        assert not any(card.encode() in content for card in HOLE[2:6])
        log.write_bytes(content)
        for code in (replay_logs([str(log)]), export_log(str(log))):
            assert code == 2
        assert b"names only cards that were shown" in capfdbinary.readouterr().err


def test_one_hand_is_exported_as_a_log_of_its_own(
    desk: Desk, client: Client, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    play_hand(desk, client)
    desk.load()
    for card in HOLE:
        desk.deal(card, desk.view()["next"]["zone"])
    while (due := desk.view()["next"])["await"] == "action":
        client("dealer").post("/api/actions", json={"seat": due["seat"], "action": "fold"})
    auditor, log = client("auditor"), tmp_path / "hand.log"
    log.write_bytes(auditor.get("/api/v1/hands/h2/log?full=true").content)
    assert replay_logs([str(log)]) == 0
    replayed = capfdbinary.readouterr().out
    assert b'"id":"h2"' in replayed
    assert b'"id":"h1"' not in replayed
    assert replayed == log.read_bytes().partition(b"\n")[2]
    *_, state = HandHistory.loads(auditor.get("/api/v1/hands/h2/phh").text)
    assert sorted(state.stacks) == sorted(desk.service.record.ledger.stacks[Seat(seat)] for seat in range(1, 7))
    assert not any(card in auditor.get("/api/v1/hands/h2/log").text for card in HOLE[2:6])


def test_a_press_with_an_invalid_ruling_does_not_prevent_an_export(desk: Desk, client: Client) -> None:
    play_hand(desk, client)
    for none in ("r\u00b2", "r" + "9" * 3000, "r", "\u0663"):
        client("dealer").post("/api/presses", json={"press": "ack", "ruling": none})
    answer = client("auditor").get("/api/v1/hands/h1/log", params={"full": "true"})
    assert len([line for line in answer.content.splitlines() if b'"ack"' in line]) == 4


def test_a_hand_in_play_is_exported_with_shown_cards_only(desk: Desk, client: Client) -> None:
    desk.load()
    desk.deal("7c", "seat:1")
    for address in ("log?full=true", "phh"):
        assert client("floor").get(f"/api/v1/hands/h1/{address}").json()["code"] == "hand-in-play"
    assert "7c" not in client("floor").get("/api/v1/hands/h1/log").text


def test_the_hand_in_play_is_in_no_full_log(desk: Desk, client: Client) -> None:
    desk.load()
    for number, card in enumerate(HOLE[:5]):
        desk.deal(card, f"seat:{number + 1}")
    full = client("floor").get("/api/v1/exports/log", params={"full": "true"}).text
    assert not any(f'"{card}"' in full for card in HOLE[:5])
    assert '"type":"hand"' not in full
    assert [event.kind for event in desk.events()][-1] == "export"
