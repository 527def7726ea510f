"""Import of area maps drawn as SVG: each named shape of one layer becomes an area.

Designers name areas in three ways: by the id of a path (Diplomacy's maps), by a group round it
(layouts of Rally the Troops), by Inkscape's label. All three are read. Of several layers the one
that names the most counts, and what covers more if several name as many.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import shapely
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring
from msgspec import Struct
from shapely.geometry import Polygon

from wardesk.documents.imports.tracing import (
    TRY,
    TracedCell,
    Tracing,
    check_size,
    fit,
    plain,
    read_text,
)
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.snap import Ring
from wardesk.geometry.tracing.path_data import SAME, Matrix, outlines, times, transform_of
from wardesk.words import say

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SVG = "{http://www.w3.org/2000/svg}"
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "polygon", "polyline"})
_DRAWN = frozenset({"svg", "g", "a", "switch"})
_MADE = re.compile(
    r"(path|rect|circle|ellipse|polygon|polyline|g|svg|use|layer|shape|object|group)"
    r"[-_]?\d+([-_]\d+)*\Z",
    re.IGNORECASE,
)
"""Ids that a program gave, which name nothing."""
_NUMBER = re.compile(r"\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)\s*(?:px)?\s*\Z")
_PAIRS = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_DEEPEST = 200
_CHORD = 6000
"""What part of the sheet's longer side a chord may leave its curve by."""
_ROUND = "M {} {} a {r} {s} 0 1 0 {d} 0 a {r} {s} 0 1 0 -{d} 0 z"


class _Shape(Struct, frozen=True):
    """A closed shape: whom it belongs to (the path from the root), and its ground."""

    way: tuple[int, ...]
    outline: Polygon | shapely.MultiPolygon
    ground: str


class _Node(Struct, frozen=True):
    """An element that is drawn: what it is called ("" = nothing) and where it hangs."""

    name: str
    parent: int | None


def read_svg(path: Path, layer: str = "") -> Tracing:
    """The areas of a drawing. *layer* by its name; without one, the layer that names the most.

    UserError when there is no such layer, DamagedFile for what is no drawing or has no areas.
    """
    text = read_text(path)
    try:
        root: Element = fromstring(text, forbid_dtd=False)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise DamagedFile(say("{path!s} is no drawing in SVG.", path=path.name), TRY) from error
    if root.tag != f"{_SVG}svg":
        raise DamagedFile(say("{path!s} is no drawing in SVG.", path=path.name), TRY)
    read = _Reader(root, path)
    read.walk()
    owner, things = _layer(read, layer, path)
    notes = [*read.notes()]
    cells = [_cell(name, shapes) for name, shapes in things]
    scale, left, top, _, note = fit([[part[0] for part in cell.parts] for cell in cells])
    if note:
        notes.append(note)
    others = [name for name in read.layers() if name != owner]
    if others:
        shown = ", ".join(others[:8]) + ("…" if len(others) > 8 else "")
        notes.append(f"The areas are those of the layer “{owner}”; other layers: {shown}.")

    def placed(ring: Ring) -> Ring:
        return tuple(((x - left) * scale, (y - top) * scale) for x, y in ring)

    kinds = {cell.terrain: cell.terrain.replace("-", " ").capitalize() for cell in cells}
    return Tracing(
        title=plain(_title(root) or path.stem) or "map",
        source="SVG",
        cells=tuple(
            TracedCell(
                cell.name,
                tuple(tuple(placed(ring) for ring in part) for part in cell.parts),
                terrain=cell.terrain,
            )
            for cell in cells
        ),
        notes=tuple(notes),
        terrain=kinds,
    )


def _title(root: Element) -> str:
    return " ".join((root.findtext(f"{_SVG}title") or "").split())


class _Reader:
    """Walks a drawing once and keeps what is closed."""

    def __init__(self, root: Element, path: Path) -> None:
        self.nodes: list[_Node] = []
        self.shapes: list[_Shape] = []
        self.root, self.path = root, path
        self.hidden = self.open = self.repeated = self.spoilt = 0
        self._points = 0
        self._off = _size(root) / _CHORD

    def walk(self) -> None:
        """Fill `nodes` and `shapes`. DamagedFile when there are more than any map has."""
        waiting: list[tuple[Element, Matrix, tuple[int, ...]]] = [(self.root, SAME, ())]
        while waiting:
            part, around, way = waiting.pop()
            if not str(part.tag).startswith(_SVG) or len(way) > _DEEPEST:
                continue
            tag = part.tag[len(_SVG) :]
            if tag == "use":
                self.repeated += 1
            if tag not in _SHAPES and tag not in _DRAWN:
                continue
            if _says(part, "display") == "none":
                self.hidden += 1
                continue
            try:
                matrix = times(around, transform_of(part.get("transform", "")))
            except ValueError:
                self.spoilt += 1
                continue
            self.nodes.append(_Node(_name(part), way[-1] if way else None))
            here = (*way, len(self.nodes) - 1)
            if tag in _DRAWN:
                waiting += [(child, matrix, here) for child in reversed(part)]
            else:
                self._keep(part, tag, matrix, here)

    def _keep(self, part: Element, tag: str, matrix: Matrix, way: tuple[int, ...]) -> None:
        try:
            lines = list(outlines(_data(part, tag), matrix, self._off))
        except (ValueError, OverflowError):
            self.spoilt += 1
            return
        self._points += sum(len(line.points) for line in lines)
        check_size(len(self.shapes), self._points, self.path.name)
        filled = _says(part, "fill") != "none"
        rings = [line.points for line in lines if line.closed or filled]
        found = _even_odd([ring for ring in rings if len(ring) > 2])
        if found.is_empty:
            self.open += 1
        else:
            self.shapes.append(_Shape(way, found, _ground(part)))

    def layers(self) -> list[str]:
        """The names of what may be chosen as a layer, in the drawing's order."""
        owners = {n for shape in self.shapes for n in shape.way[:-1]}
        return list(dict.fromkeys(self.nodes[n].name for n in sorted(owners) if self.nodes[n].name))

    def notes(self) -> Iterator[str]:
        """What was left out."""
        if self.hidden:
            yield f"{self.hidden} hidden parts of the drawing were left out."
        if self.repeated:
            yield f"{self.repeated} repeated parts (“use”) were left out."
        if self.open:
            yield f"{self.open} lines that enclose nothing were left out."
        if self.spoilt:
            yield f"{self.spoilt} shapes could not be read and were left out."


def _layer(read: _Reader, wanted: str, path: Path) -> tuple[str, list[tuple[str, list[_Shape]]]]:
    """The layer's name and its areas: (name, shapes) in the drawing's order."""
    groups: dict[int, dict[int, list[_Shape]]] = {}
    for shape in read.shapes:
        for owner, thing in zip(shape.way, shape.way[1:], strict=False):
            groups.setdefault(owner, {}).setdefault(thing, []).append(shape)
    if wanted:
        groups = {owner: things for owner, things in groups.items()
                  if read.nodes[owner].name == wanted}  # fmt: skip
        if not groups:
            known = ", ".join(read.layers()[:12]) or "none"
            raise UserError(
                say("{path!s} has no layer “{layer}”.", path=path.name, layer=plain(wanted)),
                say("Layers: {known}.", known=plain(known, 200)),
            )
    if not groups:
        raise DamagedFile(
            say("{path!s} holds no closed shape.", path=path.name),
            say("Draw areas as closed paths, and name each by its id, label or group."),
        )

    names = {owner: sum(bool(read.nodes[thing].name) for thing in things)
             for owner, things in groups.items()}  # fmt: skip
    most = max(names.values())
    if not most:  # nothing has a name: the layer with most shapes
        names = {owner: len(things) for owner, things in groups.items()}

    most_named = max(names.values())

    def worth(owner: int) -> tuple[int, int, int]:
        """Areas lie beside each other, not over each other; of two alike, one tells the ground."""
        inside = [
            shape
            for thing, shapes in groups[owner].items()
            if read.nodes[thing].name or not most
            for shape in shapes
        ]
        whole = sum(shape.outline.area for shape in inside)
        apart = shapely.union_all([shape.outline for shape in inside]).area / whole if whole else 0
        alike = round(20 * apart * names[owner] / most_named)
        return alike, len({shape.ground for shape in inside}), owner

    owner = max((one for one in groups if 2 * names[one] >= most_named), key=worth)
    found = [
        (read.nodes[thing].name or f"area {number}", shapes)
        for number, (thing, shapes) in enumerate(groups[owner].items(), start=1)
        if read.nodes[thing].name or not most
    ]
    return read.nodes[owner].name or path.stem, found


def _cell(name: str, shapes: list[_Shape]) -> TracedCell:
    """An area of its shapes, whose ground is the one that most of them tell."""
    whole = shapely.union_all([shape.outline for shape in shapes])
    parts: list[tuple[Ring, ...]] = []
    for one in shapely.get_parts(whole):
        if one.geom_type == "Polygon" and not one.is_empty:
            rings = [one.exterior, *one.interiors]
            parts.append(tuple(tuple((x, y) for x, y in ring.coords[:-1]) for ring in rings))
    grounds = Counter(shape.ground for shape in shapes if shape.ground)
    return TracedCell(
        name, tuple(parts), terrain=grounds.most_common(1)[0][0] if grounds else "land"
    )


def _even_odd(rings: list[Ring]) -> Polygon | shapely.MultiPolygon:
    """What closed lines enclose: a line inside another one cuts a hole."""
    found: shapely.Geometry = Polygon()
    for ring in rings:
        if all(isfinite(x) and isfinite(y) for x, y in ring):
            whole = shapely.make_valid(Polygon(ring), method="structure", keep_collapsed=False)
            found = shapely.symmetric_difference(found, whole)
    areas = [part for part in shapely.get_parts(found) if part.geom_type == "Polygon"]
    return shapely.MultiPolygon(areas) if len(areas) != 1 else areas[0]


def _name(part: Element) -> str:
    """What a person calls an element: Inkscape's label, its own title, its id; "" for nothing."""
    for told in (part.get(_LABEL), part.findtext(f"{_SVG}title"), part.get("id")):
        name = " ".join((told or "").split()).strip("_ ")
        if name and name.isprintable() and not _MADE.match(name):
            return plain(name, 200)
    return ""


def _ground(part: Element) -> str:
    """The first word of an element's class, as the kind of its ground."""
    words = part.get("class", "").split()
    return re.sub(r"[^\w-]", "", words[0])[:40] if words else ""


def _says(part: Element, key: str) -> str:
    """A value of an element's style or attributes."""
    for row in part.get("style", "").split(";"):
        name, _, value = row.partition(":")
        if name.strip() == key:
            return value.strip()
    return part.get(key, "").strip()


def _length(part: Element, key: str) -> float:
    found = _NUMBER.match(part.get(key, "0"))
    if found is None:
        raise ValueError(part.get(key))
    return float(found[1])


def _data(part: Element, tag: str) -> str:
    """A shape as data of a path. ValueError for lengths that cannot be read."""
    if tag == "path":
        return part.get("d", "")
    if tag == "rect":
        x, y, wide, high = (_length(part, key) for key in ("x", "y", "width", "height"))
        return f"M {x} {y} h {wide} v {high} h {-wide} z" if wide > 0 and high > 0 else ""
    if tag in ("circle", "ellipse"):
        x, y = _length(part, "cx"), _length(part, "cy")
        rx, ry = (_length(part, key) for key in (("r", "r") if tag == "circle" else ("rx", "ry")))
        return _ROUND.format(x - rx, y, r=rx, s=ry, d=2 * rx) if rx > 0 and ry > 0 else ""
    numbers = _PAIRS.findall(part.get("points", ""))
    if len(numbers) < 6:
        return ""
    return "M " + " ".join(numbers[: len(numbers) // 2 * 2]) + (" z" if tag == "polygon" else "")


def _size(root: Element) -> float:
    """The longer side of the sheet in the drawing's own units; USUAL if it does not say."""
    box = [float(n) for n in _PAIRS.findall(root.get("viewBox", ""))]
    if len(box) == 4 and max(box[2:]) > 0:
        return max(box[2:])
    sides = [_NUMBER.match(root.get(key, "")) for key in ("width", "height")]
    return max([float(side[1]) for side in sides if side] or [0.0]) or 1000.0
