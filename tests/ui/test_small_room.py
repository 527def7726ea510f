"""Where there is little room, things are left out or told in two lines; none is cut."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QStackedWidget, QWidget

from wardesk.services.campaign.attention import Attention
from wardesk.services.campaign.boxes import BoxEntry, BoxFacts, BoxNode
from wardesk.services.campaign.page import LedgerLine
from wardesk.services.campaign.rows import ChecklistRow
from wardesk.services.play.briefing import BriefingLevel
from wardesk.services.play.timeline import Tick
from wardesk.ui import theme
from wardesk.ui.campaign.docks.checklist import ChecklistPanel, NeedsPanel
from wardesk.ui.campaign.pages.log import LogPage
from wardesk.ui.campaign.views.boxes_page import BoxesView
from wardesk.ui.shell.briefing import LevelStrip
from wardesk.ui.table.past.timeline import Timeline
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.fields import search_field
from wardesk.ui.widgets.row_list import ListRow, RowList

pytestmark = pytest.mark.usefixtures("light")


def shown(qtbot, widget, width, height):
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitExposed(widget):
        widget.show()
    QApplication.processEvents()
    return widget


@pytest.mark.parametrize("height", [29, 44])
def test_the_handle_of_a_timeline_is_whole(qtbot, height):
    line = Timeline()
    line.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # or a frame of the same colour is drawn around it
    shown(qtbot, line, 300, height)
    ticks = [Tick(event=k, side="", marks=frozenset()) for k in range(3)]
    line.set_line(SimpleNamespace(ticks=ticks, revision=1), {}, {}, str)
    line.set_place(1)
    image = line.grab().toImage()
    ring = theme.colour("accent")
    column = [
        y for y in range(image.height())
        if abs(image.pixelColor(round(line.x_of(1)), y).red() - ring.red()) < 40
    ]  # fmt: skip

    assert max(column) - min(column) >= 16  # both edges of the ring
    assert min(column) > 0
    assert max(column) < image.height() - 1


@pytest.mark.parametrize(("width", "lines"), [(540, 3), (1000, 2)])
def test_a_log_has_the_seat_under_what_happened(qtbot, width, lines):
    page = LogPage()
    line = LedgerLine(471, "18 Sep 1900", "Allied commander", "units", "1/2 IG came in " * 6)
    page.show_lines([line], umpire=True)
    view = shown(qtbot, page, width, 300).view
    head, news = view.lines.lines

    assert (head.heading, head.words) == (True, "18 Sep 1900")
    assert "Allied commander" in news.how
    assert height(view, 1) // 16 == lines


def test_what_needs_somebody_is_told_whole(qtbot):
    panel = NeedsPanel()
    words = "Plan the supply of the 82nd Airborne Division before the day is over"
    detail = "by the German commander, before the night of the 18th September is over"
    panel.show_rows([Attention("supply", "settle", words, detail)])
    shown(qtbot, panel, 300, 200)

    assert clipped(panel, lines=True) == []
    for told, role in ((words, "body"), (detail, "small")):
        label = next(each for each in panel.findChildren(QWidget) if _text(each) == told)
        wanted = label.heightForWidth(label.width())
        assert label.height() >= wanted > theme.line_height(role) * 1.5


def _text(part):
    return part.text() if hasattr(part, "text") else ""


def test_a_long_name_of_a_victory_level_has_all_its_lines(light, qtbot):
    """*Decisive American victory* takes three lines where the dialog is small."""
    levels = tuple(
        BriefingLevel(least, most, name)
        for name, least, most in (
            ("German victory", 0, 14),
            ("Draw", 15, 39),
            ("Marginal American victory", 40, 69),
            ("Decisive American victory", 70, 70),
        )
    )
    holder = QWidget()
    qtbot.addWidget(holder)
    scale = LevelStrip(levels, "a", holder)
    scale.resize(320, scale.heightForWidth(320))
    enough = scale.grab().toImage()
    scale.resize(320, enough.height() + 60)
    roomy = scale.grab().toImage()

    beyond = roomy.copy(0, enough.height(), 320, 60)
    blank = beyond.copy()
    blank.fill(beyond.pixelColor(0, 59))
    assert beyond == blank
    assert scale.heightForWidth(320) > scale.heightForWidth(900)


def test_the_lines_of_the_checklist_are_told_whole(qtbot):
    panel = ChecklistPanel()
    title = "Club Route is open again, unless a bridge on it is destroyed"
    who = "the German commander, in secret, and then the commander of the Guards Armoured Division"
    panel.show_rows(
        [ChecklistRow("a", title, "now", who, "4.3.3"),
         ChecklistRow("b", title, "ahead", who, "4.3.3"),
         ChecklistRow("c", title, "done", who, "4.3.3", "none due")], "18 Sep 1900",
    )  # fmt: skip
    shown(qtbot, panel, 300, 400)

    assert clipped(panel, lines=True) == []
    labels = [each for each in panel.findChildren(QLabel) if each.text() in (title, who)]
    assert len(labels) == 4
    for label in labels:
        wanted = label.heightForWidth(label.width())
        assert label.height() >= wanted > theme.line_height("body") * 1.5


LONG = "Done: Buy activation chits with dispatch points (no dispatch points are kept here) " * 2


LINES = [
    LedgerLine(k, "18 Sep 1900", "Umpire", "units", LONG if k % 3 == 0 else "18 Sep 1900 began")
    for k in range(1, 61)
]


def long_log(qtbot, width=480, height=300):
    page = LogPage()
    page.show_lines(LINES, umpire=True)
    return shown(qtbot, page, width, height)


def height(view, row):
    return view.visualRect(view.model().index(row, 0)).height()


def in_sight(view):
    inside = view.viewport().rect()
    rows = range(view.model().rowCount())
    return [k for k in rows if view.visualRect(view.model().index(k, 0)).intersects(inside)]


def needed(view, row):
    """Px that the words of a row take at least."""
    lines = -(-paint.advance(view.lines.at(row).words, "strong") // view.viewport().width())
    return (lines + 1) * 16


def test_a_sentence_of_the_log_has_as_many_lines_as_it_needs(qtbot):
    view = long_log(qtbot).view
    for value in (None, 0, view.verticalScrollBar().maximum() // 2):
        if value is not None:
            view.verticalScrollBar().setValue(value)
        rows = [row for row in in_sight(view) if not view.lines.at(row).heading]
        assert any(view.lines.at(row).words == LONG for row in rows)
        assert all(height(view, row) >= needed(view, row) for row in rows)


def test_the_rows_of_a_log_that_was_behind_another_page_are_no_higher_than_their_words(qtbot):
    book, page = QStackedWidget(), LogPage()
    book.addWidget(QWidget())
    book.addWidget(page)
    lines = [LedgerLine(k, "18 Sep 1900", "Umpire", "units", LONG) for k in range(1, 61)]
    page.show_lines(lines, umpire=True)
    shown(qtbot, book, 560, 1600)
    book.setCurrentWidget(page)
    view = page.view
    QApplication.processEvents()
    (high,) = {height(view, row) for row in in_sight(view)}
    assert needed(view, 1) <= high <= needed(view, 1) + 2 * theme.line_height("body")


def test_the_newest_line_of_a_log_stays_in_sight(qtbot):
    page = long_log(qtbot)
    view = page.view
    for size in ((480, 300), (640, 500), (430, 220)):
        page.resize(*size)
        QApplication.processEvents()
        assert in_sight(view)[-1] == 60  # below its heading
        bottom = view.visualRect(view.model().index(60, 0)).bottom()
        assert bottom <= view.viewport().height()
    view.verticalScrollBar().setValue(0)
    page.show_lines([*LINES, LedgerLine(61, "18 Sep 1900", "Umpire", "units", LONG)], umpire=True)
    assert in_sight(view)[0] == 0  # who reads further up is left there


def test_filters_keep_the_turns_of_what_they_let_through(qtbot):
    page = LogPage()
    page.show_lines(
        [
            LedgerLine(1, "17 Sep 0900", "Umpire", "turns", "The turn began"),
            LedgerLine(2, "17 Sep 1100", "Allied commander", "units", "1/2 IG came in"),
            LedgerLine(3, "17 Sep 1100", "Umpire", "turns", "The turn began", undone=True),
        ],
        umpire=True,
    )
    shown(qtbot, page, 480, 300)
    words = lambda: [line.words for line in page.view.lines.lines]  # noqa: E731
    assert words() == ["17 Sep 0900", "The turn began", "17 Sep 1100", "1/2 IG came in",
                       "The turn began"]  # fmt: skip
    page.search.setText("1100 umpire")
    assert words() == ["17 Sep 1100", "The turn began"]
    page.select(2)
    assert page.search.text() == ""
    assert page.view.lines.at(page.view.currentIndex().row()).number == 2
    assert page.take_back.isEnabled()
    page.select(3)
    assert not page.take_back.isEnabled()  # it is taken back already


def test_a_search_field_says_what_fits(qtbot):
    words = "Find a question or a ruling"
    field = search_field(words)
    shown(qtbot, field, 400, 32)
    assert field.placeholderText() == words
    field.resize(130, 32)
    assert field.placeholderText() == "Find"
    assert field.accessibleName() == words


def painted(qtbot, widget, width, height):
    return shown(qtbot, widget, width, height).grab().toImage()


def test_a_question_of_the_register_has_two_lines(qtbot):
    def picture(title, *, roomy):
        rows = RowList("Questions", most=500)
        rows.set_rows([ListRow("a", title, "4.3.3", roomy=roomy)])
        return painted(qtbot, rows, 240, 100)

    ends = ["Step 3 of 1900 opens the road and 4.3.3 keeps it " + end for end in ("shut", "open")]
    for roomy in (False, True):
        one, other = (picture(title, roomy=roomy) for title in ends)
        assert (one != other) == roomy


def test_the_way_out_of_a_box_is_told_whole_at_the_least_width_of_the_page(qtbot):
    def picture(name):
        view = BoxesView()
        box = BoxNode(id="a", name="Oirschot", column=0, row=0, tokens=())
        entry = BoxEntry(id="e", name=name, box="a", owner="german", shut="")
        facts = BoxFacts(
            turn="", tracks=("XII Corps", "VIII Corps"), boxes=(box,), ways=(), entries=(entry,)
        )
        view.show_facts(facts, "allied")
        return painted(qtbot, view, 540, 200)

    assert picture("Reinforcement A of KG Chil") != picture("Reinforcement A of KG Chip")


def test_the_number_of_a_turn_stands_clear_of_the_ticks(qtbot):
    line = Timeline()
    shown(qtbot, line, 300, 44)
    ticks = [Tick(event=k, side="b" if k % 2 else "a", marks=frozenset()) for k in range(40)]
    ticks[20] = Tick(event=20, side="", marks=frozenset(), turn=17)
    line.set_line(SimpleNamespace(ticks=ticks, revision=1), {"a": "a", "b": "b"}, {}, str)
    below = [
        y for y in range(line.height())
        if any(line._still().toImage().pixelColor(x, y).alpha() for x in range(300))
    ]  # fmt: skip
    rows = [y for y in range(min(below), line.height()) if y not in below]

    assert rows, "nothing is free between the ticks and the numbers"
