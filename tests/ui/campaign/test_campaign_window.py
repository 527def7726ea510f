"""The campaign desk in the window, by mouse and keyboard, on a real file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from campaign_desk import WAIT, begin, key, settled
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from wardesk.services.campaign.desk import CampaignDesk, utc_now
from wardesk.ui.campaign.pages.results_model import OUT, STATE
from wardesk.ui.campaign.worker import nonce
from wardesk.ui.shell.cards import ContinueTile, ScenarioTile
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label

pytestmark = pytest.mark.usefixtures("light")


def typed_result(qtbot, page, row, words, column=OUT):
    """Type into a cell of the sheet as a person does."""
    page.table.setCurrentIndex(page.proxy.index(row, column))
    page.table.setFocus()
    qtbot.keyClick(page.table, words[0])
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    editor = QApplication.focusWidget()
    qtbot.keyClicks(editor, words[1:])
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not isinstance(QApplication.focusWidget(), QLineEdit))


def open_sheet(qtbot, desk, here, game):
    key(qtbot, desk, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    here.results.choose(game, "")
    qtbot.waitUntil(
        lambda: here.results.blank is not None and here.results.blank.game == game, timeout=WAIT
    )
    settled(qtbot, desk)


def test_home_offers_the_campaign_and_its_card_opens_the_dialog(desk, qtbot):
    with qtbot.waitSignal(desk._listing.done, timeout=WAIT):
        desk.refresh()
    home = desk.window_.home
    tiles = [t for t in home.tiles() if isinstance(t, ScenarioTile)]
    tile = next(t for t in tiles if t.card.campaign and "Market" in t.card.title)
    tile.setFocus()
    qtbot.keyClick(tile, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.campaigns.dialog is not None, timeout=WAIT)
    dialog = desk.campaigns.dialog
    assert dialog.begin_.isEnabled()
    assert clipped(dialog) == []
    dialog.place.selectAll()
    qtbot.keyClicks(dialog.place, "/nowhere/at/all.wdcamp")
    assert not dialog.begin_.isEnabled()
    assert "no folder" in dialog.problem.text()
    dialog.reject()


@pytest.mark.slow
def test_a_campaign_from_its_first_step_to_the_same_page_after_opening_it_again(desk, qtbot):
    here = begin(qtbot, desk)
    page = here.worker.page
    assert (page.name, dict(page.seats)["german"]) == ("Test run", "German commander (Erika)")

    for _ in range(3):
        key(qtbot, desk, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert [row.state for row in here.worker.page.checks][:4] == ["done", "done", "done", "now"]

    open_sheet(qtbot, desk, here, "WED")
    sheet = here.results
    assert not sheet.accept.isEnabled()
    first = sheet.model.lines[0]
    typed_result(qtbot, sheet, 0, str(first.before - 1))
    typed_result(qtbot, sheet, 1, "shaken", STATE)
    sheet.flush()
    qtbot.waitUntil(sheet.accept.isEnabled, timeout=WAIT)
    events = here.worker.page.events
    qtbot.mouseClick(sheet.accept, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    told = [line.words for line in here.worker.page.log[events:]]
    assert len(told) == 2
    assert "lost 1 step" in told[0]
    assert "shaken" in told[1]

    key(qtbot, desk, Qt.Key.Key_U)
    rulings = here.rulings
    query = rulings.current
    assert not rulings.rule.isEnabled()
    qtbot.keyClicks(rulings.reason, "We asked the players")
    qtbot.keyClick(rulings.reason, Qt.Key.Key_Return)
    settled(qtbot, desk)
    row = next(each for each in here.worker.page.queries if each.id == query)
    assert row.reason == "We asked the players"

    before = here.worker.page.formations
    assert here.worker.undo_steps
    key(qtbot, desk, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    row = next(each for each in here.worker.page.queries if each.id == query)
    assert not row.ruled_by
    assert any(line.undone for line in here.worker.page.log)
    assert here.worker.page.formations == before

    last = here.worker.page
    desk.campaigns.close_campaign()
    assert desk.campaigns.workspace is None
    desk.open_game(last.path)
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    assert desk.campaigns.workspace.worker.page == last


@pytest.mark.slow
def test_a_die_from_the_table_is_typed_and_what_it_brought_is_said(begin_at, desk, qtbot):
    here = begin_at("18 Sep 0700", typed=True)
    assert not here.ask.primary.isEnabled()
    assert "typed" in here.ask.primary.toolTip()
    here.ask.typed.fields[0].setText("0")
    with qtbot.waitSignal(here.worker.paged, timeout=WAIT):
        here.controller.roll(0)
    settled(qtbot, desk)
    assert here.worker.page.weather
    assert here.worker.page.weather in here.ask.last


@pytest.mark.slow
def test_deciding_instead_of_the_die_waits_for_a_reason(begin_at, desk, qtbot):
    here = begin_at("18 Sep 0700")
    card = here.ask
    card.outcome.setCurrentIndex(card.outcome.findText("rain"))
    assert not card.overrule.isEnabled()
    assert "reason" in card.overrule.toolTip()
    qtbot.keyClicks(card.reason, "Agreed by all")
    qtbot.mouseClick(card.overrule, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    assert here.worker.page.weather == "rain"
    assert any(line.ruled and "Agreed by all" in line.words for line in here.worker.page.log)


@pytest.mark.slow
def test_keys_in_a_field_are_letters_and_j_and_k_walk_the_rows(desk, qtbot):
    here = begin(qtbot, desk)
    events = here.worker.page.events
    here.formations.search.setFocus()
    qtbot.keyClicks(here.formations.search, "nunun")
    assert here.formations.search.text() == "nunun"
    assert here.worker.page.events == events
    here.needs.focus_first()
    key(qtbot, desk, Qt.Key.Key_J)
    assert here.needs.buttons[1].hasFocus()
    key(qtbot, desk, Qt.Key.Key_K)
    assert here.needs.buttons[0].hasFocus()
    line = [row.key for row in here.worker.page.attention].index("step")
    for _ in range(line):
        key(qtbot, desk, Qt.Key.Key_J)
    key(qtbot, desk, Qt.Key.Key_Return)
    assert here.worker.page.checks[0].state == "done"


@pytest.mark.slow
def test_a_sheet_with_more_than_went_in_is_off_until_somebody_says_why(desk, qtbot):
    here = begin(qtbot, desk)
    for _ in range(3):
        key(qtbot, desk, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    open_sheet(qtbot, desk, here, "WED")
    sheet = here.results
    row = next(k for k, line in enumerate(sheet.model.lines) if line.full > 1)
    typed_result(qtbot, sheet, row, str(sheet.model.lines[row].full - 1))
    sheet.flush()
    qtbot.waitUntil(sheet.accept.isEnabled, timeout=WAIT)
    qtbot.mouseClick(sheet.accept, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)

    open_sheet(qtbot, desk, here, "WED")
    line = sheet.model.lines[row]
    typed_result(qtbot, sheet, row, "9")
    assert "steps at most" in sheet.model.lines[row].trouble
    typed_result(qtbot, sheet, row, str(line.before + 1))
    sheet.flush()
    settled(qtbot, desk)
    assert not sheet.accept.isEnabled()
    assert sheet.band.isVisible()
    sheet.model.change(row, note="replacements from the sea tail")
    sheet.flush()
    qtbot.waitUntil(sheet.accept.isEnabled, timeout=WAIT)


@pytest.mark.slow
def test_what_was_typed_into_a_sheet_is_there_again_after_closing(desk, qtbot):
    here = begin(qtbot, desk)
    for _ in range(3):
        key(qtbot, desk, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    open_sheet(qtbot, desk, here, "WED")
    typed_result(qtbot, here.results, 0, "0")
    here.results.flush()
    settled(qtbot, desk)
    path = here.worker.page.path
    desk.campaigns.close_campaign()
    desk.open_game(path)
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    again = desk.campaigns.workspace
    open_sheet(qtbot, desk, again, "WED")
    assert again.results.model.lines[0].out == "0"


@pytest.mark.slow
def test_a_correction_names_what_goes_with_it_and_asks_for_a_reason(begin_at, desk, qtbot):
    here = begin_at("17 Sep 1500")
    here.show_page("log")
    landed = next(line for line in here.worker.page.log if "landed" in line.words or
                  "arrived: drop" in line.words)  # fmt: skip
    here.log.select(landed.number)
    qtbot.mouseClick(here.log.take_back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: here.controller.dialog is not None, timeout=WAIT)
    dialog = here.controller.dialog
    assert not dialog.confirm.isEnabled()
    qtbot.keyClicks(dialog.reason, "Wrong zone")
    qtbot.keyClick(dialog.reason, Qt.Key.Key_Return)
    settled(qtbot, desk)
    assert here.worker.page.log[landed.number - 1].undone
    assert "Wrong zone" in here.worker.page.log[-1].words


@pytest.mark.slow
def test_a_seat_sees_its_own_and_can_do_nothing(begin_at, desk, qtbot):
    here = begin_at("17 Sep 1500")
    here.worker.see_as("german")
    settled(qtbot, desk)
    assert {row.side for row in here.formations.model.rows} == {"german"}
    assert here.seat.currentData() == "german"
    assert not here.next_.isEnabled()
    events = here.worker.page.events
    key(qtbot, desk, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert here.worker.page.events == events
    assert "Head" not in " ".join(here.facts)
    here.worker.see_as("umpire")
    settled(qtbot, desk)
    assert here.next_.isEnabled()


@pytest.mark.slow
def test_a_campaign_held_elsewhere_names_who_holds_it(desk, qtbot, tmp_path):
    here = begin(qtbot, desk)
    path = Path(here.worker.page.path)
    desk.campaigns.close_campaign()
    with CampaignDesk.open(path, write=True, now=utc_now, nonce=nonce):
        desk.open_game(str(path))
        qtbot.waitUntil(lambda: bool(desk.window_.notices.notices), timeout=WAIT)
        settled(qtbot, desk)
        assert "is open in another WarDesk" in desk.window_.notices.notices[-1].what
    assert desk.campaigns.workspace is None


@pytest.mark.slow
def test_a_damaged_campaign_says_what_can_be_saved_and_saves_it(desk, qtbot):
    here = begin(qtbot, desk)
    key(qtbot, desk, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    path, events = Path(here.worker.page.path), here.worker.page.events
    desk.campaigns.close_campaign()
    spoilt = bytearray(path.read_bytes())
    spoilt[spoilt.rfind(b"Drop One")] ^= 1
    path.write_bytes(bytes(spoilt))
    desk.open_game(str(path))
    qtbot.waitUntil(lambda: desk.campaigns.doctor is not None, timeout=WAIT)
    doctor = desk.campaigns.doctor
    assert f"{events} events" in doctor.words.text()
    assert clipped(doctor) == []
    qtbot.mouseClick(doctor.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    assert desk.campaigns.workspace.worker.page.events == events
    assert list(path.parent.glob("*.before-restore"))


@pytest.mark.slow
def test_home_lists_a_campaign_that_was_open(desk, qtbot):
    here = begin(qtbot, desk)
    desk.campaigns.close_campaign()
    with qtbot.waitSignal(desk._listing.done, timeout=WAIT):
        desk.refresh()
    tiles = [t for t in desk.window_.home.tiles() if isinstance(t, ContinueTile)]
    assert [t.card.title for t in tiles] == ["Test run"]
    assert here.title == "Test run"


@pytest.mark.slow
@pytest.mark.parametrize("page", ["formations", "log", "rulings", "results"])
def test_nothing_is_clipped_and_everything_has_a_name(begin_at, desk, qtbot, page):
    here = begin_at("18 Sep 0700")
    if page == "results":
        open_sheet(qtbot, desk, here, "WED")
    else:
        here.show_page(page)
    qtbot.waitUntil(lambda: clipped(here) == [])
    assert clipped(here.bar) == []
    for widget in here.findChildren(object):
        kind = type(widget).__name__
        if kind in ("Button", "QComboBox", "QLineEdit", "PlainTable", "ToolButton", "Switch") and (
            widget.isVisible() and widget.objectName() != "qt_spinbox_lineedit"
        ):
            assert widget.accessibleName(), f"{kind} without a name"


# ---- copies, and files that cannot be read now --------------------------------------------------


def chosen(monkeypatch, place):
    """The file dialog answers *place*."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(place), ""))


@pytest.mark.slow
def test_a_copy_is_saved_by_its_key_while_the_campaign_stays_open(
    desk, qtbot, tmp_path, monkeypatch
):
    here = begin(qtbot, desk)
    chosen(monkeypatch, tmp_path / "mine")

    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    key(qtbot, desk, Qt.Key.Key_S, held)

    copy = tmp_path / "mine.wdcamp"
    qtbot.waitUntil(copy.is_file, timeout=WAIT)
    with CampaignDesk.open(copy, write=True, now=utc_now, nonce=nonce) as copied:
        assert copied.ledger.head == here.worker.page.events
    assert here.worker.page.writable


@pytest.mark.slow
def test_a_campaign_that_is_open_elsewhere_offers_a_copy(desk, qtbot, tmp_path, monkeypatch):
    here = begin(qtbot, desk)
    path = Path(here.worker.page.path)
    desk.campaigns.close_campaign()
    chosen(monkeypatch, tmp_path / "mine.wdcamp")
    with CampaignDesk.open(path, write=True, now=utc_now, nonce=nonce):
        desk.campaigns.open(path)
        qtbot.waitUntil(lambda: bool(desk.window_.notices.notices), timeout=WAIT)
        (label, run) = desk.window_.notices.notices[-1].actions[0]
        assert label == "Save a copy…"
        run()
        qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
        settled(qtbot, desk)

    assert Path(desk.campaigns.workspace.worker.page.path) == tmp_path / "mine.wdcamp"


@pytest.mark.slow
def test_a_newer_file_is_called_newer_and_offers_no_restore(desk, qtbot):
    here = begin(qtbot, desk)
    path = Path(here.worker.page.path)
    desk.campaigns.close_campaign()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA user_version=99")

    desk.campaigns.examine(path)
    qtbot.waitUntil(lambda: desk.campaigns.doctor is not None, timeout=WAIT)

    doctor = desk.campaigns.doctor
    said = [label.text() for label in doctor.findChildren(Label)]
    assert "A newer WarDesk wrote this campaign" in said
    assert not doctor.restore.isVisible()
    assert clipped(doctor) == []
    doctor.reject()


# ---- the next thing that needs somebody ---------------------------------------------------------


def press(qtbot, desk, words):
    """Press the button of the card that says so."""
    here = desk.campaigns.workspace

    def found():
        buttons = here.ask.findChildren(Button)
        return [each for each in buttons if each.text() == words and each.isVisible()]

    qtbot.waitUntil(lambda: bool(found()))
    qtbot.mouseClick(found()[0], Qt.MouseButton.LeftButton)
    settled(qtbot, desk)


@pytest.mark.slow
def test_n_goes_to_what_needs_somebody_and_does_not_pass_it(desk, qtbot):
    here = begin(qtbot, desk)
    first = here.worker.page.need
    assert first.key == "duty:raid"
    key(qtbot, desk, Qt.Key.Key_N)
    assert here.ask.accessibleName() == "Due"
    assert here.ask.primary.hasFocus()
    key(qtbot, desk, Qt.Key.Key_N)
    assert here.worker.page.need == first
    press(qtbot, desk, "19 Sep Night")
    assert "raid" in here.worker.page.log[-1].words + here.worker.page.log[-2].words
    key(qtbot, desk, Qt.Key.Key_N)
    assert here.worker.page.need.key == "duty:hot"
    press(qtbot, desk, "Do it")
    key(qtbot, desk, Qt.Key.Key_N)  # Drop One comes by itself; then its supplies are asked about
    assert here.worker.page.need.key.startswith("duty:supply.")
    qtbot.waitUntil(lambda: clipped(here) == [])


@pytest.mark.slow
def test_what_is_due_is_left_with_a_reason(desk, qtbot):
    here = begin(qtbot, desk)
    key(qtbot, desk, Qt.Key.Key_N)
    leave = [b for b in here.ask.findChildren(Button) if b.text() == "Leave it"][-1]
    assert not leave.isEnabled()
    here.ask.note.setText("no bombers")
    assert leave.isEnabled()
    press(qtbot, desk, "Leave it")
    assert here.worker.page.need.key != "duty:raid"
    assert "no bombers" in here.worker.page.log[-1].words


@pytest.mark.slow
def test_the_list_has_bands_and_counts_only_what_waits_now(desk, qtbot):
    here = begin(qtbot, desk)
    bands = {row.band for row in here.worker.page.attention}
    assert bands == {"now", "today", "later"}
    now = [row for row in here.worker.page.attention if row.verb != "later"]
    assert len(here.needs.buttons) == len(now)
    row = next(row for row in now if row.key == "duty:hot")
    here.open_row(row)
    assert here.ask.primary.text() == "Do it"


@pytest.mark.slow
def test_nothing_in_the_dock_is_cut_when_the_list_changes(desk, qtbot, begin_at):
    here = begin_at("18 Sep 1900")
    assert clipped(here.left_dock) == []
    for _ in range(3):
        if here.worker.page.ask is not None and here.worker.page.ask.choices:
            here.controller.choose(here.worker.page.ask.choices[0][0])
        else:
            here.next_step()
        settled(qtbot, desk)
        qtbot.waitUntil(lambda: clipped(here.left_dock) == [], timeout=WAIT)
