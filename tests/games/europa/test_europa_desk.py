"""The assistant on the command line: what it says, and what it refuses."""

import json

import pytest

from wardesk.cli.main import main
from wardesk.games.europa.cases import Fortifications
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
