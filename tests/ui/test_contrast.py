"""Every text and control of both themes can be read: 4.5:1 for words, 3:1 for outlines and bars."""

import pytest
from PySide6.QtGui import QColor

from wardesk.ui import theme

GROUNDS = ("window", "surface", "raised", "sunken", "field")
TONES = ("accent", "umpire", "ok", "warn", "danger", "side_a", "side_b")


def luminance(colour: str) -> float:
    """WCAG relative luminance."""
    c = QColor(colour)
    parts = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (c.redF(), c.greenF(), c.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def pairs(tokens: theme.Tokens):
    for ground in GROUNDS:
        for ink in ("text", "text2", "text3"):
            yield ink, ground, 4.5
    for tone in TONES:
        ink = f"{tone}_text" if hasattr(tokens, f"{tone}_text") else tone
        for words in (ink, "text", "text2"):
            yield words, f"{tone}_soft", 4.5
        yield ink, "surface", 4.5
        yield ink, "window", 4.5
    yield "on_accent", "accent", 4.5
    yield "on_umpire", "umpire", 4.5
    yield "on_accent", "accent_text", 4.5  # a primary button under the pointer
    yield "on_umpire", "umpire_text", 4.5
    for side in ("side_a", "side_b", "ok", "warn", "danger"):
        yield "surface", side, 4.5  # solid chips
    for ground in ("window", "surface", "raised", "field"):
        yield "edge", ground, 3.0
        yield "focus", ground, 3.0
    yield "chart1", "surface", 3.0
    yield "chart2", "surface", 3.0


@pytest.mark.parametrize("name", theme.THEMES)
def test_every_pair_reaches_its_ratio(name):
    tokens = theme.load(name)
    low = [
        f"{ink} on {ground}: {contrast(getattr(tokens, ink), getattr(tokens, ground)):.2f}"
        for ink, ground, least in pairs(tokens)
        if contrast(getattr(tokens, ink), getattr(tokens, ground)) < least
    ]
    assert low == []


def test_the_contrast_theme_is_stronger():
    tokens = theme.load("contrast")
    wanted = {4.5: 7.0, 3.0: 4.5}
    low = [
        f"{ink} on {ground}"
        for ink, ground, least in pairs(tokens)
        if contrast(getattr(tokens, ink), getattr(tokens, ground)) < wanted[least]
    ]
    assert low == []


def test_series_differ_in_lightness_too():
    for name in theme.THEMES:
        t = theme.load(name)
        assert contrast(t.chart1, t.chart3) > 1.5
