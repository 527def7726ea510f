"""Fog at the desk: what each seat sights, how it ages, and that packets are told apart by it."""

from __future__ import annotations

import gzip
from datetime import date
from itertools import count

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.fog_actions import sights_of
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.fog import Sighted
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived, UnitMoved
from wardesk.campaign.operation.forces import FARTHEST
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sighting import about, in_sight
from wardesk.documents.packs.campaign_packs import read_design
from wardesk.errors import UserError
from wardesk.reports.packet import make_packet, qt_packet_painter
from wardesk.reports.packet_words import enemies_seen, news_of
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.packets import player_seats, view_for
from wardesk.services.campaign.page import PageMaker
from wardesk.services.campaign.views import CampaignViews
from wardesk.services.campaign.workshop.packs import new_design
from wardesk.words import as_english

GERMAN, ALLIED = "wal.fjr6", "101.501"


def make(path, **fogged):
    numbers = count(1)
    desk = CampaignDesk.create(
        path, garden_design(), name="Test", campaign="mg", seed=None, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    )  # fmt: skip
    for seat, hexes in fogged.items():
        desk.act("fog-of-war", {"seat": seat.removeprefix("s"), "hexes": str(hexes)})
    return desk


@pytest.fixture
def desk(tmp_path):
    with make(tmp_path / "a.wdcamp", s101=1, guards=1, german=2) as made:
        yield made


def put(desk, unit, hex_):
    place = Place("hex", hex_, game="WED")
    moved = desk.state.units[unit].place.kind == "hex"
    desk.add([EventDraft(payload=(UnitMoved if moved else UnitArrived)(unit=unit, place=place))])


def units(desk, formation):
    return desk.design.members[formation]


def turn(desk, step=1):
    desk.add([EventDraft(payload=TurnBegun(ordinal=desk.state.ordinal + step))])


def sights(desk, seat):
    table = view_for(desk, seat).state.sightings.get(seat, {})
    return {
        key: [(row.place.at, row.units, row.steps) for row in seen.rows]
        for key, seen in table.items()
    }


@pytest.mark.parametrize(
    ("steps", "told"),
    [(0, (0, 0)), (1, (1, 1)), (2, (2, 3)), (3, (2, 3)), (4, (4, 6)), (10, (7, 10)), (11, (11, 15)),
     (99, (61, 99)), (120, (100, 120))],
)  # fmt: skip
def test_a_strength_is_told_as_a_range(steps, told):
    assert about(steps) == told


@pytest.mark.parametrize(
    ("there", "hexes", "seen"),
    [("50.150", 0, True), ("50.151", 0, False), ("50.151", 1, True), ("51.150", 1, True),
     ("51.151", 1, True), ("51.149", 1, False), ("51.149", 2, True), ("49.151", 1, True),
     ("49.152", 1, False), ("52.149", 2, True), ("52.148", 2, False), ("53.150", 2, False)],
)  # fmt: skip
def test_a_unit_sees_so_many_hexes_around_by_their_numbers(tmp_path, there, hexes, seen):
    with make(tmp_path / "a.wdcamp") as desk:
        put(desk, units(desk, ALLIED)[0], "50.150")
        put(desk, units(desk, GERMAN)[0], there)
        seat = desk.state.seats["101"]
        assert bool(in_sight(desk.design, desk.state, seat, hexes)) == seen


def test_nobody_is_seen_on_another_games_map_or_off_every_map(tmp_path):
    with make(tmp_path / "a.wdcamp") as desk:
        put(desk, units(desk, ALLIED)[0], "50.150")
        box = Place("box", "50.150", game="WED")
        other = Place("hex", "50.150", game="TDC")
        kra = units(desk, "hoh.kra")[0]
        desk.add([EventDraft(payload=UnitArrived(unit=units(desk, GERMAN)[0], place=box)),
                  EventDraft(payload=UnitArrived(unit=kra, place=other))])  # fmt: skip
        assert in_sight(desk.design, desk.state, desk.state.seats["101"], 9) == ()


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        (Place("hex", "", game="WED"), False),
        (Place("hex", "entry", game="WED"), False),
        (Place("hex", "chill-a", game="WED"), False),
        (Place("hex", "flak hexes, random face down", game="WED"), False),
        (Place("hex", "scenario 3: 47.154", game="WED"), False),
        (Place("node", "best-laid", game="WED"), False),
        (Place("marker", "no such route", game="WED"), False),
        (Place("drop", "any LZ in use", game="WED"), False),
        (Place("drop", "DZ B", game="WED"), True),
        (Place("drop", "B", game="WED"), True),
        (Place("hex", "0512", game="WED"), True),
        (Place("hex", "BL2", game="WED"), True),
        (Place("hex", "50.150", game="WED"), True),
    ],
)
def test_only_from_a_real_place_does_anybody_see_or_is_seen(tmp_path, place, seen):
    with make(tmp_path / "a.wdcamp") as desk:
        for formation in (ALLIED, GERMAN):
            there = UnitArrived(unit=units(desk, formation)[0], place=place)
            desk.add([EventDraft(payload=there)])
        for seat in ("101", "german"):
            found = in_sight(desk.design, desk.state, desk.state.seats[seat], 9)
            assert bool(found) == seen


def test_the_first_packets_of_a_double_blind_campaign_tell_nothing_of_the_other_side(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    folder = new_design("Blind", "double-blind", first_day=date(1944, 6, 6))
    with CampaignDesk.create(
        tmp_path / "b.wdcamp", read_design(folder)[0], name="B", campaign="b", seed=3, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as desk:  # fmt: skip
        while not any(now.place.kind == "hex" for now in desk.state.units.values()):
            desk.next()
        told = packets(desk)
        for seat in player_seats(desk):
            enemies = [
                f for f in desk.design.formations if f.side != seat.side and f.kind != "side"
            ]
            assert enemies
            for name, data in told[seat.id].items():
                text = gzip.decompress(data) if name.endswith(".gz") else data
                # who plays is no secret, and stands in the first line
                text = b"\n".join(
                    line for line in text.split(b"\n") if b"campaign.opened" not in line
                )
                for player in desk.state.seats.values():
                    text = text.replace(player.name.encode(), b"")
                for enemy in enemies:
                    assert enemy.name.encode() not in text, (seat.id, name, enemy.name)
                    assert f'"{enemy.id}"'.encode() not in text, (seat.id, name, enemy.id)


def test_a_commander_sees_with_his_own_units_and_a_chief_with_all_of_his_side(desk):
    put(desk, units(desk, ALLIED)[0], "50.150")
    put(desk, units(desk, GERMAN)[0], "50.151")
    assert list(sights(desk, "101")) == [GERMAN]
    assert sights(desk, "guards") == {}
    assert list(sights(desk, "german")) == [ALLIED]


def test_what_was_seen_stays_where_it_was_seen_and_grows_old(desk):
    scout, enemy = units(desk, ALLIED)[0], units(desk, GERMAN)[0]
    put(desk, scout, "50.150")
    put(desk, enemy, "50.151")
    put(desk, enemy, "58.170")
    turn(desk)
    turn(desk)
    assert [row[0] for row in sights(desk, "101")[GERMAN]] == ["50.151"]
    (row,) = enemies_seen(desk.design, view_for(desk, "101"))
    assert (row["age"], row["formation"]) == (2, desk.design.formation[GERMAN].name)
    assert "58.170" not in str(view_for(desk, "101").facts)
    put(desk, scout, "58.171")
    assert [row[0] for row in sights(desk, "101")[GERMAN]] == ["58.170"]


def test_contact_that_goes_on_is_young_and_told_once(desk):
    put(desk, units(desk, ALLIED)[0], "50.150")
    put(desk, units(desk, GERMAN)[0], "50.151")
    for _ in range(3):
        turn(desk)
    view = view_for(desk, "101")
    (row,) = enemies_seen(desk.design, view)
    assert row["age"] == 0
    told = [line.words for of in news_of(desk.design, view.facts, view.undone) for line in of.lines]
    assert sum("Seen:" in as_english(line) for line in told) == 1


def test_losses_of_the_enemy_are_seen_as_a_smaller_range_and_in_no_other_way(desk):
    put(desk, units(desk, ALLIED)[0], "50.150")
    enemies = [u for u in units(desk, GERMAN) if desk.design.unit[u].steps_full == 2][:2]
    for unit in enemies:
        put(desk, unit, "50.151")
    assert sights(desk, "101")[GERMAN] == [("50.151", 2, (4, 6))]
    desk.add([EventDraft(payload=StepsLost(unit=enemies[0], steps=1))])
    assert sights(desk, "101")[GERMAN] == [("50.151", 2, (2, 3))]
    assert not [f for f in view_for(desk, "101").facts if isinstance(f.payload, StepsLost)]


def test_a_sighting_goes_with_the_move_that_brought_it(desk):
    put(desk, units(desk, ALLIED)[0], "50.150")
    head = desk.ledger.head
    put(desk, units(desk, GERMAN)[0], "50.151")
    assert [e.kind for e in desk.ledger.events[head:]] == ["unit.arrived"] + ["fog.sighted"] * 2
    desk.take_back([head + 1], reason="the wrong company")
    assert sights(desk, "101") == {}
    assert desk.state.sightings.get("101", {}) == {}


def test_a_typed_sighting_says_what_is_known_and_from_whom(desk):
    desk.act("sighting", {"seat": "guards", "where": "Valkenswaard", "what": "armour",
                          "steps": "2-6", "how": "a farmer", "game": "WED"})  # fmt: skip
    (row,) = enemies_seen(desk.design, view_for(desk, "guards"))
    assert row["formation"] == "armour"
    assert "Valkenswaard" in as_english(row["where"])
    assert as_english(row["names"]) == "2 to 6 steps, a farmer"
    assert sights(desk, "101") == {}


@pytest.mark.parametrize(
    ("words", "why"),
    [({"formation": "101.501"}, "own side"), ({}, "what was seen"),
     ({"what": "tanks", "steps": "many"}, "written like"),
     ({"what": "tanks", "steps": "6-2"}, "written like"), ({"what": "x", "seat": "umpire"}, "side"),
     ({"what": "x", "where": " "}, "where")],
)  # fmt: skip
def test_a_sighting_that_makes_no_sense_is_refused_and_writes_nothing(desk, words, why):
    head = desk.ledger.head
    with pytest.raises(UserError, match=why):
        desk.act("sighting", {"seat": "101", "where": "Son", **words})
    assert desk.ledger.head == head


def test_without_fog_the_map_is_open_again_and_nobody_writes_sightings(desk):
    put(desk, units(desk, ALLIED)[0], "50.150")
    for seat in ("101", "guards", "german"):
        desk.act("fog-of-war", {"seat": seat, "on": "no"})
    put(desk, units(desk, GERMAN)[0], "50.151")
    assert not [e for e in desk.ledger.events if isinstance(e.payload, Sighted)]
    assert view_for(desk, "101").state.units[units(desk, GERMAN)[0]].place.at == "50.151"


def test_pages_and_map_of_a_seat_in_fog_show_the_other_side_as_it_was_seen(desk):
    put(desk, units(desk, ALLIED)[0], "50.150")
    put(desk, units(desk, GERMAN)[0], "50.151")
    put(desk, units(desk, "wal.hof")[0], "60.160")
    turn(desk, 2)
    put(desk, units(desk, GERMAN)[0], "70.170")
    turn(desk)
    page, views = PageMaker(desk).page("101"), CampaignViews(desk)
    (seen,) = [row for row in page.formations if row.seen]
    assert seen.id == GERMAN
    assert as_english(seen.seen).endswith("a turn ago")
    tokens = views.map("101", page.events).tokens
    assert {(t.id, t.age) for t in tokens if t.side == "german"} == {(GERMAN, 1)}
    everything = views.map("umpire", desk.ledger.head).tokens
    assert {t.id for t in everything if t.side == "german"} == {GERMAN, "wal.hof"}
    assert all(t.age is None for t in everything)


def test_a_seat_in_fog_sees_of_the_releases_those_of_its_own_side(desk):
    maker = PageMaker(desk)
    assert maker.page("german").queue == ()
    assert maker.page("101").queue == maker.page("umpire").queue != ()


def foggy_night(path):
    desk = make(path, s101=1, guards=1, german=2)
    assert len(desk.state.seats) == 6
    put(desk, units(desk, ALLIED)[0], "50.150")
    put(desk, units(desk, GERMAN)[0], "58.170")
    turn(desk)
    return desk


def packets(desk):
    painter = qt_packet_painter()
    return {
        seat.id: dict(make_packet(desk.design, view_for(desk, seat.id), painter).files)
        for seat in player_seats(desk)
    }


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """What every seat gets of the foggy night before anything more is done; never changed."""
    with foggy_night(tmp_path_factory.mktemp("before") / "one.wdcamp") as desk:
        return packets(desk)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "told"),
    [
        # an FJR company goes from nowhere to nowhere: only who sees everything learns of it
        (lambda d: put(d, units(d, GERMAN)[1], "60.170"), {"allied", "german", "chill"}),
        # it walks into the sight of the 501st
        (lambda d: put(d, units(d, GERMAN)[1], "50.151"), {"allied", "german", "chill", "101"}),
        # a company of the 506th far from every German
        (lambda d: put(d, units(d, "101.506")[0], "40.120"), {"allied", "101", "guards", "chill"}),
        (lambda d: d.act("sighting", {"seat": "guards", "where": "Son", "what": "guns"}),
         {"guards"}),
    ],
    ids=["in the fog", "into sight", "own side", "told by name"],
)  # fmt: skip
def test_six_seats_three_by_fog_are_told_apart_by_what_they_may_know(tmp_path, before, what, told):
    with foggy_night(tmp_path / "two.wdcamp") as desk:
        what(desk)
        after = packets(desk)
    differ = {seat for seat in before if before[seat] != after[seat]}
    assert differ == told


def test_what_is_seen_is_stored_in_one_with_what_was_done_or_not_at_all(desk, monkeypatch):
    put(desk, units(desk, ALLIED)[0], "50.150")
    head = desk.ledger.head

    def full(events, state):
        del state
        kinds.append([event.kind for event in events])
        raise UserError("The disk is full.")

    kinds = []
    monkeypatch.setattr(desk.store, "append", full)
    with pytest.raises(UserError, match="full"):
        put(desk, units(desk, GERMAN)[0], "50.151")

    assert kinds == [["unit.arrived", "fog.sighted", "fog.sighted"]]
    assert desk.ledger.head == head
    assert sights(desk, "101") == {}


def test_units_see_no_hexes_or_a_few_and_never_less():
    design = garden_design()
    assert sights_of(design.seats, {"german": 0})["german"] == 0
    assert sights_of(design.seats, {"german": FARTHEST})["german"] == FARTHEST
    for hexes in (-1, FARTHEST + 1):
        with pytest.raises(UserError, match="Units see 0 to"):
            sights_of(design.seats, {"german": hexes})
    with pytest.raises(UserError, match="cannot play by fog"):
        sights_of(design.seats, {"umpire": 1})
