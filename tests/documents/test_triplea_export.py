"""TripleA folders written: areas and declared neighbours are those of the map."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of
from msgspec.structs import replace

from wardesk.documents.exports.triplea import area_names, triplea_parts
from wardesk.documents.imports.areas import import_tracing
from wardesk.documents.imports.triplea import read_triplea
from wardesk.documents.maps.store import read_map
from wardesk.drawing.compile import compile_board
from wardesk.errors import UserError
from wardesk.paths import campaigns
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import export_map


def written(board, folder, scale=1.0):
    def pixel(x, y):
        return round((x + 500) * scale), round((y + 500) * scale)

    for name, data in triplea_parts(board, (1000, 800), pixel).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return folder


@pytest.mark.parametrize("kind", ["area", "hex", "square", "fort"])
def test_areas_and_declared_neighbours_are_those_of_the_map(kind, tmp_path):
    if kind == "fort":
        document = read_map(campaigns() / "eben-emael" / "maps" / "fort")
    else:
        document = document_of(kind)
    board = compile_board(document)
    names = area_names(board.cells)
    tracing = read_triplea(written(board, tmp_path))
    assert {cell.name for cell in tracing.cells} == set(names.values())
    pairs = {tuple(sorted((names[a], names[b]))) for a in board.cells for b in board.neighbours(a)}
    assert tracing.declared == pairs
    # what a border of whole pixels shows is another matter, which the import tells of
    assert len(import_tracing(tracing).document.cells) == len(board.cells)


def test_names_with_the_marks_of_the_format_are_cleaned(tmp_path):
    document = document_of("area")
    first = next(iter(document.cells))
    document.cells[first] = replace(document.cells[first], name='A <b> (1,2) # & "q"')
    tracing = read_triplea(written(compile_board(document), tmp_path))
    assert any(cell.name == 'A b 1,2 & "q"' for cell in tracing.cells)


def test_the_folder_has_the_picture_in_squares_and_never_replaces_anything_else(tmp_path):
    document = document_of("area")
    place = tmp_path / "mine"
    for _ in range(2):  # its own folder is written again
        export_map(document, "triplea", place, ExportOptions(wide=600))
    tiles = sorted(one.name for one in (place / "map" / "baseTiles").iterdir())
    assert tiles[0] == "0_0.png"
    assert f"{-(-600 // 256) - 1}_0.png" in tiles
    other = tmp_path / "photos"
    other.mkdir()
    (other / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(UserError, match="not a TripleA map"):
        export_map(document, "triplea", other, ExportOptions(wide=600))
    assert (other / "holiday.jpg").read_bytes() == b"x"
