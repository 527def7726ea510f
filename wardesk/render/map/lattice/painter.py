"""Paints a sheet of hexes or squares from its chunks, layer by layer, in one theme."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPainterPath

from wardesk.render.colours import colour
from wardesk.render.fonts import load_fonts
from wardesk.render.map.drawn_text import clipped, drawn_layer, is_drawing
from wardesk.render.map.field_texture import field_brush
from wardesk.render.map.ground_brush import GroundBrushes
from wardesk.render.map.grounds import GROUNDS, drawing_of
from wardesk.render.map.lattice.chunk import Chunk, FormBook, GridLines, Patch
from wardesk.render.map.lattice.frame import CHUNK, LatticeFrame, Numbers, Pair
from wardesk.render.map.lattice.grid_lines import GridInks, paint_grid
from wardesk.render.map.lattice.houses import Houses, build_houses, paint_houses
from wardesk.render.map.lattice.numbers import (
    FINEST,
    on_ink,
    paint_heights,
    paint_numbers,
    spots_of,
)
from wardesk.render.map.lattice.overview import Bricks, Overview, cell_tint
from wardesk.render.map.lattice.sides import SideArt, SideMark, Sides, paint_side_threads
from wardesk.render.map.lattice.stamps import REACH, StampBox
from wardesk.render.map.lattice.state import ABSENT, LatticeState
from wardesk.render.map.lines import LineArt, paint_lines, paint_threads, water_courses
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.recipes import (
    base_of,
    dressed,
    ground_tint,
    level_tint,
    mark_of,
    recipe_of,
)
from wardesk.render.map.side_signs import paint_sides, paint_waters
from wardesk.render.map.styled_theme import worn
from wardesk.render.map.view import ViewedMap
from wardesk.render.theme import MapTheme

FAR, MIDDLE = 5.0, 11.0
"""Pixels per radius: below the first one picture, below the second plain cells."""
STAMPS = 11.0
"""Pixels per radius from which single trees are seen."""
"""Grounds whose stamps are only at their edges."""
_MOST_CHUNKS = 1200
_FEW_CELLS = 80
"""Up to so many cells their drawing is made anew instead of kept by the chunk."""


class _Layer:
    """See `LatticePainter.layer`. A class, since an edit enters two dozen of them."""

    def __init__(self, painter: QPainter, name: str, share: float) -> None:
        self._painter, self._share = painter, share
        self._drawn = drawn_layer(painter, name) if is_drawing(painter) else None

    def __enter__(self) -> bool:
        if self._drawn is not None:
            self._drawn.__enter__()
        if self._share != 1.0:
            self._painter.setOpacity(self._share)
        return self._share > 0

    def __exit__(self, *error: object) -> None:
        if self._share != 1.0:
            self._painter.setOpacity(1.0)
        if self._drawn is not None:
            self._drawn.__exit__(None, None, None)


class LatticePainter:
    """The painting of one sheet; geometry is made lazily and dropped by edits."""

    def __init__(
        self, view: ViewedMap, frame: LatticeFrame, theme: MapTheme, patience: Patience
    ) -> None:
        load_fonts()
        self.patience = patience
        self.view, self.frame = view, frame
        self.state = LatticeState(view, frame)
        self.sides = SideArt(view, frame, self.state)
        self.lines = LineArt(view, frame.unit, frame.bounds)
        self._forms = FormBook(frame, patience)
        self._chunks: dict[int, Chunk] = {}
        self._grid_lines: GridLines = {}
        self._few: tuple[QRectF, Chunk] | None = None
        """The cells of the last small box; what an edit needs twice and only once."""
        self._houses: dict[int, Houses] = {}
        self.layers: Mapping[str, float] = {}
        self.once = False
        """Whether every part of the sheet is painted once, so that chunks are not worth keeping."""
        self.bricks = Bricks(frame)
        self.set_theme(theme)

    def set_theme(self, theme: MapTheme) -> None:
        """Other ink over the same geometry."""
        self.theme = theme = worn(theme, self.view)
        self._stamps = StampBox(theme, self.patience)
        self._fields = field_brush(theme)
        self._brushes = GroundBrushes(theme, self.patience)
        self._overview: Overview | None = None
        self._grid_inks = GridInks(self.state, theme)

    def reread(self, labels: frozenset[str]) -> list[QRectF]:
        """Cells may have changed; gives what must be painted anew."""
        state = self.state
        rank = state.rank  # another array when all are ranked anew; else what is named changes
        before = {
            number: (int(state.ground[number]), int(rank[number]))
            for number in map(state.numbers.get, labels)
            if number is not None
        }
        cells = state.read(labels)
        if not cells:
            return []
        self._few = None
        if self._overview is not None:
            self._overview.refresh(cells)
        if len(cells) > 400:
            self._chunks.clear()
            self._grid_lines.clear()
            self._houses.clear()
            self.sides.read(list(self.view.sides))
            return [self.frame.bounds.adjusted(-90, -90, 90, 90)]
        dirty: list[QRectF] = []
        for cell in dict.fromkeys(cells):
            known = before.get(cell) or (int(state.ground[cell]), int(rank[cell]))
            dirty.append(self._drop(cell, *known))
        return [*dirty, *self.sides.read(self.sides.around(cells))]

    def _drop(self, cell: int, ground: int, rank: int) -> QRectF:
        """Forget what hangs on a cell that looked otherwise; gives what must be painted anew."""
        frame = self.frame
        turned = (ground == ABSENT) != (self.state.ground[cell] == ABSENT)
        if turned:
            shapes = [cell, *(one for one in frame.beside[cell].tolist() if one >= 0)]
        else:
            shapes = [cell, *self.state.reshaped(cell, ground, rank)]
        dirty = QRectF()
        for one in shapes:
            self._houses.pop(one, None)
            if turned:
                self._grid_lines.pop(one, None)
            x, y = frame.centre(one)
            dirty |= QRectF(x - REACH, y - REACH, 2 * REACH, 2 * REACH)
            chunk = self._chunks.get(frame.chunk_of(one))
            if chunk is not None:
                chunk.forget_presence() if turned else chunk.forget_ground()
        return dirty

    def redraw_lines(self) -> list[QRectF]:
        """Lines may have changed."""
        dirty = self.lines.refresh()
        if dirty:
            for number, houses in list(self._houses.items()):
                if any(houses.box.intersects(box) for box in dirty):
                    del self._houses[number]
                    dirty.append(houses.box)
        return dirty

    def _chunk(self, at: int) -> Chunk:
        chunk = self._chunks.get(at)
        if chunk is None:
            while len(self._chunks) >= _MOST_CHUNKS:
                dropped = self._chunks.pop(next(iter(self._chunks)))
                for cell in dropped.members.tolist():
                    self._grid_lines.pop(cell, None)
            chunk = self._chunks[at] = self._chunk_of(self.frame.members(at))
        return chunk

    def _chunk_of(self, members: Numbers) -> Chunk:
        return Chunk(self.frame, self.state, self._forms, members, self._grid_lines)

    def _chunks_at(self, seen: QRectF) -> list[Chunk]:
        """What must be painted to fill *seen*: chunks, or in a small box only its cells.

        A page or a band that is painted once takes only its cells too.
        """
        frame = self.frame
        numbers = frame.chunks_in(seen)
        near = seen.adjusted(-REACH, -REACH, REACH, REACH)
        across, down = frame.pitch
        few = len(numbers) * CHUNK**2 // 2 if self.once else _FEW_CELLS
        if near.width() * near.height() > few * across * down:
            wide = seen.adjusted(-45, -45, 45, 45)
            found = map(self._chunk, numbers)
            return [chunk for chunk in found if chunk.box.intersects(wide)]
        if self._few is None or self._few[0] != near:
            if self.once:  # what another part needed is not needed again
                self._grid_lines.clear()
                self._houses.clear()
            self._few = near, self._chunk_of(frame.cells_in(near))
        return [self._few[1]] if len(self._few[1].members) else []

    def covers(self, box: QRectF) -> bool:
        """Whether there are cells everywhere in a box, so that no paper is seen between them."""
        across, down = self.frame.pitch
        inland = self.frame.bounds.adjusted(across, down, -across, -down)
        return inland.contains(box) and len(self.view.cells) >= self.frame.grid.count

    def layer(self, painter: QPainter, name: str) -> AbstractContextManager[bool]:
        """Paint at a layer's opacity; gives whether it is seen at all."""
        return _Layer(painter, name, self.layers.get(name, 1.0))

    def paint(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """Everything inside the frame but figures and names.

        Ground first, sides and lines above all of it. Drawing units; *fine*: pixels per radius.
        """
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(Qt.PenStyle.NoPen)
        chunks = self._chunks_at(seen) if fine >= FAR else []
        self._paint_ground(painter, chunks, seen, fine)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_grid(painter, chunks, seen, fine)
        marks = self.sides.near(seen)
        if fine < MIDDLE:
            self._paint_threads(painter, marks, seen, fine)
        else:
            self._paint_things(painter, marks, seen, fine)

    def _paint_threads(
        self, painter: QPainter, marks: list[tuple[Sides, SideMark]], seen: QRectF, fine: float
    ) -> None:
        """Sides and lines as thin strokes."""
        with self.layer(painter, "sides") as shown:
            if shown:
                with self.patience.whole_lines(painter):
                    paint_side_threads(painter, marks, self.theme, fine)
        with self.layer(painter, "lines") as shown:
            if shown:
                threads = list(self.lines.threads(seen.adjusted(-60, -60, 60, 60)))
                paint_threads(painter, threads, self.theme, fine)

    def _paint_things(
        self, painter: QPainter, marks: list[tuple[Sides, SideMark]], seen: QRectF, fine: float
    ) -> None:
        """Water, signs on sides, roads, in this order."""
        pieces = list(self.lines.near(seen.adjusted(-30, -30, 30, 30)))
        courses, signs = self.sides.heaps(marks)
        with self.layer(painter, "sides") as shown:
            if shown:
                if self.layers.get("lines", 1.0):
                    for recipe, paths in water_courses(pieces).items():
                        courses.setdefault(recipe, []).extend(paths)
                paint_waters(painter, courses, self.theme, fine)
                paint_sides(painter, signs, self.theme, fine)
        with self.layer(painter, "lines") as shown:
            if shown:
                paint_lines(painter, pieces, self.theme, fine)

    def _paint_ground(
        self, painter: QPainter, chunks: list[Chunk], seen: QRectF, fine: float
    ) -> None:
        if fine >= MIDDLE:
            self._paint_levels(painter, chunks, seen, fine)
            self._paint_patches(painter, chunks, seen, fine)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_woods(painter, chunks, seen, fine)
            self._paint_houses(painter, chunks, seen, fine)
            self._paint_crests(painter, chunks, seen, fine)
        elif fine >= FAR:
            self._paint_tiles(painter, chunks)
        else:
            self.paint_far(painter)

    def _paint_houses(
        self, painter: QPainter, chunks: list[Chunk], seen: QRectF, fine: float
    ) -> None:
        with self.layer(painter, "terrain") as shown:
            if shown:
                for art, heap in self._houses_in(chunks, seen).items():
                    paint_houses(painter, heap, dressed(self.theme, art), fine)

    def paint_numbers(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """The figures in cells, where they can be read: numbers, and heights that are hidden."""
        if fine < FINEST or seen.isEmpty():
            return
        chunks = self._chunks_at(seen)
        with self.layer(painter, "elevation") as shown:
            for chunk in chunks if shown else ():
                paint_heights(painter, self.frame, chunk.heights, self.theme, fine, seen)
        with self.layer(painter, "numbers") as shown:
            inked = self._inked(seen) if shown else frozenset()
            for chunk in chunks if shown else ():
                busy = chunk.busy | on_ink(self.frame, chunk.numbers, inked, self.theme, fine, seen)
                paint_numbers(painter, self.frame, chunk.numbers, busy, self.theme, fine, seen)

    def _inked(self, seen: QRectF) -> frozenset[Pair]:
        """Where lines and signs on sides lie that numbers may stand on."""
        layers, near = self.layers, seen.adjusted(-60, -60, 60, 60)
        runs = self.lines.runs(near) if layers.get("lines", 1.0) else []
        signs = [mark.spots for _, mark in self.sides.near(near) if layers.get("sides", 1.0)]
        return spots_of([*runs, *signs])

    def paint_far(self, painter: QPainter) -> None:
        """The plain colours of all cells, as from afar."""
        if self._overview is None:
            self._overview = Overview(self.frame, self.state, self.theme, self.bricks)
        with self.layer(painter, "terrain") as shown:
            if shown:
                self._overview.paint(painter)

    def _paint_tiles(self, painter: QPainter, chunks: list[Chunk]) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        with self.layer(painter, "terrain") as shown:
            for chunk in chunks if shown else ():
                for (art, rank), path in chunk.flats.fills.items():
                    tint = cell_tint(self.theme, art, rank, self.state.ranks)
                    painter.fillPath(path, colour(tint))

    def _paint_levels(
        self, painter: QPainter, chunks: list[Chunk], seen: QRectF, fine: float
    ) -> None:
        """Tints from low to high with shaded edges, fields over them."""
        theme, ranks = self.theme, self.state.ranks
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        low = colour(level_tint(theme, 0, ranks))
        if self.covers(seen):
            painter.fillRect(seen, low)
        else:
            for chunk in chunks:
                painter.fillPath(chunk.base, low)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        by_rank = {
            rank: [chunk.ground.steps[rank] for chunk in chunks if rank in chunk.ground.steps]
            for rank in range(1, ranks)
        }
        with self.layer(painter, "elevation") as shown:
            for rank, steps in by_rank.items() if shown else ():
                if fine >= STAMPS:
                    self._stamp(painter, "step_below", steps, seen, fine)
                tint = colour(level_tint(theme, rank, ranks))
                for step in steps:
                    painter.fillPath(step.fill, tint)
        self._paint_fields(painter, seen, fine)

    def _paint_crests(
        self, painter: QPainter, chunks: list[Chunk], seen: QRectF, fine: float
    ) -> None:
        """Crest lines with their ticks, over woods and houses too."""
        with self.layer(painter, "elevation") as shown:
            for rank in range(1, self.state.ranks) if shown and fine >= STAMPS else ():
                steps = [chunk.ground.steps[rank] for chunk in chunks if rank in chunk.ground.steps]
                self._stamp(painter, "step", steps, seen, fine)

    def _paint_fields(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """The patchwork of open country, with the terrain's opacity."""
        if self._fields is None or fine < 14:
            return
        with self.layer(painter, "terrain") as shown:
            if shown:
                self._fields.paint(painter, seen, fine)

    def _paint_patches(
        self, painter: QPainter, chunks: list[Chunk], seen: QRectF, fine: float
    ) -> None:
        """All terrain but woods, whose crowns hang over what is beside them."""
        with self.layer(painter, "terrain") as shown:
            for art, patches in self._by_art(chunks).items() if shown else ():
                recipe = recipe_of(art)
                if recipe == "wood":
                    continue
                if fine >= STAMPS and drawing_of(f"{recipe}_below"):
                    self._stamp(painter, f"{recipe}_below", patches, seen, fine, edges=True)
                tile = self._brushes.picture(art)
                if tile is not None and tile[1].fit == "cell":
                    self._paint_cells(painter, patches, tile[0], seen)
                    continue
                tint = colour(ground_tint(self.theme, art))
                brush = QBrush(tint) if tile is None else self._brushes.of(painter, art, fine)
                for patch in patches if not GROUNDS[recipe].bare else ():
                    painter.fillPath(patch.fill, brush)
                if fine >= STAMPS and tile is None and drawing_of(recipe):
                    self._stamp(painter, recipe + mark_of(art), patches, seen, fine)

    def _paint_cells(
        self, painter: QPainter, patches: list[Patch], image: QImage, seen: QRectF
    ) -> None:
        """All of a picture in every cell, cut to its outline."""
        outline, frame = QPainterPath(), self.frame
        outline.addPolygon(frame.outline)
        box = outline.boundingRect()
        size = QSizeF(image.size()).scaled(
            box.size(), Qt.AspectRatioMode.KeepAspectRatioByExpanding
        )
        place = QRectF(QPointF(), size)
        for patch in patches:
            for x, y in frame.centres[patch.cells].tolist():
                if not box.translated(x, y).intersects(seen):
                    continue
                place.moveCenter(QPointF(x, y))
                with clipped(painter, outline.translated(x, y)):
                    painter.drawImage(place, image)

    def _by_art(self, chunks: list[Chunk]) -> dict[str, list[Patch]]:
        found: dict[str, list[Patch]] = {}
        for chunk in chunks:
            for art, patch in chunk.ground.patches.items():
                found.setdefault(art, []).append(patch)
        return dict(sorted(found.items()))

    def _paint_woods(
        self, painter: QPainter, chunks: list[Chunk], seen: QRectF, fine: float
    ) -> None:
        with self.layer(painter, "terrain") as shown:
            woods: dict[str, list[Patch]] = {}
            for art, patches in self._by_art(chunks).items():
                if recipe_of(art) == "wood":
                    woods.setdefault(mark_of(art), []).extend(patches)
            if not shown:
                return
            for mark, patches in woods.items() if fine >= STAMPS else ():
                self._stamp(painter, f"wood_below{mark}", patches, seen, fine, edges=True)
            for mark, patches in woods.items():
                floor = self._brushes.of(painter, f"wood{mark}", fine)
                for wood in patches:
                    painter.fillPath(wood.fill, floor)
            for mark, patches in woods.items() if fine >= STAMPS else ():
                self._stamp(painter, f"wood{mark}", patches, seen, fine, edges=True)

    def _stamp(
        self,
        painter: QPainter,
        recipe: str,
        patches: list[Patch],
        seen: QRectF,
        fine: float,
        *,
        edges: bool = False,
    ) -> None:
        plain, book = base_of(recipe), self._forms
        level = plain.startswith("step")
        edges = edges or level or (plain in GROUNDS and GROUNDS[plain].rimmed)
        left, right = seen.left() - REACH, seen.right() + REACH
        top, bottom = seen.top() - REACH, seen.bottom() + REACH
        forms = book.level if level else book.of(plain.removesuffix("_below"))
        spots = [
            spot
            for patch in patches
            for spot in (patch.edge if edges else patch.spots)
            if left < spot[2] < right and top < spot[3] < bottom
        ]
        self._stamps.paint(painter, recipe, forms.at, spots, fine, seen, once=self.once)

    def _houses_in(self, chunks: list[Chunk], seen: QRectF) -> dict[str, list[Houses]]:
        """The houses in sight by their ground, which may give them inks of their own."""
        found: dict[str, list[Houses]] = {}
        wide = seen.adjusted(-125, -125, 125, 125)
        for art, patches in self._by_art(chunks).items():
            recipe = recipe_of(art)
            if not GROUNDS[recipe].built:
                continue
            forms = self._forms.of(recipe)
            for patch in patches:
                for number, (mask, variant, x, y) in zip(patch.cells, patch.spots, strict=True):
                    if not wide.contains(x, y):
                        continue
                    if number not in self._houses:
                        runs = self.lines.runs(QRectF(x - 100, y - 100, 200, 200))
                        form = forms.at(mask, variant)
                        self._houses[number] = build_houses(recipe, number, (x, y), form, runs)
                        self.patience.made()
                    found.setdefault(art, []).append(self._houses[number])
        return found

    def _paint_grid(
        self, painter: QPainter, chunks: list[Chunk], seen: QRectF, fine: float
    ) -> None:
        if fine < 8:
            return
        with self.layer(painter, "grid") as shown:
            if shown:
                paint_grid(painter, chunks, self._grid_inks, seen, fine, self.patience)
