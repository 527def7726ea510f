"""Pictures of the map editor: every tool in use on a sheet of hexes and on a map of areas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.documents.maps.store import read_map
from wardesk.documents.packs.store import list_packs, read_scenario
from wardesk.errors import UserError
from wardesk.render.theme import theme_ids
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.packs.pack_copy import own_map
from wardesk.ui import theme
from wardesk.ui.map.dialogs.export import ExportDialog
from wardesk.ui.map.dialogs.map_size import MapSizeDialog
from wardesk.ui.map.model import Selection
from wardesk.ui.map.opener import MapOpener
from wardesk.ui.map.workspace import MapWorkspace
from wardesk.ui.preferences import preferences
from wardesk.ui.screenshots.camera import ScreenshotCamera, own_home
from wardesk.ui.shell.main_window import MainWindow

WINDOWS = ("light", "dark")
Take = Callable[[str, QWidget | None], None]
"""``take(name, of)``: save what a widget shows (None = the window) once nothing more is coming."""


class MapStudio:
    """Opens the two sample maps in a window and poses every tool on them."""

    def __init__(self, window: MainWindow, maps: MapOpener, take: Take) -> None:
        self._window, self._maps, self._take = window, maps, take

    def take_all(self) -> None:
        """Every tool, overlay and dialog. The maps are copies in the user's folder."""
        for name, place in _sample_maps().items():
            session = EditSession.open(own_map(place))
            self._maps.show_session(session)
            self._window.notices.clear()
            workspace = self._maps.workspace
            if workspace is not None:
                self._pose(name, workspace)
            session.discard()
        self._maps.close_map()
        self._window.show_mode("home")
        self._maps.new_map()
        self._dialog("map_new")

    def _pose(self, name: str, workspace: MapWorkspace) -> None:
        view = workspace.view
        workspace.use("select")
        self._take(f"map_{name}", None)
        cells = _middle_cells(workspace)
        view.zoom(2.2, view.cell_point(cells[0]))
        for tool in workspace.tools:
            workspace.use(tool)
            _hold(view, [view.cell_point(cell) for cell in cells])
            self._take(f"map_{name}_{tool}", None)
            _drop(view, view.cell_point(cells[-1]))
            workspace.model.go(0)
            workspace.model.select(Selection())
            self._window.notices.clear()
        workspace.use("select")
        workspace.model.select(Selection((cells[0],)))
        for layer, switch in workspace.overlays.switches.items():
            switch.setChecked(True)
            _send(view, QEvent.Type.MouseMove, view.cell_point(cells[-1]), held=False)
            self._take(f"map_{name}_{layer}", None)
            switch.setChecked(False)
        sheet = MapSizeDialog(workspace.model, workspace)
        export = ExportDialog(workspace.session, workspace)
        for title, dialog in (("sheet", sheet), ("export", export)):
            dialog.show()
            self._take(f"map_{name}_{title}", dialog)
            dialog.close()
            dialog.deleteLater()

    def _dialog(self, name: str) -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            self._take(name, dialog)
            dialog.close()


def _sample_maps() -> dict[str, Path]:
    """One map of each kind out of the packs, by kind."""
    found: dict[str, Path] = {}
    for pack in list_packs():
        for name in pack.scenarios:
            place = Path(read_scenario(pack, name.partition("/")[2]).map)
            found.setdefault(read_map(place, check=False).kind, place)
    return found


def is_behind(here: MapWorkspace | None) -> bool:
    """Whether an editor that is seen still has tiles to paint, or issues or doubts to look for."""
    if here is None or not here.isVisible():
        return False
    # in the middle of a stroke nobody looks for issues
    behind = here.panels.issues.finder.is_behind and not here.model.in_stroke
    return here.view.sheet.late or behind or here.model.doubtful.working


def _middle_cells(workspace: MapWorkspace) -> list[str]:
    """Three cells beside each other in the middle of the sheet."""
    view = workspace.view
    start = view.sheet.locate(view.sheet.rect.center()) or next(iter(view.model.document.cells))
    box = view.sheet.cell_path(start).boundingRect()
    wide = box.adjusted(-box.width(), -box.height(), box.width(), box.height())
    here = view.sheet.anchor(start)
    near = sorted(
        view.sheet.cells_in(wide), key=lambda c: (view.sheet.anchor(c) - here).manhattanLength()
    )
    return near[:3]


def _send(view: QWidget, kind: QEvent.Type, at: QPointF, *, held: bool) -> None:
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    button = none if kind == QEvent.Type.MouseMove else left
    event = QMouseEvent(
        kind, at, QPointF(view.mapToGlobal(at.toPoint())), button, left if held else none,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def _hold(view: QWidget, points: list[QPointF]) -> None:
    """Press on the first point and move over the others, without letting go."""
    _send(view, QEvent.Type.MouseMove, points[0], held=False)
    _send(view, QEvent.Type.MouseButtonPress, points[0], held=True)
    for point in points[1:]:
        _send(view, QEvent.Type.MouseMove, point, held=True)


def _drop(view: QWidget, point: QPointF) -> None:
    _send(view, QEvent.Type.MouseButtonRelease, point, held=False)
    for modal in (QApplication.activeModalWidget(), QApplication.activePopupWidget()):
        if modal is not None:
            modal.close()


class _ToolCamera(ScreenshotCamera):
    """Every tool and overlay on both sample maps."""

    def __init__(self, app: QApplication, folder: Path, tag: str, size: tuple[int, int]) -> None:
        super().__init__(app, folder, tag, size)
        self._maps = MapOpener(self._window)

    def busy(self) -> bool:
        return is_behind(self._maps.workspace)

    def take_all(self) -> None:
        MapStudio(self._window, self._maps, self.take).take_all()
        self._maps.shut()
        self.shut()


def take_tools(
    app: QApplication, folder: Path, map_themes: Sequence[str], sizes: Sequence[tuple[int, int]]
) -> None:
    """Paint every tool into *folder*, one picture per map theme, window theme and size.

    UserError for a map theme that there is not. The user's own folder is not touched.
    """
    known = theme_ids()
    for name in map_themes:
        if name not in known:
            text = f"There is no map theme {name!a:.40}."
            raise UserError(text, f"Choose among {', '.join(known)}.")
    before, chosen = theme.current(), preferences().now
    with own_home():
        try:
            for map_theme in map_themes:
                preferences().change("map_theme", map_theme, keep=False)
                for window in WINDOWS:
                    theme.apply(app, window)
                    for size in sizes:
                        _ToolCamera(app, folder, f"{map_theme}_{window}", size).take_all()
        finally:
            preferences().load(chosen)
            theme.apply(app, before)
