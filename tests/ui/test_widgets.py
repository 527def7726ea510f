"""The shared parts: what they say, what they emit, how they behave at the keyboard."""

from itertools import pairwise

import pytest
from clipping import clipped
from gallery import CHART, LOG, ODDS, SCORE, TIGHT, gallery
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QToolTip,
    QWidget,
)

from wardesk.model.look import OddsLine
from wardesk.ui import theme
from wardesk.ui.widgets import notice as notice_module
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.answer_button import AnswerButton
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chart_view import ChartView
from wardesk.ui.widgets.dice_fields import dice_name
from wardesk.ui.widgets.dice_tray import DiceTray, DieFace
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.log_model import LogLine
from wardesk.ui.widgets.log_view import LogView
from wardesk.ui.widgets.notice import Notice, NoticeArea
from wardesk.ui.widgets.odds_bar import OddsBar, percent
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import ModifierRow
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.ui.widgets.track_view import TrackView

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def show(qtbot):
    def _show(widget: QWidget, width: int = 0, height: int = 0) -> QWidget:
        qtbot.addWidget(widget)
        if width:
            widget.resize(width, height)
        widget.show()
        qtbot.waitExposed(widget)
        return widget

    return _show


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900), (1920, 1080)])
def test_nothing_in_the_gallery_is_clipped(show, size):
    assert clipped(show(gallery(), *size)) == []


def test_every_control_in_the_gallery_has_a_name(show):
    page = show(gallery(), 1280, 800)
    controls = [*page.findChildren(QAbstractButton), *page.findChildren(QLineEdit)]
    assert len(controls) > 25
    assert [type(c).__name__ for c in controls if not c.accessibleName()] == []


def test_the_audit_sees_a_label_that_is_cut(show):
    page = QWidget()
    label = Label("far too many words for this", page)
    label.setGeometry(0, 0, 40, 20)
    assert any("far too many" in line for line in clipped(show(page, 200, 60)))


def test_a_line_elides_and_then_explains(show):
    line = show(ElidedLine("a name that is rather long"), 60, 20)
    assert line.toolTip() == "a name that is rather long"
    line.resize(400, 20)
    assert line.toolTip() == ""


@pytest.mark.parametrize(
    ("ways", "of", "said"),
    [(13, 36, "36 %"), (1, 216, "<1 %"), (215, 216, ">99 %"), (36, 36, "100 %"), (0, 6, "0 %")],
)
def test_a_percentage_never_claims_certainty(ways, of, said):
    assert percent(ways, of) == said


def test_the_odds_bar_says_exact_odds_and_finds_its_parts(show):
    bar = show(OddsBar(ODDS), 360, 60)
    assert bar.accessibleName() == (
        "Odds: step lost 13 in 36, neutralised 12 in 36, no effect 11 in 36"
    )
    assert bar.part_at(1) == ODDS[0]
    assert bar.part_at(131) == ODDS[1]
    assert bar.part_at(359) == ODDS[2]


def test_odds_labels_never_overlap_and_wrap_when_narrow(show):
    bar = show(OddsBar(TIGHT), 200, 300)
    places = bar._places(200)
    for (first, x1, y1), (_second, x2, y2) in pairwise(places):
        assert y2 > y1 or x2 >= x1 + 46, first.label
    assert bar.heightForWidth(200) > bar.heightForWidth(900)
    assert all(x >= 0 for _line, x, _y in places)


def test_long_results_go_on_below_instead_of_being_cut(show):
    long = "Defender retreats, disrupted, but he stands, ½ RE lost instead of disrupted"
    one, two = (OddsLine(words, 3, 36, "mixed") for words in ("Attacker retreats", long))
    bar = show(OddsBar([one, two], rows=True), 420, 200)
    short = OddsBar([one, one], rows=True)
    assert bar.heightForWidth(420) > short.heightForWidth(420)
    assert bar.heightForWidth(1200) == short.heightForWidth(1200)


def test_a_chart_scrolls_when_narrow_and_speaks_its_case(show):
    view = show(ChartView(CHART), 200, 200)
    assert view.case_in_words() == "Column 6, row 10, result –"
    assert view.horizontalScrollBar().maximum() > 0
    assert view.focusPolicy() == Qt.FocusPolicy.StrongFocus
    # The lit cell is brought into view.
    view.set_chart(CHART)
    box = view._sheet.cell_box(CHART.row + 1, CHART.column + 1)
    x = view.horizontalScrollBar().value()
    assert x <= box.left()
    assert box.right() <= x + view.viewport().width()


def test_a_low_chart_shows_its_lit_row_from_the_start(show):
    view = show(ChartView(CHART), 400, 132)
    box = view._sheet.cell_box(CHART.row + 1, CHART.column + 1)
    y = view.verticalScrollBar().value()
    assert y <= box.top()
    assert box.bottom() <= y + view.viewport().height()


def test_a_track_says_value_and_threshold(show):
    track = show(TrackView(SCORE, slot="side_a"), 240, 100)
    assert track.accessibleName() == "Victory points: 9 of 30, minor victory"


def test_a_refused_answer_gives_its_reason_instead(show, qtbot):
    button = show(AnswerButton("x", "Close combat", refused="Too far (9.1)."))
    assert button.isEnabled()
    with qtbot.waitSignal(button.asked_why) as why, qtbot.assertNotEmitted(button.answered):
        qtbot.keyClick(button, Qt.Key.Key_Return)
    assert why.args == ["Too far (9.1)."]


def test_enter_answers_and_space_is_left_to_the_board(show, qtbot):
    button = show(AnswerButton("fire", "Fire", key="1", kind="primary"))
    with qtbot.waitSignal(button.answered) as said:
        qtbot.keyClick(button, Qt.Key.Key_Return)
    assert said.args == ["fire"]
    with qtbot.assertNotEmitted(button.answered):
        qtbot.keyClick(button, Qt.Key.Key_Space)


def test_a_button_that_is_off_says_why(show):
    button = show(Button("Accept", why_not="It does not balance."))
    assert (button.toolTip(), button.accessibleDescription()) == ("It does not balance.",) * 2
    button.allow()
    assert button.isEnabled()
    assert button.toolTip() == ""


def test_a_segment_moves_with_the_arrows(show, qtbot):
    segment = show(Segment((("a", "Play"), ("b", "Adjudicate")), name="Mode"))
    with qtbot.waitSignal(segment.chosen) as chosen:
        qtbot.keyClick(segment._group.button(0), Qt.Key.Key_Right)
    assert chosen.args == ["b"]
    assert segment.current == "b"


@pytest.mark.parametrize(("width", "words"), [(260, 1), (900, 4)])
def test_tight_choices_keep_to_one_line_and_the_chosen_one_keeps_its_words(show, width, words):
    names = ("Apparence", "Problèmes", "Calques", "Historique")
    rows = tuple((name, name, "layers") for name in names)
    segment = show(Segment(rows, name="Panels", tight=True), width, 40)
    segment.set_current("Calques")
    segment.layout().activate()
    buttons = segment._group.buttons()
    assert len({button.y() for button in buttons}) == 1
    assert buttons[-1].geometry().right() < segment.width() == width
    spelt = [b.text() for b in buttons if b.width() >= b.width_of(bare=False)]
    assert len(spelt) == words
    assert "Calques" in spelt
    assert [button.accessibleName() for button in buttons] == list(names)


def test_a_stepper_stays_in_its_limits(show, qtbot):
    stepper = show(Stepper("Steps", value=3, most=4))
    qtbot.keyClick(stepper.field, Qt.Key.Key_Up)
    assert stepper.value == 4
    qtbot.keyClick(stepper.field, Qt.Key.Key_Up)
    assert stepper.value == 4
    stepper.set_range(0, 2)
    assert stepper.value == 2


@pytest.fixture
def two_steppers(qtbot):
    """Columns and rows, one after the other, in a window that has the keyboard."""
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    made = [Stepper(name, window, value=15, least=5, most=2000) for name in ("Columns", "Rows")]
    for one in made:
        row.addWidget(one)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    made[0].field.setFocus()
    made[0].field.selectAll()
    yield made
    window.close()


def test_thirty_tab_twenty_fills_two_steppers(two_steppers, qtbot):
    columns, rows = two_steppers
    for key in ("3", "0", Qt.Key.Key_Tab, "2", "0"):
        qtbot.keyClick(QApplication.focusWidget(), key)
    assert (columns.value, rows.value) == (30, 20)
    assert QApplication.focusWidget() is rows.field


def test_what_is_typed_in_a_stepper_counts_at_once(two_steppers, qtbot):
    heard = []
    columns = two_steppers[0]
    columns.changed.connect(heard.append)
    qtbot.keyClicks(columns.field, "304")
    assert heard == [30, 304]  # 3 is too little, and may be on its way to more
    assert columns.field.text() == "304"


def test_a_number_out_of_range_is_put_right_when_the_field_is_left(two_steppers, qtbot):
    columns = two_steppers[0]
    qtbot.keyClicks(columns.field, "3")
    qtbot.keyClick(columns.field, Qt.Key.Key_Tab)
    assert (columns.value, columns.field.text()) == (5, "5")


def test_a_stepper_that_acts_on_the_map_waits_until_it_is_left(show, qtbot):
    heard = []
    stepper = show(Stepper("Level", value=1, most=99, at_once=False))
    stepper.changed.connect(heard.append)
    stepper.field.selectAll()
    qtbot.keyClicks(stepper.field, "12")
    assert not heard
    qtbot.keyClick(stepper.field, Qt.Key.Key_Return)
    assert heard == [12]


def test_a_modifier_tells_when_the_umpire_changed_it(show, qtbot):
    row = show(ModifierRow("hill", "Uphill", -1, why="one level", cite="8.2"), 400, 30)
    with qtbot.waitSignal(row.switched) as said:
        row.switch.click()
    assert said.args == ["hill", False]
    assert row._note.words == "switched off by you"
    row.switch.click()
    assert row._note.words == "one level"


def test_dice_names():
    assert dice_name((6, 6)) == "2d6"
    assert dice_name((6, 10)) == "d6 + d10"


def test_typed_dice_are_checked_and_sent(show, qtbot):
    tray = show(DiceTray(), 320, 200)
    tray.ask((6, 6))
    tray.set_mode("type")
    first, second = tray.answer.fields.fields
    qtbot.keyClicks(first, "7")
    assert tray.answer.fields.values() is None
    assert "1 to 6" in tray.answer.said()
    first.clear()
    qtbot.keyClicks(first, "4")
    assert second.hasFocus() or tray.answer.fields.fields[0].text() == "4"
    qtbot.keyClicks(second, "6")
    with qtbot.waitSignal(tray.typed) as typed:
        qtbot.keyClick(second, Qt.Key.Key_Return)
    assert typed.args == [(4, 6)]
    QApplication.processEvents()
    assert clipped(tray) == []


def test_a_refused_tray_says_why_and_sends_nothing(show, qtbot):
    tray = show(DiceTray(), 320, 200)
    tray.ask((6,))
    tray.refuse("The other side is asked first.")
    assert tray.answer.said() == "The other side is asked first."
    with qtbot.assertNotEmitted(tray.typed):
        tray.answer.use_typed()
    assert not tray.answer.roll.isEnabled()


def test_a_draw_offers_its_names(show, qtbot):
    tray = show(DiceTray(), 320, 200)
    tray.ask((3,), names=("red", "white", "blue"))
    tray.set_mode("type")
    QApplication.processEvents()
    assert [d.accessibleName() for d in tray.findChildren(DieFace) if d.isVisible()] == [
        "Die, not rolled"
    ]
    tray.answer.fields.drawn.setCurrentIndex(2)
    with qtbot.waitSignal(tray.typed) as typed:
        tray.answer.use_typed()
    assert typed.args == [(3,)]


def _log(count: int) -> list[LogLine]:
    return [LogLine(n, f"event {n} happened") for n in range(1, count + 1)]


def test_the_log_follows_only_from_the_bottom(show, qtbot):
    log = show(LogView(), 300, 200)
    log.set_lines(_log(50))
    assert log.at_bottom()
    log.append([LogLine(51, "one more")])
    assert log.at_bottom()
    log.verticalScrollBar().setValue(40)
    log.append([LogLine(52, "and more")])
    log.set_current(52)
    assert log.verticalScrollBar().value() == 40


def test_stepping_through_the_past_keeps_the_current_line_in_view(show):
    log = show(LogView(), 300, 200)
    log.set_lines(_log(50))
    for number in range(50, 20, -1):
        log.set_current(number)
        row = log.visualRect(log.lines.index(number - 1, 0))
        assert log.viewport().rect().contains(row), number


def test_a_reader_further_up_keeps_the_place_after_undo(show):
    log = show(LogView(), 300, 200)
    log.set_lines(_log(50))
    log.verticalScrollBar().setValue(40)
    log.set_lines(_log(49))
    assert log.verticalScrollBar().value() == 40


def test_a_click_chooses_the_line_and_a_cite_its_rule(show, qtbot):
    log = show(LogView(), 320, 240)
    log.set_lines(LOG)
    row = log.visualRect(log.lines.index(0, 0))
    with qtbot.waitSignal(log.line_chosen) as line:
        qtbot.mouseClick(log.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert line.args == [143]
    edge = row.center()
    edge.setX(row.right() - 12)
    with qtbot.waitSignal(log.cite_opened) as rule, qtbot.assertNotEmitted(log.line_chosen):
        qtbot.mouseClick(log.viewport(), Qt.MouseButton.LeftButton, pos=edge)
    assert rule.args == ["5.5"]


def test_an_override_is_said_aloud(show):
    log = show(LogView(), 320, 240)
    log.set_lines(LOG)
    said = log.lines.data(log.lines.index(3, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert "the umpire overruled" in said


def test_notices_do_not_pile_up(show, qtbot):
    area = show(NoticeArea(), 600, 200)
    for n in (1, 1, 2, 3, 4):
        area.show_notice(Notice(f"notice {n}"))
    assert [n.what for n in area.notices] == ["notice 2", "notice 3", "notice 4"]
    area.clear()
    assert not area.isVisible()


def test_a_notice_that_only_informs_folds_and_can_be_read_again(show, qtbot, monkeypatch):
    area = show(NoticeArea(stay=10), 600, 200)
    told = Notice("saved", tone="ok")
    kept = [Notice("not saved", tone="warn"), Notice("deleted", actions=(("Back", int),)),
            Notice("opening", busy=True)]  # fmt: skip
    monkeypatch.setattr(notice_module, "PER_LETTER", 0)
    monkeypatch.setattr(notice_module.NoticeBar, "underMouse", lambda _bar: False)
    with qtbot.waitSignal(area.folded) as folded:
        for notice in (told, *kept[:2]):
            area.show_notice(notice)
        area.setFocus()  # nobody is at one of its buttons
    assert (folded.args, list(area.notices), list(area.past)) == ([1], kept[:2], [told])
    area.clear()
    area.show_notice(kept[2])
    qtbot.wait(30)
    assert list(area.notices) == [kept[2]]
    area.unfold()
    assert list(area.notices) == [kept[2], told]
    assert list(area.past) == []
    qtbot.wait(30)
    assert told in area.notices


def test_a_flow_box_takes_no_more_height_than_it_needs(show):
    flow = FlowBox()
    flow.add(*(Button(f"Answer {n}") for n in range(6)))
    show(flow, 900, 40)
    assert flow.heightForWidth(900) == theme.CONTROL_HEIGHT
    assert flow.minimumSizeHint().height() == theme.CONTROL_HEIGHT
    assert flow.heightForWidth(200) > 2 * theme.CONTROL_HEIGHT


def test_an_impossible_outcome_has_no_part(show):
    bar = show(OddsBar([OddsLine("never", 0, 6), OddsLine("always", 6, 6, "good")]), 200, 60)
    assert bar.accessibleName() == "Odds: always 6 in 6"


def test_the_theme_switches_under_the_parts(show, light, qtbot):
    page = show(gallery(), 1280, 800)
    before = page.grab().toImage().pixelColor(20, 780).lightness()
    with qtbot.waitSignal(theme.switch().changed) as changed:
        theme.apply(light, "dark")
    assert changed.args == ["dark"]
    assert before > 200 > 60 > page.grab().toImage().pixelColor(20, 780).lightness()


def test_a_log_read_at_its_end_stays_there_when_the_view_gets_lower(qtbot):
    log = LogView()
    qtbot.addWidget(log)
    log.resize(300, 400)
    log.show()
    log.set_lines([LogLine(k, f"Line {k}") for k in range(200)])
    assert log.at_bottom()

    log.resize(300, 150)
    QApplication.processEvents()
    assert log.at_bottom()

    log.verticalScrollBar().setValue(500)
    log.resize(300, 300)
    log.append([LogLine(200, "Line 200")])
    QApplication.processEvents()
    assert log.verticalScrollBar().value() == 500


def test_a_squeezed_button_does_without_its_key(light, qtbot):
    row = QWidget()
    qtbot.addWidget(row)
    button = Button("Weitermachen", row, icon="pause", key="P")
    whole = button.sizeHint().width()
    assert button.minimumSizeHint().width() == whole

    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    assert button.minimumSizeHint().width() < whole
    button.resize(button.minimumSizeHint())
    assert clipped(row) == []


def test_many_dice_lie_in_rows(show):
    """Thirteen hits on men are thirteen dice; they and their fields stay inside the column."""
    tray = show(DiceTray(), 300, 400)
    tray.ask((6,) * 13)
    tray.show_roll((3,) * 13, "How many men fall?", "event 9, rolled by seed")
    tray.set_mode("type")
    QApplication.processEvents()
    assert clipped(tray) == []
    inside = tray.rect()
    faces = [one for one in tray.findChildren(DieFace) if one.isVisible()]
    for one in (*faces, *tray.answer.fields.fields):
        box = QRect(one.mapTo(tray, one.rect().topLeft()), one.size())
        assert inside.contains(box), (box, inside)
    assert len({one.y() for one in faces}) == 3


LONG = "Fire at Belgians who move as well, as it is printed"


def test_a_choice_short_of_room_ends_in_an_ellipsis_and_its_tooltip_is_whole(qtbot, monkeypatch):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, words, _of: told.append(words))
    box = combo_box("Machine guns", rows=[(LONG, 1), ("All", 2)])
    qtbot.addWidget(box)
    box.setToolTip("Machine guns [7.2]")
    box.setFixedWidth(200)
    box.show()

    def asked():
        QApplication.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, QPoint(9, 9), QPoint(9, 9)))
        return told[-1]

    shown = box.shown_words()
    assert shown.endswith("…")
    assert LONG.startswith(shown[:-1])
    assert asked() == f"{LONG}\nMachine guns [7.2]"
    box.setCurrentIndex(1)
    assert box.shown_words() == "All"
    assert asked() == "Machine guns [7.2]"


def test_a_cut_choice_is_painted_cut(qtbot):
    boxes = [combo_box("Guns", rows=[(LONG, 1)]), combo_box("Guns")]
    for box in boxes:
        qtbot.addWidget(box)
        box.setFixedSize(200, 32)
    boxes[1].addItem(boxes[0].shown_words())

    assert boxes[0].grab().toImage() == boxes[1].grab().toImage()


def test_a_list_that_completes_what_is_typed_has_a_ground(qtbot):
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setCompleter(QCompleter(["North Gate", "North Mill"], field))
    field.resize(300, 32)
    field.show()
    qtbot.keyClicks(field, "North")
    popup = field.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    picture = popup.grab().toImage()  # what is transparent here is black on a screen
    assert picture.pixelColor(picture.width() - 6, 4) == theme.colour("field")


def test_a_line_of_the_log_has_room_for_its_words_when_the_scroll_bar_takes_some(qtbot):
    view = LogView()
    qtbot.addWidget(view)
    view.resize(260, 150)
    view.show()
    words = "Medium tank 1 came on at i"
    while paint.advance(words, "strong") < view.viewport().width() - 38:
        words += "i"
    number = 0
    while not view.verticalScrollBar().maximum():
        view.append([LogLine(number, words, "target")])
        number += 1
        QApplication.processEvents()

    def free_of_each_other():
        rows = [view.visualRect(view.lines.index(k, 0)) for k in range(number)]
        return all(a.bottom() < b.top() for a, b in pairwise(rows))

    qtbot.waitUntil(free_of_each_other)
