"""Nothing ends by accident: keys pressed at random never end a turn while somebody can act."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import Choose
from wardesk.services.play.session import PlaySession

KEYS = [Qt.Key.Key_Return, Qt.Key.Key_Space, *(Qt.Key(Qt.Key.Key_0 + k) for k in range(10))]
SCENARIOS = [name for pack in list_packs() for name in pack.scenarios]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("presses", [300, pytest.param(2000, marks=pytest.mark.long)])
def test_random_keys_end_nothing_while_somebody_can_act(tables, scenario, presses):
    session = PlaySession.new(scenario, seed=5, keep=False)
    table, rng = tables(session=session), Random(scenario)
    table.model.runner.set_pace(0)
    table.enter()
    rules = session.rules
    for press in range(presses):
        if session.ask is None:
            break
        asked, endings = table.model.ask, frozenset[str]()
        if table.model.interaction is not None:
            endings = table.model.interaction.endings
        head = session.journal.head
        QTest.keyClick(table.window().focusWidget() or table, rng.choice(KEYS))
        if press % 5 == 0:
            QApplication.processEvents()
        while session.waiting in ("dice", "umpire") and session.automatic:
            session.step()
        new = [event for event in session.journal.line() if event.id > head]
        for event in new:
            if event.asked == asked and isinstance(event.answer, Choose):
                assert event.answer.key not in endings, (scenario, press, asked.prompt)
        if press % 20 == 0 and session.waiting == "person":
            # A person plays on, so that many questions are met.
            while table.model.choose_back():
                pass
            session.answer(rules.thinking.policy(session.seen_by(session.ask.who), rng))
    assert len(session.journal.events) > 10
