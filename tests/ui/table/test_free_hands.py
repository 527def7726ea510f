"""Recorded sessions at a table without rules, by real mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from wardesk.engine.types import Choose, Path
from wardesk.services.play.session import PlaySession

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NONE, ALT, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
TANKS = ("Sample-tanks-1", "Sample-tanks-2", "Sample-tanks-3")


@pytest.fixture
def table(tables, qtbot):
    found = tables(PlaySession.new("freeform/hannut-table", seed=4, keep=False))
    found.model.runner.set_pace(0)
    view = found.view
    scale = 42 / view.scene().edge
    view.look_at(replace(view.camera, centre=view.anchor("0606"), scale=scale))
    return found


def drag(table, first, last, *, button=LEFT, modifiers=NONE, let_go=True):
    """A real drag over the board, with a stop on the way."""
    view = table.view
    QTest.mousePress(view, button, modifiers, first)
    QTest.mouseMove(view, (first + last) / 2)
    QTest.mouseMove(view, last)
    if let_go:
        QTest.mouseRelease(view, button, modifiers, last)


def around(table, cell, px=60):
    at = table.view.cell_point(cell)
    return at - QPoint(px, px), at + QPoint(px, px)


def press(table, which, modifiers=NONE):
    table.view.setFocus()
    QTest.keyClick(table.view, which, modifiers)


def lay(table, cell, *pieces):
    table.session.answer(Path(pieces, (cell,)))


def picked(table):
    return tuple(table.model.interaction.picked)


def where(table, *pieces):
    return [table.session.state.pieces[piece].at for piece in pieces]


@pytest.fixture
def apart(table):
    """Three tanks in a row of places with free ground around them."""
    for piece, cell in zip(TANKS, ("0404", "0505", "0604"), strict=True):
        lay(table, cell, piece)
    return table


def band(table, *cells, modifiers=NONE):
    """Draw a rubber band around the middles of these places."""
    points, scene = [table.view.cell_point(cell) for cell in cells], table.view.scene()
    far = round(0.8 * scene.edge * table.view.camera.scale)
    first = QPoint(min(p.x() for p in points) - far, min(p.y() for p in points) - far)
    last = QPoint(max(p.x() for p in points) + far, max(p.y() for p in points) + far)
    assert not table.view.piece_at(first.toPointF())
    drag(table, first, last, modifiers=modifiers)


# ---- the rubber band ----------------------------------------------------------------------------


def test_a_rubber_band_picks_what_it_holds_and_moves_nothing(apart):
    seen, before = apart.view.camera, apart.session.journal.head
    band(apart, "0404", "0505", "0604")

    assert sorted(picked(apart)) == list(TANKS)
    assert apart.view.camera == seen
    assert apart.session.journal.head == before


def test_a_band_over_nothing_puts_back_what_was_picked(apart):
    band(apart, "0404", "0505")
    held = {look.at for look in apart.model.look.counters}
    board = apart.view.scene().board
    bare = next(c for c in board.cells if not held & {c, *board.neighbours(c)})
    band(apart, bare)
    assert picked(apart) == ()


def test_a_band_with_shift_adds(apart):
    band(apart, "0404")
    band(apart, "0604", modifiers=SHIFT)
    assert sorted(picked(apart)) == [TANKS[0], TANKS[2]]


def test_escape_lets_go_of_a_band(apart):
    first, last = around(apart, "0505")
    drag(apart, first, last, let_go=False)
    press(apart, Qt.Key.Key_Escape)
    QTest.mouseRelease(apart.view, LEFT, NONE, last)
    assert picked(apart) == ()


@pytest.mark.parametrize("way", ["space", "middle"])
def test_space_or_the_middle_button_moves_the_sheet(apart, way):
    view = apart.view
    view.zoom(3)
    before = view.camera.centre
    if way == "space":
        view.setFocus()
        QTest.keyPress(view, Qt.Key.Key_Space)
    drag(apart, QPoint(300, 300), QPoint(360, 340), button=LEFT if way == "space" else MIDDLE)
    if way == "space":
        QTest.keyRelease(view, Qt.Key.Key_Space)
    assert view.camera.centre != before
    assert picked(apart) == ()


@pytest.mark.parametrize(("key", "field"), [("V", "steps"), ("]", "facing"), ("H", "down_for")])
def test_a_picked_group_is_flipped_turned_and_hidden_as_one_deed(apart, key, field):
    before = [getattr(apart.session.state.pieces[t], field) for t in TANKS]
    head = apart.session.journal.head
    band(apart, "0404", "0505", "0604")
    QTest.keyClicks(apart.view, key)

    after = [getattr(apart.session.state.pieces[t], field) for t in TANKS]
    assert all(a != b for a, b in zip(before, after, strict=True))
    assert apart.session.journal.event.parent == head
    assert sorted(picked(apart)) == list(TANKS)  # the next key is for the same ones

    apart.session.undo()
    assert [getattr(apart.session.state.pieces[t], field) for t in TANKS] == before


def test_a_picked_formation_keeps_its_form_and_comes_back_in_one_go(apart):
    head = apart.session.journal.head
    band(apart, "0404", "0505", "0604")
    drag(apart, apart.view.piece_point(TANKS[0]), apart.view.cell_point("0407"))

    assert where(apart, *TANKS) == ["0407", "0508", "0607"]
    assert apart.session.journal.event.parent == head
    apart.session.undo()
    assert where(apart, *TANKS) == ["0404", "0505", "0604"]


def test_a_formation_that_would_leave_the_map_stays_and_is_told_why(apart):
    apart.view.fit()
    band(apart, "0404", "0505", "0604")
    edge = next(iter(apart.view.scene().board.cells))
    drag(apart, apart.view.piece_point(TANKS[2]), apart.view.cell_point(edge))

    assert where(apart, *TANKS) == ["0404", "0505", "0604"]
    assert "leave the map" in apart.model.interaction.note


# ---- piles --------------------------------------------------------------------------------------


def test_dragging_a_pile_takes_all_of_it_in_one_deed(table):
    lay(table, "0505", *TANKS)
    drag(table, table.view.piece_point(TANKS[-1]), table.view.cell_point("0708"))

    assert where(table, *TANKS) == ["0708"] * 3
    table.session.undo()
    assert where(table, *TANKS) == ["0505"] * 3


def test_with_alt_the_top_one_goes_alone(table):
    lay(table, "0505", *TANKS)
    top = table.view.scene().in_cell("0505")[-1].piece
    drag(table, table.view.piece_point(top), table.view.cell_point("0708"), modifiers=ALT)

    assert where(table, *TANKS).count("0708") == 1
    assert where(table, top) == ["0708"]


def test_a_ghost_of_the_pile_is_drawn_while_it_is_carried(table):
    lay(table, "0505", *TANKS)
    goal = table.view.cell_point("0709")
    plain = table.view.grab().toImage()
    drag(table, table.view.piece_point(TANKS[-1]), goal, let_go=False)
    carried = table.view.grab().toImage()
    QTest.mouseRelease(table.view, LEFT, NONE, goal)

    spots = [(dx, dy) for dx in range(-14, 15, 4) for dy in range(-14, 15, 4)]
    changed = [s for s in spots if plain.pixelColor(goal + QPoint(*s))
               != carried.pixelColor(goal + QPoint(*s))]  # fmt: skip
    assert len(changed) > len(spots) * 0.8


# ---- turning ------------------------------------------------------------------------------------


def test_a_turned_counter_is_drawn_turned(apart):
    view = apart.view
    at = view.piece_point(TANKS[1])
    QTest.mouseClick(view, LEFT, pos=at)
    QTest.keyClicks(view, "]")

    look = view.scene().looks[TANKS[1]]
    assert look.turned == 60
    assert not look.badges
    edge = round(view.scene().edge * view.camera.scale / 2) - 2
    picture = view.grab().toImage()
    corner = picture.pixelColor(at + QPoint(-edge, -edge))
    apart.session.answer(Choose("face", ("none", TANKS[1])))
    assert view.grab().toImage().pixelColor(at + QPoint(-edge, -edge)) != corner


# ---- the small map ------------------------------------------------------------------------------


def test_the_small_map_lies_where_it_hides_no_place(apart, qtbot):
    view, small = apart.view, apart.board.minimap
    view.zoom(2.0, view.cell_point("0101").toPointF())
    view.pan(QPoint(400, 350).toPointF())  # the upper left is paper, the rest is map
    assert small.isVisible()

    box = small.geometry()
    inside = [box.topLeft(), box.center(), box.bottomRight()]
    hidden = [point for point in inside if view.cell_at(point.toPointF())]
    assert box.top() < view.height() / 2
    assert len(hidden) <= 1
