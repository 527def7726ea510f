"""A soft way from one zoom to the next, so that the eye does not lose its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QVariantAnimation

from wardesk.ui.preferences import preferences

if TYPE_CHECKING:
    from wardesk.ui.canvas.eye import EyeView

TIME = 110
"""Milliseconds of one step."""


class Glide(QObject):
    """Zooms a view around a point; steps that come meanwhile are added up."""

    def __init__(self, view: EyeView) -> None:
        super().__init__(view)
        self._view = view
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
        if preferences().now.reduced_motion or not self._view.isVisible():
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
