"""Tests of issues."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from wardesk.documents.maps.store import read_map
from wardesk.drawing.document import MapDocument, Override
from wardesk.drawing.issues.whole_map import errors, issues, require_sound
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import Edge
from wardesk.model.board import Feature

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"


@pytest.fixture
def document():
    return read_map(SPECIMEN)


def test_a_new_document_only_lacks_cells():
    found = issues(MapDocument(id="x", title="X", provenance=""))
    assert [issue.code for issue in found] == ["map-empty"]


def test_issues_keep_their_ids_while_the_drawing_moves_on(document):
    document.cells["A"] = replace(document.cells["A"], anchor=(200.0, 200.0))
    before = issues(document)
    document.title = "Another"
    document.cells["A"] = replace(document.cells["A"], anchor=(300.0, 200.0))
    after = issues(document)
    assert [issue.id for issue in before] == [issue.id for issue in after] == ["anchor-outside:A"]
    assert before[0].at != after[0].at
    assert before[0].place == "area A"


def test_errors_come_before_warnings(document):
    document.nodes[77] = (500.0, 500.0)
    document.features.append(Feature("tree", {"type": "Point", "coordinates": [0, 0]}, cell="Z"))
    document.cells["A"] = replace(document.cells["A"], terrain="lava", name=" ")
    found = issues(document)
    assert [issue.level for issue in found] == ["error", "warning", "warning", "warning"]
    assert [issue.code for issue in errors(document)] == ["cell-terrain"]


def test_an_override_that_closes_nothing_is_worth_a_look(document):
    document.overrides.append(Override(("A", "I"), "remove", "a reason"))
    assert [issue.code for issue in issues(document)] == ["override-idle"]


def test_many_errors_are_told_as_one_and_a_number(document):
    for number, edge in list(document.edges.items()):
        document.edges[number] = Edge(number, edge.start, edge.end, edge.points, "lava")
    with pytest.raises(UserError, match=r"specimen cannot be used: .*“lava”.*\(12 more\)"):
        require_sound(document)
