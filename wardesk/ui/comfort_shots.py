"""Pictures of what a person can choose: settings, keys, other languages, sizes and themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QDeadlineTimer, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import CHANCE
from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.apply import apply_all
from wardesk.ui.shell.keys import KeysEditor
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.settings import Settings
from wardesk.ui.shell.settings_dialog import SettingsDialog
from wardesk.ui.table.workspace import TableWorkspace

VARIANTS = {
    "english": Settings(theme="light", language="en"),
    "german": Settings(theme="light", language="de"),
    "contrast": Settings(theme="contrast", language="en"),
    "dark_cvd": Settings(theme="dark", language="en", map_theme="cvd"),
    "large": Settings(theme="light", language="en", text_size=150),
    "german_large": Settings(theme="light", language="de", text_size=130),
}
"""What is photographed, by name."""

_PATIENCE = 60_000
_SEED = 5


class _Studio:
    """One window with one set of settings."""

    def __init__(
        self, app: QApplication, folder: Path, name: str, settings: Settings, size: tuple[int, int]
    ) -> None:
        self._app, self._folder = app, folder
        self._tag = f"{name}_{size[0]}x{size[1]}"
        preferences().load(settings)
        apply_all(app)
        self._window = MainWindow(settings)
        self._window.resize(*size)
        self._window.show()
        self._table: TableWorkspace | None = None

    def _take(self, name: str, of: QWidget | None = None) -> None:
        until, calm = QDeadlineTimer(_PATIENCE), 0
        while calm < 5 and not until.hasExpired():
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            busy = self._table is not None and self._table.view.busy
            calm = 0 if busy else calm + 1
        (of or self._window).grab().save(str(self._folder / f"comfort_{name}_{self._tag}.png"))

    def dialogs(self) -> None:
        """Settings and keys."""
        for name, make in (
            ("settings", lambda: SettingsDialog(self._window)),
            ("keys", lambda: KeysEditor(self._window.commands, self._window)),
        ):
            dialog = make()
            dialog.show()
            self._take(name, dialog)
            dialog.close()
            dialog.deleteLater()

    def table(self) -> None:
        """A game, whole and close up on a turned sheet with the small map."""
        scenario = next((s for pack in list_packs() for s in pack.scenarios), "")
        if not scenario:
            return
        session = PlaySession.new(scenario, seed=_SEED, keep=False)
        for _ in range(12):
            ask = session.ask
            if ask is None:
                break
            if ask.who == CHANCE:
                session.roll()
            else:
                session.answer(session.bot_answer(ask.who, "policy"))
        self._table = table = TableWorkspace(session, self._window)
        table.runner.set_paused(True)
        self._window.set_workspace("table", table)
        self._window.show_mode("table")
        self._take("table")
        table.view.turn(1)
        table.view.zoom(2.2)
        preferences().load(replace(preferences().now, coordinates=True))
        self._take("turned")

    def shut(self) -> None:
        """Put everything away."""
        if self._table is not None:
            self._table.shut()
        self._window.hide()
        self._window.deleteLater()


def take_comfort(
    app: QApplication, folder: Path, size: tuple[int, int], names: tuple[str, ...] = ()
) -> None:
    """Photograph every variant, or those in *names*; the settings are as before afterwards."""
    before = preferences().now
    try:
        for name in names or tuple(VARIANTS):
            studio = _Studio(app, folder, name, VARIANTS[name], size)
            steps: tuple[Callable[[], None], ...] = (studio.dialogs, studio.table)
            for step in steps:
                step()
            studio.shut()
    finally:
        preferences().load(before)
        apply_all(app)
