"""Asks where a copy of a campaign shall lie. The copy is whole, also of one that is open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from wardesk.services.campaign.shelf import SUFFIX


def _tr(words: str) -> str:
    return QCoreApplication.translate("SaveCopy", words)


def ask_for_place(path: Path, over: QWidget) -> Path | None:
    """The name of a new file, offered beside *path*; None if nobody wants one."""
    offered = path.with_stem(_tr("{0} copy").format(path.stem))
    number = 2
    while offered.exists():
        offered, number = path.with_stem(_tr("{0} copy {1}").format(path.stem, number)), number + 1
    chosen, _kind = QFileDialog.getSaveFileName(
        over,
        _tr("Save a copy of the campaign"),
        str(offered),
        _tr("WarDesk campaigns (*{0})").format(SUFFIX),
    )
    if not chosen:
        return None
    return Path(chosen if chosen.endswith(SUFFIX) else f"{chosen}{SUFFIX}")
