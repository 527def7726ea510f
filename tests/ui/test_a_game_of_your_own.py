"""A stranger's game, built as the docs say: found, listed, played in the window and by text."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import wardesk
from wardesk.documents.maps.store import write_map
from wardesk.drawing.document import Layout, MapDocument
from wardesk.games import registry
from wardesk.geometry.grids.numbering import Numbering
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Cell
from wardesk.model.palette import Palette, TerrainKind
from wardesk.services.packs.shelf import read_shelf, scenario_names
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.table.workspace import TableWorkspace

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "resources" / "docs" / "develop" / "a-game-of-your-own.md"
BLOCKS = re.findall(r"^```(toml|python)\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder into which the distribution of the page was installed; nothing is fetched."""
    home = tmp_path_factory.mktemp("bridge-dash")
    project, module = (text for _, text in BLOCKS[:2])
    (home / "pyproject.toml").write_text(project, "utf-8")
    (home / "on_a_board.py").write_text(module, "utf-8")
    (home / "toy_game.py").write_bytes((TESTS / "toy_game.py").read_bytes())
    words = ["install", "--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--target"]
    subprocess.run([sys.executable, "-m", "pip", *words, home / "site", home], check=True)
    return home / "site"


@pytest.fixture
def pack(_home):
    """The pack of the page, among a person's own."""
    folder = Path(os.environ["WARDESK_HOME"]) / "packs" / "bridge-dash"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "maps").mkdir()
    head, scenario = (text for _, text in BLOCKS[2:])
    (folder / "pack.toml").write_text(head, "utf-8")
    (folder / "scenarios" / "dash.toml").write_text(scenario, "utf-8")
    palette = Palette("plain", "Plain", {"open": TerrainKind("open", "Open")})
    layout = Layout(SquareGrid(6, 1), Numbering(), "open")
    cells = {
        label: Cell(label, label, "open", layout.grid.centre(*layout.grid.coordinates(k)), {})
        for k, label in enumerate(layout.numbering.labels(layout.grid))
    }
    road = MapDocument(
        id="road", title="A road", provenance="drawn for a test", kind="square",
        palette=palette, layout=layout, cells=cells,
    )  # fmt: skip
    write_map(road, folder / "maps" / "road.wdmap")
    return folder


@pytest.fixture
def installed(site, monkeypatch):
    monkeypatch.syspath_prepend(str(site))
    registry._points.cache_clear()
    yield
    registry._points.cache_clear()


def line(site, *words):
    path = os.pathsep.join([str(site), str(Path(wardesk.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-m", "wardesk", *map(str, words)], capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": path}, check=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout


def test_the_command_line_lists_it_and_plays_it(site, pack):
    told = json.loads(line(site, "games", "--json"))
    assert told["games"][-1] == "toy"
    (own,) = [row for row in told["packs"] if row["pack"] == "bridge-dash"]
    assert own["playable"]
    assert [row["id"] for row in own["scenarios"]] == [str(pack / "scenarios" / "dash.toml")]
    assert "Bridge dash (game toy)" in line(site, "games")

    played = json.loads(line(site, "play", pack, "--bot", "all", "--seed", "3", "--json"))
    assert "Advance" in line(site, "rules", "toy")
    assert played


def test_python_plays_the_folder_of_a_pack(installed, pack):
    game = wardesk.new_game(pack, seed=3)
    assert game.ask.prompt == "Advance?"
    assert wardesk.load_scenario(pack).title == "The dash"


def test_the_window_shows_it_on_home_and_plays_it(installed, pack, light, qtbot):
    (found,) = [one for one in read_shelf().packs if one.id == "bridge-dash"]
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    desk = Opener(window)
    window.home.start_scenario.emit(scenario_names(found)[0])
    window.findChild(NewGameDialog).start()
    qtbot.waitUntil(lambda: not desk.busy, timeout=20_000)

    table = window.workspace("table")
    assert isinstance(table, TableWorkspace)
    assert table.session.ask.prompt == "Advance?"
    assert {counter.at for counter in table.model.look.counters} <= set(table.model.board.cells)
    table.model.give(table.session.rules.options(table.session.state, 9, None)[0])
    assert table.session.journal.line()[-1].answer is not None
    desk.shut()


def test_without_its_distribution_the_pack_says_which_game_it_wants(pack):
    registry._points.cache_clear()
    (broken,) = read_shelf().broken
    assert "no game 'toy'" in broken.error.message
