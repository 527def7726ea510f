"""What a newcomer meets who walks through a campaign in the window with mouse and keys."""

from __future__ import annotations

import pytest
from campaign_desk import WAIT, begin, key, settled
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from wardesk.errors import UserError
from wardesk.ui.campaign.pages.results import ResultsPage
from wardesk.ui.campaign.pages.results_model import OUT, STATE
from wardesk.words import use_language

pytestmark = pytest.mark.usefixtures("light")
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def dropped(qtbot, desk):
    """A new campaign in which Drop One has come down."""
    here = begin(qtbot, desk)
    for _ in range(3):
        key(qtbot, desk, Qt.Key.Key_N, SHIFT)
    return here


def sheet_of(qtbot, desk, here, game):
    key(qtbot, desk, Qt.Key.Key_R, CONTROL)
    here.results.choose(game, "")
    qtbot.waitUntil(
        lambda: here.results.blank is not None and here.results.blank.game == game, timeout=WAIT
    )
    settled(qtbot, desk)
    return here.results


def type_into(qtbot, page, row, column, words, end=Qt.Key.Key_Return):
    page.table.setCurrentIndex(page.proxy.index(row, column))
    page.table.setFocus()
    qtbot.keyClick(page.table, words[0])
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    qtbot.keyClicks(QApplication.focusWidget(), words[1:])
    qtbot.keyClick(QApplication.focusWidget(), end)
    qtbot.waitUntil(lambda: not isinstance(QApplication.focusWidget(), QLineEdit))


# ---- the beginning stays -----------------------------------------------------------------------


def test_nothing_of_the_beginning_is_undone(desk, qtbot):
    here = begin(qtbot, desk, fog={"allied": "fog, 2 hexes"})
    assert here.worker.page.seeded
    assert not here.document_bar.undo_.isEnabled()
    key(qtbot, desk, Qt.Key.Key_Z, CONTROL)
    assert here.worker.page.seeded
    assert not any(line.undone for line in here.worker.page.log)
    assert "Nothing is left to take back." in desk.window_.notices.notices[-1].what

    key(qtbot, desk, Qt.Key.Key_N, SHIFT)
    assert here.document_bar.undo_.isEnabled()


def test_the_seed_of_the_dice_is_never_taken_back(desk, qtbot):
    here = begin(qtbot, desk)
    refused = []
    here.worker.read(lambda held: held.reversal([2]), lambda _found: None, refused.append)
    here.worker.read(
        lambda held: held.take_back([3], reason="I want others"), lambda _found: None,
        refused.append,
    )  # fmt: skip
    settled(qtbot, desk)
    assert [type(error) for error in refused] == [UserError, UserError]
    assert "seed" in refused[0].message
    assert here.worker.page.seeded


def test_what_was_said_of_one_deed_is_not_said_over_the_next(desk, qtbot):
    here = begin(qtbot, desk)
    here.worker.do(lambda held: list(held.act("note", {"words": "x"}).events))
    settled(qtbot, desk)
    key(qtbot, desk, Qt.Key.Key_Z, CONTROL)
    assert "taken back" in here.ask.last
    here.open_row(here.worker.page.attention[0])  # Choose the night: it is shown
    qtbot.mouseClick(here.ask.primary, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    assert "taken back" not in here.ask.last


# ---- what a seat is shown ----------------------------------------------------------------------


def test_a_seat_is_offered_none_of_the_umpires_pages(desk, qtbot):
    here = begin(qtbot, desk)
    here.open_page("packets")
    here.worker.see_as("german")
    settled(qtbot, desk)
    shown = {page for page in here.pages.tabs.ids if here.pages.tabs.button(page).isVisible()}
    assert shown == {"map", "graph", "plots", "boxes", "formations", "log", "rulings"}
    assert here.pages.page == here.pages.tabs.current == "map"
    key(qtbot, desk, Qt.Key.Key_9, Qt.KeyboardModifier.AltModifier)
    key(qtbot, desk, Qt.Key.Key_8, Qt.KeyboardModifier.AltModifier)
    assert here.pages.page == here.pages.tabs.current == "map"
    here.pages.tabs.step(-1)  # the arrow keys pass over them
    assert here.pages.page == here.pages.tabs.current == "rulings"
    assert not here.views.map.place.isEnabled()

    here.worker.see_as("umpire")
    settled(qtbot, desk)
    assert all(here.pages.tabs.button(page).isVisible() for page in here.pages.tabs.ids)
    assert here.views.map.place.isEnabled()


def test_a_packet_counts_what_it_lists(desk, qtbot):
    here = begin(qtbot, desk, fog={"allied": "fog, 2 hexes"})
    here.open_page("packets")
    qtbot.waitUntil(lambda: bool(here.packets.seats.lines), timeout=WAIT)
    settled(qtbot, desk)
    for row in here.packets.seats.lines:
        here.packets.select(row.seat)
        settled(qtbot, desk)
        now = next(one for one in here.packets.seats.lines if one.seat == row.seat)
        assert now.facts == len(now.news)
        assert here.packets.news.rowCount() == now.facts


# ---- the results sheet -------------------------------------------------------------------------


def test_lost_typed_as_a_state_loses_the_unit(desk, qtbot):
    here = dropped(qtbot, desk)
    sheet = sheet_of(qtbot, desk, here, "WED")
    unit, steps = sheet.model.lines[2].unit, sheet.model.lines[2].before
    type_into(qtbot, sheet, 2, STATE, "Lost")
    assert f"lost {steps}" in sheet.balance.words
    sheet.flush()
    qtbot.waitUntil(sheet.accept.isEnabled, timeout=WAIT)
    key(qtbot, desk, Qt.Key.Key_Return, CONTROL)
    assert f"lost {steps} step" in here.worker.page.log[-1].words
    sheet = sheet_of(qtbot, desk, here, "WED")
    assert unit not in {line.unit for line in sheet.model.lines}


def test_fit_typed_as_a_state_takes_lost_back(desk, qtbot):
    here = dropped(qtbot, desk)
    sheet = sheet_of(qtbot, desk, here, "WED")
    type_into(qtbot, sheet, 2, STATE, "lost")
    type_into(qtbot, sheet, 2, STATE, "fit")
    assert not sheet.model.lines[2].changed


def test_no_letter_of_a_state_is_a_key_of_the_campaign(desk, qtbot):
    here = dropped(qtbot, desk)
    sheet = sheet_of(qtbot, desk, here, "WED")
    keys = [one.key.casefold() for one in here.action_table.all()]
    letters = [one for one in keys if len(one) == 1 and one.isalpha()]
    assert len(letters) > 5
    for letter in letters:
        type_into(qtbot, sheet, 2, STATE, letter)
        assert sheet.model.lines[2].state == letter
        assert here.pages.page == "results"


def test_control_enter_accepts_from_the_cell_too(desk, qtbot):
    here = dropped(qtbot, desk)
    sheet = sheet_of(qtbot, desk, here, "WED")
    type_into(qtbot, sheet, 0, OUT, "1")
    sheet.flush()
    qtbot.waitUntil(sheet.accept.isEnabled, timeout=WAIT)
    events = here.worker.page.events
    sheet.table.setCurrentIndex(sheet.proxy.index(0, OUT))
    sheet.table.setFocus()
    qtbot.keyClick(sheet.table, Qt.Key.Key_Return, CONTROL)
    settled(qtbot, desk)
    assert here.worker.page.events > events
    assert here.pages.page == "log"


def test_tab_goes_on_to_the_next_cell_that_is_typed_into(desk, qtbot):
    here = dropped(qtbot, desk)
    sheet = sheet_of(qtbot, desk, here, "WED")
    type_into(qtbot, sheet, 0, OUT, "1", Qt.Key.Key_Tab)
    assert sheet.table.here() == (sheet.model.lines[0].unit, STATE)
    type_into(qtbot, sheet, 0, STATE, "shaken", Qt.Key.Key_Backtab)
    assert sheet.table.here() == (sheet.model.lines[0].unit, OUT)


def test_a_sheet_keeps_its_name_when_a_scenario_begins_beside_it(desk, qtbot):
    here = dropped(qtbot, desk)
    sheet = sheet_of(qtbot, desk, here, "WED")
    called = sheet.source.currentText()
    here.worker.do(lambda held: held.enter_node("drive", []))
    settled(qtbot, desk)
    assert sheet.blank.game == "WED"
    assert sheet.source.currentText() == called


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_heads_of_the_sheet_are_whole(desk, qtbot, language):
    use_language(language)
    try:
        page = ResultsPage(begin(qtbot, desk).worker)
        qtbot.addWidget(page)
        header = page.table.horizontalHeader()
        cut = [
            page.model.headerData(column, Qt.Orientation.Horizontal)
            for column in range(1, page.model.columnCount())
            if header.sectionSize(column) < header.sectionSizeHint(column)
        ]
        assert cut == []
    finally:
        use_language("en")


def test_no_button_over_the_map_lies_under_another(desk, qtbot):
    use_language("de")
    try:
        here = begin(qtbot, desk)
    finally:
        use_language("en")
    here.open_page("map")
    page = here.views.map
    qtbot.waitUntil(lambda: page.zoom is not None, timeout=WAIT)
    page.elsewhere.set_words("12 nicht auf dieser Karte")
    page.elsewhere.show()
    page._arrange()
    parts = [page.zoom, page.legend_, page.elsewhere, page.place]
    boxes = [part.geometry() for part in parts]
    assert not any(a.intersects(b) for k, a in enumerate(boxes) for b in boxes[k + 1 :])
    assert all(page.rect().contains(box) for box in boxes)


# ---- the views ---------------------------------------------------------------------------------


def test_the_map_opens_whole_and_clear_of_the_buttons_over_it(desk, qtbot):
    here = begin(qtbot, desk)
    here.open_page("map")
    qtbot.waitUntil(lambda: here.views.map.view is not None and not here.views.busy, timeout=WAIT)
    page, view = here.views.map, here.views.map.view
    for _ in range(2):
        sheet = view.sheet.rect
        box = QRect(view.camera.to_view(sheet.topLeft()).toPoint(),
                    view.camera.to_view(sheet.bottomRight()).toPoint())  # fmt: skip
        assert view.rect().adjusted(-1, -1, 1, 1).contains(box)
        foot = page.legend_.mapTo(page, QPoint(0, 0)).y()
        assert box.bottom() <= foot
        view.fit()


@pytest.mark.parametrize("seat", ["umpire", "german"])
def test_the_heads_of_the_tracks_are_seen_when_the_boxes_open(desk, qtbot, seat):
    here = begin(qtbot, desk)
    here.worker.see_as(seat)
    here.open_page("boxes")
    settled(qtbot, desk)
    qtbot.waitUntil(lambda: not here.views.busy, timeout=WAIT)
    boxes = here.views.boxes
    assert not boxes.heads.visibleRegion().isEmpty()
    seen = boxes.view.visibleRegion().boundingRect()
    assert seen.contains(boxes.view.mapFromScene(boxes.view.box_of(boxes.view.node)).boundingRect())
    assert not boxes.view.horizontalScrollBar().isVisible()
    if seat == "umpire":  # at 1280 x 800 all of them fit
        assert not boxes.view.verticalScrollBar().isVisible()
        assert seen.top() == 0


# ---- keys --------------------------------------------------------------------------------------


def test_a_key_with_alt_is_no_letter_for_a_list_that_has_the_keyboard(desk, qtbot):
    here = begin(qtbot, desk)
    here.seat.setFocus()
    key(qtbot, desk, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert here.seat.currentData() == here.worker.page.seat == "umpire"
    here.seat.setFocus()
    key(qtbot, desk, Qt.Key.Key_5, Qt.KeyboardModifier.AltModifier)
    assert here.pages.page == "formations"
    qtbot.keyClick(here.seat, Qt.Key.Key_1)  # without it, it is: 101st Airborne Division
    assert here.seat.currentData() != "umpire"


def test_keys_reach_the_campaign_from_the_bar_over_it(desk, qtbot):
    here = begin(qtbot, desk)
    here.document_bar.do_.setFocus()
    key(qtbot, desk, Qt.Key.Key_U)
    assert here.pages.page == "rulings"
    here.document_bar.do_.setFocus()
    key(qtbot, desk, Qt.Key.Key_F, CONTROL)
    assert here.log.search.hasFocus()
