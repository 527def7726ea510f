"""A small area map open in the editor, and hands that draw on it with real mouse and key events."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from wardesk.services.maps.edit_session import EditSession
from wardesk.ui.map.workspace import MapWorkspace

sys.path.append(str(Path(__file__).parents[2] / "drawing"))
from maps import area_map, canon

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


class Stage:
    """The editor with the specimen of five areas; places are given in map units."""

    def __init__(self, qtbot, folder, document=None) -> None:
        self.qtbot = qtbot
        self.session = EditSession.new(document or area_map(), folder / "stage.wdmap")
        self.workspace = MapWorkspace(self.session)
        self.workspace.resize(1000, 800)
        qtbot.addWidget(self.workspace)
        self.workspace.show()
        qtbot.waitExposed(self.workspace)
        self.view, self.model = self.workspace.view, self.workspace.model
        self.refusals = []
        self.model.refused.connect(lambda error: self.refusals.append(error.message))
        self.look(QRectF(-30, -30, 190, 190))
        self.before = canon(self.document)

    @property
    def document(self):
        return self.session.document

    @property
    def titles(self):
        return list(self.session.editor.titles)

    def look(self, box):
        """Show a part of the map, as large as it goes."""
        self.view.setMinimumSize(700, 600)
        self.view.fit_box(box)

    def use(self, tool):
        self.workspace.use(tool)
        return self.view.tool

    def px(self, x, y):
        return self.view.camera.to_view(QPointF(x, y)).toPoint()

    def click(self, x, y, held=NONE):
        QTest.mouseMove(self.view, self.px(x, y))
        QTest.mouseClick(self.view, LEFT, held, self.px(x, y))

    def double(self, x, y):
        """What the system sends for two quick clicks."""
        QTest.mousePress(self.view, LEFT, NONE, self.px(x, y))
        QTest.mouseRelease(self.view, LEFT, NONE, self.px(x, y))
        QTest.mouseDClick(self.view, LEFT, NONE, self.px(x, y))
        QTest.mouseRelease(self.view, LEFT, NONE, self.px(x, y))

    def hover(self, x, y):
        QTest.mouseMove(self.view, self.px(x, y) + QPoint(3, 3))
        QTest.mouseMove(self.view, self.px(x, y))

    def press(self, x, y, held=NONE):
        QTest.mouseMove(self.view, self.px(x, y))
        QTest.mousePress(self.view, LEFT, held, self.px(x, y))

    def pull(self, x, y):
        """Move with the button held."""
        QTest.mouseMove(self.view, self.px(x, y))

    def release(self, x, y, held=NONE):
        QTest.mouseRelease(self.view, LEFT, held, self.px(x, y))

    def drag(self, *places, held=NONE):
        """Press at the first place, move over the others in small steps, let go at the last."""
        self.press(*places[0], held)
        for (ax, ay), (bx, by) in pairwise(places):
            for k in range(1, 9):
                self.pull(ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8)
        self.release(*places[-1], held)

    def key(self, key, held=NONE):
        QTest.keyClick(self.view, key, held)

    def settle(self, dry_run):
        """Wait until what was asked is worked out."""
        self.qtbot.waitUntil(lambda: not dry_run.running, timeout=5000)

    def undo_all(self):
        while self.session.editor.can_undo:
            self.model.undo()
        return canon(self.document)


@contextmanager
def area_stage(qtbot, folder, document=None):
    """A stage that gives its file free at the end."""
    made = Stage(qtbot, folder, document)
    yield made
    made.workspace.shut()
