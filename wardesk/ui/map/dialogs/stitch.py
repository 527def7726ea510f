"""Put a second board beside this map: which file, on which side, how far over, called what."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.documents.maps.store import read_map
from wardesk.drawing.document import MapDocument, snapshot
from wardesk.errors import UserError
from wardesk.model.setting import FormSetting
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import MapTheme
from wardesk.services.maps.board_stitch import Stitched, StitchSeam, free_prefix, tried
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.tasks import Task
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.render.theme import MapTheme
    from wardesk.ui.map.model import MapModel

_NEW, _CASING = "#0b4fb3", "#ffffff"
_ROOM = 10
_OUTLINED = 1500
"""Beyond so many cells a frame is taken round their anchors, which is quicker."""


class StitchPreview(PictureView):
    """Shows a `Stitched`, or the first map alone while there is none."""

    def __init__(self, inks: MapTheme, parent: QWidget) -> None:
        super().__init__(parent, name=tr("Preview of both boards"), framed=True)
        self._inks = inks
        self._sheet: MapSheet | None = None
        self.frame = QRectF()
        """Where the second board lies, in map units."""
        self._words = ""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.update)
        self.setMinimumSize(theme.px(400), theme.px(300))

    def show_map(self, document: MapDocument) -> None:
        """Show the first map alone."""
        self._sheet, self.frame, self._words = MapSheet(document, self._inks), QRectF(), ""
        self.update()

    def show_stitched(self, found: Stitched, title: str) -> None:
        """Show both boards; *title* names the second one."""
        self._sheet = MapSheet(found.document, self._inks)
        self._words = title
        self.frame = _around(self._sheet, found.added)
        self.setAccessibleDescription(title)
        self.update()

    def draw(self, painter: QPainter, box: QRectF) -> None:
        sheet = self._sheet
        if sheet is None:
            return
        paper = sheet.rect
        room = box.adjusted(_ROOM, _ROOM, -_ROOM, -_ROOM)
        scale = min(room.width() / paper.width(), room.height() / paper.height())
        painter.save()
        painter.translate(room.center())
        painter.scale(scale, scale)
        painter.translate(-paper.center())
        sheet.paint(painter, paper, scale * self.devicePixelRatioF(), hurry=True)
        on_view = painter.transform().mapRect(self.frame)
        painter.restore()
        if sheet.late:
            self._later.start()
        if self.frame.isEmpty():
            return
        ratio = self.devicePixelRatioF()
        frame = QRectF(on_view.x() / ratio, on_view.y() / ratio, on_view.width() / ratio,
                       on_view.height() / ratio)  # fmt: skip
        tint = QColor(_NEW)
        tint.setAlphaF(0.14)
        painter.fillRect(frame, tint)
        for ink, width in ((_CASING, 4.0), (_NEW, 2.0)):
            painter.setPen(QPen(QColor(ink), width))
            painter.drawRect(frame)
        width = min(paint.advance(self._words, "small-strong") + 16, box.width() - 12)
        card = QRectF(0, 0, width, theme.px(22))
        card.moveCenter(frame.center())
        card.moveLeft(max(6.0, min(card.left(), box.width() - width - 6)))
        edge = theme.colour("edge")
        paint.rounded(painter, card, fill=theme.colour("surface", 0.95), outline=edge, radius=6)
        paint.words(painter, card.adjusted(8, 0, -8, 0), self._words, role="small-strong")


def _around(sheet: MapSheet, cells: tuple[str, ...]) -> QRectF:
    """A frame round cells, map units."""
    if len(cells) <= _OUTLINED:
        box = QRectF()
        for cell in cells:
            box = box.united(sheet.cell_path(cell).boundingRect())
        return box
    anchors = [sheet.anchor(cell) for cell in cells]
    xs, ys = [at.x() for at in anchors], [at.y() for at in anchors]
    half = sheet.counter * 0.8
    return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).adjusted(
        -half, -half, half, half
    )


PAUSE = 150
"""Milliseconds after the last change before the boards are tried together."""


def _settings(*, area: bool) -> tuple[FormSetting, ...]:
    over = (
        tr("How far the second board lies over this one, in map units") if area
        else tr("Columns or rows that are the same on both boards")
    )  # fmt: skip
    return (
        FormSetting("side", tr("Side"), "right", spread=True, choices=(
            ("left", tr("Left")), ("right", tr("Right")),
            ("top", tr("Above")), ("bottom", tr("Below")),
        )),
        FormSetting("overlap", tr("Overlap"), 0, most=9999, tip=over),
        FormSetting("shift", tr("Along the seam"), 0, least=-99999, most=99999),
        FormSetting(
            "prefix", tr("Before ids") if area else tr("Before names"),
            hint=tr("none", "StitchDialog"), longest=8,
        ),
    )  # fmt: skip


class StitchDialog(Dialog):
    """Nothing is drawn before Add; it is one step of the history then."""

    def __init__(self, model: MapModel, inks: MapTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(860, 440))
        self._model = model
        self._board: MapDocument | None = None
        self.found: Stitched | None = None
        """Both boards as they would be; None while they do not fit or are being worked out."""
        self.set_title(tr("Add a board beside this one"))
        self.setModal(True)
        self.place = QLineEdit(self)
        self.place.setPlaceholderText(tr("a map file"))
        self.preview = StitchPreview(inks, self)
        self.preview.show_map(snapshot(model.document))
        self.note = Label("", self, role="small", tone="text2", wrap=True)
        self._reading, self._trying = Task(self), Task(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._lay_out()
        self._connect()
        self._follow()

    def _lay_out(self) -> None:
        self.fields = SettingsForm(self)
        folder = Button("", self, icon="folder")
        folder.setAccessibleName(tr("Choose the map of the second board"))
        folder.setToolTip(tr("Choose the map of the second board"))
        folder.clicked.connect(self._choose)
        self.fields.add(tr("Board"), self.fields.row(self.place, folder))
        self.fields.add_settings(_settings(area=self._model.is_area))
        self.place.setAccessibleName(tr("Board"))
        self.side, self.prefix = self.fields.segments["side"], self.fields.lines["prefix"]
        self.overlap, self.shift = (self.fields.steppers[name] for name in ("overlap", "shift"))
        self.fields.show_settings("shift", shown=self._model.is_area)
        self.add_ = Button(tr("Add the board"), self, kind="primary")
        self.add_.clicked.connect(self._add)
        left = QVBoxLayout()
        left.addWidget(self.fields)
        left.addWidget(self.note)
        left.addStretch(1)
        beside = QHBoxLayout()
        beside.setSpacing(theme.S6)
        beside.addLayout(left, 1)
        beside.addWidget(self.preview, 1)
        self.body.addLayout(beside, 1)
        self.set_foot(self.add_)

    def _connect(self) -> None:
        self._reading.done.connect(self._read)
        self._reading.failed.connect(self._failed)
        self._trying.done.connect(self._tried)
        self._trying.failed.connect(self._failed)
        self._timer.timeout.connect(self._try)
        self.place.editingFinished.connect(self._typed)
        self.fields.changed.connect(self._follow)

    # ---- the second board ----------------------------------------------------------------------

    def _choose(self) -> None:
        start = self.place.text() or str(self._model.session.path.parent)
        words = tr("WarDesk maps (*.wdmap manifest.json)")
        path, _ = QFileDialog.getOpenFileName(self, tr("The map of the second board"), start, words)
        if path:
            self.take(Path(path))

    def _typed(self) -> None:
        text = self.place.text().strip()
        if text:
            self.take(Path(text).expanduser())

    def take(self, path: Path) -> None:
        """Read a board; the folder of a map may be named by its manifest."""
        path = path.parent if path.name == "manifest.json" else path
        if self._board is not None and self.place.text() == str(path) and self.found is not None:
            return
        self.place.setText(str(path))
        self._board, self.found = None, None
        self._reading.start(partial(read_map, path, check=False))
        self._follow()

    def _read(self, board: MapDocument) -> None:
        self._board = board
        self.prefix.setText(free_prefix(self._model.document, board))
        self._follow()

    def seam(self) -> StitchSeam:
        """What stands in the fields."""
        return StitchSeam(
            self.side.current,  # type: ignore[arg-type]
            float(self.overlap.value),
            float(self.shift.value) if self._model.is_area else 0.0,
            self.prefix.text().strip(),
        )

    # ---- trying --------------------------------------------------------------------------------

    @property
    def working(self) -> bool:
        """Whether an answer is still to come."""
        return self._reading.running or self._trying.running or self._timer.isActive()

    def _follow(self) -> None:
        """Something was chosen: what was worked out before holds no longer."""
        self.found = None
        self._trying.forget()
        self.tell_problem("")
        if self._board is not None:
            self.judge(tr("Laying the boards together…"))
            self._timer.start()
        elif self._reading.running:
            self.judge(tr("Reading the board…"))
        else:
            self.judge(tr("Choose the map of the second board first."))
            self.note.setText(tr("Choose the map of the second board: it is copied in, "
                                      "its file stays as it is."))  # fmt: skip

    def _try(self) -> None:
        if self._board is not None:
            here = snapshot(self._model.document)
            self._trying.start(partial(tried, here, self._board, self.seam()))

    def _tried(self, found: Stitched) -> None:
        self.found = found
        title = self._board.title if self._board is not None else ""
        self.preview.show_stitched(found, title)
        words = tr("{0} cells are added; the map will have {1}.")
        told = words.format(len(found.added), len(found.document.cells))
        self.note.setText("\n".join((told, *found.notes)))
        self.judge("")

    def _failed(self, error: object) -> None:
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        words = f"{error.message} {error.advice}".strip()
        self.tell_problem(words)
        self.note.setText("")
        self.preview.show_map(snapshot(self._model.document))
        self.judge(words)

    def _add(self) -> None:
        if self.found is not None and self._model.do(self.found.command):
            self.accept()

    def done(self, result: int) -> None:
        """Nothing is worked on for a closed dialog."""
        self._timer.stop()
        self._reading.stop()
        self._trying.stop()
        super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter ends the typing of a place; it does not add a board that nobody has seen yet
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.found is not None and not self.place.hasFocus():
                self._add()
            return
        super().keyPressEvent(event)
