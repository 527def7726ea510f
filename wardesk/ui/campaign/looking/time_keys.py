"""The keys that lead through the time of a campaign, wherever a looking page is open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication

from wardesk.ui.campaign.desk_keys import Row
from wardesk.ui.campaign.looking.time_bar import TimeBar


def tr(words: str) -> str:
    """Words of the keys in the window's language."""
    return QCoreApplication.translate("TimeBar", words)


def time_rows(bar: TimeBar, looks: Callable[[], bool]) -> tuple[Row, ...]:
    """Steps, turns, the ends and play; they do nothing while *looks* says no."""

    def move(run: Callable[[], object]) -> None:
        if looks():
            run()

    return (
        ("time.back", tr("One event back"), ",", partial(move, partial(bar.step, -1)),
         "chevron-left"),
        ("time.forth", tr("One event forth"), ".", partial(move, partial(bar.step, 1)),
         "chevron-right"),
        ("time.turn.back", tr("To the turn before"), "PgUp",
         partial(move, partial(bar.step_turn, -1)), "first"),
        ("time.turn.forth", tr("To the next turn"), "PgDown",
         partial(move, partial(bar.step_turn, 1)), "last"),
        ("time.first", tr("To the beginning"), "Home", partial(move, partial(bar.go, 0)),
         "first"),
        ("time.now", tr("Back to now"), "End",
         partial(move, lambda: bar.go(bar.last_place)), "last"),
        ("time.play", tr("Play through the past"), "P", partial(move, bar.toggle_play),
         "play"),
    )  # fmt: skip
