"""Files and folders that a person picks from the disk, or lets go of over the window."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QFileDialog, QWidget

from wardesk.errors import UserError
from wardesk.services.play.files import games_folder
from wardesk.words import tr


def ask_file(parent: QWidget, folder: str) -> str:
    """A file to open, asked for in *folder*, else where games lie; empty when nobody chose one."""
    kinds = tr(
        "WarDesk files (*.wdgame *.wdmail *.wdmap *.wdcamp *.wdpack *.toml *.zip);;"
        "Maps of other programs (*.tmx *.svg *.geojson *.gpkg *.shp project.json polygons.txt);;"
        "VASSAL modules and saved games (*.vmod *.vsav);;All files (*)"
    )
    start = folder if folder and Path(folder).is_dir() else _games()
    title = tr("Open a game, a map, a campaign or a scenario")
    path, _kind = QFileDialog.getOpenFileName(parent, title, start, kinds)
    return path


def ask_pack(parent: QWidget, folder: str) -> str:
    """The folder of a pack; empty when nobody chose one."""
    words = tr("Choose the folder of a pack")
    return QFileDialog.getExistingDirectory(parent, words, folder)


def _games() -> str:
    """The folder of games; empty when there is no place for one."""
    with suppress(UserError):
        return str(games_folder())
    return ""


def dropped_files(data: QMimeData) -> list[str]:
    """The files and folders of this machine that are being dropped."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
