"""The printed map: paints ground and lettering of a board, at any zoom and on any thread.

It is the painter of the editor over a board, with the frame, the key and the names of a print.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from wardesk.model.board import Backdrop, Board
from wardesk.render.fonts import load_fonts
from wardesk.render.kept import forgets, kept
from wardesk.render.map.areas.final_pass import Finish
from wardesk.render.map.areas.sheet import AreaSheet
from wardesk.render.map.frame import MapParts
from wardesk.render.map.key import KeyEntry
from wardesk.render.map.lattice.sheet import LatticeSheet
from wardesk.render.map.lattice.sheet_margin import paint_key_row
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.printed_sheet import PrintedSheet, make_sheet
from wardesk.render.shapes import saved, visible
from wardesk.render.theme import MapTheme
from wardesk.words import ENGLISH

WHOLE = MapParts()


class DrawnSheet(Protocol):
    """What a print asks of the painter of a kind of map."""

    def set_theme(self, theme: MapTheme) -> None:
        """Paint in another theme from now on."""
        ...

    def set_parts(self, parts: MapParts) -> None:
        """What of the printed sheet is painted from now on."""
        ...

    def paint_ground(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """Everything that lies under range tints and counters."""
        ...

    def paint_lettering(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """Names and numbers."""
        ...

    def names_at(self, scale: float) -> dict[str, QRectF]:
        """What names fill at a zoom, by their cell."""
        ...


class SharedBoard:
    """The painter of one board and its sheet; shared by all who show it, one thread at a time."""

    def __init__(
        self, board: Board, theme: MapTheme, language: str, step: Callable[[], None]
    ) -> None:
        load_fonts()
        self.lock = threading.RLock()
        self.finish: Finish | None = None
        if board.grid is None:
            self.finish = Finish(board, language, step)
            self.sheet: PrintedSheet = self.finish.sheet
            self.drawn: DrawnSheet = AreaSheet(board, theme, Patience(), self.finish)
        else:
            self.sheet = make_sheet(board, language)
            self.drawn = LatticeSheet(board, board.grid, theme, Patience(), self.sheet)
        step()


Progress = Callable[[int, int], None]
"""``progress(done, of)`` while a scene is made; what it raises stops the work."""

_scenes: dict[tuple[str, str, int, str], SharedBoard] = {}


def scene_of(
    board: Board, theme: MapTheme, progress: Progress | None = None, language: str = ENGLISH
) -> SharedBoard:
    """The scene of a board; the last four are kept, so that a change of theme costs little.

    *language*: that of its key.
    """
    key = (board.id, board.digest, id(board), language)
    if key not in _scenes:
        while len(_scenes) >= 4:
            _scenes.pop(next(iter(_scenes)))
        of = 1 + (Finish.STEPS if board.grid is None else 0)
        done = iter(range(1, of + 1))
        tell = progress or (lambda _done, _of: None)
        _scenes[key] = SharedBoard(board, theme, language, lambda: tell(next(done), of))
    return _scenes[key]


@forgets
def forget_scenes() -> None:
    """Drop all kept scenes."""
    _scenes.clear()


@kept(2)
def _decoded(told: Backdrop) -> QImage | None:
    """The picture of a board; None if it cannot be drawn, and the country is painted."""
    image = QImage.fromData(told.picture)
    return None if image.isNull() else image


class BoardPainter:
    """Paints one board in one theme. Painters given to it must use board coordinates."""

    def __init__(
        self,
        board: Board,
        theme: MapTheme,
        language: str = ENGLISH,
        parts: MapParts = WHOLE,
        progress: Progress | None = None,
    ) -> None:
        self.board, self.parts = board, parts
        self.theme = theme
        self.scene = scene_of(board, theme, progress, language)

    def paint_once(self) -> None:
        """Tell that the sheet is painted part by part for a file, each part once.

        Only for a board that nobody else shows.
        """
        if isinstance(self.scene.drawn, LatticeSheet):
            self.scene.drawn.ground.once = True

    @property
    def sheet(self) -> PrintedSheet:
        """The paper, with the forms of all cells."""
        return self.scene.sheet

    @property
    def rect(self) -> QRectF:
        """The whole sheet in board units, surroundings and margin included.

        Without its key it ends with the margin, without its frame too at the country.
        """
        told = self.board.backdrop
        if told is not None:
            a, b, c, d, e, f = told.transform
            whole = QRectF(0, 0, *told.size)
            return QTransform(a, d, b, e, c, f).mapRect(whole)
        sheet, parts = self.sheet, self.parts
        margin = sheet.frame.left() - sheet.rect.left()
        strip = sheet.rect.width() + sheet.rect.height() > (
            sheet.frame.width() + sheet.frame.height() + 4.1 * margin
        )
        if parts.key and (parts.frame or strip):
            return QRectF(sheet.rect)
        around = margin if parts.frame else 0.0
        return sheet.frame.adjusted(-around, -around, around, around)

    @property
    def keys(self) -> tuple[QRectF, ...]:
        """Where the keys of the print stand, board units."""
        finish, drawn = self.scene.finish, self.scene.drawn
        if finish is None:
            return (drawn.strip.box,) if isinstance(drawn, LatticeSheet) and drawn.strip else ()
        found = [one.box for one in (finish.furniture.legend, finish.kinds) if one is not None]
        return tuple(found)

    @property
    def key_rows(self) -> tuple[KeyEntry, ...]:
        """The rows of the key beside hexes and squares; none for areas."""
        drawn = self.scene.drawn
        strip = drawn.strip if isinstance(drawn, LatticeSheet) else None
        return strip.entries if strip is not None else ()

    def paint_key_row(self, painter: QPainter, row: KeyEntry, box: QRectF) -> None:
        """The sample of one of the `key_rows`; *painter* in units of its own, a hundred a box."""
        drawn = self.scene.drawn
        if isinstance(drawn, LatticeSheet) and drawn.strip is not None:
            with self.scene.lock, saved(painter):
                self._take_over()
                paint_key_row(painter, drawn.strip, row, drawn.ground, box)

    @property
    def counter(self) -> float:
        """Edge of a counter in board units."""
        return self.sheet.counter

    def slot(self, cell: str) -> QRectF:
        """The square around a cell's anchor that a counter covers. KeyError if unknown."""
        return self.sheet.slot(cell)

    def paint_ground(self, painter: QPainter, lod: float) -> None:
        """Everything that lies under range tints and counters. *lod*: device pixels per unit."""
        if self._backdrop is not None:
            self._paint_backdrop(painter)
            return
        with self.scene.lock, saved(painter):
            self._take_over()
            self.scene.drawn.paint_ground(painter, visible(painter), lod)

    def paint_lettering(self, painter: QPainter, lod: float) -> None:
        """Names, numbers, victory points and divisors: above range tints, below counters."""
        if self._backdrop is not None:
            return  # has its own names and numbers
        with self.scene.lock, saved(painter):
            self._take_over()
            self.scene.drawn.paint_lettering(painter, visible(painter), lod)

    @property
    def _backdrop(self) -> QImage | None:
        told = self.board.backdrop
        return _decoded(told) if told is not None else None

    def _paint_backdrop(self, painter: QPainter) -> None:
        told, image = self.board.backdrop, self._backdrop
        if told is None or image is None:
            return
        a, b, c, d, e, f = told.transform
        with saved(painter):
            painter.fillRect(self.rect, self.theme.colour("paper.sheet"))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setTransform(QTransform(a, d, b, e, c, f), True)
            painter.drawImage(QPointF(), image)

    def _take_over(self) -> None:
        """Others who show the board may have painted it otherwise."""
        self.scene.drawn.set_theme(self.theme)
        self.scene.drawn.set_parts(self.parts)

    def prepare(self) -> None:
        """Plan the names of areas for every zoom: for a worker thread, about 2 s."""
        if self.scene.finish is not None:
            self.scene.finish.labels.prepare()

    def label_rects(self, lod: float) -> dict[str, QRectF]:
        """Per cell the box that its lettering fills at this zoom, board units."""
        with self.scene.lock:
            return self.scene.drawn.names_at(lod)

    def planned_label_rects(self, lod: float) -> dict[str, QRectF]:
        """The same, as far as they are worked out: never waits."""
        finish, drawn = self.scene.finish, self.scene.drawn
        if isinstance(drawn, LatticeSheet):
            if not self.scene.lock.acquire(blocking=False):
                return {}  # Somebody paints; what is known is asked for again when that is done.
            try:
                return drawn.settled_names_at(lod)
            finally:
                self.scene.lock.release()
        return finish.labels.rects(lod) if finish and finish.labels.planned(lod) else {}
