"""Tests of what hangs together: the quick way agrees with walking from cell to cell."""

import random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import document_of

from wardesk.drawing.commands.all_commands import ClearOverride, LinkCells, PaintSides, SetPresence
from wardesk.drawing.issues.reach import unreachable
from wardesk.drawing.neighbourhood import cells_beside, open_neighbours, side_neighbours
from wardesk.errors import UserError


def walked(document):
    graph = networkx.Graph()
    graph.add_nodes_from(document.cells)
    graph.add_edges_from((a, b) for a, others in open_neighbours(document).items() for b in others)
    places = {name: place for place, name in enumerate(document.cells)}
    parts = list(networkx.connected_components(graph))
    main = min(parts, key=lambda part: (-len(part), min(places[name] for name in part)))
    return [name for name in document.cells if name not in main]


@pytest.mark.parametrize("kind", ["hex", "pointy", "square", "area"])
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_cut_off_cells_are_those_that_no_walk_reaches(kind, seed):
    rng = random.Random(seed)
    document = document_of(kind)
    names = [*document.cells]
    for _ in range(rng.randint(0, 12)):
        cell = rng.choice(names)
        pairs = tuple((cell, other) for other in cells_beside(document, cell))
        try:
            rng.choice(
                [
                    PaintSides(pairs, "cliff"),
                    PaintSides(pairs, "cliff"),
                    SetPresence((cell,), False),
                    LinkCells(cell, rng.choice(names), "a ferry"),
                    ClearOverride("0101", "0807"),
                ]
            ).apply(document)
        except UserError:
            continue
    assert unreachable(document) == walked(document)


@pytest.mark.parametrize("kind", ["hex", "pointy", "square"])
def test_neighbours_of_one_cell_are_those_of_all(kind):
    document = document_of(kind)
    everywhere = side_neighbours(document)
    for cell in document.cells:
        assert sorted(cells_beside(document, cell)) == sorted(everywhere[cell])
