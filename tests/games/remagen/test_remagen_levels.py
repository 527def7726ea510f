"""Which questions a level of play thinks about at Remagen."""

from __future__ import annotations

from weighing import questions_of

from wardesk.services.play.tables import load_table


def test_arrivals_and_marches_are_the_scripts_and_where_it_stops_a_level_thinks():
    rules = load_table("remagen/7-march-1945", {}).rules
    weighed, answered = questions_of(rules, [3])

    assert set(answered) <= {("arrive", True), ("arrive", False), ("move", True)}
    assert ("move", True) not in weighed
    assert weighed["move", False] > 10
    assert sum(often for (kind, _), often in weighed.items() if kind == "fire") > 10
    assert sum(weighed.values()) < sum(answered.values())
