"""Turns by their names, conditions as text, sight by hexes, and what things are called."""

from __future__ import annotations

from datetime import date

import every_kind as k
import pytest
from msgspec.structs import replace
from small_campaign import SEATS, Desk, small_design

from wardesk.campaign.ledger.findings import Finding, health
from wardesk.campaign.ledger.proposal import (
    Proposal,
    factors_of,
    judged,
    odds,
    overridden,
    roll_under,
    succeeds,
)
from wardesk.campaign.operation.calendar import Calendar
from wardesk.campaign.operation.condition_text import parse, words
from wardesk.campaign.operation.conditions import (
    MOST_NODES,
    All,
    AnyOf,
    AtLeast,
    Compare,
    FactType,
    Known,
    Not,
    depth,
    facts_in,
    holds,
    parts,
    type_troubles,
)
from wardesk.campaign.operation.corridor import adjacent, hex_xy
from wardesk.campaign.operation.design import Flag, OperationTable, TableRow
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import (
    bridge_name,
    bridge_state,
    fact_name,
    fact_value,
    formation_name,
    node_name,
    place_words,
    secret_name,
    unit_name,
    unknown_numbers,
    winner_name,
)
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.schedule import PointRule
from wardesk.campaign.operation.sighting import in_sight
from wardesk.campaign.operation.state import SeenTroops
from wardesk.errors import UserError
from wardesk.model.look import OddsLine

BASE = small_design()
CALENDAR = Calendar(first_day=date(1944, 9, 30), days=2, slots=("0700", "Night"), first_ordinal=1)


# ---- the calendar -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ordinal"),
    [("30 Sep 0700", 0), ("30 sep night", 1), (" 1  Oct   NIGHT ", 3), ("1944-10-01 0700", 2),
     ("1 0700", 2), ("30/0700", 0), ("0", 0), ("3", 3)],
)  # fmt: skip
def test_a_turn_is_found_by_its_names(text, ordinal):
    assert CALENDAR.ordinal(text) == ordinal


@pytest.mark.parametrize("text", ["4", "-1", "2 Oct 0700", "30 Sep 1900", "", "Night"])
def test_what_is_no_turn_is_refused_with_an_example(text):
    with pytest.raises(UserError, match="no turn called") as told:
        CALENDAR.ordinal(text)
    assert "30 Sep Night" in told.value.advice


def test_turns_know_their_day_and_their_place_in_it():
    assert CALENDAR.turns == 4
    found = [(t.ordinal, str(t.label), t.day_number, t.slot_number)
             for t in map(CALENDAR.turn, range(4))]  # fmt: skip
    assert found == [(0, "30 Sep 0700", 0, 0), (1, "30 Sep Night", 0, 1), (2, "1 Oct 0700", 1, 0),
                     (3, "1 Oct Night", 1, 1)]  # fmt: skip
    assert [CALENDAR.at(day, slot) for day in (0, 1) for slot in CALENDAR.slots] == [0, 1, 2, 3]
    for ordinal in (-1, 4):
        with pytest.raises(UserError, match=f"no turn {ordinal}") as told:
            CALENDAR.turn(ordinal)
        assert told.value.advice == "The last turn is 3."
    for day, slot in ((2, "0700"), (-1, "0700"), (0, "1900")):
        with pytest.raises(UserError, match=f"Day {day} has no turn {slot}"):
            CALENDAR.at(day, slot)


# ---- conditions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a and b or c", AnyOf((All((Compare("a", "=", True), Compare("b", "=", True))),
                                Compare("c", "=", True)))),
        ("not a and b", All((Not(Compare("a", "=", True)), Compare("b", "=", True)))),
        ('a = "x y"', Compare("a", "=", "x y")), ("a = -3", Compare("a", "=", -3)),
        ("a != true", Compare("a", "!=", True)), ("a = false", Compare("a", "=", False)),
        ('a = "true"', Compare("a", "=", "true")),
        ("known a", Known("a")),
        ("at least 2 of (a, b)", AtLeast(2, (Compare("a", "=", True), Compare("b", "=", True)))),
        ("at least 1 of (a)", AtLeast(1, (Compare("a", "=", True),))),
        ("a >= 3", Compare("a", ">=", 3)), ("a <= 3", Compare("a", "<=", 3)),
        ("turn", Compare("turn", "=", True)),
    ],
)  # fmt: skip
def test_a_text_is_read_as_its_tree(text, tree):
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = 1 b", "at 'b': something is left over"),
        ("a = ", "at its end: a number or word or quoted is missing"),
        ("(a", "at its end: '\\)' is missing"),
        ("at 2 of (a)", "at '2 of \\(a\\)': 'least' is missing"),
        ("at least x of (a)", "at 'x of \\(a\\)': a number is missing"),
        ("at least 2 (a)", "'of' is missing"),
        ("known", "at its end: a word is missing"),
        ("a and and", "at 'and': a fact is missing"),
        ("turn in 5", "at '5': a range is missing"),
        ("a ? b", "at ' \\? b'"),
        ("a = 1 and", "at its end: a word is missing"),
        ('"or" = 1', "a word is missing"),
    ],
)
def test_a_text_that_cannot_be_read_is_told_with_its_place(text, why):
    with pytest.raises(UserError, match=why):
        parse(text)


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (Compare("a", "=", True), "a"), (Compare("a", "!=", True), "a != true"),
        (Compare("a", "=", False), "a = false"), (Compare("a", "=", 1), "a = 1"),
        (Compare("a", "=", "and"), 'a = "and"'), (Compare("a", "=", "1x"), 'a = "1x"'),
        (Compare("a", "=", "x.y-z"), "a = x.y-z"),
        (Not(All((Known("a"), Known("b")))), "not (known a and known b)"),
        (All((AnyOf((Known("a"), Known("b"))), Known("c"))), "(known a or known b) and known c"),
        (All((Known("a"),)), "at least 1 of (known a)"), (AnyOf((Known("a"),)),
                                                          "at least 1 of (known a)"),
        (All(()), "at least 0 of ()"), (AtLeast(2, (Known("a"), Known("b"))),
                                        "at least 2 of (known a, known b)"),
    ],
)  # fmt: skip
def test_a_tree_is_written_as_its_text(tree, text):
    assert words(tree) == text


@pytest.mark.parametrize(
    ("text", "known", "answer"),
    [("a < 3", {"a": 3}, False), ("a < 3", {"a": 2}, True), ("a <= 3", {"a": 3}, True),
     ("a > 3", {"a": 3}, False), ("a > 3", {"a": 4}, True), ("a >= 3", {"a": 2}, False),
     ("a != 3", {"a": 3}, False), ("a != 3", {"a": 4}, True), ("a < 3", {"a": "x"}, None),
     ("a < x", {"a": 3}, None), ("a != true", {"a": 1}, True), ("turn in 3..5", {"turn": 3}, True),
     ("turn in 3..5", {"turn": 2}, False), ("at least 0 of (a)", {}, True),
     ("at least 2 of (a, b)", {"a": True}, None), ("at least 2 of (a, b)", {"a": False}, False)],
)  # fmt: skip
def test_comparisons_hold_at_their_edges(text, known, answer):
    assert holds(parse(text), known) is answer


def test_no_condition_always_holds_and_all_of_nothing_too():
    assert holds(None, {}) is True
    assert holds(All(()), {}) is True
    assert holds(AnyOf(()), {}) is False


def test_a_tree_knows_its_parts_its_depth_and_its_facts():
    tree = parse("not (a and turn in 1..2) or at least 1 of (known b, c = 1)")
    assert len(list(parts(tree))) == 8
    assert depth(tree) == 4
    assert depth(All(())) == 1
    assert facts_in(tree) == {"a", "turn", "b", "c"}
    assert facts_in(None) == set()
    assert facts_in(parse("a")) == {"a"}


TYPES = {"a": FactType(kind="int"), "f": FactType(kind="bool"),
         "w": FactType(kind="str", words=("x",)), "s": FactType(kind="str")}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "troubles"),
    [
        ("a = 1", []), ("f", []), ("w = x", []), ("s = anything", []), ("known a", []),
        ("w = y", ["w is never 'y'; it is one of x."]),
        ("a = x", ["a is a number, 'x' is a word."]),
        ("f = 1", ["f is a yes or no, 1 is a number."]),
        ("w = true", ["w is a word, 'True' is a yes or no."]),
        ("f > true", ["f is a yes or no and has no order: > cannot be used."]),
        ("w < x", ["w is a word and has no order: < cannot be used."]),
        ("w != x", []), ("known z", ["There is no fact called 'z'."]),
        ("turn in 2..2", []), ("turn in 3..2", ["The turns 3..2 are empty."]),
        ("at least 2 of (f, f)", []), ("at least 3 of (f, f)", ["At least 3 of 2 can never hold."]),
    ],
)  # fmt: skip
def test_names_and_types_of_a_condition_are_checked(text, troubles):
    assert [str(each) for each in type_troubles(parse(text), TYPES)] == troubles


def test_a_condition_has_so_many_parts_and_is_so_deep_at_most():
    most = All((Known("a"),) * (MOST_NODES - 1))
    assert type_troubles(most, TYPES) == []
    assert "too large" in str(type_troubles(All((Known("a"),) * MOST_NODES), TYPES)[0])
    assert type_troubles(None, TYPES) == []
    deep = Known("a")
    for _ in range(19):
        deep = Not(deep)
    assert type_troubles(deep, TYPES) == []
    assert "too large" in str(type_troubles(Not(deep), TYPES)[0])


# ---- hexes and sight ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "numbers", "beside"),
    [
        ("6.6", "oblique", {(6, 7), (6, 5), (7, 6), (5, 6), (7, 5), (5, 7)}),
        ("6.6", "staggered", {(6, 7), (6, 5), (7, 6), (5, 6), (7, 7), (5, 7)}),
        ("5.6", "staggered", {(5, 7), (5, 5), (6, 6), (4, 6), (6, 5), (4, 5)}),
    ],
)
def test_six_hexes_touch_a_hex(at, numbers, beside):
    some = [(x, y) for x in range(3, 9) for y in range(4, 9)]
    assert {(x, y) for x, y in some if adjacent(at, f"{x}.{y}", numbers)} == beside
    for label in ("1234.5", "4.", "4.5x", " 4.5", "4,5"):
        with pytest.raises(UserError, match="no hex number"):
            hex_xy(label)


@pytest.mark.parametrize("hexes", [0, 1, 2])
def test_a_unit_sees_every_hex_so_far_around_it_and_no_other(hexes):
    seen = set()
    for x in range(37, 48):
        for y in range(224, 234):
            desk = Desk()
            desk.arrive("r1")
            desk.do(k.UnitArrived(unit="b1", place=Place("hex", f"{x}.{y}", "T", "ONE")))
            if in_sight(desk.design, desk.state, SEATS[1], hexes):
                seen.add((x - 42, y - 228))
    assert seen == {
        (x, y) for x in range(-hexes, hexes + 1) for y in range(-hexes, hexes + 1)
        if abs(x + y) <= hexes
    }  # fmt: skip


def spotted(
    *arrivals: tuple[str, Place], seat: Seat = SEATS[1], stop: str = ""
) -> list[SeenTroops]:
    desk = Desk()
    for unit, place in arrivals:
        desk.do(k.UnitArrived(unit=unit, place=place))
    if stop:
        desk.do(k.MarkerAdvanced(route="road", stop=stop))
    return list(in_sight(desk.design, desk.state, seat, 1))


HERE = Place("hex", "42.228", "S", "ONE")


def test_places_without_a_number_are_seen_from_the_same_place_alone():
    wood = Place("drop", "DZ B", game="ONE")
    (seen,) = spotted(("r1", wood), ("b1", wood))
    assert (seen.formation, seen.place, seen.units, seen.steps) == ("second", wood, 1, (2, 3))
    assert spotted(("r1", wood), ("b1", Place("drop", "DZ C", game="ONE"))) == []
    assert spotted(("r1", wood), ("b1", replace(wood, game="TWO"))) == []


def test_units_with_the_marker_stand_on_the_hex_of_its_stop():
    marker = Place("marker", "road", game="ONE")
    start = Place("hex", "41.230", "S", "ONE")
    assert [each.place for each in spotted(("r1", start), ("b1", marker))] == [marker]
    assert spotted(("r1", start), ("b1", marker), stop="town") == []  # its hex is not known


def test_boxes_see_nobody_and_formations_are_told_apart_by_place():
    box = Place("box", "42.228", game="ONE")
    assert spotted(("r1", box), ("b1", HERE)) == []
    assert spotted(("r1", HERE), ("b1", box)) == []
    near = replace(HERE, at="42.229")
    found = spotted(("r1", HERE), ("b1", HERE), ("b2", near), ("q1", HERE))
    assert [(each.formation, each.place.at, each.units) for each in found] == [
        ("queued", "42.228", 1), ("second", "42.228", 1), ("second", "42.229", 1),
    ]  # fmt: skip
    both = spotted(("r1", HERE), ("b1", HERE), ("b2", HERE))
    assert [(each.units, each.steps) for each in both] == [(2, (4, 6))]


def test_a_commander_sees_with_his_own_units():
    own = replace(SEATS[1], role="commander", formations=("huber-a",))
    assert spotted(("r1", HERE), ("b1", HERE), seat=own) == []
    assert spotted(("r1", HERE), ("b1", HERE), seat=replace(own, formations=("reds",)))


# ---- dice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("needed", "modifier", "tenths"),
    [(0, 0, 1), (9, 0, 10), (-1, 0, 0), (5, 1, 5), (5, -1, 7), (9, -5, 10), (0, 5, 0)],
)
def test_odds_are_tenths_between_none_and_all(needed, modifier, tenths):
    assert odds(needed, modifier) * 10 == tenths
    factors = factors_of((("mud", modifier),), "1")
    found = roll_under("p", "A roll", "1", needed, ("yes", "no"), factors)
    assert [(each.label, each.ways, each.of) for each in found.odds] == [
        ("yes", tenths, 10), ("no", 10 - tenths, 10),
    ]  # fmt: skip


def proposal(**more) -> Proposal:
    return Proposal(**({"kind": "p", "prompt": "A roll", "cite": "1", "needed": 5} | more))


def test_a_roll_with_its_modifiers_is_at_most_what_is_needed():
    harder = proposal(factors=factors_of((("mud", 2), ("men", -1)), "1"))
    assert harder.modifier == 1
    assert [succeeds(harder, roll) for roll in (3, 4, 5)] == [True, True, False]
    for lacking in (proposal(needed=None), proposal(missing="the number")):
        with pytest.raises(UserError, match="A roll"):
            succeeds(lacking, 0)
    assert proposal(odds=(OddsLine("a", 3, 10), OddsLine("b", 7, 10))).odds_text == "a 30 %, b 70 %"
    assert proposal(dice=(6,), odds=(OddsLine("a", 1, 6),)).odds_text == "a 17 %"


def test_a_table_tells_how_often_each_line_comes():
    table = OperationTable(id="t", title="T", cite="1", rows=(
        TableRow(high=2, result="low"), TableRow(low=3, high=7, result="mid", value=4),
        TableRow(low=8, result="low")))  # fmt: skip
    assert [(str(c.label), c.ways) for c in table.odds()] == [("low", 5), ("mid (4)", 5)]
    later = table.odds(5)
    assert [(str(c.label), c.ways) for c in later] == [("mid (4)", 3), ("low", 7)]
    with pytest.raises(UserError, match="T has no line for 3"):
        replace(table, rows=(TableRow(high=2, result="x"),)).row(3)


def test_a_modifier_that_is_switched_off_makes_it_the_umpires_ruling():
    factors = factors_of((("mud", 2), ("men", -1)), "1", ("mud",))
    odds = (OddsLine("yes", 7, 10), OddsLine("no", 3, 10))
    ruled = proposal(factors=factors, reason=" dry ", odds=odds)
    assert [[each.name for each in part] for part in (ruled.modifiers, ruled.off)] == [
        ["men"], ["mud"],
    ]  # fmt: skip
    for roll, with_mud in ((4, "yes"), (5, "no")):  # with the mud it would need a 4
        assert judged(ruled, roll, "yes").payload.proposed == with_mud
    draft = judged(ruled, 6, "yes")
    assert (draft.source, draft.payload.override) == ("ruling", "dry")
    assert draft.payload.inputs == ("switched off: mud (+2)",)
    assert draft.payload.modifiers == (("men", -1),)
    plain = judged(proposal(), 5, "yes")
    assert (plain.source, plain.payload.override) == ("engine", "")
    assert (plain.payload.proposed, plain.payload.decided) == ("yes", "yes")
    with pytest.raises(UserError, match="reason"):
        judged(replace(ruled, reason=" "), 6, "yes")
    other = overridden(proposal(), "no", "so it was")
    assert (other.payload.decided, other.payload.override) == ("no", "so it was")


# ---- what things are called ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "called"),
    [
        (Place("hex", "1.1", "S", "ONE"), "hex 1.1 (Game one)"),
        (Place("hex", "DZ B", "", "ONE"), "DZ B (Game one)"),
        (Place("hex", "", "", "ONE"), "somewhere in Game one"),
        (Place("marker", "road", "", "ONE"), "with the marker of The road (Game one)"),
        (Place("box", "start", "", "ONE"), "Start"), (Place("box", "x", "", "ONE"), "x"),
        (Place("display", "start", "", "ONE"), "Start, in the display"),
        (Place("transit", "", "", "TWO"), "on the way (Game two)"),
        (Place("node", "drive", "east"), "off the map of The drive: east"),
        (Place("node", "drive"), "off the map of The drive"),
        (Place("drop", "B", "", "x"), "drop B (x)"), (Place("pool"), "in store"),
        (Place("not-yet"), "not yet in play"), (Place("queue"), "in the queue"),
        (Place("eliminated"), "lost"), (Place("removed"), "out of the campaign"),
    ],
)  # fmt: skip
def test_a_place_has_its_names(place, called):
    assert str(place_words(BASE, place)) == called


@pytest.mark.parametrize(
    ("fact", "called"),
    [("flag.mud", "The mud"), ("flag.x", "x"), ("dispatch.first", "dispatch points: First"),
     ("chits.first.12", "chits that were bought: First"), ("raid.running", "air raid: running"),
     ("bulldozer-lost.weir", "bulldozer lost: Weir bridge"), ("new_thing", "new thing"),
     ("event.red", "event that waits: Red"), ("minefield.1.1", "mines: 1.1"),
     ("number.points.town", "victory points: A town"),
     ("number.points.town.from", "victory points: A town (source)"),
     ("number.x", "number: x")],
)  # fmt: skip
def test_a_fact_has_its_name(fact, called):
    rule = PointRule(id="town", title="A town", side="red", cite="1")
    made = small_design(flags=(Flag(id="mud", name="The mud"),), points=(rule,))
    assert str(fact_name(made, fact)) == called


@pytest.mark.parametrize(
    ("value", "called"), [(True, "yes"), (False, "no"), (3, "3"), ("first", "First"),
                          ("first, second", "First, Second"), ("", "none"), (" , ", "none")]
)  # fmt: skip
def test_a_value_has_its_words(value, called):
    assert str(fact_value(BASE, value)) == called


def test_units_are_called_with_their_formations_and_unknown_keys_by_themselves():
    called = [str(unit_name(BASE, key)) for key in ("r1", "x")]
    assert called == ["R1, First", "x"]
    lost = replace(BASE.units[0], formation="nowhere")
    assert str(unit_name(small_design(units=(lost, *BASE.units[1:])), "r1")) == "R1"
    for call, key, name in (
        (formation_name, "first", "First"), (bridge_name, "weir", "Weir bridge"),
        (node_name, "drive", "The drive"),
    ):  # fmt: skip
        assert [str(call(BASE, each)) for each in (key, "x")] == [name, "x"]
    assert str(bridge_state("bailey-working")) == "bailey working"


def test_what_nobody_knows_is_listed_with_its_key():
    rules = (PointRule(id="a", title="A", side="red", cite="1"),
             PointRule(id="b", title="B", side="red", cite="1", points=0))  # fmt: skip
    made = small_design(points=rules)
    assert {key: str(name) for key, name in unknown_numbers(made).items()} == {
        "release.cold": "the number on the marker of Cold",
        "arrow.start.oirschot": "the number on the arrow from Start to Oirschot",
        "points.a": "victory points: A",
    }
    known = replace(BASE.queue[1], number=0)
    assert "release.cold" not in unknown_numbers(small_design(queue=(BASE.queue[0], known)))


def test_secrets_and_winners_are_called_by_what_they_are():
    called = [str(secret_name(BASE, key)) for key in ("drop:first:9", "assignment:first:1:2",
                                                      "secret 3", "raid", "dice", "x")]  # fmt: skip
    assert called == ["the drop of First", "the drop of First", "secret 3",
                      "the night of the air raid", "the seed of all dice", "x"]  # fmt: skip
    assert [str(winner_name(BASE, key)) for key in ("draw", "red", "nobody-at-all")] == [
        "nobody: a draw", "Red", "Nobody at all",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("findings", "called"),
    [([], "healthy"), ([Finding("note", "p", "t")], "healthy"),
     ([Finding("error", "p", "t")], "damaged"),
     ([Finding("error", "p", "t", cause="newer")], "newer"),
     ([Finding("error", "p", "t", cause="newer"), Finding("error", "p", "t")], "damaged"),
     ([Finding("error", "p", "t", cause="refused")], "not examined"),
     ([Finding("warning", "p", "t", cause="newer")], "healthy")],
)  # fmt: skip
def test_all_findings_come_to_one_word(findings, called):
    assert health(findings) == called
