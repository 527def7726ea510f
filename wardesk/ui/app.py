"""The desktop app: one application object, one window, the remembered theme."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from wardesk.ui import theme
from wardesk.ui.desk import Desk
from wardesk.ui.shell.crash import FaultKeeper
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.settings import load_settings


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
    desk = Desk(window)
    window.show_remembered()
    QTimer.singleShot(0, desk, desk.refresh)
    # Paths on the command line open once the window stands.
    for path in argv[1:]:
        QTimer.singleShot(0, window, lambda path=path: window.home.open_path.emit(path))
    return app.exec()
