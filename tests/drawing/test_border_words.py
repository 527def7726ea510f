"""What is told of borders names the areas on both hands, not numbers that nobody sees."""

from __future__ import annotations

import re

import pytest
from maps import area_map
from msgspec.structs import replace

from wardesk.documents.wording import wording
from wardesk.drawing.commands.all_commands import MoveNode
from wardesk.drawing.issues.live import LiveIssues
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import border_words, sides
from wardesk.model.palette import BorderKind


def test_a_border_is_called_by_the_areas_on_both_hands():
    document = area_map()
    for number, beside in sides(document.network).items():
        words = border_words(document.network, number)
        assert all(name in words for name in (beside.left, beside.right) if name)
        assert ("outer" in words) is (beside.left is None or beside.right is None)


def refusals(document):
    """What is told when nodes are pushed far away."""
    for node, (x, y) in document.nodes.items():
        for dx, dy in ((90, 0), (-90, 0), (0, 90), (0, -90)):
            try:
                MoveNode(node, (x + dx, y + dy)).apply(area_map())
            except UserError as error:
                yield error.message


def test_borders_that_would_cross_are_called_by_their_areas_in_both_languages():
    crossing = {text for text in refusals(area_map()) if "would cross" in text}
    assert len(crossing) > 3
    german = wording("errors", "de")
    for text in crossing:
        assert not re.search(r"order \d", text)
        assert "würde" in german.text(text)
        assert "border" not in german.text(text)


def test_a_cliff_that_is_high_off_the_map_names_its_area():
    document = area_map()
    cliff = BorderKind("cliff", "Cliff", passable=False, directed=True)
    document.palette.borders["cliff"] = cliff
    rows = sides(document.network).items()
    number, beside = next((n, b) for n, b in rows if b.right is None)
    edge = document.edges[number]
    turned = replace(edge, kind="cliff", start=edge.end, end=edge.start, points=edge.points[::-1])
    document.edges[number] = turned
    faces = document.faces
    for name, face in faces.items():
        outer = tuple(-n if abs(n) == number else n for n in face.outer)
        faces[name] = replace(face, outer=outer)
    told = [issue.text for issue in LiveIssues(document).issues if "high off" in issue.text]
    assert told == [f"The cliff on the outer border of {beside.left} is high off the map."]


@pytest.mark.parametrize("number", [10_000])
def test_a_border_without_areas_keeps_its_number(number):
    assert border_words(area_map().network, number) == f"border {number}"
