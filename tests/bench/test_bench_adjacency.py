"""Adjacency against its budget: ratios of processor time in one run, the best of several rounds."""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
import shapely

sys.path.insert(0, str(Path(__file__).parents[1] / "geometry"))

from sectors import sectors

from wardesk.geometry.adjacency.contacts import derive
from wardesk.geometry.grids.picking import Picker

CELLS = 10_000


def best(*cases, rounds=7):
    """The least processor seconds of each case, run in turn."""
    found = [float("inf")] * len(cases)
    for _ in range(rounds):
        for at, case in enumerate(cases):
            start = time.process_time()
            case()
            found[at] = min(found[at], time.process_time() - start)
    return found


@pytest.fixture(scope="module")
def polygons():
    return sectors(CELLS, 1)


def floor(polygons):
    keys = shapely.get_coordinates(polygons)[:, 0].copy().view(np.int64)
    keys.sort()


def by_relate(polygons):
    left, right = shapely.STRtree(polygons).query(polygons)
    once = left < right
    left, right = left[once], right[once]
    return shapely.relate_pattern(polygons[left], polygons[right], "****1****").sum()


@pytest.mark.benchmark(group="adjacency")
def test_derive_against_the_floor_and_relate(benchmark, budget, polygons):
    ours, least, relate = best(
        lambda: derive(polygons), lambda: floor(polygons), lambda: by_relate(polygons)
    )
    benchmark.extra_info.update(floor=ours / least, relate=relate / ours)
    work = "adjacency, 10,000 sectors"
    budget(work, "8x the floor", f"{ours / least:.1f}x", ours <= 8 * least)
    budget(work, "5x quicker than relate", f"{relate / ours:.1f}x", relate >= 5 * ours)
    benchmark.pedantic(derive, args=(polygons,), rounds=3)
    assert ours <= 8 * least
    assert relate >= 5 * ours


@pytest.mark.benchmark(group="adjacency")
def test_derive_against_libpysal(benchmark, budget, polygons):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        geopandas = pytest.importorskip("geopandas", reason="geopandas is not installed")
        graph = pytest.importorskip("libpysal.graph", reason="libpysal is not installed").Graph
        series = geopandas.GeoSeries(polygons)
        ours, theirs = best(
            lambda: derive(polygons),
            lambda: graph.build_contiguity(series, rook=True, strict=False),
            rounds=3,
        )
    benchmark.extra_info["libpysal"] = theirs / ours
    work, quicker = "adjacency, 10,000 sectors", theirs / ours
    budget(work, "10x quicker than libpysal", f"{quicker:.0f}x", quicker >= 10)
    benchmark.pedantic(derive, args=(polygons,), rounds=3)
    assert theirs >= 10 * ours


@pytest.mark.benchmark(group="pick")
def test_pick(benchmark, budget, polygons):
    picker = Picker(polygons)
    spots = np.random.default_rng(1).uniform(1, 6300, (1000, 2)).tolist()

    def pick_all():
        for x, y in spots:
            picker.cell_at(x, y)

    pick_all()
    (seconds,) = best(pick_all)
    micro = seconds / len(spots) * 1e6
    benchmark.extra_info["microseconds"] = micro
    budget("picking the cell under the cursor", "20 µs", f"{micro:.1f} µs", micro <= 20)
    benchmark.pedantic(pick_all, rounds=3)
    assert seconds / len(spots) <= 20e-6
