"""The desktop app: one application object, one window, the remembered theme."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from wardesk.ui import theme
from wardesk.ui.shell.crash import FaultKeeper
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.settings import load_settings
from wardesk.ui.tasks import Task


def make_app(argv: Sequence[str]) -> QApplication:
    """The application with the bundled fonts; the theme comes with the window."""
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    app = QApplication(list(argv))
    app.setApplicationName("WarDesk")
    app.setDesktopFileName("wardesk")
    theme.load_fonts()
    return app


def make_window(app: QApplication) -> MainWindow:
    """The window in the remembered theme and place; damaged settings become a notice."""
    settings, problem = load_settings()
    dark = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    theme.apply(app, settings.theme or ("dark" if dark else "light"))
    window = MainWindow(settings)
    if problem is not None:
        window.tell(problem)
    return window


class Opening(QObject):
    """Loads the desk in a worker thread, so that the window is there first."""

    ready = Signal()

    def __init__(self, window: MainWindow, paths: Sequence[str] = ()) -> None:
        super().__init__(window)
        self._window, self._paths = window, tuple(paths)
        self.desk: QObject | None = None
        self._task = Task(self)
        self._task.done.connect(self._loaded)
        self._task.failed.connect(self._failed)
        window.closing.connect(self._task.stop)
        self._task.start(_load_desk)

    def _loaded(self, desk_type: type) -> None:
        desk = desk_type(self._window)
        self.desk = desk
        desk.refresh()
        for path in self._paths:
            desk.open_game(path)
        self.ready.emit()

    def _failed(self, error: BaseException) -> None:
        raise error


def _load_desk() -> type:
    return import_module("wardesk.ui.desk").Desk


def safe_words() -> str:
    """What is safe whatever happened: games are on disk before an answer counts."""
    return QApplication.translate(
        "Crash",
        "Your games are safe: every answer is on the disk before it counts. "
        "You can carry on; if the window behaves oddly, close it and open WarDesk again.",
    )


def run(argv: Sequence[str]) -> int:
    """Open the window and stay until it is closed; the exit code of the program."""
    app = make_app(argv)
    window = make_window(app)
    keeper = FaultKeeper(window.tell, safe_words, window)
    keeper.install()
    window.show_remembered()
    Opening(window, argv[1:])
    return app.exec()
