"""The command line as a process: quick help, a reader who leaves, an interrupt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "wardesk"]


def run(*words, **more):
    return subprocess.run(
        [*COMMAND, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        **more,
    )


def test_help_names_every_command():
    done = run("--help")

    assert done.returncode == 0
    for word in ("games", "play", "replay", "rules", "odds", "doctor", "map", "screenshots"):
        assert word in done.stdout


def test_help_loads_neither_qt_nor_games_nor_geometry():
    code = (
        "import sys; from wardesk.cli.main import main; main(['--help'])\n"
        "heavy = {'PySide6', 'numpy', 'shapely', 'rich'} & set(sys.modules)\n"
        "heavy |= {m for m in sys.modules if m.startswith(('wardesk.games', 'wardesk.engine'))}\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr


def test_the_version_is_that_of_the_package():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    version = text.split('version = "')[1].split('"')[0]

    assert run("--version").stdout == f"WarDesk {version}\n"


def test_games_lists_packs_with_what_was_rebuilt():
    done = run("games")

    assert done.returncode == 0
    assert "Reconstruction: " in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes of this kind")
def test_a_reader_who_leaves_hears_no_complaint():
    child = subprocess.Popen(
        [*COMMAND, "games"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()

    said = child.stderr.read()
    child.stderr.close()
    assert child.wait() == 1
    assert said == b""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child")
def test_an_interrupt_leaves_a_game_that_can_be_gone_on_with(user_home):
    child = subprocess.Popen(
        [*COMMAND, "play", "eben-emael/historical", "--bot", "belgian=random", "--seed", "1"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert child.stdout is not None
    while "german: " not in (line := child.stdout.readline()):
        assert line, child.communicate()[1]

    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=30)

    assert child.returncode == 130, err
    assert "Stopped." in err
    assert "Traceback" not in err
    assert "Go on with: wardesk play" in out
    assert len(list((user_home / "games").glob("*.wdgame"))) == 1


@pytest.mark.slow
@pytest.mark.gui
def test_the_same_seed_gives_the_same_game_and_the_same_picture(tmp_path):
    words = ("play", "eben-emael/historical", "--bot", "all=random", "--seed", "7", "--story")
    told = []
    for name in ("a", "b"):
        files = ("--save", f"{tmp_path / name}.wdgame", "--png", f"{tmp_path / name}.png")
        done = run(*words, *files, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
        assert done.returncode == 0, done.stderr
        told.append(done.stdout.replace(f"{name}.wdgame", "").replace(f"{name}.png", ""))

    assert told[0] == told[1]
    assert "Reconstruction: " in told[0]
    for suffix in ("wdgame", "png"):
        first, second = (tmp_path / f"{name}.{suffix}" for name in ("a", "b"))
        assert first.read_bytes() == second.read_bytes()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")

    again = run("replay", str(tmp_path / "a.wdgame"), "--readjudicate", "--to", "20")
    assert again.returncode == 0, again.stdout + again.stderr
    assert run("doctor", str(tmp_path / "a.wdgame")).returncode == 0


@pytest.mark.slow
@pytest.mark.gui
def test_a_map_is_painted(tmp_path):
    target = tmp_path / "new" / "map.png"
    done = run("map", "render", "campaigns/eben-emael/maps/fort", "--png", str(target))

    assert done.returncode == 0, done.stderr
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_solitaire_game_by_bots():
    words = ("eben-emael/full-readiness", "--bot", "german=policy", "--bot", "belgian=automaton")
    done = run("play", *words, "--games", "2", "--seed", "1", "--option", "control=last", "--json")
    assert done.returncode == 0, done.stderr
    assert '"belgian": "automaton"' in done.stdout
    done = run("play", "eben-emael/historical", "--bot", "german=automaton", "--seed", "1")
    assert done.returncode == 2
    assert "no automaton for the side german" in done.stderr
    done = run("play", "eben-emael/historical", "--bot", "all", "--option", "charge=wet")
    assert done.returncode == 2
    assert "sure or die" in done.stderr


@pytest.mark.slow
@pytest.mark.gui
def test_pictures_of_views_and_of_adjacency(tmp_path):
    view, graph = tmp_path / "view.png", tmp_path / "graph.png"
    hannut, fort = "campaigns/hannut-stonne/maps/hannut", "campaigns/eben-emael/maps/fort"
    done = run("map", "viewshed", hannut, "0706", "--png", str(view), "--json")
    assert json.loads(done.stdout)["png"] == str(view)
    done = run("map", "adjacency", fort, "--png", str(graph))
    assert "7  G7–W1: closed: 6 m wall" in done.stdout
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in (view, graph))


@pytest.mark.parametrize("mode", ["0", "1"])
def test_bytes_that_are_no_text_in_a_reason_are_a_sentence(tmp_path, mode):
    game = tmp_path / "a.wdgame"
    typed = b'b\nb\nu \xff\xfe\nb\n{"key": "\xff"}\n\xff\nq\n'
    done = subprocess.run(
        [*COMMAND, "play", "eben-emael/historical", "--seed", "3", "--save", str(game)],
        cwd=ROOT, input=typed, capture_output=True, check=False,
        env={**os.environ, "PYTHONUTF8": mode, "WARDESK_HOME": str(tmp_path)},
    )  # fmt: skip

    assert b"Traceback" not in done.stderr
    assert done.returncode == 0, done.stderr
    assert b"cannot keep this" in done.stdout or mode == "0"
