"""Every part on one page, for tests and for looking at: ``python tests/ui/gallery.py OUT.png [dark]``."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QApplication, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.model.look import ChartLook, OddsLine, PhaseLook, TrackLook
from wardesk.ui import theme
from wardesk.ui.widgets.answer_button import AnswerButton
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.chart_view import ChartView
from wardesk.ui.widgets.chip import Chip, rebuilt_chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.dice_tray import DiceTray
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.log_model import LogLine
from wardesk.ui.widgets.log_view import LogView
from wardesk.ui.widgets.notice import Notice, NoticeArea
from wardesk.ui.widgets.odds_bar import OddsBar
from wardesk.ui.widgets.panel import Dock, Panel
from wardesk.ui.widgets.phase_list import PhaseList
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.states import EmptyState
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import ModifierRow
from wardesk.ui.widgets.text import Label
from wardesk.ui.widgets.track_view import TrackView

CHART = ChartLook(
    id="fire",
    title="Direct fire",
    cite="8.2.5",
    corner="2d6",
    columns=("−1", "0", "1", "2", "3", "4", "5", "6", "7", "8+"),
    rows=tuple(str(n) for n in range(2, 13)),
    cells=tuple(tuple("–rN1N–rN1N"[(r + c) % 10] for c in range(10)) for r in range(11)),
    column=7,
    row=8,
    reconstruction=True,
)
ODDS = (
    OddsLine("step lost", 13, 36, "good"),
    OddsLine("neutralised", 12, 36, "mixed"),
    OddsLine("no effect", 11, 36, "none"),
)
TIGHT = (
    OddsLine("everything is lost", 1, 216, "good"),
    OddsLine("a retreat of two", 2, 216, "mixed"),
    OddsLine("a retreat of one", 3, 216, "mixed"),
    OddsLine("nothing happens", 209, 216, "bad"),
    OddsLine("ammunition spent", 1, 216, "none"),
)
LOG = (
    LogLine(143, "Bot holds the northern column", "bot", cites=("5.5",)),
    LogLine(144, "Chit drawn: the second regiment", "dice", cites=("5.1",)),
    LogLine(145, "Tank I moves 1309 to 1409", "chevron-right", "side_b", ("6.1",)),
    LogLine(146, "Umpire: no effect, gun damaged at the roadblock", cites=("8.3",), override=True),
    LogLine(
        147, "Rolled 10: tank neutralised, and a very long sentence", "dice", cites=("8.3", "8.2.1")
    ),
    LogLine(148, "Tank may react", "person", cites=("6.3",)),
)
TURNS = TrackLook(
    id="turn",
    title="Turn",
    value=4,
    most=15,
    style="turns",
    steps=((5, "night"), (15, "last")),
    cite="4.1",
)
SCORE = TrackLook(
    id="vp", title="Victory points", value=9, most=30, side="x", cite="13.2", reconstruction=True,
    steps=((5, "tactical victory"), (9, "minor victory"), (14, "major victory"), (20, "decisive")),
)  # fmt: skip


def summary(number: str) -> str:
    return f"what rule {number} says in one line"


def left_dock() -> Dock:
    turn = Panel("Turn 4 of 15", tools=(Chip("18 VP", tone="neutral", icon="flag"),))
    phases = PhaseList(
        (
            PhaseLook("a", "Chit drawn: 2nd regiment", "5.1", "done"),
            PhaseLook("b", "Activation, unit 1 of 8", "6.1", "now"),
            PhaseLook("c", "Next chit, 5 in the cup", "5.6", "ahead"),
        ),
        summary=summary,
    )
    turn.add(TrackView(TURNS, title=False), phases)
    score = Panel("Score")
    score.add(TrackView(SCORE, slot="side_a", summary=summary(SCORE.cite)))
    parts = Panel("Parts", count="7")
    box = QComboBox()
    box.setAccessibleName("Player")
    box.setFont(theme.font())
    box.addItems(["You", "Bot, scripted"])
    chips = FlowBox()
    chips.add(
        Chip("active"), Chip("used", tone="neutral"), Chip("lost", tone="danger", icon="close"),
        Chip("exhausted", tone="warn"), Chip("now", tone="ok", icon="check"),
        Chip("Umpire", tone="umpire", icon="scales", solid=True), Chip("North", tone="side_b", icon="person"),
        Chip("Yours", tone="accent", solid=True), rebuilt_chip(), Cite("8.2.1", summary="s"),
    )  # fmt: skip
    parts.add(
        chips, box, Stepper("Steps", value=3, most=4),
        Segment((("a", "Play", "play"), ("b", "Adjudicate", "scales")), name="Mode", current="b",
                tones={"b": "umpire"}),
    )  # fmt: skip
    return Dock("left", turn, score, parts)


def right_dock() -> tuple[Dock, DiceTray, LogView]:
    chart = Panel("Direct fire", tools=(rebuilt_chip(), Cite("8.2.5", summary=summary("8.2.5"))))
    chart.add(
        ChartView(CHART), Label("Column 6, roll 10: neutralised", tone="text2"), OddsBar(ODDS)
    )
    tray = DiceTray()
    tray.show_roll((4, 6), "Tank I fires", "event 147, seeded roll 61")
    log = LogView(summary=summary)
    log.set_lines(LOG)
    log.set_current(148)
    panel = Panel(
        "Log", tools=(ToolButton("search", "Find in the log", key="Ctrl+F"),), stretch=True
    )
    panel.add(log)
    return Dock("right", chart, tray, panel), tray, log


def centre() -> QWidget:
    page = QWidget()
    page.setObjectName("page")
    column = QVBoxLayout(page)
    column.setContentsMargins(16, 0, 16, 16)
    notices = NoticeArea()
    notices.show_notice(Notice("The map could not be read.", "The copy of 14:10 is sound.", "danger",
                               (("Open the copy", lambda: None),)))  # fmt: skip
    notices.show_notice(Notice("Settings were damaged and are back to defaults.", tone="warn"))
    answers = FlowBox()
    answers.add(
        AnswerButton("return", "Return fire, 8 %", key="1", kind="primary"),
        AnswerButton("withdraw", "Withdraw, 58 %", key="2"),
        AnswerButton("stand", "Stand", key="3"),
        AnswerButton("close", "Close combat", refused="Close combat needs an adjacent enemy (9.1.1)."),
        Button("Roll 2d6", icon="dice", kind="umpire", key="R"),
        Button("Show", kind="link"),
        Button("Accept all", why_not="It does not balance."),
        Button("Open…", icon="folder", key="Ctrl+O"),
        ToolButton("undo", "Undo", key="Ctrl+Z"), ToolButton("eye", "Sight", checkable=True),
    )  # fmt: skip
    rows = [
        ModifierRow("village", "Target dispersed in a village", 1, cite="7.2.2"),
        ModifierRow("moved", "Firer moved first", -2, proposed=False, cite="6.1"),
        ModifierRow("hill", "Firing uphill", -1, on=False, locked="same level", cite="8.2"),
    ]
    states = QHBoxLayout()
    states.addWidget(EmptyState("map", "No maps yet", "Draw one, or bring a scan and calibrate it.",
                                actions=(("New map", lambda: None), ("Import…", lambda: None))))  # fmt: skip
    for part in (notices, answers, *rows, OddsBar(TIGHT)):
        column.addWidget(part)
    column.addLayout(states, 1)
    return page


def gallery() -> QWidget:
    page = QWidget()
    page.setObjectName("shell")
    row = QHBoxLayout(page)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addWidget(left_dock())
    row.addWidget(centre(), 1)
    row.addWidget(right_dock()[0])
    return page


if __name__ == "__main__":
    from clipping import clipped

    app = QApplication([])
    theme.load_fonts()
    theme.apply(app, sys.argv[2] if len(sys.argv) > 2 else "light")
    window = gallery()
    window.resize(1280, 800)
    window.show()
    app.processEvents()
    print(*clipped(window), sep="\n")
    window.grab().save(sys.argv[1])
