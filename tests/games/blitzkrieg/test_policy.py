"""The scripted player against random play, and what it is made of."""

from random import Random

import pytest
from against_chance import against_chance, won
from field import HANNUT, LESSON, STONNE, acting, lay, rules, turn

from wardesk.engine.types import Cells, Choose, Path, Pieces
from wardesk.games.blitzkrieg.playing.aims import Aims
from wardesk.games.blitzkrieg.playing.worth import harm
from wardesk.games.blitzkrieg.state import Barrage, Turn

BATTLES = {"lesson": LESSON, "hannut": HANNUT, "stonne": STONNE}


NEARLY_ALL = 7 / 8
SHARES = {("lesson", "french"): 0.5}
"""What the script wins at least from random play, where that is not nearly all.

At Wansin the French attack a village that three formations hold: whoever plays at random there wins
one game of eight.
"""


@pytest.mark.parametrize("side", ["german", "french"])
def test_it_wins_the_lesson_from_random_play(side):
    assert won(LESSON, side, 8) >= 8 * SHARES.get(("lesson", side), NEARLY_ALL)


@pytest.mark.parametrize("side", ["german", "french"])
@pytest.mark.parametrize("battle", ["hannut", "stonne"])
def test_it_wins_a_battle_from_random_play(battle, side):
    assert against_chance(BATTLES[battle], side, 1).winner == side


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("side", ["german", "french"])
@pytest.mark.parametrize("battle", BATTLES)
def test_it_wins_nearly_all_of_twenty_games_from_random_play(battle, side):
    assert won(BATTLES[battle], side, 20) >= 20 * SHARES.get((battle, side), 19 / 20)


def test_more_attack_is_never_less_harm():
    worth = [harm(HANNUT.setting, factor) for factor in range(-2, 10)]

    assert worth[0] == 0.0
    assert worth == sorted(worth)
    assert worth[-1] == worth[-2]


def test_it_goes_for_the_weak_and_marches_to_what_it_wants():
    units = {"1-cuir-hq": "1606", "1-cuir-somua-1": "1707", "kg-motorcycles-1": "1708"}
    fight = answer(lay(units, *acting("french", "1-cuir")))
    assert isinstance(fight, Path)
    assert fight.cells == ("1708",)
    alone = lay({"1-cuir-hq": "1606", "1-cuir-somua-1": "1606"}, *acting("french", "1-cuir"))
    march = answer(alone)
    assert isinstance(march, Path)
    assert HANNUT.setting.place_of[march.cells[-1]] == "Grand-Hallet"


def test_it_fires_at_what_it_cannot_reach():
    units = {"1-cuir-hq": "1706", "1-cuir-somua-1": {"at": "1706", "out": True}}
    table = lay({**units, "kg-motorcycles-1": "1707"}, *acting("french", "1-cuir"))
    assert answer(table) == Choose("fire")


# ---- what it does -------------------------------------------------------------------------------

COMPANY, CARRIER = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"


def answer(table):
    return table.rules.thinking.policy(table.state, Random(1))


def test_its_men_ride_while_the_enemy_is_far_and_get_off_where_he_is_near():
    far = {COMPANY: "1905", CARRIER: "1905", "I-12-schr-hq": "1905", "1-cuir-somua-1": "0110"}
    table = lay(far, *acting("german", "I-12-schr"))
    assert answer(table) == Choose("mount")
    table.press("mount")
    assert answer(table) == Pieces((COMPANY,))
    table.give(answer(table))
    march = answer(table)
    assert isinstance(march, Path)
    assert march.pieces == (CARRIER,)

    riding = {COMPANY: {"at": "1504", "aboard": CARRIER}, CARRIER: "1504", "I-12-schr-hq": "1504"}
    near = lay({**riding, "1-cuir-somua-1": "1403"}, *acting("german", "I-12-schr"))
    assert answer(near) == Choose("dismount")
    assert answer(near.press("dismount")) == Pieces((COMPANY,))


def test_companies_of_a_hex_march_together():
    tanks = ["I-5-pzr-pz-i-ii-1", "I-5-pzr-pz-i-ii-2", "I-5-pzr-pz-ii-iii-1"]
    units = {**dict.fromkeys(tanks, "1905"), "I-5-pzr-hq": "1905", "1-cuir-somua-1": "0110"}
    table = lay(units, *acting("german", "I-5-pzr"))
    march = answer(table)
    assert isinstance(march, Path)
    assert len(march.pieces) > 1
    assert set(march.pieces) <= set(tanks)


def test_the_last_one_stays_in_a_place_that_the_enemy_could_walk_into():
    units = {"1-cuir-hq": "1506", "1-cuir-somua-1": "1403", "I-5-pzr-pz-iv-1": "1605"}
    table = lay(units, *acting("french", "1-cuir"))
    aims = Aims(table.setting, table.state, "french")
    assert aims.stays(table.unit("1-cuir-somua-1"))
    more = lay({**units, "1-cuir-somua-2": "1403"}, *acting("french", "1-cuir"))
    assert not Aims(more.setting, more.state, "french").stays(more.unit("1-cuir-somua-1"))
    away = lay({**units, "I-5-pzr-pz-iv-1": "2001"}, *acting("french", "1-cuir"))
    assert not Aims(away.setting, away.state, "french").stays(away.unit("1-cuir-somua-1"))


def test_a_hidden_gun_gives_itself_away_for_a_good_shot_only():
    hidden = rules(hidden_guns="yes")
    units = {"1-cuir-hq": "0604", "1-cuir-somua-1": "1805", "kg-hq": "1809"}
    gun = {"kg-pak-1": {"at": "1808", "hidden": True}}
    table = lay({**units, **gun}, *acting("french", "1-cuir"), its_rules=hidden)
    table.go("1-cuir-somua-1", "1806")
    assert table.ask.kind == "react"
    assert answer(table) == Choose("pass")


def test_guns_mass_on_whom_they_see_and_leave_empty_hexes_alone():
    units = {"12-cuir-hq": "1202", "kg-pioneers-1": "1203", "II-12-schr-rifles-1": "1203"}
    shells = Barrage(step="target", side="french", left={"medium": 2, "light": 2})
    table = lay(units, Turn(step="used", chit="french/artillery"), shells)
    assert answer(table) == Cells(("1203",))
    table.at("1203")
    assert answer(table) == Choose("2medium+2light")
    empty = lay({"12-cuir-hq": "1202"}, Turn(step="used", chit="french/artillery"), shells)
    assert answer(empty) == Choose("end")


def test_the_exhausted_rest():
    units = {"1-cuir-hq": "1606", "1-cuir-somua-1": "1606"}
    marks = {"1-cuir/exhausted": True}
    table = lay(units, *turn("play", "french/1-cuir"), marks=marks)
    assert answer(table) == Choose("rest")


def test_the_general_rests_the_strong_and_near_first():
    units = {
        "kg-pioneers-1": "1608",
        "1-cuir-hq": "1202",
        "2-cuir-hq": "1506",
        "12-cuir-hq": "0101",
    }
    units |= {"1-cuir-somua-1": "1202", "2-cuir-somua-1": "1506", "12-cuir-p178-1": "0101"}
    table = lay(
        units,
        *turn("play", "french/1-cuir"),
        marks={f"{name}/exhausted": True for name in ("1-cuir", "2-cuir", "12-cuir")},
        cups={"french_hand": ("french/general",)},
    )
    table.press("general-rest")
    assert answer(table) == Choose("2-cuir")
