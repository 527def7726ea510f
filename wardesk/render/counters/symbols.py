"""Counter symbols: line drawings after the NATO frame, in a box of 46 × 29 around (0, 0)."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from wardesk.render.lettering import polygon

X, Y = 23.0, 14.5
FRAME = QRectF(-X, -Y, 2 * X, 2 * Y)


@dataclass(frozen=True)
class Symbol:
    """What is stroked, what is filled, and letters if a text says it best."""

    lines: QPainterPath
    solid: QPainterPath
    text: str = ""
    framed: bool = True


ECHELONS: dict[str, str] = {
    "team": "ø",
    "squad": ".",
    "section": "..",
    "platoon": "...",
    "company": "I",
    "battery": "I",
    "squadron": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
}
"""Echelon names to the marks above the frame; marks themselves are accepted too."""

ALIASES: dict[str, str] = {
    "garrison": "fort",
    "fortress": "fort",
    "bunker": "fort",
    "recon": "cavalry",
    "reconnaissance": "cavalry",
    "paratroop": "airborne",
    "parachute": "airborne",
    "airborne_engineer": "paratroop_engineer",
    "sapper": "engineer",
    "pioneer": "engineer",
    "mg": "machine_gun",
    "at": "anti_tank",
    "aa": "anti_air",
    "flak": "anti_air",
    "anti_aircraft": "anti_air",
    "tank": "armour",
    "armor": "armour",
    "charge": "demolition",
    "demolition_charge": "demolition",
    "explosives": "demolition",
    "headquarters": "hq",
    "leader": "hq",
    "air": "aircraft",
    "plane": "aircraft",
    "gun": "artillery",
    "flame": "flamethrower",
    "motorized": "motorised",
    "mechanized": "mechanised",
}
"""Other words for a symbol."""


def _join(*parts: QPainterPath) -> QPainterPath:
    path = QPainterPath()
    for part in parts:
        path.addPath(part)
    return path


def _line(*points: tuple[float, float]) -> QPainterPath:
    return polygon(list(points), close=False)


def _solid(*points: tuple[float, float]) -> QPainterPath:
    return polygon(list(points))


def _oval(rx: float, ry: float, x: float = 0.0, y: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), rx, ry)
    return path


def _arc(box: QRectF, start: float, span: float) -> QPainterPath:
    path = QPainterPath()
    path.arcMoveTo(box, start)
    path.arcTo(box, start, span)
    return path


def _pill() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(-14, -6.5, 28, 13), 6.5, 6.5)
    return path


def _gull() -> QPainterPath:
    """The two arcs of troops that come by parachute."""
    return _join(_arc(QRectF(-9, 9.2, 9, 8), 0, 180), _arc(QRectF(0, 9.2, 9, 8), 0, 180))


@cache
def _all() -> dict[str, Symbol]:
    none = QPainterPath()
    cross = _join(_line((-X, -Y), (X, Y)), _line((-X, Y), (X, -Y)))
    slash, pill, gull = _line((-X, Y), (X, -Y)), _pill(), _gull()
    wheels = _join(_oval(2.4, 2.4, -9, 11), _oval(2.4, 2.4, 9, 11))
    bridge = _join(_line((-11, 6), (-11, -6), (11, -6), (11, 6)), _line((0, -6), (0, 4.5)))
    arrow = _join(_line((0, 9), (0, -7)), _line((-4, -3), (0, -8), (4, -3)))
    wings = _join(_solid((0, 0), (-15, -5.4), (-15, 5.4)), _solid((0, 0), (15, -5.4), (15, 5.4)))
    battlement = _solid(
        (-14, 8),
        (-14, -6),
        (-7, -6),
        (-7, -1),
        (-3, -1),
        (-3, -6),
        (3, -6),
        (3, -1),
        (7, -1),
        (7, -6),
        (14, -6),
        (14, 8),
    )
    flame = QPainterPath(QPointF(2, -10))
    flame.cubicTo(4, -4, 10, -2, 8, 4)
    flame.cubicTo(7, 9, -7, 9, -8, 3)
    flame.cubicTo(-8.5, -1, -4, -2, -4, -6)
    flame.cubicTo(-1, -4, 0, -6, 2, -10)
    glider = _solid(
        (-17, -2.6),
        (17, -2.6),
        (17, 0.6),
        (2.4, 1.6),
        (1.6, 8),
        (5, 9.4),
        (5, 11),
        (-5, 11),
        (-5, 9.4),
        (-1.6, 8),
        (-2.4, 1.6),
        (-17, 0.6),
    )
    fuse = _join(_line((3, -4.5), (7, -8.5)), _line((7, -8.5), (12, -7)))
    strokes = {
        "infantry": cross,
        "motorised": _join(cross, _line((0, -Y), (0, Y))),
        "mechanised": _join(cross, pill),
        "dragoons": _join(cross, wheels),
        "motorcycle": _join(slash, _oval(3.2, 3.2, -6, 9.2), _oval(3.2, 3.2, 6, 9.2)),
        "cavalry": slash,
        "armour": pill,
        "armoured_cavalry": _join(slash, pill),
        "armoured_car": _join(slash, pill, wheels),
        "assault_gun": _join(
            pill, _line((0, 2.8), (0, -3.2)), _line((-3, -0.2), (0, -3.6), (3, -0.2))
        ),
        "machine_gun": _join(cross, arrow, _line((-5, 9), (5, 9))),
        "anti_tank": _line((-X, Y), (0, -Y), (X, Y)),
        "anti_air": _join(
            _line((-5, 9), (-5, -3)),
            _line((5, 9), (5, -3)),
            _line((-9, 9), (9, 9)),
            _arc(QRectF(-10, -11, 20, 16), 0, 180),
        ),
        "engineer": bridge,
        "paratroop_engineer": _join(bridge, gull),
        "airborne": _join(cross, gull),
        "mortar": _join(arrow.translated(0, -1.5), _oval(3.4, 3.4, 0, 9)),
        "flamethrower": none,
        "observer": _solid((0, -9), (10, 8), (-10, 8)),
        "medic": _join(_line((0, -Y), (0, Y)), _line((-X, 0), (X, 0))),
        "signals": _line((-X, -Y), (2, 3), (-2, -3), (X, Y)),
        "supply": _line((-X, 8), (X, 8)),
    }
    solids = {
        "artillery": _oval(5.6, 5.6),
        "aircraft": wings,
        "bomber": _join(wings, _oval(2.6, 2.6, 0, 9)),
        "fort": battlement,
        "glider": glider,
        "flamethrower": flame,
        "demolition": _oval(6.6, 6.6, -1, 2),
        "cupola": _join(
            _arc(QRectF(-11, -6, 22, 24), 0, 180), _solid((-15, 6), (15, 6), (15, 9), (-15, 9))
        ),
        "observer": _oval(2.2, 2.2, 0, 2.6),
    }
    strokes |= {"demolition": fuse, "cupola": _line((0, -2), (15, -9))}
    texts = {"hq": "HQ", "medic": "", "none": ""}
    names = {*strokes, *solids, *texts}
    return {
        name: Symbol(
            strokes.get(name, none), solids.get(name, none), texts.get(name, ""), name != "none"
        )
        for name in names
    }


def symbol_names() -> tuple[str, ...]:
    """Every symbol of the set, without the other words for them."""
    return tuple(sorted(_all()))


def symbol(name: str) -> Symbol:
    """The drawing for *name*; an empty frame if nobody drew it. However it is spelled."""
    return _all().get(_called(name)) or Symbol(QPainterPath(), QPainterPath())


def known_symbol(name: str) -> bool:
    """Whether somebody drew a symbol of this name, or of one that means the same."""
    return _called(name) in _all()


def nearest_symbol(name: str) -> str:
    """The symbol that an unknown name may mean; empty if none is like it."""
    words = {_run_together(one): one for one in (*symbol_names(), *ALIASES)}
    close = difflib.get_close_matches(_run_together(name), words, n=1)
    return ALIASES.get(words[close[0]], words[close[0]]) if close else ""


def _called(name: str) -> str:
    """The name in the set: however it is written, in one word or in several."""
    return _spellings().get(_run_together(name), "")


@cache
def _spellings() -> dict[str, str]:
    names = {_run_together(one): one for one in symbol_names()}
    return {_run_together(one): to for one, to in ALIASES.items()} | names


def _run_together(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())


def echelon_marks(name: str) -> str:
    """``.``, ``I`` and ``X`` for a name or for marks written in any usual way."""
    plain = name.strip()
    if plain.lower() in ECHELONS:
        return ECHELONS[plain.lower()]
    marks = plain.upper().replace("•", ".").replace("●", ".").replace("|", "I")
    return marks if marks and set(marks) <= set(".IXØ") else ""
