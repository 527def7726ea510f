"""What the scenarios of a pack ask of the map that is being drawn."""

import pytest

from wardesk import paths
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.all_commands import PaintTerrain, PutTerrainKind
from wardesk.drawing.issues.live import LiveIssues
from wardesk.model.palette import TerrainKind
from wardesk.services.maps.game_needs import played_on, together
from wardesk.services.packs.pack_copy import copy_pack, own_map


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path))


@pytest.fixture
def fort():
    """The map of a person's own copy of a pack."""
    return own_map(paths.campaigns() / "eben-emael" / "maps" / "fort")


def test_a_map_alone_is_asked_nothing(tmp_path):
    assert played_on(tmp_path / "lonely.wdmap") == []


def test_a_shipped_map_is_copied_with_its_pack_once(fort):
    again = own_map(paths.campaigns() / "eben-emael" / "maps" / "fort")
    assert again == fort
    assert (fort.parents[1] / "pack.toml").is_file()
    assert copy_pack(paths.campaigns() / "eben-emael") != fort.parents[1]


def test_both_scenarios_of_the_pack_are_played_on_its_map(fort):
    found = played_on(fort)
    assert len(found) == 2
    assert not any(one.trouble for one in found)
    assert together([one.needs for one in found if one.needs]).units


def test_terrain_that_the_game_does_not_know_is_told(fort):
    document = read_map(fort)
    cell = next(iter(document.cells))
    PutTerrainKind(TerrainKind("lava", "Lava")).apply(document)
    PaintTerrain((cell,), "lava").apply(document)
    needs = together([one.needs for one in played_on(fort) if one.needs])
    codes = {issue.code for issue in LiveIssues(document, needs).issues}
    assert "game-terrain" in codes


def test_a_scenario_that_no_longer_fits_the_map_is_told_with_the_reason(fort):
    document = read_map(fort, check=False)
    garrison = next(unit.cell for one in played_on(fort) if one.needs for unit in one.needs.units)
    for name in [n for n in document.cells if n == garrison]:
        del document.cells[name]
        del document.faces[name]
    write_map(document, fort)
    assert any(one.trouble for one in played_on(fort))
