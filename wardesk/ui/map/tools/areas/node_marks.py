"""The handles of the node tool, and how the areas concerned would look while one is dragged."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from wardesk.drawing.commands.all_commands import InsertBend, MoveAnchor, MoveBend, MoveNode
from wardesk.geometry.borders.topology import Network, edge_points, ends, ring_points
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.canvas.selection_marks import CASING, PICKED
from wardesk.ui.map.tools.areas.border_snapping import BorderSnapping
from wardesk.ui.map.tools.areas.grips import AreaGrip, Moving, Picked, edges_moved, would_be

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView

_MOST_NODES = 400
"""With more nodes than that in view, only those of the areas nearby are drawn."""
_ROOM = 34.0
"""Px that a straight part needs to get a handle in its middle."""

_APART = 10.0
"""Px between two bends below which only one of them is drawn."""


class NodeMarks:
    """Draws for the node tool; knows which borders are near the hand."""

    def __init__(
        self, model: MapModel, view: MapView, snapping: BorderSnapping, picked: Picked
    ) -> None:
        self._model, self._view, self._snapping, self._picked = model, view, snapping, picked

    def near(self, hover: AreaGrip | None) -> dict[int, None]:
        """The borders whose bends are shown: those of picked areas and those under the pointer."""
        document = self._model.document
        selection = self._model.selection
        cells = dict.fromkeys((*selection.cells, self._view.hover_cell))
        found = dict.fromkeys(
            abs(signed)
            for cell in cells
            if cell in document.faces
            for ring in document.faces[cell].rings
            for signed in ring
        )
        found.update(dict.fromkeys(selection.edges))
        found.update(dict.fromkeys(edge for edge, _ in self._picked.bends))
        if hover is not None and hover.kind in ("bend", "edge"):
            found[hover.id] = None
        return found

    def corners_of(self, cell: str) -> list[AreaGrip]:
        """The nodes and bends round an area in their order."""
        network, found = self._snapping.network, list[AreaGrip]()
        face = network.faces.get(cell)
        for signed in face.outer if face is not None else ():
            edge = network.edges[abs(signed)]
            node = ends(edge, signed)[0]
            found.append(AreaGrip("node", network.nodes[node], node))
            bends = [AreaGrip("bend", at, edge.id, k) for k, at in enumerate(edge.points, 1)]
            found += bends if signed > 0 else bends[::-1]
        return found

    # ---- drawing -------------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera, hover: AreaGrip | None) -> None:
        """All handles, those picked and the one under the pointer larger."""
        network = self._snapping.network
        seen = camera.seen()
        near = self.near(hover)
        for number in self._model.selection.edges:
            handles.stroke(painter, handles.on_view(camera, edge_points(network, number)))
        for number in near:
            self._paint_bends(painter, camera, network, number, seen)
        self._paint_nodes(painter, camera, network, near, seen)
        for is_node, at in self._picked.places(network):
            mark = handles.dot if is_node else handles.hollow
            mark(painter, _spot(camera, at), size=6.5, ink=handles.REFUSED)
        self._paint_anchors(painter, camera)
        if hover is not None:
            self._paint_hover(painter, camera, hover)

    def _paint_bends(
        self, painter: QPainter, camera: Camera, network: Network, number: int, seen: QRectF
    ) -> None:
        line = edge_points(network, number)
        spots = handles.on_view(camera, line)
        last = spots[0]
        for place, (a, b) in enumerate(pairwise(spots)):
            if place and seen.contains(*line[place]) and _apart(a, last) and _apart(a, spots[-1]):
                handles.hollow(painter, a)
                last = a
            if (b - a).manhattanLength() > _ROOM:
                handles.diamond(painter, (a + b) / 2, size=3.4)

    def _paint_nodes(
        self,
        painter: QPainter,
        camera: Camera,
        network: Network,
        near: dict[int, None],
        seen: QRectF,
    ) -> None:
        nodes = {node: at for node, at in network.nodes.items() if seen.contains(*at)}
        if len(nodes) > _MOST_NODES:
            ends_near = {n for e in near for n in (network.edges[e].start, network.edges[e].end)}
            nodes = {node: at for node, at in nodes.items() if node in ends_near}
        for at in nodes.values():
            handles.dot(painter, _spot(camera, at), size=4.6)

    def _paint_anchors(self, painter: QPainter, camera: Camera) -> None:
        document = self._model.document
        for cell in dict.fromkeys((*self._model.selection.cells, self._view.hover_cell)):
            if cell in document.faces and cell in document.cells:
                handles.anchor_mark(painter, _spot(camera, document.cells[cell].anchor), size=4.5)

    def _paint_hover(self, painter: QPainter, camera: Camera, hover: AreaGrip) -> None:
        spot = _spot(camera, hover.at)
        if hover.kind == "edge":
            line = handles.on_view(camera, edge_points(self._snapping.network, hover.id))
            handles.stroke(painter, line, PICKED, 1.6)
            handles.diamond(painter, spot, size=5.5)
        elif hover.kind == "anchor":
            handles.anchor_mark(painter, spot, ink=PICKED, size=6.5)
        else:
            handles.ring(painter, spot, ink=PICKED)

    def paint_move(self, painter: QPainter, camera: Camera, command: Moving, why: str) -> None:
        """The areas as they would be; red with the reason where that cannot be."""
        network = self._snapping.network
        ink = handles.REFUSED if why else PICKED
        if isinstance(command, MoveAnchor):
            spot = _spot(camera, command.to or (0.0, 0.0))
            handles.anchor_mark(painter, spot, ink=ink, size=7)
            if why:
                handles.say(painter, camera, spot, why, "danger")
            return
        after, moved = would_be(network, command), edges_moved(network, command)
        for name in sorted({owner for edge in moved for owner in self._snapping.owners(edge)}):
            rings = [ring_points(after, ring) for ring in after.faces[name].rings]
            handles.tint(painter, handles.rings_path(camera, rings), ink)
        for edge in moved:
            handles.stroke(painter, handles.on_view(camera, edge_points(after, edge)), ink)
        spots = self._moved_spots(camera, after, command)
        for spot in spots:
            handles.dot(painter, spot, ink=ink)
        if why and spots:
            handles.say(painter, camera, spots[0], why, "danger")

    def _moved_spots(self, camera: Camera, after: Network, command: Moving) -> list[QPointF]:
        if isinstance(command, MoveNode | MoveBend):
            return [_spot(camera, command.to)]
        if isinstance(command, InsertBend):
            return [_spot(camera, command.at)]
        return [_spot(camera, at) for _is_node, at in self._picked.places(after)]

    def paint_box(self, painter: QPainter, box: QRectF) -> None:
        """The box in which corners are picked, px of the view."""
        tint = QColor(PICKED)
        tint.setAlphaF(0.14)
        painter.setBrush(tint)
        for ink, width in ((CASING, 3.0), (PICKED, 1.4)):
            painter.setPen(QPen(QColor(ink), width, Qt.PenStyle.SolidLine))
            painter.drawRect(box)


def _apart(a: QPointF, b: QPointF) -> bool:
    """Whether two handles can be told apart; those that cannot appear when the eye comes closer."""
    return (a - b).manhattanLength() >= _APART


def _spot(camera: Camera, at: tuple[float, float]) -> QPointF:
    return camera.to_view(QPointF(*at))
