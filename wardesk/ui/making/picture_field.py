"""A field for the picture of one side: choose a file or drop one on it, and see what it is."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPainter
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from wardesk.documents.files.pictures import keep_picture
from wardesk.errors import UserError
from wardesk.render.counters.pictures import counter_picture, paint_picture
from wardesk.ui import theme
from wardesk.ui.language import explained
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.picture import PictureView
from wardesk.words import tr

EDGE = 44


def picture_kinds() -> str:
    """The kinds of files that a dialog for pictures offers."""
    return tr("Pictures (*.png *.jpg *.jpeg *.webp *.svg)")


def kept_picture(file: Path) -> str:
    """The name of the picture in *file*, judged, kept and drawn once. UserError when it is none."""
    name = keep_picture(file)
    if counter_picture(name) is None:
        raise UserError(
            tr("WarDesk cannot draw {0}: the file is cut short or damaged.").format(file.name),
            tr("Choose another picture."),
        )
    return name


def _draw_small(name: str, painter: QPainter, box: QRectF) -> None:
    """A picture as small as a counter; an empty frame where there is none."""
    image = counter_picture(name)
    fill, line = theme.colour("sunken"), theme.colour("line")
    paint.rounded(painter, box, fill=fill, outline=line, radius=5, dashed=image is None)
    if image is not None:
        paint_picture(painter, image, box.adjusted(3, 3, -3, -3))


class PictureField(QWidget):
    """``changed()`` when another picture, or none, was chosen; ``refused(why)`` for a bad file."""

    changed = Signal()
    refused = Signal(str)

    def __init__(self, side: str, parent: QWidget | None = None, *, value: str = "") -> None:
        super().__init__(parent)
        self._side, self._name = side, ""
        self._shown = PictureView(self, size=(EDGE, EDGE), fixed=True)
        self.choose = Button(tr("Picture…"), self, icon="folder")
        self.choose.setAccessibleName(tr("Picture of the side: {0}").format(side))
        self.choose.setToolTip(tr("PNG, JPEG, WebP or SVG; a file can be dropped here too"))
        self.choose.clicked.connect(self._ask)
        self.none = ToolButton("close", tr("No picture for the side: {0}").format(side), self)
        self.none.clicked.connect(lambda: self.set_value(""))
        self.setAcceptDrops(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        row.addWidget(self._shown)
        row.addWidget(self.choose)
        row.addWidget(self.none)
        row.addStretch(1)
        self._show(value)

    @property
    def value(self) -> str:
        """The name of the kept picture; empty for none."""
        return self._name

    def set_value(self, name: str) -> None:
        """Another kept picture, or none."""
        self._show(name)
        self.changed.emit()

    def _show(self, name: str) -> None:
        self._name = name
        self._shown.show_picture(partial(_draw_small, name))
        self.none.setVisible(bool(name))
        state = tr("a picture is chosen") if name else tr("no picture")
        self.setAccessibleName(f"{self._side}: {state}")

    def take(self, file: Path) -> None:
        """Judge, keep and show the picture in *file*; what is wrong with it is told."""
        try:
            self.set_value(kept_picture(file))
        except UserError as error:
            self.refused.emit(str(explained(error)))

    def _ask(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self, tr("A picture"), "", picture_kinds())
        if path:
            self.take(Path(path))

    # ---- files that are dropped -----------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            event.acceptProposedAction()
            self.take(Path(files[0]))
