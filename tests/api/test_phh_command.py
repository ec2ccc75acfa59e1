"""`burncard phh`: which hands are written, what is said of the others, and the exit code."""

from pathlib import Path

import pytest
from pokerkit import HandHistory

from burncard.api.phh_command import export_log, import_files
from tests.harness.phh_records import RECORDED

WRONG = RECORDED.replace("'p3 f'", "'p4 f'")


@pytest.fixture
def two_files(tmp_path: Path) -> list[str]:
    """A file that is not TOML, and one with two right hands around two wrong ones."""
    hands, bad = tmp_path / "hands.phhs", tmp_path / "bad.phh"
    text = f"[1]\n{RECORDED}\n[2]\nvariant = 'FB'\nhand = 77\n[3]\n{RECORDED}\n[4]\n{WRONG}"
    hands.write_text(text, encoding="utf-8")
    bad.write_text("variant =", encoding="utf-8")
    return [str(bad), str(hands)]


def test_if_one_hand_is_wrong_none_is_imported_and_every_error_is_listed(
    two_files: list[str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert import_files(two_files) == 2
    out, errors = capfdbinary.readouterr()
    bad, hands = two_files
    told = errors.decode().splitlines()
    assert out == b""
    assert told[0].startswith(f"{bad}: not TOML")
    assert told[1].startswith(f"{hands}:37: hand 77: variant: 'FB' is not dealt here")
    assert told[2] == f"{hands}:85: hand 4: actions: p3 is due to act, and the record has 'p4 f'"
    assert told[3:] == ["Nothing imported, 3 refused. With --skip-wrong the other hands are imported."]


def test_with_skip_wrong_the_other_hands_are_imported(
    two_files: list[str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert import_files(two_files, skip_wrong=True) == 2
    out, errors = capfdbinary.readouterr()
    assert out.count(b'"type":"hand"') == 2
    assert errors.decode().splitlines()[-1].startswith("2 hands imported, 3 refused.")


def test_several_hands_are_written_as_one_file_and_one_as_it_is(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    source, log = tmp_path / "hand.phh", tmp_path / "hands.log"
    source.write_text(RECORDED, encoding="utf-8")
    for count in (1, 3):
        assert import_files([str(source)] * count) == 0
        out, err = capfdbinary.readouterr()
        assert b"The burns are not in the record" in err
        log.write_bytes(out)
        assert export_log(str(log)) == 0
        text = capfdbinary.readouterr().out.decode()
        histories = list(HandHistory.loads_all(text)) if count > 1 else [HandHistory.loads(text)]
        assert [history.finishing_stacks for history in histories] == [[18100, 5625, 6675, 12950]] * count


def test_a_log_with_a_wrong_line_is_named_with_the_line(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    log = tmp_path / "hands.log"
    log.write_text('\n{"type":"card"}\n', encoding="utf-8")
    assert export_log(str(log)) == 2
    assert capfdbinary.readouterr().err.decode().startswith(f"{log}: line 2: card: missing")


def test_a_hand_that_is_left_out_is_named_with_its_reason(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    source, log = tmp_path / "hand.phh", tmp_path / "hands.log"
    source.write_text(RECORDED.replace("[18100,", "[18000,"), encoding="utf-8")
    assert import_files([str(source)]) == 0
    log.write_bytes(capfdbinary.readouterr().out)
    assert export_log(str(log)) == 1
    assert b"hand h1 is left out: the format has no rake" in capfdbinary.readouterr().err
