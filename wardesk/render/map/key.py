"""The key of a map: every kind that it uses, each sample drawn by the map's own painter."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath
from shapely import LineString, Point

from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.layers import LABEL, ZONE, elevation_property
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Cell
from wardesk.model.cells import Feature
from wardesk.model.palette import Palette, Scalar
from wardesk.render.map.drawn_text import clipped
from wardesk.render.map.label_style import label_look
from wardesk.render.map.lattice.frame import LatticeFrame
from wardesk.render.map.lattice.painter import LatticePainter
from wardesk.render.map.lattice.state import LatticeState
from wardesk.render.map.lines import paint_lines
from wardesk.render.map.names import NamedZone, paint_zone, printed_zones
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.recipes import (
    WATERS,
    art_of,
    line_recipe,
    line_words,
    mark_of,
    recipe_of,
    side_art,
    side_recipe,
)
from wardesk.render.map.side_signs import Run, paint_sides, paint_waters
from wardesk.render.map.signs import SIGNS, paint_sign
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import painting, path_through
from wardesk.render.theme import MapTheme
from wardesk.words import join, say, shown

Among = Literal["terrain", "side", "line", "zone", "sign"]
SAMPLE_FINE = 110.0
"""Device pixels per hex radius in samples of ground."""


@dataclass(frozen=True)
class KeyEntry:
    """One row of a key. *kind*: its id; *art*: the words that tell how it is drawn."""

    among: Among
    kind: str
    art: str
    words: str
    height: float = 0.0
    """Of open ground on one of several levels how high it lies."""
    costs: str = ""
    """What it costs to move there, as far as the palette says."""
    over: str = ""
    """Of ground under a bridge the words that tell how the line over it is drawn."""


def sheet_entries(view: ViewedMap, state: LatticeState, language: str) -> tuple[KeyEntry, ...]:
    """What a sheet of hexes or squares uses: levels of open ground, other ground, sides, lines."""
    kinds = (kind for kinds in view.sides.values() for kind in kinds)
    return (
        *_levels(view, state, language),
        *grounds_used(view, language, _common_open(view)),
        *sides_used(view, kinds, language),
        *lines_used(view, language, every=True),
        *zones_used(view, language),
        *signs_used(view, language),
    )


def _common_open(view: ViewedMap) -> str | None:
    """The kind of open ground that there is most of."""
    counts = Counter(cell.terrain for cell in view.cells.values())
    kinds = [kind for kind, _ in counts.most_common() if _drawn_as(view, kind) == "open"]
    return kinds[0] if kinds else None


def _drawn_as(view: ViewedMap, terrain: str) -> str:
    return recipe_of(art_of(view, terrain))


def terrain_name(palette: Palette, terrain: str, language: str) -> str:
    """What a kind of ground is called."""
    known = palette.terrain.get(terrain)
    return shown((known.name if known else "") or terrain.capitalize(), language)


_UPHILL = ("uphill", "up")
"""Figures for the way up: of ground, and of a side with a high end."""


def costs_told(properties: Mapping[str, Scalar], language: str, *, extra: bool = False) -> str:
    """The figures of movement among some properties, as `model.movement` reads them; "" if none.

    For instance ``move 2, foot 1, wheels no entry, uphill +1, ends a move``. *extra*: they are paid
    on top, as those of a side are; what costs nothing more is not told.
    """
    rows: list[str] = []
    climbing = False
    moves = [value for key, value in properties.items() if key.partition("_")[0] == "move"]
    if moves and set(moves) == {"no"}:
        return shown(say("no entry"), language)
    for key, value in properties.items():
        what, _, name = key.partition("_")
        more = extra or what in _UPHILL
        if what not in ("move", *_UPHILL) or (more and value == 0):
            continue
        # the word once before all that is paid uphill
        parts: list[str] = [say("uphill")] if what in _UPHILL and not climbing else []
        climbing = what in _UPHILL
        parts += [name] if name else []
        if value == "no":
            parts.append(say("no entry"))
        else:
            parts = parts or [say("move")]
            parts.append(f"+{value}" if more else f"{value}")
        rows.append(join(" ", parts))
    if properties.get("stop") is True:
        rows.append(say("ends a move"))
    return shown(join(", ", rows), language)


def _terrain_costs(palette: Palette, terrain: str, language: str) -> str:
    known = palette.terrain.get(terrain)
    return costs_told(known.properties, language) if known is not None else ""


def _levels(view: ViewedMap, state: LatticeState, language: str) -> list[KeyEntry]:
    """Open ground on every level that there is, if there are several."""
    open_kind = _common_open(view)
    heights = sorted({float(state.height[state.numbers[cell]]) for cell in view.cells})
    if open_kind is None:
        open_kind = "" if len(heights) > 1 else None
    if open_kind is None:
        return []
    name = say("Open ground")
    if open_kind:
        name = terrain_name(view.palette, open_kind, language)
    costs = _terrain_costs(view.palette, open_kind, language)
    if len(heights) < 2:
        return [
            KeyEntry("terrain", open_kind, "open", shown(name, language), *heights, costs=costs)
        ]
    said = [say("{ground}, level {height}", ground=name, height=f"{high:g}") for high in heights]
    costs = shown(say("on every level: {costs}", costs=costs), language) if costs else ""
    return [
        KeyEntry(
            "terrain", open_kind, "open", shown(row, language), height, "" if number else costs
        )
        for number, (row, height) in enumerate(zip(said, heights, strict=True))
    ]


def grounds_used(view: ViewedMap, language: str, listed: str | None = None) -> list[KeyEntry]:
    """Every kind of ground that a map uses, but one that is *listed* already."""
    counts = Counter(cell.terrain for cell in view.cells.values())
    return [
        KeyEntry(
            "terrain",
            kind,
            "",
            terrain_name(view.palette, kind, language),
            costs=_terrain_costs(view.palette, kind, language),
            over=_line_over(view, kind),
        )
        for kind, _ in counts.most_common()
        if kind != listed
    ]


def _line_over(view: ViewedMap, terrain: str) -> str:
    """The words of the line that crosses a ground with a bridge; nothing for other ground."""
    known = view.palette.terrain.get(terrain)
    if known is None or known.properties.get("bridge") is not True:
        return ""
    middles = [Point(cell.anchor) for cell in view.cells.values() if cell.terrain == terrain]

    def away(feature: Feature) -> tuple[float, bool]:
        run = LineString([spot[:2] for spot in feature.geometry["coordinates"]])
        far = sum(run.distance(middle) for middle in middles)
        return round(far), "bridge" not in line_words(view, feature.kind, feature.name)

    drawn = [
        one
        for one in view.features
        if one.geometry.get("type") == "LineString" and one.kind not in (LABEL, ZONE)
    ]
    if not drawn or not middles:
        return ""
    nearest = min(drawn, key=away)
    return line_words(view, nearest.kind, nearest.name)


def sides_used(view: ViewedMap, kinds: Iterable[str], language: str) -> list[KeyEntry]:
    """The kinds of sides among some, in the palette's order; not those that nobody sees."""
    used, borders = set(kinds), view.palette.borders
    found: list[KeyEntry] = []
    for kind in (*(kind for kind in borders if kind in used), *sorted(used - borders.keys())):
        art = side_art(view, kind)
        if side_recipe(art) != "open":
            name = (borders[kind].name if kind in borders else "") or kind.capitalize()
            closed = kind in borders and not borders[kind].passable
            costs = shown(say("no way across"), language) if closed else ""
            if kind in borders and not closed:
                costs = costs_told(borders[kind].properties, language, extra=True)
            found.append(KeyEntry("side", kind, art, shown(name, language), costs=costs))
    return found


def lines_used(view: ViewedMap, language: str, *, every: bool) -> list[KeyEntry]:
    """The kinds of drawn lines, main roads by themselves; *every*: unknown ones too."""
    lines = view.palette.lines
    found: dict[tuple[str, str], KeyEntry] = {}
    for feature in view.features:
        drawn = feature.geometry.get("type") == "LineString" and feature.kind not in (LABEL, ZONE)
        if not drawn or not (every or feature.kind in lines):
            continue
        art = line_words(view, feature.kind, feature.name)
        recipe = line_recipe(art)
        plain = line_recipe(line_words(view, feature.kind, ""))
        known = lines.get(feature.kind)
        name = (known.name if known else "") or feature.kind.capitalize()
        said = say("Main road") if recipe == "main" != plain else name
        costs = costs_told(known.properties, language) if known is not None else ""
        row = KeyEntry("line", feature.kind, art, shown(said, language), costs=costs)
        found.setdefault((feature.kind, recipe), row)
    order = {"main": 0, "road": 1, "path": 2, "rail": 3}
    return sorted(found.values(), key=lambda one: order.get(line_recipe(one.art), 9))


def zones_used(view: ViewedMap, language: str) -> list[KeyEntry]:
    """One row for all zones that are printed; what they are called stands on the map."""
    zones = any(one.kind == ZONE for one in printed_zones(view.features))
    return [KeyEntry("zone", "zone", "", shown(say("Named zone"), language))] if zones else []


def signs_used(view: ViewedMap, language: str) -> list[KeyEntry]:
    """Every sign on the map that its own words do not explain, in the order of the shipped set."""
    used: set[str] = set()
    for one in view.features:
        sign = label_look(one.properties, view.look).sign if one.kind == LABEL else ""
        if sign and one.name.strip().lower() != _sign_name(view, sign, language).lower():
            used.add(sign)
    order = [*view.look.signs, *SIGNS]
    return [
        KeyEntry("sign", one, "", _sign_name(view, one, language)) for one in order if one in used
    ]


def _sign_name(view: ViewedMap, sign: str, language: str) -> str:
    own = view.look.signs.get(sign)
    return own.title if own is not None else shown(SIGNS[sign], language)


def paint_sign_sample(painter: QPainter, entry: KeyEntry, theme: MapTheme, box: QRectF) -> None:
    """A sign in the middle of a box."""
    edge = min(box.width(), box.height())
    square = QRectF(0, 0, edge, edge)
    square.moveCenter(box.center())
    paint_sign(painter, entry.kind, square, theme.colour("label.ink"), theme)


def paint_zone_sample(painter: QPainter, theme: MapTheme, box: QRectF, fine: float) -> None:
    """A zone that fills a box; painter and *fine* in drawing units."""
    outline = QPainterPath()
    outline.addRect(box)
    paint_zone(painter, NamedZone("", outline, (0.0, 0.0)), theme, fine)


def paint_stroke(
    painter: QPainter, entry: KeyEntry, theme: MapTheme, at: QPointF, width: float, fine: float
) -> None:
    """A side or a line *width* units long around a point; painter and *fine* in drawing units."""
    painter.save()
    painter.translate(at)
    half = width / 2
    points = [(-half, -5.0), (-half * 0.36, 7.0), (half * 0.36, -7.0), (half, 5.0)]
    course = QPainterPath(QPointF(*points[0]))
    course.cubicTo(*(QPointF(half * x, y) for x, y in ((-0.5, 18.0), (0.4, -20.0), (1.0, 5.0))))
    if entry.among == "line":
        recipe = line_recipe(entry.art)
        if recipe in WATERS:
            paint_waters(painter, {recipe + mark_of(entry.art): [course]}, theme, fine)
        else:
            paint_lines(painter, [(entry.art, course)], theme, fine)
    else:
        recipe = side_recipe(entry.art)
        run = Run(tuple(points), entry.art)
        if recipe in WATERS:
            paint_waters(painter, {recipe + mark_of(entry.art): [course]}, theme, fine)
        else:
            paint_sides(painter, {recipe + mark_of(entry.art): [run]}, theme, fine)
    painter.restore()


@dataclass(frozen=True)
class GroundSample:
    """A picture of a ground, the box it fills around the middle of its cell, and its outline."""

    image: QImage
    box: QRectF
    outline: QPainterPath
    draw: Callable[[QPainter], None]
    """What the picture shows, around (0, 0)."""


def ground_samples(
    entries: Sequence[KeyEntry], view: ViewedMap, heights: Sequence[float], theme: MapTheme
) -> dict[KeyEntry, GroundSample]:
    """A cell of every kind of ground among some rows, by itself, as it is painted on the map.

    *heights*: all that the map has, so that every level keeps its tint.
    """
    rows = [one for one in entries if one.among == "terrain"]
    if not rows or view.grid is None:
        return {}
    document, places = _sample_sheet(rows, view, view.grid, heights)
    frame = LatticeFrame(document.grid or view.grid)
    ground = LatticePainter(document, frame, theme, Patience())
    ground.layers = {"grid": 0.0, "numbers": 0.0}
    return {one: _sample(ground, frame, number) for one, number in zip(rows, places, strict=True)}


def _sample_sheet(
    rows: Sequence[KeyEntry], view: ViewedMap, grid: Grid, heights: Sequence[float]
) -> tuple[MapDocument, list[int]]:
    """A sheet with one cell for each row, apart from each other, and their numbers.

    A last line holds a cell of each height, which makes the tints those of the map.
    """
    width = max(len(rows) * 2, len(heights))
    if isinstance(grid, HexGrid):
        sheet: Grid = HexGrid(width, 5, grid.pointy)
    else:
        sheet = SquareGrid(width, 5)
    layout = Layout(sheet)
    document = MapDocument(id="key", title="", provenance="", kind="square", layout=layout,
                           palette=view.palette, look=view.look,
                           extra_parts=dict(view.pictures))  # fmt: skip
    labels = list(document.cell_numbers)
    high = elevation_property(view)
    by_offset = {sheet.offset(*sheet.coordinates(number)): number for number in range(sheet.count)}

    def put(column: int, row: int, terrain: str, height: float) -> int:
        number = by_offset[column, row]
        x, y = sheet.centre(*sheet.coordinates(number))
        at = (float(x), float(y))
        own = {high: height}
        document.cells[labels[number]] = Cell(labels[number], "", terrain, at, own)
        return number

    lowest = min(heights, default=0.0)
    places = [
        put(2 * number, 1, row.kind, row.height if row.art == "open" else lowest)
        for number, row in enumerate(rows)
    ]
    for number, height in enumerate(heights):
        put(number, 4, "", height)
    return document, places


def _sample(ground: LatticePainter, frame: LatticeFrame, number: int) -> GroundSample:
    x, y = frame.centre(number)
    reach = 105.0
    edge = math.ceil(2 * reach * SAMPLE_FINE / 100)
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    outline = path_through([(x + cx, y + cy) for cx, cy in frame.corners], True)
    box = QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def draw(painter: QPainter) -> None:
        painter.translate(-x, -y)
        with clipped(painter, outline):
            ground.paint(painter, box.translated(x, y), SAMPLE_FINE)

    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(SAMPLE_FINE / 100, SAMPLE_FINE / 100)
        painter.translate(reach, reach)
        draw(painter)
    return GroundSample(image, box, outline.translated(-x, -y), draw)
