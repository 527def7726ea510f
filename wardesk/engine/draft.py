"""The scratch copy that a rules step writes to, and the verbs it writes with.

Verbs: ``ask roll outcome`` put a question; ``set create remove mark track cup say secret end`` act;
``goto call done`` move through the procedures in progress.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, Protocol, TypeVar, cast

from wardesk.engine.derived_cache import OnTable
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    CreatePiece,
    Decision,
    Effect,
    Factor,
    Frame,
    GameResult,
    GameState,
    Outcome,
    OutcomeField,
    Piece,
    Record,
    RemovePiece,
    SetCup,
    SetMark,
    SetPiece,
    SetResult,
    SetTrack,
    StoryLine,
    Value,
    replace,
)

S = TypeVar("S")
AnyFrame = TypeVar("AnyFrame", bound=Frame)

_TWO_QUESTIONS = "a step puts one question, this one put two"


class Playable(Protocol):
    """What is played by: the steps, what they read, and which procedures an edit ends."""

    @property
    def steps(self) -> Mapping[tuple[type[Frame], str], Callable[..., None]]:
        """Each step by its procedure and its name."""
        ...

    @property
    def setting(self) -> Any:  # noqa: ANN401 - typed by the game
        """The facts of the game that never change."""
        ...

    def alive(self, state: GameState[Any, Any], frame: Any) -> bool:  # noqa: ANN401 - the game's
        """Whether *frame* still has its subject."""
        ...


class Draft(Generic[S]):
    """A state being worked on. The one it came from is never touched: dicts are copied on write.

    *S* is what the steps read beside it: `setting`, the facts of the game that never change.
    """

    __slots__ = (
        "_from",
        "cups",
        "effects",
        "forced",
        "marks",
        "pieces",
        "question",
        "result",
        "rules",
        "setting",
        "stack",
        "story",
        "tracks",
        "umpire",
        "visible_to",
    )

    def __init__(self, rules: Playable, state: GameState[Any, Any], *, umpire: bool) -> None:
        self._from = state
        self.rules = rules
        # A fold has no rules. Steps ask for it so often that a property was felt.
        self.setting: S = rules.setting if rules else cast("S", None)
        self.umpire = umpire
        self.pieces: dict[str, Any] = state.pieces
        self.marks: dict[str, Value] = state.marks
        self.tracks: dict[str, int] = state.tracks
        self.cups: dict[str, tuple[str, ...]] = state.cups
        self.result: GameResult | None = state.result
        self.stack: list[Any] = list(state.stack)
        self.effects: list[Effect] = []
        self.story: list[StoryLine] = []
        self.question: Decision | None = None
        self.forced: tuple[str, Outcome] | None = None
        self.visible_to: tuple[str, ...] = ()

    # ---- asking ---------------------------------------------------------------------------------

    def ask(self, decision: Decision) -> None:
        """Put *decision*. The frame keeps its step, so that the question can be put again."""
        if self.question is not None or self.forced is not None:
            raise ValueError(_TWO_QUESTIONS)
        self.question = decision

    def roll(
        self,
        kind: str,
        prompt: str,
        cite: str,
        then: str,
        *,
        dice: tuple[int, ...] = (6, 6),
        lowest: Literal[0, 1] = 1,
        factors: Sequence[Factor] = (),
        about: tuple[str, ...] = (),
        chart: str = "",
        column: str = "",
        context: str = "",
        faces: tuple[str, ...] = (),
        fields: tuple[OutcomeField, ...] = (),
        inputs: Record | None = None,
        sums: bool = False,
        signs: tuple[Literal[1, -1], ...] = (),
        plus: int = 0,
    ) -> None:
        """Ask CHANCE for *dice* (faces of each die, counted from *lowest*); modifiers travel along.

        Under an umpire so do the *inputs* that he may set, with their *fields*; the step finds them
        in `Roll.inputs`. With *sums* the step adds up all modifiers, also those of the umpire.
        """
        self.ask(
            Decision(
                who=CHANCE,
                kind=kind,
                shape="roll",
                prompt=prompt,
                cite=cite,
                then=then,
                context=context,
                dice=dice,
                lowest=lowest,
                faces=faces,
                signs=signs,
                plus=plus,
                factors=tuple(factors),
                about=about,
                chart=chart,
                column=column,
                fields=fields if self.umpire else (),
                proposed=(inputs or {}) if self.umpire else {},
                sums=sums and self.umpire,
            )
        )

    def outcome(
        self,
        value: Record,
        then: str,
        *,
        kind: str,
        prompt: str,
        cite: str,
        summary: str,
        fields: tuple[OutcomeField, ...],
        about: tuple[str, ...] = (),
        factors: tuple[Factor, ...] = (),
        chart: str = "",
        column: str = "",
    ) -> None:
        """Hand a typed result on to step *then*: straight away in play, by way of the UMPIRE else.

        Nothing may have been done yet on the strength of the result.
        """
        if not self.umpire:
            if self.question is not None or self.forced is not None:
                raise ValueError(_TWO_QUESTIONS)
            self.forced = (then, Outcome(value))
            return
        self.ask(
            Decision(
                who=UMPIRE,
                kind=kind,
                shape="outcome",
                prompt=prompt,
                cite=cite,
                then=then,
                proposed=value,
                summary=summary,
                fields=fields,
                about=about,
                factors=factors,
                chart=chart,
                column=column,
            )
        )

    # ---- acting ---------------------------------------------------------------------------------

    def set(self, piece: str, **changes: Value) -> None:
        """Change fields of a piece."""
        pieces = self._own_pieces()
        pieces[piece] = replace(pieces[piece], **changes)
        for name, value in changes.items():
            self.effects.append(SetPiece(piece, name, value))

    def create(self, piece: Piece) -> None:
        """Put a new piece on the table."""
        self._own_pieces()[piece.id] = piece
        self.effects.append(CreatePiece(piece))

    def remove(self, piece: str) -> None:
        """Take a piece out of the state altogether."""
        del self._own_pieces()[piece]
        self.effects.append(RemovePiece(piece))

    def _own_pieces(self) -> dict[str, Any]:
        if self.pieces is self._from.pieces:
            self.pieces = OnTable(self.pieces)
        else:
            cast("OnTable[Any]", self.pieces).known.clear()
        return self.pieces

    def mark(self, key: str, value: Value) -> None:
        """Set a marker; None takes it away."""
        if self.marks is self._from.marks:
            self.marks = dict(self.marks)
        if value is None:
            self.marks.pop(key, None)
        else:
            self.marks[key] = value
        self.effects.append(SetMark(key, value))

    def track(self, name: str, value: int) -> None:
        """Set a track to *value*."""
        if self.tracks is self._from.tracks:
            self.tracks = dict(self.tracks)
        self.tracks[name] = value
        self.effects.append(SetTrack(name, value))

    def count(self, name: str, by: int = 1) -> int:
        """Move a track by *by* and return where it stands."""
        value = self.tracks.get(name, 0) + by
        self.track(name, value)
        return value

    def cup(self, name: str, items: Sequence[str]) -> None:
        """Set what a cup or a hand holds."""
        if self.cups is self._from.cups:
            self.cups = dict(self.cups)
        kept = tuple(items)
        self.cups[name] = kept
        self.effects.append(SetCup(name, kept))

    def say(self, text: str, cite: str = "", at: str | None = None, how: str = "") -> None:
        """Add a sentence to the story: what came of it, past tense, no full stop.

        At most some 34 letters, so that it fits into a narrow log; *how* it came about is said
        beside it.
        """
        self.story.append(StoryLine(text, cite, at, how))

    def secret(self, sides: Sequence[str]) -> None:
        """Let only *sides* see in the log that this happened; none = everyone."""
        self.visible_to = tuple(sides)

    def end(self, winner: str, level: str, text: str, cite: str) -> None:
        """End the game here and now, whatever was in progress."""
        self.result = GameResult(winner, level, text, cite)
        self.effects.append(SetResult(winner, level, text, cite))
        self.stack.clear()
        self.say(text, cite)

    # ---- going on -------------------------------------------------------------------------------

    def goto(self, step: str, **locals_: Any) -> None:  # noqa: ANN401 - typed by the frame class
        """Let the current procedure go on at *step* with changed locals."""
        self.stack[-1] = replace(self.stack[-1], step=step, **locals_)

    def call(self, frame: Frame, then: str) -> None:
        """Start another procedure; the current one goes on at *then* when it is done."""
        self.goto(then)
        self.stack.append(frame)

    def done(self) -> None:
        """End the current procedure."""
        self.stack.pop()

    def enclosing(self, kind: type[AnyFrame]) -> AnyFrame | None:
        """The innermost procedure of *kind* in progress, so that a step sees where it runs."""
        return next((f for f in reversed(self.stack) if isinstance(f, kind)), None)

    # ---- seeing ---------------------------------------------------------------------------------

    @property
    def state(self) -> GameState[Any, Any]:
        """The draft as a state, for functions that read one. It shares the draft's dicts."""
        return GameState(
            self.pieces,
            self.marks,
            self.tracks,
            self.cups,
            tuple(self.stack),
            None,
            self.result,
        )


def freeze(draft: Draft[Any], seq: int) -> GameState[Any, Any]:
    """The state that *draft* has become; the draft must not be used afterwards."""
    return GameState(  # positional, as in the kernel: a state is made for every answer
        draft.pieces,
        draft.marks,
        draft.tracks,
        draft.cups,
        tuple(draft.stack),
        draft.question,
        draft.result,
        seq,
    )


def apply(draft: Draft[Any], effects: Sequence[Effect]) -> None:
    """Write recorded or hand-made effects into *draft*."""
    for effect in effects:
        match effect:
            case SetPiece(piece, name, value):
                draft.set(piece, **{name: value})
            case CreatePiece(piece=new):
                draft.create(new)
            case RemovePiece(piece):
                draft.remove(piece)
            case SetMark(key, value):
                draft.mark(key, value)
            case SetTrack(track, value):
                draft.track(track, value)
            case SetCup(cup, items):
                draft.cup(cup, items)
            case SetResult(winner, level, text, cite):
                draft.result = GameResult(winner, level, text, cite)
                draft.effects.append(effect)
