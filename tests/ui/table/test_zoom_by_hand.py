"""While a hand zooms the picture is stretched; as soon as it rests all is as sharp as ever."""

from __future__ import annotations

import pytest
from scripted import by_script, shown

from wardesk.ui.canvas.view import STEP


@pytest.fixture
def view(tables, qtbot):
    table = shown(tables, by_script("hannut-stonne/hannut", lambda s: s.journal.head > 40))
    table.model.runner.set_paused(True)
    qtbot.waitUntil(lambda: not table.view.busy)
    return table.view


def picture(view):
    return view.viewport().grab().toImage()


def test_it_is_sharp_again_once_the_hand_rests(view, qtbot):
    view.hurry()
    view.zoom(STEP)
    coarse = picture(view)
    assert view.scene().hurried
    qtbot.waitUntil(lambda: not view.scene().hurried)
    qtbot.waitUntil(lambda: not view.busy)
    picture(view)  # pictures of this size are made, a few in each frame
    qtbot.waitUntil(lambda: picture(view) is not None and not view.scene().late)
    sharp = picture(view)
    assert sharp != coarse
    view.zoom(1 / STEP)
    view.zoom(STEP)
    qtbot.waitUntil(lambda: not view.busy)
    assert picture(view) == sharp, "as if nobody had hurried"


def test_what_is_stretched_lies_where_it_will_lie(view, qtbot):
    pile = max(view.scene().piles, key=lambda p: p.box.width())
    view.show_point(pile.box.center())
    before = picture(view)
    here = view.camera.to_view(pile.box.center()).toPoint()
    view.hurry()
    view.zoom(2.0, view.camera.to_view(pile.box.center()))
    coarse = picture(view)
    there = view.camera.to_view(pile.box.center()).toPoint()
    assert coarse.pixelColor(there) == before.pixelColor(here)


def test_around_what_was_seen_lies_the_print(view):
    view.hurry()
    view.zoom(0.5)
    corner = picture(view).pixelColor(4, 4)
    window = view.palette().window().color()
    assert corner.isValid()
    assert corner.alpha() == 255 or corner == window
