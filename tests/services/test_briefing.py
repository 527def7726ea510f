"""The briefing: a scenario's own words, and what rules and rulebook know where it says nothing."""

from __future__ import annotations

import re

import pytest
from shipped import scenarios

from wardesk.documents.packs.store import list_packs
from wardesk.documents.translate_values import Wording
from wardesk.model.briefing import Measured
from wardesk.services.play.briefing import briefing
from wardesk.services.play.own_charts import as_option
from wardesk.services.play.tables import load_table

SCENARIOS = [name for pack in list_packs() for name in pack.scenarios]


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_has_a_briefing(name):
    table = load_table(name, {})
    sheet = briefing(table)
    assert sheet.title
    assert sheet.blurb
    assert sheet.length
    assert [side.look.id for side in sheet.sides] == list(table.rules.sides)
    for option in table.rules.option_list():
        assert option.with_player or not option.cite or option.id in sheet.changes, option.id


@pytest.mark.parametrize("name", ["eben-emael/full-readiness", "eben-emael/historical"])
def test_eben_emael_says_all_of_it(name):
    sheet = briefing(load_table(name, {}))
    assert sheet.aim
    assert sheet.plays
    assert all(side.task and side.strength for side in sheet.sides)
    assert len(sheet.warnings) == 3
    assert sheet.order
    assert sheet.rebuilt
    assert sheet.levels[0].least == 0
    for one, after in zip(sheet.levels, sheet.levels[1:], strict=False):
        assert one.most + 1 == after.least


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in scenarios("hex", "square")
        if not name.startswith(("market-garden/", "devils-cauldron/"))
    ],
)
def test_the_battles_say_all_of_it_too(name):
    table = load_table(name, {})
    sheet = briefing(table)
    assert sheet.aim
    assert sheet.plays
    assert sheet.levels_note
    assert sheet.order
    assert sheet.rebuilt
    assert all(side.task and side.strength for side in sheet.sides)
    handicap = table.info.handicap
    assert 3 <= len(sheet.warnings) - (handicap is not None) <= 4
    told = {option.id: option.changes for option in table.info.briefing.options}
    told |= {"handicap": handicap.changes} if handicap is not None else {}
    assert list(told) == [option.id for option in table.rules.option_list()]
    german = briefing(table, Wording("de"))
    assert all(german.changes[name] != words for name, words in told.items())


def test_the_scale_of_hannut_names_both_winners_and_what_lies_between():
    levels = briefing(load_table("hannut-stonne/hannut", {})).levels
    assert [(one.least, one.most, one.name) for one in levels] == [
        (0, 7, "French victory"),
        (8, 12, "the battle goes on"),
        (13, 56, "German victory"),
    ]


def test_a_briefing_speaks_german():
    table = load_table("eben-emael/full-readiness", {})
    plain, german = briefing(table), briefing(table, Wording("de"))
    assert german.aim != plain.aim
    assert german.warnings != plain.warnings
    assert german.changes["control"] != plain.changes["control"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_who_plays_alone_takes_the_side_that_the_briefing_names(name):
    table = load_table(name, {})
    told = table.info.briefing
    names = {side.look.name: side.look.id for side in briefing(table).sides}
    said = re.search(r"solo as (?:the )?(\w+)(?: the bot)?", told.plays)
    meant = names.get(said[1], "") if said and "the bot defends weakly" not in told.plays else ""
    assert told.solo == meant


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_chances_are_those_of_its_own_sides(name):
    table = load_table(name, {})
    found, chances = table.info.briefing.measured, briefing(table).chances
    if found is None:
        assert table.rules.id == "freeform", "every other scenario was measured"
        assert chances is None
        return
    assert set(found.wins) == set(table.rules.sides)
    assert chances is not None
    assert [won for _, won in chances.wins] == [found.wins[side] for side in table.rules.sides]
    assert chances.drawn == found.games - sum(found.wins.values()) >= 0


def test_more_games_cannot_be_won_than_were_played():
    with pytest.raises(ValueError, match="more games"):
        Measured(games=3, day="2026-11-28", wins={"a": 2, "b": 2})


def test_a_game_by_somebodys_own_charts_says_so():
    table = load_table("hannut-stonne/hannut", {})
    own = {"charts": as_option({"combat.rows.2.1": "-"})}
    assert not any("own charts" in one for one in briefing(table).warnings)
    assert any(
        "1 cell of somebody's own charts" in one for one in briefing(table, options=own).warnings
    )
