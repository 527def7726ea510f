"""Rule 40 through the window by real mouse and keys: an attack at home, a turn in Belgium."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea, QWidget

from wardesk.engine.types import Allocate, Answer, Cells, Choose, Pieces
from wardesk.engine.types import Path as Way
from wardesk.ui.desk.dialog import DeskDialog
from wardesk.ui.opener import Opener
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.desk_band import DeskBand
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.table.interactions import PRIMARY
from wardesk.ui.table.workspace import TableWorkspace

sys.path.insert(0, str(Path(__file__).parent / "table"))

from clicks import click_line, click_offer, click_piece
from mouse_player import choose, press, start_by_mouse, wait_for_person

pytestmark = [
    pytest.mark.usefixtures("light"),
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

SECONDS = 120
"""What the assistant may take somebody who sees it for the first time."""
A_CLICK, A_LETTER, A_THOUGHT = 1.3, 0.3, 1.35
"""Seconds to point and press, to type, to find the next field (the usual keystroke model)."""


@pytest.fixture
def window(qtbot):
    preferences().change("bot_pace", 4, keep=False)
    preferences().change("newcomer", value=False, keep=False)
    preferences().change("sheets", {}, keep=False)
    made = MainWindow(preferences().now)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    yield made
    preferences().change("sheets", {}, keep=False)
    preferences().change("newcomer", value=True, keep=False)


@pytest.fixture
def desk(window):
    made = Opener(window)
    made.refresh()
    yield made
    made.shut()


# ---- the assistant ------------------------------------------------------------------------------


class _Hand:
    """Somebody at the form: sees a field, brings it into view, clicks it, chooses or types."""

    def __init__(self, dialog: DeskDialog, qtbot) -> None:
        self.dialog, self.qtbot = dialog, qtbot
        self.clicks = self.letters = self.fields = 0

    def _seen(self, widget: QWidget) -> None:
        self.fields += 1
        area: QWidget | None = widget
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        assert area is not None
        area.ensureWidgetVisible(widget)
        QApplication.processEvents()
        spot = widget.mapTo(self.dialog, widget.rect().center())
        assert self.dialog.childAt(spot) is not None, "out of sight"

    def choose(self, box: QComboBox, wanted: str) -> None:
        self._seen(box)
        choose(box, wanted, self.qtbot)
        self.clicks += 2

    def type(self, stepper: QWidget, number: int) -> None:
        self._seen(stepper)
        QTest.mouseDClick(stepper.field, Qt.MouseButton.LeftButton)
        QTest.keyClicks(stepper.field, str(number))
        self.clicks += 2
        self.letters += len(str(number))

    def press(self, button: QWidget) -> None:
        self._seen(button)
        press(button)
        self.clicks += 1
        QApplication.processEvents()

    @property
    def seconds(self) -> float:
        return A_CLICK * self.clicks + A_LETTER * self.letters + A_THOUGHT * self.fields


@pytest.mark.slow
def test_somebody_who_never_saw_it_works_an_attack_out_within_two_minutes(window, desk, qtbot):
    """A corps of three divisions, heavy guns, sappers and ten aircraft at the forts of Liège."""

    def bands():
        return [one.open for one in window.home.desks.findChildren(DeskBand) if one.isVisible()]

    qtbot.waitUntil(lambda: bool(window.home.tiles() and bands()), timeout=20_000)
    (button,) = bands()
    area = button
    while not isinstance(area, QScrollArea):
        area = area.parentWidget()
    area.ensureWidgetVisible(button)
    press(button)
    QApplication.processEvents()
    (dialog,) = [w for w in QApplication.topLevelWidgets()
                 if isinstance(w, DeskDialog) and w.isVisible()]  # fmt: skip
    hand, form = _Hand(dialog, qtbot), dialog.form.controls
    hand.clicks += 1
    hand.choose(form["work"].box, "fortress")
    hand.choose(form["terrain"].box, "rough")
    hand.choose(form["city"].box, "major")
    attackers, defenders = form["attackers"], form["defenders"]
    number, kind, strength, size, across = (cell.field.key for cell in attackers.lines[0].cells)
    assert (number, kind, strength, size, across) == (
        "number", "kind", "strength", "size", "across",
    )  # fmt: skip
    hand.press(attackers.more)
    cells = attackers.lines[-1].cells
    hand.type(cells[0].stepper, 2)
    hand.choose(cells[1].box, "combat-engineer")
    hand.type(cells[2].stepper, 3)
    hand.choose(cells[3].box, "brigade")
    hand.type(attackers.lines[1].cells[2].stepper, 6)
    hand.type(form["support"].stepper, 10)
    hand.type(defenders.lines[0].cells[2].stepper, 4)
    dialog.work_out()

    said = {line.label: line.value for line in dialog.shown.case.inputs}
    # (3 x 7) / 2 + 6 + 2 x 3 + 10 = 32½ against 4
    assert dialog.shown.case.sum_text == "32.5 : 4 → 7:1; two dice –6"
    assert said["Main die, Fortress"] == "–3"
    assert said["The work after the attack"] == "Damaged fortress"
    assert sum(line.ways for line in dialog.shown.case.odds) == 36
    top = dialog._right.widget().mapTo(dialog, dialog.shown.rect().topLeft())
    assert dialog.rect().contains(top), "the answer is in sight"
    assert hand.seconds < SECONDS, (hand.clicks, hand.letters, hand.fields)


# ---- Belgium ------------------------------------------------------------------------------------


def carry_out(table: TableWorkspace, answer: Answer) -> None:
    """Click an answer as somebody does who has made up his mind."""
    ask = table.session.ask
    if isinstance(answer, Choose):
        return click_offer(table, answer.key)
    if isinstance(answer, Allocate):
        for piece, points in answer.amounts.items():
            for _ in range(points - table.model.interaction.amounts[piece]):
                press(table.right.share.box._steppers[piece].findChildren(QWidget)[-1])
        return click_offer(table, PRIMARY)
    for piece in () if isinstance(answer, Cells) else answer.pieces:
        for _ in range(2):  # the first click lays a pile out, where there is one
            if piece not in table.model.interaction.picked:
                click_piece(table, piece)
    for cell in () if isinstance(answer, Pieces) else answer.cells[-1:]:
        click_below(table, cell)
    if not isinstance(answer, Way) and not (ask.least == ask.most == 1):
        click_offer(table, PRIMARY)
    return None


def click_below(table: TableWorkspace, cell: str) -> None:
    """Click a hex at its lower edge, where no counter of one's own lies.

    Where something lies over it, a pile that is laid out or a marker, click its line in the drawer.
    """
    view, near = table.view, table.model.rules.setting.neighbours[cell]
    head = table.session.journal.head
    at = view.cell_point(cell)
    high = min((view.cell_point(other) - at).manhattanLength() for other in near)
    spot = at + QPoint(0, round(0.42 * high))
    covered = view.fanned is not None and view.fanned.box.contains(spot)
    if not covered:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    if table.session.journal.head == head:
        click_line(table, "cell", cell)


@pytest.mark.long
def test_a_turn_of_may_1940_by_mouse(window, desk, qtbot):
    players = {"axis": "human", "allies": "policy"}
    table = start_by_mouse(window, desk, qtbot, "may-1940/belgium", players, seed=3)
    table.model.runner.set_pace(4)
    window.resize(1440, 900)
    QApplication.processEvents()
    table.view.fit()
    session, kinds = table.session, set()
    while wait_for_person(table, qtbot) and session.state.tracks["turn"] == 1:
        head, kind = session.journal.head, session.ask.kind
        kinds.add(kind)
        answer = session.bot_answer("axis", "policy")
        carry_out(table, answer)
        QApplication.processEvents()
        assert session.journal.head != head, (
            kind,
            answer,
            table.model.interaction.note,
            table.model.interaction.picked,
        )
    assert {"land", "move", "attack", "attackers", "support", "pay"} <= kinds
    assert session.state.tracks["turn"] == 2
    desk.close_game()
