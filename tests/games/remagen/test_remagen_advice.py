"""Which salvo and which attack are worth what: ranked lists from exact chances."""

from itertools import product

import pytest
from rhine import RULES, lay

from wardesk.engine.types import Choose, Path
from wardesk.games.remagen.ch12_combat import morale
from wardesk.services.play.weighing import is_it

TABLES = RULES.setting.tables


def advice(game):
    return RULES.thinking.advice(game.state)


def test_salvos_are_ranked_by_what_they_take():
    game = lay("us_fire", "us medium_tank D4", "us machine_gun D4", "us howitzer D1",
               "german infantry D6 x3", "german infantry B4")  # fmt: skip
    found = advice(game)
    assert [one.value for one in found] == sorted((o.value for o in found), reverse=True)
    both = next(o for o in found if o.cells == ("D6",) and "us-medium_tank-1" in o.pieces)
    assert set(both.pieces) == {"us-medium_tank-1", "us-machine_gun-1"}
    assert found[0].unit == "combat value taken, on average"
    assert all(not game.against(" ".join(o.pieces), *o.cells) for o in found)


@pytest.mark.parametrize(("place", "per"), [("D6", 1), ("E3", 2)])
def test_the_toll_of_a_salvo_enumerated(place, per):
    """Two dice at two sectors by 3, then a die for each hit: a man is a third of a point."""
    origin = "D4" if place == "D6" else "E5"
    game = lay("us_fire", f"us medium_tank {origin}", f"german infantry {place} x2")
    found = next(one for one in advice(game) if one.cells == (place,))
    total = 0.0
    for salvo in product(range(1, 7), repeat=2):
        hits = sum(salvo) // 3
        ways = list(product(range(1, 7), repeat=hits))
        total += sum(min(6, sum(dice) // per) / 3 for dice in ways) / len(ways) / 36
    assert found.value == pytest.approx(total)


def test_guns_and_vehicles_take_hits_point_by_point():
    game = lay("us_fire", "us howitzer D4", "german anti_tank D6")
    found = advice(game)[0]
    sums = [sum(dice) for dice in product(range(1, 7), repeat=4)]
    assert found.value == pytest.approx(sum(min(3, total // 3) for total in sums) / 6**4)
    assert found.figure == f"{found.value:.1f}"


def test_attacks_are_ranked_by_who_gives_way():
    game = lay("us_combat", "us medium_tank D5", "us infantry F5", "german infantry E6",
               "german machine_gun C6 x3", "german infantry G6")  # fmt: skip
    assert game.ask.kind == "front"
    found = advice(game)
    assert {(o.pieces, o.cells) for o in found} >= {(("us-medium_tank-1",), ("E6",)),
                                                     (("us-infantry-1",), ("E6",))}  # fmt: skip
    assert found[0].value == max(o.value for o in found)


def test_chances_of_morale_enumerated():
    """5 to 1: every face withdraws, routs or eliminates but the last, which is fire contact."""
    assert morale(TABLES, 5, 1) == (5 / 6, 0)
    assert morale(TABLES, 1, 1) == (2 / 6, 1 / 6)
    assert morale(TABLES, 1, 4) == (0, 5 / 6)
    assert morale(TABLES, 7, 1) == (1, 0)
    assert morale(TABLES, 1, 7) == (0, 1)


def test_battles_are_ranked_too():
    game = lay("us_combat", "us medium_tank D5", "german infantry D6", "us infantry H4",
               "german infantry H3")  # fmt: skip
    assert game.ask.kind == "battle"
    found = advice(game)
    assert {o.choice for o in found} == game.keys
    assert found[0].value == pytest.approx(100 * 5 / 6)


def test_nothing_is_advised_where_nothing_compares():
    assert advice(lay("us_move", "us infantry D5")) == ()
    assert advice(lay("us_combat", "us infantry D5", "german infantry D6")) == ()  # a die


def test_the_script_fires_what_is_advised():
    game = lay("us_fire", "us medium_tank D4", "us machine_gun D4", "german infantry D6 x3")
    found = advice(game)
    given = Path(found[0].pieces, found[0].cells)
    assert is_it(found[0], given)
    assert not is_it(found[0], Choose("done"))
    assert not is_it(found[0], Path(found[0].pieces, ("D7",)))


# ---- how the game stands ------------------------------------------------------------------------


def standing_of(*rows, side="us", **more):
    game = lay("us_move", "us infantry A1", "german infantry Q17", *rows, **more)
    return RULES.thinking.score(game.state, side)


def test_the_score_tells_columns_losses_bridges_and_the_way():
    """Programs that look ahead need more than the foothold, which stays 0 for half a game."""
    tank = standing_of("us medium_tank K1")
    assert tank < standing_of("us medium_tank K5") < standing_of("us medium_tank K8")
    assert standing_of("us medium_tank K8") < standing_of("us medium_tank K10")
    assert standing_of("us medium_tank K1", "german heavy_tank Q18") < tank
    assert standing_of("us medium_tank K1", marks={"ludendorff/down": True}) < tank
    begun = {"tracks": {"labour B": 10}}
    more = {"tracks": {"labour B": 20}}
    built = {"tracks": {"labour B": 30}, "marks": {"B/pontoon": 3}}
    assert tank < standing_of("us medium_tank K1", **begun)
    assert standing_of("us medium_tank K1", **begun) < standing_of("us medium_tank K1", **more)
    assert standing_of("us medium_tank K1", **more) < standing_of("us medium_tank K1", **built)


def test_the_foothold_counts_more_with_each_turn():
    cut_off, linked = ("us medium_tank K17 x2",), ("us medium_tank K10", "us medium_tank K11")
    gaps = [standing_of(*linked, turn=t) - standing_of(*cut_off, "german infantry K10", turn=t)
            for t in (3, 9, 15)]  # fmt: skip
    assert 0 < gaps[0] < gaps[1] < gaps[2]
    assert standing_of(*linked) + standing_of(*linked, side="german") == pytest.approx(1.0)
    assert 0.0 <= standing_of(turn=15) < standing_of("us heavy_tank K10 x2", turn=15) < 1.0
