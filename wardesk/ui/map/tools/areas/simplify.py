"""The controls that thin out borders: a tolerance, what would be left, and the button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSlider, QWidget

from wardesk.drawing.commands.nodes import Simplify
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.background.dry_run import DryRun
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView

_STEPS = 100


class SimplifyOptions(OptionRow):
    """A slider that shows at once what it would leave; only the button changes the map."""

    def __init__(self, model: MapModel, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._view = model, view
        self.dry_run = DryRun(model, self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, _STEPS)
        self.slider.setFixedSize(theme.px(84), 24)  # room for the whole handle
        self.slider.setAccessibleName(tr("How far borders may move when thinned out"))
        self.slider.setToolTip(tr("Take out bends that matter less than this"))
        self.words = Label("", self, role="small", tone="text2")
        self.words.setMinimumWidth(theme.px(112))
        self.button = Button(tr("Simplify"), self)
        self.add(tr("Simplify"), self.slider)
        self._row.addWidget(self.words)
        self._row.addWidget(self.button)
        self.slider.valueChanged.connect(self._slid)
        self.button.clicked.connect(self.apply)
        self.dry_run.told.connect(self._told)
        model.selected.connect(self._slid)
        model.changed.connect(self._slid)
        self._slid()

    @property
    def tolerance(self) -> float:
        """Map units that borders may move; 0 = the slider is at its left end."""
        share = self.slider.value() / _STEPS
        return round(share * share * self._view.sheet.counter / 2, 3)

    @property
    def edges(self) -> tuple[int, ...]:
        """The borders meant: those picked, else those of the picked areas, else all (empty)."""
        picked, faces = self._model.selection, self._model.document.faces
        if picked.edges:
            return picked.edges
        return tuple(
            sorted(
                {
                    abs(signed)
                    for cell in picked.cells
                    if cell in faces
                    for ring in faces[cell].rings
                    for signed in ring
                }
            )
        )

    def apply(self) -> None:
        """Thin out."""
        if self.tolerance and self._model.do(Simplify(self.tolerance, self.edges)):
            self.reset()

    def reset(self) -> None:
        """Back to nothing."""
        self.slider.setValue(0)

    def _slid(self, *_: object) -> None:
        if self.tolerance:
            self.dry_run.ask(Simplify(self.tolerance, self.edges))
            self.button.allow()
        else:
            self.dry_run.forget()
            self.button.refuse(tr("Move the slider first: it shows what would be left."))
        self._told()

    def _told(self) -> None:
        now = self.dry_run.now
        if not self.tolerance:
            scope = len(self.edges)
            self.words.setText(tr("{0} borders").format(scope) if scope else tr("all borders"))
        elif now is not None and now.refused:
            self.words.setText(tr("too much"))
            self.button.refuse(now.refused)
        elif now is not None:
            self.words.setText(tr("{0} → {1} bends").format(*now.bends))
        self._view.update()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """The borders as they would be."""
        now = self.dry_run.now
        if now is None or not self.tolerance:
            return
        for line in now.lines:
            handles.stroke(painter, handles.on_view(camera, line), handles.MADE, 1.6)
