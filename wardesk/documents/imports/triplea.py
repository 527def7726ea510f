"""Import of TripleA map folders: traced outlines, centres, and the neighbours the game declares.

Read are ``polygons.txt``, ``centers.txt``, ``map.properties`` and one game of ``games/*.xml``.
Pictures and rules stay where they are.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from wardesk.documents.imports.tracing import (
    TRY,
    TracedCell,
    Tracing,
    check_size,
    checked_name,
    numbered,
    plain,
    read_text,
    within_reach,
)
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.snap import Point, Ring
from wardesk.words import say

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_POINT = re.compile(r"\(\s*(-?\d{1,18})\s*,\s*(-?\d{1,18})\s*\)")
_RING = re.compile(r"<([^<>]*)>")
_LAND, _SEA = "land", "sea"


def is_triplea(path: Path) -> bool:
    """Whether a folder looks like a TripleA map."""
    return _map_folder(path) is not None


def read_triplea(path: Path, game: str = "") -> Tracing:
    """The map in a TripleA folder (the one with ``polygons.txt``, or the one above it).

    *game* chooses the game file whose connections count; without it the first by name.
    UserError or DamagedFile in one sentence that names file and line.
    """
    folder = _map_folder(path)
    if folder is None:
        raise UserError(
            say("There is no polygons.txt in {path!s}.", path=path), "Choose a TripleA map folder."
        )
    outlines = _polygons(folder / "polygons.txt")
    centres = _centres(folder / "centers.txt")
    settings = _properties(folder / "map.properties")
    notes: list[str] = []
    files = sorted((folder / "games").glob("*.xml")) if (folder / "games").is_dir() else []
    chosen = _chosen(files, game)
    title, waters, declared, names = _game(chosen) if chosen else (path.name, set(), None, None)
    if chosen is None:
        notes.append("There is no game file, so no neighbours are declared.")
    elif len(files) > 1:
        notes.append(
            say(
                "Neighbours are those of {chosen}, one of {number} games.",
                chosen=chosen.name,
                number=len(files),
            )
        )
    if names is not None:
        missing, extra = sorted(names - outlines.keys()), sorted(outlines.keys() - names)
        if missing:
            notes.append(
                say("Areas of the game without an outline: {missing}.", missing=", ".join(missing))
            )
        if extra:
            notes.append(
                say("Outlines that the game does not know: {extra}.", extra=", ".join(extra))
            )
    if declared is not None:
        declared = frozenset(pair for pair in declared if set(pair) <= outlines.keys())
    cells = tuple(
        TracedCell(
            name,
            tuple((ring,) for ring in rings),
            centres.get(name),
            _SEA if name in waters else _LAND,
        )
        for name, rings in outlines.items()
    )
    return Tracing(
        title=title,
        source="TripleA",
        cells=cells,
        declared=declared,
        wrap=_wrap(settings, folder),
        notes=tuple(notes),
        terrain={_LAND: "Land", _SEA: "Sea"},
    )


def _map_folder(path: Path) -> Path | None:
    for folder in (path, path / "map"):
        if (folder / "polygons.txt").is_file():
            return folder
    return None


def _polygons(path: Path) -> dict[str, tuple[Ring, ...]]:
    """Rings by area. Line: ``Name  < (x,y) (x,y) … > < … >``; more rings are more parts."""
    found: dict[str, tuple[Ring, ...]] = {}
    points = 0
    for number, line in numbered(read_text(path)):
        where = say("{path}, line {number}", path=path.name, number=number)
        head, bracket, _ = line.partition("<")
        name = checked_name(head, where)
        if not bracket or _RING.sub("", line[len(head) :]).strip():
            raise DamagedFile(
                say(
                    "{where}: the outline of {name!s} is cut short or garbled.",
                    where=where,
                    name=name,
                ),
                TRY,
            )
        rings = tuple(_ring(text, f"{where} ({name})") for text in _RING.findall(line))
        found[name] = found.get(name, ()) + rings
        points += sum(map(len, rings))
        check_size(len(found), points, path.name)
    if not found:
        raise DamagedFile(say("{path!s} holds no outline.", path=path.name), TRY)
    return found


def _ring(text: str, where: str) -> Ring:
    points = [(float(x), float(y)) for x, y in _POINT.findall(text)]
    if _POINT.sub("", text).strip():
        raise DamagedFile(
            say(
                "{where}: “{plain!s}” is no point.",
                where=where,
                plain=plain(_POINT.sub("", text).strip(), 20),
            ),
            TRY,
        )
    ring = tuple(within_reach(point, where) for point in points)
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def _centres(path: Path) -> dict[str, Point]:
    if not path.is_file():
        return {}
    found: dict[str, Point] = {}
    for number, line in numbered(read_text(path)):
        where = say("{path}, line {number}", path=path.name, number=number)
        match = _POINT.search(line)
        if match is None:
            raise DamagedFile(say("{where}: there is no centre.", where=where), TRY)
        name = checked_name(line[: match.start()], where)
        found[name] = within_reach((float(match[1]), float(match[2])), where)
    return found


def _properties(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    pairs = (line.partition("=") for _, line in numbered(read_text(path)))
    return {key.strip(): value.strip() for key, _, value in pairs}


def _wrap(settings: dict[str, str], folder: Path) -> float:
    """The width of a map that joins up sideways, which TripleA takes for granted; else 0."""
    if settings.get("map.scrollWrapX", "true").lower() != "true" or "map.width" not in settings:
        return 0.0
    text = settings["map.width"]
    if not re.fullmatch(r"\d{1,7}", text):
        where = f"{(folder / 'map.properties').name}"
        raise DamagedFile(
            say("{where}: the width “{plain!s}” is no number.", where=where, plain=plain(text, 20)),
            TRY,
        )
    return within_reach((float(text), 0.0), "map.properties")[0]


def _chosen(files: list[Path], game: str) -> Path | None:
    if not game:
        return files[0] if files else None
    for file in files:
        if game in (file.name, file.stem):
            return file
    known = ", ".join(file.stem for file in files) or "none"
    raise UserError(
        say("There is no game “{plain!s}” in this map.", plain=plain(game)),
        say("Its games: {known!s}.", known=known),
    )


def _game(path: Path) -> tuple[str, set[str], frozenset[tuple[str, str]], set[str]]:
    """Title, waters, declared pairs and all area names of a game file."""
    root = safe_xml(path)
    info, board = root.find("info"), root.find("map")
    if root.tag != "game" or board is None:
        raise DamagedFile(say("{path!s} is not a TripleA game.", path=path.name), TRY)
    names: set[str] = set()
    waters: set[str] = set()
    for area in board.iter("territory"):
        name = checked_name(area.get("name", ""), path.name)
        names.add(name)
        if area.get("water", "").lower() == "true":
            waters.add(name)
    declared: set[tuple[str, str]] = set()
    for line in board.iter("connection"):
        a = checked_name(line.get("t1", ""), say("{path}, a connection", path=path.name))
        b = checked_name(line.get("t2", ""), say("{path}, a connection", path=path.name))
        if a != b:
            declared.add((min(a, b), max(a, b)))
    title = info.get("name", "") if info is not None else ""
    return plain(title) or path.stem, waters, frozenset(declared), names


def safe_xml(path: Path) -> Element:
    """The root of an XML file that may name a document type, but no entity and nothing outside."""
    return safe_root(read_text(path).encode(), path)


def safe_root(data: bytes, path: Path) -> Element:
    """As `safe_xml`, of bytes; *path* serves the messages."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        return fromstring(data, forbid_dtd=False)
    except ParseError as error:
        line, column = error.position
        raise DamagedFile(
            say(
                "{path!s} is not proper XML: line {line!s}, column {column!s}.",
                path=path.name,
                line=line,
                column=column + 1,
            ),
            TRY,
        ) from error
    except DefusedXmlException as error:
        text = say(
            "{path!s} holds commands (XML entities), which no map needs and which can do harm.",
            path=path.name,
        )
        raise DamagedFile(text, "Get the map from somewhere else; nothing was written.") from error
    except (ValueError, RecursionError, LookupError) as error:
        raise DamagedFile(say("{path!s} is not proper XML.", path=path.name), TRY) from error
