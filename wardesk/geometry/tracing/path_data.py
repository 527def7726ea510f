"""The outlines in an SVG path (SVG 2, chapter 9) and its transforms, as lines of points.

Curves become chords that leave them by no more than a given distance. Arcs become cubic curves
first (SVG 2, appendix B.2).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from wardesk.geometry.grids.snap import Point, Ring

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f of SVG: x' = a·x + c·y + e, y' = b·x + d·y + f."""
SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_TOKEN = re.compile(rf"\s*,?\s*(?:([MmZzLlHhVvCcSsQqTtAa])|({_NUMBER}))")
_FLAG = re.compile(r"\s*,?\s*([01])")
_TURN = re.compile(r"[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_NUMBERS = re.compile(_NUMBER)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
_MOST_CHORDS = 64
"""Of one curve, however large it is."""


class Outline(Struct, frozen=True):
    """One line of a path without its last point where that is the first, and whether it closes."""

    points: Ring
    closed: bool


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """What first does *inner*, then *outer*."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j,
        a * k + c * m + e, b * k + d * m + f,
    )  # fmt: skip


def moved(matrix: Matrix, point: Point) -> Point:
    """Where *matrix* puts a point."""
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def transform_of(text: str) -> Matrix:
    """The matrix of a ``transform``. ValueError for what is none."""
    found, place = SAME, 0
    text = text.strip()
    while place < len(text):
        turn = _TURN.match(text, place)
        if turn is None:
            raise ValueError(text[place : place + 40])
        numbers = [float(n) for n in _NUMBERS.findall(turn[2])]
        found = times(found, _one(turn[1], numbers))
        place = turn.end()
    return found


def _one(word: str, numbers: Sequence[float]) -> Matrix:
    match word, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return a, b, c, d, e, f
        case "translate", [x, *rest] if len(rest) < 2:
            return 1.0, 0.0, 0.0, 1.0, x, rest[0] if rest else 0.0
        case "scale", [x, *rest] if len(rest) < 2:
            return x, 0.0, 0.0, rest[0] if rest else x, 0.0, 0.0
        case "rotate", [angle]:
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            return cos, sin, -sin, cos, 0.0, 0.0
        case "rotate", [angle, x, y]:
            there: Matrix = (1.0, 0.0, 0.0, 1.0, x, y)
            return times(times(there, _one("rotate", [angle])), (1.0, 0.0, 0.0, 1.0, -x, -y))
        case "skewX", [angle]:
            return 1.0, 0.0, math.tan(math.radians(angle)), 1.0, 0.0, 0.0
        case "skewY", [angle]:
            return 1.0, math.tan(math.radians(angle)), 0.0, 1.0, 0.0, 0.0
        case _:
            raise ValueError(word)


def outlines(data: str, matrix: Matrix = SAME, most_off: float = 0.25) -> Iterator[Outline]:
    """The lines of a path's ``d`` as *matrix* moves them; chords leave curves by *most_off*.

    ValueError where the data cannot be read; what stands before has been given then.
    """
    line: list[Point] = []
    start = here = (0.0, 0.0)
    control: Point | None = None
    before = ""
    for word, numbers in _commands(data):
        kind, relative = word.upper(), word.islower()
        base = here if relative else (0.0, 0.0)
        if kind in ("M", "Z"):
            if len(line) > 1 or (line and kind == "Z"):
                yield _outline(line, kind == "Z")
            if kind == "M":
                start = _plus(base, numbers)
            here, control, before, line = start, None, kind, [moved(matrix, start)]
            continue
        if not line:
            raise ValueError(word)
        curve, control, here = _curve(kind, numbers, base, here, control, before)
        before = kind
        for corners in curve:
            line += _chords([line[-1], *(moved(matrix, p) for p in corners)], most_off)
    if len(line) > 1:
        yield _outline(line, closed=False)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; those that follow without a letter have one, too."""
    word: str = ""
    place, end = 0, len(data.rstrip())
    while place < end:
        token = _TOKEN.match(data, place)
        if token is None or (not word and token[1] not in ("M", "m")):
            raise ValueError(data[place : place + 40])
        if token[1]:
            word, place = str(token[1]), token.end()
            if word in "Zz":
                yield word, []
                continue
        elif word in "Zz":
            raise ValueError(data[place : place + 40])
        numbers: list[float] = []
        while len(numbers) < _TAKES[word.upper()]:
            flag = word in "Aa" and len(numbers) in (3, 4)
            part = (_FLAG if flag else _TOKEN).match(data, place)
            text = (part[1] if flag else part[2]) if part is not None else None
            if part is None or not text:
                raise ValueError(data[place : place + 40])
            numbers.append(float(text))
            place = part.end()
        yield word, numbers
        if word in "Mm":
            word = "L" if word == "M" else "l"  # further pairs are lines


def _curve(
    kind: str,
    numbers: Sequence[float],
    base: Point,
    here: Point,
    control: Point | None,
    before: str,
) -> tuple[list[list[Point]], Point | None, Point]:
    """The pieces from *here*, each by its further corners; the control to mirror; the end."""
    if kind in "HV":
        x, y = here
        end = (base[0] + numbers[0], y) if kind == "H" else (x, base[1] + numbers[0])
        return [[end]], None, end
    if kind == "A":
        end = _plus(base, numbers[5:])
        return list(_arc(here, end, numbers)), None, end
    points = [_plus(base, numbers[n : n + 2]) for n in range(0, len(numbers), 2)]
    end = points[-1]
    if kind == "L":
        return [[end]], None, end
    same = control is not None and before in {"S": "CS", "T": "QT"}.get(kind, "")
    mirrored = (2 * here[0] - control[0], 2 * here[1] - control[1]) if same and control else here
    if kind in "CS":
        corners = points if kind == "C" else [mirrored, *points]
        return [corners], corners[1], end
    bend = points[0] if kind == "Q" else mirrored
    return [[_between(here, bend), _between(end, bend), end]], bend, end


def _between(near: Point, bend: Point) -> Point:
    """The cubic control of a quadratic curve beside *near*."""
    return near[0] + (bend[0] - near[0]) * 2 / 3, near[1] + (bend[1] - near[1]) * 2 / 3


def _plus(base: Point, numbers: Sequence[float]) -> Point:
    return base[0] + numbers[0], base[1] + numbers[1]


def _arc(here: Point, end: Point, numbers: Sequence[float]) -> Iterator[list[Point]]:
    """An elliptical arc as cubic curves of at most a quarter turn each."""
    rx, ry = abs(numbers[0]), abs(numbers[1])
    if here == end:
        return
    if not rx or not ry:
        yield [end]
        return
    turn = math.radians(numbers[2] % 360)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (here[0] - end[0]) / 2, (here[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    grown = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grown, ry * grown
    square = (rx * y) ** 2 + (ry * x) ** 2
    far = math.sqrt(max(0.0, ((rx * ry) ** 2 - square) / square)) if square else 0.0
    if bool(numbers[3]) == bool(numbers[4]):
        far = -far
    cx, cy = far * rx * y / ry, -far * ry * x / rx
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    sweep = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if numbers[4] and sweep < 0:
        sweep += math.tau
    elif not numbers[4] and sweep > 0:
        sweep -= math.tau
    middle = ((here[0] + end[0]) / 2, (here[1] + end[1]) / 2)

    def at(u: float, v: float) -> Point:
        px, py = cx + rx * u, cy + ry * v
        return middle[0] + cos * px - sin * py, middle[1] + sin * px + cos * py

    pieces = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    step = sweep / pieces
    bow = 4 / 3 * math.tan(step / 4)
    for n in range(pieces):
        a, b = first + n * step, first + (n + 1) * step
        ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        last = end if n == pieces - 1 else at(cb, sb)
        yield [at(ca - bow * sa, sa + bow * ca), at(cb + bow * sb, sb - bow * cb), last]


def _chords(corners: Sequence[Point], most_off: float) -> list[Point]:
    """The points of a line or a cubic curve but its first."""
    if len(corners) == 2:
        return [corners[1]]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    bent = max(
        math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
        math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
    )
    if not math.isfinite(bent):
        raise ValueError("a number beyond all measure")
    many = min(max(1, math.ceil(math.sqrt(0.75 * bent / most_off))), _MOST_CHORDS)
    found: list[Point] = []
    for n in range(1, many):
        t = n / many
        s = 1 - t
        p, q, r, u = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        found.append((p * x0 + q * x1 + r * x2 + u * x3, p * y0 + q * y1 + r * y2 + u * y3))
    return [*found, (x3, y3)]


def _outline(line: Sequence[Point], closed: bool) -> Outline:
    back = line[0] == line[-1] and len(line) > 1
    return Outline(tuple(line[:-1] if back else line), closed or back)
