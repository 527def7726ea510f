"""A game being played: who must act, one answer at a time, undo, rulings, and the log behind it.

The kernel asks and folds; the session decides who answers: a person, a bot, the dice, a standing
order, or nobody, where an outcome lies outside what the umpire wants to see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from wardesk.documents.games.gamelog import Note, NoteKind, Setting
from wardesk.documents.games.log_writer import save_copy
from wardesk.engine.kernel import RuleFailed, begin
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Answer,
    Effect,
    Event,
    Factor,
    Outcome,
    Record,
    Roll,
    Value,
    replace,
)
from wardesk.errors import UserError, shown
from wardesk.services.play import tables
from wardesk.services.play.autopilot import Autopilot
from wardesk.services.play.branches import Branch, branches
from wardesk.services.play.files import check_states, load_game, start_file
from wardesk.services.play.history import last_person, passage
from wardesk.services.play.notes import checked_note
from wardesk.services.play.record import (
    DiceKind,
    Mode,
    Stops,
    checked_players,
    make_header,
    read_stops,
    words_only,
    write_stops,
)
from wardesk.services.play.session_core import Change, Clock, Listener, SessionCore, utc_now
from wardesk.services.play.tables import Loader
from wardesk.words import say

__all__ = ["Change", "Clock", "Listener", "PlaySession", "utc_now"]


def _dice_by(answer: Answer) -> Literal["none", "seeded"]:
    return "seeded" if isinstance(answer, Roll) else "none"


class PlaySession(SessionCore):
    """One game, in memory and on the disk. Make it with `new` or `open`; `close` it when done."""

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
        loader: Loader | None = None,
        origin: Mapping[str, str] | None = None,
    ) -> PlaySession:
        """Set a scenario up and start its log.

        *players* names ``human``, ``policy``, ``random`` or ``automaton`` per side; a side not
        named is human. An option that a kind of player brings (solitaire) is set with it.
        *origin* says which campaign the game is part of.
        The working log lies at *path*, else in the user folder; ``keep=False`` plays in memory
        only, until `save_as`. Raises UserError for anything a person can put right.
        """
        table, options = tables.seated(loader or tables.load_table, scenario, options, players)
        rules = table.rules
        now = clock()
        header = make_header(
            table,
            seed=seed,
            mode=mode,
            players=players or {},
            dice=dice,
            options=options,
            created=now,
            origin=origin,
        )
        first, _ = begin(rules, umpire=mode == "adjudicate")
        file = start_file(header, first, rules.event_type, path, now, keep=keep)
        return cls(table, file, clock)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        keep: bool = True,
        clock: Clock = utc_now,
        loader: Loader | None = None,
    ) -> PlaySession:
        """Open a game where it was left, settings included. Runs no rules.

        A plain log is locked and gone on with; a saved copy gets a working log of its own.
        ``keep=False`` only looks: nothing is locked or written. Raises UserError.
        """
        table, file = load_game(path, loader or tables.load_table, clock(), keep=keep)
        try:
            session = cls(table, file, clock)
            check_states(session.journal)
            session._from_file = frozenset(session.journal.events)
        except BaseException:
            file.close()
            raise
        return session

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
        self.snapshot(path)
        self.saved_as = path

    def snapshot(self, path: Path) -> None:
        """Put a packed copy at *path* for a worker to read. UserError when it cannot be written."""
        save_copy(path, self.header, self._file.records)

    # ---- answering ------------------------------------------------------------------------------

    def answer(self, answer: Answer, *, author: str = "", reason: str = "") -> Event[Any, Any]:
        """A person's answer to the pending question, typed dice and rulings included.

        `Illegal` with every reason when it is refused; UserError when it could not be stored or a
        rule broke. Whatever is raised, the last event stands.
        """
        words_only(author=author, reason=reason)
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
        words_only(author=author, reason=reason)
        ask = self.ask
        if ask is None or ask.who != CHANCE:
            raise UserError("No roll is asked for now.")
        roll = self._autopilot.roll(ask)
        if factors is not None:
            roll = replace(roll, factors=factors)
        event = self._give(roll, author or self._author(ask), reason, "seeded")
        if event is None:
            raise UserError(self.failed, "Undo the last step, or edit the table by hand.")
        return event

    def adjudicate(
        self, answer: Answer | None, outcome: Record | None, *, author: str, reason: str
    ) -> Event[Any, Any]:
        """Give *answer*, let the dice fall, and put *outcome* in place of the proposed one.

        It is rehearsed first, so whatever is raised (see `Game.adjudicate`), head and dice are as
        before.
        """
        words_only(author=author, reason=reason)
        try:
            planned = self._rehearsed(answer, outcome, author, reason)
        except RuleFailed as error:
            self._fail(error)
            raise UserError(self.failed, "Rule otherwise, or edit the table by hand.") from error
        for each in planned:
            self._give(each, author, "" if isinstance(each, Roll) else reason, _dice_by(each))
        return self.journal.event

    def _rehearsed(
        self, answer: Answer | None, outcome: Record | None, author: str, reason: str
    ) -> list[Answer]:
        """The answers that a ruling is made of; each was tried. UserError as `adjudicate`."""
        trial = self.journal.rehearsal(self._file.rehearsal().write)
        pilot = Autopilot(trial, self.header.seed)
        planned: list[Answer] = []

        def give(each: Answer) -> None:
            said = "" if isinstance(each, Roll) else reason
            trial.answer(each, umpire=True, author=author, reason=said, dice_by=_dice_by(each))
            planned.append(each)

        if answer is not None:
            give(answer)
        while (ask := trial.state().ask) is not None and ask.who == CHANCE:
            give(pilot.roll(ask))
        if ask is not None and ask.who == UMPIRE:
            give(Outcome(ask.proposed if outcome is None else outcome))
        elif outcome is not None or not planned:
            raise UserError("There is no outcome to rule on now.")
        return planned

    def step(self) -> Event[Any, Any] | None:
        """Give exactly one answer that needs nobody; None when a person is needed or it is over.

        UserError when the answer could not be stored.
        """
        ask = self.ask
        if ask is None or self.failed:
            return None
        try:
            planned = self._autopilot.plan(ask, self._settings)
        except RuleFailed as error:
            self._fail(error)
            return None
        if planned is None:
            return None
        return self._give(planned.answer, planned.author, "", planned.dice_by, by_person=False)

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
        words_only(author=author, reason=reason)
        if not isinstance(effects, Iterable):
            raise UserError(
                say("{effects!s} is no list of edits.", effects=shown(effects)),
                "Give a list of effects.",
            )
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
        words_only(author=author, reason=reason)
        if to is not None:
            self._refuse_unknown(to)
        target = last_person(self.journal, self._needs_nobody) if to is None else to
        reason = passage(self.journal, target, reason, self._settings)
        self.journal.undo(target, author=author, reason=reason)
        self._after("head")
        return target

    def can_undo(self) -> bool:
        """Whether there is anything behind the head."""
        return self.journal.head != self.journal.root

    def redo(self, *, author: str = "") -> int:
        """Go forward again, to the next question for a person or the end of the branch."""
        target = self.journal.redo(author=author)
        while self.journal.can_redo() and self._autopilot.automatic(self.ask, self._settings):
            target = self.journal.redo(author=author)
        self._after("head")
        return target

    def can_redo(self) -> bool:
        """Whether `redo` would find an event."""
        return self.journal.can_redo()

    def go(self, event: int, reason: str = "", *, author: str = "") -> None:
        """Move to any event, on another branch too; the same rules as for `undo`."""
        words_only(author=author, reason=reason)
        self._refuse_unknown(event)
        self.journal.go(
            event, author=author, reason=passage(self.journal, event, reason, self._settings)
        )
        self._after("head")

    # ---- notes, on the record -------------------------------------------------------------------

    def notes(self, kind: NoteKind | None = None) -> tuple[Note, ...]:
        """Bookmarks, notes and names of branches that stand, by event; those of one *kind*."""
        return self._notebook.all(kind)

    def note_on(self, event: int, kind: NoteKind) -> Note | None:
        """The note of one *kind* on *event*."""
        return self._notebook.on(event, kind)

    def annotate(self, event: int, kind: NoteKind, text: str = "", *, author: str = "") -> None:
        """Write on an event; it takes the place of what stood there. The game is not touched.

        The name of a branch belongs on its first event. UserError when it makes no sense.
        """
        words_only(author=author, text=text)
        self._refuse_unknown(event)
        note = checked_note(event, kind, text, author)
        if note != self._notebook.on(event, kind):
            self._write_note(note)

    def remove_note(self, event: int, kind: NoteKind, *, author: str = "") -> None:
        """Take a note away, by a later record. UserError when there is none."""
        words_only(author=author, kind=kind)
        self._refuse_unknown(event)
        if self._notebook.on(event, kind) is None:
            raise UserError("There is no such note to take away.")
        self._write_note(Note(event=event, kind=kind, author=author, removed=True))

    def branches(self) -> tuple[Branch, ...]:
        """Every branch of the game, the main line first."""
        return branches(self.journal, self._notebook.names())

    def _refuse_unknown(self, event: object) -> None:
        if not self.journal.has(event):
            raise UserError(say("There is no event {event!s}.", event=shown(event)))

    def _write_note(self, note: Note) -> None:
        self._file.write(note)
        self._notebook.take(note)
        for callback in tuple(self._listeners):
            callback(Change("note", self.journal.head))

    # ---- settings, on the record ----------------------------------------------------------------

    def set_mode(self, mode: Mode, *, author: str = "") -> None:
        """Enforce the rules, or let an umpire rule. An outcome still pending stands in play."""
        self._set(Setting(name="mode", value=mode, author=author))
        while (ask := self.ask) and ask.who == UMPIRE and self.mode == "play" and not self.failed:
            self.step()

    def set_player(self, side: str, kind: str, *, author: str = "") -> None:
        """Let ``human``, ``policy``, ``random`` or ``automaton`` play *side* from here on."""
        words_only(side=side)
        rules = self.rules
        chosen = {**self._settings.players, side: kind}
        players = checked_players(chosen, rules.sides, rules.automaton_sides)
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
        words_only(side=side, kind=kind, key=key)
        orders = {**self._settings.orders, f"{side}/{kind}": key}
        if not key:
            orders.pop(f"{side}/{kind}", None)
        self._set(Setting(name="orders", value=orders, author=author))
