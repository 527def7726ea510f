"""Four pure functions, begin, advance, edit and fold: an answer in, a fact and a state out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, ValidationError, convert, to_builtins

from wardesk.engine.draft import Draft, apply, freeze
from wardesk.engine.legality import check
from wardesk.engine.rules import Rules
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Answer,
    CreatePiece,
    Effect,
    Event,
    F,
    Frame,
    GameState,
    Outcome,
    P,
    Piece,
    Reason,
    Record,
    RemovePiece,
    Roll,
    SetCup,
    SetMark,
    SetPiece,
    SetResult,
    SetTrack,
    replace,
)
from wardesk.errors import BugError, UserError, shown
from wardesk.words import as_record, cited, from_record, join, readied, say

_EFFECTS = (SetPiece, CreatePiece, RemovePiece, SetMark, SetTrack, SetCup, SetResult)
STEP_LIMIT = 10_000
STACK_LIMIT = 16


class Illegal(UserError):
    """An answer that the rules refuse, with every reason."""

    def __init__(self, reasons: Sequence[Reason]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(join("; ", [cited(reason.text, reason.cite) for reason in reasons]))


class RuleFailed(BugError):
    """A rules step raised, or broke a law of the kernel. The last event stands."""

    def __init__(self, frame: Frame | None, step: str, what: str) -> None:
        self.frame = frame
        self.step = step
        name = type(frame).__name__ if frame is not None else say("no procedure")
        super().__init__(say("{name}.{step}: {what}", name=name, step=step, what=what))


class Stamp(Struct, frozen=True, kw_only=True):
    """What a journal and a session know of an event and the rules do not."""

    id: int
    parent: int
    branch: int = 0
    chances: int = 0
    """CHANCE answers before this event."""
    author: str = ""
    reason: str = ""
    dice_by: Literal["none", "seeded", "typed", "recorded", "shared"] = "none"
    via: str = ""


def begin(rules: Rules[P, F], *, umpire: bool) -> tuple[Event[P, F], GameState[P, F]]:
    """Set the scenario up and run to the first question. The event has id 0 and no parent (-1).

    `Illegal` when an edit of the set-up does not fit it.
    """
    effects, stack = rules.setup()
    draft: Draft[Any] = Draft(rules, GameState(pieces={}), umpire=umpire)
    apply(draft, effects)
    for effect in rules.edits:
        _refuse_nonsense(rules, draft.pieces, effect)
        apply(draft, (effect,))
    draft.stack = list(stack)
    _run(draft, None, None)
    event = _event(draft, Stamp(id=0, parent=-1), None, None, (), None, "play")
    return event, freeze(draft, 0)


def advance(
    rules: Rules[P, F], state: GameState[P, F], answer: Answer, stamp: Stamp, *, umpire: bool
) -> tuple[Event[P, F], GameState[P, F]]:
    """Give *answer* to the pending question and run to the next one.

    In play (``umpire=False``) an illegal answer raises `Illegal`. Under an umpire its
    reasons are kept on the event, and *stamp* must give a reason of its own for breaking a rule or
    for an outcome that differs from the proposed one; an answer that no step could read is refused
    in both modes. Raises `RuleFailed` when a step breaks; *state* is untouched whatever happens.
    """
    asked = state.ask
    try:
        reasons, readable = check(rules, state, answer, umpire=umpire)
    except Exception as error:
        frame = state.stack[-1] if state.stack else None
        raise _raised(frame, "check", error) from error
    illegal = [r for r in reasons if r.level == "illegal"] if reasons else ()
    if asked is None or not readable or (illegal and not umpire):
        raise Illegal(illegal or reasons)
    proposed: Record | None = None
    if asked.who == UMPIRE and isinstance(answer, Outcome) and answer.value != asked.proposed:
        proposed = asked.proposed
    if isinstance(answer, Roll) and (changed := answer.changed(asked)):
        proposed = {name: asked.proposed[name] for name in changed}
    if (illegal or proposed is not None) and not stamp.reason.strip():
        raise Illegal((*illegal, Reason(say("An overruling needs a reason; write one"), "")))
    draft: Draft[Any] = Draft(rules, state, umpire=umpire)
    given = answer
    if isinstance(answer, Roll):
        # A step sums the modifiers of the roll; it need not work out again what was asked.
        factors = asked.factors if answer.factors is None else answer.factors
        inputs = {**asked.proposed, **answer.changed(asked)} if asked.proposed else UNSET
        given = Roll(answer.dice, factors, inputs)
    _run(draft, asked.then, given)
    mode: Literal["play", "adjudicate"] = "adjudicate" if umpire else "play"
    event = _event(draft, stamp, asked, answer, tuple(reasons), proposed, mode)
    return event, freeze(draft, stamp.id)


def edit(
    rules: Rules[P, F],
    state: GameState[P, F],
    effects: Sequence[Effect],
    stamp: Stamp,
    *,
    umpire: bool,
) -> tuple[Event[P, F], GameState[P, F]]:
    """A free edit by a person: any effects, then the pending question put again.

    Procedures whose subject is gone are dropped with a note. Needs an author and a reason. Only
    sides learn of it that see all of what it touched, before and after.
    """
    if not stamp.reason.strip():
        raise Illegal((Reason(say("An edit needs a reason; write one"), ""),))
    draft: Draft[Any] = Draft(rules, state, umpire=umpire)
    for effect in effects:
        _refuse_nonsense(rules, draft.pieces, effect)
        apply(draft, (effect,))
    if draft.result is not None:
        draft.stack.clear()
    _drop_dead_frames(draft)
    _run(draft, None, None)
    after = freeze(draft, stamp.id)
    witnesses = [side for side in rules.sides if _sees(rules, side, state, after, draft.effects)]
    if len(witnesses) < len(rules.sides):
        draft.secret(witnesses or (UMPIRE,))
    event = _event(draft, stamp, None, None, (), None, "edit")
    return event, after


def _sees(
    rules: Rules[P, F],
    side: str,
    before: GameState[P, F],
    after: GameState[P, F],
    effects: Sequence[Effect],
) -> bool:
    """Whether *side* sees everything that *effects* touched as it was and as it is."""
    for state in (before, after):
        seen = rules.view(state, side)
        if seen is not state and any(_part(seen, e) != _part(state, e) for e in effects):
            return False
    return True


def _part(state: GameState[P, F], effect: Effect) -> object:
    """What of the table an effect is about."""
    match effect:
        case CreatePiece(piece=new):
            return state.pieces.get(new.id)
        case SetPiece(piece) | RemovePiece(piece):
            return state.pieces.get(piece)
        case SetMark(key):
            return state.marks.get(key)
        case SetTrack(track):
            return state.tracks.get(track)
        case SetCup(cup):
            return state.cups.get(cup)
        case SetResult():
            return state.result


def puts_again(rules: Rules[P, F], state: GameState[P, F], *, umpire: bool) -> bool:
    """Whether the rules put the very question of *state*; of an altered record they do not."""
    draft: Draft[Any] = Draft(rules, state, umpire=umpire)
    try:
        _run(draft, None, None)
    except RuleFailed:
        return False
    return draft.question == state.ask


def fold(state: GameState[P, F], event: Event[P, F]) -> GameState[P, F]:
    """The state after *event*. Asks no rules, so old logs load whatever the rules say today."""
    nobody: Any = None
    draft: Draft[Any] = Draft(nobody, state, umpire=False)
    apply(draft, event.effects)
    draft.stack = list(event.stack)
    draft.question = event.ask
    return freeze(draft, event.id)


def _drop_dead_frames(draft: Draft[Any]) -> None:
    """End the procedures whose subject an edit took away, innermost first."""
    while draft.stack:
        frame = draft.stack[-1]
        try:
            if draft.rules.alive(draft.state, frame):
                return
        except Exception as error:
            raise _raised(frame, "alive", error) from error
        draft.stack.pop()
        text = say("{procedure!s} dropped: its subject is gone", procedure=type(frame).__name__)
        draft.say(text)


def _run(draft: Draft[Any], then: str | None, answer: Answer | None) -> None:
    """Run steps until one asks, the game ends or nothing is left to do."""
    stack = draft.stack
    for _ in range(STEP_LIMIT):
        if not stack:
            return
        _step(draft, stack[-1], then or stack[-1].step, answer)
        if draft.question is not None:
            return
        then, answer = None, None
        if draft.forced is not None:
            (then, answer), draft.forced = draft.forced, None
    raise RuleFailed(
        stack[-1], stack[-1].step, say("no question in {step_limit} steps", step_limit=STEP_LIMIT)
    )


def _step(draft: Draft[Any], frame: Frame, step: str, answer: Answer | None) -> None:
    """Run one step and hold it to the law: it either asks or acts."""
    function = draft.rules.steps.get((type(frame), step))
    if function is None:
        raise RuleFailed(frame, step, say("this step does not exist in these rules"))
    stack = draft.stack
    done, depth = len(draft.effects), len(stack)
    try:
        function(draft, frame, answer)
    except Exception as error:
        raise _raised(frame, step, error) from error
    acted = len(draft.effects) != done or len(stack) != depth or stack[-1] is not frame
    asked = draft.question is not None or draft.forced is not None
    if asked and acted:
        raise RuleFailed(frame, step, say("a step either asks or acts, this one did both"))
    if not asked and not acted and answer is None:
        raise RuleFailed(frame, step, say("the step neither asked nor acted"))
    if len(stack) > STACK_LIMIT:
        raise RuleFailed(
            frame,
            step,
            say("more than {stack_limit} procedures inside one another", stack_limit=STACK_LIMIT),
        )


def _raised(frame: Frame | None, step: str, error: Exception) -> RuleFailed:
    what = say("{kind!s}: {error}", kind=type(error).__name__, error=error)
    return RuleFailed(frame, step, what)


def _event(
    draft: Draft[Any],
    stamp: Stamp,
    asked: Any,  # noqa: ANN401 - Decision or None, passed through
    answer: Answer | None,
    warnings: tuple[Reason, ...],
    proposed: Record | None,
    mode: Literal["play", "adjudicate", "edit"],
) -> Event[Any, Any]:
    # Positional, in the order of the fields: so many keywords cost 0.8 microseconds.
    return Event(
        stamp.id,
        stamp.parent,
        stamp.branch,
        asked,
        answer,
        tuple(draft.effects),
        tuple(draft.stack),
        draft.question,
        tuple(draft.story),
        stamp.author,
        stamp.reason,
        proposed,
        warnings,
        stamp.dice_by,
        mode,
        stamp.chances + (asked is not None and asked.who == CHANCE),
        draft.visible_to,
        (),
        stamp.via,
    )


def _refuse_nonsense(rules: Rules[Any, Any], pieces: Mapping[str, Piece], effect: Effect) -> None:
    """Refuse an edit that could not be read back: an unknown piece, field or a wrong type."""
    if not _is_effect(effect):
        raise _nonsense(say("{effect!s} is no edit", effect=shown(effect)))
    made: Struct = effect
    if isinstance(effect, CreatePiece):
        made = effect.piece
        if not isinstance(made, rules.piece_type):
            named = shown(getattr(made, "id", made))
            raise _nonsense(say("{piece!s} is not a piece of this game", piece=named))
    _refuse_wrong_types(made)
    match effect:
        case CreatePiece(piece=new):
            if new.id in pieces:
                raise _nonsense(say("There is a piece {new!r} already", new=new.id))
            _refuse_nowhere(rules, new.at)
        case RemovePiece(piece) | SetPiece(piece=piece) if piece not in pieces:
            raise _nonsense(say("There is no piece {piece!r} to edit", piece=piece))
        case SetPiece(piece, name, value):
            old = pieces[piece]
            if name == "id" or name not in old.__struct_fields__:
                raise _nonsense(
                    say("{piece} has no field {name!r} that can be edited", piece=piece, name=name)
                )
            if name == "at":
                _refuse_nowhere(rules, value)
            made = replace(old, **{name: value})
        case _:
            pass
    _refuse_wrong_types(made)


def _is_effect(value: object) -> bool:
    return isinstance(value, _EFFECTS)


def _refuse_wrong_types(made: Struct) -> None:
    try:
        plain = to_builtins(made, enc_hook=as_record)
        # what is no number equals nothing
        kept = convert(plain, readied(type(made)), dec_hook=from_record) == made
    except (ValidationError, TypeError, ValueError, RecursionError) as error:
        raise _nonsense(say("This edit cannot be kept: {error}", error=error)) from error
    if not kept:
        raise _nonsense(say("This edit cannot be kept: it would not come back as it is"))


def _refuse_nowhere(rules: Rules[Any, Any], place: object) -> None:
    """A piece lies on the board, in a box of the game, or off the table (None)."""
    board = getattr(rules, "board", None)  # a toy may do without one
    if not isinstance(place, str) or board is None:
        return  # off the table; what is not a place at all is refused by its type
    if place in board.cells or place in rules.boxes or place == rules.sealed != "":
        return
    if not rules.boxes:
        raise _nonsense(say("There is no place {place!r}; name a cell of the map", place=place))
    raise _nonsense(
        say(
            "There is no place {place!r}; name a cell of the map or a box ({boxes})",
            place=place,
            boxes=join(", ", rules.boxes),
        )
    )


def _nonsense(text: str) -> Illegal:
    return Illegal((Reason(text, ""),))
