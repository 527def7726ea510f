"""Tables on which scripts have played up to a moment."""

from __future__ import annotations

from random import Random

from PySide6.QtWidgets import QApplication

from wardesk.services.play.session import PlaySession


def by_script(scenario, until, seed=7):
    """A game played by scripts up to where *until* says yes."""
    session, rng = PlaySession.new(scenario, seed=seed, keep=False), Random(3)
    while session.waiting == "dice" or not until(session):
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    return session


def shown(tables, session):
    table = tables(session=session)
    table.model.runner.set_pace(0)
    table.enter()
    QApplication.processEvents()
    return table
