"""Link and cut: a person's word that two cells are joined or parted, always with the reason."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import ClearOverride, CutCells, LinkCells
from wardesk.drawing.document import Override
from wardesk.drawing.neighbourhood import sorted_pair
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.canvas.cell_marks import mark_cells
from wardesk.ui.map.canvas.cells import beside
from wardesk.ui.map.canvas.features import dot, segment_distance
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import CASING
from wardesk.ui.map.dialogs.reason import BorderReasonDialog
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

LINK, CUT = "#00695c", "#b3261e"
NEAR = 8.0


class LinkTool(Tool):
    """Adds, changes and takes back overrides of who borders whom."""

    id = "link"
    icon = "link"
    key = "G"
    group = "shape"

    how = "auto"
    """``auto`` (cut neighbours, link others), ``link`` or ``cut``."""
    dialog: BorderReasonDialog | None = None
    _from = ""
    _by_keys = False
    _to = QPointF()
    _near: frozenset[str] = frozenset()
    """The cells beside the one that the hand came from."""
    _active: tuple[str, str] | None = None

    @property
    def title(self) -> str:
        return tr("Link and cut")

    def hints(self) -> Hints:
        if self._from:
            end = ("Enter", tr("to this cell")) if self._by_keys else (
                tr("Release"), tr("on the other cell"))  # fmt: skip
            return (end, ("Esc", tr("drop it")))
        if self.active() is not None:
            return (
                (tr("Double click"), tr("another reason")),
                ("Del", tr("take the word back")),
                ("Esc", tr("let it be")),
            )
        return (
            (tr("Drag"), tr("from cell to cell: join or part them")),
            (tr("Click"), tr("pick a word that was given")),
            ("Enter", tr("from the keyboard's cell")),
        )

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        choices = [("auto", tr("As it fits")), ("link", tr("Link")),
                   ("cut", tr("Cut", "LinkTool"))]  # fmt: skip
        segment = Segment(choices, row, name=tr("What the hand does"))
        segment.chosen.connect(self._choose)
        row.add("", segment)
        return row

    def _choose(self, how: str) -> None:
        self.how = how

    def active(self) -> Override | None:
        """The override that was picked."""
        return self._given(self._active) if self._active is not None else None

    def _given(self, pair: tuple[str, str]) -> Override | None:
        rows = self.model.document.overrides
        return next((one for one in rows if sorted_pair(*one.pair) == pair), None)

    # ---- the hand ------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return bool(self._from)

    def cancel(self) -> bool:
        if not self._from and self._active is None:
            return False
        self._from, self._active = "", None
        self._told()
        return True

    def step_back(self) -> bool:
        return self.live and self.cancel()

    def _told(self) -> None:
        self.hinted.emit()
        self.view.update()

    def press(self, at: Pointer) -> None:
        found = self.at(at.at)
        self._active = sorted_pair(*found.pair) if found is not None else None
        self._start(at.cell, by_keys=False)
        self._to = at.at
        self._told()

    def move(self, at: Pointer) -> None:
        self._to = at.at
        self.view.update()

    def release(self, at: Pointer) -> None:
        start, self._from = self._from, ""
        if start and at.cell not in ("", start) and not self._by_keys:
            self.ask(start, at.cell)
        self._told()

    def double(self, at: Pointer) -> None:
        found = self.at(at.at)
        if found is None:
            self.press(at)
            return
        self._from = ""
        self.ask(*found.pair, how="link" if found.change == "add" else "cut", reason=found.reason)

    def cell_entered(self, cell: str) -> None:
        if self._by_keys and self._from:
            start, self._from = self._from, ""
            if start != cell:
                self.ask(start, cell)
        else:
            self._start(cell, by_keys=True)
        self._told()

    def _start(self, cell: str, *, by_keys: bool) -> None:
        self._from, self._by_keys = "", by_keys
        if cell in self.model.document.cells:
            self._from = cell
            self._near = frozenset(beside(self.model.document)(cell))

    def pressed_key(self, event: QKeyEvent) -> bool:
        found = self.active()
        if event.key() != Qt.Key.Key_Delete or found is None:
            return False
        self.model.do(ClearOverride(*found.pair))
        self._active = None
        self._told()
        return True

    def _shown(self) -> list[Override]:
        """Those whose cells are there; the others are listed among the issues."""
        cells = self.model.document.cells
        return [one for one in self.model.document.overrides if set(one.pair) <= cells.keys()]

    def at(self, point: QPointF) -> Override | None:
        """The override whose line runs under a point (map units)."""
        here, reach = (point.x(), point.y()), NEAR * self.view.pixel
        for override in self._shown():
            a, b = map(self.view.sheet.anchor, override.pair)
            if segment_distance(a.toTuple(), b.toTuple(), here)[0] <= reach:  # type: ignore[arg-type]
                return override
        return None

    # ---- asking --------------------------------------------------------------------------------

    def ask(self, a: str, b: str, *, how: str = "", reason: str = "") -> None:
        """Ask for the reason, then link or cut. Refused at once where that cannot be."""
        touching = b in beside(self.model.document)(a)
        given = self._given(sorted_pair(a, b))
        how = how or (self.how if self.how != "auto" else "cut" if touching else "link")
        command = CutCells if how == "cut" else LinkCells
        refusal = self.model.why_not(command(a, b, reason or "?"))
        if refusal:
            self.model.refuse(refusal)
            return
        if given is not None and not reason:
            reason = given.reason
        title = tr("Part {0} and {1}") if how == "cut" else tr("Join {0} and {1}")
        self.dialog = BorderReasonDialog(title.format(a, b), reason, self.view)
        self.dialog.given.connect(lambda why: self.model.do(command(a, b, why)))
        self.dialog.open()

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        for override in self._shown():
            chosen = sorted_pair(*override.pair) == self._active
            a, b = (camera.to_view(self.view.sheet.anchor(cell)) for cell in override.pair)
            self._line(painter, a, b, LINK if override.change == "add" else CUT, chosen=chosen)
        if self._from:
            start = camera.to_view(self.view.sheet.anchor(self._from))
            goal = self.view.focus_cell if self._by_keys else self.view.hover_cell
            on = camera.to_view(self.view.sheet.anchor(goal)) if goal else camera.to_view(self._to)
            mark_cells(painter, self.view, [cell for cell in (self._from, goal) if cell])
            cuts = self.how == "cut" or (self.how == "auto" and goal in self._near)
            self._line(painter, start, on, CUT if cuts else LINK, chosen=True)
            return
        found = self.at(camera.to_board(self.view.pointer)) or self.active()
        if found is not None:
            verb = tr("Joined") if found.change == "add" else tr("Parted")
            words = f"{verb}: {' – '.join(found.pair)}\n{found.reason}"
            a, b = (camera.to_view(self.view.sheet.anchor(cell)) for cell in found.pair)
            paint_words(painter, self.view.rect().toRectF(), (a + b) / 2, words, below=True)
        elif self.view.hover_cell:
            mark_cells(painter, self.view, [self.view.hover_cell])

    def _line(self, painter: QPainter, a: QPointF, b: QPointF, ink: str, *, chosen: bool) -> None:
        painter.setPen(QPen(QColor(CASING), 6.0 if chosen else 4.6))
        painter.drawLine(a, b)
        pen = QPen(QColor(ink), 3.4 if chosen else 2.2, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        painter.drawLine(a, b)
        if ink == CUT:  # a bar across says it without the colour
            way = b - a
            long = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1e-9)
            across = QPointF(-way.y(), way.x()) * (8 / long)
            middle = (a + b) / 2
            painter.setPen(QPen(QColor(ink), 3.4))
            painter.drawLine(middle - across, middle + across)
        for end in (a, b):
            dot(painter, end, ink, size=3.2)
