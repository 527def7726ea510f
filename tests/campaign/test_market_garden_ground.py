"""Rules that look at the map: what the hexes say is proposed, and the umpire may say otherwise."""

from __future__ import annotations

import pytest
from garden import Garden, garden_design
from hypothesis import given, settings
from hypothesis import strategies as st
from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import UnitArrived, UnitFlagged, UnitMoved
from wardesk.campaign.market_garden import ch03_drop_table, ch03_drops, ground
from wardesk.campaign.market_garden.ch04_club_route import trace
from wardesk.campaign.market_garden.duties import duties
from wardesk.campaign.operation.places import Place
from wardesk.documents.maps.store import load_board
from wardesk.games.gts.agreed import reach_along
from wardesk.games.gts.setting import read_setting
from wardesk.paths import campaigns
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.forms import form_of

DESIGN = garden_design()
ROAD = DESIGN.hexes.route["club"]


def put(garden, unit, cell, game="WED"):
    arrives = garden.state.units[unit].place.kind not in ("hex", "drop", "marker")
    kind = UnitArrived if arrives else UnitMoved
    garden.add([EventDraft(payload=kind(unit=unit, place=Place("hex", cell, game=game)))])


@pytest.mark.rule("MG 4.2")
def test_a_german_on_the_road_ends_the_trace_and_the_umpire_may_say_otherwise():
    garden = Garden()
    first = garden.design.route("club").stops[0].id
    assert ground.enemy_before(garden.design, garden.state) == ""
    put(garden, "chi.hg.i1", ROAD[ROAD.index("42.229") + 2])
    assert ground.enemy_before(garden.design, garden.state) == first
    assert trace(garden.design, garden.state).stops == ()
    assert trace(garden.design, garden.state, ground.NOBODY).stops != ()


@pytest.mark.rule("MG 4.2")
def test_a_fire_zone_beside_the_road_ends_it_as_well():
    garden = Garden()
    put(garden, "chi.hg.i1", beside(ROAD[ROAD.index("42.229") + 3]))
    assert ground.enemy_before(garden.design, garden.state)


def beside(cell):
    column, row = map(int, cell.split("."))
    return f"{column + 1}.{row}"


def test_without_a_map_a_fire_zone_is_taken_to_reach_two_hexes_and_no_third():
    garden = Garden()
    garden.design.give_sight(lambda: None)
    put(garden, "chi.flak.s1", "60.149")
    germans = ground.ground_of(garden.design, garden.state, "german")
    assert [germans.reaches(f"60.{149 + far}") for far in range(4)] == [False, True, True, False]


@pytest.fixture(scope="module")
def table():
    """The rules of a table of the whole map, without anybody on it."""
    board = load_board(campaigns() / "market-garden/maps/country")
    return read_setting(board, {"slots": ["0700"]}, {})


@pytest.mark.rule("MG 4.2")
@settings(max_examples=15)
@given(where=st.sampled_from([cell for cell in ROAD if cell[:2] in ("59", "62", "63", "67")]))
def test_a_fire_zone_reaches_what_the_unit_sees_on_the_table(table, where):
    garden = Garden()
    put(garden, "chi.flak.s1", where)
    germans = ground.ground_of(garden.design, garden.state, "german")
    far = DESIGN.unit["chi.flak.s1"].ratings["range"]
    around = [c for c in table.board.cells if 0 < table.distance(where, c) <= far + 2]
    seen = {cell for cell in around if germans.reaches(cell)}
    assert seen == table.seen(where, far) - {where}
    assert seen != {cell for cell in around if table.distance(where, cell) <= far}


@pytest.mark.rule("MG 4.2")
@pytest.mark.parametrize(
    ("unit", "flag", "far"),
    [("chi.flak.s1", "", 6), ("chi.flak.s1", "suppressed", 0), ("chi.flak.s1", "in trucks", 0),
     ("chi.ind.art1", "", 3)],
)  # fmt: skip
def test_how_far_a_fire_zone_goes(table, unit, flag, far):
    garden = Garden()
    put(garden, unit, "60.149")
    if flag:
        garden.add([EventDraft(payload=UnitFlagged(unit=unit, flag=flag))])
    germans = ground.ground_of(garden.design, garden.state, "german")
    reached = [c for c in table.seen("60.149", 8) if germans.reaches(c)]
    assert max((table.distance("60.149", c) for c in reached), default=0) == far


@pytest.mark.rule("MG 4.2")
def test_at_night_a_fire_zone_goes_two_hexes(table):
    garden = Garden()
    put(garden, "chi.flak.s1", "60.149")
    garden.go("17 Sep Night")
    germans = ground.ground_of(garden.design, garden.state, "german")
    reached = [c for c in table.seen("60.149", 8) if germans.reaches(c)]
    assert max(table.distance("60.149", c) for c in reached) == 2


@pytest.mark.rule("MG 3.4.1")
def test_light_flak_at_a_zone_is_no_88():
    garden = Garden()
    put(garden, "chi.flak.l1", "56.151")
    load = ground.zone_load(garden.design, garden.state, "C")
    assert load == {"germans": 0, "flak": 1, "flak_88": 0}


@pytest.mark.rule("MG 4.3.3")
def test_a_german_on_the_corps_road_is_due_a_closed_marker_and_ahead_of_it_none():
    garden = Garden()
    put(garden, "chi.hg.i1", ROAD[ROAD.index("42.229") + 4])
    assert not any(each.id.startswith("closed.") for each in duties(garden.design, garden.state))
    put(garden, "chi.hg.i1", ROAD[ROAD.index("42.229") - 1])
    (due,) = [e for e in duties(garden.design, garden.state) if e.id.startswith("closed.")]
    assert due.words["closed"] == "yes"


@pytest.mark.rule("MG 3.5", "MG S6.1.1")
def test_a_german_in_the_supply_zone_is_seen():
    garden = Garden()
    assert not ground.enemy_in_zone(garden.design, garden.state, "101")
    put(garden, "chi.hg.i1", "60.149")
    assert ground.enemy_in_zone(garden.design, garden.state, "101")
    assert not ground.enemy_in_zone(garden.design, garden.state, "82")


@pytest.mark.rule("MG 3.4.1")
def test_germans_and_flak_at_a_zone_make_the_drop_worse():
    garden = Garden()
    put(garden, "chi.hg.i1", "58.151")
    put(garden, "chi.flak.s1", "56.151")
    put(garden, "chi.flak.l1", "70.151")
    load = ground.zone_load(garden.design, garden.state, "C")
    assert load == {"germans": 1, "flak": 0, "flak_88": 1}
    garden.do(ch03_drops.first_drop)
    cast = next(
        each
        for each in ch03_drop_table.fates(
            garden.design, garden.state, "101", ch03_drop_table.NO_LOAD
        )
        if each.key == "101.506.a"
    )
    assert cast.proposal.modifier == 1 + 2


@pytest.mark.rule("MG S6.10")
def test_who_of_231_brigade_stands_north_of_its_line_is_due():
    garden = Garden()
    unit = garden.design.members["43.231"][0]
    put(garden, unit, "60.150")
    assert ground.beyond_the_line(garden.design, garden.state, "43.231") == ()
    put(garden, unit, "74.130")
    assert ground.beyond_the_line(garden.design, garden.state, "43.231") == (unit,)
    (due,) = [e for e in duties(garden.design, garden.state) if e.id.startswith("limit.")]
    assert due.action == "limit-231"


@pytest.mark.rule("MG 2.15.5")
def test_a_bridge_is_held_by_who_stands_at_it_alone():
    garden = Garden()
    assert ground.holder(garden.design, garden.state, "son") == ""
    put(garden, "chi.hg.i1", "67.157")
    assert ground.holder(garden.design, garden.state, "son") == "german"
    put(garden, "101.506.a", "67.155")
    assert ground.holder(garden.design, garden.state, "son") == ""
    assert ground.fire_zone(garden.design, garden.state, "son")


def test_what_is_left_out_is_reckoned_and_what_is_said_counts(tmp_path):
    with CampaignDesk.create(
        tmp_path / "c.wdcamp", garden_design(), name="T", campaign="c", seed=3, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as desk:  # fmt: skip
        desk.act("hide-raid", {"night": "2"})
        desk.next()
        place = Place("hex", "60.149", game="WED")
        desk.add([EventDraft(payload=UnitArrived(unit="chi.hg.i1", place=place))])
        field = next(f for f in form_of(desk, "supply").fields if f.name == "enemy_in_zone")
        assert [key for key, _ in field.choices] == ["", "yes", "no"]
        done = desk.act("supply", {"division": "101"})
        assert done.events[0].payload.on
        desk.take_back([done.events[0].seq], reason="the umpire says no")
        assert (
            not desk.act("supply", {"division": "101", "enemy_in_zone": "no"}).events[0].payload.on
        )


def test_a_campaign_without_hexes_is_told_nothing():
    from msgspec.structs import replace

    from wardesk.campaign.operation.corridor import Whereabouts
    from wardesk.campaign.operation.state import first_state

    bare = replace(DESIGN, hexes=Whereabouts())
    state = first_state(bare)
    assert ground.enemy_before(bare, state) == ""
    assert ground.germans_on(bare, state) == ()
    assert ground.beyond_the_line(bare, state, "43.231") == ()


@given(st.sets(st.integers(1, len(ROAD) - 1), max_size=4), st.sets(st.sampled_from(ROAD)))
@settings(max_examples=60)
def test_the_road_is_followed_to_the_first_hex_that_is_blocked_and_no_further(blocked, stops):
    found = reach_along(ROAD, stops, lambda _a, b: ROAD.index(b) in blocked)
    end = min(blocked, default=len(ROAD))
    assert found == tuple(cell for cell in ROAD[1:end] if cell in stops)


def test_what_is_kept_of_a_moment_is_gone_with_the_next_event():
    garden = Garden()
    zone = [ground.enemy_in_zone(garden.design, garden.state, "101")]
    put(garden, "chi.hg.i1", "60.149")
    zone.append(ground.enemy_in_zone(garden.design, garden.state, "101"))
    put(garden, "chi.hg.i1", "70.200")
    zone.append(ground.enemy_in_zone(garden.design, garden.state, "101"))
    assert zone == [False, True, False]
