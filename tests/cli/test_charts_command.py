"""``wardesk charts``: shown, typed in, checked, moved; and what other commands then say."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from wardesk.cli.main import main
from wardesk.services.play.own_charts import own_cells, own_file

GAME, CELL = "blitzkrieg", "combat.rows.4.4"


@pytest.fixture
def run(capsys):
    """``wardesk`` with these words."""

    def call(*words):
        code = main([*map(str, words)])
        said = capsys.readouterr()
        return SimpleNamespace(code=code, out=said.out, err=said.err)

    return call


def test_charts_are_shown_typed_in_checked_and_set_back(run):
    shown = run("charts", GAME, "combat")
    assert shown.code == 0
    assert "combat.rows.4.0" in shown.out
    assert "fire.moved" not in shown.out
    assert run("charts", GAME, "--set", f"{CELL}=N", "--set", "fire.moved=-3").code == 0
    assert own_cells(GAME) == {CELL: "N", "fire.moved": -3}
    checked = run("charts", GAME, "--check")
    assert checked.code == 1
    assert f"{CELL}: N, printed r" in checked.out
    assert run("charts", GAME, "--reset", CELL, "--reset", "fire.moved", "--check").code == 0
    assert not own_file(GAME).exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--set", f"{CELL}=Q"), "Q is no result of this chart"),
        (("--set", "combat.rows.4.99=N"), "no such row or column"),
        (("--reset", CELL), "no cell of your own"),
        (("nowhere",), "There is no chart nowhere"),
        (("--import", "/nowhere/mine.toml"), "mine.toml"),
    ],
)
def test_what_makes_no_sense_is_refused(run, words, told):
    found = run("charts", GAME, *words)
    assert found.code == 2
    assert told in found.err
    assert not own_file(GAME).exists()
    assert run("charts", "freeform").code == 2


def test_cells_go_out_and_come_in_as_a_file(run, tmp_path):
    file = tmp_path / "mine.toml"
    assert run("charts", GAME, "--set", f"{CELL}=N", "--export", file).code == 0
    assert run("charts", GAME, "--reset", "all").code == 0
    file.write_text(f"{file.read_text('utf-8')}no.such = 1\n", "utf-8")
    found = run("charts", GAME, "--import", file)
    assert "no: there is no such figure" in found.err
    assert own_cells(GAME) == {CELL: "N"}


def test_as_json(run):
    run("charts", GAME, "--set", f"{CELL}=N")
    found = json.loads(run("charts", GAME, "--json").out)
    assert found["own"] == {CELL: "N"}
    assert found["cells"][CELL] == {"value": "N", "origin": "own", "shipped": "r"}
    assert [one["holds"] for one in found["examples"]].count(False) == 1


def test_odds_and_games_are_by_own_charts(run):
    before = run("odds", GAME, "combat", "factor=3").out
    run("charts", GAME, "--set", f"{CELL}=N")
    assert run("odds", GAME, "combat", "factor=3").out != before
    played = run("play", "hannut-stonne/first-contact", "--bot", "all", "--seed", 1)
    assert "1 cell of the charts is not as shipped." in played.out
