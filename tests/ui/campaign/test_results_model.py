"""The rows of a results sheet as they are typed: marks by their names, in cells that hold them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication

from wardesk.campaign.operation.results import ResultLine
from wardesk.campaign.operation.sheets import ResultRow, ResultsSheet
from wardesk.ui import language
from wardesk.ui.campaign.pages.results import ResultsPage
from wardesk.ui.campaign.pages.results_model import LOST, OUT, STATE, ResultsModel
from wardesk.words import tr

LINE = ResultLine(
    unit="b504", name="B/504", formation="504", before=2, after=2, steps_full=2, place_before="",
    place_after="", changed=False, at="42.163",
)  # fmt: skip
DRAFT = ResultsSheet(game="TDC", rows=(ResultRow(unit="b504", steps=2, flags=("shaken",)),))


@pytest.fixture
def german(qapp):
    language.use(qapp, "de")
    yield
    language.use(qapp, "en")


@pytest.mark.usefixtures("german")
def test_a_mark_is_shown_by_its_name_and_kept_as_it_is():
    model = ResultsModel()
    model.begin([LINE], {}, DRAFT)
    assert model.index(0, STATE).data() == "erschüttert"
    assert model.sheet("TDC", "").rows[0].flags == ("shaken",)
    model.setData(model.index(0, STATE), "erschüttert, müde")
    assert model.sheet("TDC", "").rows[0].flags == ("shaken", "müde")


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_the_state_of_a_unit_fits_its_cell(qtbot, light, qapp, code):
    language.use(qapp, code)
    try:
        page = ResultsPage(SimpleNamespace())
        qtbot.addWidget(page)
        page.model.begin([LINE], {})
        page.model.change(0, state=tr("shaken"))
        with qtbot.waitExposed(page):
            page.show()
        QApplication.processEvents()
        assert page.table.sizeHintForColumn(STATE) <= page.table.columnWidth(STATE)
    finally:
        page._timer.stop()
        language.use(qapp, "en")


def test_a_draft_that_calls_a_unit_lost_shows_its_loss_and_typing_takes_it_back():
    model = ResultsModel()
    model.begin([LINE], {}, ResultsSheet(game="TDC", rows=(ResultRow(unit="b504", lost=True),)))
    assert [model.index(0, column).data() for column in (OUT, LOST, STATE)] == ["0", "2", "lost"]
    model.setData(model.index(0, OUT), "1")
    (row,) = model.sheet("TDC", "").rows
    assert (row.steps, row.lost) == (1, False)
