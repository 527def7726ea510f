"""Area maps drawn as SVG: which shapes are areas, what they are called, what their curves enclose.

The ways of naming are those met in public files: ids of paths in one group (the maps of
github.com/diplomacy/diplomacy), a named group round each shape (layouts of Rally the Troops),
Inkscape's labels.
"""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from wardesk.documents.imports.areas import import_tracing
from wardesk.documents.imports.svg import read_svg
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.tracing.path_data import moved, outlines, times, transform_of

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">{}</svg>'
)
A, B = "M 0 0 H 200 V 200 H 0 Z", "M 200 0 H 400 V 200 H 200 Z"


def read(inside, tmp_path, **told):
    place = tmp_path / "drawn.svg"
    place.write_text(SVG.format(inside), "utf-8")
    return read_svg(place, **told)


def areas(tracing):
    return {
        cell.name: sum(shapely.Polygon(part[0], part[1:]).area for part in cell.parts)
        for cell in tracing.cells
    }


@pytest.mark.parametrize(
    "inside",
    [
        f'<g id="map"><path id="_west" d="{A}"/><path id="east" d="{B}"/></g>',
        f'<g id="map"><g id="west"><g><path d="{A}"/></g></g><g id="east"><path d="{B}"/></g></g>',
        f'<g id="g12"><path id="path7" inkscape:label="west" d="{A}"/>'
        f'<path id="path8" d="{B}"><title>east</title></path></g>',
        '<rect id="west" width="200" height="200"/>'
        '<polygon id="east" points="200,0 400,0 400,200 200,200"/>',
        f'<g transform="scale(2)"><g transform="translate(-5 -5)">'
        f'<path id="west" transform="matrix(.5 0 0 .5 5 5)" d="{A}"/>'
        f'<path id="east" d="m105 5 h100 v100 h-100 z"/></g></g>',
    ],
)
def test_each_way_of_naming_gives_the_same_areas(inside, tmp_path):
    tracing = read(inside, tmp_path)
    found = areas(tracing)
    assert found.keys() == {"west", "east"}
    assert found["west"] == pytest.approx(found["east"])
    imported = import_tracing(tracing)
    assert imported.derived == 1
    assert not imported.document.overrides


def test_the_layer_that_names_the_most_counts_and_another_can_be_asked_for(tmp_path):
    inside = (
        '<rect id="sheet" width="400" height="200"/>'
        f'<g id="land"><path id="west" d="{A}"/><path id="east" d="{B}"/></g>'
        '<g id="towns"><circle id="arnhem" cx="50" cy="50" r="9"/></g>'
    )
    assert areas(read(inside, tmp_path)).keys() == {"west", "east"}
    assert areas(read(inside, tmp_path, layer="towns")).keys() == {"arnhem"}
    with pytest.raises(UserError) as refused:
        read(inside, tmp_path, layer="rivers")
    assert "land" in str(refused.value.advice)


def test_of_two_layers_alike_the_one_that_tells_the_ground_counts(tmp_path):
    plain = f'<path id="west" d="{A}"/><path id="east" d="{B}"/>'
    told = f'<path id="west" class="water" d="{A}"/><path id="east" class="wood" d="{B}"/>'
    tracing = read(f'<g id="one">{told}</g><g id="two">{plain}</g>', tmp_path)
    assert [cell.terrain for cell in tracing.cells] == ["water", "wood"]


def test_a_line_inside_another_is_a_hole_and_parts_stay_one_area(tmp_path):
    ring = "M0 0H100V100H0Z M25 25H75V75H25Z"
    found = areas(read(f'<g id="m"><path id="ring" d="{ring} M300 0h10v10h-10z"/></g>', tmp_path))
    assert found["ring"] == pytest.approx((100 * 100 - 50 * 50 + 100) * (found["ring"] / 7600))
    assert len(read(f'<path id="ring" d="{ring} M300 0h10v10h-10z"/>', tmp_path).cells) == 1


def test_what_is_hidden_open_repeated_or_unreadable_is_told(tmp_path):
    inside = (
        f'<path id="west" d="{A}"/><path id="east" d="{B}"/>'
        '<path id="secret" style="display:none" d="M0 0h9v9z"/>'
        '<path id="river" fill="none" d="M0 0 L 9 9 L 5 100"/>'
        '<use href="#west"/><path id="odd" d="M 0 0 L 1"/><rect id="r" width="3em" height="2"/>'
    )
    tracing = read(inside, tmp_path)
    assert areas(tracing).keys() == {"west", "east"}
    assert [note.split(" ")[0] for note in tracing.notes] == ["1", "1", "1", "2"]


@pytest.mark.parametrize("text", ["", "<svg/>", "<html></html>", SVG.format("<text>a</text>")])
def test_what_holds_no_areas_is_refused_in_words(text, tmp_path):
    place = tmp_path / "x.svg"
    place.write_text(text, "utf-8")
    with pytest.raises(DamagedFile):
        read_svg(place)


def test_entities_are_not_read(tmp_path):
    place = tmp_path / "x.svg"
    place.write_text(f'<!DOCTYPE svg [<!ENTITY a "M0 0h9v9z">]>{SVG.format("")}', "utf-8")
    with pytest.raises(DamagedFile):
        read_svg(place)


@pytest.mark.parametrize(
    ("data", "area"),
    [
        ("M 0 0 a 50 50 0 0 1 100 0 a 50 50 0 0 1 -100 0 z", math.pi * 2500),
        ("M0,0A50 30 90 10100 0A50 30 90 1 1 0 0z", None),
        ("m10 10h30v-20h-30z", 600),
        ("M0 0C0 40 60 40 60 0Z", 60 * 40 * 0.6),
        ("M0 0Q30 60 60 0T120 0z", 0.0),
        ("M0 0 10 0 10 10z", 50),
        ("M0 0S0 30 30 30L30 0Z", None),
        ("M0 0l1e1-0 0 .1e2z", 50),
    ],
)
def test_a_path_encloses_what_the_standard_says(data, area):
    (line,) = outlines(data, most_off=0.001)
    assert line.closed
    ring = shapely.Polygon(line.points)
    if area is not None:
        signed = shapely.LinearRing(line.points)
        whole = ring.area if area else abs(_signed(signed))
        assert whole == pytest.approx(area, rel=1e-3, abs=0.5)


def _signed(ring):
    points = list(ring.coords)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(points)) / 2


@given(
    st.floats(1, 500), st.floats(1, 500), st.floats(-360, 360), st.booleans(), st.booleans(),
    st.tuples(st.floats(-300, 300), st.floats(-300, 300)),
)  # fmt: skip
def test_an_arc_ends_where_it_is_told_and_lies_on_its_ellipse(rx, ry, turn, large, sweep, end):
    if math.hypot(*end) < 1:
        return
    data = f"M0 0A{rx} {ry} {turn} {int(large)}{int(sweep)} {end[0]!r} {end[1]!r}"
    (line,) = outlines(data, most_off=0.01)
    assert line.points[0] == (0, 0)
    assert line.points[-1] == pytest.approx(end)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    flat = [((cos * x + sin * y) / rx, (cos * y - sin * x) / ry) for x, y in line.points]
    if len(flat) > 3:  # all points lie on one circle once the ellipse is undone
        circle = shapely.minimum_bounding_circle(shapely.MultiPoint(flat))
        wide = math.sqrt(circle.area / math.pi)
        assert wide <= max(1.0, math.dist(flat[0], flat[-1]) / 2) * 1.05


@given(st.lists(st.sampled_from("MmLlHhVvCcSsQqTtAaZz 0123456789.-+e,"), max_size=40))
def test_any_data_is_read_or_refused(letters):
    try:
        for line in outlines("".join(letters)):
            assert all(len(point) == 2 for point in line.points)
    except (ValueError, OverflowError):
        pass


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(-180, 180))
def test_transforms_work_from_the_right_to_the_left(x, y, angle):
    found = transform_of(f"translate({x},{y}) rotate({angle})")
    assert moved(found, (0, 0)) == pytest.approx((x, y))
    both = times(transform_of(f"translate({x} {y})"), transform_of(f"rotate({angle})"))
    assert found == pytest.approx(both)
    about = transform_of(f"rotate({angle} {x} {y})")
    assert moved(about, (x, y)) == pytest.approx((x, y), abs=1e-9)
