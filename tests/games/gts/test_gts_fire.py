"""Fire: who may, the rating, the table, checks, damage, barrages, opportunity fire."""

import pytest
from gts_field import field
from msgspec.structs import replace

from wardesk.games.gts.ch05_fire import (
    can_fire_at,
    factors_of,
    indirect,
    mass,
    spotted,
    targets_of,
    weapon_at,
)
from wardesk.games.gts.ch06_opportunity import able
from wardesk.games.gts.ch08_checks import needed, quality
from wardesk.games.gts.ch09_zones import has_zone, in_enemy_zone, zone_hexes
from wardesk.games.gts.state import Check, Fire, Window
from wardesk.games.gts.tables import MISS, TABLES, chances

US, HIM, THIRD = "101.502.a", "59.dew.i1", "59.dew.i2"
TABLE = TABLES.fire

# The rows as another hand wrote them down: weapon, unarmoured, armoured; "?" stands for S?.
ROWS = (
    "white 1SSCC1EEE CSSC11EEE",
    "pink C??SCC11E C??SSCC1E",
    "purple C???SCC1E C??????SS",
    "blue C???SSSC1 CSSC11EEE",
    "green 1?SSCC1EE C????SCC1",
    "yellow 1SSCC1EEE C??SSSC11",
    "orange 1?SCC1EEE C????CC11",
    "brown 1?SCC1EEE C????CC11",
    "black 1?SCC1EEE C????CC11",
)


@pytest.mark.rule("WED SR5.2")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split()[0])
def test_the_fire_table_is_the_one_that_is_known(row):
    weapon, *halves = row.split()
    for armoured, cells in zip((False, True), halves, strict=True):
        found = TABLE.rows(armoured=armoured)[weapon]
        assert "".join("?" if cell == "S?" else cell for cell in found) == cells


@pytest.mark.rule("WED SR5.1")
@pytest.mark.parametrize("rating", range(-2, 13))
def test_a_roll_hits_at_the_rating_or_less_and_never_at_nine(rating):
    hits = [n for n in range(10) if TABLE.result("pink", n, rating, armoured=False) != MISS]
    assert hits == list(range(min(max(rating, 0), 8) + 1))
    odds = TABLE.odds("pink", rating, armoured=False)
    assert sum(line.ways for line in odds) == 10


def _factors(at, **shot):
    frame = Fire(step="roll", firer=HIM, target=US, **shot)
    return {factor.id: factor.value for factor in factors_of(at.setting, at.state, frame)}


@pytest.mark.rule("WED SR5.3")
def test_what_the_firer_suffers():
    at = field({US: "60.150", HIM: "60.151"})
    plain = _factors(at)
    at.change(HIM, column=True, cohesion=2, steps=1, dug="entrenched").mark(
        "60.151/barrage", "heavy"
    )
    found = _factors(at, company=True)
    new = {key: value for key, value in found.items() if key not in plain}
    assert new == {
        "company": 2,
        "firer_column": -1,
        "firer_cohesion": -2,
        "firer_reduced": -1,
        "firer_entrenched": 1,
        "firer_barrage": -2,
    }


@pytest.mark.rule("WED SR5.3")
def test_night_takes_two_off():
    at = field({US: "60.150", HIM: "60.151"}, slots=["Night", "0700"])
    assert _factors(at)["night"] == -2


@pytest.mark.rule("WED SR5.4")
def test_what_the_target_brings():
    at = field({US: "60.150", HIM: "60.152"})
    ground = at.setting.fire_value["60.150"]
    assert _factors(at) == {"defence": -1, "range": -1, **({"ground": ground} if ground else {})}
    at.change(US, dug="entrenched")
    assert _factors(at)["dug"] == -2
    assert "dug" not in _factors(at, kind="opportunity")
    at.change(US, dug="improved")
    assert _factors(at)["dug"] == -1
    at.change(US, dug="", column=True)
    found = _factors(at)
    assert found["target_column"] == 2
    assert "ground" not in found


@pytest.mark.rule("WED SR5.4")
@pytest.mark.parametrize(("others", "more"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_mass_counts_the_steps_in_the_hex(others, more):
    names = ["101.502.b", "101.502.c", "101.502.d", "101.502.e"][:others]
    at = field({US: "60.150", **dict.fromkeys(names, "60.150")})
    steps = 2 * (others + 1)
    assert steps in (4, 6, 8, 10)
    assert mass(at.setting, at.state, at.unit(US)) == more


@pytest.mark.rule("WED 2.4")
def test_woods_do_not_cover_from_high_explosive():
    at = field({US: "50.150", HIM: "50.149", "59.dew.igw": "50.148"}, window=[])
    woods = next(c for c, kind in at.setting.terrain.items() if kind == "woods")
    beside = at.setting.beside[woods][0]
    at.change(US, at=woods).change(HIM, at=beside).change("59.dew.igw", at=beside)
    assert _factors(at)["ground"] == -2
    frame = Fire(step="roll", firer="59.dew.igw", target=US)
    assert "ground" not in {f.id for f in factors_of(at.setting, at.state, frame)}


@pytest.mark.rule("WED 2.4")
@pytest.mark.parametrize(("weapon", "covers"), [
    ("white", True), ("blue", True), ("pink", True), ("purple", True),
    ("green", False), ("yellow", False), ("orange", False),
])  # fmt: skip
def test_woods_cover_from_every_weapon_but_mortars_and_high_explosive(weapon, covers):
    at = field({US: "50.150", HIM: "50.149"}, window=[])
    woods = next(c for c, kind in at.setting.terrain.items() if kind == "woods")
    at.change(US, at=woods).change(HIM, at=at.setting.beside[woods][0])
    figures = replace(at.setting.counters[HIM], weapon=weapon)
    at.setting.counters[HIM] = figures  # type: ignore[index]
    assert _factors(at).get("ground", 0) == (-2 if covers else 0)


@pytest.mark.rule("WED 2.15")
def test_a_column_at_a_bridge_has_no_cover():
    at = field({US: "51.159", HIM: "51.158"}).change(US, column=True)
    found = _factors(at)
    assert found["bridge"] == 2
    assert found["target_column"] == 2
    assert "ground" not in found


@pytest.mark.rule("WED SR5")
def test_who_may_fire_at_whom():
    at = field({US: "60.150", HIM: "60.152", THIRD: "60.154"})
    assert targets_of(at.setting, at.state, at.unit(HIM)) == (US,)
    assert not targets_of(at.setting, at.state, at.unit(THIRD))
    at.change(HIM, suppressed=True)
    assert not targets_of(at.setting, at.state, at.unit(HIM))
    at.change(HIM, suppressed=False, at="60.152").change("101.502.a", at="60.150")
    near = field({US: "60.150", HIM: "60.152", "101.502.b": "60.153"})
    assert not can_fire_at(near.setting, near.state, near.unit(HIM), "60.150")
    assert can_fire_at(near.setting, near.state, near.unit(HIM), "60.153")


@pytest.mark.rule("WED SR9")
def test_a_fire_zone_is_what_is_seen_within_range():
    at = field({US: "60.150", HIM: "60.153", "59.dew.igw": "64.148"})
    zone = zone_hexes(at.setting, at.state, "german")
    assert "60.151" in zone
    assert "60.150" not in zone
    far = [c for c in zone if at.setting.distance("64.148", c) <= 3]
    assert far
    assert all(
        min(at.setting.distance("64.148", c) - 1, at.setting.distance("60.153", c)) <= 2
        for c in zone
    )
    at.change(HIM, suppressed=True)
    assert not has_zone(at.setting, at.state, at.unit(HIM))
    at.change(HIM, suppressed=False).mark("60.153/barrage", "light")
    assert not has_zone(at.setting, at.state, at.unit(HIM))
    assert not in_enemy_zone(at.setting, at.state, "allied", "60.152")


@pytest.mark.rule("WED SR11", "WED N10")
def test_guns_fire_indirectly_beyond_three_hexes_and_need_an_eye():
    gun = "59.art.ii"
    at = field({US: "60.150", gun: "60.145"})
    assert indirect(at.setting, at.unit(gun), "60.150")
    assert weapon_at(at.setting, at.unit(gun), "60.150") == "orange"
    assert weapon_at(at.setting, at.unit(gun), "60.147") == "yellow"
    at = field({US: "60.150", gun: "46.152", HIM: "60.152"})
    assert spotted(at.setting, at.state, at.unit(gun), "60.150")
    assert can_fire_at(at.setting, at.state, at.unit(gun), "60.150")
    at.change(HIM, at="46.153")
    assert not can_fire_at(at.setting, at.state, at.unit(gun), "60.150")


@pytest.mark.rule("WED S1.0")
def test_guns_in_a_park_fire_and_are_no_target():
    gun = "59.art.ii"
    at = field({US: "60.150", HIM: "60.152"}, place=[{"units": [gun], "at": "park"}])
    assert can_fire_at(at.setting, at.state, at.unit(gun), "60.150")
    assert gun not in targets_of(at.setting, at.state, at.unit(US))


def _opened(at, side, chit):
    """The chit is drawn first, its points rolled."""
    at.draw(f"{side}/{chit}")
    if at.ask.kind == "command-points":
        at.roll(0)
    return at


@pytest.mark.rule("WED SR5.1", "WED SR8")
def test_a_shot_from_the_draw_of_the_chit_to_the_damage():
    at = _opened(field({US: "60.150", HIM: "60.152"}), "german", "division/59")
    at.pick(HIM).press("fire").pick(US)
    assert at.ask.kind == "roll-company"
    at.roll(9)
    assert at.ask.kind == "fire-fire"
    assert at.ask.chart == "fire"
    at.roll(0)
    assert at.unit(US).cohesion == 1
    assert at.unit(HIM).acted


def _shot(firer: str, *, column: bool = False):
    """*firer* has fired at the company with its bonus; the die is still to fall."""
    chits = {"allied": ["division/101", "direct"], "german": ["division/59", "division/chi"]}
    at = field({US: "60.150", firer: "60.152"}, chits=chits)
    at.change(US, column=column)
    _opened(at, "german", "division/chi" if firer.startswith("chi") else "division/59")
    at.pick(firer).press("fire").pick(US)
    return at.roll(0)  # the whole company fires


@pytest.mark.rule("WED SR8", "WED SR5.2")
@pytest.mark.parametrize(
    ("firer", "dice", "after"),
    [
        (HIM, (0,), {"cohesion": 1}),
        (HIM, (3, 9), {"suppressed": True}),
        (HIM, (3, 0), {"cohesion": 1}),
        (HIM, (1, 9), {"suppressed": True}),
        (HIM, (1, 0), {}),
        (HIM, (9,), {}),
        ("chi.flak.424", (5,), {"steps": 1}),
        ("chi.flak.424", (6,), {"at": None, "steps": 0}),
    ],
)
def test_what_each_result_does(firer, dice, after):
    at = _shot(firer)
    before = at.unit(US)
    at.roll(*dice)
    changed = {
        key: getattr(at.unit(US), key)
        for key in before.__struct_fields__
        if getattr(at.unit(US), key) != getattr(before, key)
    }
    assert changed == after


@pytest.mark.rule("WED SR8")
def test_a_third_cohesion_hit_costs_a_step():
    at = _shot(HIM)
    at.change(US, cohesion=2)
    at.roll(0)
    assert at.unit(US).steps == 1
    assert at.unit(US).cohesion == 2


@pytest.mark.rule("WED SR8")
def test_troop_quality_and_its_modifiers():
    at = field({US: "60.150", "101.502.ldr": "60.151", HIM: "60.152"})
    check = Check(step="begin", unit=US, what="hit")
    assert needed(at.setting, at.state, check) == 7
    at.change(US, cohesion=2, suppressed=True, steps=1, dug="entrenched")
    at.mark("60.150/barrage", "heavy").change("101.502.ldr", at="46.153")
    found = {f.id: f.value for f in quality(at.setting, at.state, at.unit(US))}
    assert found == {
        "out": -1,
        "cohesion": -1,
        "suppressed": -1,
        "reduced": -1,
        "barrage": -2,
        "entrenched": 2,
    }
    assert chances(-5) == 1
    assert chances(20) == 9
    assert chances(4) == 5


@pytest.mark.rule("WED SR6", "WED N19", "WED N9")
def test_who_may_fire_at_a_unit_that_leaves():
    mortar = "59.dew.igw"
    places = {US: "60.150", HIM: "60.152", THIRD: "60.155", mortar: "62.150"}
    at = field(places)
    window = Window(step="ask", unit=US, cause="leave", goal="60.149")
    assert set(able(at.setting, at.state, window)) == {HIM, mortar}
    again = Window(step="ask", unit=US, cause="leave", goal="60.149", fired=(HIM,))
    assert able(at.setting, at.state, again) == (mortar,)
    silent = field(places, mortars="no")
    assert able(silent.setting, silent.state, window) == (HIM,)


@pytest.mark.rule("WED SR6")
def test_opportunity_fire_is_easier_from_zone_to_zone():
    at = field({US: "60.150", HIM: "60.152"})
    assert _factors(at, kind="opportunity", goal="60.151")["zones"] == 3
    assert _factors(at, kind="opportunity", goal="60.149")["open"] == -1
    two = field({US: "60.150", HIM: "60.152"}, ruleset="2.0")
    assert _factors(two, kind="opportunity", goal="60.151")["zones"] == 2


@pytest.mark.rule("WED SR6", "WED SR8")
@pytest.mark.parametrize(("dice", "goes"), [((9,), True), ((0, 1, 9), False), ((0, 9), True)])
def test_a_march_out_of_a_zone_is_fired_at_and_stopped_by_suppression(dice, goes):
    at = field({US: "60.150", HIM: "60.152", "101.502.ldr": "60.149"})
    _opened(at, "allied", "formation/101.502")
    at.pick(US).go(US, "60.149")
    assert at.ask.kind == "opportunity"
    assert at.ask.who == "german"
    at.pick(HIM).roll(*dice)
    if at.ask.kind == "opportunity":
        at.press("hold")
    assert (at.unit(US).at == "60.149") == goes


@pytest.mark.rule("WED 2.9", "WED SR11")
def test_indirect_fire_leaves_a_barrage_and_a_nought_rubble():
    gun, town = "59.art.ii", "60.150"
    at = field({US: town, HIM: "60.152", gun: "60.145", "59.dew.ldr": "60.147"})
    at.setting.terrain[town] = "city"  # type: ignore[index]
    _opened(at, "german", "formation/59.dew")
    at.pick(gun).press("fire").pick(US).roll(0)
    assert at.state.marks["60.150/barrage"] in ("light", "heavy")
    assert at.state.marks["60.150/rubble"] is True
