"""The way of a newcomer in a few small pictures: Home, guided game, briefing, own game, report.

The help shows them; ``wardesk screenshots resources/docs/pictures --newcomer`` makes them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPainter, qRgb
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.documents.packs.store import list_packs
from wardesk.services.play.session import PlaySession
from wardesk.ui.opener import Opener
from wardesk.ui.preferences import preferences
from wardesk.ui.screenshots.camera import ScreenshotCamera
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.shell.settings import SettingsFile
from wardesk.ui.table.past.report_dialog import ReportDialog
from wardesk.ui.table.workspace import TableWorkspace

SIZE, SHOWN = (1280, 800), QSize(960, 600)
_BEAT, _TURN = 6, 3
"""How far the guided and the own game are shown: beats done, turns begun."""


class _NewcomerCamera(ScreenshotCamera):
    """One window, light, in English."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        preferences().load(SettingsFile(theme="light", language="en"))
        super().__init__(app, folder, "", SIZE)
        self._opener = Opener(self._window)
        self._table: TableWorkspace | None = None

    def busy(self) -> bool:
        waiting = self._opener._listing.running or self._opener._painting.running
        return waiting or (self._table is not None and self._table.view.busy)

    def take_all(self) -> None:
        """Every picture of the way."""
        pack = next(pack for pack in list_packs() if pack.lessons)
        self._opener.refresh()
        self._keep("first-1-home", until=lambda: not self._window.home.start_here.isHidden())
        session = self._begin(pack.lessons[0])
        while session.guide is not None and session.guide.place().number < _BEAT:
            session.run(100)
            session.skip_beat()
        session.run(100)
        self._keep("first-2-guided-game")
        self._window.show_mode("home")
        self._opener.choose_players(pack.scenarios[0])
        dialog = self._window.findChildren(NewGameDialog)[-1]
        dialog.resize(1080, 700)
        self._keep("first-3-briefing", dialog)
        dialog.reject()
        session = self._begin(pack.scenarios[0])
        self._play(session, lambda: session.state.tracks.get("turn", 0) >= _TURN)
        self._keep("first-4-own-game")
        self._play(session, lambda: False)
        with TemporaryDirectory() as folder, chdir(folder):
            report = ReportDialog(session, Path("report.html"), self._window)
            report.show()
            self._keep("first-5-report", report, lambda: not report.open_button.isHidden())
            report.reject()
        self._shut_table()
        self._opener.shut()
        self.shut()

    def _begin(self, scenario: str) -> PlaySession:
        self._shut_table()
        session = PlaySession.new(scenario, seed=5, keep=False)
        self._table = TableWorkspace(session, self._window)
        self._table.model.runner.set_paused(True)
        self._window.set_workspace("table", self._table)
        self._window.show_mode("table")
        return session

    def _shut_table(self) -> None:
        if self._table is not None:
            self._table.shut()
            self._table = None

    @staticmethod
    def _play(session: PlaySession, done: Callable[[], bool]) -> None:
        """Let the scripted player answer for everybody until *done*, or to the end."""
        while session.ask is not None and not done():
            if session.step() is None:
                session.answer(session.bot_answer(session.ask.who))

    def _keep(
        self, name: str, over: QWidget | None = None, until: Callable[[], bool] = lambda: True
    ) -> None:
        """Save the window, with what lies over it, small."""
        self.wait(until)
        whole = self._window.grab().toImage()
        if over is not None:
            painter = QPainter(whole)
            painter.setOpacity(0.33)
            painter.fillRect(whole.rect(), Qt.GlobalColor.black)
            painter.setOpacity(1.0)
            room = self._window.size() - over.size()
            painter.drawPixmap(QPoint(room.width() // 2, room.height() // 2), over.grab())
            painter.end()
        smooth = Qt.TransformationMode.SmoothTransformation
        small = whole.scaled(SHOWN, Qt.AspectRatioMode.KeepAspectRatio, smooth)
        few, place = _of_few_colours(small), str(self._folder / f"{name}.png")
        few.save(place, "PNG", 0)  # pyright: ignore[reportCallIssue, reportArgumentType]


def _of_few_colours(picture: QImage) -> QImage:
    """*picture* in its 256 commonest colours: a third of the bytes, and no dots."""
    rough = picture.convertToFormat(QImage.Format.Format_RGB16)
    counts = Counter(memoryview(rough.constBits()).cast("B").cast("H").tolist())
    colours = [
        qRgb((c >> 11) * 255 // 31, (c >> 5 & 63) * 255 // 63, (c & 31) * 255 // 31)
        for c, _ in counts.most_common(256)
    ]
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    nearest = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    return plain.convertToFormat(QImage.Format.Format_Indexed8, colours, nearest)


def take_newcomer(app: QApplication, folder: Path) -> None:
    """Paint the way of a newcomer into *folder*."""
    _NewcomerCamera(app, folder).take_all()
