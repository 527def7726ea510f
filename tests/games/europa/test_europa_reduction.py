"""What becomes of works: reduced, lost, captured, abandoned, built up; the two printed examples."""

from fractions import Fraction

import pytest

from wardesk.errors import UserError
from wardesk.games.europa import reduction
from wardesk.games.europa.reduction import WorkSite
from wardesk.games.europa.works import WORKS

HALF = Fraction(1, 2)


def site(work, **more):
    return WorkSite(work=work, owner="Axis", **more)


def after(work, odds=HALF, **more):
    found = reduction.attacked(site(work, **more), odds).site
    return found.work if found else "gone"


def taken(work, halves, later=None, **more):
    """What a work is after capture, and after the start of the captors' next player-turn."""
    first = reduction.captured(site(work, **more), "Soviet", halves).site
    if first is None:
        return "gone", "gone"
    then = reduction.player_turn_begins(first, "Soviet", halves if later is None else later).site
    return first.work, then.work if then else "gone"


@pytest.mark.rule(
    "EF 40.B-1", "EF 40.B-3", "EF 40.B-5", "EF 40.B-6", "EF 40.B-7", "EF 40.B-8", "EF 40.B-9",
    "EF 40.B-10", "EF 40.B-11", "EF 40.B-12", "EF 40.B-13", "EF 40.B-14", "EF 40.D.6-5",
)  # fmt: skip
@pytest.mark.parametrize("work", WORKS)
def test_an_attack_reduces_at_one_to_two(work):
    down = WORKS[work].reduced_to or work

    assert after(work) == down
    assert after(work, Fraction(49, 100)) == work


@pytest.mark.rule("EF 40.B-2")
def test_a_deadlock_reduces_before_the_attack_of_the_exploitation_phase():
    start = site("improved_fort", strength=2)

    initial = reduction.attacked(start, Fraction(2)).site
    exploitation = reduction.attacked(initial, Fraction(1)).site

    assert (initial.work, initial.strength) == ("fort", 2)
    assert (exploitation.work, exploitation.strength) == ("damaged_fort", 1)


@pytest.mark.rule("EF 40.D.7-6", "EF 40.D.7-5", "EF N11")
def test_a_german_zone_that_the_soviets_took_may_be_retaken():
    lost = reduction.captured(site("fortified_zone", strength=4), "Soviet", 6).site
    assert lost.holder == "Soviet"

    axis_turn = reduction.player_turn_begins(lost, "Axis", 6).site
    assert axis_turn == lost
    retaken = reduction.captured(axis_turn, "Axis", 2).site
    assert reduction.player_turn_begins(retaken, "Soviet", 6).site.work == "fortified_zone"

    assert reduction.player_turn_begins(lost, "Soviet", 6).site is None
    assert reduction.player_turn_begins(lost, "Soviet", 5).site == lost


@pytest.mark.rule("EF 40.B-15", "EF 40.B-16", "EF 40.B-18", "EF 40.D-11", "EF 40.D.8-5",
                  "EF 40.D.15-6")  # fmt: skip
def test_strength_of_its_own_takes_losses():
    change = reduction.loses(site("fort", strength=2), 1)
    assert (change.site.strength, change.replacements) == (1, 1)
    with pytest.raises(UserError):
        reduction.loses(site("fort", strength=1), 2)
    for work in ("permanent_fortified_area", "permanent_fortified_zone", "port_fortification"):
        assert reduction.loses(site(work, strength=3), 3) == reduction.WorkChange(None, 0)
    assert reduction.attacked(site("fort", strength=2), HALF).replacements == 1


@pytest.mark.rule("EF 40.B-17", "EF 40.B-19", "EF 40.D-10")
def test_empty_and_captured_works_crumble():
    empty = site("improved_fort", garrisoned=False)
    assert reduction.enemy_initial_phase(empty, "Soviet").site.work == "fort"
    assert reduction.enemy_initial_phase(empty, "Axis").site == empty
    held = site("improved_fort")
    assert reduction.enemy_initial_phase(held, "Soviet").site == held
    strong = site("improved_fort", garrisoned=False, strength=1)
    assert reduction.enemy_initial_phase(strong, "Soviet").site == strong
    weak = reduction.captured(site("fortified_area"), "Soviet", 1).site
    assert reduction.enemy_initial_phase(weak, "Soviet").site.work == "improved_fort"


@pytest.mark.rule(
    "EF 40.D.1-3", "EF 40.D.2-3", "EF 40.D.3-3", "EF 40.D.4-4", "EF 40.D.5-4", "EF 40.D.6-1",
    "EF 40.D.8-1", "EF 40.D.9-3", "EF 40.D.9-4", "EF 40.D.10-4", "EF 40.D.11-3", "EF 40.D.12-3",
    "EF 40.D.13-5", "EF 40.D.14-6", "EF 40.D.15-1", "EF 40.D.16-4", "EF 40.D.17-4",
    "EF 40.D.18-3", "EF 40.D.19-8", "EF N12",
)  # fmt: skip
def test_captured_works():
    for work in ("damaged_fort", "fort", "improved_fort"):
        assert taken(work, 1) == ("gone", "gone")
    for work in ("fortified_area", "improved_fortified_area"):
        assert taken(work, 2) == ("gone", "gone")
        assert taken(work, 1) == (work, work)
    for work in ("permanent_fortified_area", "permanent_fortified_zone", "port_fortification"):
        assert taken(work, 1) == ("gone", "gone")
    for work, then in {
        "fortified_hexside": "unimproved_fortified_hexside",
        "damaged_unimproved_fortress": "damaged_fort",
        "unimproved_fortress": "fort",
        "damaged_fortress": "unimproved_fortress",
        "fortress": "unimproved_fortress",
        "westwall": "unimproved_westwall",
        "ouvrage": "destroyed_ouvrage",
    }.items():
        assert taken(work, 6) == (work, then)
        assert taken(work, 5) == (work, work)
        assert taken(work, 6, later=2) == (work, work)
    hexside = "unimproved_fortified_hexside"
    assert taken(hexside, 2) == (hexside, "gone")
    assert taken(hexside, 2, on_map=True) == (hexside, hexside)
    for work in ("unimproved_westwall", "destroyed_ouvrage"):
        assert taken(work, 12) == (work, work)


@pytest.mark.rule("EF 40.C-3", "EF 40.C-6", "EF 40.D.17-5", "EF 40.D.6-6", "EF 40.D.8-6")
def test_building_and_leaving():
    assert reduction.vacated(site("entrenchment")).site is None
    assert reduction.vacated(site("entrenchment"), stayed=True).site == site("entrenchment")
    assert reduction.vacated(site("fort")).site == site("fort", garrisoned=False)
    engineers = reduction.improved(site("entrenchment"), "engineer")
    assert engineers.work == "improved_entrenchment"
    assert reduction.improved(site("unimproved_westwall"), "construction").work == "westwall"
    for work, who in (("entrenchment", "construction"), ("fort", "engineer")):
        with pytest.raises(UserError):
            reduction.improved(site(work), who)
    assert not reduction.may_be_built("fort", "permanent_fortified_area")
    assert not reduction.may_be_built("entrenchment", "permanent_fortified_zone")
    assert reduction.may_be_built("fort", "")


@pytest.mark.rule("EF 40.D-4", "EF 40.D-5", "EF 40.D-7", "EF 40.D-8")
def test_replacement_points_make_strength():
    assert reduction.strengthened(site("fortified_zone"), 4).strength == 4
    assert reduction.strengthened(site("fort"), 1).strength == 1
    for work, points in (("fort", 3), ("fortress", 1), ("permanent_fortified_area", 1)):
        with pytest.raises(UserError):
            reduction.strengthened(site(work), points)
