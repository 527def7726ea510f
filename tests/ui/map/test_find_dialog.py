"""Going to a cell, and finding and replacing, from the keyboard."""

import pytest

from wardesk.ui.map.dialogs.find import FindDialog, GoToDialog
from wardesk.ui.map.model import Selection


@pytest.fixture
def place(hexes):
    return hexes.workspace


def test_a_number_brings_the_cell_into_view_and_picks_it(place, qtbot):
    dialog = GoToDialog(place.view, place)
    qtbot.addWidget(dialog)
    assert not dialog.take.isEnabled()
    dialog.field.setText("6 5")
    dialog.go()
    assert place.model.selection.cells == ("0605",)
    middle = place.view.camera.seen().center()
    assert place.view.sheet.cell_path("0605").contains(middle)
    assert place.view.focus_cell == "0605"


def test_what_is_nowhere_is_said(place, qtbot):
    dialog = GoToDialog(place.view, place)
    qtbot.addWidget(dialog)
    dialog.field.setText("Atlantis")
    assert not dialog.take.isEnabled()


def test_ground_is_replaced_as_one_step(place, qtbot):
    dialog = FindDialog(place.view, place)
    qtbot.addWidget(dialog)
    dialog.old.setCurrentIndex(dialog.old.findData("orchard"))
    dialog.new.setCurrentIndex(dialog.new.findData("wood"))
    assert dialog.told.text().endswith("2")
    dialog.replace_all()
    document = place.session.document
    assert {document.cells[cell].terrain for cell in ("0404", "0405")} == {"wood"}
    place.model.undo()
    assert document.cells["0404"].terrain == "orchard"


def test_only_the_picked_cells_and_words_in_names(place, qtbot):
    place.model.select(Selection(cells=("0404", "0402")))
    dialog = FindDialog(place.view, place)
    qtbot.addWidget(dialog)
    dialog.old.setCurrentIndex(dialog.old.findData("orchard"))
    dialog.picked.setChecked(True)
    assert dialog.found().cells == ("0404",)
    dialog.picked.setChecked(False)
    dialog.what.setCurrentIndex(dialog.what.findData("words"))
    dialog.old_words.setText("hill")
    dialog.new_words.setText("Height")
    dialog.replace_all()
    assert place.session.document.cells["0101"].name == "Height"
