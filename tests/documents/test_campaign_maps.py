"""The operational map from its file: read, projected, and refused with the place of the fault."""

from __future__ import annotations

import json
import math

import pytest

from wardesk.campaign.operation.atlas import along, length, nearest, part
from wardesk.documents.packs.campaign_maps import find_atlas, read_atlas
from wardesk.errors import DamagedFile

SQUARE = {
    "type": "FeatureCollection",
    "name": "A square",
    "bbox": [5.0, 51.0, 6.0, 52.0],
    "features": [
        {
            "type": "Feature",
            "properties": {"kind": "town", "name": "Middle", "rank": 2},
            "geometry": {"type": "Point", "coordinates": [5.5, 51.5]},
        },
        {
            "type": "Feature",
            "properties": {"kind": "river", "name": "Brook", "width_class": 4},
            "geometry": {"type": "LineString", "coordinates": [[5.1, 51.1], [5.9, 51.1]]},
        },
        {
            "type": "Feature",
            "properties": {"kind": "big_route", "name": "Road"},
            "geometry": {"type": "LineString", "coordinates": [[5.1, 51.1], [5.1, 51.9]]},
        },
    ],
}


def written(tmp_path, value):
    file = tmp_path / "map.geojson"
    file.write_text(json.dumps(value), encoding="utf-8")
    return file


def test_the_shipped_map_has_its_route_and_its_kinds():
    atlas = find_atlas("market-garden")

    assert atlas is not None
    assert len(atlas.of_kind("route")) == 1
    assert atlas.of_kind("zone")
    assert atlas.of_kind("box")
    assert atlas.of_kind("sheet")
    assert [mile.km for mile in atlas.route] == sorted(mile.km for mile in atlas.route)
    line = atlas.of_kind("route")[0].points
    assert math.isclose(length(line) / 100, atlas.route[-1].km, rel_tol=0.03)


def test_a_campaign_without_a_map_has_none(tmp_path):
    assert find_atlas("nobody", tmp_path) is None


def test_places_are_projected_so_that_a_kilometre_is_a_hundred_units(tmp_path):
    atlas = read_atlas(written(tmp_path, SQUARE))
    (river,) = atlas.of_kind("river")
    real = 0.8 * 111.32 * math.cos(math.radians(51.5)) * 100

    assert math.isclose(length(river.points), real, rel_tol=1e-6)
    assert atlas.of_kind("town")[0].points[0] == pytest.approx(
        (atlas.frame.size[0] / 2, atlas.frame.size[1] / 2)
    )
    assert atlas.of_kind("route")[0].name == "Road"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"bbox": None}, "bbox"),
        ({"bbox": [6, 51, 5, 52]}, "empty bbox"),
        ({"features": "none"}, "no GeoJSON map"),
        ({"features": [{"properties": {}, "geometry": {}}]}, "feature 1"),
        ({"route": [{"name": "x"}]}, "route"),
    ],
)
def test_a_broken_map_says_where(tmp_path, change, said):
    with pytest.raises(DamagedFile, match=said):
        read_atlas(written(tmp_path, SQUARE | change))


def test_a_form_that_cannot_be_drawn_is_named(tmp_path):
    odd = json.loads(json.dumps(SQUARE))
    odd["features"][1]["geometry"]["type"] = "MultiPoint"

    with pytest.raises(DamagedFile, match=r"feature 2.*MultiPoint"):
        read_atlas(written(tmp_path, odd))


def test_going_along_a_line_and_back():
    line = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))

    assert along(line, 15) == (10.0, 5.0)
    assert nearest(line, (12.0, 5.0)) == 15.0
    assert part(line, 5, 15) == ((5.0, 0.0), (10.0, 0.0), (10.0, 5.0))
