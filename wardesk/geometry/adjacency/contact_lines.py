"""Contact lines: the stretch along which two cells touch, and what obstacles leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from shapely.geometry import shape

from wardesk.geometry.adjacency.contacts import Adjacency, Pair, pair_keys
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.adjacency.half_edges import (
    Floats,
    Ints,
    Shapes,
    lines_between,
    shape_array,
    unpack,
)
from wardesk.geometry.adjacency.join import segments, side_by_side
from wardesk.geometry.grids.snap import STEPS_PER_UNIT, Point, Ring
from wardesk.geometry.paths.ways import Ways, cut


def contact_lines(adjacency: Adjacency) -> dict[Pair, shapely.Geometry]:
    """Per side or gap its line, merged: a line, or several where the pair has separate borders.

    Matched borders give the border itself; borders with a gap the stretches along one of the two.
    """
    edges, matches = adjacency.edges, adjacency.matches
    lone = segments(edges, matches.alone, wrap=adjacency.policy.wrap)
    near = side_by_side(lone, adjacency.tolerance)
    keys = np.concatenate(
        [
            pair_keys(matches.a, matches.b),
            pair_keys(lone.owner[near.first], lone.owner[near.second]),
        ]
    )
    begin = np.concatenate([_points(edges.start[matches.first]), near.begin])
    end = np.concatenate([_points(edges.end[matches.first]), near.end])
    wanted = np.isin(keys, ((adjacency.a << 32) | adjacency.b)[adjacency.joined])
    keys, begin, end = keys[wanted], begin[wanted], end[wanted]
    if len(keys) == 0:
        return {}
    order = np.argsort(keys, kind="stable")
    found, which = np.unique(keys[order], return_inverse=True)
    pieces = lines_between(begin[order], end[order])
    joined = shapely.line_merge(shapely.multilinestrings(pieces, indices=which))
    merged = np.asarray(joined, dtype=object)
    return {
        (key >> 32, key & 0xFFFFFFFF): line
        for key, line in zip(found.tolist(), merged, strict=True)
    }


def passable_lengths(
    lines: Sequence[shapely.Geometry] | Shapes, obstacles: Sequence[shapely.Geometry] | Shapes
) -> Floats:
    """The length of each line outside all obstacles, in map units: reported, never compared."""
    lines, merged = shape_array(lines), _obstacles(obstacles)
    open_length = shapely.length(lines)
    if merged is None:
        return open_length
    wet = _touched(lines, merged)
    open_length[wet] = shapely.length(shapely.difference(lines[wet], merged))
    return open_length


def is_open(
    lines: Sequence[shapely.Geometry] | Shapes, obstacles: Sequence[shapely.Geometry] | Shapes
) -> np.ndarray:
    """Whether any part of each line lies outside all obstacles, by an exact predicate."""
    lines, merged = shape_array(lines), _obstacles(obstacles)
    found = ~shapely.is_empty(lines)
    if merged is not None:
        wet = _touched(lines, merged)
        found[wet] &= ~shapely.covered_by(lines[wet], merged)
    return found


def _obstacles(obstacles: Sequence[shapely.Geometry] | Shapes) -> shapely.Geometry | None:
    shapes = shape_array(obstacles)
    if len(shapes) == 0:
        return None
    merged = shapely.union_all(shapes)
    shapely.prepare(merged)
    return merged


def _touched(lines: Shapes, merged: shapely.Geometry) -> Ints:
    return np.flatnonzero(shapely.intersects(lines, merged))


def _points(keys: Ints) -> Floats:
    return np.stack(unpack(keys), -1) / STEPS_PER_UNIT


Drawn = Mapping[str, Any]
"""A GeoJSON geometry in board units."""


def areas(drawn: Sequence[Drawn]) -> list[shapely.Geometry]:
    """The polygons among these geometries, made valid."""
    shapes = [shape(dict(one)) for one in drawn if one["type"] in ("Polygon", "MultiPolygon")]
    return list(shapely.make_valid(shape_array(shapes))) if shapes else []


def open_borders(
    borders: Sequence[Sequence[tuple[Point, ...]]], obstacles: Sequence[Drawn]
) -> list[bool]:
    """Per contact (its border lines) whether any part of it is free of obstacles. Exact."""
    lines = shape_array([shapely.multilinestrings([list(one) for one in c]) for c in borders])
    return [bool(one) for one in is_open(lines, areas(obstacles))] if len(lines) else []


def road_pieces(outlines: Sequence[tuple[Ring, ...]], drawn: Sequence[Drawn]) -> Ways:
    """Lines cut by cell, as `ways.cut`; numbers are places in *drawn*, which must be lines."""
    cells = [polygon(rings) for rings in outlines]
    return cut(cells, [shape(dict(one)) for one in drawn])
