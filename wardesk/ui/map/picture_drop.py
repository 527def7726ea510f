"""Picture files dropped on the sheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

SUFFIXES = (".png", ".jpg", ".jpeg")


class PictureDrop(QObject):
    """Takes picture files that are dropped on a widget and hands their paths on."""

    def __init__(self, widget: QWidget, take: Callable[[Path], object]) -> None:
        super().__init__(widget)
        self._take = take
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent | QDragEnterEvent | QDragMoveEvent):
            found = _pictures(event.mimeData())
            if not found:
                return False
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                for path in found:
                    self._take(path)
            return True
        return super().eventFilter(watched, event)


def _pictures(data: QMimeData) -> list[Path]:
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in SUFFIXES]
