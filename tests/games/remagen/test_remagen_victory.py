"""Victory, the showing, and the charts."""

import pytest
from rhine import RULES, fresh, lay, make

from wardesk.games.remagen.ch00_turn import foothold, level_of
from wardesk.games.remagen.state import KIND_NAMES
from wardesk.games.remagen.tables import TABLES


@pytest.mark.rule("RB N12")
def test_what_counts_is_linked_across_the_river():
    game = lay("us_move", "us heavy_tank K10", "us medium_tank K11", "us infantry F12",
               "us infantry C5")  # fmt: skip
    assert foothold(RULES.setting, game.state) == 13
    cut = lay("us_move", "us heavy_tank K10", "us infantry P17", "german infantry O16",
              "german infantry O18", "german infantry Q16", "german infantry Q18")  # fmt: skip
    assert foothold(RULES.setting, cut.state) == 7
    levels = [level_of(RULES.setting, n).level for n in (70, 69, 40, 39, 15, 14, 0)]
    assert levels == ["decisive", "marginal", "marginal", "draw", "draw", "german", "german"]


@pytest.mark.rule("RB N12")
def test_the_last_turn_ends_the_game():
    army = ("us heavy_tank K10", "us heavy_tank J10", "us heavy_tank L10", "german infantry A18")
    end = lay("end", *army, turn=15)
    assert (end.state.result.winner, end.state.result.level) == ("", "Draw")
    assert lay("end", *army, turn=14).state.result is None
    west = ("us infantry K7", "german infantry A18")
    assert lay("end", *west, turn=9).state.result.winner == "german"
    assert lay("end", *west, turn=8).state.result is None  # the drop may be tried in turn 9
    alone = make(victory="bridgehead")
    held = lay("end", *army, turn=15, rules=alone).state.result
    assert (held.winner, held.level) == ("us", "Marginal American victory")
    lost = lay("end", *army[1:], turn=15, rules=alone).state.result
    assert (lost.winner, lost.level) == ("german", "German victory")


def test_every_single_figure_says_where_it_is_from():
    charts = {chart.id: chart for chart in RULES.showing.charts()}
    figures, pools = charts["constants"], charts["pools"]
    names = set(TABLES.constants.__struct_fields__) - {"cite", "stated", "laid"}
    assert len(figures.rows) == len(names)
    assert set(TABLES.constants.stated) < names
    found = zip(figures.rows, figures.origins, strict=True)
    assert [row for row, (origin,) in found if origin == "rebuilt"] == [
        "Germans win without a bridgehead from turn",
        "handicap: quota more or less by",
    ]
    assert figures.cells[figures.rows.index("odds of automatic victory")] == ("7–1",)
    at = pools.rows.index(KIND_NAMES["paratroops"])
    assert (pools.cells[at], pools.origins[at]) == (("12", "–", "–"), ("stated", "", ""))


def test_charts_say_what_is_stated():
    charts = {chart.id: chart for chart in RULES.showing.charts()}
    assert set(charts) == {"units", "divisors", "morale", "drop", "collapse", "quota", "victory",
                           "pools", "constants"}  # fmt: skip
    units = charts["units"]
    tank = units.cells[units.rows.index("Medium tank")]
    assert tank == ("5", "6 + 2", "2", "3", "3", "–", "–")
    known = units.origins[units.rows.index("Medium tank")]
    assert known == ("rebuilt", "rebuilt", "stated", "rebuilt", "deduced", "rebuilt", "rebuilt")
    assert [one for (one,) in charts["divisors"].origins].index("stated") == 1
    assert charts["divisors"].cells[1] == ("3",)
    assert charts["divisors"].rows == ("1", "2", "3", "4–5", "6–8", "9–12")
    assert charts["collapse"].cells[-1] == ("surely",)
    assert charts["collapse"].origins == (*[("rebuilt",)] * 5, ("stated",))
    assert all(chart.reconstruction for chart in charts.values())


def test_the_table_shows_room_yards_and_trays():
    game = fresh()
    look = RULES.showing.look(game.state)
    assert {box.id for box in look.boxes} == {"us_yard", "german_yard"}
    fight = lay("us_move", "us infantry K10 x3", "german infantry K12",
                changes={"us-infantry-1": {"figures": 2}})  # fmt: skip
    look = RULES.showing.look(fight.state)
    room = next(mark for mark in look.marks if mark.cell == "K10" and mark.kind == "capacity")
    assert room.text == "East bridgehead (K10): 3 of 6 points of capacity" or "3 of 6" in room.text
    tray = next(c for c in look.counters if c.piece == "us-infantry-1")
    assert tray.badges[0].name == "2 of 3 men left"
    assert tray.reduced


def test_odds_by_command():
    case = RULES.showing.odds("morale", {"attackers": "29", "defenders": "10"})
    assert case.chart is not None
    assert case.chart.columns[case.chart.column] == "2:1"
    assert RULES.showing.odds("collapse", {"turn": "7"}).odds[0].ways == 3
    assert RULES.showing.odds("salvo", {"dice": "1", "divisor": "2"}).odds[0].ways == 1
