"""``wardesk campaign`` from end to end: new, next, act, results, rulings, undo, backup, doctor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wardesk import paths
from wardesk.cli.main import main

NOW = "2026-05-10T12:00"


@pytest.fixture
def file(run, tmp_path):
    made = tmp_path / "market"
    run("new", made, "--design", "market-garden", "--seed", 7, "--name", "Club night", "--now", NOW)
    return made.with_name("market.wdcamp")


def as_json(said):
    return json.loads(said.out)


def test_a_campaign_is_played_by_commands(run, file, tmp_path):
    assert (
        "Reconstruction"
        in run("new", tmp_path / "other", "--design", "market-garden", "--now", NOW).out
    )
    first = as_json(run("status", file, "--json"))
    assert (first["turn"]["slot"], first["events"]) == ("1300", 3)
    said = run("next", file)
    assert "Drop One" in said.out
    while as_json(run("status", file, "--json"))["turn"]["slot"] != "1900":
        run("next", file)

    said = run("next", file, expect=2)
    assert "stays, as the map has it" in said.err  # KG Walther stands on the road
    assert "enemy" in run("act", file, "advance", "stop=border", expect=2).err
    run("act", file, "advance", "stop=border", "enemy_before=nobody")
    run("next", file)
    assert "open" in run("next", file).out
    run("next", file, "--skip", "no moves")
    assert "XII Corps" in run("next", file).out

    odds = run("act", file, "weak-bridge", "bridge=dommel", "--odds")
    assert "stable 90 %, unstable 10 %" in odds.out
    done = as_json(run("act", file, "weak-bridge", "bridge=dommel", "--roll", 9, "--json"))
    assert done["roll"] == 9
    assert done["events"][-1]["body"]["state"] == "unstable"
    after = as_json(run("status", file, "--json"))
    assert after["bridges"]["dommel"] == "unstable"


def test_results_are_printed_filled_compared_and_entered(run, file, tmp_path):
    run("next", file)
    sheet = as_json(run("enter-results", file, "--game", "WED"))
    row = next(each for each in sheet["rows"] if each["steps"] == 2)
    filled = tmp_path / "sheet.json"
    filled.write_text(json.dumps({"game": "WED", "rows": [{"unit": row["unit"], "steps": 1}]}))
    events = as_json(run("status", file, "--json"))["events"]

    assert "2 steps before − 1 lost" in run("enter-results", file, filled, "--check").out
    assert as_json(run("status", file, "--json"))["events"] == events
    run("enter-results", file, filled)
    assert as_json(run("status", file, "--json"))["events"] == events + 1

    filled.write_text(json.dumps({"rows": [{"unit": row["unit"], "steps": 9}]}))
    assert "at most" in run("enter-results", file, filled, expect=2).err
    filled.write_text(json.dumps({"rows": [{"unit": row["unit"], "step": 1}]}))
    assert "step" in run("enter-results", file, filled, expect=2).err
    assert as_json(run("status", file, "--json"))["events"] == events + 1


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"{", "line 1"), (b'{"rows": [{"unit": 7}]}', "row 1"), (b"\xe9", "UTF-8")],
)
def test_a_broken_sheet_is_told_as_a_sheet(run, file, tmp_path, data, why):
    sheet = tmp_path / "sheet.json"
    sheet.write_bytes(data)

    said = run("enter-results", file, sheet, expect=2).err

    assert why in said
    assert "map" not in said.replace(str(tmp_path), "")
    assert "print a new one" in said


def test_units_missing_from_a_sheet_are_named(run, file, tmp_path):
    run("next", file)
    sheet = tmp_path / "sheet.json"
    blank = as_json(run("enter-results", file, "--game", "WED"))
    blank["rows"] = blank["rows"][1:]
    blank["rows"][0]["note"] = "seen"
    sheet.write_text(json.dumps(blank))

    assert len(as_json(run("enter-results", file, sheet, "--check", "--json"))["missing"]) == 1
    assert "Not on this sheet" in run("enter-results", file, sheet, "--check").out


def test_a_guards_unit_is_lost_a_step_and_goes_over_to_the_other_game(run, file, tmp_path):
    unit = "gds.ind.hhca"
    run("place", file, unit, "--hex", "61.141", "--game", "WED")
    filled = tmp_path / "sheet.json"
    filled.write_text(json.dumps({"game": "WED", "rows": [{"unit": unit, "steps": 1}]}))
    run("enter-results", file, filled)
    said = run("transfer", file, unit, "--to", "TDC", expect=2).err
    assert "shut" in said
    assert "umpire can allow" in said
    run("transfer", file, unit, "--to", "TDC", "--allow", "by the back road")
    assert (
        "is on its way to TDC"
        in run("place", file, unit, "--hex", "1.1", "--game", "WED", expect=2).err
    )
    run("place", file, unit, "--hex", "14.89", "--game", "TDC")

    rows = as_json(run("enter-results", file, "--game", "TDC"))["rows"]

    assert [(r["unit"], r["steps"], r["hex"]) for r in rows] == [(unit, 1, "14.89")]
    assert "no game 'XYZ'" in run("place", file, unit, "--game", "XYZ", expect=2).err
    assert "no unit 'nobody'" in run("transfer", file, "nobody", "--to", "TDC", expect=2).err


def test_what_the_rules_refuse_is_allowed_by_the_umpire_with_a_reason(run, file):
    refused = run("act", file, "choose-huber", "option=huber.chill", expect=2).err
    assert "night of 17 September" in refused
    assert "umpire can allow" in refused

    run("act", file, "choose-huber", "option=huber.chill", "--allow", "the club plays it so")

    log = run("log", file, "--kind", "proposal.decided").out
    assert "the club plays it so" in log


def test_a_question_says_whether_its_ruling_changes_what_the_desk_does(run, file):
    assert "changes what the desk does" in run("rule", file, "open-or-cut").out
    assert "for the record" in run("rule", file, "huber-date").out
    shown = as_json(run("rule", file, "huber-date", "--json"))
    assert shown[0]["decides"] is False


def test_a_scenario_is_opened_closed_and_carried_over(run, file, tmp_path):
    run("enter-node", file, "drive", "gds.ind.hhcd")
    assert "no scenario" in run("enter-node", file, "walk", expect=2).err
    filled = tmp_path / "sheet.json"
    rows = [{"unit": "gds.ind.hhcd", "steps": 1}]
    filled.write_text(json.dumps({"node": "drive", "winner": "german", "rows": rows}))
    run("enter-results", file, filled)
    run("act", file, "scenario-bridges")
    assert as_json(run("status", file, "--json"))["bridges"]["dommel"] == "unstable"

    assert "1 steps in + 0 restored" in run("carry", file, "drive", "wed", "--check").out
    run("carry", file, "drive", "wed")

    said = run("carry", file, "wed", "tdc", expect=2)
    assert "is shut" in said.err


def test_a_scenario_is_laid_on_a_table_and_brought_back(run, file, tmp_path):
    game, sheet = tmp_path / "drive.wdgame", tmp_path / "sheet.json"
    said = run(
        "table", file, "drive", "gds.ind.hhcd", "--free", "--out", game, "--seed", 1, "--now", NOW
    )
    assert "plain stand-in" in said.out
    assert "--from" in said.out
    events = as_json(run("status", file, "--json"))["events"]

    said = run("enter-results", file, "drive", "--from", game, "--keep", sheet, expect=1)
    assert "Say who won." in said.out
    assert "Nothing is entered yet" in said.out
    assert "2 steps before" in said.out
    run("enter-results", file, "race", "--from", game, expect=2)
    assert as_json(run("status", file, "--json"))["events"] == events

    filled = json.loads(sheet.read_text())
    filled["winner"] = "german"
    filled["rows"][0]["steps"] = 1
    sheet.write_text(json.dumps(filled))
    run("enter-results", file, sheet)
    # a step, what the outcome decides about the bridge, and the end of the scenario
    assert as_json(run("status", file, "--json"))["events"] == events + 3
    assert "is over" in run("table", file, "drive", expect=2).err


def test_rulings_and_undo(run, file):
    assert "corps-reset [5.2] open" in run("rule", file).out
    assert "- kept for good" in run("rule", file, "corps-reset").out
    run("rule", file, "corps-reset", "kept for good", expect=2)
    run("rule", file, "corps-reset", "kept for good", "--reason", "as printed")
    assert "ruled by umpire" in run("rule", file, "corps-reset").out
    number = as_json(run("log", file, "--kind", "ruling", "--json"))[0]["seq"]

    assert "It is free" in run("undo", file, number, "--check").out
    run("undo", file, number, "--reason", "a slip")

    assert "open, our proposal" in run("rule", file, "corps-reset").out
    assert "correction.reversed" in run("log", file, "--last", 1).out


def test_a_seat_sees_its_own_log(run, file):
    run("act", file, "hide-raid", "night=2")

    german = run("log", file, "--seat", "german", "--last", 0).out
    allied = run("log", file, "--seat", "allied", "--last", 0).out

    assert "secret.kept" in german
    assert "secret.kept" not in allied
    assert "no seat" in run("log", file, "--seat", "moon", expect=2).err


def test_next_until_a_turn_stops_where_needs_stops_and_does_nothing_that_somebody_must_do(
    run, file
):
    asked = as_json(run("needs", file, "--json"))["need"]
    said = run("next", file, "--until", "17 Sep 1900").out
    assert str(asked["title"]) in said
    before = as_json(run("status", file, "--json"))
    done = as_json(run("next", file, "--until", "17 Sep 1900", "--json"))
    assert (done["done"], done["need"]["key"]) == ([], asked["key"])
    assert as_json(run("status", file, "--json"))["events"] == before["events"]
    # with a note for whatever is met it goes on, as before
    run("next", file, "--until", "17 Sep 1900", "--skip", "not tonight")
    assert as_json(run("status", file, "--json"))["turn"]["slot"] == "1900"


def test_next_until_a_turn_that_is_reached_asks_nobody(run, file):
    run("act", file, "hide-raid", "night=2")
    run("next", file, "--until", "17 Sep 1300")
    assert as_json(run("status", file, "--json"))["turn"]["slot"] == "1300"


def test_backup_restore_export_and_doctor(run, file, tmp_path):
    run("next", file)
    kept = as_json(run("backup", file, "--json"))
    run("next", file)
    assert str(kept["events"]) in run("restore", file, "--list").out
    run("restore", file)
    assert as_json(run("status", file, "--json"))["events"] == kept["events"]
    assert "events.jsonl" in run("export", file, tmp_path / "out").out
    assert "healthy" in run("doctor", file).out

    data = bytearray(file.read_bytes())
    at = data.index(b'"unit.arrived","unit":"101.501.c"')
    data[at + 25] ^= 1
    file.write_bytes(bytes(data))

    said = as_json(run("doctor", file, "--json", expect=1))
    assert not said["ok"]
    assert said["findings"][0]["place"] == "event 6"
    assert "event 6" in run("status", file, expect=2).err
    run("restore", file)
    assert "healthy" in run("doctor", file).out


def test_the_rules_between_the_tables_are_listed_with_their_tests(capsys):
    assert main(["rules", "market-garden", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)

    assert found["counts"]["enforced"] >= 15
    assert all(rule["tests"] for rule in found["rules"] if rule["status"] == "enforced")


def test_actions_are_listed_and_mistakes_are_told(run, file, tmp_path):
    assert "weak-bridge bridge=" in run("act", file).out
    assert any(row["rolls"] for row in as_json(run("act", file, "--json")))
    assert (
        "Did you mean market-garden"
        in run("new", tmp_path / "x", "--design", "market-gardn", expect=2).err
    )
    assert "already" in run("new", file, "--design", "market-garden", expect=2).err
    assert "no campaign at" in run("status", tmp_path / "none.wdcamp", expect=2).err
    said = run("next", file, "--until", "17 Sep 0700", "--json", expect=2)
    assert "has passed" in json.loads(said.out)["error"]


def test_a_new_campaign_is_never_the_first_of_several(run, tmp_path, monkeypatch):
    for name in ("one", "two"):
        (tmp_path / "packs" / name).mkdir(parents=True)
        (tmp_path / "packs" / name / "campaign.toml").write_text("")
    monkeypatch.setattr(paths, "campaigns", lambda: tmp_path / "packs")

    said = run("new", tmp_path / "x.wdcamp", expect=2).err

    assert "There are 2 campaigns." in said
    assert "Name one of one, two." in said
    assert not (tmp_path / "x.wdcamp").exists()


def test_a_new_campaign_begins_in_the_fog(run, tmp_path):
    file = tmp_path / "fog.wdcamp"

    said = run("new", file, "--design", "market-garden", "--fog", "german=2", "--fog", "101").out
    log = run("log", file).out

    assert "German commander plays by fog, its units see 2 hexes" in said
    assert "its units see one hex" in said
    assert log.count("fog.set") == 2


@pytest.mark.parametrize(
    ("fog", "told"),
    [("umpire", "cannot play by fog"), ("nobody=1", "There are: allied"),
     ("german=far", "Write a seat and a number of hexes"), ("german=10", "Units see 0 to 9 hexes")],
)  # fmt: skip
def test_who_cannot_play_by_fog_is_told_and_nothing_is_made(run, tmp_path, fog, told):
    file = tmp_path / "fog.wdcamp"

    said = run("new", file, "--design", "market-garden", "--fog", fog, expect=2).err

    assert told in said
    assert not file.exists()


# ---- the next thing that needs somebody ---------------------------------------------------------


def test_needs_goes_on_to_what_needs_somebody_and_takes_the_answer(run, file):
    assert "due: Choose the night of the air raid" in run("status", file).out
    listed = as_json(run("needs", file, "--list", "--json"))
    assert listed[0]["key"] == "duty:raid"
    said = run("needs", file).out
    assert "Choose the night of the air raid" in said
    assert "night=2" in said
    assert "this is its last turn" in said
    assert "raid" in run("needs", file).out  # it comes again
    assert "say which night" in run("needs", file, "--done", expect=2).err
    said = run("needs", file, "night=2").out
    assert "Choose the night" not in said
    assert "Group Hot" in said
    again = as_json(run("needs", file, "--leave", "the club forgot them", "--json"))
    assert again["need"]["key"] != "duty:hot"
    assert "duty.left" in run("log", file, "--kind", "duty").out
    later = run("needs", file, "--list").out
    assert "later: KG Chill takes over" in later


def test_a_campaign_of_ones_own_is_begun_checked_given_away_and_taken_in(
    run, tmp_path, monkeypatch
):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    assert "Two linked scenarios" in run("design").out
    mine = tmp_path / "mine"
    run("design", "Our June", "--template", "linked-scenarios", "--folder", mine)
    assert "can be played: 6 units, 2 days" in run("check", mine).out

    table = tmp_path / "pasted.txt"
    table.write_text("unit\tside\tformation\tarrives\tfirst\nx\tgreen\tf\tstart\tx\n")
    assert "line 2: there is no side 'green'" in run("check", mine, "--units", table, expect=2).err
    assert "6 units" in run("check", mine).out  # what was there is kept
    table.write_text("unit\tside\tformation\tarrives\tfirst\nx\tred\tf\tstart\tx\n"
                     "y\tblue\tg\tstart\ty\n")  # fmt: skip
    assert "2 units" in run("check", mine, "--units", table).out

    pack = tmp_path / "june.wdpack"
    run("pack", mine, pack)
    run("take-in", pack)
    file = tmp_path / "june.wdcamp"
    run("new", file, "--design", "our-june", "--seed", 1, "--now", NOW)
    assert "Begin First battle" in run("needs", file).out
    assert "Play First battle" in run("needs", file, "--done").out
    said = run("check", tmp_path / "nothing", expect=1).out
    assert "error" in said


MUSEUM = Path(__file__).parents[1] / "museum"


@pytest.mark.parametrize("name", ["campaign-v1", "campaign-v1-sentences", "campaign-v1-own"])
def test_the_log_of_any_campaign_is_written_for_people(run, name):
    said = run("log", MUSEUM / f"{name}.wdcamp", "--last", 0).out
    assert said
    assert '{"' not in said
    assert '["' not in said


def test_what_commands_tell_about_events_is_written_for_people(run, file):
    said = [run("act", file, "hide-raid", "night=2"), run("next", file), run("next", file)]
    said.append(run("act", file, "drop-roll", "unit=101.506.a", "--roll", 9))
    said += [run("needs", file), run("needs", file, "enemy_in_zone=no")]
    said.append(run("log", file, "--last", 0))
    for each in said:
        assert '{"' not in each.out
    assert "Drop of A/506 on DZ C" in said[-1].out
    assert "no effect" in said[-1].out  # the odds of a roll, in words


def test_dice_are_told_with_the_faces_that_fell(run, file):
    run("next", file)
    run("act", file, "drop-roll", "unit=101.506.a", "--roll", 9)
    assert "results 9" in run("log", file, "--kind", "draw.made").out
