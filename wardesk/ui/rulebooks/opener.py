"""Joins the window and the workshop of games with rules of one's own: begun, opened, closed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from wardesk.errors import UserError
from wardesk.services.packs.pack_copy import copy_pack, is_shipped
from wardesk.services.packs.places import pack_folders
from wardesk.services.packs.shelf import open_pack
from wardesk.services.rulebooks.packs import is_book, take_in
from wardesk.ui.opening import Opening
from wardesk.ui.rulebooks.new_dialog import NewRulebookDialog
from wardesk.ui.rulebooks.workspace import RulebookWorkspace
from wardesk.ui.widgets.notice import Notice
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.shell.main_window import MainWindow

PLACE = "campaign"
"""Where workshops stand: map and table stay open beside it."""


class RulebookOpener(Opening):
    """``played(scenario)``: ask who plays it; ``map_asked(path)``; ``changed()``: look at Home."""

    played = Signal(str)
    map_asked = Signal(object)
    changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._taking = self.task(self.open)
        self._shelving = self.task(lambda _pack: self.changed.emit())
        self.dialog: NewRulebookDialog | None = None

    @property
    def workspace(self) -> RulebookWorkspace | None:
        """The open workshop."""
        found = self.window_.workspace(PLACE)
        return found if isinstance(found, RulebookWorkspace) else None

    def new(self) -> None:
        """Ask from what a game begins, or which one goes on."""
        there = [folder for folder in pack_folders() if is_book(folder)]
        self.dialog = NewRulebookDialog(there, self.window_)
        self.dialog.made.connect(self.open)
        self.dialog.open()

    def take_in(self, file: Path) -> None:
        """Put a game that somebody gave away among one's own, and open its workshop."""
        self._taking.start(partial(take_in, file))

    def open(self, folder: Path) -> None:
        """Open the workshop of a game; of a shipped one a copy."""
        folder = folder.resolve()
        here = self.workspace
        if here is not None and here.model.folder == folder:
            self.window_.show_mode(PLACE)
            return
        try:
            copied = is_shipped(folder)
            folder = copy_pack(folder) if copied else folder
            made = RulebookWorkspace(folder, self.window_)
        except UserError as error:
            self.tell(error)
            return
        self.window_.workspace(PLACE).shut()
        made.play_asked.connect(self.play)
        made.map_asked.connect(self.map_asked)
        made.close_asked.connect(self.close)
        self.window_.set_workspace(PLACE, made)
        self.window_.show_mode(PLACE)
        if copied:
            words = tr("This is a copy of your own: what ships with WarDesk stays as it is.")
            self.window_.notify(Notice(words))
        self.changed.emit()

    def play(self, scenario: str) -> None:
        """Put the pack on Home, and ask who plays."""
        folder = Path(scenario).parent.parent
        self._shelving.start(partial(open_pack, folder))
        self.played.emit(scenario)

    def close(self) -> None:
        """Close the workshop; its files have everything."""
        if self.workspace is not None:
            self.workspace.shut()
            self.window_.empty(PLACE)

    def shut(self) -> None:
        super().shut()
        if self.workspace is not None:
            self.workspace.shut()
