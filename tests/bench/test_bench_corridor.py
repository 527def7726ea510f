"""900 counters of the Grand Tactical Series on the whole corridor, against what a table may cost.

Processor time of this run beside its budget; nothing is asserted about the clock.
"""

from __future__ import annotations

import random
import resource
import statistics
import time
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication

from wardesk.documents.maps.store import load_board
from wardesk.games.gts.ch09_zones import zone_counts, zone_hexes
from wardesk.games.registry import make_rules
from wardesk.paths import campaigns
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import PlayTable, TableInfo
from wardesk.ui import theme
from wardesk.ui.table.workspace import TableWorkspace

COUNTERS, STACK = 900, 5
SIDES = {"allied": "101", "german": "59"}


def forces() -> dict[str, list[dict[str, object]]]:
    """Nine formations of a side, fifty counters in each."""
    rows: dict[str, list[dict[str, object]]] = {"division": [], "formation": [], "counter": []}
    for side, division in SIDES.items():
        rows["division"].append({"id": division, "name": division, "side": side})
        for number in range(9):
            formation = f"{division}.{number}"
            rows["formation"].append(
                {"id": formation, "name": formation, "division": division,
                 "colour": "#888888", "ink": "#ffffff"}
            )  # fmt: skip
            rows["counter"] += [
                {"id": f"{formation}.{k}", "name": f"{k}/{formation}", "formation": formation,
                 "symbol": "infantry", "steps": 2, "tq": 5, "fire": 4, "weapon": "pink",
                 "range": 3, "assault": 4, "assault_weapon": "pink", "defence": 0, "move": 8,
                 "basis": "guess"}
                for k in range(COUNTERS // 18)
            ]  # fmt: skip
    return rows


def setup(board) -> dict[str, object]:
    """The Germans in the north, the Allies in the south, four in a hex and a fifth in column."""
    dice = random.Random(7)
    rows = forces()
    cells = sorted(cell.id for cell in board.cells.values() if cell.terrain == "clear")
    middle = statistics.median(board.cells[cell].anchor[1] for cell in cells)
    halves = {
        "german": [c for c in cells if board.cells[c].anchor[1] < middle],
        "allied": [c for c in cells if board.cells[c].anchor[1] >= middle],
    }
    place: list[dict[str, object]] = []
    for side, division in SIDES.items():
        units = [r["id"] for r in rows["counter"] if str(r["formation"]).startswith(division)]
        spots = dice.sample(halves[side], len(units) // STACK)
        for number, cell in enumerate(spots):
            pile = units[number * STACK : (number + 1) * STACK]
            place.append({"units": pile[:-1], "at": cell})
            place.append({"units": pile[-1:], "at": cell, "column": True})
    chits = {side: [f"division/{d}", "direct"] for side, d in SIDES.items()}
    return {
        "slots": ["0700", "0900", "1100", "1300"],
        "place": place,
        "chits": chits,
        "forces": rows,
    }


def session() -> PlaySession:
    board = load_board(campaigns() / "market-garden/maps/country")

    def load(scenario: str, _options: object) -> PlayTable:
        rules = make_rules("gts", board, setup(board), {})
        info = TableInfo(scenario=scenario, title="Corridor", game="gts", game_title="GTS")
        return PlayTable(rules, info)

    players = dict.fromkeys(SIDES, "human")
    return PlaySession.new("bench/corridor", seed=1, keep=False, loader=load, players=players)


@pytest.fixture
def opened(qapp):
    theme.load_fonts()
    theme.apply(qapp, "light")
    before = resident()
    begun = time.process_time()
    table = TableWorkspace(session())
    table.model.runner.set_paused(True)
    table.resize(1440, 860)
    table.show()
    QApplication.processEvents()
    took = time.process_time() - begun
    until = time.monotonic() + 60
    while table.view.busy and time.monotonic() < until:
        QApplication.processEvents()
    yield table, took, before
    table.shut()
    table.close()
    table.deleteLater()


def cost(do, times: int = 12, clock=time.process_time) -> float:
    """The median of a deed with its repaint, ms; frames by the thread of the window alone."""
    found: list[float] = []
    for number in range(times):
        begun = clock()
        do(number)
        QApplication.processEvents()
        found.append((clock() - begun) * 1000)
    return statistics.median(found)


frame = partial(cost, clock=time.thread_time)


def resident() -> float:
    """MB that this process has now; 0 where nobody says."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * resource.getpagesize() / 2**20


def row(budget, what: str, most: float, found: float, unit: str = "ms") -> None:
    budget(f"900 counters on the corridor: {what}", f"{most:g} {unit}", f"{found:.1f} {unit}",
           found <= most)  # fmt: skip


@pytest.mark.long
def test_the_budget_of_the_corridor(opened, budget):
    table, took, before = opened
    view, play = table.view, table.session
    row(budget, "open", 2.0, took, "s")
    while play.waiting == "dice":
        table.model.roll()
    QApplication.processEvents()

    def answer(_number: int) -> None:
        if play.waiting == "dice":
            table.model.roll()
        else:
            table.model.give(play.rules.sample(play.state, random.Random(_number)))

    row(budget, "an answer with its whole repaint", 50, frame(answer, 40))
    row(budget, "a push of the whole map", 16.7, frame(lambda n: _frame(view, n, view.pan)))
    view.fit_around(_place(play), 1500)
    QApplication.processEvents()
    row(budget, "a push close up", 16.7, frame(lambda n: _frame(view, n, view.pan)))
    row(budget, "a step of the zoom", 16.7, frame(lambda n: _zoomed(view, n)))
    rules, state = play.rules, play.state
    zone_hexes(rules.setting, state, "german")  # what every hex sees is worked out once
    rules.setting.zones.clear()
    row(
        budget,
        "the fire zones of one side",
        20,
        cost(lambda _n: (rules.setting.zones.clear(), zone_hexes(rules.setting, state, "german"))),
    )
    row(
        budget,
        "the same, counted for the screen",
        20,
        cost(lambda _n: zone_counts(rules.setting, state, "german")),
    )
    cell = next(p.at for p in state.pieces.values() if p.at in rules.board.cells)
    row(budget, "a pile of five laid out", 16.7, frame(lambda _n: (view.fan(cell), view.repaint())))
    row(budget, "memory of the open table", 550, resident() - before, "MB")


def _place(play):
    cell = next(p.at for p in play.state.pieces.values() if p.at in play.board.cells)
    x, y = play.board.cells[cell].anchor
    return QRectF(x, y, 1, 1)


def _frame(view, number: int, push) -> None:
    push(QPointF(9 if number % 2 else -9, 5))
    view.repaint()


def _zoomed(view, number: int) -> None:
    view.zoom(1.1 if number % 2 else 1 / 1.1)
    view.repaint()
