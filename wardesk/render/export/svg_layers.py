"""A drawing as Qt writes it, put in order: layers as named groups, ids that stay the same.

Qt's generator writes one flat list of groups, empty ones among them. The painters leave marks where
a layer begins and ends (`drawn_text.drawn_layer`); here what lies between becomes a group, which
Inkscape shows as a layer. Nothing changes its place in the list, so nothing is painted otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from wardesk.render.map.drawn_text import LAYER_MARK

_TITLES = {
    "terrain": "Terrain", "elevation": "Heights", "grid": "Grid", "sides": "Sides",
    "lines": "Roads and lines", "numbers": "Numbers", "zones": "Zones", "labels": "Names",
    "frame": "Frame", "key": "Key", "": "Paper",
}  # fmt: skip
_TOKEN = re.compile(r"<g\b[^>]*>|</g>")
_MARK = re.compile(f"{LAYER_MARK}([a-z]*){LAYER_MARK}")
_EMPTY = re.compile(r"<g\b[^>]*>\s*</g>\s*")
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
    start = _TOKEN.search(text)
    if start is None:
        return text.encode()
    body, end = text[start.end() :], text.rindex("</g>") - start.end()
    head = text[: start.end()].replace("<svg ", f"<svg {_INKSCAPE} ", 1)
    return (head + "\n" + "".join(_grouped(body[:end])) + body[end:]).encode()


def _grouped(body: str) -> Iterator[str]:
    """The groups of the body, those of one layer together inside a named one."""
    runs: list[tuple[str, list[str]]] = []
    name = ""
    for part in _parts(body):
        mark = _MARK.search(part)
        if mark is not None:
            name = mark[1]
        elif runs and runs[-1][0] == name:
            runs[-1][1].append(part)
        else:
            runs.append((name, [part]))
    counted: Counter[str] = Counter()
    for layer, inside in runs:
        counted[layer] += 1
        yield _layer(layer, counted[layer], inside)


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
