"""Whatever is shown to a side stays the same, byte by byte, when only hidden things are changed.

The one test of this: a game, a campaign, or a way of showing something is added here.

Games: two worlds are made of one. In both an umpire changes by hand what the side cannot see, to
different things. Then all that a side is shown is compared (`SHOWN`). Campaigns: two ledgers are
made that a seat cannot tell apart, and all that it is sent is compared. The suite samples both;
``--long`` does many more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from game_list import BLURS, bundled, option_sets
from hidden_worlds import DESIGN, PLAYERS, SPY, blind_hashes, fog_pair, late, pair
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from small_campaign import NOW

from wardesk.campaign.general_actions import set_seat
from wardesk.campaign.ledger.seat_view import seat_view
from wardesk.cli.text_play import TextPlay
from wardesk.engine.deeds import deeds
from wardesk.engine.forecast import forecast
from wardesk.engine.standing import decide
from wardesk.engine.types import (
    CreatePiece,
    Effect,
    GameState,
    RemovePiece,
    SetCup,
    SetPiece,
    replace,
)
from wardesk.model.standing import TableOrder, ordered
from wardesk.reports.after_action import after_action_report
from wardesk.reports.packet import make_packet
from wardesk.services.play.log import told_to
from wardesk.services.play.sealed import standing
from wardesk.services.play.session import PlaySession
from wardesk.services.play.statistics import LineStatistics
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


def orders_of(session: PlaySession, side: str) -> list[TableOrder]:
    """A standing order for every moment that the game knows, each as it is proposed."""
    moments = session.rules.showing.moments_for_orders
    return [replace(ordered(one), side=side, id=n) for n, one in enumerate(moments, 1)]


def previews(session: PlaySession, side: str) -> object:
    """The slips of a hand: what a click would do, and what that costs, draws and comes to."""
    view, rng = session.seen_by(side), Random(2)
    if view.ask is None or view.ask.who != side:
        return ()
    pieces = [name for name in view.ask.pieces if name in view.pieces]
    pieces = rng.sample(pieces, min(3, len(pieces)))
    cells = session.rules.board.cells
    aims = [*cells] if len(cells) < 300 else rng.sample(sorted(cells), 60)
    aims += [piece.id for piece in view.pieces.values() if piece.at][:4]
    rows = [(p, aim) for p in pieces or [""] for aim in aims]
    found = [deeds(session.rules, view, [p] if p else [], aim) for p, aim in rows]
    return [(d.answers, forecast(session.rules, d)) for row in found for d in row[:2]]


def film(session: PlaySession, side: str) -> object:
    """The table after each of the last events, and the log's sentences beside it."""
    line = session.journal.line()[-6:]
    return [session.look(at=event.id, side=side) for event in line[:-1]]


def timeline(session: PlaySession, side: str) -> object:
    line = session.journal.line()
    tracks = LineStatistics(session.rules, session.journal).follow(line, side)
    return [(one.look, one.values) for one in tracks]


def mailed(session: PlaySession, side: str) -> object:
    """What a letter says of the table: the digest that both homes come to."""
    rules = session.rules
    return standing(rules, session.state) if rules.sealed else ""


def answers(session: PlaySession, side: str) -> object:
    """What is offered to a side that is asked, what it rests on, and what a program answers."""
    view = session.seen_by(side)
    if view.ask is None or view.ask.who != side:
        return ()
    return (
        session.rules.options(view, 24, Random(1)),
        session.case(side=side),
        decide(session.rules, view, orders_of(session, side)),
        [session.bot_answer(side, kind) for kind in ("policy", "random")],
    )


Shown = Callable[[PlaySession, str], object]
SHOWN: dict[str, Shown] = {
    # the second edit has a later number
    "view": lambda game, side: encode(replace(game.seen_by(side), seq=0), "sorted"),
    "look": lambda game, side: game.look(side=side),
    "log": lambda game, side: log_of(game, side),
    "report": lambda game, _side: after_action_report(game, None),
    "statistics": timeline,
    "film": film,
    "previews": previews,
    "mail": mailed,
    "answers": answers,
}
"""All that a side is shown of a game as it stands, by name."""
ASKED = ("view", "look", "previews", "answers", "mail")
"""What also tells the question; where hidden things change that, it may be seen."""


def shown(session: PlaySession, side: str) -> dict[str, bytes]:
    return {name: repr(show(session, side)).encode() for name, show in SHOWN.items()}


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
        one = {name: one[name] for name in one if name not in ASKED}
    for name in one:
        assert one[name] == other[name], (name, side, head)


@pytest.mark.parametrize("game", SECRETIVE)
def test_what_only_the_umpire_changed_changes_nothing_that_a_side_is_shown(game):
    assert compared(game, 3, 9)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 22))
@pytest.mark.parametrize("game", SECRETIVE)
def test_in_many_games(game, seed):
    compared(game, seed, 60)


def compared(game: str, seed: int, most: int) -> int:
    """How many moments of a game were compared, at most so many."""
    session, seen = begun(game, seed), 0
    for number, side in enumerate(moments(session, 400 + 20 * most, 7)):
        if number < 3 or number % 5 == 0:  # while it is set up, and all through the game
            worlds(session, side)
            seen += 1
        if seen == most:
            break
    return seen


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


# ---- campaigns -----------------------------------------------------------------------------------

SEATS = [seat.id for seat in PLAYERS if seat.role != "umpire"]


@pytest.fixture
def _ideal(monkeypatch):
    blind_hashes(monkeypatch)


def sent(world, seat: str) -> dict[str, bytes]:
    """All that a seat is sent: its facts, its report, its map, its forms."""
    found = seat_view(DESIGN, world.ledger.events, seat)
    return {"facts": encode(found.facts), **make_packet(DESIGN, found, SPY).files}


@pytest.mark.usefixtures("_ideal")
@pytest.mark.parametrize("worlds", [pair, fog_pair])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), seat=st.sampled_from(SEATS), length=st.integers(1, 70),
       newcomer=st.booleans())  # fmt: skip
def test_what_a_seat_cannot_know_changes_no_byte_of_what_it_is_sent(
    worlds, seed, seat, length, newcomer
):
    """Of what is kept from it, and of what lies in the fog; also for a seat that is made late."""
    assume(worlds is pair or seat in ("red", "blue", "major"))  # fog is a side's
    newcomer = newcomer and seat in ("red", "blue")
    found = []
    for world in worlds(Random(seed), seat, length):
        if newcomer:
            drafts = set_seat(world.ledger.state, late(seat))
            world.ledger.append(drafts, actor="umpire", now=NOW)
        found.append(sent(world, "late" if newcomer else seat))
    assert list(found[0]) == list(found[1])
    for name in found[0]:
        assert found[0][name] == found[1][name], name
