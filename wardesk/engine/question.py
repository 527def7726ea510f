"""A question is a class: what is asked, what may be answered, and what is done with the answer.

A question is bound to a setting, a state and the procedure that asks; it is cheap to make, and
nothing is worked out before somebody looks. The kernel puts it as a `Decision`, which is what is
stored; rules, screens and programs find the question behind a stored one again by the procedure and
the step that gets the answer, so neither is ever renamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.derived_cache import of_table
from wardesk.engine.listing import listed
from wardesk.engine.types import (
    Answer,
    Choice,
    Choose,
    Decision,
    Factor,
    Frame,
    GameState,
    OutcomeField,
    Path,
    Reason,
    Record,
    Roll,
    Shape,
)
from wardesk.model.look import Overlay
from wardesk.model.standing import Measures
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.engine.draft import Draft
    from wardesk.model.advice import Advice
    from wardesk.model.look import Assignments, CandidateLook, CaseLook

StepFunction = Callable[..., None]
"""``step(d: Draft, frame, answer)``: it either asks or acts."""
Goals = Mapping[str, tuple[tuple[str, ...], tuple[Reason, ...]]]
"""Goal to the way there and the reasons against ending in it."""

S = TypeVar("S")
T = TypeVar("T", bound=GameState[Any, Any])
L = TypeVar("L", bound=Frame)


class OrderedAnswer(NamedTuple):
    """An answer that a standing order may give."""

    answer: Answer
    does: str
    """What it does, in the words of orders: the key of a choice without what it names."""
    found: Measures = {}
    """What is known of it: the figures that stand beside it on the screen."""
    piece: str = ""
    """The unit that does it; empty for the first that the question is about."""


class Question(Generic[S, T, L]):
    """One thing that one party is asked. Games subclass it; most of its methods have a default.

    *S* is the game's setting, *T* its state, *L* the procedure that asks.
    """

    kind: ClassVar[str]
    """Stable word, stored with the question: ``"attack-target"``."""
    text: ClassVar[str] = ""
    """A sentence of at most eight words."""
    cite: ClassVar[str] = ""
    shape: ClassVar[Shape] = "choose"
    """What an answer looks like; where there is nothing to pick, the buttons alone are left."""
    chart: ClassVar[str] = ""
    """The chart that it is weighed with, or that its dice are read from."""
    choices: ClassVar[tuple[Choice, ...]] = ()
    """Buttons that are always the same."""
    verb: ClassVar[str] = ""
    """The word for what a way does, as on a button; empty for a march."""
    next_step: ClassVar[str] = ""
    """Where the procedure goes on when there is nothing to ask; empty = it ends."""

    def __init__(self, setting: S, state: T, frame: L) -> None:
        self.setting, self.state, self.frame = setting, state, frame

    # ---- what is asked --------------------------------------------------------------------------

    def who(self) -> str:
        """Whom it is put to."""
        raise NotImplementedError

    def tag(self) -> str:
        """The `kind` of this one."""
        return self.kind

    def prompt(self) -> str:
        """The `text` of this one."""
        return self.text

    def rule(self) -> str:
        """The rule that asks."""
        return self.cite

    def context(self) -> str:
        """A few words beside the prompt."""
        return ""

    def buttons(self) -> tuple[Choice, ...]:
        """What may be answered instead of picking, or at all."""
        return self.choices

    def pieces(self) -> tuple[str, ...]:
        """What may be picked."""
        return ()

    def cells(self) -> tuple[str, ...]:
        """The places that may be picked."""
        return ()

    def most(self) -> int:
        """How many may be picked together."""
        return 1

    def least(self) -> int:
        """How few may be picked together; of points that are shared out all."""
        return self.most() if self.shape == "allocate" else 1

    def limits(self) -> Mapping[str, int]:
        """The most of the points shared out that each piece takes."""
        return {}

    def about(self) -> tuple[str, ...]:
        """Pieces and cells that it is about, to light on the board."""
        return ()

    @cached_property
    def _offered(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What may be picked, worked out once for `asks` and `open`."""
        return self.pieces(), self.cells()

    def asks(self) -> bool:
        """Whether there is anything to ask; else it is `passed` over."""
        return self.shape in ("choose", "roll") or any(self._offered)

    def passed(self, d: Draft[S]) -> None:
        """What happens where there is nothing to ask."""
        if self.next_step:
            d.goto(self.next_step)
        else:
            d.done()

    def open(self, then: str) -> Decision:
        """The question as it is put and stored; *then* is the step that gets the answer."""
        pieces, cells = self._offered
        shape = self.shape if pieces or cells else "choose"
        return Decision(
            who=self.who(),
            kind=self.tag(),
            shape=shape,
            prompt=self.prompt(),
            cite=self.rule(),
            then=then,
            context=self.context(),
            choices=self.buttons(),
            pieces=pieces,
            cells=cells,
            least=self.least(),
            most=self.most(),
            limits=dict(self.limits()) if shape == "allocate" else {},
            about=self.about(),
        )

    def put(self, d: Draft[S], then: str) -> None:
        """The step that asks."""
        if self.asks():
            d.ask(self.open(then))
        else:
            self.passed(d)

    def answered(self, d: Draft[S], answer: Any) -> None:  # noqa: ANN401 - of the question's shape
        """The step that gets the answer. Once it has written, *d* knows more than `state`."""
        if isinstance(answer, Choose):
            self.pressed(d, answer.key)
        else:
            self.picked(d, answer)

    def pressed(self, d: Draft[S], key: str) -> None:
        """A button was pressed; most often that is as if there had been nothing to ask."""
        self.passed(d)

    def picked(self, d: Draft[S], answer: Any) -> None:  # noqa: ANN401 - of the question's shape
        """Something was picked."""
        raise NotImplementedError

    # ---- a pending one: what is against an answer -----------------------------------------------

    @property
    def asked(self) -> Decision:
        """The question as it was put."""
        found = self.state.ask
        assert found is not None, "only a pending question was put"
        return found

    def units(self, pieces: Sequence[str]) -> list[Any]:
        """Those of *pieces* that are on the table."""
        table = self.state.pieces
        return [table[piece] for piece in pieces if piece in table]

    def name(self, cell: str) -> str:
        """What a place is called."""
        return cell

    def goals(self, units: Sequence[Any]) -> Goals:
        """Where *units* may be sent together by a ``path`` question."""
        return {}

    def against(self, answer: Answer) -> Sequence[Reason]:
        """Every reason against *answer*, which fits the lists of the question."""
        if not isinstance(answer, Path):
            return ()
        found = self.ways(answer.pieces).get(answer.cells[-1])
        if found is None:
            place = self.name(answer.cells[-1])
            return (Reason(self.nothing_there(place), self.asked.cite),)
        return found[1]

    def nothing_there(self, place: str) -> str:
        """Why *place* is none of the goals."""
        return say("They cannot go to {place}", place=place)

    def check(self, answer: Answer) -> Sequence[Reason]:
        """`against`; ways are judged once for the script that looks and for the kernel."""
        if not isinstance(answer, Path) or self.state.cups:
            return self.against(answer)
        return _judged(self.setting, self.state, type(self), self.asked.cite, self.state.stack,
                       answer)  # fmt: skip

    # ---- a pending one: for a screen ------------------------------------------------------------

    def ways(self, pieces: Sequence[str]) -> Goals:
        """Where *pieces* may be sent together, as `goals` says."""
        units = self.units(pieces)
        return self.goals(units) if units and self.asked.shape == "path" else {}

    def note(self, units: list[Any], cell: str) -> tuple[Reason, ...]:
        """What it comes to when *units* are sent to *cell*, in a few words."""
        return ()

    def reach(self, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where *pieces* may be sent, with what is against it, or else with a note."""
        units = self.units(pieces)
        return {
            cell: reasons or self.note(units, cell)
            for cell, (_, reasons) in self.ways(pieces).items()
        }

    def forecast(self, answer: Answer) -> Sequence[Reason]:
        """What is known beforehand of *answer*: its cost, and as warnings what it risks."""
        if not isinstance(answer, Path) or not answer.cells:
            return ()
        return self.reach(answer.pieces).get(answer.cells[-1], ())

    def route(self, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The way of *pieces* to *goal*; empty if there is none."""
        return self.ways(pieces).get(goal, ((), ()))[0]

    def arrows(self) -> tuple[Overlay, ...]:
        """Arrows that lie on the board whatever is picked."""
        return ()

    def overlays(self, places: Iterable[str]) -> tuple[Overlay, ...]:
        """What lies on the board, whose cells are *places*, while it is pending."""
        asked, pieces, order = self.asked, self.state.pieces, tuple(places)
        sources = {pieces[p].at for p in asked.pieces if p in pieces}
        lit = (
            Overlay("target", asked.cells, label=asked.prompt),
            Overlay("source", tuple(cell for cell in order if cell in sources)),
            Overlay("selected", tuple(cell for cell in asked.about if cell in order)),
        )
        return (*(one for one in lit if one.cells), *self.arrows())

    def lines(self, pieces: Sequence[str]) -> Sequence[Overlay]:
        """Arrows while *pieces* are picked."""
        return ()

    def announces(self) -> bool:
        """Whether a way only says who will fight whom later: nobody goes there, no dice fall."""
        return False

    def case(self, answer: Answer | None) -> CaseLook | None:
        """Chart and exact odds of what *answer* leads to, of pending dice or of an outcome."""
        return None

    def assignments(self) -> Assignments | None:
        """What is set against what so far."""
        return None

    def candidates(self) -> tuple[CandidateLook, ...]:
        """Who can answer, best first, then who nearly could."""
        return ()

    def unlisted(self, cell: str) -> Sequence[Reason]:
        """Why it lists neither *cell* nor a piece in it."""
        return ()

    def against_target(self, units: Sequence[Any], cell: str) -> Sequence[Reason]:
        """Why none of *units* does anything to the enemy in *cell* but go there."""
        return ()

    def ordered(self) -> Iterable[OrderedAnswer]:
        """What a standing order may answer: the buttons, each with its `measures`."""
        asked = self.asked
        one = next((piece for piece in asked.about if piece in self.state.pieces), "")
        for choice in asked.choices:
            if not choice.refused:
                does, _, _ = choice.key.partition(":")
                answer = Choose(choice.key)
                yield OrderedAnswer(answer, does, self.measures(answer), one)

    def measures(self, answer: Answer) -> Measures:
        """The figures that a standing order weighs *answer* by, those that the screen shows."""
        return {}

    # ---- a pending one: for a program -----------------------------------------------------------

    def options(self, n: int, rng: Random) -> list[Answer]:
        """Legal answers, at most *n*; ways are sampled."""
        asked = self.asked
        if asked.shape != "path":
            found = [a for a in listed(asked, n, rng) if not self.check(a)]
        else:
            found: list[Answer] = [Choose(c.key) for c in asked.choices if not c.refused]
            wanted = max(1, n - len(found))
            paths: list[Answer] = []
            for _ in range(2 * wanted):
                if len(paths) == wanted:
                    break
                answer = self._some_way(rng)
                if answer is not None and answer not in paths:
                    paths.append(answer)
            found += paths
        return found if len(found) <= n else rng.sample(found, n)

    def _some_way(self, rng: Random) -> Path | None:
        asked, pieces = self.asked, self.state.pieces
        piece = rng.choice(asked.pieces)
        team, here = (piece,), pieces[piece].at
        mates = tuple(p for p in asked.pieces if pieces[p].at == here)
        if len(mates) > 1 and rng.random() < 0.5:
            team = mates[: asked.most]
        return self.stroll(team, rng)

    def stroll(self, team: tuple[str, ...], rng: Random) -> Path | None:
        """Some legal way of *team*."""
        found = [way for way, reasons in self.ways(team).values() if not reasons]
        return Path(team, rng.choice(found)) if found else None

    def sample(self, rng: Random) -> Answer:
        """One legal answer at random."""
        return rng.choice(self.options(6, rng))

    def script(self, rng: Random) -> Answer | None:
        """What a sensible player answers; None = he does not know."""
        return None

    def play(self, rng: Random) -> Answer:
        """The answer of a scripted player: his own where it is legal, else one at random."""
        answer = self.script(rng)
        return self.sample(rng) if answer is None or self.check(answer) else answer

    def ideas(self, n: int) -> Sequence[Answer]:
        """Up to *n* answers that deserve a look; empty = whatever the rules list."""
        return ()

    def advice(self) -> tuple[Advice, ...]:
        """Answers ranked from exact chances, the best first."""
        return ()

    def weighs(self, script: Answer) -> bool:
        """Whether a program looks ahead where the script would answer *script*."""
        return True


@of_table
def _judged(
    setting: Any,  # noqa: ANN401 - the game's
    state: GameState[Any, Any],
    question: type[Question[Any, Any, Any]],
    cite: str,
    stack: tuple[Any, ...],
    answer: Path,
) -> Sequence[Reason]:
    """Reasons against *answer* to the question of *state*, which the other words tell apart."""
    del cite
    return question(setting, state, stack[-1]).against(answer)


class Dice(NamedTuple):
    """Dice that are asked for, and what an umpire may set before they fall; see `Draft.roll`."""

    dice: tuple[int, ...] = (6,)
    """The faces of each."""
    about: tuple[str, ...] = ()
    context: str = ""
    column: str = ""
    fields: tuple[OutcomeField, ...] = ()
    inputs: Record = {}
    lowest: Literal[0, 1] = 1
    factors: tuple[Factor, ...] = ()
    faces: tuple[str, ...] = ()
    chart: str = ""
    """Where it hangs on the case; else that of the class."""


class DiceOutcome(NamedTuple):
    """What comes of dice, and what an umpire may change of it; see `Draft.outcome`."""

    value: Record
    summary: str
    fields: tuple[OutcomeField, ...]
    about: tuple[str, ...] = ()
    column: str = ""
    factors: tuple[Factor, ...] = ()
    chart: str = ""
    """That they were read on, where it hangs on the case; else that of the class."""


class Throw(Question[S, T, L]):
    """Dice of chance, and the outcome that an umpire may change before anything happens.

    Both are the same question: its dice, then what comes of them. `throws` of the register names
    the four steps. Dice that are acted on as they fall have two, those of `asks`, and no outcome.
    """

    sums: ClassVar[bool] = True
    """Whether all modifiers are added up, also an umpire's own."""
    outcome_kind: ClassVar[str] = ""
    """The stored word of the outcome, where it is not the `kind`."""
    outcome_text: ClassVar[str] = say("Does the result stand?")
    outcome_cite: ClassVar[str] = ""

    def dice(self) -> Dice:
        """What is thrown."""
        return Dice()

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        """What the procedure remembers of the dice."""
        raise NotImplementedError

    def outcome(self) -> DiceOutcome:
        """What comes of that."""
        raise NotImplementedError

    def answered(self, d: Draft[S], answer: Any) -> None:  # noqa: ANN401 - an outcome, or a roll
        """The step that lets happen what stands of it."""
        raise NotImplementedError

    def put(self, d: Draft[S], then: str) -> None:
        """The step that asks for the dice."""
        if not self.asks():
            return self.passed(d)
        asked = self.dice()
        more = asked._replace(chart=asked.chart or self.chart)._asdict()
        return d.roll(self.tag(), self.prompt(), self.rule(), then, sums=self.sums, **more)

    def propose(self, d: Draft[S], then: str) -> None:
        """The step that proposes the outcome."""
        found = self.outcome()
        more = found._replace(chart=found.chart or self.chart)._asdict()
        d.outcome(
            then=then,
            kind=self.outcome_kind or self.tag(),
            prompt=self.outcome_text,
            cite=self.outcome_cite or self.rule(),
            **more,
        )

    # ---- a pending one --------------------------------------------------------------------------

    @property
    def fallen(self) -> bool:
        """Whether the dice have fallen and an umpire looks at the outcome."""
        return self.asked.shape == "outcome"

    def plus(self) -> int:
        """The modifiers of the pending dice that are switched on."""
        return sum(factor.value for factor in self.asked.factors if factor.on)

    def set_by(self, name: str) -> int:
        """An input of the pending dice as it stands; 0 where nobody may set it."""
        return int(self.asked.proposed.get(name) or 0)


# ---- the steps of a question --------------------------------------------------------------------


class Asking:
    """The step that puts a question."""

    def __init__(self, question: type[Question[Any, Any, Any]], then: str) -> None:
        self.question, self.then = question, then

    def __call__(self, d: Draft[Any], frame: Frame, _: object) -> None:
        """Ask, or pass it over."""
        self.question(d.setting, d.state, frame).put(d, self.then)


class Answering:
    """The step that gets the answer to a question."""

    def __init__(self, question: type[Question[Any, Any, Any]]) -> None:
        self.question = question

    def __call__(self, d: Draft[Any], frame: Frame, answer: Answer) -> None:
        """Do what was answered."""
        self.question(d.setting, d.state, frame).answered(d, answer)


class Rolled:
    """The step that keeps what dice came to, before anything is made of it."""

    def __init__(self, question: type[Throw[Any, Any, Any]], read: str) -> None:
        self.question, self.read = question, read

    def __call__(self, d: Draft[Any], frame: Frame, roll: Roll) -> None:
        """Remember it."""
        d.goto(self.read, **self.question(d.setting, d.state, frame).kept(roll))


class Reading:
    """The step that proposes what comes of the dice."""

    def __init__(self, question: type[Throw[Any, Any, Any]], then: str) -> None:
        self.question, self.then = question, then

    def __call__(self, d: Draft[Any], frame: Frame, _: object) -> None:
        """Propose it."""
        self.question(d.setting, d.state, frame).propose(d, self.then)


class KnowsQuestions:
    """Whoever knows the steps of a game, and so the question behind a pending `Decision`."""

    steps: Mapping[tuple[type[Frame], str], StepFunction] = {}
    if TYPE_CHECKING:

        @property
        def setting(self) -> Any:  # noqa: ANN401 - typed by the game
            """What the questions read beside a state."""

    def question(self, state: GameState[Any, Any]) -> Question[Any, Any, Any] | None:
        """The pending question; None where nothing is asked, or by a step that is no class."""
        if not self._classes or state.ask is None or not state.stack:
            return None
        frame: Frame = state.stack[-1]
        made = self._classes.get((type(frame), state.ask.then))
        return made(self.setting, state, frame) if made is not None else None

    @cached_property
    def _classes(self) -> dict[tuple[type[Frame], str], type[Question[Any, Any, Any]]]:
        """The classes of questions, by frame and by the step that gets the answer."""
        found = (
            (key, step) for key, step in self.steps.items() if isinstance(step, Answering | Rolled)
        )
        return {key: step.question for key, step in found}
