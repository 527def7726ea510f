"""What the looking pages show: places, routes, graph, boxes, curves, by moment and seat."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from itertools import count

import pytest
from msgspec.structs import replace

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.forces import BoxMoved
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered, NodeLeft
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived, UnitMoved
from wardesk.campaign.market_garden.kinds import SpurChosen
from wardesk.campaign.operation.conditions import All, Between, Compare, Not, settled
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import first_state
from wardesk.documents.packs.campaign_maps import find_atlas
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.services.campaign.base_map import base_map
from wardesk.services.campaign.boxes import box_facts
from wardesk.services.campaign.conditions import condition_words
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.graph import graph_facts
from wardesk.services.campaign.places import Gazetteer
from wardesk.services.campaign.views import CampaignViews

NOW = datetime(2026, 5, 10, 12, tzinfo=UTC)
DESIGN = find_design("market-garden")[0]
ATLAS = find_atlas("market-garden")
GAZETTEER = Gazetteer(DESIGN, ATLAS)
STATE = first_state(DESIGN)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    numbers = count(1)
    made = CampaignDesk.create(
        tmp_path / "a.wdcamp", DESIGN, name="Test", campaign="mg", seed=7, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    )  # fmt: skip
    with made:
        yield made


def add(desk, *payloads, seen_by=("*",)):
    return desk.add([EventDraft(payload=each, seen_by=seen_by) for each in payloads])


def km(one, other) -> float:
    return math.dist(one, other) / 100


def landed(desk, formation="101.501", zone="DZ A / A1", game="WED"):
    units = DESIGN.members[formation]
    add(desk, *(UnitArrived(unit=u, place=Place("drop", zone, game=game)) for u in units))
    return units


# ---- where places lie ---------------------------------------------------------------------------


def test_every_stop_bridge_zone_box_and_sheet_has_its_place():
    route = DESIGN.routes[0]

    assert all(GAZETTEER.stop(route, stop) is not None for stop in route.stops)
    assert all(GAZETTEER.bridge(bridge.id) is not None for bridge in DESIGN.bridges)
    assert all(GAZETTEER.zone(zone.id) is not None for zone in DESIGN.zones)
    assert all(GAZETTEER.box(box.id) is not None for box in DESIGN.boxes)
    assert len({GAZETTEER.box(box.id).middle for box in DESIGN.boxes}) == len(DESIGN.boxes)


def test_hexes_with_a_known_place_lie_near_it():
    for bridge in DESIGN.bridges:
        for label in bridge.hexes:
            spot = GAZETTEER.hex(bridge.game, label)
            assert spot is not None
            assert not spot.sure
            assert km(spot.point, GAZETTEER.bridge(bridge.id)) < 4


def test_neighbouring_hexes_lie_a_hex_apart():
    here = GAZETTEER.hex("WED", "60.150").point
    around = [(60, 149), (60, 151), (59, 150), (61, 150), (61, 151), (59, 151)]
    ways = [km(here, GAZETTEER.hex("WED", f"{x}.{y}").point) for x, y in around]

    assert max(ways) == pytest.approx(min(ways), rel=1e-6)
    assert 0.3 < ways[0] < 0.7


@pytest.mark.parametrize(
    ("kind", "text", "game", "near", "reach"),
    [
        ("drop", "DZ A / A1", "WED", "Veghel", 6),
        ("drop", "DZ K (plan) / Driel", "TDC", "Driel", 3),
        ("hex", "north-west edge, Boxtel - Best", "WED", "Boxtel", 9),
        ("hex", "Nijmegen bridges", "TDC", "Nijmegen", 0.1),
        ("hex", "scenario 3: 49.153", "WED", "Best", 7),
    ],
)
def test_places_in_words_are_found(kind, text, game, near, reach):
    town = next(s for s in ATLAS.of_kind("town") if s.name == near)
    spot = GAZETTEER.spot(Place(kind, text, game=game), STATE)

    assert spot is not None
    assert km(spot.point, town.points[0]) < reach


@pytest.mark.parametrize("text", ["hex of the formation leader", "59th entry", ""])
def test_a_place_that_says_nothing_is_on_no_map(text):
    assert GAZETTEER.spot(Place("hex", text, game="WED"), STATE) is None


def test_the_chosen_spur_changes_the_road():
    route = DESIGN.routes[0]
    best = next(stop for stop in route.stops if stop.id == "best")
    point = GAZETTEER.stop(route, best)

    assert point in GAZETTEER.line(route, "Best")
    assert point not in GAZETTEER.line(route, "Son")


def test_the_printed_part_names_zones_frames_and_boxes():
    facts = base_map(GAZETTEER)

    assert {zone.fill for zone in facts.zones} == {
        DESIGN.formation[zone.division].colour.fill for zone in DESIGN.zones
    }
    assert [box.name for box in facts.boxes] == [box.name for box in DESIGN.boxes]
    assert all(frame.guessed for frame in facts.frames)
    assert "reconstruction" in facts.note.lower()


# ---- the map ------------------------------------------------------------------------------------


def test_formations_stand_where_the_ledger_knows_them(desk):
    landed(desk)
    views = CampaignViews(desk)
    facts = views.map("umpire", 10**6)
    (token,) = [token for token in facts.tokens if token.id == "101.501"]

    assert token.steps == token.steps_full
    assert token.whole
    assert token.sure
    assert (token.code, token.side, token.division) == (
        "FIR",
        "allied",
        DESIGN.formation["101"].name,
    )


def test_the_map_of_an_earlier_moment_lacks_what_came_later(desk):
    before = desk.ledger.head
    units = landed(desk)
    add(desk, StepsLost(unit=units[0], steps=1))
    views = CampaignViews(desk)

    assert views.map("umpire", before).tokens == ()
    late, now = views.map("umpire", desk.ledger.head - 1), views.map("umpire", desk.ledger.head)
    assert late.tokens[0].steps == now.tokens[0].steps + 1


def test_parts_of_a_formation_in_two_places_are_two_counters(desk):
    units = landed(desk)
    far = Place("hex", "scenario 3: 49.153", game="WED")
    add(desk, UnitMoved(unit=units[0], place=far))
    tokens = CampaignViews(desk).map("umpire", 10**6).tokens

    assert len(tokens) == 2
    assert sum(token.units for token in tokens) == len(units)
    assert not any(token.whole for token in tokens)


def test_what_the_map_has_no_place_for_is_told(desk):
    units = DESIGN.members["101.501"]
    add(desk, UnitArrived(unit=units[0], place=Place("hex", "nowhere known", game="WED")))
    facts = CampaignViews(desk).map("umpire", 10**6)

    assert facts.tokens == ()
    assert [one.words for one in facts.elsewhere] == ["nowhere known (Where Eagles Dare)"]


def test_the_route_says_how_far_it_is_used_and_where_nothing_passes(desk):
    add(desk, MarkerAdvanced(route="club", stop="eindhoven"), SpurChosen(route="club", spur="Son"))
    add(desk, BridgeChanged(bridge="son", state="blown"))
    (route,) = CampaignViews(desk).map("umpire", 10**6).routes

    assert route.at == "Eindhoven"
    assert not route.cut
    assert route.spur == "Best"
    assert route.reached == pytest.approx(23.9 * 100, rel=0.04)
    assert [words for _at, words in route.cuts] == ["Son bridge: blown"]


def test_bridges_have_the_shape_of_their_state(desk):
    add(desk, BridgeChanged(bridge="son", state="blown"))
    add(desk, BridgeChanged(bridge="son", state="bailey-placed"))
    add(desk, BridgeChanged(bridge="grave", state="wired", by="german"))
    shapes = {b.id: b.shape for b in CampaignViews(desk).map("umpire", 10**6).bridges}

    assert shapes["son"] == "building"
    assert shapes["grave"] == "wired"
    assert shapes["aa"] == "unknown"
    assert shapes["arnhem-road"] == "intact"


def test_a_seat_sees_on_its_map_what_it_was_told_and_nothing_else(desk):
    landed(desk)
    landed(desk, "82.504", "DZ O", "TDC")
    german = DESIGN.members["wal.fjr6"]
    place = Place("hex", "Neerpelt bridgehead astride Club Route", game="WED")
    add(desk, *(UnitArrived(unit=u, place=place) for u in german))
    add(desk, *(UnitMoved(unit=u, place=place) for u in landed(desk, "101.502")), seen_by=("101",))
    views = CampaignViews(desk)

    def seen(seat):
        return {token.id for token in views.map(seat, 10**6).tokens}

    public = {"101.501", "82.504", "wal.fjr6", "101.502"}
    assert seen("umpire") == seen("101") == seen("german") == public
    where = {seat: next(t for t in views.map(seat, 10**6).tokens if t.id == "101.502").where
             for seat in ("101", "german")}  # fmt: skip
    assert "Neerpelt" in where["101"]
    assert "Neerpelt" not in where["german"]


def test_hidden_events_leave_no_trace_on_another_seats_slider(desk):
    views = CampaignViews(desk)
    before = len(views.course("german").ticks)
    add(desk, Points(side="allied", points=1, cause="x"), seen_by=("allied",))

    assert len(views.course("german").ticks) == before
    assert len(views.course("allied").ticks) == before + 1


# ---- the slider ---------------------------------------------------------------------------------


def test_days_losses_and_results_are_marked(desk):
    units = landed(desk)
    add(desk, StepsLost(unit=units[0], steps=1))
    add(desk, NodeEntered(node="drive"), NodeLeft(node="drive", winner="allied"))
    add(desk, TurnBegun(ordinal=8))
    course = CampaignViews(desk).course("umpire")
    marks = [mark for tick in course.ticks for mark in tick.marks]

    assert marks.count("loss") == 1
    assert marks.count("result") == 1
    assert marks.count("turn") == 2
    assert [tick.turn for tick in course.ticks if tick.turn] == [17, 18]


def test_a_course_grows_and_forgets_the_mark_of_what_is_taken_back(desk):
    units = landed(desk)
    (lost,) = add(desk, StepsLost(unit=units[0], steps=1))
    views = CampaignViews(desk)
    assert "loss" in views.course("umpire").ticks[lost.seq].marks

    desk.take_back([lost.seq], reason="mistyped", with_dependants=True)
    course = views.course("umpire")

    assert len(course.ticks) == desk.ledger.head + 1
    assert not course.ticks[lost.seq].marks


# ---- the graph ----------------------------------------------------------------------------------


def nodes(desk):
    return {node.id: node for node in graph_facts(desk.design, desk.state).nodes}


def test_nodes_stand_by_day_and_game_and_never_on_each_other(desk):
    facts = graph_facts(desk.design, desk.state)
    cells = [
        (node.lane, day, node.row)
        for node in facts.nodes
        for day in range(node.column, node.last + 1)
    ]

    assert len(cells) == len(set(cells))
    assert facts.lanes == ("Where Eagles Dare", "The Devil's Cauldron")
    assert nodes(desk)["best-laid"].column == 1
    assert nodes(desk)["drive"].column == -1


def test_a_node_that_was_played_is_finished_with_its_winner(desk):
    assert nodes(desk)["drive"].state == "open"
    add(desk, NodeEntered(node="drive"))
    assert nodes(desk)["drive"].state == "running"
    assert nodes(desk)["drive"].sheet
    add(desk, NodeLeft(node="drive", winner="allied"))

    assert nodes(desk)["drive"].state == "finished"
    assert nodes(desk)["drive"].reason == "Won by Allies."


def test_what_can_no_longer_be_reached_says_why(desk):
    alone = replace(desk.design, options={**desk.design.options, "both_games": False})
    state = replace(first_state(alone), ordinal=4, options=dict(alone.options))
    found = {node.id: node for node in graph_facts(alone, state).nodes}

    assert found["tdc"].state == "shut"
    assert "Both games” is on" in found["tdc"].reason
    assert found["wed"].state == "running"
    assert found["end"].state == "waiting"


def test_links_tell_their_condition_and_whether_it_holds(desk):
    link = next(x for x in graph_facts(desk.design, desk.state).links if x.end == "tdc")

    assert link.words == "Club Route has left the first map and the option “Both games” is on"
    assert link.holds is False
    assert not link.never


def test_time_that_is_past_decides_for_good():
    facts = {"turn": 40, "day": 5}

    assert settled(Between(3, 39), facts) is False
    assert settled(Between(3, 41), facts) is None
    assert settled(Compare("day", "=", 4), facts) is False
    assert settled(Compare("day", ">=", 5), facts) is True
    assert settled(Not(Compare("day", "=", 4)), facts) is True
    assert settled(All((Compare("day", "=", 9), Compare("slot", "=", "Night"))), facts) is None


def test_every_condition_of_the_shipped_graph_has_words():
    for link in DESIGN.links:
        if link.condition is not None:
            words = condition_words(DESIGN, link.condition)
            assert words
            assert "." not in words


# ---- the boxes ----------------------------------------------------------------------------------


def test_a_corps_stands_in_its_box_and_its_next_one_is_told(desk):
    facts = box_facts(desk.design, desk.state)
    start = next(box for box in facts.boxes if box.id == "xii-start")

    assert [token.code for token in start.tokens] == ["XII"]
    assert any("takes West of the Dommel on 5 or less" in words for words in start.nexts)
    assert [way.open for way in facts.ways if way.start == "xii-start"] == [True]


def test_a_formation_off_the_map_is_in_its_box_for_those_who_may_see_it(desk):
    units = DESIGN.members["59.dew"]
    place = Place("hex", "north-west edge, Boxtel - Best", game="WED")
    add(desk, *(UnitArrived(unit=u, place=place) for u in units))
    moves = [UnitMoved(unit=u, place=Place("box", "oirschot", game="WED")) for u in units]
    add(desk, BoxMoved(formation="59.dew", box="oirschot"), *moves)

    def inside(bounds):
        facts = box_facts(desk.design, desk.state, bounds)
        return [t.id for box in facts.boxes if box.id == "oirschot" for t in box.tokens]

    assert inside((None, ())) == ["59.dew"]
    assert inside((("german",), ())) == ["59.dew"]
    assert inside((("allied",), ())) == []


def test_numbers_that_are_ours_are_called_ours_and_else_unknown(desk):
    def needed(**options):
        state = replace(desk.state, options={**desk.state.options, **options})
        return {(way.needed, way.ours) for way in box_facts(desk.design, state).ways}

    assert all(ours for _words, ours in needed(proposals=True))
    assert needed(proposals=False) == {("no number", False)}


# ---- the curves ---------------------------------------------------------------------------------


def test_curves_follow_the_losses_turn_by_turn(desk):
    units = landed(desk)
    add(desk, TurnBegun(ordinal=4), StepsLost(unit=units[0], steps=1))
    add(desk, TurnBegun(ordinal=8), StepsLost(unit=units[1], steps=1))
    facts = CampaignViews(desk).curves("umpire")
    curve = next(c for c in facts.curves if c.id == "101.501")
    whole = next(c for c in facts.curves if c.id == "101")

    assert facts.turns == (3, 4, 8)
    assert [curve.full - value for value in curve.values] == [0, 1, 2]
    assert [whole.full - value for value in whole.values] == [0, 1, 2]
    assert whole.division
    assert not curve.division
    assert facts.losses[0] == (1, 1)
    assert facts.losses[1] == (0, 0)


def test_points_are_summed_by_day_side_and_cause(desk):
    add(desk, Points(side="allied", points=2, cause="a town"))
    add(desk, Points(side="allied", points=1, cause="a town"))
    add(desk, Points(side="german", points=-1, cause="a bridge"))
    points = CampaignViews(desk).curves("umpire").points

    assert [(row.day, row.side, row.causes) for row in points] == [
        (0, "allied", (("a town", 3),)),
        (0, "german", (("a bridge", -1),)),
    ]


def test_a_seats_curves_hold_nothing_of_the_enemy(desk):
    landed(desk)
    facts = CampaignViews(desk).curves("german")

    assert {curve.side for curve in facts.curves} == {"german"}
    assert [key for key, _name in facts.sides] == ["german"]
    assert len(facts.losses) == 1


def test_taking_back_mends_the_curves(desk):
    units = landed(desk)
    (lost,) = add(desk, StepsLost(unit=units[0], steps=1))
    views = CampaignViews(desk)
    assert sum(views.curves("umpire").losses[0]) == 1

    desk.take_back([lost.seq], reason="mistyped", with_dependants=True)

    assert sum(views.curves("umpire").losses[0]) == 0
