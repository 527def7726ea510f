"""The rulebook panel, over the right part of the table and below the question with its answers.

It shows one page; numbers and rows in it lead to others, and Alt+Left leads back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from wardesk.model.look import ChartLook
from wardesk.services.play.briefing import briefing
from wardesk.services.play.chart_book import open_book
from wardesk.services.play.own_charts import has_charts
from wardesk.ui import theme
from wardesk.ui.dialogs.chart_dialog import ChartDialog
from wardesk.ui.shell.briefing import BriefingDialog
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.rulebook.pages import CONTENTS, PIECE, TOPIC, PageLink, Pages, RulePage, Use
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.chart_view import ChartView
from wardesk.ui.widgets.chip import Chip, rebuilt_chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.charts.dialog import ChartsDialog

WIDTH = 470
_FOUR_ROWS = 4 * theme.ROW_HEIGHT + 2
_MANY_ROWS = 9 * theme.ROW_HEIGHT + 2


class RulebookPanel(QFrame):
    """Opens at a rule, a topic or a counter, over the right of what is *beside*, *above* the foot.

    ``event_asked(event)``: the table shall show this event.
    """

    event_asked = Signal(int)
    shown = Signal(bool)
    """It was opened or shut."""

    def __init__(self, model: TableModel, beside: QWidget, above: QWidget, table: QWidget) -> None:
        super().__init__(table)
        self.setObjectName("popup")
        self.setAccessibleName(tr("Rulebook"))
        self._model, self._table = model, table
        self._beside, self._foot = beside, above
        self._pages = Pages(model.session)
        self._key = CONTENTS
        self._back: list[str] = []
        self._came_from: QWidget | None = None
        self._shown: RulePage | None = None
        words = tr("Search the rulebook")
        self.search = line_edit(words, self, hint=words)
        self.search.textChanged.connect(self._list)
        self.search.installEventFilter(self)
        self._count = Label("", self, role="small", tone="text2")
        self.hits = RowList(tr("Rules found"), self, most=_MANY_ROWS)
        self.hits.picked.connect(self.open)
        self.previous = ToolButton("chevron-left", tr("Page before"), self, key="Alt+Left")
        self.previous.clicked.connect(self.go_back)
        self._close = ToolButton("close", tr("Close the rulebook"), self, key="Esc")
        self._close.clicked.connect(self.shut)
        self._scroller: Scroller | None = None
        self._column = QVBoxLayout(self)
        self._lay_out()
        for part in (table, beside, above):
            part.installEventFilter(self)
        model.asked.connect(self._follow)
        model.explain_asked.connect(self.explain)
        theme.switch().changed.connect(self.update)
        self.hide()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(Label(tr("Rulebook"), self, role="title"))
        title = self._model.session.rulebook.title
        head.addWidget(ElidedLine(title, self, role="small", tone="text2", least=60), 1)
        again = Button(tr("Briefing"), self, kind="link")
        again.clicked.connect(self.show_briefing)
        head.addWidget(again)
        self.own_charts = Button(tr("Charts"), self, kind="link")
        self.own_charts.setToolTip(tr("Type in your own printed charts"))
        self.own_charts.clicked.connect(self._open_charts)
        self.own_charts.setVisible(has_charts(self._model.session.rules.id))
        head.addWidget(self.own_charts)
        head.addWidget(self.previous)
        head.addWidget(self._close)
        found = QHBoxLayout()
        found.setSpacing(theme.S2)
        found.addWidget(self.search, 1)
        found.addWidget(self._count)
        column = self._column
        column.setContentsMargins(theme.S4, theme.S3, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        column.addLayout(head)
        column.addLayout(found)
        column.addWidget(self.hits)
        column.addWidget(hairline(self))

    # ---- opening and closing --------------------------------------------------------------------

    @property
    def page(self) -> RulePage | None:
        """What is shown; None while it is shut."""
        return self._shown if self.isVisible() else None

    def open(self, key: str) -> bool:
        """Show the page with *key*; False when the rulebook has none."""
        page = self._page(key)
        if page is None:
            return False
        if self.isVisible() and key != self._key:
            self._back.append(self._key)
        self._show(page)
        if not self.isVisible():
            self._came_from = self.window().focusWidget()
            self._back.clear()
            self._list()
            self.place()
            self.show()
            self.raise_()
            self.search.setFocus(Qt.FocusReason.PopupFocusReason)
        self.previous.setEnabled(bool(self._back))
        return True

    def open_here(self) -> None:
        """Show the rule of the question of now, else everything (F1); once more: shut."""
        ask = self._model.words.cite
        key = ask if ask and not self._pages.by_hand and self._page(ask) is not None else CONTENTS
        self._open_or_shut(key)

    def _open_or_shut(self, key: str) -> bool:
        if self.isVisible() and self._key == key:
            self.shut()
            return True
        return self.open(key)

    def show_briefing(self) -> BriefingDialog:
        """Open the briefing of this game once more."""
        session = self._model.session
        sheet = briefing(session.table, session.words, session.header.options)
        dialog = BriefingDialog(sheet, self.window())
        dialog.open()
        return dialog

    def _open_charts(self) -> None:
        """At the chart of the page that is shown."""
        page = self.page
        self.show_charts(page.charts[0].id if page is not None and page.charts else "")

    def show_charts(self, chart: str = "") -> ChartsDialog:
        """Open the charts of this game for their owner to type in, at a *chart* if one is named."""
        from wardesk.ui.charts.dialog import ChartsDialog  # few open it

        session = self._model.session
        book = open_book(session.rules.id, session.info.scenario)
        title = session.words.text(session.info.game_title)
        dialog = ChartsDialog(book, title, self.window(), chart=chart)
        dialog.open()
        return dialog

    def explain(self, piece: str) -> bool:
        """Show what a counter on the table is; False for none."""
        return bool(piece) and self.open(f"{PIECE}{piece}")

    def explain_topic(self, topic: str) -> bool:
        """Show what a sign, a chit or an action is, once more: shut; False for none."""
        return bool(topic) and self._open_or_shut(f"{TOPIC}{topic}")

    def explain_answer(self, answer: str) -> bool:
        """Show what an answer of the question does; False where the rulebook has nothing on it."""
        found = self._model.interaction
        if found is None or not answer:
            return False
        key = self._pages.about_answer(answer, found.ask)
        return bool(key) and self._open_or_shut(key)

    def shut(self) -> None:
        """Close it; the keyboard goes back to where it was."""
        self.hide()
        before, self._came_from = self._came_from, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        else:
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle(self) -> None:
        """Open it at what is asked, or shut it."""
        if self.isVisible():
            self.shut()
        else:
            self.open_here()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown.emit(False)

    def go_back(self) -> None:
        """To the page before."""
        if self._back and (page := self._page(self._back.pop())) is not None:
            self._show(page)
        self.previous.setEnabled(bool(self._back))

    def place(self) -> None:
        """At the right edge of the table, between the two bars."""
        top = self._beside.mapTo(self._table, self._beside.rect().topLeft()).y()
        bottom = self._foot.mapTo(self._table, self._foot.rect().topLeft()).y()
        room = self._table.width() - theme.px(theme.RAIL)
        width = min(theme.px(WIDTH), room)
        self.setGeometry(room - width, top, width, max(200, bottom - top))

    # ---- what it shows --------------------------------------------------------------------------

    def _page(self, key: str) -> RulePage | None:
        model, found = self._model, self._model.interaction
        ask = found.ask if found is not None else None
        case = model.case(found.previewed()) if found is not None else None
        return self._pages.page(key, ask=ask, case=case, counters=model.look.counters)

    def _follow(self) -> None:
        """Another question, or other things are picked: the case at hand is another."""
        if self.isVisible() and (page := self._page(self._key)) not in (None, self._shown):
            self._show(page)

    def _show(self, page: RulePage | None) -> None:
        if page is None:
            return
        self._key, self._shown = page.key, page
        body = QWidget(self)
        lines = QVBoxLayout(body)
        lines.setContentsMargins(0, theme.S2, theme.S2, theme.S3)
        lines.setSpacing(theme.S3)
        for part in self._parts(page, body):
            if isinstance(part, QLayout):
                lines.addLayout(part)
            else:
                lines.addWidget(part)
        lines.addStretch(1)
        old, self._scroller = self._scroller, Scroller(body, self)
        if old is not None:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._column.addWidget(self._scroller, 1)
        self._scroller.show()
        self.hits.set_current(page.key)
        words = (page.title, page.summary, *page.here, page.ruling)
        self.setAccessibleDescription(" ".join(word for word in words if word))

    def _parts(self, page: RulePage, body: QWidget) -> list[QWidget | QLayout]:
        found: list[QWidget | QLayout] = []
        if page.number:
            found.append(_number(page, body))
        found.append(Label(page.title, body, role="title", wrap=True))
        if page.summary:
            found.append(Label(page.summary, body, wrap=True))
        if page.here:
            here = "\n".join(page.here)
            words = tr("Here: {0}").format(here) if page.number else here
            found.append(Label(words, body, role="strong", wrap=True))
        for words, title, tone, icon in (
            (page.ruling, tr("How it is played here"), "umpire", "scales"),
            (page.rebuilt, tr("Rebuilt"), "warn", "pencil"),
            (page.by_hand, tr("Left to the players"), "info", "person"),
        ):
            if words:
                found.append(_Box(title, words, tone, icon, body))
        if page.happens:
            found.append(Label(page.happens, body, role="small", tone="text2", wrap=True))
        found += [_part(link, self.open, body) for link in page.parts]
        found += [part for chart in page.charts for part in _chart(chart, body)]
        if page.used:
            found.append(Label(tr("Where it is used"), body, role="heading"))
            found += [self._use(use, body) for use in page.used]
        if page.see:
            found.append(_see_also(page.see, body))
        return found

    def _use(self, use: Use, body: QWidget) -> QWidget:
        if use.event is None:
            return Label(use.words, body, wrap=True)
        line = Button(use.words, body, kind="link")
        line.setMaximumWidth(theme.px(WIDTH) - 2 * theme.S6)
        line.setToolTip(f"{use.words}\n{tr('Show the table as it was then')}")
        line.clicked.connect(partial(self._show_event, use.event))
        return line

    def _show_event(self, event: int, _on: bool = False) -> None:
        self.event_asked.emit(event)

    def _list(self) -> None:
        """The rules that the search finds; without a search all of them where no rule is open."""
        words = self.search.text()
        links = self._pages.links(words)
        rows = [ListRow(link.key, self._title(link), figure=link.detail) for link in links]
        self.hits.set_rows(rows)
        tall = _FOUR_ROWS if words.strip() or self._key != CONTENTS else _MANY_ROWS
        self.hits.setFixedHeight(min(self.hits.whole_height(), tall))
        self._count.setText(tr("{0} found").format(len(links)) if words.strip() else "")
        if words.strip() and links:
            self.hits.set_current(links[0].key)
            if (page := self._page(links[0].key)) is not None:
                self._show(page)

    @staticmethod
    def _title(link: PageLink) -> str:
        return f"{link.number}   {link.title}" if link.number else link.title

    # ---- keys and size --------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress and self._search_key(event):
                return True
        elif (
            event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest)
            and self.isVisible()
        ):
            self.place()
        return super().eventFilter(watched, event)

    def _search_key(self, event: QKeyEvent) -> bool:
        """Down goes into the list, Enter opens the best hit."""
        if event.key() == Qt.Key.Key_Down:
            self.hits.setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Used up in any case: whoever types here answers no question of the game.
            if self.search.text().strip() and self.hits.current:
                self.open(self.hits.current)
        else:
            return False
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back = event.modifiers() & Qt.KeyboardModifier.AltModifier
        find = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.shut()
        elif event.key() == Qt.Key.Key_Left and back:
            self.go_back()
        elif event.key() == Qt.Key.Key_F and find:
            self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.selectAll()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)


class _Box(QFrame):
    """A ruling or a reconstruction on its own soft ground."""

    def __init__(self, title: str, words: str, tone: str, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self.setProperty("tone", tone)
        ink = {"umpire": "umpire_text", "warn": "warn"}.get(tone, "accent_text")
        said = QVBoxLayout()
        said.setSpacing(2)
        said.addWidget(Label(title, self, role="strong", tone=ink))
        said.addWidget(Label(words, self, wrap=True))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S3, theme.S2, theme.S3, theme.S2)
        row.setSpacing(theme.S2)
        row.addWidget(Glyph(icon, self, tone=ink, size=16), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(said, 1)


def _number(page: RulePage, body: QWidget) -> QLayout:
    head = QHBoxLayout()
    head.addWidget(Label(page.number, body, role="strong", tone="accent_text"))
    head.addStretch(1)
    if page.status is not None:
        head.addWidget(_status_chip(page.status, body))
    return head


def _chart(chart: ChartLook, body: QWidget) -> list[QWidget | QLayout]:
    head = QHBoxLayout()
    head.addWidget(Label(chart.title, body, role="heading"))
    head.addStretch(1)
    if chart.reconstruction:
        head.addWidget(rebuilt_chip(body))
    view = ChartView(chart, body)
    view.large_asked.connect(lambda: ChartDialog(chart, body.window()).open())
    return [head, view]


def _status_chip(status: str, parent: QWidget) -> Chip:
    """How far the program plays a rule."""
    words, tone, icon = {
        "enforced": (tr("enforced"), "ok", "check"),
        "changed": (tr("played otherwise"), "umpire", "scales"),
        "assisted": (tr("worked out, you decide"), "accent", "info"),
        "hand": (tr("by hand"), "neutral", "person"),
    }[status]
    return Chip(words, parent, tone=tone, icon=icon)


def _part(link: PageLink, go: Callable[[str], object], parent: QWidget) -> QWidget:
    """A sign on a counter, or a rule behind a topic: its name as a link, and what it says."""
    box = QWidget(parent)
    lines = QVBoxLayout(box)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setSpacing(2)
    head = QHBoxLayout()
    head.setSpacing(theme.S2)
    if link.number and link.key == link.number:
        head.addWidget(Cite(link.number, box, summary=link.title))
    elif link.number:
        head.addWidget(Chip(link.number, box, tone="neutral"))
    if link.key and link.key != link.number:
        more = Button(link.title, box, kind="link")
        more.clicked.connect(lambda: go(link.key))
        head.addWidget(more)
    else:
        head.addWidget(Label(link.title, box, role="strong"))
    head.addStretch(1)
    lines.addLayout(head)
    if link.detail:
        lines.addWidget(Label(link.detail, box, wrap=True))
    return box


def _see_also(links: tuple[PageLink, ...], parent: QWidget) -> QWidget:
    row = FlowBox(parent)
    row.add(Label(tr("See also"), row, tone="text2"))
    row.add(*(Cite(link.number, row, summary=link.title) for link in links))
    return row
