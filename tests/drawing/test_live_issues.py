"""Tests of live issues: what is found, that ids stay, and that fixes mend what they say."""

import pytest
from lattice_maps import lattice_map
from maps import area_map, canon
from msgspec.structs import replace

from wardesk.drawing.commands.all_commands import (
    CutCells,
    DeleteArea,
    DrawLine,
    DrawZone,
    FlipBorders,
    NameCell,
    PaintBorders,
    PaintSides,
    PaintTerrain,
    PlaceLabel,
    RenameCell,
    SetElevation,
    SetProperty,
)
from wardesk.drawing.document import Override
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.live import LiveIssues, live_issues
from wardesk.geometry.borders.topology import sides
from wardesk.model.board import Feature
from wardesk.model.needs import GameNeeds, SetUpUnit, needs_of
from wardesk.model.palette import BorderKind, LineKind, TerrainKind


def codes(document):
    return [found.issue.code for found in live_issues(document)]


def mended(document, code):
    """Do the fix of the first issue with this code; it must be gone then, and come back undone."""
    editor = Editor(document)
    found = next(one for one in live_issues(document) if one.issue.code == code)
    assert found.fix_text
    before = canon(document)
    editor.do(found.fix)
    assert found.issue.id not in [one.issue.id for one in live_issues(document)]
    after = canon(document)
    editor.undo()
    assert canon(document) == before
    editor.redo()
    assert canon(document) == after
    return document


def test_a_sound_map_has_none():
    assert codes(area_map()) == ["cell-unreachable"]  # the island in the specimen has a wall


def test_an_anchor_outside_is_brought_in():
    document = area_map()
    document.cells["A"] = replace(document.cells["A"], anchor=(200.0, 200.0))
    mended(document, "anchor-outside")


def test_a_gap_is_given_to_a_neighbour():
    document = area_map()
    DeleteArea("I").apply(document)
    mended(document, "gap")


def test_unknown_terrain_and_missing_names():
    document = area_map()
    document.cells["A"] = replace(document.cells["A"], terrain="lava", name="")
    mended(mended(document, "cell-terrain"), "cell-nameless")


def test_an_area_that_is_numbered_needs_no_name():
    document = area_map()
    RenameCell("A", "12").apply(document)
    NameCell("12", "").apply(document)
    NameCell("B", "").apply(document)
    nameless = [one.issue for one in live_issues(document) if one.issue.code == "cell-nameless"]
    assert [issue.place for issue in nameless] == ["B"]


def test_two_cells_of_one_name():
    document = area_map()
    NameCell("A", "Hill").apply(document)
    NameCell("B", "Hill").apply(document)
    assert codes(document)[:2] == ["cell-name-twice"] * 2


def test_orphaned_overrides_are_taken_back():
    document = area_map()
    document.overrides.append(Override(("A", "I"), "remove", "a reason"))
    mended(document, "override-idle")
    document.overrides.append(Override(("A", "ZZ"), "add", "a reason"))
    mended(document, "override-cell")


@pytest.mark.parametrize("make", [area_map, lambda: lattice_map("hex", absent=())])
def test_a_label_goes_back_into_its_cell(make):
    document = make()
    first = next(iter(document.cells))
    PlaceLabel("Here", (-500.0, -500.0), first).apply(document)
    mended(document, "label-outside")


def test_a_cell_that_nobody_reaches():
    document = lattice_map("square", absent=("0102", "0201"))
    document.overrides.clear()
    document.sides.clear()
    assert "cell-unreachable:0101" in [found.issue.id for found in live_issues(document)]


def test_a_bridge_needs_a_river():
    document = lattice_map("hex", absent=())
    document.features.clear()
    document.features.append(
        Feature("bridge", {"type": "Point", "coordinates": [194, 168]}, id="b1")
    )
    assert codes(document) == ["bridge-dry"]
    document.palette.lines["river"] = LineKind("river", "River")
    editor = Editor(document)
    editor.do(DrawLine("river", ((194.0, 0.0), (194.0, 900.0))))
    assert codes(document) == []
    editor.undo()
    mended(document, "bridge-dry")


def with_a_road():
    """A map of hexes with nothing on it but one road, and its editor."""
    document = lattice_map("hex", absent=())
    document.features.clear()
    document.sides.clear()
    editor = Editor(document)
    anchors = [document.cells[cell].anchor for cell in ("0504", "0505", "0506")]
    editor.do(DrawLine("road", tuple(anchors), id="r1"))
    return document, editor


def test_a_road_over_a_river_that_nobody_can_cross_is_told_and_joined():
    document, editor = with_a_road()
    assert codes(document) == []
    editor.do(PaintSides((("0504", "0505"),), "crest"))  # which can be crossed
    assert codes(document) == []
    editor.do(PaintSides((("0505", "0506"),), "cliff"))
    assert [one.issue.id for one in live_issues(document)] == ["road-blocked:r1+0505+0506"]
    text = live_issues(document)[0].issue.text
    assert "Cliff" in text
    assert "0505" in text
    mended(document, "road-blocked")
    assert codes(document) == []


def test_a_road_over_a_wall_between_areas_is_told():
    document = area_map()
    beside = sides(document.network)
    number, pair = next((n, b) for n, b in beside.items() if b.left and b.right)
    document.palette.borders["dam"] = BorderKind("dam", "Dam", passable=False)
    for one, both in beside.items():
        if {both.left, both.right} == {pair.left, pair.right}:
            document.edges[one] = replace(document.edges[one], kind="dam")
    ends = [document.cells[cell].anchor for cell in (pair.left, pair.right)]
    document.overrides.clear()
    cells = [pair.left, pair.right]
    document.features.append(
        Feature("road", {"type": "LineString", "coordinates": ends}, id="r1",
                properties={"cells": cells})
    )  # fmt: skip
    assert "road-blocked" in codes(document)
    assert document.edges[number].kind == "dam"


def test_a_road_that_somebody_closed_with_a_reason_is_no_issue():
    document = lattice_map("hex", absent=())
    document.features.clear()
    document.sides.clear()
    anchors = [document.cells[cell].anchor for cell in ("0504", "0505")]
    DrawLine("road", tuple(anchors), id="r1").apply(document)
    CutCells("0504", "0505", "mined").apply(document)
    assert "road-blocked" not in codes(document)


def test_a_road_that_ends_on_a_side():
    document = lattice_map("square", absent=())
    DrawLine("road", ((128.0, 128.0), (256.0, 128.0)), id="r1").apply(document)
    assert "road-ends-on-side:r1+256+128" in [found.issue.id for found in live_issues(document)]
    DrawLine("road", ((256.0, 128.0), (384.0, 128.0)), id="r2").apply(document)
    assert "road-ends-on-side" not in codes(document)


def test_two_waters_on_one_side():
    document = lattice_map("square", absent=())
    for kind in ("river", "canal"):
        document.palette.borders[kind] = BorderKind(kind, kind, True)
        PaintSides((("0401", "0402"),), kind).apply(document)
    assert codes(document) == ["side-exclusive"]


@pytest.mark.parametrize(
    ("kinds", "code"),
    [
        (("river", "canal"), "side-exclusive"),
        (("stone-bridge",), "bridge-dry"),
        (("lava",), "side-kind"),
    ],
)
def test_what_cannot_lie_on_a_side_is_taken_off(kinds, code):
    document = lattice_map("square", absent=())
    for kind in kinds:
        if kind != "lava":
            document.palette.borders[kind] = BorderKind(kind, kind, True)
    document.sides["0401", "0402"] = kinds
    mended(document, code)


def test_a_cliff_below_its_low_side_is_turned():
    document = lattice_map("hex", absent=())
    document.palette.borders["scarp"] = BorderKind("scarp", "Scarp", True, directed=True)
    PaintSides((("0501", "0502"),), "scarp", high="first").apply(document)
    SetElevation(("0502",), 2).apply(document)
    mended(document, "side-high-below")
    assert document.high["0501", "0502"] == "0502"


def test_a_border_high_off_the_map_is_turned():
    document = area_map()
    document.palette.borders["scarp"] = BorderKind("scarp", "Scarp", True, directed=True)
    edge = next(n for n, pair in sides(document.network).items() if pair.right is None)
    PaintBorders((edge,), "scarp").apply(document)
    assert "border-high" not in codes(document)
    FlipBorders((edge,)).apply(document)
    mended(document, "border-high")


def test_a_road_is_led_on_into_the_next_cell():
    document = lattice_map("square", absent=())
    DrawLine("road", ((128.0, 128.0), (256.0, 128.0)), id="r1").apply(document)
    mended(document, "road-ends-on-side")
    road = next(f for f in document.features if f.id == "r1")
    assert road.properties["cells"] == ["0101", "0201"]


def test_doubly_named_cells_get_their_numbers_back():
    document = lattice_map("hex")
    for cell in ("0201", "0202"):
        NameCell(cell, "Hill 1").apply(document)
    mended(document, "cell-name-twice")


def game(*units, **more):
    return GameNeeds(game="The game", units=units, **more)


def game_codes(document, needs):
    return [
        i.id for i in LiveIssues(document, needs).issues if i.code.startswith(("game", "setup"))
    ]


def test_what_the_game_does_not_know_is_told():
    document = lattice_map("hex", absent=())
    needs = needs_of("The game", document.palette)
    assert game_codes(document, needs) == []
    document.palette.terrain["lava"] = TerrainKind("lava", "Lava")
    document.palette.borders["ditch"] = BorderKind("ditch", "Ditch", True)
    document.palette.lines["rope"] = LineKind("rope", "Rope")
    PaintTerrain(("0201",), "lava").apply(document)
    PaintSides((("0201", "0202"),), "ditch").apply(document)
    DrawLine("rope", ((0.0, 0.0), (400.0, 400.0)), id="r").apply(document)
    PaintBorders((1,), "wall").apply(areas := area_map())
    assert sorted(game_codes(document, needs)) == [
        "game-line:r", "game-side:0201+0202+ditch", "game-terrain:0201",
    ]  # fmt: skip
    assert "game-border:1" in game_codes(areas, needs)
    live = LiveIssues(document, needs)
    (found,) = [i for i in live.issues if i.code == "game-terrain"]
    live.fix(found)[0].apply(document)
    assert document.cells["0201"].terrain == "clear"
    live.play_for(None)
    assert not any(i.code.startswith("game") for i in live.issues)


def test_set_up_that_the_map_has_no_room_for_is_told():
    document = lattice_map("hex", absent=())
    SetProperty(("0202",), "capacity", 5).apply(document)
    units = (
        SetUpUnit("1st", "0202", "red", 3),
        SetUpUnit("2nd", "0202", "red", 3),
        SetUpUnit("3rd", "0202", "blue", 3),
        SetUpUnit("4th", "0203", "red", 9),
    )
    assert game_codes(document, game(*units)) == ["setup-full:0202+red"]
    assert "setup-full:0203+red" in game_codes(document, game(*units, capacity=8))


def test_units_set_up_where_they_may_not_be_are_told():
    document = lattice_map("hex", absent=())
    woods = frozenset({"wood"})
    units = (
        SetUpUnit("1st", "0402", "red", terrain=woods),
        SetUpUnit("2nd", "0403", "red", terrain=woods),
        SetUpUnit("3rd", "9999"),
        SetUpUnit("4th", "0501", "blue"),
    )
    assert game_codes(document, game(*units)) == ["setup-cell:3rd+9999", "setup-terrain:2nd+0403"]
    DrawZone("Start", ("0402", "0502"), properties={"setup": "red"}).apply(document)
    assert "setup-outside:2nd+0403" in game_codes(document, game(*units))
    assert "setup-outside:4th+0501" not in game_codes(document, game(*units))


def test_messages_name_areas_and_never_cells_on_an_area_map():
    document = area_map()
    document.cells["A"] = replace(document.cells["A"], name="Mill", terrain="lava")
    beside = sides(document.network)
    border = next(n for n, both in beside.items() if {both.left, both.right} == {"A", "B"})
    document.edges[border] = replace(document.edges[border], kind="moat")
    told = [str(one.issue.text) for one in live_issues(document)]
    assert any("Area Mill has the terrain “lava”" in text for text in told)
    assert any("Mill" in text for text in told if "moat" in text)
    assert not any("cell" in text.lower() for text in told), told


def test_an_area_that_is_named_anew_is_told_by_its_new_name():
    document = area_map()
    live, editor = LiveIssues(document), Editor(document)
    assert any("cannot be reached" in str(issue.text) for issue in live.issues)
    live.update(editor.do(NameCell("C", "Island")))
    told = [str(issue.text) for issue in live.issues]
    assert "Area Island cannot be reached from most of the map." in told


def test_a_road_without_a_name_is_told_by_its_ends():
    document, editor = with_a_road()
    editor.do(PaintSides((("0505", "0506"),), "cliff"))
    (found,) = live_issues(document)
    assert str(found.issue.text).startswith("Road from 0504 to 0506 crosses from 0505 to 0506")
    document.features[0] = replace(document.features[0], name="Mill Lane")
    (found,) = live_issues(document)
    assert str(found.issue.text).startswith("Road Mill Lane crosses")
