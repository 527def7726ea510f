"""Trying a map on the table: its scenario has a copy, which follows the map that is drawn."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import area_map

from wardesk import paths
from wardesk.documents.maps.store import load_board, read_map, write_map
from wardesk.drawing.commands.all_commands import NameCell
from wardesk.errors import UserError
from wardesk.services.maps.trials import (
    changed_since,
    drawn_at,
    freshen,
    parted_from,
    remember_trial,
    trial_of,
)
from wardesk.services.packs.map_scenarios import patterns_for, scenario_on_map
from wardesk.services.packs.new_table import TablePlan, make_planned
from wardesk.services.packs.pack_copy import own_map
from wardesk.services.play.tables import load_table, scenario_info

HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"


@pytest.fixture
def tried(tmp_path):
    """A map that is drawn, and the scenario that was made to try it."""
    place = tmp_path / "ridge.wdmap"
    write_map(area_map(), place)
    made = make_planned(TablePlan(map=place), tmp_path / "ridge-table")
    remember_trial(place, made.scenario)
    return place, Path(made.scenario)


def redrawn(place, name):
    document = read_map(place)
    cell = next(iter(document.cells))
    NameCell(cell, name).apply(document)
    write_map(document, place)
    return cell


def test_the_copy_of_the_scenario_follows_the_map(tried):
    place, scenario = tried
    cell = redrawn(place, "New name")
    assert trial_of(place) == str(scenario)
    freshen(place)
    assert load_table(str(scenario), {}).rules.board.cells[cell].name == "New name"
    assert trial_of(place) == str(scenario)


def test_a_map_that_was_drawn_on_since_its_copy_was_made_is_known(tried):
    place, scenario = tried
    assert changed_since(str(scenario)) is None
    redrawn(place, "New name")
    assert changed_since(str(scenario)) == place
    freshen(place)
    assert changed_since(str(scenario)) is None
    assert changed_since("eben-emael/historical") is None


def test_a_copy_that_was_drawn_on_itself_is_not_asked_about(tried):
    place, scenario = tried
    redrawn(place, "Drawn in the own file")
    redrawn(scenario.parents[1] / "maps" / "map", "Drawn in the copy")
    assert changed_since(str(scenario)) is None


def test_a_copy_that_was_drawn_on_itself_is_never_written_over(tried):
    place, scenario = tried
    copy = scenario.parents[1] / "maps" / "map"
    cell = redrawn(copy, "Drawn in the copy")
    redrawn(place, "Drawn in the own file")
    assert trial_of(place) is None
    with pytest.raises(UserError):
        freshen(place)
    assert read_map(copy).cells[cell].name == "Drawn in the copy"


def test_the_scenario_whose_copy_went_its_own_way_is_known(tried, tmp_path):
    place, scenario = tried
    assert parted_from(place) is None
    redrawn(place, "Drawn in the own file")
    assert parted_from(place) is None
    redrawn(scenario.parents[1] / "maps" / "map", "Drawn in the copy")
    assert parted_from(place) == str(scenario)
    assert parted_from(tmp_path / "another.wdmap") is None


def test_a_scenario_that_is_gone_is_forgotten(tried):
    place, scenario = tried
    redrawn(scenario.parents[1] / "maps" / "map", "Drawn in the copy")
    scenario.unlink()
    assert trial_of(place) is None
    assert parted_from(place) is None


def test_a_map_that_its_game_can_no_longer_use_leaves_the_copy_as_it_was(tmp_path):
    place = own_map(HANNUT)
    pattern = patterns_for(place)[0]
    made = scenario_on_map(pattern.scenario, place, "Mine", tmp_path / "mine")
    remember_trial(place, made.scenario)
    document = read_map(place)
    village = next(c for c in document.cells.values() if c.name == "Jandrain")
    NameCell(village.id, "Elsewhere").apply(document)
    write_map(document, place)
    with pytest.raises(UserError, match="Jandrain"):
        freshen(place)
    assert load_board(made.map).cells[village.id].name == "Jandrain"
    assert trial_of(place) == made.scenario


def test_the_copy_on_the_table_leads_to_the_map_that_is_drawn(tried):
    place, scenario = tried
    copy = Path(scenario_info(str(scenario)).map)
    assert drawn_at(copy) == place
    assert drawn_at(place) is None
    redrawn(copy, "Drawn on the copy")
    assert drawn_at(copy) is None
