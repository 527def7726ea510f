"""The battles of a campaign in the making and the ways between them, drawn with the mouse."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.services.campaign.workshop.draft import Draft
from wardesk.services.campaign.workshop.graph import layers
from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.spoken import Role, tell_as
from wardesk.ui.widgets import paint
from wardesk.words import tr

_WIDTH, _HEIGHT, _DOWN, _EDGE = 156, 56, 44, 16
_GAP = 66
_WIDEST = 230
_ICONS = {"battle": "table", "choice": "scales", "end": "flag", "off-board": "clock",
          "calendar": "clock"}  # fmt: skip
Picked = tuple[str, ...]
"""``(node,)`` or ``(start, end)``; empty for nothing."""


class CanvasNode(Struct, frozen=True, kw_only=True):
    """A battle as it is drawn."""

    id: str
    name: str
    below: str
    kind: str


class GraphCanvas(QWidget):
    """Drag from battle to battle to join them. ``picked(Picked)``, ``joined(start, end)``.

    ``removed(Picked)`` for Delete, ``entered()`` for Enter on what is picked.
    """

    picked = Signal(object)
    joined = Signal(str, str)
    removed = Signal(object)
    entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scrollbody")
        self.setAccessibleName(tr("Graph of battles"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.MinimumExpanding)
        self.nodes: dict[str, CanvasNode] = {}
        self.links: dict[Picked, str] = {}
        """Ways with the words of their condition."""
        self.wrong: set[Picked] = set()
        self.on: Picked = ()
        self._layers: list[list[str]] = []
        self._from = ""
        self._at = QPointF()

    def show_draft(
        self, draft: Draft, below: Mapping[str, str], words: Mapping[Picked, str]
    ) -> None:
        """Show a draft; *below* stands under the names of battles, *words* on the ways."""
        self.nodes = {
            str(row["id"]): CanvasNode(
                id=str(row["id"]), name=str(row.get("name") or row["id"]),
                below=below.get(str(row["id"]), ""), kind=str(row.get("kind", "battle")),
            )
            for row in draft.rows("nodes") if row.get("id")
        }  # fmt: skip
        self.links = {
            (str(row.get("start")), str(row.get("end"))): words.get(
                (str(row.get("start")), str(row.get("end"))), "")
            for row in draft.rows("links")
        }  # fmt: skip
        self._layers = layers(draft)
        if self.on and self.on not in self.links and self.on[0] not in self.nodes:
            self.pick(())
        self.setMinimumSize(self.minimumSizeHint())
        self.updateGeometry()
        self.update()

    def pick(self, what: Picked) -> None:
        """Pick a battle, a way or nothing."""
        self.on = what
        self.update()
        self.picked.emit(what)

    # ---- where things are -----------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        wide = len(self._layers)
        tall = max(map(len, self._layers), default=1)
        return QSize(
            2 * _EDGE + wide * theme.px(_WIDTH) + max(0, wide - 1) * _GAP,
            2 * _EDGE + tall * _HEIGHT + max(0, tall - 1) * _DOWN,
        )

    def box(self, node: str) -> QRectF:
        """Where a battle is drawn."""
        width = theme.px(_WIDTH)
        wide = len(self._layers)
        spare = self.width() - 2 * _EDGE - wide * width
        gap = min(spare / max(1, wide - 1), _WIDEST) if wide > 1 else 0.0
        left = (self.width() - wide * width - (wide - 1) * gap) / 2
        for k, layer in enumerate(self._layers):
            if node in layer:
                tall = len(layer) * _HEIGHT + (len(layer) - 1) * _DOWN
                top = (self.height() - tall) / 2 + layer.index(node) * (_HEIGHT + _DOWN)
                return QRectF(left + k * (width + gap), top, width, _HEIGHT)
        return QRectF()

    def _course(self, link: Picked) -> QPainterPath:
        first, last = self.box(link[0]), self.box(link[1])
        start = QPointF(first.right(), first.center().y())
        end = QPointF(last.left() - 7, last.center().y())
        reach = max(30.0, (end.x() - start.x()) / 2)
        path = QPainterPath(start)
        path.cubicTo(start + QPointF(reach, 0), end - QPointF(reach, 0), end)
        return path

    def pill(self, link: Picked) -> QRectF:
        """Where the words of a way stand."""
        middle = self._course(link).pointAtPercent(0.5)
        width = paint.advance(self._told(link), "small") + 18
        return QRectF(middle.x() - width / 2, middle.y() - 12, width, 24)

    def _told(self, link: Picked) -> str:
        metrics = QFontMetricsF(theme.shared_font("small"))
        room = self.box(link[1]).left() - self.box(link[0]).right() - 24
        words = self.links[link] or tr("always")
        return metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(46.0, room))

    def _node_at(self, point: QPointF) -> str:
        return next((key for key in self.nodes if self.box(key).contains(point)), "")

    def _link_at(self, point: QPointF) -> Picked:
        for link in self.links:
            if link[0] in self.nodes and link[1] in self.nodes:
                near = QPainterPath()
                near.addEllipse(point, 6, 6)
                if self.pill(link).contains(point) or self._course(link).intersects(near):
                    return link
        return ()

    # ---- painting -------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        known = [link for link in self.links if link[0] in self.nodes and link[1] in self.nodes]
        for link in known:
            self._paint_link(painter, link)
        for node in self.nodes.values():
            self._paint_node(painter, node)
        for link in known:
            self._paint_pill(painter, link)
        if self._from:
            painter.setPen(QPen(theme.colour("accent"), 2, Qt.PenStyle.DashLine))
            painter.drawLine(self.box(self._from).center(), self._at)
        if not self.nodes:
            words = tr("No battle yet: add one above.")
            paint.words(painter, QRectF(self.rect()), words, ink="text2", align=paint.CENTRE)
        painter.end()

    def _paint_node(self, painter: QPainter, node: CanvasNode) -> None:
        box, on = self.box(node.id), self.on == (node.id,)
        edge = "danger" if (node.id,) in self.wrong else "accent" if on else "edge"
        paint.rounded(painter, box, fill=theme.colour("accent_soft" if on else "surface"),
                      outline=theme.colour(edge), radius=8, width=1.6)  # fmt: skip
        if on and self.hasFocus():
            paint.rounded(painter, box.adjusted(-4, -4, 4, 4), outline=theme.colour("focus"),
                          radius=11, width=2)  # fmt: skip
        icon = _ICONS.get(node.kind, "table")
        where = QRectF(box.left() + 10, box.center().y() - 9, 18, 18)
        paint_icon(painter, icon, where, "accent_text")
        room = box.width() - 44
        for role, ink, words, y in (
            ("small-strong", "text", node.name, box.top() + 9),
            ("tiny", "text2", node.below, box.top() + 29),
        ):
            metrics = QFontMetricsF(theme.shared_font(role))
            told = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            paint.words(painter, QRectF(box.left() + 36, y, room, 18), told, role=role, ink=ink)

    def _ink(self, link: Picked) -> str:
        return "danger" if link in self.wrong else "accent" if self.on == link else "text3"

    def _paint_link(self, painter: QPainter, link: Picked) -> None:
        path, ink = self._course(link), theme.colour(self._ink(link))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink, 2.4 if self.on == link else 1.7))
        painter.drawPath(path)
        end = path.pointAtPercent(1)
        painter.setBrush(ink)
        painter.setPen(Qt.PenStyle.NoPen)
        tip = end + QPointF(7, 0)
        painter.drawPolygon(QPolygonF([tip, end + QPointF(-1, 5), end + QPointF(-1, -5)]))

    def _paint_pill(self, painter: QPainter, link: Picked) -> None:
        box, on = self.pill(link), self.on == link
        edge = self._ink(link) if on or link in self.wrong else "edge"
        paint.rounded(painter, box, fill=theme.colour("accent_soft" if on else "surface"),
                      outline=theme.colour(edge), radius=12, width=1.4)  # fmt: skip
        if on and self.hasFocus():
            paint.rounded(painter, box.adjusted(-3, -3, 3, 3), outline=theme.colour("focus"),
                          radius=14, width=2)  # fmt: skip
        paint.words(painter, box, self._told(link), role="small",
                    ink="accent_text" if on else "text", align=paint.CENTRE)  # fmt: skip

    # ---- mouse and keyboard ---------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        node = self._node_at(point)
        self._from, self._at = node, point
        self.pick((node,) if node else self._link_at(point))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if self._from and event.buttons() & Qt.MouseButton.LeftButton:
            self._at = point
            self.update()
            return
        over = self._node_at(point)
        self.setToolTip(self.nodes[over].name if over else self.links.get(self._link_at(point), ""))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        start, self._from = self._from, ""
        end = self._node_at(event.position())
        self.update()
        if start and end and start != end:
            self.joined.emit(start, end)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        if key in ways:
            every: list[Picked] = [*((node,) for node in self.nodes), *self.links]
            if every:
                at = every.index(self.on) + ways[key] if self.on in every else 0
                self.pick(every[at % len(every)])
        elif key == Qt.Key.Key_Delete and self.on:
            self.removed.emit(self.on)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.on:
            self.entered.emit()
        else:
            event.ignore()


tell_as(Role.Canvas, GraphCanvas)
