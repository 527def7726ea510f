"""What comes in as SVG is written as our painter understands it, so that it looks as elsewhere.

Qt draws SVG Tiny: it knows no style rules of newer browsers, paints what it does not understand
black or not at all, and says nothing. What has another way to be said is said that way here
(colours, styles, lengths, lines of text); for the rest the drawing is refused with the part named.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from typing import NoReturn
from xml.etree.ElementTree import Element, register_namespace, tostring

from defusedxml.ElementTree import fromstring
from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.files.drawings import ADVICE, SPACE, size_of
from wardesk.errors import DamagedFile
from wardesk.words import say

_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_LENGTH = re.compile(rf"({_NUMBER})([a-zA-Z]*|%)")
_LONGEST, _FARTHEST = 200, 1e7
"""Letters of a value, and how large a number may be: longer ones are no words of a drawing."""
_PX = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_COLOURS = ("color", "fill", "stroke", "stop-color")
_SHARES = ("opacity", "fill-opacity", "stroke-opacity", "stop-opacity")
_LENGTHS = frozenset({
    "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "fx", "fy", "x1", "y1", "x2", "y2",
    "dx", "dy", "stroke-width", "stroke-dashoffset",
})  # fmt: skip
_GRADIENTS = ("linearGradient", "radialGradient")
_USUAL: Mapping[str, frozenset[str]] = {
    "baseline-shift": frozenset({"baseline", "0", "0%", "0px"}), "clip-path": frozenset({"none"}),
    "font": frozenset(), "fr": frozenset({"0", "0%"}),
    "letter-spacing": frozenset({"normal", "0", "0px"}),
    "mix-blend-mode": frozenset({"normal"}), "paint-order": frozenset({"normal"}),
    "text-decoration": frozenset({"none"}), "text-decoration-line": frozenset({"none"}),
    "transform-origin": frozenset(), "vector-effect": frozenset({"none"}),
    "word-spacing": frozenset({"normal", "0", "0px"}),
    "writing-mode": frozenset({"lr", "lr-tb", "horizontal-tb"}),
}  # fmt: skip
"""What Qt does not draw, with the values that change nothing."""
_TURNS = re.compile(r"(?:[\s,0)]|(?:matrix|translate|scale|rotate|skewX|skewY)\(?)*")
"""What a transform says besides its numbers, for which 0 stands here."""


class _Look(Struct, frozen=True):
    """What an element has from those round it."""

    size: float = 12.0
    """Of letters, px; librsvg begins with so many."""
    alpha: Mapping[str, float] = {}
    """Of the colours of fill and stroke themselves, beside their opacity."""
    share: Mapping[str, float] = {}
    colour: str = "#000000"
    clear: float = 1.0
    """The alpha of *colour*."""


def as_drawn(data: bytes, name: str) -> bytes:
    """A drawing that `read_drawing` let in, as Qt draws it; the very same if that is how it is.

    DamagedFile for what Qt cannot draw.
    """
    try:
        root = fromstring(data, forbid_dtd=True)
        before = tostring(root)
        _Rewriter(root).rewrite()
    except _Unknown as part:
        text = say("{name!s} uses “{what!s}”, which WarDesk cannot draw.", name=name,
                   what=" ".join(str(part).split())[:60])  # fmt: skip
        raise DamagedFile(text, ADVICE) from part
    if tostring(root) == before:
        return data
    register_namespace("", SPACE[1:-1])
    register_namespace("xlink", _LINK[1:-5])
    return tostring(root, encoding="utf-8")


class _Unknown(Exception):
    """A part that Qt does not draw."""


def _refuse(what: str) -> NoReturn:
    raise _Unknown(what)


class _Rewriter:
    def __init__(self, root: Element) -> None:
        self._root = root
        self._ids = {one.get("id") for one in root.iter()}

    def rewrite(self) -> None:
        """Change the whole drawing in place."""
        if any(_tag(part) == "text" for part in self._root.iter()):
            self._root.attrib.setdefault("font-size", f"{_Look().size:g}")
        waiting = [(self._root, _Look())]  # no recursion: a drawing may be deep
        while waiting:
            part, around = waiting.pop()
            for child in [*part]:
                if not str(child.tag).startswith(SPACE) or _tag(child) in ("clipPath", "metadata"):
                    part.remove(child)  # Qt would take another program's words for shapes
            look = self._element(part, around)
            waiting += [(child, look) for child in part]
        for part in [*self._root.iter()]:
            for place, child in reversed([*enumerate(part)]):
                if _tag(child) == "text":
                    part[place : place + 1] = _lines(child)
        _fit_box(self._root)

    def _element(self, part: Element, around: _Look) -> _Look:
        if part is not self._root and _tag(part) == "svg":
            _refuse("svg in svg")
        words = _declared(part)
        for key, value in words.items():
            if key in _USUAL and value not in _USUAL[key]:
                _refuse(key if key != "font" else "font: …")
        look = _sized(words, around)
        look = self._coloured(words, look)
        for key in words.keys() & _LENGTHS:
            if part is not self._root or key not in ("width", "height"):
                words[key] = _lengths(words[key], key, look.size)
        self._rest(part, words)
        for key in [*part.attrib]:
            if key.startswith("{") and not key.startswith("{http://www.w3.org/XML/"):
                del part.attrib[key]
        part.attrib.update(words)
        return look

    def _rest(self, part: Element, words: dict[str, str]) -> None:
        link = part.get("href") or part.get(_LINK)
        ruled = words.get("gradientUnits") == "userSpaceOnUse"
        if ruled and any("%" in words.get(key, "") for key in _LENGTHS):
            _refuse("% in userSpaceOnUse")
        part.attrib.pop("href", None)
        words.pop("href", None)
        if "stroke-dasharray" in words and words["stroke-dasharray"] != "none":
            words["stroke-dasharray"] = _lengths(words["stroke-dasharray"], "stroke-dasharray", 16)
        if "transform" in words:
            turn = re.sub(r"(?<=[\d.])(?:deg|px)\b", "", words["transform"])
            if turn != "none" and not _TURNS.fullmatch(
                re.sub(_NUMBER, "0", turn).replace("(", "(,")
            ):
                _refuse(f"transform: {turn}")
            words["transform"] = "" if turn == "none" else turn
        if "points" in words:
            numbers = re.findall(_NUMBER, words["points"])
            if len(numbers) % 2:
                _refuse("points: … without the last y")
        if link and _tag(part) in _GRADIENTS:
            words[_LINK] = link

    def _coloured(self, words: dict[str, str], around: _Look) -> _Look:
        """Colours as #rrggbb, what they let through as an opacity of its own."""
        for key in [key for key in (*_SHARES, *_COLOURS) if words.get(key) == "inherit"]:
            del words[key]
        for key in words.keys() & set(_SHARES):
            words[key] = f"{_share(words[key], key):g}"
        look = around
        if "color" in words:
            colour, clear = _colour(words["color"], "color", around)
            words["color"], look = colour, replace(look, colour=colour, clear=clear)
        for key in ("fill", "stroke"):
            opacity = f"{key}-opacity"
            if opacity in words:
                look = replace(look, share={**look.share, key: float(words[opacity])})
            if key in words:
                words[key], alpha = self._paint(words[key], key, look)
                look = replace(look, alpha={**look.alpha, key: alpha})
            if look.alpha.get(key, 1.0) != 1.0 or around.alpha.get(key, 1.0) != 1.0:
                words[opacity] = f"{look.share.get(key, 1.0) * look.alpha.get(key, 1.0):g}"
        if "stop-color" in words:
            words["stop-color"], alpha = _colour(words["stop-color"], "stop-color", look)
            if alpha != 1.0:
                words["stop-opacity"] = f"{float(words.get('stop-opacity', 1)) * alpha:g}"
        return look

    def _paint(self, text: str, key: str, look: _Look) -> tuple[str, float]:
        if len(text) > _LONGEST:
            _refuse(f"{key}: {text}")
        found = re.match(r"url\(\s*['\"]?#(.*?)['\"]?\s*\)\s*(.*)\Z", text)
        if found is None:
            return _colour(text, key, look)
        if found[1] in self._ids:
            return f"url(#{found[1]})", 1.0
        return _colour(found[2] or "none", key, look)


def _tag(part: Element) -> str:
    return str(part.tag).removeprefix(SPACE)


def _declared(part: Element) -> dict[str, str]:
    """Attributes of an element, with what its style says over them."""
    words = {key: value.strip() for key, value in part.attrib.items() if not key.startswith("{")}
    first, *rest = words.pop("style", "").split("/*")
    style = first + "".join(one.partition("*/")[2] for one in rest)  # without remarks
    part.attrib.pop("style", None)
    weighty: set[str] = set()
    for declaration in style.split(";"):
        key, _, value = (one.strip() for one in declaration.partition(":"))
        plain, _, more = value.rpartition("!")
        weight = more.strip().lower() == "important"
        value = plain.strip() if weight else value
        key = key.lower()
        if key == "d":
            _refuse("d in style")
        if re.match(r"[a-z][a-z-]*\Z", key) and value and (weight or key not in weighty):
            words[key] = value
            weighty |= {key} if weight else set()
    return words


def _measure(text: str, key: str) -> tuple[float, str]:
    """A number and its unit."""
    found = _LENGTH.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if found is None or not abs(float(found[1])) <= _FARTHEST:
        _refuse(f"{key}: {text}")
    return float(found[1]), found[2]


def _units(size: float) -> Mapping[str, float]:
    """Units in pixels, where letters have this size."""
    return {"em": size, "ex": size / 2, "rem": _Look().size} | _PX


def _sized(words: dict[str, str], around: _Look) -> _Look:
    """The size of letters in pixels."""
    text = words.pop("font-size", "")
    if text in ("", "inherit", "medium"):
        return around if text != "medium" else replace(around, size=_Look().size)
    value, unit = _measure(text, "font-size")
    units = {**_units(around.size), "%": around.size / 100}
    if unit not in units:
        _refuse(f"font-size: {text}")
    words["font-size"] = f"{value * units[unit]:g}"
    return replace(around, size=value * units[unit])


def _lengths(text: str, key: str, size: float) -> str:
    """Lengths as numbers of pixels; a share of the whole stays one where Qt knows it."""
    units, made = _units(size), list[str]()
    for word in re.split(r"[\s,]+", text):
        if word in ("auto", "inherit", ""):
            continue
        value, unit = _measure(word, key)
        if unit not in units and (unit != "%" or key == "stroke-dasharray"):
            _refuse(f"{key}: {text}")
        made.append(word if unit in ("%", "") else f"{value * units[unit]:g}")
    return " ".join(made)


def _share(text: str, key: str) -> float:
    value, unit = _measure(text, key)
    if unit not in ("", "%"):
        _refuse(f"{key}: {text}")
    return min(1.0, max(0.0, value / (100 if unit else 1)))


def _colour(text: str, key: str, look: _Look) -> tuple[str, float]:
    """A colour as Qt knows it, and how much of it covers. _Unknown for newer ways to say one."""
    plain = text.strip().lower()
    if len(plain) > _LONGEST:
        _refuse(f"{key}: {text}")
    if plain == "currentcolor":
        return look.colour, look.clear
    if plain == "transparent":
        return "#000000", 0.0
    if plain == "rebeccapurple":
        return "#663399", 1.0
    if re.fullmatch(r"#([0-9a-f]{4}|[0-9a-f]{8})", plain):
        digits = plain[1:] if len(plain) == 9 else "".join(c * 2 for c in plain[1:])
        return f"#{digits[:6]}", round(int(digits[6:], 16) / 255, 4)
    return _mixed(plain, key) if "(" in plain else (plain, 1.0)


def _mixed(text: str, key: str) -> tuple[str, float]:
    """A colour told by its parts."""
    found = re.fullmatch(r"(rgba?|hsla?)\(([^()]*)\)", text)
    if found is None:
        _refuse(f"{key}: {text}")
    values = [_measure(one, key) for one in re.split(r"[\s,/]+", found[2].strip())]
    if len(values) not in (3, 4):
        _refuse(f"{key}: {text}")
    alpha = _share(f"{values[3][0]}{values[3][1]}", key) if len(values) == 4 else 1.0
    if found[1].startswith("rgb"):
        red, green, blue = (v / 100 if unit == "%" else v / 255 for v, unit in values[:3])
    else:
        (hue, unit), (much, _), (light, _) = values[:3]
        turns = {"": 360, "deg": 360, "turn": 1, "grad": 400, "rad": 6.283185307179586}
        if unit not in turns:
            _refuse(f"{key}: {text}")
        light, much = (min(1.0, max(0.0, one / 100)) for one in (light, much))
        red, green, blue = colorsys.hls_to_rgb(hue / turns[unit] % 1, light, much)
    whole = (min(255, max(0, round(one * 255))) for one in (red, green, blue))
    return "#" + "".join(f"{one:02x}" for one in whole), alpha


_PLACE = ("x", "y", "dx", "dy")


def _lines(text: Element) -> list[Element]:
    """The lines of a text as texts of their own: Qt sets all parts of one in one row."""
    x, y = _at(text, "x") + _at(text, "dx"), _at(text, "y") + _at(text, "dy")
    looks = {key: value for key, value in text.attrib.items() if key not in (*_PLACE, "id")}
    found: list[Element] = []

    def begun(said: str) -> Element:
        made = Element(text.tag, {**looks, "x": f"{x:g}", "y": f"{y:g}"})
        made.text = said
        found.append(made)
        return made

    line = begun(text.text or "")
    for part in text:
        if any(key in inner.attrib for inner in part.iter() if inner is not part for key in _PLACE):
            _refuse("tspan in tspan")
        if "x" in part.attrib or not "".join(line.itertext()).strip():
            x = _at(part, "x", x) + _at(part, "dx")
            y = _at(part, "y", y) + _at(part, "dy")
            line = begun("")
        elif _at(part, "dx") or _at(part, "dy") or _at(part, "y", y) != y:
            _refuse("tspan dx, dy, y")
        for key in _PLACE:
            part.attrib.pop(key, None)
        line.append(part)
    found[-1].tail = text.tail
    return [line for line in found if "".join(line.itertext()).strip()]


def _at(part: Element, key: str, usual: float = 0.0) -> float:
    words = part.get(key, "").split()
    if len(words) > 1 or any("%" in word for word in words):
        _refuse(f"{_tag(part)} {key}: {' '.join(words)}")
    return float(words[0]) if words else usual


def _fit_box(root: Element) -> None:
    """The view box with the proportions of the drawing: Qt would stretch it."""
    how = root.get("preserveAspectRatio", "xMidYMid").split() or ["xMidYMid"]
    box = [float(one) for one in re.findall(_NUMBER, root.get("viewBox", ""))]
    if len(box) != 4 or how[0] == "none":
        return
    if any(abs(one) > _FARTHEST for one in box):
        _refuse("viewBox")
    if "slice" in how:
        _refuse("preserveAspectRatio: slice")
    wide, high = size_of(root)
    x, y, across, down = box
    if min(wide, high, across, down) <= 0:
        return
    scale = min(wide / across, high / down)
    if abs(wide / across - high / down) < 1e-3 * scale:
        return
    for word, part in (("Min", 0.0), ("Mid", 0.5), ("Max", 1.0)):
        x -= part * (wide / scale - across) if f"x{word}" in how[0] else 0
        y -= part * (high / scale - down) if f"Y{word}" in how[0] else 0
    root.set("viewBox", f"{x:g} {y:g} {wide / scale:g} {high / scale:g}")
