"""Opens maps in the window, one at a time, and closes them without losing what was drawn."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from wardesk.errors import UserError
from wardesk.services.edit_session import EditSession
from wardesk.ui.map.workspace import MapWorkspace
from wardesk.ui.shell.not_built import placeholder
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.notice import Notice

if TYPE_CHECKING:
    from wardesk.ui.shell.main_window import MainWindow

PATIENCE = 300
"""Milliseconds before a wait is explained."""


class MapDesk(QObject):
    """Joins Home and the Map place; holds the map that is open."""

    opened = Signal(str)
    """A map was opened or saved under another name: its path, for the list of recent files."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window_ = window
        self._opening = Task(self)
        self._opening.done.connect(self._opened)
        self._opening.failed.connect(self._failed)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(PATIENCE)
        self._slow.timeout.connect(self._say_opening)

    @property
    def workspace(self) -> MapWorkspace | None:
        """The open map, if there is one."""
        found = self.window_.workspace("map")
        return found if isinstance(found, MapWorkspace) else None

    def open(self, path: Path) -> None:
        """Open a map for drawing, or go back to it if it is the one that is open."""
        here = self.workspace
        if here is not None and here.session.path == path.resolve():
            self.window_.show_mode("map")
            return
        if self._opening.running:
            return  # a second click on the same card
        self._opening.start(partial(EditSession.open, path))
        self._slow.start()

    def show_session(self, session: EditSession) -> None:
        """Show a session that somebody else has opened or begun."""
        self.put_away()
        workspace = MapWorkspace(session, self.window_)
        self.window_.set_workspace("map", workspace)
        self.window_.show_mode("map")
        for words in session.notices:
            self.window_.notify(Notice(words))
        self.opened.emit(str(session.path))

    def close_map(self) -> None:
        """Close the open map; what was not saved stays beside it and is offered again."""
        self.put_away()
        home = partial(self.window_.show_mode, "home")
        self.window_.set_workspace("map", placeholder("map", self.window_, home))

    def put_away(self) -> None:
        """Let go of the open map's file and lock."""
        here = self.workspace
        if here is not None:
            here.shut()

    def shut(self) -> None:
        """The window closes."""
        self._opening.stop()
        self.put_away()

    def _say_opening(self) -> None:
        self.window_.notify(Notice(self.tr("Opening the map…")))

    def _opened(self, session: EditSession) -> None:
        self._slow.stop()
        self.window_.notices.clear()
        self.show_session(session)

    def _failed(self, error: object) -> None:
        self._slow.stop()
        self.window_.notices.clear()
        if isinstance(error, UserError):
            self.window_.tell(error)
        elif isinstance(error, BaseException):
            raise error
