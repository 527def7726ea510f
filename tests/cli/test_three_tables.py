"""A campaign day whose battles are tables with rules: opened, played by bots, brought back."""

from __future__ import annotations

import gzip
import importlib.util
from contextlib import suppress
from pathlib import Path

import pytest

from wardesk.cli.campaign_commands import open_desk
from wardesk.services.play.session import PlaySession

SCRIPT = Path(__file__).parents[2] / "packaging" / "sessions" / "campaign_by_lines.py"
AT_BEST = {"101.502.h": "54.157", "101.502.g": "55.156", "101.502.ldr": "55.156",
           "59.dew.i1": "51.157", "59.dew.i2": "50.157", "59.dew.ldr": "50.157"}  # fmt: skip
AT_SON = {"101.506.a": "63.150", "101.506.b": "63.150", "101.506.ldr": "63.150",
          "59.kle.i1": "65.154", "59.kle.ldr": "65.154"}  # fmt: skip
BEST, SON = "46.152,46.164,60.157,60.145", "61.145,61.160,73.154,73.139"
TABLES = (("17 Sep 1500", BEST), ("17 Sep 1700", SON), ("17 Sep Night", BEST))


@pytest.fixture
def lines(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    spec = importlib.util.spec_from_file_location("campaign_by_lines", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found.Lines(tmp_path)


def play(s, number, window):
    """A table with rules from the ledger's moment, played by two scripts, entered."""
    game = s.folder / f"table-{number}.wdgame"
    s.do("table", "wed", "--out", game, "--seed", number, "--window", window)
    s.command("play", game, "--bot", "all")
    s.do("enter-results", "wed", "--from", game, "--check")
    s.do("enter-results", "wed", "--from", game, "--accept")
    return game


def go(s, turn):
    """On to a turn; what an organiser is asked on the way is left as it is."""
    for _ in range(20):
        try:
            return s.go(turn)
        except AssertionError as error:
            told = str(error)
        by = ("--skip", "not today") if "--skip" in told else ("--roll", "9")
        with suppress(AssertionError):  # the next of two dice is asked for at once
            s.do("next", *by)
    raise AssertionError(turn)


def pieces_of(game):
    with PlaySession.open(game, keep=False) as session:
        return session.state.pieces


@pytest.mark.long
@pytest.mark.timeout(600)
def test_three_tables_with_rules_from_the_17th_to_the_morning_of_the_18th(lines):
    s = lines
    s.line("new", s.file, "--design", "market-garden", "--name", "Three tables")
    s.act("hide-raid", "night=2")
    s.do("next")
    for unit, cell in {**AT_BEST, **AT_SON}.items():
        s.do("place", unit, "--hex", cell, "--game", "WED")
    for number, (turn, window) in enumerate(TABLES, 1):
        go(s, turn)
        game = play(s, number, window)
        with open_desk(s.file, write=False) as desk:
            for unit, piece in pieces_of(game).items():
                now = desk.state.units[unit]
                where = None if now.place.kind == "eliminated" else now.place.at
                assert (now.steps, where) == (piece.steps, piece.at), unit
    go(s, "18 Sep 0700")
    assert s.status()["turn"]["slot"] == "0700"
    assert "error" not in s.do("doctor")
    s.do("packet", "--all", "--out", s.folder / "packets")
    for seat, theirs in (("german", True), ("allied", False), ("101", False)):
        assert ("secret.kept" in s.do("log", "--seat", seat, "--kind", "secret.kept")) == theirs
    assert_told_apart(s.folder / "packets")


def assert_told_apart(packets):
    """Points, goods and secrets of a side are in the packets of its own seats alone."""
    sides = {"allied": "allied", "101": "allied", "guards": "allied", "german": "german",
             "chill": "german"}  # fmt: skip
    told = {
        seat: gzip.decompress((packets / seat / "facts.jsonl.gz").read_bytes()).decode()
        for seat in sides
    }
    theirs = {"command.101": "allied", "command.59": "german", "trucks.59": "german"}
    for words, side in theirs.items():
        assert {seat for seat, text in told.items() if words in text} <= {
            seat for seat, its in sides.items() if its == side
        }, words
    assert "command.101" in told["allied"]
    assert "command.59" in told["german"]
    assert all("unit.moved" in text for text in told.values())  # counters lie open
