"""Whole games of the bundled scenario at the table: by mouse alone, by keyboard alone, umpired."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from mouse_player import assert_told_the_end, play_to_the_end, wait_for_person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.engine.types import CHANCE
from wardesk.services.play.session import PlaySession
from wardesk.ui.widgets.log_model import LINE_ROLE

LONG = [pytest.mark.long, pytest.mark.timeout(900)]
SCENARIO = "eben-emael/historical"


def new_game(**settings):
    rules_sides = PlaySession.new(SCENARIO, seed=1, keep=False).rules.sides
    players = dict.fromkeys(rules_sides, "policy") | {rules_sides[0]: "human"}
    return PlaySession.new(SCENARIO, seed=11, keep=False, players=players, **settings)


@pytest.mark.slow
def test_a_game_by_mouse_from_the_first_question_to_the_result(tables, qtbot):
    table = tables(new_game(), size=(1500, 1000))

    play_to_the_end(table, qtbot, seed=4)

    result, log = table.session.state.result, table.log.view.lines
    assert_told_the_end(table)
    last = log.index(log.rowCount() - 1, 0).data(LINE_ROLE)
    assert last.words.lower() == result.level
    assert last.how == result.text


@pytest.mark.slow
def test_a_game_by_keyboard_from_the_first_question_to_the_result(tables, qtbot):
    table = tables(new_game())
    table.model.runner.set_pace(4)
    QTest.keyClick(table.view, Qt.Key.Key_G)
    view, rng, keys = table.drawer.list, random.Random(8), 0
    assert table.focusWidget() is view
    while wait_for_person(table, qtbot):
        lines = view.lines()
        assert lines, table.question.prompt()
        QTest.keyClick(view, Qt.Key.Key_Home)
        for _ in range(1 + rng.randrange(len(lines))):
            QTest.keyClick(view, Qt.Key.Key_Down)
        QTest.keyClick(view, Qt.Key.Key_Return)
        keys += 1
        assert keys < 1500, table.question.prompt()
    assert_told_the_end(table)


@pytest.mark.slow
def test_an_umpired_game_keeps_its_override_on_the_record(tables, qtbot):
    session = PlaySession.new(SCENARIO, seed=5, keep=False, mode="adjudicate")
    table = tables(session, size=(1280, 800))
    overruled = None
    for _ in range(200):
        ask = session.ask
        if ask is None:
            break
        if ask.who == CHANCE:
            table.right.roll()
        elif ask.shape == "outcome":
            form = table.right.card.form
            number = next((f for f in ask.fields if not f.choices), None)
            if overruled is None and number is not None:
                now = ask.proposed[number.name]
                form._set(number.name, now + 1 if now < number.most else now - 1)
                QTest.keyClicks(form.reason, "Agreed at the table")
                QTest.mouseClick(form.overrule, Qt.MouseButton.LeftButton)
                overruled = session.journal.head
            else:
                QTest.mouseClick(form.accept, Qt.MouseButton.LeftButton)
        else:
            session.answer(session.bot_answer(ask.who))
    assert overruled is not None
    line = next(x for x in table.log.view.lines.lines if x.number == overruled and x.override)
    assert "proposed: " in line.how
    assert "Umpire: Agreed at the table" in line.how


CHILD = """
import sys
from pathlib import Path
from wardesk.ui.app import make_app
from wardesk.ui import theme
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.workspace import TableWorkspace
app = make_app(["wardesk"])
theme.apply(app, "light")
path = Path(sys.argv[1])
if path.exists():
    session = PlaySession.open(path)
else:
    session = PlaySession.new(sys.argv[2], seed=3, path=path)
for side in session.rules.sides:
    session.set_player(side, "policy")
table = TableWorkspace(session)
table.show()
session.listen(lambda change: print(change.event, flush=True))
table.model.runner.set_pace(3)
app.exec()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("rounds", [2, pytest.param(20, marks=LONG)])
def test_a_killed_window_opens_where_it_was(tmp_path, rounds):
    path, rng = tmp_path / "killed.wdgame", random.Random(6)
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "WARDESK_HOME": str(tmp_path)}
    env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parents[3]), env.get("PYTHONPATH", "")])
    seen = 0
    for number in range(rounds):
        if seen > 80:  # Nobody waits for an event of a game that may be over.
            path, seen = tmp_path / f"killed-{number}.wdgame", 0
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(path), SCENARIO],
            stdout=subprocess.PIPE, text=True, env=env,
        )  # fmt: skip
        assert child.stdout is not None
        for _ in range(rng.randrange(3, 9)):
            line = child.stdout.readline()
            assert line, "the window ended by itself"
            seen = max(seen, int(line))
        time.sleep(rng.random() * 0.2)
        child.send_signal(signal.SIGKILL)
        rest, _ = child.communicate()
        seen = max([seen, *(int(x) for x in rest.split())])
        with PlaySession.open(path, keep=False) as again:
            assert again.journal.head >= seen
            seen = again.journal.head


SCALED = """
import sys
sys.path.insert(0, sys.argv[3])
from wardesk.ui.app import make_app
from wardesk.ui import theme
from wardesk.services.play.session import PlaySession
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.table.workspace import TableWorkspace
from clipping import clipped
app = make_app(["wardesk"])
theme.apply(app, "light")
session = PlaySession.new(sys.argv[1], seed=5, keep=False, mode=sys.argv[2])
window = MainWindow()
table = TableWorkspace(session, window)
table.model.runner.set_paused(True)
window.set_workspace("table", table)
window.resize(1280, 800)
window.show()
window.show_mode("table")
shapes = {}
for _ in range(60):
    ask = session.ask
    if ask is None:
        break
    if ask.shape not in shapes:
        for _ in range(5):
            app.processEvents()
        shapes[ask.shape] = clipped(window)
    if ask.who == "chance":
        session.roll()
    else:
        session.answer(session.bot_answer(ask.who) if ask.who in session.rules.sides
                       else __import__("wardesk.engine.types").engine.types.Outcome(ask.proposed))
table.shut()
window.hide()
for shape, found in shapes.items():
    for line in found:
        print(shape, line)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("factor", "mode"),
    [
        pytest.param("1", "play", marks=LONG),
        ("1.5", "adjudicate"),
        pytest.param("1", "adjudicate", marks=LONG),
        pytest.param("1.5", "play", marks=LONG),
    ],
)
def test_nothing_is_clipped_in_the_window(tmp_path, factor, mode):
    env = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": factor,
        "WARDESK_HOME": str(tmp_path),
    }
    env["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parents[3]), env.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", SCALED, SCENARIO, mode, str(Path(__file__).parents[1])],
        env=env, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
