"""What is kept of a table is what would be worked out afresh, and no longer than it holds."""

from __future__ import annotations

from random import Random

from rhine import RULES, make
from scripted_tables import scripted_tables

from wardesk.engine.derived_cache import OnTable
from wardesk.engine.draft import Draft
from wardesk.engine.types import replace
from wardesk.games.remagen.position import labour, standing, touching, usable, zone
from wardesk.games.remagen.state import DOWN, GERMAN, US


def test_a_table_that_remembers_answers_as_one_that_does_not():
    rules, other = make(), make()
    compared = 0
    for _, state in scripted_tables(rules, 3, 29):
        fresh = replace(state, pieces=OnTable(state.pieces))  # it has nothing to remember yet
        other.setting.kept.clear()
        other.setting.rhine.marches.clear()
        assert rules.thinking.policy(state, Random(1)) == other.thinking.policy(fresh, Random(1))
        assert rules.options(state, 9, Random(2)) == other.options(fresh, 9, Random(2))
        assert rules.thinking.advice(state) == other.thinking.advice(fresh)
        assert rules.thinking.score(state, US) == other.thinking.score(fresh, US)
        compared += 1
    assert compared > 12


def test_marks_and_tracks_are_part_of_what_a_table_remembers():
    _, state = next(scripted_tables(RULES, 3, 200))
    setting = RULES.setting
    assert standing(setting, state) == (setting.rhine.railway.row,)
    down = replace(state, marks={**state.marks, DOWN: True})  # the same pieces
    assert standing(setting, down) == ()
    built = replace(
        state, marks={**state.marks, "B/pontoon": 1}, tracks={**state.tracks, "turn": 1}
    )
    assert "B" in standing(setting, built)
    assert "B" not in usable(setting, built)
    later = replace(built, tracks={**built.tracks, "turn": 2})
    assert "B" in usable(setting, later)
    assert standing(setting, state) == (setting.rhine.railway.row,)


def test_a_draft_that_writes_a_mark_sees_the_table_as_it_is_then():
    _, state = next(scripted_tables(RULES, 3, 200))
    draft = Draft(RULES, state, umpire=False)
    water = RULES.setting.rhine.railway.water
    assert touching(RULES.setting, draft.state)[water[0]]
    draft.mark("somewhere", value=True)  # the marks are the draft's own from here on
    assert touching(RULES.setting, draft.state)[water[0]]
    draft.mark(DOWN, value=True)
    assert not touching(RULES.setting, draft.state)[water[0]]


def test_a_draft_that_moves_somebody_sees_him_where_he_is_then():
    state = next(s for n, s in scripted_tables(RULES, 3, 60) if n >= 120)
    draft = Draft(RULES, state, umpire=False)
    unit = next(u for u in draft.pieces.values() if u.side == GERMAN and u.at in RULES.board.cells)
    before = zone(RULES.setting, draft.state, GERMAN)
    for piece in [u.id for u in draft.pieces.values() if u.side == GERMAN and u.at == unit.at]:
        draft.set(piece, at=None)
    after = zone(RULES.setting, draft.state, GERMAN)
    assert before != after
    assert after == zone(RULES.setting, replace(draft.state, pieces=dict(draft.pieces)), GERMAN)
    assert labour(draft.state, "B") == 0
