"""Review of neighbours: doubtful pairs one after the other; confirm, join or part them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QPolygonF

from wardesk.documents.imports.areas import source_word
from wardesk.drawing.commands.all_commands import (
    AnyCommand,
    ClearOverride,
    CutCells,
    KeepPair,
    LinkCells,
)
from wardesk.drawing.issues.pair_review import PairDoubt
from wardesk.drawing.neighbourhood import Pair, sorted_pair
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.background.doubtful_neighbours import (
    measure_words,
    pair_title,
    reason_words,
    state_words,
)
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.canvas.cell_marks import mark_cells
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.dialogs.reason import BorderReasonDialog
from wardesk.ui.map.tools.tool import Tool
from wardesk.words import tr

FIRST, SECOND, CONTACT, CASING = "#0b4fb3", "#9a4d00", "#c2187a", "#ffffff"
_NEAR = 3.0
"""How much of the sheet around a contact is shown, in sizes of a counter."""


class ReviewTool(Tool):
    """Goes through the review list. ``picked(pair)``: another pair is in hand, or none (None)."""

    id = "review"
    icon = "doubt"
    key = "Shift+G"
    group = "shape"
    cursor = Qt.CursorShape.PointingHandCursor
    dialog: BorderReasonDialog | None = None

    picked = Signal(object)

    _pair: Pair | None = None
    _place = 0
    """Where in the list the pair stood: its successor is the next one in hand."""

    @property
    def title(self) -> str:
        return tr("Review neighbours")

    def hints(self) -> Hints:
        row = self.row
        if row is None:
            return ((". ,", tr("next, previous pair")),)
        found = [(". ,", tr("next, previous pair")), ("Y", tr("keep as it is"))]
        found.append(("C", tr("cut", "ReviewTool")) if row.joined else ("A", tr("make neighbours")))
        found.append((tr("Click"), tr("a cell: its doubtful pairs")))
        return tuple(found)

    # ---- the list ------------------------------------------------------------------------------

    @property
    def rows(self) -> tuple[PairDoubt, ...]:
        """The doubtful pairs, worst first."""
        return self.model.doubtful.found

    @property
    def row(self) -> PairDoubt | None:
        """The pair in hand."""
        return self.model.doubtful.of(self._pair) if self._pair is not None else None

    def begin(self) -> None:
        doubts = self.model.doubtful
        doubts.made.connect(self._renewed)
        doubts.want("review", wanted=True)
        self._renewed()

    def leave(self) -> None:
        doubts = self.model.doubtful
        doubts.made.disconnect(self._renewed)
        doubts.want("review", wanted=False)

    def _renewed(self) -> None:
        """The list is another one: stay with the pair, else take the one at its place."""
        pairs = [row.pair for row in self.rows]
        if self._pair in pairs:
            self._place = pairs.index(self._pair)
            self._told()
        elif pairs:
            self.pick(pairs[min(self._place, len(pairs) - 1)])
        else:
            self._pair = None
            self._told()

    def pick(self, pair: Pair) -> None:
        """Take a pair in hand and show it."""
        pairs = [row.pair for row in self.rows]
        if pair in pairs:
            self._pair, self._place = pair, pairs.index(pair)
            self._show()
            self._told()

    def step(self, by: int) -> None:
        """The next pair of the list, or the one before; round at the ends."""
        if self.rows:
            at = self._place + by if self.row is not None else 0
            self.pick(self.rows[at % len(self.rows)].pair)

    def _told(self) -> None:
        self.picked.emit(self._pair)
        self.hinted.emit()
        self.view.update()

    def _show(self) -> None:
        """Bring the place where the two meet into view, if it is not in it."""
        row = self.row
        if row is None:
            return
        points = [QPointF(*point) for line in row.lines for point in line]
        if not points:
            points = [self.view.sheet.anchor(cell) for cell in row.pair]
        room = self.view.sheet.counter * _NEAR
        box = QPolygonF(points).boundingRect().adjusted(-room, -room, room, room)
        seen = self.view.camera.seen()
        if not seen.contains(box) or seen.width() > 12 * box.width():
            self.view.fit_box(box)

    # ---- deciding ------------------------------------------------------------------------------

    def keep(self) -> None:
        """Confirm the pair in hand as it is."""
        row = self.row
        if row is None:
            self._nothing()
            return
        unit = self.model.document.unit
        said = tr("confirmed: {0}; {1}").format(measure_words(row, unit), state_words(row))
        self._decide(row, KeepPair(*row.pair, said))

    def join(self) -> None:
        """Ask for the reason and make the pair in hand neighbours."""
        self._ask(joined=True)

    def cut(self) -> None:
        """Ask for the reason and part the pair in hand."""
        self._ask(joined=False)

    def take_source(self) -> None:
        """Make those neighbours whom the map's source calls so, and be done with the list."""
        word = source_word(self.model.document, self.rows)
        if word is not None and self.model.do(word):
            self.model.doubtful.settle(*(row.pair for row in self.rows))

    def _ask(self, *, joined: bool) -> None:
        row = self.row
        if row is None:
            self._nothing()
            return
        a, b = row.pair
        if row.joined == joined:
            words = tr("{0} and {1} are neighbours already.") if joined else (
                tr("{0} and {1} are no neighbours already."))  # fmt: skip
            self.model.refuse(words.format(a, b), tr("Keep them as they are: Y."))
            return
        refusal = self.model.why_not(self._commands(row, "?")[0])
        if refusal:
            self.model.refuse(refusal)
            return
        title = tr("Join {0} and {1}") if joined else tr("Part {0} and {1}")
        self.dialog = BorderReasonDialog(title.format(a, b), "", self.view)
        self.dialog.given.connect(lambda why: self._decide(row, *self._commands(row, why)))
        self.dialog.open()

    def _commands(self, row: PairDoubt, reason: str) -> tuple[AnyCommand, ...]:
        """What makes of neighbours strangers, and of strangers neighbours.

        An override of the import that says the opposite is taken back rather than overridden.
        """
        change = "add" if row.joined else "remove"
        rows = self.model.document.overrides
        if any(sorted_pair(*one.pair) == row.pair and one.change == change for one in rows):
            return ClearOverride(*row.pair), KeepPair(*row.pair, reason)
        return ((CutCells if row.joined else LinkCells)(*row.pair, reason),)

    def _decide(self, row: PairDoubt, *commands: AnyCommand) -> None:
        done = self.model.do(commands[0]) if len(commands) == 1 else self.model.do_all(*commands)
        if done:
            self.model.doubtful.settle(row.pair)

    def _nothing(self) -> None:
        self.model.refuse(
            tr("No pair is in hand."), tr("The list of doubtful neighbours is empty.")
        )

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        if at.left and at.cell:
            self.cell_entered(at.cell)

    def cell_entered(self, cell: str) -> None:
        """The next doubtful pair of a cell."""
        mine = [row.pair for row in self.rows if cell in row.pair]
        if mine:
            after = mine.index(self._pair) + 1 if self._pair in mine else 0
            self.pick(mine[after % len(mine)])

    def pressed_key(self, event: QKeyEvent) -> bool:
        run = {
            Qt.Key.Key_Period: lambda: self.step(1),
            Qt.Key.Key_Comma: lambda: self.step(-1),
            Qt.Key.Key_Y: self.keep,
            Qt.Key.Key_A: self.join,
            Qt.Key.Key_C: self.cut,
        }.get(Qt.Key(event.key()))
        if run is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        run()
        return True

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        row = self.row
        if row is None:
            return
        for cell, ink in zip(row.pair, (FIRST, SECOND), strict=True):
            mark_cells(painter, self.view, [cell], ink, tint=0.22)
        middle = self._contact(painter, camera, row)
        words = f"{pair_title(self.model.document, row)}: {self._reason(row)}"
        view = QRectF(QPointF(0, 0), camera.size)
        paint_words(painter, view, middle, words, icon="doubt", tone="text")

    def _reason(self, row: PairDoubt) -> str:
        return reason_words(row, self.model.document.unit)

    def _contact(self, painter: QPainter, camera: Camera, row: PairDoubt) -> QPointF:
        """Draw where the two meet; gives the middle of it, px."""
        lines = [[camera.to_view(QPointF(*p)) for p in line] for line in row.lines]
        if not lines:
            a, b = (camera.to_view(self.view.sheet.anchor(cell)) for cell in row.pair)
            for ink, width, style in ((CASING, 6.0, _SOLID), (CONTACT, 3.0, _DASHED)):
                painter.setPen(QPen(QColor(ink), width, style))
                painter.drawLine(a, b)
            return (a + b) / 2
        for ink, width in ((CASING, 9.0), (CONTACT, 5.0)):
            pen = QPen(QColor(ink), width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for line in lines:
                if len(line) > 1:
                    painter.drawPolyline(line)
                else:
                    painter.drawEllipse(line[0], 7.0, 7.0)
        longest = max(lines, key=len)
        return longest[len(longest) // 2] if len(longest) != 2 else (longest[0] + longest[1]) / 2


_SOLID, _DASHED = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine
