"""The same position asked by another choice of one option: what would be otherwise, and no more."""

from __future__ import annotations

from random import Random

import pytest

from wardesk.services.play import clinic
from wardesk.services.play.session import PlaySession

WORDS = clinic.ClinicWords(lambda deed: repr(deed.answers), str)


@pytest.fixture(scope="module")
def laid():
    session, rng = PlaySession.new("hannut-stonne/hannut", seed=7, keep=False), Random(3)
    while session.ask.kind != "act" or session.journal.head < 20:
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    table = clinic.laid_out(session)
    yield table
    table.close()
    session.close()


def asked(table, other):
    view = table.seen_by(table.ask.who)
    return clinic.compared(table, view, WORDS, (), "", other)


def choice(table, option, key):
    return next(one for one in clinic.other_choices(table)
                if (one.option.id, one.choice.key) == (option, key))  # fmt: skip


def test_every_other_choice_can_be_asked_and_none_of_the_table_s_own(laid):
    found = clinic.other_choices(laid)
    assert found
    for one in found:
        assert one.choice.key != laid.header.options.get(one.option.id, one.option.default)
        asked(laid, one)


def test_what_differs_is_told_line_by_line(laid):
    found = asked(laid, choice(laid, "reaction", "below"))
    assert found, "who may react to a march is another question then"
    here = clinic.page(laid.rules, laid.seen_by(laid.ask.who), WORDS)
    lines = {entry.title: entry.facts for entry in here.may}
    for entry in found:
        assert entry.deed is None, "it cannot be done at this table"
        assert entry.refused or entry.odds or not {*entry.facts} & {*lines.get(entry.title, ())}


def test_an_option_that_does_not_matter_here_changes_nothing(laid):
    assert asked(laid, choice(laid, "generals", "waiting")) == ()
