"""One table: the row of a total, the exact odds, the printed chart."""

from typing import ClassVar

import msgspec
import pytest

from wardesk.games.shared.tables import DiceTable, rolls


class Fire(DiceTable, frozen=True, kw_only=True):
    """Men lost by two dice of three faces."""

    dice: ClassVar[tuple[int, ...]] = (3, 3)
    rows: tuple[tuple[int, ...], ...]

    @property
    def cells(self):
        return self.rows


TEXT = """
cite = "2.1"
reconstruction = true
columns = ["weak", "strong"]
rows = [[0, 1], [0, 1], [0, 2], [1, 2], [2, 3]]
"""
TABLE = msgspec.toml.decode(TEXT, type=Fire)


def test_every_roll_counts_once():
    assert sorted(rolls((3, 3))) == [2, 3, 3, 4, 4, 4, 5, 5, 6]


@pytest.mark.parametrize(("total", "row"), [(2, 0), (6, 4), (1, 0), (9, 4)])
def test_a_total_beyond_the_table_is_read_at_its_end(total, row):
    assert TABLE.row(total) == row


def test_the_odds_are_exact_and_the_best_come_first():
    def result(total):
        lost = TABLE.rows[TABLE.row(total)][0]
        return f"{lost} lost", "good" if lost else "none", -lost

    found = TABLE.odds(result)
    assert [(line.label, line.ways, line.of) for line in found] == [
        ("2 lost", 1, 9),
        ("1 lost", 2, 9),
        ("0 lost", 6, 9),
    ]


def test_the_chart_is_the_table_with_the_case_lit():
    chart = TABLE.chart("fire", "Fire", column=1, total=4)
    assert (chart.corner, chart.rows) == ("2d3", ("2", "3", "4", "5", "6"))
    assert chart.cells[chart.row][chart.column] == "2"
    assert chart.cells[0] == ("–", "1")
    assert chart.reconstruction
    assert TABLE.chart("fire", "Fire").row == TABLE.chart("fire", "Fire").column == -1


@pytest.mark.parametrize("rows", ["[[0, 1]]", "[[0], [0], [0], [0], [0]]"])
def test_a_table_with_a_gap_is_refused(rows):
    text = TEXT.replace("[[0, 1], [0, 1], [0, 2], [1, 2], [2, 3]]", rows)
    with pytest.raises(ValueError, match="the chart fire does not cover"):
        msgspec.toml.decode(text, type=Fire).check("fire")
