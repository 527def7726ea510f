"""The film: what the others did since one's own answer, as arrows on one map and a page."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import CHANCE
from wardesk.model.look import CounterLook
from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences
from wardesk.ui.table.events.film import steps_of
from wardesk.ui.table.events.motion import ShownEvent

SCENARIO = "eben-emael/full-readiness"


def played(tables, own="belgian", seed=5):
    """A table where the Germans, by script, have just acted and a person is asked."""
    players = {"german": "policy", "belgian": "policy", own: "human"}
    session = PlaySession.new(SCENARIO, seed=seed, keep=False, players=players)
    table = tables(session, size=(1440, 860))
    table.model.runner.set_paused(True)
    table.model.runner.set_pace(4)
    rng, mine = Random(1), 0
    for _ in range(2000):
        ask = session.ask
        assert ask is not None
        if ask.who == CHANCE:
            session.roll()
        elif ask.who == own:
            if len(table.film.frames) > 3 and mine > 2:
                break
            mine += 1
            session.answer(session.rules.thinking.policy(session.state, rng))
        else:
            session.step()
        QApplication.processEvents()
    assert len(table.film.frames) > 3
    table.view.setFocus()
    return table


def key(table, which):
    QTest.keyClick(table.view, which)
    QApplication.processEvents()


@pytest.mark.slow
def test_j_shows_what_the_others_did_step_by_step_and_esc_brings_the_table_back(tables):
    table = played(tables)
    table.drawers.toggle("record")
    QApplication.processEvents()
    before, film, asked = table.view.camera, table.film, table.session.journal.head
    key(table, Qt.Key.Key_J)
    assert film.at == 0
    assert table.drawers.name == "dispatch"
    cells = {c for frame in film.frames for step in frame.steps for c in step.cells}
    seen, anchors = table.view.camera.seen(), table.view.scene().index.anchors
    assert cells
    assert all(seen.contains(anchors[cell]) for cell in cells if cell in anchors)
    for which, at in ((Qt.Key.Key_Space, 1), (Qt.Key.Key_Right, 2), (Qt.Key.Key_Left, 1),
                      (Qt.Key.Key_J, 0)):  # fmt: skip
        key(table, which)
        assert film.at == at
        assert table.dispatch.view.accessibleName()
    key(table, Qt.Key.Key_Escape)
    assert not film.running
    assert table.drawers.name == "record"
    assert table.view.camera.scale == before.scale
    assert table.session.journal.head == asked, "a film answers nothing"
    for _ in range(len(film.frames) + 1):
        key(table, Qt.Key.Key_J if not film.running else Qt.Key.Key_Space)
    assert not film.running, "past its last frame it ends"


@pytest.mark.slow
def test_the_page_has_a_sentence_of_the_log_for_each_frame_and_a_click_goes_there(tables):
    table = played(tables)
    film, lines = table.film, table.dispatch.view.lines.lines
    assert [line.number for line in lines] == [frame.event for frame in film.frames]
    told = {line.text for line in table.session.log_lines()}
    for frame, line in zip(film.frames, lines, strict=True):
        assert frame.steps or frame.lines
        assert {one.text for one in frame.lines} <= told
        assert all(one.text in line.words for one in frame.lines)
        assert frame.side == ("belgian" if frame.own else "german")
    table.dispatch.frame_asked.emit(lines[-1].number)
    assert film.at == len(lines) - 1


@pytest.mark.slow
def test_an_own_answer_cuts_the_film_and_its_tab_goes(tables):
    table = played(tables)
    assert table.drawers.tabs["dispatch"].isVisible()
    key(table, Qt.Key.Key_J)
    session = table.session
    session.answer(session.rules.thinking.policy(session.state, Random(2)))
    QApplication.processEvents()
    frames = {frame.event for frame in table.film.frames}
    assert all(event >= session.journal.head for event in frames)
    assert not table.film.running


@pytest.mark.slow
def test_what_is_not_seen_makes_no_frame(tables, monkeypatch):
    """A move that only the others may know of is on no film and takes no time."""
    table = played(tables)
    session, film = table.session, table.film
    monkeypatch.setattr(type(table.model), "side", property(lambda _model: "belgian"))
    events = [session.journal.events[one.event] for one in film.frames]
    event = next(one for one in events if one.asked.who == "german")
    moved = replace(table.motion.last, side="german", bot=True)
    count = len(film.frames)
    table.motion.saw.emit(structs.replace(event, visible_to=("german",)), moved)
    assert len(film.frames) == count
    table.motion.saw.emit(structs.replace(event, visible_to=("belgian",)), moved)
    assert len(film.frames) == count + 1


@pytest.mark.slow
@pytest.mark.parametrize("wanted", [True, False])
def test_it_starts_by_itself_when_a_person_is_asked_again_after_a_turn_of_the_others(
    tables, wanted
):
    preferences().change("film", wanted)
    table = played(tables)
    film, session = table.film, table.session
    assert film.running is wanted
    assert film.frames[0].own, "it begins with what the person did last"
    head = session.journal.head
    film.end()
    table.model.refresh()
    QApplication.processEvents()
    assert not film.running, "once is enough"
    assert session.journal.head == head


def test_a_march_on_the_film_tells_what_it_cost(tables):
    players = {"allied": "human", "german": "policy"}
    session = PlaySession.new(
        "market-garden/the-best-laid-plans", seed=7, keep=False, players=players
    )
    table, rng = tables(session, size=(1440, 860)), Random(3)
    table.model.runner.set_paused(True)
    for _ in range(400):
        marched = [one for one in table.film.frames if not one.own and one.cost]
        if marched or session.ask is None:
            break
        if session.ask.who == CHANCE:
            session.roll()
        elif session.ask.who == "allied":
            session.answer(session.rules.thinking.policy(session.state, rng))
        else:
            session.step()
    assert marched
    line = next(one for one in table.dispatch.view.lines.lines if one.number == marched[0].event)
    assert marched[0].cost in line.how


def test_each_kind_of_step_is_told_apart():
    look = CounterLook(piece="p", side="red", at="b", title="P")
    enemy = structs.replace(look, piece="q", side="blue")
    found = ShownEvent(
        "red", ways=((look, ("a", "b")), (enemy, ("b", "c"))), hits=("c",), fires=(("a", "c"),),
        came=("d",),
    )  # fmt: skip
    assert [(step.kind, step.cells) for step in steps_of(found)] == [
        ("march", ("a", "b")),
        ("retreat", ("b", "c")),
        ("fire", ("a", "c")),
        ("arrival", ("d",)),
        ("loss", ("c",)),
    ]
