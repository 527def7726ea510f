"""What an importer reads from somebody else's map, before it becomes one of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import median
from typing import NamedTuple

from msgspec import Struct, field

from wardesk.documents.files.untrusted import open_regular
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.snap import LIMIT, Point, Ring
from wardesk.words import say

MOST_BYTES = 64 * 2**20
"""Longer files are no maps; reading them would only fill the memory."""
MOST_CELLS = 20_000
MOST_POINTS = 4_000_000
DRAWN = 4000.0
"""The longer side at least of a map that had to be enlarged or reduced, in units."""
AREA = 280.0
"""The side at least of its middle area: what a pen's breadth means is meant for areas like this."""
_SMALL, _FINE, _LARGE = 200.0, 20.0, LIMIT / 4

TRY = say("Mend the file, or get a fresh copy of the map; nothing was written.")


class TracedCell(Struct, frozen=True):
    """One area as it was drawn: parts, each with its outer ring first and then its holes."""

    name: str
    parts: tuple[tuple[Ring, ...], ...]
    anchor: Point | None = None
    terrain: str = "land"


class Tracing(Struct, frozen=True, kw_only=True):
    """A map as it was drawn: coordinates in its own unit, y down, borders not yet matched.

    *declared* holds pairs of names that the source itself calls neighbours; None = it says nothing
    of neighbours. *wrap* is the width at which the map joins up sideways. *notes* tell what was
    left out.
    """

    title: str
    source: str
    cells: tuple[TracedCell, ...]
    declared: frozenset[tuple[str, str]] | None = None
    wrap: float = 0.0
    notes: tuple[str, ...] = ()
    terrain: dict[str, str] = field(default_factory=lambda: {"land": "Land"})
    """Kinds of ground by id, with their names."""


def read_text(path: Path) -> str:
    """A text file of reasonable size; UserError if it is not there, not text or too long."""
    try:
        with open_regular(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        why = error.strerror or "unknown reason"
        raise UserError(
            say("{path!s} cannot be read: {why}.", path=path, why=why), "Choose another file."
        ) from error
    if len(data) > MOST_BYTES:
        raise DamagedFile(
            say(
                "{path!s} is longer than {most_bytes!s} MB.",
                path=path,
                most_bytes=MOST_BYTES // 2**20,
            ),
            TRY,
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = say("{path!s} is not UTF-8 text (byte {start!s}).", path=path, start=error.start + 1)
        raise DamagedFile(text, TRY) from error


def plain(text: str, most: int = 60) -> str:
    """Text out of a file, fit for a message: one line, no control characters, not long."""
    return "".join(c if c.isprintable() else "?" for c in text)[:most]


def checked_name(text: str, where: str) -> str:
    """A cell's name as people read it. DamagedFile if it is none."""
    name = " ".join(text.split())
    if not name or len(name) > 200 or not name.isprintable():
        raise DamagedFile(
            say(
                "{where}: “{plain!s}” cannot be the name of an area.",
                where=where,
                plain=plain(name),
            ),
            TRY,
        )
    return name


def within_reach(point: Point, where: str) -> Point:
    """The point itself; DamagedFile if it lies beyond `LIMIT` or is not a number."""
    if not all(-LIMIT < value < LIMIT for value in point):
        raise DamagedFile(
            say(
                "{where}: a coordinate is farther than {limit:.0f} from the origin.",
                where=where,
                limit=LIMIT,
            ),
            TRY,
        )
    return point


def check_size(cells: int, points: int, where: str) -> None:
    """DamagedFile if there are more cells or points than any map has."""
    if cells > MOST_CELLS or points > MOST_POINTS:
        text = say(
            "{where} has more than {most_cells!s} areas or {most_points!s} points.",
            where=where,
            most_cells=MOST_CELLS,
            most_points=MOST_POINTS,
        )
        raise DamagedFile(text, TRY)


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; comments (#) are left out."""
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


class Fit(NamedTuple):
    """What a file's numbers are multiplied by, their bounds, and a sentence ("" = none needed)."""

    scale: float
    left: float
    low: float
    high: float
    note: str


def fit(areas: Sequence[Sequence[Ring | list[Point]]], *, always: bool = False) -> Fit:
    """How the numbers of a file become units to draw with; *areas* as their outer rings.

    *always* for degrees, which are too small to draw with whatever they span. DamagedFile when
    nothing is enclosed.
    """
    xs, ys = zip(*(point for rings in areas for ring in rings for point in ring), strict=True)
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    size = max(right - left, high - low)
    side = median(sqrt(sum(map(_area, rings))) for rings in areas)
    if size <= 0 or side <= 0:
        raise DamagedFile("The polygons enclose nothing.", TRY)
    if not always and _SMALL <= size <= _LARGE and side >= _FINE:
        return Fit(1.0, left, low, high, "")
    scale = min(max(DRAWN / size, AREA / side), _LARGE / size)
    return Fit(scale, left, low, high, f"Coordinates were multiplied by {scale:.6g} to draw with.")


def _area(ring: Ring | list[Point]) -> float:
    """What a ring encloses, in square units of the file."""
    (x0, y0), *rest = ring
    legs = pairwise((x - x0, y - y0) for x, y in rest)  # from near by: far off, digits are lost
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in legs)) / 2
