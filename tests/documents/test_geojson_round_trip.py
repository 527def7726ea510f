"""A map that was written as GeoJSON comes back as the map it was, up to what is named here."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import canon, document_of, random_command

from wardesk.documents.exports.geojson import write_geojson
from wardesk.documents.imports.geojson import read_geojson, read_own_geojson
from wardesk.drawing.commands.all_commands import SetLayer
from wardesk.drawing.compare import differences
from wardesk.drawing.document import snapshot
from wardesk.drawing.issues.whole_map import errors
from wardesk.drawing.shown import without_layers
from wardesk.errors import DamagedFile, UserError

KINDS = ["hex", "pointy", "square", "area"]


def carried(document, hidden=()):
    """What GeoJSON can carry: no pictures under the map, no parts of other programs."""
    plain = snapshot(without_layers(document, hidden))
    plain.underlays, plain.extra_parts = [], {}
    return plain


def there_and_back(document, folder, hidden=()):
    file = folder / "map.geojson"
    write_geojson(document, file, hidden)
    return read_own_geojson(file)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KINDS), st.integers(0, 10_000))
def test_whatever_is_drawn_comes_back(tmp_path_factory, kind, seed):
    rng, document = random.Random(seed), document_of(kind)
    for _ in range(25):
        try:
            random_command(rng, document).apply(document)
        except UserError:
            continue
    assume(not errors(document))
    back = there_and_back(document, tmp_path_factory.mktemp("geojson"))
    assert differences(carried(document), back) == []
    assert canon(carried(document)) == canon(back)


@pytest.mark.parametrize("kind", KINDS)
def test_a_hidden_layer_that_is_left_out_is_nowhere_in_the_file(kind, tmp_path):
    document = document_of(kind)
    SetLayer("labels", visible=False).apply(document)
    names = [one.name for one in document.features if one.kind == "label"]
    names += [cell.name for cell in document.cells.values() if cell.name not in ("", cell.id)]
    assert names
    back = there_and_back(document, tmp_path, {"labels"})
    assert canon(back) == canon(carried(document, {"labels"}))
    text = (tmp_path / "map.geojson").read_text("utf-8")
    assert not any(name in text for name in names)


def test_a_file_that_another_program_changed_is_read_by_its_outlines(tmp_path):
    file = tmp_path / "map.geojson"
    write_geojson(document_of("area"), file)
    rows = json.loads(file.read_text("utf-8"))
    rows["features"][0]["geometry"]["coordinates"][0][1][0] += 1
    file.write_text(json.dumps(rows))
    assert read_own_geojson(file) is None
    assert any("another program" in note for note in read_geojson(file).notes)


def test_spacing_and_the_order_of_entries_are_no_change(tmp_path):
    document = document_of("hex")
    assert there_and_back(document, tmp_path) is not None
    file = tmp_path / "map.geojson"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")), sort_keys=True))
    assert canon(read_own_geojson(file)) == canon(carried(document))


def with_inside(folder, inside):
    file = folder / "map.geojson"
    write_geojson(document_of("hex"), file)
    rows = json.loads(file.read_text("utf-8"))
    rows["wardesk"] = {**rows["wardesk"], **inside} if isinstance(inside, dict) else inside
    file.write_text(json.dumps(rows))
    return file


@pytest.mark.parametrize("inside", [[], 7, {"parts": 3}])
def test_what_is_no_map_inside_is_passed_over(inside, tmp_path):
    assert read_own_geojson(with_inside(tmp_path, inside)) is None


def test_a_damaged_map_inside_gets_one_sentence(tmp_path):
    with pytest.raises(DamagedFile, match=r"map\.geojson"):
        read_own_geojson(with_inside(tmp_path, {"parts": {"manifest.json": {}}}))
