"""Cells of the charts in the form of a study: typed, planned, shown again."""

from __future__ import annotations

import pytest

from wardesk.services.studies.kept import question_of
from wardesk.services.studies.study_desk import plan_study
from wardesk.ui.study.form import QuestionPanel

pytestmark = pytest.mark.usefixtures("light")
SCENARIO = "hannut-stonne/first-contact"


def test_cells_of_the_charts_are_played_one_after_the_other(qtbot):
    panel = QuestionPanel()
    qtbot.addWidget(panel)
    panel.show_question(question_of(SCENARIO))
    panel.cells.setText("combat.rows.2.1 = N, 1; fire.moved = -3;")

    options, players, changes = panel.chosen()
    assert changes == (
        {"combat.rows.2.1": "N"}, {"combat.rows.2.1": "1"}, {"fire.moved": "-3"},
    )  # fmt: skip
    record = plan_study(SCENARIO, options, changes, players=players, n=1, seed=1)
    assert len({spec.rules for spec in record.study.specs}) == 4

    panel.cells.setText("")
    panel.fill(record.study.specs)
    assert panel.cells.text() == "combat.rows.2.1 = N, 1; fire.moved = -3"


def test_a_table_without_charts_has_no_such_line(qtbot):
    panel = QuestionPanel()
    qtbot.addWidget(panel)
    panel.show_question(question_of("freeform/hannut-table"))
    assert panel.cells is None
    assert panel.chosen()[2] == ()
