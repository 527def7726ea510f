"""Areas that lie in several pieces: islands, coasts cut in two, a state beyond another one."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from wardesk.documents.exports.geojson import write_geojson
from wardesk.documents.exports.triplea import triplea_parts
from wardesk.documents.imports.areas import import_tracing
from wardesk.documents.imports.geojson import read_geojson
from wardesk.documents.imports.tracing import TracedCell, Tracing
from wardesk.documents.imports.triplea import read_triplea
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.areas import DeleteArea, MergeAreas, SplitArea
from wardesk.drawing.commands.cut_lines import merging
from wardesk.drawing.compare import differences
from wardesk.drawing.compile import compile_board
from wardesk.drawing.issues.whole_map import errors
from wardesk.drawing.neighbourhood import open_neighbours
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import pieces_of, polygon
from wardesk.geometry.borders.rebuild import network_of, rings_of
from wardesk.geometry.borders.topology import outlines
from wardesk.geometry.tracing.cut_areas import drawn_over


def box(x, y, wide=100.0, high=100.0):
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def cell(name, *parts, terrain="land"):
    return TracedCell(name, tuple((ring,) for ring in parts), terrain=terrain)


@pytest.fixture
def country():
    """A sea round two islands of one state, which has a mainland too; a neighbour beside that."""
    tracing = Tracing(
        title="Islands",
        source="test",
        cells=(
            cell("Sea", box(0, 0, 600, 400), terrain="sea"),
            cell("State", box(600, 0, 200, 400), box(100, 100), box(300, 100, 50, 50)),
            cell("Other", box(800, 0, 200, 400), box(310, 110, 20, 20)),
        ),
        terrain={"land": "Land", "sea": "Sea"},
    )
    return import_tracing(tracing).document


def test_every_piece_belongs_to_its_area(country):
    assert not errors(country)
    board = compile_board(country)
    places = {"State": [(700, 200), (150, 150), (345, 145)], "Sea": [(50, 50), (250, 150)],
              "Other": [(900, 200), (320, 120)]}  # fmt: skip
    for name, points in places.items():
        assert [board.cell_at(x, y) for x, y in points] == [name] * len(points)
    assert len(country.faces["State"].outers) == 3
    assert not country.features
    shapes = {name: polygon(rings) for name, rings in outlines(country.network).items()}
    assert {name: shape.area for name, shape in shapes.items()} == {
        "Sea": 600 * 400 - 12_500, "State": 80_000 + 12_500 - 400, "Other": 80_400,
    }  # fmt: skip


def test_neighbours_follow_from_all_pieces(country):
    found = open_neighbours(country)
    assert set(found["Sea"]) == {"State"}
    assert set(found["State"]) == {"Sea", "Other"}


def test_a_piece_is_saved_exported_and_comes_back(country, tmp_path):
    write_map(country, tmp_path / "m.wdmap")
    assert not differences(country, read_map(tmp_path / "m.wdmap"))
    write_geojson(country, tmp_path / "m.geojson")
    again = import_tracing(read_geojson(tmp_path / "m.geojson")).document
    board = compile_board(country)
    for name, data in triplea_parts(board, (1000, 400), lambda x, y: (round(x), round(y))).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    third = import_tracing(read_triplea(tmp_path / "map")).document
    for one in (again, third):
        assert {name: len(face.outers) for name, face in one.faces.items()} == {
            "Sea": 1, "State": 3, "Other": 2,
        }  # fmt: skip
        assert {a: set(b) for a, b in open_neighbours(one).items()} == {
            a: set(b) for a, b in open_neighbours(country).items()
        }


def test_areas_that_lie_apart_become_one_only_when_asked(country):
    with pytest.raises(UserError):
        MergeAreas("Sea", "Other").planned(country)
    with pytest.raises(UserError):
        merging(country.network, "Sea", ["Other"])
    (command,) = merging(country.network, "Sea", ["Other"], apart=True)
    change = command.plan(country)
    before = dict(outlines(country.network))
    change.forward(country)
    assert not errors(country)
    assert set(open_neighbours(country)["Sea"]) == {"State"}
    change.backward(country)
    assert outlines(country.network) == before


def test_a_piece_is_cut_and_the_others_stay(country):
    kind = next(iter(country.palette.borders))
    SplitArea("State", ((150.0, 100.0), (150.0, 200.0)), "Half", kind).plan(country).forward(
        country
    )
    assert not errors(country)
    board = compile_board(country)
    west, east = board.cell_at(120, 150), board.cell_at(180, 150)
    assert {west, east} == {"State", "Half"}
    assert board.cell_at(700, 200) == board.cell_at(345, 145) == "State"
    with pytest.raises(UserError):  # from one piece to another
        SplitArea("State", ((600.0, 50.0), (350.0, 125.0)), "More", kind).plan(country)


def test_one_piece_is_drawn_anew_and_the_others_stay(country):
    ring = shapely.box(90, 90, 210, 210)
    rings = drawn_over(country.network, "State", ring, "take", 0.0)
    shapes = {name: polygon(found) for name, found in rings.items()}
    assert shapes["State"].area == 80_000 + 120 * 120 + 2_500 - 400
    assert len(pieces_of(shapes["State"])) == 3
    assert shapes["Sea"].area == 600 * 400 - 120 * 120 - 2_500


def test_an_area_goes_with_all_its_pieces(country):
    DeleteArea("State").plan(country).forward(country)
    assert compile_board(country).cell_at(345, 145) is None


islands = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(0, 3)), min_size=1, max_size=20,
    unique_by=lambda one: one[:2],
)  # fmt: skip


@given(islands)
def test_rings_of_any_pieces_enclose_what_they_did(squares):
    owned = {}
    for x, y, owner in squares:
        owned.setdefault(f"c{owner}", []).append(
            shapely.box(x * 16, y * 16, x * 16 + 16, y * 16 + 16)
        )
    areas = {name: shapely.coverage_union_all(own) for name, own in owned.items()}
    network = network_of(areas)
    for name, rings in outlines(network).items():
        shape = polygon(rings)
        assert shape.is_valid
        assert shape.equals(areas[name])
        assert {frozenset(ring) for ring in rings_of(shape)} == {frozenset(ring) for ring in rings}
        assert len(network.faces[name].outers) == len(pieces_of(shape))
