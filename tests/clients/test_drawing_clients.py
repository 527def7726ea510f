"""Drawings that are let in look as in librsvg; where its program is missing, that is said."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from test_map_clients import needs, pixels, run

from wardesk.documents.files.pictures import find_picture, keep_picture
from wardesk.paths import resources
from wardesk.render.fonts import load_fonts

pytestmark = pytest.mark.usefixtures("qapp")

RECT = '<rect x="10" y="10" width="80" height="80" {}/>'
STOPS = '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/>'
FAMILY = 'font-family="Roboto Condensed"'
DRAWINGS = {
    "rgba": RECT.format('fill="rgba(200,10,10,.5)"'),
    "hsl": RECT.format('fill="hsl(120,50%,50%)"'),
    "eight digits": RECT.format('fill="#ff0000c0"'),
    "four digits": RECT.format('fill="#f00c" stroke="#00f8" stroke-width="10"'),
    "important": RECT.format('style="fill:red !important"'),
    "current colour": '<g style="color:green">' + RECT.format('fill="currentColor"') + "</g>",
    "percent": RECT.format('fill="red" opacity="50%" stroke="blue" stroke-opacity="30%"'),
    "inherited": '<g fill="#f008">' + RECT.format("") + '<circle r="60" fill="blue"/></g>',
    "link": f'<defs><linearGradient id="a">{STOPS}</linearGradient><linearGradient id="b" '
    'href="#a" y2="1"/></defs>' + RECT.format('fill="url(#b)"'),
    "quoted": f'<linearGradient id="a">{STOPS}</linearGradient>'
    + RECT.format("fill=\"url('#a')\""),
    "fall back": RECT.format('fill="url(#none) green"'),
    "clear stops": '<radialGradient id="a"><stop stop-color="rgba(255,0,0,.2)"/><stop offset="1" '
    'stop-opacity="80%"/></radialGradient>' + RECT.format('fill="url(#a)"'),
    "transform": RECT.format('fill="red" style="transform: translate(9px, 3px) rotate(10deg)"'),
    "lengths": '<rect x="3mm" y="1em" width="50%" height="0.5in" fill="red"/>',
    "style": '<circle style="cx:50px;cy:50px;r:30px;fill:red"/>',
    "other program": '<x:rect xmlns:x="urn:x" width="99" height="99"/>' + RECT.format(""),
    "lines": f'<text x="10" y="30" {FAMILY} font-size="20"><tspan x="10">One</tspan>'
    '<tspan x="30" dy="1.5em">Two</tspan></text>',
    "points": f'<text x="10" y="60" dx="5" {FAMILY} font-size="18pt">Ab</text>',
}


def painted(data):
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(data)).render(painter, QRectF(0, 0, 200, 200))
    painter.end()
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(200, 200, 4)
    return raw[:, :, :3].astype(int)


@needs("rsvg-convert", "librsvg2-bin")
@pytest.mark.parametrize("head", ['viewBox="0 0 100 100"', 'viewBox="0 0 100 60"'])
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_that_is_let_in_looks_as_in_librsvg(name, head, tmp_path, monkeypatch):
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{resources() / 'fonts'}</dir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts))
    load_fonts()
    file = tmp_path / "x.svg"
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" {head}>'
        f"{DRAWINGS[name]}</svg>"
    )
    run("rsvg-convert", "-w", 200, "-h", 200, "-b", "white", file, "-o", tmp_path / "rsvg.png")
    kept = find_picture(keep_picture(file)).read_bytes()
    differs = np.abs(painted(kept) - pixels(tmp_path / "rsvg.png"))
    assert differs.mean() < 1
    assert (differs.max(axis=2) > 60).mean() < 0.005
