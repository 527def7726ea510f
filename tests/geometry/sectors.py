"""Sector maps for tests: clean Voronoi coverages, and nine ways to draw them badly."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

import numpy as np
import shapely

MESH = 64.0
"""Mean width of a sector in map units."""


@lru_cache(maxsize=8)
def sectors(count: int, seed: int = 1, bends: int = 3) -> np.ndarray:
    """About *count* sectors that share every border vertex for vertex, all on the 1/64 grid."""
    rng = np.random.default_rng(seed)
    side = round(math.sqrt(count))
    spots = np.stack(np.meshgrid(np.arange(side), np.arange(side), indexing="ij"), -1)
    spots = (spots.reshape(-1, 2) + 0.5 + rng.uniform(-0.42, 0.42, (side * side, 2))) * MESH
    frame = shapely.box(0, 0, side * MESH, side * MESH)
    cells = shapely.get_parts(
        shapely.voronoi_polygons(shapely.multipoints(spots), extend_to=frame, ordered=True)
    )
    cells = shapely.coverage_clean(shapely.intersection(cells, frame))
    known: dict[tuple, list] = {}
    rings = [_bent(shapely.get_coordinates(c)[:-1], bends, known, rng, frame) for c in cells]
    return np.array([shapely.Polygon(ring) for ring in rings], dtype=object)


def _bent(corners, bends, known, rng, frame):
    """Bend every side; the bends hang on the pair of ends alone, so both cells get the same."""
    corners = [tuple(p) for p in np.round(corners * 64) / 64]
    ring = []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        if a == b:
            continue
        key = (min(a, b), max(a, b))
        if key not in known:
            p, q = np.array(key)
            size = math.dist(*key)
            normal = np.array([p[1] - q[1], q[0] - p[0]]) / size
            on_rim = frame.exterior.dwithin(shapely.Point((p + q) / 2), 1 / 32)
            reach = 0 if on_rim or size < 2 else min(2.0, size / (2.5 * (bends + 1)))
            shares = np.linspace(0, 1, bends + 2)[1:-1, None]
            points = p + (q - p) * shares + normal * rng.uniform(-reach, reach, (bends, 1))
            known[key] = [tuple(x) for x in np.round(points * 64) / 64] if size >= 2 else []
        ring += [a, *(known[key] if a == key[0] else reversed(known[key]))]
    return ring


def vertex_pairs(polygons) -> dict[tuple[int, int], float]:
    """Neighbours of a clean coverage and their common length, from a plain dict of segments."""
    at: dict[tuple, list[int]] = {}
    for number, shape in enumerate(polygons):
        for ring in shapely.get_rings(shape):
            points = [tuple(p) for p in shapely.get_coordinates(ring)]
            for a, b in pairwise(points):
                at.setdefault((min(a, b), max(a, b)), []).append(number)
    found: dict[tuple[int, int], float] = {}
    for (a, b), cells in at.items():
        if len(set(cells)) == 2:
            pair = (min(cells), max(cells))
            found[pair] = found.get(pair, 0.0) + math.dist(a, b)
    return found


def jittered(polygons, most, seed):
    """Every vertex of every polygon moved by itself, up to *most* units each way."""
    rng = np.random.default_rng(seed)
    xy, ring = shapely.get_coordinates(polygons, return_index=True)
    moves = rng.uniform(-most, most, xy.shape)
    moves[np.r_[ring[1:] != ring[:-1], True]] = moves[np.r_[True, ring[1:] != ring[:-1]]]
    return shapely.set_coordinates(polygons.copy(), xy + moves)


def _half(polygons, seed, change):
    chosen = np.random.default_rng(seed).random(len(polygons)) < 0.5
    out = polygons.copy()
    out[chosen] = change(polygons[chosen])
    return out


def _whole(polygons):
    xy = np.rint(shapely.get_coordinates(polygons))
    return shapely.set_coordinates(polygons.copy(), xy)


DEFECTS = {
    "exact": lambda p, seed: p,
    "noise 1e-9": lambda p, seed: jittered(p, 1e-9, seed),
    "jitter 0.3": lambda p, seed: jittered(p, 0.3, seed),
    "jitter 1": lambda p, seed: jittered(p, 1.0, seed),
    "gaps 1.2": lambda p, seed: shapely.buffer(p, -0.6, join_style="mitre"),
    "overlaps 1.2": lambda p, seed: shapely.buffer(p, 0.6, join_style="mitre"),
    "T-junctions": lambda p, seed: _half(p, seed, lambda q: shapely.segmentize(q, 5.0)),
    "simplified apart": lambda p, seed: _half(p, seed, lambda q: shapely.simplify(q, 1.0)),
    "whole units": lambda p, seed: _whole(p),
}
"""Ways a map can be drawn badly: name -> change of clean polygons, with a seed."""
