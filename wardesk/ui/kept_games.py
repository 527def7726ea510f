"""What a person does with games that were begun: lists all, names and deletes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from wardesk.errors import UserError
from wardesk.services.play.kept_games import LONGEST, delete_game, rename_game, restore_game
from wardesk.ui.dialogs.text_dialog import TextDialog
from wardesk.ui.library import more_games
from wardesk.ui.shell.all_games import AllGames
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.widgets.notice import Notice
from wardesk.words import tr


class KeptGames(QObject):
    """Serves Home and the list of all games. ``opened(path)``; ``changed()``: Home is another.

    *let_go* closes the game of a path if that one is on the table.
    """

    opened = Signal(str)
    changed = Signal()

    def __init__(self, window: MainWindow, let_go: Callable[[Path], None]) -> None:
        super().__init__(window)
        self._window, self._let_go = window, let_go
        window.home.rename_asked.connect(self.rename)
        window.home.delete_asked.connect(self.delete)
        window.home.all_games_asked.connect(self.show_all)
        window.home.read_games = more_games

    def show_all(self) -> AllGames:
        """Open the list of all games."""
        dialog = AllGames(more_games, self._window)

        def rename(path: str, title: str) -> None:
            self.rename(path, title).finished.connect(dialog.read_again)

        def delete(path: str) -> None:
            self.delete(path)
            dialog.read_again()

        dialog.rename_asked.connect(rename)
        dialog.delete_asked.connect(delete)
        dialog.opened.connect(self.opened)
        dialog.new_asked.connect(partial(self._window.show_mode, "home"))
        dialog.new_asked.connect(self._window.home.focus_search)
        dialog.open()
        return dialog

    def rename(self, path: str, title: str) -> TextDialog:
        """Ask for another name of a game, a map or a campaign."""
        label = tr("What shall Home call it? Its file stays as it is.")
        dialog = TextDialog(tr("Rename"), label, title, self._window, most=LONGEST)
        dialog.remove.setToolTip(tr("Home calls it by its own name again"))
        dialog.given.connect(partial(self._named, Path(path)))
        dialog.removed.connect(partial(self._named, Path(path), ""))
        dialog.open()
        return dialog

    def _named(self, path: Path, name: str) -> None:
        self._do(partial(rename_game, path, name))

    def delete(self, path: str) -> None:
        """Put a game out of sight; a notice brings it back."""
        self._let_go(Path(path))
        gone: list[Path] = []
        self._do(lambda: gone.append(delete_game(Path(path))))
        for place in gone:
            back = (tr("Bring it back"), partial(self._do, partial(restore_game, place)))
            advice = tr("It lies in {0} until you remove it there.").format(place.parent)
            self._window.notify(Notice(tr("You deleted the game."), advice, actions=(back,)))

    def _do(self, deed: Callable[[], object]) -> None:
        try:
            deed()
        except UserError as error:
            self._window.tell(error)
        self.changed.emit()
