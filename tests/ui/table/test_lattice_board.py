"""Hexes and squares: counters inside their cells, and a view close enough to read them."""

from __future__ import annotations

import math
import statistics

import pytest
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QPolygonF, QTransform
from shipped import one_a_map

from wardesk.engine.types import CHANCE
from wardesk.model.look import BadgeLook, CellMark
from wardesk.render.counters.counter import LEGIBLE, SIGN_LETTER
from wardesk.render.counters.face import ALL
from wardesk.services.play.session import PlaySession
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.cell_marks import CellMarks
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.canvas.scene import OPENING, SceneFrame

LATTICES = ["hannut-stonne/hannut", "hannut-stonne/stonne", *one_a_map("square")]
FREE = "freeform/hannut-table"
SIZE = (1012, 770)


@pytest.fixture
def opened(tables):
    """A table with a board of the size that a window of 1440x900 gives it."""

    def opened(scenario):
        session = PlaySession.new(scenario, seed=3, keep=False)
        if scenario in LATTICES:
            lay_out(session)
        table = tables(session, size=(1440, 860))
        table.model.runner.set_paused(True)
        table.view.resize(*SIZE)
        return table.view

    return opened


def lay_out(session):
    """Play on until both sides stand on the map."""
    for _ in range(60):
        if len({piece.side for piece in session.look().counters if piece.at}) > 1:
            return
        ask = session.ask
        if ask.who == CHANCE:
            session.roll()
        else:
            session.answer(session.bot_answer(ask.who, "policy"))


@pytest.mark.parametrize("scenario", LATTICES)
def test_counters_have_four_fifths_of_their_cells_at_every_zoom(opened, scenario):
    view = opened(scenario)
    scene = view.scene()
    boxes = [rings[0].boundingRect() for rings in scene.index.outlines.values()]
    high = statistics.median(min(box.width(), box.height()) for box in boxes)
    for px in (30, 37, 60, 90, 120):
        view.look_at(Camera(scene.home().center(), px / high, QSizeF(*SIZE)))
        assert scene.piles
        alone = [p for p in scene.piles if scene.spot(p.cell) == p.bounds()]
        assert alone
        for pile in alone:
            assert 0.785 * high <= pile.box.width() <= 0.805 * high
            away = pile.box.center() - scene.index.anchors[pile.cell]
            assert away.manhattanLength() < 0.02 * high, "the top card lies on the middle"


@pytest.mark.parametrize("scenario", [*LATTICES, "may-1940/belgium"])
def test_no_pile_covers_a_card_and_its_tabs_open_under_the_pointer(opened, scenario):
    scene = opened(scenario).scene()
    for pile in scene.piles:
        for other in scene.piles:
            if other is not pile and not other.box.intersects(pile.box):
                both = pile.bounds().intersected(other.box)
                assert both.height() <= 0.04 * pile.box.height(), (pile.cell, other.cell)
    deep = [pile for pile in scene.piles if len(pile.looks) > 2]
    if scenario == "may-1940/belgium":
        assert any(pile.narrow for pile in deep), "where something lies above them"
    for pile in deep:
        step = pile.cards()[1][1].top() - pile.cards()[0][1].top()
        share = step / pile.box.height()
        assert 0.04 <= share <= 0.0901 if pile.narrow else share == pytest.approx(0.235)
        lowest = pile.cards()[0][0].piece
        assert scene.piece_at(scene.part_of(lowest).center()) == lowest
        scene.begin_frame(SceneFrame(QTransform(), hover=pile.cell))
        assert scene.part_of(lowest).height() == pytest.approx(0.235 * pile.box.height())
        assert scene.piece_at(scene.part_of(lowest).center()) == lowest
        scene.begin_frame(SceneFrame(QTransform()))


@pytest.mark.parametrize("scenario", LATTICES)
def test_the_best_fighter_lies_on_top_and_leaders_below(opened, scenario):
    for pile in opened(scenario).scene().piles:
        ranks = [look.rank for look in pile.looks]
        assert ranks == sorted(ranks)
        leaders = [look.symbol == "hq" for look in pile.looks]
        assert leaders == sorted(leaders, reverse=True)


@pytest.mark.parametrize("scenario", [*LATTICES, FREE])
def test_the_table_opens_with_counters_that_can_be_read(opened, scenario):
    view = opened(scenario)
    assert view.scene().edge * view.camera.scale >= ALL, "with every printed figure"
    seen = view.camera.seen()
    held = [pile.cell for pile in view.scene().piles]
    shown = [cell for cell in held if seen.contains(view.scene().index.anchors[cell])]
    lit = view.scene().lit_cells()
    assert len(shown) >= 0.6 * len(held) or all(seen.contains(view.anchor(cell)) for cell in lit)
    view.fit()
    assert view.camera.scale == pytest.approx(view.fitted_scale), "the whole sheet on demand"


def ends(view):
    """The cells furthest from the middle of the view and nearest to it."""
    anchors = view.scene().index.anchors
    far = sorted(anchors, key=lambda cell: (anchors[cell] - view.camera.centre).manhattanLength())
    return far[-1], far[0]


def test_a_question_far_away_is_panned_to_and_no_other(opened):
    view = opened("hannut-stonne/hannut")
    view.set_marks(Marks())
    before = view.camera
    far, near = ends(view)
    assert not before.seen().contains(view.anchor(far))

    view.set_marks(Marks(reach={near: "", far: ""}))
    assert view.camera == before, "a part of it is in view"
    view.set_marks(Marks(reach={far: ""}))
    assert view.camera.seen().contains(view.anchor(far))
    assert view.camera.scale == before.scale
    after = view.camera
    view.pan(QPointF(after.to_view(view.anchor(near)) - QPointF(500, 380)) * -1)
    pushed = view.camera
    view.set_marks(Marks(reach={far: "2"}))
    assert view.camera == pushed, "the same question does not pull the paper back"


def test_what_is_clicked_near_the_edge_does_not_push_the_paper(opened):
    view = opened("hannut-stonne/hannut")
    before = view.camera
    view.click(QPointF(SIZE[0] / 2, 3))
    assert view.camera == before


def test_the_opening_view_follows_a_window_and_a_zoom_ends_that(opened):
    view = opened("hannut-stonne/hannut")
    for size in ((852, 670), (1452, 1250)):
        view.resize(*size)
        assert view.scene().edge * view.camera.scale == pytest.approx(OPENING)
        assert view.camera.size.toTuple() == size
    view.zoom(1.3)
    zoomed = view.camera.scale
    view.resize(900, 700)
    assert view.camera.scale == zoomed


def test_areas_are_fitted_whole(opened):
    view = opened("eben-emael/full-readiness")
    assert view.camera.seen().contains(view.scene().home())
    assert view.camera.scale == pytest.approx(view.fitted_scale)
    assert view.scene().edge * view.camera.scale >= 42


# ---- markers on sides ---------------------------------------------------------------------------

WALL = BadgeLook("H", "Fortified hexside", "#39485c", "circle", "hexside")
HEX = [QPointF(100 * math.cos(k * math.pi / 3), 100 * math.sin(k * math.pi / 3)) for k in range(6)]


def hexagon(x, y):
    """A hex of which neighbours share two corners; a closed ring, as boards have them."""
    return [QPolygonF([QPointF(x, y) + corner for corner in (*HEX, HEX[0])])]


def test_a_marker_on_sides_lies_on_each_of_them_and_not_among_the_others():
    high = 100 * math.sqrt(3)
    outlines = {"a": hexagon(0, 0), "south": hexagon(0, high), "east": hexagon(150, high / 2),
                "far": hexagon(900, 900)}  # fmt: skip
    anchors = {name: rings[0].boundingRect().center() for name, rings in outlines.items()}
    marks = CellMarks(anchors, outlines, on_lattice=True)
    plain = CellMark("a", "fort", "A fort.", WALL)
    side = CellMark("a", "hexside", "A hexside.", WALL, faces=("south", "east", "far"))
    marks.marks = (side, plain)

    lines = marks.sides_of(side)
    assert [{(round(p.x()), round(p.y())) for p in line} for line in lines] == [
        {(-50, 87), (50, 87)},
        {(100, 0), (50, 87)},
    ]
    places = {mark.kind: place for mark, place in marks.places({}, 60)}
    marks.marks = (plain,)
    assert places["fort"] == next(iter(marks.places({}, 60)))[1], "a marker on a side takes no room"
    assert places["hexside"].x() == pytest.approx(0)
    assert places["hexside"].y() == pytest.approx(high / 2), "on the side, off the counters"
    assert marks.sides_of(plain) == []


def test_marks_can_be_read_where_the_table_opens(opened):
    """Their letters are drawn from a size on; what opens with readable counters shows them."""
    view = opened("may-1940/belgium")
    scene = view.scene()
    marks = [mark for mark in scene.cell_marks.marks if mark.kind != "held"]
    assert len(marks) > 20
    boxes = scene.cell_marks.boxes({}, scene.edge)
    assert min(box.width() for box in boxes) * view.camera.scale * SIGN_LETTER / 27 >= LEGIBLE
