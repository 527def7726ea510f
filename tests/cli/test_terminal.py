"""What a command prints steers no terminal, and fits every encoding."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.cli.main import main
from wardesk.cli.terminal import guarded_terminal, harmless

ROOT = Path(__file__).parents[2]
CLIPBOARD = "\x1b]52;c;cm0gLXJm\x07"
BACKWARDS = "\u202egnp.exe"
BOTH = CLIPBOARD[1:-1] + BACKWARDS + "\x9b"


@pytest.fixture
def hostile_home(tmp_path, monkeypatch):
    """A home whose one pack tries to mislead whoever reads its name."""
    home = tmp_path / "home"
    monkeypatch.setenv("WARDESK_HOME", str(home))
    folder = tmp_path / "bad"
    code = main(
        ["new-table", str(ROOT / "campaigns/hannut-stonne/maps/hannut"), "--out", str(folder)]
    )
    assert code == 0
    for file in (folder / "pack.toml", *(folder / "scenarios").iterdir()):
        lines = file.read_text(encoding="utf-8").splitlines()
        title = json.dumps(f"Gentle {BACKWARDS}")
        lines = [f"title = {title}" if line.startswith("title = ") else line for line in lines]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_a_packs_title_steers_no_terminal(hostile_home, capsys, monkeypatch):
    scenario = hostile_home / "scenarios" / "table.toml"
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["play", str(scenario), "--seed", "1"]) == 0

    said = capsys.readouterr()
    assert "Gentle" in said.out
    assert "\\u202egnp" in said.out
    assert "\u202e" not in said.out + said.err


def test_what_is_escaped_in_json_reads_back(capsys):
    with guarded_terminal():
        sys.stdout.write(json.dumps({"name": BOTH}, ensure_ascii=False))

    said = capsys.readouterr().out
    assert "\u202e" not in said
    assert "\x9b" not in said
    assert json.loads(said) == {"name": BOTH}


@given(st.text())
def test_harmless_text_keeps_everything_that_steers_nothing(text):
    said = harmless(text)
    assert all(c in "\n\t" or c.isprintable() or c not in text or ord(c) > 0x9F for c in said)
    assert not {"\x1b", "\x07", "\x08", "\r", "\x9b", "\u202e", "\u2066"} & set(said)
    if text.isprintable():
        assert said == text


@given(st.text(st.characters(codec=None)))
def test_every_text_fits_every_terminal(text):
    for encoding in ("ascii", "cp437", "utf-8"):
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
        before, sys.stdout = sys.stdout, stream
        try:
            with guarded_terminal():
                sys.stdout.write(json.dumps(text, ensure_ascii=False))
                sys.stdout.flush()
        finally:
            sys.stdout = before
        assert json.loads(raw.getvalue().decode(encoding)) == text


@pytest.mark.parametrize("words", [("games",), ("rules", "eben-emael")])
def test_a_terminal_without_our_letters_gets_all_of_it(words):
    more = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "wardesk", *words],
        cwd=ROOT,
        capture_output=True,
        check=False,
        env=more,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
