"""A drawing as Qt writes it, put in order: layers as named groups, ids that stay the same.

Qt's generator writes one flat list of groups, empty ones among them. The painters leave marks where
a layer begins and ends (`drawn_text.drawn_layer`); here what lies between becomes a group, which
Inkscape shows as a layer. Nothing changes its place in the list, so nothing is painted otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from wardesk.render.map.drawn_text import LAYER_MARK, TOGETHER, WORDS

_TITLES = {
    "terrain": "Terrain", "elevation": "Heights", "grid": "Grid", "sides": "Sides",
    "lines": "Roads and lines", "numbers": "Numbers", "zones": "Zones", "labels": "Names",
    "frame": "Frame", "key": "Key", "": "Paper",
}  # fmt: skip
_TOKEN = re.compile(r"<g\b[^>]*>|</g>")
_MARK = re.compile(f"{LAYER_MARK}([^{LAYER_MARK}]*){LAYER_MARK}")
_TEXT = re.compile(r'<text\b[^>]*? x="[^"]*"')
_FAMILY = re.compile(r'font-family="([^",]+)"')
_SERIFS = frozenset({"Vollkorn"})
_IMAGE = re.compile(r'<image x="([^"]*)" y="([^"]*)" ([^>]*?)/>')
_EMPTY = re.compile(r"<g\b[^>]*>\s*</g>\s*")
_ANCHORS = {"-1": "start", "1": "end"}
_INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


def in_order(raw: bytes) -> bytes:
    """The drawing with its layers as groups.

    Characters that XML does not allow, which a title could bring in, are left out, and so are paths
    without a point, which readers complain of; ids are counted from 1, since Qt makes them of
    numbers that differ with every run.
    """
    text = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", raw).decode()
    text = re.sub(r'<path[^>]*\bd=""\s*/>', "", text)
    names: dict[str, str] = {}
    text = re.sub(
        r"\btexpattern_[0-9a-f]+\b",
        lambda found: names.setdefault(found[0], f"p{len(names) + 1}"),
        text,
    )
    text = _each_once(text)
    text = _FAMILY.sub(_with_stand_in, text)
    start = _TOKEN.search(text)
    if start is None:
        return text.encode()
    body, end = text[start.end() :], text.rindex("</g>") - start.end()
    head = text[: start.end()].replace("<svg ", f"<svg {_INKSCAPE} ", 1)
    return (head + "\n" + "".join(_grouped(body[:end])) + body[end:]).encode()


def _each_once(text: str) -> str:
    """Every picture stands in the file once; where it comes again, it is named."""
    seen: dict[str, tuple[str, float, float]] = {}

    def named(found: re.Match[str]) -> str:
        x, y, rest = float(found[1]), float(found[2]), found[3]
        if rest not in seen:
            name = f"i{len(seen) + 1}"
            seen[rest] = name, x, y
            return f'<image id="{name}" x="{found[1]}" y="{found[2]}" {rest}/>'
        name, first_x, first_y = seen[rest]
        return f'<use xlink:href="#{name}" x="{x - first_x:g}" y="{y - first_y:g}"/>'

    return _IMAGE.sub(named, text)


def _with_stand_in(found: re.Match[str]) -> str:
    """The font, and what kind stands in for it where it is not there."""
    kind = "serif" if found[1] in _SERIFS else "sans-serif"
    return f'font-family="{found[1]}, {kind}"'


def _grouped(body: str) -> Iterator[str]:
    """The groups of the body, those of one layer together inside a named one."""
    runs: list[tuple[str, list[str]]] = []
    name, words = "", list[str]()
    for part in _parts(body):
        mark = _MARK.search(part)
        if mark is not None and mark[1].startswith(WORDS):
            words = mark[1].removeprefix(WORDS).split()
            continue
        if mark is not None and mark[1].startswith(TOGETHER):
            said = mark[1].removeprefix(TOGETHER).replace('"', "&quot;")
            part = f'<g inkscape:label="{said}">\n' if said else "</g>\n"
        elif mark is not None:
            name = mark[1]
            continue
        if words:
            part, words = _as_text(part, words), []
        if runs and runs[-1][0] == name:
            runs[-1][1].append(part)
        else:
            runs.append((name, [part]))
    counted: Counter[str] = Counter()
    for layer, inside in runs:
        counted[layer] += 1
        yield _layer(layer, counted[layer], inside)


def _as_text(part: str, told: list[str]) -> str:
    """Text that keeps its middle, beginning or end in whatever font, its rim its own outline."""
    half, space, align, *rim = told
    # readers put the space after every letter, the last one too
    place = float(align) * float(half) + float(space) * (1 + float(align)) / 2

    def better(found: re.Match[str]) -> str:
        begin = re.sub(r' x="[^"]*"', f' x="{place:g}"', found[0])
        begin += f' text-anchor="{_ANCHORS.get(align, "middle")}"'
        if float(space):
            begin += f' letter-spacing="{space}"'
        if rim:
            width, ink, alpha = rim
            begin = begin.replace(' stroke="none"', "") + (
                f' paint-order="stroke" stroke="{ink}" stroke-opacity="{alpha}" '
                f'stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'
            )
        return begin

    return _TEXT.sub(better, part, count=1) if float(half) else part


def _layer(name: str, number: int, inside: list[str]) -> str:
    more = "" if number == 1 else f"-{number}"
    title = _TITLES.get(name, name) + more.replace("-", " ")
    head = f'<g id="{name or "paper"}{more}" inkscape:groupmode="layer" inkscape:label="{title}">'
    return f"{head}\n{''.join(inside)}</g>\n"


def _parts(body: str) -> Iterator[str]:
    """The outermost groups one by one, without the empty ones."""
    depth = begin = 0
    for token in _TOKEN.finditer(body):
        if token[0] != "</g>":
            begin = token.start() if depth == 0 else begin
            depth += 1
            continue
        depth -= 1
        if depth == 0:
            part = body[begin : token.end()]
            while (less := _EMPTY.sub("", part)) != part:
                part = less
            if part:
                yield part + "\n"
