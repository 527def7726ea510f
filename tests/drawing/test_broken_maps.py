"""Property tests on maps that came in broken: commands refuse or work, issues never raise."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from maps import area_map, canon, random_command
from msgspec.structs import replace
from shapely.errors import GEOSException

from wardesk.drawing.document import Override
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.live import live_issues
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import Face
from wardesk.model.board import Feature


def _break(rng, document):
    edge = rng.choice([*document.edges])
    node = rng.choice([*document.nodes])
    name = rng.choice([name for name in document.faces if name in document.cells])
    face = document.faces[name]
    cell = document.cells[name]
    breaks = [
        lambda: document.edges.pop(edge),
        lambda: document.nodes.pop(node),
        lambda: document.faces.pop(name),
        lambda: document.cells.pop(name),
        lambda: document.faces.update({name: Face(face.outer[:-1], face.holes)}),
        lambda: document.faces.update({name: Face(face.outer[::-1])}),
        lambda: document.faces.update({"X": face}),
        lambda: document.nodes.update({node: (40.0, 40.0)}),
        lambda: document.nodes.update({99: (7.0, 7.0)}),
        lambda: document.edges.update({edge: replace(document.edges[edge], kind="lava")}),
        lambda: document.cells.update({name: replace(cell, anchor=(999.0, 0.0), terrain="lava")}),
        lambda: document.overrides.append(Override(("A", "A"), "remove", "")),
        lambda: document.features.append(
            Feature("label", {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}, cell="A")
        ),
    ]
    rng.choice(breaks)()


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_commands_and_fixes_on_broken_maps(seed):
    rng = random.Random(seed)
    document = area_map()
    for _ in range(rng.randint(1, 2)):
        _break(rng, document)
    if not (document.cells and document.edges and document.nodes and document.faces):
        return
    editor = Editor(document)
    start = canon(document)
    for _ in range(10):
        try:
            command = random_command(rng, document)
        except (KeyError, IndexError, ValueError, UserError, GEOSException):
            continue  # the maker of the test looks at the broken map, not the command
        before = canon(document)
        try:
            editor.do(command)
        except UserError:
            assert canon(document) == before
    for _ in range(4):
        fixes = [found.fix for found in live_issues(document) if found.fix is not None]
        if fixes:
            editor.do(rng.choice(fixes))
    editor.go(0)
    assert canon(document) == start
