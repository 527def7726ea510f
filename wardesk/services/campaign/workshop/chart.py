"""The operational map of a campaign in the making: a picture, and places put on it.

The picture lies beside the campaign; its map says how wide it is and where the places are. Places
are told as shares of the picture, 0 to 1 from its upper left corner.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.pictures import judge_picture, read_picture
from wardesk.errors import UserError
from wardesk.services.campaign.workshop.draft import DesignDraft, Row, changed
from wardesk.services.campaign.workshop.sheets import named
from wardesk.words import say

_DEGREE = 111.2
"""Kilometres in a degree at the equator, where these maps are laid: as long each way."""
_BOX = (0.085, 0.06)
"""Half the width and height of a drawn box, as shares of the picture's width."""


class ChartMark(Struct, frozen=True, kw_only=True):
    """Something that can be put on the map; *at* is None where it is not."""

    kind: str
    """``boxes``, ``nodes``, ``bridges`` or ``stops``: the table that it stands in."""
    id: str
    name: str
    at: tuple[float, float] | None = None


def keep_picture_beside(folder: Path, data: bytes) -> str:
    """Put a picture beside the campaign; its name. DamagedFile for one that cannot be used."""
    kind = judge_picture(data, say("The picture"))
    if kind.suffix == "svg":
        raise UserError("A map needs PNG, JPEG or WebP.", "Save the drawing as one of them.")
    name = f"map-{hashlib.sha256(data).hexdigest()[:12]}.{kind.suffix}"
    if not (folder / name).exists():
        write_atomically(folder / name, data)
    return name


def with_picture(draft: DesignDraft, folder: Path, data: bytes, km: int) -> DesignDraft:
    """A draft whose map is a picture *km* wide; places keep their share of it."""
    kind = judge_picture(data, say("The picture"))
    was = marks(draft)
    east, north = km / _DEGREE, km * kind.height / kind.width / _DEGREE
    atlas = {
        "type": "FeatureCollection", "name": str(draft.raw.get("name", "")),
        "picture": keep_picture_beside(folder, data), "bbox": [0.0, 0.0, east, north],
        "route": [], "features": [],
    }  # fmt: skip
    made = replace(draft, atlas=atlas)
    for mark in was:
        if mark.at is not None:
            made = placed(made, mark, mark.at)
    return made


def without_picture(draft: DesignDraft) -> DesignDraft:
    """A draft without a map."""
    made = changed(draft, _unplace_bridges)
    return replace(made, atlas=None)


def _unplace_bridges(raw: Row) -> None:
    for row in raw.get("bridges", []):
        row.pop("lon", None)
        row.pop("lat", None)


def picture_of(draft: DesignDraft, folder: Path) -> bytes:
    """The picture under the map; nothing where there is none. UserError if it cannot be read."""
    name = draft.atlas.get("picture") if draft.atlas is not None else None
    if not isinstance(name, str) or Path(name).name != name:
        return b""
    data = read_picture(folder / name)
    judge_picture(data, name)
    return data


def width_of(draft: DesignDraft) -> int:
    """Kilometres across the map; 0 without one."""
    box = draft.atlas.get("bbox", ()) if draft.atlas is not None else ()
    return round((box[2] - box[0]) * _DEGREE) if len(box) == 4 else 0


# ---- places -------------------------------------------------------------------------------------


def marks(draft: DesignDraft) -> list[ChartMark]:
    """Everything that can be put on the map, with where it is."""
    found: list[ChartMark] = []
    at = dict(_positions(draft))
    for kind in ("boxes", "nodes", "bridges"):
        found += [ChartMark(kind=kind, id=key, name=name, at=at.get((kind, key)))
                  for key, name in named(draft, kind)]  # fmt: skip
    for route in draft.rows("routes"):
        for stop in route.get("stops", []):
            key = str(stop.get("id", ""))
            name = str(stop.get("name") or key)
            found.append(ChartMark(kind="stops", id=key, name=name, at=at.get(("stops", key))))
    return found


def _positions(draft: DesignDraft) -> Iterator[tuple[tuple[str, str], tuple[float, float]]]:
    atlas = draft.atlas
    if atlas is None:
        return
    for feature in atlas.get("features", []):
        facts, where = feature.get("properties", {}), feature.get("geometry", {})
        point = where.get("coordinates", [])
        if facts.get("kind") == "place" and "node" in facts:
            yield ("nodes", str(facts["node"])), _share(atlas, point)
        elif facts.get("kind") == "place" and "stop" in facts:
            yield ("stops", str(facts["stop"])), _share(atlas, point)
        elif facts.get("kind") == "offmap_box" and "box" in facts:
            ring = point[0][:-1]
            middle = [sum(one[k] for one in ring) / len(ring) for k in (0, 1)]
            yield ("boxes", str(facts["box"])), _share(atlas, middle)
    for row in draft.rows("bridges"):
        if row.get("lon") is not None and row.get("lat") is not None:
            yield ("bridges", str(row.get("id"))), _share(atlas, [row["lon"], row["lat"]])


def _share(atlas: Mapping[str, Any], point: list[float]) -> tuple[float, float]:
    _west, _south, east, north = atlas["bbox"]
    return point[0] / east, 1 - point[1] / north


def placed(draft: DesignDraft, mark: ChartMark, at: tuple[float, float] | None) -> DesignDraft:
    """A draft with something at a place of the map, or nowhere. UserError without a map."""
    if draft.atlas is None:
        raise UserError("There is no map yet.", "Choose a picture or a map of yours first.")
    _west, _south, east, north = draft.atlas["bbox"]
    point = None if at is None else [round(at[0] * east, 7), round((1 - at[1]) * north, 7)]
    if mark.kind == "bridges":

        def change(raw: Row) -> None:
            for row in raw.get("bridges", []):
                if row.get("id") == mark.id:
                    row.pop("lon", None)
                    row.pop("lat", None)
                    if point is not None:
                        row["lon"], row["lat"] = point

        return changed(draft, change)
    key = {"nodes": "node", "boxes": "box", "stops": "stop"}[mark.kind]
    features = [each for each in draft.atlas.get("features", [])
                if each.get("properties", {}).get(key) != mark.id]  # fmt: skip
    if point is not None:
        facts = {"kind": "offmap_box" if key == "box" else "place", "name": mark.name, key: mark.id}
        where: dict[str, Any] = {"type": "Point", "coordinates": point}
        if key == "box":
            where = {"type": "Polygon", "coordinates": [_ring(point, east)]}
        features.append({"type": "Feature", "properties": facts, "geometry": where})
    made = replace(draft, atlas={**draft.atlas, "features": features})
    return _routed(made) if key == "stop" else made


def _ring(point: list[float], east: float) -> list[list[float]]:
    x, y = point
    dx, dy = _BOX[0] * east, _BOX[1] * east
    corners = [(-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy), (-dx, -dy)]
    return [[round(x + a, 7), round(y + b, 7)] for a, b in corners]


def _routed(draft: DesignDraft) -> DesignDraft:
    """The lines of routes run through those of their stops that have a place."""
    atlas = draft.atlas or {}
    points = {
        str(each["properties"]["stop"]): each["geometry"]["coordinates"]
        for each in atlas.get("features", []) if "stop" in each.get("properties", {})
    }  # fmt: skip
    features = [each for each in atlas.get("features", [])
                if each.get("properties", {}).get("kind") != "own_route"]  # fmt: skip
    miles: list[Row] = []
    for route in draft.rows("routes"):
        line = []
        for stop in route.get("stops", []):
            point = points.get(str(stop.get("id")))
            if point is not None:
                line.append(point)
                miles.append({"name": stop.get("name"), "km": stop.get("km", 0.0),
                              "lon": point[0], "lat": point[1]})  # fmt: skip
        if len(line) > 1:
            features.append({
                "type": "Feature",
                "properties": {"kind": "own_route", "name": route.get("name")},
                "geometry": {"type": "LineString", "coordinates": line},
            })  # fmt: skip
    return replace(draft, atlas={**atlas, "features": features, "route": miles})


def by_names(draft: DesignDraft, names: Mapping[str, tuple[float, float]]) -> DesignDraft:
    """A draft with everything put where the map has its name, and not elsewhere yet."""
    small = {name.casefold(): at for name, at in names.items()}
    for mark in marks(draft):
        at = small.get(mark.name.casefold())
        if mark.at is None and at is not None:
            draft = placed(draft, mark, at)
    return draft
