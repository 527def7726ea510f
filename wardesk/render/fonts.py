"""The fonts that ship with WarDesk: loaded once, asked for by what they are used for."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from wardesk.paths import resources
from wardesk.render.app import ensure_gui_app

# role -> (families by preference, weight, italic)
_ROLES: dict[str, tuple[tuple[str, ...], QFont.Weight, bool]] = {
    "map-place": (("Vollkorn", "Vollkorn SemiBold"), QFont.Weight.DemiBold, False),
    "map-place-italic": (("Vollkorn", "Vollkorn SemiBold"), QFont.Weight.DemiBold, True),
    "map-number": (("Roboto Condensed",), QFont.Weight.Bold, False),
    "map-note": (("Roboto Condensed",), QFont.Weight.Normal, False),
    "counter": (("Roboto Condensed",), QFont.Weight.Bold, False),
    "counter-condensed": (("Roboto Condensed",), QFont.Weight.Normal, False),
    "chart": (("Roboto Condensed",), QFont.Weight.Normal, False),
    "chart-strong": (("Roboto Condensed",), QFont.Weight.Bold, False),
}


@cache
def load_fonts() -> tuple[str, ...]:
    """Load every font file in ``resources/fonts``; gives the families found, sorted."""
    ensure_gui_app()
    families: set[str] = set()
    folder = resources() / "fonts"
    for file in sorted((*folder.glob("*.ttf"), *folder.glob("*.otf"))):
        number = QFontDatabase.addApplicationFont(str(file))
        families.update(QFontDatabase.applicationFontFamilies(number))
    return tuple(sorted(families))


def roles() -> tuple[str, ...]:
    """Every name that `font` knows."""
    return tuple(_ROLES)


def font(role: str, pixels: float) -> QFont:
    """The font for *role* at a height of *pixels*, unhinted so that it scales evenly."""
    load_fonts()
    families, weight, italic = _ROLES[role]
    found = QFont(list(families))
    found.setWeight(weight)
    found.setItalic(italic)
    found.setPixelSize(max(1, round(pixels)))
    found.setFeature(QFont.Tag("lnum"), 1)  # old-style 1 reads as I in "Block 1"
    found.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return found
