"""What a board view asks of whoever draws maps and counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.model.look import BadgeLook, CounterLook, SideLook


class BoardArt(Protocol):
    """The drawings of one board in one theme. `paint_ground` must be safe in any thread."""

    @property
    def sheet(self) -> QRectF:
        """The whole paper, in board units."""
        ...

    @property
    def counter(self) -> float:
        """Edge of a counter, in board units."""
        ...

    @property
    def paper(self) -> QColor:
        """The colour of the paper, veiled in the dark theme."""
        ...

    def paint_ground(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Paint the ground inside *rect*; *painter* maps board units to px, *scale* px per unit."""
        ...

    def paint_lettering(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Paint names and numbers inside *rect*, over the ground and the tints on it."""
        ...

    def name_rects(self, scale: float) -> Mapping[str, QRectF]:
        """Per cell the box of its name in board units, as far as known by now; never waits."""
        ...

    def counter_image(
        self, look: CounterLook, side: SideLook | None, pixels: int, ratio: float
    ) -> QImage:
        """A counter, *pixels* (logical) wide, for a screen with *ratio* device px per pixel."""
        ...

    def badge_image(self, badge: BadgeLook, pixels: int, ratio: float) -> QImage:
        """A round or angular marker that lies in a cell."""
        ...
