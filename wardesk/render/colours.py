"""Colours: reading, mixing and measuring them, so that ink on any ground can be read."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor

READABLE = 4.5
"""Least contrast of letters on their ground (WCAG 2.2, level AA)."""


def colour(code: str, alpha: float = 1.0) -> QColor:
    """``#rrggbb`` with an opacity between 0 and 1."""
    return QColor(_colour(code, alpha))  # the caller may change it


@lru_cache(maxsize=4096)
def _colour(code: str, alpha: float) -> QColor:
    found = QColor(code)
    found.setAlphaF(max(0.0, min(1.0, alpha)))
    return found


@lru_cache(maxsize=4096)
def mix(code: str, other: str, share: float) -> str:
    """*code* with *share* (0 to 1) of *other* stirred in, as ``#rrggbb``."""
    a, b = QColor(code), QColor(other)
    parts = (
        round(x + (y - x) * share)
        for x, y in zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue()), strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


@lru_cache(maxsize=4096)
def luminance(code: str) -> float:
    """Relative luminance by WCAG, 0 (black) to 1 (white)."""
    found = QColor(code)
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (found.redF(), found.greenF(), found.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio by WCAG, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def ink_on(ground: str, dark: str = "#15130f", light: str = "#fffaf0") -> str:
    """*dark* or *light*, whichever reads better on *ground*.

    On a middle grey neither soft ink reaches 4.5 : 1; there it is plain black or white.
    """
    found = dark if contrast(dark, ground) >= contrast(light, ground) else light
    if contrast(found, ground) >= READABLE:
        return found
    return "#000000" if contrast("#000000", ground) >= contrast("#ffffff", ground) else "#ffffff"


@lru_cache(maxsize=4096)
def tinted_ink(ground: str) -> str:
    """An ink in the hue of *ground*: nearly black or nearly white, always >= 4.5 : 1 on it."""
    pole = ink_on(ground)
    for share in (0.86, 0.92, 0.96):
        found = mix(ground, pole, share)
        if contrast(found, ground) >= READABLE:
            return found
    return pole
