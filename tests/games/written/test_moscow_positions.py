"""Positions of Battle for Moscow whose answers its printed rules give."""

from __future__ import annotations

from fractions import Fraction

import pytest
from moscow import answer, attack, fighting, lay, rules

from wardesk.engine.types import Cells, Choose, Path, Pieces, Roll, replace
from wardesk.games.written.coming import RefitQuestion
from wardesk.games.written.moving import ends_of, ways_of
from wardesk.games.written.position import linked, traced
from wardesk.games.written.sequence import is_won
from wardesk.games.written.state import Refit

LINE = "communication-or-moscow"
# a clear hex 0607; beside it 0606 0608 0507 0508 0707 0708


@pytest.mark.parametrize(
    ("places", "mine", "target", "column"),
    [
        ({"XLVIII": "0606", "XL": "0608", "S3": ("0607", 2)}, ("XLVIII", "XL"), "0607", "4:1"),
        ({"XLVIII": "0606", "VII": "0608", "S3": ("0607", 2)}, ("XLVIII", "VII"), "0607", "3:1"),
        ({"V": "0606", "VI": "0608", "XX": "0508", "S3": ("0607", 2)}, ("V", "VI", "XX"), "0607",
         "4:1"),
        ({"XXIV": "0604", "S3": ("0504", 2)}, ("XXIV",), "0504", "2:1"),
        ({"XXIV": "0204", "S3": ("0203", 2)}, ("XXIV",), "0203", "2:1"),
        ({"XXIV": "0204", "V": "0202", "S3": ("0203", 2)}, ("XXIV", "V"), "0203", "4:1"),
        ({"XXIV": "0606", "XLI": "0608", "LVII": "0508", "S3": ("0607", 2)},
         ("XXIV", "XLI", "LVII"), "0607", "6:1"),
        ({"XXIV": "0603", "XLI": "0605", "LVII": "0505", "S3": ("0604", 2)},
         ("XXIV", "XLI", "LVII"), "0604", "6:1"),
    ],
    ids=["16-to-4", "15-to-4", "17-to-4", "fort", "all-across-a-river", "one-not-across",
         "beyond-the-chart", "nine-to-one-in-a-wood"],
)  # fmt: skip
def test_the_column_of_an_attack(places, mine, target, column):
    assert attack(lay(places), mine, target).column_name == column


def test_in_mud_attackers_count_half_and_fractions_stay():
    places = {"V": "0606", "VI": "0608", "XX": "0508", "S3": ("0607", 2)}
    found = attack(lay(places, 3, mud=True), ("V", "VI", "XX"), "0607")
    assert (found.attack, found.column_name) == (Fraction(17, 2), "2:1")


def test_germans_get_nothing_from_a_fortification():
    assert not attack(lay({"S3": "0604", "V": ("0504", 2)}), ("S3",), "0504").shifts


def test_below_one_to_one_nothing_happens():
    found = attack(lay({"V": "0603", "S3": ("0604", 2)}), ("V",), "0604")
    assert found.off
    assert found.chart.below == "NE"


def ways(state, piece, move="march"):
    setting = rules().setting
    return ways_of(setting, state, setting.moves[move], state.pieces[piece])


def test_a_march_stops_beside_the_enemy():
    found = ways(lay({"LVI": "0606", "S3": "0709"}), "LVI")
    assert "0709" not in found.cost
    beside = rules().setting.near["0709"]
    assert not any(found.before[cell] in beside for cell in found.cost if cell in beside)


def test_a_wood_costs_two():
    assert ways(lay({"LVI": "0606"}), "LVI").cost["0604"] == 3


def test_in_mud_everybody_goes_one_hex_even_into_a_wood():
    state = lay({"LVI": "0606"}, 3, mud=True)
    found = ways(state, "LVI")
    ends = ends_of(
        rules().setting, state.pieces, rules().setting.moves["march"], state.pieces["LVI"], found
    )
    assert sorted(ends) == sorted(rules().setting.near["0606"])


def test_by_rail_a_wood_costs_one():
    found = ways(lay({"S3": "1103"}), "S3", "rail")
    assert (found.cost["1405"], max(found.cost.values())) == (4, 4)
    assert "1002" not in found.cost  # beside Moscow, and no line leads there


def test_moscow_needs_no_line():
    state = lay({"S3": "1103", "LVI": "1002", "XL": "1202", "XLI": "1204", "V": "1104",
                 "VI": "1102", "VII": "1004", "S5": "0303"})  # fmt: skip
    pieces, setting = state.pieces, rules().setting
    assert "1103" in traced(setting, pieces, "soviet", LINE)
    assert linked(setting, pieces, pieces["S3"], LINE)
    assert linked(setting, pieces, pieces["S5"], LINE)


def test_an_exchange_a_nine_that_becomes_four_matches_five():
    state = fighting(lay({"LVI": "0606", "S3": ("0607", 2)}))
    state = answer(state, Path(("LVI",), ("0607",)))
    assert state.ask is not None
    state = answer(state, Choose("done")) if state.ask.kind == "attack" else state
    state = answer(state, Roll((2,)))  # 2:1, a 2: nothing but a retreat
    assert state.ask is not None
    assert (state.ask.kind, state.ask.who) == ("retreat", "german")
    state = fighting(lay({"LVI": "0606", "S3": ("0607", 1)}))
    state = answer(state, Path(("LVI",), ("0607",)), Roll((2,)))  # 9 to 8, 1:1: exchange
    assert state.pieces["S3"].face == 2
    assert state.pieces["LVI"].face == 2


def test_who_cannot_fall_back_is_lost():
    ring = {"V": "0606", "VI": "0608", "VII": "0507", "IX": "0707", "XL": "0508", "XLI": "0708"}
    state = fighting(lay({**ring, "S3": ("0607", 2)}))
    state = answer(state, Path(("V", "VI"), ("0607",)))
    state = answer(state, Choose("done")) if state.ask.kind == "attack" else state
    state = answer(state, Roll((1,)))  # 11 to 4: no more than a retreat
    assert state.pieces["S3"].at is None
    assert state.ask.kind == "advance"
    assert answer(state, Pieces(("V",))).pieces["V"].at == "0607"


def test_a_retreat_goes_two_hexes_and_past_a_full_one():
    state = fighting(lay({"V": "0606", "VI": "0507", "S3": ("0607", 2), "S5": "0609"}))
    state = answer(state, Path(("V", "VI"), ("0607",)), Roll((1,)))
    assert state.ask.kind == "retreat"
    far = rules().setting.far("0607")
    assert {far[cell] for cell in state.ask.cells} == {2}
    assert "0609" not in state.ask.cells
    goal = state.ask.cells[0]
    assert answer(state, Cells((goal,))).pieces["S3"].at == goal


@pytest.mark.parametrize(("holder", "winner"), [("german", "german"), ("soviet", "soviet")])
def test_whoever_holds_moscow_at_the_end_has_won(holder, winner):
    state = lay({})
    state = replace(state, marks={**state.marks, "held/1103": holder})
    found = [row.winner for row in rules().setting.book.win if is_won(rules().setting, state, row)]
    assert found == [winner]


def test_a_lost_counter_comes_back_by_its_weak_side_where_its_side_has_room():
    state = lay({"S5": "1104"}, 2)
    frame = Refit(step="refit", phase="sr", side="soviet", left=5)
    found = RefitQuestion(rules().setting, state, frame).found
    assert "1103" in found["S3"]
    assert "S1S" not in found  # comes in turn 4
    later = replace(state, tracks={"turn": 4})
    assert "S1S" in RefitQuestion(rules().setting, later, frame).found


def test_an_advance_goes_into_zones_too():
    state = fighting(lay({"XXIV": "0606", "XLI": "0608", "LVII": "0507",
                          "S3": ("0607", 2), "S5": "0708"}))  # fmt: skip
    state = answer(state, Path(("XXIV", "XLI", "LVII"), ("0607",)))
    if state.ask.kind == "attack":
        state = answer(state, Choose("done"))
    state = answer(state, Roll((6,)))
    assert state.pieces["S3"].at is None
    assert state.ask.kind == "advance"


@pytest.mark.parametrize(("cell", "gets"), [("1103", True), ("1104", False)])
def test_only_moscow_itself_needs_no_line(cell, gets):
    around = ("1002", "1003", "1004", "1102", "1105", "1202", "1203", "1204")
    names = ("LVI", "XL", "XLI", "V", "VI", "VII", "VIII", "IX")
    state = lay({**dict(zip(names, around, strict=True)), "S5": (cell, 2)}, 2)
    assert linked(rules().setting, state.pieces, state.pieces["S5"], LINE) is gets
