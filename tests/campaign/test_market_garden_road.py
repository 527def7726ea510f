"""Club Route and releases at the edges of their sentences."""

from __future__ import annotations

import every_kind as k
import pytest
from garden import Garden, event, marker_at

from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.market_garden import (
    bookkeeping,
    ch04_club_route,
    ch04_release,
)
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.campaign.operation.sheets import BridgeResult, ResultsSheet
from wardesk.errors import UserError


def looked(garden: Garden, rule, *args, **more):
    return rule(garden.design, garden.state, *args, **more)


def ruled(garden: Garden, query: str, decision: str) -> None:
    garden.add(event(k.RulingMade(
        id=f"u-{query}", query=query, decision=decision, scope="campaign", author="Ann",
        reason="so read",
    )))  # fmt: skip


def released_to(garden: Garden, key: str) -> None:
    """Everybody before *key* in the queue has come."""
    for entry in garden.design.queue:
        if entry.key == key:
            return
        garden.add(event(k.Released(entry=entry.key, how="ruling")))


def clear_road(garden: Garden) -> None:
    for bridge in ("dommel", "tongelreep", "aa", "uden-stream"):
        garden.add(event(k.BridgeChanged(bridge=bridge, state="stable", by="allied")))


# ---- the marker ---------------------------------------------------------------------------------


STOPS = ("border", "valkenswaard", "aalst", "eindhoven", "son", "st-oedenrode", "koevering",
         "veghel", "uden", "zeeland", "exit", "overasselt", "malden", "nijmegen", "lent", "elst",
         "arnhem")  # fmt: skip


@pytest.mark.rule("MG 4.2")
@pytest.mark.parametrize("blocked", STOPS)
def test_the_trace_goes_up_to_the_stop_before_the_enemy(blocked):
    garden = Garden()
    clear_road(garden)
    garden.add(event(k.SpurChosen(route="club", spur="Son")))
    found = looked(garden, ch04_club_route.trace, blocked)
    assert found.stops == STOPS[: STOPS.index(blocked)]
    assert "An enemy unit or fire zone lies before" in found.ends
    assert found.must_leave is ("exit" in found.stops)
    assert (found.to_try, found.choose) == ("", ())


@pytest.mark.rule("MG 4.2", "MG 2.11")
def test_the_trace_says_what_it_waits_for():
    garden = Garden()
    found = looked(garden, ch04_club_route.trace)
    assert (found.stops, found.to_try) == (("border",), "dommel")
    assert "Nobody knows yet" in found.ends
    clear_road(garden)
    found = looked(garden, ch04_club_route.trace)
    assert (found.stops, found.choose) == (STOPS[:4], ("Son", "Best"))
    assert found.ends == "One of the spurs must be chosen."
    garden.add(event(k.SpurChosen(route="club", spur="Best")))
    found = looked(garden, ch04_club_route.trace)
    assert found.stops[4:6] == ("best", "st-oedenrode")
    assert found.ends == ""
    assert found.must_leave
    garden.add(event(k.BridgeChanged(bridge="veghel-canal", state="wired", by="german")))
    garden.add(event(k.BridgeChanged(bridge="veghel-canal", state="blown", by="german")))
    found = looked(garden, ch04_club_route.trace)
    assert found.stops[-1] == "koevering"
    assert "is blown" in found.ends
    assert found.to_try == ""
    assert not found.must_leave


@pytest.mark.rule("MG 4.3.1")
def test_in_wed_alone_the_trace_ends_at_the_exit():
    garden = Garden(both_games=False)
    clear_road(garden)
    garden.add(event(k.SpurChosen(route="club", spur="Son")))
    found = looked(garden, ch04_club_route.trace)
    assert found.stops[-1] == "exit"
    assert (found.ends, found.must_leave) == ("", True)


@pytest.mark.rule("MG 4.2")
def test_the_marker_moves_at_1900_once_and_only_where_the_trace_leads():
    garden = Garden()
    garden.go("18 Sep 1700")
    with pytest.raises(Refused, match="1900 turn"):
        garden.do(ch04_club_route.advance, "border")
    garden.go("18 Sep 1900")
    with pytest.raises(UserError, match="called 'x'"):
        garden.do(ch04_club_route.advance, "x")
    with pytest.raises(Refused, match="cannot reach it"):
        garden.do(ch04_club_route.advance, "valkenswaard")
    garden.do(ch04_club_route.advance, "border")
    clear_road(garden)
    with pytest.raises(Refused, match="moved on this turn"):
        garden.do(ch04_club_route.advance, "valkenswaard")
    garden.go("19 Sep 1900")
    garden.do(ch04_club_route.advance, "aalst")
    assert garden.state.routes["club"].stop == 2


@pytest.mark.rule("MG 4.3.1")
@pytest.mark.parametrize(("turn", "points"), [("18 Sep 1900", 24), ("25 Sep 1900", 3)])
def test_the_exit_scores_for_each_day_that_is_left(turn, points):
    garden = Garden()
    marker_at(garden, "zeeland")
    garden.go(turn)
    days_left = garden.design.calendar.days - 1 - int(turn[:2]) + 17
    assert points == 3 * days_left
    short = Garden()
    marker_at(short, "uden")
    short.go(turn)
    with pytest.raises(Refused, match="must leave the map"):
        short.do(ch04_club_route.advance, "zeeland")
    garden.do(ch04_club_route.advance, "exit")
    assert garden.state.routes["club"].left
    assert garden.state.points("allied") == points
    assert garden.state.scores[-1].cause == "Club Route has left the map [4.3.1]"


@pytest.mark.rule("MG 4.2")
def test_a_spur_is_one_of_two_and_chosen_once():
    garden = Garden()
    with pytest.raises(Impossible, match="The spurs are Son and Best"):
        garden.do(ch04_club_route.choose_spur, "x")
    garden.do(ch04_club_route.choose_spur, "Best")
    with pytest.raises(Impossible, match="for good"):
        garden.do(ch04_club_route.choose_spur, "Son")


# ---- attacks on the road ------------------------------------------------------------------------


@pytest.mark.rule("MG 4.3.3")
@pytest.mark.parametrize(
    ("first", "second", "attacked", "closed", "points"),
    [
        ({"attacked": True}, {"closed": True}, 1, 1, 3),
        ({"attacked": True, "closed": True}, None, 1, 1, 3),
        ({"attacked": True}, {"attacked": True, "closed": True}, 1, 1, 3),
        ({"closed": True}, {"attacked": True, "closed": True}, 1, 1, 3),
        ({"closed": True}, {"closed": True, "raid": True}, 0, 2, 4),
        ({"closed": True, "raid": True}, {"closed": True}, 0, 2, 4),
    ],
)
def test_one_marker_of_each_kind_a_turn_but_an_air_raids(first, second, attacked, closed, points):
    garden = Garden()
    garden.do(ch04_club_route.attack, **first)
    if second:
        garden.do(ch04_club_route.attack, **second)
    now = garden.state.routes["club"]
    assert (now.attacked, now.closed, garden.state.points("german")) == (attacked, closed, points)
    garden.go("17 Sep 1500")
    garden.do(ch04_club_route.attack, **first)
    later = garden.state.routes["club"]
    assert (later.attacked, later.closed) == (
        attacked + bool(first.get("attacked")), closed + bool(first.get("closed")),
    )  # fmt: skip
    assert (later.attacked_ever, later.closed_ever) == (later.attacked, later.closed)


@pytest.mark.rule("MG 4.3.3")
def test_a_marker_too_many_is_refused_and_none_at_all_makes_no_sense():
    garden = Garden()
    with pytest.raises(Impossible, match="Say which marker"):
        garden.do(ch04_club_route.attack)
    garden.do(ch04_club_route.attack, attacked=True, closed=True)
    for more in ({"attacked": True}, {"closed": True}, {"attacked": True, "closed": True}):
        with pytest.raises(Refused, match="One marker of each kind"):
            garden.do(ch04_club_route.attack, **more)


@pytest.mark.rule("MG 4.3.3")
@pytest.mark.parametrize(
    ("attacked", "closed", "needed", "ways"), [(1, 0, 1, 2), (0, 1, 2, 3), (2, 1, 4, 5),
                                               (4, 3, 9, 10), (1, 4, 9, 10)]
)  # fmt: skip
def test_closed_markers_count_double_and_nine_is_certain(attacked, closed, needed, ways):
    garden = Garden()
    garden.add(event(k.RouteAttacked(route="club", attacked=attacked, closed=closed)))
    proposal = looked(garden, ch04_club_route.propose_check)
    assert (proposal.needed, [each.ways for each in proposal.odds]) == (
        needed,
        [ways, 10 - ways],
    )
    assert proposal.context == f"{attacked} attacked, {closed} closed (counting double)"
    garden.do(ch04_club_route.check, needed)
    assert garden.state.routes["club"].cut
    assert garden.state.routes["club"].attacked == garden.state.routes["club"].closed == 0
    with pytest.raises(Impossible, match="No markers wait"):
        garden.do(ch04_club_route.check, 0)
    garden.go("17 Sep 1500")
    garden.do(ch04_club_route.attack, attacked=True)
    with pytest.raises(Refused, match="is cut already"):
        garden.do(ch04_club_route.check, 0)


@pytest.mark.rule("MG 4.3.3")
def test_a_check_that_fails_spends_the_markers_all_the_same():
    garden = Garden()
    garden.do(ch04_club_route.attack, closed=True)
    garden.do(ch04_club_route.check, 3)
    now = garden.state.routes["club"]
    assert (now.cut, now.closed, now.closed_ever) == (False, 0, 1)


def sheet(**more) -> ResultsSheet:
    return ResultsSheet(rows=(), game="WED", **more)


@pytest.mark.rule("MG 4.3.3", "MG 2.11")
def test_a_table_lays_markers_and_moves_bulldozers():
    garden = Garden()
    garden.add(event(k.BridgeChanged(bridge="aa", state="unstable", by="allied")))
    drafts = looked(garden, ch04_club_route.after_table,
                    sheet(markers={"bulldozer:aa": 1, "attacked": 2}), "the table")  # fmt: skip
    garden.add(drafts)
    now = garden.state.routes["club"]
    assert (now.attacked, now.closed, garden.state.pools["bulldozers"]) == (1, 0, 2)
    assert garden.state.bridges["aa"].bulldozer_at == garden.state.ordinal
    drafts = looked(garden, ch04_club_route.after_table,
                    sheet(markers={"bulldozer-back:aa": 1, "attacked": 1, "closed": 1}),
                    "the table")  # fmt: skip
    garden.add(drafts)
    now = garden.state.routes["club"]
    assert (now.attacked, now.closed, garden.state.pools["bulldozers"]) == (1, 1, 3)
    assert looked(garden, ch04_club_route.after_table, sheet(markers={"closed": 1}), "x") == []
    assert looked(garden, ch04_club_route.after_table, sheet(markers={"attacked": 0}), "x") == []
    garden.go("17 Sep 1500")
    (laid, *_) = looked(garden, ch04_club_route.after_table, sheet(markers={"closed": 1}), "guns")
    assert (laid.payload.attacked, laid.payload.closed, laid.payload.cause) == (0, 1, "guns")
    bare = Garden(proposals=False)
    bare.add(event(k.BridgeChanged(bridge="aa", state="unstable", by="allied")))
    drafts = looked(bare, ch04_club_route.after_table, sheet(markers={"bulldozer:aa": 1}), "x")
    assert [each.payload for each in drafts] == [k.BridgeWork(bridge="aa")]


@pytest.mark.rule("MG 4.3.3")
@pytest.mark.parametrize(
    ("bridge", "state", "cut_before", "cuts"),
    [("son", "blown", False, True), ("son", "bailey-placed", False, True),
     ("son", "bailey-suppressed", False, True), ("son", "bailey-working", False, False),
     ("son", "blown", True, False), ("veghel-canal", "blown", False, False),
     ("best-road", "blown", False, False)],
)  # fmt: skip
def test_a_table_that_blows_a_bridge_of_the_road_cuts_it(bridge, state, cut_before, cuts):
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    garden.add(event(k.RouteStatus(route="club", cut=cut_before)))
    drafts = looked(garden, ch04_club_route.after_table,
                    sheet(bridges=(BridgeResult(bridge=bridge, state=state),)), "")  # fmt: skip
    assert [(each.payload.cut, str(each.payload.cause)) for each in drafts] == (
        [(True, "Son bridge is destroyed")] if cuts else []
    )


def test_a_table_that_ends_the_drive_decides_its_bridge():
    garden = Garden()
    garden.add(event(k.NodeEntered(node="drive")))
    for winner, state in (("allied", "stable"), ("german", "unstable")):
        (decided,) = looked(garden, ch04_club_route.after_table,
                            sheet(node="drive", winner=winner), "")  # fmt: skip
        assert decided.payload == k.BridgeChanged(bridge="dommel", state=state, by="allied")
    assert looked(garden, ch04_club_route.after_table, sheet(), "") == []


@pytest.mark.rule("MG 1900-3", "MG 4.3.3")
@pytest.mark.parametrize(
    ("cut", "blown", "ruling", "after", "written"),
    [(True, False, False, False, 1), (False, False, False, False, 0), (True, True, False, True, 0),
     (False, True, False, True, 1), (True, True, True, False, 1), (False, True, True, False, 0)],
)  # fmt: skip
def test_the_road_opens_at_1900_where_no_bridge_keeps_it_cut(cut, blown, ruling, after, written):
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    if blown:
        garden.add(event(k.BridgeChanged(bridge="son", state="wired", by="german")))
        garden.add(event(k.BridgeChanged(bridge="son", state="blown", by="german")))
    if ruling:
        ruled(garden, "open-or-cut", "opens")
    garden.add(event(k.RouteStatus(route="club", cut=cut)))
    garden.go("18 Sep 1700")
    with pytest.raises(Refused, match="1900 turn"):
        garden.do(ch04_club_route.reopen)
    garden.go("18 Sep 1900", "status")
    drafts = looked(garden, ch04_club_route.reopen)
    assert len(drafts) == written
    if drafts:
        garden.add(drafts)
    assert garden.state.routes["club"].cut is after


@pytest.mark.rule("MG 1900-3", "MG 4.3.3")
def test_a_repaired_bridge_that_nobody_holds_keeps_a_road_cut_but_cuts_no_open_one():
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    for state, unit in (("blown", ""), ("bailey-placed", "gds.ind.14"), ("bailey-working", "")):
        garden.add(event(k.BridgeChanged(bridge="son", state=state, by="allied", unit=unit)))
    garden.go("18 Sep 1900", "status")
    assert looked(garden, ch04_club_route.reopen) == []
    garden.add(event(k.RouteStatus(route="club", cut=True)))
    assert looked(garden, ch04_club_route.reopen) == []
    assert garden.state.routes["club"].cut


@pytest.mark.rule("MG 4.3.3")
@pytest.mark.parametrize("elsewhere", ["blown", "intact"])
def test_a_table_opens_the_road_unless_a_bridge_beyond_its_map_keeps_it_cut(elsewhere):
    garden = Garden()
    marker_at(garden, "nijmegen")
    garden.add(event(k.BridgeChanged(bridge="son", state="blown", by="german")))
    if elsewhere == "blown":
        garden.add(event(k.BridgeChanged(bridge="grave", state="blown", by="german")))
    garden.add(event(k.RouteStatus(route="club", cut=True)))
    mended = BridgeResult(bridge="son", state="bailey-working", by="allied", control="allied")
    back = sheet(bridges=(mended,), markers={"opened": 1})
    garden.add(looked(garden, ch04_club_route.after_table, back, "a table"))
    assert garden.state.routes["club"].cut is (elsewhere == "blown")


# ---- releases -----------------------------------------------------------------------------------


@pytest.mark.rule("MG 4.3.1")
def test_an_empty_queue_releases_nothing_and_rolls_nothing():
    garden = Garden()
    for entry in garden.design.queue:
        garden.add(event(k.Released(entry=entry.key, how="ruling")))
    garden.go("25 Sep 1900", "release")
    found = looked(garden, ch04_release.next_release)
    assert (found.kind, found.entry, found.why) == ("done", None, "The queue is empty.")
    with pytest.raises(Impossible, match="The queue is empty"):
        looked(garden, ch04_release.propose_release)
    with pytest.raises(Impossible, match="The queue is empty"):
        garden.do(ch04_release.release)


@pytest.mark.rule("MG 1900-2", "MG 4.3.1")
def test_a_roll_that_failed_ends_the_releases_of_the_turn():
    garden = Garden()
    garden.go("18 Sep 1700")
    with pytest.raises(Refused, match="1900 turn"):
        garden.do(ch04_release.release)
    garden.go("18 Sep 1900", "release")
    garden.do(ch04_release.release)
    garden.do(ch04_release.release, 9)
    found = looked(garden, ch04_release.next_release)
    assert (found.kind, found.why) == ("done", "A roll failed on this turn.")
    for deed in ((ch04_release.release,), (ch04_release.propose_release,)):
        with pytest.raises(Refused, match="A roll failed on this turn"):
            looked(garden, *deed)
    assert garden.state.queue["guards.group_cold"].failed_at == garden.state.ordinal


@pytest.mark.rule("MG 4.3.1")
@pytest.mark.parametrize(
    ("key", "stop", "both", "left", "kind"),
    [
        ("guards.ind", "border", True, False, "first"),
        ("44RTR", "border", True, False, "first"),
        ("sherwood_foresters", "zeeland", True, False, "wait"),
        ("sherwood_foresters", "exit", True, True, "first"),
        ("seatail.101", "st-oedenrode", True, False, "first"),
        ("seatail.101", "koevering", True, False, "first"),
        ("seatail.101", "son", True, False, "bypass"),
        ("seatail.82", "zeeland", True, False, "wait"),
        ("seatail.82", "malden", True, True, "bypass"),
        ("seatail.82", "nijmegen", True, True, "first"),
        ("seatail.82", "exit", False, True, "first"),
        ("seatail.1AB", "elst", True, True, "bypass"),
        ("seatail.1AB", "arnhem", True, True, "first"),
        ("43rd.231", "border", True, False, "first"),
    ],
)
def test_how_the_next_in_line_comes(key, stop, both, left, kind):
    garden = Garden(both_games=both)
    marker_at(garden, stop)
    released_to(garden, key)
    if left:
        garden.add(event(k.RouteLeft(route="club")))
    garden.go("25 Sep 1900", "release")
    found = looked(garden, ch04_release.next_release)
    assert (found.kind, found.entry.key) == (kind, key)
    if kind == "wait":
        with pytest.raises(Refused, match="still on the map of WED"):
            garden.do(ch04_release.release)
    else:
        done = garden.do(ch04_release.release)
        assert done[0].kind == ("release.bypassed" if kind == "bypass" else "release.released")


@pytest.mark.rule("MG 4.3.1")
def test_a_ruling_lets_231_brigade_wait_for_the_exit():
    garden = Garden()
    ruled(garden, "231-place", "only after the map exit")
    released_to(garden, "43rd.231")
    garden.go("25 Sep 1900", "release")
    assert looked(garden, ch04_release.next_release).kind == "wait"
    garden.add(event(k.RouteLeft(route="club")))
    assert looked(garden, ch04_release.next_release).kind == "first"


@pytest.mark.rule("MG 4.3.2")
@pytest.mark.parametrize(("ruling", "value"), [("", 1), ("-1 each", -1)])
def test_each_formation_that_came_on_this_turn_counts(ruling, value):
    garden = Garden()
    if ruling:
        ruled(garden, "release-sign", ruling)
    garden.go("18 Sep 1900", "release")
    garden.do(ch04_release.release)
    proposal = looked(garden, ch04_release.propose_release)
    assert proposal.context == "1 formation has come on this turn"
    assert proposal.modifier == value
    garden.do(ch04_release.release, 0)
    proposal = looked(garden, ch04_release.propose_release)
    assert proposal.context == "2 formations have come on this turn"
    assert proposal.modifier == 2 * value


@pytest.mark.rule("MG 4.3.2")
@pytest.mark.parametrize(("turn", "counts"), [("18 Sep 1900", True), ("19 Sep 1900", False)])
def test_baileys_and_bulldozers_count_where_they_came_since_the_last_1900(turn, counts):
    garden = Garden()
    garden.go("17 Sep Night")
    for payload in (
        k.BridgeChanged(bridge="son", state="wired", by="german"),
        k.BridgeChanged(bridge="son", state="blown", by="german"),
        k.BridgeChanged(bridge="son", state="bailey-placed", by="allied"),
        k.BridgeChanged(bridge="aa", state="unstable", by="allied"), k.BridgeWork(bridge="aa"),
    ):  # fmt: skip
        garden.add(event(payload))
    garden.go(turn, "release")
    garden.do(ch04_release.release)
    values = [each.value for each in looked(garden, ch04_release.propose_release).modifiers]
    assert values == ([2, 1, 1] if counts else [1])


@pytest.mark.rule("MG 4.3.2")
def test_up_to_four_points_of_its_own_division_are_paid_for_one_roll():
    garden = Garden()
    garden.do(bookkeeping.give_dispatch, "gds", 4)
    garden.go("18 Sep 1900", "release")
    garden.do(ch04_release.release)
    with pytest.raises(Impossible, match="not below zero"):
        looked(garden, ch04_release.propose_release, -1)
    with pytest.raises(Refused, match="Four dispatch points"):
        looked(garden, ch04_release.propose_release, 5)
    proposal = looked(garden, ch04_release.propose_release, 4)
    assert [each.value for each in proposal.modifiers] == [1, -4]
    garden.do(ch04_release.release, 9, 3)  # 9 + 1 − 3 is 7, its number
    assert garden.state.queue["guards.group_cold"].how == "roll"
    assert garden.state.facts["dispatch.gds"] == 1
    with pytest.raises(Impossible, match="Only 1 dispatch points are left"):
        looked(garden, ch04_release.propose_release, 2)


@pytest.mark.rule("MG 4.3.1", "MG 3.5")
def test_a_sea_tail_brings_supply_and_nobody():
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    released_to(garden, "seatail.101")
    garden.go("20 Sep 1900", "release")
    kinds = [each.kind for each in garden.do(ch04_release.release)]
    assert kinds == ["release.released", "supply.secured"]
    assert drop_of(garden.state, "101").secured
    assert not drop_of(garden.state, "82").secured


@pytest.mark.rule("MG 4.3.1")
@pytest.mark.parametrize(("left", "game"), [(False, "WED"), (True, "TDC")])
def test_the_guards_come_with_the_marker_where_it_is(left, game):
    garden = Garden()
    marker_at(garden, "exit" if left else "valkenswaard")
    released_to(garden, "guards.group_cold")
    if left:
        garden.add(event(k.RouteLeft(route="club")))
    garden.go("18 Sep 1900", "release")
    came = [e.payload for e in garden.do(ch04_release.release) if e.kind == "unit.arrived"]
    assert came
    road = garden.design.hexes.route["club"]
    end = road.index("114.89" if left else "59.199")
    assert {(each.place.kind, each.place.game) for each in came} == {("hex", game)}
    assert came[0].place.at == road[end]  # the marker's hex, the others on the road behind it
    assert all(end - 12 <= road.index(each.place.at) <= end for each in came)


@pytest.mark.rule("MG 4.3.1")
def test_in_wed_alone_a_formation_of_the_other_game_scores_and_does_not_appear():
    garden = Garden(both_games=False)
    marker_at(garden, "exit")
    garden.add(event(k.RouteLeft(route="club")))
    released_to(garden, "43rd.214")
    garden.go("25 Sep 1900", "release")
    kinds = [each.kind for each in garden.do(ch04_release.release)]
    assert kinds == ["release.released", "vp.awarded"]


@pytest.mark.rule("MG 4.3.1")
def test_a_part_of_group_hot_enters_on_the_17th_and_once():
    garden = Garden()
    units = looked(garden, ch04_release.early_units)
    assert len(units) == 8
    came = garden.do(ch04_release.enter_early)
    assert [each.payload.unit for each in came] == units
    assert {(e.payload.place.kind, e.payload.place.game) for e in came} == {("hex", "WED")}
    assert came[0].payload.place.at == "42.229"
    with pytest.raises(Impossible, match="there already"):
        garden.do(ch04_release.enter_early)
    late = Garden()
    late.go("18 Sep 0700")
    with pytest.raises(Refused, match="17 September"):
        late.do(ch04_release.enter_early)
