"""The title of a counter that shows nothing else, over its whole face."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtGui import QPainter

from wardesk.render.colours import tinted_ink
from wardesk.render.lettering import put, text_width

LEGIBLE = 12.0
"""Least size of letters in pixels; smaller ones are left out."""
_MOST = 34.0
"""The largest letters of a title that has the face to itself."""


def title_over_face(painter: QPainter, text: str, face: str, pixels: float) -> None:
    """The title over the whole face, as large as fits; what is too long ends in an ellipsis.

    A long word is written a fifth smaller before it is cut, as titles in the bar are.
    """
    least = LEGIBLE * 100 / pixels
    if least > _MOST:
        return
    sizes = [size for size in (26.0, 22.0, 18.0, 15.0, 13.2) if size > least]
    whole = (size for size in (*sizes, least) if _lines(text, size)[1])
    size = next(whole, least * 0.8)
    lines, _ = _lines(text, size)
    high = size * 1.12
    for number, line in enumerate(lines):
        y = 11.5 + (number - (len(lines) - 1) / 2) * high
        put(painter, line, (0, y), size, tinted_ink(face), role="counter-condensed")


@lru_cache(maxsize=512)
def _lines(text: str, size: float) -> tuple[tuple[str, ...], bool]:
    """A title in lines as long as a face is wide, and whether all of it found room."""
    room, most = 93.0, max(1, int(74 / (size * 1.12)))

    def fits(words: str) -> bool:
        return text_width(words, "counter-condensed", size) <= room

    found: list[str] = []
    for word in text.replace("-", "- ").split():
        glue = "" if found and found[-1].endswith("-") else " "
        if found and fits(f"{found[-1]}{glue}{word}"):
            found[-1] += f"{glue}{word}"
        else:
            found.append(word)
    whole = len(found) <= most and all(fits(line) for line in found)
    return tuple(_cut(line, fits) for line in found[:most]), whole


def _cut(line: str, fits: Callable[[str], bool]) -> str:
    if fits(line):
        return line
    while line and not fits(f"{line}…"):
        line = line[:-1]
    return f"{line}…"
