"""May 1940: a campaign that is data alone, played through by bots at its tables."""

from __future__ import annotations

from itertools import count

import pytest
from small_campaign import NOW

from wardesk.campaign.ledger.doctor import examine
from wardesk.campaign.ledger.kind import tell
from wardesk.campaign.ledger.kinds.scenarios import NodeLeft
from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.places import GONE
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.errors import UserError
from wardesk.services.campaign.actions import actions_of
from wardesk.services.campaign.conditions import condition_words
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.needs import go_on, leave, settle
from wardesk.services.campaign.table import open_table
from wardesk.services.campaign.table_back import bring_back
from wardesk.services.play.session import PlaySession


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def design():
    found, findings = find_design("may-1940")
    assert [each.text for each in findings if each.level == "warning"] == []
    return found


@pytest.fixture
def desk(tmp_path, design):
    numbers = count(1)
    with CampaignDesk.create(
        tmp_path / "may.wdcamp", design, name="May", campaign="may", seed=4, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    ) as made:  # fmt: skip
        yield made


def play_node(desk, node, *, kind="policy", limit=None):
    """Bots play a scenario at its table; its results are entered. Who won, and what was lost."""
    opened = open_table(desk, node, seed=3)
    with PlaySession.open(opened.game) as session:
        for side in session.rules.sides:
            session.set_player(side, kind)
        session.run(limit=limit or 20_000)
        back = bring_back(desk, node, opened.game, session=session)
        if limit is None:
            assert session.waiting == "over"
    sheet = back.sheet
    if not sheet.winner:
        from msgspec.structs import replace

        sheet = replace(sheet, winner=desk.design.node[node].outcomes[-1])
    desk.enter_results(sheet)
    return sheet


def enter(desk, node, winner, lost=()):
    """The results of a table that nobody plays here."""
    from msgspec.structs import replace

    sheet = desk.sheet(node=node)
    rows = tuple(
        replace(row, steps=0) if row.unit in lost else row for row in sheet.rows
    )  # fmt: skip
    desk.enter_results(replace(sheet, rows=rows, winner=winner))


def through(desk, play):
    """Go from need to need to the end; *play* plays the scenario that is due."""
    met = []
    while (need := go_on(desk).need) is not None:
        met.append(need.key)
        node = need.key.rpartition("play.")[2]
        if need.key.startswith("duty:play."):
            play(desk, node)
            continue
        try:
            settle(desk, need, {})
        except UserError:
            leave(desk, need, "not in this test")
    return met


def test_it_is_data_alone_and_has_the_actions_of_every_campaign(design):
    assert design.ruleset == ""
    names = {each.id for each in actions_of(design)}
    assert names == {
        "begin-scenario",
        "roll",
        "flag",
        "points",
        "set-weather",
        "note",
        "fog-of-war",
        "sighting",
        "seat",
    }
    assert {f.kind for f in design.formations} == {"side", "division", "regiment"}
    assert "our own invention" in design.reconstruction[0]


def test_the_fort_decides_who_crosses_the_canal(desk):
    met = through(desk, lambda d, node: enter(d, node, d.design.node[node].outcomes[1]))
    assert [key for key in met if "begin" in key] == [
        "duty:begin.fort", "duty:begin.hannut", "duty:begin.stonne",
    ]  # fmt: skip
    assert "step:canal" in met
    assert "step:roads" in met
    assert desk.state.facts["flag.bridges"] < 2  # the fort held, and the seed's die is low enough
    away = [u for u in desk.design.members["I-35-pzr"] if u not in desk.state.nodes["hannut"].units]
    assert len(away) == len(desk.design.members["I-35-pzr"])
    assert "49-bcc-b1-1" in desk.state.nodes["stonne"].units  # the French won at Hannut


def test_a_german_fort_brings_the_second_division_and_losses_go_on_to_stonne(desk):
    lost = ("2-cuir-hotchkiss-3", "1-cuir-hotchkiss-3", "1-cuir-somua-1")

    def play(d, node):
        enter(d, node, "german", lost if node == "hannut" else ())

    through(desk, play)
    assert desk.state.facts["flag.bridges"] >= 2
    assert "I-35-pzr-pz-iv-1" in desk.state.nodes["hannut"].units
    stonne = desk.state.nodes["stonne"].units
    assert "2-cuir-hotchkiss-4" in stonne
    assert not set(lost) & set(stonne)
    assert {desk.state.units[each].steps for each in lost} == {0}  # who was lost stays lost
    assert "1-cuir-somua-2" not in stonne  # it has no counter there
    assert not {"49-bcc-b1-1", "49-bcc-hq"} & set(stonne)
    findings, _state = examine(desk.design, desk.ledger.events)
    assert not [each for each in findings if each.level == "error"]


def test_who_has_not_come_has_no_counter_on_the_table(desk):
    def play(d, node):
        if node != "hannut":
            enter(d, node, "belgian" if node == "fort" else "draw")
            return
        opened = open_table(d, node, seed=1)
        with PlaySession.open(opened.game) as session:
            pieces = session.state.pieces
            assert pieces["I-35-pzr-pz-iv-1"].at is None
            assert pieces["I-5-pzr-pz-iv-1"].at is not None
        enter(d, node, "french")

    through(desk, play)


def test_bots_play_the_fort_at_its_table(desk):
    played = []

    def play(d, node):
        if node == "fort":
            played.append(play_node(d, node))
        else:
            enter(d, node, "draw")

    through(desk, play)
    (sheet,) = played
    gone = [u for u, now in desk.state.units.items() if now.place.kind in GONE]
    assert len(gone) >= sum(row.steps == 0 for row in sheet.rows) > 0
    assert desk.state.nodes["fort"].winner in ("german", "belgian", "draw")


@pytest.mark.long
def test_bots_play_all_three_battles(desk):
    met = through(desk, play_node)
    assert len([key for key in met if key.startswith("duty:play.")]) == 3
    assert all(node.over for node in desk.state.nodes.values())
    findings, _state = examine(desk.design, desk.ledger.events)
    assert not [each for each in findings if each.level == "error"]


@pytest.mark.parametrize(
    ("winner", "told"),
    [("german", "won by Germans"), ("belgian", "won by Belgian"), ("draw", "over, a draw")],
)
def test_who_won_is_told_by_name(winner, told):
    design = find_design("may-1940")[0]

    assert tell(design, NodeLeft(node="fort", winner=winner)).endswith(told)
    words = condition_words(design, parse(f"scenario.fort.winner = {winner}"))
    assert (
        words
        == {
            "german": "Germans won Fort Eben-Emael, 10 May",
            "belgian": "Belgian won Fort Eben-Emael, 10 May",
            "draw": "Fort Eben-Emael, 10 May ended in a draw",
        }[winner]
    )
