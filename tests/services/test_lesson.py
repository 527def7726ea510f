"""A guided game: only the lesson's answers are legal, the program does the rest, it ends well."""

from __future__ import annotations

import pytest

from wardesk.documents.packs.store import list_packs
from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Cells, Choose, Path, Pieces, Roll
from wardesk.model.standing import TableOrder
from wardesk.services.play.lesson import NOT_NOW
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table

LESSONS = [name for pack in list_packs() for name in pack.lessons]
ROOF = "eben-emael/first-landing"


def begun(name=ROOF, **more):
    table = load_table(name, {})
    lesson = table.lesson
    players = {**dict.fromkeys(table.rules.sides, "policy"), lesson.learner: "human"}
    return PlaySession.new(name, seed=lesson.seed, players=players, **{"keep": False, **more})


def wanted(session):
    """What the lesson waits for."""
    beat, ask = session.guide.beat(session.ask), session.ask
    if ask.shape == "roll":
        return None
    if beat.choices:
        return Choose(beat.choices[0])
    if ask.shape == "path":
        route = session.rules.showing.route(session.state, beat.pieces, beat.cells[-1])
        return Path(beat.pieces, route)
    return Pieces(beat.pieces) if beat.pieces else Cells(beat.cells)


def to_learner(session):
    session.run(200)
    return session.guide.place()


def do(session):
    answer = wanted(session)
    session.roll() if answer is None else session.answer(answer)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_can_be_done_from_start_to_end(name):
    session = begun(name)
    lesson, seen = session.guide.lesson, []
    for number in range(len(lesson.beats)):
        place = to_learner(session)
        if place.beat is None:
            break
        assert session.guide.beat(session.ask) is place.beat, (number, session.ask.kind)
        assert place.beat.say
        assert place.beat.why
        cells = session.rules.board.cells
        assert set(place.beat.cells) <= set(cells)
        assert not place.beat.at or place.beat.at in cells
        seen.append(place.step)
        do(session)
    assert session.guide.over
    assert sorted(set(seen)) == list(range(len(lesson.steps)))
    assert not session.failed


def test_the_roof_ends_with_a_work_blown_up_and_a_sally_beaten_off():
    session = begun()
    while to_learner(session).beat is not None:
        do(session)
    assert session.state.marks["C120/destroyed"]
    assert session.state.pieces["glider-2"].at == "C120"
    assert session.state.tracks["belgian_losses"] > session.state.tracks["german_losses"]
    # From here on it is a game like any other.
    assert not session.guided
    assert session.ask is not None


@pytest.mark.parametrize(
    "answer",
    [
        Path(("glider-2",), ("MN",)),
        Path(("glider-8",), ("VI1",)),
        Choose("done"),
        Roll((6, 6)),
    ],
)
def test_everything_else_is_refused_with_a_sentence_and_nothing_is_lost(answer):
    session = begun()
    to_learner(session)
    head = session.journal.head
    with pytest.raises(Illegal) as told:
        session.answer(answer)
    assert told.value.reasons[0].text == NOT_NOW
    assert session.journal.head == head
    do(session)
    assert session.journal.head != head


def test_dice_are_rolled_by_the_learner_where_the_lesson_says_so_and_fall_as_it_says():
    session = begun()
    to_learner(session)
    do(session)
    assert session.waiting == "dice"
    assert not session.automatic
    with pytest.raises(Illegal):
        session.answer(Roll((1, 1)))
    session.roll()
    assert session.journal.event.answer.dice == session.guide.lesson.dice["landing"]


def test_what_is_asked_is_narrowed_to_the_lesson():
    session = begun()
    to_learner(session)
    ask = session.guide.narrowed(session.ask)
    assert ask.pieces == ("glider-2",)
    assert session.guide.refused_place(session.ask, "MN")
    assert not session.guide.refused_place(session.ask, "VI1")


def test_undo_goes_back_in_the_lesson_too():
    session = begun()
    to_learner(session)
    do(session)
    assert to_learner(session).number == 1
    session.undo()
    assert to_learner(session).number == 0


def test_a_lesson_goes_on_where_it_was_left(tmp_path):
    session = begun(keep=True, path=tmp_path / "lesson.wdgame")
    to_learner(session)
    do(session)
    number = to_learner(session).number
    session.close()
    again = PlaySession.open(tmp_path / "lesson.wdgame")
    assert again.guided
    assert again.guide.place().number == number
    again.close()


def test_a_lesson_is_no_scenario_of_the_list():
    pack = next(pack for pack in list_packs() if pack.id == "eben-emael")
    assert ROOF in pack.lessons
    assert ROOF not in pack.scenarios
    assert pack.scenarios[0] == "eben-emael/full-readiness"


@pytest.mark.parametrize("name", LESSONS)
def test_no_standing_order_answers_for_a_learner(name):
    session, could = begun(name), 0
    learner = session.guide.lesson.learner
    while to_learner(session).beat is not None and not session.guide.over:
        for choice in session.ask.choices:
            could += 1
            session.set_orders(learner, [TableOrder(when=(session.ask.kind,), do=choice.key)])
            assert not session.by_order
            assert not session.automatic
        assert not any(event.via for event in session.journal.line())
        session.set_orders(learner, ())
        do(session)
    assert could
