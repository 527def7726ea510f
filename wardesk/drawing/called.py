"""What the things of a map are called where people read of them: areas, cells, roads."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.drawing.document import MapDocument
from wardesk.geometry.borders.topology import NodeNames, border_words
from wardesk.model.board import Feature
from wardesk.words import Text, say


def cell_name(document: MapDocument, cell: str) -> str:
    """An area by its name, as far as it has one; a hex or square by its number."""
    there = document.cells.get(cell)
    named = document.kind == "area" and there is not None and there.name.strip()
    return named or cell


def area_names(document: MapDocument) -> Mapping[str, str]:
    """The names of all areas by their ids."""
    return {cell: cell_name(document, cell) for cell in document.cells}


def border_called(document: MapDocument, number: int) -> str:
    """A border by the areas on both hands: ``the border Mill–Heath``."""
    return border_words(document.network, number, area_names(document))


def node_called(document: MapDocument, number: int) -> Text:
    """A node by the areas that meet at it: ``the node of Heath and Meadow``."""
    return NodeNames(document.network, area_names(document))(number)


def cell_words(document: MapDocument, cell: str) -> Text:
    """A cell with its noun: ``area Mill``, ``cell 0305``."""
    name = cell_name(document, cell)
    if document.kind == "area":
        return say("area {name!s}", name=name)
    return say("cell {name!s}", name=name)


def line_words(document: MapDocument, line: Feature) -> Text:
    """A drawn line by its name, or by where it begins and ends: ``Road from 0203 to 0803``."""
    known = document.palette.lines.get(line.kind)
    kind = (known.name if known is not None else "") or line.kind
    if line.name:
        return say("{kind} {name!s}", kind=kind, name=line.name)
    cells = line.properties.get("cells", ())
    there = [cell for cell in cells if isinstance(cell, str)]
    if not there:
        return say("{kind} without a name", kind=kind)
    first, last = (cell_name(document, cell) for cell in (there[0], there[-1]))
    if first == last:
        return say("{kind} in {place!s}", kind=kind, place=first)
    return say("{kind} from {start!s} to {end!s}", kind=kind, start=first, end=last)
