"""While areas are drawn the eye stays where it is, however far the sheet reaches by then."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from wardesk.drawing.commands.all_commands import DeleteArea, DrawArea
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.new_map import AREA_PAPER, NewMap, make_map, palette_choices
from wardesk.ui.map.workspace import MapWorkspace


@pytest.fixture
def blank(light, qtbot, tmp_path):
    """An empty map of areas on its blank paper, all of it in view."""
    document = make_map(NewMap(title="Coast", kind="area"), palette_choices())
    workspace = MapWorkspace(EditSession.new(document, tmp_path / "coast.wdmap"))
    qtbot.addWidget(workspace)
    workspace.resize(1100, 760)
    with qtbot.waitExposed(workspace):
        workspace.show()
    qtbot.wait(50)
    yield workspace
    workspace.shut()


def draw(workspace, name, left, top, wide, high):
    desk = workspace.model
    ring = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    kind = next(iter(desk.document.palette.borders))
    assert desk.do(DrawArea(name, ring, desk.inks.terrain, kind))


def zoom_words(workspace):
    return next(fact for fact in workspace.facts if "%" in fact)


def test_the_first_area_moves_neither_the_eye_nor_the_zoom_that_is_told(blank):
    before, told = blank.view.camera, zoom_words(blank)
    draw(blank, "A", 700, 500, 60, 50)
    assert blank.view.camera == before
    assert zoom_words(blank) == told


def test_the_eye_stays_through_many_areas_and_a_push_does_not_zoom(blank):
    before = blank.view.camera
    for number in range(4):
        draw(blank, f"A{number}", 100 + 300 * number, 100 + 200 * number, 200, 150)
    blank.model.do(DeleteArea("A0"))
    assert blank.view.camera == before
    blank.view.pan(QPointF(3, 2))
    assert blank.view.camera.scale == before.scale


def test_showing_the_whole_sheet_shows_the_paper_that_was_chosen(blank):
    draw(blank, "A", 700, 500, 60, 50)
    blank.view.fit()
    seen = blank.view.camera.seen()
    left, top, right, bottom = AREA_PAPER
    assert seen.contains(QPointF(left + 1, top + 1))
    assert seen.contains(QPointF(right - 1, bottom - 1))


def test_an_area_far_off_the_paper_is_shown_with_the_whole(blank):
    draw(blank, "A", 3000, 500, 60, 50)
    blank.view.fit()
    assert blank.view.camera.seen().contains(QPointF(3050, 520))
