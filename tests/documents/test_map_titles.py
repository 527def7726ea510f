"""The title of a map is told without reading the map, whatever the file holds."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from wardesk.documents.maps.store import write_map
from wardesk.documents.maps.titles import map_title

sys.path.append(str(Path(__file__).parents[1] / "drawing"))
from maps import area_map


@pytest.mark.parametrize("name", ["coast.wdmap", "coast"])
def test_files_and_folders_tell_their_title(tmp_path, name):
    document = area_map()
    document.title = "The Long  Coast\n1944"
    write_map(document, tmp_path / name)
    assert map_title(tmp_path / name) == "The Long Coast 1944"


def test_a_map_without_a_title_is_called_by_its_file(tmp_path):
    document = area_map()
    document.title = "  "
    write_map(document, tmp_path / "coast.wdmap")
    assert map_title(tmp_path / "coast.wdmap") == "coast"


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04rest"])
def test_what_is_no_map_is_called_by_its_file(tmp_path, data):
    place = tmp_path / "odd.wdmap"
    place.write_bytes(data)
    assert map_title(place) == "odd"
    assert map_title(tmp_path / "gone.wdmap") == "gone"


def test_a_zip_without_a_manifest_or_with_a_spoilt_one(tmp_path):
    place = tmp_path / "odd.wdmap"
    with zipfile.ZipFile(place, "w") as whole:
        whole.writestr("other.json", "{}")
    assert map_title(place) == "odd"
    with zipfile.ZipFile(place, "w") as whole:
        whole.writestr("manifest.json", '{"title": 5}')
    assert map_title(place) == "odd"
