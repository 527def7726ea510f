"""A game being played: who must act, one answer at a time, undo, rulings, and the log behind it.

The kernel asks and folds; the session decides who answers: a person, a bot, the dice, a standing
order, or nobody, where an outcome lies outside what the umpire wants to see.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from msgspec import Struct

from wardesk import __version__
from wardesk.documents.gamelog import Header, Setting
from wardesk.documents.log_writer import save_copy
from wardesk.engine.dice import SeededDice, Source
from wardesk.engine.journal import HeadMove, Journal
from wardesk.engine.kernel import Illegal, RuleFailed, begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Answer,
    Choose,
    Decision,
    Effect,
    Event,
    Factor,
    GameState,
    Outcome,
    Roll,
    Value,
    replace,
)
from wardesk.errors import UserError
from wardesk.model.look import CaseLook, TableLook
from wardesk.players.bots import decision_rng, make_player
from wardesk.services.failures import write_report
from wardesk.services.play_files import SessionFile, load_game, start_file
from wardesk.services.play_log import LogLine, log_lines
from wardesk.services.play_record import (
    DiceKind,
    Mode,
    Settings,
    Stops,
    checked_players,
    one_of,
    read_stops,
    write_stops,
)
from wardesk.services.tables import Loader, Table, TableInfo, load_table

Waiting = Literal["person", "bot", "dice", "umpire", "over"]
Clock = Callable[[], datetime]
REWIND = "rewind"


class Change(Struct, frozen=True):
    """What happened to a session: a new event, a moved head, a setting, a rule that broke."""

    kind: Literal["event", "head", "setting", "failed"]
    event: int
    """The event at the head afterwards."""


Listener = Callable[[Change], None]


class _Planned(Struct, frozen=True):
    """An answer that needs nobody."""

    answer: Answer
    author: str
    dice_by: Source = "none"


def utc_now() -> datetime:
    """The wall clock; everything else takes a clock as an argument."""
    return datetime.now(UTC)


class PlaySession:
    """One game, in memory and on the disk. Make it with `new` or `open`; `close` it when done."""

    def __init__(self, table: Table, file: SessionFile, clock: Clock) -> None:
        """Used by `new` and `open`: *file* holds the header and the records so far."""
        self.table = table
        self.rules: Rules[Any, Any] = table.rules
        self.info: TableInfo = table.info
        self.header: Header = file.header
        self.notices: tuple[str, ...] = file.notices
        """Sentences to show once after opening: a torn line was dropped, the rules have changed."""
        self.failed = ""
        """What broke, as a sentence, until the head moves; empty when all is well."""
        self.report: Path | None = None
        """The report about it."""
        self.saved_as: Path | None = None
        self._file = file
        self._clock = clock
        self._settings = Settings.of(file.header)
        self._dice = SeededDice(file.header.seed)
        self._listeners: list[Listener] = []
        self._counts: dict[int, dict[str, int]] = {}
        first, *rest = file.records
        assert isinstance(first, Event)  # the reader lets no other record come first
        self.journal: Journal[Any, Any] = Journal(self.rules, first, write=self._store)
        for record in rest:
            if isinstance(record, Setting):
                self._settings = self._settings.changed(record)
            else:
                self.journal.load(record)

    # ---- opening and closing --------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        scenario: str,
        *,
        seed: int,
        mode: Mode = "play",
        players: Mapping[str, str] | None = None,
        dice: DiceKind = "seeded",
        options: Mapping[str, Value] | None = None,
        path: Path | None = None,
        keep: bool = True,
        clock: Clock = utc_now,
        loader: Loader = load_table,
    ) -> PlaySession:
        """Set a scenario up and start its log.

        *players* names ``human``, ``policy`` or ``random`` per side; a side not named is human.
        The working log lies at *path*, else in the user folder; ``keep=False`` plays in memory
        only, until `save_as`. Raises UserError for anything a person can put right.
        """
        table = loader(scenario, options or {})
        rules = table.rules
        now = clock()
        header = Header(
            app=__version__,
            game=rules.id,
            rules=getattr(rules, "digest", ""),
            board=getattr(getattr(rules, "board", None), "digest", ""),
            scenario=table.info.scenario,
            title=table.info.title,
            options=dict(options or {}),
            seed=seed,
            dice=one_of(dice, ("seeded", "typed"), "kind of dice"),
            players=checked_players(players or {}, rules.sides),
            mode=one_of(mode, ("play", "adjudicate"), "mode"),
            created=now.isoformat(timespec="seconds"),
        )
        first, _ = begin(rules, umpire=mode == "adjudicate")
        return cls(table, start_file(header, first, path, now, keep=keep), clock)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        keep: bool = True,
        clock: Clock = utc_now,
        loader: Loader = load_table,
    ) -> PlaySession:
        """Open a game where it was left, settings included. Runs no rules.

        A plain log is locked and gone on with; a saved copy gets a working log of its own.
        ``keep=False`` only looks: nothing is locked or written. Raises UserError.
        """
        table, file = load_game(path, loader, clock(), keep=keep)
        try:
            return cls(table, file, clock)
        except BaseException:
            file.close()
            raise

    def __enter__(self) -> PlaySession:
        """Close the session after a ``with`` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the log."""
        self.close()

    def close(self) -> None:
        """Let go of the log. Closing twice is allowed; the game stays on the disk."""
        self._file.close()
        self._listeners.clear()

    def save_as(self, path: Path) -> None:
        """Put a packed copy of the whole game at *path*; the working log goes on as before.

        UserError when it cannot be written; an older file there stands then.
        """
        save_copy(path, self.header, self._file.records)
        self.saved_as = path

    # ---- reading --------------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        """The working log; None for a game in memory."""
        return self._file.path

    @property
    def state(self) -> GameState[Any, Any]:
        """The state at the head, everything visible."""
        return self.journal.state()

    @property
    def ask(self) -> Decision | None:
        """The pending question; None when the game is over."""
        return self.state.ask

    @property
    def mode(self) -> Mode:
        """Whether rules are enforced or an umpire rules."""
        return self._settings.mode

    @property
    def players(self) -> Mapping[str, str]:
        """Who plays each side: ``human``, ``policy`` or ``random``."""
        return dict(self._settings.players)

    @property
    def dice(self) -> DiceKind:
        """Where dice come from."""
        return self._settings.dice

    @property
    def stop_filter(self) -> Stops:
        """Which outcomes the umpire wants to see."""
        return self._settings.stops

    @property
    def orders(self) -> Mapping[str, str]:
        """Standing orders: ``"side/kind"`` -> key of a choice."""
        return dict(self._settings.orders)

    @property
    def waiting(self) -> Waiting:
        """Who must act now. ``dice`` and ``umpire`` may act by themselves: see `automatic`."""
        return self._waiting(self.ask)

    @property
    def automatic(self) -> bool:
        """Whether `step` would answer the pending question."""
        return not self.failed and self._is_automatic(self.state)

    def look(self, at: int | None = None, side: str = "") -> TableLook:
        """Everything on the table after event *at* (the head), as *side* sees it (all if empty)."""
        return self.rules.look(self._seen(self.journal.state(at), side))

    def case(self, answer: Answer | None = None, side: str = "") -> CaseLook | None:
        """What the pending roll or outcome rests on; with *answer*, the roll it would lead to."""
        return self.rules.case(self._seen(self.state, side), answer)

    def log_lines(self) -> tuple[LogLine, ...]:
        """Everything that happened, in the order it was recorded, undone branches included."""
        return log_lines(self._file.records, {event.id for event in self.journal.line()})

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Call *callback* after every change; the returned function ends that."""
        self._listeners.append(callback)

        def stop() -> None:
            with contextlib.suppress(ValueError):
                self._listeners.remove(callback)

        return stop

    # ---- answering ------------------------------------------------------------------------------

    def answer(self, answer: Answer, *, author: str = "", reason: str = "") -> Event[Any, Any]:
        """A person's answer to the pending question, typed dice and rulings included.

        `Illegal` with every reason when it is refused; UserError when it could not be stored or a
        rule broke. Whatever is raised, the last event stands.
        """
        ask = self.ask
        by_chance = ask is not None and ask.who == CHANCE
        author = author or self._author(ask)
        event = self._give(answer, author, reason, "typed" if by_chance else "none")
        if event is None:
            raise UserError(self.failed, "Undo the last step, or edit the table by hand.")
        return event

    def roll(
        self, factors: tuple[Factor, ...] | None = None, *, author: str = "", reason: str = ""
    ) -> Event[Any, Any]:
        """Let the seeded dice answer the pending roll, with changed *factors* if an umpire says so.

        UserError when no roll is pending.
        """
        ask = self.ask
        if ask is None or ask.who != CHANCE:
            raise UserError("No roll is asked for now.")
        roll = self._seeded(ask)
        if factors is not None:
            roll = replace(roll, factors=factors)
        event = self._give(roll, author or self._author(ask), reason, "seeded")
        if event is None:
            raise UserError(self.failed, "Undo the last step, or edit the table by hand.")
        return event

    def step(self) -> Event[Any, Any] | None:
        """Give exactly one answer that needs nobody; None when a person is needed or it is over.

        UserError when the answer could not be stored.
        """
        if not self.automatic:
            return None
        ask = self.ask
        assert ask is not None  # automatic says so
        try:
            planned = self._plan(ask)
        except RuleFailed as error:
            self._fail(error)
            return None
        return self._give(planned.answer, planned.author, "", planned.dice_by)

    def run(self, limit: int | None = None, should_stop: Callable[[], bool] | None = None) -> int:
        """`step` until a person is needed, *limit* answers are given or *should_stop* says so."""
        done = 0
        while (limit is None or done < limit) and not (should_stop and should_stop()):
            if self.step() is None:
                break
            done += 1
        return done

    def edit(self, effects: Iterable[Effect], author: str, reason: str) -> Event[Any, Any]:
        """Change the table by hand, on the record. Needs a reason; `Illegal` for nonsense."""
        try:
            event = self.journal.edit(
                effects, umpire=self.mode == "adjudicate", author=author, reason=reason
            )
        except RuleFailed as error:
            self._fail(error)
            raise UserError(self.failed, "Undo the last step, or edit something else.") from error
        self._after("event")
        return event

    # ---- going back and forth -------------------------------------------------------------------

    def undo(self, reason: str = "", to: int | None = None, *, author: str = "") -> int:
        """Go back to *to*, or to the last question that a person answered. Nothing is deleted.

        Where two people play, going back over dice needs a *reason*; alone or as an umpire it is
        recorded as a rewind. UserError when there is nothing to undo or a reason is missing.
        """
        target = self._last_person() if to is None else to
        reason = self._passage(target, reason)
        self.journal.undo(target, author=author, reason=reason)
        self._after("head")
        return target

    def can_undo(self) -> bool:
        """Whether there is anything behind the head."""
        return self.journal.head != self.journal.root

    def redo(self, *, author: str = "") -> int:
        """Go forward again, to the next question for a person or the end of the branch."""
        target = self.journal.redo(author=author)
        while self.journal.can_redo() and self._is_automatic(self.state):
            target = self.journal.redo(author=author)
        self._after("head")
        return target

    def can_redo(self) -> bool:
        """Whether `redo` would find an event."""
        return self.journal.can_redo()

    def go(self, event: int, reason: str = "", *, author: str = "") -> None:
        """Move to any event, on another branch too; the same rules as for `undo`."""
        if event not in self.journal.events:
            raise UserError(f"There is no event {event}.")
        self.journal.go(event, author=author, reason=self._passage(event, reason))
        self._after("head")

    # ---- settings, on the record ----------------------------------------------------------------

    def set_mode(self, mode: Mode, *, author: str = "") -> None:
        """Enforce the rules, or let an umpire rule. An outcome still pending stands in play."""
        self._set(Setting(name="mode", value=mode, author=author))
        while (ask := self.ask) and ask.who == UMPIRE and self.mode == "play" and not self.failed:
            self.step()

    def set_player(self, side: str, kind: str, *, author: str = "") -> None:
        """Let ``human``, ``policy`` or ``random`` play *side* from here on."""
        players = checked_players({**self._settings.players, side: kind}, self.rules.sides)
        self._set(Setting(name="players", value=players, author=author))

    def set_stop_filter(self, stops: Stops, *, author: str = "") -> None:
        """Choose which outcomes the umpire sees: ``all``, ``changes``, ``none``, or kinds."""
        value = write_stops(read_stops(stops))
        self._set(Setting(name="stops", value=value, author=author))

    def set_dice(self, dice: DiceKind, *, author: str = "") -> None:
        """Let the seed roll, or type the dice of a real table."""
        self._set(Setting(name="dice", value=dice, author=author))

    def set_order(self, side: str, kind: str, key: str, *, author: str = "") -> None:
        """Always take choice *key* when *side* is asked *kind*; an empty key ends the order."""
        orders = {**self._settings.orders, f"{side}/{kind}": key}
        if not key:
            del orders[f"{side}/{kind}"]
        self._set(Setting(name="orders", value=orders, author=author))

    def report_failure(self, error: BaseException) -> Path | None:
        """Write a report about *error* at the head; None when the user folder cannot be written."""
        try:
            return write_report(error, self.header, self.state, self._clock())
        except OSError:
            return None  # the failure itself is what the person must hear of, not this one

    # ---- inside ---------------------------------------------------------------------------------

    def _store(self, record: Event[Any, Any] | HeadMove) -> None:
        self._file.write(record)

    def _set(self, setting: Setting) -> None:
        changed = self._settings.changed(setting)
        if changed == self._settings:
            return
        self._file.write(setting)
        self._settings = changed
        self._after("setting")

    def _after(self, kind: Literal["event", "head", "setting", "failed"]) -> None:
        if kind in ("event", "head"):
            self.failed, self.report = "", None
        for callback in tuple(self._listeners):
            callback(Change(kind, self.journal.head))

    def _seen(self, state: GameState[Any, Any], side: str) -> GameState[Any, Any]:
        return self.rules.view(state, side) if side else state

    def _author(self, ask: Decision | None) -> str:
        if ask is None or ask.who in (CHANCE, UMPIRE):
            return "umpire" if self.mode == "adjudicate" else ""
        return ask.who

    def _waiting(self, ask: Decision | None) -> Waiting:
        if ask is None:
            return "over"
        if ask.who == CHANCE:
            return "dice"
        if ask.who == UMPIRE:
            return "umpire"
        return "person" if self._settings.players.get(ask.who, "human") == "human" else "bot"

    def _is_automatic(self, state: GameState[Any, Any]) -> bool:
        ask = state.ask
        match self._waiting(ask):
            case "dice":
                umpired = self.mode == "adjudicate" and self._settings.stops != "none"
                return self.dice == "seeded" and not umpired
            case "umpire":
                return ask is not None and not self._settings.stops_at(ask)
            case "bot":
                return True
            case "person":
                return ask is not None and self._ordered(ask) is not None
            case "over":
                return False

    def _ordered(self, ask: Decision) -> Choose | None:
        """The standing order for *ask*, if it can be carried out."""
        key = self._settings.orders.get(f"{ask.who}/{ask.kind}")
        if key is None or not any(c.key == key and not c.refused for c in ask.choices):
            return None
        return Choose(key)

    def _plan(self, ask: Decision) -> _Planned:
        """The answer that needs nobody. RuleFailed when a bot breaks."""
        match self._waiting(ask):
            case "dice":
                return _Planned(self._seeded(ask), "dice", "seeded")
            case "umpire":
                return _Planned(Outcome(ask.proposed), "engine")
            case "bot":
                return _Planned(self.bot_answer(ask.who), self._settings.players[ask.who])
            case _:
                return _Planned(self._ordered(ask) or Choose(""), "standing order")

    def bot_answer(self, side: str, kind: str = "") -> Answer:
        """What a bot would answer for *side*: the one that plays it, or one of *kind*.

        RuleFailed when the bot breaks.
        """
        playing = self._settings.players.get(side, "human")
        kind = kind or (playing if playing != "human" else "policy")
        rng = decision_rng(self.header.seed, side, self._count(self.journal.head).get(side, 0))
        try:
            return make_player(kind).choose(self.rules, self._seen(self.state, side), rng)
        except Exception as error:
            what = f"the {kind} player of {side} broke: {type(error).__name__}: {error}"
            stack = self.state.stack
            raise RuleFailed(stack[-1] if stack else None, "choose", what) from error

    def _seeded(self, ask: Decision) -> Roll:
        """The dice of the seed; a roll that was undone falls as it fell before."""
        for child in self.journal.children.get(self.journal.head, ()):
            event = self.journal.events[child]
            if event.dice_by == "seeded" and isinstance(event.answer, Roll):
                return Roll(event.answer.dice)
        return self._dice.answer(ask, self.journal.branch, self.journal.event.chances)

    def _give(
        self, answer: Answer, author: str, reason: str, dice_by: str
    ) -> Event[Any, Any] | None:
        """Answer and tell the listeners; None when a rule broke."""
        ask = self.ask
        umpire = self.mode == "adjudicate" or (ask is not None and ask.who == UMPIRE)
        try:
            event = self.journal.answer(
                answer, umpire=umpire, author=author, reason=reason, dice_by=dice_by
            )
        except RuleFailed as error:
            self._fail(error)
            return None
        except Illegal as error:
            if author in ("dice", "engine", *self._settings.players.values()):
                self._fail(RuleFailed(None, "answer", f"{author} gave an illegal answer: {error}"))
                return None
            raise
        self._after("event")
        return event

    def _fail(self, error: RuleFailed) -> None:
        self.report = self.report_failure(error)
        where = f" A report is in {self.report}." if self.report else ""
        self.failed = f"A rule broke and nothing was changed: {error}.{where}"
        self._after("failed")

    def _count(self, event: int) -> Mapping[str, int]:
        """How often each side has answered on the way to *event*."""
        missing: list[Event[Any, Any]] = []
        at = event
        while at in self.journal.events and at not in self._counts:
            missing.append(self.journal.events[at])
            at = self.journal.events[at].parent
        counts = self._counts.get(at, {})
        for found in reversed(missing):
            if found.asked is not None:
                counts = {**counts, found.asked.who: counts.get(found.asked.who, 0) + 1}
            self._counts[found.id] = counts
        return counts

    def _last_person(self) -> int:
        """The nearest event behind the head after which a person was needed; else the parent."""
        if not self.can_undo():
            raise UserError("There is nothing to undo.")
        at = self.journal.event.parent
        while at != self.journal.root and self._is_automatic(self.journal.state(at)):
            at = self.journal.events[at].parent
        if self._is_automatic(self.journal.state(at)):
            return self.journal.event.parent
        return at

    def _passage(self, target: int, reason: str) -> str:
        """The reason to record for going to *target*. UserError when two people need one."""
        barrier = self.journal.barrier()
        kept = {event.id for event in self.journal.line(target)}
        if barrier in kept or reason.strip():
            return reason
        people = sum(kind == "human" for kind in self._settings.players.values())
        if self.mode == "play" and people > 1:
            raise UserError(
                "Dice have fallen since then.",
                "Agree on going back and write down the reason.",
            )
        return REWIND
