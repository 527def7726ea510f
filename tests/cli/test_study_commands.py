"""`wardesk study` and `wardesk report`: what they print, keep and refuse, and their exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from dice_race import load_race
from msgspec.structs import replace

from wardesk.cli import study_commands
from wardesk.cli.main import main
from wardesk.players.playouts import Playouts
from wardesk.reports import after_action
from wardesk.services.play import review, tables
from wardesk.services.play.review import Review
from wardesk.studies import conduct as study_conduct
from wardesk.studies.run import InThisProcess

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    monkeypatch.setattr(tables, "load_table", load_race)


@pytest.fixture
def run(capsys):
    def call(*words):
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return SimpleNamespace(code=code, out=said.out, err=said.err)

    return call


def test_a_study_is_told_with_intervals(run, user_home):
    done = run("study", "race", "-n", 20, "--jobs", 0, "--seed", 4)

    assert (done.code, done.err) == (0, "")
    assert "20 of 20 games, seeds 4 to 23; Reds policy, Blues policy" in done.out
    assert "Reds: " in done.out
    assert "Figures in brackets are 95 % intervals." in done.out
    assert "Reconstruction: The track was <i>rebuilt</i>." in done.out
    assert not list((user_home / "studies").glob("*"))


def test_json_is_one_document_and_the_files_are_written(run, tmp_path):
    html, out = tmp_path / "new" / "r.html", tmp_path / "new" / "s.json"
    done = run("study", "race", "-n", 8, "--jobs", 0, "--players", "red=random,blue=policy",
               "--compare", "slow=true", "--html", html, "--out", out, "--json")  # fmt: skip
    found = json.loads(done.out)

    assert done.code == 0
    assert found["games"] == 16
    assert found["players"] == {"red": "random", "blue": "policy"}
    assert found["files"] == {"html": str(html), "study": str(out)}
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")
    stored = json.loads(out.read_bytes())
    assert (stored["format"], stored["version"]) == ("wardesk-study", 1)
    assert stored["summary"]["parts"] == found["parts"]


def test_a_stopped_study_says_how_to_go_on_and_does(run, tmp_path, monkeypatch):
    out, whole = tmp_path / "s.json", tmp_path / "w.json"
    monkeypatch.setattr(study_conduct, "SECONDS", 1e-9)
    played = InThisProcess.submit

    def press_ctrl_c(self, fn, /, *args):
        if args[1].first >= 10:
            signal.raise_signal(signal.SIGINT)
        return played(self, fn, *args)

    with monkeypatch.context() as patch:
        patch.setattr(InThisProcess, "submit", press_ctrl_c)
        done = run("study", "race", "-n", 40, "--jobs", 0, "--out", out)
    assert done.code == 130
    assert f"Go on with: wardesk study --resume {out}" in done.err
    kept = json.loads(out.read_bytes())["summary"]["games"]
    assert 10 <= kept < 40
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    assert run("study", "--resume", out, "--jobs", 0).code == 0
    assert run("study", "race", "-n", 40, "--jobs", 0, "--out", whole).code == 0
    assert out.read_bytes() == whole.read_bytes()


def test_more_games_can_be_asked_for(run, tmp_path):
    out = tmp_path / "s.json"
    run("study", "race", "-n", 5, "--jobs", 0, "--out", out)

    assert "9 of 9 games" in run("study", "--resume", out, "-n", 9, "--jobs", 0).out
    refused = run("study", "--resume", out, "-n", 3)
    assert (refused.code, refused.err.splitlines()[0]) == (
        2,
        "More than 3 games were played already.",
    )


def test_other_rules_do_not_go_on_with_a_study(run, tmp_path):
    out = tmp_path / "s.json"
    run("study", "race", "-n", 5, "--jobs", 0, "--out", out)
    out.write_bytes(out.read_bytes().replace(b"0" * 64, b"9" * 64))

    refused = run("study", "--resume", out)
    assert (refused.code, "rules have changed" in refused.err) == (2, True)


def test_broken_games_are_something_wrong(run):
    done = run("study", "race", "-n", 30, "--jobs", 0, "--option", "breaks_at=7")

    assert done.code == 1
    assert "broke: RuleFailed" in done.out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("study",), "Which scenario?"),
        (("study", "race", "-n", "0"), "Invalid value"),
        (("study", "race", "--players", "red"), "is no side"),
        (("study", "race", "--players", "green=policy"), "no side 'green'"),
        (("study", "race", "--players", "red=human"), "no player for"),
        (("study", "race", "--option", "slow"), "is no option"),
        (("study", "race", "--compare", "slow=false", "--option", "slow=false"), "are the same"),
        (("study", "race", "--resume", "x.json"), "goes on as it was begun"),
        (("study", "--resume", "nowhere.json"), "no study at"),
        (("report", "nowhere.wdgame", "--html", "r.html"), "no game at"),
        (("report", "nowhere.wdgame"), "Missing option"),
    ],
)
def test_bad_use_is_refused_with_a_sentence(run, words, text):
    done = run(*words)

    assert done.code == 2
    assert text in done.err


def test_a_report_of_a_stored_game(run, tmp_path):
    game, html = tmp_path / "g.wdgame", tmp_path / "new" / "r.html"
    run("play", "race", "--bot", "all", "--seed", 2, "--save", game)
    before = game.read_bytes()

    done = run("report", game, "--html", html, "--no-pictures", "--json")

    assert done.code == 0
    assert json.loads(done.out)["result"]["level"]
    assert "Turn by turn" in html.read_text(encoding="utf-8")
    assert game.read_bytes() == before


def test_looking_back_tells_how_far_it_is(monkeypatch):
    """Weighing the rolls and counting the chances takes minutes: a line goes on with them."""
    told = []

    @contextmanager
    def line(title, total):
        yield lambda steps=1, total=None: told.append((steps, total))

    def known(*_, sides):
        assert sides == ("red",)  # whose decisions are judged
        yield Review(rolls=30, weighed=20)
        yield Review(rolls=30, weighed=30)
        yield Review(rolls=30, weighed=30, chances=(Playouts(0, games=2),))
        counted = Review(rolls=30, weighed=30, chances=(Playouts(0, games=2),))
        judged = replace(counted, decisions=9, judged=9)
        yield judged
        yield replace(judged, done=True)

    monkeypatch.setattr(study_commands, "progress", line)
    monkeypatch.setattr(review, "reviews", known)
    players = {"red": "human", "blue": "policy"}
    header = SimpleNamespace(seed=1)
    session = SimpleNamespace(rules=None, journal=None, header=header, players=players)
    assert study_commands._looked_back(session).done
    assert told == [(20, 70), (10, 70), (2, 70), (9, 79), (0, 79)]


def test_a_report_without_qt_has_no_pictures(run, tmp_path, monkeypatch):
    def no_qt():
        raise ImportError("libGL is missing")

    game, html = tmp_path / "g.wdgame", tmp_path / "r.html"
    run("play", "race", "--bot", "all", "--seed", 2, "--save", game)
    monkeypatch.setattr(after_action, "qt_painter", no_qt)

    done = run("report", game, "--html", html)

    assert done.code == 0
    assert "No pictures: WarDesk cannot load Qt here (libGL is missing)." in done.err
    assert "<img" not in html.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent differently there")
def test_ctrl_c_in_a_terminal_keeps_what_is_done(tmp_path):
    out = tmp_path / "s.json"
    words = ["study", "eben-emael/historical", "-n", "5000", "--jobs", "1", "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-m", "wardesk", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not out.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process gets it
    _, err = process.communicate(timeout=60)

    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert json.loads(out.read_bytes())["summary"]["games"] > 0
