"""Where the rest as proposed would lay counters, told before it is done."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wardesk.engine.kernel import Illegal, RuleFailed, Stamp, advance
from wardesk.engine.types import Choose
from wardesk.services.play.session import PlaySession

_MOST = 300
"""Answers that are looked ahead."""


def where_proposed(session: PlaySession) -> Mapping[str, str]:
    """The cells for counters that lie beside the board, by `PlaySession.propose_rest`.

    As far as the same side is asked and no dice fall; nothing where nothing is proposed.
    """
    rules, asked = session.rules, session.ask
    showing, cells = rules.showing, rules.board.cells
    if asked is None or asked.kind not in showing.proposes or session.waiting != "person":
        return {}
    side, row = asked.who, asked.kind.partition("-")[0]
    rng = Random(f"{session.header.seed}/{session.journal.head}")
    start = state = session.seen_by(side)
    for _ in range(_MOST):
        ask = state.ask
        if ask is None or ask.who != side or ask.kind not in showing.proposes:
            break
        if not ask.kind.startswith(row):
            break
        try:
            answer = rules.thinking.policy(state, rng)
            if isinstance(answer, Choose) and f"{ask.kind}/{answer.key}" in showing.endings:
                break
            stamp = Stamp(id=state.seq, parent=-1)
            state = rules.view(advance(rules, state, answer, stamp, umpire=False)[1], side)
        except (Illegal, RuleFailed):
            break
    return {
        piece.id: piece.at
        for piece in state.pieces.values()
        if piece.at in cells and piece.id in start.pieces and start.pieces[piece.id].at not in cells
    }
