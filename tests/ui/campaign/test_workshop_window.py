"""A campaign of one's own in the window: its template, its sheets, what is wrong with it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from clipping import clipped
from PySide6.QtCore import Qt

from wardesk.documents.packs.campaign_packs import read_design
from wardesk.services.campaign.workshop import new_design
from wardesk.ui.campaign.workshop.workshop_dialog import TemplateDialog, WorkshopDialog

pytestmark = pytest.mark.usefixtures("light")
WAIT = 20_000


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def workshop(qtbot):
    folder = new_design("Our June", "linked-scenarios", first_day=date(1944, 6, 6))
    made = WorkshopDialog(folder)
    qtbot.addWidget(made)
    made.show()
    settled(qtbot, made)
    return made


def settled(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog._task.running and dialog.judged is not None, timeout=WAIT)


def test_a_name_and_a_shape_make_a_folder(qtbot):
    dialog = TemplateDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.go.isEnabled()
    dialog.name.setText("A week in June")
    dialog.shape.setCurrentIndex(1)
    with qtbot.waitSignal(dialog.made, timeout=WAIT) as told:
        qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    (folder,) = told.args
    assert read_design(Path(folder))[0].name == "A week in June"


def test_a_pasted_unit_is_in_the_campaign_and_it_can_be_played(qtbot, workshop):
    assert workshop.play.isEnabled()
    before = (workshop.folder / "campaign.toml").read_bytes()
    grid = workshop.grids["units"].grid
    keys = [column.key for column in workshop.grids["units"].sheet.columns]
    row = {"unit": "r9", "side": "red", "formation": "red-1", "arrives": "start", "first": "r9"}
    grid.setCurrentCell(grid.rowCount() - 1, 0)
    workshop.grids["units"].more.click()
    grid.paste("\t".join(row.get(key, "") for key in keys))
    with qtbot.waitSignal(workshop.begun, timeout=WAIT):
        workshop.play.click()
    assert "r9" in read_design(workshop.folder)[0].unit
    assert before != b""


def test_a_mistake_is_shown_and_keeps_it_from_being_played(qtbot, workshop):
    workshop.open_page("battles")
    cell = workshop.grids["battles"].grid.item(1, 5)
    cell.setText("flag.moon = true")
    workshop.open_page("check")
    settled(qtbot, workshop)
    qtbot.waitUntil(lambda: not workshop.play.isEnabled(), timeout=WAIT)
    assert "no fact called" in workshop.judged.findings[0].text
    assert not workshop.give.isEnabled()
    assert clipped(workshop) == []
    cell.setText("")
    workshop.open_page("check")
    qtbot.waitUntil(workshop.play.isEnabled, timeout=WAIT)


def test_closing_keeps_what_was_typed_and_opening_alone_writes_nothing(qtbot, workshop):
    assert (workshop.folder / "campaign.toml").read_text().startswith("# Two battles")
    workshop.name.setText("The ford")
    workshop.reject()
    assert read_design(workshop.folder)[0].name == "The ford"
