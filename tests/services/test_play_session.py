"""Play sessions: who must act, undo and its barrier, stop filters, settings on the record."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from log_bytes import unchained
from toy_game import load_toy

from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Cells, Choose, Outcome, Roll, SetMark, SetPiece, replace
from wardesk.errors import UserError
from wardesk.model.standing import OrderCondition, TableOrder
from wardesk.services.play.files import recent_games, recover
from wardesk.services.play.session import PlaySession
from wardesk.words import encode

NOON = datetime(2026, 5, 10, 12, tzinfo=UTC)
ADVANCE = Choose("advance")
BOTS = {"allies": "policy", "axis": "policy"}


def new(**changes):
    settings = {"seed": 7, "loader": load_toy, "clock": lambda: NOON, **changes}
    return PlaySession.new("toy/dash", **settings)


def reopen(session):
    session.close()
    return PlaySession.open(session.path, loader=load_toy, clock=lambda: NOON)


def test_bots_play_to_the_end_and_the_log_opens_there():
    session = new(players=BOTS)

    session.run()

    assert session.waiting == "over"
    again = reopen(session)
    assert again.state == session.state
    assert again.log_lines() == session.log_lines()
    again.close()


def test_a_person_is_waited_for_and_bots_and_dice_are_not():
    session = new(players={"axis": "policy"})

    assert (session.waiting, session.automatic) == ("person", False)
    assert session.step() is None
    session.answer(ADVANCE)
    assert (session.waiting, session.automatic) == ("bot", True)
    assert session.step().author == "policy"
    assert (session.waiting, session.automatic) == ("dice", True)
    event = session.step()
    assert (event.dice_by, event.author) == ("seeded", "dice")
    assert session.waiting == "person"
    session.close()


def test_run_stops_when_it_is_told_to():
    session = new(players=BOTS, keep=False)

    assert session.run(limit=3) == 3
    assert session.run(should_stop=lambda: True) == 0
    assert len(session.journal.events) == 4


def test_typed_dice_wait_for_a_person():
    session = new(players={"axis": "policy"}, dice="typed", keep=False)
    session.answer(ADVANCE)
    session.run()

    assert (session.waiting, session.automatic) == ("dice", False)
    event = session.answer(Roll((2,)))
    assert event.dice_by == "typed"
    assert session.state.pieces["P"].steps == 1
    with pytest.raises(UserError, match="No roll"):
        session.roll()


def test_in_play_an_illegal_answer_is_refused_with_its_reason():
    session = new(keep=False)

    with pytest.raises(Illegal, match="not one of the choices"):
        session.answer(Choose("fly"))
    assert session.journal.head == 0


def to_the_shot(**changes):
    session = new(mode="adjudicate", players={"axis": "policy"}, keep=False, **changes)
    session.answer(ADVANCE)
    session.run()
    return session


def test_an_umpire_rolls_rules_and_overrides():
    session = to_the_shot()
    assert (session.waiting, session.automatic) == ("dice", False)
    factors = tuple(replace(f, on=False) for f in session.ask.factors)

    rolled = session.roll(factors)
    assert rolled.dice_by == "seeded"
    assert rolled.warnings
    assert (session.waiting, session.automatic) == ("umpire", False)
    proposed = session.ask.proposed
    with pytest.raises(Illegal, match="needs a reason"):
        session.answer(Outcome({"hit": 2}))
    ruled = session.answer(Outcome({"hit": 2}), author="Ann", reason="point blank")

    assert ruled.proposed == proposed
    line = next(x for x in session.log_lines() if x.kind == "ruling")
    assert line.overruled
    assert line.reason == "point blank"
    assert line.text == "Ruled: hits 2"
    assert line.how.startswith("proposed: hits")


@pytest.mark.parametrize(
    ("stops", "die", "stopped"),
    [
        ("all", 10, True),
        ("all", 1, True),
        ("changes", 10, False),
        ("changes", 1, True),
        (frozenset({"hit"}), 10, True),
        (frozenset({"other"}), 1, False),
    ],
)
def test_the_stop_filter_says_which_outcomes_the_umpire_sees(stops, die, stopped):
    session = to_the_shot()
    session.set_stop_filter(stops)
    session.answer(Roll((die,)))
    session.run()

    assert (session.waiting == "umpire") == stopped
    if not stopped:
        assert session.journal.line()[-1].author == "engine"


def test_an_umpire_who_wants_to_see_nothing_lets_dice_roll_too():
    session = new(mode="adjudicate", players=BOTS, keep=False)
    session.set_stop_filter("none")

    session.run()

    assert session.waiting == "over"


def test_switching_to_play_lets_a_pending_outcome_stand():
    session = to_the_shot()
    session.answer(Roll((1,)))
    assert session.waiting == "umpire"

    session.set_mode("play")

    assert session.ask.who != "umpire"
    assert session.journal.event.author == "engine"
    assert session.state.pieces["P"].steps == 1


def test_settings_are_on_the_record():
    session = new(players=BOTS)
    session.set_mode("adjudicate", author="Ann")
    session.set_player("allies", "random")
    session.set_stop_filter(frozenset({"hit", "bridge"}))
    session.set_dice("typed")
    session.set_orders("axis", [FIRE, PASS])
    session.set_orders("axis", session.orders_of("axis")[1:])
    session.set_orders("axis", (*session.orders, FIRE))

    again = reopen(session)

    assert again.mode == "adjudicate"
    assert again.players == {"allies": "random", "axis": "policy"}
    assert again.stop_filter == {"hit", "bridge"}
    assert again.dice == "typed"
    assert again.orders == session.orders
    assert [(order.id, order.do) for order in again.orders] == [(2, "pass"), (3, "G1")]
    assert next(x.text for x in again.log_lines() if x.kind == "setting") == "Mode: adjudicate"
    again.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.set_mode("watch"),
        lambda s: s.set_player("neutral", "policy"),
        lambda s: s.set_player("axis", "genius"),
        lambda s: s.set_player("axis", "automaton"),
        lambda s: s.set_stop_filter("some"),
        lambda s: s.set_dice("loaded"),
        lambda s: new(seed=1, players={"moon": "human"}, keep=False),
        lambda s: new(seed=1, players={"axis": "automaton"}, keep=False),
        lambda s: new(seed=1, mode="watch", keep=False),
    ],
)
def test_settings_that_make_no_sense_are_refused(change):
    session = new(keep=False)

    with pytest.raises(UserError):
        change(session)
    assert session.log_lines() == new(keep=False).log_lines()


FIRE = TableOrder(when=("fire",), do="G1", only_if=(OrderCondition("chance", least=30),))
PASS = TableOrder(when=("fire",), do="pass")


def test_a_standing_order_answers_while_it_can():
    session = new(keep=False)
    session.set_orders("axis", [PASS])

    for _ in range(5):
        session.answer(ADVANCE)
        session.run()

    assert session.state.result.winner == "allies"
    ordered = [event for event in session.journal.line() if event.via]
    assert {(event.author, event.via) for event in ordered} == {("axis", "standing:1")}


def test_undo_goes_back_to_the_last_question_for_a_person():
    session = new(players={"axis": "policy"}, keep=False)
    session.answer(ADVANCE)
    session.run()
    session.answer(ADVANCE)
    session.run()

    assert session.undo() == 3
    assert session.undo() == 0
    with pytest.raises(UserError, match="nothing to undo"):
        session.undo()
    assert session.redo() == 3
    session.redo()
    assert not session.can_redo()


def test_two_people_need_a_reason_to_go_back_over_dice():
    session = new()
    session.answer(ADVANCE)
    session.undo()  # no dice yet
    session.answer(ADVANCE)
    session.answer(Choose("G1"))
    session.run()

    with pytest.raises(UserError, match="Dice have fallen"):
        session.undo()
    with pytest.raises(UserError, match="Dice have fallen"):
        session.go(0)
    session.undo("both agreed")

    assert [x.reason for x in session.log_lines() if x.kind == "rewind"] == ["both agreed"]
    again = reopen(session)
    assert again.state == session.state
    again.close()


@pytest.mark.parametrize("settings", [{"players": {"axis": "policy"}}, {"mode": "adjudicate"}])
def test_alone_or_as_an_umpire_going_back_is_recorded_as_a_rewind(settings):
    session = new(keep=False, **settings)
    session.answer(ADVANCE)
    if session.waiting == "person":
        session.answer(Choose("G1"))
    session.run()
    if session.waiting == "dice":
        session.roll()

    session.undo(to=0)

    assert [x.reason for x in session.log_lines() if x.kind == "rewind"] == ["rewind"]
    assert not any(x.current for x in session.log_lines() if x.event > 0 and x.kind == "answer")


def test_undone_dice_fall_as_they_fell():
    session = new(players={"axis": "policy"}, keep=False)
    session.answer(ADVANCE)
    session.run()
    before, events = session.state, len(session.journal.events)

    session.undo()
    session.answer(ADVANCE)
    session.run()
    assert (session.state, len(session.journal.events)) == (before, events)
    session.go(2)
    session.run()
    assert (session.state, len(session.journal.events)) == (before, events)


def test_an_edit_is_on_the_record_and_needs_a_reason():
    session = new()
    with pytest.raises(Illegal, match="needs a reason"):
        session.edit([SetPiece("P", "steps", 1)], "Ann", "")

    session.edit([SetPiece("P", "steps", 1)], "Ann", "set up wrongly")

    again = reopen(session)
    assert again.state.pieces["P"].steps == 1
    assert [x.author for x in again.log_lines() if x.kind == "edit"] == ["Ann"]
    again.close()


def test_a_rule_that_breaks_leaves_the_last_event_and_a_report(user_home, monkeypatch):
    session = new(players={"axis": "policy"})
    heard = []
    session.listen(lambda change: heard.append(change.kind))
    session.edit([SetMark("crack", 1)], "Ann", "test")
    before = session.state
    session.rules.steps = dict(session.rules.steps)
    function = next(f for key, f in session.rules.steps.items() if key[1] == "enter")

    def broken(d, f, a):
        raise ZeroDivisionError("no bridge")

    key = next(k for k, f in session.rules.steps.items() if f is function)
    session.rules.steps[key] = broken

    with pytest.raises(UserError, match="no bridge"):
        session.answer(ADVANCE)

    assert session.state == before
    assert "no bridge" in session.failed
    assert session.step() is None
    assert heard == ["event", "failed"]
    (report,) = (user_home / "reports").iterdir()
    assert report == session.report
    text = report.read_text(encoding="utf-8")
    assert "ZeroDivisionError" in text
    assert "Move.enter" in text
    session.undo()
    assert session.failed == ""
    session.close()


def breaks(d, f, a):
    raise ZeroDivisionError("no bridge")


@pytest.mark.parametrize(
    ("old", "new_"),
    [
        (b'"then":"enter"', b'"then":"exploded"'),
        (b'"unit":"P"', b'"unit":"ZZ"'),
        (b'"shape":"choose"', b'"shape":"cells","cells":["1"]'),
    ],
)
def test_a_question_that_a_stranger_altered_is_told_and_leaves_no_report(
    user_home, tmp_path, old, new_
):
    path = tmp_path / "a.wdgame"
    new(path=path).close()
    first, record = unchained(path.read_bytes()).splitlines(keepends=True)
    assert old in record, record
    path.write_bytes(first + record.replace(old, new_))

    with PlaySession.open(path, loader=load_toy) as session:
        before = session.state
        answer = Cells(("1",)) if b"cells" in new_ else ADVANCE
        with pytest.raises(UserError, match="The rules would not ask here what this game asks"):
            session.answer(answer)
        assert session.state == before
    assert not (user_home / "reports").exists()


def test_a_rule_that_breaks_on_a_question_from_a_file_leaves_a_report(user_home, tmp_path):
    path = tmp_path / "a.wdgame"
    new(path=path).close()
    with PlaySession.open(path, loader=load_toy) as session:
        steps = dict(session.rules.steps)
        key = next(k for k in steps if k[1] == "enter")
        session.rules.steps = {**steps, key: breaks}
        with pytest.raises(UserError, match="A rule failed"):
            session.answer(ADVANCE)
    assert len(list((user_home / "reports").iterdir())) == 1


def test_a_bot_that_breaks_stops_the_game_and_not_the_program(monkeypatch):
    session = new(players=BOTS)
    monkeypatch.setattr(type(session.rules), "policy", lambda *_: 1 / 0)

    assert session.run() == 0

    assert "policy player of allies" in session.failed
    session.set_player("allies", "human")
    assert session.failed == ""
    assert session.waiting == "person"
    session.close()


def test_listeners_hear_events_moves_and_settings():
    session = new(keep=False)
    heard = []
    stop = session.listen(heard.append)
    session.answer(ADVANCE)
    session.undo()
    session.set_mode("adjudicate")
    stop()
    session.redo()

    assert [(c.kind, c.event) for c in heard] == [("event", 1), ("head", 0), ("setting", 0)]


def test_a_saved_copy_opens_as_a_game_of_its_own(tmp_path):
    session = new(players=BOTS)
    session.run(limit=4)
    session.save_as(tmp_path / "a.wdgame")
    session.save_as(tmp_path / "b.wdgame")
    assert (tmp_path / "a.wdgame").read_bytes() == (tmp_path / "b.wdgame").read_bytes()

    copy = PlaySession.open(tmp_path / "a.wdgame", loader=load_toy)
    assert copy.state == session.state
    assert copy.path not in (session.path, tmp_path / "a.wdgame")
    copy.close()
    assert not copy.path.exists()

    copy = PlaySession.open(tmp_path / "a.wdgame", loader=load_toy)
    copy.run()
    copy.close()
    with PlaySession.open(copy.path, loader=load_toy) as again:
        assert again.waiting == "over"
    session.close()


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        with new(players=BOTS, seed=3, keep=False) as session:
            session.run()
            session.save_as(tmp_path / name)

    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_looking_at_a_game_locks_and_writes_nothing():
    session = new(players=BOTS)
    session.run(limit=4)
    before = session.path.read_bytes()

    with pytest.raises(UserError, match="open in another WarDesk"):
        PlaySession.open(session.path, loader=load_toy)
    with PlaySession.open(session.path, loader=load_toy, keep=False) as looking:
        looking.run()
        assert looking.waiting == "over"
        assert looking.path is None

    assert session.path.read_bytes() == before
    session.close()


def test_changed_rules_are_said_and_what_happened_stands(monkeypatch):
    session = new(players=BOTS)
    session.run()
    session.close()

    def changed(scenario, options):
        table = load_toy(scenario, options)
        table.rules.digest = "1" * 64
        return table

    with PlaySession.open(session.path, loader=changed) as again:
        assert "rules have changed" in again.notices[0]
        assert again.state == session.state


def test_look_and_case_show_any_moment():
    session = to_the_shot()

    assert session.look().headline == "At 1"
    assert session.look(0).headline == "At 0"
    assert session.look(side="axis").counters
    assert session.case().title == "Shot"


def test_home_lists_games_and_damaged_ones_as_damaged(user_home):
    playing = new()
    playing.answer(ADVANCE)
    playing.close()
    over = new(players=BOTS)
    over.run()
    over.close()
    broken = user_home / "games" / "broken.wdgame"
    lines = over.path.read_bytes().splitlines(keepends=True)
    broken.write_bytes(b"".join([*lines[:3], b"{rubbish}\n", *lines[3:]]))
    (user_home / "games" / "empty.wdgame").write_bytes(b"")

    found = {game.path.name: game for game in recent_games(loader=load_toy)}

    assert found[playing.path.name].waiting == "Fire?"
    assert found[playing.path.name].headline == "At 1"
    assert found[over.path.name].over
    assert "Line 4" in found["broken.wdgame"].damaged
    assert "empty" in found["empty.wdgame"].damaged
    saved = recover(broken, loader=load_toy)
    with PlaySession.open(saved, loader=load_toy) as session:
        assert session.journal.head == 1
    with pytest.raises(UserError):
        recover(user_home / "games" / "empty.wdgame", loader=load_toy)


def test_home_without_games_is_empty():
    assert recent_games(loader=load_toy) == ()


def test_log_lines_are_plain_values():
    session = new(players=BOTS, keep=False)
    session.run()

    assert encode(session.log_lines())
    assert {x.kind for x in session.log_lines()} == {"setup", "answer", "roll", "story"}
