"""``wardesk campaign`` with two linked scenarios: the dead, shut ways, columns."""

from __future__ import annotations

import json

import pytest

CONDITION = 'condition = "scenario.first.winner = blue or scenario.first.winner = draw"\n'


@pytest.fixture
def folder(run, tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    made = tmp_path / "june"
    run("design", "Our June", "--template", "linked-scenarios", "--folder", made)
    return made


@pytest.fixture
def play(run, folder, tmp_path):
    """Play the first battle up to its result; the campaign's file."""

    def played(winner="red", *, condition=""):
        text = (folder / "campaign.toml").read_text()
        ways = text.replace("[[links]]\n", f"[[links]]\n{condition}")
        (folder / "campaign.toml").write_text(ways)
        file, sheet = tmp_path / "j.wdcamp", tmp_path / "sheet.json"
        run("new", file, "--design", folder, "--seed", 3)
        run("needs", file)
        run("needs", file, "--done")
        blank = json.loads(run("enter-results", file, "--node", "first").out)
        for row in blank["rows"]:
            row["lost"] = row["unit"] == "b2"
        sheet.write_text(json.dumps({**blank, "winner": winner}))
        run("enter-results", file, sheet)
        return file

    return played


def steps(run, file, unit):
    return json.loads(run("unit", file, unit, "--json").out)["steps"]


def test_who_was_lost_does_not_rise_on_the_way_to_the_next_battle(run, play):
    file = play()
    assert "Blue 2: 0 = 0 (lost)" in run("carry", file, "first", "second").out
    assert steps(run, file, "b2") == 0


def test_the_umpire_brings_somebody_back_on_the_way_with_a_reason(run, play):
    file = play()
    said = run("carry", file, "first", "second", "--why", "b2=stragglers came in").out
    assert "Blue 2: 0 +1 = 1 (back: stragglers came in)" in said
    assert steps(run, file, "b2") == 1
    assert "stragglers came in" in run("log", file, "--kind", "unit.step_recovered").out


def test_a_way_that_is_shut_for_good_is_told_until_somebody_says_so(run, play):
    file = play("red", condition=CONDITION)
    said = run("needs", file).out
    assert "No way leads on from First battle" in said
    assert "can no longer be: Blue won First battle or First battle ended in a draw" in said
    assert "No way leads on" in run("needs", file, "--list").out
    begun = run("needs", file, "node=second", "--allow", "we want to play it").out
    assert "Second battle" in begun
    assert "No way leads on" not in run("needs", file, "--list").out

    assert steps(run, file, "b2") == 0


def test_a_way_that_is_open_is_not_called_shut(run, play):
    assert "No way leads on" not in run("needs", play("blue", condition=CONDITION), "--list").out


def test_an_outcome_after_which_nothing_follows_is_told_by_the_check(run, folder):
    text = (folder / "campaign.toml").read_text()
    assert "No way leads on" not in run("check", folder).out
    (folder / "campaign.toml").write_text(text.replace("[[links]]\n", f"[[links]]\n{CONDITION}"))
    said = run("check", folder).out
    assert "No way leads on from First battle where Red wins" in said
    assert "where Blue" not in said


@pytest.mark.parametrize("cells", [("", "total nonsense", ""), ("", "", ""), ("x", "", "")])
def test_a_column_that_nobody_knows_is_refused_wherever_its_cells_are(run, folder, cells):
    lines = (folder / "units.csv").read_text().splitlines()
    cells = (*cells, *[""] * len(lines))
    rows = [f"{line},{cell}" for line, cell in zip(lines[1:], cells, strict=False)]
    (folder / "units.csv").write_text("\n".join([f"{lines[0]},gat", *rows]))
    said = run("check", folder, expect=1)
    assert "nobody knows the column 'gat'" in said.out + said.err
