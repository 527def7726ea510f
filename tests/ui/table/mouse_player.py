"""Somebody who plays by mouse alone: from a card on Home to the last question, seeing what is lit.

Clicks are real events of the left button at places on the screen; nothing is called behind the
widgets. One driver for every scenario and every way to seat the players.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from clicks import click_cell, click_offer, click_piece
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.table.interactions import ALWAYS
from wardesk.ui.table.picking import PathInteraction
from wardesk.ui.table.sharing import AllocateInteraction
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.button import Button

MOST_CLICKS = 1500
"""More than most games need; a player who gets nowhere fails instead of running for ever."""
BOTS_TURN = 120_000
"""Milliseconds in which bots must come to a question for a person, on a busy machine too."""


# ---- at the table -------------------------------------------------------------------------------


def wait_for_person(table: TableWorkspace, qtbot: QtBot) -> bool:
    """Let bots and dice go on until a person is asked; whether the game still goes on."""

    def ready() -> bool:
        return table.session.ask is None or (
            table.model.interaction is not None and table.session.waiting == "person"
        )

    qtbot.waitUntil(ready, timeout=BOTS_TURN)
    return table.session.ask is not None


def click_something(table: TableWorkspace, rng: random.Random, eager: float = 0.0) -> None:
    """One click of somebody who sees what is lit and which buttons there are.

    *eager*: how often he takes a counter although a button would do, like "End this activation".
    """
    found = table.model.interaction
    # A standing order answers later questions, not this one.
    open_ = [o for o in found.offers() if not o.refused and o.id != ALWAYS]
    if isinstance(found, PathInteraction) and (not open_ or rng.random() < 0.4):
        lit = list(found._open())
        cells = [c for c in lit if table.view.scene().in_cell(c) == []] or lit
        if found.picked and cells:
            return click_cell(table, rng.choice(cells))
        looks = table.view.scene().looks
        pieces = [p for p in found.ask.pieces if p in looks and looks[p].at]  # not in a box
        if pieces and not found.picked:
            return click_piece(table, rng.choice(pieces))
    elif found.ask.shape == "cells" and (not open_ or rng.random() < 0.5):
        return click_cell(table, rng.choice(found.ask.cells))
    elif isinstance(found, AllocateInteraction) and not open_:
        return click_share(table, found, rng)
    if found.ask.shape == "pieces" and rng.random() < eager:
        return click_piece(table, rng.choice(found.ask.pieces))
    if open_:
        return click_offer(table, rng.choice(open_).id)
    if found.ask.shape in ("pieces", "path"):
        return click_piece(table, rng.choice(found.ask.pieces))
    return click_cell(table, rng.choice(list(table.model.rules.board.cells)))


def click_share(table: TableWorkspace, found: AllocateInteraction, rng: random.Random) -> None:
    """One more for a piece that can still take one, with the plus of its stepper."""
    open_ = [p for p in found.ask.pieces if found.amounts[p] < found.limit(p)]
    stepper = table.right.share.box._steppers[rng.choice(open_)]
    plus = stepper.findChildren(QWidget)[-1]
    press(plus)


def play_to_the_end(
    table: TableWorkspace,
    qtbot: QtBot,
    seed: int,
    *,
    look: Callable[[int], None] = lambda _clicks: None,
    most: int = MOST_CLICKS,
    eager: float = 0.0,
) -> int:
    """Click until the game is over; how many clicks it took. *look* hears before each of them."""
    table.model.runner.set_pace(4)
    rng, clicks = random.Random(seed), 0
    while wait_for_person(table, qtbot):
        clicks += 1
        assert clicks < most, table.question.prompt()
        look(clicks)
        click_something(table, rng, eager)
    return clicks


def assert_told_the_end(table: TableWorkspace) -> None:
    """The level stands in large letters, who won and why below it."""
    result, bar = table.session.state.result, table.question
    assert result is not None
    assert result.level
    assert bar.prompt() == result.level[:1].upper() + result.level[1:]
    assert f" {result.text}. " in bar.accessibleDescription()


# ---- from Home to the table ---------------------------------------------------------------------


def press(widget: QWidget) -> None:
    """A real click in the middle of a widget."""
    assert widget.isVisible(), widget
    assert widget.isEnabled(), widget
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.rect().center())


def press_card(window: MainWindow, wanted: Callable[[object], bool], qtbot: QtBot) -> None:
    """Bring a card of Home into view and click it."""
    qtbot.waitUntil(lambda: any(wanted(t.card) for t in window.home.tiles()), timeout=60_000)
    tile = next(t for t in window.home.tiles() if wanted(t.card))
    area: QWidget | None = tile
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    assert isinstance(area, QScrollArea)

    def in_sight() -> bool:  # Home goes on laying out while its cards come in.
        area.ensureWidgetVisible(tile)
        return window.childAt(tile.mapTo(window, tile.rect().center())) is not None

    qtbot.waitUntil(in_sight, timeout=5000)
    press(tile)


def choose(box: QComboBox, data: str, qtbot: QtBot) -> None:
    """Open a list of the dialog and click the entry that stands for *data*."""
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(box.width() - 12, 12))
    view = box.view()
    qtbot.waitUntil(view.isVisible, timeout=5000)
    # Qt takes a release right after the press that opened the list for the end of that press.
    qtbot.wait(QApplication.doubleClickInterval() + 50)
    at = view.model().index(box.findData(data), 0)
    QTest.mouseMove(view.viewport(), view.visualRect(at).center())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(at).center())
    qtbot.waitUntil(lambda: box.currentData() == data, timeout=5000)


def start_by_mouse(
    window: MainWindow,
    desk: Opener,
    qtbot: QtBot,
    scenario: str,
    players: Mapping[str, str],
    *,
    seed: int,
    options: Mapping[str, str] | None = None,
) -> TableWorkspace:
    """Click the card, seat the *players*, set *options*, type the seed, press Start."""
    press_card(window, lambda card: getattr(card, "id", "") == scenario, qtbot)
    dialog = window.findChild(NewGameDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible, timeout=5000)
    for box, wanted in [
        *((dialog.players[side], kind) for side, kind in players.items()),
        *((dialog.options[name], key) for name, key in (options or {}).items()),
    ]:
        if box.currentData() != wanted:
            choose(box, wanted, qtbot)
    QTest.mouseDClick(dialog.seed, Qt.MouseButton.LeftButton)
    dialog.seed.selectAll()
    QTest.keyClicks(dialog.seed, str(seed))
    start = next(b for b in dialog.findChildren(Button) if b.isDefault())
    press(start)
    qtbot.waitUntil(lambda: isinstance(window.workspace("table"), TableWorkspace), timeout=20_000)
    table = window.workspace("table")
    assert isinstance(table, TableWorkspace)
    return table
