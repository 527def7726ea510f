"""An operational map as one printed sheet: built once, painted in parts, in any theme."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.render.app import ensure_gui_app
from wardesk.render.country import frames, ground, ways
from wardesk.render.country.land import Land, build_land
from wardesk.render.country.names import CountryNames
from wardesk.render.lettering import polygon
from wardesk.render.map.grain import grain_tile, paint_grain
from wardesk.render.shapes import painting, saved
from wardesk.render.theme import MapTheme
from wardesk.services.campaign.base_map import BaseMap

COUNTER = 260.0
"""Edge of a formation's counter in units, close up."""


class CountrySheet:
    """Paints the part of an operational map that never changes. Safe in any thread."""

    def __init__(self, facts: BaseMap, theme: MapTheme, land: Land | None = None) -> None:
        ensure_gui_app()
        self.facts, self.theme = facts, theme
        self.land = land if land is not None else build_land(facts)
        self.names = CountryNames(self.land)
        self._images = ground.washes(self.land, theme)
        self._picture = QImage.fromData(facts.picture) if facts.picture else None
        # a zone made of others lies under them
        self._zones = sorted(
            facts.zones, key=lambda zone: -polygon(list(zone.ring)).boundingRect().width()
        )
        self._grain = grain_tile(np.random.default_rng(7), theme)

    @property
    def rect(self) -> QRectF:
        """The whole paper, in units of 10 m."""
        return self.land.rect

    @property
    def paper(self) -> QColor:
        """The colour of the paper."""
        return self.theme.colour("paper.sheet")

    def in_theme(self, theme: MapTheme) -> CountrySheet:
        """The same land in other inks."""
        return CountrySheet(self.facts, theme, self.land)

    def paint(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """Paint what lies in *seen* (units); *scale* is device px per unit."""
        land, theme = self.land, self.theme
        wide = seen.adjusted(-80, -80, 80, 80)
        with saved(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            with saved(painter):
                painter.setClipRect(land.inside.intersected(wide))
                self._land(painter, wide, scale)
            frames.paint_surround(painter, land, theme, scale)
            for box in self.facts.boxes:
                frames.paint_box(painter, box, theme, scale)
            self.names.paint(painter, theme, scale, seen)
            if self._picture is None:  # a picture has a title of its own
                frames.paint_cartouche(painter, land, theme, scale)
            if theme.number("paper.grain"):
                paint_grain(painter, self._grain, seen.intersected(land.rect), 1.0, scale)

    def _land(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        land, theme = self.land, self.theme
        if self._picture is None:
            ground.paint_base(painter, land, theme, self._images, seen)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(land.inside, self._picture)
        for area in land.woods:
            if area.box.intersects(seen):
                ground.paint_wood(painter, area, theme, scale, seen)
        for area in land.heaths:
            if area.box.intersects(seen):
                ground.paint_heath(painter, area, theme, scale, seen)
        ways.paint_waters(painter, land, theme, scale, seen)
        ways.paint_borders(painter, land, theme, scale, seen)
        for frame in self.facts.frames:
            frames.paint_frame(painter, frame, theme, scale)
        ways.paint_roads(painter, land, theme, scale, seen)
        reach = 400.0
        for town in land.towns:
            box = QRectF(town.at[0] - reach, town.at[1] - reach, 2 * reach, 2 * reach)
            if box.intersects(seen):
                ground.paint_town(painter, town, theme, scale)
        for zone in self._zones:
            frames.paint_zone(painter, zone, theme, scale)
        ways.paint_route(painter, land, theme, scale, seen)


def country_image(sheet: CountrySheet, pixels: int) -> QImage:
    """The whole sheet as a picture, *pixels* wide."""
    scale = pixels / sheet.rect.width()
    image = QImage(pixels, round(sheet.rect.height() * scale), QImage.Format.Format_RGB32)
    image.fill(sheet.paper)
    with painting(image) as painter:
        painter.scale(scale, scale)
        painter.translate(-sheet.rect.left(), -sheet.rect.top())
        sheet.paint(painter, sheet.rect, scale)
    return image
