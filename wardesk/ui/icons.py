"""Our own line icons: a 24 px grid, 1.75 px strokes, tinted from the tokens at run time."""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from wardesk.errors import BugError
from wardesk.paths import resources
from wardesk.ui.theme import colour


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
    _renderer(name, tint.name()).render(painter, box)


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


def icon(name: str, ink: str = "text2", size: int = 20) -> QIcon:
    """An icon for Qt's own controls (menus, fields); ask again when the theme changes."""
    return QIcon(pixmap(name, ink, size))
