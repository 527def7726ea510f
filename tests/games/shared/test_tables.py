"""One table: the row of a total, the exact odds, the printed chart, the case of a roll."""

from typing import ClassVar

import msgspec
import pytest

from wardesk.games.shared.tables import StrengthTable, rolls


class Fire(StrengthTable, frozen=True, kw_only=True):
    """Men lost by two dice of three faces."""

    key = "fire"
    title = "Fire"
    dice: ClassVar[tuple[int, ...]] = (3, 3)

    def label(self, cell):
        return f"{cell} lost", "good" if cell else "none", -cell


TEXT = """
cite = "2.1"
reconstruction = true
columns = ["weak", "strong"]
least = [3, 6]
rows = [[0, 1], [0, 1], [0, 2], [1, 2], [2, 3]]
"""
TABLE = msgspec.toml.decode(TEXT, type=Fire)


def test_every_roll_counts_once():
    assert sorted(rolls((3, 3))) == [2, 3, 3, 4, 4, 4, 5, 5, 6]


@pytest.mark.parametrize(("total", "row"), [(2, 0), (6, 4), (1, 0), (9, 4)])
def test_a_total_beyond_the_table_is_read_at_its_end(total, row):
    assert TABLE.row(total) == row
    assert TABLE.cell(total, 0) == TABLE.rows[row][0]


def test_a_strength_is_read_in_the_last_column_that_it_reaches():
    assert [TABLE.column(n) for n in (1, 3, 5, 6, 40)] == [0, 0, 0, 1, 1]


def test_the_odds_are_exact_and_the_best_come_first():
    def lines(**more):
        return [(line.label, line.ways, line.of) for line in TABLE.odds(0, **more)]

    assert lines() == [("2 lost", 1, 9), ("1 lost", 2, 9), ("0 lost", 6, 9)]
    assert lines(shift=1) == [("2 lost", 3, 9), ("1 lost", 3, 9), ("0 lost", 3, 9)]
    assert lines(label=lambda _: ("lost", "bad", 0)) == [("lost", 9, 9)]


def test_the_chart_is_the_table_with_the_case_lit():
    chart = TABLE.chart(1, 4)
    assert (chart.corner, chart.rows) == ("2d3", ("2", "3", "4", "5", "6"))
    assert chart.cells[chart.row][chart.column] == "2"
    assert chart.cells[0] == ("–", "1")
    assert chart.reconstruction
    assert TABLE.chart().row == TABLE.chart().column == -1


def test_a_case_is_chart_and_odds_of_one_column():
    case = TABLE.case("Shot", 1, total=3, shift=1, place="Hill")
    assert (case.title, case.place, case.chart) == ("Shot", "Hill", TABLE.chart(1, 4))
    assert case.odds == TABLE.odds(1, 1)


@pytest.mark.parametrize("rows", ["[[0, 1]]", "[[0], [0], [0], [0], [0]]"])
def test_a_table_with_a_gap_is_refused(rows):
    text = TEXT.replace("[[0, 1], [0, 1], [0, 2], [1, 2], [2, 3]]", rows)
    with pytest.raises(ValueError, match="the chart fire does not cover"):
        msgspec.toml.decode(text, type=Fire).check()


@pytest.mark.parametrize("least", ["[3]", "[6, 3]"])
def test_columns_whose_strengths_do_not_rise_are_refused(least):
    with pytest.raises(ValueError, match="columns of fire have no rising strengths"):
        msgspec.toml.decode(TEXT.replace("[3, 6]", least), type=Fire).check()
