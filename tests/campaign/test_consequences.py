"""What the result of a scenario changes in the campaign: every kind of line, and its linter."""

from __future__ import annotations

import msgspec
import pytest
from garden import Garden, event, garden_design
from small_campaign import small_design

from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.routes import RouteStatus
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.operation.consequences import check, consequences, lines_of
from wardesk.campaign.operation.graph import Link, Node, NodeResult
from wardesk.campaign.operation.lint import lint
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.results import preview_results, results_drafts
from wardesk.campaign.operation.scenarios import begin, scenario_duties, way_to
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.errors import UserError
from wardesk.services.campaign.graph import graph_facts, what_if

replace = msgspec.structs.replace
COMPANIES = ("101.502.a", "101.502.b")


@pytest.fixture
def garden():
    made = Garden()
    made.go("18 Sep 0700")
    for unit in COMPANIES:
        place = Place("hex", "58.152", "", "WED")
        made.add(event(UnitArrived(unit=unit, place=place)))
    return made


def follow(garden: Garden, *lines: str) -> None:
    garden.add(consequences(garden.design, garden.state, lines, "so"))


@pytest.mark.parametrize("before", ["intact", "wired", "bailey-working"])
def test_a_bridge_goes_through_every_state_on_its_way(garden, before):
    if before == "wired":
        garden.add(event(BridgeChanged(bridge="son", state="wired", by="german")))
    if before == "bailey-working":
        for state in ("blown", "bailey-placed", "bailey-working"):
            garden.add(event(BridgeChanged(bridge="son", state=state, by="german")))
    follow(garden, "bridge son blown german")
    assert garden.state.bridges["son"].state == "blown"


def test_a_bridge_stays_as_it_is_where_no_way_leads(garden):
    garden.add(event(BridgeChanged(bridge="son", state="blown", by="german")))
    assert consequences(garden.design, garden.state, ["bridge son wired german"], "") == []


def test_a_side_holds_a_bridge_and_a_road_is_cut_and_open_again(garden):
    follow(garden, "held son allied", "route club cut")
    assert garden.state.bridges["son"].control == "allied"
    assert garden.state.routes["club"].cut
    assert (
        consequences(garden.design, garden.state, ["held son allied", "route club cut"], "") == []
    )
    follow(garden, "route club open")
    assert not garden.state.routes["club"].cut


def test_points_of_a_division_change_and_never_fall_below_nought(garden):
    garden.add(event(FactSet(fact="command.101", value=3)))
    garden.add(event(FactSet(fact="dispatch.101", value=0)))
    follow(garden, "command 101 -2", "dispatch 101 1")
    assert (garden.state.facts["command.101"], garden.state.facts["dispatch.101"]) == (1, 1)
    follow(garden, "command 101 -5", "points allied 2")
    assert garden.state.facts["command.101"] == 0
    assert garden.state.points("allied") == 2


@pytest.mark.parametrize("line", ["command 82 -3", "dispatch 82 1"])
def test_points_that_are_not_kept_stay_so_and_the_umpire_is_told(garden, line):
    drafts = consequences(garden.design, garden.state, [line], "so")
    assert [each.seen_by for each in drafts] == [("umpire",)]
    garden.add(drafts)
    assert not {"command.82", "dispatch.82"} & set(garden.state.facts)
    told = str(drafts[0].payload.told(garden.design))
    assert "are not kept; nothing is changed" in told
    assert line.split()[0] in told
    assert line.split()[2] in told


def test_what_if_says_that_points_are_not_kept(garden):
    told = what_if(garden.design, garden.state, garden.design.node["empire"])
    assert "(-3) are not kept; nothing is changed" in str(told[1])
    garden.add(event(FactSet(fact="command.82", value=5)))
    told = what_if(garden.design, garden.state, garden.design.node["empire"])
    assert "not kept" not in str(told[1])


def test_steps_are_lost_by_the_strongest_first_and_only_on_the_map(garden):
    follow(garden, "steps 101.502 -2")
    assert [garden.state.units[unit].steps for unit in COMPANIES] == [1, 1]
    assert garden.state.units["101.502.c"].steps == 2, "it is not in play"
    follow(garden, "steps 101.502 -2")
    assert {garden.state.units[unit].place.kind for unit in COMPANIES} == {"eliminated"}


def test_steps_come_back_to_the_weak_and_never_to_the_dead(garden):
    garden.add(event(StepsLost(unit=COMPANIES[0], steps=1)))
    garden.add(event(StepsLost(unit=COMPANIES[1], steps=2)))
    follow(garden, "steps 101.502 3")
    assert [garden.state.units[unit].steps for unit in COMPANIES] == [2, 0]


def test_units_stand_in_turn_in_the_hexes_that_the_enemy_does_not_have(garden):
    place = Place("hex", "48.157", "", "WED")
    garden.add(event(UnitArrived(unit="59.dew.i1", place=place)))
    follow(garden, "stand 101.502 48.157 49.157 50.158")
    there = [garden.state.units[unit].place.at for unit in COMPANIES]
    assert there == ["49.157", "50.158"]


@pytest.mark.parametrize("text", [
    "bridge nowhere blown", "bridge son sunk", "bridge son blown martians", "held son nobody",
    "route club", "route nowhere cut", "command nobody 1", "steps 101.502 many", "stand 101.502",
    "stand 101.502 ZZZ", "conquer everything",
])  # fmt: skip
def test_a_line_that_cannot_be_read_is_refused(text):
    with pytest.raises(UserError):
        check(garden_design(), text)


# ---- in play ------------------------------------------------------------------------------------


def ended(garden: Garden, node: str, winner: str) -> list[str]:
    garden.add(event(NodeEntered(node=node)))
    sheet = ResultsSheet(rows=(), node=node, winner=winner)
    told = preview_results(garden.design, garden.state, sheet).also
    garden.add(results_drafts(garden.design, garden.state, sheet))
    return [str(each) for each in told]


def test_what_a_battle_changes_is_told_before_and_entered_with_its_result(garden):
    garden.add(event(FactSet(fact="dispatch.59", value=0)))
    told = ended(garden, "best-laid", "german")
    assert any("Best road bridge is blown" in each for each in told)
    assert garden.state.bridges["best-road"].state == "blown"
    assert garden.state.bridges["best-road"].control == "german"
    assert garden.state.facts["dispatch.59"] == 1
    assert sum(garden.state.units[unit].steps for unit in COMPANIES) == 1


def test_what_its_own_units_bring_home_does_not_count_a_second_time(garden):
    garden.add(event(NodeEntered(node="best-laid", units=COMPANIES)))
    garden.add(event(FactSet(fact="dispatch.59", value=0)))
    sheet = ResultsSheet(rows=(), node="best-laid", winner="german")
    garden.add(results_drafts(garden.design, garden.state, sheet))
    assert garden.state.bridges["best-road"].state == "intact", "the table itself says so"
    assert [garden.state.units[unit].steps for unit in COMPANIES] == [2, 2]
    assert garden.state.facts["dispatch.59"] == 1


def battles() -> list[tuple[str, str]]:
    return [(n.id, w) for n in garden_design().nodes if n.results for w in n.outcomes]


@pytest.mark.parametrize(("node", "winner"), battles())
def test_every_line_of_the_shipped_pack_can_be_entered(node, winner):
    garden = Garden()
    garden.go("22 Sep 0900")
    garden.add(event(RouteStatus(route="club", cut=False)))
    for each in lines_of(garden.design.node[node], winner, itself=True):
        for unit in garden.design.members.get(each.split()[1], ())[:3]:
            if garden.state.units[unit].place.kind == "not-yet":
                game = garden.design.node[node].game
                place = Place("hex", "60.150" if game == "WED" else "150.80", "", game)
                garden.add(event(UnitArrived(unit=unit, place=place)))
    before = garden.state.seq
    ended(garden, node, winner)
    assert garden.state.seq > before + 2, "it changes something"


def test_what_if_says_the_same_and_writes_nothing(garden):
    before = garden.state.seq
    told = what_if(garden.design, garden.state, garden.design.node["best-laid"])
    assert len(told) == 3
    assert "blown" in str(told[1])
    assert garden.state.seq == before
    shown = {n.id: n.what_if for n in graph_facts(garden.design, garden.state).nodes}
    assert shown["best-laid"] == told
    ended(garden, "best-laid", "draw")
    over = {n.id: n.what_if for n in graph_facts(garden.design, garden.state).nodes}
    assert over["best-laid"] == ()


def test_a_battle_out_of_running_days_may_begin_when_its_hour_has_come(garden):
    assert way_to(garden.design, garden.state, "best-laid")[1] is True
    assert way_to(garden.design, garden.state, "little-omaha")[1] is False
    garden.go("20 Sep 1500")
    assert way_to(garden.design, garden.state, "little-omaha")[1] is True
    drafts = begin(garden.design, garden.state, "best-laid")
    assert [type(each.payload) for each in drafts] == [NodeEntered], "nobody is carried over"


def test_days_that_cannot_be_reached_lead_into_no_battle():
    alone = Garden(both_games=False)
    alone.go("22 Sep 1500")
    told = {n.id: n.state for n in graph_facts(alone.design, alone.state).nodes}
    for node in ("race", "saga", "empire", "little-omaha", "victory-lost", "too-far"):
        assert way_to(alone.design, alone.state, node)[1] is False
        assert told[node] == "shut"
    assert way_to(alone.design, alone.state, "best-laid")[1] is True
    assert not [d.id for d in scenario_duties(alone.design, alone.state) if d.id == "begin.race"]


@pytest.mark.parametrize(("first", "other"), [("race", "saga"), ("saga", "race")])
def test_of_two_battles_over_the_same_days_the_second_is_shut(garden, first, other):
    assert way_to(garden.design, garden.state, other)[1] is True
    ended(garden, first, "german")
    assert way_to(garden.design, garden.state, other)[1] is False
    told = {n.id: n.state for n in graph_facts(garden.design, garden.state).nodes}
    assert told[other] == "shut"
    with pytest.raises(Refused):
        begin(garden.design, garden.state, other)


def test_a_bridge_blown_at_the_table_of_little_omaha_is_not_forgotten(garden):
    told = what_if(garden.design, garden.state, garden.design.node["little-omaha"])
    assert "blown" in str(told[1])
    assert "blown" not in str(told[0]) + str(told[2])


def test_a_draw_in_the_saga_gives_the_bridge_to_nobody(garden):
    before = garden.state.bridges["arnhem-road"].control
    ended(garden, "saga", "draw")
    assert garden.state.bridges["arnhem-road"].control == before


@pytest.mark.parametrize("node", ["victory-lost", "too-far"])
def test_battles_north_of_the_waal_need_a_way_over_it(garden, node):
    garden.go("22 Sep 0900")
    assert way_to(garden.design, garden.state, node)[1] is True
    garden.add(event(BridgeChanged(bridge="nijmegen-road", state="blown", by="german")))
    assert way_to(garden.design, garden.state, node)[1] is False


# ---- the linter ---------------------------------------------------------------------------------


def linted(*links: Link, **changes) -> str:
    days = Node(id="days", name="Days", kind="calendar", game="A", start=0, end=5, basis="guess")
    battle = Node(id="b", name="Battle", kind="battle", game="A", outcomes=("red", "draw"),
                  basis="guess", **changes)  # fmt: skip
    design = replace(small_design(), nodes=(days, battle), links=links)
    return "\n".join(f"{f.level} {f.text}" for f in lint(design))


def test_a_battle_beside_the_days_that_hangs_together_with_nothing_is_told():
    told = linted()
    assert "warning No way leads to Battle." in told
    assert "Nothing follows where Battle ends in a draw." in told
    assert "Nothing follows where Red wins Battle." in told


def test_a_battle_with_a_way_in_and_with_results_is_sound():
    results = tuple(NodeResult(winner=w, then=("points red 1",)) for w in ("red", "draw"))
    told = linted(Link(start="days", end="b"), results=results)
    assert "Battle" not in told


def test_results_of_no_outcome_twice_or_with_nonsense_are_errors():
    result = NodeResult(winner="red", then=("points red 1",))
    bad = NodeResult(winner="green", then=("conquer everything",))
    told = linted(Link(start="days", end="b"), results=(result, result, bad))
    assert "error There is no outcome 'green'." in told
    assert "error red is there 2 times." in told
    assert "error WarDesk cannot read the effect 'conquer everything'." in told


def test_the_shipped_campaign_has_no_dead_end():
    found = [f for f in lint(garden_design()) if f.place.startswith("scenario")]
    assert found == []
    assert len({n.scenario for n in garden_design().nodes if n.kind == "battle"}) == 11
