"""What is told of borders names the areas on both hands, not numbers that nobody sees."""

from __future__ import annotations

import re

import pytest
from maps import area_map
from msgspec.structs import replace

from wardesk.drawing.called import area_names
from wardesk.drawing.commands.all_commands import (
    DeleteBend,
    InsertBend,
    MoveBend,
    MoveNode,
    ReshapeBorder,
)
from wardesk.drawing.issues.live import LiveIssues
from wardesk.drawing.issues.whole_map import border_kind_issues, network_issues
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import border_words, edge_points, sides
from wardesk.geometry.borders.validation import network_flaws
from wardesk.geometry.grids.snap import snap_point
from wardesk.model.palette import BorderKind
from wardesk.words import shown


def middle_of(network, number, share=0.5):
    """A point of a border on the 1/64 grid."""
    (ax, ay), *_, (bx, by) = edge_points(network, number)
    return snap_point((ax + (bx - ax) * share, ay + (by - ay) * share))


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
    for text in crossing:
        assert not re.search(r"order \d", text)
        assert "würde" in shown(text, "de")
        assert "border" not in shown(text, "de")


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
    name = document.cells[beside.left].name
    assert told == [f"The cliff on the outer border of {name} is high off the map."]


@pytest.mark.parametrize("number", [10_000])
def test_a_border_without_areas_keeps_its_number(number):
    assert border_words(area_map().network, number) == f"border {number}"


@pytest.mark.parametrize(
    ("command", "german"),
    [
        (MoveBend, "Knick verschieben: die "), (InsertBend, "Biegen: die "),
        (DeleteBend, "Begradigen: die "), (ReshapeBorder, "Umformen: die "),
    ],
)  # fmt: skip
def test_titles_in_the_history_name_the_areas_in_both_languages(command, german):
    called = set()
    for number in area_map().edges:
        document = area_map()
        try:
            ReshapeBorder(number, (middle_of(document.network, number),)).apply(document)
            if command is ReshapeBorder:
                title = ReshapeBorder(number, ()).apply(document).title
            elif command is InsertBend:
                at = middle_of(document.network, number, 0.25)
                title = InsertBend(number, 0, at).apply(document).title
            elif command is DeleteBend:
                title = DeleteBend(number, 1).apply(document).title
            else:
                at = middle_of(document.network, number, 0.4)
                title = MoveBend(number, 1, at).apply(document).title
        except UserError:
            continue
        assert border_words(area_map().network, number, area_names(area_map())) in title
        assert shown(title, "de").startswith(german)
        assert "renze" in shown(title, "de")
        called.add(title)
    assert len(called) > 1


def test_flaws_of_a_network_name_areas():
    document = area_map()
    number = next(
        n for n, beside in sides(document.network).items() if beside.left and beside.right
    )
    words = border_words(document.network, number)
    edge = document.edges[number]
    point = (5.0, 5.0)
    document.edges[number] = replace(edge, points=(point, point), kind="wall of air")

    told = [flaw.text for flaw in network_flaws(document.network)]
    told += [issue.text for issue in border_kind_issues(document)]

    begins = words[0].upper() + words[1:]
    assert f"{begins} has the same point twice in a row." in told
    names = {cell.id: cell.name for cell in document.cells.values()}
    words = border_words(document.network, number, names)
    assert any(name in words for name in names.values())
    begins = words[0].upper() + words[1:]
    assert any(text.startswith(f"{begins} is of the kind") for text in told)


def test_a_bend_off_the_grid_is_told_with_its_border():
    document = area_map()
    number, edge = next(iter(document.edges.items()))
    document.edges[number] = replace(edge, points=((0.001, 2.0),))
    begins = border_words(document.network, number).capitalize()[:4]
    (told,) = [f.text for f in network_flaws(document.network) if f.code == "border-place"]
    assert told.startswith(begins)
    assert ", bend 1, is off the grid" in told


NAMES = ("Mill", "Heath", "Wood", "Lake", "Moor", "Ford")
IDS = re.compile(r"(area|Gebiet|zone|of|von|de|, |–) ?[A-I]\b|\b[A-I]–")


def named_map():
    """The same map with areas that have names, none of which is an id."""
    document = area_map()
    for number, (name, cell) in enumerate(sorted(document.cells.items())):
        document.cells[name] = replace(cell, name=NAMES[number])
    return document


def test_what_an_edit_of_borders_is_refused_for_speaks_of_areas_by_their_names():
    told = set()
    for node, (x, y) in area_map().nodes.items():
        for dx, dy in ((90, 0), (-90, 0), (0, 90), (0, -90), (900, 900)):
            try:
                MoveNode(node, (x + dx, y + dy)).apply(named_map())
            except UserError as error:
                told.add(str(error.message))
    assert any("would cross" in text for text in told)
    for text in told:
        assert any(name in text for name in NAMES), text
        assert not IDS.search(text), text


def spoilt(part):
    """A map in which one thing of the borders is wrong, as only a file can be."""
    document = named_map()
    number, edge = next((n, e) for n, e in document.edges.items())
    if part == "node gone":
        document.edges[number] = replace(edge, start=999)
    elif part == "no such border":
        name, face = next(iter(document.faces.items()))
        document.faces[name] = replace(face, outer=(*face.outer, 999))
    elif part == "open":
        name, face = next(iter(document.faces.items()))
        document.faces[name] = replace(face, outer=(face.outer[0], *face.outer[2:]))
    elif part == "two on a point":
        document.nodes[edge.end] = document.nodes[edge.start]
    elif part == "turned":
        name, face = next(iter(document.faces.items()))
        document.faces[name] = replace(face, outer=tuple(-n for n in reversed(face.outer)))
    elif part == "anchor":
        name, cell = next(iter(document.cells.items()))
        document.cells[name] = replace(cell, anchor=(-5000.0, -5000.0))
    elif part == "loose":
        document.nodes[999] = (-640.0, -640.0)
    return document


@pytest.mark.parametrize(
    "part", ["node gone", "no such border", "open", "two on a point", "turned", "anchor", "loose"]
)
def test_what_is_wrong_with_a_whole_network_speaks_of_areas_by_their_names(part):
    document = spoilt(part)
    found, _ = network_issues(document)
    fresh, _ = network_issues(named_map())
    known = {issue.text for issue in fresh}
    told = [issue.text for issue in found if issue.text not in known]
    assert told
    for text in told:
        for language in ("en", "de", "fr"):
            words = shown(text, language)
            assert not IDS.search(words), words
            # what a file names that is not there has nothing but its number
            assert not re.search(r"(order|ode|renze|noten|imite|nœud) (?!999)\d", words), words
        assert shown(text, "de") != shown(text, "en") != shown(text, "fr")


@pytest.mark.parametrize("command", [DeleteBend(999, 0), MoveNode(999, (0.0, 0.0))])
def test_a_border_that_is_not_there_is_told_without_a_number_first(command):
    with pytest.raises(UserError) as refused:
        command.apply(area_map())
    assert not re.search(r"\d", refused.value.message)
    assert "999" in str(refused.value.advice)
