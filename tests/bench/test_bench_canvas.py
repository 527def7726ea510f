"""The canvas under map and table: processor time of a push, a zoom, a stroke, a hover, and all.

Each is done to a window that is shown, with everything that Qt does for it, until all is painted.
"""

from __future__ import annotations

import statistics
import time

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication
from test_bench_map_sheet import large_map
from test_bench_table import many, shown

from wardesk.drawing.commands.all_commands import PaintTerrain
from wardesk.drawing.editor import Editor
from wardesk.ui import theme
from wardesk.ui.map.model import MapModel
from wardesk.ui.map.view import MapView

CLOSE = 60 / 336
"""Px per map unit when hexes can be read."""


def settle(view) -> None:
    """Until nothing is late any more."""
    until = time.monotonic() + 60
    quiet = 0
    while quiet < 3 and time.monotonic() < until:
        QApplication.processEvents()
        busy = view.sheet.late if isinstance(view, MapView) else view.busy
        quiet = 0 if busy else quiet + 1


def costs(work, times: int = 41) -> tuple[float, float]:
    """The middle and the worst but two of several runs, ms of processor time, painted whole."""
    found = []
    for number in range(times):
        begun = time.process_time()
        work(number)
        QApplication.processEvents()
        found.append((time.process_time() - begun) * 1000)
    found.sort()
    return statistics.median(found), found[-3]


def pushes(view):
    """The paper goes to and fro by a few px."""
    return lambda k: view.pan(QPointF(7, 3) if k % 2 else QPointF(-7, -3))


def zooms(view):
    """Closer and further by a step of the wheel."""
    return lambda k: view.zoom(1.25 if k % 2 else 1 / 1.25)


@pytest.fixture
def window(qapp):
    theme.load_fonts()
    theme.apply(qapp, "light")
    made = []
    yield made.append
    for widget in made:
        widget.close()
        widget.deleteLater()


def look_closely(view) -> None:
    view.fit()
    view.zoom(CLOSE / view.camera.scale)


def test_the_editor_of_a_hundred_thousand_hexes(window, budget):
    model = MapModel(Editor(large_map()))
    view = MapView(model)
    window(view)
    view.resize(1280, 800)
    view.show()
    cells = list(model.document.cells)
    middle = cells[len(cells) // 2 + 158]
    kinds = ("wood", "clear")

    def edit(k):
        model.do(PaintTerrain((middle,), kinds[k % 2]))

    rows = {}
    for name, place in (("fitted", view.fit), ("close up", lambda: look_closely(view))):
        place()
        settle(view)
        rows[f"push {name}"] = costs(pushes(view))
        settle(view)
        if name == "close up":
            rows[f"zoom {name}"] = costs(zooms(view))
            settle(view)
        rows[f"stroke {name}"] = costs(edit)
        rows[f"hover {name}"] = costs(lambda k: view.update_box(QRectF(0, 0, 900, 900)))
        rows[f"repaint {name}"] = costs(lambda _k: view.update())
    tell(budget, "100,000 hexes in the editor's window", rows)
    view.stop()


@pytest.mark.parametrize("counters", [30, 900])
def test_a_table_with_counters(window, budget, counters):
    table = shown(many(counters))
    window(table)
    view = table.view.view if hasattr(table.view, "view") else table.view
    cells = sorted(view.scene.board.cells) if not callable(view.scene) else sorted(
        view.scene().board.cells)  # fmt: skip
    rows = {}
    for name, place in (("fitted", view.fit), ("close up", lambda: (view.fit(), view.zoom(4)))):
        place()
        settle(view)
        rows[f"push {name}"] = costs(pushes(view))
        settle(view)
        rows[f"hover {name}"] = costs(lambda k: view.set_hover(cells[7000 + k]))
        rows[f"repaint {name}"] = costs(lambda _k: view.update())
    tell(budget, f"{counters} counters on 15,000 hexes", rows)
    table.shut()


def tell(budget, what: str, rows) -> None:
    for name, (middle, worst) in rows.items():
        budget(f"{what}: {name}", "16 ms", f"{middle:.2f} ms, worst {worst:.1f}", middle <= 16)
