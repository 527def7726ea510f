"""Market Garden: rulings that change what the desk does, each in its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from garden import Garden, event, wired

from wardesk.campaign.ledger.kinds.routes import Released
from wardesk.campaign.ledger.kinds.rulings import RulingMade
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.market_garden import (
    ch01_weather,
    ch02_bridges,
    ch03_drops,
    ch04_release,
    common,
)


def ruled(garden: Garden, query: str, decision: str) -> None:
    ruling = RulingMade(id=f"u-{query}", query=query, decision=decision, scope="campaign",
                        author="Ann", reason="so")  # fmt: skip
    garden.add(event(ruling))


@pytest.mark.rule("MG 3.2")
@pytest.mark.parametrize(
    ("decision", "clear", "cleared"),
    [
        ("both as written", ("0900", "1100"), ("1300", "1500")),
        ("always two or three turns later", ("1100", "1300"), ("1300", "1500")),
        ("always one or two turns later", ("0900", "1100"), ("1100", "1300")),
    ],
)
def test_a_ruling_on_the_turns_of_drops_is_used(decision, clear, cleared):
    garden = Garden()
    ruled(garden, "drop-timing", decision)
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 0)
    slots = [garden.design.calendar.turn(turn).slot
             for turn in ch03_drops.windows(garden.design, garden.state)]  # fmt: skip
    assert tuple(slots) == clear
    garden.go("19 Sep 0700")
    garden.do(ch01_weather.weather, 3)
    garden.go("19 Sep 0900")
    garden.do(ch01_weather.fog, 0)

    slots = [garden.design.calendar.turn(turn).slot
             for turn in ch03_drops.windows(garden.design, garden.state)]  # fmt: skip
    assert tuple(slots) == cleared


@pytest.mark.rule("MG 2.11")
@pytest.mark.parametrize(
    ("decision", "state"),
    [
        ("the same scenario; not played: not known until tried", "unchecked"),
        ("the same scenario; not played: unstable", "unstable"),
        ("the same scenario; not played: stable", "stable"),
    ],
)
def test_a_ruling_on_a_scenario_that_was_not_played_decides_its_bridge(decision, state):
    garden = Garden()
    ruled(garden, "ride-or-drive", decision)

    garden.add(ch02_bridges.decided_by_scenario(garden.design, garden.state))

    assert garden.state.bridges["dommel"].state == state


@pytest.mark.rule("MG 2.15.7")
def test_a_ruling_brings_43rds_baileys_when_its_line_is_reached():
    garden = Garden()
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    ruled(garden, "bailey-43", "when the line of a formation is reached")
    garden.go("20 Sep 0700")
    with pytest.raises(Refused, match="43rd"):
        garden.do(ch02_bridges.place_bailey, "son", "43.ind.128", fire_zone=False)
    for entry in garden.design.queue:
        if entry.division == "43":
            break
        garden.add(event(Released(entry=entry.key, how="ruling")))

    garden.do(ch02_bridges.place_bailey, "son", "43.ind.128", fire_zone=False)


@pytest.mark.rule("MG S6.10")
@pytest.mark.parametrize(("decision", "kind"), [("", "first"), ("only after the map exit", "wait")])
def test_a_ruling_lets_231_brigade_wait_for_the_map_exit(decision, kind):
    garden = Garden()
    if decision:
        ruled(garden, "231-place", decision)
    for entry in garden.design.queue:
        if entry.key == "43rd.231":
            break
        garden.add(event(Released(entry=entry.key, how="ruling")))
    garden.go("22 Sep 1900", before="release")

    assert ch04_release.next_release(garden.design, garden.state).kind == kind


def test_every_question_says_truly_whether_its_ruling_changes_what_the_desk_does():
    folder = Path(common.__file__).parent
    asked: set[str] = set()
    for file in folder.glob("*.py"):
        asked |= set(re.findall(r'\.decision\("([\w-]+)"\)', file.read_text("utf-8")))

    assert asked == common.DECIDES
    assert asked <= {query.id for query in Garden().design.queries}
