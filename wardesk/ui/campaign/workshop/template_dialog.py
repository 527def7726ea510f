"""The wizard: three shapes that a campaign of one's own can begin from, a name and a first day."""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.campaign.workshop.packs import (
    SUFFIX,
    TEMPLATES,
    Template,
    new_design,
    take_in,
)
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.start_page import date_edit, day_of
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.icons import paint_icon
from wardesk.ui.language import current, explained, said
from wardesk.ui.tasks import Task
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.panel import ground
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_PICTURE = 104
_SHAPES: dict[str, tuple[tuple[tuple[float, float, str], ...], tuple[tuple[int, int], ...]]] = {
    "linked-scenarios": (((0.24, 0.5, "table"), (0.76, 0.5, "table")), ((0, 1),)),
    "week-on-a-map": (
        ((0.2, 0.26, "weather"), (0.5, 0.26, "truck"), (0.8, 0.26, "dice"), (0.35, 0.74, "area"),
         (0.65, 0.74, "area")),
        ((3, 4),),
    ),
    "double-blind": (
        ((0.18, 0.28, "mail"), (0.18, 0.72, "mail"), (0.82, 0.28, "mail"), (0.82, 0.72, "mail"),
         (0.5, 0.5, "table")),
        ((0, 4), (1, 4), (2, 4), (3, 4)),
    ),
}  # fmt: skip


def _draw_shape(template: str, painter: QPainter, box: QRectF) -> None:
    """A shape as boxes and lines."""
    paint.rounded(painter, box, fill=theme.colour("sunken"), radius=8)
    places, lines = _SHAPES[template]
    spots = [QPointF(box.width() * x, box.height() * y) for x, y, _icon in places]
    painter.setPen(QPen(theme.colour("accent"), 2))
    for first, second in lines:
        painter.drawLine(spots[first], spots[second])
    for at, (_x, _y, icon) in zip(spots, places, strict=True):
        frame = QRectF(at.x() - 24, at.y() - 14, 48, 28)
        paint.rounded(painter, frame, fill=theme.colour("surface"),
                      outline=theme.colour("accent"), radius=6, width=1.6)  # fmt: skip
        paint_icon(painter, icon, QRectF(at.x() - 8, at.y() - 8, 16, 16), "accent_text")


class ShapeCard(QWidget):
    """One shape; ``chosen(id)`` by click, Space or Enter."""

    chosen = Signal(str)

    def __init__(self, template: Template, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.template, self.on = template, False
        ground(self, "choosing")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{said(template.title)}. {said(template.words)}")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S3, theme.S3, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        column.addWidget(Label(said(template.title), self, role="strong", wrap=True))
        picture = PictureView(self, partial(_draw_shape, template.id))
        picture.setFixedHeight(theme.px(_PICTURE))
        column.addWidget(picture)
        column.addWidget(Label(said(template.words), self, role="small", tone="text2", wrap=True))
        column.addStretch(1)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(230), theme.px(220))

    def set_on(self, *, on: bool) -> None:
        """Whether it is the chosen one."""
        self.on = on
        self.setAccessibleDescription(tr("chosen") if on else "")
        self.setProperty("on", on)
        self.style().polish(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self.template.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.chosen.emit(self.template.id)
        else:
            super().keyPressEvent(event)


class TemplateDialog(Dialog):
    """Asks for a name, a shape and a first day: ``made(folder)``, also for somebody's pack."""

    made = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(800, 0))
        self.set_title(tr("A campaign of your own"))
        self.shape = TEMPLATES[0].id
        self.cards = {each.id: ShapeCard(each, self) for each in TEMPLATES}
        cards = QHBoxLayout()
        cards.setSpacing(theme.S3)
        for card in self.cards.values():
            cards.addWidget(card, 1)
            card.chosen.connect(self.choose)
        self.name = line_edit(tr("Name of the campaign"), self)
        self.day = date_edit(tr("First day"), date(1944, 6, 6), self)
        words = tr("It is filled with examples that you overwrite; all can be changed later.")
        rows = FormRows()
        rows.add(tr("Name"), self.name)
        rows.add(tr("First day"), self.day, narrow=True)
        self.body.addWidget(Label(words, self, role="small", tone="text2", wrap=True))
        self.body.addLayout(cards)
        self.body.addLayout(rows)
        self.go = Button(tr("Make it"), self, kind="primary")
        self.go.clicked.connect(self._make)
        self.given = Button(tr("Open a pack…"), self, icon="folder")
        self.given.setToolTip(tr("A campaign that somebody gave you"))
        self.given.clicked.connect(self._choose_pack)
        self.set_foot(self.go, left=(self.given,))
        self.choose(self.shape)
        self.need_words(self.name, tr("Give it a name."))
        self.name.setFocus()
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)

    def done(self, result: int) -> None:
        self._task.stop()
        super().done(result)

    def choose(self, shape: str) -> None:
        """Choose a shape by its id."""
        self.shape = shape
        for key, card in self.cards.items():
            card.set_on(on=key == shape)

    def _make(self) -> None:
        name = self.name.text().strip()
        day = day_of(self.day)
        self._task.start(partial(new_design, name, self.shape, first_day=day, language=current()))

    def _choose_pack(self) -> None:
        kinds = tr("WarDesk packs (*{0})").format(SUFFIX)
        found, _ = QFileDialog.getOpenFileName(self, tr("Open a pack"), "", kinds)
        if found:
            self._task.start(partial(take_in, Path(found)))

    def _done(self, folder: Path) -> None:
        self.made.emit(folder)
        self.accept()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, UserError):
            raise error
        told = explained(error)
        self.tell_problem(f"{told.message} {told.advice}".strip())
