"""A soft way from one zoom to the next, so that the eye does not lose its place."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation
from PySide6.QtWidgets import QWidget

from wardesk.ui.canvas.camera import Camera
from wardesk.ui.preferences import preferences

TIME = 110
"""Milliseconds of one step."""


class Eye(Protocol):
    """What a view must have so that it can be zoomed softly."""

    @property
    def camera(self) -> Camera:
        """Where the eye is."""
        ...

    def limits(self) -> tuple[float, float]:
        """Least and most px per board unit."""
        ...

    def zoom(self, factor: float, at: QPointF) -> None:
        """Closer by *factor* around a point of the view."""
        ...


class Glide(QObject):
    """Zooms a view around a point; steps that come meanwhile are added up."""

    def __init__(self, view: Eye, widget: QWidget) -> None:
        super().__init__(widget)
        self._view, self._widget = view, widget
        self._at = QPointF()
        self._aim = 0.0
        self._run = QVariantAnimation(self)
        self._run.setDuration(TIME)
        self._run.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._run.valueChanged.connect(self._step)

    @property
    def running(self) -> bool:
        """Whether the eye is on its way."""
        return self._run.state() == QVariantAnimation.State.Running

    def zoom(self, factor: float, at: QPointF) -> None:
        """Closer by *factor* around *at* (view px); at once where motion is not wanted."""
        now = self._view.camera.scale
        if preferences().now.reduced_motion or not self._widget.isVisible():
            self._view.zoom(factor, at)
            return
        aim = (self._aim if self.running else now) * factor
        least, most = self._view.limits()
        self._aim, self._at = min(max(aim, least), most), at
        self._run.stop()
        self._run.setStartValue(now)
        self._run.setEndValue(self._aim)
        self._run.start()

    def stop(self) -> None:
        """Whoever moves the eye otherwise ends the glide."""
        self._run.stop()

    def _step(self, scale: float) -> None:
        self._view.zoom(scale / self._view.camera.scale, self._at)
