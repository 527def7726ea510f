"""The two sides of a counter, and the way it faces."""

from __future__ import annotations

import pytest
from free_table import hexes, opened, pick, played, rules
from hypothesis import given
from hypothesis import strategies as st

from wardesk.engine.types import Choose
from wardesk.errors import UserError
from wardesk.games.freeform.scenario import as_setup

FRONT, BACK = "a" * 32 + ".png", "b" * 32 + ".svg"
COUNTERS = [
    {"name": "Twin", "side": "blue", "place": "0101", "symbol": "none", "picture": FRONT,
     "back": BACK},
    {"name": "Steps", "side": "blue", "steps": 3, "place": "0101", "picture": FRONT, "back": BACK},
    {"name": "Plain", "side": "blue", "place": "0101"},
]  # fmt: skip


def looks(found, journal):
    return {look.piece: look for look in found.look(journal.state()).counters}


@pytest.mark.rule("FF 2.3")
def test_flipping_a_counter_of_one_step_shows_its_back_and_its_front_again():
    found = rules(counters=COUNTERS)
    journal = opened(found)
    assert looks(found, journal)["Twin"].picture == FRONT

    played(journal, Choose("flip", ("Twin",)))
    assert looks(found, journal)["Twin"].picture == BACK
    assert "back is up" in looks(found, journal)["Twin"].text

    played(journal, "flip", pick("Twin"))
    assert looks(found, journal)["Twin"].picture == FRONT


def test_steps_still_count_and_the_back_is_up_once_one_is_lost():
    found = rules(counters=COUNTERS)
    journal = opened(found)
    seen = []
    for _ in range(3):
        played(journal, Choose("flip", ("Steps",)))
        seen.append((journal.state().pieces["Steps"].steps, looks(found, journal)["Steps"].picture))
    assert seen == [(2, BACK), (1, BACK), (3, FRONT)]


def test_a_counter_with_one_picture_cannot_be_flipped():
    found = rules(counters=COUNTERS)
    assert found.check(opened(found).state(), Choose("flip", ("Plain",)))


def test_a_table_saved_as_a_scenario_keeps_the_side_that_is_up():
    found = rules(counters=COUNTERS)
    journal = played(opened(found), Choose("flip", ("Twin",)))
    setup, forces = as_setup(found.setting, journal.state())
    again = type(found)(hexes(), {**setup, "forces": forces}, {})

    (twin,) = (c for c in again.setting.counters if c.name == "Twin")
    assert (twin.picture, twin.back, twin.flipped) == (FRONT, BACK, True)


def test_a_whole_picture_stands_for_its_side():
    found = rules(counters=COUNTERS)
    shown = looks(found, opened(found))
    assert shown["Twin"].whole_picture
    assert not shown["Steps"].whole_picture


@pytest.mark.parametrize(("column", "value"), [("back", "../x.png"), ("flipped", "perhaps")])
def test_a_wrong_cell_is_told_by_its_column(column, value):
    with pytest.raises(UserError, match=column):
        rules(counters=[{**COUNTERS[0], column: value}])


@pytest.mark.rule("FF 2.4")
@pytest.mark.parametrize(("ways", "step"), [(0, 60), (4, 90), (6, 60), (8, 45), (12, 30)])
def test_a_counter_is_turned_by_the_steps_of_the_grid(ways, step):
    found = rules(facings=ways)
    journal = played(opened(found), Choose("face", ("right", "Tank")))
    assert looks(found, journal)["Tank"].turned == step

    played(journal, Choose("face", ("left", "Tank")), Choose("face", ("left", "Tank")))
    assert looks(found, journal)["Tank"].turned == 360 - step
    assert not looks(found, journal)["Tank"].badges


@given(st.lists(st.sampled_from(["left", "right", "around"]), max_size=12))
def test_turning_back_the_same_way_comes_home(ways):
    found = rules()
    journal = played(opened(found), Choose("face", ("1", "Tank")))
    undo = {"left": "right", "right": "left", "around": "around"}
    for way in (*ways, *(undo[way] for way in reversed(ways))):
        played(journal, Choose("face", (way, "Tank")))
    assert journal.state().pieces["Tank"].facing == 1
