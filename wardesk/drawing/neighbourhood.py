"""Which cells of a document lie side by side, before anything is compiled."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from wardesk.drawing.commands.checks import require_whole
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import touches
from wardesk.model.palette import joins
from wardesk.words import say

Pair = tuple[str, str]


def sorted_pair(a: str, b: str) -> Pair:
    """The two ids in order."""
    return (a, b) if a < b else (b, a)


def side_neighbours(document: MapDocument) -> dict[str, list[str]]:
    """Per cell the cells that share a side with it, whatever lies on the side."""
    found: dict[str, list[str]] = {cell: [] for cell in document.cells}
    for a, b in side_pairs(document):
        if a in found and b in found:
            found[a].append(b)
            found[b].append(a)
    return found


def cells_beside(document: MapDocument, cell: str) -> list[str]:
    """The cells of a sheet that share a side with this place; none on area maps."""
    layout, numbers = document.layout, document.cell_numbers
    if layout is None or cell not in numbers:
        return []
    q, r = layout.grid.coordinates(numbers[cell])
    places = (layout.grid.index(q + dq, r + dr) for dq, dr in layout.grid.side_steps)
    labels = layout.numbering.labels(layout.grid)
    return [labels[place] for place in places if place >= 0 and labels[place] in document.cells]


def beside(document: MapDocument) -> Callable[[str], Iterable[str]]:
    """A function that gives the cells sharing a side with one; a sheet is asked cell by cell."""
    layout = document.layout
    if layout is None:
        rows = side_neighbours(document)
        return lambda cell: rows.get(cell, ())
    return lambda cell: cells_beside(document, cell)


def patch(document: MapDocument, cell: str, most: int = 1_000_000) -> list[str]:
    """The cells of the same terrain that hang together with *cell*, it first; *most* at most.

    UserError on area maps whose borders are too broken to say who is beside whom.
    """
    terrain, around = document.cells[cell].terrain, beside(document)
    found, edge = {cell: None}, [cell]
    while edge and len(found) < most:
        grown: list[str] = []
        for one in edge:
            for other in around(one):
                if other not in found and document.cells[other].terrain == terrain:
                    found[other] = None
                    grown.append(other)
        edge = grown
    return list(found)[:most]


def side_pairs(document: MapDocument) -> Iterable[Pair]:
    """Every pair of cells that share a side, ids in order."""
    layout = document.layout
    if layout is None:
        require_whole(document)
        return [(t.a, t.b) for t in touches(document.network) if t.is_side]
    labels, grid = list(document.cell_numbers), layout.grid
    pairs: list[Pair] = []
    half = grid.side_steps[: len(grid.side_steps) // 2]
    for number, label in enumerate(labels):
        q, r = grid.coordinates(number)
        for dq, dr in half:
            other = grid.index(q + dq, r + dr)
            if other >= 0 and label in document.cells and labels[other] in document.cells:
                pairs.append(sorted_pair(label, labels[other]))
    return pairs


def require_side(document: MapDocument, a: str, b: str) -> Pair:
    """The pair in order. UserError unless both cells exist and share a side of the sheet."""
    layout = document.layout
    for cell in (a, b):
        if cell not in document.cells:
            raise UserError(say("The map has no cell {cell!s}.", cell=f"{cell!a:.70}"))
    if layout is None:
        share = sorted_pair(a, b) in set(side_pairs(document))
    else:
        numbers = document.cell_numbers
        (aq, ar), (bq, br) = (layout.grid.coordinates(numbers[cell]) for cell in (a, b))
        share = (bq - aq, br - ar) in layout.grid.side_steps
    if not share:
        raise UserError(say("Cells {a!s} and {b!s} share no side.", a=a, b=b))
    return sorted_pair(a, b)


def open_neighbours(document: MapDocument) -> dict[str, list[str]]:
    """Per cell the cells that can be entered from it: open sides and what people joined.

    Asks little of the map, so that it answers while a map still has errors.
    """
    closed = {sorted_pair(*o.pair) for o in document.overrides if o.change == "remove"}
    added = [sorted_pair(*o.pair) for o in document.overrides if o.change == "add"]
    found: dict[str, list[str]] = {cell: [] for cell in document.cells}
    for a, b in [*(pair for pair in open_pairs(document) if pair not in closed), *added]:
        if a in found and b in found:
            found[a].append(b)
            found[b].append(a)
    return found


def joined_pairs(document: MapDocument) -> Container[Pair]:
    """Tells of pairs (ids in order) whether one cell can be entered from the other.

    As `open_neighbours`, but a sheet is asked pair by pair, however large it is.
    """
    if document.layout is not None:
        return _SheetPairs(document)
    rows = open_neighbours(document)
    return {sorted_pair(a, b) for a, others in rows.items() for b in others}


class _SheetPairs(Container[Pair]):
    def __init__(self, document: MapDocument) -> None:
        self._document = document
        words = [(sorted_pair(*one.pair), one.change) for one in document.overrides]
        self._added = {pair for pair, change in words if change == "add"}
        self._closed = {pair for pair, change in words if change == "remove"}

    def __contains__(self, pair: object) -> bool:
        if not isinstance(pair, tuple) or pair in self._added:
            return pair in self._added
        document, (a, b) = self._document, pair
        beside = pair not in self._closed and b in cells_beside(document, a)
        kinds = document.sides.get((a, b), ()) if beside else ()
        return beside and joins(document.palette.borders, kinds)


def open_pairs(document: MapDocument) -> Iterable[Pair]:
    """The pairs that the drawing joins: open sides, whatever people said of them."""
    borders = document.palette.borders
    if document.layout is not None:
        sides = document.sides
        return [pair for pair in side_pairs(document) if joins(borders, sides.get(pair, ()))]
    return [
        (touch.a, touch.b)
        for touch in touches(document.network)
        if any(joins(borders, (document.edges[edge].kind,)) for edge in touch.edges)
    ]
