"""A scenario's handicap: data of the scenario, an option of its games, a sentence of its briefing."""

from __future__ import annotations

import pytest

from wardesk.errors import UserError
from wardesk.services.play.briefing import briefing
from wardesk.services.play.tables import load_table, recorded, seated

STONNE = "hannut-stonne/stonne"
FIGURE = "chits.german.artillery"


def artillery(table):
    return {one.id: one.value for one in table.rules.variables()}[FIGURE]


def test_a_new_game_has_it_unless_somebody_leaves_it_out():
    table, options = seated(load_table, STONNE, {}, {})
    assert options["handicap"] == "yes"  # a file names it
    assert artillery(table) == 2
    assert artillery(load_table(STONNE, {"handicap": "no"})) == 1
    assert artillery(load_table(STONNE, {FIGURE: 3})) == 3  # a study's figure is over it
    with pytest.raises(UserError, match="handicap is yes or no"):
        load_table(STONNE, {"handicap": "maybe"})


def test_a_game_from_before_is_played_as_it_was():
    old = recorded(load_table, STONNE, {"critical_hits": "no"})
    assert artillery(old) == 1
    assert old.rules.digest == recorded(load_table, STONNE, {"critical_hits": "no", "handicap": "no"}).rules.digest


def test_it_is_offered_and_told():
    table = load_table(STONNE, {})
    (option,) = [one for one in table.rules.option_list() if one.id == "handicap"]
    assert option.default == "yes"
    sheet = briefing(table)
    assert sheet.changes["handicap"] in sheet.warnings
    assert "13.3" in sheet.changes["handicap"]


def test_a_scenario_without_one_does_not_offer_it():
    table = load_table("hannut-stonne/hannut", {})
    assert "handicap" not in {one.id for one in table.rules.option_list()}
    with pytest.raises(UserError, match="no option .handicap"):
        load_table("hannut-stonne/hannut", {"handicap": "yes"})
