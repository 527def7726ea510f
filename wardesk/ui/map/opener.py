"""Opens maps in the window, a tab for each, and closes them without losing what was drawn."""

from __future__ import annotations

import gc
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QFileDialog

from wardesk.errors import UserError
from wardesk.paths import user_data
from wardesk.render.imported_look import dress
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.foreign_maps import open_foreign
from wardesk.services.maps.new_map import palette_choices
from wardesk.services.maps.trials import drawn_at
from wardesk.services.packs.pack_copy import own_map, pack_of
from wardesk.ui import theme
from wardesk.ui.canvas.printed import map_theme
from wardesk.ui.map.dialogs.new_map import Begun, NewMapDialog
from wardesk.ui.map.workspace import MapWorkspace
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.not_built import placeholder
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.notice import Notice
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.shell.main_window import MainWindow

MOST_RECENT = 12
SLOW_AFTER = 300
"""Milliseconds before a wait is explained."""


class MapOpener(QObject):
    """Joins Home and the Map place; holds the maps that are open."""

    tried = Signal(str)
    """This map, which is saved, is to be played on."""
    scenario_wanted = Signal(str)
    """A scenario is to be made of this map, which is saved."""
    opened = Signal(str)
    """A map was opened or saved under another name: its path, for the list of recent files."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window_ = window
        self._copied: Path | None = None
        self._followed = False
        """Whether the map that is being opened was asked for by a copy of it."""
        self._maps: list[MapWorkspace] = []
        """The maps that are open, as their tabs stand."""
        self._opening = Task(self)
        self._opening.done.connect(self._opened)
        self._opening.failed.connect(self._failed)
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_AFTER)
        self._slow.timeout.connect(self._say_opening)

    @property
    def workspace(self) -> MapWorkspace | None:
        """The open map that is in view, or was last; None if there is none."""
        found = self.window_.workspace("map")
        return found if isinstance(found, MapWorkspace) else None

    def open(self, path: Path) -> None:
        """Open a map for drawing, or go back to it if it is open.

        Who asks for the copy that a scenario made for a map has gets the map itself.
        """
        try:
            drawn = drawn_at(path)
            own = own_map(drawn or path)
        except UserError as error:
            self.window_.tell(error)
            return
        self._followed = drawn is not None
        self._copied = own if not self._followed and own != path.resolve() else None
        path = own
        open_one = next((one for one in self._maps if one.session.path == path), None)
        if open_one is not None:
            self.bring(open_one)
            self._tell_followed()
            return
        if self._opening.running:
            return  # a second click on the same card
        self._opening.start(partial(EditSession.open, path))
        self._slow.start()

    def open_foreign(self, path: Path) -> None:
        """Make a new map of another program's, and open it."""
        if not self._opening.running:
            self._copied, self._followed = None, False
            self._opening.start(partial(open_foreign, path, user_data() / "maps", dress))
            self._slow.start()

    def new_map(self) -> None:
        """Ask what the new map is to be; it opens when the dialog is done."""
        choices = palette_choices()
        now = preferences().now
        inks = map_theme(now.map_theme, theme.current() if now.map_follows else "light")
        folder = user_data() / "maps"
        dialog = NewMapDialog(choices, folder, inks, self.window_)
        dialog.begun.connect(self._begin)
        dialog.open()

    def _begin(self, begun: Begun) -> None:
        try:
            begun.path.parent.mkdir(parents=True, exist_ok=True)
            session = EditSession.new(begun.document, begun.path)
        except UserError as error:
            self.window_.tell(error)
            return
        except OSError as error:
            words = tr("WarDesk could not begin the map: {0}.").format(error.strerror or error)
            self.window_.tell(UserError(words, tr("Choose another place.")))
            return
        self.show_session(session)

    def show_session(self, session: EditSession) -> None:
        """Show a session that somebody else has opened or begun."""
        workspace = MapWorkspace(session, self.window_)
        workspace.save_as_asked.connect(self.save_as)
        workspace.close_asked.connect(self.close_map)
        workspace.new_asked.connect(self.new_map)
        workspace.try_asked.connect(partial(self._hand_on, self.tried))
        workspace.scenario_asked.connect(partial(self._hand_on, self.scenario_wanted))
        workspace.turned.connect(self.turn)
        workspace.retitled.connect(self._show_tabs)
        workspace.tabs.chosen.connect(lambda place: self.bring(self._maps[place]))
        workspace.tabs.closed.connect(lambda place: self.close_map(self._maps[place]))
        self._maps.append(workspace)
        self.bring(workspace)
        if session.notices:  # in one notice: of several the window would fold the first away
            self.window_.notify(Notice("\n".join(map(shown, session.notices))))
        # collecting garbage would go through every cell of a large map, in the middle of a stroke
        gc.freeze()
        self._remember(session.path)
        self.opened.emit(str(session.path))

    def _remember(self, path: Path) -> None:
        """Newest first in the list of recent maps."""
        others = [one for one in preferences().now.recent_maps if one != str(path)]
        preferences().change("recent_maps", (str(path), *others)[:MOST_RECENT])

    def _hand_on(self, signal: SignalInstance) -> None:
        """Save, then play on the map or make a scenario of it; what keeps it from that is told."""
        here = self.workspace
        if here is None or not here.sound() or not (here.session.is_saved or here.model.save()):
            return
        signal.emit(str(here.session.path))

    def bring(self, workspace: MapWorkspace) -> None:
        """Show one of the open maps."""
        here = self.workspace
        if here is not workspace:
            self.window_.set_workspace("map", workspace, keep=here in self._maps)
        self.window_.show_mode("map")
        self._show_tabs()

    def turn(self, by: int) -> None:
        """Go to the next tab, or with -1 to the one before."""
        here = self.workspace
        if here in self._maps:
            self.bring(self._maps[(self._maps.index(here) + by) % len(self._maps)])

    def _show_tabs(self) -> None:
        rows = [(one.title, one.subtitle, str(one.session.path), one.session.is_saved)
                for one in self._maps]  # fmt: skip
        here = self.workspace
        if here in self._maps:
            here.tabs.show_maps(rows, self._maps.index(here))

    def close_map(self, workspace: MapWorkspace | None = None) -> None:
        """Close a map, else the one in view; what was not saved is offered again."""
        here = self.workspace
        gone = workspace or here
        if gone is None or gone not in self._maps:
            return
        place = self._maps.index(gone)
        self._maps.remove(gone)
        gc.unfreeze()
        gone.shut()
        if gone is not here:
            self.window_.drop_workspace(gone)
            self._show_tabs()
        elif self._maps:
            self.window_.set_workspace("map", self._maps[min(place, len(self._maps) - 1)])
            self._show_tabs()
        else:
            home = partial(self.window_.show_mode, "home")
            self.window_.set_workspace("map", placeholder("map", self.window_, home, self.new_map))

    def save_as(self) -> None:
        """Ask for another place, write the map there and go on there."""
        here = self.workspace
        if here is None:
            return
        kinds = tr("WarDesk maps (*.wdmap)")
        start = str(here.session.path.with_suffix(".wdmap"))
        path, _ = QFileDialog.getSaveFileName(self.window_, tr("Save the map as"), start, kinds)
        if not path:
            return
        place = Path(path if path.endswith(".wdmap") else f"{path}.wdmap")
        try:
            here.session.save_as(place)
        except UserError as error:
            self.window_.tell(error)
            return
        here.model.kept.emit()
        self._remember(place)

    def shut(self) -> None:
        """The window closes: let go of all files and locks."""
        self._opening.stop()
        gc.unfreeze()
        while self._maps:
            self._maps.pop().shut()

    def _say_opening(self) -> None:
        self.window_.notify(Notice(tr("Opening the map…"), busy=True))

    def _opened(self, session: EditSession) -> None:
        self._slow.stop()
        self.window_.notices.clear()
        self.show_session(session)
        self._tell_followed()
        if self._copied is not None:
            words = tr("This is your own copy; what ships with WarDesk stays as it is.")
            pack = pack_of(self._copied)
            more = tr("Home lists its scenarios.") if pack is not None else ""
            self.window_.notify(Notice(words, more))

    def _tell_followed(self) -> None:
        if self._followed:
            words = tr("This is the map that you draw; the copy on the table follows it.")
            self.window_.notify(Notice(words, tr("It does so with every trial.")))

    def _failed(self, error: object) -> None:
        self._slow.stop()
        self.window_.notices.clear()
        if isinstance(error, UserError):
            self.window_.tell(error)
        elif isinstance(error, BaseException):
            raise error
