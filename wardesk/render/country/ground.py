"""Painting the ground of an operational map: fields, relief, heath, woods, towns."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from wardesk.render.colours import colour
from wardesk.render.country.land import Land, Town, Woodland
from wardesk.render.shapes import pen, saved, tint_image
from wardesk.render.theme import MapTheme

_TREES = 0.15
"""Device px per unit from which single trees are drawn."""
_HOUSES = 0.30
_DOTS = {1: 4.6, 2: 3.3, 3: 2.4}
"""Radius in px below which a town's ground never falls."""


def washes(land: Land, theme: MapTheme) -> tuple[QImage, ...]:
    """Height, light, shade and mottle as pictures, made once per theme."""
    strength = theme.number("relief.strength")
    return (
        tint_image(theme.code("country.high"), np.clip(land.height * 1.15, 0, 0.92)),
        tint_image(theme.code("relief.dark"), np.clip(land.shade, 0, 1) * 0.30 * strength),
        tint_image(theme.code("relief.light"), np.clip(-land.shade, 0, 1) * 0.40 * strength),
        tint_image(
            theme.code("relief.mottle_dark"), np.clip(land.mottle, 0, 1.4) * 0.05 * strength
        ),
        tint_image(
            theme.code("relief.mottle_light"), np.clip(-land.mottle, 0, 1.4) * 0.10 * strength
        ),
    )


def paint_base(
    painter: QPainter, land: Land, theme: MapTheme, images: tuple[QImage, ...], seen: QRectF
) -> None:
    """Paper colour, fields, relief."""
    painter.fillRect(land.inside, theme.colour("country.low"))
    tints = theme.colours("country.parcels")
    alpha = theme.number("parcel.inside_alpha") * 1.5
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for chunks, tint in zip(land.parcels, tints, strict=False):
            ink = colour(tint, alpha)
            for path in chunks.within(seen):
                painter.fillPath(path, ink)
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for image in images:
            painter.drawImage(land.relief_box, image)


def paint_heath(
    painter: QPainter, area: Woodland, theme: MapTheme, scale: float, seen: QRectF
) -> None:
    """A pale violet ground with tufts."""
    painter.fillPath(area.path, theme.colour("country.heath", 0.72))
    painter.strokePath(
        area.path, pen(theme.colour("country.heath_dot", 0.55), max(4.0, 0.8 / scale))
    )
    if scale > _TREES * 1.5:
        for tufts in area.growth:
            for path in tufts.within(seen):
                painter.fillPath(path, theme.colour("country.heath_dot", 0.8))


def paint_wood(
    painter: QPainter, area: Woodland, theme: MapTheme, scale: float, seen: QRectF
) -> None:
    """Shadow to the south-east, dark ground, rim, then crowns with their lights."""
    shift = max(7.0, 1.2 / scale)
    painter.fillPath(
        area.path.translated(shift, shift),
        theme.colour("wood.shadow", theme.number("wood.shadow_alpha") * 0.8),
    )
    fine = scale >= _TREES
    ground = "wood.gap" if fine else "ground.wood"
    painter.fillPath(area.path, theme.colour(ground, 0.96))
    if not fine:
        painter.fillPath(area.path, theme.colour("wood.crown", 0.55))
    painter.strokePath(area.path, pen(theme.colour("wood.rim", 0.85), max(5.0, 1.1 / scale)))
    if not fine:
        return
    inks = theme.colour("wood.crown"), theme.colour("wood.top", 0.9)
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, scale >= 0.2)
        for trees, ink in zip(area.growth, inks, strict=False):
            for path in trees.within(seen):
                painter.fillPath(path, ink)


def paint_town(painter: QPainter, town: Town, theme: MapTheme, scale: float) -> None:
    """Built-up ground, houses close up; from far away a dot that can always be seen."""
    least = _DOTS.get(town.rank, 2.4) / scale
    box = town.ground.boundingRect()
    rim = pen(theme.colour("country.town_rim"), max(3.0, 0.9 / scale))
    if box.width() / 2 > least:
        painter.fillPath(town.ground, theme.colour("country.town"))
        painter.strokePath(town.ground, rim)
        if scale >= _HOUSES:
            painter.fillPath(town.houses.translated(1.4, 1.6), theme.colour("wood.shadow", 0.22))
            roofs = theme.colours("hex.roofs")
            painter.fillPath(town.houses, colour(roofs[0]))
        elif town.rank == 3:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("country.town_dot", 0.85))
            painter.drawEllipse(QPointF(*town.at), 1.5 / scale, 1.5 / scale)
        return
    painter.setPen(rim)
    painter.setBrush(theme.colour("country.town"))
    painter.drawEllipse(QPointF(*town.at), least, least)
