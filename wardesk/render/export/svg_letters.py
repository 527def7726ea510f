"""Words of a drawing as outlines: it looks the same where our fonts are not.

Readers of SVG look for fonts on their own machine only, whatever a file brings with it. So letters
are shapes: each stands in the file once and is named where it comes again; words with a rim are one
shape, since a rim goes round all of its letters before they are filled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape

from PySide6.QtGui import QFont, QPainterPath, QTextLayout

from wardesk.render.fonts import load_fonts

_TEXT = re.compile(r"<text\b([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_OF_LETTERS = frozenset({
    "x", "y", "xml:space", "text-anchor", "letter-spacing", "font-family", "font-size",
    "font-weight", "font-style",
})  # fmt: skip
_OF_FACE = ("font-family", "font-size", "font-weight", "font-style", "letter-spacing")
_SHARES = {"middle": 0.5, "end": 1.0}
_PLAIN = "none"


def outlined(drawing: bytes) -> bytes:
    """The drawing without text: what its words say stands beside their shapes (aria-label)."""
    load_fonts()
    letters = _Letters()
    text = _TEXT.sub(lambda found: letters.of(found[1], unescape(found[2])), drawing.decode())
    kept = "".join(f'<path id="{name}" d="{form}"/>\n' for form, name in letters.shapes.items())
    return text.replace("</defs>", f"{kept}</defs>", 1).encode()


class _Face:
    """A font in one size: its letters' outlines, and where they stand."""

    def __init__(self, told: Mapping[str, str]) -> None:
        face = QFont([one.strip() for one in told.get("font-family", "").split(",")])
        self._size = float(told.get("font-size", 100)) / 100
        face.setPixelSize(100)
        face.setWeight(QFont.Weight(int(told.get("font-weight", 400))))
        face.setItalic(told.get("font-style") == "italic")
        face.setFeature(QFont.Tag("lnum"), 1)
        face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        space = float(told.get("letter-spacing", 0)) / self._size
        face.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, space)
        self._face = face
        self._forms: dict[tuple[str, int], QPainterPath] = {}
        self.names: dict[tuple[str, int], str] = {}

    def row(self, words: str, share: float) -> Iterator[tuple[tuple[str, int], float, float]]:
        """Every letter's key and place; *share* of the whole stands before x = 0."""
        layout = QTextLayout(words, self._face)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        left, size = share * line.naturalTextWidth(), self._size
        for run in layout.glyphRuns():
            raw = run.rawFont()
            family = raw.familyName()
            for glyph, at in zip(run.glyphIndexes(), run.positions(), strict=True):
                key = family, glyph
                if key not in self._forms:
                    self._forms[key] = _scaled(raw.pathForGlyph(glyph), size)
                yield key, (at.x() - left) * size, (at.y() - line.ascent()) * size

    def form(self, key: tuple[str, int]) -> QPainterPath:
        """The outline of a letter that stood in a row."""
        return self._forms[key]


class _Letters:
    """The letters of a drawing: *shapes* has the name of every outline."""

    def __init__(self) -> None:
        self.shapes: dict[str, str] = {}
        self._faces: dict[tuple[str, ...], _Face] = {}

    def of(self, head: str, words: str) -> str:
        """What stands for a text with these attributes."""
        told = dict(_ATTRIBUTE.findall(head))
        known = tuple(told.get(key, "") for key in _OF_FACE)
        face = self._faces.get(known)
        if face is None:
            face = self._faces[known] = _Face(told)
        x, y = float(told.get("x", 0)), float(told.get("y", 0))
        row = face.row(words, _SHARES.get(told.get("text-anchor", ""), 0.0))
        rest = "".join(f' {key}="{value}"' for key, value in told.items() if key not in _OF_LETTERS)
        rest += f' aria-label="{escape(words)}"'
        if told.get("stroke") != _PLAIN:
            whole = QPainterPath()
            for key, across, down in row:
                whole.addPath(face.form(key).translated(x + across, y + down))
            return f'<path{rest} d="{_form(whole)}"/>'
        uses = (
            f'<use xlink:href="#{name}" x="{_short(x + across)}" y="{_short(y + down)}"/>'
            for key, across, down in row
            if (name := self._name(face, key))
        )
        return f"<g{rest}>{''.join(uses)}</g>"

    def _name(self, face: _Face, key: tuple[str, int]) -> str:
        """By which the drawing names an outline; nothing for a blank."""
        if key not in face.names:
            form = _form(face.form(key))
            number = f"l{len(self.shapes) + 1}"
            face.names[key] = self.shapes.setdefault(form, number) if form else ""
        return face.names[key]


def _scaled(form: QPainterPath, scale: float) -> QPainterPath:
    made = QPainterPath(form)
    for place in range(form.elementCount()):
        corner = form.elementAt(place)
        made.setElementPositionAt(place, corner.x * scale, corner.y * scale)
    return made


def _form(path: QPainterPath) -> str:
    """The path as SVG says it."""
    kinds = {
        QPainterPath.ElementType.MoveToElement: "M",
        QPainterPath.ElementType.LineToElement: "L",
        QPainterPath.ElementType.CurveToElement: "C",
        QPainterPath.ElementType.CurveToDataElement: " ",
    }
    corners = (path.elementAt(place) for place in range(path.elementCount()))
    return "".join(f"{kinds[one.type]}{_short(one.x)} {_short(one.y)}" for one in corners)


def _short(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".") if value else "0"
