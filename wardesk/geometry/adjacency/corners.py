"""Cells that share a corner point and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from wardesk.geometry.adjacency.half_edges import HalfEdges

_MOST = 64
"""A point where more cells meet than this is a drawing of rays; corners there mean nothing."""


def corner_pairs(edges: HalfEdges) -> Iterator[tuple[int, int]]:
    """Every pair of cells with a vertex in common, lower cell first, sides included. Exact."""
    keys, owner = edges.start, edges.owner
    if len(keys) == 0:
        return
    order = np.lexsort((owner, keys))
    keys, owner = keys[order], owner[order]
    new = np.r_[True, (keys[1:] != keys[:-1]) | (owner[1:] != owner[:-1])]
    keys, owner = keys[new], owner[new]
    begins = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    sizes = np.diff(np.r_[begins, len(keys)])
    crowded = (sizes >= 3) & (sizes <= _MOST)
    seen: set[tuple[int, int]] = set()
    for size in (2, 0):  # pairs at once, the rest one by one
        if size:
            heads = begins[sizes == 2]
            found = set(zip(owner[heads].tolist(), owner[heads + 1].tolist(), strict=True))
        else:
            found = {
                pair
                for begin, count in zip(
                    begins[crowded].tolist(), sizes[crowded].tolist(), strict=True
                )
                for pair in combinations(owner[begin : begin + count].tolist(), 2)
            }
        yield from sorted(found - seen)
        seen |= found
