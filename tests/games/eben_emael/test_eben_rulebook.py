"""What the rulebook claims: nothing of ours counts as the text's, nothing changed as enforced."""

import json

from eben import RULES

from wardesk.cli.lists import rules as list_rules

BOOK = RULES.rulebook


def test_readings_of_our_own_are_told_apart():
    assert [rule.id for rule in BOOK.rules if rule.ours] == ["N62", "N63", "N64", "N65"]


def test_a_rule_that_is_played_otherwise_than_printed_says_how():
    changed = {rule.id: rule.ruling for rule in BOOK.rules if rule.status == "changed"}
    assert all("printed" in ruling for ruling in changed.values()), changed
    assert set(changed) == {
        "2.1-L",  # all gliders are placed before any is rolled for, counters freely
        "N7",  # machine guns have lines of their own, counters are played in attacks
        "N11",  # the guns of full readiness reach the whole map
        "2.1-I",  # positions are attacked, manned or not
        "N22",  # any combat
        "N67",  # any combat
        "N39",  # a charge blows a work up
        "N41",  # points are those of sectors controlled
        "N46",  # gliders 9 to 12
        "N47",  # a strike on works that stand empty
    }


def test_the_list_counts_our_own_rules_apart(capsys):
    list_rules("eben-emael", as_json=True)
    found = json.loads(capsys.readouterr().out)
    counts = found["counts"]
    assert counts["ours"] == 4
    assert sum(counts.values()) == len(BOOK.rules)
    list_rules("eben-emael")
    lines = capsys.readouterr().out.splitlines()
    apart = lines.index("Ours, not in the text:")
    told = [n for n, line in enumerate(lines) if line.startswith(("EE N62", "EE N65"))]
    assert all(n > apart for n in told)
    assert lines[-1].endswith("hand; 4 ours.")
    assert f"{counts['enforced']} enforced, 10 changed" in lines[-1]


def test_what_the_book_says_of_squads_is_what_the_forces_have():
    book = {rule.id: rule for rule in BOOK.rules}
    forces = RULES.setting.forces
    assert {glider.charges for glider in forces.glider} == {1}
    extra = next(glider for glider in forces.glider if glider.event_only)
    assert (extra.men, extra.charges) == (7, 1)
    assert book["N34"].reconstruction.startswith("Seven men and one charge")
    assert "one charge" in book["N1"].reconstruction
