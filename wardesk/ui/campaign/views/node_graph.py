"""Nodes and the ways between them as a scene, one of them picked: by click, by keyboard, at first.

A subclass says where its nodes stand; hit tests, tooltips, scrolling, what lies over what and the
line that a hand draws from node to node are the scene's.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

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
    QStyleOptionGraphicsItem,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.spoken import Role, tell_as
from wardesk.ui.widgets import paint

K = TypeVar("K", bound="str | tuple[str, ...]")
"""What a node or a way is found by again at another moment."""

_RING = 6.0
"""Px around a card or a pill for the ring of what is picked."""
_NEAR = 12.0
"""Px across in which a way is hit."""
_LEAST = QSize(300, 160)
_WAY, _CARD, _PILL, _HAND = range(4)
"""How high they lie."""

Draw = Callable[[QPainter, QRectF], None]


@dataclass(frozen=True)
class Node(Generic[K]):
    """A card and what is drawn in it."""

    key: K
    box: QRectF
    draw: Draw
    spoken: str
    """The node for those who hear it."""
    told: str = ""
    """Its tooltip."""
    edge: str = "edge"
    ground: str = "surface"
    dashed: bool = False
    ring: str = ""
    """The ring while it is picked and the keyboard is elsewhere; "" for none."""


@dataclass(frozen=True)
class Pill:
    """Words on a way."""

    box: QRectF
    words: str
    role: str = "tiny"
    ground: str = "surface"
    edge: str | None = None
    ink: str = "text2"


@dataclass(frozen=True)
class Way(Generic[K]):
    """A line with a head; one with a *key* can be picked."""

    path: QPainterPath
    ink: str
    width: float
    dashed: bool = False
    head: tuple[float, float] = (7.0, 5.0)
    """Length of the head beyond the line, and half its width; px."""
    pill: Pill | None = None
    told: str = ""
    key: K | None = None


@dataclass(frozen=True)
class Drawn(Generic[K]):
    """All that a graph shows, in px of its scene."""

    nodes: Sequence[Node[K]] = ()
    ways: Sequence[Way[K]] = ()


class _Card(QGraphicsRectItem):
    """A node in the scene."""

    def __init__(self, graph: NodeGraph[K], node: Node[K]) -> None:
        super().__init__(node.box.adjusted(-_RING, -_RING, _RING, _RING))
        self._graph, self.key, self._node = graph, node.key, node
        self.setZValue(_CARD)
        self.setToolTip(node.told)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self._node.box)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        node, focus = self._node, self._graph.hasFocus()
        paint.rounded(painter, node.box, fill=theme.colour(node.ground),
                      outline=theme.colour(node.edge), radius=8, width=1.6,
                      dashed=node.dashed)  # fmt: skip
        ring = "focus" if focus else node.ring
        if ring and self._graph.on == node.key:
            around = node.box.adjusted(-4, -4, 4, 4)
            paint.rounded(painter, around, outline=theme.colour(ring), radius=11, width=2)
        node.draw(painter, node.box)


class _Line(QGraphicsPathItem):
    """A way in the scene, with its head."""

    def __init__(self, way: Way[K]) -> None:
        super().__init__(way.path)
        self.key = way.key
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


class _Words(QGraphicsRectItem):
    """The words of a way, over all cards."""

    def __init__(self, graph: NodeGraph[K], way: Way[K], pill: Pill) -> None:
        super().__init__(pill.box.adjusted(-_RING, -_RING, _RING, _RING))
        self._graph, self.key, self._pill = graph, way.key, pill
        self.setZValue(_PILL)
        self.setToolTip(way.told)

    def shape(self) -> QPainterPath:
        path = QPainterPath()
        path.addRect(self._pill.box)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        pill, radius = self._pill, self._pill.box.height() / 2
        edge = theme.colour(pill.edge) if pill.edge is not None else None
        paint.rounded(painter, pill.box, fill=theme.colour(pill.ground), outline=edge,
                      radius=radius)  # fmt: skip
        if self.key is not None and self._graph.on == self.key and self._graph.hasFocus():
            around = pill.box.adjusted(-3, -3, 3, 3)
            ring = theme.colour("focus")
            paint.rounded(painter, around, outline=ring, radius=radius + 2, width=2)
        paint.words(painter, pill.box, pill.words, role=pill.role, ink=pill.ink,
                    align=paint.CENTRE)  # fmt: skip


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
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self._drawn = Drawn[K]()
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
    def arranged(self) -> Drawn[K]:
        """Where everything stands in a scene of `room`."""

    def paint_behind(self, painter: QPainter) -> None:
        """Draw what lies under the ways."""

    def walked(self, across: int, down: int) -> K | None:
        """What an arrow key leads to from what is picked."""
        raise NotImplementedError

    # ---- what it shows --------------------------------------------------------------------------

    @property
    def room(self) -> QSizeF:
        """The size of the scene: as large as the view, unless more is needed."""
        return QSizeF(self.viewport().size()).expandedTo(self.least())

    @property
    def nodes(self) -> Sequence[Node[K]]:
        """Its nodes."""
        return self._drawn.nodes

    @property
    def ways(self) -> Sequence[Way[K]]:
        """The ways between them."""
        return self._drawn.ways

    def arrange(self) -> None:
        """Lay everything out anew."""
        scene = self.scene()
        for item in self._items:
            scene.removeItem(item)
        self._drawn = self.arranged()
        self._items = [_Card(self, node) for node in self.nodes]
        for way in self.ways:
            self._items.append(_Line(way))
            if way.pill is not None:
                self._items.append(_Words(self, way, way.pill))
        for item in self._items:
            scene.addItem(item)
        scene.setSceneRect(QRectF(QPointF(0, 0), self.room))
        self.viewport().update()

    def _retheme(self, _name: str = "") -> None:
        self.arrange()

    def box(self, key: K) -> QRectF:
        """Where a node stands; nothing where there is none of that key."""
        return next((node.box for node in self.nodes if node.key == key), QRectF())

    def show_part(self, box: QRectF) -> None:
        """Bring a part of the scene into view."""
        self.ensureVisible(box, 40, 40)

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
