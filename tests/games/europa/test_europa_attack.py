"""Attacks on works: strengths, die, supply, and chances equal to an exhaustive enumeration."""

from random import Random

import paper
import pytest

from wardesk.games.europa.attack import HALVING, Attack, Troop
from wardesk.games.europa.cases import Fortifications, read_attack
from wardesk.games.europa.tables import TABLES
from wardesk.games.europa.works import WORKS


def attack(text="infantry 12", against="infantry 6", **more):
    keys = {key.replace("_", "-"): str(value) for key, value in more.items()}
    return read_attack({"attackers": text, "defenders": against, **keys})


def work(name, text="infantry 12", **more):
    if WORKS[name].unit:
        more["work_strength"] = 3
    if "die" in WORKS[name].printed:
        more["westwall_die"] = 2
    return attack(text, work=name, **more)


def result(case, letters):
    return case.outcome(letters)


@pytest.mark.rule(
    "EF 40.C-5", "EF 40.C-7", "EF 40.D-3", "EF 40.D.1-1", "EF 40.D.2-1", "EF 40.D.3-1",
    "EF 40.D.4-1", "EF 40.D.5-1", "EF 40.D.6-4", "EF 40.D.7-1", "EF 40.D.8-3", "EF 40.D.11-1",
    "EF 40.D.12-1", "EF 40.D.13-1", "EF 40.D.14-1", "EF 40.D.15-3", "EF 40.D.16-2",
    "EF 40.D.17-1", "EF 40.D.18-1", "EF 40.D.19-1", "EF 40.D.15-2", "EF 40.D.6-2",
)  # fmt: skip
@pytest.mark.parametrize("name", [n for n, row in WORKS.items() if row.kind != "hexside"])
def test_a_work_changes_die_armour_and_supply(name):
    case = work(name, "armour 12")
    row = WORKS[name]

    assert case.shift - case.armour_bonus == (-2 if "die" in row.printed else row.die)
    assert case.armour_bonus == max(0, 4 + row.armour)
    assert case.supply == (1, row.supply)


@pytest.mark.rule("EF 40.D.9-1", "EF 40.D.9-2", "EF 40.D.10-1", "EF 40.D.10-3", "EF N6")
def test_a_hexside_counts_where_all_cross_it():
    both = attack("2x armour 6 across fortified-hexside", work="fort")
    one = attack("armour 6 across fortified-hexside, armour 6", work="fort")
    easy = attack("armour 6 across unimproved-fortified-hexside")

    assert (both.shift - both.armour_bonus, both.armour_bonus, both.supply[1]) == (-3, 1, 4)
    assert (one.shift - one.armour_bonus, one.armour_bonus) == (-2, 3)
    assert (easy.shift - easy.armour_bonus, easy.armour_bonus, easy.supply[1]) == (-2, 1, 2)


@pytest.mark.rule(
    "EF 40.D.1-2", "EF 40.D.2-2", "EF 40.D.3-2", "EF 40.D.4-3", "EF 40.D.5-3", "EF 40.D.7-3",
    "EF 40.D.11-2", "EF 40.D.12-2", "EF 40.D.13-4", "EF 40.D.14-5", "EF 40.D.16-3",
    "EF 40.D.17-3", "EF 40.D.18-2", "EF 40.D.19-3", "EF N5", "EF N7", "EF N8",
)  # fmt: skip
def test_what_the_attack_costs():
    assert work("damaged_fort").supply_points == 2  # a half is rounded up once
    assert work("fort").supply_points == 2
    assert work("fortress").supply_points == 3
    assert work("ouvrage").supply_points == 4
    assert work("fort", "2x infantry 8 corps, infantry 1 battalion").supply_points == 6
    assert attack("infantry 4 brigade").supply_points == 1
    assert attack(supplied="no").strength == 6


@pytest.mark.rule("EF 40.D.7-2", "EF 40.D.14-3", "EF 40.D.10-2", "EF N13", "EF N3")
def test_who_is_halved():
    def each(name, across=""):
        kinds = ("infantry", "artillery", "combat-engineer", "engineer", "heavy-aa")
        given = (f"{kind} 8 {across}" for kind in kinds)
        return [int(s.strength) for s in attack(",".join(given), **name).shares]

    assert each({"work": "fortified_zone"}) == [4, 8, 8, 4, 4]
    assert each({"work": "fortress"}) == [4, 8, 8, 4, 8]
    assert each({"work": "damaged_fortress"}) == [8] * 5
    assert each({}, "across fortified-hexside") == [4, 8, 8, 8, 4]
    assert each({"work": "fortress"}, "across major-river") == [2, 4, 4, 2, 4]
    assert each({"work": "fortified_zone"}, "across fortified-hexside") == [4, 8, 8, 4, 4]


@pytest.mark.rule("EF 40.D.19-4", "EF 40.D.19-5", "EF 40.D.19-6", "EF 40.D.19-7", "EF 40.D.8-4")
def test_an_ouvrage_halves_and_quarters():
    text = "infantry 8, infantry 8 across border, siege-artillery 8 across border, "
    text += "combat-engineer 8, combat-engineer 8 across border, artillery 8"
    case = work("ouvrage", text, support=6)

    assert [int(share.strength) for share in case.shares] == [4, 2, 8, 8, 4, 4]
    assert case.support_strength == 3
    assert work("permanent_fortified_zone", support=6).support_strength == 3
    assert work("fortress", support=6).support_strength == 6


@pytest.mark.rule("EF 40.A-1", "EF 40.A-2", "EF 40.A-3", "EF N2")
def test_counter_attack_and_deadlock_become_mutual():
    landing = "infantry 12, paratroop 3"
    inside = work("fort")
    assert {result(inside, letters).result for letters in ("CA", "DL")} == {"ME"}
    assert result(inside, "DR").result == "DR"
    assert result(work("entrenchment"), "CA").result == "CA"
    assert result(attack(), "DL").result == "DL"
    assert result(work("fort", landing, airborne="yes"), "CA").result == "CA"
    city = result(attack(landing, city="major", airborne="yes"), "CA")
    assert (city.result, city.paratroops_countered) == ("ME", True)
    assert result(attack(city="reference"), "CA").result == "CA"
    assert result(work("fort", convert="no"), "CA").result == "CA"


@pytest.mark.rule("EF 40.A-5", "EF 40.D-9", "EF N9")
def test_disruption_is_halved_and_lost():
    opened, covered = result(attack(), "DR"), result(work("entrenchment"), "DR")
    assert (opened.disrupted, opened.casualties) == (2, 0)
    assert (covered.disrupted, covered.casualties) == (0, 1)
    assert result(attack(city="reference"), "DR").casualties == 1
    assert result(attack(city="dot"), "DR").disrupted == 2
    assert work("fort", work_strength=2).defending_halves == 8
    assert work("fort", work_strength=2).defence == 8


@pytest.mark.rule("EF 40.D.13-3", "EF 40.D.14-4", "EF 40.D.17-2", "EF 40.D.19-2")
def test_retreats_are_ignored():
    for name in ("damaged_fortress", "fortress", "port_fortification", "westwall", "ouvrage"):
        assert not result(work(name), "DR").falls
        assert not result(work(name), "DLX").falls
        assert result(work(name), "DE").falls
        assert result(work(name), "OR1").falls
        assert result(work(name, stand="no"), "DR").falls
    for name in ("fort", "unimproved_fortress", "unimproved_westwall", "destroyed_ouvrage"):
        assert result(work(name), "DR").falls


@pytest.mark.rule("EF 40.E-1", "EF 40.E-3", "EF 40.E-4", "EF N4", "EF N10")
def test_cities_and_armour():
    assert attack(city="major").shift == -2
    assert attack(city="major", german_soviet="yes").shift == -3
    assert attack(city="reference", german_soviet="yes").shift == -1
    assert attack("armour 6, infantry 6").armour_bonus == 4
    assert attack("armour 6 brigade, 3x infantry 6").armour_bonus == 1
    assert attack("armour 6", "armour 6").armour_bonus == 0
    assert attack("infantry 6", "armour 6").armour == ()


# ---- chances ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule(
    "EF N1", "EF N3", "EF N4", "EF N5", "EF N6", "EF N8", "EF N10", "EF N13", "EF N19", "EF 40.A-1",
    "EF 40.A-2", "EF 40.A-3", "EF 40.A-5", "EF 40.B-1", "EF 40.B-18",
)  # fmt: skip
def test_the_assistant_says_of_a_thousand_attacks_what_was_enumerated_on_paper():
    rng = Random(40)
    for number in range(1000):
        sheet = paper.drawn(rng)
        values = paper.typed(sheet)
        case = Fortifications().odds("attack", values)
        told = {line.label: line.ways for line in case.odds}
        assert told == paper.chances(sheet), (number, values)
        assert {line.of for line in case.odds} == {36}
        attack = read_attack(values)
        assert (attack.strength, attack.defence, TABLES.main.columns[attack.column]) == (
            paper.strength(sheet), paper.defence(sheet), paper.column(sheet),
        ), (number, values)  # fmt: skip
        assert (attack.shift, attack.supply_points) == (
            paper.shift(sheet), paper.supply_points(sheet),
        ), (number, values)  # fmt: skip
        if sheet["work"] != "none":
            left, due = paper.afterwards(sheet)
            change = attack.afterwards()
            work = change.site.work.replace("_", "-") if change.site else "gone"
            assert (work, change.replacements) == (left, due), (number, values)


@pytest.mark.rule("EF 40.D.7-2", "EF 40.D.8-3", "EF 40.D.14-3", "EF 40.D.15-3", "EF 40.D.19-5")
def test_whoever_is_halved_is_told_by_which_sentence():
    for kind, cite in HALVING.items():
        one = Attack(attackers=(Troop(kind="infantry", strength=8, halves=6),), work=kind,
                     work_strength=1)  # fmt: skip
        (share,) = one.shares
        assert (share.strength, [c for _, c in share.reasons]) == (4, [cite]), kind
