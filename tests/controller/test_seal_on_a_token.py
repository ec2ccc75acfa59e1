"""A seal whose keys a PKCS#11 token keeps: SoftHSM, through the interface of any maker's token."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pkcs11
import pytest

from burncard.api.journal_work import make_seal, verify_journal
from burncard.api.open_journal import open_journal
from burncard.controller.journal.inspection import verify
from burncard.controller.journal.journal import Journal, JournalDamagedError
from burncard.controller.journal.seal import Seal, SealError
from burncard.controller.journal.token_keys import PIN_VARIABLE, TokenError, TokenKeys

MODULE = "/usr/lib/softhsm/libsofthsm2.so"
PIN = "7319"


@pytest.fixture(scope="module")
def token(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A token of this module's own: the library reads its settings once in a process."""
    folder = tmp_path_factory.mktemp("softhsm")
    (folder / "tokens").mkdir()
    (folder / "softhsm2.conf").write_text(f"directories.tokendir = {folder / 'tokens'}\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOFTHSM2_CONF", str(folder / "softhsm2.conf"))
        words = ["softhsm2-util", "--init-token", "--free", "--label", "table 1", "--so-pin", "90210", "--pin", PIN]
        subprocess.run(words, check=True, capture_output=True)
        yield f"pkcs11:token=table%201;object=seal?module-path={MODULE}"


@pytest.fixture
def uri(token: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where the table's secret is."""
    monkeypatch.setenv(PIN_VARIABLE, PIN)
    return token


def journaled(seal: Seal, path: Path) -> None:
    journal = Journal(path, seal)
    for number in range(5):
        journal.append(b'{"type":"press"}', number, "dealer")
    journal.close()


def test_a_table_on_a_token_is_verified_with_the_token_only(
    uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, data = tmp_path / "state" / "table.seal", tmp_path / "live"
    assert make_seal(str(file), uri) == 0
    data.mkdir()
    journal, signing = open_journal(data, simulated=False, seal=str(file))
    assert signing is not None
    journal.append(b'{"type":"press"}', 1, "dealer")
    journal.close()
    assert verify_journal(str(data), str(file), "") == 0
    monkeypatch.setenv(PIN_VARIABLE, "0000")
    assert verify_journal(str(data), str(file), "") != 0
    assert "cannot be opened" in capsys.readouterr().err


def test_the_files_hold_no_key_and_the_token_gives_none_away(uri: str, tmp_path: Path) -> None:
    seal = Seal.make_at_token(tmp_path / "table.seal", uri)
    written = (tmp_path / "table.seal").read_text()
    assert seal._key.hex() not in written
    assert '"key":""' in written
    assert '"signing":""' in written
    with TokenKeys.at(uri)._session() as session:
        secret = session.get_key(label="seal")
        with pytest.raises(pkcs11.exceptions.AttributeSensitive):
            _ = secret[pkcs11.Attribute.VALUE]


def test_a_row_that_is_made_without_the_token_is_found(uri: str, tmp_path: Path) -> None:
    seal = Seal.make_at_token(tmp_path / "table.seal", uri)
    journaled(seal, tmp_path / "journal.db")
    assert verify(tmp_path / "journal.db", Seal.load(seal.path)).facts == 5
    other = Seal.make(tmp_path / "other.seal")
    thief = Seal.load(seal.path)
    thief._key = other._key
    (tmp_path / "journal.db").unlink()
    journaled(thief, tmp_path / "journal.db")
    with pytest.raises(JournalDamagedError):
        verify(tmp_path / "journal.db", Seal.load(seal.path))


def test_two_journals_of_one_token_have_different_keys(uri: str, tmp_path: Path) -> None:
    one, two = (Seal.make_at_token(tmp_path / name, uri) for name in ("one", "two"))
    assert one.public_key != two.public_key
    assert one._key != two._key
    assert Seal.load(one.path).public_key == one.public_key


def test_a_token_that_is_pulled_or_empty_is_said(uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seal = Seal.make_at_token(tmp_path / "table.seal", uri)
    with pytest.raises(TokenError, match="has no usable secret other"):
        TokenKeys("table 1", "other", MODULE).derive("x")
    with pytest.raises(TokenError, match="cannot be opened"):
        TokenKeys("elsewhere", "seal", MODULE).derive("x")
    with pytest.raises(TokenError, match="cannot be opened"):
        TokenKeys("table 1", "seal", "/no/such/module.so").derive("x")
    monkeypatch.delenv(PIN_VARIABLE)
    with pytest.raises(SealError, match="PIN is not known"):
        Seal.load(seal.path)


@pytest.mark.parametrize("wrong", ["", "pkcs11:", "pkcs11:token=a;object=b", "file:token=a;object=b?module-path=c"])
def test_a_wrong_uri_is_refused(wrong: str) -> None:
    with pytest.raises(TokenError, match="expected pkcs11"):
        TokenKeys.at(wrong)
