"""``wardesk campaign`` packet, message, orders, view and report, from the command line."""

from __future__ import annotations

import json

import pytest

NOW = "2026-05-10T12:00"


@pytest.fixture
def file(run, tmp_path):
    made = tmp_path / "market"
    run("new", made, "--design", "market-garden", "--seed", 7, "--name", "Club night", "--now", NOW)
    run("next", made.with_name("market.wdcamp"), "--now", NOW)
    return made.with_name("market.wdcamp")


def as_json(said):
    return json.loads(said.out)


@pytest.mark.slow
def test_a_packet_goes_out_and_its_form_comes_back(run, file, tmp_path):
    run("message", file, "Report by 1900", "--to", "101", "--now", NOW)
    before = as_json(run("packet", file, "--seat", "101", "--preview", "--json"))["101"]
    assert before["since"] == ""
    assert before["reveals"][-1][1] == "Message: Report by 1900"
    assert "its first packet" in run("packet", file, "--all", "--preview").out

    out = tmp_path / "out"
    seals = as_json(run("packet", file, "--all", "--out", out, "--now", NOW, "--json"))["seals"]
    assert sorted(seals) == ["101", "allied", "chill", "german", "guards"]
    assert (out / "101" / "report.pdf").read_bytes().startswith(b"%PDF")
    assert "is there already" in run("packet", file, "--all", "--out", out, expect=2).err
    assert as_json(run("packet", file, "--seat", "101", "--preview", "--json"))["101"]["facts"] == 0

    form = out / "101" / "orders.txt"
    text = form.read_text()
    blank = "[101.501] 501 PIR\nStands: (nothing)\nOrder: "
    assert blank in text
    form.write_text(text.replace(blank, f"{blank}Hold Veghel"))
    shown = run("orders", file, form)
    assert "Hold Veghel" in shown.out
    assert "Nothing was entered" in shown.out
    assert (
        as_json(run("log", file, "--kind", "order.given", "--json"))[-1]["body"]["seat"] == "umpire"
    )
    done = as_json(run("orders", file, form, "--accept", "--now", NOW, "--json"))
    assert [(e["actor"], e["body"]["text"]) for e in done["events"]] == [("101", "Hold Veghel")]
    assert done["changes"][0]["kind"] == "new"
    assert "Every" not in run("orders", file, form, "--accept", "--now", NOW).out


def test_a_form_that_is_wrong_is_not_entered_and_says_why(run, file, tmp_path):
    out = tmp_path / "out"
    run("packet", file, "--seat", "german", "--out", out, "--now", NOW)
    form = out / "german" / "orders.json"
    plain = json.loads(form.read_text())
    plain["orders"][0] |= {"formation": "101.501", "order": "Surrender"}
    form.write_text(json.dumps(plain))
    said = run("orders", file, form, "--accept", expect=1)
    assert "is not a formation of German commander" in said.out
    form.write_bytes(b"\x00\x80")
    assert "not text" in run("orders", file, form, expect=2).err
    assert "cannot be read" in run("orders", file, tmp_path / "none.txt", expect=2).err


def test_a_packet_needs_a_seat_and_a_folder(run, file, tmp_path):
    assert "--out" in run("packet", file, "--all", expect=2).err
    assert "allied" in run("packet", file, "--out", tmp_path / "x", expect=2).err
    assert "sees everything" in run(
        "packet", file, "--seat", "umpire", "--out", tmp_path / "x", expect=2
    ).err  # fmt: skip
    assert not (tmp_path / "x").exists()


def test_the_campaign_is_seen_as_a_seat_sees_it(run, file):
    said = run("view", file, "--seat", "german")
    assert "as German commander sees it" in said.out
    page = as_json(run("view", file, "--seat", "german", "--json"))
    assert page["umpire"] is False
    assert str(file) not in json.dumps(page)
    assert {row["side"] for row in page["formations"]} == {"german"}
    assert "sees everything" in run("view", file, "--seat", "umpire", expect=2).err
    # the drop of the first turn stands on the tables for all to see, as in the packet
    assert {row["formation"] for row in page["enemies"]} >= {"501 PIR"}
    assert "seen:" in said.out
    own = as_json(run("log", file, "--seat", "german", "--last", 0, "--json"))
    assert [event["seq"] for event in own] == list(range(1, len(own) + 1))


def test_the_report_is_written_with_and_without_pictures(run, file, tmp_path):
    for more in ((), ("--no-pictures",)):
        made = tmp_path / f"report{len(more)}.html"
        run("report", file, "--html", made, *more)
        text = made.read_text()
        assert "Club night: after-action report" in text
        assert ("data:image/jpeg" in text) == (not more)


def test_a_player_may_not_act_for_the_other_side(run, file):
    said = run("act", file, "spur", "spur=Son", "--seat", "german", expect=2)
    assert "this is for Allied commander to do" in said.err
    run(
        "act",
        file,
        "spur",
        "spur=Son",
        "--seat",
        "german",
        "--allow",
        "He plays both",
        "--now",
        NOW,
    )
    assert "He plays both" in run("log", file).out


def test_who_owes_what_reminders_and_a_decision_by_form(run, file, tmp_path):
    run("packet", file, "--seat", "german", "--out", tmp_path / "out", "--now", NOW)
    said = run("owed", file, "--out", tmp_path / "reminders").out
    assert "owes orders for its packet of 17 Sep 1300" in said
    assert "until 17 Sep 1300" in said
    letter = tmp_path / "reminders" / "german.eml"
    assert letter.read_bytes().startswith(b"Subject: ")
    assert "is there already" in run("owed", file, "--out", tmp_path / "reminders", expect=2).err

    form = tmp_path / "out" / "german" / "orders.txt"
    section, _, rest = form.read_text().partition("[decision raid]")
    form.write_text(f"{section}[decision raid]{rest.replace('Order: ', 'Order: 2', 1)}")
    assert "decides, " in run("orders", file, form).out
    run("orders", file, form, "--accept", "--now", NOW)
    owes = as_json(run("owed", file, "--json"))["owed"]
    assert not next(row for row in owes if row["seat"] == "german")["decisions"]


def test_the_fates_of_a_drop_go_to_a_spreadsheet_and_come_back(run, file, tmp_path):
    words = ("drop-rolls", "division=1ab")
    cells = run("rolls", file, *words, "--cells").out.splitlines()
    assert cells[0].split("\t")[-1] == "die"
    sheet = tmp_path / "drop.tsv"
    sheet.write_text("\n".join([cells[0], f"{cells[1]}4", f"{cells[2]}12"]))
    shown = run("rolls", file, *words, "--from", sheet, expect=1)
    assert "no effect" in shown.out
    assert "not on a d10" in shown.out
    sheet.write_text("\n".join([cells[0], f"{cells[1]}4"]))
    run("rolls", file, *words, "--from", sheet, "--rest", "--now", NOW)
    assert "Nobody waits" in run("rolls", file, *words, expect=2).err


@pytest.mark.slow
def test_a_decision_that_the_rules_refuse_is_entered_with_the_umpires_reason_alone(
    run, file, tmp_path
):
    run("act", file, "dispatch", "division=101", "points=4", "--now", NOW)
    run("next", file, "--until", "17 Sep 1900", "--skip", "later", "--now", NOW)
    out = tmp_path / "out"
    run("packet", file, "--seat", "allied", "--out", out, "--now", NOW)
    form = out / "allied" / "orders.json"
    plain = json.loads(form.read_text())
    chits = next(row for row in plain["decisions"] if row["id"].startswith("chits.101."))
    chits["answer"] = "101.327"
    form.write_text(json.dumps(plain))

    said = run("orders", file, form, "--accept", "--now", NOW, expect=1).out
    assert "refused: Nothing of 327 GIR is in play" in said
    assert "with --allow and a reason" in said

    done = run("orders", file, form, "--accept", "--allow", "by truck", "--now", NOW).out
    assert "Entered 1" in done
    assert "by truck" in run("log", file, "--kind", "proposal.decided").out
