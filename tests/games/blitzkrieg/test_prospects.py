"""How a battle by timetable stands: who will hold what, and who wins then."""

from __future__ import annotations

import pytest
from field import HANNUT, lay

from wardesk.games.blitzkrieg.playing.prospects import (
    NEUTRALISED,
    STEPS,
    Later,
    Margin,
    PlaceOutlook,
    WinStanding,
    outcome,
    places,
    prospects,
    together,
    weights,
)
from wardesk.services.play.tables import load_table

ORP, JANDRAIN = "Orp-le-Grand", "Jandrain"
FULL = tuple("german/replay" for _ in range(26))


def place(table, name: str) -> PlaceOutlook:
    names = [each.name for each in HANNUT.setting.scenario.place]
    return places(HANNUT.setting, table.state)[names.index(name)]


def test_each_place_is_told_by_who_holds_it_and_who_stands_around():
    tank = {"at": "1206", "steps": 2}
    table = lay({"1-cuir-somua-1": tank})

    found = place(table, ORP)

    assert (found.part, found.whole) == (0.0, 0.0)  # the French hold it at first
    assert (found.mine, found.theirs) == (0.0, (2 / STEPS) ** 0.5)
    assert (found.inside, found.enemy_inside) == (0.0, 1.0)


def test_half_a_place_is_a_part_and_no_whole():
    found = place(lay({}, marks={"1205/held": "german"}), ORP)
    assert (found.part, found.whole) == (0.5, 0.0)


def test_the_neutralised_count_for_less_and_the_far_for_nothing():
    tank = {"at": "1206", "steps": 2}
    fresh = place(lay({"1-cuir-somua-1": tank}), ORP).theirs
    down = place(lay({"1-cuir-somua-1": {**tank, "neutralised": True}}), ORP).theirs
    far = place(lay({"1-cuir-somua-1": {**tank, "at": "2006"}}), "Enines").theirs

    assert down**2 == pytest.approx(NEUTRALISED * fresh**2)
    assert far == 0.0


def test_what_the_end_of_a_turn_brings_is_reckoned_from_the_chances():
    table = lay({}, tracks={"turn": 2})
    scenario = HANNUT.setting.scenario
    nothing = outcome(HANNUT.setting, table.state, [0.0] * len(scenario.place))
    everything = outcome(HANNUT.setting, table.state, [1.0] * len(scenario.place))

    (least, most), following = scenario.victory.bands[1], scenario.victory.bands[2][0]
    total = sum(each.value for each in scenario.place)
    assert nothing.below.beyond == pytest.approx(least - 0.5)
    assert everything.above.beyond == pytest.approx(total - most - 0.5)
    assert everything.later.ahead - nothing.later.ahead == pytest.approx(total / 8)
    assert nothing.later.ahead == -following / 8


def test_a_side_above_the_band_wins_and_below_it_loses_whatever_comes_later():
    assert together(1.0, 0.0, 0.0) == 1.0
    assert together(0.0, 1.0, 1.0) == 0.0
    assert together(0.0, 0.0, 0.4) == 0.4
    assert together(0.25, 0.25, 0.5) == 0.5
    assert together(0.9, 0.9, 1.0) == 0.5  # both at once cannot be: half of each


def test_too_many_places_with_no_chit_left_are_as_good_as_won():
    scenario = HANNUT.setting.scenario
    held = {f"{cell}/held": "german" for place in scenario.place for cell in place.cells}
    state = lay({"kg-motorcycles-1": "2006"}, marks=held, tracks={"turn": 2}).state

    assert prospects(HANNUT.setting, state) > 0.9


def test_a_village_taken_and_tanks_before_the_next_one_are_worth_something():
    at_home = prospects(HANNUT.setting, lay({"kg-motorcycles-1": "2006"}).state)
    before_it = prospects(HANNUT.setting, lay({"kg-motorcycles-1": "1207"}).state)
    taken = {"1205/held": "german", "1206/held": "german"}
    in_it = prospects(HANNUT.setting, lay({"kg-motorcycles-1": "1206"}, marks=taken).state)

    assert 0.0 <= at_home < before_it < in_it <= 1.0


def test_what_one_side_has_the_other_lacks():
    state = lay({"kg-motorcycles-1": "1207", "1-cuir-somua-1": "1206"}).state
    german, french = (HANNUT.thinking.score(state, side) for side in ("german", "french"))
    assert german + french == pytest.approx(1.0)


def test_the_weights_were_learned_under_the_rules_as_they_are():
    """Learn them anew if this fails: `PYTHONPATH=packaging python -m learn.blitzkrieg`."""
    (known,) = weights().scenarios.items()
    assert known == ("hannut-stonne/hannut", load_table(known[0], {}).rules.digest)


def test_a_step_counts_even_where_the_game_is_all_but_lost():
    def at(steps: int) -> float:
        units = {"kg-motorcycles-1": {"at": "1207", "steps": steps}, "1-cuir-somua-1": "0403"}
        return prospects(HANNUT.setting, lay(units, tracks={"turn": 5}).state)

    assert 0.0 < at(1) < at(2) < 0.1


def test_the_weights_fit_the_figures_and_tell_more_than_points_and_steps():
    known = weights()
    assert len(known.hold) == len(PlaceOutlook._fields)
    assert len(known.above) == len(known.below) == len(Margin._fields)
    assert len(known.later) == len(Later._fields)
    assert len(known.win) == len(WinStanding._fields)
    assert known.explained > known.explained_before
