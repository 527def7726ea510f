"""The workshop of campaigns in the window: its pages, its steps back, what is wrong, its map."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from clipping import clipped
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from wardesk.documents.packs.campaign_packs import own_packs, read_design
from wardesk.services.campaign.workshop.packs import TEMPLATES, give_away, new_design
from wardesk.ui.campaign.calendar import told_apart
from wardesk.ui.campaign.workshop.template_dialog import TemplateDialog
from wardesk.ui.campaign.workshop.workspace import PAGES, WorkshopWorkspace

pytestmark = pytest.mark.usefixtures("light")
WAIT = 20_000


def opened(qtbot, template="linked-scenarios", size=(1208, 752)):
    folder = new_design("Our June", template, first_day=date(1944, 6, 6))
    made = WorkshopWorkspace(folder)
    qtbot.addWidget(made)
    made.resize(*size)
    made.show()
    settled(qtbot, made)
    return made


@pytest.fixture
def workshop(qtbot):
    made = opened(qtbot)
    yield made
    made.shut()


def settled(qtbot, workshop):
    qtbot.waitUntil(
        lambda: workshop.model.kept and workshop.model.verdict is not None, timeout=WAIT
    )


def press(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_name_and_a_shape_make_a_folder(qtbot):
    dialog = TemplateDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.go.isEnabled()
    dialog.name.setText("A week in June")
    press(qtbot, dialog.cards["week-on-a-map"])
    assert clipped(dialog) == []
    with qtbot.waitSignal(dialog.made, timeout=WAIT) as told:
        press(qtbot, dialog.go)
    (folder,) = told.args
    assert read_design(Path(folder))[0].name == "A week in June"


def test_the_first_day_can_be_read_in_the_dialog(qtbot):
    dialog = TemplateDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    field = dialog.day.lineEdit()
    assert field.width() > field.fontMetrics().horizontalAdvance(field.text()) > 0


def test_a_name_that_is_taken_is_told_in_the_dialog(qtbot):
    new_design("June", "double-blind", first_day=date(1944, 6, 6))
    dialog = TemplateDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.name.setText("June")
    press(qtbot, dialog.go)
    qtbot.waitUntil(lambda: "there already" in dialog.problem.text(), timeout=WAIT)


@pytest.mark.parametrize("template", [each.id for each in TEMPLATES])
@pytest.mark.parametrize("size", [(1208, 700), (1368, 800)])
def test_no_words_are_cut_on_any_page(qtbot, template, size):
    made = opened(qtbot, template, size)
    for page in PAGES:
        made.open_page(page)
        QTest.qWait(1)
        assert clipped(made) == [], page
    made.shut()


def test_what_is_typed_into_a_sheet_is_kept_and_can_be_taken_back(qtbot, workshop):
    before = workshop.model.draft
    sheet = workshop.pages["forces"].sheet
    workshop.open_page("forces")
    keys = [column.key for column in sheet.sheet.columns]
    sheet.grid.item(0, keys.index("steps")).setText("5")
    settled(qtbot, workshop)
    assert read_design(workshop.model.folder)[0].unit["r1"].steps_full == 5
    press(qtbot, workshop.buttons.undo)
    assert workshop.model.draft == before
    assert sheet.grid.item(0, keys.index("steps")).text() == "2"
    settled(qtbot, workshop)
    assert read_design(workshop.model.folder)[0].unit["r1"].steps_full == 2
    press(qtbot, workshop.buttons.redo)
    assert sheet.grid.item(0, keys.index("steps")).text() == "5"


def test_a_cell_that_cannot_be_taken_is_told_and_stays_as_it_was_typed(qtbot, workshop):
    before = workshop.model.draft
    page = workshop.pages["tables"]
    workshop.open_page("tables")
    grid = page.grids["tables"]
    grid.grid.paste("w\tWeather\td6\t\tlow\t3\tclear\t")
    assert "Lowest roll is a number, not 'low'" in grid.wrong.text()
    assert workshop.model.draft == before
    workshop.open_page("check")
    workshop.open_page("tables")
    assert grid.grid.item(0, 4).text() == "low"
    grid.grid.item(0, 4).setText("1")
    assert grid.wrong.text() == ""
    assert workshop.model.draft.rows("tables")[0]["die"] == "d6"


def test_a_mistake_keeps_it_from_being_played_until_its_mend(qtbot, workshop):
    seats = workshop.pages["seats"].sheet
    workshop.open_page("seats")
    seats.grid.selectRow(0)
    press(qtbot, seats.less)
    settled(qtbot, workshop)
    assert not workshop.buttons.play.isEnabled()
    assert not workshop.buttons.give.isEnabled()
    workshop.open_page("check")
    check = workshop.pages["check"]
    assert clipped(workshop) == []
    press(qtbot, check.mends[0])
    settled(qtbot, workshop)
    assert workshop.buttons.play.isEnabled()
    assert workshop.model.draft.rows("seats")[-1]["role"] == "umpire"


def test_opening_and_looking_writes_nothing(qtbot, workshop):
    before = (workshop.model.folder / "campaign.toml").read_bytes()
    for page in PAGES:
        workshop.open_page(page)
    settled(qtbot, workshop)
    workshop.shut()
    assert (workshop.model.folder / "campaign.toml").read_bytes() == before
    assert not workshop.model.can_undo


def test_going_away_keeps_what_was_typed_last(qtbot, workshop):
    workshop.open_page("start")
    start = workshop.pages["start"]
    start.name.setText("The ford")
    start.name.editingFinished.emit()
    workshop.shut()
    assert read_design(workshop.model.folder)[0].name == "The ford"


def test_a_click_on_the_calendar_says_when_the_picked_battle_begins(qtbot, workshop):
    workshop.open_page("graph")
    graph = workshop.pages["graph"]
    graph.canvas.pick(("second",))
    where = graph.strip.slot_box(3).center().toPoint()
    qtbot.mouseClick(graph.strip, Qt.MouseButton.LeftButton, pos=where)
    settled(qtbot, workshop)
    assert workshop.model.design.node["second"].start == 3


def test_by_keys_alone_a_battle_is_added_and_taken_out(qtbot, workshop):
    workshop.open_page("graph")
    canvas = workshop.pages["graph"].canvas
    qtbot.keyClick(canvas, Qt.Key.Key_B)
    assert len(canvas.nodes) == 3
    assert canvas.on == ("battle-3",)
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
    assert len(canvas.nodes) == 2
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.on
    qtbot.keyClick(canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    workshop.model.undo()
    assert len(workshop.model.draft.rows("nodes")) in (2, 3)


def test_a_circle_of_battles_is_refused_with_its_reason(qtbot, workshop):
    told = []
    workshop.noticed.connect(told.append)
    workshop.pages["graph"].canvas.joined.emit(("second",), ("first",))
    assert "back to itself" in told[0].what
    assert len(workshop.model.draft.rows("links")) == 1


def test_a_tick_gives_a_seat_a_formation(qtbot, workshop):
    workshop.open_page("seats")
    seats = workshop.pages["seats"]
    seats.sheet.grid.setCurrentCell(1, 0)
    press(qtbot, seats.commands.ticks["red-1"])
    settled(qtbot, workshop)
    seat = workshop.model.design.seat("red")
    assert (seat.formations, seat.role) == (("red-1",), "commander")


def test_the_odds_of_a_table_with_and_without_its_modifier(qtbot):
    made = opened(qtbot, "week-on-a-map")
    made.odds.table.setCurrentIndex(1)
    made.odds._fill()
    told = [(bar.label, bar.figure) for bar in made.odds.bars.rows]
    assert told == [
        ("one is lost", "4 in 10"), ("", "6 in 10"), ("all come", "6 in 10"), ("", "4 in 10"),
    ]  # fmt: skip
    made.shut()


def test_a_picture_becomes_the_map_and_places_are_clicked_onto_it(qtbot, tmp_path, monkeypatch):
    made = opened(qtbot, "week-on-a-map")
    page = made.pages["map"]
    made.open_page("map")
    file = tmp_path / "country.png"
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#99aa77"))
    image.save(str(file))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(file), ""))
    press(qtbot, page.picture)
    qtbot.waitUntil(lambda: not page.view.image.isNull(), timeout=WAIT)
    page.list.setCurrentRow(0)
    for share in ((0.3, 0.3), (0.6, 0.6)):
        where = page.view.place(share)
        qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=QPointF(where).toPoint())
    settled(qtbot, made)
    assert [mark.at is not None for mark in page.view.marks] == [True, True, False]
    press(qtbot, made.buttons.undo)
    assert [mark.at is not None for mark in page.view.marks] == [True, False, False]
    settled(qtbot, made)
    assert list(made.model.folder.glob("map-*.png"))
    made.shut()


def test_a_file_that_is_no_picture_is_told(qtbot, tmp_path, monkeypatch):
    made = opened(qtbot)
    page = made.pages["map"]
    file = tmp_path / "notes.png"
    file.write_text("no picture")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(file), ""))
    press(qtbot, page.picture)
    qtbot.waitUntil(lambda: "is no picture" in page.told.text(), timeout=WAIT)
    assert made.model.draft.atlas is None
    made.shut()


def test_a_pack_is_opened_from_the_wizard_and_a_broken_one_is_told(qtbot, tmp_path, monkeypatch):
    folder = new_design("June", "double-blind", first_day=date(1944, 6, 6))
    good = give_away(folder, tmp_path / "theirs")
    bad = tmp_path / "bad.wdpack"
    bad.write_bytes(b"nothing")
    dialog = TemplateDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(bad), ""))
    press(qtbot, dialog.given)
    qtbot.waitUntil(lambda: bool(dialog.problem.text()), timeout=WAIT)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(good), ""))
    with qtbot.waitSignal(dialog.made, timeout=WAIT) as told:
        press(qtbot, dialog.given)
    assert told.args == [own_packs() / "theirs"]


@pytest.mark.parametrize("template", [one.id for one in TEMPLATES])
def test_what_a_seat_would_be_sent_is_shown_while_building(qtbot, template):
    made = opened(qtbot, template)
    made.open_page("seats")
    seats = made.pages["seats"]
    seats.sheet.grid.setCurrentCell(0, 0)
    assert not seats.sample.isEnabled()
    assert "any but the umpire" in seats.sample.toolTip()
    seats.sheet.grid.setCurrentCell(1, 0)
    press(qtbot, seats.sample)
    qtbot.waitUntil(lambda: seats.dialog is not None, timeout=WAIT)

    dialog = seats.dialog
    own = made.model.draft.rows("seats")[1]["name"]
    assert own in dialog.packet.toPlainText()
    assert "Order of battle" in dialog.packet.toPlainText()
    assert dialog.form.toPlainText().startswith("WarDesk orders form")
    assert dialog.form.isReadOnly()
    assert clipped(dialog) == []
    dialog.reject()
    assert made.model.kept
    made.shut()


def test_the_first_day_can_be_read(qtbot, workshop):
    field = workshop.pages["start"].day
    words = field.lineEdit()

    assert words.text() == "6 June 1944"
    assert words.width() > words.fontMetrics().horizontalAdvance(words.text())


def test_turns_are_told_apart_by_their_first_letters():
    assert told_apart(["Morgen", "Mittag", "Abend", "Nacht"]) == ["Mo", "Mi", "A", "N"]
    assert told_apart(["07", "09", "Night"]) == ["07", "09", "N"]
    assert told_apart(["Day", "Day two"]) == ["Day", "Day "]
