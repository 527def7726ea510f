"""A guided game on the board: the place in the light, a veil over all else, words beside it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.documents.translate_values import worded
from wardesk.model.lesson import Beat, Lesson
from wardesk.model.look import PhaseLook
from wardesk.services.play.lesson import Guide
from wardesk.ui import theme
from wardesk.ui.canvas.picking import bounds
from wardesk.ui.table.board import TableBoard
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.phase_list import PhaseList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

VEIL = 0.33
_WIDTH, _POINTER, _MARGIN = 344, 16, 12
_BAR, _APART = 18.0, 4.0
"""Width of the bar of a step beside the title, and between two of them, px."""


class LessonVeil(QWidget):
    """Lies over the board and dims it, but for some cells. The mouse does not feel it."""

    def __init__(self, board: TableBoard) -> None:
        super().__init__(board)
        self._board = board
        self.cells: tuple[str, ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        board.view.moved.connect(self.update)
        self.hide()

    def light(self, cells: tuple[str, ...]) -> None:
        """Leave these cells as they are."""
        self.cells = cells
        self.setGeometry(self._board.view.geometry())
        self.show()
        self.update()

    def lit_box(self) -> QRectF:
        """What the first lit cell takes of the board, px."""
        view = self._board.view
        lay, outlines = view.camera.transform(), view.scene().index.outlines
        first = next((cell for cell in self.cells if outlines.get(cell)), "")
        return lay.mapRect(bounds(outlines.get(first, ())))

    def _rings(self) -> list[QPolygonF]:
        view = self._board.view
        lay, outlines = view.camera.transform(), view.scene().index.outlines
        return [lay.map(ring) for cell in self.cells for ring in outlines.get(cell, ())]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dark = QPainterPath()
        dark.addRect(QRectF(self.rect()))
        for ring in self._rings():
            lit = QPainterPath()
            lit.addPolygon(ring)
            lit.closeSubpath()
            dark = dark.subtracted(lit)
        painter.setOpacity(VEIL)
        painter.fillPath(dark, Qt.GlobalColor.black)
        painter.end()


class LessonCallout(QWidget):
    """What to do now and why, with a point at the place. Keys go on to the table."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._steps, self._done = 1, 0
        self._to_left = True
        self._tip = 0.0
        self._head = Label("", self, role="small-strong", tone="accent_text", wrap=True)
        self._say = Label("", self, role="heading", wrap=True)
        self._why = Label("", self, role="small", tone="text2", wrap=True)
        self.skip = Button(tr("Skip"), self, kind="link")
        self.skip.setToolTip(tr("Let the table do this step"))
        self.own_game = Button(tr("Your own game"), self, kind="primary")
        self.stay = Button(tr("Play on here"), self)
        foot = QHBoxLayout()
        foot.setSpacing(theme.S2)
        foot.addWidget(self._why, 1)
        foot.addWidget(self.skip, 0, Qt.AlignmentFlag.AlignBottom)
        end = QHBoxLayout()
        end.setSpacing(theme.S2)
        end.addWidget(self.own_game)
        end.addWidget(self.stay)
        end.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(theme.S2)
        column.setContentsMargins(_POINTER + theme.S4, theme.S3, _POINTER + theme.S3, theme.S3)
        column.addWidget(self._head)
        column.addWidget(self._say)
        column.addLayout(foot)
        column.addLayout(end)
        self.hide()

    def show_beat(self, beat: Beat, lesson: Lesson, step: int) -> None:
        """Say what a beat wants."""
        self._steps, self._done = len(lesson.steps), step + 1
        title = lesson.steps[step].title
        where = tr("Step {0} of {1}").format(step + 1, len(lesson.steps))
        self._fill(f"{where} · {title}", beat.say, tr("Why: {0}").format(beat.why), over=False)

    def show_end(self, lesson: Lesson) -> None:
        """All is done."""
        self._steps = self._done = len(lesson.steps)
        self._fill(tr("Well done"), lesson.end, "", over=True)

    def _fill(self, head: str, say: str, why: str, *, over: bool) -> None:
        self._head.setText(head)
        self._head.setContentsMargins(0, 0, round(self._steps * (_BAR + _APART)), 0)
        self._say.setText(say)
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self.skip.setVisible(not over)
        for button in (self.own_game, self.stay):
            button.setVisible(over)
        self.setAccessibleName(f"{head}. {say} {why}".strip())
        self.show()

    def place(self, room: QRect, lit: QRectF) -> None:
        """Beside what is *lit*, at the roomier side, inside *room*; in the middle without any."""
        width = min(theme.px(_WIDTH), room.width() - 2 * _MARGIN)
        layout = self.layout()
        need = layout.heightForWidth(width) if layout is not None else -1
        height = max(need, self.sizeHint().height() if need < 0 else 0)
        if lit.isEmpty():
            self._tip = -1.0
            self.setGeometry(
                room.center().x() - width // 2, room.bottom() - height - 3 * _MARGIN, width, height
            )
            return
        self._to_left = lit.left() - room.left() >= room.right() - lit.right()
        x = lit.left() - width if self._to_left else lit.right()
        x = min(max(x, room.left() + _MARGIN), room.right() - _MARGIN - width)
        y = min(
            max(lit.center().y() - height / 2, room.top() + _MARGIN),
            room.bottom() - _MARGIN - height,
        )
        self._tip = min(max(lit.center().y() - y, 24.0), height - 24.0)
        self.setGeometry(round(x), round(y), width, height)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(_POINTER, 1, -_POINTER, -1)
        card = QPainterPath()
        card.addRoundedRect(box, 8, 8)
        if self._tip >= 0:
            edge = box.right() - 1 if self._to_left else box.left() + 1
            out = _POINTER if self._to_left else -_POINTER
            point = QPainterPath()
            point.addPolygon(
                QPolygonF(
                    [
                        QPointF(edge, self._tip - 12),
                        QPointF(edge + out, self._tip),
                        QPointF(edge, self._tip + 12),
                    ]
                )
            )
            card = card.united(point)
        painter.fillPath(card, theme.colour("surface"))
        painter.setPen(theme.colour("accent"))
        painter.drawPath(card)
        wide, gap = _BAR, _APART
        x = box.right() - theme.S3 - self._steps * (wide + gap)
        for k in range(self._steps):
            bar = QRectF(x + k * (wide + gap), box.top() + 16, wide, 4)
            tone = "accent" if k < self._done else "line"
            paint.rounded(painter, bar, fill=theme.colour(tone), radius=2)
        painter.end()


class LessonSteps(Panel):
    """The steps of a lesson: what is done, what is now, what comes. Heads the right column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What you learn"), parent)
        self.list = PhaseList((), self)
        self.list.setAccessibleName(tr("What you learn"))
        self.add(self.list)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_step(self, lesson: Lesson, now: int) -> None:
        """Show the lesson with this step, from 0, as the one of now."""
        self.list.set_phases(
            [
                PhaseLook(str(k), step.title, "", _when(k, now))
                for k, step in enumerate(lesson.steps)
            ]
        )


def _when(step: int, now: int) -> Literal["done", "now", "ahead"]:
    if step == now:
        return "now"
    return "done" if step < now else "ahead"


class LessonGuide(QObject):
    """Shows on a board where the lesson of its game stands.

    ``own_game_asked()``: the lesson is over, and somebody wants a game of his own.
    """

    own_game_asked = Signal()

    def __init__(self, model: TableModel, guide: Guide, board: TableBoard) -> None:
        super().__init__(board)
        self._model, self._guide, self._board = model, guide, board
        self._left = False
        """Whether the learner has waved the end away."""
        self._ended_at: int | None = None
        self.veil, self.callout = LessonVeil(board), LessonCallout(board)
        self.steps = LessonSteps()
        self.callout.skip.clicked.connect(self._skip)
        self.callout.own_game.clicked.connect(self.own_game_asked)
        self.callout.stay.clicked.connect(self._stay)
        model.asked.connect(self.follow)
        board.view.moved.connect(self._place)
        board.view.installEventFilter(self)

    def follow(self) -> None:
        """Show what the lesson waits for, or its end; nothing while the program acts."""
        session, place = self._model.session, self._guide.place()
        lesson = worded(self._guide.lesson, session.words)
        over = place.beat is None
        self.steps.show_step(lesson, len(lesson.steps) if over else place.step)
        if self._model.in_past or session.mode != "play" or session.failed:
            self._hide()
        elif place.beat is None:
            self._end(lesson)
        elif self._guide.beat(session.ask) is None or place.beat.by != "learner":
            self._hide()
        else:
            _, beat = lesson.beats[place.number]
            self.veil.light(self._lit(place.beat))
            self.callout.show_beat(beat, lesson, place.step)
            self._place()

    def _end(self, lesson: Lesson) -> None:
        """Say that all is done, until somebody chooses, or plays on as if nothing were said."""
        self.veil.hide()
        journal = self._model.session.journal
        if self._ended_at is None:
            self._ended_at = journal.head
        asked = journal.event.asked
        if journal.head != self._ended_at and asked is not None and asked.who == lesson.learner:
            self._left = True
        if self._left:
            self.callout.hide()
            return
        self.veil.cells = ()
        self.callout.show_end(lesson)
        self._place()
        # The table finds a place for the keyboard first, on a button that is no more the point.
        QTimer.singleShot(0, self.callout, self._focus_end)

    def _focus_end(self) -> None:
        if self.callout.own_game.isVisible():
            self.callout.own_game.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lit(self, beat: Beat) -> tuple[str, ...]:
        """Where something is to be done: the cells first, and where the pieces stand."""
        looks = {look.piece: look for look in self._model.look.counters}
        stand = (looks[piece].at for piece in beat.pieces if piece in looks)
        found = (*beat.cells, *(cell for cell in stand if cell))
        return found or ((beat.at,) if beat.at else ())

    def _place(self) -> None:
        if self.callout.isVisible():
            self.callout.place(self._board.view.geometry(), self.veil.lit_box())
            self.callout.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self.veil.setGeometry(self._board.view.geometry())
            self._place()
        return super().eventFilter(watched, event)

    def _hide(self) -> None:
        self.veil.hide()
        self.callout.hide()

    def _stay(self) -> None:
        self._left = True
        self._hide()

    def _skip(self) -> None:
        self._model.attempt(self._model.session.skip_beat)
