"""The figures of tables and works, as somebody typed them from the text and the map's list."""

import pytest
from eben import RULES, make

from wardesk.engine.types import replace
from wardesk.errors import UserError
from wardesk.games.eben_emael.tables import TABLES, Tables, read_victory

AT, GUN = ("anti_tank", 6), ("artillery", 16)
WORKS = {
    # machine guns, guns, column by sector
    "BL1": (2, [AT], {"OUT": 6, "W1": 6, "G9": 3}),
    "BL2": (2, [AT], {"G1": 6, "G2": 6}),
    "BL3": (0, [GUN], {}),
    "BL4": (2, [AT], {"W2": 6, "G8": 6}),
    "BL5": (2, [GUN], {"W2": 6}),
    "BL6": (2, [AT], {"W1": 6, "VI2": 3}),
    "MN": (
        3,
        [],
        {"G3": 6, "G4": 6, "MA2": 6, "D2": 6, "C120": 3, "G6": 3, "G5": 3, "D1": 3},
    ),
    "MS": (3, [], {"G2": 6, "MA1": 6, "G5": 6, "BL2": 3, "G9": 3, "G3": 3}),
    "C120": (0, [GUN], {}),
    "KN": (1, [], {"G4": 3}),
    "KS": (1, [], {"G8": 3}),
    "MICA": (3, [], {"GRA": 9, "G8": 9, "BL3": 9, "G6": 9}),
}
COUNTERS = {
    # side, strength, men, works, last turns only
    "airstrike-14": ("german", 14, 0, "", False),
    "airstrike-20": ("german", 20, 0, "", False),
    "airstrike-26": ("german", 26, 0, "", False),
    "artillery-1": ("belgian", 1, 0, "", False),
    "blocked-1-2": ("german", 0, 0, "BL1 BL2", False),
    "blocked-4-5": ("german", 0, 0, "BL4 BL5", False),
    "blocked-mi": ("german", 0, 0, "MN MS", False),
    "canal": ("german", 0, 0, "KN KS", False),
    "charge": ("german", 0, 0, "", False),
    "combat": ("german", 0, 0, "", False),
    "counterattack-1": ("belgian", 0, 40, "BL1", False),
    "counterattack-2": ("belgian", 0, 40, "BL2", False),
    "counterattack-3": ("belgian", 0, 20, "BL3", False),
    "counterattack-4": ("belgian", 0, 20, "BL4", False),
    "counterattack-5": ("belgian", 0, 20, "BL5", False),
    "counterattack-all": ("belgian", 0, 20, "BL1 BL2 BL3 BL4 BL5 BL6 MN MS", True),
    "flamethrower": ("german", 0, 0, "", False),
    "glider-12": ("german", 0, 7, "", False),
    "sappers": ("german", 0, 60, "BL1", False),
    "tunnels": ("german", 0, 0, "", True),
}


@pytest.mark.rule("EE N51", "EE N63", "EE N50")
def test_works_are_armed_as_listed():
    found = {
        work.id: (work.machine_guns, [(g.kind, g.strength) for g in work.guns], work.arcs)
        for work in TABLES.work
    }
    assert found == WORKS
    assert TABLES.works_head.mortar_strength == 6
    assert set(TABLES.exits) == {"BL1", "BL2", "BL3", "BL4", "BL5", "BL6", "MN", "MS"}


@pytest.mark.rule("EE 6.0")
def test_counters_are_those_of_the_text():
    found = {c.id: (c.side, c.strength, c.men, " ".join(c.works), c.late) for c in TABLES.counter}
    assert found == COUNTERS


@pytest.mark.rule("EE N43", "EE 3.6", "EE N46", "EE N40", "EE N49", "EE N47", "EE N12", "EE N13")
def test_single_figures_are_those_of_the_text():
    figures = TABLES.constants
    assert (figures.turns, figures.capacity, figures.most_landed) == (15, 80, 9)
    assert (figures.german_men, figures.belgian_men, figures.strike_before) == (85, 329, 26)
    assert (figures.exit_occupied, figures.exit_free, figures.sappers) == (20, 60, 60)
    assert figures.last_turns == (14, 15)


@pytest.mark.rule("EE 2.1-L", "EE N35", "EE N39")
def test_small_tables_face_by_face():
    landing = TABLES.landing
    assert [t for t in range(2, 13) if landing.lost(t)] == [2, 3, 12]
    assert {t: landing.men_lost(t) for t in range(4, 12)} == {
        4: 2, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 0, 11: 1,
    }  # fmt: skip
    assert [TABLES.canal.loss(face) for face in range(1, 7)] == [0, 0, 1, 1, 2, 2]
    assert [TABLES.demolition.loss(face) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("EE N39")
def test_what_a_charge_needs_is_what_was_set_work_by_work():
    charge = TABLES.charge
    steel = {"C120": 5, "BL3": 5, "BL5": 6, "BL1": 5, "BL2": 5, "BL4": 5, "BL6": 5}
    assert {work: charge.needs(work) for work in RULES.setting.fort.works} == {
        **dict.fromkeys(("MN", "MS", "MA1", "MA2", "VI1", "VI2", "KN", "KS"), 4),
        **steel,
    }
    assert (charge.usual, charge.least) == (4, steel)


@pytest.mark.rule("EE N14", "EE N15")
def test_columns_begin_where_the_heads_say():
    assert TABLES.machine_gun.least == (3, 6, 9)
    assert TABLES.artillery.least == (1, 2, 7, 13, 18, 22, 26)


@pytest.mark.rule("EE N42")
def test_levels_begin_where_the_text_says():
    names = [TABLES.victory(points).id for points in range(18)]
    printed = ["defeat"] * 5 + ["tactical"] * 4 + ["minor"] * 4 + ["major"] * 4 + ["overwhelming"]
    assert names == printed


@pytest.mark.rule("EE N14", "EE N15")
@pytest.mark.parametrize(
    ("strength", "column"),
    [(1, 0), (2, 1), (6, 1), (7, 2), (12, 2), (13, 3), (16, 3), (17, 3), (18, 4), (21, 4), (22, 5),
     (25, 5), (26, 6), (40, 6)],
)  # fmt: skip
def test_strengths_find_their_column(strength, column):
    assert TABLES.artillery.column(strength) == column


def test_a_sector_that_no_gun_bears_on_has_no_column():
    assert TABLES.bearing("MN", "G7") == 0
    assert TABLES.bearing("G7", "MN") == 0
    assert TABLES.bearing("MS", "G2") == 6
    assert [TABLES.best_bearing(work) for work in ("BL3", "KN", "MN", "MICA", "G7")] == [
        0, 3, 6, 9, 0,
    ]  # fmt: skip


# ---- what a designer may change -----------------------------------------------------------------


@pytest.mark.parametrize("least", [0, 100, True, "9"])
def test_a_level_takes_1_to_99_points(least):
    with pytest.raises(UserError, match="needs 1 to 99 points"):
        TABLES.with_victory({"minor": least})


def test_levels_must_rise_and_be_known():
    assert TABLES.with_victory({"overwhelming": 99}).victory(99).id == "overwhelming"
    assert TABLES.with_victory({"tactical": 1}).victory(1).id == "tactical"
    with pytest.raises(UserError, match="more points than the one below"):
        TABLES.with_victory({"minor": 13})
    with pytest.raises(UserError, match="no victory level"):
        TABLES.with_victory({"defeat": 3})
    with pytest.raises(UserError, match="must be a table"):
        read_victory({"victory": 9})
    assert read_victory({}) == {}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("least = 0\n", "least = 1\n", "must begin at 0"),
        ('id = "airstrike-20"', 'id = "airstrike-14"', "listed twice"),
        ('id = "KS"', 'id = "KN"', "listed twice"),
    ],
)
def test_a_table_that_is_wrong_is_not_read(old, new, fault, tmp_path):
    from wardesk.games.eben_emael.tables import TABLES_FILE

    path = tmp_path / "tables.toml"
    path.write_text(TABLES_FILE.read_text(encoding="utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=fault):
        Tables.read(path)


# ---- the fort -----------------------------------------------------------------------------------


@pytest.mark.rule("EE N6", "EE N41")
def test_ground_and_points_of_the_fort():
    fort = RULES.setting.fort
    assert {c for c, by in fort.divisors.items() if by == 2} == {"MICA", "GRA", "G1", "G9"}
    assert {c for c, by in fort.divisors.items() if by == 3} == fort.works
    assert len(fort.works) == 15
    assert fort.trenches == {"MICA"}
    assert sum(fort.points.values()) == 26
    assert {c: n for c, n in fort.points.items() if n != 2} == {
        "BL2": 1, "BL4": 1, "BL6": 1, "VI2": 1, "C120": 3, "KN": 1, "KS": 1, "MICA": 1,
    }  # fmt: skip
    beside_the_roof = {"BL1", "BL2", "BL4", "BL6", "G1", "G9", "KN", "KS", "OUT", "VI2", "W1", "W2"}
    assert set(fort.cells) - set(fort.landing) == beside_the_roof


def test_weapons_stand_in_their_works():
    pieces = RULES.setup()[0]
    guns = {e.piece.id: e.piece for e in pieces if hasattr(e, "piece") and e.piece.strength}
    assert {g.id: (g.strength, g.equipment, g.inside) for g in guns.values()} == {
        **{f"BL{n}.anti_tank": (6, 1, True) for n in (1, 2, 4, 6)},
        **{f"{work}.artillery": (16, 1, True) for work in ("BL3", "BL5", "C120")},
    }
    posts = {e.piece.id: e.piece for e in pieces if hasattr(e, "piece")}
    assert posts["MICA.machine_gun"].inside is False
    assert posts["MN.machine_gun"].equipment == 3
    assert posts["MN.machine_gun"].strength == 0


def test_an_option_has_a_digest_of_its_own():
    assert make().digest != make(charge="sure").digest
    assert replace(TABLES.charge, usual=3).needs("nowhere") == 3
