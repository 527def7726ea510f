"""What the linter says of one mistake: its level, its place and its words, and nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from small_campaign import small_design

from wardesk.campaign.ledger.rulings import Query
from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.corridor import (
    BoxEdge,
    Bridge,
    Corps,
    LandingZone,
    MapEntry,
    OffMapBox,
)
from wardesk.campaign.operation.design import Flag, OperationTable, TableModifier, TableRow
from wardesk.campaign.operation.facts import fact_types
from wardesk.campaign.operation.forces import (
    Alias,
    Appearance,
    Attachment,
    Colour,
    IdentityGroup,
    IdentityOption,
    Pool,
    Seat,
)
from wardesk.campaign.operation.graph import Link, Node
from wardesk.campaign.operation.lint import lint, never_holds
from wardesk.campaign.operation.schedule import Arrival, ChecklistStep, PointRule

BASE = small_design()
SOUND = {
    "note queue cold: Its number is not known; the umpire is asked.",
    "note way start → oirschot: The number on its arrow is not known; 4 is our proposal.",
}


def told(**changes) -> set[str]:
    return {
        f"{each.level} {each.place}: {each.text}" for each in lint(small_design(**changes))
    } - SOUND  # fmt: skip


def changed(rows, key, **more):
    """A table of the design in which one row is another one."""
    return tuple(replace(each, **more) if each.id == key else each for each in rows)


def formations(key, **more):
    return {"formations": changed(BASE.formations, key, **more)}


def stops(key, **more):
    route = BASE.routes[0]
    return {"routes": (replace(route, stops=changed(route.stops, key, **more)),)}


def table(*rows, **more):
    rows = rows or (TableRow(low=0, high=9, result="x"),)
    return OperationTable(id="t", title="T", cite="1", rows=rows, **more)


def colour(code, pattern="plain", fill="red"):
    return Colour(name="Red", fill=fill, ink="white", pattern=pattern, code=code)


def arrival(**more):
    found = {"subject": "first", "subject_kind": "formation", "game": "ONE", "mode": "setup"}
    return {"arrivals": (Arrival(basis="guess", **(found | more)),)}


def entry(**more):
    found = {"id": "e", "name": "E", "box": "start", "owner": "first", "basis": "guess"}
    return {"entries": (MapEntry(**(found | more)),)}


def queued(line, **more):
    rows = list(BASE.queue)
    rows[line] = replace(rows[line], **more)
    return {"queue": tuple(rows)}


def zone(**more):
    found = {"id": "C", "name": "DZ C", "game": "ONE", "kind": "drop", "division": "blues"}
    return {"zones": (*BASE.zones, LandingZone(basis="guess", **(found | more)))}


def bridge(**more):
    found = {"id": "x", "name": "X", "game": "ONE", "kind": "stream"}
    return {"bridges": (*BASE.bridges, Bridge(basis="guess", **(found | more)))}


def option(key, **more):
    return IdentityOption(id=key, **more)


def group(*options, key="other"):
    made = IdentityGroup(id=key, rule="exactly-one", options=options, basis="guess")
    return {"identity_groups": (*BASE.identity_groups, made)}


SIDES = (
    "error side red: It has {} roots; one tree a side is needed.",
    "error side blue: It has {} roots; one tree a side is needed.",
)
FOUND = [
    ({"formations": (*BASE.formations, BASE.formations[1])},
     {"error formations: first is there 2 times."}),
    ({"units": (*BASE.units, BASE.units[0])}, {"error units: r1 is there 2 times."}),
    ({"appearances": (*BASE.appearances, BASE.appearances[0])},
     {"error counters: ONE and R1 is there 2 times."}),
    (formations("first", parent="x"),
     {"error formation first: There is no formation 'x'."}),
    (formations("huber-a", side="x"),
     {"error formation huber-a: There is no side 'x'.",
      "error formation huber-a: It fights for x, its root for red."}),
    (formations("huber-a", side="blue"),
     {"error formation huber-a: It fights for blue, its root for red."}),
    (formations("first", games=("ONE", "x")),
     {"error formation first: There is no game 'x'."}),
    (formations("reds", parent="first"),
     {"error formation reds: It stands under itself.",
      "error formation first: It stands under itself.",
      "error formation huber-a: It stands under itself.",
      "error formation huber-b: It stands under itself.", SIDES[0].format(0)}),
    (formations("first", parent=None), {SIDES[0].format(2)}),
    ({"units": changed(BASE.units, "r1", formation="x")},
     {"error unit r1: There is no formation 'x'."}),
    ({"appearances": (*BASE.appearances, Appearance(
        unit="x", game="y", counter="Z", formation="z", basis="guess"))},
     {"error counter Z in y: There is no unit 'x'.", "error counter Z in y: There is no game 'y'.",
      "error counter Z in y: There is no formation 'z'."}),
    (formations("first", colour=colour("AA")), set()),
    ({"formations": changed(formations("first", colour=colour("AA"))["formations"], "second",
                            colour=colour("AA", fill="blue"))},
     {"error formation codes: AA is there 2 times."}),
    ({"formations": changed(formations("first", colour=colour("AA"))["formations"], "second",
                            colour=colour("BB"))},
     {"warning formation colours: 2 formations look the same: red with plain."}),
    ({"formations": changed(formations("first", colour=colour("AA"))["formations"], "second",
                            colour=colour("AA"), umbrella=True)}, set()),
    (group(option("a", units=("r1",)), option("b", units=("r2",)), key="huber"),
     {"error identity groups: huber is there 2 times."}),
    (group(option("a", units=("r1",)), option("b", units=("r1",))),
     {"error identity other: r1 is there 2 times."}),
    (group(option("a", formation="x"), option("b", units=("y",))),
     {"error identity other: There is no formation 'x'.",
      "error identity other: There is no unit 'y'."}),
    (group(option("a", units=("r1",))), {"error identity other: A choice needs two options."}),
    ({"pools": (*BASE.pools, Pool(id="p", name="P", kind="p", units=("x",), owner="y", proposed=0,
                                  basis="guess"))},
     {"error pool p: There is no unit 'x'.", "error pool p: There is no formation 'y'.",
      "note pool p: How many there are is not known; 0 is our proposal."}),
    ({"attachments": (Attachment(id="a", formation="x", normal="reds", option="blues", game="ONE",
                                 basis="guess"),)},
     {"error attachment a: There is no formation 'x'."}),
    ({"aliases": (Alias(formation="x", name="X", basis="guess"),)},
     {"error aliases: There is no formation 'x'."}),
    ({"seats": (*BASE.seats, Seat(id="s", name="S", role="commander", side="x",
                                  formations=("y",)))},
     {"error seat s: There is no side 'x'.", "error seat s: There is no formation 'y'."}),
    ({"seats": BASE.seats[1:]}, {"error seats: There is no umpire."}),
    ({"nodes": (*BASE.nodes, BASE.nodes[0])}, {"error scenarios: drive is there 2 times."}),
    ({"links": (Link(start="drive", end="x"),)}, {"error links: There is no scenario 'x'."}),
    ({"links": (Link(start="drive", end="main"), Link(start="main", end="end"),
                Link(start="end", end="main"))},
     {"error scenario main: A way leads from it back to itself.",
      "error scenario end: A way leads from it back to itself."}),
    ({"links": (Link(start="drive", end="main"), Link(start="main", end="drive"))},
     {"error scenario drive: It lies in a circle; no beginning leads to it.",
      "error scenario main: It lies in a circle; no beginning leads to it.",
      "error scenario drive: A way leads from it back to itself.",
      "error scenario main: A way leads from it back to itself."}),
    ({"links": (Link(start="drive", end="end", priority=1), Link(start="drive", end="main"))},
     {"warning scenario drive: The link to end is never taken: main comes first."}),
    ({"links": (Link(start="drive", end="end"), Link(start="drive", end="main"))}, set()),
    ({"links": (Link(start="drive", end="main", condition=parse("day > 0")),
                Link(start="drive", end="end", priority=1))}, set()),
    ({"tables": (table(), table())}, {"error tables: t is there 2 times."}),
    ({"tables": (table(TableRow(low=0, high=5, result="x"), TableRow(low=5, result="y")),)},
     {"error table t: 2 lines cover the roll 5."}),
    ({"tables": (table(TableRow(low=0, high=8, result="x")),)},
     {"error table t: No line covers the roll 9."}),
    ({"tables": (table(TableRow(low=-30, high=39, result="x"), modified=True),)}, set()),
    ({"tables": (table(TableRow(low=-30, high=38, result="x"), modified=True),)},
     {"error table t: No line covers the roll 39."}),
    ({"tables": (table(TableRow(low=-29, high=39, result="x"), modified=True),)},
     {"error table t: No line covers the roll -30."}),
    ({"tables": (table(TableRow(low=1, high=6, result="x"), die="d6"),)}, set()),
    ({"tables": (table(TableRow(result="x", then=("points red 2", "moon full"))),)},
     {"error table t: WarDesk cannot read the effect 'moon full'."}),
    ({"flags": (Flag(id="f", name="F"), Flag(id="f", name="G"))},
     {"error flags: f is there 2 times."}),
    ({"checklist": (*BASE.checklist,
                    ChecklistStep(id="s", title="S", slots=(), cite="1", table="x"))},
     {"error checklist s: There is no table 'x'."}),
    ({"checklist": (*BASE.checklist,
                    ChecklistStep(id="s", title="S", slots=("0700", "2500"), cite="1"))},
     {"error checklist s: There is no turn '2500'."}),
    ({"checklist": (*BASE.checklist, *BASE.checklist)},
     {"error checklist: marker is there 2 times."}),
    (arrival(gate=parse("moon = full")),
     {"error arrival of first: There is no fact called 'moon'."}),
    (arrival(gate=parse("day > 5")), {"error arrival of first: This can never be true."}),
    ({"links": (Link(start="drive", end="main", condition=parse("day > 5")),)},
     {"error link drive → main: This can never be true."}),
    ({"tables": (table(TableRow(result="x"), modified=True, modifiers=(
        TableModifier(label="late", value=1, condition=parse("day > 5")),)),)},
     {"error table t: This can never be true."}),
    ({"queries": (Query(id="q", cite="1", question="?", options=("a", "b"), proposed="c", why=""),
                  *BASE.queries)},
     {"error question q: The proposed answer 'c' is not one of its options."}),
    ({"queries": (*BASE.queries, *BASE.queries)}, {"error questions: reset is there 2 times."}),
    ({"points": (PointRule(id="p", title="P", side="red", cite="1"),
                 PointRule(id="r", title="R", side="red", points=0, cite="1"))},
     {"note points for p: Its value is not known; the umpire is asked."}),
    ({"box_edges": (*BASE.box_edges, BoxEdge(start="oirschot", end="start", arrow=0,
                                             basis="guess"))}, set()),
    ({"boxes": (*BASE.boxes, OffMapBox(id="far", name="Far", track="x", order=2, basis="guess")),
      "box_edges": (*BASE.box_edges, BoxEdge(start="far", end="start", basis="guess"))}, set()),
    (queued(0, mode="roll", number=0), set()),
    (queued(0, mode="roll", proposed=3),
     {"note queue hot: Its number is not known; 3 is our proposal."}),
    (queued(0, formations=("x",), gates=("y", "town"), game="z"),
     {"error queue hot: There is no formation 'x'.", "error queue hot: There is no stop 'y'.",
      "error queue hot: There is no game 'z'."}),
    (queued(1, key="hot", mode="auto_in_order"), {"error queue: hot is there 2 times."}),
    (queued(0, position=2),
     {"error queue: Its positions are 2 and 2; they must count from 1."}),
    (queued(0, position=0),
     {"error queue: Its positions are 0 and 2; they must count from 1."}),
    (arrival(subject="x", queue="y"),
     {"error arrival of x in ONE: There is no formation 'x'.",
      "error arrival of x in ONE: There is no line of the queue 'y'."}),
    (arrival(subject="first", subject_kind="unit"),
     {"error arrival of first in ONE: There is no unit 'first'."}),
    (arrival(at=9), {"error arrival of first in ONE: Turn 9 lies outside the calendar."}),
    (arrival(at=-1), {"error arrival of first in ONE: Turn -1 lies outside the calendar."}),
    (arrival(at=8, queue="hot"), set()),
    (arrival(at=0), set()),
    (bridge(hexes=("76.127", "78.127")), {"error bridge x: 76.127 and 78.127 share no side."}),
    (bridge(hexes=("76.127", "x")), {"error bridge x: 'x' is no hex number."}),
    (bridge(hexes=("76.127", "78.127", "79.127")), set()),
    (bridge(decided_by="x"), {"error bridge x: There is no scenario 'x'."}),
    (stops("town", hex="x"), {"error route road: 'x' is no hex number."}),
    (stops("town", spur="Third"), {"error route road: There is no spur 'Third'."}),
    (stops("town", over=("x",)), {"error route road: There is no bridge 'x'."}),
    (stops("town", game="x"), {"error route road: There is no game 'x'."}),
    (stops("best", spur="Son"), {"error route road: There is no stop on the spur 'Best'."}),
    (stops("best", id="son"), {"error route road: son is there 2 times."}),
    (zone(hexes=("1.1", "x"), parts=("B", "y"), division="z"),
     {"error zone DZ C: 'x' is no hex number.", "error zone DZ C: There is no zone 'y'.",
      "error zone DZ C: There is no formation 'z'."}),
    (zone(hexes=("1.1", "1.2", "5.5")),
     {"warning zone DZ C: It lies in 2 pieces: 1.1 1.2 | 5.5."}),
    (zone(hexes=("1.1", "1.2")), set()),
    ({"box_edges": (*BASE.box_edges, BoxEdge(start="x", end="start", arrow=1, basis="guess"))},
     {"error box edges: There is no box 'x'."}),
    ({"corps": (*BASE.corps, Corps(id="c", name="C", side="blue", track=("oirschot", "x"),
                                   basis="guess"))},
     {"error corps c: There is no box 'x'.", "error corps c: No arrow leads from oirschot to x."}),
    (entry(box="x", owner="y", shut_by="z"),
     {"error entry e: There is no box 'x'.", "error entry e: There is no formation 'y'.",
      "error entry e: There is no box 'z'."}),
    (entry(shut_by="start"), set()),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "findings"), FOUND)
def test_a_mistake_is_named_where_it_is_and_nothing_else_is_said(changes, findings):
    assert told(**changes) == findings


def test_errors_come_before_warnings_and_those_before_notes():
    ways = (Link(start="drive", end="end", priority=1), Link(start="drive", end="main"),
            Link(start="drive", end="x"))  # fmt: skip
    levels = [each.level for each in lint(small_design(links=ways))]
    assert levels == ["error", "warning", "note", "note"]


def test_a_scenario_that_is_reached_by_two_ways_lies_in_no_circle():
    nodes = (*BASE.nodes, Node(id="by", name="By", kind="battle", game="ONE", basis="guess"))
    ways = (Link(start="drive", end="main"), Link(start="drive", end="by"),
            Link(start="main", end="end"), Link(start="by", end="end"))  # fmt: skip
    assert told(nodes=nodes, links=ways) == set()


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("day = 0 or day = 7", False),
        ("not known day", False),
        ("day > 2", True),
        ("day >= 2", False),
        ("day < 0", True),
        ("day <= 0", False),
        ("day != 1 and day != 0 and day != 2", True),
        ("day != 1 and day != 0", False),
        ("turn in 8..12", False),
        ("turn in 9..12", True),
        ("turn in 3..4 and turn > 4", True),
        ("turn in 3..4 and turn > 3", False),
        ("turn in 3..4 and turn < 3", True),
        ("slot = Night and slot = 0700", True),
        ("slot != Night and slot != 0700", False),
        ("weather = fog and not weather = fog", True),
        ("scenario.drive.over and not scenario.drive.over", True),
        ("not scenario.drive.over", False),
        ("at least 2 of (day = 0, day = 1)", True),
        ("at least 1 of (day = 0, day = 1)", False),
    ],
)
def test_a_condition_that_no_state_of_affairs_fulfils_is_known(text, never):
    assert never_holds(parse(text), fact_types(BASE)) is never
