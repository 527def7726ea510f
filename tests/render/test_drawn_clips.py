"""Forms that cut what is painted inside them: in drawings exactly so, and no longer than that."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QBuffer, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtSvg import QSvgGenerator

from wardesk.render.map.drawn_text import clipped
from wardesk.render.shapes import saved

pytestmark = pytest.mark.usefixtures("qapp")


def drawing(paint):
    """Of every oblong in a drawing: its left edge, and the left edge of what cuts it."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(100, 100))
    generator.setViewBox(QRect(0, 0, 100, 100))
    painter = QPainter(generator)
    paint(painter)
    painter.end()
    text = bytes(buffer.data().data()).decode()
    forms = dict(re.findall(r'<clipPath id="(\w+)">\s*<path[^>]* d="M([\d.]+),', text))
    found, at = {}, ""
    for clip, left in re.findall(r'<g clip-path="url\(#(\w+)\)|<path[^>]* d="M([\d.]+),', text):
        at = clip or at
        if not clip and left not in forms.values():
            found[float(left)] = float(forms[at])
    return found


def put(painter, left):
    path = QPainterPath()
    path.addRect(left, 0, 5, 5)
    painter.fillPath(path, QColor("red"))


def oval(left):
    path = QPainterPath()
    path.addEllipse(left, 20, 30, 30)
    return path


def test_what_follows_an_inner_form_is_cut_by_the_outer_one_again():
    def paint(painter):
        painter.setClipRect(QRectF(10, 10, 80, 80))
        put(painter, 1)
        with clipped(painter, oval(25)):
            put(painter, 2)
            with clipped(painter, oval(25)):
                put(painter, 3)
            put(painter, 4)
        put(painter, 5)

    assert drawing(paint) == {1: 10, 2: 55, 3: 55, 4: 55, 5: 10}


def test_a_form_that_reaches_beyond_the_outer_one_is_cut_along_it():
    box = QRectF(10, 10, 40, 80)
    seen = []

    def paint(painter):
        painter.setClipRect(box)
        with saved(painter), clipped(painter, oval(35)):
            seen.append(painter.clipPath())

    drawing(paint)
    (form,) = seen
    assert box.contains(form.boundingRect())
    assert form.contains(QRectF(45, 34, 4, 2))
    curves = [form.elementAt(k) for k in range(form.elementCount())]
    assert any(one.isCurveTo() for one in curves)  # and not along whole pixels
