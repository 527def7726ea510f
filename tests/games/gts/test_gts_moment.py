"""A moment of a campaign as a table of this series, and what the table gives back."""

from __future__ import annotations

import pytest
from gts_field import board, field

from wardesk.engine.types import replace
from wardesk.errors import UserError
from wardesk.games.gts.campaign import flags_of, lay_out, route_cells, taken
from wardesk.games.gts.order_of_battle import counter_row, division_row, formation_row, symbol
from wardesk.model.moment import Moment, MomentBridge, MomentFormation, MomentUnit

US, CHIEF, HIM = "101.502.a", "101.502.ldr", "59.dew.i1"
RATINGS = {
    "fire": 5, "fire_class": "pink", "range": 2, "assault": 4, "assault_class": "white",
    "assault_double": False, "armoured": False, "defence": -1, "move": 8,
}  # fmt: skip


def unit(name, side="allied", formation="101.502", cell="60.150", **more):
    row = {"steps": 2, "full": 2, "type": "company", "symbol": "infantry.airborne",
           "movement": "leg", "quality": 7, "ratings": RATINGS, "self_command": False,
           "basis": "guess"} | more  # fmt: skip
    return MomentUnit(id=name, name=name, side=side, formation=formation, cell=cell, **row)


def formation(name, side, division, kind="regiment", **more):
    return MomentFormation(id=name, name=name, side=side, division=division, kind=kind, **more)


FORMATIONS = (
    formation("101", "allied", "101", "division"), formation("101.502", "allied", "101"),
    formation("101.ind", "allied", "101", "independent"),
    formation("59", "german", "59", "division"), formation("59.dew", "german", "59"),
)  # fmt: skip
LEADER = {"type": "leader", "full": 0, "steps": 0, "quality": None,
          "ratings": {"command_range": 5, "telephone": True}}  # fmt: skip


def moment(*units, **more):
    units = units or (unit(US), unit(CHIEF, **LEADER), unit(HIM, "german", "59.dew", "60.155"))
    row = {"turns": ("0700", "0900"), "units": units, "formations": FORMATIONS} | more
    return Moment(**row)


def laid(*units, **more):
    return lay_out(moment(*units, **more), board())


# ---- laying out ---------------------------------------------------------------------------------


def test_counters_are_those_of_the_order_of_battle():
    row = dict(counter_row(unit(US)))
    assert row == {
        "id": US, "name": US, "formation": "101.502", "symbol": "airborne", "steps": 2, "tq": 7,
        "fire": 5, "weapon": "pink", "range": 2, "assault": 4, "assault_weapon": "white",
        "defence": -1, "move": 8, "basis": "guess",
    }  # fmt: skip
    chief = dict(counter_row(unit(CHIEF, **LEADER)))
    assert chief == {"id": CHIEF, "name": CHIEF, "formation": "101.502", "symbol": "hq",
                     "steps": 0, "command": 5, "telephone": True, "move": 8,
                     "basis": "guess"}  # fmt: skip
    plain = dict(counter_row(unit(CHIEF, **LEADER | {"ratings": {}})))
    assert plain["command"] == 4
    assert "telephone" not in plain


@pytest.mark.parametrize(("more", "has"), [
    ({"type": "engineer"}, {"engineer": True}),
    ({"type": "bridge"}, {"engineer": True}),
    ({"movement": "tracked"}, {"movement": "tracked"}),
    ({"movement": "wheeled"}, {"movement": "wheeled"}),
    ({"transport": "tracked"}, {"transport": "tracked"}),
    ({"transport": "wheeled"}, {"transport": "wheeled"}),
    ({"self_command": True}, {"self_command": True}),
    ({"ratings": RATINGS | {"armoured": True}}, {"armoured": True}),
    ({"ratings": RATINGS | {"assault_double": True}}, {"double": True}),
    ({"ratings": RATINGS | {"move": None}}, {"move": 0}),
    ({"quality": None}, {"tq": 5}),
])  # fmt: skip
def test_what_a_counter_has_beside_its_figures(more, has):
    plain, found = dict(counter_row(unit(US))), dict(counter_row(unit(US, **more)))
    assert {key: value for key, value in found.items() if plain.get(key) != value} == has


def test_a_counter_without_fire_or_assault_has_no_such_figures():
    none = RATINGS | {"fire": None, "assault": None}
    found = dict(counter_row(unit(US, ratings=none)))
    assert not {"fire", "weapon", "range", "assault", "assault_weapon"} & set(found)


@pytest.mark.parametrize(("name", "kind", "loose"), [
    ("101.502", "regiment", False), ("101.ind", "regiment", True), ("59.art", "regiment", True),
    ("chi.flak", "regiment", True), ("101.1519", "attached", True), ("x", "independent", True),
    ("x", "artillery", True), ("x", "optional", True), ("x", "pool", True),
])  # fmt: skip
def test_which_formations_are_independent(name, kind, loose):
    assert dict(formation_row(formation(name, "allied", "101", kind)))["independent"] is loose


@pytest.mark.parametrize(("name", "any_leader"), [("101", True), ("82", True), ("59", False)])
def test_which_divisions_obey_every_leader(name, any_leader):
    row = dict(division_row(formation(name, "allied", name, "division")))
    assert row == {"id": name, "name": name, "side": "allied", "any_leader": any_leader}


def test_symbols_are_found_by_name_or_by_its_head():
    assert symbol("infantry.airborne") == "airborne"
    assert symbol("armour.heavy") == "armour"
    assert symbol("infantry.foot") == "infantry"


def test_chits_are_of_who_is_there_and_of_formations_that_are_led():
    setup = laid().setup
    assert setup["chits"] == {
        "allied": ["division/101", "formation/101.502", "direct"],
        "german": ["division/59", "direct"],
    }  # fmt: skip
    loose = laid(unit("x", formation="101.ind"), unit("y", formation="101.ind", **LEADER)).setup
    assert loose["chits"] == {"allied": ["division/101", "direct"], "german": []}


def test_a_unit_comes_as_it_stands():
    worn = unit(US, steps=1, flags=("in column", "suppressed", "two cohesion hits",
                                    "improved position", "one cohesion hit"))  # fmt: skip
    park = unit("x", flags=("in the artillery park", "entrenched"))
    rows = laid(worn, park, unit("y")).setup["place"]
    assert rows == [
        {"units": [US], "at": "60.150", "steps": 1, "column": True, "suppressed": True,
         "improved": True, "cohesion": 2},
        {"units": ["x"], "at": "park", "entrenched": True},
        {"units": ["y"], "at": "60.150"},
    ]  # fmt: skip


def test_points_weather_and_the_chit_that_was_held_over_come_along():
    facts = {"command.101": 4, "dispatch.101": 2, "command.59": "much",
             "mug.held": "allied/formation/101.502"}  # fmt: skip
    setup = laid(facts=facts, weather="fog", fog=4).setup
    assert setup["points"] == {"101": 4, "59": 0}
    assert setup["dispatch"] == {"101": 2, "59": 0}
    assert (setup["buying"], setup["first"]) == (True, "allied/formation/101.502")
    assert (setup["weather"], setup["fog"]) == ("fog", 4)
    plain = laid(facts={"mug.held": "allied/formation/101.999", "command.101": 400}).setup
    assert (plain["buying"], plain["first"], plain["weather"]) == (False, "", "clear")
    assert plain["points"]["101"] == 99
    assert laid(facts={"command.101": -3, "command.59": 1}).setup["points"] == {"101": 0, "59": 1}
    assert "fog" not in plain
    assert (plain["events"], plain["events_return"]) == (True, True)


def test_what_lies_on_the_map_comes_along_and_what_is_off_it_does_not():
    facts = {
        "roadblock.60.151": "german", "roadblock.999.9": "german", "roadblock.60.152": "nobody",
        "roadblocks.german": 2, "minefield.60.153": True, "minefield.60.154": False,
        "park.59": "60.155", "park.59.value": 3, "park.101": "",
        "rearguards.59.dew": 1, "rearguard.59.dew": "60.156 999.9",
    }  # fmt: skip
    setup = laid(facts=facts, pools={"bulldozers": 2}).setup
    assert setup["blocked"] == {"60.151": "german"}
    assert setup["road_blocks"] == {"german": 2}
    assert setup["mined"] == ["60.153"]
    assert setup["park"] == [{"id": "59", "division": "59", "value": 3, "at": "60.155"}]
    assert setup["rearguards"] == [{"formation": "59.dew", "count": 2, "at": ["60.156"]}]
    assert setup["bulldozers"] == 2
    many = laid(facts={"rearguards.59.dew": 40}).setup["rearguards"]
    assert [row["count"] for row in many] == [9]
    assert laid().setup["bulldozers"] == 0
    assert laid().setup["rearguards"] == []


@pytest.mark.parametrize(("bridge", "facts", "row"), [
    ({"state": "wired", "by": "german"}, {}, {"wired": "german"}),
    ({"state": "blown"}, {}, {"destroyed": True}),
    ({"state": "bailey-working", "unit": US}, {}, {"bailey": US}),
    ({"state": "bailey-working", "unit": "elsewhere"}, {}, {"destroyed": True}),
    ({"state": "bailey-placed", "unit": US}, {}, {"destroyed": True}),
    ({"state": "bailey-suppressed", "unit": US}, {}, {"bailey": US}),
    ({"state": "bailey-suppressed", "unit": "elsewhere"}, {}, {"destroyed": True}),
    ({"state": "stable"}, {}, {"tried": "stable"}),
    ({"state": "unstable"}, {}, {"tried": "unstable"}),
    ({"state": "unstable", "bulldozer": True}, {}, {"tried": "unstable", "bulldozer": "new"}),
    ({"state": "unstable", "bulldozer": True}, {"men-at-work.son": True},
     {"tried": "unstable", "bulldozer": "men"}),
    ({"state": "unstable", "bulldozer": True}, {"bulldozer-lost.son": True},
     {"tried": "unstable"}),
    ({"state": "intact", "control": "allied", "spared": True}, {"improved.son": True},
     {"improved": True, "never": True, "control": "allied"}),
    ({"state": "intact"}, {}, None),
])  # fmt: skip
def test_a_bridge_comes_as_it_is(bridge, facts, row):
    found = laid(bridges=(MomentBridge(id="son", **bridge),), facts=facts).setup["bridge"]
    assert found == ([{"id": "son", **row}] if row else [])
    strange = MomentBridge(id="nowhere", **bridge)
    assert laid(bridges=(strange,), facts=facts).setup["bridge"] == []


def test_what_cannot_stand_is_named_whole():
    with pytest.raises(UserError) as caught:
        laid(unit(US, cell="999.9"), unit("x", cell="60.150"),
             unit(HIM, "german", "59.dew", "60.150"))  # fmt: skip
    assert "999.9" in str(caught.value)
    assert "60.150" in str(caught.value)
    meeting = unit("59.dew.ldr", "german", "59.dew", "60.150", **LEADER)
    assert laid(unit(US), meeting).setup  # leaders share a hex with anybody
    assert not laid(unit(US, type="supply"), unit("x")).setup["place"][1:]


def test_the_road_runs_along_the_main_road_from_stop_to_stop():
    cells = route_cells(("65.151", "nowhere", "65.153"), board())
    assert cells == ("65.151", "65.152", "65.153")
    assert route_cells((), board()) == ()
    assert route_cells(("65.152",), board()) == ("65.152",)


# ---- taking back --------------------------------------------------------------------------------


def back(change, **more):
    at = field({US: "60.150", HIM: "60.155"}, **more)
    before = at.state
    change(at)
    return taken(at.setting, before, at.state)


def test_nothing_is_told_of_a_table_where_nothing_happened():
    found = back(lambda at: None)
    assert (found.flags, found.facts, found.bridges, found.markers) == ({}, {}, (), {})


def test_marks_of_units_come_back_where_they_changed():
    found = back(lambda at: at.change(US, suppressed=True, cohesion=1, column=True))
    assert dict(found.flags) == {US: ("in column", "suppressed", "one cohesion hit")}
    assert not back(lambda at: at.change(US, at=None, suppressed=True)).flags
    at = field({US: "60.150"})
    assert flags_of(at.unit(US)) == ()
    dug = at.change(US, dug="entrenched", at="park").unit(US)
    assert flags_of(dug) == ("entrenched", "in the artillery park")


def test_points_and_the_chit_that_is_held_come_back():
    found = back(lambda at: at.points("101", 9).mark("turn/first", "allied/direct"))
    assert dict(found.facts) == {"command.101": 9, "mug.held": "allied/direct"}


@pytest.mark.parametrize(("before", "now", "row"), [
    ("wired:german", "destroyed", ("blown", "german")),
    ("wired:german", "", ("intact", "")),
    (None, "wired:german", ("wired", "german")),
    (None, "unstable", ("unstable", "")),
])  # fmt: skip
def test_bridges_come_back_as_they_are_now(before, now, row):
    at = field({US: "60.150", HIM: "60.155"}).mark("bridge/son", before)
    was = at.state
    at.mark("bridge/son", now)
    (found,) = taken(at.setting, was, at.state).bridges
    assert (found.id, found.state, found.by, found.control) == ("son", *row, "")


def test_a_bailey_comes_back_by_its_unit_and_control_by_whoever_has_it():
    (down,) = back(lambda at: at.mark("bridge/son", "bailey:x")).bridges
    assert (down.state, down.unit) == ("bailey-suppressed", "x")  # nobody keeps it up
    (found,) = back(
        lambda at: at.mark("51.159/last", "german").mark("51.160/last", "german")
    ).bridges
    assert (found.id, found.state, found.control) == ("best-road", "", "german")
    better = back(lambda at: at.mark("improved/best-rail", True))
    assert dict(better.facts) == {"improved.best-rail": True}


def test_what_lies_otherwise_comes_back():
    found = back(lambda at: at.mark("60.151/block", "german").mark("60.152/mines", True)
                 .mark("park/59", "60.153").mark("60.150/barrage", "light"))  # fmt: skip
    assert dict(found.facts) == {
        "roadblock.60.151": "german", "minefield.60.152": True, "park.59": "60.153",
    }  # fmt: skip


def test_markers_of_the_road_and_bulldozers_come_back():
    def change(at):
        at.state.tracks.update({"route/attacked": 2, "route/closed": 0})
        at.mark("dozer/tongelreep", "new").mark("dozed/tongelreep", 1)

    found = back(change)
    assert dict(found.markers) == {"attacked": 2, "bulldozer:tongelreep": 1}
    at = field({US: "60.150"}).mark("dozer/tongelreep", "men").mark("bridge/tongelreep", "unstable")
    was = at.state
    at.mark("dozer/tongelreep", None).mark("bridge/tongelreep", "stable")
    freed = taken(at.setting, was, at.state)
    assert dict(freed.markers) == {"bulldozer-back:tongelreep": 1}
    assert freed.facts == {"men-at-work.tongelreep": False, "bulldozer-lost.tongelreep": False}
    at.mark("bridge/tongelreep", "unstable")
    lost = taken(at.setting, was, at.state)
    assert lost.facts == {"men-at-work.tongelreep": False, "bulldozer-lost.tongelreep": True}
    assert not lost.markers


def test_road_blocks_and_rearguards_that_are_left_come_back():
    rear = [{"formation": "59.dew", "count": 2}]
    at = field({US: "60.150", HIM: "60.155"}, rearguards=rear, road_blocks={"german": 2})
    was = at.state
    at.change("59.dew.rear1", at="60.156")
    tracks = {**at.state.tracks, "blocks/german": 1}
    at.state = replace(at.state, tracks=tracks)
    found = taken(at.setting, was, at.state)
    assert dict(found.facts) == {
        "roadblocks.german": 1, "rearguards.59.dew": 1, "rearguard.59.dew": "60.156",
    }  # fmt: skip
