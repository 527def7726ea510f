"""A game being played: who must act, one answer at a time, undo, rulings, and the log behind it.

The kernel asks and folds; the session decides who answers: a person, a bot, the dice, a standing
order, or nobody, where an outcome lies outside what the umpire wants to see.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Literal

from msgspec import Struct

from wardesk import paths
from wardesk.closing import Closing
from wardesk.documents.games.gamelog import (
    Header,
    Note,
    NoteKind,
    PostedLetter,
    SettingChange,
)
from wardesk.documents.games.letters import SignedLetter
from wardesk.documents.games.log_writer import save_copy
from wardesk.documents.translate_values import PLAIN, Wording, worded
from wardesk.engine import types
from wardesk.engine.dice import Source
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Illegal, RuleFailed
from wardesk.engine.rules import Rules
from wardesk.engine.standing import ByOrder, decide, via
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
    Record,
    Roll,
    Value,
    replace,
)
from wardesk.errors import UserError, shown
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, TableLook, TurnMoment
from wardesk.model.rulebook import Rulebook
from wardesk.model.standing import (
    AS_PROPOSED,
    DICE,
    TableOrder,
    figure_words,
    moment_in,
    order_words,
)
from wardesk.players.search.thought import Thought
from wardesk.services.faults import fault_report
from wardesk.services.play import tables
from wardesk.services.play.autopilot import RepeatedAnswer, Waiting, dice_by
from wardesk.services.play.history import (
    Branch,
    answered_meanwhile,
    in_a_deed,
    in_order,
    is_ordered,
    last_deed,
    passage,
)
from wardesk.services.play.lesson import AUTHOR, autopilot
from wardesk.services.play.log import GameLogLine, LogBook, describe
from wardesk.services.play.settings import (
    BY_MAIL,
    Clock,
    DiceKind,
    Mode,
    PlaySettings,
    Stops,
    checked_players,
    make_header,
    orders_only,
    read_stops,
    utc_now,
    words_only,
    write_stops,
)
from wardesk.services.play.stored_game import GameRecord, opened
from wardesk.services.play.tables import Loader, PlayTable, TableInfo
from wardesk.services.play.thinking import Thinker
from wardesk.words import encode, join, say

__all__ = ["Change", "Clock", "Listener", "PlaySession", "utc_now"]


ChangeKind = Literal["event", "head", "setting", "note", "failed"]


class Change(Struct, frozen=True):
    """What happened to a session: an event, a moved head, a setting, a note, a broken rule."""

    kind: ChangeKind
    event: int
    """The event at the head afterwards."""


Listener = Callable[[Change], None]


class Listeners:
    """Whoever wants to hear of changes, in the order in which they came."""

    def __init__(self) -> None:
        self._callbacks: list[Listener] = []

    def add(self, callback: Listener) -> Callable[[], None]:
        """Call *callback* after every change; the returned function ends that."""
        self._callbacks.append(callback)

        def stop() -> None:
            with contextlib.suppress(ValueError):
                self._callbacks.remove(callback)

        return stop

    def tell(self, kind: ChangeKind, event: int) -> None:
        """Tell everybody; who leaves or comes meanwhile does not disturb the others."""
        for callback in tuple(self._callbacks):
            callback(Change(kind, event))

    def clear(self) -> None:
        """Nobody listens any more."""
        self._callbacks.clear()


class PlaySession(Closing):
    """One game, in memory and on the disk. Make it with `new` or `open`; `close` it when done."""

    def __init__(self, table: PlayTable, record: GameRecord, clock: Clock) -> None:
        """Used by `new` and `open`."""
        self.table = table
        self.rules: Rules[Any, Any] = table.rules
        self.info: TableInfo = table.info
        self.header: Header = record.file.header
        self.notices: tuple[str, ...] = record.file.notices
        """Sentences to show once after opening: a torn line was dropped, the rules have changed."""
        self.failed = ""
        """What broke, as a sentence, until something is changed; empty when all is well."""
        self.report: Path | None = None
        """The report about it."""
        self.saved_as: Path | None = None
        self.clinic = False
        """Whether it is a position to ask about (`services.play.clinic`), and no game."""
        self._clock = clock
        self._listeners = Listeners()
        self._proposed = (-1, -1)
        """The events before and after what was done as proposed last."""
        self._record = record
        self.journal: Journal[Any, Any] = record.journal
        self.post = record.post
        """The letters of a game by mail; None of any other."""
        lesson = table.lesson if self.post is None else None
        self._autopilot, self.guide = autopilot(self.journal, self.header.seed, lesson)
        self._autopilot.dealer = self.post
        self.words = PLAIN
        """The language of whatever is shown; facts stay in English."""
        self.thinker = Thinker(
            self.rules, self.info.scenario, self.header.options, self.header.seed
        )
        """Where `think` is done."""

    # ---- looking --------------------------------------------------------------------------------

    def speak(self, words: Wording) -> None:
        """Show everything in another language from here on."""
        self.words = words
        for kept in ("board", "rulebook", "_names", "_log"):
            vars(self).pop(kept, None)

    @property
    def path(self) -> Path | None:
        """The working log; None for a game in memory."""
        return self._record.file.path

    @property
    def state(self) -> GameState[Any, Any]:
        """The state at the head, everything visible."""
        return self.journal.state()

    @property
    def ask(self) -> Decision | None:
        """The pending question; None when the game is over."""
        return self.state.ask

    @property
    def settings(self) -> PlaySettings:
        """How it is played, at the head."""
        return self._record.settings

    @property
    def mode(self) -> Mode:
        """Whether rules are enforced or an umpire rules."""
        return self._record.settings.mode

    @property
    def players(self) -> Mapping[str, str]:
        """Who plays each side: ``human`` or a kind of program."""
        return dict(self._record.settings.players)

    @property
    def dice(self) -> DiceKind:
        """Where dice come from."""
        return self._record.settings.dice

    @property
    def stop_filter(self) -> Stops:
        """Which outcomes the umpire wants to see."""
        return self._record.settings.stops

    @property
    def orders(self) -> tuple[TableOrder, ...]:
        """The standing orders of all sides."""
        return self._record.settings.orders

    def orders_of(self, side: str) -> tuple[TableOrder, ...]:
        """The standing orders of one side."""
        return tuple(order for order in self.orders if order.side == side)

    @property
    def waiting(self) -> Waiting:
        """Who must act now. ``dice`` and ``umpire`` may act by themselves: see `automatic`."""
        return self._autopilot.waiting(self.ask, self._record.settings)

    @property
    def automatic(self) -> bool:
        """Whether `step` would answer the pending question."""
        return not self.failed and self._autopilot.automatic(self.ask, self._record.settings)

    @property
    def by_order(self) -> bool:
        """Whether a standing order would answer the pending question."""
        ask = self.ask
        if ask is None or self.failed or self.guided or self.waiting != "person":
            return False
        return self._autopilot.by_order(ask, self._record.settings) is not None

    def is_ordered(self, view: GameState[Any, Any]) -> bool:
        """Whether a standing order would answer the question of *view*, which is not put yet."""
        if self.mode != "play" or self.guided or view.ask is None:
            return False
        orders = tuple(order for order in self.orders if order.stands)
        return bool(orders) and decide(self.rules, view, orders) is not None

    def rolls_by_order(self, side: str) -> bool:
        """Whether a standing order of *side* lets its dice fall by themselves."""
        return any(DICE in order.when and order.stands for order in self.orders_of(side))

    @property
    def guided(self) -> bool:
        """Whether a lesson says now what may be answered."""
        return self.guide is not None and self.mode == "play" and not self.guide.over

    def look(self, at: int | None = None, side: str = "") -> TableLook:
        """Everything on the table after event *at* (the head), as *side* sees it (all if empty)."""
        state = self.journal.state(at)
        return worded(self.rules.showing.look(self._seen(state, side)), self.words)

    def seen_by(self, side: str = "") -> GameState[Any, Any]:
        """The state as *side* may see it, all of it if empty."""
        return self._seen(self.state, side)

    def _seen(self, state: GameState[Any, Any], side: str) -> GameState[Any, Any]:
        return self.rules.view(state, side) if side else state

    def case(self, answer: Answer | None = None, side: str = "") -> CaseLook | None:
        """What the pending roll or outcome rests on; with *answer*, the roll it would lead to."""
        return worded(self.rules.showing.case(self.seen_by(side), answer), self.words)

    @cached_property
    def board(self) -> Board:
        """The board with the names of its places in the language of the session."""
        return worded(self.rules.board, self.words)

    def rule(self, cite: str) -> str:
        """A rule's title and summary in the language of the session; empty when unknown."""
        return self.rulebook.summary(cite)

    @cached_property
    def rulebook(self) -> Rulebook:
        """All rules and topics of the game in the language of the session."""
        return worded(self.rules.rulebook, self.words)

    def log_lines(self) -> tuple[GameLogLine, ...]:
        """Everything that happened, in the order it was recorded, undone branches included."""
        return self._log.lines(self._record.file.records, self.journal.head, self.journal.line)

    @cached_property
    def _log(self) -> LogBook:
        # Rules that hide anything say so by a view of their own.
        pieces = self.rules.open_pieces or type(self.rules).view is Rules.view
        return LogBook(
            self.words,
            self._names,
            pieces=pieces,
            moment=self._moment,
            moments=self.rules.showing.moments_for_orders,
        )

    def _moment(self, event: Event[Any, Any]) -> TurnMoment:
        """When the question stood that *event* answered."""
        before = event.parent if event.parent in self.journal.events else event.id
        return self.rules.showing.moment(self.journal.state(before))

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of cells and sides, by id."""
        names = {cell.id: cell.name or cell.id for cell in self.rules.board.cells.values()}
        return names | {side.id: side.name for side in self.rules.showing.look(self.state).sides}

    def bot_answer(self, side: str, kind: str = "") -> Answer:
        """What a bot would answer for *side* now: the one that plays it, or one of *kind*.

        RuleFailed when the bot breaks; UserError when there is no such *kind*.
        """
        return self._autopilot.answer_for(side, kind, self._record.settings)

    def considers(self, side: str, kind: str) -> bool:
        """Whether a bot of *kind* looks ahead at the pending question, or answers at once."""
        return self._autopilot.considers(side, kind)

    def think(self, side: str, kind: str) -> Thought:
        """What a player of level *kind* thinks of the pending question of *side*; takes its time.

        Meant for a thread of its own. Raises `Cancelled` after ``thinker.cancel()``.
        """
        return self._autopilot.think(self.thinker, side, kind)

    def thought_of(self, event: Event[Any, Any]) -> Thought | None:
        """What led to the answer of *event*, where a level of play gave it in this sitting."""
        found = self._autopilot.thoughts.get((event.parent, event.author))
        return found if found is not None and found.answer == event.answer else None

    def answer_words(self, asked: Decision | None, answer: Answer) -> str:
        """An answer in a few words: pieces under their own names, of a way only its goal."""
        state = self.state
        counters = self.rules.showing.look(state).counters
        pieces = {one.piece: one.title or one.piece for one in counters}
        own = {name: getattr(piece, "name", "") for name, piece in state.pieces.items()}
        pieces |= {name: words for name, words in own.items() if words}
        if isinstance(answer, types.Path):
            answer = types.Path(answer.pieces, answer.cells[-1:])
        return self.words.text(describe(asked, answer, self._names | pieces))

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
        letter: SignedLetter | None = None,
    ) -> PlaySession:
        """Set a scenario up and start its log.

        *players* names ``human`` or a kind of program per side (`players.bots.KINDS`); a side not
        named is human. An option that a kind of player brings (solitaire) is set with it.
        *origin* says which campaign the game is part of. A game by mail begins with a *letter* (see
        `services.play.mail`). The working log lies at *path*, else in the user folder;
        ``keep=False`` plays in memory only, until `save_as`. Raises UserError for anything a person
        can put right.
        """
        table, options = tables.seated(loader or tables.load_table, scenario, options, players)
        if letter is None and (dice == "shared" or BY_MAIL in (players or {}).values()):
            raise UserError("A game by mail needs a letter.", "Begin one with: wardesk mail new")
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
        posted = PostedLetter(data=letter.data, event=0) if letter is not None else None
        record = GameRecord.begun(table.rules, header, path, now, keep=keep, letter=posted)
        return cls(table, record, clock)

    @classmethod
    def open(
        cls, path: Path, *, keep: bool = True, clock: Clock = utc_now, loader: Loader | None = None
    ) -> PlaySession:
        """Open a game where it was left, settings included. Runs no rules.

        A plain log is locked and gone on with; a saved copy gets a working log of its own.
        ``keep=False`` only looks: nothing is locked or written. Raises UserError.
        """
        return cls(*opened(path, loader or tables.load_table, clock(), keep=keep), clock)

    def close(self) -> None:
        """Let go of the log. Closing twice is allowed; the game stays on the disk."""
        self.thinker.close()
        self._record.file.close()
        self._listeners.clear()

    def save_as(self, path: Path) -> None:
        """Put a packed copy of the whole game at *path*; the working log goes on as before.

        UserError when it cannot be written; an older file there stands then.
        """
        self.snapshot(path)
        self.saved_as = path

    def snapshot(self, path: Path) -> None:
        """Put a packed copy at *path* for a worker to read. UserError when it cannot be written."""
        save_copy(path, self.header, self._record.file.whole())

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Call *callback* after every change; the returned function ends that."""
        return self._listeners.add(callback)

    # ---- answering ------------------------------------------------------------------------------

    def answer(
        self, answer: Answer, *, author: str = "", reason: str = "", via: str = ""
    ) -> Event[Any, Any]:
        """A person's answer to the pending question, typed dice and rulings included.

        *via* marks it as one of several that belong to an order.

        `Illegal` with every reason when it is refused; UserError when it could not be stored or a
        rule broke. Whatever is raised, the last event stands.
        """
        words_only(author=author, reason=reason)
        ask = self.ask
        if self.guided and (found := self.guide and self.guide.against(ask, answer)):
            raise Illegal(found)
        by_chance = ask is not None and ask.who == CHANCE
        if self.post is not None and by_chance:
            raise UserError("Both homes make these dice; they cannot be typed.", "Roll them.")
        if self.post is not None and self.waiting != "person":
            raise UserError("You are not asked now.", "Send your turn, or wait for a letter.")
        author = author or self._record.author(ask)
        return self._give(answer, author, reason, "typed" if by_chance else "none", via=via)

    def repeat(self, answer: Choose) -> Event[Any, Any]:
        """Give *answer*, and again whenever the same is asked, until something happens.

        Raises as `answer`; UserError too where nothing is repeated: by mail, or with an umpire.
        """
        ask = self.ask
        if ask is None or not self.may_repeat:
            raise UserError("This cannot be answered again by itself.", "Answer it each time.")
        again = RepeatedAnswer(ask.who, ask.kind, answer, self.journal.head)
        return self._give(answer, self._record.author(ask), "", "none", again, again.via)

    @property
    def may_repeat(self) -> bool:
        """Whether an answer to the pending question could be given again by itself."""
        free = self.post is None and not self.guided
        return free and self.mode == "play" and self.waiting == "person"

    @property
    def repeated(self) -> RepeatedAnswer | None:
        """What a person lets be answered again until something happens; None for nothing."""
        return self._autopilot.repeated

    def carry(self, deed: Sequence[Answer], asked: Sequence[Decision], via: str = "") -> int:
        """Give the answers of a *deed* one after the other, each to the question it is meant for.

        They are one order, or part of the one that *via* names.

        Something may come in between: it ends where another question is *asked*, and gives the
        number of answers that were given. Raises as `answer`.
        """
        via = via or (in_order("order", self.journal.head) if deed[1:] else "")
        for number, (answer, meant) in enumerate(zip(deed, asked, strict=True)):
            now = self.ask
            if now is None or (now.who, now.kind) != (meant.who, meant.kind):
                return number
            self.answer(answer, via=via)
        return len(deed)

    def propose_rest(self) -> int:
        """Let the script give the answers as long as the pending question is asked; how many.

        Seeded dice that an answer leads to fall in between, and programs answer the same for their
        side. It ends nothing: what ends a phase is left to people. One `undo` takes it all back.
        UserError where nothing is proposed or an answer could not be stored.
        """
        asked, showing = self.ask, self.rules.showing
        if asked is None or asked.kind not in showing.proposes or self.waiting != "person":
            raise UserError("Nothing more is proposed here.")
        start, rng = self.journal.head, Random(f"{self.header.seed}/{self.journal.head}")
        given, row = 0, asked.kind.partition("-")[0]
        with self._telling_faults("Undo the last step, or edit the table by hand."):
            try:
                while ask := self.ask:
                    of_row = ask.kind in showing.proposes and ask.kind.startswith(row)
                    others = ask.who in (CHANCE, UMPIRE) or (of_row and ask.who != asked.who)
                    if given and others:
                        planned = self._autopilot.plan(ask, self._record.settings)
                        if planned is None:
                            break
                        self._record.answer_unasked(planned)
                        continue
                    if not of_row or ask.who != asked.who:
                        break
                    answer = self.rules.thinking.policy(self.seen_by(ask.who), rng)
                    if isinstance(answer, Choose) and f"{ask.kind}/{answer.key}" in showing.endings:
                        break
                    author = self._record.author(ask)
                    self._record.answer(answer, author, "", "none", AS_PROPOSED)
                    given += 1
            finally:
                if given:  # what was stored before a trouble is there, and is shown
                    self._proposed = (start, self.journal.head)
                    self._after("event")
        if not given:
            raise UserError("Nothing more is proposed here.")
        return given

    def roll(
        self,
        factors: tuple[Factor, ...] | None = None,
        inputs: Record | None = None,
        *,
        author: str = "",
        reason: str = "",
    ) -> Event[Any, Any]:
        """Let the seeded dice answer the pending roll.

        An umpire may say that other *factors* count, or that it rests on other *inputs*.
        UserError when no roll is pending.
        """
        words_only(author=author, reason=reason)
        ask = self.ask
        if ask is None or ask.who != CHANCE:
            raise UserError("No roll is due now.")
        roll = self._autopilot.roll(ask)
        if factors is not None or inputs:
            self._only_at_one_table()
        if factors is not None:
            roll = replace(roll, factors=factors)
        if inputs:
            roll = replace(roll, inputs=inputs)
        return self._give(roll, author or self._record.author(ask), reason, self._autopilot.source)

    def adjudicate(
        self, answer: Answer | None, outcome: Record | None, *, author: str, reason: str
    ) -> Event[Any, Any]:
        """Give *answer*, let the dice fall, and put *outcome* in place of the proposed one.

        It is rehearsed first, so whatever is raised (see `Game.adjudicate`), head and dice are as
        before.
        """
        words_only(author=author, reason=reason)
        self._only_at_one_table()
        with self._telling_faults("Rule otherwise, or edit the table by hand."):
            planned = self._record.rehearsed(answer, outcome, author=author, reason=reason)
        for each in planned:
            self._give(each, author, "" if isinstance(each, Roll) else reason, dice_by(each))
        return self.journal.event

    def skip_beat(self) -> None:
        """Let the program do what the lesson waits for; nothing where none does."""
        if self.guided and self.ask is not None:
            answer = self.bot_answer(self.ask.who)
            self._give(answer, AUTHOR, "", dice_by(answer))

    def step(self) -> Event[Any, Any] | None:
        """Give exactly one answer that needs nobody; None when a person is needed or it is over.

        UserError when the answer could not be stored.
        """
        ask = self.ask
        if ask is None or self.failed:
            return None
        try:
            planned = self._autopilot.plan(ask, self._record.settings)
            if planned is None:
                return None
            event = self._record.answer_unasked(planned)
        except RuleFailed as error:
            self._fail(error)
            return None
        self._after("event")
        return event

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
        self._only_at_one_table()
        if not isinstance(effects, Iterable):
            raise UserError(
                say("{effects!s} is no list of edits.", effects=shown(effects)),
                "Give a list of effects.",
            )
        with self._telling_faults("Undo the last step, or edit something else."):
            event = self.journal.edit(
                effects, umpire=self._record.is_umpired, author=author, reason=reason
            )
        self._after("event")
        return event

    # ---- going back and forth -------------------------------------------------------------------

    def undo(self, reason: str = "", to: int | None = None, *, author: str = "") -> int:
        """Go back to *to*, or to before the last deed of a person. Nothing is deleted.

        Where two people play, going back over dice needs a *reason*; alone or as an umpire it is
        recorded as a rewind. UserError when there is nothing to undo or a reason is missing.
        """
        words_only(author=author, reason=reason)
        if to is not None:
            self._record.require(to)
        start, end = self._proposed
        if to is None and self.journal.head == end:
            to = start
        if to is None:
            to = answered_meanwhile(self.journal, last_deed(self.journal, self._needs_nobody))
        target = to
        if self.post is not None:
            self.post.hold_back(target)
        reason = passage(self.journal, target, reason, self._record.settings)
        self._suspend_at(target)
        self.journal.undo(target, author=author, reason=reason)
        self._after("head")
        return target

    def take_back_order(self, side: str, reason: str = "", *, author: str = "") -> int:
        """Go back to the last question that a standing order answered for *side*, and ask it.

        The order is suspended until somebody says that it stands again. UserError where none was.
        """
        event = self.last_ordered(side)
        if event is None:
            raise UserError("No standing order has answered anything.")
        return self.undo(reason, to=event.parent, author=author)

    def last_ordered(self, side: str) -> Event[Any, Any] | None:
        """The last event on the way to the head that a standing order answered for *side*."""
        line = reversed(self.journal.line())
        return next((e for e in line if is_ordered(e) and e.asked and e.asked.who == side), None)

    def order_behind(self, event: Event[Any, Any]) -> ByOrder | None:
        """The standing order that gave the answer of *event*, and what it was weighed by then."""
        if event.asked is None or not event.via:
            return None
        at, stood = event.id, ()
        for number, orders in self._record.orders():
            if number < at:
                stood = orders
        order = next((o for o in stood if o.side == event.asked.who and via(o) == event.via), None)
        if order is None:
            return None
        view = self._seen(self.journal.state(event.parent), event.asked.who)
        found = decide(self.rules, view, (order,), event.via)
        known = found is not None and found.answer == event.answer
        return found if known else ByOrder(order, Choose(""), {})

    def told_answer(self, event: Event[Any, Any]) -> str:
        """What an order did, in a few words: "Somua 1: fire"."""
        if event.asked is None or event.answer is None:
            return ""
        said, found = self.answer_words(event.asked, event.answer), self.order_behind(event)
        if found is None or isinstance(event.answer, Choose):
            return said
        view = self._seen(self.journal.state(event.parent), event.asked.who)
        named = getattr(event.answer, "pieces", ())[:1]
        units = (one.title for one in self.rules.showing.candidates(view) if one.piece in named)
        said = next(units, said)
        moment = moment_in(self.rules.showing.moments_for_orders, found.order)
        does = dict(moment.does).get(found.order.do, "") if moment else ""
        return self.words.text(join(": ", [words for words in (said, does) if words]))

    def told_order(self, event: Event[Any, Any]) -> str | None:
        """Which standing order gave the answer of *event*, and why, as a sentence; None if none."""
        found = self.order_behind(event)
        if found is None:
            return None
        moment = moment_in(self.rules.showing.moments_for_orders, found.order)
        told = say("By standing order {n}: {order}", n=found.order.id,
                   order=order_words(found.order, moment))  # fmt: skip
        measure = found.order.only_if[0].measure if found.order.only_if else None
        value = found.found.get(measure) if measure else None
        if measure is None or value is None:
            return told
        return say("{told}; it was {figure}", told=told, figure=figure_words(measure, value))

    def _suspend_at(self, target: int) -> None:
        """Whoever goes back to what an order answered wants to be asked."""
        after = next((e for e in self.journal.line() if e.parent == target), None)
        theirs = self.post is not None and after is not None and not self._is_own(after)
        if after is not None and after.asked is not None and after.via and not theirs:
            side, by = after.asked.who, after.via
            self._suspend(lambda order: order.side == side and via(order) == by)

    def _is_own(self, event: Event[Any, Any]) -> bool:
        """Whether *event* answers a question to the side that is played here by mail."""
        mine = self.post.side if self.post is not None else ""
        return event.asked is not None and event.asked.who == mine

    def can_undo(self) -> bool:
        """Whether there is anything behind the head that may be taken back."""
        floor = self.journal.root if self.post is None else self.post.floor
        head = self.journal.head
        return head != floor and not (self.clinic and self.journal.events[head].parent == floor)

    def redo(self, *, author: str = "") -> int:
        """Go forward again over a whole deed, to a question for a person or the branch's end."""
        if not self.can_redo():
            raise UserError("There is nothing to redo")
        target = self.journal.redo(author=author)
        while self.journal.can_redo() and (
            self._autopilot.automatic(self.ask, self._record.settings)
            or in_a_deed(self.journal, target)
            or self._in_one_order(target)
            or self._proposed[0] < target < self._proposed[1]
        ):
            target = self.journal.redo(author=author)
        self._after("head")
        return target

    def _in_one_order(self, target: int) -> bool:
        """Whether what comes after event *target* belongs to the order that this is part of."""
        via, ahead = self.journal.events[target].via, self.journal.ahead()
        return via.startswith(("order:", "repeat:")) and ahead is not None and ahead.via == via

    def can_redo(self) -> bool:
        """Whether `redo` would find an event."""
        return self.journal.can_redo() and (self.post is None or self.post.is_mine)

    def go(self, event: int, reason: str = "", *, author: str = "") -> None:
        """Move to any event, on another branch too; the same rules as for `undo`."""
        words_only(author=author, reason=reason)
        self._record.require(event)
        if self.post is not None:
            self.post.hold_back(event)
        self.journal.go(
            event, author=author, reason=passage(self.journal, event, reason, self._record.settings)
        )
        self._after("head")

    # ---- notes, on the record -------------------------------------------------------------------

    def notes(self, kind: NoteKind | None = None) -> tuple[Note, ...]:
        """Bookmarks, notes and names of branches that stand, by event; those of one *kind*."""
        return self._record.notes.all(kind)

    def note_on(self, event: int, kind: NoteKind) -> Note | None:
        """The note of one *kind* on *event*."""
        return self._record.notes.on(event, kind)

    def annotate(self, event: int, kind: NoteKind, text: str = "", *, author: str = "") -> None:
        """Write on an event; it takes the place of what stood there. The game is not touched.

        The name of a branch belongs on its first event. UserError when it makes no sense.
        """
        words_only(author=author, text=text)
        if self._record.annotate(event, kind, text, author):
            self._listeners.tell("note", self.journal.head)

    def remove_note(self, event: int, kind: NoteKind, *, author: str = "") -> None:
        """Take a note away, by a later record. UserError when there is none."""
        words_only(author=author, kind=kind)
        self._record.remove_note(event, kind, author)
        self._listeners.tell("note", self.journal.head)

    def branches(self) -> tuple[Branch, ...]:
        """Every branch of the game, the main line first."""
        return self._record.branches()

    # ---- settings, on the record ----------------------------------------------------------------

    def set_mode(self, mode: Mode, *, author: str = "") -> None:
        """Enforce the rules, or let an umpire rule. An outcome still pending stands in play."""
        self._only_at_one_table()
        self._set(SettingChange(name="mode", value=mode, author=author))
        while (ask := self.ask) and ask.who == UMPIRE and self.mode == "play" and not self.failed:
            self.step()

    def set_player(self, side: str, kind: str, *, author: str = "") -> None:
        """Let ``human`` or a kind of program play *side* from here on."""
        words_only(side=side)
        self._only_at_one_table(kind)
        rules = self.rules
        chosen = {**self._record.settings.players, side: kind}
        players = checked_players(chosen, rules.sides, rules.thinking.automaton_sides)
        self._set(SettingChange(name="players", value=players, author=author))

    def set_stop_filter(self, stops: Stops, *, author: str = "") -> None:
        """Choose which outcomes the umpire sees: ``all``, ``changes``, ``none``, or kinds."""
        value = write_stops(read_stops(stops))
        self._set(SettingChange(name="stops", value=value, author=author))

    def set_dice(self, dice: DiceKind, *, author: str = "") -> None:
        """Let the seed roll, or type the dice of a real table."""
        self._only_at_one_table()
        self._set(SettingChange(name="dice", value=dice, author=author))

    def set_orders(self, side: str, orders: Sequence[TableOrder], *, author: str = "") -> None:
        """Give *side* these standing orders in place of those it has.

        What has no number yet gets the next one: numbers of the record are never used again.
        UserError where one cannot be kept.
        """
        words_only(side=side)
        self._only_own_orders(side)
        kept = (o for _, all_ in self._record.orders() for o in all_)
        fresh = max((o.id for o in kept if o.side == side), default=0)
        given = list[TableOrder]()
        for order in orders_only(orders):
            fresh += not order.id
            given.append(replace(order, side=side, id=order.id or fresh))
        others = tuple(order for order in self.orders if order.side != side)
        self._set(SettingChange(name="orders", value=(*others, *given), author=author))

    def suspend_orders(self, side: str, *, suspended: bool = True, author: str = "") -> None:
        """Let no standing order of *side* answer, or all of them again."""
        self._only_own_orders(side)
        self._suspend(lambda order: order.side == side, suspended=suspended, author=author)

    def _suspend(
        self, which: Callable[[TableOrder], bool], *, suspended: bool = True, author: str = ""
    ) -> None:
        value = tuple(replace(o, suspended=suspended) if which(o) else o for o in self.orders)
        self._set(SettingChange(name="orders", value=value, author=author))

    def _only_own_orders(self, side: str) -> None:
        """UserError by mail, but for the own side while a letter can take the orders along."""
        if self.post is not None and not (self.post.is_mine and side == self.post.side):
            raise UserError(
                "Standing orders go with your letter: for your own side, before you send it."
            )

    def _only_at_one_table(self, player: str = "") -> None:
        """UserError for what cannot be done in a game by mail, or makes no game one."""
        if self.post is not None:
            self.post.refuse()
        if player == BY_MAIL:
            raise UserError(
                "A game goes by mail from its beginning.", "Begin one with: wardesk mail new"
            )

    # ---- by mail --------------------------------------------------------------------------------

    def send(self, *, name: str = "", says: str = "") -> SignedLetter:
        """Write the letter of this turn and store it. UserError while the turn can go on.

        What stands in it cannot be taken back.
        """
        self.finish_turn()
        letter = self._record.send(name=name, says=says)
        self._after("setting")
        return letter

    def finish_turn(self) -> None:
        """Let all happen that needs nobody. UserError unless the turn can be sent then."""
        if self.post is None or not self.post.is_mine:
            raise UserError("There is nothing to send now.")
        self.run()
        if self.waiting not in ("mail", "over") or self.failed:
            raise UserError(
                "Your turn is not done: you are asked something.", "Answer it, then send."
            )

    def take(self, letter: SignedLetter) -> None:
        """Take in the letter that is due. UserError for any other; nothing is lost then."""
        if self.post is None:
            raise UserError("This game does not go by mail.")
        with self._telling_faults("Send the report to whoever wrote these rules."):
            self._record.take(letter)
        self._after("event")

    # ---- within ---------------------------------------------------------------------------------

    def _set(self, setting: SettingChange) -> None:
        if self._record.set(setting):
            self._after("setting")

    def _after(self, kind: ChangeKind) -> None:
        if kind != "failed":
            self.failed, self.report = "", None
        if kind in ("head", "setting", "failed"):
            self._autopilot.repeated = None
        self._listeners.tell(kind, self.journal.head)

    def _give(
        self, answer: Answer, author: str, reason: str, dice_by: Source,
        again: RepeatedAnswer | None = None, via: str = "",
    ) -> Event[Any, Any]:  # fmt: skip
        """A person's answer; *again* is what to repeat from now on. As `answer` raises."""
        said, asked = self._autopilot.repeated, self.ask
        with self._telling_faults("Undo the last step, or edit the table by hand."):
            event = self._record.answer(answer, author, reason, dice_by, via)
        if again or (said and asked and asked.who == said.who):
            self._autopilot.repeated = again
        self._after("event")
        return event

    @contextmanager
    def _telling_faults(self, advice: str) -> Iterator[None]:
        """A rule that breaks is written down, and a person reads a UserError with *advice*."""
        try:
            yield
        except RuleFailed as error:
            self._fail(error)
            raise UserError(self.failed, advice) from error

    def _fail(self, error: RuleFailed) -> None:
        altered = self._record.is_altered()
        self.report = (
            None if altered else write_report(error, self.header, self.state, self._clock())
        )
        self.failed = ALTERED if altered else failure_text(error, self.report)
        self._after("failed")

    def _needs_nobody(self, event: int) -> bool:
        ask = self.journal.state(event).ask
        return self._autopilot.automatic(ask, self._record.settings, event)


# ---- failures ------------------------------------------------------------------------------------


ALTERED = say(
    "The rules would not ask here what this game asks, so nothing changed. "
    "Somebody altered the file, or it comes from other rules."
)


def failure_text(error: BaseException, report: Path | None) -> str:
    """What broke and where the report is, if there is one."""
    told = say("A rule failed and nothing changed: {error}.", error=error)
    return say("{told} A report is in {place!s}.", told=told, place=report) if report else told


def write_report(
    error: BaseException, header: Header, state: GameState[Any, Any], now: datetime
) -> Path | None:
    """Write what we need to find the fault; None when the user folder cannot be written."""
    digest = sha256(encode(state, "sorted")).hexdigest()
    asked = state.ask.prompt if state.ask else "nothing"
    lines = (
        f"Game {header.game}, scenario {header.scenario}, seed {header.seed}",
        f"Options {header.options}, rules {header.rules or '-'}, board {header.board or '-'}",
        f"After event {state.seq}, asked: {asked}",
        f"State {digest}",
        f"Procedures {[f'{type(f).__name__}.{f.step}' for f in state.stack]}",
    )
    try:
        folder = paths.user_data() / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{now:%Y%m%d-%H%M%S}-{header.game}-{state.seq}-{digest[:8]}.txt"
        path.write_text(fault_report(error, now, *lines), encoding="utf-8")
    except OSError:
        return None  # the failure itself is what the person must hear of, not this one
    return path
