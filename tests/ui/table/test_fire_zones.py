"""Fire zones of one side after the other on the board, by a key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.engine.types import SetPiece
from wardesk.games.gts.ch09_zones import zone_hexes
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.board_key import lit
from wardesk.ui.table.workspace import TableWorkspace

pytestmark = pytest.mark.usefixtures("light")
BEST = "market-garden/the-best-laid-plans"


@pytest.fixture
def table(qtbot):
    session = PlaySession.new(BEST, seed=3, keep=False)
    made = TableWorkspace(session)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    yield made
    made.shut()


def press(table):
    QTest.keyClick(table.view, Qt.Key.Key_Z)
    return table.view.scene().marks


def test_a_key_lights_the_zones_of_each_side_and_then_none(table):
    session = table.session
    rules, state = session.rules, session.state
    for side in rules.sides:
        marks = press(table)
        assert set(marks.heat) == zone_hexes(rules.setting, state, side)
        assert any(kind == "heat" and words for kind, words in lit(marks))
    assert press(table).heat == {}


@pytest.mark.slow
def test_a_zone_says_how_many_units_reach_a_hex_and_a_suppressed_one_none(table):
    session = table.session
    zones = session.rules.showing.zones
    before = zones(session.state, "german")
    session.edit([SetPiece("59.dew.ii6", "suppressed", True)], author="umpire", reason="shown")
    after = zones(session.state, "german")
    assert sum(after.values()) < sum(before.values())
    assert all(after.get(cell, 0) <= count for cell, count in before.items())
