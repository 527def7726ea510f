"""Paste: a copied piece hangs at the pointer, can be turned, and is dropped with a click."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.clips import Clip, Paste
from wardesk.errors import UserError
from wardesk.render.map.recipes import art_of, ground_tint
from wardesk.render.map.styled_theme import worn
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map import clipboard
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.canvas.pointer import ActiveTool, Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import PICKED, outline
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.words import count_cells
from wardesk.ui.widgets.switch import Switch
from wardesk.words import tr


class PasteTool(Tool):
    """Lays a clip down, once or (with Shift) again and again."""

    id = "paste"
    icon = "copy"
    group = "pick"
    kinds = frozenset({"square", "hex"})

    clip: Clip | None = None
    turn = 0
    """Sixths (hexes) or quarters (squares) of a turn, clockwise."""
    names = False
    before: ActiveTool | None = None
    """The tool to go back to."""

    @property
    def title(self) -> str:
        return tr("Paste")

    def hang(self, clip: Clip) -> None:
        """Take the tool up with a piece at the pointer."""
        if self.view.tool is not self:
            self.before = self.view.tool
        self.clip, self.turn = clip, 0
        self.view.take_up(self.id)
        self.hinted.emit()
        self.view.update()

    def begin(self) -> None:
        if self.clip is None and clipboard.holds_clip():
            try:
                self.clip = clipboard.take()
            except UserError as error:
                self.model.refused.emit(error)

    def leave(self) -> None:
        self.clip, self.turn = None, 0

    def hints(self) -> Hints:
        if self.clip is None:
            return (("Ctrl+C", tr("copy the picked cells")), ("Ctrl+V", tr("paste")))
        return (
            (tr("Click"), tr("drop it here")),
            (tr("Shift+click"), tr("drop and keep")),
            ("Ctrl+R", tr("turn it")),
            ("M", tr("mirror it")),
            ("Enter", tr("drop at the keyboard's cell")),
            ("Esc", tr("let go")),
        )

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        switch = Switch(tr("Names come along"), row)
        switch.toggled.connect(self._name)
        row.add(tr("Names come along"), switch)
        return row

    def _name(self, on: bool) -> None:
        self.names = on

    def rotate(self, by: int) -> None:
        """Turn the piece by steps, clockwise."""
        if self.clip is not None:
            self.turn += by
            self.view.update()

    def mirror(self) -> None:
        """Exchange left and right of the piece as it hangs."""
        if self.clip is not None:
            # as it hangs: a piece turned to the right and mirrored is one mirrored, turned left
            self.clip, self.turn = self.clip.mirrored(), -self.turn
            self.view.update()

    # ---- the hand ------------------------------------------------------------------------------

    def cancel(self) -> bool:
        if self.clip is None:
            return False
        self._go_back()
        return True

    def step_back(self) -> bool:
        return False

    def _go_back(self) -> None:
        before, self.before = self.before, None
        self.clip = None
        if self.view.tool is self:
            self.view.use(before if before is not None else self.view.tools["select"])

    def press(self, at: Pointer) -> None:
        if at.cell:
            self._drop(at.cell, keep=at.shift)

    def move(self, at: Pointer) -> None:
        self.view.update()

    def cell_entered(self, cell: str) -> None:
        self._drop(cell, keep=False)

    def pressed_key(self, event: QKeyEvent) -> bool:
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_R and ctrl:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.rotate(-1 if back else 1)
            return True
        if event.key() == Qt.Key.Key_M and not event.modifiers() and self.clip is not None:
            self.mirror()
            return True
        return False

    def _drop(self, cell: str, *, keep: bool) -> None:
        if self.clip is None:
            return
        done = self.model.do(Paste(self.clip, cell, self.turn % 12, self.names))
        if done and not keep:
            self._go_back()

    # ---- its picture ---------------------------------------------------------------------------

    def landing(self, cell: str) -> list[str]:
        """The cells that the piece would cover with its first cell on *cell*."""
        document, clip = self.model.document, self.clip
        layout = document.layout
        numbers = document.cell_numbers
        if clip is None or layout is None or cell not in numbers or clip.kind != layout.grid.kind:
            return []
        q, r = layout.grid.coordinates(numbers[cell])
        found: list[str] = []
        for row in clip.turned(self.turn).cells:
            number = layout.grid.index(q + row.step[0], r + row.step[1])
            label = layout.numbering.label(layout.grid, number) if number >= 0 else ""
            found.append(label if label in document.cells else "")
        return found

    def paint(self, painter: QPainter, camera: Camera) -> None:
        cell = self.view.hover_cell or self.view.focus_cell
        if self.clip is None or not cell:
            return
        transform = camera.transform()
        landing = self.landing(cell)
        many = len(landing) > 150
        for label, row in zip(landing, self.clip.cells, strict=False):
            if not label:
                continue
            path = transform.map(self.view.sheet.cell_path(label))
            painter.fillPath(path, self._tint(row.terrain))
            if not many:
                outline(painter, path, PICKED, 1.4)
        off = sum(not label for label in landing)
        words = count_cells(len(self.clip.cells) - off)
        if off:
            words += "\n" + tr("{0} off the map").format(off)
        at = self.view.pointer if self.view.hover_cell else self.view.cell_point(cell)
        paint_words(painter, self.view.rect().toRectF(), QPointF(at), words, below=True)

    def _tint(self, terrain: str) -> QColor:
        """About the colour that the ground will have."""
        tint = QColor(
            ground_tint(
                worn(self.view.inks, self.model.document), art_of(self.model.document, terrain)
            )
        )
        tint.setAlphaF(0.75)
        return tint
