"""A scenario of a campaign on a table: set up from the ledger, brought back into a sheet."""

from __future__ import annotations

import shutil
from functools import partial
from itertools import count

import pytest
from garden import garden_design
from msgspec.structs import replace
from small_campaign import NOW, small_design

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import StepsLost
from wardesk.campaign.operation.forces import Appearance
from wardesk.campaign.operation.places import Place
from wardesk.documents.games.gamelog import read_log
from wardesk.engine.types import Choose, Path, SetPiece
from wardesk.errors import UserError
from wardesk.services.campaign import table as campaign_table
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.moves import place_units, transfer
from wardesk.services.campaign.rights import Allowed
from wardesk.services.campaign.table import table_of
from wardesk.services.campaign.table_back import bring_back, origin_of
from wardesk.services.play.session import PlaySession
from wardesk.store.backups import backups

open_table = partial(campaign_table.open_table, free=True)
"""Tables without rules; those with rules have a file of their own."""
_numbers = count(1)
CARS = ("gds.ind.hhca", "gds.ind.hhcd")
BY_UMPIRE = Allowed(by="umpire", reason="a day of its own")


def nonce() -> bytes:
    return next(_numbers).to_bytes(16, "big")


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def new_desk(path, name="mg", design=None):
    return CampaignDesk.create(
        path, design or garden_design(), name="Test", campaign=name, seed=7, options={},
        now=lambda: NOW, nonce=nonce,
    )  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    with new_desk(tmp_path / "market.wdcamp") as made:
        place_units(made, CARS, Place("hex", "42.220", "wed-valkenswaard", "WED"))
        yield made


def lost(desk, unit, steps=1):
    return desk.add([EventDraft(payload=StepsLost(unit=unit, steps=steps))])


def do(game, *answers):
    with PlaySession.open(game) as session:
        for answer in answers:
            if isinstance(answer, tuple):
                session.answer(Choose(answer[0], answer[1:]))
            else:
                session.answer(answer)


def move(game, unit, cell):
    do(game, Path((unit,), (cell,)))


def row(back, unit):
    return next(each for each in back.sheet.rows if each.unit == unit)


# ---- setting up ---------------------------------------------------------------------------------


def test_the_ledgers_units_lie_on_the_table_with_their_losses(desk):
    lost(desk, CARS[0])

    opened = open_table(desk, "drive", CARS, seed=1)

    with PlaySession.open(opened.game, keep=False) as session:
        first, second = (session.state.pieces[unit] for unit in CARS)
        assert (first.steps, first.full_steps, first.at) == (1, 2, "42.220")
        assert second.steps == 2
        assert (first.field, first.symbol) == ("#D8B57A", "armoured_car")
        assert first.side == "allied"
    assert desk.state.nodes["drive"].units == CARS


def test_the_game_file_remembers_campaign_scenario_and_position(desk):
    opened = open_table(desk, "drive", CARS, seed=1)

    origin = origin_of(opened.game)

    assert origin is not None
    assert (origin.campaign, origin.node, origin.event) == ("mg", "drive", desk.ledger.head)
    assert origin.hash == desk.ledger.head_hash
    assert read_log(opened.game).header.origin["file"].endswith("market.wdcamp")


def test_without_a_map_a_plain_sheet_is_made_and_says_so(desk):
    opened = open_table(desk, "drive", CARS, seed=1)

    assert opened.plain
    with PlaySession.open(opened.game, keep=False) as session:
        board = session.rules.board
        assert board.reconstruction
        assert "plain stand-in" in board.title
        assert any("stand-in" in text for text in session.info.reconstruction)
        assert {"46.226", "39.223", "55.200", "61.203"} <= set(board.cells)


@pytest.mark.parametrize(
    ("a", "b"), [("42.229", "42.228"), ("42.229", "41.230"), ("55.202", "56.201")]
)
def test_hexes_of_the_plain_sheet_touch_as_the_printed_ones_do(desk, a, b):
    opened = open_table(desk, "drive", CARS, seed=1)

    with PlaySession.open(opened.game, keep=False) as session:
        assert b in session.rules.board.neighbours(a)
        assert len(session.rules.board.neighbours(a)) == 6


def test_who_is_not_in_a_hex_lies_in_a_box_that_says_where(desk):
    opened = open_table(desk, "drive", (CARS[0], "gds.ind.hhcb"), seed=1)

    with PlaySession.open(opened.game, keep=False) as session:
        at = session.state.pieces["gds.ind.hhcb"].at
        boxes = {box.id: box.title for box in session.look().boxes}
        assert boxes[at] == "In the queue"


def test_the_same_position_gives_the_same_table(desk):
    first = open_table(desk, "drive", CARS, seed=1)
    second = open_table(desk, "drive", seed=1)

    assert first.scenario == second.scenario
    assert first.game != second.game
    with pytest.raises(UserError, match="is there already"):
        open_table(desk, "drive", out=first.game)


@pytest.mark.parametrize(
    ("node", "units", "why"),
    [("walk", CARS, "no scenario 'walk'"), ("drive", (), "Nobody is there"),
     ("drive", ("nobody",), "no unit 'nobody'")],
)  # fmt: skip
def test_what_cannot_be_set_up_is_refused_and_nothing_is_written(tmp_path, node, units, why):
    with new_desk(tmp_path / "empty.wdcamp") as desk:
        head = desk.ledger.head
        with pytest.raises(UserError, match=why):
            open_table(desk, node, units)
        assert desk.ledger.head == head
    assert not campaign_table.tables_folder("mg").exists()


# ---- bringing back ------------------------------------------------------------------------------


def test_steps_places_losses_and_exits_come_back_and_nothing_is_written(desk):
    units = (*CARS, "gds.ind.hhcb", "gds.ind.hhcc")
    place_units(desk, units[2:], Place("hex", "43.220", "", "WED"))
    game = open_table(desk, "drive", units, seed=1).game
    move(game, units[0], "44.219")
    do(game, ("flip", units[0]), ("box", "dead", units[1]), ("box", "exit-grave", units[2]))
    head = desk.ledger.head

    back = bring_back(desk, "drive", game)

    assert (row(back, units[0]).steps, row(back, units[0]).hex) == (1, "44.219")
    assert row(back, units[1]).steps == 0
    assert row(back, units[2]).off == "Left by The road at Grave"
    assert (row(back, units[3]).steps, row(back, units[3]).hex) == (2, "43.220")
    assert "Say who won." in back.remarks
    assert desk.ledger.head == head
    sheet = replace(back.sheet, winner="draw")
    assert desk.preview(sheet).line == "8 steps before − 3 lost + 0 back = 5 after"

    desk.enter_results(sheet)

    places = [desk.state.units[unit].place.kind for unit in units]
    assert places == ["hex", "eliminated", "node", "hex"]
    assert desk.state.units[units[0]].place.at == "44.219"
    assert desk.state.nodes["drive"].over


def test_a_counter_set_aside_is_asked_about(desk):
    game = open_table(desk, "drive", CARS, seed=1).game
    do(game, ("box", "aside", CARS[0]))

    back = bring_back(desk, "drive", game)

    assert any("lies off the table" in text for text in back.remarks)
    assert row(back, CARS[0]).steps == 2


def test_a_unit_that_never_had_steps_can_be_lost(desk):
    desk.next()
    game = open_table(desk, "best-laid", ("101.502.ldr", "101.502.a"), seed=1).game
    do(game, ("box", "dead", "101.502.ldr"))

    sheet = replace(bring_back(desk, "best-laid", game).sheet, winner="draw")
    desk.enter_results(sheet)

    assert desk.state.units["101.502.ldr"].place.kind == "eliminated"


def test_days_of_a_game_go_on_after_their_results(desk):
    game = open_table(desk, "wed", seed=1).game
    do(game, ("flip", CARS[0]))

    desk.enter_results(bring_back(desk, "wed", game).sheet)

    assert desk.state.units[CARS[0]].steps == 1
    assert not desk.state.nodes["wed"].over
    with pytest.raises(UserError, match=r"in the log already \(event 7\)"):
        bring_back(desk, "wed", game)
    open_table(desk, "wed", seed=1)


def test_a_unit_goes_over_in_mid_day_and_joins_the_other_days(desk):
    game = open_table(desk, "wed", seed=1).game
    desk.enter_node("tdc", [])

    transfer(desk, [CARS[0]], "TDC", allowed=BY_UMPIRE)
    place_units(desk, [CARS[0]], Place("hex", "14.89", "", "TDC"))

    assert CARS[0] not in desk.state.nodes["wed"].units
    assert CARS[0] in desk.state.nodes["tdc"].units
    back = bring_back(desk, "wed", game)
    assert any("has left this scenario" in text for text in back.remarks)
    assert [each.unit for each in back.sheet.rows] == [CARS[1]]
    transfer(desk, [CARS[0]], "WED", allowed=BY_UMPIRE)  # and back, in transit: on no table at all
    assert not any(CARS[0] in node.units for node in desk.state.nodes.values())


def test_a_unit_that_fights_a_scenario_cannot_leave_for_the_other_game(desk):
    open_table(desk, "drive", CARS, seed=1)

    with pytest.raises(UserError, match="is in the scenario drive"):
        transfer(desk, [CARS[0]], "TDC", allowed=BY_UMPIRE)


# ---- refusals -----------------------------------------------------------------------------------


def test_a_table_of_another_campaign_or_scenario_is_refused(desk, tmp_path):
    game = open_table(desk, "drive", CARS, seed=1).game

    with pytest.raises(UserError, match="set up for A Drive in the Country"):
        bring_back(desk, "race", game)
    with (
        new_desk(tmp_path / "other.wdcamp", "other") as other,
        pytest.raises(UserError, match="another campaign"),
    ):
        bring_back(other, "drive", game)
    with PlaySession.new("freeform/hannut-table", seed=1, path=tmp_path / "x.wdgame"):
        pass
    with pytest.raises(UserError, match="belongs to no campaign"):
        bring_back(desk, "drive", tmp_path / "x.wdgame")


def test_a_table_from_a_corrected_position_is_refused_with_what_differs(desk):
    (loss,) = lost(desk, CARS[0])
    game = open_table(desk, "drive", CARS, seed=1).game
    sheet = replace(bring_back(desk, "drive", game).sheet, winner="draw")
    assert table_of(desk, "drive") == game

    desk.take_back([loss.seq], reason="it was the other one")

    with pytest.raises(UserError, match=r"A/2 HHC had 1 step.* and has 2 steps"):
        bring_back(desk, "drive", game)
    assert "Since the table was set up" in desk.preview(sheet).troubles[0]
    with pytest.raises(UserError, match="Since the table was set up"):
        desk.enter_results(sheet)
    assert table_of(desk, "drive") is None


def test_a_table_whose_scenario_was_taken_back_is_refused_until_it_stands_again(desk):
    game = open_table(desk, "drive", CARS, seed=1).game
    entered = desk.ledger.head
    (undo,) = desk.take_back([entered], reason="not today")

    with pytest.raises(UserError, match="has not begun"):
        bring_back(desk, "drive", game)

    desk.take_back([undo.seq], reason="today after all")
    assert len(bring_back(desk, "drive", game).sheet.rows) == 2


def test_results_that_are_taken_back_can_be_brought_back_again(desk):
    game = open_table(desk, "drive", CARS, seed=1).game
    do(game, ("flip", CARS[0]))
    sheet = replace(bring_back(desk, "drive", game).sheet, winner="allied")
    events = desk.enter_results(sheet)
    with pytest.raises(UserError, match="is over"):
        bring_back(desk, "drive", game)

    desk.take_back([event.seq for event in events], reason="one move more")

    assert row(bring_back(desk, "drive", game), CARS[0]).steps == 1


def test_a_restored_backup_refuses_the_table_of_later_events(desk, tmp_path):
    desk.backup("asked")
    game = open_table(desk, "drive", CARS, seed=1).game
    copy = tmp_path / "copy.wdcamp"
    shutil.copyfile(backups(desk.place)[0].path, copy)
    with CampaignDesk.open(copy, write=True, now=lambda: NOW, nonce=nonce) as other:
        other.enter_node("drive", [CARS[1]])
        with pytest.raises(UserError, match="is not in this ledger"):
            bring_back(other, "drive", game)


def test_undo_at_the_table_counts_and_a_killed_table_goes_on(desk):
    game = open_table(desk, "drive", CARS, seed=1).game
    do(game, ("flip", CARS[0]), ("box", "dead", CARS[1]))
    with PlaySession.open(game) as session:
        session.undo()
    # the log of a table that was killed ends in half a line
    with game.open("ab") as log:
        log.write(b'{"event":{"id":9')

    back = bring_back(desk, "drive", game)

    assert (row(back, CARS[0]).steps, row(back, CARS[1]).steps) == (1, 2)


# ---- a coded game -------------------------------------------------------------------------------


def test_a_coded_game_is_set_up_and_read_by_its_own_counters(tmp_path):
    design = small_design()
    game = "A"
    with PlaySession.new("eben-emael/historical", seed=1, keep=False) as session:
        pieces = [p for p in session.state.pieces.values() if p.at is not None][:2]
    units = [unit.id for unit in design.units][:2]
    node = replace(design.nodes[0], game=game, scenario="eben-emael/historical", outcomes=())
    rows = tuple(
        Appearance(unit=unit, game=game, counter=piece.id, formation="x", basis="guess")
        for unit, piece in zip(units, pieces, strict=True)
    )
    nodes = (node, *design.nodes[1:])
    design = replace(design, nodes=nodes, appearances=rows, games={**design.games, game: "Fort"})
    with new_desk(tmp_path / "fort.wdcamp", design=design) as desk:
        opened = campaign_table.open_table(desk, node.id, units, seed=1)
        with PlaySession.open(opened.game) as session:
            assert session.rules.id == "eben-emael"
            lost_one = SetPiece(pieces[0].id, "at", None)
            session.edit([lost_one], author="umpire", reason="lost")

        back = bring_back(desk, node.id, opened.game)

    steps = {each.unit: each.steps for each in back.sheet.rows}
    assert steps[units[0]] == 0
    assert steps[units[1]] == desk.state.units[units[1]].steps
