"""From the editable document to the frozen board that games play on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import msgspec

from wardesk.drawing.document import Layout, MapDocument, Override
from wardesk.drawing.issues.whole_map import require_sound
from wardesk.geometry.adjacency.coverage import edge_lengths
from wardesk.geometry.borders.topology import Touch, edge_points, outlines, sides, touches
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Backdrop, Board, Border, Cell, Contact, DrawnLine, Feature
from wardesk.model.lattice import Lattice, LatticeOutlines, Pair, RowsOnDemand
from wardesk.model.palette import Palette, joins

BACKDROP = "backdrop"
"""The entry of a map's styles that names the underlay which is shown instead of its country."""


def compile_board(document: MapDocument) -> Board:
    """Freeze the document. UserError with the first problem if the map has errors."""
    require_sound(document)
    if document.layout is not None:
        return compile_lattice(document, document.layout)
    contacts, borders = _contacts(document), _borders(document)
    rings = outlines(document.network)
    return Board(
        id=document.id,
        title=document.title,
        kind=document.kind,
        unit=document.unit,
        provenance=document.provenance,
        cells=dict(document.cells),
        outlines={cell: rings[cell] for cell in document.cells},
        borders=borders,
        contacts=contacts,
        features=tuple(document.features),
        palette=document.palette,
        look=document.look,
        pictures=document.pictures,
        digest=rules_digest(document.cells, contacts, document.palette, borders),
        lines=drawn_lines(document),
        backdrop=_backdrop(document),
    )


def _backdrop(document: MapDocument) -> Backdrop | None:
    """The picture under the map that is the board itself, if the map's styles name one."""
    wanted = document.styles.get(BACKDROP)
    for one in document.underlays:
        data = document.extra_parts.get(one.image)
        if one.id == wanted and data is not None:
            return Backdrop(data, one.size, one.transform)
    return None


def rules_digest(
    cells: Mapping[str, Cell],
    contacts: tuple[Contact, ...],
    palette: Palette,
    borders: tuple[Border, ...],
) -> str:
    """SHA-256 (hex) of what rules read: terrain, figures, open contacts, which side is high.

    Names, lengths, anchors and drawing stay out: they may be improved under a saved game.
    """
    facts = {
        "cells": {c.id: [c.terrain, dict(c.properties)] for c in cells.values()},
        "contacts": sorted([c.a, c.b, c.kind, c.passable] for c in contacts),
        "terrain": {kind.id: dict(kind.properties) for kind in palette.terrain.values()},
        "borders": {kind.id: kind.passable for kind in palette.borders.values()},
        **sight_facts(palette),
        **border_facts(palette),
    }
    directed = {kind.id for kind in palette.borders.values() if kind.directed}
    if directed:
        high = [[b.left or "", b.right or "", b.kind] for b in borders if b.kind in directed]
        facts["high"] = sorted(high)
    text = json.dumps(facts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _borders(document: MapDocument) -> tuple[Border, ...]:
    beside = sides(document.network)
    return tuple(
        Border(
            id=str(number),
            points=edge_points(document.network, number),
            left=beside[number].left,
            right=beside[number].right,
            kind=edge.kind,
        )
        for number, edge in document.edges.items()
    )


def _contacts(document: MapDocument) -> tuple[Contact, ...]:
    """Derived contacts with closed ones marked, then those that a person added; sorted by pair."""
    lengths = edge_lengths(document.network)
    removed = {_key(o): o.reason for o in document.overrides if o.change == "remove"}
    found = [
        _derived(document, touch, lengths, removed.get((touch.a, touch.b)))
        for touch in touches(document.network)
    ]
    found += [
        Contact(*_key(override), kind="manual", passable=True, reason=override.reason)
        for override in document.overrides
        if override.change == "add"
    ]
    return tuple(sorted(found, key=lambda contact: (contact.a, contact.b, contact.kind)))


def _derived(
    document: MapDocument, touch: Touch, lengths: Mapping[int, float], closed_because: str | None
) -> Contact:
    reason = closed_because or ""
    if not touch.is_side:
        at = tuple(document.nodes[node] for node in touch.nodes)
        return Contact(touch.a, touch.b, "corner", passable=False, at=at, reason=reason)
    kinds = document.palette.borders
    open_edges = [e for e in touch.edges if kinds[document.edges[e].kind].passable]
    return Contact(
        touch.a,
        touch.b,
        "side",
        # by the presence of an open border, never by a length: lengths are rounded
        passable=bool(open_edges) and closed_because is None,
        length=sum(lengths[edge] for edge in touch.edges),
        passable_length=sum(lengths[e] for e in open_edges) if closed_because is None else 0.0,
        borders=tuple(str(edge) for edge in touch.edges),
        reason=reason,
    )


def _key(override: Override) -> tuple[str, str]:
    a, b = sorted(override.pair)
    return a, b


def compile_lattice(document: MapDocument, layout: Layout) -> Board:
    """Freeze a document that has no errors. Outlines, borders and contacts are built on demand."""
    labels = layout.numbering.labels(layout.grid)
    lattice = Lattice(
        layout.grid,
        tuple(label if label in document.cells else "" for label in labels),
        closed={_pair(*o.pair): o.reason for o in document.overrides if o.change == "remove"},
        added={_pair(*o.pair): o.reason for o in document.overrides if o.change == "add"},
    )
    lines = drawn_lines(document)
    return Board(
        id=document.id,
        title=document.title,
        kind=document.kind,
        unit=document.unit,
        provenance=document.provenance,
        cells=dict(document.cells),
        outlines=LatticeOutlines(lattice),
        borders=RowsOnDemand(lambda: _lattice_borders(document, lattice)),
        contacts=RowsOnDemand(lambda: _lattice_contacts(document, lattice)),
        features=tuple(document.features),
        palette=document.palette,
        look=document.look,
        pictures=document.pictures,
        digest=_digest(document, layout, lines),
        lattice=lattice,
        sides=dict(document.sides),
        high=_high(document),
        lines=lines,
        backdrop=_backdrop(document),
    )


def drawn_lines(document: MapDocument) -> tuple[DrawnLine, ...]:
    """The features that are lines of a kind the palette knows, with the cells they run through."""
    return tuple(
        _line(feature, number)
        for number, feature in enumerate(document.features, start=1)
        if feature.kind in document.palette.lines and feature.geometry["type"] == "LineString"
    )


def sight_facts(palette: Palette) -> dict[str, Any]:
    """What the digest says of lines and sight; nothing for palettes that know neither."""
    facts: dict[str, Any] = {}
    if palette.lines:
        facts["lines"] = {kind.id: dict(kind.properties) for kind in palette.lines.values()}
    if palette.sight:
        facts["sight"] = msgspec.to_builtins(list(palette.sight.values()))
    return facts


def _line(feature: Feature, number: int) -> DrawnLine:
    points = tuple((float(x), float(y)) for x, y in feature.geometry["coordinates"])
    named = feature.properties.get("cells", ())
    cells = tuple(cell for cell in named if isinstance(cell, str))
    return DrawnLine(feature.id or str(number), feature.kind, feature.name, cells, points)


def _lattice_borders(document: MapDocument, lattice: Lattice) -> tuple[Border, ...]:
    """Every side once, map edges too; left is the high cell, else the one with the lower number."""
    grid, high = lattice.grid, _high(document)
    found: list[Border] = []
    for cell, number in lattice.numbers.items():
        q, r = grid.coordinates(number)
        for direction, (dq, dr) in enumerate(grid.side_steps):
            beyond = grid.index(q + dq, r + dr)
            other = lattice.ids[beyond] if beyond >= 0 else ""
            if other and beyond < number:
                continue
            kinds = document.sides.get(_pair(cell, other), ()) if other else ()
            points = tuple((float(x), float(y)) for x, y in grid.side(q, r, direction))
            turned = bool(other) and high.get(_pair(cell, other)) == other
            found.append(
                Border(
                    id=f"{cell}/{other or direction}",
                    points=points[::-1] if turned else points,
                    left=other if turned else cell,
                    right=cell if turned else other or None,
                    kind="+".join(kinds),
                )
            )
    return tuple(found)


def _lattice_contacts(document: MapDocument, lattice: Lattice) -> tuple[Contact, ...]:
    """Sides, corners and what a person added, sorted by pair."""
    grid, kinds = lattice.grid, document.palette.borders
    found: list[Contact] = []
    for cell, number in lattice.numbers.items():
        for direction, other in lattice.beside(cell):
            if cell > other:
                continue
            (ax, ay), (bx, by) = grid.side(*grid.coordinates(number), direction)
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            reason = lattice.closed.get((cell, other), "")
            passable = not reason and joins(kinds, document.sides.get((cell, other), ()))
            first, second = sorted((number, lattice.numbers[other]))
            found.append(
                Contact(
                    cell,
                    other,
                    "side",
                    passable=passable,
                    length=length,
                    passable_length=length if passable else 0.0,
                    borders=(f"{lattice.ids[first]}/{lattice.ids[second]}",),
                    reason=reason,
                )
            )
        if not isinstance(grid, SquareGrid):
            continue
        for direction, other in lattice.at_corners(cell):
            if cell < other:
                at = grid.corner(*grid.coordinates(number), direction)
                found.append(Contact(cell, other, "corner", passable=False, at=(at,)))
    found += [
        Contact(*pair, kind="manual", passable=True, reason=reason)
        for pair, reason in lattice.added.items()
    ]
    return tuple(sorted(found, key=lambda contact: (contact.a, contact.b, contact.kind)))


def _high(document: MapDocument) -> dict[Pair, str]:
    """The high cell of every side that has one; words on sides without a directed kind idle."""
    directed = {kind.id for kind in document.palette.borders.values() if kind.directed}
    return {
        pair: high
        for pair, high in document.high.items()
        if high in pair and not directed.isdisjoint(document.sides.get(pair, ()))
    }


def border_facts(palette: Palette) -> dict[str, Any]:
    """What the digest says of borders that are directed, cost something or lead over others.

    Nothing for palettes that have none of these.
    """
    kinds = palette.borders.values()
    facts: dict[str, Any] = {
        "directed": sorted(kind.id for kind in kinds if kind.directed),
        "fees": {kind.id: dict(kind.properties) for kind in kinds if kind.properties},
        "crosses": {kind.id: sorted(kind.crosses) for kind in kinds if kind.crosses},
    }
    return {name: found for name, found in facts.items() if found}


def _digest(document: MapDocument, layout: Layout, lines: tuple[DrawnLine, ...]) -> str:
    """SHA-256 (hex) of what rules read; names and drawing stay out, as on area boards."""
    palette, high = document.palette, _high(document)
    facts = {
        "layout": [document.kind, msgspec.to_builtins(layout.grid), list(document.cells)],
        "fill": layout.fill,
        "cells": {
            cell.id: [cell.terrain, dict(cell.properties)]
            for cell in document.cells.values()
            if cell.terrain != layout.fill or cell.properties
        },
        "sides": sorted([*pair, *kinds] for pair, kinds in document.sides.items()),
        **border_facts(palette),
        **({"high": sorted([*pair, cell] for pair, cell in high.items())} if high else {}),
        "overrides": sorted([*_pair(*o.pair), o.change] for o in document.overrides),
        # where a line runs matters to sight, so its points are facts as well
        "drawn": [[line.kind, list(line.cells), [list(p) for p in line.points]] for line in lines],
        "terrain": {kind.id: dict(kind.properties) for kind in palette.terrain.values()},
        "borders": {kind.id: kind.passable for kind in palette.borders.values()},
        **sight_facts(palette),
    }
    text = json.dumps(facts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)
