"""Deeds in words: one sentence for each, and the lines of a slip with its chances."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from wardesk.engine.deeds import Deed
from wardesk.engine.forecast import Forecast, ForecastWindow, GroupPart, Tried, forecast
from wardesk.engine.types import Cells, Choose, Path, Pieces, Reason
from wardesk.model.look import CandidateLook, CaseLook, CounterLook, OddsLine, TableLook
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.interactions import reason_text
from wardesk.ui.table.order_slip import MOST_ROWS, Slip, SlipKey, SlipRow
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.odds_bar import percent
from wardesk.words import tr

NUMBERS = "①②③④"
"""The chances of the enemy on a way, in their order; one after the other on the board too."""
_NAMED = 2
"""Pieces that are named in a line; of more it tells how many."""
_REASONS = 2
"""Reasons for which some of a group stay that are told."""
_RESULTS = 2
"""Results of the dice that stand in a menu, the best ones."""
_PAUSE, _SLICE, _WHOLE = 60, 0.1, 0.3
"""Milliseconds until a deed is tried, and the seconds of a part and of all of it."""


class DeedLine(NamedTuple):
    """One deed in a menu or on a button: what is done, and what it costs or comes to."""

    verb: str
    told: str


def listed(names: Sequence[str], most: int = 3) -> str:
    """Names as a sentence says them: "A, B and C"; of too many how many more there are."""
    if len(names) > most:
        return tr("{0} and {1} more").format(", ".join(names[: most - 1]), len(names) - most + 1)
    if len(names) < 2:
        return "".join(names)
    return tr("{0} and {1}").format(", ".join(names[:-1]), names[-1])


class DeedWords:
    """Says what deeds are, cost and come to, in the language of the session."""

    def __init__(self, session: PlaySession, shown: Callable[[], TableLook]) -> None:
        """*shown* gives the look whose counters are named."""
        self._session, self._shown = session, shown
        self._look: TableLook | None = None
        self._looks: dict[str, CounterLook] = {}
        self._titles: Counter[str] = Counter()
        self._told: dict[object, Forecast] = {}

    def forget(self) -> None:
        """Another position is shown."""
        self._told.clear()

    def name(self, piece: str, *, short: bool = False) -> str:
        """What a piece is called: its title, and what tells it from others with the same one.

        *short*: only the latter.
        """
        look = self._counter(piece)
        if look is None:
            return piece
        if self._titles[look.title] < 2 or not look.subtitle:
            return look.title or piece
        return look.subtitle if short else f"{look.title} {look.subtitle}"

    def _counter(self, piece: str) -> CounterLook | None:
        look = self._shown()
        if look is not self._look:
            self._look, self._looks = look, {one.piece: one for one in look.counters}
            self._titles = Counter(one.title for one in look.counters)
        return self._looks.get(piece)

    def place(self, cell: str) -> str:
        """What a cell is called."""
        found = self._session.board.cells.get(cell)
        return (found.name or found.id) if found is not None else cell

    def forecast(self, deed: Deed) -> Forecast:
        """What is known of a deed at once; worked out once."""
        key = (deed.before.seq, repr(deed.before.stack), deed.answers)  # frames may hold dicts
        if key not in self._told:
            if len(self._told) > 200:
                self._told.clear()
            self._told[key] = forecast(self._session.rules, deed)
        return self._told[key]

    # ---- one sentence ---------------------------------------------------------------------------

    def sentence(self, deed: Deed, who: Sequence[str] = ()) -> str:
        """The deed as one sentence; *who* does it where that are more than it names itself."""
        last = deed.answers[-1]
        doers = listed([self.name(piece) for piece in who or deed.goers])
        if isinstance(last, Path):
            place = self.place(last.cells[-1])
            if self._announces(deed):
                return tr("{0} against {1}").format(doers, place)
            if deed.before.pieces[last.pieces[0]].at == last.cells[-1]:
                return self._at(self.verb(deed), doers, place)
            form = tr("{0} into {1}") if self._is_enemy_at(deed) else tr("{0} to {1}")
            return form.format(doers, place)
        verb = self.verb(deed)
        if isinstance(last, Pieces):
            return self._at(verb, doers, listed([self.name(piece) for piece in last.pieces]))
        if isinstance(last, Cells):
            return self._at(verb, doers, listed([self.place(cell) for cell in last.cells]))
        return f"{verb}: {doers}" if doers and doers not in verb else verb

    @staticmethod
    def _at(verb: str, doers: str, goal: str) -> str:
        if doers and verb.endswith("?"):  # no button says what is done, only the question
            return tr("{0} at {1}").format(doers, goal)
        return tr("{0}: {1} at {2}").format(verb, doers, goal) if doers else f"{verb} {goal}"

    def verb(self, deed: Deed) -> str:
        """The word for what is done, as on a button."""
        last, said = deed.answers[-1], self._session.words.text
        if isinstance(last, Path):
            if self._announces(deed):
                return tr("Assign")
            if self._is_enemy_at(deed):
                return tr("Attack")
            question = self._session.rules.question(deed.before)
            return said(question.verb) if question and question.verb else tr("March")
        labels = [label for label, kind in self._pressed(deed) if not kind]
        return labels[-1] if labels else said(deed.asked[-1].prompt)

    def _announces(self, deed: Deed) -> bool:
        question = self._session.rules.question(deed.before)
        return question is not None and question.announces()

    def _is_enemy_at(self, deed: Deed) -> bool:
        last, side = deed.answers[-1], deed.asked[-1].who
        goal = last.cells[-1] if isinstance(last, Path) else ""
        pieces = deed.before.pieces.values()
        return any(piece.at == goal and piece.side != side for piece in pieces)

    def _pressed(self, deed: Deed) -> list[tuple[str, str]]:
        """The buttons on the way, and whether each only ends or pays something before."""
        showing, said = self._session.rules.showing, self._session.words.text
        kinds = dict.fromkeys(showing.unit_endings | showing.declines, "ends")
        kinds |= dict.fromkeys(showing.payments, "pays")
        found: list[tuple[str, str]] = []
        for answer, asked in zip(deed.answers, deed.asked, strict=True):
            if isinstance(answer, Choose) and answer.key not in deed.before.pieces:
                label = next(c.label for c in asked.choices if c.key == answer.key)
                found.append((said(label), kinds.get(f"{asked.kind}/{answer.key}", "")))
        return found

    def does_more(self, deed: Deed) -> bool:
        """Whether a button on the way says what is done, and not only ends or pays something."""
        return any(not kind for _, kind in self._pressed(deed))

    def line(self, deed: Deed) -> DeedLine:
        """What a menu says of a deed."""
        told, said = self.forecast(deed), self._session.words.text
        costs = [said(reason.text) for reason in told.notes]
        odds = [line for line in told.case.odds if line.ways] if told.case is not None else []
        results = [f"{percent(o.ways, o.of)} {said(o.label)}" for o in odds[:_RESULTS]]
        return DeedLine(self.sentence(deed), ", ".join(costs + results))

    # ---- the slip -------------------------------------------------------------------------------

    def slip(
        self,
        deeds: Sequence[Deed],
        parts: Sequence[GroupPart] = (),
        tried: Sequence[OddsLine] = (),
        by: str = "",
    ) -> Slip:
        """The slip of the first of *deeds*; *parts* is what each of a group would do.

        *tried*: how often it came to what, where that was tried out. *by*: the input that does it.
        """
        deed = deeds[0]
        all_of_it = deed
        if self._announces(deed):  # the fight is that of all who are set against it
            able = (part.deed for part in reversed(parts) if part.deed is not None)
            all_of_it = next(able, deed)
        told, said = self.forecast(all_of_it), self._session.words.text
        who = [piece for part in parts if part.deed is not None for piece in part.pieces]
        notes = self._notes(parts) if all_of_it is deed else ()
        notes = notes or [(reason, 1) for reason in told.notes]
        dice = told.case.sum_text if told.case is not None else ""
        rows = self._costs([(one, n) for one, n in notes if one.text != dice])
        rows += self._stays(parts)
        rows += self._windows(told.windows)
        if told.case is not None:
            rows += self._fight(told.case)
        ended = [label for label, kind in self._pressed(deed) if kind == "ends"]
        paid = [label for label, kind in self._pressed(deed) if kind == "pays"]
        if paid:
            rows.append(SlipRow(tr("Pays"), ", ".join(paid), "warn"))
        elif ended:
            rows.append(SlipRow(tr("Before"), ", ".join(ended), "text3"))
        odds = [line for line in told.case.odds if line.ways] if told.case is not None else []
        exact = bool(odds)
        lines = tuple(
            OddsLine(said(one.label), one.ways, one.of, one.tone) for one in (odds or tried)
        )
        keys = [SlipKey(by or tr("Click"), self.verb(deed))]
        keys += [SlipKey(key, self.verb(one)) for key, one in self.letters(deeds).items()]
        keys.append(SlipKey(tr("Esc"), tr("put down")))
        rows = rows[:MOST_ROWS]
        return Slip(self.sentence(deed, who), tuple(rows), lines, bool(lines) and not exact,
                    tuple(keys))  # fmt: skip

    def letters(self, deeds: Sequence[Deed]) -> dict[str, Deed]:
        """The other verbs among *deeds*, each under a letter of its word."""
        found: dict[str, Deed] = {}
        known = {deeds[0].verb} if deeds else set[str]()
        taken = {first(self.verb(deeds[0]))} if deeds else set[str]()
        for deed in deeds:
            if deed.verb in known:
                continue
            known.add(deed.verb)
            word = self.verb(deed)
            letter = next((c for c in word.upper() if c.isalpha() and c not in taken), "")
            if letter:
                taken.add(letter)
                found[letter] = deed
        return found

    def _notes(self, parts: Sequence[GroupPart]) -> list[tuple[Reason, int]]:
        """What all of a group pay and risk, and how many do so."""
        found: dict[tuple[str, str], tuple[Reason, int]] = {}
        for part in parts:
            if part.deed is not None:
                for reason in self._of_question(part.deed):
                    key = (reason.level, self._session.words.text(reason.text))
                    found[key] = (reason, found.get(key, (reason, 0))[1] + len(part.pieces))
        return [*found.values()]

    def _of_question(self, deed: Deed) -> Sequence[Reason]:
        question = self._session.rules.question(deed.before)
        return question.forecast(deed.answers[-1]) if question is not None else ()

    def _stays(self, parts: Sequence[GroupPart]) -> list[SlipRow]:
        """Who of a group does nothing there, and why: all with one reason in one line."""
        found: dict[str, list[str]] = {}
        for part in parts:
            if part.deed is None:
                why = reason_text(part.against[:1], self._session.words)
                found.setdefault(why, []).extend(self.name(piece) for piece in part.pieces)
        told = [f"{listed(names)}: {why}" if why else listed(names)
                for why, names in found.items()]  # fmt: skip
        return [SlipRow(tr("Stays"), one, "warn") for one in told[:_REASONS]]

    def _costs(self, notes: Sequence[tuple[Reason, int]]) -> list[SlipRow]:
        """The cost and the danger of one, or of several that are counted."""
        said = self._session.words.text
        told = [(r.level, f"{n} × {said(r.text)}" if n > 1 else said(r.text)) for r, n in notes]
        costs = [words for level, words in told if level == "note"]
        risks = [words for level, words in told if level == "warning"]
        rows = [SlipRow(tr("Costs"), "; ".join(costs))] if costs else []
        return rows + ([SlipRow(tr("Danger"), "; ".join(risks), "danger")] if risks else [])

    def _windows(self, windows: Sequence[ForecastWindow]) -> list[SlipRow]:
        rows: list[SlipRow] = []
        for number, window in zip(NUMBERS, windows, strict=False):
            label = f"{number} {self.place(window.cell)}" if window.cell else number
            able = [self._able(one) for one in window.able[:_NAMED]]
            if more := len(window.able) - _NAMED:
                able += [tr("{0} more").format(more)] if more > 0 else []
            rows.append(SlipRow(label, ", ".join(able), "danger"))
        return rows

    def _able(self, one: CandidateLook) -> str:
        name = self.name(one.piece, short=True)
        return f"{name} {self._session.words.text(one.figure)}" if one.figure else name

    def _fight(self, case: CaseLook) -> list[SlipRow]:
        """Both sides of a fight, or what the dice have to come to."""
        said = self._session.words.text
        if not case.lines:
            return [SlipRow(tr("Dice"), said(case.sum_text))] if case.sum_text else []
        rows: list[SlipRow] = []
        for tone, label, ink in (("bad", tr("They"), "danger"), ("good", tr("We"), "ok")):
            told = [line for line in case.lines if line.tone == tone]
            alike = Counter(said(line.figure) for line in told)
            names = {said(line.figure): said(line.label).rpartition(": ")[2] for line in told}
            words = [
                f"{figure} {names[figure]}" if n == 1 else f"{n} × {figure}"
                for figure, n in alike.items()
            ]
            if words:
                rows.append(SlipRow(label, "; ".join(words), ink))
        return rows


def first(word: str) -> str:
    """The first letter of a word, as a key."""
    return next((c for c in word.upper() if c.isalpha()), "")


class TriedDeeds(QObject):
    """Tries deeds out in a thread of its own, and tells as the chances come.

    ``came()``: the chances of the deed that was wanted last are known, or better known.
    """

    came = Signal()

    def __init__(self, session: PlaySession, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._known: dict[object, tuple[OddsLine, ...]] = {}
        self._wanted: tuple[object, Deed, str] | None = None
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._task.forget)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self._begin)

    def odds(self, deed: Deed, aim: str) -> tuple[OddsLine, ...]:
        """What is known by now; more will come if anything can."""
        key = (self._session.journal.head, deed.answers, aim)
        if key not in self._known and (self._wanted is None or self._wanted[0] != key):
            self._wanted = key, deed, aim
            self._pause.start()
        return self._known.get(key, ())

    def forget(self) -> None:
        """Nobody points there any more."""
        self._wanted = None
        self._pause.stop()
        self._task.forget()

    def stop(self) -> None:
        """The table is about to go."""
        self.forget()
        self._task.stop()

    def _begin(self) -> None:
        if self._wanted is not None:
            key, deed, aim = self._wanted
            self._go_on(key, Tried(self._session.rules, deed, aim), _WHOLE)

    def _go_on(self, key: object, tried: Tried, left: float) -> None:
        self._task.start(partial(_part, key, tried, left))

    def _done(self, found: tuple[object, Tried, float, bool]) -> None:
        key, tried, left, more = found
        if len(self._known) > 200:
            self._known.clear()
        self._known[key] = tried.odds()
        self.came.emit()
        if more and left > 0 and self._wanted is not None and self._wanted[0] == key:
            self._go_on(key, tried, left)


def _part(key: object, tried: Tried, left: float) -> tuple[object, Tried, float, bool]:
    began = time.monotonic()
    before = sum(tried.found.values())
    able = tried.go_on(lambda: time.monotonic() - began > _SLICE)
    more = able and sum(tried.found.values()) > before
    return key, tried, left - _SLICE, more
