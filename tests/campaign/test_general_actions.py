"""What every campaign can do: tables, boxes, markers, scenarios, arrivals, words of its forms."""

from __future__ import annotations

import every_kind as k
import pytest
from msgspec.structs import replace
from small_campaign import NOW, Desk, small_design

from wardesk.campaign.choices import choices
from wardesk.campaign.fog_actions import FOG_ACTIONS, new_sightings
from wardesk.campaign.general_actions import general_actions, move_box, propose_table, roll_table
from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.operation.arrivals import (
    arrive,
    both_played,
    due,
    games_in_play,
    passed,
    shut_out,
)
from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.corridor import MapEntry, OffMapBox
from wardesk.campaign.operation.design import Flag, OperationTable, TableModifier, TableRow
from wardesk.campaign.operation.duties import held_back
from wardesk.campaign.operation.effects import effect, effects
from wardesk.campaign.operation.facts import fact_types, facts_of
from wardesk.campaign.operation.graph import CarryRule, Link
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.scenarios import begin, scenario_duties, taking_part, way_to
from wardesk.campaign.operation.schedule import Arrival
from wardesk.errors import DamagedFile, UserError

BASE = small_design()
HERE = Place("hex", "42.228", "S", "ONE")


def act(desk: Desk, name: str, **values):
    action = next(each for each in general_actions(desk.design) if each.id == name)
    given = {each.name: each.default for each in action.params} | values
    return desk.ledger.append(
        action.run(desk.design, desk.state, given), actor="umpire", now=NOW
    )  # fmt: skip


# ---- which actions there are --------------------------------------------------------------------


def ids(**changes):
    return {each.id for each in general_actions(small_design(**changes))}


def test_a_campaign_has_the_actions_for_which_it_has_something():
    assert ids() == {
        "begin-scenario", "move-box", "set-weather", "points", "pool", "bridge", "advance", "note",
        "fog-of-war", "sighting", "seat",
    }  # fmt: skip
    table = OperationTable(id="t", title="T", cite="1", rows=(TableRow(result="x"),))
    assert ids(tables=(table,), flags=(Flag(id="f", name="F"),)) - ids() == {"roll", "flag"}
    assert "pool" not in ids(pools=())
    assert ids(bridges=(), routes=()) == ids() - {"bridge", "advance"}
    assert "move-box" not in ids(boxes=())
    assert "begin-scenario" not in ids(nodes=())
    assert ids(sides=BASE.sides[:1]) == ids() - {each.id for each in FOG_ACTIONS}


# ---- tables -------------------------------------------------------------------------------------


def rolling(**more) -> Desk:
    table = OperationTable(
        id="t", title="Luck", cite="9.9", modified=True, die="d6",
        rows=(TableRow(high=3, result="bad", then=("points red -1", "flag mud = yes")),
              TableRow(low=4, result="good", value=2, then=("pool trucks 1",))),
        modifiers=(TableModifier(label="always", value=1),
                   TableModifier(label="in mud", value=-2, condition=parse("flag.mud")),
                   TableModifier(label="later", value=5, condition=parse("day > 0"))), **more,
    )  # fmt: skip
    return Desk(small_design(tables=(table,), flags=(Flag(id="mud", name="Mud"),)))


def test_a_table_is_rolled_with_the_modifiers_that_hold_now():
    desk = rolling()
    proposal = propose_table(desk.design, desk.state, "t")
    assert [(each.name, each.value, each.cite) for each in proposal.modifiers] == [
        ("always", 1, "9.9")
    ]
    assert [(str(each.label), each.ways) for each in proposal.odds] == [
        ("bad", 2), ("good (2)", 4)
    ]  # fmt: skip
    assert proposal.seen_by == ("*",)
    for roll in (0, 7):
        with pytest.raises(UserError, match=f"A die shows 1 to 6, not {roll}"):
            roll_table(desk.design, desk.state, "t", roll)
    desk.ledger.append(roll_table(desk.design, desk.state, "t", 2), actor="umpire", now=NOW)
    assert desk.state.points("red") == -1
    assert desk.state.facts["flag.mud"] is True
    assert str(desk.state.scores[0].cause) == "Luck: bad"
    proposal = propose_table(desk.design, desk.state, "t")
    assert [each.value for each in proposal.modifiers] == [1, -2]
    drafts = roll_table(desk.design, desk.state, "t", 5)
    assert [each.payload.__class__.__name__ for each in drafts] == ["ProposalJudged", "PoolChanged"]
    assert drafts[0].payload.decided == "good"
    assert [each.caused_by for each in drafts] == [None, -1]


def test_a_secret_table_is_the_umpires():
    desk = rolling(seen="umpire")
    assert propose_table(desk.design, desk.state, "t").seen_by == ("umpire",)
    (judged, *_) = roll_table(desk.design, desk.state, "t", 1)
    assert judged.seen_by == ("umpire",)


FLAGS = (Flag(id="mud", name="Mud"), Flag(id="n", name="N", kind="int"),
         Flag(id="w", name="W", kind="str", words=("a", "b")))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("flag mud = yes", k.FactSet(fact="flag.mud", value=True)),
        ("flag mud = TRUE", k.FactSet(fact="flag.mud", value=True)),
        ("flag mud = No", k.FactSet(fact="flag.mud", value=False)),
        ("flag mud = false", k.FactSet(fact="flag.mud", value=False)),
        ("flag n = -3", k.FactSet(fact="flag.n", value=-3)),
        ("flag w = b", k.FactSet(fact="flag.w", value="b")),
        ("points red +2", k.Points(side="red", points=2, cause="why")),
        (" pool trucks -1 ", k.PoolChanged(pool="trucks", change=-1, cause="why")),
        ("weather rain", k.WeatherSet(weather="rain")),
        ("weather fog", k.WeatherSet(weather="fog", fog=9)),
        ("note it  rains", k.Noted(words="it  rains")),
    ],
)
def test_an_effect_writes_what_its_words_say(text, payload):
    assert effect(small_design(flags=FLAGS), text, "why") == payload


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("flag x = yes", "no flag called 'x'"), ("flag mud = maybe", "Mud is yes or no"),
        ("flag n = x", "N: 'x' is no number"), ("flag w = c", "W is never 'c'"),
        ("flag mud yes", "cannot read the effect"), ("points x 1", "no side called 'x'"),
        ("points red x", "'x' is no number"), ("points red", "cannot read"),
        ("pool x 1", "no pool called 'x'"), ("weather hail", "no weather 'hail'"),
        ("note", "cannot read"), ("", "cannot read"), ("sing", "cannot read"),
    ],
)  # fmt: skip
def test_an_effect_that_says_nothing_is_refused_in_words(text, why):
    with pytest.raises(UserError, match=why):
        effect(small_design(flags=FLAGS), text, "why")


def test_the_effects_of_a_line_hang_on_what_brought_them():
    drafts = effects(BASE, ("points red 1", "pool trucks 1", "note x"), "why")
    assert [each.caused_by for each in drafts] == [-1, -2, -3]


# ---- boxes, markers, notes ----------------------------------------------------------------------


def boxed() -> Desk:
    far = OffMapBox(id="far", name="Far", track="xii", order=2, basis="guess")
    return Desk(small_design(boxes=(*BASE.boxes, far)))


def test_a_formation_goes_into_any_box_and_then_from_one_to_the_next():
    desk = boxed()
    desk.arrive("r1")
    desk.do(k.UnitEliminated(unit="r3"))
    done = act(desk, "move-box", formation="first", box="oirschot")
    assert [each.kind for each in done] == ["box.moved", "unit.moved", "unit.arrived"]
    assert [each.caused_by for each in done] == [None, done[0].seq, done[0].seq]
    assert desk.state.units["r1"].place == Place("box", "oirschot", game="ONE")
    assert desk.state.units["r2"].place == Place("box", "oirschot", game="ONE")
    with pytest.raises(Refused, match="Far is not next to where First is"):
        act(desk, "move-box", formation="first", box="far")
    act(desk, "move-box", formation="first", box="start")
    act(desk, "move-box", formation="first", box="oirschot")
    with pytest.raises(UserError, match="no box called 'x'"):
        move_box(desk.design, desk.state, "first", "x")
    for unit in ("r1", "r2"):
        desk.do(k.UnitEliminated(unit=unit))
    with pytest.raises(Impossible, match="Nothing of First is left"):
        act(desk, "move-box", formation="first", box="start")
    free = Desk(small_design(box_edges=(), corps=()))
    act(free, "move-box", formation="first", box="oirschot")
    act(free, "move-box", formation="first", box="start")


def test_a_marker_goes_on_by_hand_where_bridges_bear_it():
    desk = Desk()
    with pytest.raises(Impossible, match="No route has the stop 'x'"):
        act(desk, "advance", stop="x")
    for state in ("wired", "blown"):
        desk.do(k.BridgeChanged(bridge="weir", state=state, by="red"))
    with pytest.raises(Refused, match="Nothing passes over Weir bridge"):
        act(desk, "advance", stop="gate")
    act(desk, "advance", stop="son")
    assert desk.state.routes["road"].stop == 1
    desk.do(k.BridgeChanged(bridge="weir", state="bailey-placed", by="red", unit="r1"))
    desk.do(k.BridgeChanged(bridge="weir", state="bailey-working", by="red"))
    act(desk, "advance", stop="gate")


@pytest.mark.parametrize(("told", "seen"), [(False, ("umpire",)), (True, ("*",))])
def test_a_note_is_the_umpires_unless_everybody_is_told(told, seen):
    desk = Desk()
    (note,) = act(desk, "note", words="It rains", told=told)
    assert note.seen_by == seen


def test_by_hand_points_goods_weather_and_bridges_change():
    desk = Desk()
    act(desk, "points", side="red", points=-2, cause="a town")
    act(desk, "pool", pool="trucks", change=-1)
    act(desk, "set-weather", weather="fog")
    act(desk, "bridge", bridge="brook", state="stable")
    assert (desk.state.points("red"), desk.state.pools["trucks"]) == (-2, 1)
    assert (desk.state.weather.kind, desk.state.bridges["brook"].state) == ("fog", "stable")


# ---- words of forms -----------------------------------------------------------------------------


def keys(desk: Desk, of: str) -> list[str]:
    return [key for key, _ in choices(desk.design, desk.state, of)]


def test_the_words_of_a_form_are_what_can_be_chosen_now():
    desk = Desk()
    assert keys(desk, "stop") == ["town", "son", "best", "gate"]
    desk.do(k.MarkerAdvanced(route="road", stop="son"))
    assert keys(desk, "stop") == ["best", "gate"]
    assert keys(desk, "turn") == ["0700", "1900", "Night"]
    desk.do(k.TurnBegun(ordinal=4))
    assert choices(desk.design, desk.state, "turn") == [
        ("1900", "18 Sep 1900"), ("Night", "18 Sep Night"),
    ]  # fmt: skip
    assert keys(desk, "unit") == []
    desk.arrive("r1", "b1")
    desk.do(k.UnitEliminated(unit="b1"), k.UnitArrived(unit="r2", place=Place("drop", "B")))
    assert choices(desk.design, desk.state, "unit") == [("r1", "R1, First"), ("r2", "R2, First")]
    desk.do(k.UnitTransferred(unit="r1", from_game="ONE", to_game="TWO"))
    assert keys(desk, "unit-in-play") == ["r1", "r2"]
    assert keys(desk, "player") == ["red", "blue"]
    assert keys(desk, "formation") == [
        "reds", "first", "huber-a", "huber-b", "blues", "second", "queued",
    ]  # fmt: skip
    assert choices(desk.design, desk.state, "bridge")[1] == ("brook", "Brook bridge (unchecked)")
    assert choices(desk.design, desk.state, "pool") == [("trucks", "Trucks (2)")]
    assert keys(desk, "scenario") == ["drive"]
    desk.do(k.NodeEntered(node="drive"))
    assert keys(desk, "scenario") == []
    assert keys(desk, "nothing") == []
    assert [len(keys(desk, of)) for of in ("side", "box", "game", "weather")] == [2, 2, 2, 4]


# ---- arrivals -----------------------------------------------------------------------------------


def line(subject="first", game="ONE", at=None, mode="reinforcement", **more) -> Arrival:
    kind = "unit" if subject in BASE.unit else "formation"
    return Arrival(subject=subject, subject_kind=kind, game=game, mode=mode, at=at, basis="guess",
                   **more)  # fmt: skip


def waiting(desk: Desk):
    return [(each.arrival.subject, each.units, each.gate) for each in due(desk.design, desk.state)]


def test_who_is_due_comes_on_his_turn_and_once():
    desk = Desk(small_design(arrivals=(line(at=2, entry="41.230"),)))
    desk.do(k.TurnBegun(ordinal=1))
    assert waiting(desk) == []
    desk.do(k.TurnBegun(ordinal=2))
    assert waiting(desk) == [("first", ("r1", "r2", "r3"), True)]
    desk.arrive("r2")
    drafts = arrive(desk.design, desk.state)
    assert [(d.payload.unit, d.payload.place) for d in drafts] == [
        ("r1", Place("hex", "41.230", game="ONE")), ("r3", Place("hex", "41.230", game="ONE")),
    ]  # fmt: skip
    desk.ledger.append(drafts, actor="umpire", now=NOW)
    assert waiting(desk) == []


def test_set_up_forces_come_on_the_first_turn_and_reinforcements_without_a_turn_never():
    desk = Desk(small_design(arrivals=(line(mode="setup"), line("second"))))
    assert waiting(desk) == [("first", ("r1", "r2", "r3"), True)]
    other = Desk(small_design(arrivals=(line(mode="drop"), line(mode="offmap", at=0))))
    assert waiting(other) == []


def test_a_unit_with_lines_in_both_games_comes_in_the_first_and_once():
    rows = (line(at=0), line(game="TWO", at=0), line("r2", game="TWO", at=0))
    desk = Desk(small_design(arrivals=rows))
    drafts = arrive(desk.design, desk.state)
    assert [(d.payload.unit, d.payload.place.game) for d in drafts] == [
        ("r1", "ONE"), ("r2", "ONE"), ("r3", "ONE"),
    ]  # fmt: skip
    desk.ledger.append(drafts, actor="umpire", now=NOW)


def test_a_units_own_line_stands_over_its_formations():
    desk = Desk(small_design(arrivals=(line(at=0), line("r2", at=3))))
    assert waiting(desk) == [("first", ("r1", "r3"), True)]
    desk.do(k.TurnBegun(ordinal=3))
    assert ("r2", ("r2",), True) in waiting(desk)


def test_sets_that_are_not_chosen_and_optional_units_stay_away():
    units = tuple(replace(each, optional=each.id == "r2") for each in BASE.units)
    rows = (line(at=0), line("huber-a", at=0), line("huber-b", at=0))
    desk = Desk(small_design(arrivals=rows, units=units))
    assert waiting(desk) == [("first", ("r1", "r3"), True)]
    desk.do(k.IdentityChosen(group="huber", option="b"))
    assert waiting(desk)[1:] == [("huber-b", ("h2",), True)]


@pytest.mark.parametrize(
    ("gate", "answer"), [("day = 0", True), ("day = 1", False), ("flag.mud", None)]
)
def test_a_gate_is_open_shut_or_not_known(gate, answer):
    rows = (line(at=0, gate=parse(gate)),)
    desk = Desk(small_design(arrivals=rows, flags=(Flag(id="mud", name="Mud"),)))
    assert waiting(desk) == [("first", ("r1", "r2", "r3"), answer)]
    assert bool(arrive(desk.design, desk.state)) is (answer is True)
    held = held_back(desk.design, desk.state)
    assert [each.id for each in held] == (["gate.first.ONE"] if answer is None else [])
    if held:
        assert str(held[0].title) == "May First come?"
        assert str(held[0].why) == "3 units wait; what it hangs on is not yet known"
        assert (held[0].opens, held[0].closes) == (0, None)


def test_one_game_alone_is_that_in_which_the_route_begins():
    desk = Desk()
    assert games_in_play(desk.design, desk.state) == {"ONE", "TWO"}
    desk.state.options["both_games"] = False
    assert not both_played(desk.design, desk.state)
    assert games_in_play(desk.design, desk.state) == {"ONE"}
    bare = small_design(routes=())
    assert games_in_play(bare, desk.state) == {"ONE", "TWO"}


def test_a_corps_shuts_the_boxes_that_it_has_reached():
    entry = MapEntry(
        id="e", name="E", box="start", owner="first", shut_by="oirschot", basis="guess"
    )
    desk = Desk(small_design(entries=(entry,), arrivals=(line(at=0), line("second", at=0))))
    assert [passed(desk.design, desk.state, box) for box in ("start", "oirschot", None)] == [
        True, False, False,
    ]  # fmt: skip
    assert not shut_out(desk.design, desk.state, "first")
    desk.do(k.CorpsAdvanced(corps="xii", box="oirschot"))
    assert passed(desk.design, desk.state, "oirschot")
    assert shut_out(desk.design, desk.state, "first")
    assert not shut_out(desk.design, desk.state, "second")  # it has no entries
    assert waiting(desk) == [("first", ("r1", "r2", "r3"), False), ("second", ("b1", "b2"), True)]


# ---- scenarios ----------------------------------------------------------------------------------


def test_a_scenario_begins_when_its_way_is_open_and_takes_who_was_there():
    ways = (Link(start="drive", end="main", condition=parse("scenario.drive.winner = red")),
            Link(start="drive", end="end",
                 carry=(CarryRule(transform="restore", steps=1),)))  # fmt: skip
    desk = Desk(small_design(links=ways))
    desk.arrive("r1", "r2", "b1")
    assert way_to(desk.design, desk.state, "drive") == (None, True)
    assert way_to(desk.design, desk.state, "main") == (None, False)
    with pytest.raises(Refused, match="The campaign begins when: what comes before it is over"):
        begin(desk.design, desk.state, "main")
    desk.ledger.append(begin(desk.design, desk.state, "drive"), actor="umpire", now=NOW)
    assert desk.state.nodes["drive"].units == ("r1", "r2", "b1")
    with pytest.raises(Impossible, match="The drive has begun already"):
        begin(desk.design, desk.state, "drive")
    desk.do(k.StepsLost(unit="r2", steps=2), k.NodeLeft(node="drive", winner="blue"))
    assert way_to(desk.design, desk.state, "main") == (ways[0], False)
    with pytest.raises(Refused, match=r"The campaign begins when: scenario\.drive\.winner = red"):
        begin(desk.design, desk.state, "main")
    link, open_ = way_to(desk.design, desk.state, "end")
    assert (link.end, open_) == ("end", True)
    desk.ledger.append(begin(desk.design, desk.state, "end"), actor="umpire", now=NOW)
    assert desk.state.nodes["end"].units == ("r1", "r2", "b1")
    assert desk.state.units["r2"].steps == 2


def test_of_several_ways_the_first_that_is_open_is_taken():
    ways = (Link(start="drive", end="end", priority=2),
            Link(start="drive", end="end", priority=1, condition=parse("flag.mud")))  # fmt: skip
    mud = (Flag(id="mud", name="Mud"),)
    desk = Desk(small_design(links=ways, flags=mud))
    desk.do(k.NodeEntered(node="drive"), k.NodeLeft(node="drive", winner="red"))
    assert way_to(desk.design, desk.state, "end")[0].priority == 2
    desk.do(k.FactSet(fact="flag.mud", value=True))
    assert way_to(desk.design, desk.state, "end")[0].priority == 1
    for unknown, answer in (("ask", None), ("default", True), ("block", None)):
        one = small_design(links=(replace(ways[1], on_unknown=unknown),), flags=mud)
        other = Desk(one)
        other.do(k.NodeEntered(node="drive"), k.NodeLeft(node="drive", winner="red"))
        assert way_to(other.design, other.state, "end")[1] is answer


def test_nobody_takes_part_twice_or_from_between_two_games():
    desk = Desk()
    desk.arrive("r1", "r2", "r3")
    desk.do(k.NodeEntered(node="drive", units=("r1",)))
    desk.do(k.UnitTransferred(unit="r2", from_game="ONE", to_game="TWO"))
    assert taking_part(desk.design, desk.state, desk.design.node["main"]) == ["r3"]
    lonely = Desk()
    with pytest.raises(Impossible, match="Nobody is there for The drive"):
        begin(lonely.design, lonely.state, "drive")


def test_who_fought_in_another_game_goes_over():
    nodes = tuple(replace(each, game="TWO") if each.id == "main" else each for each in BASE.nodes)
    desk = Desk(small_design(nodes=nodes))
    desk.arrive("r1", "b2")
    desk.do(k.NodeEntered(node="drive", units=("r1", "b2")), k.NodeLeft(node="drive", winner="red"))
    drafts = begin(desk.design, desk.state, "main")
    assert [type(d.payload).__name__ for d in drafts] == [
        "UnitTransferred", "UnitArrived", "NodeEntered",
    ]  # fmt: skip
    assert drafts[-1].payload.units == ("r1",)  # b2 has no counter there
    desk.ledger.append(drafts, actor="umpire", now=NOW)
    assert desk.state.units["r1"].place == Place("hex", "", game="TWO")


def test_scenarios_that_can_begin_or_are_played_are_due():
    nodes = tuple(replace(each, start=3, decides="the bridge", cite="7.1") if each.id == "drive"
                  else replace(each, kind="battle") if each.id == "main" else each
                  for each in BASE.nodes)  # fmt: skip
    ways = (Link(start="drive", end="main", condition=parse("flag.mud")),)
    desk = Desk(small_design(nodes=nodes, links=ways, flags=(Flag(id="mud", name="Mud"),)))
    (duty,) = scenario_duties(desk.design, desk.state)
    assert (duty.id, str(duty.title), duty.why) == ("begin.drive", "Begin The drive", "the bridge")
    assert (duty.opens, duty.cite, duty.words) == (3, "7.1", {"node": "drive"})
    desk.do(k.NodeEntered(node="drive"))
    (duty,) = scenario_duties(desk.design, desk.state)
    assert (duty.id, duty.opens, duty.action) == ("play.drive", 3, "")
    desk.do(k.NodeLeft(node="drive", winner="red"))
    (duty,) = scenario_duties(desk.design, desk.state)
    assert (duty.id, duty.opens) == ("begin.main", 0)
    assert str(duty.why) == "not yet known: flag.mud"


# ---- facts --------------------------------------------------------------------------------------


def test_what_is_known_and_what_not_yet():
    desk = Desk(small_design(flags=(Flag(id="a", name="A", start=False), Flag(id="b", name="B"))))
    first = facts_of(desk.design, desk.state)
    assert {key: first[key] for key in ("turn", "day", "slot", "flag.a")} == {
        "turn": 0, "day": 0, "slot": "0700", "flag.a": False,
    }  # fmt: skip
    assert not {"flag.b", "weather", "scenario.drive.winner", "route.road.spur",
                "bridge.brook.usable", "identity.huber"} & set(first)  # fmt: skip
    assert first["route.road.stop"] == -1
    assert first["bridge.weir.usable"] is True
    desk.do(
        k.FactSet(fact="flag.a", value=True), k.WeatherSet(weather="rain"),
        k.MarkerAdvanced(route="road", stop="son"), k.RouteLeft(route="road"),
        k.NodeEntered(node="drive"), k.NodeLeft(node="drive", winner="red"),
        k.BridgeChanged(bridge="brook", state="unstable"), k.Released(entry="hot", how="first"),
        k.IdentityChosen(group="huber", option="b"), k.CorpsAdvanced(corps="xii", box="oirschot"),
        k.TurnBegun(ordinal=5),
    )  # fmt: skip
    known = facts_of(desk.design, desk.state)
    for key, value in {
        "flag.a": True, "weather": "rain", "route.road.stop": 1, "route.road.spur": "Son",
        "route.road.left": True, "route.road.cut": False, "route.road.reached.town": True,
        "route.road.reached.son": True, "route.road.reached.best": False,
        "route.road.reached.gate": False, "scenario.drive.over": True,
        "scenario.drive.winner": "red", "scenario.main.over": False,
        "bridge.brook.usable": False, "bridge.brook.state": "unstable",
        "release.hot.status": "released", "release.cold.status": "waiting",
        "identity.huber": "b", "corps.xii.box": 1, "turn": 5, "day": 1, "slot": "Night",
    }.items():  # fmt: skip
        assert known[key] == value, key
    desk.do(k.MarkerAdvanced(route="road", stop="gate"))
    later = facts_of(desk.design, desk.state)
    assert later["route.road.reached.best"] is False  # it lies on the other spur
    assert later["route.road.reached.gate"] is True
    assert set(later) <= set(fact_types(desk.design))


# ---- the ledger of somebody else ----------------------------------------------------------------


def test_a_ledger_reads_on_what_somebody_else_has_stored_behind_it():
    one = Desk()
    two = Ledger(one.design, "c1", one.ledger.events)
    news = one.do(k.Points(side="red", points=1, cause="x"), k.TurnBegun(ordinal=1))
    two.follow([])
    two.follow(news)
    assert (two.head, two.head_hash) == (one.ledger.head, one.ledger.head_hash)
    assert two.state == one.state
    more = one.do(
        k.Points(side="red", points=2, cause="x"), k.Points(side="red", points=3, cause="y")
    )
    with pytest.raises(DamagedFile, match="event 4 is missing"):
        two.follow(more[1:])
    with pytest.raises(DamagedFile, match="damaged at event 4"):
        two.follow([replace(more[0], prev="0" * 64)])
    assert two.head == 3


# ---- fog ----------------------------------------------------------------------------------------


def foggy(**seats) -> Desk:
    desk = Desk()
    for seat, hexes in seats.items():
        desk.do(k.FogSet(seat=seat, hexes=hexes))
    desk.arrive("r1")
    return desk


def test_what_is_seen_anew_is_written_and_what_is_known_of_this_turn_is_not():
    desk = foggy(red=2)
    assert new_sightings(desk.design, desk.state) == []
    desk.do(k.UnitArrived(unit="b1", place=Place("hex", "42.230", "S", "ONE")))
    (draft,) = new_sightings(desk.design, desk.state)
    assert (draft.seen_by, draft.payload.seat) == (("red",), "red")
    (row,) = draft.payload.rows
    assert (row.formation, row.units, row.steps) == ("second", 1, (2, 3))
    desk.ledger.append([draft], actor="umpire", now=NOW)
    assert new_sightings(desk.design, desk.state) == []
    desk.do(k.StepsLost(unit="b1", steps=1))
    assert new_sightings(desk.design, desk.state)[0].payload.rows[0].steps == (1, 1)
    desk.ledger.append(new_sightings(desk.design, desk.state), actor="umpire", now=NOW)
    desk.do(k.TurnBegun(ordinal=1))
    assert len(new_sightings(desk.design, desk.state)) == 1
    desk.do(k.UnitMoved(unit="b1", place=Place("hex", "42.231", "S", "ONE")))
    assert new_sightings(desk.design, desk.state) == []  # three hexes are too far


@pytest.mark.parametrize(
    ("text", "steps"), [("", (0, 0)), ("3", (3, 3)), ("2-6", (2, 6)), ("2 – 6", (2, 6)),
                        ("4-4", (4, 4)), ("0", (0, 0))]
)  # fmt: skip
def test_steps_of_a_sighting_are_typed_as_one_or_two_numbers(text, steps):
    desk = Desk()
    (told,) = act(desk, "sighting", seat="red", where=" a wood ", formation="second", steps=text)
    (row,) = told.payload.rows
    assert (row.steps, row.place.at) == (steps, "a wood")
    assert told.payload.how == "told by the umpire"
    assert told.seen_by == ("red",)


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("sighting", {"seat": "red", "where": "x", "what": "a", "steps": "6-2"}, "written like"),
        ("sighting", {"seat": "red", "where": "x", "what": "a", "steps": "a"}, "written like"),
        ("sighting", {"seat": "red", "where": "x", "what": "a", "steps": "1234"}, "written like"),
        ("sighting", {"seat": "red", "where": "x", "formation": "first"}, "own side"),
        ("sighting", {"seat": "red", "where": "x"}, "Say what was seen"),
        ("sighting", {"seat": "red", "where": " ", "what": "a"}, "Say where"),
        ("sighting", {"seat": "umpire", "where": "x", "what": "a"}, "there are red, blue"),
        ("fog-of-war", {"seat": "x"}, "no seat of a side"),
        ("fog-of-war", {"seat": "red", "hexes": 10}, "Units see 0 to 9"),
        ("fog-of-war", {"seat": "red", "hexes": -1}, "Units see 0 to 9"),
        ("fog-of-war", {"seat": "red", "on": False}, "does not play by fog"),
    ],
)
def test_fog_and_sightings_that_make_no_sense_are_refused(name, values, why):
    with pytest.raises(Impossible, match=why):
        act(Desk(), name, **values)


def test_fog_goes_on_and_off_for_a_seat():
    desk = Desk()
    act(desk, "fog-of-war", seat="red", hexes=0)
    act(desk, "fog-of-war", seat="blue", hexes=9)
    assert desk.state.fog == {"red": 0, "blue": 9}
    act(desk, "fog-of-war", seat="red", on=False)
    assert desk.state.fog == {"blue": 9}
