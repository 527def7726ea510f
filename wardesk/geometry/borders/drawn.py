"""GeoJSON geometries of drawn features as shapes, and which borders they leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import shapely
from shapely.geometry import shape

from wardesk.geometry.adjacency.contact_lines import is_open
from wardesk.geometry.adjacency.half_edges import shape_array
from wardesk.geometry.grids.snap import Point, Ring
from wardesk.geometry.paths.ways import Ways, cut

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
    cells = [shapely.Polygon(rings[0], rings[1:]) for rings in outlines]
    return cut(cells, [shape(dict(one)) for one in drawn])
