"""The position clinic: a moment on a table of its own, what may happen there, and what may not."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from wardesk.cli.main import main
from wardesk.documents.packs.store import list_packs
from wardesk.engine.replay import readjudicate
from wardesk.engine.types import SetPiece
from wardesk.errors import UserError
from wardesk.services.play import clinic
from wardesk.services.play.clinic import ClinicWords, page
from wardesk.services.play.clinic_examples import (
    check_example,
    laid_example,
    read_example,
    save_example,
)
from wardesk.services.play.session import PlaySession

WORDS = ClinicWords(lambda deed: deed.verb, lambda piece: piece)
SCENARIOS = [next(iter(pack.scenarios)) for pack in list_packs()]
"""One of each game that ships, those without rules too."""


def played_to(scenario: str, kind: str = "", answers: int = 0) -> PlaySession:
    """A game of the script up to a kind of question, or some answers long."""
    session, rng = PlaySession.new(scenario, seed=7, keep=False), Random(3)
    while session.ask is not None and (session.ask.kind != kind if kind else answers > 0):
        answers -= 1
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    return session


def asked(session: PlaySession, hand=(), aim=""):
    side = session.ask.who if session.ask.who in session.rules.sides else ""
    return page(session.rules, session.seen_by(side), WORDS, hand, aim)


@pytest.fixture
def reacting():
    with played_to("hannut-stonne/hannut", "react") as session:
        yield session


def test_a_clinic_lays_the_very_moment_and_leaves_the_game_alone(reacting):
    before, head = reacting.state, reacting.journal.head
    with clinic.laid_out(reacting) as table:
        assert table.state.pieces == before.pieces
        assert table.ask == before.ask
        assert table.mode == "adjudicate"
        assert table.dice == "typed"
        assert table.path is None
        piece = next(iter(before.pieces))
        table.edit([SetPiece(piece, "at", "0101")], "umpire", "laid out")
        assert table.state.pieces[piece].at == "0101"
    assert (reacting.state, reacting.journal.head) == (before, head)


def test_an_earlier_moment_is_laid_out_as_it_was(reacting):
    early = reacting.journal.line()[3].id
    with clinic.laid_out(reacting, early) as table:
        assert table.state.pieces == reacting.journal.state(early).pieces
        assert table.ask == reacting.journal.state(early).ask


def test_a_reaction_says_its_modifiers_its_chart_and_its_rules(reacting):
    found = asked(reacting)
    fire = next(entry for entry in found.may if entry.odds)
    assert {"BK 6.3.1", "BK 8.2.1", "BK 8.2.5"} <= {*fire.cites}
    assert fire.chart is not None
    assert fire.chart.column >= 0
    assert sum(line.ways for line in fire.odds) == fire.odds[0].of
    assert any(rule.id == "8.2.5" for rule in found.rulings(reacting.rulebook))


def test_whatever_may_be_done_is_taken_by_the_rules(reacting):
    for number in range(len(asked(reacting).may)):
        with clinic.laid_out(reacting) as table:
            entry = asked(table).may[number]
            assert table.carry(entry.deed.answers, entry.deed.asked) == len(entry.deed.answers)


def test_what_may_not_be_done_says_why_and_by_which_rule():
    with played_to("hannut-stonne/hannut", "act") as session:
        enemy = next(p.at for p in session.state.pieces.values()
                     if p.side == "french" and p.at == "1402")  # fmt: skip
        found = asked(session, (), enemy)
        told = {reason.text: reason.cite for entry in found.may_not for reason in entry.refused}
        assert told["An HQ does not fire"] == "BK 6.1"
        assert told["Rides on its half-tracks"] == "BK 8.1"


def test_a_unit_that_costs_to_take_up_tells_what_it_may_do_then():
    with played_to("market-garden/the-best-laid-plans", "unit") as session:
        found = asked(session, ("101.502.a",))
        roll = next(entry for entry in found.may if entry.odds)
        assert any("command points" in line.value for line in roll.facts)
        assert any(r.text == "It sees no enemy within range" for e in found.may_not
                   for r in e.refused)  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_game_can_be_asked_at_every_kind_of_question(scenario):
    """Nothing that a page says of a moment breaks, changes it, or is refused by the rules."""
    session, rng, kinds = PlaySession.new(scenario, seed=7, keep=False), Random(3), set[str]()
    with session:
        free = bool(session.ask.worded)  # a table without rules asks one thing only
        for _ in range(150):
            ask = session.ask
            if ask is None:
                break
            if ask.kind not in kinds:
                kinds.add(ask.kind)
                before = session.state
                found = asked(session)
                assert found.may or found.may_not, ask.kind
                assert session.state is before
                for entry in found.may[:2]:
                    if entry.deed is not None and ask.who in session.rules.sides:
                        with clinic.laid_out(session) as table:
                            done = table.carry(entry.deed.answers, entry.deed.asked)
                            assert done == len(entry.deed.answers), (ask.kind, entry.title)
            if session.waiting == "dice":
                session.roll()
            else:
                session.answer(session.rules.thinking.policy(session.state, rng))
        assert len(kinds) > (0 if free else 5)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_goes_on_from_a_position(scenario, tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path))
    with played_to(scenario, answers=20) as session, clinic.laid_out(session) as table:
        with clinic.played_on(table, seed=5) as game:
            path = game.path
            assert path is not None
            assert game.mode == "play"
            assert game.dice == "seeded"
            assert game.state.pieces == table.state.pieces
            assert game.ask == table.ask
            rng = Random(1)
            for _ in range(6):
                if game.ask is None:
                    break
                if game.waiting == "dice":
                    game.roll()
                else:
                    game.answer(game.rules.thinking.policy(game.state, rng))
            state = game.state
            assert readjudicate(game.rules, game.journal.line()) is None
        with PlaySession.open(path) as again:
            assert again.state == state


def test_a_clinic_begins_at_a_scenario_too():
    with clinic.of_scenario("hannut-stonne/hannut") as table:
        assert table.clinic
        assert table.ask is not None
        assert table.path is None


def test_who_is_not_on_the_map_yet_tells_where_he_may_come_to_it():
    with clinic.of_scenario("hannut-stonne/hannut") as table:
        piece = table.ask.pieces[0]
        found = asked(table, (piece,))
        assert any(entry.pieces == (piece,) and entry.cell for entry in found.may)


# ---- examples -----------------------------------------------------------------------------------


def test_an_example_holds_under_the_rules_that_it_was_saved_under(reacting, tmp_path):
    file = tmp_path / "reaction.wdexample"
    with clinic.laid_out(reacting) as table:
        save_example(table, file, "reaction", ("12-cuir-p178-1",))
    found = check_example(file)
    assert (found.title, found.problems) == ("reaction", ())
    assert found.answers > 2
    with laid_example(read_example(file)) as again:
        assert again.clinic
        assert again.state.pieces == reacting.state.pieces


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda one: replace(one, odds=(("Neutralised", 1, 2),)), "it was Neutralised 1/2, now"),
        (lambda one: replace(one, rests_on=("Attack: 4 BK 8.2.1",)), "it was Attack: 4 BK 8.2.1"),
        (lambda one: replace(one, key="gone"), "it is not among the answers any more"),
    ],
)
def test_an_example_says_what_is_another_now(reacting, tmp_path, change, told):
    file = tmp_path / "reaction.wdexample"
    with clinic.laid_out(reacting) as table:
        save_example(table, file, "reaction", ("12-cuir-p178-1",))
    example = read_example(file)
    place = next(k for k, one in enumerate(example.answers) if one.odds)
    answers = [*example.answers]
    answers[place] = change(answers[place])
    file.write_bytes(msgspec.json.encode(replace(example, answers=tuple(answers))))
    assert any(told in str(problem) for problem in check_example(file).problems)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"format":"wardesk-example","version":2}',
        b'{"format":"wardesk-example","version":1,"title":"x"}',
    ],
)
def test_what_is_no_example_is_refused_with_a_sentence(tmp_path, data):
    file = tmp_path / "bad.wdexample"
    file.write_bytes(data)
    with pytest.raises(UserError):
        check_example(file)


def test_doctor_says_whether_an_example_holds(reacting, tmp_path, capsys):
    file = tmp_path / "reaction.wdexample"
    with clinic.laid_out(reacting) as table:
        save_example(table, file, "reaction")
    assert main(["doctor", str(file)]) == 0
    assert "All of them hold" in capsys.readouterr().out
    example = read_example(file)
    file.write_bytes(msgspec.json.encode(replace(example, answers=example.answers[1:])))
    assert main(["doctor", str(file)]) != 0
    assert "it is new" in capsys.readouterr().out
