"""The assistant on the command line: what it says, and what it refuses."""

import json
from random import Random

import pytest
from msgspec.structs import replace

from wardesk.cli.main import main
from wardesk.errors import UserError
from wardesk.games.europa.attack import LEFT_OUT, Attack, Troop
from wardesk.games.europa.cases import Fortifications, read_attack, written
from wardesk.games.europa.tables import TABLES
from wardesk.games.europa.works import WORKS
from wardesk.games.registry import game_ids

DESK = Fortifications()


def test_the_game_answers_for_a_board_at_home_too():
    assert "europa" in game_ids()


def test_an_attack_on_the_command_line(capsys):
    words = ["attackers=3x infantry 7, artillery 4", "defenders=infantry 5", "work=fortress"]

    assert main(["odds", "europa", "attack", *words]) == 0

    said = capsys.readouterr().out
    assert "14.5 : 5 → 2:1; two dice –3" in said
    assert "Main die, Fortress: –3 [EF 40.D.14-1]" in said
    assert "The work after the attack: Damaged fortress [EF 40.B-1]" in said
    assert "(reconstruction)" in said
    assert "Mutual instead of the counter-attack" in said
    assert main(["odds", "europa", "attack", *words, "--json"]) == 0
    assert sum(line["ways"] for line in json.loads(capsys.readouterr().out)["odds"]) == 36
    assert main(["rules", "europa"]) == 0
    assert "EF 40.D.7-6" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["tank"],
        ["attack"],
        ["attack", "attackers=infantry 5"],
        ["attack", "attackers=", "defenders=infantry 5"],
        ["attack", "attackers=infantri 5", "defenders=infantry 5"],
        ["attack", "attackers=0x infantry 5", "defenders=infantry 5"],
        ["attack", "attackers=5 infantry", "defenders=infantry 5"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5 across border"],
        ["attack", "attackers=infantry 5 across border", "defenders=infantry 5"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "work=castle"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "work=westwall"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "work=fortified-hexside"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "work=port-fortification"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "work=fort", "work-strength=3"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "airborne=yes"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "airborne=maybe"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "support=many"],
        ["attack", "attackers=infantry 5", "defenders=infantry 5", "weather=mud"],
        ["work", "work=castle"],
    ],
    ids=" ".join,
)
def test_nonsense_is_said_and_how_to_mend_it(words, capsys):
    assert main(["odds", "europa", *words]) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert 1 <= len(told.err.splitlines()) <= 2


@pytest.mark.rule(
    "EF 40.D.4-2", "EF 40.D.5-2", "EF 40.D.6-3", "EF 40.D.7-4", "EF 40.D.8-2",
)  # fmt: skip
def test_anti_aircraft_points_are_told():
    def points(work):
        case = DESK.odds("work", {"work": work})
        (line,) = [i for i in case.inputs if i.label == "Light anti-aircraft points"]
        return line.value

    areas = ("fortified-area", "improved-fortified-area", "permanent-fortified-area")
    assert [points(work)[0] for work in areas] == ["1"] * 3
    assert points("fortified-zone") == "2 (stated)"
    assert points("permanent-fortified-zone").startswith("as printed")


@pytest.mark.rule("EF 40.A-4")
def test_the_red_die_counts_for_both():
    labels = [line.label for line in DESK.odds("red", {}).odds]

    assert labels[0] == "attacker loses 15%, defender 0%"
    assert labels[5] == "attacker loses 5%, defender 15%"
    worse = DESK.odds("red", {"below-even-odds": "yes"}).odds
    assert worse[0].label == "attacker loses 20%, defender 0%"


def test_every_sentence_that_is_worked_out_has_a_test():
    from wardesk.cli.lists import rule_proofs, tests_folder

    proofs = rule_proofs(tests_folder())
    book = DESK.rulebook

    assert [r.id for r in book.rules if r.status == "assisted" and book.cite(r) not in proofs] == []


# ---- the form -----------------------------------------------------------------------------------


def _attacks(number, seed=40):
    """Attacks at random that make sense."""
    rng = Random(seed)
    across = ["minor_river", "major_river", "fortified_hexside", "unimproved_fortified_hexside"]
    found = []
    while len(found) < number:
        work = rng.choice(["", *(row.id for row in WORKS.values() if row.kind != "hexside")])
        row = WORKS.get(work)
        most = 5 if row and "strength" in row.printed else row.strength if row else 0
        troops = tuple(
            Troop(
                kind=rng.choice(TABLES.kind).id,
                strength=rng.randint(1, 12),
                halves=rng.choice(TABLES.size).halves,
                number=rng.randint(1, 3),
                across=frozenset(
                    rng.sample([*across, *(["border"] if work == "ouvrage" else [])], 1)
                    if rng.random() < 0.5
                    else []
                ),
            )
            for _ in range(rng.randint(2, 5))
        )
        defenders = tuple(replace(troop, across=frozenset()) for troop in troops[1:])
        attack = Attack(
            attackers=troops,
            defenders=defenders,
            work=work,
            work_strength=rng.randint(1 if row and row.unit else 0, most),
            printed_die=rng.randint(1, 4) if row and "die" in row.printed else 0,
            terrain=rng.choice(TABLES.terrain).id,
            city=rng.choice(TABLES.city).id,
            german_soviet=rng.random() < 0.3,
            support=rng.randint(0, 6),
            anti_air=rng.randint(0, 3),
            airborne=any(t.kind == "paratroop" for t in troops),
            supplied=rng.random() < 0.7,
            converts=rng.random() < 0.7,
            holds=rng.random() < 0.7,
            umpire=rng.randint(-2, 2),
            without=frozenset(rng.sample(LEFT_OUT, rng.randint(0, 2))),
            ruled_column=rng.choice(["", "", *TABLES.main.columns]),
        )
        found.append(attack)
    return found


@pytest.mark.parametrize("attack", _attacks(60))
def test_a_form_filled_in_from_an_attack_comes_to_the_same(attack):
    again = read_attack(written(attack))

    assert (again.strength, again.defence, again.column) == (
        attack.strength, attack.defence, attack.column,
    )  # fmt: skip
    assert again.modifiers == attack.modifiers
    assert again.armour == attack.armour
    assert again.supply == attack.supply
    assert again.chances == attack.chances
    assert again.afterwards() == attack.afterwards()
    assert written(again) == written(attack)


def test_an_umpire_leaves_modifiers_out_and_chooses_the_column():
    values = {"attackers": "2x infantry 5", "defenders": "infantry 5", "work": "fort",
              "terrain": "rough"}  # fmt: skip
    plain, ruled = (
        read_attack(values),
        read_attack({**values, "without": "work+terrain", "column": "5:1"}),
    )

    assert (plain.shift, TABLES.main.columns[plain.column]) == (-3, "2:1")
    assert (ruled.shift, TABLES.main.columns[ruled.column]) == (0, "5:1")
    lines = DESK.odds("attack", {**values, "without": "work"}).inputs
    (work,) = [line for line in lines if line.switch == "work"]
    assert (work.off, work.value, work.part, work.short) == (True, "–2, left out", "Main die",
                                                             "Fort")  # fmt: skip
    for wrong in ({"without": "weather"}, {"column": "6:1"}):
        with pytest.raises(UserError):
            DESK.odds("attack", {**values, **wrong})


@pytest.mark.rule("EF 40.D.4-2", "EF 40.D.7-4")
def test_the_anti_aircraft_of_a_work_counts_by_itself():
    values = {"attackers": "infantry 5", "defenders": "infantry 5", "support": "5"}

    def support(**more):
        return read_attack({**values, **more}).support_strength

    assert support(work="fort") == 5
    assert support(work="fortified-area") == 4
    assert support(**{"work": "fortified-zone", "anti-air": "1"}) == 2


def test_every_field_of_the_form_is_a_key_and_every_choice_can_be_read():
    (sheet,) = DESK.sheets()
    assert DESK.odds(sheet.id, sheet.start).odds
    for field in sheet.fields():
        for choice in field.choices:
            more = {field.key: choice.id}
            if choice.id in ("westwall", "unimproved-westwall"):
                more["westwall-die"] = "2"
            if WORKS.get(choice.id.replace("-", "_")) and field.key == "work":
                row = WORKS[choice.id.replace("-", "_")]
                more["work-strength"] = "1" if row.unit else "0"
            assert DESK.odds(sheet.id, {**sheet.start, **more}).odds
