"""A part of a hex or square map as a sheet of its own: what a scenario lays on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from wardesk.drawing.document import MapDocument, snapshot
from wardesk.errors import UserError
from wardesk.model.cells import Feature
from wardesk.words import say


def part_of(document: MapDocument, corners: Sequence[str]) -> MapDocument:
    """The map with the cells of the smallest rectangle around *corners* alone.

    Their numbers and places stay; lines are cut at the edge. UserError for a corner that the map
    has not got.
    """
    strange = [cell for cell in corners if cell not in document.cells]
    if strange:
        raise UserError(
            say("The map {title!s} has no hex {cell!s}.", title=document.title, cell=strange[0]),
            "Choose the map that this scenario was made for.",
        )
    spots = [document.cells[cell].anchor for cell in corners]
    (left, right), (top, low) = ((min(row), max(row)) for row in zip(*spots, strict=True))
    part = snapshot(document)
    part.cells = {
        key: cell
        for key, cell in document.cells.items()
        if left <= cell.anchor[0] <= right and top <= cell.anchor[1] <= low
    }
    here = part.cells.keys()
    part.sides = {pair: kinds for pair, kinds in document.sides.items() if here >= {*pair}}
    part.high = {pair: cell for pair, cell in document.high.items() if here >= {*pair}}
    part.kept = {pair: kept for pair, kept in document.kept.items() if here >= {*pair}}
    part.overrides = [each for each in document.overrides if here >= {*each.pair}]
    box = (left, top, right, low)
    part.features = [piece for each in document.features for piece in _inside(each, here, box)]
    return part


def _inside(
    feature: Feature, here: Collection[str], box: tuple[float, float, float, float]
) -> Iterator[Feature]:
    """What of a feature lies in the part: stretches of a line, hexes of a zone, or all of it."""
    points: list[Any] = feature.geometry["coordinates"]
    cells = feature.properties.get("cells")
    if isinstance(cells, list | tuple) and len(cells) == len(points):
        line = feature.geometry["type"] == "LineString"
        for number, (start, end) in enumerate(_runs(list(cells), here, line=line)):
            chosen = [n for n in range(start, end) if cells[n] in here]
            yield replace(
                feature,
                id=f"{feature.id}-{number}" if number else feature.id,
                geometry={**feature.geometry, "coordinates": [points[n] for n in chosen]},
                properties={**feature.properties, "cells": [cells[n] for n in chosen]},
            )
    elif all(cell in here for cell in feature.properties.get("between", ())) and any(
        box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in _points(points)
    ):
        yield feature


def _runs(cells: Sequence[str], here: Collection[str], *, line: bool) -> Iterator[tuple[int, int]]:
    """Where in a list the stretches begin and end that lie in the part; of a zone all in one."""
    if not line:
        if any(cell in here for cell in cells):
            yield 0, len(cells)
        return
    start = 0
    for number in range(len(cells) + 1):
        if number == len(cells) or cells[number] not in here:
            if number - start > 1:
                yield start, number
            start = number + 1


def _points(found: list[Any]) -> Iterator[tuple[float, float]]:
    """The points of coordinates however deep they are."""
    if found and isinstance(found[0], int | float):
        yield found[0], found[1]
        return
    for inner in found:
        yield from _points(inner)
