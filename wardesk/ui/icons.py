"""Our own line icons: a 24 px grid, 1.75 px strokes, tinted from the tokens at run time."""

from __future__ import annotations

import math
from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from wardesk.errors import BugError
from wardesk.paths import resources
from wardesk.ui.theme import colour

_KEPT_EDGE = 32
"""Px up to which an icon is kept as a picture."""


@cache
def _drawing(name: str) -> str:
    path = resources() / "icons" / f"{name}.svg"
    if not path.is_file():
        raise BugError(f"There is no icon called {name}")
    return path.read_text("utf-8")


@lru_cache(maxsize=512)
def _renderer(name: str, ink: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", ink).encode()))


def paint_icon(painter: QPainter, name: str, box: QRectF, ink: str | QColor = "text2") -> None:
    """Draw an icon in *box*; *ink* is a token or a colour."""
    tint = ink if isinstance(ink, QColor) else colour(ink)
    device, at = painter.device(), painter.worldTransform()
    ratio = device.devicePixelRatioF() if device is not None else 0.0
    left, top = box.left() + at.dx(), box.top() + at.dy()
    still = ratio == 1 and not (at.isScaling() or at.isRotating())
    if not still or max(box.width(), box.height()) > _KEPT_EDGE:
        _renderer(name, tint.name()).render(painter, box)
        return
    # On the pixels of the screen: what was drawn once is drawn again as a picture.
    x, y = math.floor(left), math.floor(top)
    picture = _drawn(name, tint.name(), left - x, top - y, box.width(), box.height())
    painter.drawPixmap(QPointF(x - at.dx(), y - at.dy()), picture)


@lru_cache(maxsize=1024)
def _drawn(name: str, ink: str, x: float, y: float, wide: float, high: float) -> QPixmap:
    """An icon *x* and *y* px off whole pixels."""
    result = QPixmap(math.ceil(x + wide) + 1, math.ceil(y + high) + 1)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    _renderer(name, ink).render(painter, QRectF(x, y, wide, high))
    painter.end()
    return result


@lru_cache(maxsize=512)
def _pixmap(name: str, ink: str, size: int, ratio: float) -> QPixmap:
    result = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    _renderer(name, ink).render(painter, QRectF(result.rect()))
    painter.end()
    result.setDevicePixelRatio(ratio)
    return result


def pixmap(name: str, ink: str = "text2", size: int = 20, ratio: float = 2.0) -> QPixmap:
    """An icon as a picture in a token's colour; twice the size, so that it stays crisp."""
    return _pixmap(name, colour(ink).name(), size, ratio)


def states_icon(name: str, size: int, on: str = "accent_text") -> QIcon:
    """An icon for a button in the ink of each state: under the mouse, *on*, switched off.

    Ask again when the theme changes.
    """
    screen = QGuiApplication.primaryScreen()
    ratio = screen.devicePixelRatio() if screen is not None else 1.0
    result, mode, state = QIcon(), QIcon.Mode, QIcon.State
    for how, which, ink in (
        (mode.Normal, state.Off, "text2"), (mode.Active, state.Off, "text"),
        (mode.Normal, state.On, on), (mode.Active, state.On, on),
        (mode.Disabled, state.Off, "edge"), (mode.Disabled, state.On, "edge"),
    ):  # fmt: skip
        result.addPixmap(pixmap(name, ink, size, ratio), how, which)
    return result


def icon(name: str, ink: str = "text2", size: int = 20) -> QIcon:
    """An icon for Qt's own controls (menus, fields); ask again when the theme changes."""
    return QIcon(pixmap(name, ink, size))
