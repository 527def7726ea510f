"""Where the names of a sheet stand at a zoom: off the numbers and off each other.

Names are settled one after another, those placed by hand first, then those worth most. A name's
place depends only on names before it that it could touch, so that every tile of a view, and a view
made afresh, come to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from PySide6.QtCore import QRectF

from wardesk.render.map.names import Name, growth

_SHIFTS = (0.0, 12.0, -12.0, 24.0, -24.0, 36.0, -36.0, 50.0, -50.0, 66.0, 84.0)
"""How far a name is moved down or up until it stands free, drawing units."""
_HIDES = 1.6
"""From this growth on a name that finds no room is left out: closer up there will be some."""

Numbers = Callable[[QRectF], Iterable[QRectF]]
Zoom = tuple[float, bool]
"""How much names are grown, and whether numbers are written."""


class NamePlan:
    """The names of one sheet as they are now. *numbers* gives what numbers fill in a box."""

    def __init__(
        self,
        labels: Mapping[str, Name],
        cells: Mapping[str, Name],
        numbers: Numbers,
        made: Callable[[], None],
    ) -> None:
        worth = sorted(cells.items(), key=lambda row: -row[1].points)
        self._keys = [*labels, *(key for key, _ in worth)]
        self._names = [*labels.values(), *(name for _, name in worth)]
        self._fixed = len(labels)
        self._numbers, self._made = numbers, made
        self._boxes: dict[float, np.ndarray] = {}
        self._placed: dict[Zoom, dict[int, Name | None]] = {}

    def within(self, box: QRectF, fine: float, *, numbered: bool) -> list[Name]:
        """The names that may reach into *box*, where they stand at this zoom."""
        zoom = (growth(fine), numbered)
        found = (self._at(number, zoom) for number in self._near(box, zoom[0]))
        return [name for name in found if name is not None]

    def moved(self, old: NamePlan) -> list[QRectF]:
        """What must be painted anew if this plan takes the place of *old*, drawing units."""
        dirty: list[QRectF] = []
        impatient, self._made = self._made, lambda: None  # nobody waits for a frame here
        here = {key: number for number, key in enumerate(self._keys)}
        for zoom, placed in old._placed.items():
            for number, name in placed.items():
                at = here.get(old._keys[number])
                now = self._at(at, zoom) if at is not None else None
                if now != name:
                    dirty += [one.reach() for one in (name, now) if one is not None]
        self._made = impatient
        return dirty

    def _at(self, number: int, zoom: Zoom) -> Name | None:
        placed = self._placed.setdefault(zoom, {})
        if number not in placed:
            todo, wanted = [number], set[int]()
            while todo:
                one = todo.pop()
                if one not in placed and one not in wanted:
                    wanted.add(one)
                    todo += self._before(one, zoom[0])
            for one in sorted(wanted):
                placed[one] = self._settled(one, zoom, placed)
                self._made()
        return placed[number]

    def _settled(self, number: int, zoom: Zoom, placed: Mapping[int, Name | None]) -> Name | None:
        """The name at the first of its places that is free."""
        grown, numbered = zoom
        name = self._names[number]
        box = name.box(grown)
        others = (placed[one] for one in self._before(number, grown))
        names = [one.box(grown) for one in others if one is not None]
        around = box.adjusted(0, _SHIFTS[-3], 0, _SHIFTS[-1])
        figures = list(self._numbers(around)) if numbered else []
        crowded: Name | None = None
        for shift in _SHIFTS:
            there = box.translated(0, shift)
            if any(there.intersects(one) for one in figures):
                continue
            moved = name.shifted(shift)
            if not any(there.intersects(one) for one in names):
                return moved
            crowded = crowded or moved
        if crowded is not None and grown >= _HIDES and number >= self._fixed:
            return None
        return crowded or name

    def _before(self, number: int, grown: float) -> list[int]:
        """The names settled earlier that this one could touch, wherever both of them end up."""
        name = self._names[number]
        return [one for one in self._near(name.reach(grown), grown) if one < number]

    def _near(self, box: QRectF, grown: float) -> list[int]:
        if grown not in self._boxes:
            boxes = [one.reach(grown) for one in self._names]
            rows = [(one.left(), one.top(), one.right(), one.bottom()) for one in boxes]
            self._boxes[grown] = np.array(rows, float).reshape(-1, 4)
        left, top, right, bottom = self._boxes[grown].T
        near = (left < box.right()) & (right > box.left())
        near &= (top < box.bottom()) & (bottom > box.top())
        found: list[int] = np.flatnonzero(near).tolist()
        return found
