"""The desktop app: one application object, one window, the remembered theme."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from wardesk.errors import UserError
from wardesk.render.app import paint_alone
from wardesk.ui import theme
from wardesk.ui.display import no_platform
from wardesk.ui.gc_in_gui_thread import Sweeper
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.apply import Applier, apply_all
from wardesk.ui.shell.crash import FaultKeeper
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.settings import load_settings
from wardesk.ui.tasks import Task
from wardesk.words import tr

Tell = Callable[[UserError], int]
"""Says on the terminal why the program ends; its exit code."""


def make_app(argv: Sequence[str], tell: Tell | None = None) -> QApplication:
    """The application with the bundled fonts; the theme comes with the window.

    From here on only its thread looks for garbage. Where Qt has no screen, *tell* says so and the
    program ends: Qt itself would end it with a core dump.
    """
    paint_alone()
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    with _ending_in_words(tell or _plainly):
        app = QApplication(list(argv))
    app.setApplicationName("WarDesk")
    app.setDesktopFileName("wardesk")
    Sweeper(app)
    theme.load_fonts()
    return app


@contextmanager
def _ending_in_words(tell: Tell) -> Iterator[None]:
    """Take down what Qt says; its last word before it aborts is told in ours."""
    said: list[str] = []

    def take(kind: QtMsgType, _where: QMessageLogContext, words: str) -> None:
        if kind != QtMsgType.QtFatalMsg:
            said.append(words)
            return
        code = tell(no_platform(os.environ, [*said, words]))
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)  # when this returns, Qt aborts

    before = qInstallMessageHandler(take)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    sys.stderr.writelines(f"{words}\n" for words in said)


def _plainly(error: UserError) -> int:
    sys.stderr.write(f"{error.message}\n{error.advice}\n")
    return 2


def make_window(app: QApplication) -> MainWindow:
    """The window in the remembered theme and place; damaged settings become a notice."""
    settings, problem = load_settings()
    preferences().load(settings)
    apply_all(app)
    window = MainWindow(settings)
    Applier(app, window)
    if problem is not None:
        window.tell(problem)
    return window


class StartOpening(QObject):
    """Loads what opens games in a worker thread, so that the window is there first."""

    ready = Signal()

    def __init__(self, window: MainWindow, paths: Sequence[str] = ()) -> None:
        super().__init__(window)
        self._window, self._paths = window, tuple(paths)
        self.opener: QObject | None = None
        self._task = Task(self)
        self._task.done.connect(self._loaded)
        self._task.failed.connect(self._failed)
        window.closing.connect(self._task.stop)
        self._task.start(_load_opener)

    def _loaded(self, opener_type: type) -> None:
        opener = opener_type(self._window)
        self.opener = opener
        opener.refresh()
        for path in self._paths:
            opener.open_game(path)
        self.ready.emit()

    def _failed(self, error: BaseException) -> None:
        raise error


def _load_opener() -> type:
    return import_module("wardesk.ui.opener").Opener


def safe_words() -> str:
    """What is safe whatever happened: games are on disk before an answer counts."""
    return tr(
        "Your games are safe: every answer is on the disk before it counts. "
        "You can carry on; if the window behaves oddly, close it and open WarDesk again.",
    )


class Program(QObject):
    """The window and what is open in it; makes the window anew where a setting needs that."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self.window = self._make()
        self.opening: StartOpening | None = None

    def _make(self) -> MainWindow:
        window = make_window(self._app)
        window.reopen_asked.connect(self.reopen)
        return window

    def open(self, paths: Sequence[str]) -> None:
        """Show the window, then load what it shows."""
        self.window.show_remembered()
        self.opening = StartOpening(self.window, paths)

    def tell(self, error: UserError) -> None:
        """Show trouble in whatever window there is."""
        self.window.tell(error)

    def reopen(self) -> None:
        """Make the window again, with the same workspace and the same game."""
        old, mode = self.window, self.window.mode
        opener = self.opening.opener if self.opening is not None else None
        path = getattr(opener, "game_path", None)
        self._app.setQuitOnLastWindowClosed(False)
        old.close()
        self.window = self._make()
        self.open([str(path)] if path is not None and mode == "table" else [])
        if mode != "table":
            self.window.show_mode(mode)
        old.deleteLater()
        self._app.setQuitOnLastWindowClosed(True)
        self.window.show_settings()


def run(argv: Sequence[str], tell: Tell | None = None) -> int:
    """Open the window and stay until it is closed; the exit code of the program.

    *tell* as for `make_app`.
    """
    app = make_app(argv, tell)
    program = Program(app)
    keeper = FaultKeeper(program.tell, safe_words, program)
    keeper.install()
    program.open(argv[1:])
    return app.exec()
