"""Big irregular boards for benchmarks: a jiggled net of sectors with bent borders."""

from __future__ import annotations

import numpy as np

from wardesk.geometry.sight.area_mesh import BorderLine, Mesh


def jiggled(size, bends=3, seed=4):
    """A mesh of size × size sectors, the ring of every sector as points, and the anchors."""
    rng = np.random.default_rng(seed)
    steps = rng.integers(-12 * 64, 12 * 64, (size + 1, size + 1, 2)) / 64
    nodes = np.stack(np.meshgrid(np.arange(size + 1), np.arange(size + 1), indexing="ij"), -1)
    nodes = nodes * 64.0 + steps

    def border(a, b):
        points = [tuple(a)]
        for share in np.linspace(0, 1, bends + 2)[1:-1]:
            bent = a + (b - a) * share + rng.integers(-3 * 64, 3 * 64, 2) / 64
            points.append(tuple(np.round(bent * 64) / 64))
        return (*points, tuple(b))

    def cell(i, j):
        return i * size + j if 0 <= i < size and 0 <= j < size else -1

    lines, rings = [], {}
    for i in range(size + 1):
        for j in range(size + 1):
            if i < size:  # from (i, j) eastwards: the cell above lies left
                points = border(nodes[i, j], nodes[i + 1, j])
                lines.append(BorderLine(points, cell(i, j - 1), cell(i, j)))
                rings.setdefault(cell(i, j), {})["top"] = points
                rings.setdefault(cell(i, j - 1), {})["bottom"] = points
            if j < size:  # southwards: the cell to the east lies left
                points = border(nodes[i, j], nodes[i, j + 1])
                lines.append(BorderLine(points, cell(i, j), cell(i - 1, j)))
                rings.setdefault(cell(i, j), {})["left"] = points
                rings.setdefault(cell(i - 1, j), {})["right"] = points
    anchors = [
        tuple(np.round(nodes[i : i + 2, j : j + 2].mean(axis=(0, 1)) * 64) / 64)
        for i in range(size)
        for j in range(size)
    ]
    outlines = [
        [
            *rings[n]["left"][:-1],
            *rings[n]["bottom"][:-1],
            *rings[n]["right"][:0:-1],
            *rings[n]["top"][:0:-1],
        ]
        for n in range(size * size)
    ]
    return Mesh(lines, anchors), outlines, anchors
