"""The grounds that a map can show: one record each, and its drawing.

A ground with a drawing of its own is a function and a record in `GROUNDS`: painters, keys, themes,
names that keep clear of it and the lists of the editor find it here. A drawing is made around
(0, 0) in drawing units, for one form.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from wardesk.render.colours import mix
from wardesk.render.map.drawn_text import clipped
from wardesk.render.map.lattice.forms import (
    SOFT,
    WET,
    WOODY,
    CellForm,
    OutlineBend,
    lattice,
    spaced,
)
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme
from wardesk.words import Text, say

_WHOLE = 105.0
"""Half the width of what is wider than any cell: a tile that repeats."""
Draw = Callable[[QPainter, CellForm, int, MapTheme], None]
Tint = Callable[[MapTheme], str]
Keys = tuple[str, ...]
"""Inks of the theme: the first takes a colour, the others keep their distance from it."""


@dataclass(frozen=True, kw_only=True)
class GroundRecipe:
    """How one ground is drawn, wherever it is drawn."""

    id: str
    title: Text | None = None
    """What lists of drawings call it; None for what is not offered there."""
    words: tuple[str, ...] = ()
    """Words that choose it, in the languages that the program speaks; see `GROUNDS`."""
    tint: Tint
    """The flat colour under the drawing."""
    inks: tuple[Keys, Keys] = ((), ())
    """What the ground's colour is besides its tint, and what is drawn on it."""
    draw: Draw | None = None
    below: Draw | None = None
    """What is drawn before its neighbours' ground is."""
    bend: OutlineBend = SOFT
    """How its outline runs between cells."""
    far: Callable[[MapTheme, str], str] | None = None
    """Makes of the tint what is seen when single trees and houses cannot be told."""
    on_areas: str = ""
    """The ground that areas have in its stead: what stands on an area is drawn by itself."""
    fills_areas: bool = False
    """Whether its drawing fills areas, too; others are flat on them."""
    rimmed: bool = False
    """Whether only its rim is drawn."""
    bare: bool = False
    """Whether its drawing lies on open country, whose fields are seen through it."""
    quiet: bool = False
    """Whether heights and numbers can be read on it."""
    water: bool = False
    """Whether it is one with all other water."""
    built: bool = False
    """Whether houses stand on it."""
    dear: float = 0.0
    """How much a name avoids to cover it."""


def _body(form: CellForm) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(form.outline)
    return path


@lru_cache(maxsize=256)
def _strewn(pitch: float, seed: int) -> tuple[tuple[float, float, float], ...]:
    """Jittered points over a cell, from the upper left down, each with a number of 0 to 1."""
    rng, found = random.Random(f"{pitch} {seed}"), list[tuple[float, float, float]]()
    for row in range(int(236 / pitch / 0.87) + 1):
        for column in range(int(236 / pitch) + 1):
            x = -118 + (column + 0.5 * (row % 2) + rng.uniform(-0.5, 0.5)) * pitch
            y = -118 + row * pitch * 0.87 + rng.uniform(-0.5, 0.5) * pitch
            found.append((x, y, rng.random()))
    return tuple(found)


def _scattered(form: CellForm, pitch: float, seed: int) -> list[tuple[float, float, float]]:
    """Those of the strewn points that lie in a form; the others do not move them."""
    holds, winding_fill = form.outline.containsPoint, Qt.FillRule.WindingFill
    return [one for one in _strewn(pitch, seed) if holds(QPointF(*one[:2]), winding_fill)]


def _bushes(form: CellForm, ink: QColor, wider: float, painter: QPainter) -> None:
    """Leafy rounds all along the edge of a wood."""
    rng = random.Random(5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for arc in form.arcs:
        for (x, y), _ in spaced(arc, 6.5):
            size = rng.uniform(4.0, 7.5) + wider
            painter.drawEllipse(QPointF(x, y), size, size * 0.92)


def _wood_below(painter: QPainter, form: CellForm, _variant: int, theme: MapTheme) -> None:
    """The shadow of the edge of a wood, and the dark rim of its bushes."""
    if shadow := theme.number("wood.shadow_alpha"):
        for width, by in ((22, 0.55), (11, 0.9)):
            ink = pen(theme.colour("wood.shadow", shadow * by), width, cap=Qt.PenCapStyle.FlatCap)
            painter.strokePath(form.edge.translated(5, 6.5), ink)
    _bushes(form, theme.colour("wood.rim"), 2.1, painter)


def _wood(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Bushes along the edge, some lit; the wood inside is a brush."""
    _bushes(form, theme.colour("wood.crown"), 0.0, painter)
    rng = random.Random(variant)
    painter.setBrush(theme.colour("wood.top", 0.75))
    for arc in form.arcs:
        for (x, y), _ in spaced(arc, 9.0):
            size = rng.uniform(2.0, 3.6)
            painter.drawEllipse(QPointF(x - 1.5, y - 1.8), size, size * 0.9)


def _orchard(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """A plot with trees in straight rows, turned differently from cell to cell."""
    painter.strokePath(form.edge, pen(theme.colour("hex.orchard_rim", 0.9), 2.2))
    outline, rule = form.outline, Qt.FillRule.WindingFill
    rows = [
        (x, y)
        for x, y in lattice((0.0, 0.0), 17, 105, random.Random(variant).uniform(-0.6, 0.6))
        if all(outline.containsPoint(QPointF(x + dx, y + dy), rule) for dx, dy in _AROUND)
    ]
    shadow = theme.number("wood.shadow_alpha")
    painter.setPen(Qt.PenStyle.NoPen)
    for dx, dy, width, ink in (
        (2.0, 2.6, 5.0, theme.colour("wood.shadow", shadow)),
        (0.0, 0.0, 5.0, theme.colour("hex.tree")),
        (-1.2, -1.5, 2.1, theme.colour("hex.tree_light")),
    ):
        painter.setBrush(ink)
        for x, y in rows:
            painter.drawEllipse(QPointF(x + dx, y + dy), width, width)


_AROUND = ((-7.0, 0.0), (7.0, 0.0), (0.0, -7.0), (0.0, 7.0))


def _village(painter: QPainter, form: CellForm, _variant: int, theme: MapTheme) -> None:
    """Only the edge of the trodden ground; houses know the streets and are laid cell by cell."""
    painter.strokePath(form.edge, pen(theme.colour("hex.village_rim", 0.75), 1.8))


def _fortress(painter: QPainter, form: CellForm, _variant: int, theme: MapTheme) -> None:
    """A wall with towers around the trodden ground."""
    wall, top = theme.colour("border.wall"), theme.colour("border.wall_top")
    painter.strokePath(form.edge, pen(wall, 9.0))
    painter.strokePath(form.edge, pen(top, 4.2))
    painter.setPen(pen(wall, 2.2))
    painter.setBrush(top)
    for arc in form.arcs:
        for (x, y), (dx, dy) in spaced(arc, 34):
            along, up = QPointF(dx * 6.5, dy * 6.5), QPointF(-dy * 6.5, dx * 6.5)
            middle = QPointF(x, y)
            corners = [middle - along - up, middle + along - up, middle + along + up]
            painter.drawPolygon([*corners, middle - along + up])


def _bridged(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Water with the piers of a bridge in it, wherever the road or railway on it runs."""
    _lake(painter, form, variant, theme)
    holds, rule = form.outline.containsPoint, Qt.FillRule.WindingFill
    painter.setPen(pen(theme.colour("border.wall"), 2.2))
    painter.setBrush(theme.colour("border.wall_top"))
    for x, y in lattice((0.0, 0.0), 44, 105, math.pi / 4):
        if all(holds(QPointF(x + dx, y + dy), rule) for dx, dy in _PIER):
            painter.drawPolygon([QPointF(x + dx, y + dy) for dx, dy in _PIER])


_PIER = ((-13.0, 0.0), (-7.0, -5.5), (7.0, -5.5), (13.0, 0.0), (7.0, 5.5), (-7.0, 5.5))
"""Seen from above: pointed against the stream and down it."""


def _lake(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Bank, and shade along it."""
    with clipped(painter, _body(form)):
        for width, alpha in ((52, 0.10), (34, 0.12), (17, 0.16)):
            painter.strokePath(form.edge, pen(theme.colour("water.bank", alpha), width))
        ripples = QPainterPath()
        for x, y, chance in _scattered(form, 44, variant):
            long = 5 + 5 * chance
            ripples.moveTo(x - long, y)
            ripples.cubicTo(x - long / 2, y - 2.4, x - long / 2, y - 2.4, x, y)
            ripples.cubicTo(x + long / 2, y + 2.4, x + long / 2, y + 2.4, x + long, y)
        painter.strokePath(ripples, pen(theme.colour("water.ripple", 0.55), 1.2))
    painter.strokePath(form.edge, pen(theme.colour("water.bank"), 4.2))


def _soft_edge(painter: QPainter, form: CellForm, theme: MapTheme) -> None:
    ink = pen(theme.colour("relief.form", 0.34), 1.6, Qt.PenStyle.CustomDashLine)
    ink.setDashPattern([3.0, 3.2])
    painter.strokePath(form.edge, ink)


def _marsh(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Water lines with reeds."""
    _soft_edge(painter, form, theme)
    water, reeds = QPainterPath(), QPainterPath()
    for x, y, chance in _scattered(form, 30, variant):
        long = 7 + 5 * chance
        for row, share in ((0.0, 1.0), (3.2, 0.55)):
            water.moveTo(x - long * share, y + row)
            water.lineTo(x + long * share, y + row)
        for lean in (-3.4, -1.2, 1.2, 3.4):
            reeds.moveTo(x + lean * 0.5, y)
            reeds.lineTo(x + lean, y - 6 - 3 * (chance * 7 + lean) % 1)
    painter.strokePath(water, pen(theme.colour("water.bank", 0.75), 1.4))
    painter.strokePath(reeds, pen(theme.colour("wood.rim", 0.85), 1.3))


def _polder(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Narrow strips of meadow between ditches, each parcel drained its own way."""
    rng, narrow, wide = random.Random(f"polder {variant}"), QPainterPath(), QPainterPath()
    turn = math.radians(rng.choice((8.0, 24.0, -18.0, 68.0, 82.0)))
    (ex, ey), (nx, ny) = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    for row in range(-10, 11):
        x, y = nx * row * 11.5, ny * row * 11.5
        narrow.moveTo(x - ex * 120, y - ey * 120)
        narrow.lineTo(x + ex * 120, y + ey * 120)
    by = rng.uniform(-40, 40)
    wide.moveTo(ex * by - nx * 120, ey * by - ny * 120)
    wide.lineTo(ex * (by + 14) + nx * 120, ey * (by + 14) + ny * 120)
    with clipped(painter, _body(form)):
        painter.strokePath(narrow, pen(theme.colour("water.bank", 0.42), 1.3))
        painter.strokePath(wide, pen(theme.colour("water.bank", 0.62), 1.9))


def _hedged(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Hedges along the fields, and here and there a farm."""
    rng = random.Random(f"hedge {variant}")
    holds, rule = form.outline.containsPoint, Qt.FillRule.WindingFill
    bushes: list[tuple[float, float, float]] = []
    for turn, aside, start, end in _HEDGES[variant % len(_HEDGES)]:
        (ex, ey) = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for along in range(start, end, 7):
            x = ex * along - ey * aside + rng.uniform(-1.4, 1.4)
            y = ey * along + ex * aside + rng.uniform(-1.4, 1.4)
            if holds(QPointF(x, y), rule) and rng.random() < 0.88:
                bushes.append((x, y, rng.uniform(2.2, 3.6)))
    painter.setPen(Qt.PenStyle.NoPen)
    shadow = theme.number("wood.shadow_alpha")
    for dx, dy, by, ink in (
        (1.2, 1.8, 1.0, theme.colour("wood.shadow", shadow)),
        (0.0, 0.0, 1.0, theme.colour("hex.tree", 0.85)),
        (-0.7, -0.8, 0.45, theme.colour("hex.tree_light", 0.8)),
    ):
        painter.setBrush(ink)
        for x, y, size in bushes:
            painter.drawEllipse(QPointF(x + dx, y + dy), size * by, size * by * 0.88)
    if variant % len(_HEDGES) == _FARMED:
        _farm(painter, theme)


_HEDGES = (
    ((14.0, -34.0, -100, 100), (104.0, 18.0, -34, 100)),
    ((61.0, 12.0, -100, 100),),
    ((152.0, 30.0, -100, 40), (62.0, -40.0, -100, 30)),
    ((38.0, 46.0, -60, 100), (128.0, -8.0, -100, 46), (38.0, -52.0, -100, -10)),
)
"""By variant: how each hedge is turned, how far beside the middle, from where to where."""
_FARMED = 2
"""The variant with a farm."""


def _farm(painter: QPainter, theme: MapTheme) -> None:
    """A house and a barn at right angles."""
    painter.save()
    painter.translate(26, -22)
    painter.rotate(-28)
    painter.setPen(pen(theme.colour("hex.house_line"), 0.9))
    for box, roof in ((QRectF(-11, -5, 17, 9), 0), (QRectF(9, -3, 8, 17), 1)):
        painter.setBrush(QColor(theme.colours("hex.roofs")[roof]))
        painter.drawRect(box)
    painter.restore()


def _scrub(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Single bushes on open ground."""
    _soft_edge(painter, form, theme)
    found: list[tuple[float, float, float]] = []
    for x, y, chance in _scattered(form, 27, variant):
        rng = random.Random(chance)
        found += [
            (x + rng.uniform(-6, 6), y + rng.uniform(-4, 4), rng.uniform(2.8, 5.0))
            for _ in range(rng.randint(1, 3))
        ]
    painter.setPen(Qt.PenStyle.NoPen)
    shadow = theme.number("wood.shadow_alpha")
    for dx, dy, by, ink in (
        (1.6, 2.2, 1.0, theme.colour("wood.shadow", shadow)),
        (0.0, 0.0, 1.0, theme.colour("hex.tree")),
        (-0.9, -1.0, 0.45, theme.colour("hex.tree_light", 0.8)),
    ):
        painter.setBrush(ink)
        for x, y, size in found:
            painter.drawEllipse(QPointF(x + dx, y + dy), size * by, size * by * 0.85)


def _rough(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Scattered rocks, lit from the north-west."""
    _soft_edge(painter, form, theme)
    painter.setPen(Qt.PenStyle.NoPen)
    dark, light = theme.colour("relief.rock", 0.75), theme.colour("relief.rock_light", 0.85)
    for x, y, chance in _scattered(form, 22, variant):
        size = 2.6 + 3.6 * chance
        for ink, by, shift in ((dark, 1.0, 0.9), (light, 0.8, -0.4)):
            painter.setBrush(ink)
            corners = [
                QPointF(
                    x + shift + math.cos(k * math.tau / 5 + size) * size * by,
                    y + shift + math.sin(k * math.tau / 5 + size) * size * by * 0.75,
                )
                for k in range(5)
            ]
            painter.drawPolygon(corners)


def _sand(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Fine dots."""
    _soft_edge(painter, form, theme)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("relief.form", 0.75))
    for x, y, _ in _scattered(form, 13, variant):
        painter.drawEllipse(QPointF(x, y), 1.0, 1.0)


def _hill(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Raised ground: lit from the north-west, with ticks down the slope, and humps on it."""
    with clipped(painter, _body(form)):
        dark, light = theme.number("hex.step_shadow"), theme.number("relief.strength")
        for width, by in ((40, 7), (24, 5), (11, 3)):
            shade = pen(theme.colour("hex.contour", 0.13 * dark), width)
            painter.strokePath(form.edge.translated(-by, -by), shade)
            lit = pen(theme.colour("relief.light", 0.16 * light), width)
            painter.strokePath(form.edge.translated(by, by), lit)
    _step(painter, form, variant, theme)
    humps, flanks = QPainterPath(), QPainterPath()
    for x, y, chance in _scattered(form, 44, variant):
        width, height = 10 + 5 * chance, 11 + 6 * chance
        humps.moveTo(x - width, y)
        humps.quadTo(x - width * 0.2, y - height * 1.6, x + width, y)
        for part in (0.45, 0.7, 0.95):
            flanks.moveTo(x + width * part * 0.55, y - height * (0.92 - part * 0.75))
            flanks.lineTo(x + width * part * 0.95, y - height * (0.45 - part * 0.45))
    painter.strokePath(humps, pen(theme.colour("relief.rock", 0.85), 2.0))
    painter.strokePath(flanks, pen(theme.colour("relief.rock", 0.55), 1.3))


def _dunes(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Rows of crescents."""
    _soft_edge(painter, form, theme)
    path = QPainterPath()
    for x, y, chance in _scattered(form, 27, variant):
        width = 9 + 4 * chance
        path.moveTo(x - width, y + 3)
        path.quadTo(x, y - 9 - 3 * chance, x + width, y + 3)
    painter.strokePath(path, pen(theme.colour("relief.form", 0.9), 2.0))


def _trench(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Rows of lines in steps."""
    _soft_edge(painter, form, theme)
    path, box = QPainterPath(), form.outline.boundingRect()
    if box.width() > 2 * _WHOLE:
        _steps_without_end(path, box)
    holds, rule = form.outline.containsPoint, Qt.FillRule.WindingFill
    for row, y in enumerate(range(-78, 79, 26) if path.isEmpty() else ()):
        x, up, drawn = -100.0 + 7 * ((row + variant) % 2), 3.5, False
        while x < 100:
            here = QPointF(x, y + up)
            if holds(here, rule) and holds(QPointF(x + 13, y - up), rule):
                path.lineTo(here) if drawn else path.moveTo(here)
                path.lineTo(x + 13, y + up)
                path.lineTo(x + 13, y - up)
                drawn = True
            else:
                drawn = False
            x, up = x + 13, -up
    painter.strokePath(path, pen(theme.colour("work.trench", 0.85), 2.2))


def _steps_without_end(path: QPainterPath, box: QRectF) -> None:
    """The same on a tile that repeats: whole steps in whole rows, so that no seam is seen."""
    rows, columns = 2 * round(box.height() / 52), 2 * round(box.width() / 26)
    down, across = box.height() / rows, box.width() / columns
    for row in range(rows):
        x, y, up = box.left() + across / 2 * (row % 2), box.top() + down * (row + 0.5), 3.5
        path.moveTo(x, y + up)
        for _ in range(columns):
            x, up = x + across, -up
            path.lineTo(x, y - up)
            path.lineTo(x, y + up)


def _ditch(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """Stones on bare earth, sunk."""
    painter.strokePath(form.edge, pen(theme.colour("ditch.shade", 0.5), 5.0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("ditch.speckle", 0.85))
    for x, y, chance in _scattered(form, 15, variant):
        painter.drawEllipse(QPointF(x, y), 1.5 + 2.4 * chance, 1.1 + 1.6 * chance)


def _building(painter: QPainter, form: CellForm, _variant: int, theme: MapTheme) -> None:
    """Hatching, as built-up blocks have it."""
    box, path = form.outline.boundingRect(), QPainterPath()
    for number in range(-9, 10):
        x = box.center().x() + number * box.width() / 10
        path.moveTo(x - box.height() / 2, box.bottom())
        path.lineTo(x + box.height() / 2, box.top())
    with clipped(painter, _body(form)):
        painter.strokePath(path, pen(theme.colour("hex.house_line", 0.55), 2.4))


def _plain(painter: QPainter, form: CellForm, _variant: int, theme: MapTheme) -> None:
    """A ground that no recipe knows: its tint with a soft edge."""
    _soft_edge(painter, form, theme)


def _step_below(painter: QPainter, form: CellForm, _variant: int, theme: MapTheme) -> None:
    """The soft shadow that higher ground throws to the south-east."""
    if shadow := theme.number("hex.step_shadow"):
        flat = Qt.PenCapStyle.FlatCap
        for by, width in ((3, 30), (4, 20), (5, 11)):
            ink = pen(theme.colour("hex.contour", 0.10 * shadow), width, cap=flat)
            painter.strokePath(form.edge.translated(by, by * 1.3), ink)


def _step(painter: QPainter, form: CellForm, variant: int, theme: MapTheme) -> None:
    """The crest line and its ticks down the slope."""
    ticks, rng = QPainterPath(), random.Random(variant)
    for arc in form.arcs:
        for (x, y), (dx, dy) in spaced(arc, 13):
            long = rng.uniform(7, 11)
            ticks.moveTo(x, y)
            ticks.lineTo(x + dy * long, y - dx * long)
    flat = Qt.PenCapStyle.FlatCap
    light = pen(theme.colour("relief.light", 0.30 * theme.number("relief.strength")), 9, cap=flat)
    painter.strokePath(form.edge.translated(-2.5, -2.5), light)
    painter.strokePath(ticks, pen(theme.colour("hex.contour", 0.42), 1.5))
    painter.strokePath(form.edge, pen(theme.colour("hex.contour", 0.62), 2.4, cap=flat))


def _roofs(share: float, roof: int) -> Callable[[MapTheme, str], str]:
    return lambda theme, tint: mix(tint, theme.colours("hex.roofs")[roof], share)


def _over_open(ink: str, share: float) -> Tint:
    return lambda theme: mix(theme.colours("hex.levels")[0], theme.code(ink), share)


def _ink(ink: str) -> Tint:
    return lambda theme: theme.code(ink)


_HOUSES: tuple[Keys, Keys] = (
    ("hex.village",), ("hex.roofs", "hex.church", "hex.house_line", "hex.village_rim"),
)  # fmt: skip
_BUSHES = ("hex.tree", "hex.tree_light")
_DUNES = ("relief.form",)

_RECIPES = (
    GroundRecipe(
        id="open", title=say("Open"), quiet=True,
        tint=lambda theme: theme.colours("hex.levels")[0],
    ),
    GroundRecipe(
        id="bridged", words=("bridge", "pontoon"), on_areas="lake",
        tint=lambda theme: mix(theme.code("water.fill"), theme.code("water.bank"), 0.2),
        inks=(("water.fill",), ("water.bank", "border.wall_top", "border.wall")),
        draw=_bridged, bend=WET, water=True, dear=1.0,
    ),
    GroundRecipe(
        id="polder", title=say("Meadow with ditches"), words=("polder",),
        tint=_over_open("water.fill", 0.25), inks=((), ("water.bank",)),
        draw=_polder, quiet=True,
    ),
    GroundRecipe(
        id="hedged", title=say("Fields with hedges"), words=("hedged",), bare=True, quiet=True,
        tint=lambda theme: theme.colours("hex.levels")[0],
        inks=((), (*_BUSHES, "hex.roofs", "hex.house_line")), draw=_hedged,
    ),
    GroundRecipe(
        id="marsh", title=say("Reeds"),
        words=("marsh", "swamp", "bog", "fen", "mud", "flood", "sumpf", "marais"),
        tint=_over_open("water.fill", 0.46), inks=((), ("water.bank", "wood.rim")),
        draw=_marsh, fills_areas=True,
    ),
    GroundRecipe(
        id="orchard", title=say("Orchard"), words=("orchard", "vineyard"),
        tint=_ink("hex.orchard"), inks=(("hex.orchard",), (*_BUSHES, "hex.orchard_rim")),
        draw=_orchard, fills_areas=True, dear=1.0,
        far=lambda theme, tint: mix(tint, theme.code("hex.tree"), 0.30),
    ),
    GroundRecipe(
        id="scrub", title=say("Bushes"),
        words=("scrub", "brush", "heath", "bush", "bocage", "hedge", "moor"),
        tint=_over_open("wood.crown", 0.30), inks=((), _BUSHES), draw=_scrub, fills_areas=True,
    ),
    GroundRecipe(
        id="wood", title=say("Trees"),
        words=("wood", "forest", "trees", "jungle", "wald", "forst", "forêt"),
        tint=_ink("wood.crown"), inks=(("wood.crown", "wood.top"), ("wood.gap", "wood.rim")),
        draw=_wood, below=_wood_below, bend=WOODY, fills_areas=True, dear=1.0,
    ),
    GroundRecipe(
        id="fortress", words=("fortress", "fortified", "citadel"), on_areas="city",
        tint=lambda theme: mix(theme.code("hex.village"), theme.code("border.wall_top"), 0.7),
        inks=_HOUSES, draw=_fortress, far=_roofs(0.30, 2), rimmed=True, built=True, dear=2.0,
    ),
    GroundRecipe(
        id="city", title=say("Blocks of houses"), words=("city", "factory", "industr"),
        tint=lambda theme: mix(theme.code("hex.village"), theme.code("hex.house_line"), 0.38),
        inks=_HOUSES, draw=_village, far=_roofs(0.65, 1), rimmed=True, built=True, dear=2.0,
    ),
    GroundRecipe(
        id="town", title=say("Many houses"),
        words=("town", "urban", "suburb", "built", "stadt", "ville"),
        tint=lambda theme: mix(theme.code("hex.village"), theme.colours("hex.roofs")[2], 0.42),
        inks=_HOUSES, draw=_village, far=_roofs(0.55, 0), rimmed=True, built=True, dear=2.0,
    ),
    GroundRecipe(
        id="village", title=say("Few houses"), on_areas="building",
        words=("village", "building", "houses", "settlement", "hamlet", "dorf", "hameau"),
        tint=_over_open("hex.village", 0.88),
        inks=_HOUSES, draw=_village, far=_roofs(0.40, 0), rimmed=True, built=True, dear=1.8,
    ),
    GroundRecipe(
        id="lake", title=say("Water"),
        words=("water", "lake", "sea", "river", "ocean", "canal", "pond", "harbour", "wasser"),
        tint=_ink("water.fill"), inks=(("water.fill",), ("water.bank", "water.ripple")),
        draw=_lake, bend=WET, fills_areas=True, water=True, dear=1.0,
    ),
    GroundRecipe(
        id="hill", title=say("Hills"),
        words=("hill", "mountain", "dune ridge", "hügel", "berg", "colline"),
        tint=lambda theme: mix(theme.colours("hex.levels")[1], theme.code("relief.form"), 0.18),
        inks=((), ("relief.rock", "hex.contour")), draw=_hill, below=_step_below, fills_areas=True,
    ),
    GroundRecipe(
        id="rough", title=say("Stones"),
        words=("rough", "broken", "rock", "rubble", "crater", "stony"),
        tint=_over_open("relief.scree", 0.70), inks=((), ("relief.rock", "relief.rock_light")),
        draw=_rough, fills_areas=True,
    ),
    GroundRecipe(
        id="dunes", title=say("Dunes"), words=("desert", "dune"),
        tint=lambda theme: mix(theme.code("ground.apron"), theme.code("relief.scree"), 0.55),
        inks=((), _DUNES), draw=_dunes, fills_areas=True,
    ),
    GroundRecipe(
        id="sand", title=say("Dots"), words=("sand", "beach"),
        tint=_ink("ground.apron"), inks=((), _DUNES), draw=_sand, fills_areas=True, quiet=True,
    ),
    GroundRecipe(
        id="trench", title=say("Trenches"), words=("trench",),
        tint=_ink("ground.trench"), inks=((), ("work.trench",)),
        draw=_trench, fills_areas=True, quiet=True,
    ),
    GroundRecipe(
        id="ditch", title=say("Pits"), words=("ditch",),
        tint=_ink("ground.ditch"), inks=((), ("ditch.shade", "ditch.speckle")),
        draw=_ditch, fills_areas=True, quiet=True,
    ),
    GroundRecipe(
        id="building", tint=_ink("ground.building"), inks=((), ("hex.house_line",)),
        draw=_building, fills_areas=True, quiet=True,
    ),
    GroundRecipe(
        id="plain", tint=_ink("ground.plain"), draw=_plain, rimmed=True, quiet=True
    ),
)  # fmt: skip
GROUNDS: dict[str, GroundRecipe] = {one.id: one for one in _RECIPES}
"""Every ground, in the order in which their words are looked for in an art.

``open`` and ``plain`` are what no word chooses: open ground, and an art that nothing tells.
"""


def drawing_of(stamp: str) -> Draw | None:
    """What a stamp shows: a ground, ``wood_below`` what lies below one, ``step`` a rise."""
    if stamp in _STEPS:
        return _STEPS[stamp]
    ground = GROUNDS.get(stamp.removesuffix("_below"))
    if ground is None:
        return None
    return ground.below if stamp.endswith("_below") else ground.draw


_STEPS: dict[str, Draw] = {"step_below": _step_below, "step": _step}
"""The steps between heights."""
