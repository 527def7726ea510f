"""What a game misses on a map: kinds it does not know, set-up where it cannot be, full cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wardesk.drawing.called import border_called, cell_name, cell_words, line_words
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.features import between, warning
from wardesk.drawing.issues.whole_map import Issue
from wardesk.drawing.layers import SETUP, ZONE
from wardesk.model.needs import GameNeeds, SetUpUnit
from wardesk.words import say


def strange_terrain(
    document: MapDocument, names: Iterable[str], needs: GameNeeds
) -> Iterator[Issue]:
    """Cells of terrain that the game does not know."""
    if not needs.terrain:
        return
    for name in names:
        cell = document.cells.get(name)
        if cell is not None and cell.terrain not in needs.terrain:
            text = say(
                "{game!s} does not know the terrain “{terrain!s}” of {place}.",
                game=needs.game,
                terrain=cell.terrain,
                place=cell_words(document, name),
            )
            yield warning("game-terrain", (name,), text, cell.anchor)


def strange_sides(
    document: MapDocument, pairs: Iterable[tuple[str, str]], needs: GameNeeds
) -> Iterator[Issue]:
    """Sides of kinds that the game does not know."""
    for a, b in pairs if needs.borders else ():
        for kind in document.sides.get((a, b), ()):
            if kind not in needs.borders:
                text = say(
                    "{game!s} does not know what lies on the side {a!s}–{b!s}: {kind!s}.",
                    game=needs.game,
                    a=a,
                    b=b,
                    kind=kind,
                )
                yield warning("game-side", (a, b, kind), text, between(document, (a, b)))


def strange_borders(document: MapDocument, needs: GameNeeds) -> Iterator[Issue]:
    """Borders of an area map, of kinds that the game does not know."""
    for number, edge in document.edges.items() if needs.borders else ():
        if edge.kind not in needs.borders:
            words = border_called(document, number)
            text = say(
                "{game!s} does not know the kind of {border}: {kind!s}.",
                game=needs.game,
                border=words,
                kind=edge.kind,
            )
            yield warning("game-border", (str(number),), text, document.nodes.get(edge.start))


def strange_lines(document: MapDocument, needs: GameNeeds) -> Iterator[Issue]:
    """Drawn lines that the palette of the map knows and the game does not."""
    for number, row in enumerate(document.features if needs.lines else (), start=1):
        if row.kind in document.palette.lines and row.kind not in needs.lines:
            key = row.id or f"#{number}"
            text = say(
                "{game!s} does not know the kind “{kind!s}”: {line}.",
                game=needs.game,
                line=line_words(document, row),
                kind=row.kind,
            )
            yield warning("game-line", (key,), text)


def setup_issues(
    document: MapDocument, needs: GameNeeds, cells: Iterable[str] | None = None
) -> Iterator[Issue]:
    """Units set up where they may not be, and cells with less room than that takes.

    Only of these *cells*, or of all in which something is set up.
    """
    by_cell: dict[str, list[SetUpUnit]] = {}
    for unit in needs.units:
        by_cell.setdefault(unit.cell, []).append(unit)
    areas = setup_areas(document) if by_cell else {}
    for name in by_cell if cells is None else (cell for cell in by_cell if cell in set(cells)):
        for unit in by_cell[name]:
            yield from _misplaced(document, unit, areas)
        if name in document.cells:
            yield from _overfull(document, name, by_cell[name], needs)


def setup_areas(document: MapDocument) -> dict[str, set[str]]:
    """The cells of all set-up areas by whose they are."""
    found: dict[str, set[str]] = {}
    for feature in document.features:
        cells = feature.properties.get("cells")
        if (
            feature.kind == ZONE
            and SETUP in feature.properties
            and isinstance(cells, (list, tuple))
        ):
            whose = str(feature.properties[SETUP])
            found.setdefault(whose, set()).update(cell for cell in cells if isinstance(cell, str))
    return found


def _misplaced(
    document: MapDocument, unit: SetUpUnit, areas: Mapping[str, set[str]]
) -> Iterator[Issue]:
    cell = document.cells.get(unit.cell)
    if cell is None:
        text = say(
            "{unit!s} is set up in {cell!s}, which the map does not have.",
            unit=unit.unit,
            cell=unit.cell,
        )
        yield warning("setup-cell", (unit.unit, unit.cell), text)
        return
    if unit.terrain and cell.terrain not in unit.terrain:
        text = say(
            "{unit!s} may not be set up in {cell!s}: its terrain is {terrain!s}.",
            unit=unit.unit,
            cell=cell_name(document, unit.cell),
            terrain=cell.terrain,
        )
        yield warning("setup-terrain", (unit.unit, unit.cell), text, cell.anchor)
    if unit.side in areas and unit.cell not in areas[unit.side]:
        text = say(
            "{unit!s} is set up in {cell!s}, outside the set-up areas of {side!s}.",
            unit=unit.unit,
            cell=cell_name(document, unit.cell),
            side=unit.side,
        )
        yield warning("setup-outside", (unit.unit, unit.cell), text, cell.anchor)


def _overfull(
    document: MapDocument, name: str, units: list[SetUpUnit], needs: GameNeeds
) -> Iterator[Issue]:
    room = _room(document, name, needs)
    if room is None:
        return
    strength: dict[str, int] = {}
    for unit in units:
        strength[unit.side] = strength.get(unit.side, 0) + unit.strength
    for side, total in strength.items():
        if total > room:
            text = (
                say(
                    "{place!c} holds {room}, but {total} of {side!s} are set up in it.",
                    place=cell_words(document, name), room=room, total=total, side=side,
                )
                if side
                else say(
                    "{place!c} holds {room}, but {total} are set up in it.",
                    place=cell_words(document, name), room=room, total=total,
                )
            )  # fmt: skip
            yield warning("setup-full", (name, side), text, document.cells[name].anchor)


def _room(document: MapDocument, name: str, needs: GameNeeds) -> int | float | None:
    cell = document.cells[name]
    kind = document.palette.terrain.get(cell.terrain)
    figures = {**(kind.properties if kind else {}), **cell.properties}
    told = figures.get(needs.capacity_property, needs.capacity)
    return told if isinstance(told, (int, float)) and not isinstance(told, bool) else None
