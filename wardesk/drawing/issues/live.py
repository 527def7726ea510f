"""Live issues for the editor: what `issues` tells, what deserves a look besides, and the fixes.

`LiveIssues` looks at everything once. After that each change has only those questions asked again
that it concerns, and questions about single cells and sides only where something changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from wardesk.drawing.called import border_called, cell_words
from wardesk.drawing.commands.all_commands import AnyCommand
from wardesk.drawing.commands.change import DocumentChange, Kind
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.features import (
    blocked_roads,
    bridge_issues,
    line_kind_issues,
    mark_issues,
    side_issues,
    warning,
)
from wardesk.drawing.issues.fixes import Fix, fix_for
from wardesk.drawing.issues.lattice import (
    cell_flaws,
    line_flaws,
    override_flaws,
    sheet_flaws,
    side_flaws,
)
from wardesk.drawing.issues.live_forms import Check, KnownForms, NamesInUse, PerCell, PerSide
from wardesk.drawing.issues.reach import unreachable
from wardesk.drawing.issues.setup import (
    setup_issues,
    strange_borders,
    strange_lines,
    strange_sides,
    strange_terrain,
)
from wardesk.drawing.issues.whole_map import (
    Issue,
    area_cell_issues,
    area_map_issues,
    area_override_issues,
    border_kind_issues,
    from_flaw,
    network_issues,
)
from wardesk.drawing.neighbourhood import Pair, cells_beside, sorted_pair
from wardesk.drawing.underlays import missing_images
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.borders.topology import outlines, sides
from wardesk.model.needs import GameNeeds
from wardesk.words import Spoken, say

SLIVER = 0.02
"""4π·area / perimeter² below which an area is a sliver; a square has 0.79, 1 : 40 has 0.07."""
MOST_TOLD = 200
Key: TypeAlias = str | Pair
_ALL = ""
"""The key of what belongs to no single cell or side."""
_MARKS: frozenset[Kind] = frozenset({"lines", "labels", "zones"})


class LiveIssue(Struct, frozen=True):
    """An issue with the command that mends it, where there is one, and that command in words."""

    issue: Issue
    fix: AnyCommand | None = None
    fix_text: Spoken = ""


class LiveIssues:
    """The issues of one document, kept up to date change by change.

    *needs* is what a game asks of the map, if one was chosen. The document may only be changed
    together with `update`.
    """

    def __init__(self, document: MapDocument, needs: GameNeeds | None = None) -> None:
        self._document = document
        self._needs = needs
        self._found: list[dict[Key, list[Issue]]] = []
        self._sides_of: dict[str, set[Pair]] = {}
        self._names = NamesInUse()
        self._checks: list[tuple[Check, frozenset[Kind]]] = []
        """The questions that make sense for the document, and what concerns each."""
        self._sorted: tuple[Issue, ...] | None = None
        self._examine_all()

    @property
    def issues(self) -> tuple[Issue, ...]:
        """Everything: errors first, then warnings; ids stay while the problem lasts."""
        if self._sorted is None:
            ranked = [
                (issue.level != "error", place, issue.id, issue)
                for place, rows in enumerate(self._found)
                for found in rows.values()
                for issue in found
            ]
            ranked.sort(key=lambda row: row[:3])
            self._sorted = tuple({row[2]: row[3] for row in ranked}.values())
        return self._sorted

    def told(self, most: int = MOST_TOLD) -> list[LiveIssue]:
        """The first issues with their fixes tried out; `fix` asks for one only."""
        rows = ((issue, self.fix(issue)) for issue in self.issues[:most])
        return [LiveIssue(issue, *fix) if fix else LiveIssue(issue) for issue, fix in rows]

    def fix(self, issue: Issue) -> Fix | None:
        """The command that mends an issue now, and what it does in words."""
        return fix_for(self._document, issue)

    def play_for(self, needs: GameNeeds | None) -> None:
        """Ask from now on what another game needs, or none."""
        self._needs = needs
        self._examine_all()

    def move_to(self, document: MapDocument) -> None:
        """Look at this copy of the map from now on; *update* tells what is different in it."""
        self._document = document

    def update(self, change: DocumentChange) -> None:
        """Ask again what this change concerns; call it after do, undo and redo with their answer.

        Several changes may come as one, as the editor hands on strokes.
        """
        whole = _kinds("grid", "palette")
        if self._document.layout is None:
            whole |= _kinds("geometry", "cells")
        if change.kinds & whole:
            self._examine_all()
            return
        self._sorted = None
        for place, (check, concern) in enumerate(self._checks):
            if change.kinds & concern:
                self._examine(place, check, change.cells)

    def _examine_all(self) -> None:
        self._sorted = None
        self._sides_of.clear()
        for pair in self._document.sides:
            self._remember(pair)
        self._names = NamesInUse()
        on_areas = self._document.layout is None and self._document.kind == "area"
        self._checks = self._area_checks() if on_areas else self._sheet_checks()
        self._found = [{} for _ in self._checks]
        for place, (check, _) in enumerate(self._checks):
            self._examine(place, check, None)

    def _examine(self, place: int, check: Check, cells: frozenset[str] | None) -> None:
        """Ask one question again: of these cells and their sides, or (None) of all."""
        rows = self._found[place]
        if isinstance(check, NamesInUse):
            for name, found in check.update(self._document, cells):
                _put(rows, name, found)
        elif isinstance(check, PerCell):
            names = self._all_names() if cells is None else sorted(cells)
            for name in names if cells is not None else ():
                rows.pop(name, None)
            for issue in check.ask(self._document, names, self._needs):
                rows.setdefault(issue.items[0], []).append(issue)
        elif isinstance(check, PerSide):
            pairs = list(self._document.sides) if cells is None else self._sides_at(cells)
            for pair in pairs if cells is not None else ():
                rows.pop(pair, None)
            for issue in check.ask(self._document, pairs, self._needs):
                rows.setdefault((issue.items[0], issue.items[1]), []).append(issue)
        else:
            _put(rows, _ALL, list(check(self._document, self._needs)))

    def _all_names(self) -> list[str]:
        return list(dict.fromkeys((*self._document.cells, *self._document.faces)))

    def _sides_at(self, cells: Iterable[str]) -> list[Pair]:
        found: set[Pair] = set()
        for cell in cells:
            for other in cells_beside(self._document, cell):
                pair = sorted_pair(cell, other)
                if pair in self._document.sides:
                    self._remember(pair)
                found.add(pair)
            found |= self._sides_of.get(cell, set())
        return sorted(found)

    def _remember(self, pair: Pair) -> None:
        for cell in pair:
            self._sides_of.setdefault(cell, set()).add(pair)

    def _sheet_checks(self) -> list[tuple[Check, frozenset[Kind]]]:
        found: list[tuple[Check, frozenset[Kind]]] = [(_sheet, _kinds("cells"))]
        if any(f.code in ("sheet-missing", "sheet-wrong") for f in sheet_flaws(self._document)):
            return found
        return [
            *found,
            (PerCell(_sheet_cells), _kinds("terrain", "properties", "elevation", "cells")),
            (PerSide(_sheet_sides), _kinds("sides", "properties", "elevation", "cells")),
            (_sheet_words, _kinds("adjacency", "cells")),
            (_sheet_lines, _MARKS | _kinds("cells")),
            *self._common_checks(),
            (PerSide(_game_sides), _kinds("sides", "cells")),
        ]

    def _area_checks(self) -> list[tuple[Check, frozenset[Kind]]]:
        shapes, whole = network_issues(self._document)
        found: list[tuple[Check, frozenset[Kind]]] = [
            (KnownForms(shapes), _kinds()),
            (_area_map, _MARKS),
            (PerCell(_area_cells), _kinds("terrain", "names")),
            (_area_borders, _kinds("sides", "names")),
        ]
        if not whole:
            return found
        return [
            *found,
            (_area_words, _kinds("adjacency", "names")),
            (_slivers, _kinds("names")),
            *self._common_checks(_kinds("names")),
        ]

    def _common_checks(
        self, called: frozenset[Kind] = frozenset()
    ) -> list[tuple[Check, frozenset[Kind]]]:
        """What is asked of every map; *called*: changes after which its places have new names."""
        return [
            (_bridges, _kinds("lines", "zones", "sides")),
            (_roads, called | _MARKS | _kinds("sides", "adjacency", "cells")),
            (_marks, called | _MARKS | _kinds("cells")),
            (self._names, _kinds("names", "cells")),
            (_reach, called | _kinds("sides", "adjacency", "cells")),
            (PerCell(_game_terrain), called | _kinds("terrain", "cells")),
            (_game_lines, called | _MARKS),
            (_setup, called | _kinds("terrain", "properties", "zones", "cells")),
            (_pictures, _kinds("underlays")),
        ]


def live_issues(document: MapDocument, needs: GameNeeds | None = None) -> list[LiveIssue]:
    """Everything to show beside the map: errors first, ids stable while the problem lasts."""
    return LiveIssues(document, needs).told()


def _put(rows: dict[Key, list[Issue]], key: Key, found: list[Issue]) -> None:
    rows.pop(key, None)
    if found:
        rows[key] = found


def _kinds(*kinds: Kind) -> frozenset[Kind]:
    return frozenset(kinds)


# ---- the questions -------------------------------------------------------------------------------


def _sheet(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    del needs
    return map(from_flaw, sheet_flaws(document))


def _sheet_cells(
    document: MapDocument, names: Iterable[str], needs: GameNeeds | None
) -> Iterator[Issue]:
    del needs
    return map(from_flaw, cell_flaws(document, names))


def _sheet_sides(
    document: MapDocument, pairs: Iterable[Pair], needs: GameNeeds | None
) -> Iterator[Issue]:
    pairs = list(pairs)
    yield from map(from_flaw, side_flaws(document, pairs))
    yield from side_issues(document, pairs, needs)


def _sheet_words(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    del needs
    return map(from_flaw, override_flaws(document))


def _sheet_lines(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    del needs
    return map(from_flaw, line_flaws(document))


def _area_map(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    del needs
    return area_map_issues(document)


def _area_cells(
    document: MapDocument, names: Iterable[str], needs: GameNeeds | None
) -> Iterator[Issue]:
    del needs
    return area_cell_issues(document, names)


def _area_borders(document: MapDocument, needs: GameNeeds | None) -> Iterator[Issue]:
    yield from border_kind_issues(document)
    if needs is not None:
        yield from strange_borders(document, needs)
    kinds = document.palette.borders
    steep = {n for n, e in document.edges.items() if e.kind in kinds and kinds[e.kind].directed}
    for number, beside in sides(document.network).items() if steep else ():
        if number in steep and beside.left is None:
            words = border_called(document, number)
            text = say(
                "The {kind!s} on {words} is high off the map.",
                kind=document.edges[number].kind,
                words=words,
            )
            at = document.nodes.get(document.edges[number].start)
            yield warning("border-high", (str(number),), text, at)


def _area_words(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    del needs
    return area_override_issues(document)


def _slivers(document: MapDocument, needs: GameNeeds | None) -> Iterator[Issue]:
    del needs
    for name, rings in outlines(document.network).items():
        shape = polygon(rings)
        if shape.length and 4 * 3.14159 * shape.area / shape.length**2 < SLIVER:
            at = document.cells[name].anchor if name in document.cells else rings[0][0]
            where = cell_words(document, name)
            text = say("{place!c} is a sliver; it may be a slip of the pen.", place=where)
            yield warning("cell-sliver", (name,), text, at)


def _bridges(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    del needs
    return bridge_issues(document)


def _roads(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    del needs
    return blocked_roads(document)


def _marks(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    del needs
    return [*mark_issues(document), *line_kind_issues(document)]


def _reach(document: MapDocument, needs: GameNeeds | None) -> Iterator[Issue]:
    """Cells cut off from the largest part of the map that hangs together."""
    del needs
    for name in unreachable(document)[:MOST_TOLD]:
        where = cell_words(document, name)
        text = say("{place!c} cannot be reached from most of the map.", place=where)
        yield warning("cell-unreachable", (name,), text, document.cells[name].anchor)


def _game_terrain(
    document: MapDocument, names: Iterable[str], needs: GameNeeds | None
) -> Iterator[Issue]:
    return strange_terrain(document, names, needs) if needs is not None else iter(())


def _game_sides(
    document: MapDocument, pairs: Iterable[Pair], needs: GameNeeds | None
) -> Iterator[Issue]:
    return strange_sides(document, pairs, needs) if needs is not None else iter(())


def _game_lines(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    return strange_lines(document, needs) if needs is not None else ()


def _setup(document: MapDocument, needs: GameNeeds | None) -> Iterable[Issue]:
    return setup_issues(document, needs) if needs is not None else ()


def _pictures(document: MapDocument, needs: GameNeeds | None) -> Iterator[Issue]:
    del needs
    for underlay in missing_images(document):
        text = say(
            "The picture of the underlay {underlay!s} is not in the file.",
            underlay=underlay.title or underlay.id,
        )
        yield warning("underlay-image", (underlay.id,), text)
