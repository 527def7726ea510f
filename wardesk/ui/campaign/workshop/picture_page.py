"""The page of the operational map: a picture or a map of one's own, places put on it by clicks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.documents.files.pictures import LARGEST, read_picture
from wardesk.documents.maps.store import read_map
from wardesk.errors import UserError
from wardesk.render.export.encoded import jpeg_bytes
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.map_pictures import map_png
from wardesk.services.campaign.workshop.chart import (
    ChartMark,
    by_names,
    keep_picture_beside,
    marks,
    picture_of,
    placed,
    width_of,
    with_picture,
    without_picture,
)
from wardesk.services.campaign.workshop.draft import DesignDraft
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.pages import WorkshopPage
from wardesk.ui.icons import paint_icon
from wardesk.ui.language import explained
from wardesk.ui.tasks import Task
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.panel import Dock, Panel
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

USUAL_KM = 40
WIDE = 2400
"""Pixels across the picture that is made of a map."""
Shown = tuple[bytes, dict[str, tuple[float, float]]]
_ICONS = {"boxes": "area", "nodes": "table", "bridges": "bridge", "stops": "flag"}


def picture_of_map(file: Path) -> Shown:
    """Worker thread: a map as it is printed, and where its names stand on it, as shares."""
    document = read_map(file)
    data, (width, height), on = map_png(document, ExportOptions(wide=WIDE))
    if len(data) > LARGEST:
        data = jpeg_bytes(QImage.fromData(data))
    names: dict[str, tuple[float, float]] = {}
    for cell in document.cells.values():
        if cell.name:
            x, y = on.at(*cell.anchor)
            names.setdefault(cell.name, (x / width, y / height))
    for feature in document.features:
        if feature.name and feature.geometry.get("type") == "Point":
            x, y = on.at(*map(float, feature.geometry["coordinates"][:2]))
            names.setdefault(feature.name, (x / width, y / height))
    return data, names


class PictureChart(PictureView):
    """The picture with what was put on it; ``clicked(x, y)`` in shares of the picture."""

    clicked = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, name=tr("Operational map"), size=(600, 400))
        self.image = QImage()
        self.marks: list[ChartMark] = []
        self.on = ""

    def show_chart(self, image: QImage, found: list[ChartMark], on: str) -> None:
        """Show a picture and its marks; *on* is lit."""
        self.image, self.marks, self.on = image, found, on
        waits = not image.isNull() and bool(on)
        self.setCursor(Qt.CursorShape.CrossCursor if waits else Qt.CursorShape.ArrowCursor)
        self.update()

    def box(self) -> QRectF:
        """Where the picture is drawn."""
        if self.image.isNull():
            return QRectF()
        whole = QRectF(self.rect()).adjusted(theme.S3, theme.S3, -theme.S3, -theme.S3)
        size = self.image.size().toSizeF().scaled(whole.size(),
                                                  Qt.AspectRatioMode.KeepAspectRatio)  # fmt: skip
        box = QRectF(0, 0, size.width(), size.height())
        box.moveCenter(whole.center())
        return box

    def place(self, at: tuple[float, float]) -> QPointF:
        """Where a place of the picture is drawn."""
        box = self.box()
        return QPointF(box.left() + at[0] * box.width(), box.top() + at[1] * box.height())

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.image.isNull():
            words = tr("No map yet: choose a picture, or a map that you drew.")
            paint.words(painter, box, words, ink="text2", align=paint.CENTRE)
            return
        painter.drawImage(self.box(), self.image)
        for mark in self.marks:
            if mark.at is not None:
                self._paint_mark(painter, mark, self.place(mark.at))

    def _paint_mark(self, painter: QPainter, mark: ChartMark, at: QPointF) -> None:
        width = paint.advance(mark.name, "small-strong") + 34
        card = QRectF(at.x() - width / 2, at.y() - 13, width, 26)
        on = f"{mark.kind}.{mark.id}" == self.on
        paint.rounded(painter, card, fill=theme.colour("accent_soft" if on else "surface", 0.94),
                      outline=theme.colour("accent" if on else "edge"), radius=6)  # fmt: skip
        icon = QRectF(card.left() + 6, card.center().y() - 8, 16, 16)
        paint_icon(painter, _ICONS[mark.kind], icon, "accent_text")
        words = card.adjusted(26, 0, 0, 0)
        paint.words(painter, words, mark.name, role="small-strong")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        box, point = self.box(), event.position()
        if not self.image.isNull() and box.contains(point):
            self.clicked.emit((point.x() - box.left()) / box.width(),
                              (point.y() - box.top()) / box.height())  # fmt: skip


class PicturePage(WorkshopPage):
    """The picture at the left; at the right where it is from, and what can be put on it."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.view = PictureChart(self)
        self.view.clicked.connect(self._place)
        self.picture = Button(tr("From a picture…"), self, icon="image")
        self.picture.clicked.connect(self._choose_picture)
        self.own = Button(tr("From a map of yours…"), self, icon="map")
        self.own.clicked.connect(self._choose_map)
        self.away = Button(tr("Take the map away"), self, icon="close")
        self.away.clicked.connect(lambda: model.change(without_picture))
        self.km = Stepper(tr("Kilometres across"), self, value=USUAL_KM, least=1, most=2000,
                          at_once=False)  # fmt: skip
        self.km.changed.connect(self._scale)
        self.list = QListWidget(self)
        self.list.setFont(theme.font())
        self.list.setObjectName("framed")
        self.list.setAccessibleName(tr("What can be put on the map"))
        self.list.currentRowChanged.connect(lambda _row: self._show())
        self.off = Button(tr("Off the map"), self, icon="minus")
        self.off.clicked.connect(self._take_off)
        self.told = Label("", self, role="small", tone="danger", wrap=True)
        source = Panel(tr("Operational map"), self)
        source.add(self.picture, self.own, self.away)
        line = QHBoxLayout()
        line.addWidget(Label(tr("Kilometres across"), self, tone="text2"))
        line.addStretch(1)
        line.addWidget(self.km)
        source.add(line, self.told)
        places = Panel(tr("Places"), self, stretch=True)
        words = tr("Choose one, then click where it lies. Names of your own map are found.")
        places.add(Label(words, self, role="small", tone="text2", wrap=True), self.list, self.off)
        left = QVBoxLayout()
        left.addWidget(self.view, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 1)
        row.addWidget(Dock("right", source, places, width=theme.px(300), parent=self))
        self._image, self._shown = QImage(), ""
        self._task = Task(self)
        self._task.done.connect(self._taken)
        self._task.failed.connect(self._failed)

    def stop(self) -> None:
        """The window goes."""
        self._task.stop()

    # ---- where it comes from --------------------------------------------------------------------

    def _choose_picture(self) -> None:
        kinds = tr("Pictures (*.png *.jpg *.jpeg *.webp)")
        found, _ = QFileDialog.getOpenFileName(self, tr("The picture of a map"), "", kinds)
        if found:
            self._task.start(partial(_beside, self.model.folder, _read, Path(found)))

    def _choose_map(self) -> None:
        kinds = tr("WarDesk maps (*.wdmap)")
        found, _ = QFileDialog.getOpenFileName(self, tr("A map of yours"), "", kinds)
        if found:
            self.own.refuse(tr("It is being drawn"))
            work = partial(_beside, self.model.folder, picture_of_map, Path(found))
            self._task.start(work)

    def _taken(self, found: Shown) -> None:
        data, names = found
        self.own.allow()
        self.told.setText("")
        km = width_of(self.model.draft) or self.km.value
        self.model.change(
            lambda draft: by_names(with_picture(draft, self.model.folder, data, km), names)
        )

    def _failed(self, error: object) -> None:
        self.own.allow()
        if not isinstance(error, UserError):
            assert isinstance(error, BaseException)
            raise error
        told = explained(error)
        self.told.setText(f"{told.message} {told.advice}".strip())

    def _scale(self, km: int) -> None:
        folder = self.model.folder

        def scaled(draft: DesignDraft) -> DesignDraft:
            data = picture_of(draft, folder)
            return with_picture(draft, folder, data, km) if data else draft

        self.model.change(scaled)

    # ---- places ---------------------------------------------------------------------------------

    @property
    def _mark(self) -> ChartMark | None:
        found, at = marks(self.model.draft), self.list.currentRow()
        return found[at] if 0 <= at < len(found) else None

    def _place(self, x: float, y: float) -> None:
        mark = self._mark
        if mark is None:
            return
        if self.model.change(lambda draft: placed(draft, mark, (x, y))):
            following = next((k for k, each in enumerate(marks(self.model.draft))
                              if each.at is None), -1)  # fmt: skip
            if mark.at is None and following >= 0:  # what was put there first is followed by more
                self.list.setCurrentRow(following)

    def _take_off(self) -> None:
        mark = self._mark
        if mark is not None:
            self.model.change(lambda draft: placed(draft, mark, None))

    # ---- showing --------------------------------------------------------------------------------

    def show_draft(self) -> None:
        draft = self.model.draft
        name = str(draft.atlas.get("picture", "")) if draft.atlas is not None else ""
        if name != self._shown:
            self._shown = name
            try:
                self._image = QImage.fromData(picture_of(draft, self.model.folder))
            except UserError as error:
                self._failed(error)
                self._image = QImage()
        with QSignalBlocker(self.km):
            self.km.set_value(width_of(draft) or self.km.value)
        self.away.setEnabled(draft.atlas is not None)
        row = max(self.list.currentRow(), 0)
        with QSignalBlocker(self.list):
            self.list.clear()
            for mark in marks(draft):
                words = mark.name if mark.at is not None else tr("{0} – not yet").format(mark.name)
                item = QListWidgetItem(words)
                if mark.at is None:
                    item.setForeground(theme.colour("warn"))
                self.list.addItem(item)
            self.list.setCurrentRow(min(row, self.list.count() - 1))
        self._show()

    def _show(self) -> None:
        mark = self._mark
        self.off.setEnabled(mark is not None and mark.at is not None)
        on = f"{mark.kind}.{mark.id}" if mark is not None else ""
        self.view.show_chart(self._image, marks(self.model.draft), on)

    def focus_first(self) -> None:
        self.list.setFocus()


def _beside(folder: Path, read: Callable[[Path], Shown], file: Path) -> Shown:
    """Worker thread: what *read* makes of a file, its picture kept beside the campaign."""
    data, names = read(file)
    keep_picture_beside(folder, data)
    return data, names


def _read(file: Path) -> Shown:
    """Worker thread: a picture, and that nothing is known of its names."""
    return read_picture(file), {}
