"""Nodes and the ways between them as a scene, one of them picked: by click, by keyboard, at first.

A subclass says where its nodes stand; hit tests, tooltips, scrolling, what lies over what and the
line that a hand draws from node to node are the scene's.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QLineF, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsItem,
    QGraphicsLineItem,
    QGraphicsPathItem,
    QGraphicsPolygonItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsView,
    QStyle,
    QStyleOptionGraphicsItem,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.canvas.view import take_the_keys
from wardesk.ui.spoken import Role, tell_as
from wardesk.ui.widgets import paint

K = TypeVar("K", bound="str | tuple[str, ...]")
"""What a node or a way is found by again at another moment."""

_RING = 6.0
"""Px around a card or a pill for the ring of what is picked."""
_NEAR = 12.0
"""Px across in which a way is hit."""
_LEAST = QSize(300, 160)
_WAY, _NODE, _WORDS, _HAND = range(4)
"""How high they lie."""


@dataclass(frozen=True)
class Card(Generic[K]):
    """A rounded box, what is drawn in it, and its words: a node, or what stands on a way."""

    key: K | None
    box: QRectF
    draw: Callable[[QPainter, QRectF], None]
    told: str
    """Its tooltip."""
    spoken: str = ""
    """The same for those who hear it."""
    edge: str | None = "edge"
    ground: str = "surface"
    radius: float = 8
    dashed: bool = False
    ring: str = ""
    """The ring while it is picked and the keyboard is elsewhere; "" for none."""


@dataclass(frozen=True)
class Way(Generic[K]):
    """A line with a head, and what stands on it; one whose card has a key can be picked."""

    path: QPainterPath
    ink: str
    width: float
    card: Card[K] | None = None
    dashed: bool = False
    head: tuple[float, float] = (7.0, 5.0)
    """Length of the head beyond the line, and half its width; px."""


def pill(box: QRectF, words: str, role: str = "tiny", ink: str = "text2") -> dict[str, Any]:
    """How a card with a few words looks, without what it means."""
    draw = partial(paint.words, text=words, role=role, ink=ink, align=paint.CENTRE)
    return {"box": box, "radius": box.height() / 2, "draw": draw}


class _CardItem(QGraphicsRectItem):
    """A card in the scene."""

    def __init__(self, graph: NodeGraph[K], card: Card[K], height: int) -> None:
        super().__init__(card.box.adjusted(-_RING, -_RING, _RING, _RING))
        self._graph, self.key, self._card = graph, card.key, card
        self.setZValue(height)
        self.setToolTip(card.told)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self._card.box)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        card, graph = self._card, self._graph
        edge = theme.colour(card.edge) if card.edge is not None else None
        paint.rounded(painter, card.box, fill=theme.colour(card.ground), outline=edge,
                      radius=card.radius, width=1.6, dashed=card.dashed)  # fmt: skip
        ring = "focus" if graph.hasFocus() else card.ring
        if ring and card.key is not None and graph.on == card.key:
            around, radius = card.box.adjusted(-4, -4, 4, 4), card.radius + 3
            paint.rounded(painter, around, outline=theme.colour(ring), radius=radius, width=2)
        card.draw(painter, card.box)


class _WayItem(QGraphicsPathItem):
    """A way in the scene, with its head."""

    def __init__(self, way: Way[K]) -> None:
        super().__init__(way.path)
        self.key = way.card.key if way.card is not None else None
        ink, (length, half) = theme.colour(way.ink), way.head
        pen = QPen(ink, way.width)
        if way.dashed:
            pen.setDashPattern([4, 3])
        self.setPen(pen)
        self.setZValue(_WAY)
        end = way.path.pointAtPercent(1)
        along = QLineF(way.path.pointAtPercent(0.96), end).unitVector()
        ahead, aside = QPointF(along.dx(), along.dy()), QPointF(-along.dy(), along.dx())
        corners = [end + ahead * length, end + aside * half, end - aside * half]
        head = QGraphicsPolygonItem(QPolygonF(corners), self)
        head.setBrush(ink)
        head.setPen(Qt.PenStyle.NoPen)

    def shape(self) -> QPainterPath:
        stroker = QPainterPathStroker()
        stroker.setWidth(_NEAR)
        return stroker.createStroke(self.path())


class NodeGraph(QGraphicsView, Generic[K]):
    """``picked(key)``: something else is picked. ``opened(key)``: Enter, or a double click.

    ``joined(start, end)``: a hand drew a line from a node to another one, where `joins`.
    """

    picked = Signal(object)
    opened = Signal(object)
    joined = Signal(object, object)
    tabbed = Signal()

    joins = False
    """Whether a drag from node to node means something."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._on: K | None = None
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        take_the_keys(self)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.setCornerWidget(QWidget(self))  # Qt's own is filled.
        self.nodes: Sequence[Card[K]] = ()
        self.ways: Sequence[Way[K]] = ()
        self._items: list[QGraphicsItem] = []
        self._from: K | None = None
        self._hand = QGraphicsLineItem()
        self._hand.setZValue(_HAND)
        self._hand.hide()
        self.scene().addItem(self._hand)
        theme.switch().changed.connect(self._retheme)

    # ---- what subclasses say --------------------------------------------------------------------

    @abstractmethod
    def least(self) -> QSizeF:
        """The least room in which all of it can be drawn."""

    @abstractmethod
    def arranged(self) -> tuple[Sequence[Card[K]], Sequence[Way[K]]]:
        """The nodes and the ways between them, in a scene of `room`."""

    def paint_behind(self, painter: QPainter) -> None:
        """Draw what lies under the ways."""

    @abstractmethod
    def walked(self, across: int, down: int) -> K | None:
        """What an arrow key leads to from what is picked."""

    # ---- what it shows --------------------------------------------------------------------------

    @property
    def room(self) -> QSizeF:
        """The size of the scene: as large as the view beside its bars, unless more is needed."""
        whole, least = QSizeF(self.maximumViewportSize()), self.least()
        # What Qt takes off for a bar, which a style sheet may have made narrower.
        bar = float(self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent))
        across = bar if least.width() > whole.width() else 0.0
        down = bar if least.height() > whole.height() - across else 0.0
        return (whole - QSizeF(down, across)).expandedTo(least)

    def arrange(self) -> None:
        """Lay everything out anew."""
        scene = self.scene()
        for item in self._items:
            scene.removeItem(item)
        self.nodes, self.ways = self.arranged()
        self._items = [
            *(_CardItem(self, node, _NODE) for node in self.nodes),
            *(_WayItem(way) for way in self.ways),
            *(_CardItem(self, way.card, _WORDS) for way in self.ways if way.card is not None),
        ]
        for item in self._items:
            scene.addItem(item)
        scene.setSceneRect(QRectF(QPointF(0, 0), self.room))
        self.viewport().update()

    def _retheme(self, _name: str = "") -> None:
        self.arrange()

    def box(self, key: K) -> QRectF:
        """Where a node stands; nothing where there is none of that key."""
        return next((node.box for node in self.nodes if node.key == key), QRectF())

    # ---- picking --------------------------------------------------------------------------------

    @property
    def on(self) -> K | None:
        """What is picked."""
        return self._on

    def pick(self, key: K | None) -> None:
        """Pick a node, a way or nothing."""
        self._on = key
        self.arrange()
        self.tell()

    def pick_first(self, wanted: Sequence[K], every: Sequence[K]) -> None:
        """Where nothing that is there is picked: the first of *wanted*, else the first of all."""
        if self._on not in every:
            self._on = next(iter((*wanted, *every)), None)

    def tell(self) -> None:
        """Say what is picked, to those who see and to those who hear."""
        spoken = next((node.spoken for node in self.nodes if node.key == self._on), "")
        self.setAccessibleDescription(spoken)
        self.picked.emit(self._on)

    def key_at(self, at: QPointF) -> K | None:
        """What can be picked at a px of the view."""
        found = (getattr(item, "key", None) for item in self.items(at.toPoint()))
        return next((key for key in found if key is not None), None)

    def _node_at(self, at: QPointF) -> K | None:
        key = self.key_at(at)
        return key if any(node.key == key for node in self.nodes) else None

    # ---- Qt's events ----------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return self.least().toSize()

    def minimumSizeHint(self) -> QSize:
        return _LEAST

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        self.paint_behind(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_Tab and plain and not self.joins:
                self.tabbed.emit()
                return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        key = self.key_at(event.position())
        if key is not None or self.joins:
            self.pick(key)
        self._from = self._node_at(event.position()) if self.joins else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        start, at = self.box(self._from).center(), self.mapToScene(event.position().toPoint())
        self._hand.setPen(QPen(theme.colour("accent"), 2, Qt.PenStyle.DashLine))
        self._hand.setLine(QLineF(start, at))
        self._hand.show()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        start, self._from = self._from, None
        self._hand.hide()
        end = self._node_at(event.position())
        if start is not None and end is not None and start != end:
            self.joined.emit(start, end)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        key = self._node_at(event.position())
        if key is not None:
            self.opened.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1),
                Qt.Key.Key_Down: (0, 1)}  # fmt: skip
        key = Qt.Key(event.key())
        if key in ways:
            found = self.walked(*ways[key])
            if found is not None:
                self.pick(found)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._on is not None:
            self.opened.emit(self._on)
        else:
            event.ignore()


tell_as(Role.Canvas, NodeGraph)
