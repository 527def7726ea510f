"""Where the names of a sheet stand at a zoom: in the corridors that counters leave free.

A place is named once, however many cells it fills. Names are settled one after another, those put
down by hand first, then those worth most. Where a name stands depends only on names before it that
it could touch and on what lies around it, so that every tile of a view, and a view made afresh,
come to the same, and an edit moves only the names near it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF

from wardesk.render.map.areas.label_block import breaks
from wardesk.render.map.grounds import GROUNDS
from wardesk.render.map.label_style import GREAT, PLAIN, LabelLook, in_rows
from wardesk.render.map.lattice.frame import LatticeFrame, Pair
from wardesk.render.map.lattice.numbers import number_box
from wardesk.render.map.lattice.state import ABSENT, LatticeState
from wardesk.render.map.lines import LineArt
from wardesk.render.map.names import DISC, LARGE, SIZE, STEPS, SheetName, block_size, growth
from wardesk.render.map.recipes import recipe_of

Boxes = np.ndarray[Any, Any]
"""Left, top, right, bottom; a row for each."""
Points = np.ndarray[Any, Any]

_SHRINK = (1.0, 0.9, 0.8, 0.7)
_FAR_SHRINK = (1.0, 0.94)
"""How much smaller a name may be set where it has no room: close up, and where it has grown so that
it can just be read."""
_SHIFTS = (0.0, 12.0, -12.0, 24.0, -24.0, 36.0, -36.0, 50.0, -50.0, 66.0, 84.0)
"""How far a name that was put down by hand is moved down or up, drawing units."""
_LIFTS, _ASIDES, _RISES = (3, 12, 22, 32), (0, -20, 20, -45, 45, -75, 75), (0, -12, 12, -24, 24)
_LOOKED_AT = 16
"""For so many of the best places the ground under them is looked at."""
_FEW = 14.0
"""Pixels per radius below which only large places are named."""

_FAR_STEPS = (2.2, 3.3, 5.0, 7.5, 11.0, 16.0, 24.0)
_FAR_WHOLE = 30.0
"""How much large names grow below `_FEW`, and the pixels per radius and growth they should have:
whoever sees the whole sheet still reads where its towns are."""

Zoom = tuple[float, bool]
"""How much names are grown, and whether numbers are written."""


@dataclass(frozen=True)
class NamedPlace:
    """Something with a name; drawing units.

    *middles* are those of the cells it fills; none for words that stand *at* a place of their own.
    """

    key: str
    text: str
    middles: tuple[Pair, ...] = ()
    points: int = 0
    at: Pair | None = None
    italic: bool = False
    look: LabelLook = PLAIN

    @property
    def large(self) -> bool:
        """Whether its name is written larger, and from afar."""
        return self.points >= GREAT or len(self.middles) > 1 or self.look.scale > 1

    def reach(self, grown: float = STEPS[-1]) -> QRectF:
        """The most that its name may fill up to this growth, by a guess that needs no letters."""
        spots = (self.at,) if self.at is not None else self.middles
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        style = self.look.style
        size = (LARGE if self.large else SIZE) * grown * self.look.scale * style.scale
        bent = [abs(number) for point in self.look.curve for number in point]
        aside = len(self.text) * size * (0.62 + style.spacing) + 3 * DISC * grown + 190
        aside += max(bent, default=0.0)
        straight = not (self.look.turn or self.look.bend or bent)
        height = 3.6 * size + 150 if straight else aside
        left, top = min(xs) - aside, min(ys) - height
        return QRectF(left, top, max(xs) + aside - left, max(ys) + height - top)


class Surroundings:
    """What lies around a name: boxes and points in drawing units.

    *room* is where names may stand.
    """

    def __init__(
        self, frame: LatticeFrame, state: LatticeState, lines: LineArt, room: QRectF
    ) -> None:
        self.frame, self.state, self.lines, self.room = frame, state, lines, room
        self.slot = frame.counter / frame.unit
        """Edge of a counter, drawing units."""

    def middles(self, box: QRectF) -> Points:
        """The middles of the cells in a box and next to it."""
        cells = self.frame.cells_in(box.adjusted(-100, -100, 100, 100))
        return self.frame.centres[cells[self.state.ground[cells] != ABSENT]]

    def numbers(self, box: QRectF, grown: float) -> Points:
        """What the numbers of the cells in and next to a box fill."""
        label = self.state.label
        cells = self.frame.cells_in(box.adjusted(-100, -60, 100, 120)).tolist()
        texts = ((cell, label(cell)) for cell in cells)
        look = self.state.view.look.numbers
        boxes = (number_box(self.frame, cell, text, grown, look) for cell, text in texts if text)
        rows = [(one.left(), one.top(), one.right(), one.bottom()) for one in boxes]
        return np.array(rows, float).reshape(-1, 4)

    def ways(self, box: QRectF) -> Points:
        """Points along the lines that come near a box."""
        runs = [np.array(run) for run in self.lines.runs(box)]
        return np.vstack([np.zeros((0, 2)), *runs])

    def ink(self, at: Points) -> Points:
        """How busy the ground is at points, by the cell whose middle is nearest."""
        if not len(at):
            return np.zeros(0)
        (left, top), (right, bottom) = at.min(axis=0), at.max(axis=0)
        box = QRectF(left, top, right - left, bottom - top).adjusted(-130, -130, 130, 130)
        cells = self.frame.cells_in(box)
        if not len(cells):
            return np.zeros(len(at))
        away = ((at[:, None] - self.frame.centres[cells][None]) ** 2).sum(axis=2)
        ground = self.state.ground[cells[away.argmin(axis=1)]]
        dear = np.array([*(GROUNDS[recipe_of(art)].dear for art in self.state.arts), 0.0])
        return dear[ground]


@dataclass(frozen=True)
class _Near:
    middles: Points
    numbers: Boxes
    ways: Points
    names: Boxes


@dataclass(frozen=True)
class _Barred:
    """What a name may not cover for now: the places of other cells' counters, numbers."""

    slots: bool
    numbers: bool


class PlaceNames:
    """The names of one sheet as they are now."""

    def __init__(self, around: Surroundings, made: Callable[[], None] = lambda: None) -> None:
        self._around, self._made = around, made
        self._places: list[NamedPlace] = []
        self._numbers: dict[str, int] = {}
        self._boxes: dict[float, Boxes] = {}
        self._placed: dict[Zoom, dict[str, SheetName | None]] = {}
        self._zoom: Zoom = (STEPS[0], False)

    def read(self, places: Iterable[NamedPlace]) -> None:
        """Begin with these places."""
        self._places = sorted(
            places, key=lambda one: (one.at is None, not one.large, -one.points, -len(one.middles))
        )
        self._numbers = {one.key: number for number, one in enumerate(self._places)}
        self._boxes.clear()

    def touched(self, boxes: Iterable[QRectF]) -> list[QRectF]:
        """Something is drawn otherwise in some boxes; gives what must be painted anew.

        Only what was seen last is settled again.
        """
        old = self._placed.get(self._zoom, {})
        self._placed = {self._zoom: dict(old)}
        near = list(boxes)
        return self._settle_again(old, near) if near and old else []

    def changed(self, places: Iterable[NamedPlace], boxes: Iterable[QRectF]) -> list[QRectF]:
        """Follow an edit: other places, and something else in some boxes. As `touched`."""
        before = {one.key: one for one in self._places}
        self.read(places)
        now = {one.key: one for one in self._places}
        told = [
            one.reach()
            for key in before.keys() | now.keys()
            if before.get(key) != now.get(key)
            for one in (before.get(key), now.get(key))
            if one is not None
        ]
        old = self._placed.get(self._zoom, {})
        self._placed = {self._zoom: {key: name for key, name in old.items() if key in now}}
        touched = [*told, *boxes]
        if not touched:
            return []
        dirty = [one.reach() for key, one in old.items() if one and key not in now]
        dirty += self._settle_again(old, touched)
        return dirty

    def _settle_again(
        self, old: Mapping[str, SheetName | None], touched: list[QRectF]
    ) -> list[QRectF]:
        zoom, placed = self._zoom, self._placed[self._zoom]
        table = np.array([(b.left(), b.top(), b.right(), b.bottom()) for b in touched])
        reaches = self._reaches(zoom[0])
        hit = np.zeros(len(self._places), bool)
        for left, top, right, bottom in table:
            hit |= (
                (reaches[:, 0] < right) & (reaches[:, 2] > left)
                & (reaches[:, 1] < bottom) & (reaches[:, 3] > top)
            )  # fmt: skip
        dirty: list[QRectF] = []
        moved: set[int] = set()
        for number, place in enumerate(self._places):
            if place.key not in old and not hit[number]:
                continue
            if not hit[number] and not moved.intersection(self._before(number, zoom[0])):
                continue
            placed.pop(place.key, None)
            now = self._settled(number, zoom, placed) if self._ready(number, zoom) else None
            if now is not None or place.key in old:
                placed[place.key] = now
            if now != old.get(place.key):
                moved.add(number)
                dirty += [one.reach() for one in (old.get(place.key), now) if one is not None]
        return dirty

    def _ready(self, number: int, zoom: Zoom) -> bool:
        """See to it that all names before one are settled."""
        for one in self._before(number, zoom[0]):
            self._at(one, zoom)
        return True

    def within(self, box: QRectF, fine: float, *, numbered: bool) -> list[SheetName]:
        """The names that may reach into *box*, where they stand at this zoom."""
        self._zoom = zoom = (_grown(fine), numbered)
        near = [one for one in self._near(box, zoom[0]) if self._written(one, fine)]
        found = (self._at(number, zoom) for number in near)
        return [one for one in found if one is not None and one.reach().intersects(box)]

    def of(self, key: str, fine: float, *, numbered: bool) -> SheetName | None:
        """The name of one place where it stands at a zoom; None where it is not written."""
        number = self._numbers.get(key)
        if number is None or not self._written(number, fine):
            return None
        return self._at(number, (_grown(fine), numbered))

    def _written(self, number: int, fine: float) -> bool:
        return fine >= _FEW or self._places[number].large

    def by_place(self, fine: float, *, numbered: bool) -> dict[str, SheetName]:
        """Every name that finds room at a zoom, by the key of its place."""
        zoom = _grown(fine), numbered
        found = {one.key: self._at(number, zoom) for number, one in enumerate(self._places)}
        return {key: name for key, name in found.items() if name is not None}

    def settled(self, fine: float, *, numbered: bool) -> dict[str, SheetName]:
        """The names that were painted at a zoom, by the key of their place; works nothing out."""
        placed = self._placed.get((_grown(fine), numbered), {})
        return {key: name for key, name in placed.items() if name is not None}

    def _at(self, number: int, zoom: Zoom) -> SheetName | None:
        placed = self._placed.setdefault(zoom, {})
        key = self._places[number].key
        if key not in placed:
            todo, wanted = [number], set[int]()
            while todo:
                one = todo.pop()
                if self._places[one].key not in placed and one not in wanted:
                    wanted.add(one)
                    todo += self._before(one, zoom[0])
            for one in sorted(wanted):
                placed[self._places[one].key] = self._settled(one, zoom, placed)
                self._made()
        return placed[key]

    def _settled(
        self, number: int, zoom: Zoom, placed: Mapping[str, SheetName | None]
    ) -> SheetName | None:
        grown, numbered = zoom
        place = self._places[number]
        names = [placed.get(self._places[one].key) for one in self._before(number, grown)]
        taken = np.array([_edges(one.box) for one in names if one is not None]).reshape(-1, 4)
        if place.at is not None:
            return self._by_hand(place, place.at, zoom, taken)
        reach = place.reach(grown)
        around = self._around
        figures = around.numbers(reach, grown) if numbered else np.zeros((0, 4))
        near = _Near(around.middles(reach), figures, around.ways(reach), taken)
        if grown > STEPS[-1]:  # cells are too small to be spared
            near = _Near(np.zeros((0, 2)), figures, np.zeros((0, 2)), taken)
        shrinks = _SHRINK if grown == STEPS[0] else _FAR_SHRINK
        for shrink in shrinks:
            last = shrink == shrinks[-1]
            barred = _Barred(slots=not last and grown == STEPS[0], numbers=not last)
            found = self._best(place, grown * shrink, near, barred)
            if found is not None:
                return found
        return None

    def _by_hand(self, place: NamedPlace, at: Pair, zoom: Zoom, taken: Boxes) -> SheetName:
        """A name at the place somebody gave it, moved a little off numbers and other names."""
        grown, numbered = min(zoom[0], STEPS[-1]), zoom[1]
        rows = in_rows(place.look.shown(place.text), place.look.rows)
        name = SheetName(rows, at, grown, place.italic, place.points, place.large, place.look)
        if not place.look.is_plain:
            return name  # what somebody set by hand in every detail stands where it was put
        height = name.box.adjusted(0, min(_SHIFTS), 0, max(_SHIFTS))
        figures = self._around.numbers(height, grown) if numbered else np.zeros((0, 4))
        crowded: SheetName | None = None
        for shift in _SHIFTS:
            moved = name.shifted(shift)
            box = np.array([_edges(moved.box)])
            if _overlaps(box, figures).any():
                continue
            if not _overlaps(box, taken).any():
                return moved
            crowded = crowded or moved
        return crowded or name

    def _best(
        self, place: NamedPlace, grown: float, near: _Near, barred: _Barred
    ) -> SheetName | None:
        """The cheapest of all places around the cells of a place; None if each is barred."""
        best: tuple[float, SheetName] | None = None
        for number, rows in enumerate(breaks(place.look.shown(place.text))):
            name = SheetName(
                rows, (0.0, 0.0), grown, place.italic, place.points, place.large, place.look
            )
            width, height = block_size(name)
            at, odd = self._spots(place, width, height, max(1.0, grown / STEPS[-1]))
            half = np.array([width, height]) / 2
            boxes = np.hstack([at - half, at + half])
            cost = odd + 2.5 * number + self._hidden(boxes, place, near, barred)
            order = np.argsort(cost, kind="stable")[:_LOOKED_AT]
            order = order[np.isfinite(cost[order])]
            if not len(order) or (best is not None and cost[order[0]] >= best[0]):
                continue
            cost = cost[order] + self._ground(boxes[order])
            first = int(np.argmin(cost))
            if best is None or cost[first] < best[0]:
                x, y = at[order[first]].tolist()
                best = float(cost[first]), name.moved_to((x, y))
        return None if best is None else best[1]

    def _spots(
        self, place: NamedPlace, width: float, height: float, far: float
    ) -> tuple[Points, Points]:
        """Middles for a box (n × 2) below, above and beside each cell, and how unusual each is.

        *far*: how much wider than on paper they are spread.
        """
        half, found = self._around.slot / 2, list[tuple[float, float, float]]()
        for x, y in place.middles:
            for lift in _LIFTS:
                for aside in _ASIDES:
                    odd, off = lift / 14 + abs(aside) / 45, half + lift * far + height / 2
                    found.append((x + aside * far, y + off, odd))
                    found.append((x + aside * far, y - off, odd + 1))
            for rise in _RISES:
                for gap in (3, 20):
                    odd, off = 1.5 + abs(rise) / 20 + gap / 12, half + gap * far + width / 2
                    found.append((x + off, y + rise * far, odd))
                    found.append((x - off, y + rise * far, odd))
        table = np.array(found)
        return table[:, :2], table[:, 2]

    def _hidden(self, boxes: Boxes, place: NamedPlace, near: _Near, off: _Barred) -> Points:
        """What each box costs by what it would cover; infinite where no name may stand."""
        room, half = self._around.room, self._around.slot / 2
        barred = (boxes[:, 0] < room.left()) | (boxes[:, 2] > room.right())
        barred |= (boxes[:, 1] < room.top()) | (boxes[:, 3] > room.bottom())
        barred |= _overlaps(boxes, near.names).any(axis=1)
        own = np.array(place.middles)
        barred |= _overlaps(boxes, np.hstack([own - half, own + half])).any(axis=1)
        slots = np.hstack([near.middles - half, near.middles + half])
        under = _overlaps(boxes, slots).sum(axis=1)
        crossed = _overlaps(boxes, near.numbers).sum(axis=1)
        ways = np.hstack([near.ways, near.ways])
        cost = 6.0 * under + 2.5 * crossed + 0.5 * _overlaps(boxes, ways).sum(axis=1)
        barred |= ((under > 0) & off.slots) | ((crossed > 0) & off.numbers)
        return np.where(barred, np.inf, cost)

    def _ground(self, boxes: Boxes) -> Points:
        """What each box costs by the woods and houses under it."""
        across, down = np.linspace(0, 1, 9), np.linspace(0, 1, 3)
        share = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
        size = boxes[:, 2:] - boxes[:, :2]
        at = boxes[:, None, :2] + share[None] * size[:, None]
        return 5.0 * self._around.ink(at.reshape(-1, 2)).reshape(len(boxes), -1).mean(axis=1)

    def _before(self, number: int, grown: float) -> list[int]:
        """The names settled earlier that this one could touch, wherever both of them end up."""
        return [one for one in self._near(self._places[number].reach(grown), grown) if one < number]

    def _reaches(self, grown: float) -> Boxes:
        if grown not in self._boxes:
            rows = [_edges(one.reach(grown)) for one in self._places]
            self._boxes[grown] = np.array(rows, float).reshape(-1, 4)
        return self._boxes[grown]

    def _near(self, box: QRectF, grown: float) -> list[int]:
        left, top, right, bottom = self._reaches(grown).T
        near = (left < box.right()) & (right > box.left())
        near &= (top < box.bottom()) & (bottom > box.top())
        found: list[int] = np.flatnonzero(near).tolist()
        return found


def _grown(fine: float) -> float:
    """How much names are grown at so many pixels per radius, in steps."""
    if fine >= _FEW:
        return growth(fine)
    return next((step for step in _FAR_STEPS if fine * step >= _FAR_WHOLE), _FAR_STEPS[-1])


def _edges(box: QRectF) -> tuple[float, float, float, float]:
    return box.left(), box.top(), box.right(), box.bottom()


def _overlaps(boxes: Boxes, others: Boxes) -> Points:
    """For every box (rows) whether it overlaps each of some others (columns)."""
    a, b = boxes[:, None, :], others[None, :, :]
    found = (a[..., 0] < b[..., 2]) & (a[..., 2] > b[..., 0])
    return found & (a[..., 1] < b[..., 3]) & (a[..., 3] > b[..., 1])


def grouped(
    names: Mapping[str, Iterable[int]], beside: Callable[[int], Iterable[int]]
) -> Iterator[tuple[str, list[int]]]:
    """Cells of one name in groups that hang together, lowest number first."""
    for name, cells in names.items():
        rest = set(cells)
        while rest:
            group = [min(rest)]
            rest.discard(group[0])
            for member in group:  # grows while it is walked
                near = sorted(one for one in beside(member) if one in rest)
                group += near
                rest.difference_update(near)
            yield name, group
