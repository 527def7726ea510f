"""A map traced by hand, from its outlines to a document that can be drawn on: processor time."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
import shapely

sys.path.insert(0, str(Path(__file__).parents[1] / "geometry"))

from sectors import jittered, sectors

from wardesk.documents.imports.areas import import_tracing
from wardesk.documents.imports.tracing import TracedCell, Tracing


def hand_traced(count):
    """About *count* areas of 250 pixels, a click every 30, 2 pixels off, ink of 4 between them."""
    drawn = shapely.transform(sectors(count, 3), lambda xy: xy * 4)
    drawn = jittered(shapely.segmentize(drawn, 30.0), 2.0, 3)
    outlines = shapely.get_exterior_ring(shapely.buffer(drawn, -2.0, join_style="mitre"))
    return Tracing(
        title="Traced",
        source="bench",
        cells=tuple(
            TracedCell(f"area {n}", ((tuple(map(tuple, shapely.get_coordinates(o)[:-1])),),))
            for n, o in enumerate(outlines)
        ),
    )


@pytest.mark.benchmark(group="import")
def test_three_hundred_traced_areas(benchmark, budget):
    tracing = hand_traced(300)
    start = time.process_time()
    found = benchmark.pedantic(import_tracing, args=(tracing,), rounds=1)
    took = time.process_time() - start
    assert len(found.document.cells) == len(tracing.cells)
    budget("import of a hand-traced map of 300 areas", "2 s", f"{took:.1f} s", took <= 2)
    assert took < 4
