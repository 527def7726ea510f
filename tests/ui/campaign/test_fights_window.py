"""The map glows where both sides meet, and lays the fight there on a table."""

from __future__ import annotations

from campaign_desk import WAIT, begin, settled
from PySide6.QtCore import QPointF, Qt


def test_a_double_click_on_a_fight_lays_it(qtbot, desk):
    workspace = begin(qtbot, desk)
    for name, words in (("hide-raid", {"night": "2"}),):
        workspace.worker.do(lambda d, name=name, words=words: list(d.act(name, words).events))
    for _line in range(3):
        workspace.worker.do(lambda d: list(d.next().events))
    settled(qtbot, desk)
    workspace.open_page("map")
    views = workspace.views
    qtbot.waitUntil(lambda: not views.busy and views.map.view is not None, timeout=WAIT)
    view = views.map.view
    qtbot.waitUntil(lambda: bool(view.facts and view.facts.fights), timeout=WAIT)
    fight = view.facts.fights[0]
    rim = view._camera.to_view(QPointF(fight.point[0], fight.point[1]))
    laid = []
    workspace.table_ready.disconnect()
    workspace.table_ready.connect(laid.append)
    free = next(
        point
        for by in range(30)
        for point in (rim + QPointF(by, 0), rim - QPointF(by, 0), rim + QPointF(0, by),
                      rim - QPointF(0, by))
        if view.stack_at(point) is None and view.fight_at(point) is not None
    )  # fmt: skip
    assert "Double-click" in view.tooltip(free)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=free.toPoint())
    qtbot.waitUntil(lambda: bool(laid), timeout=WAIT)
    assert laid[0].is_file()


def test_a_seat_that_plays_sees_no_fights(qtbot, desk):
    workspace = begin(qtbot, desk)
    workspace.worker.do(lambda d: list(d.act("hide-raid", {"night": "2"}).events))
    for _line in range(3):
        workspace.worker.do(lambda d: list(d.next().events))
    workspace.worker.see_as("allied")
    settled(qtbot, desk)
    workspace.open_page("map")
    views = workspace.views
    qtbot.waitUntil(lambda: not views.busy and views.map.view is not None, timeout=WAIT)
    assert views.map.view.facts.fights == ()
