"""A hand for tests: presses, drags and types on the sheet with real Qt events."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


class Hand:
    """Acts on one editor. Places are cells, or points in map units."""

    def __init__(self, workspace):
        self.workspace = workspace
        self.model, self.view = workspace.model, workspace.view
        self.refusals = []
        self.model.refused.connect(self.refusals.append)
        self.view.setFocus()

    @property
    def document(self):
        return self.model.document

    @property
    def titles(self):
        """The history's entries that are done."""
        editor = self.workspace.session.editor
        return editor.titles[: editor.position]

    def use(self, tool):
        self.workspace.use(tool)
        return self.view.tool

    def at(self, place):
        """Px of the view for a cell or a point."""
        if isinstance(place, str):
            return self.view.cell_point(place).toPoint()
        if isinstance(place, QPoint):
            return place
        return self.view.camera.to_view(QPointF(*place)).toPoint()

    def click(self, place, held=NONE):
        QTest.mouseMove(self.view, self.at(place))
        QTest.mouseClick(self.view, LEFT, held, self.at(place))

    def double(self, place):
        QTest.mouseClick(self.view, LEFT, NONE, self.at(place))
        QTest.mouseDClick(self.view, LEFT, NONE, self.at(place))
        QTest.mouseRelease(self.view, LEFT, NONE, self.at(place))

    def press(self, place, held=NONE):
        QTest.mousePress(self.view, LEFT, held, self.at(place))

    def drag_to(self, *places, held=NONE):
        """Move with the left button held, in small steps."""
        for place in places:
            goal = self.at(place)
            start = self.view.pointer.toPoint()
            for k in range(1, 9):
                self._move(start + (goal - start) * k / 8, held)

    def _move(self, to, held):
        from PySide6.QtGui import QMouseEvent

        on = QPointF(to)
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove, on, self.view.mapToGlobal(on), Qt.MouseButton.NoButton,
            LEFT, held,
        )  # fmt: skip
        QApplication.sendEvent(self.view, event)

    def release(self, place, held=NONE):
        QTest.mouseRelease(self.view, LEFT, held, self.at(place))

    def drag(self, start, *places, held=NONE):
        """Press, move through the places, release."""
        QTest.mouseMove(self.view, self.at(start))
        self.press(start, held)
        self.view.pointer = QPointF(self.at(start))
        self.drag_to(*places, held=held)
        self.release(places[-1], held)

    def key(self, key, held=NONE, times=1):
        self.come_forward()
        for _ in range(times):
            QTest.keyClick(self.view, key, held)

    def come_forward(self):
        """Shortcuts act in the active window only."""
        if not self.workspace.isActiveWindow():
            self.workspace.activateWindow()
            assert QTest.qWaitForWindowActive(self.workspace)

    def type(self, words, widget=None):
        QTest.keyClicks(widget or self.view, words)

    def terrain(self, cell):
        return self.document.cells[cell].terrain

    def painted(self, terrain):
        """The cells of a terrain."""
        return {cell.id for cell in self.document.cells.values() if cell.terrain == terrain}

    def key_in(self, widget, key, held=NONE):
        """A key in another widget than the sheet."""
        QTest.keyClick(widget, key, held)
