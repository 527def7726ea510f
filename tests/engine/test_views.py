"""What a side may see: two states that differ only in hidden things look the same to it."""

from __future__ import annotations

from random import Random

import pytest
from bridge_dash import BridgeDash, State, asked, opened, played

from wardesk.engine.journal import Journal
from wardesk.engine.rules import veiled
from wardesk.engine.types import replace
from wardesk.words import decode, encode

RULES = BridgeDash(hidden=True)


def seen(state: State, side: str) -> bytes:
    """View, question and options of *side*, as bytes."""
    view = RULES.view(state, side)
    mine = view.ask is not None and view.ask.who == side
    options = RULES.options(view, 24, Random(0)) if mine else []
    return encode((view, view.ask, options))


@pytest.mark.parametrize("advances", range(4))
def test_hidden_gun_elsewhere_looks_the_same_at_every_hex(advances: int):
    # G2 lies in hex 4 in one world and in hex 2 in the other; nobody fires.
    one = opened(RULES)
    other_start = replace(
        one.state(),
        pieces={
            **one.state().pieces,
            "G2": replace(one.state().pieces["G2"], at="2"),
        },
    )
    other = Journal(RULES, one.event, state=other_start)
    for _ in range(advances):
        for world in (one, other):
            played(world, "advance", "pass")

        assert seen(one.state(), "allies") == seen(other.state(), "allies")

    assert seen(one.state(), "allies") == seen(other.state(), "allies")
    assert seen(one.state(), "axis") != seen(other.state(), "axis")


def test_question_that_names_a_hidden_gun_is_veiled():
    # In hex 3 the hidden gun sees the platoon; the other side must not learn that it does.
    journal = played(opened(RULES), "advance", "pass", "advance", "pass", "advance")
    assert "G2" in asked(journal).about

    view = RULES.view(journal.state(), "allies")

    assert b"G2" not in encode(view.ask)
    assert view.ask is not None
    assert (view.ask.who, view.ask.cite, view.ask.choices) == ("axis", "BD 6.2", ())


def test_axis_is_asked_even_when_nothing_can_fire():
    # Or the mere question would tell that a hidden gun looks at this hex.
    journal = played(opened(RULES), "advance", "G1", 9)

    assert asked(journal).who == "axis"
    assert [c.key for c in asked(journal).choices] == ["pass"]


def test_owner_sees_his_own_question_and_gun():
    journal = played(opened(RULES), "advance")

    view = RULES.view(journal.state(), "axis")

    assert view == journal.state()


def test_gun_that_fires_is_seen():
    journal = played(opened(RULES), "advance", "pass", "advance", "pass", "advance", "G2")

    view = RULES.view(journal.state(), "allies")

    assert view.pieces["G2"].at == "4"
    assert view.ask is not None
    assert view.ask.kind == "shot"


def test_view_has_the_type_of_a_state_and_survives_a_round_trip():
    journal = played(opened(RULES), "advance")
    view = RULES.view(journal.state(), "allies")

    assert decode(encode(view), RULES.state_type) == view


def test_veil_hides_everything_but_who_and_that():
    journal = played(opened(RULES), "advance", "pass", "advance", "pass", "advance")

    veil = veiled(asked(journal))

    assert (veil.kind, veil.choices, veil.about, veil.factors, veil.then) == (
        "hidden",
        (),
        (),
        (),
        "",
    )
