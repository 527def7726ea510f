"""Answers about one moment of a campaign, kept until something happens."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State

P = ParamSpec("P")
R = TypeVar("R")


class _Moment:
    """What is known of one state; it is held, so that no other takes its place unnoticed."""

    def __init__(self, design: Design, state: State) -> None:
        self.design, self.state, self.seq = design, state, state.seq
        self.known: dict[tuple[Any, ...], Any] = {}

    def is_of(self, design: Design, state: State) -> bool:
        """Whether nothing has happened since; every event raises the number of its state."""
        return self.state is state and self.seq == state.seq and self.design is design


_last: list[_Moment] = []


def of_moment(
    asked: Callable[Concatenate[Design, State, P], R],
) -> Callable[Concatenate[Design, State, P], R]:
    """A function of design and state whose answers are kept for the state asked about last."""

    @wraps(asked)
    def kept(design: Design, state: State, *args: P.args, **more: P.kwargs) -> R:
        moment = _last[0] if _last else None
        if moment is None or not moment.is_of(design, state):
            moment = _Moment(design, state)
            _last[:] = [moment]
        key = (asked, args, tuple(more.items()))
        if key not in moment.known:
            moment.known[key] = asked(design, state, *args, **more)
        return moment.known[key]

    return kept
