"""What every campaign of one's own can do: dice of its own, secret tables, bridges, routes."""

from __future__ import annotations

from datetime import date
from itertools import count

import pytest
from small_campaign import NOW

from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.operation.dice import DICE
from wardesk.documents.packs.campaign_packs import read_design
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.table import open_table
from wardesk.services.campaign.table_back import bring_back
from wardesk.services.campaign.workshop.draft import keep_draft, read_draft
from wardesk.services.campaign.workshop.packs import new_design
from wardesk.services.campaign.workshop.sheets import with_cells
from wardesk.services.play.session import PlaySession

SHEETS = {
    "tables": (
        ("river", "The river", "d6", "", "1", "4", "high", "flag ford = no"),
        ("river", "", "", "", "5", "6", "low", "flag ford = yes"),
        ("spies", "What spies say", "d20", "umpire", "1", "20", "nothing", "note All is quiet."),
    ),
    "modifiers": (),
    "flags": (("ford", "The ford is open", "bool", "", "no"),),
    "checklist": (),
    "bridges": (("north", "North bridge", "battle", "river"),),
    "routes": (
        ("road", "Main road", "mill", "The mill", "0", "battle", ""),
        ("road", "", "town", "The town", "9", "battle", "north"),
        ("side", "Side road", "wood", "The wood", "3", "battle", ""),
    ),
}


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def begun(folder, file):
    """A campaign of one's own, its first line done."""
    numbers = count(1)
    made = CampaignDesk.create(
        file, read_design(folder)[0], name="A", campaign="a", seed=3, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    )  # fmt: skip
    made.next()
    return made


@pytest.fixture
def desk(tmp_path):
    folder = new_design("Our June", "week-on-a-map", first_day=date(1944, 6, 6))
    draft = read_draft(folder)
    for key, cells in SHEETS.items():
        draft = with_cells(draft, key, cells)
    found = keep_draft(folder, draft)
    assert found.playable, found.findings
    with begun(folder, tmp_path / "a.wdcamp") as made:
        yield made


def test_a_table_is_rolled_with_its_own_die(desk):
    chances = desk.propose("roll", {"table": "river"}).odds
    assert [(each.label, each.ways) for each in chances] == [("high", 4), ("low", 2)]
    for wrong in (0, 7):
        with pytest.raises(UserError, match="A die shows 1 to 6"):
            desk.act("roll", {"table": "river"}, roll=wrong)
    desk.act("roll", {"table": "river"}, roll=6)
    assert desk.state.facts["flag.ford"] is True
    rolls = {desk.act("roll", {"table": "river"}).roll for _ in range(60)}
    assert rolls == set(DICE["d6"])


def test_a_secret_table_is_the_umpires_alone(desk):
    done = desk.act("roll", {"table": "spies"}, roll=20)
    drawn, judged = done.events[:2]
    assert drawn.seen_by == judged.seen_by == ("umpire",)
    assert drawn.payload.faces == (20,)
    open_ = desk.act("roll", {"table": "river"}, roll=1)
    assert open_.events[0].seen_by == ("*",)


def test_a_marker_goes_on_but_not_over_a_blown_bridge_nor_back(desk):
    desk.act("advance", {"stop": "mill"})
    desk.act("bridge", {"bridge": "north", "state": "blown"})
    with pytest.raises(Refused, match="Nothing passes over North bridge"):
        desk.act("advance", {"stop": "town"})
    desk.act("advance", {"stop": "wood"})
    assert (desk.state.routes["road"].stop, desk.state.routes["side"].stop) == (0, 0)
    with pytest.raises(UserError):
        desk.act("bridge", {"bridge": "north", "state": "wired"})
    with pytest.raises(UserError):
        desk.act("advance", {"stop": "mill"})


@pytest.mark.parametrize("template", ["linked-scenarios", "double-blind"])
def test_a_battle_of_a_template_is_laid_on_a_table_and_comes_back(template, tmp_path):
    folder = new_design("Ours", template, first_day=date(1944, 6, 6))
    with begun(folder, tmp_path / "b.wdcamp") as made:
        node = made.design.nodes[0].id
        opened = open_table(made, node, seed=1)
        units = set(made.state.nodes[node].units)
        with PlaySession.open(opened.game) as session:
            assert set(session.state.pieces) == units
            back = bring_back(made, node, opened.game, session=session)
        assert {row.unit for row in back.sheet.rows} == units
