"""The tray under the board: counters in boxes and off the table, to be carried to the map."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QWidget

from wardesk.model.look import BoxLook, CounterLook, SideLook, TableLook
from wardesk.render.counters.counter import BLEED, counter_image, side_of
from wardesk.ui import theme
from wardesk.ui.table.freehand.freehand import Freehand
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.picking import PathInteraction
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.carried_row import CarriedRow
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.panel import ground
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

EDGE, STEP, _GHOST = 46, 58, 72
"""Of a counter in px, from one to the next, and the picture of one that is carried."""


class TrayRow(CarriedRow):
    """The counters of one box side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Counters beside the map"), parent)
        self.looks: tuple[CounterLook, ...] = ()
        self._sides: Sequence[SideLook] = ()
        self._chosen: Collection[str] = ()

    def show_counters(
        self, looks: Sequence[CounterLook], sides: Sequence[SideLook], chosen: Collection[str]
    ) -> None:
        """Show other counters; *chosen* ones are ringed."""
        self.looks, self._sides, self._chosen = tuple(looks), tuple(sides), frozenset(chosen)
        self.setFixedSize(max(STEP, STEP * len(self.looks) + 8), EDGE + 16)
        self.things_changed()

    def ids(self) -> Sequence[str]:
        return [look.piece for look in self.looks]

    def box(self, number: int) -> QRectF:
        return QRectF(8 + STEP * number, 8, EDGE, EDGE)

    def told(self, number: int) -> str:
        return self.looks[number].text or self.looks[number].title

    def nothing_told(self) -> str:
        return tr("empty")

    def ghost_size(self) -> QSize:
        return QSize(_GHOST, _GHOST)

    def paint_ghost(self, painter: QPainter, number: int) -> None:
        self._image(self.looks[number], painter, QPointF(_GHOST / 2, _GHOST / 2))

    def _image(self, look: CounterLook, painter: QPainter, at: QPointF) -> None:
        side = side_of(self._sides, look.side)
        image = counter_image(look, side, EDGE, self.devicePixelRatioF())
        whole = EDGE * (1 + 2 * BLEED)
        painter.drawImage(QRectF(at.x() - whole / 2, at.y() - whole / 2, whole, whole), image)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colour("surface"))
        for number, look in enumerate(self.looks):
            box = self.box(number)
            self._image(look, painter, box.center())
            focused = self.hasFocus() and number == self.at
            if focused or look.piece in self._chosen:
                ring = theme.colour("focus" if focused else "accent")
                box = box.adjusted(-4, -4, 4, 4)
                paint.rounded(painter, box, outline=ring, width=2, radius=8)
        painter.end()


class Tray(QWidget):
    """One box at a time; a list chooses which. Counters are carried from it and into it.

    Hidden for games that ask one thing at a time.
    """

    def __init__(self, model: TableModel, deeds: Freehand, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._deeds = model, deeds
        ground(self, "tray")
        self.setAccessibleName(tr("Beside the map"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.boxes = Choices(self)
        self.boxes.setFont(theme.font())
        self.boxes.setAccessibleName(tr("Which box"))
        self.boxes.setMinimumWidth(190)
        self.boxes.currentIndexChanged.connect(self._fill)
        self.row = TrayRow(self)
        self._scroll = QScrollArea(self)
        self._scroll.setWidget(self.row)
        self._scroll.setFixedHeight(EDGE + 16)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._empty = Label(
            tr("Nothing lies here. Drag counters here, or make one."), self, role="small",
            tone="text3",
        )  # fmt: skip
        line = QHBoxLayout(self)
        line.setContentsMargins(20, 3, theme.S3, 3)
        line.setSpacing(theme.S3)
        line.addWidget(self.boxes)
        line.addWidget(self._empty)
        line.addWidget(self._scroll, 1)
        self._look: TableLook | None = None
        self._chosen: Collection[str] = ()
        self._known: Mapping[str, BoxLook] = {}
        self.row.picked.connect(self._pick)
        self.row.menu_asked.connect(lambda piece, at: model.menu_asked.emit(piece, "", at))
        self.row.carried.connect(lambda piece, at, _alt: model.carried.emit((piece,), at))
        model.carried.connect(self._carried)
        model.lit.connect(self._follow)
        self.hide()

    def _follow(self) -> None:
        # In the clinic whatever lies beside the map is laid out from here.
        lying = any(box.pieces for box in self._model.look.boxes)
        shown = self._deeds.used or (self._model.session.clinic and lying)
        self.setVisible(shown)
        if shown:
            self.show_look(self._model.look, self._model.marks.selected)

    def _pick(self, piece: str) -> None:
        found = self._model.interaction
        if isinstance(found, PathInteraction) and piece in found.ask.pieces:
            found.pick_all([piece])
            self._model.show_interaction()

    def _carried(self, pieces: tuple[str, ...], where: QPoint) -> None:
        """Counters of the map that are let go of over the tray go into its box."""
        lies_here = any(look.piece in pieces for look in self.row.looks)
        if self.isVisible() and not lies_here and self.rect().contains(self.mapFromGlobal(where)):
            self._deeds.dropped_into(self.box, pieces)

    @property
    def box(self) -> str:
        """The box that is shown."""
        return str(self.boxes.currentData() or "")

    def show_look(self, look: TableLook, chosen: Collection[str]) -> None:
        """Show another state; *chosen* counters are ringed."""
        self._look, self._chosen = look, frozenset(chosen)
        shown = [box for box in look.boxes if box.tray or box.pieces]
        self._known = {box.id: box for box in shown}
        if [self.boxes.itemData(k) for k in range(self.boxes.count())] != list(self._known):
            now = self.box
            self.boxes.blockSignals(True)
            self.boxes.clear()
            for box in shown:
                self.boxes.addItem(box.title, box.id)
            # What waits to be placed is what a player looks for first.
            full = next((k for k, box in enumerate(shown) if box.pieces), 0)
            at = self.boxes.findData(now)
            self.boxes.setCurrentIndex(at if at >= 0 else full)
            self.boxes.blockSignals(False)
        for k, box in enumerate(shown):
            self.boxes.setItemText(k, f"{box.title} ({len(box.pieces)})")
        self._fill()

    def _fill(self) -> None:
        if self._look is None or self.box not in self._known:
            return
        looks = {counter.piece: counter for counter in self._look.counters}
        lying = [looks[piece] for piece in self._known[self.box].pieces if piece in looks]
        self._empty.setVisible(not lying)
        self._scroll.setVisible(bool(lying))
        self.row.show_counters(lying, self._look.sides, self._chosen)
