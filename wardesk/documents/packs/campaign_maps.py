"""The operational map of a campaign: the one GeoJSON file in its pack, as an `Atlas`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from wardesk.campaign.operation.atlas import Atlas, AtlasFrame, Mile, Point, Shape
from wardesk.documents.files.json_parts import decode
from wardesk.documents.files.pictures import judge_picture, read_picture
from wardesk.documents.files.untrusted import read_bounded
from wardesk.documents.packs.campaign_packs import campaign_folder
from wardesk.errors import DamagedFile
from wardesk.words import say

_MEND = say("Mend the file; it is plain text.")
_FORMS = {"Point": "point", "LineString": "line", "Polygon": "area"}
_KINDS = {
    "airborne_zone": "zone", "game_sheet": "sheet", "offmap_box": "box", "offmap_band": "band",
    "deployment_limit": "limit",
}  # fmt: skip
_TAILS = (("_route", "route"), ("_route_spur", "spur"), ("_route_alternative", "detour"))
_MOST_POINTS = 400_000
_LARGEST = 32 << 20


def find_atlas(campaign: str, root: Path | None = None) -> Atlas | None:
    """The map that lies beside a pack's campaign; None where there is none.

    DamagedFile, with the feature, for a file that is no map.
    """
    folder = campaign_folder(campaign, root) if campaign else None
    files = sorted(folder.glob("*.geojson")) if folder is not None else []
    return read_atlas(files[0]) if files else None


def read_atlas(file: Path) -> Atlas:
    """A map from its file. DamagedFile, with the feature, when it is none."""
    raw = decode(read_bounded(file, _LARGEST), str(file))
    if not isinstance(raw, dict) or not isinstance(raw.get("features"), list):
        raise DamagedFile(say("{file!s} is no GeoJSON map.", file=file), _MEND)
    table = cast("dict[str, Any]", raw)
    box = table.get("bbox")
    if not _numbers(box, 4):
        raise DamagedFile(
            say("{file!s} must say its bbox: west, south, east, north.", file=file), _MEND
        )
    frame = AtlasFrame(*(float(one) for one in cast("list[float]", box)))
    if frame.east <= frame.west or frame.north <= frame.south:
        raise DamagedFile(say("{file!s} has an empty bbox.", file=file), _MEND)
    shapes: list[Shape] = []
    for number, feature in enumerate(cast("list[Any]", table["features"]), 1):
        try:
            shapes.append(_shape(feature, frame))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise DamagedFile(
                say(
                    "{file}, feature {number} cannot be drawn: {error}.",
                    file=file,
                    number=number,
                    error=error,
                ),
                _MEND,
            ) from error
    if sum(len(shape.points) for shape in shapes) > _MOST_POINTS:
        raise DamagedFile(
            say(
                "{file!s} has more than {most_points!s} points.",
                file=file,
                most_points=f"{_MOST_POINTS:,}",
            ),
            "Simplify it.",
        )
    try:
        miles = tuple(_mile(row, frame, "km") for row in table.get("route", ()))
        spurs = {
            str(name): tuple(_mile(row, frame, "km_from_fork") for row in entry["stops"])
            for name, entry in table.get("spurs", {}).items()
            if isinstance(entry, dict) and "stops" in entry
        }
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamagedFile(
            say("{file}: its route cannot be read: {error}.", file=file, error=error), _MEND
        ) from error
    return Atlas(
        title=str(table.get("name", file.stem)),
        note=str(table.get("status", "")),
        frame=frame,
        shapes=tuple(shapes),
        route=miles,
        spurs=spurs,
        picture=_picture(table.get("picture"), file.parent),
    )


def _picture(name: object, folder: Path) -> bytes:
    """The picture beside a map that its file names; nothing for none."""
    if name is None:
        return b""
    if not isinstance(name, str) or Path(name).name != name:
        raise DamagedFile(say("{name!r} cannot be the picture of a map.", name=name), _MEND)
    data = read_picture(folder / name)
    if judge_picture(data, name).suffix == "svg":
        raise DamagedFile(say("{name!r} cannot be the picture of a map.", name=name), _MEND)
    return data


def _numbers(value: object, count: int) -> bool:
    if not isinstance(value, list) or len(cast("list[Any]", value)) != count:
        return False
    return all(isinstance(one, int | float) for one in cast("list[Any]", value))


def _kind(kind: str) -> str:
    for tail, plain in reversed(_TAILS):
        if kind.endswith(tail):
            return plain
    return _KINDS.get(kind, kind)


def _shape(feature: Any, frame: AtlasFrame) -> Shape:  # noqa: ANN401 - any JSON
    facts = feature["properties"]
    geometry = feature["geometry"]
    form = _FORMS.get(geometry["type"])
    if form is None:
        raise ValueError(f"no {geometry['type']} can be drawn")
    found = geometry["coordinates"]
    rows = [found] if form == "point" else found[0] if form == "area" else found
    points: tuple[Point, ...] = tuple(frame.place(float(row[0]), float(row[1])) for row in rows)
    if not points or (form != "point" and len(points) < 2):
        raise ValueError("it has no points")
    rank = facts.get("rank")
    return Shape(
        kind=_kind(str(facts["kind"])),
        name=str(facts.get("name") or ""),
        rank=rank if isinstance(rank, int) else 0,
        points=points,
        form=form,
        facts={
            str(key): value
            for key, value in facts.items()
            if isinstance(value, str | int | float) and key not in ("kind", "name", "rank")
        },
    )


def _mile(row: dict[str, Any], frame: AtlasFrame, km: str) -> Mile:
    spur = row.get("spur")
    at = frame.place(float(row["lon"]), float(row["lat"]))
    return Mile(str(row["name"]), float(row[km]), at, spur if isinstance(spur, str) else "")
