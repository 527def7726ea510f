"""What is kept of a table is what would be worked out afresh, and no longer than it holds."""

from __future__ import annotations

from random import Random

from scripted_tables import scripted_tables

from wardesk.engine.derived_cache import OnTable
from wardesk.engine.draft import Draft
from wardesk.engine.types import replace
from wardesk.games.gts.ch09_zones import zone_hexes
from wardesk.games.gts.position import dim, enemy_hexes
from wardesk.games.gts.state import ALLIED, GERMAN
from wardesk.services.play.tables import load_table


def _make():
    return load_table("market-garden/the-best-laid-plans", {}).rules


def test_a_table_that_remembers_answers_as_one_that_does_not():
    rules, other = _make(), _make()
    compared = 0
    for _, state in scripted_tables(rules, 4, 37):
        fresh = replace(state, pieces=OnTable(state.pieces))  # it has nothing to remember yet
        other.setting.kept.clear()
        for store in (other.setting.zones, other.setting.smoke, other.setting.past):
            store.clear()
        assert rules.thinking.policy(state, Random(1)) == other.thinking.policy(fresh, Random(1))
        assert rules.options(state, 9, Random(2)) == other.options(fresh, 9, Random(2))
        assert rules.thinking.advice(state) == other.thinking.advice(fresh)
        for side in (ALLIED, GERMAN):
            now, then = (
                zone_hexes(rules.setting, state, side),
                zone_hexes(other.setting, fresh, side),
            )
            assert now == then
        compared += 1
    assert compared > 10


def test_marks_are_part_of_what_a_table_remembers():
    rules = _make()
    _, state = next(scripted_tables(rules, 4, 200))
    setting = rules.setting
    zone = zone_hexes(setting, state, GERMAN)
    assert not dim(setting, state)
    fog = replace(state, marks={**state.marks, "turn/weather": "fog"})  # the same pieces
    assert dim(setting, fog)
    assert zone_hexes(setting, fog, GERMAN) < zone
    assert zone_hexes(setting, state, GERMAN) == zone


def test_a_draft_sees_its_table_as_it_has_written_it():
    rules = _make()
    _, state = next(scripted_tables(rules, 4, 200))
    draft = Draft(rules, state, umpire=False)
    before = zone_hexes(rules.setting, draft, GERMAN)
    unit = next(u for u in draft.pieces.values() if u.side == GERMAN and u.at in before)
    draft.mark("somewhere", value=True)  # the marks are the draft's own from here on
    assert zone_hexes(rules.setting, draft, GERMAN) == before
    for cell in enemy_hexes(rules.setting, draft, ALLIED):
        draft.mark(f"{cell}/barrage", "light")  # nobody under a barrage has a fire zone
    assert zone_hexes(rules.setting, draft, GERMAN) == frozenset()
    cells = enemy_hexes(rules.setting, draft, ALLIED)
    for piece in [u.id for u in draft.pieces.values() if u.at == unit.at]:
        draft.set(piece, at=None)
    assert enemy_hexes(rules.setting, draft, ALLIED) == cells - {unit.at}
