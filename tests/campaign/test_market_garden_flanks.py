"""Boxes beside the map and the corps on the flanks, at the edges of their sentences."""

from __future__ import annotations

import every_kind as k
import pytest
from garden import Garden, bring, event

from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.market_garden import ch05_off_map
from wardesk.errors import UserError


def looked(garden: Garden, rule, *args, **more):
    return rule(garden.design, garden.state, *args, **more)


# ---- boxes --------------------------------------------------------------------------------------


@pytest.mark.rule("MG 5.1")
def test_who_moves_off_the_map_and_who_does_not():
    garden = Garden()
    garden.go("21 Sep 0700")
    with pytest.raises(Refused, match="does not move off the map"):
        garden.do(ch05_off_map.move, "59.dew", "oirschot")
    with pytest.raises(UserError, match="no box called 'x'"):
        garden.do(ch05_off_map.move, "chi.drey", "x")
    with pytest.raises(Refused, match="not into the display"):
        garden.do(ch05_off_map.move, "chi.drey", "oirschot", display=True)
    with pytest.raises(Refused, match="does not come by the boxes"):
        garden.do(ch05_off_map.move, "wal.hof", "east-2")
    bring(garden, "chi.sei")
    with pytest.raises(Impossible, match="has units on the map"):
        garden.do(ch05_off_map.move, "chi.sei", "oirschot")
    for unit in garden.design.members["chi.buch"]:
        garden.add(event(k.UnitRemoved(unit=unit)))
    with pytest.raises(Impossible, match="is left to move"):
        garden.do(ch05_off_map.move, "chi.buch", "oirschot")


@pytest.mark.rule("MG 5.1")
def test_a_formation_comes_into_a_box_from_its_day_on():
    garden = Garden()
    opens = next(a.at for a in garden.design.arrivals if a.subject == "chi.drey" and a.at)
    garden.go(str(garden.design.calendar.turn(opens - 1).label))
    with pytest.raises(Refused, match="is due from"):
        garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    garden.go(str(garden.design.calendar.turn(opens).label))
    garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    standing = garden.state.boxes["chi.drey"]
    assert (standing.box, standing.display, standing.at) == ("oirschot", False, opens)


@pytest.mark.rule("MG 5.1", "MG 1900-4")
def test_boxes_are_left_for_the_next_one_at_1900_in_the_order_of_its_lines():
    garden = Garden()
    garden.go("21 Sep 0700")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    garden.go("21 Sep 1700")
    with pytest.raises(Refused, match="1900 turn"):
        garden.do(ch05_off_map.move, "chi.drey", "west-1")
    garden.go("21 Sep 1900")
    with pytest.raises(Refused, match="comes first"):
        garden.do(ch05_off_map.move, "chi.drey", "west-1")
    garden.go("21 Sep 1900", "offmap")
    with pytest.raises(Refused, match="from its own box"):
        garden.do(ch05_off_map.move, "chi.drey", "west-1", display=True)
    with pytest.raises(Refused, match="is not next to"):
        garden.do(ch05_off_map.move, "chi.drey", "east-1")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot", display=True)
    with pytest.raises(Refused, match="has moved on this turn"):
        garden.do(ch05_off_map.move, "chi.drey", "west-1")
    garden.go("22 Sep 1900", "offmap")
    with pytest.raises(Refused, match="waits in the display"):
        garden.do(ch05_off_map.move, "chi.drey", "west-1")


@pytest.mark.rule("MG 5.1", "MG 5.2")
def test_who_comes_from_the_display_takes_an_open_entry_of_his_own_box():
    garden = Garden()
    garden.go("21 Sep 0700")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    with pytest.raises(Refused, match="not in the map display"):
        garden.do(ch05_off_map.arrive, "chi.drey", "chill-b")
    garden.go("21 Sep 1900", "offmap")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot", display=True)
    garden.go("22 Sep 0700")
    with pytest.raises(UserError, match="no entry called 'x'"):
        garden.do(ch05_off_map.arrive, "chi.drey", "x")
    with pytest.raises(Refused, match="belongs to another box: "):
        garden.do(ch05_off_map.arrive, "chi.drey", "chill-a")
    with pytest.raises(Refused, match="is not its entry"):
        garden.do(ch05_off_map.arrive, "chi.drey", "walther-a")
    came = garden.do(ch05_off_map.arrive, "chi.drey", "chill-b")
    assert {e.payload.unit for e in came} == set(garden.design.members["chi.drey"])
    with pytest.raises(Impossible, match="Nothing of it is left"):
        garden.do(ch05_off_map.arrive, "chi.drey", "chill-b")


# ---- flank corps --------------------------------------------------------------------------------


@pytest.mark.rule("MG 5.2")
@pytest.mark.parametrize(
    ("failures", "left", "germans", "values"),
    [(0, False, 0, []), (2, False, 0, [-2]), (0, True, 0, [-4]), (1, True, 1, [-1, 1, -4])],
)
def test_what_counts_for_a_corps(failures, left, germans, values):
    garden = Garden()
    garden.add(event(k.CorpsAdvanced(corps="xii", box="west-1")))
    for _ in range(failures):
        garden.add(event(k.CorpsFailed(corps="xii")))
    if left:
        garden.add(event(k.RouteLeft(route="club")))
    if germans:
        garden.go("21 Sep 0700")
        garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    garden.go("21 Sep 1900", "corps")
    proposal = looked(garden, ch05_off_map.propose_corps, "xii")
    assert [each.value for each in proposal.modifiers] == values
    assert proposal.needed == 4
    assert proposal.odds[0].ways == max(0, min(10, 5 - sum(values)))
    assert proposal.seen_by == ("german",)


@pytest.mark.rule("MG 5.2")
def test_a_corps_tries_once_a_1900_turn_and_goes_one_box_on():
    garden = Garden()
    garden.go("18 Sep 1700")
    with pytest.raises(Refused, match="1900 turn"):
        garden.do(ch05_off_map.corps, "viii", 0)
    garden.go("18 Sep 1900", "corps")
    with pytest.raises(UserError, match="no corps called 'x'"):
        garden.do(ch05_off_map.corps, "x", 0)
    garden.do(ch05_off_map.corps, "viii", 5)
    assert garden.state.corps["viii"].box == 1
    with pytest.raises(Refused, match="has tried on this turn"):
        garden.do(ch05_off_map.corps, "viii", 0)
    garden.do(ch05_off_map.corps, "xii", 6)
    assert (garden.state.corps["xii"].box, garden.state.corps["xii"].failures) == (0, 1)
    garden.go("19 Sep 1900", "corps")
    garden.do(ch05_off_map.corps, "viii", 3)
    garden.go("20 Sep 1900", "corps")
    with pytest.raises(Impossible, match="last box"):
        garden.do(ch05_off_map.corps, "viii", 0)


def test_without_proposed_numbers_a_corps_waits_for_the_umpires():
    garden = Garden(proposals=False)
    garden.go("18 Sep 1900", "corps")
    proposal = looked(garden, ch05_off_map.propose_corps, "xii")
    assert (proposal.needed, proposal.odds) == (None, ())
    assert proposal.missing == "the number on the arrow is not known"
    with pytest.raises(UserError, match="not known"):
        garden.do(ch05_off_map.corps, "xii", 0)


@pytest.mark.rule("MG 5.2")
def test_germans_count_against_a_corps_in_its_next_box_and_not_elsewhere_or_in_the_display():
    garden = Garden()
    garden.go("21 Sep 0700")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    garden.go("21 Sep 1900", "corps")
    assert looked(garden, ch05_off_map.propose_corps, "xii").modifiers == ()  # it goes to west-1
    garden.add(event(k.CorpsAdvanced(corps="xii", box="west-1")))
    garden.go("22 Sep 1900", "offmap")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot", display=True)
    garden.go("22 Sep 1900", "corps")
    assert looked(garden, ch05_off_map.propose_corps, "xii").modifiers == ()
