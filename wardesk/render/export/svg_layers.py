"""A drawing as Qt writes it, put in order: layers as named groups, shapes once, ids that stay.

Qt's generator writes one flat list of groups, empty ones among them. The painters leave marks where
a layer begins and ends (`drawn_text.drawn_layer`); here what lies between becomes a group, which
Inkscape shows as a layer. Nothing changes its place in the list, so nothing is painted otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from wardesk.render.map.drawn_shapes import SHAPE, PatternShape, Shapes
from wardesk.render.map.drawn_text import LAYER_MARK, TOGETHER, WORDS

_TITLES = {
    "terrain": "Terrain", "elevation": "Heights", "grid": "Grid", "sides": "Sides",
    "lines": "Roads and lines", "numbers": "Numbers", "zones": "Zones", "labels": "Names",
    "frame": "Frame", "key": "Key", "": "Paper",
}  # fmt: skip
_TOKEN = re.compile(r"<g\b[^>]*>|</g>")
_MARK = re.compile(f"{LAYER_MARK}([^{LAYER_MARK}]*){LAYER_MARK}")
_TEXT = re.compile(r'<text\b[^>]*? x="[^"]*"')
_FILL = re.compile(r'fill="[^"]*" fill-opacity="[^"]*"')
_OF_RIM = 3
"""What is told of a rim: width, colour, opacity."""
_FAMILY = re.compile(r'font-family="([^",]+)"')
_SERIFS = frozenset({"Vollkorn"})
_IMAGE = re.compile(r'<image x="([^"]*)" y="([^"]*)" ([^>]*?)/>')
_EMPTY = re.compile(r"<g\b[^>]*>\s*</g>\s*")
_ANCHORS = {"-1": "start", "1": "end"}
_IDLE = re.compile(
    r'\nfont-family="[^"]*" font-size="[^"]*" font-weight="[^"]*" font-style="[^"]*" \n(?=[^<]*>)'
    r'|(?<= )vector-effect="none" '
)
"""What Qt writes of every group though every text says it too, and what is so anyway."""
_PATTERN = re.compile(r'<pattern id="([^"]*)".*?</pattern>', re.DOTALL)
_PLACE = re.compile(r'transform="[^"]*"')
_FAINT = re.compile(r'(?<![-\w])opacity="[^"]*"')
_SIZES = re.compile(r' (?:d|points|c[xy]|r[xy])="[^"]*"')
_LONG = re.compile(r"-?\d+\.\d{3,}")
_INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


def in_order(raw: bytes, shapes: Shapes) -> bytes:
    """The drawing with its layers as groups, and each of its shapes once.

    Characters that XML does not allow, which a title could bring in, are left out, and so are paths
    without a point, which readers complain of; ids are counted from 1, since Qt makes them of
    numbers that differ with every run.
    """
    grounds = shapes.grounds
    text = _PATTERN.sub(lambda found: "" if found[1] in grounds else found[0], _tidy(raw))
    kept = [_shape(name, _tidy(drawn), grounds) for name, drawn in shapes.drawn.items()]
    kept += [_pattern(name, ground) for name, ground in grounds.items()]
    text = text.replace("<defs>\n", f"<defs>\n{''.join(kept)}", 1)
    names: dict[str, str] = {}
    text = re.sub(
        r"\btexpattern_[0-9a-f]+\b",
        lambda found: names.setdefault(found[0], f"p{len(names) + 1}"),
        text,
    )
    text = _each_once(text)
    text = _FAMILY.sub(_with_stand_in, text)
    begin = text.index("</defs>") + len("</defs>\n")
    start = _TOKEN.search(text, begin)
    if start is None:
        return text.encode()
    body, end = text[start.end() :], text.rindex("</g>") - start.end()
    head = text[: start.end()].replace("<svg ", f"<svg {_INKSCAPE} ", 1)
    return (head + "\n" + "".join(_grouped(body[:end])) + body[end:]).encode()


def _tidy(raw: bytes) -> str:
    text = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", raw).decode()
    return _IDLE.sub("", re.sub(r'<path[^>]*\bd=""\s*/>', "", text))


def _pattern(name: str, ground: PatternShape) -> str:
    """A pattern of a shape, by the name of the brush that stands for it."""
    edge = f'width="{ground.edge:g}" height="{ground.edge:g}" patternUnits="userSpaceOnUse"'
    scale = "" if ground.unit == 1 else f' patternTransform="scale({ground.unit:g})"'
    inside = f'<use xlink:href="#{ground.shape}"/>'
    return f'<pattern id="{name}" x="0" y="0" {edge}{scale}>{inside}</pattern>\n'


def _shape(name: str, text: str, grounds: Mapping[str, PatternShape]) -> str:
    """A shape as one group under its name, before it what cuts and fills its parts."""
    start = _TOKEN.search(text)
    if start is None:
        return ""
    cuts = "".join(re.findall(r"<clipPath.*?</clipPath>\n?", text, re.DOTALL))
    fills = [found[0] for found in _PATTERN.finditer(text) if found[1] not in grounds]
    inside = text[start.end() : text.rindex("</g>")]
    parts = [
        _placed(part) if mark else part
        for part in _parts(inside)
        if (mark := _MARK.search(part)) is None or mark[1].startswith(SHAPE)
    ]
    head = start[0].replace("<g ", f'<g id="{name}" ', 1)
    made = "".join([cuts, *fills, head, "\n", *parts, "</g>\n"])
    made = made.replace(' transform="matrix(1,0,0,1,0,0)"', "")
    made = _SIZES.sub(lambda found: _LONG.sub(_short, found[0]), made)
    return re.sub(r"\bclipPath(?=\d+\b)", f"{name}-cut", made)


def _short(found: re.Match[str]) -> str:
    return f"{float(found[0]):.2f}".rstrip("0").rstrip(".")


def _placed(part: str) -> str:
    """What refers to a shape, for the group of the mark that stands in its place."""
    groups = [one for one in _TOKEN.findall(part) if one != "</g>"]
    told = [found[0] for find in (_PLACE, _FAINT) if (found := find.search(groups[-1]))]
    shapes = [mark.removeprefix(SHAPE) for mark in _MARK.findall(part)]
    uses = "".join(f'<use xlink:href="#{one}" {" ".join(told)}/>' for one in shapes)
    cut = groups[0] if len(groups) > 1 else "<g>"
    return f"{cut}{uses}</g>\n"


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
    name, words, texts = "", list[str](), 0
    for part in _parts(body):
        mark = _MARK.search(part)
        if mark is not None and mark[1].startswith(WORDS):
            words = mark[1].removeprefix(WORDS).split()
            continue
        if mark is not None and mark[1].startswith(TOGETHER):
            said = mark[1].removeprefix(TOGETHER).replace('"', "&quot;")
            part = f'<g inkscape:label="{said}">\n' if said else "</g>\n"
        elif mark is not None and mark[1].startswith(SHAPE):
            part = _placed(part)
        elif mark is not None:
            name = mark[1]
            continue
        if words:
            texts += 1
            part, words = _as_text(part, words, f"t{texts}"), []
        if runs and runs[-1][0] == name:
            runs[-1][1].append(part)
        else:
            runs.append((name, [part]))
    counted: Counter[str] = Counter()
    for layer, inside in runs:
        counted[layer] += 1
        yield _layer(layer, counted[layer], inside)


def _as_text(part: str, told: list[str], name: str) -> str:
    """Text that keeps its middle, beginning or end in whatever font, its rim its own outline.

    A second, wider rim is the same text once more (*name*): whoever changes the words changes both.
    It is faint as a whole, or it would be less so where letters meet.
    """
    half, space, align, *rims = told
    # readers put the space after every letter, the last one too
    place = float(align) * float(half) + float(space) * (1 + float(align)) / 2
    around = ""
    if len(rims) > _OF_RIM:
        width, ink, alpha = rims[_OF_RIM:]
        around = (
            f'<use xlink:href="#{name}" opacity="{alpha}" fill="none" {_stroke(width, ink)}/>\n'
        )

    def better(found: re.Match[str]) -> str:
        begin = re.sub(r' x="[^"]*"', f' x="{place:g}"', found[0])
        begin += f' text-anchor="{_ANCHORS.get(align, "middle")}"'
        if float(space):
            begin += f' letter-spacing="{space}"'
        if rims:
            width, ink, alpha = rims[:_OF_RIM]
            rim = f'paint-order="stroke" stroke-opacity="{alpha}" {_stroke(width, ink)}'
            begin = begin.replace(' stroke="none"', "")
            if not around:
                return f"{begin} {rim}"
            fill = _FILL.search(begin)
            inks = f"{fill[0] if fill else ''} {rim}"
            begin = _FILL.sub("", begin).replace("<text", f'<text id="{name}"', 1)
            return f"{around}<g {inks}>\n{begin}"
        return begin

    if not float(half):
        return part
    made = _TEXT.sub(better, part, count=1)
    return made.replace("</text>", "</text>\n</g>", 1) if around else made


def _stroke(width: str, ink: str) -> str:
    return f'stroke="{ink}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'


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
