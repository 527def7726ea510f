"""Campaigns of one's own: begun from templates, changed on sheets, played, given away."""

from __future__ import annotations

from datetime import date
from itertools import count

import pytest
from small_campaign import NOW

from wardesk.documents.packs.campaign_packs import campaign_ids, find_design, read_design
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.needs import go_on, settle
from wardesk.services.campaign.workshop import (
    TEMPLATES,
    give_away,
    judge,
    new_design,
    take_in,
)
from wardesk.services.campaign.workshop_sheets import Start, keep, pasted, read_sheets, read_start


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def made(template, name="Our June", **more):
    return new_design(name, template, first_day=date(1944, 6, 6), **more)


def rows_of(folder):
    return {sheet.key: sheet.rows for sheet in read_sheets(folder)}


@pytest.mark.parametrize("template", [each.id for each in TEMPLATES])
def test_every_template_can_be_played_as_it_is(template, tmp_path):
    folder = made(template)
    found = judge(folder)
    assert found.playable, found.findings
    assert campaign_ids()[-1] or "our-june" in campaign_ids()
    design, _ = find_design("our-june")
    numbers = count(1)
    with CampaignDesk.create(
        tmp_path / "a.wdcamp", design, name="A", campaign="a", seed=1, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    ) as desk:  # fmt: skip
        met = []
        for _ in range(12):
            need = go_on(desk).need
            if need is None or not (need.action or need.key.startswith("step:")):
                break
            met.append(need.key)
            settle(desk, need, {word: values[0][0] for word, values in need.choices.items()})
        assert met


@pytest.mark.parametrize("template", [each.id for each in TEMPLATES])
def test_sheets_that_nobody_changed_leave_the_campaign_as_it_is(template):
    folder = made(template)
    before, _ = read_design(folder)
    found = keep(folder, read_start(folder), rows_of(folder))
    assert found.playable, found.findings
    assert found.design == before


def test_may_1940_goes_through_the_sheets_unchanged(tmp_path):
    from shutil import copytree

    from wardesk import paths

    folder = tmp_path / "may"
    copytree(paths.campaigns() / "may-1940", folder)
    before, _ = read_design(folder)
    assert keep(folder, read_start(folder), rows_of(folder)).design == before


def test_a_campaign_of_two_battles_is_made_from_cells_alone(tmp_path):
    folder = made("linked-scenarios")
    sheets = rows_of(folder)
    head = [column.key for column in read_sheets(folder)[0].columns]
    unit = dict.fromkeys(head, "") | {
        "unit": "r9", "side": "red", "formation": "red-9", "arrives": "start", "first": "r9",
        "steps": "3",
    }  # fmt: skip
    sheets["units"] = (*sheets["units"], tuple(unit[key] for key in head))
    sheets["flags"] = (("ford", "The ford is open", "bool", "", "no"),)
    sheets["tables"] = (
        ("river", "The river", "", "4", "high", "flag ford = no"),
        ("river", "", "5", "", "low", "flag ford = yes; points red 1"),
    )
    sheets["modifiers"] = (("river", "a dry night", "3", "day >= 1"),)
    sheets["checklist"] = (*sheets["checklist"], ("river", "The river", "Evening", "", "river", ""))
    first, second = sheets["battles"]
    sheets["battles"] = (first, (*second[:5], "flag.ford = true", *second[6:]))
    start = Start(name="The ford", first_day=date(1943, 7, 5), days=3, slots=("Morning", "Evening"))
    found = keep(folder, start, sheets)
    assert found.playable, found.findings
    assert found.design.name == "The ford"
    assert found.design.unit["r9"].steps_full == 3
    assert found.design.table("river").row(7).then == ("flag ford = yes", "points red 1")
    assert found.design.links[0].condition is not None


def test_a_wrong_cell_is_told_with_its_line_and_nothing_is_written():
    folder = made("week-on-a-map")
    before = (folder / "campaign.toml").read_bytes()
    sheets = rows_of(folder)
    sheets["tables"] = (("weather", "Weather", "low", "9", "clear", ""),)
    with pytest.raises(UserError, match="Tables, line 1: Lowest roll is a number, not 'low'"):
        keep(folder, read_start(folder), sheets)
    assert (folder / "campaign.toml").read_bytes() == before


def test_a_wrong_effect_and_a_gap_in_a_table_are_found():
    folder = made("week-on-a-map")
    sheets = rows_of(folder)
    sheets["tables"] = (("weather", "Weather", "0", "5", "clear", "sun shines"),)
    sheets["modifiers"] = ()
    found = keep(folder, read_start(folder), sheets)
    assert not found.playable
    texts = " ".join(each.text for each in found.findings)
    assert "cannot read the effect 'sun shines'" in texts
    assert "No line covers the roll 6" in texts
    assert "no table 'supply'" in texts


def test_a_pack_is_given_away_and_taken_in_and_a_broken_one_is_not_kept(tmp_path):
    folder = made("linked-scenarios")
    file = give_away(folder, tmp_path / "friend")
    assert file.name == "friend.wdpack"
    taken = take_in(file)
    assert read_design(taken)[0] == read_design(folder)[0]
    with pytest.raises(UserError, match="there already"):
        take_in(file)
    (folder / "campaign.toml").write_text("id = 3")
    with pytest.raises(UserError):
        give_away(folder, tmp_path / "bad")
    assert not (tmp_path / "bad.wdpack").exists()


def test_cells_come_from_a_spreadsheet_or_a_csv_file():
    assert pasted("a\tb\nc\td\n") == (("a", "b"), ("c", "d"))
    assert pasted('a;"b;c"') == (("a", "b;c"),)
