"""Whole pictures of a board, with or without a table: exports, thumbnails, situation pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from wardesk.model.board import Board
from wardesk.model.look import CellMark, CounterLook, TableLook
from wardesk.render.app import ensure_gui_app
from wardesk.render.counters.counter import TAB, paint_badge, paint_stack
from wardesk.render.map.board_painter import BoardPainter, Progress
from wardesk.render.map.overlays import NIGHT, paint_areas, paint_labels, paint_lines
from wardesk.render.shapes import painting
from wardesk.render.theme import MapTheme, load_map_theme

_SIDE_BY_SIDE = 0.80
"""Size of stacks, in counters, when two or more share a cell."""


def stacks_in(counters: Iterable[CounterLook]) -> dict[str, list[list[CounterLook]]]:
    """Counters on the map by cell, one stack per side, those of higher rank above."""
    found: dict[str, dict[str, list[CounterLook]]] = {}
    for look in counters:
        if look.at is not None:
            found.setdefault(look.at, {}).setdefault(look.side, []).append(look)
    return {
        cell: [sorted(stack, key=lambda look: look.rank) for stack in by_side.values()]
        for cell, by_side in found.items()
    }


def stack_places(slot: QRectF, count: int) -> list[tuple[QPointF, float]]:
    """Middle and edge of each of *count* stacks in a cell: one fills the slot, more share it.

    Two stand side by side, three and four in a square; their outer edges leave the slot by a
    quarter of a counter at most.
    """
    middle, edge = slot.center(), slot.width()
    if count <= 1:
        return [(middle, edge)]
    columns = 2 if count <= 4 else math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    size = edge * min(_SIDE_BY_SIDE, 1.6 / columns)
    step = size * 1.06
    places: list[tuple[QPointF, float]] = []
    for number in range(count):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        offset = QPointF((column - (in_row - 1) / 2) * step, (row - (rows - 1) / 2) * step)
        places.append((middle + offset, size))
    return places


def stack_box(at: QPointF, size: float, count: int) -> QRectF:
    """What a stack of *count* covers, in board units."""
    high = size / 2 + (min(count, 4) - 1) * TAB / 200 * size
    return QRectF(at.x() - size / 2, at.y() - high, size, high * 2)


Layer = Callable[[QPainter, BoardPainter, float], None]
"""Something more to paint, in board coordinates, at so many pixels per unit."""


def paint_table(
    painter: QPainter,
    board: BoardPainter,
    table: TableLook | None,
    lod: float,
    under_lettering: Layer | None = None,
) -> None:
    """Ground, overlays, ink, marks, counters and call-outs in their order, in board coordinates."""
    _paint_map(painter, board, table, lod, under_lettering)
    if table is not None:
        _paint_pieces(painter, board, table, lod)


def _paint_map(
    painter: QPainter,
    board: BoardPainter,
    table: TableLook | None,
    lod: float,
    under_lettering: Layer | None = None,
) -> None:
    sheet = board.sheet
    overlays = table.overlays if table else ()
    board.paint_ground(painter, lod)
    if table is not None and table.night:
        painter.fillRect(board.rect, NIGHT)
    paint_areas(painter, sheet, overlays, lod)
    if under_lettering is not None:
        under_lettering(painter, board, lod)
    board.paint_lettering(painter, lod)
    paint_lines(painter, sheet, overlays, lod)


def _paint_pieces(painter: QPainter, board: BoardPainter, table: TableLook, lod: float) -> None:
    taken = list(board.label_rects(lod).values())
    for cell, stacks in stacks_in(table.counters).items():
        if cell not in board.board.cells:
            continue
        places = stack_places(board.slot(cell), len(stacks))
        # from the right: badges stick out to the right and must lie on the neighbour's card
        for stack, (at, size) in reversed(list(zip(stacks, places, strict=True))):
            paint_stack(painter, stack, table.sides, at, size, size * lod)
            taken.append(stack_box(at, size, len(stack)))
    held = {look.at for look in table.counters if look.at}
    paint_marks(painter, board, table.marks, held)
    paint_labels(painter, board.sheet, table.overlays, lod, taken)


def paint_marks(
    painter: QPainter, board: BoardPainter, marks: Iterable[CellMark], held: Container[str]
) -> None:
    """Markers in cells: up the left edge of the counters in *held* cells, else in the middle."""
    seen: dict[str, int] = {}
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in marks:
        if mark.cell not in board.board.cells or mark.share is not None:
            continue  # A bar of the room taken is for the table alone.
        number = seen.get(mark.cell, 0)
        seen[mark.cell] = number + 1
        slot = board.slot(mark.cell)
        scale = slot.width() / 100 * 0.92
        at = QPointF(slot.left() - scale * 8, slot.bottom() - scale * (14 + 27 * number))
        if mark.cell not in held:
            at = slot.center() + QPointF(scale * (27 * number - 13), scale * 34)
        paint_badge(painter, mark.badge, at, scale)
    painter.restore()


def board_picture(
    board: Board,
    table: TableLook | None = None,
    *,
    size: QSize | tuple[int, int] | None = None,
    px_per_unit: float | None = None,
    theme: str = "printed",
    under_lettering: Layer | None = None,
    over: Layer | None = None,
    progress: Progress | None = None,
    part: QRectF | None = None,
) -> QImage:
    """The whole sheet as a picture; *under_lettering* is painted below the names, *over* last.

    Or that *part* of it, in board units.

    With *size* (pixels) the sheet is fitted into it, paper-coloured at the sides; with
    *px_per_unit* the picture is as large as the sheet. Neither: 1600 pixels wide. *progress* is
    told while the scene is made, which takes most of the time.
    """
    ensure_gui_app()
    ink = load_map_theme(theme)
    painter_of = BoardPainter(board, ink, progress=progress)
    rect = painter_of.rect if part is None else part
    if size is not None:
        width, height = (size.width(), size.height()) if isinstance(size, QSize) else size
        lod = min(width / rect.width(), height / rect.height())
    else:
        lod = px_per_unit if px_per_unit else 1600 / rect.width()
        width, height = round(rect.width() * lod), round(rect.height() * lod)
    image = _paper(width, height, ink)
    with _over(image, rect, lod) as painter:
        paint_table(painter, painter_of, table, lod, under_lettering)
        if over is not None:
            over(painter, painter_of, lod)
    return image


def _paper(width: int, height: int, ink: MapTheme) -> QImage:
    image = QImage(max(1, width), max(1, height), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ink.colour("paper.sheet"))
    return image


@contextmanager
def _over(image: QImage, rect: QRectF, lod: float) -> Iterator[QPainter]:
    """A painter in board coordinates, the middle of *rect* in the middle of *image*."""
    with painting(image) as painter:
        painter.translate(image.width() / 2, image.height() / 2)
        painter.scale(lod, lod)
        painter.translate(-rect.center())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield painter


class BoardPictures:
    """Pictures of one board with one table after another, each *wide* pixels wide.

    The map under the counters is painted once; of all that is on a picture it takes longest.
    """

    def __init__(self, board: Board, wide: int, theme: str = "printed") -> None:
        ensure_gui_app()
        self._ink = load_map_theme(theme)
        self._of = BoardPainter(board, self._ink)
        self._lod = wide / self._of.rect.width()
        self._maps: dict[bool, QImage] = {}

    def picture(self, table: TableLook) -> QImage:
        """The same as `board_picture` at this width. Overlays are painted anew each time."""
        image = self._map(table) if table.overlays else self._kept(table)
        with _over(image, self._of.rect, self._lod) as painter:
            _paint_pieces(painter, self._of, table, self._lod)
        return image

    def _kept(self, table: TableLook) -> QImage:
        if table.night not in self._maps:
            self._maps[table.night] = self._map(table)
        return self._maps[table.night].copy()

    def _map(self, table: TableLook) -> QImage:
        rect, lod = self._of.rect, self._lod
        image = _paper(round(rect.width() * lod), round(rect.height() * lod), self._ink)
        with _over(image, rect, lod) as painter:
            _paint_map(painter, self._of, table, lod)
        return image


def board_thumbnail(
    board: Board, width: int, height: int, theme: str = "printed", around: Sequence[str] = ()
) -> QImage:
    """The board fitted into *width* × *high* pixels, for cards and lists.

    Given cells that something lies *around*, these fill the picture. Painted at double size and
    made smaller, so that thin lines stay even.
    """
    part = _part_around(board, around, width / height)
    image = board_picture(board, size=(width * 2, height * 2), theme=theme, part=part)
    return image.scaled(
        width,
        height,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


def _part_around(board: Board, cells: Sequence[str], shape: float) -> QRectF | None:
    """What shows these cells in a picture *shape* times as wide as high; None: all of the board."""
    spots = [board.cells[cell].anchor for cell in cells if cell in board.cells]
    if not spots:
        return None
    left, top, right, bottom = board.extent
    whole = QRectF(left, top, right - left, bottom - top)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    box = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
    room = 0.12 * max(box.width(), box.height(), whole.height() / 8)
    box.adjust(-room, -room, room, room)
    wide = max(box.width(), box.height() * shape)
    middle = box.center()
    box = QRectF(0, 0, wide, wide / shape)
    box.moveCenter(middle)
    if box.width() > 0.8 * whole.width() and box.height() > 0.8 * whole.height():
        return None
    return box
