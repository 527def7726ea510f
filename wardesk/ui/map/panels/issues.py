"""What is wrong with the map, live: a row per problem, a way there and, where possible, a fix."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.issues.live import LiveIssue
from wardesk.services.maps.game_needs import PlayedHere, played_on, together
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.map.background.issues import IssueFinder
from wardesk.ui.map.model import Selection
from wardesk.ui.map.view import MapView
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Panel, Scroller, ground
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr


class IssueRow(QWidget):
    """``jumped(id)``: go there; ``fixed(id)``: do the fix. Enter jumps, F fixes."""

    jumped = Signal(str)
    fixed = Signal(str)

    def __init__(self, live: LiveIssue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.live = live
        issue = live.issue
        grave = issue.level == "error"
        ground(self, "row")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        kind = tr("Error") if grave else tr("Warning")
        text, advice, place = said(issue.text), said(issue.advice), said(issue.place)
        self.setAccessibleName(f"{kind}: {text}")
        self.setAccessibleDescription(advice)
        self.setToolTip("\n".join(part for part in (text, advice) if part))
        glyph = Glyph("error" if grave else "warning", self, tone="danger" if grave else "warn")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Label(text, self, role="body", wrap=True))
        below = QHBoxLayout()
        below.setSpacing(theme.S2)
        place = "" if issue.place in issue.text else place
        below.addWidget(ElidedLine(place, self, role="small", tone="text2", least=30))
        if live.fix is not None:
            fix = Button(said(live.fix_text), self, kind="link")
            fix.clicked.connect(lambda: self.fixed.emit(issue.id))
            below.addWidget(fix)
        words.addLayout(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S2, 6, theme.S1, 6)
        row.setSpacing(theme.S2)
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.jumped.emit(self.live.issue.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.jumped.emit(self.live.issue.id)
        elif event.key() == Qt.Key.Key_F and not event.modifiers():
            self.fixed.emit(self.live.issue.id)
        else:
            super().keyPressEvent(event)


PAUSE = 250
"""Milliseconds after the last stroke before the list is made anew."""


class IssuesPanel(Panel):
    """F8 goes to the next one; a click goes to it; its button mends it, as one undo step."""

    def __init__(self, view: MapView, parent: QWidget) -> None:
        self.fix_all = Button(tr("Fix all"), parent, kind="link")
        super().__init__(tr("Issues"), parent, stretch=True, tools=(self.fix_all,))
        self._view, self._model = view, view.model
        self.finder = IssueFinder(self._model, self)
        self.finder.told.connect(self._show)
        self.found: list[LiveIssue] = []
        self.rows: list[IssueRow] = []
        self._at = -1
        self._game = Label("", self, role="small", tone="text2", wrap=True)
        self._game.hide()
        self._body = QWidget(self)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(2)
        self._fine = Label(
            tr("Nothing is wrong with this map."), self, role="small", tone="text2", wrap=True
        )
        self.body.setContentsMargins(theme.S2, 0, 0, theme.S2)
        self._scroller = Scroller(self._body, self)
        self._words = QWidget(self)
        words = QVBoxLayout(self._words)
        words.setContentsMargins(theme.S2, 0, theme.S2, 0)
        words.setSpacing(theme.S2)
        words.addWidget(self._game)
        words.addWidget(self._fine)
        self.add(self._words, self._scroller)
        self._fine.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._fine.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        self._game.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.fix_all.clicked.connect(self.fix_everything)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.refresh)
        self._model.changed.connect(self._changed)
        self._model.gesture.connect(self._gesture)
        self._games = Task(self)
        self._games.done.connect(self._play_for)
        self._games.failed.connect(lambda _error: None)  # a broken pack is told on Home
        self._model.kept.connect(self._ask_games)
        self._ask_games()
        self.refresh()

    def _changed(self, _change: DocumentChange) -> None:
        self._timer.start()

    def _gesture(self, live: bool) -> None:
        """Not in the middle of a stroke."""
        if live:
            self._timer.stop()
        else:
            self._timer.start()

    def refresh(self) -> None:
        """Look at the map again; on a large map the list follows when somebody has looked."""
        if not self._model.in_stroke:
            self.finder.look()

    def _show(self, found: list[LiveIssue]) -> None:
        if found == self.found and self.rows:
            return
        self.found = found
        was = next((k for k, row in enumerate(self.rows) if _holds_keyboard(row)), -1)
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = [self._row(live) for live in found]
        for row in self.rows:
            self._column.addWidget(row)
        self._column.addStretch(1)
        self._tell()
        if was >= 0:  # the keyboard stays in the list while there is one
            here = self.rows[min(was, len(self.rows) - 1)] if self.rows else self._view
            here.setFocus()

    def _ask_games(self) -> None:
        """Which scenarios are played on this map, as it was saved last."""
        self._games.start(partial(played_on, self._model.session.path))

    def _play_for(self, found: list[PlayedHere]) -> None:
        needs = [one.needs for one in found if one.needs is not None]
        self.finder.play_for(together(needs) if needs else None)
        troubles = [
            tr("“{0}” cannot be set up on the saved map: {1}").format(one.title, one.trouble)
            for one in found
            if one.trouble
        ]
        names = ", ".join(one.title for one in found)
        checked = tr("Checked for: {0}").format(names) if names else ""
        self._game.setText("\n".join(troubles) or checked)
        self._game.set_tone("danger" if troubles else "text2")
        self._game.setVisible(bool(found))
        self.refresh()

    def stop(self) -> None:
        """The map is closed."""
        self._timer.stop()
        self._games.stop()
        self.finder.stop()

    def _row(self, live: LiveIssue) -> IssueRow:
        row = IssueRow(live, self._body)
        row.jumped.connect(self.jump)
        row.fixed.connect(self.fix)
        return row

    def _tell(self) -> None:
        grave = sum(live.issue.level == "error" for live in self.found)
        mild = len(self.found) - grave
        words = []
        if grave:
            words.append(tr("1 error") if grave == 1 else tr("{0} errors").format(grave))
        if mild:
            told = tr("1 warning") if mild == 1 else tr("{0} warnings").format(mild)
            words.append(told)
        self.set_title(tr("Issues"), ", ".join(words))
        able = sum(live.fix is not None for live in self.found)
        self.fix_all.setVisible(able > 0)
        self.fix_all.set_words(tr("Fix {0}").format(able))
        self._fine.setVisible(not self.found)
        self._scroller.setVisible(bool(self.found))

    # ---- going there and mending ---------------------------------------------------------------

    def jump(self, issue: str) -> None:
        """Show the place of an issue and pick the cells it is about."""
        live = next((one for one in self.found if one.issue.id == issue), None)
        if live is None:
            return
        self._at = self.found.index(live)
        document = self._model.document
        named = live.issue.id.partition(":")[2].split("+")
        cells = tuple(one for one in named if one in document.cells)
        features = {feature.id for feature in document.features}
        self._model.select(Selection(cells, tuple(one for one in named if one in features)))
        if live.issue.at is not None:
            self._view.show_point(QPointF(*live.issue.at))
        elif cells:
            self._view.set_focus_cell(cells[0])

    def next(self) -> None:
        """Go to the next issue, from the last one back to the first."""
        if self.found:
            self._at = (self._at + 1) % len(self.found)
            self.rows[self._at].setFocus()
            self._scroller.ensureWidgetVisible(self.rows[self._at])
            self.jump(self.found[self._at].issue.id)

    def fix(self, issue: str) -> None:
        """Mend one issue."""
        live = next((one for one in self.found if one.issue.id == issue), None)
        if live is not None and live.fix is not None and self._model.do(live.fix):
            self.refresh()

    def fix_everything(self) -> None:
        """Mend all that can be mended, as one step of the history."""
        self._model.begin_stroke()
        tried: set[str] = set()
        try:
            while True:  # a fix may mend its neighbour too, or make another one possible
                fresh = self.finder.now()
                left = [one for one in fresh if one.fix is not None and one.issue.id not in tried]
                if not left:
                    break
                tried.add(left[0].issue.id)
                if left[0].fix is not None:
                    self._model.do(left[0].fix)
        finally:
            self._model.end_stroke()
        self.refresh()


def _holds_keyboard(row: QWidget) -> bool:
    focused = row.window().focusWidget()
    return focused is not None and (focused is row or row.isAncestorOf(focused))
