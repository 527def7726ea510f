"""The dialog that makes and changes kinds of ground, borders and lines."""

from __future__ import annotations

import pytest

from wardesk.drawing.commands.all_commands import PutBorderKind
from wardesk.model.palette import BorderKind
from wardesk.ui.map.panels.kind_dialog import KindDialog


@pytest.fixture
def dialog(qtbot):
    def open_dialog(hand, among, kind=""):
        made = KindDialog(hand.model, among, kind, hand.workspace)
        qtbot.addWidget(made)
        return made

    return open_dialog


def test_a_kind_whose_name_is_changed_keeps_its_high_side(hexes, dialog):
    cliff = BorderKind("scarp", "Scarp", passable=False, art="cliff", cite="3.1", directed=True)
    hexes.model.do(PutBorderKind(cliff))
    asked = dialog(hexes, "borders", "scarp")
    asked.name.setText("Steep scarp")
    asked.save.click()
    kept = hexes.document.palette.borders["scarp"]
    assert kept == BorderKind("scarp", "Steep scarp", False, "cliff", "3.1", directed=True)


def test_a_high_side_can_be_given_to_a_kind_of_border(hexes, dialog):
    asked = dialog(hexes, "borders")
    asked.name.setText("Bluff")
    asked.art.setCurrentText("cliff")
    asked.directed.setChecked(True)
    asked.save.click()
    assert hexes.document.palette.borders["bluff"].directed


def test_only_borders_can_have_a_high_side(hexes, dialog):
    assert not dialog(hexes, "terrain").directed.isEnabled()
    assert dialog(hexes, "borders").directed.isEnabled()
