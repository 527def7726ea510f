"""Standing orders in a game: on the record for their own side alone, taken back, suspended."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from toy_game import load_toy

from wardesk.documents.games.gamelog import SettingChange, read_log
from wardesk.engine.types import Choose, Pieces, replace
from wardesk.errors import UserError
from wardesk.model.standing import DICE, OrderCondition, TableOrder, ordered
from wardesk.services.play.ending import _decisive
from wardesk.services.play.log import told_to
from wardesk.services.play.session import PlaySession
from wardesk.words import encode

MUSEUM = Path(__file__).parents[1] / "museum"
ADVANCE = Choose("advance")
PASS = TableOrder(when=("fire",), do="pass")
BOLD = TableOrder(when=("go",), do="advance")


def toy(**changes):
    kept = {"seed": 3, "loader": load_toy, "keep": False, **changes}
    return PlaySession.new("toy/dash", **kept)


def under_fire(*orders, **changes):
    """The platoon stands before a gun, whose side has *orders*."""
    session = toy(**changes)
    session.set_orders("axis", orders)
    session.answer(ADVANCE)
    return session


def hannut(**players):
    """The battle with the set *stand and fire* for the French."""
    session = PlaySession.new("hannut-stonne/hannut", seed=7, keep=False,
                              players={"german": "policy", **players})  # fmt: skip
    sets = {one.id: one.orders for one in session.rules.showing.order_sets}
    session.set_orders("french", sets["stand"])
    return session


def play_until(session, done):
    """Let scripts answer what is asked, until an event is as *done* says."""
    for _ in range(2000):
        event = session.step()
        if event is None:
            event = (session.roll() if session.waiting == "dice"
                     else session.answer(session.bot_answer(session.ask.who)))  # fmt: skip
        if done(event):
            return event
    raise AssertionError("it never came")


def test_an_answer_by_order_is_the_players_own_and_says_which_order():
    session = under_fire(PASS)
    assert session.by_order
    event = session.step()
    assert (event.author, event.via, event.answer) == ("axis", "standing:1", Choose("pass"))
    told = [line.text for line in session.log_lines() if line.event == event.id]
    assert "By standing order 1" in told
    assert session.told_order(event) == "By standing order 1: pass"


def test_the_other_side_sees_and_reads_the_same_as_if_a_person_had_answered():
    by_order, by_hand = under_fire(PASS), under_fire()
    by_order.step()
    by_hand.answer(Choose("pass"))
    by_order.set_orders("axis", ())
    for session in (by_order, by_hand):
        session.answer(ADVANCE)
    told, plain = (
        [line for line in session.log_lines() if told_to(line, "allies")]
        for session in (by_order, by_hand)
    )
    assert told == plain
    assert len([line for line in by_order.log_lines() if told_to(line, "axis")]) > len(plain)
    assert encode(by_order.seen_by("allies")) == encode(by_hand.seen_by("allies"))
    assert [replace(e, via="") for e in by_order.journal.line()] == by_hand.journal.line()


def test_what_was_ordered_is_taken_back_asked_and_suspended_until_confirmed():
    session = under_fire(PASS, players={"allies": "policy"})
    session.run(limit=1)
    event = session.last_ordered("axis")
    assert session.last_ordered("allies") is None
    session.take_back_order("axis")
    assert session.journal.head == event.parent
    assert session.waiting == "person"
    assert not session.automatic
    assert [order.suspended for order in session.orders] == [True]
    session.suspend_orders("axis", suspended=False)
    assert session.automatic
    with pytest.raises(UserError, match="No standing order"):
        session.take_back_order("allies")


def test_whoever_decides_the_same_himself_is_told_to_have_done_so():
    session = under_fire(PASS)
    session.step()
    session.take_back_order("axis")
    assert session.answer(Choose("pass")).via == ""


def test_undo_goes_back_to_what_an_order_answered_while_the_other_side_acted():
    session = hannut()
    event = play_until(session, lambda e: e.via and isinstance(e.answer, Pieces))
    session.undo()
    assert session.journal.head == event.parent
    assert session.ask.kind == "react"
    assert not session.automatic


def test_what_an_order_did_for_ones_own_deed_goes_back_with_it():
    session = PlaySession.new("market-garden/the-best-laid-plans", seed=7, keep=False)
    sets = {one.id: one.orders for one in session.rules.showing.order_sets}
    for side in session.rules.sides:
        session.set_orders(side, sets["stand"])
    event = play_until(session, lambda e: e.via and e.asked.kind == "second-action")
    session.undo("again")
    assert session.journal.head < event.parent
    assert not any(order.suspended for order in session.orders)


@pytest.mark.parametrize(
    "change",
    [lambda s: s.set_mode("adjudicate"), lambda s: s.set_player("axis", "policy"),
     lambda s: s.set_orders("axis", [replace(PASS, on=False)]),
     lambda s: s.suspend_orders("axis"), lambda s: s.set_orders("axis", [replace(PASS, do="x")])],
)  # fmt: skip
def test_no_order_answers_for_an_umpire_a_program_or_while_it_does_not_stand(change):
    session = under_fire(PASS)
    change(session)
    assert not session.by_order
    session.run(limit=1)
    assert not any(event.via for event in session.journal.line())


def test_an_order_of_one_side_is_none_of_the_other():
    session = toy()
    session.set_orders("axis", [BOLD])
    assert not session.automatic
    session.set_orders("allies", [BOLD])
    assert session.run(limit=1) == 1
    assert [(o.side, o.id) for o in session.orders] == [("axis", 1), ("allies", 1)]


def test_numbers_are_never_used_again_and_the_record_knows_what_stood():
    session = under_fire(PASS)
    event = session.step()
    session.set_orders("axis", [])
    session.set_orders("axis", [BOLD])
    assert [order.id for order in session.orders] == [2]
    assert session.order_behind(event).order.do == "pass"
    assert session.told_order(event) == "By standing order 1: pass"
    with pytest.raises(UserError, match="same number"):
        session.set_orders("axis", [replace(PASS, id=3), replace(BOLD, id=3)])


def test_a_change_of_orders_is_on_the_record_and_has_no_effect():
    session = toy()
    before = session.state
    session.set_orders("axis", [PASS])
    changes = [r for r in session._record.file.records if isinstance(r, SettingChange)]
    assert [change.name for change in changes] == ["orders"]
    assert session.state is before
    (line,) = [line for line in session.log_lines() if line.kind == "setting"]
    assert (line.text, line.visible_to) == ("Standing orders that stand: 1", ("axis",))


def test_why_it_fired_is_told_with_the_figure_that_was_known():
    session = hannut()
    event = play_until(session, lambda e: e.via and isinstance(e.answer, Pieces))
    told = str(session.told_order(event))
    ordered_so = "By standing order 1: open fire at 30 % or more, else let it pass; it was"
    assert told.startswith(ordered_so)
    figure = session.order_behind(event).found["chance"]
    assert f"it was {figure} %" in told
    assert figure >= 30
    assert str(session.told_answer(event)).endswith(": open fire")


def test_what_is_shown_beside_a_unit_is_what_its_order_weighs():
    session = hannut()
    session.set_orders("french", [])
    play_until(session, lambda e: session.ask is not None and session.ask.kind == "react"
               and session.ask.who == "french" and len(session.ask.pieces) > 1)  # fmt: skip
    view = session.seen_by("french")
    question = session.rules.question(view)
    shown = {one.piece: str(one.figure) for one in question.candidates() if one.figure}
    best = {}
    for one in question.ordered():
        if one.does == "fire":
            best[one.piece] = max(best.get(one.piece, 0), one.found["chance"])
    assert {piece: f"{n} %" for piece, n in best.items() if piece in shown} == shown


def test_dice_fall_by_themselves_where_their_side_ordered_it():
    session = toy()
    assert not session.rolls_by_order("axis")
    session.set_orders("axis", [TableOrder(when=(DICE,), do="roll")])
    assert session.rolls_by_order("axis")
    assert not session.rolls_by_order("allies")


def test_an_old_game_with_a_standing_order_goes_on_with_it(tmp_path):
    shutil.copy(MUSEUM / "standing-v5.wdgame", tmp_path / "game.wdgame")
    with PlaySession.open(tmp_path / "game.wdgame", loader=load_toy) as session:
        assert session.orders == (TableOrder(id=1, side="axis", when=("fire",), do="pass"),)
        assert [e.author for e in session.journal.line()].count("standing order") == 2
        session.answer(ADVANCE)
        assert session.step().via == "standing:1"
    assert read_log(tmp_path / "game.wdgame").version == 6


def test_an_order_with_conditions_is_read_back_as_it_was(tmp_path):
    order = replace(ordered_react(), side="axis", of="II", best=("chance", "range"), ask_from=20)
    with toy(path=tmp_path / "game.wdgame", keep=True) as session:
        session.set_orders("axis", [order])
    with PlaySession.open(tmp_path / "game.wdgame", loader=load_toy) as session:
        assert session.orders == (replace(order, id=1),)


def ordered_react():
    moment = next(iter(hannut().rules.showing.moments_for_orders))
    found = ordered(moment)
    assert found.only_if == (OrderCondition("chance", least=30),)
    return found


def test_what_decided_a_game_is_told_without_the_orders_of_either_side():
    session = under_fire(PASS)
    event = session.step()
    scores = [0.0] * event.id + [1.0]
    (moment,) = _decisive(session.journal.line(), scores, session.log_lines())
    assert (moment.event, moment.text) == (event.id, "Hold fire")
    assert "order" not in moment.how
