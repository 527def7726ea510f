"""Pictures of what a person can choose: settings, keys, other languages, sizes and themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import CHANCE
from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences
from wardesk.ui.screenshots.camera import ScreenshotCamera
from wardesk.ui.shell.apply import apply_all
from wardesk.ui.shell.keys import KeysEditor
from wardesk.ui.shell.settings import SettingsFile
from wardesk.ui.shell.settings_dialog import SettingsDialog
from wardesk.ui.table.workspace import TableWorkspace

VARIANTS = {
    "english": SettingsFile(theme="light", language="en"),
    "german": SettingsFile(theme="light", language="de"),
    "french": SettingsFile(theme="light", language="fr"),
    "contrast": SettingsFile(theme="contrast", language="en"),
    "dark_cvd": SettingsFile(theme="dark", language="en", map_theme="cvd"),
    "large": SettingsFile(theme="light", language="en", text_size=150),
    "german_large": SettingsFile(theme="light", language="de", text_size=130),
    "french_large": SettingsFile(theme="light", language="fr", text_size=130),
}
"""What is photographed, by name."""

_SEED = 5


class _SettingsCamera(ScreenshotCamera):
    """One window with one set of settings."""

    prefix = "comfort_"

    def __init__(
        self,
        app: QApplication,
        folder: Path,
        name: str,
        settings: SettingsFile,
        size: tuple[int, int],
    ) -> None:
        preferences().load(settings)
        apply_all(app)
        super().__init__(app, folder, name, size)
        self._table: TableWorkspace | None = None

    def busy(self) -> bool:
        return self._table is not None and self._table.view.busy

    def dialogs(self) -> None:
        """Settings and keys."""
        for name, make in (
            ("settings", lambda: SettingsDialog(self._window)),
            ("keys", lambda: KeysEditor(self._window.commands, self._window)),
        ):
            dialog = make()
            dialog.show()
            self.take(name, dialog)
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
        table.model.runner.set_paused(True)
        self._window.set_workspace("table", table)
        self._window.show_mode("table")
        self.take("table")
        table.view.turn(1)
        table.view.zoom(2.2)
        preferences().load(replace(preferences().now, coordinates=True))
        self.take("turned")

    def shut(self) -> None:
        if self._table is not None:
            self._table.shut()
        super().shut()


def take_settings(
    app: QApplication, folder: Path, size: tuple[int, int], names: tuple[str, ...] = ()
) -> None:
    """Photograph every variant, or those in *names*; the settings are as before afterwards."""
    before = preferences().now
    try:
        for name in names or tuple(VARIANTS):
            studio = _SettingsCamera(app, folder, name, VARIANTS[name], size)
            steps: tuple[Callable[[], None], ...] = (studio.dialogs, studio.table)
            for step in steps:
                step()
            studio.shut()
    finally:
        preferences().load(before)
        apply_all(app)
