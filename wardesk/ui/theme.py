"""Design tokens and what is made of them: palette, fonts, one small style sheet, and the switch.

A widget never names a colour, a size or a font. It asks `tokens()` or `colour()` **while it
paints**, so that a change of theme is a repaint and nobody keeps an old colour.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, fields
from functools import cache

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication

from wardesk.errors import BugError
from wardesk.paths import resources
from wardesk.ui.style import style_sheet

S1, S2, S3, S4, S6, S8 = 4, 8, 12, 16, 24, 32
"""The only distances: a 4 px grid."""

CONTROL_HEIGHT = 32
ROW_HEIGHT = 28
BAR_HEIGHT = 48
STATUS_HEIGHT = 28
MODE_BAR_WIDTH = 72
DOCK_LEFT, DOCK_RIGHT = 280, 368
STRIP_HEIGHT, FOOT_HEIGHT = 36, 28
"""The table's bars: what is open and asked, and where in the game."""
DRAWER, RAIL = 380, 30
"""An open drawer beside the table's board, and the index tabs of all.

At 100 % text; `set_text_size` changes them, so ask for them when a widget is made."""

TEXT_SIZES = (90, 150)
"""Least and most per cent of the text size."""
CONTROL_RADIUS, CARD_RADIUS = 6, 10

UI_FAMILY, MONO_FAMILY = "Inter", "JetBrains Mono"

_TYPE: dict[str, tuple[int, QFont.Weight]] = {
    "display": (28, QFont.Weight.DemiBold),
    "title": (18, QFont.Weight.DemiBold),
    "heading": (14, QFont.Weight.DemiBold),
    "body": (13, QFont.Weight.Normal),
    "strong": (13, QFont.Weight.DemiBold),
    "small": (12, QFont.Weight.Normal),
    "small-strong": (12, QFont.Weight.DemiBold),
    "tiny": (12, QFont.Weight.Medium),
    "mono": (12, QFont.Weight.Normal),
}

THEMES = ("light", "dark", "contrast")


@dataclass(frozen=True)
class Tokens:
    """Every colour of one theme as ``#rrggbb``. Names say the job, not the hue."""

    window: str
    surface: str
    raised: str
    sunken: str
    field: str
    line: str
    edge: str
    focus: str
    text: str
    text2: str
    text3: str
    accent: str
    on_accent: str
    accent_soft: str
    accent_text: str
    umpire: str
    on_umpire: str
    umpire_soft: str
    umpire_text: str
    ok: str
    ok_soft: str
    warn: str
    warn_soft: str
    danger: str
    danger_soft: str
    side_a: str
    side_a_soft: str
    side_b: str
    side_b_soft: str
    chart1: str
    chart2: str
    chart3: str
    map_veil: str


class ThemeSwitch(QObject):
    """Tells whoever keeps pictures of the old theme (cached tiles, icons) that it has changed."""

    changed = Signal(str)


@cache
def load(name: str) -> Tokens:
    """Read one theme of `THEMES`; a token too many or too few is our mistake, a `BugError`."""
    raw = tomllib.loads((resources() / "themes" / f"{name}.toml").read_text("utf-8"))["colour"]
    wanted = {field.name for field in fields(Tokens)}
    if wanted != set(raw):
        raise BugError(f"Theme {name}: tokens do not match: {sorted(wanted ^ set(raw))}")
    return Tokens(**raw)


@cache
def switch() -> ThemeSwitch:
    """The one object whose ``changed(name)`` signal follows every `apply`."""
    return ThemeSwitch()


_state = {"name": "light"}
_text = {"percent": 100}


def current() -> str:
    """Name of the theme in force."""
    return _state["name"]


def tokens() -> Tokens:
    """The tokens in force."""
    return load(_state["name"])


def colour(token: str, alpha: float = 1.0) -> QColor:
    """A token by name as a colour, with opacity 0..1."""
    result = QColor(_colour(_state["name"], token))
    if alpha < 1.0:
        result.setAlphaF(alpha)
    return result


@cache
def _colour(name: str, token: str) -> QColor:
    return QColor(getattr(load(name), token))


def ink_token(tone: str) -> str:
    """The token of the text that is safe on the soft ground of *tone*."""
    return f"{tone}_text" if hasattr(tokens(), f"{tone}_text") else tone


def ink_on(tone: str) -> QColor:
    """The text colour that is safe on the soft ground of *tone*."""
    return colour(ink_token(tone))


def text_size() -> int:
    """Per cent of the text size in force."""
    return _text["percent"]


def px(length: float) -> int:
    """A length that grows with the text: heights of rows, room for words."""
    return round(length * _text["percent"] / 100)


def set_text_size(percent: int) -> None:
    """Another text size, for windows made from here on; kept within `TEXT_SIZES`."""
    global CONTROL_HEIGHT, ROW_HEIGHT, BAR_HEIGHT, STATUS_HEIGHT, MODE_BAR_WIDTH
    global DOCK_LEFT, DOCK_RIGHT, DRAWER, STRIP_HEIGHT, FOOT_HEIGHT
    _text["percent"] = max(TEXT_SIZES[0], min(TEXT_SIZES[1], percent))
    larger = max(1.0, text_size() / 100)
    # Smaller text keeps the heights: a button must not be harder to hit.
    CONTROL_HEIGHT, ROW_HEIGHT = round(32 * larger), round(28 * larger)
    BAR_HEIGHT, STATUS_HEIGHT = round(48 * larger), round(28 * larger)
    MODE_BAR_WIDTH = round(72 * larger)
    # The board pays for wide docks: they take a part of what the words would like.
    part = 1 + (larger - 1) / 4
    DOCK_LEFT, DOCK_RIGHT = round(280 * part), round(368 * part)
    STRIP_HEIGHT, FOOT_HEIGHT = round(36 * larger), round(28 * larger)
    DRAWER = round(380 * part)


@cache
def _font(role: str, percent: int) -> QFont:
    size, weight = _TYPE[role]
    result = QFont(MONO_FAMILY if role == "mono" else UI_FAMILY)
    result.setPixelSize(round(size * percent / 100))
    result.setWeight(weight)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def font(role: str = "body") -> QFont:
    """The font of a role; figures are tabular everywhere, so that columns of numbers line up."""
    return QFont(_font(role, _text["percent"]))


def shared_font(role: str = "body") -> QFont:
    """The same, for painters: one value for all, that nobody may change."""
    return _font(role, _text["percent"])


@cache
def _line_height(role: str, percent: int) -> float:
    return QFontMetricsF(_font(role, percent)).height()


def line_height(role: str) -> float:
    """Height of one line in the font of *role*, px."""
    return _line_height(role, _text["percent"])


@cache
def load_fonts() -> None:
    """Make the bundled families known to Qt, once."""
    for path in sorted((resources() / "fonts").glob("*/*.?tf")):
        if path.parent.name in ("inter", "jetbrains-mono"):
            QFontDatabase.addApplicationFont(str(path))


def palette(of: Tokens) -> QPalette:
    """The palette of a theme. Fusion takes nearly everything from here."""
    result, role = QPalette(), QPalette.ColorRole
    for key, value in {
        role.Window: of.window, role.WindowText: of.text, role.Base: of.field,
        role.AlternateBase: of.raised, role.Text: of.text, role.Button: of.surface,
        role.ButtonText: of.text, role.BrightText: of.danger, role.ToolTipBase: of.raised,
        role.ToolTipText: of.text, role.Highlight: of.accent, role.HighlightedText: of.on_accent,
        role.Link: of.accent_text, role.LinkVisited: of.accent_text,
        role.PlaceholderText: of.text3, role.Mid: of.line, role.Dark: of.edge,
        role.Light: of.raised, role.Midlight: of.line, role.Accent: of.accent,
    }.items():  # fmt: skip
        result.setColor(key, QColor(value))
    for key in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, QColor(of.text3))
    return result


def apply(app: QApplication, name: str) -> Tokens:
    """Put a theme in force. Style first, or Fusion resets the palette."""
    _state["name"] = name if name in THEMES else "light"
    height = px(30) if text_size() > 100 else 30
    sheet = style_sheet(asdict(tokens()), resources() / "icons", height)
    if app.styleSheet() == sheet:
        return tokens()  # In force already: polishing every widget again is slow.
    if app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(palette(tokens()))
    app.setFont(font())
    app.setStyleSheet(sheet)
    switch().changed.emit(current())
    return tokens()


def veil() -> QColor:
    """What lies over a printed picture, so that a light board does not glare at night."""
    return QColor(tokens().map_veil)
