"""Where on the operational map a campaign's places lie: stops, bridges, zones, hexes, boxes.

Hexes are put where the hexes lie whose real place is known: one fit a game, for drawing only. No
rule reads it, and sheets are never joined by it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from wardesk.campaign.operation.atlas import Atlas, Point, Shape, along, length, nearest, part
from wardesk.campaign.operation.corridor import Route, Stop
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError

_HEX = re.compile(r"\d{1,3}\.\d{1,3}")
_WORD = re.compile(r"(?<!\w)[A-Z]\d?(?!\w)")
_FAR = 2500.0
"""Units between two named places beyond which an entry like "A – B" means the first alone."""


class MapSpot(Struct, frozen=True):
    """A place on the map; *sure* tells a known place from a worked-out one."""

    point: Point
    sure: bool = True


class Gazetteer:
    """Finds places of one design on its atlas. Pure: the same answers every time."""

    def __init__(self, design: Design, atlas: Atlas) -> None:
        self.design, self.atlas = design, atlas
        self._zones = self._zone_shapes()
        self._boxes = self._box_shapes()
        self._sheets = {each.id: self._sheet_shape(each.game, each.name) for each in design.sheets}
        self._names = self._place_names()
        self._stops: dict[tuple[str, str], Point | None] = {}
        self._reached: dict[tuple[str, str, Point], float] = {}
        self._texts: dict[tuple[str, str], MapSpot | None] = {}
        self._fits = {game: self._fit(game) for game in design.games}

    # ---- single things --------------------------------------------------------------------------

    def bridge(self, key: str) -> Point | None:
        """A bridge by its id, where the design knows longitude and latitude."""
        found = self.design.bridge.get(key)
        if found is None or found.lon is None or found.lat is None:
            return None
        return self.atlas.frame.place(found.lon, found.lat)

    def box(self, key: str) -> Shape | None:
        """The drawn frame of an off-map box."""
        return self._boxes.get(key)

    def zone(self, key: str) -> Shape | None:
        """The drawn area of a drop zone."""
        return self._zones.get(key)

    def line(self, route: Route, spur: str) -> tuple[Point, ...]:
        """The route as it runs, over the spur that was chosen (the main line by default)."""
        shapes = self.atlas.of_kind("route")
        main = next(
            (s for s in shapes if s.name.startswith(route.name)), shapes[0] if shapes else None
        )
        if main is None:
            return ()
        other = next((s for s in self.atlas.of_kind("spur") if s.facts.get("spur") == spur), None)
        if not spur or main.facts.get("spur") == spur or other is None:
            return main.points
        fork, join = nearest(main.points, other.points[0]), nearest(main.points, other.points[-1])
        whole = length(main.points)
        return (*part(main.points, 0, fork), *other.points, *part(main.points, join, whole))

    def stop(self, route: Route, stop: Stop) -> Point | None:
        """Where a stop of the route lies: by its name, else by its kilometre."""
        key = route.id, stop.id
        if key not in self._stops:
            self._stops[key] = self._find_stop(route, stop)
        return self._stops[key]

    def _find_stop(self, route: Route, stop: Stop) -> Point | None:
        rows = self.atlas.spurs.get(stop.spur or "", ())
        for mile in (*rows, *self.atlas.route):
            if mile.name == stop.name:
                return mile.point
        line, miles = self.line(route, ""), self.atlas.route
        if not line or not miles:
            return None
        marks = [mile.km for mile in miles]
        ways = [nearest(line, mile.point) for mile in miles]
        return along(line, float(np.interp(stop.km, marks, ways)))

    def reached(self, route: Route, spur: str, point: Point) -> float:
        """How far along the route a point of it lies, in units."""
        key = route.id, spur, point
        if key not in self._reached:
            line = self.line(route, spur)
            self._reached[key] = nearest(line, point) if line else 0.0
        return self._reached[key]

    def marker(self, route: Route, state: State) -> Point | None:
        """Where the marker of a route stands now."""
        now = state.routes[route.id]
        if now.stop >= 0:
            return self.stop(route, route.stops[now.stop])
        line = self.line(route, now.spur)
        return line[0] if line else None

    def hex(self, game: str, label: str) -> MapSpot | None:
        """Where a hex of a game lies, roughly."""
        fit = self._fits.get(game)
        if fit is None:
            return None
        try:
            u, v = self._lattice(game, label)
        except UserError:
            return None
        a, b, x, y = fit
        return MapSpot((a * u - b * v + x, b * u + a * v + y), sure=False)

    # ---- a unit's place -------------------------------------------------------------------------

    def spot(self, place: Place, state: State) -> MapSpot | None:
        """Where a unit's place lies; None where the map has no such place."""
        match place.kind:
            case "marker":
                routes = [route for route in self.design.routes if route.id == place.at]
                at = self.marker(routes[0], state) if routes else None
                return MapSpot(at) if at is not None else None
            case "box" | "display":
                box = self.box(place.at)
                return MapSpot(box.middle, sure=False) if box is not None else None
            case "drop":
                return self._drop(place)
            case "hex":
                found = self._text(place.at, place.game)
                if found is None and (route := self._named_route(place.at)) is not None:
                    at = self.marker(route, state)
                    return MapSpot(at) if at is not None else None
                sheet = self._sheets.get(place.sheet)
                if found is None and sheet is not None:
                    return MapSpot(sheet.middle, sure=False)
                return found
            case "node":
                node = self.design.node.get(place.at)
                hexes = [self.hex(node.game, one) for one in node.extent] if node else []
                points = [one.point for one in hexes if one is not None]
                drawn = (s for s in self.atlas.of_kind("place") if s.facts.get("node") == place.at)
                if (shape := next(drawn, None)) is not None:
                    return MapSpot(shape.middle)
                return MapSpot(_mean(points), sure=False) if points else None
            case _:
                return None

    def _named_route(self, text: str) -> Route | None:
        return next((route for route in self.design.routes if route.name in text), None)

    def _drop(self, place: Place) -> MapSpot | None:
        zones = [self._zones.get(one) for one in self._zone_words(place.at)]
        points = [zone.middle for zone in zones if zone is not None]
        return MapSpot(_mean(points)) if points else self._text(place.at, place.game)

    def _zone_words(self, text: str) -> list[str]:
        """The zones that a text like "DZ A / A1" means; a note in brackets decides between two."""
        if text in self._zones:
            return [text]
        plain = re.sub(r"\(.*?\)", "", text)
        found = [word for word in _WORD.findall(plain) if word in self._zones]
        named = [key for key in self._zones if "-" in key and key.split("-")[-1] in text]
        return named or list(dict.fromkeys(found))

    def _text(self, text: str, game: str) -> MapSpot | None:
        """A place written in words: a hex in it, else the places that it names."""
        if (text, game) not in self._texts:
            self._texts[text, game] = self._read(text, game)
        return self._texts[text, game]

    def _read(self, text: str, game: str) -> MapSpot | None:
        found = _HEX.search(text)
        if found and (spot := self.hex(game, found[0])) is not None:
            return spot
        rest, points = text.lower(), list[tuple[int, Point]]()
        for name, point in self._names:
            at = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", rest)
            if at:
                points.append((at.start(), point))
                rest = rest[: at.start()] + " " * len(name) + rest[at.end() :]
        if not points:
            return None
        points.sort()
        first = points[0][1]
        near = [point for _at, point in points if math.dist(first, point) < _FAR]
        return MapSpot(_mean(near), sure=False)

    # ---- made once ------------------------------------------------------------------------------

    def _place_names(self) -> list[tuple[str, Point]]:
        """Names of towns, woods and heaths in small letters, the longest first."""
        kinds = ("town", "wood", "heath", "relief_name", "culvert", "place")
        rows = [(s.name.lower(), s.middle) for s in self.atlas.of_kind(*kinds) if s.name]
        rows += [
            (bridge.name.lower(), point)
            for bridge in self.design.bridges
            if (point := self.bridge(bridge.id)) is not None
        ]
        known = {name for name, _ in rows}
        for entry in self.design.entries:
            box = self._boxes.get(entry.box)
            if box is not None and entry.id.lower() not in known:
                rows += [(entry.id.lower(), box.middle), (entry.name.lower(), box.middle)]
        return sorted(rows, key=lambda row: -len(row[0]))

    def _zone_shapes(self) -> dict[str, Shape]:
        found: dict[str, Shape] = {}
        shapes = self.atlas.of_kind("zone")
        for zone in self.design.zones:
            letter, _, more = zone.id.partition("-")
            for shape in shapes:
                told = str(shape.facts.get("zone_type", ""))
                used = more in told if more else "used" not in told
                if (
                    shape.name in (zone.id, letter)
                    and shape.facts.get("game") == zone.game
                    and used
                ):
                    found[zone.id] = shape
                    break
        return found

    def _box_shapes(self) -> dict[str, Shape]:
        """Boxes stand on tracks: the first of a track is the one furthest south."""
        shapes = self.atlas.of_kind("box")
        found = {str(shape.facts["box"]): shape for shape in shapes if "box" in shape.facts}
        tracks: dict[str, list[Shape]] = {}
        for shape in self.atlas.of_kind("box"):
            tracks.setdefault(str(shape.facts.get("corps_track", "")).lower(), []).append(shape)
        for track in tracks.values():
            track.sort(key=lambda shape: -shape.middle[1])
        for box in self.design.boxes:
            row = tracks.get((box.track or "").lower(), [])
            if box.id not in found and box.order is not None and box.order < len(row):
                found[box.id] = row[box.order]
        return found

    def _sheet_shape(self, game: str, name: str) -> Shape | None:
        wanted = {name.lower(), f"{game} {name}".lower()}
        shapes = self.atlas.of_kind("sheet")
        return next((shape for shape in shapes if shape.name.lower() in wanted), None)

    def _fit(self, game: str) -> tuple[float, float, float, float] | None:
        """Turn, size and place of a game's hexes: the best over all hexes with a known place."""
        pairs = list(self._known(game))
        if len(pairs) < 3:
            return None
        rows: list[tuple[float, float, float, float]] = []
        aims: list[float] = []
        for (u, v), (x, y) in pairs:
            rows += [(u, -v, 1, 0), (v, u, 0, 1)]
            aims += [x, y]
        found = np.linalg.lstsq(np.array(rows), np.array(aims), rcond=None)[0]
        a, b, x, y = (float(one) for one in found)
        return a, b, x, y

    def _lattice(self, game: str, label: str) -> Point:
        """Middle of a hex of a game, in its own flat plane; rows count southwards."""
        q, r = self.design.axial(game, label)
        return 1.5 * q, math.sqrt(3) * (r + q / 2)

    def _known(self, game: str) -> Iterable[tuple[Point, Point]]:
        for bridge in self.design.bridges:
            at = self.bridge(bridge.id)
            if bridge.game == game and bridge.hexes and at is not None:
                yield _mean([self._lattice(game, one) for one in bridge.hexes]), at
        for zone in self.design.zones:
            shape = self._zones.get(zone.id)
            if zone.game == game and zone.hexes and shape is not None:
                yield _mean([self._lattice(game, one) for one in zone.hexes]), shape.middle
        for route in self.design.routes:
            line = self.line(route, "")
            if route.stops and route.stops[0].game == game and _HEX.fullmatch(route.start) and line:
                yield self._lattice(game, route.start), line[0]
            for stop in route.stops:
                # the last stop of the first game may carry a number of the next one's
                own = {
                    game,
                    *(seam.to_game for seam in self.design.seams if stop.hex == seam.to_hex),
                }
                if stop.hex is None or (stop.leaves and game not in own - {stop.game}):
                    continue
                if (stop.leaves or stop.game == game) and (at := self.stop(route, stop)):
                    yield self._lattice(game, stop.hex), at


def _mean(points: Iterable[Point]) -> Point:
    rows = list(points)
    return sum(x for x, _ in rows) / len(rows), sum(y for _, y in rows) / len(rows)
