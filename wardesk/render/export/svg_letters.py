"""Words of a drawing as outlines: it looks the same where our fonts are not.

Readers of SVG look for fonts on their own machine only, whatever a file brings with it. So letters
are shapes: each stands in the file once and is named where it comes again; words with a rim are one
shape, since a rim goes round all of its letters before they are filled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainterPath, QTextLayout

from wardesk.render.fonts import load_fonts

_TEXT = re.compile(r"<text\b([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_OF_LETTERS = frozenset({
    "x", "y", "xml:space", "text-anchor", "letter-spacing", "font-family", "font-size",
    "font-weight", "font-style",
})  # fmt: skip
_PLAIN = "none"
_Letter = tuple[QPointF, QPainterPath]


def outlined(drawing: bytes) -> bytes:
    """The drawing without text: what its words say stands beside their shapes (aria-label)."""
    load_fonts()
    shapes: dict[str, str] = {}
    text = _TEXT.sub(lambda found: _shaped(found[1], unescape(found[2]), shapes), drawing.decode())
    kept = "".join(f'<path id="{name}" d="{form}"/>\n' for form, name in shapes.items())
    return text.replace("</defs>", f"{kept}</defs>", 1).encode()


def _shaped(head: str, words: str, shapes: dict[str, str]) -> str:
    told = dict(_ATTRIBUTE.findall(head))
    x, y = float(told.get("x", 0)), float(told.get("y", 0))
    letters = [*_letters(words, told)]
    rest = "".join(f' {key}="{value}"' for key, value in told.items() if key not in _OF_LETTERS)
    rest += f' aria-label="{escape(words)}"'
    if told.get("stroke") != _PLAIN:
        whole = QPainterPath()
        for at, form in letters:
            whole.addPath(form.translated(at))
        return f'<path{rest} d="{_form(whole.translated(x, y))}"/>'
    uses: list[str] = []
    for at, form in letters:
        if not form.isEmpty():
            name = shapes.setdefault(_form(form), f"l{len(shapes) + 1}")
            place = f'x="{_short(x + at.x())}" y="{_short(y + at.y())}"'
            uses.append(f'<use xlink:href="#{name}" {place}/>')
    return f"<g{rest}>{''.join(uses)}</g>"


def _letters(words: str, told: dict[str, str]) -> Iterator[_Letter]:
    """The outlines of words with their places, from where an SVG's x and y are."""
    face = QFont([one.strip() for one in told.get("font-family", "").split(",")])
    size = float(told.get("font-size", 100))
    face.setPixelSize(100)
    face.setWeight(QFont.Weight(int(told.get("font-weight", 400))))
    face.setItalic(told.get("font-style") == "italic")
    face.setFeature(QFont.Tag("lnum"), 1)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    space = float(told.get("letter-spacing", 0)) * 100 / size
    face.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, space)
    layout = QTextLayout(words, face)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    share = {"middle": 0.5, "end": 1.0}.get(told.get("text-anchor", ""), 0.0)
    left, scale = share * line.naturalTextWidth(), size / 100
    for run in layout.glyphRuns():
        raw = run.rawFont()
        for glyph, at in zip(run.glyphIndexes(), run.positions(), strict=True):
            form = raw.pathForGlyph(glyph)
            place = QPointF((at.x() - left) * scale, (at.y() - line.ascent()) * scale)
            yield place, (_scaled(form, scale) if scale != 1 else form)


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
