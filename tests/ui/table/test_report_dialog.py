"""The after-action report from the window: written behind the scenes, opened, given up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.engine.types import Choose
from wardesk.reports import after_action
from wardesk.ui.table.past import report_dialog
from wardesk.ui.table.past.report_dialog import ReportDialog


def plain(monkeypatch):
    """Pictures cost nothing here."""
    painter = after_action.Painter(lambda *_: b"table", lambda *_: b"heat")
    monkeypatch.setattr(after_action, "qt_painter", lambda: painter)


def test_the_report_is_written_and_can_be_opened(tables, qtbot, tmp_path, monkeypatch):
    plain(monkeypatch)
    table, opened = tables(), []
    table.session.answer(Choose("done"))
    path = tmp_path / "report.html"

    dialog = ReportDialog(table.session, path, table, opener=opened.append)
    with qtbot.waitSignal(dialog.written, timeout=20000):
        dialog.open()

    assert "Mill valley" in path.read_text("utf-8")
    assert dialog.bar.value() == dialog.bar.maximum()
    QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert [url.toLocalFile() for url in opened] == [str(path)]


def test_a_report_given_up_writes_nothing(tables, tmp_path, monkeypatch):
    plain(monkeypatch)
    table = tables()
    path = tmp_path / "report.html"
    before = report_dialog._counted
    monkeypatch.setattr(report_dialog, "_counted", lambda p, stop, step: before(p, stop, stop.wait))

    dialog = ReportDialog(table.session, path, table)
    dialog.reject()

    assert not path.exists()


def test_what_cannot_be_written_is_said(tables, qtbot, tmp_path, monkeypatch):
    plain(monkeypatch)
    table = tables()

    dialog = ReportDialog(table.session, tmp_path / "none" / "x" / "report.html", table)
    qtbot.waitUntil(lambda: not dialog.running, timeout=20000)

    assert "could not be written" in dialog._words.text()
    dialog.reject()
