"""The bridge on the map, in its key, and an umpire at its table."""

from __future__ import annotations

import pytest
from overruling import overrule_by_keys

from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.recipes import line_recipe
from wardesk.render.theme import load_map_theme
from wardesk.services.play.session import PlaySession
from wardesk.ui.canvas.printed import chosen_art
from wardesk.ui.shell.main_window import MainWindow

SCENARIO = "remagen/7-march-1945"


@pytest.fixture
def board(tables):
    return tables(PlaySession.new(SCENARIO, seed=2, keep=False)).model.board


def test_the_key_shows_the_line_over_a_bridge(board):
    rows = {words: image for image, words, _ in chosen_art(board).key_rows(1.0)}
    assert rows["Rhine"] != rows["Railway bridge over the Rhine"]


def test_a_bridge_shows_its_own_line_where_a_road_runs_under_it(board):
    (found,) = [
        line_recipe(row.over) for row in BoardPainter(board, load_map_theme()).key_rows if row.over
    ]
    assert found == "rail bridge"


@pytest.mark.slow
@pytest.mark.usefixtures("light")
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_an_umpire_overrules_a_roll_by_keys(qtbot):
    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    overrule_by_keys(window, SCENARIO, "morale")
