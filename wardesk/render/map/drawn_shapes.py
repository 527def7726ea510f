"""Shapes that stand in many places of a drawing, written into it once: stamps, grounds, samples.

Qt's generator knows no such thing: it would write a tree's outline for every tree, and a picture
for every brush. So the painters leave marks, and whoever writes the file (`export/svg_layers.py`)
puts a reference there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from PySide6.QtCore import QBuffer, QSize
from PySide6.QtGui import QBrush, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from wardesk.render.map.drawn_text import leave_mark
from wardesk.render.shapes import painting

SHAPE = "shape "
"""How a mark begins that names the shape which stands where the mark does."""
Draw = Callable[[QPainter], None]


@dataclass(frozen=True)
class PatternShape:
    """A shape that fills others as a pattern, square by square."""

    shape: str
    edge: float
    unit: float
    """What a unit of the shape is in those of the painter."""


@dataclass
class Shapes:
    """All shapes of one drawing."""

    drawn: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """By name, as Qt writes them."""
    grounds: dict[str, PatternShape] = field(default_factory=dict[str, PatternShape])
    """By the name that Qt gives the brush which stands for it."""
    _names: dict[Hashable, str] = field(default_factory=dict[Hashable, str])
    _brushes: dict[Hashable, QBrush] = field(default_factory=dict[Hashable, QBrush])

    def name_of(self, key: Hashable, draw: Draw) -> str:
        """The name of a shape, which is drawn if it has not been yet."""
        if key not in self._names:
            self._names[key] = name = f"s{len(self._names) + 1}"
            buffer = QBuffer()
            buffer.open(QBuffer.OpenModeFlag.WriteOnly)
            inner = Drawing(self)
            inner.setOutputDevice(buffer)
            inner.setSize(QSize(100, 100))
            with painting(inner) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                draw(painter)
            self.drawn[name] = bytes(buffer.data().data())
        return self._names[key]

    def brush(self, key: Hashable, draw: Draw, edge: float, unit: float) -> QBrush:
        """A brush that stands for a shape which repeats every *edge* of its units."""
        if (key, unit) not in self._brushes:
            image = QImage(1, 1, QImage.Format.Format_RGB32)
            name = f"texpattern_{image.cacheKey():x}"
            self.grounds[name] = PatternShape(self.name_of(key, draw), edge, unit)
            self._brushes[key, unit] = QBrush(image)
        return self._brushes[key, unit]


class Drawing(QSvgGenerator):
    """Qt's generator with the shapes that are drawn in many places."""

    def __init__(self, shapes: Shapes | None = None) -> None:
        super().__init__(QSvgGenerator.SvgVersion.Svg11)  # the smaller one cannot clip
        self.shapes = shapes if shapes is not None else Shapes()


def shapes_of(painter: QPainter) -> Shapes | None:
    """The shapes of the drawing that a painter works on; None if it makes no drawing."""
    device = painter.device()
    return device.shapes if isinstance(device, Drawing) else None


def put_shape(painter: QPainter, key: Hashable, draw: Draw) -> None:
    """Put a shape where the painter's (0, 0) is, as large as its units are.

    Drawings have it once for every *key*; for all others it is drawn.
    """
    shapes = shapes_of(painter)
    if shapes is None:
        draw(painter)
    else:
        leave_mark(painter, SHAPE + shapes.name_of(key, draw))
