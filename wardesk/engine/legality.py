"""Is an answer allowed? Always a list of reasons with rule numbers, never a bare yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import UnsetType

from wardesk.engine.rules import Rules
from wardesk.engine.types import (
    UMPIRE,
    Allocate,
    Answer,
    Cells,
    Choose,
    Decision,
    GameState,
    Outcome,
    Path,
    Pieces,
    Reason,
    Record,
    Roll,
)
from wardesk.words import join, say

MOST_OWN = 99
"""The most that a modifier of an umpire's own adds or takes away."""
_SHAPES: dict[type, str] = {
    Choose: "choose",
    Pieces: "pieces",
    Cells: "cells",
    Path: "path",
    Allocate: "allocate",
    Roll: "roll",
    Outcome: "outcome",
}


class _Unreadable(Exception):
    """The answer is not an answer to this question at all."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def check(
    rules: Rules[Any, Any], state: GameState[Any, Any], answer: Answer, *, umpire: bool
) -> tuple[tuple[Reason, ...], bool]:
    """Every reason against *answer*, and whether a step could read it at all.

    An umpire may override reasons, but nobody can override an answer of the wrong shape.
    """
    asked = state.ask
    if asked is None:
        return (Reason(say("The game is over; nothing is asked"), ""),), False
    try:
        reasons = _fits(_known(rules, state, asked, answer, umpire), asked, answer, umpire)
        _on_the_board(rules, asked, answer)
    except _Unreadable as error:
        return (Reason(error.text, asked.cite),), False
    if not reasons:
        reasons = tuple(rules.check(state, answer))
    return reasons, True


def _known(
    rules: Rules[Any, Any],
    state: GameState[Any, Any],
    asked: Decision,
    answer: Answer,
    umpire: bool,
) -> GameState[Any, Any]:
    """The table as whoever is asked knows it: what is hidden from a side is not there for it."""
    named = answer.amounts if isinstance(answer, Allocate) else getattr(answer, "pieces", ())
    if umpire or not named or asked.pieces == named or set(named).issubset(asked.pieces):
        return state
    return rules.view(state, asked.who)


def _on_the_board(rules: Rules[Any, Any], asked: Decision, answer: Answer) -> None:
    """What lies in places that do not exist cannot be done, whatever an umpire says."""
    board = getattr(rules, "board", None)
    if board is None or not isinstance(answer, (Path, Cells)):
        return
    for cell in answer.cells:
        if cell not in board.cells and cell not in asked.cells:
            raise _Unreadable(say("There is no place {cell!r}", cell=cell))


def _fits(
    state: GameState[Any, Any], asked: Decision, answer: Answer, umpire: bool
) -> tuple[Reason, ...]:
    """Hold *answer* against the question's own lists."""
    shape = _SHAPES.get(type(answer))
    if shape is None or (shape != asked.shape and shape != "choose"):
        raise _Unreadable(say("This asks for an answer of the kind {shape!r}", shape=asked.shape))
    return _CHECKS[type(answer)](state, asked, answer, umpire)


def _choose(_: Any, asked: Decision, answer: Choose, __: bool) -> tuple[Reason, ...]:  # noqa: ANN401
    if answer.words:
        if answer.key not in asked.worded:
            raise _Unreadable(say("{key!r} takes no words here", key=answer.key))
        return ()
    for choice in asked.choices:
        if choice.key == answer.key:
            return choice.refused
    known = ", ".join(c.key for c in asked.choices) or "none"
    raise _Unreadable(
        say("{key!r} is not one of the choices ({known})", key=answer.key, known=known)
    )


def _number(
    asked: Decision, count: int, what: Literal["pieces", "places", "points"]
) -> tuple[Reason, ...]:
    least, most = asked.least, asked.most
    if least <= count <= most:
        return ()
    wanted = least if least == most else say("{least} to {most}", least=least, most=most)
    if what == "pieces":
        text = say("Pick {wanted} pieces, not {n}", wanted=wanted, n=count)
    elif what == "places":
        text = say("Pick {wanted} places, not {n}", wanted=wanted, n=count)
    else:
        text = say("Pick {wanted} points, not {n}", wanted=wanted, n=count)
    return (Reason(text, asked.cite),)


def _picked(
    state: GameState[Any, Any], asked: Decision, pieces: Sequence[str]
) -> tuple[Reason, ...]:
    if len(set(pieces)) != len(pieces):
        raise _Unreadable(say("A piece is named twice"))
    for piece in pieces:
        if piece not in state.pieces:
            raise _Unreadable(say("There is no piece {piece!r}", piece=piece))
    allowed = set(asked.pieces)
    return tuple(
        Reason(say("{piece} is not among the pieces that may be picked", piece=piece), asked.cite)
        for piece in pieces
        if piece not in allowed
    )


def _pieces(
    state: GameState[Any, Any], asked: Decision, answer: Pieces, _: bool
) -> tuple[Reason, ...]:
    return _picked(state, asked, answer.pieces) + _number(asked, len(answer.pieces), "pieces")


def _cells(_: Any, asked: Decision, answer: Cells, __: bool) -> tuple[Reason, ...]:  # noqa: ANN401
    allowed = set(asked.cells)
    if len(set(answer.cells)) != len(answer.cells):
        raise _Unreadable(say("A place is named twice"))
    reasons = tuple(
        Reason(
            say("{cell} is not among the places that may be picked", cell=cell), asked.cite, at=cell
        )
        for cell in answer.cells
        if cell not in allowed
    )
    return reasons + _number(asked, len(answer.cells), "places")


def _path(state: GameState[Any, Any], asked: Decision, answer: Path, _: bool) -> tuple[Reason, ...]:
    if not answer.cells or not answer.pieces:
        raise _Unreadable(say("A move needs at least one piece and one place to go to"))
    return _picked(state, asked, answer.pieces) + _number(asked, len(answer.pieces), "pieces")


def _allocate(
    state: GameState[Any, Any], asked: Decision, answer: Allocate, _: bool
) -> tuple[Reason, ...]:
    if any(isinstance(n, bool) or n < 0 for n in answer.amounts.values()):
        raise _Unreadable(say("Amounts are whole numbers from 0 up"))
    chosen = tuple(piece for piece, n in answer.amounts.items() if n)
    reasons = _picked(state, asked, chosen) + _number(asked, sum(answer.amounts.values()), "points")
    return reasons + tuple(
        Reason(
            say(
                "{piece} can take {most} at most, not {given}",
                piece=piece,
                most=asked.limits[piece],
                given=n,
            ),
            asked.cite,
        )
        for piece, n in answer.amounts.items()
        if n > asked.limits.get(piece, n)
    )


def _roll(_: Any, asked: Decision, answer: Roll, umpire: bool) -> tuple[Reason, ...]:  # noqa: ANN401
    if len(answer.dice) != len(asked.dice):
        raise _Unreadable(
            say(
                "{asked} dice are asked for, not {given}",
                asked=len(asked.dice),
                given=len(answer.dice),
            )
        )
    for value, printed in zip(answer.dice, asked.printed(), strict=True):
        if isinstance(value, bool) or value not in printed:
            least, most = printed[0], printed[-1]
            words = say(
                "A die shows {least} to {most}, not {value}", least=least, most=most, value=value
            )
            raise _Unreadable(words)
    if not isinstance(answer.inputs, UnsetType):
        _record_fits(asked, answer.inputs)
    found: list[Reason] = []
    level: Literal["illegal", "note"] = "note" if umpire else "illegal"
    if answer.factors is not None and answer.factors != asked.factors:
        _own_fit(asked, answer)
        text = say("Modifiers changed by the umpire")
        text = text if umpire else say("Only an umpire may change modifiers")
        found.append(Reason(text, asked.cite, level=level))
    if answer.changed(asked):
        text = say("Inputs changed by the umpire")
        text = text if umpire else say("Only an umpire may change what goes into a roll")
        found.append(Reason(text, asked.cite, level=level))
    return tuple(found)


def _own_fit(asked: Decision, answer: Roll) -> None:
    """Every modifier is the question's, or the umpire's own with a name, a reason and a value."""
    own, known = answer.own() if asked.sums else (), {factor.id for factor in asked.factors}
    names = [factor.id for factor in answer.factors or ()]
    if any(name not in known for name in set(names) - {factor.id for factor in own}):
        raise _Unreadable(say("A modifier is named that the question does not have"))
    if len(set(names)) < len(names):
        raise _Unreadable(say("A modifier is named twice"))
    for factor in own:
        if not factor.name.strip() or not factor.why.strip():
            raise _Unreadable(say("A modifier of the umpire's own needs a name and a reason"))
        if isinstance(factor.value, bool) or abs(factor.value) > MOST_OWN:
            text = say("A modifier lies between {least} and {most}", least=-MOST_OWN, most=MOST_OWN)
            raise _Unreadable(text)


def _outcome(_: Any, asked: Decision, answer: Outcome, umpire: bool) -> tuple[Reason, ...]:  # noqa: ANN401
    if asked.who != UMPIRE or not (umpire or answer.value == asked.proposed):
        # Without an umpire the proposal still stands: he may have left with a ruling pending.
        raise _Unreadable(say("Only an umpire rules on an outcome"))
    if set(answer.value) != set(asked.proposed):
        raise _Unreadable(say("An outcome must have exactly the fields of the proposed one"))
    _record_fits(asked, answer.value)
    return ()


def _record_fits(asked: Decision, record: Record) -> None:
    """Every value is one that its field may have."""
    fields = {field.name: field for field in asked.fields}
    for name, value in record.items():
        if name not in asked.proposed:
            raise _Unreadable(say("{name} is not asked for", name=name))
        field = fields.get(name)
        if field is None:
            if value != asked.proposed[name]:
                raise _Unreadable(say("{name} cannot be changed", name=name))
        elif field.choices:
            if value not in field.choices:
                raise _Unreadable(
                    say(
                        "{label} is one of {choices}",
                        label=field.label,
                        choices=join(", ", field.choices),
                    )
                )
        elif isinstance(value, bool) or not isinstance(value, int):
            raise _Unreadable(say("{label} is a whole number", label=field.label))
        elif not field.least <= value <= field.most:
            raise _Unreadable(
                say(
                    "{label} lies between {least} and {most}",
                    label=field.label,
                    least=field.least,
                    most=field.most,
                )
            )


_CHECKS: dict[type, Callable[..., tuple[Reason, ...]]] = {
    Choose: _choose,
    Pieces: _pieces,
    Cells: _cells,
    Path: _path,
    Allocate: _allocate,
    Roll: _roll,
    Outcome: _outcome,
}
