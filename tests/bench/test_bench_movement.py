"""Movement range against a heap and networkx: ratios of processor time in one run."""

from __future__ import annotations

import heapq
import random
import time

import networkx
import pytest

from wardesk.geometry.paths.movement import graph, reach

SIDE = 100


def hex_rows(side):
    """A hex board with random ground, streams, roads (half a point) and rivers, costs doubled."""
    dice = random.Random(1)
    ground = [dice.choices((4, 6), (75, 25))[0] for _ in range(side * side)]
    rows = []
    for column in range(side):
        tilt = 1 if column % 2 == 0 else -1
        for row in range(side):
            for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, tilt), (-1, tilt)):
                x, y = column + dx, row + dy
                if 0 <= x < side and 0 <= y < side and dice.random() > 0.03:
                    stream = 4 if dice.random() < 0.08 else 0
                    cost = 1 if dice.random() < 0.12 else ground[x * side + y] + stream
                    rows.append((column * side + row, x * side + y, cost))
    return rows


def by_heap(steps, start, points):
    """The same search with a heap, written as tightly."""
    cost, before, heap = {start: 0}, {start: start}, [(0, start)]
    pop, push, known = heapq.heappop, heapq.heappush, cost.get
    while heap:
        spent, node = pop(heap)
        if spent > cost[node]:
            continue
        for target, price in steps[node]:
            total = spent + price
            if total <= points:
                old = known(target)
                if old is None or total < old:
                    cost[target] = total
                    before[target] = node
                    push(heap, (total, target))
    return cost


@pytest.mark.parametrize("points", [12, 24])
@pytest.mark.benchmark(group="movement")
def test_range_of_a_normal_unit(benchmark, budget, points):
    rows = hex_rows(SIDE)
    ours = graph(SIDE * SIDE, rows)
    theirs = networkx.DiGraph()
    theirs.add_weighted_edges_from(rows)
    start = SIDE * SIDE // 2 + SIDE // 2
    cases = (
        lambda: reach(ours, start, points).cost,
        lambda: by_heap(ours.steps, start, points),
        lambda: networkx.single_source_dijkstra_path_length(theirs, start, cutoff=points),
    )
    assert cases[0]() == cases[1]() == cases[2]()
    best = [float("inf")] * 3
    for _ in range(60):
        for at, case in enumerate(cases):
            begin = time.process_time()
            case()
            best[at] = min(best[at], time.process_time() - begin)
    slower, quicker = best[0] / best[1], best[2] / best[0]
    benchmark.extra_info.update(heap=slower, networkx=quicker)
    work = f"movement range of {points} points, 10,000 hexes"
    budget(work, "1x heapq", f"{slower:.2f}x", slower <= 1)
    budget(work, "2x quicker than networkx", f"{quicker:.1f}x", quicker >= 2)
    benchmark.pedantic(cases[0], rounds=3)
    assert best[0] <= best[1]
    assert best[2] >= 2 * best[0]
