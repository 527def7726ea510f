"""Everybody stands in a hex; where both sides meet a table is laid; several of one turn add up."""

from __future__ import annotations

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.units import UnitMoved
from wardesk.campaign.operation.meeting import NEAR, distance, meetings, positions
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.positions import cells_for
from wardesk.engine.types import Choose, Path
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.fights import fights, lay_fight
from wardesk.services.campaign.placing import map_of
from wardesk.services.campaign.shares import shares
from wardesk.services.campaign.table_back import bring_back, come_home
from wardesk.services.play.session import PlaySession


@pytest.fixture(scope="module")
def board():
    return map_of(garden_design(), "WED")


@pytest.fixture
def desk(tmp_path):
    with CampaignDesk.create(
        tmp_path / "c.wdcamp", garden_design(), name="Test", campaign="c", seed=7, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as made:  # fmt: skip
        made.act("hide-raid", {"night": "2"})
        made.act("hot-enters", {})
        for _line in range(3):  # Drop One, dispatch, reinforcements
            made.next()
        yield made


def test_everybody_in_play_stands_in_a_hex_of_the_country(desk, board):
    there = [now for now in desk.state.units.values() if now.game]
    assert len(there) > 200
    assert {now.place.kind for now in there} == {"hex"}
    assert all(desk.design.cell(now.place.game, now.place.at) in board.cells for now in there)


def test_no_hex_holds_both_sides_and_none_more_than_may_stand(desk):
    by_cell = {}
    for unit, (cell, _at) in positions(desk.design, desk.state).items():
        if desk.design.unit[unit].steps_full and not desk.state.units[unit].dropped:
            by_cell.setdefault(cell, []).append(desk.design.side_of(unit))
    assert all(len(set(sides)) == 1 for sides in by_cell.values())
    assert max(len(sides) for sides in by_cell.values()) <= 4


def test_every_unit_of_the_schedule_has_hexes_or_a_rule(board):
    design = garden_design()
    with_none = set()
    for (unit, game), arrival in design.schedule.items():
        row = design.hexes.arrivals[design.arrivals.index(arrival)]
        cells = cells_for(design, _first(design), unit, game)
        if not cells and not row.rule:
            with_none.add(arrival.subject)
        assert set(cells) <= set(board.cells)
    assert with_none == set()


def _first(design):
    from wardesk.campaign.operation.state import first_state

    return first_state(design)


def beside(desk, board, unit):
    """A hex next to the unit's in which nobody stands."""
    there = {cell for cell, _at in positions(desk.design, desk.state).values()}
    cell = positions(desk.design, desk.state)[unit][0]
    two = [far for near in board.neighbours(cell) for far in board.neighbours(near)]
    return next(each for each in (*board.neighbours(cell), *two) if each not in there)


def move(desk, unit, cell):
    game = desk.state.units[unit].game
    desk.add([EventDraft(payload=UnitMoved(unit=unit, place=Place("hex", cell, game=game)))])


def meet(desk, board, ours="101.501.a", theirs="chi.hg.i1"):
    """Put a German unit beside one of the Allies."""
    move(desk, theirs, beside(desk, board, ours))


def test_enemies_near_each_other_are_a_fight_and_others_are_none(desk, board):
    meet(desk, board)
    found = meetings(desk.design, desk.state)
    (area,) = [each for each in found if "101.501.a" in each.units]
    assert "chi.hg.i1" in area.units
    there = positions(desk.design, desk.state)
    for each in found:
        for unit in each.units:
            enemies = [o for o in each.units if desk.design.side_of(o) != desk.design.side_of(unit)]
            assert min(distance(there[unit][1], there[o][1]) for o in enemies) <= NEAR


def test_a_fight_is_laid_with_everybody_in_its_window(desk, board, tmp_path):
    meet(desk, board)
    fight = next(each for each in fights(desk) if "101.501.a" in each.units)
    made = lay_fight(desk, fight.id, out=tmp_path / "f.wdgame")
    with PlaySession.open(made.game, keep=False) as session:
        pieces = {p.id for p in session.state.pieces.values() if p.at in session.rules.board.cells}
        assert set(fight.units) <= pieces
        assert len(pieces) > len(fight.units)
    assert set(desk.state.nodes["wed"].units) >= set(fight.units)


def test_a_table_over_the_seam_has_units_of_both_games(desk, board, tmp_path):
    move(desk, "101.501.b", "113.91")
    move(desk, "82.504.a", "115.90")
    meet(desk, board, "101.501.b")
    fight = next(each for each in fights(desk) if "101.501.b" in each.units)
    made = lay_fight(desk, fight.id, out=tmp_path / "f.wdgame")
    assert "101.501.b" in desk.state.nodes["wed"].units
    assert "82.504.a" in desk.state.nodes["tdc"].units
    play(made.game)
    found = bring_back(desk, fight.node, made.game)
    assert {"101.501.b", "82.504.a"} <= {row.unit for row in found.sheet.rows}
    desk.enter_results(found.sheet)
    assert desk.state.units["82.504.a"].game == "TDC"
    assert desk.state.units["101.501.b"].game == "WED"


def play(game):
    """To the end, by programs."""
    from random import Random

    rng = Random(3)
    with PlaySession.open(game) as session:
        while session.ask is not None:
            if session.waiting == "dice":
                session.roll()
            else:
                session.answer(session.rules.thinking.policy(session.state, rng))


def test_two_tables_of_one_turn_are_played_side_by_side_and_both_come_back(desk, board, tmp_path):
    """Their points add up, and the one chit that is held is the first table's."""
    for fact in ("command.101", "dispatch.101"):
        desk.add([EventDraft(payload=FactSet(fact=fact, value=6))])
    meet(desk, board, "101.501.a", "chi.hg.i1")
    meet(desk, board, "101.506.a", "chi.hg.i2")
    found = [next(e for e in fights(desk) if unit in e.units)
             for unit in ("101.501.a", "101.506.a")]  # fmt: skip
    made = [lay_fight(desk, each.id, out=tmp_path / f"{each.id}.wdgame") for each in found]
    sheets = []
    for each, table in zip(found, made, strict=True):
        play(table.game)
        sheets.append((each.node, table.game))
    told = []
    for node, game in sheets:
        sheet = bring_back(desk, node, game).sheet
        told.append(sheet.facts.get("command.101", 6))
        desk.enter_results(sheet)
    assert desk.state.facts["command.101"] == max(0, 6 + (told[0] - 6) + (told[1] - 6))


def test_where_nobody_meets_no_table_is_laid(desk):
    with pytest.raises(UserError, match="Nobody meets"):
        lay_fight(desk, "190.1")


def test_points_of_a_turn_are_shared_and_add_up(desk):
    desk.add([EventDraft(payload=FactSet(fact="command.101", value=6))])
    first = desk.design.members["101.501"]
    rest = [unit for unit in desk.design.members["101"] if unit not in first]
    parts = [shares(desk.design, desk.state, each)["command.101"] for each in (first, rest)]
    assert sum(parts) == 6
    assert min(parts) > 0


def test_a_table_that_is_over_comes_home_by_itself(desk, board, tmp_path):
    meet(desk, board)
    fight = next(each for each in fights(desk) if "101.501.a" in each.units)
    made = lay_fight(desk, fight.id, out=tmp_path / "f.wdgame")
    assert come_home(desk, fight.node, made.game) == []  # it goes on
    play(made.game)
    with PlaySession.open(made.game, keep=False) as session:
        there = {p.id: p.at for p in session.state.pieces.values()}
    events = come_home(desk, fight.node, made.game)
    assert events
    first, last = events[0].seq, events[-1].seq
    with pytest.raises(UserError, match=rf"in the log already \(events {first}–{last}\)"):
        bring_back(desk, fight.node, made.game)
    now = desk.state.units["101.501.c"].place
    assert desk.state.units["101.501.c"].steps == 0 or now.at == there["101.501.c"]


def test_who_has_just_come_is_set_up_by_hand_in_its_area_and_no_further(desk, board, tmp_path):
    meet(desk, board, "101.506.a", "chi.hg.i1")
    fight = next(each for each in fights(desk) if "101.506.a" in each.units)
    made = lay_fight(desk, fight.id, out=tmp_path / "f.wdgame")
    zone = set(desk.design.zone["C"].hexes)
    with PlaySession.open(made.game) as session:
        assert session.ask.kind == "set-up"
        assert session.ask.who == "allied"
        ways = session.rules.showing.reach(session.state, ["101.506.b"])
        goals = {cell for cell, why in ways.items()}
        assert goals
        assert goals <= zone
        goal = sorted(goals)[0]
        session.answer(Path(("101.506.b",), (goal,)))
        assert session.state.pieces["101.506.b"].at == goal
        session.answer(Choose("areas/done"))
        assert session.ask is None or session.ask.who != "allied" or session.ask.kind != "set-up"


def test_a_campaign_that_is_older_than_the_map_stands_on_it_by_its_printed_numbers(tmp_path, board):
    from msgspec.structs import replace

    from wardesk.campaign.ledger.kinds.units import UnitArrived
    from wardesk.campaign.operation.corridor import Whereabouts
    from wardesk.services.campaign.table_moment import cell_of

    new = garden_design()
    sheets = tuple(replace(each, numbering="oblique", left_out=0) for each in new.sheets)
    old = replace(new, hexes=Whereabouts(), sheets=sheets)
    with CampaignDesk.create(
        tmp_path / "old.wdcamp", old, name="Old", campaign="o", seed=7, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as desk:  # fmt: skip
        there = (("82.504.a", "41.64", "TDC"), ("101.501.a", "60.149", "WED"))
        for unit, cell, game in there:
            place = Place("hex", cell, game=game)
            desk.add([EventDraft(payload=UnitArrived(unit=unit, place=place))])
        assert cell_of(desk, "82.504.a", board) == "141.64"
        assert cell_of(desk, "101.501.a", board) == "60.149"
