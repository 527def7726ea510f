"""Whatever is shown to a side stays the same, byte by byte, when only hidden things are changed.

Two worlds are made of one game: in both an umpire changes by hand what the side cannot see, to
different things. Then all that a side is shown is compared: table, question, answers offered, log,
reasons, what a program would do for it, the report of the game, and the words of an undo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from game_list import BLURS, bundled, option_sets

from wardesk.cli.text_play import TextPlay
from wardesk.engine.types import (
    CreatePiece,
    Effect,
    GameState,
    RemovePiece,
    SetCup,
    SetPiece,
    replace,
)
from wardesk.reports.after_action import after_action_report
from wardesk.services.play.log import told_to
from wardesk.services.play.session import PlaySession
from wardesk.words import encode

State = GameState[Any, Any]
WHY = "it was put wrong, says the umpire"
_SWITCHED = [name for name, make in option_sets() if make().id in BLURS]
SECRETIVE = [
    *_SWITCHED,
    *(
        name
        for name, make in bundled()
        if f"{name}?options" not in _SWITCHED and make().id in BLURS
    ),
]
"""Scenarios that hide something, with all their options set where they have any."""


def begun(scenario: str, seed: int) -> PlaySession:
    name, _, switched = scenario.partition("?")
    options: dict[str, Any] = {}
    if switched:
        rules = dict(option_sets())[scenario]()
        options = {option.id: option.keys[-1] for option in rules.option_list()}
    session = PlaySession.new(name, seed=seed, players={}, options=options, keep=False)
    counters = [piece for piece in session.state.pieces.values() if hasattr(piece, "down_for")]
    if counters:  # on a table without rules a player hides what he likes
        one, other = counters[:2]
        foes = [next(side for side in session.rules.sides if side != c.side) for c in (one, other)]
        hide = (SetPiece(one.id, "hidden_from", foes[0]), SetPiece(other.id, "down_for", foes[1]))
        session.edit(hide, "umpire", "to begin with")
    return session


def blur_of(session: PlaySession, side: str) -> State:
    return BLURS[session.rules.id](session.rules, session.state, side)


def moments(session: PlaySession, steps: int, every: int) -> Iterator[str]:
    """Sides from which something is hidden now, as the game goes on at random."""
    rng = Random(session.header.seed)
    for step in range(steps):
        if session.ask is None:
            return
        if step % every == 0:
            for side in session.rules.sides:
                if edits(session.state, blur_of(session, side)):
                    yield side
        session.answer(rng.choice(session.rules.options(session.state, 24, rng)))


def edits(now: State, then: State) -> tuple[Effect, ...]:
    """What an umpire would write to make *then* of *now*."""
    found: list[Effect] = [RemovePiece(name) for name in sorted(now.pieces.keys() - then.pieces)]
    for name, piece in then.pieces.items():
        old = now.pieces.get(name)
        if old is None:
            found.append(CreatePiece(piece))
        elif old != piece:
            fields = piece.__struct_fields__
            found += [
                SetPiece(name, field, getattr(piece, field))
                for field in fields
                if getattr(piece, field) != getattr(old, field)
            ]
    changed = {name for name, items in then.cups.items() if now.cups.get(name) != items}
    found += [SetCup(name, then.cups[name]) for name in sorted(changed)]
    return tuple(found)


def same(effects: tuple[Effect, ...], now: State) -> tuple[Effect, ...]:
    """An edit of the same things that leaves all as it is."""
    found: list[Effect] = []
    for effect in effects:
        if isinstance(effect, SetPiece):
            value = getattr(now.pieces[effect.piece], effect.field)
            found.append(SetPiece(effect.piece, effect.field, value))
        elif isinstance(effect, SetCup):
            found.append(SetCup(effect.cup, now.cups[effect.cup]))
        elif isinstance(effect, RemovePiece):
            piece = now.pieces[effect.piece]
            found += [RemovePiece(effect.piece), CreatePiece(piece)]
    return tuple(found)


def log_of(session: PlaySession, side: str) -> bytes:
    return encode([repr(line) for line in session.log_lines() if told_to(line, side)])


def shown(session: PlaySession, side: str) -> dict[str, bytes]:
    """All that a side is shown of the game as it stands."""
    view = session.seen_by(side)
    found: dict[str, Any] = {
        "view": encode(replace(view, seq=0), "sorted"),  # the second edit has a later number
        "look": repr(session.look(side=side)).encode(),
        "log": log_of(session, side),
        "report": after_action_report(session, None).encode(),
    }
    if view.ask is not None and view.ask.who == side:
        found["options"] = repr(session.rules.options(view, 24, Random(1))).encode()
        found["case"] = repr(session.case(side=side)).encode()
        for kind in ("policy", "random"):
            found[kind] = repr(session.bot_answer(side, kind)).encode()
    return found


def edited(session: PlaySession, effects: tuple[Effect, ...]) -> Callable[[], None]:
    """Edit by hand, and how the edit is taken back."""
    head = session.journal.head
    session.edit(effects, "umpire", WHY)
    return lambda: session.go(head, WHY, author="umpire")


def worlds(session: PlaySession, side: str) -> None:
    hidden = edits(session.state, blur_of(session, side))
    head, before = session.journal.head, log_of(session, side)
    quiet = same(hidden, session.state)

    back = edited(session, quiet)
    assert log_of(session, side) == before
    assert WHY.encode() not in after_action_report(session, None).encode()
    one = shown(session, side)
    session.annotate(session.journal.head, "note", "a note on it")
    assert log_of(session, side) == before
    back()
    assert log_of(session, side) == before

    asked = session.ask
    back = edited(session, hidden)
    again, other = session.ask == asked, shown(session, side)
    back()
    assert log_of(session, side) == before
    assert session.journal.head == head
    if not again:  # the side that is asked has another question now, and that can be seen
        other = {name: other[name] for name in one if name in ("log", "report")}
        one = {name: one[name] for name in other}
    for name in one.keys() | other.keys():
        assert one.get(name) == other.get(name), (name, side, head)


@pytest.mark.parametrize("game", SECRETIVE)
def test_what_only_the_umpire_changed_changes_nothing_that_a_side_is_shown(game):
    session = begun(game, 3)
    seen = 0
    for side in moments(session, 400, 7):
        worlds(session, side)
        seen += 1
        if seen == 6:
            break
    assert seen


def test_the_terminal_tells_a_person_no_more_than_his_side_may_know(capsys):
    session = begun("hannut-stonne/hannut?options", 3)
    side = next(moments(session, 400, 7))
    hidden = edits(session.state, blur_of(session, side))
    gun = next(effect.piece for effect in hidden if isinstance(effect, SetPiece))
    session.edit(hidden, "umpire", WHY)
    for other in session.rules.sides:
        session.set_player(other, "human" if other == side else "policy")
    TextPlay(session)._tell()
    assert gun not in capsys.readouterr().out
    session.set_mode("adjudicate")
    TextPlay(session)._tell()
    assert gun in capsys.readouterr().out
