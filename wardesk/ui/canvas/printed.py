"""Board art as `render` draws it: printed sheets and counters, in the light and the dark theme."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.model.board import Board
from wardesk.model.look import BadgeLook, CounterLook, SideLook
from wardesk.render.counters import counter as counters
from wardesk.render.map.board_painter import WHOLE, BoardPainter
from wardesk.render.map.frame import MapParts
from wardesk.render.theme import MapTheme, load_map_theme
from wardesk.ui import language, theme
from wardesk.ui.preferences import preferences

_SAMPLE = 36
"""Edge of a sample of ground in the key, px."""
_KEY_EDGE = 50.0
"""Px of a counter's edge at which letters of a key measure a good 12 px."""


def map_theme(name: str, window: str) -> MapTheme:
    """The map theme *name* as it looks in the window theme *window*.

    In the dark window any map lies under the dark theme's veil; in the one of strong contrast the
    printed map gives way to the map theme of that name.
    """
    if window == "contrast" and name == "printed":
        return load_map_theme("contrast")
    found, night = load_map_theme(name), load_map_theme("dark")
    if window != "dark":
        return found
    return replace(found, veil=night.veil, veil_strength=night.veil_strength)


def chosen_art(board: Board) -> PrintedArt:
    """The board as a person has chosen to see it, without its keys; safe in any thread.

    The keys of a print cannot be read on a screen; `PrintedArt.key_pictures` has them larger.
    """
    now = preferences().now
    inks = map_theme(now.map_theme, theme.current() if now.map_follows else "light")
    return PrintedArt(board, inks=inks, parts=MapParts(key=False))


class PrintedArt:
    """A `BoardArt` over `render`. Making one works the board's geometry out, once per board."""

    def __init__(
        self, board: Board, *, dark: bool = False, inks: MapTheme | None = None,
        parts: MapParts = WHOLE,
    ) -> None:  # fmt: skip
        self._theme = inks or map_theme("printed", "dark" if dark else "light")
        self._painter = BoardPainter(board, self._theme, language.current(), parts)

    @property
    def sheet(self) -> QRectF:
        """The whole paper, in board units."""
        return self._painter.rect

    @property
    def counter(self) -> float:
        """Edge of a counter, in board units."""
        return self._painter.counter

    @property
    def paper(self) -> QColor:
        """The colour of the paper, veiled in the dark theme."""
        return self._theme.colour("paper.sheet")

    def paint_ground(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Paint the ground; the painter's own device says which part is seen."""
        self._painter.paint_ground(painter, scale)

    def paint_lettering(self, painter: QPainter, rect: QRectF, scale: float) -> None:
        """Paint names and numbers."""
        self._painter.paint_lettering(painter, scale)

    def name_rects(self, scale: float) -> Mapping[str, QRectF]:
        """Where names stand, as far as that is worked out."""
        return self._painter.planned_label_rects(scale)

    def key_rows(self, ratio: float) -> list[tuple[QImage, str, str]]:
        """The key of hexes and squares: a sample, what it is, and what it costs; none of areas.

        Words stand beside the samples in letters of the window: those of the print are too small.
        """
        whole = BoardPainter(self._painter.board, self._theme, language.current())
        found: list[tuple[QImage, str, str]] = []
        for row in whole.key_rows:
            image = QImage(QSizeF(_SAMPLE, _SAMPLE).toSize() * ratio,
                           QImage.Format.Format_ARGB32_Premultiplied)  # fmt: skip
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(_SAMPLE * ratio / 100, _SAMPLE * ratio / 100)
            whole.paint_key_row(painter, row, QRectF(0, 0, 100, 100))
            painter.end()
            image.setDevicePixelRatio(ratio)
            found.append((image, row.words, row.costs))
        return found

    def key_pictures(self, ratio: float) -> list[QImage]:
        """The keys of the print of areas, so large that they can be read."""
        whole = BoardPainter(self._painter.board, self._theme, language.current())
        scale = _KEY_EDGE / self.counter
        found: list[QImage] = []
        for box in whole.keys:
            size = QSizeF(box.size() * scale * ratio).toSize()
            image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(self.paper)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale * ratio, scale * ratio)
            painter.translate(-box.topLeft())
            whole.paint_ground(painter, scale * ratio)
            painter.end()
            image.setDevicePixelRatio(ratio)
            found.append(image)
        return found

    def counter_image(
        self, look: CounterLook, side: SideLook | None, pixels: int, ratio: float
    ) -> QImage:
        """A counter; a side that the look does not name is drawn grey."""
        nobody = SideLook(look.side, look.side, "#b9b4a6", "#6f6a5e")
        return counters.counter_image(look, side or nobody, pixels, ratio)

    def badge_image(self, badge: BadgeLook, pixels: int, ratio: float) -> QImage:
        """A marker that lies in a cell."""
        side = round(pixels * ratio)
        image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        image.setDevicePixelRatio(ratio)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # A badge is drawn about 13 units to each side of its middle.
        scale, legible = pixels / 27, counters.SIGN_LETTER * pixels / 27 >= counters.LEGIBLE
        middle = QPointF(pixels / 2, pixels / 2)
        counters.paint_badge(painter, badge, middle, scale, letter=legible)
        painter.end()
        return image
