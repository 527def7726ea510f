"""Who follows an edit, and when: the sheet at once, panels once a frame, issues when looked at."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF

from wardesk.drawing.commands.all_commands import NameCell, PaintTerrain
from wardesk.drawing.issues.live import live_issues
from wardesk.ui.map.background import issues as issue_finder
from wardesk.ui.map.background.issues import IssueFinder
from wardesk.ui.map.canvas.cells import brush_cells
from wardesk.ui.map.canvas.selection_marks import patch_outline


def test_panels_follow_a_stroke_once_a_frame_and_are_right_when_it_ends(hexes, qtbot):
    desk, told = hexes.model, []
    desk.followed.connect(lambda: told.append(desk.session.editor.count))
    desk.begin_stroke()
    for cell in ("0202", "0203", "0204", "0205"):
        desk.do(PaintTerrain((cell,), "wood"))
    assert told == []
    qtbot.waitUntil(lambda: len(told) == 1, timeout=2000)
    desk.do(PaintTerrain(("0206",), "wood"))
    desk.end_stroke()
    assert len(told) == 2
    assert hexes.workspace.map_bar.undo.isEnabled()
    desk.do(NameCell("0202", "Alone"))
    assert len(told) == 3
    desk.undo()
    assert len(told) == 4


def test_only_what_a_stroke_changed_is_painted_again(hexes, qtbot):
    view = hexes.view
    qtbot.waitUntil(lambda: not view.sheet.late, timeout=5000)
    asked = []
    usual = view.sheet.paint

    def paint(painter, seen, scale, **how):
        asked.append((seen, how.get("part")))
        usual(painter, seen, scale, **how)

    view.sheet.paint = paint
    view.repaint()
    whole, all_of_it = asked[0]
    assert not all_of_it
    hexes.model.do(PaintTerrain(("0404",), "wood"))
    qtbot.waitUntil(lambda: any(is_part for _, is_part in asked), timeout=2000)
    part = next(seen for seen, is_part in asked if is_part)
    assert part.contains(view.sheet.anchor("0404"))
    assert part.width() * part.height() < whole.width() * whole.height() / 4


@pytest.mark.parametrize("size", [2, 3, 6])
def test_the_mark_of_a_brush_is_the_outline_of_its_cells(hexes, size):
    sheet = hexes.view.sheet
    cells = brush_cells(sheet, "0404", size)
    path = patch_outline([sheet.cell_path(cell) for cell in cells])
    for cell in hexes.document.cells:
        assert path.contains(sheet.anchor(cell)) == (cell in cells)
    rings = path.toSubpathPolygons()
    within = sum(sheet.cell_path(cell).toFillPolygon().boundingRect().width() > 0 for cell in cells)
    assert within == len(cells)
    # no side of it lies between two of the cells
    for ring in rings:
        for a, b in pairwise(ring.toList()):
            middle = (a + b) / 2
            owners = {
                cell
                for cell in cells
                if sheet.cell_path(cell).contains(middle + (sheet.anchor(cell) - middle) * 0.02)
            }
            assert len(owners) == 1


def test_a_mark_around_a_hole_has_two_rings(hexes):
    sheet = hexes.view.sheet
    ring = [cell for cell in brush_cells(sheet, "0404", 2) if cell != "0404"]
    path = patch_outline([sheet.cell_path(cell) for cell in ring])
    assert len(path.toSubpathPolygons()) == 2
    assert not path.contains(QPointF(sheet.anchor("0404")))


@pytest.fixture
def large(maps, monkeypatch):
    """A map that counts as large, so that its issues are looked at behind the scenes."""
    monkeypatch.setattr(issue_finder, "MOST_BORDERS", 0)
    monkeypatch.setattr(issue_finder, "MOST_CELLS", 0)
    return maps


@pytest.mark.parametrize("kind", ["area", "hex"])
def test_issues_of_a_large_map_are_those_of_a_full_look(large, qtbot, kind):
    hand = large(kind)
    panel = hand.workspace.panels.issues
    names = list(hand.document.cells)
    hand.model.do(NameCell(names[0], "Twin"))
    hand.model.do(NameCell(names[1], "Twin"))
    wanted = [live.issue.id for live in live_issues(hand.document)]
    assert any("Twin" in live.issue.text for live in live_issues(hand.document))
    qtbot.waitUntil(
        lambda: [live.issue.id for live in panel.found] == wanted and not panel.finder.is_behind,
        timeout=5000,
    )


def test_what_was_found_on_a_map_that_has_changed_since_is_dropped(large, qtbot):
    hand = large("hex")
    told = []
    finder = IssueFinder(hand.model, hand.workspace)
    finder.told.connect(told.append)
    first, second, *_ = hand.document.cells
    hand.model.do(NameCell(first, "Twin"))
    hand.model.do(NameCell(second, "Twin"))
    finder.look()
    hand.model.undo()  # while the worker looks at the copy with twins
    qtbot.waitUntil(lambda: bool(told), timeout=5000)
    assert len(told) == 1
    assert [live.issue.id for live in told[0]] == [
        live.issue.id for live in live_issues(hand.document)
    ]
    finder.stop()


def test_issues_asked_for_at_once_wait_for_nobody(large):
    hand = large("hex")
    finder = IssueFinder(hand.model, hand.workspace)
    first, second, *_ = hand.document.cells
    finder.look()
    hand.model.do(NameCell(first, "Twin"))
    hand.model.do(NameCell(second, "Twin"))
    rows = [live.issue.id for live in finder.now()]
    assert rows == [live.issue.id for live in live_issues(hand.document)]
    finder.stop()
