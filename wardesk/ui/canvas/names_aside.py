"""Names of places that counters lie on: how far each is drawn beside where it is printed.

Where a pile stands on hexes and squares tells its cell, so it is the name that steps aside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QRegion

from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.lettering import LetteringLayer
from wardesk.ui.canvas.piles import Pile

_STEP, _FARTHEST = 0.11, 1.7
"""Between two tries and to the last one, in counter edges."""
_AIR = 0.06
"""What a name keeps clear of counters, in counter edges."""
_ALONG = 0.8
"""A way to the side counts for less than one up or down: a name stays in its line of the map."""

Way = tuple[QRectF, QPointF]
"""The box of a name, board units, and how far it is moved."""


def _ways() -> tuple[QPointF, ...]:
    reach = range(-math.floor(_FARTHEST / _STEP), math.floor(_FARTHEST / _STEP) + 1)
    found = [(x * _STEP, y * _STEP) for x in reach for y in reach]
    found = [way for way in found if 0 < math.hypot(*way) <= _FARTHEST]
    found.sort(key=lambda way: math.hypot(way[0] * _ALONG, way[1]))
    return tuple(QPointF(*way) for way in found)


_WAYS = _ways()


class NamesAside:
    """Remembers where each name went: what lies around it as before leaves it there."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[object, ...], QPointF | None]] = {}
        self.ways: tuple[Way, ...] = ()
        """The names that stand elsewhere now."""

    def follow(
        self, art: BoardArt, scale: float, piles: Iterable[Pile], marks: list[QRectF], edge: float
    ) -> list[QRectF]:
        """Let the names step off *piles* and *marks*; where the board looks otherwise then.

        No names are known while they are painted: then all stays as it is. Board units.
        """
        names = art.name_rects(scale)
        if not names and self.ways:
            return []
        taken = [*(pile.bounds() for pile in piles), *marks]
        before, self.ways = self.ways, self.settle(names, taken, edge, art.sheet)
        other = _other_ways(before, self.ways)
        return [one for box, way in other for one in (box, box.translated(way))]

    def paint(
        self,
        painter: QPainter,
        camera: Camera,
        ratio: float,
        lettering: LetteringLayer,
        sheet: QRectF,
        wanted: Sequence[QRectF],
    ) -> None:
        """Draw the lettering of *sheet*, and the names that step aside where they went.

        *painter* is in px of the view; no more is needed than lies in *wanted*, board units.
        """
        transform = camera.transform()
        moved = [(box, box.translated(way)) for box, way in self.ways]
        near = [
            (box, there)
            for box, there in moved
            if any(part.intersects(box) or part.intersects(there) for part in wanted)
        ]
        boxes = [(transform.mapRect(box), transform.mapRect(there)) for box, there in near]
        painter.save()
        if boxes:
            whole = QRegion(QRectF(QPointF(0, 0), camera.size).toAlignedRect())
            for box, _ in boxes:
                whole = whole.subtracted(QRegion(box.toAlignedRect()))
            painter.setClipRegion(whole, Qt.ClipOperation.IntersectClip)
        lettering.draw(painter, camera, ratio, sheet)
        painter.restore()
        for box, moved in boxes:
            painter.save()
            # Whole px: letters that are shifted by less would be blurred.
            painter.translate((moved.topLeft() - box.topLeft()).toPoint())
            painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
            lettering.draw(painter, camera, ratio, sheet)
            painter.restore()

    def settle(
        self,
        names: Mapping[str, QRectF],
        piles: Iterable[QRectF],
        edge: float,
        sheet: QRectF,
    ) -> tuple[Way, ...]:
        """The names that step off *piles* of counters *edge* wide, and where to; board units.

        A name for which there is no room near its place stays under the counters.
        """
        boxes = [box.adjusted(-_AIR * edge, -_AIR * edge, _AIR * edge, _AIR * edge)
                 for box in piles]  # fmt: skip
        found: list[Way] = []
        taken = dict(names)
        known, self._known = self._known, {}
        reach = _FARTHEST * edge
        for key, box in names.items():
            room = box.adjusted(-reach, -reach, reach, reach)
            near = [one for one in boxes if one.intersects(room)]
            if not any(one.intersects(box) for one in near):
                continue
            others = [one for name, one in taken.items() if name != key and one.intersects(room)]
            situation = (box.getRect(), *(one.getRect() for one in (*near, *others)))
            before = known.get(key)
            if before is not None and before[0] == situation:
                way = before[1]
            else:
                way = _way_off(box, [*near, *others], edge, sheet)
            self._known[key] = (situation, way)
            if way is not None:
                taken[key] = box.translated(way)
                found.append((box, way))
        return tuple(found)


def _way_off(box: QRectF, barred: list[QRectF], edge: float, sheet: QRectF) -> QPointF | None:
    """The nearest way on which a box comes off all that is barred; None without any."""
    for step in _WAYS:
        moved = box.translated(step * edge)
        if sheet.contains(moved) and not any(moved.intersects(one) for one in barred):
            return step * edge
    return None


def _other_ways(before: Sequence[Way], after: Sequence[Way]) -> list[Way]:
    """The ways that are in one of both only."""
    were, are = ({(box.getRect(), way.toTuple()): (box, way) for box, way in ways}
                 for ways in (before, after))  # fmt: skip
    both = {**were, **are}
    return [both[key] for key in were.keys() ^ are.keys()]
