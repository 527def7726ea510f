"""What lies on a board: its piles as items, lights and words below and above them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
    QWidget,
)

from wardesk.model.board import Board
from wardesk.model.look import CellMark, CounterLook, SideLook, TableLook
from wardesk.render.map.overlays import NIGHT
from wardesk.ui import theme
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.cell_marks import CellMarks
from wardesk.ui.canvas.coordinates import paint_coordinates
from wardesk.ui.canvas.counters import CounterImages
from wardesk.ui.canvas.ground import GroundTiles, on_view
from wardesk.ui.canvas.heat import paint_figures
from wardesk.ui.canvas.lettering import LetteringLayer
from wardesk.ui.canvas.mark_painter import (
    CASING,
    DARK_CASING,
    SELECTED,
    SOURCE,
    MarkPainter,
    paint_callout,
    paint_tags,
)
from wardesk.ui.canvas.marks import Marks, other_cells, other_lines, other_pieces
from wardesk.ui.canvas.names_aside import NamesAside
from wardesk.ui.canvas.picking import CellIndex, flat_to_flat
from wardesk.ui.canvas.piles import Pile, Piling, Settling, count_box
from wardesk.ui.canvas.stack_inspector import CounterFan, paint_words
from wardesk.ui.canvas.tiles import TileStore
from wardesk.ui.widgets import paint

GROUND, LIGHTS, PILES, OVER, CLOSE, HAND, HAPPENED = range(0, 70, 10)
"""How high lie: the printed ground, what shines on it, counters, what is said over them, what is
looked at closely, what the hand carries, and what has just happened."""

_READABLE, _SHARE, _LARGE = 42.0, 0.078, 70.0
"""Edge of a counter on areas in px: the least, its share of a board's shorter side, and no more
than this, unless the map itself is seen larger."""

OPENING = 70.0
"""Edge of a counter in px at which a table opens: every printed figure can be read."""

_IN_HEX, _IN_SQUARE = 0.80, 0.79
"""Edge of a counter on hexes and squares, in widths of one from side to side."""

_COSTS = {"hex": QPointF(0.61, 0), "square": QPointF(0, 0.58), "area": QPointF(0, 0.66)}
"""Where words of a cell stand, off the middle of its counters and in their edges."""

_AROUND_PILE = 0.45
"""What rings, shadows, number and signs take around a pile, in counter edges."""

_BESIDE_PILE = 1.6
"""What marks of its cell take at the right of a pile, in counter edges."""

_BESIDE_LIES = 1e-7
"""How much further right counts of how much further down."""

_MANY = 40
"""Cells that look otherwise, from which on all is drawn anew."""

_FEW_NAMES = 4
"""Names that are drawn again over lights and counters; more would cover these."""


@dataclass(frozen=True)
class SceneFrame:
    """What a painting hangs on besides what lies there.

    Board units to view px, device px per px, the parts that are wanted (board units), the cells
    under keyboard and pointer, and the pile that is laid out.
    """

    transform: QTransform
    ratio: float = 1.0
    wanted: Sequence[QRectF] = ()
    focus: str = ""
    hover: str = ""
    fan: CounterFan | None = None


class PileItem(QGraphicsRectItem):
    """A pile where it lies; one further down the sheet lies over those above it."""

    def __init__(self, pile: Pile, scene: BoardScene, under: QGraphicsItem, edge: float) -> None:
        room = edge * _AROUND_PILE
        super().__init__(pile.opened.bounds().adjusted(-room, -room, room, room), under)
        self.pile, self._scene = pile, scene
        self.setZValue(pile.box.top() + pile.box.left() * _BESIDE_LIES)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.resetTransform()
        self._scene.paint_pile(painter, self.pile)


class BoardScene(QGraphicsScene):
    """What lies on the board and how it is drawn; holds no widget and no camera of its own."""

    def __init__(self, board: Board, art: BoardArt) -> None:
        super().__init__()
        self.board, self.art = board, art
        self.tiles = TileStore(art.paint_ground, art.paper, self)
        self.lettering = LetteringLayer(art.paint_lettering, self)
        self.index = CellIndex(board)
        self.marks = Marks()
        self.in_play: frozenset[str] = frozenset()  # the others lie in the dim; none = all
        self._in_play_box: tuple[frozenset[str], QRectF] = (self.in_play, QRectF())
        self.away: frozenset[str] = frozenset()
        """Counters that somebody else draws on their way."""
        self.piles: list[Pile] = []
        self.looks: dict[str, CounterLook] = {}
        self.hurried = False
        """Whether a hand zooms just now: names stay where they are until it rests."""
        self.night = False
        """Whether the board lies under the tint of the night."""
        self._painter = MarkPainter(self.index, art.counter / 106)
        self._counters = CounterImages(art, {})
        self._sides: dict[str, SideLook] = {}
        share = _IN_SQUARE if board.kind == "square" else _IN_HEX
        self._cell_edge = None if board.grid is None else share * flat_to_flat(self.index)
        """Edge of every counter on hexes and squares, board units; None on areas."""
        self._edge, self._scale = self._cell_edge or art.counter, 1.0
        self._in_cell: dict[str, list[Pile]] = {}
        self._frame = SceneFrame(QTransform())
        self._items: dict[int, PileItem] = {}
        """The items of the piles, by their identity: what lies as it lay is the same value."""
        self._counters_lie = QGraphicsRectItem()
        self._counters_lie.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self._counters_lie.setZValue(PILES)
        self.addItem(self._counters_lie)
        self._named = False
        self._names_aside = NamesAside()
        self._known_names: tuple[float, Mapping[str, QRectF]] = (0.0, {})
        self._settling = Settling((), 0.0, self.index.holds)
        self._piling = Piling(self.index.anchors, self._edge, within=self._cell_edge is not None)
        self.cell_marks = CellMarks(
            self.index.anchors, self.index.outlines, on_lattice=self._cell_edge is not None
        )
        self.ground = GroundTiles(self.tiles)
        self.coordinates = False
        """Whether every cell shows its id."""

    # ---- what lies there ------------------------------------------------------------------------

    def set_look(self, look: TableLook) -> list[QRectF]:
        """Lay the counters and markers of a look; where the board looks otherwise now."""
        sides = {side.id: side for side in look.sides}
        if sides != self._sides:
            self._sides = sides
            self._counters = CounterImages(self.art, sides)
        self.looks = {counter.piece: counter for counter in look.counters}
        before, self.cell_marks.marks = self.cell_marks.marks, look.marks
        changed = self._pile()
        other = {mark.cell for mark in {*before} ^ {*look.marks}}
        if look.night != self.night:
            self.night = look.night
            return [self.art.sheet]
        return changed + [self.around_cell(cell) for cell in other]

    def set_art(self, art: BoardArt) -> None:
        """Draw in another theme."""
        self.art = art
        self.cell_marks.forget_pictures()
        self._known_names = (0.0, {})
        self._counters = CounterImages(art, self._sides)
        self._painter = MarkPainter(self.index, art.counter / 106)

    def set_marks(self, marks: Marks) -> list[QRectF] | None:
        """Light other cells and pieces; where the board looks otherwise now, None: everywhere."""
        before, self.marks = self.marks, marks
        changed = self._pile() if marks.lifted != before.lifted else []
        for name in ("callout", "wide", "commands", "barred"):
            if getattr(before, name) != getattr(marks, name):
                return None
        lit = [self._around(self.index.anchors[c]) for c in other_lines(before, marks)
               if c in self.index.anchors]  # fmt: skip
        if lit:  # An arrow crosses what lies between its ends.
            changed.append(_united(lit))
        changed += self.around_pieces(other_pieces(before, marks))
        cells = other_cells(before, marks)
        if len(cells) > _MANY:
            return None
        return changed + [self.around_cell(cell) for cell in cells]

    def _pile(self) -> list[QRectF]:
        """Pile the counters up; where piles came, went or changed."""
        within = self._cell_edge is not None
        if self._piling.edge != self._edge:
            self._piling = Piling(self.index.anchors, self._edge, within=within)
        piles = self._piling.pile_up(self.looks.values(), self.marks.lifted)
        names = tuple(self._names().values())
        self._named = bool(names)
        if names and not within:
            if (names, self._edge) != (self._settling.names, self._settling.edge):
                self._settling = Settling(names, self._edge, self.index.holds)
            piles = self._settling.settle(piles)
        # What lies as it lay is the same value, with all that was worked out for it.
        before, after = {*map(id, self.piles)}, {*map(id, piles)}
        gone = {(p.cell, p.side): p for p in self.piles if id(p) not in after}
        if not gone and len(before) == len(after):
            self.piles = piles
            return []
        kept = [gone.get((p.cell, p.side), p) if id(p) not in before else p for p in piles]
        piles = [old if old is p or old == p else p for old, p in zip(kept, piles, strict=True)]
        after = {*map(id, piles)}
        others = [p for p in self.piles if id(p) not in after]
        for pile in others:
            self.removeItem(self._items.pop(id(pile)))
        fresh = [p for p in piles if id(p) not in before]
        for pile in fresh:
            self._items[id(pile)] = PileItem(pile, self, self._counters_lie, self._edge)
        others += fresh
        self.piles = piles
        self._in_cell = {}
        for pile in piles:
            self._in_cell.setdefault(pile.cell, []).append(pile)
        return [*map(self._around_pile, others), *(self._step_aside() if within else ())]

    def _names(self) -> Mapping[str, QRectF]:
        """Where the names stand at this zoom; nothing until the art has worked that out."""
        scale, known = self._known_names
        if scale != self._scale or not known:
            known = self.art.name_rects(self._scale)
            self._known_names = (self._scale, known)
        return known

    def _step_aside(self) -> list[QRectF]:
        """Move names off piles that may not move off them; where the board looks otherwise now."""
        if self.hurried:
            return []
        marks = self.cell_marks.boxes(self._in_cell, self._edge)
        return self._names_aside.follow(self.art, self._scale, self.piles, marks, self._edge)

    def _around_pile(self, pile: Pile) -> QRectF:
        room = self._edge * _AROUND_PILE
        beside = self._edge * _BESIDE_PILE if self.cell_marks.marks else room
        return pile.opened.bounds().adjusted(-room, -room, beside, beside)

    def around_pieces(self, pieces: frozenset[str]) -> list[QRectF]:
        """Where the piles of these pieces lie with all that belongs to them, board units."""
        if not pieces:
            return []
        cells = {self.looks[piece].at for piece in pieces if piece in self.looks}
        piles = [pile for cell in cells for pile in self._in_cell.get(cell or "", ())]
        return [self._around_pile(pile) for pile in piles]

    def _around(self, point: QPointF) -> QRectF:
        room = self._edge * _BESIDE_PILE
        return QRectF(point.x() - room, point.y() - room, 2 * room, 2 * room)

    def around_cell(self, cell: str) -> QRectF:
        """A cell with the piles, marks and words in it."""
        if cell not in self.index.anchors:
            return QRectF()
        rings = self.index.outlines.get(cell, ())[:1]
        room = 12 / 106 * self.art.counter + 6 / self._scale
        boxes = [ring.boundingRect().adjusted(-room, -room, room, room) for ring in rings]
        boxes += [self._around_pile(pile) for pile in self._in_cell.get(cell, ())]
        if self._named and (name := self._names().get(cell)) is not None:
            boxes.append(name)
        return _united([self._around(self.index.anchors[cell]), *boxes])

    def names_came(self) -> bool:
        """The lettering of this zoom is there: counters move off it; whether they did just now."""
        if self._cell_edge is not None:
            return bool(self._step_aside())
        if self._named or not self._names():
            return False
        self._pile()
        return True

    @property
    def edge(self) -> float:
        """Edge of a counter at the present zoom, in board units."""
        return self._edge

    def set_scale(self, scale: float, size: QSizeF) -> None:
        """Counters are as large as hexes and squares let them be.

        On areas they are printed in the map's scale, but so large that they can be read. *size* is
        that of the view in px: on a larger screen they are larger.
        """
        if self._cell_edge is not None:  # Piles lie as they lay; names may have other sizes.
            if scale != self._scale:
                self._scale = scale
                self._step_aside()
            return
        edge = max(self.art.counter, _readable(size) / scale)
        if edge != self._edge or scale != self._scale:
            self._edge, self._scale = edge, scale
            self._pile()

    @property
    def readable_scale(self) -> float:
        """Px per board unit at which every figure of a counter can be read.

        None is asked for on areas, where counters grow by themselves.
        """
        return 0.0 if self._cell_edge is None else OPENING / self._cell_edge

    def lit_cells(self) -> frozenset[str]:
        """All cells that the question is about."""
        marks = self.marks
        pieces = marks.candidates | marks.movable | marks.selected
        held = {self.looks[piece].at or "" for piece in pieces if piece in self.looks}
        lit = held.union(marks.chosen, marks.targets, marks.path, marks.reach)
        return frozenset(lit & self.index.anchors.keys())

    def box_of(self, cells: Iterable[str]) -> QRectF:
        """What these cells fill, board units."""
        rings = [ring for cell in cells for ring in self.index.outlines.get(cell, ())[:1]]
        return _united(ring.boundingRect() for ring in rings)

    def lit_box(self, cell: str) -> QRectF:
        """The cells of what is picked, else of what may be picked, else *cell*; board units."""
        marks = self.marks
        cells = [*marks.chosen, *marks.targets, *marks.path]
        cells += [self.looks[p].at or "" for p in marks.selected if p in self.looks]
        if not any(cells):
            pieces = marks.candidates | marks.movable
            cells = [*marks.reach, *(self.looks[p].at or "" for p in pieces if p in self.looks)]
        return self.box_of(cells if any(cells) else [cell])

    def home(self) -> QRectF:
        """What a fitted view shows: all cells that are played on and half a counter around them."""
        room = self.art.counter / 2
        if self._in_play_box[0] is not self.in_play:  # of a thousand cells, at each step of a zoom
            self._in_play_box = self.in_play, self.box_of(self.in_play)
        extent = self._in_play_box[1] if self.in_play else self.index.extent
        return extent.adjusted(-room, -room, room, room).intersected(self.art.sheet)

    def side_ink(self, side: str) -> QColor:
        """The colour of a side's counters."""
        found = self._sides.get(side)
        return QColor(found.bar if found is not None else "#808080")

    def in_cell(self, cell: str) -> list[CounterLook]:
        """The counters of a cell, lowest first, pile by pile."""
        return [look for pile in self._in_cell.get(cell, ()) for look in pile.looks]

    def card_box(self, piece: str) -> QRectF | None:
        """Where the card of a piece lies, board units; None under others or off the board."""
        look = self.looks.get(piece)
        for pile in self._in_cell.get(look.at or "", ()) if look is not None else ():
            for card, box in self._as_seen(pile).cards():
                if card.piece == piece:
                    return box
        return None

    def on_tab(self, piece: str) -> bool:
        """Whether a piece lies under others with its name to be read."""
        look = self.looks.get(piece)
        piles = self._in_cell.get(look.at or "", ()) if look is not None else ()
        cards = (card for pile in piles for card, _ in self._as_seen(pile).cards())
        return any(card.piece == piece and card.covered == "tab" for card in cards)

    def part_of(self, piece: str) -> QRectF | None:
        """What is seen of the card of a piece, board units; None off the board."""
        look = self.looks.get(piece)
        for pile in self._in_cell.get(look.at or "", ()) if look is not None else ():
            if any(card.piece == piece for card in pile.looks):
                return self._as_seen(pile).part_of(piece)
        return None

    def spot(self, cell: str) -> QRectF:
        """What the piles of a cell fill; empty where none lies."""
        return _united(pile.bounds() for pile in self._in_cell.get(cell, ()))

    def pile_at(self, point: QPointF) -> Pile | None:
        """The topmost pile under a board point."""
        for item in self.items(point, Qt.ItemSelectionMode.IntersectsItemBoundingRect):
            if isinstance(item, PileItem) and self._as_seen(item.pile).card_at(point):
                return item.pile
        return None

    def piece_at(self, point: QPointF) -> str:
        """The piece whose card is seen at a board point; empty for none."""
        pile = self.pile_at(point)
        return "" if pile is None else self._as_seen(pile).card_at(point)

    def _as_seen(self, pile: Pile) -> Pile:
        """The pile with its tabs open where the pointer is on it."""
        return pile.opened if pile.cell == self._frame.hover else pile

    def piles_within(self, box: QRectF) -> list[Pile]:
        """The piles that reach into *box* (board units)."""
        return [pile for pile in self.piles if pile.bounds().intersects(box)]

    # ---- drawing --------------------------------------------------------------------------------

    def paint_ground(self, painter: QPainter, camera: Camera) -> None:
        """The table, the sheet, its print, and the tint of the night."""
        ratio = self._frame.ratio
        self.ground.paint(painter, camera, ratio, self.art.sheet, self.art.paper)
        if self.night:
            painter.fillRect(on_view(camera, self.art.sheet, ratio), NIGHT)

    def paint_lights(self, painter: QPainter, camera: Camera) -> None:
        """What lies under the counters, as far as it is wanted."""
        ratio, wanted = self._frame.ratio, self._frame.wanted
        painter.save()
        painter.setTransform(camera.transform(), True)
        self._painter.dim(painter, self.in_play, self.art.sheet)
        if self._frame.hover:
            self._painter.hover(painter, self._frame.hover)
        self._painter.tints(painter, self.marks, camera.scale, wanted)
        painter.restore()
        self._names_aside.paint(painter, camera, ratio, self.lettering, self.art.sheet, wanted)
        painter.save()
        painter.setTransform(camera.transform(), True)
        if self._frame.focus:
            self._painter.focus(painter, self._frame.focus, camera.scale)
        self._painter.commands(painter, self.marks, camera.scale)
        self._painter.way(painter, self.marks)
        beside = _COSTS.get(self.board.kind, _COSTS["area"]) * self._edge
        self._painter.costs(painter, self.marks, camera.scale, camera.along(beside))
        painter.restore()
        if self._cell_edge is None:
            self._painter.lines(painter, self.marks, camera)
        if self.coordinates:
            paint_coordinates(painter, camera, self.index, camera.seen())
        self.cell_marks.paint(painter, camera, ratio, self.art, self._in_cell, self._edge, wanted)
        self.cell_marks.paint_shares(painter, camera, self.box_of)

    def begin_frame(self, frame: SceneFrame) -> None:
        """Paint for this from now on; pictures of counters may take some milliseconds."""
        self._frame = frame
        self._counters.begin_frame()

    @property
    def late(self) -> Sequence[QRectF]:
        """Where another frame should follow: pictures of counters were late (view px)."""
        return self._counters.late

    def paint_over(self, painter: QPainter, camera: Camera) -> None:
        """What lies over the counters."""
        if self._cell_edge is not None:  # Counters fill their cells: an arrow would lie under them.
            self._painter.lines(painter, self.marks, camera, 0.5 * self._edge)
        paint_tags(painter, self.index, self.marks.tags, camera, self._edge)
        self._named_again(painter, camera)
        paint_figures(painter, self.index, self.marks.figures, camera, self._edge)
        painter.setTransform(camera.transform(), True)
        self._painter.told(painter, self.marks)

    def _named_again(self, painter: QPainter, camera: Camera) -> None:
        """The names of what is aimed at, once more over lights and counters."""
        aimed = {
            self._frame.hover,
            *self.marks.chosen,
            *(() if self.marks.wide else self.marks.targets),
        }
        if not self._named or len(aimed) > _FEW_NAMES or self._cell_edge is not None:
            return
        names = self._names()
        transform = camera.transform()
        boxes = [transform.mapRect(names[cell]) for cell in aimed if cell in names]
        for box in boxes:
            painter.save()
            painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
            self.lettering.draw(painter, camera, self._frame.ratio, self.art.sheet)
            painter.restore()

    def mark_at(self, point: QPointF, camera: Camera) -> CellMark | None:
        """The marker of a cell under a view point, if one lies there."""
        return self.cell_marks.at(point, camera, self._in_cell, self._edge)

    def paint_pile(self, painter: QPainter, pile: Pile) -> None:
        """The cards of a pile, and how many they are."""
        transform, ratio = self._frame.transform, self._frame.ratio
        pile = self._as_seen(pile)
        for look, box in pile.cards():
            if look.piece not in self.away:
                self.draw_counter(painter, look, transform.mapRect(box), ratio)
        if len(pile.looks) > 1:
            self._count(painter, transform.mapRect(pile.bounds()), len(pile.looks))

    def draw_counter(self, painter: QPainter, look: CounterLook, box: QRectF, ratio: float) -> None:
        """Draw one counter into *box* (view px), lit if it is picked or may be."""
        self._counters.draw(painter, look, box, ratio)
        for lit, core, casing in (
            (look.piece in self.marks.selected, SELECTED, DARK_CASING),
            (look.piece in self.marks.candidates, SOURCE, CASING),
        ):
            if lit:
                width = max(box.width() * 0.05, 1.5)
                ring = box.adjusted(-width, -width, width, width)
                radius = box.width() * 0.12
                outline = QColor(casing)
                paint.rounded(painter, ring, outline=outline, width=width * 1.8, radius=radius)
                ring = ring.adjusted(width * 0.4, width * 0.4, -width * 0.4, -width * 0.4)
                paint.rounded(painter, ring, outline=QColor(core), width=width, radius=radius)
                return
        if look.piece in self.marks.movable:
            # Half the table may be movable: a line under the counter, not a ring around it.
            bar = QRectF(box.left() + box.width() * 0.2, box.bottom() + 1, box.width() * 0.6, 3)
            paint.rounded(painter, bar.adjusted(-1, -1, 1, 1), fill=QColor(CASING), radius=2.5)
            paint.rounded(painter, bar, fill=QColor(SOURCE), radius=1.5)

    @staticmethod
    def _count(painter: QPainter, box: QRectF, count: int) -> None:
        """How many lie in a pile, on a small disc beside its upper left corner, off the figures."""
        if box.width() < 18:
            return
        disc = count_box(box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#fbf6ea"))
        painter.drawEllipse(disc.adjusted(-1, -1, 1, 1))
        painter.setBrush(QColor("#1d1a14"))
        painter.drawEllipse(disc)
        ink = QColor("#fbf6ea")
        paint.words(painter, disc, str(count), role="tiny", ink=ink, align=paint.CENTRE)

    def paint_close(self, painter: QPainter, camera: Camera) -> None:
        """A pile looked at closely, and what is told beside a place."""
        fan, ratio = self._frame.fan, self._frame.ratio
        if fan is not None:
            paint_words(painter, fan, self.art, ratio)
        for k, (look, box) in enumerate(fan.cards if fan is not None else ()):
            self.draw_counter(painter, look, box, ratio)
            if fan is not None and k == fan.at and fan.pinned and len(fan.cards) > 1:
                ring = box.adjusted(-4, -4, 4, 4)
                focus = theme.colour("focus")
                paint.rounded(painter, ring, outline=focus, width=2, radius=9)
        self._callout(painter, camera)

    def _callout(self, painter: QPainter, camera: Camera) -> None:
        callout = self.marks.callout
        if callout is None or callout.cell not in self.index.anchors:
            return
        at = camera.to_view(self.index.anchors[callout.cell])
        half = self._edge * camera.scale / 2
        spot = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
        paint_callout(painter, QRectF(QPointF(0, 0), camera.size), spot, callout)


def _readable(size: QSizeF) -> float:
    """Edge of a counter in px that can be read in a view of *size* px."""
    return min(max(_READABLE, _SHARE * min(size.width(), size.height())), _LARGE)


def _united(boxes: Iterable[QRectF]) -> QRectF:
    whole = QRectF()
    for box in boxes:
        whole = whole.united(box)
    return whole
