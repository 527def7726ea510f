"""Tests of museum."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from wardesk.documents.files.json_parts import encode
from wardesk.documents.maps.store import load_board, read_map
from wardesk.documents.maps.upgrades import CURRENT, STEPS
from wardesk.model.map_look import PLAIN_LOOK

MUSEUM = Path(__file__).parents[1] / "museum"
VERSIONS = range(1, CURRENT + 1)
SPECIMENS = [*(f"map-v{version}" for version in VERSIONS), "map-v1-rules"]
"""One of every version, and one for what files learned without a new one: rules of one's own."""


def joined(rows):
    """A table by pairs of cells with texts as keys, as JSON needs them."""
    return {" ".join(pair): value for pair, value in rows.items()}


@pytest.mark.parametrize("name", SPECIMENS)
def test_every_version_has_a_specimen_that_still_opens_as_it_did(name):
    path = MUSEUM / f"{name}.wdmap"
    document, board = read_map(path), load_board(path)
    found = {
        "document": msgspec.to_builtins(
            replace(
                document, extra_parts={}, sides=joined(document.sides), high=joined(document.high)
            ),
            str_keys=True,
        ),
        "extra_parts": sorted(document.extra_parts),
        "neighbours": {cell: board.neighbours(cell) for cell in board.cells},
        "contacts": [[c.a, c.b, c.kind, c.passable] for c in board.contacts],
        "digest": board.digest,
    }
    golden = json.loads((MUSEUM / f"{name}.golden.json").read_text("utf-8"))
    # tables that documents learned later are empty in old files
    if "look" not in golden["document"]:
        assert found["document"].pop("look") == msgspec.to_builtins(PLAIN_LOOK, str_keys=True)
    later = [name for name in found["document"] if name not in golden["document"]]
    assert not any(found["document"].pop(name) for name in later)
    faces = golden["document"]["faces"]
    for name, face in found["document"]["faces"].items():
        later = [entry for entry in face if entry not in faces[name]]
        assert not any(face.pop(entry) for entry in later)
    # and so are the entries that numberings and kinds of borders learned
    if (layout := golden["document"].get("layout")) is not None:
        numbering = found["document"]["layout"]["numbering"]
        later = [entry for entry in numbering if entry not in layout["numbering"]]
        assert not any(numbering.pop(entry) for entry in later)
    kinds = golden["document"]["palette"]["borders"]
    for name, kind in found["document"]["palette"]["borders"].items():
        later = [entry for entry in kind if entry not in kinds[name]]
        assert not any(kind.pop(entry) for entry in later)
    assert json.loads(encode(found)) == golden


def test_every_old_version_has_a_step_upwards():
    assert sorted(STEPS) == list(VERSIONS)[:-1]
