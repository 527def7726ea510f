"""The drawer of every answer and target, of the score and of the branches."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wardesk.model.look import BoxLook, TrackLook
from wardesk.model.rulebook import Topic
from wardesk.ui import theme
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.table_list import TableList
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.chip import rebuilt_mark
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.ui.widgets.track_view import TrackView
from wardesk.words import tr


class ScorePage(QWidget):
    """Tracks and boxes under each other; ``topic_asked(topic)``: somebody asks what a chit is."""

    topic_asked = Signal(str)

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._summary = model, model.session.rule
        self._tracks: dict[str, TrackView] = {}
        self._boxes: dict[str, tuple[ElidedLine, Label, FlowBox]] = {}
        self._named: dict[str, list[Topic]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.S4, 0, theme.S4, theme.S3)
        self._column.setSpacing(theme.S3)
        self._column.addStretch(1)
        model.changed.connect(self._follow)
        model.moment_changed.connect(self._follow)

    def _follow(self) -> None:
        look = self._model.look
        slots = {side.id: f"side_{side.slot}" for side in look.sides}
        for track in look.tracks:
            if track.style != "turns":
                self._set_track(track, slots)
        for box in look.boxes:
            self._set_box(box)

    def _set_track(self, track: TrackLook, slots: Mapping[str, str]) -> None:
        if track.id not in self._tracks:
            view = TrackView(
                track, self, slot=slots.get(track.side, ""), summary=self._summary(track.cite)
            )
            self._column.insertWidget(len(self._tracks), view)
            self._tracks[track.id] = view
        self._tracks[track.id].set_track(track)

    def _set_box(self, box: BoxLook) -> None:
        if box.id not in self._boxes:
            row = QWidget(self)
            title = ElidedLine(box.title, row, role="strong", least=60)
            words = Label("", row, role="small", tone="text2", wrap=True)
            head = QHBoxLayout()
            head.setSpacing(theme.S2)
            head.addWidget(title, 1)
            if box.reconstruction:
                head.addWidget(rebuilt_mark(row))
            if box.cite:
                head.addWidget(Cite(box.cite, row, summary=self._summary(box.cite)))
            column = QVBoxLayout(row)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(2)
            column.addLayout(head)
            column.addWidget(words)
            things = FlowBox(row)
            column.addWidget(things)
            self._column.insertWidget(self._column.count() - 1, row)
            self._boxes[box.id] = (title, words, things)
        title, words, things = self._boxes[box.id]
        title.set_words(box.title)
        words.setText(box.text)
        told = self._set_things(things, box)
        words.setVisible(bool(box.text) and not told)

    def _set_things(self, row: FlowBox, box: BoxLook) -> bool:
        """What lies in a box and is no piece: each name opens the rulebook; whether that is all."""
        topics = [t for name in dict.fromkeys(box.topics) if (t := self._topic(name)) is not None]
        whole = bool(topics) and len(topics) == len(box.topics)
        if self._named.get(box.id) == topics:
            return whole
        self._named[box.id] = topics
        row.clear()
        for topic in topics:
            button = Button(topic.title, row, kind="link")
            button.setToolTip(topic.summary)
            button.clicked.connect(partial(self.topic_asked.emit, topic.id))
            row.add(button)
        row.setVisible(bool(topics))
        return whole

    def _topic(self, name: str) -> Topic | None:
        return self._model.session.rulebook.topic(name)


class Drawer(QFrame):
    """Shut until it is asked for.

    *plots* stand under the score. ``page_shown(page)``, one of list, score and branches, or an
    empty word when it shall be shut.
    ``topic_asked(topic)``: somebody asks what a chit of the score is.
    """

    page_shown = Signal(str)
    topic_asked = Signal(str)
    stretch = True

    def __init__(
        self, model: TableModel, plots: QWidget, branches: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Drawer"))
        pages = (("list", tr("List")), ("score", tr("Score")), ("branches", tr("Branches")))
        self.segment = Segment(pages, self, name=tr("Show"))
        self.list = TableList(model, self)
        self.score = ScorePage(model, self)
        self.score.topic_asked.connect(self.topic_asked)
        self._plots = plots
        self.page = "list"
        self.close_ = ToolButton(
            "close", tr("Shut the drawer"), self, action="table.drawer", size=16
        )
        self.close_.clicked.connect(self.shut)
        head = QHBoxLayout()
        head.setContentsMargins(theme.S3, theme.S2, theme.S2, theme.S1)
        head.addWidget(self.segment)
        head.addStretch(1)
        head.addWidget(self.close_)
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(theme.S2, 0, theme.S1, theme.S2)
        column.addWidget(self.list)
        scores = QWidget(self)
        below = QVBoxLayout(scores)
        below.setContentsMargins(0, theme.S2, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.score)
        below.addWidget(plots, 1)
        self._score_page = Scroller(scores, self)
        self._pages = QStackedWidget(self)
        for one in (page, self._score_page, Scroller(branches, self)):
            self._pages.addWidget(one)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(self._pages, 1)
        self.segment.chosen.connect(self.show_page)

    def show_page(self, page: str) -> None:
        """Open it at ``list``, ``score`` or ``branches``."""
        self.page = page
        self.segment.set_current(page)
        self._pages.setCurrentIndex(("list", "score", "branches").index(page))
        self.page_shown.emit(page)

    def show_plots(self) -> None:
        """The score, scrolled to its plots."""
        self.show_page("score")
        self._score_page.verticalScrollBar().setValue(self._plots.y())

    def shut(self) -> None:
        """Put it away."""
        self.page_shown.emit("")

    def toggle(self) -> None:
        """Open the list with the keyboard in it, or put the drawer away."""
        if not self.isVisible():
            self.show_page("list")
            self.list.setFocus()
        else:
            self.shut()

    def focus_page(self) -> None:
        """Give the keyboard to what is open."""
        if self.page == "list":
            self.list.setFocus()
        else:
            self.segment.setFocus()
