"""The editor against its budgets: ratios of processor time, the best of several rounds."""

from __future__ import annotations

import sys
import time
from itertools import count
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "documents"))

from lattice_maps import lattice_map

from wardesk.drawing.commands.all_commands import PaintTerrain
from wardesk.drawing.document import Layout
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.live import LiveIssues
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.model.board import Cell


def sheet(columns, rows):
    """A plain hex map of this size."""
    document = lattice_map("hex")
    grid = HexGrid(columns, rows)
    numbering = Numbering(columns=Count(digits=3), rows=Count(digits=3))
    document.layout = Layout(grid, numbering, "clear")
    document.sides.clear()
    document.overrides.clear()
    document.features.clear()
    document.cells = {
        label: Cell(label, label, "clear", tuple(map(float, grid.centre(*grid.coordinates(n)))))
        for n, label in enumerate(numbering.labels(grid))
    }
    return document


def seconds(work, rounds=5):
    """The least processor seconds of some rounds."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def stroke(editor, live=None):
    """Something that paints twenty more cells each time."""
    ids = list(editor.document.cells)
    turn = count()

    def paint():
        first = next(turn) * 20 % (len(ids) - 20)
        terrain = "wood" if editor.document.cells[ids[first]].terrain == "clear" else "clear"
        change = editor.do(PaintTerrain(tuple(ids[first : first + 20]), terrain))
        if live is not None:
            live.update(change)
            assert live.issues is not None

    return paint


@pytest.mark.benchmark(group="drawing")
def test_a_stroke_does_not_look_at_the_whole_map(benchmark):
    small, large = Editor(sheet(100, 10)), Editor(sheet(400, 250))
    on_small, on_large = stroke(small), stroke(large)
    on_large()
    ratio = seconds(lambda: [on_large() for _ in range(50)]) / seconds(
        lambda: [on_small() for _ in range(50)]
    )
    benchmark.extra_info.update(ratio=ratio)
    benchmark.pedantic(on_large, rounds=20)
    assert ratio < 5  # a hundred times the cells


@pytest.mark.benchmark(group="drawing")
def test_undo_does_not_look_at_the_whole_map(benchmark):
    small, large = Editor(sheet(100, 10)), Editor(sheet(400, 250))
    for editor in (small, large):
        stroke(editor)()

    def there_and_back(editor):
        for _ in range(50):
            editor.undo()
            editor.redo()

    ratio = seconds(lambda: there_and_back(large)) / seconds(lambda: there_and_back(small))
    benchmark.extra_info.update(ratio=ratio)
    benchmark.pedantic(there_and_back, args=(large,), rounds=3)
    assert ratio < 5


@pytest.mark.benchmark(group="drawing")
def test_issues_after_a_stroke_are_far_cheaper_than_a_full_look(benchmark):
    document = sheet(100, 100)
    live = LiveIssues(document)
    paint = stroke(Editor(document), live)
    full = seconds(lambda: LiveIssues(document).issues)
    paint()
    step = seconds(lambda: [paint() for _ in range(20)]) / 20
    benchmark.extra_info.update(ratio=full / step)
    benchmark.pedantic(paint, rounds=20)
    assert full / step > 50
