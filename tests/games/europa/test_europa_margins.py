"""Figures at their margins: one point less or more, and what a table must say no to."""

import pytest
from front import Turn, lay, put, rules
from test_europa_fine_print import battle, outcome

BELGIUM = rules("belgium")


# ---- who has won --------------------------------------------------------------------------------


@pytest.mark.rule("EF N23")
@pytest.mark.parametrize(
    ("points", "winner", "level"),
    [
        (34, "axis", "decisive victory"),
        (33, "axis", "marginal victory"),
        (20, "axis", "marginal victory"),
        (19, "allies", "marginal victory"),
        (10, "allies", "marginal victory"),
        (9, "allies", "decisive victory"),
    ],
)
def test_a_point_less_or_more_decides(points, winner, level):
    places = BELGIUM.setting.scenario.place
    taken = {place.cell for place in _worth(places, points)}
    table = lay({"di-60": "0409"}, "move", "allies", tracks={"turn": 5}, its_rules=BELGIUM)
    table.mark({f"{p.cell}/held": "axis" if p.cell in taken else "allies" for p in places})
    table.state = put(table, Turn(step="end", side="allies")).state
    result = table.state.result
    assert (result.winner, str(result.level)) == (winner, level)
    assert str(points) in str(result.text)


def _worth(places, points):
    """Places that are worth so much together."""
    sums = {0: ()}
    for place in places:
        sums = {total + place.value: (*some, place) for total, some in sums.items()} | sums
    return sums[points]


# ---- losses -------------------------------------------------------------------------------------


@pytest.mark.rule("EF N2")
@pytest.mark.parametrize(
    ("lost", "losses"),
    [(0, 5), (1, 6)],  # 15 per cent of 32 points; a point less to one: 20 of 31
)
def test_losses_grow_below_even_odds_and_not_at_them(lost, losses):
    units = {"sk-1": {"at": "0406", "lost": lost}, "sk-2": "0505"}
    units |= {f"ge-id-{n}": "0405" for n in (1, 2, 3, 4)}
    table = battle(units)
    assert table.planned().defence == 32
    table = outcome(table, "AR" if lost else "ME")
    table.give_red(1, settle=False)
    assert table.top.losses[0] == losses


# ---- landings -----------------------------------------------------------------------------------


@pytest.mark.rule("EF N21")
def test_two_units_do_not_land_as_one():
    units = {"fj-1": "airfield", "fj-2": "airfield"}
    table = lay(units, "land", "axis", its_rules=BELGIUM)
    cell = next(iter(table.rules.showing.reach(table.state, ("fj-1",))))
    assert table.against("fj-1", cell) == []
    assert "EF N21" in table.against(("fj-1", "fj-2"), cell)


# ---- set-up -------------------------------------------------------------------------------------


def test_works_are_numbered_from_one_as_saved_games_know_them():
    works = {name: piece for name, piece in lay_first().items() if piece.work}
    assert list(works) == [f"work-{n}" for n in range(1, len(works) + 1)]
    first = BELGIUM.setting.scenario.work[0]
    assert (works["work-1"].work, works["work-1"].at) == (first.work, first.cell)


def lay_first():
    """The pieces of Belgium as they are set up."""
    from wardesk.engine.kernel import begin

    return begin(BELGIUM, umpire=False)[1].pieces
