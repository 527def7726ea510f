"""Names on an operational map: sizes by zoom, a free side for each, waters along their course."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.campaign.operation.atlas import Point, along, length
from wardesk.render.country.frames import cartouche, frame_ink
from wardesk.render.country.land import CountryLine, Land, Town
from wardesk.render.lettering import curve_path, halo, text_path, text_width
from wardesk.render.theme import MapTheme

_PIXELS = {1: 17.5, 2: 14.0, 3: 12.0}
"""Height of letters in px by rank of the town, before they grow with the zoom."""
_SMALL = 0.085
"""Device px per unit from which every village is named; before that, those on the route only."""
_TRACKING = {1: 0.06, 2: 0.0, 3: 0.0}
_SIDES = (
    (1.0, 0.0, -1), (-1.0, 0.0, 1), (1.0, -0.9, -1), (-1.0, -0.9, 1), (1.0, 0.9, -1),
    (-1.0, 0.9, 1), (0.0, -1.5, 0), (0.0, 1.5, 0),
)  # fmt: skip
"""Where a name may stand around its place: across, down, and how it is aligned."""


@dataclass(frozen=True)
class CountryName:
    """A name set in type at its place."""

    path: QPainterPath
    box: QRectF
    ink: str
    halo: str
    rim: float


class CountryNames:
    """The names of one land; a plan is made once per level and kept. Safe in any thread."""

    def __init__(self, land: Land) -> None:
        self._land = land
        self._plans: dict[int, list[CountryName]] = {}
        self._lock = threading.Lock()

    def plan(self, scale: float) -> list[CountryName]:
        """The names at the level of *scale* (device px per unit)."""
        level = round(2 * math.log2(scale))
        with self._lock:
            if level not in self._plans:
                self._plans[level] = _planned(self._land, 2.0 ** (level / 2))
            return self._plans[level]

    def boxes(self, scale: float) -> list[QRectF] | None:
        """Where towns' names stand, in units, for whoever must not cover them.

        None while nobody has planned this level yet; never works anything out.
        """
        found = self._plans.get(round(2 * math.log2(scale)))
        return None if found is None else [one.box for one in found if one.ink == "label.ink"]

    def paint(self, painter: QPainter, theme: MapTheme, scale: float, seen: QRectF) -> None:
        """Write what reaches into *seen*: all halos first, so that none covers a letter."""
        near = [name for name in self.plan(scale) if name.box.intersects(seen)]
        for name in near:
            halo(painter, name.path, theme.colour(name.halo, 0.88), name.rim * 1.25)
        for name in near:
            painter.fillPath(name.path, theme.colour(name.ink))


def _planned(land: Land, scale: float) -> list[CountryName]:
    taken: list[QRectF] = [cartouche(land)]
    for zone in land.facts.zones:
        # the letter of a zone must stay free
        x, y = [x for x, _ in zone.ring], [y for _, y in zone.ring]
        room = max(46.0, 10.5 / scale) * 0.7
        middle = (min(x) + max(x)) / 2, (min(y) + max(y)) / 2
        taken.append(QRectF(middle[0] - room, middle[1] - room, 2 * room, 2 * room))
    for box in land.facts.boxes:
        xs, ys = [x for x, _ in box.ring], [y for _, y in box.ring]
        taken.append(QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    found: list[CountryName] = []
    grown = min(1.35, max(0.9, (scale / 0.1) ** 0.16))
    route = [point for line in land.routes for point in _beads(line.points, 60)]
    main = set(land.facts.main)
    for town in land.towns:
        rank = town.rank if town.name not in main or town.rank < 3 else 2
        if rank == 3 and scale < _SMALL:
            continue
        name = _town_name(town, rank, _PIXELS[rank] * grown / scale, scale, taken, route, land)
        if name is not None:
            found.append(name)
            taken.append(name.box)
    found += _frame_names(land, scale, grown, taken)
    taken += [town.ground.boundingRect() for town in land.towns if town.rank < 3]
    for line in land.waters:
        found += _water_names(line, scale, grown, taken)
    found += _regions(land, scale, grown, taken)
    return found


def _frame_names(land: Land, scale: float, grown: float, taken: list[QRectF]) -> list[CountryName]:
    """The names of printed sheets, along the upper or lower side of their frames."""
    found: list[CountryName] = []
    size = 11.0 * grown / scale
    for mark in land.facts.frames:
        xs, ys = [x for x, _ in mark.ring], [y for _, y in mark.ring]
        width = text_width(mark.name, "map-place-italic", size)
        if width > max(xs) - min(xs):
            continue
        for y in (min(ys) + size * 0.85, max(ys) - size * 0.85):
            for x in (
                min(xs) + size * 0.6,
                (min(xs) + max(xs) - width) / 2,
                max(xs) - width - size,
            ):
                box = QRectF(x, y - size * 0.55, width, size * 1.1)
                if not any(box.intersects(other) for other in taken):
                    break
            else:
                continue
            path = text_path(mark.name, "map-place-italic", size, (x, y), -1)
            found.append(CountryName(path, box, frame_ink(mark), "label.halo", size * 0.2))
            taken.append(box)
            break
    return found


def _beads(points: Sequence[Point], step: float) -> list[Point]:
    total = length(points)
    return [along(points, way) for way in _range(0, total, step)]


def _range(start: float, end: float, step: float) -> list[float]:
    return [start + k * step for k in range(max(1, int((end - start) / step) + 1))]


def _town_name(
    town: Town, rank: int, size: float, scale: float, taken: list[QRectF], route: list[Point],
    land: Land,
) -> CountryName | None:  # fmt: skip
    text = town.name.upper() if town.rank == 1 else town.name
    tracking = _TRACKING[rank]
    width = text_width(text, "map-place", size, tracking)
    ground = max(town.ground.boundingRect().width() / 2 * 0.9, 4.0 / scale)
    best: tuple[float, QPainterPath, QRectF] | None = None
    for order, (across, down, align) in enumerate(_SIDES):
        x = town.at[0] + across * (ground + size * 0.35)
        y = town.at[1] + down * (ground * 0.75 + size * 0.28)
        if align == 0:
            y = town.at[1] + math.copysign(ground + size * 0.62, down)
        left = x if align == -1 else x - width if align == 1 else x - width / 2
        box = QRectF(left, y - size * 0.55, width, size * 1.1)
        if not land.inside.adjusted(20, 20, -20, -20).contains(box):
            continue
        cost = order * 0.5
        cost += 100 * sum(box.intersects(other) for other in taken)
        grown = box.adjusted(-size * 0.2, -size * 0.1, size * 0.2, size * 0.1)
        cost += 3.0 * sum(grown.contains(px, py) for px, py in _near(route, box))
        if best is None or cost < best[0]:
            path = text_path(text, "map-place", size, (x, y), align, tracking)
            best = cost, path, box
        if cost == 0:
            break
    if best is None or (best[0] >= 100 and rank > 1):
        return None
    return CountryName(best[1], best[2], "label.ink", "label.halo", size * 0.22)


def _near(points: list[Point], box: QRectF) -> list[Point]:
    x, y, reach = box.center().x(), box.center().y(), box.width()
    return [p for p in points if abs(p[0] - x) < reach and abs(p[1] - y) < reach]


def _water_names(
    line: CountryLine, scale: float, grown: float, taken: list[QRectF]
) -> list[CountryName]:
    """A water's name along its course, more than once where it is long."""
    if not line.name or (line.rank <= 2 and scale < 0.11):
        return []
    size = (15.5 if line.rank >= 4 else 12.5) * grown / scale
    total = length(line.points)
    width = text_width(line.name, "map-place-italic", size, 0.03)
    if width > total * 0.8:
        return []
    found: list[CountryName] = []
    every = max(width * 4, 2600.0 if scale < 0.3 else 1500.0)
    count = max(1, int(total / every))
    for k in range(count):
        for shift in (0.5, 0.3, 0.7, 0.15, 0.85):
            middle = total * (k + shift) / count
            start, end = middle - width * 0.62, middle + width * 0.62
            if start < 0 or end > total:
                continue
            run = [along(line.points, way) for way in _range(start, end, width * 1.24 / 9)][:10]
            flat = math.dist(run[0], run[-1]) / max(1e-6, width * 1.24)
            off = (26.0 if line.rank >= 4 else 12.0) * 0.6 + size * 0.62
            path = curve_path(line.name, "map-place-italic", size, _beside(_soft(run), off), 0.03)
            box = path.boundingRect()
            if flat > 0.9 and not any(box.intersects(other) for other in taken):
                found.append(CountryName(path, box, "water.name", "label.halo", size * 0.2))
                taken.append(box)
                break
    return found


def _soft(run: list[Point]) -> list[Point]:
    """The same course with gentler bends, so that letters do not fall over each other."""
    for _ in range(3):
        run = [
            run[k] if k in (0, len(run) - 1) else (
                (run[k - 1][0] + 2 * run[k][0] + run[k + 1][0]) / 4,
                (run[k - 1][1] + 2 * run[k][1] + run[k + 1][1]) / 4,
            )
            for k in range(len(run))
        ]  # fmt: skip
    return run


def _beside(run: list[Point], by: float) -> list[Point]:
    """A course moved to the upper side."""
    found: list[Point] = []
    for k, (x, y) in enumerate(run):
        (ax, ay), (bx, by_) = run[max(0, k - 1)], run[min(len(run) - 1, k + 1)]
        dx, dy = bx - ax, by_ - ay
        reach = math.hypot(dx, dy) or 1.0
        side = -1.0 if dx >= 0 else 1.0
        found.append((x - side * dy / reach * by * -1 * -1, y + side * dx / reach * by))
    return found


def _regions(land: Land, scale: float, grown: float, taken: list[QRectF]) -> list[CountryName]:
    """Woods and heaths in italics, heights in spaced letters, where there is room."""
    found: list[CountryName] = []
    rows = [
        (shape.name, shape.points[0], 15.0, 0.22) for shape in land.facts.of_kind("relief_name")
    ]
    big = {name for name, *_ in rows}
    if scale >= 0.1:
        rows += [
            (area.name, area.middle, 11.5, 0.02)
            for area in (*land.woods, *land.heaths)
            if area.name and area.name not in big
        ]
    for text, at, pixels, tracking in rows:
        size = pixels * grown / scale
        width = text_width(text, "map-place-italic", size, tracking)
        for down in (0.0, 1.5, -1.5, 3.0):
            box = QRectF(at[0] - width / 2, at[1] + (down - 0.55) * size, width, size * 1.1)
            if land.inside.contains(box) and not any(box.intersects(one) for one in taken):
                path = text_path(
                    text, "map-place-italic", size, (at[0], at[1] + down * size), 0.0, tracking
                )
                found.append(CountryName(path, box, "country.region", "label.halo", size * 0.2))
                taken.append(box)
                break
    return found
