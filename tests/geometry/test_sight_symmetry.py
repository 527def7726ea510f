"""A sees B exactly when B sees A: random maps of every kind with every feature on at once."""

from collections import Counter

import numpy as np
import pytest
from networks import build

from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.issues.whole_map import errors
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.geometry.sight.events import CellCrossed, EdgeCrossed, Fork
from wardesk.geometry.sight.judge import LineCrossed
from wardesk.geometry.sight.policy import Elevation, SightPolicy
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.model.sight import SightLines

PAIRS_PER_MAP = 1000
SOURCES_PER_MAP = 84
"""The million looks from so many cells of every map, and compares each two of them."""
TRACED_PER_MAP = 60
THREE = Numbering(columns=Count(digits=3), rows=Count(digits=3))
GRIDS = (
    HexGrid(14, 12, shoved="odd"),
    HexGrid(14, 12, shoved="even"),
    HexGrid(12, 14, pointy=True, shoved="odd"),
    HexGrid(12, 14, pointy=True, shoved="even"),
    HexGrid(30, 6, origin=(1_000_000, -1_000_000)),
    SquareGrid(13, 12),
    SquareGrid(25, 7, origin=(999_999, -999_999)),
)
GROUNDS = ("open", "open", "open", "open", "orchard", "wood")
SIDES = ("crest", "cliff", "hedge")


def random_policy(rng):
    """A rule with a weight on everything that there is."""

    def one_of(*words):
        return words[rng.integers(len(words))]

    return SightPolicy(
        id="everything",
        threshold=int(rng.integers(1, 4)),
        cells={"orchard": 1, "wood": 3},
        cell_property="tall",
        edges={"crest": 2, "cliff": int(rng.integers(1, 4)), "hedge": 1},
        lines={"dyke": int(rng.integers(1, 4))},
        marks={"smoke": 2},
        edges_of_ends=one_of("clear", "high"),
        scope=one_of("local", "local", "global", "any"),
        corner=one_of("min", "clear"),
        run_on_edge=one_of("clear", "block"),
        off_board=one_of("open", "block"),
        adjacent=one_of("traced", "clear"),
        elevation=Elevation(
            higher_end=one_of("edge_cell", "along_line", "anywhere"),
            obstacle_target_blind=bool(rng.integers(2)),
        ),
    )


PALETTE = Palette(
    "everything",
    "Everything",
    {name: TerrainKind(name, name) for name in ("open", "orchard", "wood")},
    {
        "plain": BorderKind("plain", "Plain", passable=True),
        "crest": BorderKind("crest", "Crest", passable=True),
        "cliff": BorderKind("cliff", "Cliff", passable=True, directed=True),
        "hedge": BorderKind("hedge", "Hedge", passable=True),
    },
    {"dyke": LineKind("dyke", "Dyke")},
)


def random_cell(rng, name, anchor):
    properties = {"level": int(rng.choice(3, p=(0.6, 0.25, 0.15)))}
    if rng.random() < 0.03:
        properties["tall"] = True
    return Cell(name, name, GROUNDS[rng.integers(len(GROUNDS))], anchor, properties)


def dykes(rng, points, count):
    """Lines through a few places at random: often a cell's middle, where sight lines begin."""
    found = []
    for _ in range(count):
        chosen = rng.choice(len(points), int(rng.integers(2, 5)), replace=False)
        line = [[float(x) for x in points[place]] for place in chosen]
        found.append(Feature("dyke", {"type": "LineString", "coordinates": line}))
    return found


def random_sheet(rng):
    """A sheet of hexes or squares: holes in it, sides of all kinds, dykes along and across."""
    grid = GRIDS[rng.integers(len(GRIDS))]
    cells = {}
    for number, label in enumerate(THREE.labels(grid)):
        x, y = grid.centre(*grid.coordinates(number))
        if rng.random() > 0.03:
            cells[label] = random_cell(rng, label, (float(x), float(y)))
    labels, sides, high = THREE.labels(grid), {}, {}
    for number, label in enumerate(labels):
        q, r = grid.coordinates(number)
        for dq, dr in grid.side_steps:
            other = grid.index(q + dq, r + dr)
            if other > number and {label, labels[other]} <= cells.keys() and rng.random() < 0.12:
                pair = min(label, labels[other]), max(label, labels[other])
                sides[pair] = (SIDES[rng.integers(3)],)
                high[pair] = pair[rng.integers(2)]
    document = MapDocument(
        id="sheet", title="Sheet", provenance="drawn for a test", kind=grid.kind,
        layout=Layout(grid, THREE, "open"), cells=cells, palette=PALETTE,
        sides=sides, high=high,
    )  # fmt: skip
    anchors = [cell.anchor for cell in cells.values()]
    # between middles of neighbours, as roads run; or between points of the finest grid
    document.features = dykes(rng, anchors, 2)
    offsets = rng.integers(-150, 150, (20, 2))
    near = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(anchors, offsets, strict=False)]
    document.features += dykes(rng, near, 2)
    return document


def random_areas(rng):
    """Areas whose borders run along sight lines and meet in corners all the time, or None."""
    columns, rows = (int(n) for n in rng.integers(3, 8, 2))
    shifts = rng.choice([0, 0, 5, 2.5], (columns + 1, rows + 1, 2))
    places = {
        (i, j): (float(i * 10 + shifts[i, j, 0]), float(j * 10 - shifts[i, j, 1]))
        for i in range(columns + 1)
        for j in range(rows + 1)
    }
    network = build(places, _clumps(rng, columns, rows))
    edges = {
        n: type(edge)(n, edge.start, edge.end, edge.points, str(rng.choice(["plain", *SIDES])))
        for n, edge in network.edges.items()
    }
    first = next(iter(network.faces), None)
    if first is None:
        return None
    document = MapDocument(
        id="areas", title="Areas", provenance="drawn for a test", kind="area", palette=PALETTE,
        nodes=dict(network.nodes), edges=edges, faces=dict(network.faces),
    )  # fmt: skip
    for name, face in _faces(network):
        inside = face.point_on_surface()
        anchor = (round(inside.x * 64) / 64, round(inside.y * 64) / 64)
        document.cells[name] = random_cell(rng, name, anchor)
    anchors = [cell.anchor for cell in document.cells.values()]
    corners = list(network.nodes.values())
    if len(anchors) > 4 and len(corners) > 4:
        document.features = [*dykes(rng, anchors, 1), *dykes(rng, corners, 1)]
    return None if errors(document) else document


def _clumps(rng, columns, rows):
    """Quads merged with a neighbour here and there; one of them left out."""
    labels = {(i, j): (i, j) for i in range(columns) for j in range(rows)}
    for i, j in list(labels):
        if rng.random() < 0.3 and (i + 1, j) in labels:
            old, new = labels[i + 1, j], labels[i, j]
            labels = {quad: new if label == old else label for quad, label in labels.items()}
    gone = labels[int(rng.integers(columns)), int(rng.integers(rows))]
    return {q: None if label == gone else "c{}-{}".format(*label) for q, label in labels.items()}


def _faces(network):
    from wardesk.geometry.adjacency.coverage import polygon
    from wardesk.geometry.borders.topology import outlines

    return ((name, polygon(rings)) for name, rings in outlines(network).items())


def features_met(verdict, seen):
    """Count what a line met and weighed, so that the test knows that nothing was switched off."""
    for weighed in verdict.weighed:
        event = weighed.event
        seen[type(event).__name__] += bool(weighed.weight)
        if isinstance(event, Fork):
            seen["run"] += event.is_run
            seen["fork with two different sides"] += weighed.left != weighed.right
    seen[verdict.why or "clear"] += 1


def random_boards(rng, seen):
    """Boards without end, each with the sight lines of a random rule and its cells' numbers."""
    while True:
        document = random_areas(rng) if rng.random() < 0.25 else random_sheet(rng)
        if document is None:
            continue
        board, policy = compile_board(document), random_policy(rng)
        names = list(board.cells)
        smoke = {names[n] for n in rng.integers(0, len(names), len(names) // 12)}
        lines = SightLines(board, policy, {"smoke": smoke})
        seen[board.kind] += 1
        seen[policy.scope] += 1
        yield lines.engine, np.array([lines.numbers[name] for name in names])


def traced(rng, engine, numbers, pairs, seen):
    """Judge so many random pairs of a board both ways; the verdicts, and those that differ."""
    chosen = rng.integers(0, len(numbers), pairs)
    away = rng.integers(1, len(numbers), pairs)  # never from a cell to itself
    wrong, found = [], []
    for a, b in zip(numbers[chosen], numbers[(chosen + away) % len(numbers)], strict=True):
        there, back = engine.verdict(a, b), engine.verdict(b, a)
        if (there.clear, there.score) != (back.clear, back.score):
            wrong.append((type(engine), engine.ground.policy, a, b, there, back))
        features_met(there, seen)
        found.append((a, b, there.clear))
    return found, wrong


def asymmetric(pairs, seed):
    """How many of so many pairs differ by direction, how many were tried, and what they met."""
    rng = np.random.default_rng(seed)
    wrong, done, seen = [], 0, Counter()
    for engine, numbers in random_boards(rng, seen):
        found, differ = traced(rng, engine, numbers, PAIRS_PER_MAP, seen)
        wrong += differ
        source = numbers[rng.integers(len(numbers))]
        view = engine.seen_from(source)
        wrong += [
            (engine.ground.policy, source, end, "the view differs")
            for end in numbers
            if view[end] != engine.verdict(source, end).clear
        ]
        done += len(found)
        if done >= pairs:
            return wrong, done, seen
    raise AssertionError


def asymmetric_views(pairs, seed):
    """As `asymmetric`, by whole views: each cell of a pair looks for itself, all ends at a time.

    Some pairs of every board are judged one by one as well, both ways, and the views must agree.
    """
    rng = np.random.default_rng(seed)
    wrong, done, seen = [], 0, Counter()
    for engine, numbers in random_boards(rng, seen):
        sources = rng.permutation(numbers)[:SOURCES_PER_MAP]
        table = np.stack([engine.seen_from(source) for source in sources])
        square = table[:, sources]
        wrong += [
            (engine.ground.policy, sources[a], sources[b], "by views")
            for a, b in np.argwhere(square & ~square.T)
        ]
        found, differ = traced(rng, engine, sources, TRACED_PER_MAP, seen)
        wrong += differ
        row = {source: number for number, source in enumerate(sources.tolist())}
        wrong += [
            (engine.ground.policy, a, b, "the view differs")
            for a, b, clear in found
            if table[row[a], b] != clear
        ]
        done += len(sources) * (len(sources) - 1) // 2
        if done >= pairs:
            return wrong, done, seen
    raise AssertionError


def never_met(seen, times, boards):
    """The features that weighed in fewer pairs than *times*; kinds and scopes of fewer *boards*."""
    names = [CellCrossed.__name__, EdgeCrossed.__name__, Fork.__name__, LineCrossed.__name__]
    names += ["run", "fork with two different sides", "higher_end", "adjacent", "clear"]
    sorts = ["area", "hex", "square", "local", "global", "any"]
    return [n for n in names if seen[n] < times] + [n for n in sorts if seen[n] < boards]


@pytest.mark.slow
def test_pairs_on_maps_with_every_feature_are_symmetric():
    wrong, done, seen = asymmetric(20_000, 1)
    assert wrong == []
    assert done == 20_000
    assert never_met(seen, 20, 1) == []


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_million_pairs_on_maps_with_every_feature_are_symmetric():
    wrong, done, seen = asymmetric_views(1_000_000, 2)
    print(done, dict(seen))  # noqa: T201 - shown with -s
    assert wrong == []
    assert done >= 1_000_000
    assert never_met(seen, 100, 30) == []
