"""What never changes on an operational map: land, zones, frames of the games' sheets, boxes."""

from __future__ import annotations

from msgspec import Struct

from wardesk.campaign.operation.atlas import Point, Shape
from wardesk.services.campaign.places import Gazetteer

_LAND = (
    "town", "road", "railway", "river", "canal", "stream", "wood", "heath", "border", "relief_hint",
    "relief_name", "route", "spur", "detour", "culvert", "limit", "band",
)  # fmt: skip


class ZoneMark(Struct, frozen=True, kw_only=True):
    """A drop or landing zone with the colours of the division that comes down there."""

    name: str
    ring: tuple[Point, ...]
    fill: str
    ink: str
    landing: bool
    division: str


class FrameMark(Struct, frozen=True, kw_only=True):
    """The frame of one printed sheet of a game; *game* is its number among the games."""

    name: str
    game: int
    ring: tuple[Point, ...]
    guessed: bool


class BoxMark(Struct, frozen=True):
    """An empty off-map box."""

    name: str
    ring: tuple[Point, ...]


class BaseMap(Struct, frozen=True, kw_only=True):
    """The printed part of an operational map. *note* says what it rests on."""

    title: str
    subtitle: str
    note: str
    size: Point
    land: tuple[Shape, ...]
    zones: tuple[ZoneMark, ...]
    frames: tuple[FrameMark, ...]
    boxes: tuple[BoxMark, ...]
    main: tuple[str, ...]
    """Names of places that must be readable at any size: those on the route."""
    picture: bytes = b""
    """What lies there instead of painted land."""

    def of_kind(self, *kinds: str) -> tuple[Shape, ...]:
        """Shapes of the land of some kinds."""
        return tuple(shape for shape in self.land if shape.kind in kinds)


def base_map(gazetteer: Gazetteer) -> BaseMap:
    """The printed part of a design's map."""
    design, atlas = gazetteer.design, gazetteer.atlas
    name, _, when = design.name.partition(",")
    games = list(design.games)
    zones: list[ZoneMark] = []
    for zone in design.zones:
        shape = gazetteer.zone(zone.id)
        if shape is None:
            continue
        formation = design.formation.get(zone.division)
        colour = formation.colour if formation else None
        zones.append(
            ZoneMark(
                name=zone.id.partition("-")[0],
                ring=shape.points,
                fill=colour.fill if colour else "",
                ink=colour.ink if colour else "",
                landing=zone.kind == "landing",
                division=formation.name if formation else "",
            )
        )
    frames = tuple(
        FrameMark(
            name=shape.name,
            game=games.index(game) if (game := str(shape.facts.get("game", ""))) in games else 0,
            ring=shape.points,
            guessed=bool(shape.facts.get("approximate")),
        )
        for shape in atlas.of_kind("sheet")
    )
    boxes = tuple(
        BoxMark(box.name, shape.points)
        for box in design.boxes
        if (shape := gazetteer.box(box.id)) is not None
    )
    stops = {stop.name for route in design.routes for stop in route.stops}
    return BaseMap(
        title=name,
        subtitle=when.strip(),
        note=atlas.note,
        size=atlas.frame.size,
        land=atlas.of_kind(*_LAND),
        zones=tuple(zones),
        frames=frames,
        boxes=boxes,
        main=tuple(sorted(stops | {mile.name for mile in atlas.route})),
        picture=atlas.picture,
    )
