"""What the ledger says can be asked in SQL: who went where, with which losses; who decided what."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_campaign import NOW, small_design

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered, NodeJoined, NodeLeft
from wardesk.campaign.ledger.kinds.units import (
    StepsLost,
    StepsRecovered,
    UnitArrived,
    UnitTransferred,
)
from wardesk.campaign.operation.graph import Link, Node
from wardesk.campaign.operation.places import Place
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.files import examine_file

PAGE = Path(__file__).parents[2] / "resources/docs/reference/files.md"
NODES = tuple(
    Node(id=key, name=key.title(), kind="calendar" if key == "days" else "battle", game="ONE",
         basis="guess")
    for key in ("a", "b", "days")
)  # fmt: skip
DESIGN = small_design(nodes=NODES, links=(Link(start="a", end="b"),))
HEX = Place("hex", "42.228", game="ONE")


@pytest.fixture
def desk(tmp_path):
    with CampaignDesk.create(
        tmp_path / "c.wdcamp", DESIGN, name="Test", campaign="c", seed=1, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as made:  # fmt: skip
        yield made


def add(desk, *payloads):
    return desk.add([EventDraft(payload=payload) for payload in payloads])


def ask(desk, query, *values):
    with closing(sqlite3.connect(desk.place)) as database:
        return database.execute(query, values).fetchall()


def fight(desk):
    arrive = [UnitArrived(unit=unit, place=HEX) for unit in ("r1", "r2", "b1")]
    add(desk, *arrive, NodeEntered(node="a", units=("r1", "r2", "b1")))
    add(desk, StepsLost(unit="r2", steps=2), StepsLost(unit="b1", steps=2))
    add(desk, NodeLeft(node="a", winner=""))
    add(desk, StepsRecovered(unit="r2", steps=1), NodeEntered(node="b", units=("r1", "r2")))


def test_the_query_of_the_page_says_who_went_from_one_to_the_next_with_which_losses(desk):
    fight(desk)
    query = re.search(r"```sql\n(.*?)```", PAGE.read_text("utf-8"), re.S)[1]
    assert ask(desk, query) == [
        ("a", "b", "R1", 2, 0, 0, 2),
        ("a", "b", "R2", 3, 2, 1, 2),
    ]


def test_every_key_of_the_tables_leads_somewhere(desk):
    fight(desk)
    assert ask(desk, "PRAGMA foreign_key_check") == []
    assert ask(desk, "SELECT scenario, ended IS NULL FROM result ORDER BY scenario") == [
        ("a", 0), ("b", 1),
    ]  # fmt: skip


def test_who_leaves_and_comes_again_has_two_rows(desk):
    add(desk, UnitArrived(unit="r1", place=HEX), NodeEntered(node="days", units=("r1",)))
    add(desk, StepsLost(unit="r1", steps=1))
    add(desk, UnitTransferred(unit="r1", from_game="ONE", to_game="TWO"))
    add(desk, UnitArrived(unit="r1", place=Place("hex", "1.1", game="TWO")))
    add(desk, UnitTransferred(unit="r1", from_game="TWO", to_game="ONE"))
    add(desk, UnitArrived(unit="r1", place=HEX))
    query = "SELECT steps_in, steps_out FROM scenario_unit WHERE unit = 'r1' ORDER BY came"
    found = ask(desk, query)
    assert found[0] == (2, 1)
    assert len(found) == 2
    assert found[1] == (1, None)


def test_what_is_taken_back_is_taken_out_of_the_tables(desk):
    fight(desk)
    (seq,) = [e.seq for e in desk.ledger.events if e.kind == "node.entered" and '"b"' in e.body]
    desk.take_back([seq], reason="too early")
    assert ask(desk, "SELECT scenario FROM result") == [("a",)]


def test_tables_that_somebody_changed_are_told_and_mended(desk, tmp_path):
    fight(desk)
    place = desk.place
    desk.close()
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("UPDATE scenario_unit SET steps_in = 9 WHERE unit = 'r1'")
    (told,) = [each for each in examine_file(place)[0] if each.level == "warning"]
    assert "scenario_unit" in told.place
    CampaignDesk.open(place, write=True, now=lambda: NOW, nonce=lambda: bytes(16)).close()
    assert [each for each in examine_file(place)[0] if each.level == "warning"] == []


@given(st.lists(st.sampled_from(["r1", "r2", "b1", "b2"]), max_size=6), st.booleans())
@settings(max_examples=12, deadline=None)
def test_the_tables_follow_the_ledger_event_by_event(tmp_path_factory, units, over):
    place = tmp_path_factory.mktemp("walk") / "c.wdcamp"
    with CampaignDesk.create(
        place, DESIGN, name="Test", campaign="c", seed=1, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as desk:  # fmt: skip
        add(desk, NodeEntered(node="a", units=()))
        for unit in dict.fromkeys(units):
            add(desk, UnitArrived(unit=unit, place=HEX))
            add(desk, NodeJoined(node="a", units=(unit,)), StepsLost(unit=unit, steps=1))
        if over:
            add(desk, NodeLeft(node="a", winner=""))
        assert desk.store.differing_tables(desk.design, desk.state) == []
