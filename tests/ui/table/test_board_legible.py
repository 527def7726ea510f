"""What can be read on the board, where it may be clicked, and what a pile is made of."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import Choose
from wardesk.render.counters.counter import SIGNS, sign_places
from wardesk.services.play.session import PlaySession
from wardesk.ui.canvas.piles import count_box
from wardesk.ui.canvas.scene import BoardScene
from wardesk.ui.canvas.stack_inspector import LARGE

FULL = "eben-emael/full-readiness"


@pytest.fixture
def table(tables):
    """The landing in full readiness: Germans by hand."""
    players = {"german": "human", "belgian": "policy"}
    session = PlaySession.new(FULL, seed=11, keep=False, players=players)
    session.answer(Choose("decline"))
    table = tables(session, size=(1440, 860))
    table.model.runner.set_paused(True)
    return table


@pytest.mark.parametrize(
    ("size", "edge"),
    [((1409, 836), 65.2), ((1249, 735), 57.3), ((1889, 1015), 70.0), ((500, 380), 42.0)],
)
def test_counters_scale_with_the_board(table, size, edge):
    table.view.resize(*size)
    table.view.fit()
    assert table.view.scene().edge * table.view.camera.scale == pytest.approx(edge, abs=0.1)


@pytest.mark.parametrize("edge", [30.0, 42.0, 50.0, 56.0, 96.0])
def test_number_and_signs_hang_above_the_figures_and_off_each_other(edge):
    card = QRectF(0, 0, edge, edge)
    number = count_box(card)
    figures = QRectF(0, edge * 0.6, edge, edge * 0.4)
    assert not number.intersects(figures)
    places = sign_places(SIGNS, edge)
    assert len(places) == SIGNS
    for x, y, scale in places:
        middle_x, middle_y = edge * (0.5 + x / 100), edge * (0.5 + y / 100)
        radius = edge * 0.12 * scale
        sign = QRectF(middle_x - radius, middle_y - radius, 2 * radius, 2 * radius)
        assert not sign.intersects(figures)
        assert sign.bottom() < 0.04 * edge, "above the upper edge"
        assert sign.center().x() > number.center().x()


def test_piles_hide_no_card_of_another_pile(table):
    piles = table.view.scene().piles
    edge = table.view.scene().edge
    for k, one in enumerate(piles):
        for other in piles[k + 1 :]:
            both = one.box.intersected(other.box)
            shared = both.width() * both.height() if both.isValid() else 0.0
            assert shared < 0.25 * edge * edge, (one.cell, other.cell)


def test_a_dangerous_place_is_hatched_and_told_before_the_click(table):
    interaction = table.model.interaction
    piece = table.session.ask.pieces[0]
    if piece not in interaction.picked:
        table.model.give(interaction.piece(piece))
    marks = table.view.scene().marks
    assert marks.danger, "machine guns of manned works bear on the roof"
    cell = marks.danger[0]
    QTest.mouseMove(table.view, QPoint(5, 5))
    QTest.mouseMove(table.view, table.view.cell_point(cell))
    QApplication.processEvents()
    assert "in the fire of" in table.board.tag.words
    assert "in the fire of" in table.view.describe(cell)
    table.drawer.show_page("list")
    words = {key: words for kind, key, words in table.drawer.list.lines() if kind == "cell"}
    assert "in the fire of" in words[cell]
    assert "under fire" in table.board.key.words()


def test_a_pile_is_shown_closely_and_picked_from_by_its_number(table, qtbot):
    view = table.view
    cell = max(view.scene().piles, key=lambda pile: len(pile.looks)).cell
    assert len(view.scene().in_cell(cell)) > 1
    QTest.mouseMove(view, QPoint(3, 3))
    QTest.mouseMove(view, view.piece_point(view.scene().in_cell(cell)[-1].piece))
    view.fan(cell, pinned=False)
    fan = view.fanned
    assert all(box.width() == LARGE for _, box in fan.cards)
    assert not fan.box.intersects(view._camera.transform().mapRect(view.scene().spot(cell)))
    said = " ".join(line.words for line in fan.lines)
    assert "men" in said, "every value in words"
    assert "Inside the work" in said, "signs are explained"
    view.setFocus()
    view.fan(cell)  # a pile that is only pointed at leaves the digits to the question
    shown = view.fanned.cards[1][0].piece
    with qtbot.waitSignal(view.pieceClicked) as caught:
        QTest.keyClick(view, Qt.Key.Key_2)
    assert caught.args == [shown]


def test_space_means_the_pile_under_the_pointer_before_the_keyboards(table):
    view = table.view
    cells = [pile.cell for pile in view.scene().piles if len(view.scene().in_cell(pile.cell)) > 1]
    under, keyboard = cells[0], cells[-1]
    assert under != keyboard
    view.setFocus()
    view.set_focus_cell(keyboard)
    view.set_hover(under)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.fanned.cell == under
    QTest.keyClick(view, Qt.Key.Key_Escape)
    view.walk(1, 0)
    view.set_focus_cell(keyboard)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.fanned.cell == keyboard


def test_a_move_draws_its_own_places_anew_and_no_others(table):
    scene: BoardScene = table.view.scene()
    look = table.model.look
    assert scene.set_look(look) == []
    assert scene.set_marks(scene.marks) == []
    less = look.counters[1:]
    changed = scene.set_look(type(look)(**{f: getattr(look, f) for f in look.__struct_fields__
                                           if f != "counters"}, counters=less))  # fmt: skip
    gone = look.counters[0].at
    assert 1 <= len(changed) <= 8 or gone is None
