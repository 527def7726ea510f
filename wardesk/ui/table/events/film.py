"""What happened since one's own last answer: arrows on one map, a page of sentences.

The frames come from the view of whoever looks, as `Motion` saw them: what is not seen makes no
frame and takes no time. The sentences are those of the log.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from wardesk.engine.types import CHANCE, UMPIRE, Event, Path
from wardesk.services.play.log import GameLogLine, told_to
from wardesk.services.play.session import Change
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.scene import HAPPENED
from wardesk.ui.key_watch import KeyWatch
from wardesk.ui.preferences import preferences
from wardesk.ui.table.events.motion import Motion, ShownEvent
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.cite import open_rule
from wardesk.ui.widgets.log_model import LogLine
from wardesk.ui.widgets.log_view import LogView
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.text import Label
from wardesk.words import say_count, shown, tr

StepKind = Literal["march", "retreat", "fire", "arrival", "loss"]
_FIRE, _LIT, _CASING = "#b3231f", "#ffd400", "#ffffff"
_ICONS = {"march": "step", "retreat": "back", "fire": "target", "arrival": "plus", "loss": "target"}
_TURN = 2
"""Orders of the others from which they have had a turn, and have not only reacted."""
_TOLD = ("story", "roll", "ruling", "edit")
"""Kinds of log lines that say what happened; a bare answer, as a no, does not."""


@dataclass(frozen=True)
class FilmStep:
    """One arrow: through which cells, and of which kind; a loss has a single cell."""

    kind: StepKind
    cells: tuple[str, ...]


@dataclass(frozen=True)
class FilmFrame:
    """What came of one answer, with the dice that followed it."""

    event: int
    side: str
    steps: tuple[FilmStep, ...]
    lines: tuple[GameLogLine, ...] = ()
    depth: int = 0
    """How much was under way after the answer: dice at that depth belong to it."""
    own: bool = False
    """Whether it is what the person did last, and what came of that."""
    cost: str = ""
    """What a march cost, as the rules told before it."""

    def and_then(self, other: FilmFrame) -> FilmFrame:
        """With what followed it."""
        return replace(self, steps=(*self.steps, *other.steps), lines=(*self.lines, *other.lines))


def steps_of(found: ShownEvent) -> tuple[FilmStep, ...]:
    """The arrows of one event."""
    ways = [
        FilmStep("march" if look.side == found.side else "retreat", cells)
        for look, cells in found.ways
    ]
    fires = [FilmStep("fire", line) for line in found.fires]
    came = [FilmStep("arrival", (cell,)) for cell in found.came]
    losses = [FilmStep("loss", (cell,)) for cell in found.hits]
    return tuple(dict.fromkeys((*ways, *fires, *came, *losses)))


def cost_of(model: TableModel, event: Event) -> str:
    """What the rules told of the goal of a march before it, from the eyes of whoever looks."""
    answer = event.answer
    if not isinstance(answer, Path) or not answer.cells:
        return ""
    rules, before = model.rules, model.session.journal.state(event.parent)
    state = rules.view(before, model.side) if model.side else before
    if any(piece not in state.pieces for piece in answer.pieces):
        return ""
    try:
        found = rules.showing.reach(state, answer.pieces).get(answer.cells[-1], ())
    except KeyError:  # a view may lack what the question is about
        return ""
    notes = [reason.text for reason in found if reason.level == "note"]
    return ", ".join(map(model.session.words.text, notes))


class DispatchPage(Panel):
    """The sentences of a film, one a frame; ``frame_asked(event)``: one was clicked."""

    frame_asked = Signal(int)

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Dispatch"), parent, stretch=True)
        self.head = Label("", self, role="strong", tone="accent_text", wrap=True)
        self.view = LogView(self, summary=model.session.rule)
        self.view.setAccessibleName(tr("What the others did"))
        self.view.line_chosen.connect(self.frame_asked)
        self.view.place_chosen.connect(model.cell_asked)
        self.view.cite_opened.connect(lambda cite: open_rule(cite, self.view))
        words = tr("Space goes on, ← and → step, J shows it again, Esc ends it.")
        self.keys = Label(words, self, role="small", tone="text2", wrap=True)
        self.add(self.head, self.view, self.keys)

    def show_frames(self, frames: Sequence[FilmFrame], names: dict[str, str]) -> None:
        """Show the sentences of these frames."""
        others = [one for one in frames if not one.own]
        sides = ", ".join(dict.fromkeys(names.get(one.side, one.side) for one in others))
        count = shown(say_count("{n} order", "{n} orders", n=len(others)))
        self.head.setText(f"{sides}: {count}" if others else tr("Nobody else has acted yet."))
        self.keys.setVisible(bool(frames))
        self.view.set_lines([_line(k, frame) for k, frame in enumerate(frames, 1)])

    def set_current(self, frame: FilmFrame) -> None:
        """Light the sentence of a frame."""
        self.view.set_current(frame.event)
        self.view.go_to(frame.event)
        self.setAccessibleDescription(_line(0, frame).whole)


def _line(number: int, frame: FilmFrame) -> LogLine:
    """A frame as one sentence, with how it came about."""
    words = [line.text for line in frame.lines]
    hows = [frame.cost, *(line.how for line in frame.lines)]
    cites = tuple(dict.fromkeys(line.cite for line in frame.lines if line.cite))
    kind = frame.steps[0].kind if frame.steps else "march"
    said = "; ".join(dict.fromkeys(words))
    at = frame.steps[-1].cells[-1] if frame.steps else ""
    return LogLine(
        frame.event, f"{number}  {said}" if number else said, _ICONS[kind], "text2", cites,
        how="; ".join(dict.fromkeys(filter(None, hows))), at=at,
    )  # fmt: skip


class Film(QObject):
    """Keeps the frames since one's own last answer, and shows them step by step.

    ``begun()`` and ``ended()``: its page shall be seen, or no longer; ``changed()``: other frames.
    """

    begun = Signal()
    ended = Signal()
    changed = Signal()

    def __init__(
        self, model: TableModel, motion: Motion, view: BoardView, page: DispatchPage
    ) -> None:
        super().__init__(view)
        self._model, self._motion, self._view, self._page = model, motion, view, page
        self.frames: list[FilmFrame] = []
        self.at = -1
        """The frame that is shown; -1 while no film runs."""
        self._before: Camera | None = None
        self._keys = KeyWatch(self._pressed, self)
        self._fresh = False
        """Whether the others have done something that was not shown yet."""
        motion.saw.connect(self._saw)
        model.happened.connect(self._start_by_itself)
        motion.forgot.connect(self._cut)
        page.frame_asked.connect(self._go_to)
        view.lay(HAPPENED, self._paint)

    @property
    def running(self) -> bool:
        """Whether it is being shown."""
        return self.at >= 0

    # ---- what is on it --------------------------------------------------------------------------

    def _cut(self) -> None:
        self.end()
        self._fresh = False
        if self.frames:
            self.frames = []
            self._tell()

    def _saw(self, event: Event, found: ShownEvent) -> None:
        asked, model = event.asked, self._model
        if asked is None or not told_to(event, model.side):
            return
        follows = asked.who in (CHANCE, UMPIRE)
        depth = len(model.session.journal.events[event.parent].stack)
        own = not found.bot
        if own and not follows:
            self._cut()
        lines = [
            line for line in model.session.log_lines()[-16:]
            if line.event == event.id and line.kind in _TOLD and not line.told
            and told_to(line, model.side)
        ]  # fmt: skip
        frame = FilmFrame(
            event.id, found.side, steps_of(found), tuple(lines), len(event.stack), own,
            cost_of(model, event),
        )  # fmt: skip
        self._fresh |= not own
        if follows and self.frames and self.frames[-1].depth <= depth and self.frames[-1].steps:
            self.frames[-1] = self.frames[-1].and_then(frame)
        elif frame.steps or lines:
            self.frames.append(frame)
        else:
            return
        self._tell()

    @property
    def of_others(self) -> bool:
        """Whether the others have done anything since one's own last answer."""
        return any(not frame.own for frame in self.frames)

    def _tell(self) -> None:
        names = {side.id: side.name for side in self._model.look.sides}
        self._page.show_frames(self.frames, names)
        self.changed.emit()

    # ---- step by step ---------------------------------------------------------------------------

    def _start_by_itself(self, _change: Change) -> None:
        """Show the others' turn once, when a person is asked again."""
        model = self._model
        asked = model.interaction is not None and model.session.waiting == "person"
        if not (self._fresh and asked) or model.in_past or model.session.guided:
            return
        self._fresh = False
        turn = sum(not frame.own for frame in self.frames) >= _TURN
        if turn and preferences().now.film and self._view.isVisible():
            QTimer.singleShot(0, self.again)

    def again(self) -> None:
        """Show what the others did from its beginning; without frames the last move alone."""
        if not self.frames:
            self._motion.again()
            return
        self._motion.clear()
        if not self.running:
            self._before = self._view.camera
        self.begun.emit()
        self._keys.set_on(True)
        anchors = self._view.scene().index.anchors
        cells = [c for one in self.frames for step in one.steps for c in step.cells if c in anchors]
        box = self._view.scene().box_of(cells)
        if not box.isEmpty():
            self._view.fit_around(box, self._view.scene().edge)
            closest = self._view.scene().readable_scale
            if closest and self._view.camera.scale > closest:
                self._view.look_at(replace(self._view.camera, scale=closest))
        self.show_frame(0)

    def show_frame(self, number: int) -> None:
        """Show one frame; past the last one the film ends."""
        if number >= len(self.frames):
            self.end()
            return
        self.at = max(0, number)
        self._page.set_current(self.frames[self.at])
        self._view.update()

    def _go_to(self, event: int) -> None:
        found = next((k for k, one in enumerate(self.frames) if one.event == event), -1)
        if found >= 0:
            if not self.running:
                self.again()
            self.show_frame(found)

    def end(self) -> None:
        """Back to the table as it was looked at."""
        if not self.running:
            return
        self.at = -1
        self._keys.set_on(False)
        if self._before is not None:
            self._view.look_at(self._before)
        self.ended.emit()
        self._view.update()

    def _pressed(self, _watched: QWidget, event: QKeyEvent) -> bool:
        deeds = {
            Qt.Key.Key_Space: partial(self.show_frame, self.at + 1),
            Qt.Key.Key_Right: partial(self.show_frame, self.at + 1),
            Qt.Key.Key_Left: partial(self.show_frame, self.at - 1),
            Qt.Key.Key_J: partial(self.show_frame, 0),
            Qt.Key.Key_Escape: self.end,
        }
        deed = deeds.get(Qt.Key(event.key()))
        if deed is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        deed()
        event.accept()
        return True

    # ---- on the map -----------------------------------------------------------------------------

    def _paint(self, painter: QPainter, camera: Camera) -> None:
        if not self.running:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        order = [k for k in range(len(self.frames)) if k != self.at]
        for k in (*order, self.at):
            frame, now = self.frames[k], k == self.at
            painter.setOpacity(1.0 if now else 0.7)
            spots = [self._step(painter, camera, frame, step, lit=now) for step in frame.steps]
            numbered = next((spot for spot in spots if spot is not None), None)
            if numbered is not None:
                self._number(painter, numbered, k + 1, frame, lit=now)
        painter.setOpacity(1.0)

    def _step(
        self, painter: QPainter, camera: Camera, frame: FilmFrame, step: FilmStep, *, lit: bool
    ) -> QPointF | None:
        """Draw one arrow; where its number stands, None off the map."""
        anchors = self._view.scene().index.anchors
        points = [camera.to_view(anchors[cell]) for cell in step.cells if cell in anchors]
        if not points:
            return None
        edge = self._view.scene().edge * camera.scale
        ink = QColor(_FIRE) if step.kind in ("fire", "loss") else self._ink(frame.side)
        if step.kind in ("march", "arrival") and not self._view.scene().in_cell(step.cells[0]):
            _empty_place(painter, points[0], edge, ink)
        if step.kind in ("arrival", "loss") or len(points) < 2:
            _ring(painter, points[-1], edge, QColor(_LIT) if lit else ink)
            return points[-1] - QPointF(edge / 2, edge / 2)
        _arrow(painter, points, edge, ink, hollow=step.kind == "retreat")
        if lit:
            _ring(painter, points[-1], edge, QColor(_LIT))
        if step.kind == "fire":
            return (points[0] + points[-1]) / 2
        return points[0] - QPointF(edge * 0.42, edge * 0.42)

    def _ink(self, side: str) -> QColor:
        return self._view.scene().side_ink(side)

    def _number(
        self, painter: QPainter, at: QPointF, number: int, frame: FilmFrame, *, lit: bool
    ) -> None:
        disc = QRectF(0, 0, 22, 22)
        disc.moveCenter(at)
        painter.setPen(QPen(QColor(_CASING), 2))
        painter.setBrush(QColor("#b3812f") if lit else self._ink(frame.side))
        painter.drawEllipse(disc)
        ink = QColor(_CASING)
        paint.words(painter, disc, str(number), role="small-strong", ink=ink, align=paint.CENTRE)


def _empty_place(painter: QPainter, at: QPointF, edge: float, ink: QColor) -> None:
    """Where a counter came from: a dashed place."""
    box = QRectF(at.x() - edge / 2, at.y() - edge / 2, edge, edge)
    ground = QColor(ink)
    ground.setAlphaF(0.18)
    painter.setBrush(ground)
    painter.setPen(QPen(ink, 1.6, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box, 4, 4)


def _ring(painter: QPainter, at: QPointF, edge: float, ink: QColor) -> None:
    box = QRectF(at.x() - edge / 2, at.y() - edge / 2, edge, edge).adjusted(-4, -4, 4, 4)
    for colour, width in ((QColor("#1b1400"), 5.0), (ink, 3.0)):
        paint.rounded(painter, box, outline=colour, width=width, radius=7)


def _arrow(
    painter: QPainter, points: list[QPointF], edge: float, ink: QColor, *, hollow: bool
) -> None:
    """A printed arrow: a body that grows to a broad head, with a light rim."""
    wide, head = max(7.0, edge * 0.15), max(16.0, edge * 0.36)
    last, before = points[-1], points[-2]
    angle = math.atan2(last.y() - before.y(), last.x() - before.x())
    along = QPointF(math.cos(angle), math.sin(angle))
    neck = last - along * head
    body = QPainterPath(points[0])
    for point in (*points[1:-1], neck):
        body.lineTo(point)
    aside = QPointF(-along.y(), along.x()) * head * 0.55
    tip = QPolygonF([last, neck + aside, neck - aside])
    joins = (Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
    core = QColor(_CASING) if hollow else ink
    for colour, extra in ((QColor(ink) if hollow else QColor(_CASING), 4.0), (core, 0.0)):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, wide + extra, *joins))
        painter.drawPath(body)
        painter.setBrush(colour)
        painter.setPen(QPen(colour, extra, *joins) if extra else Qt.PenStyle.NoPen)
        painter.drawPolygon(tip)
