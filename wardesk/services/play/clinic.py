"""The position clinic: a moment laid out on a table of its own, and what may happen there and why.

The table is a game in memory that an umpire may change at will; the game it came from is never
touched. What may be done and what may not is asked of the rules by the same ways as at any table:
deeds, forecasts, cases, candidates and reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as renewed
from math import dist
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.games.gamelog import Header
from wardesk.engine.deeds import Deed, against_aim, deeds, passed_over, reaching
from wardesk.engine.forecast import forecast
from wardesk.engine.kernel import Illegal, RuleFailed, Stamp, advance, begin
from wardesk.engine.legality import check
from wardesk.engine.rules import Rules
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Answer,
    Choose,
    CreatePiece,
    Decision,
    Effect,
    Event,
    GameState,
    Path,
    Pieces,
    Reason,
    RemovePiece,
    SetCup,
    SetMark,
    SetPiece,
    SetResult,
    SetTrack,
)
from wardesk.errors import UserError
from wardesk.model.look import CaseLook, ChartLook, InputLine, OddsLine
from wardesk.model.options import GameOption, OptionChoice
from wardesk.model.rulebook import Rule, Rulebook
from wardesk.services.play.desk import lit_words
from wardesk.services.play.session import PlaySession
from wardesk.services.play.settings import Clock, utc_now
from wardesk.services.play.stored_game import GameRecord, start_file
from wardesk.services.play.tables import PlayTable, load_table
from wardesk.words import Spoken, join, say

MOST_AIMS, MOST_DOERS, MOST_REFUSED = 12, 8, 3
"""Places, the nearest first, and pieces that are asked about where nobody names any; and those
places of which it is told why nothing is done there."""

LAID_OUT = say("Laid out in the position clinic")
"""The reason that stands in the record for what is laid out."""

State = GameState[Any, Any]


# ---- the table ----------------------------------------------------------------------------------


def laid_out(session: PlaySession, at: int | None = None, clock: Clock = utc_now) -> PlaySession:
    """A clinic on a copy of the moment after event *at* (the head) of *session*.

    UserError for a game by mail that is not over: it would show what the other home hides.
    """
    if session.post is not None and session.ask is not None:
        raise UserError("A game by mail can be laid out when it is over.")
    header = replace(
        session.header, mode="adjudicate", dice="typed", players={}, origin={},
        created=f"{clock():%Y-%m-%dT%H:%M:%SZ}",
    )  # fmt: skip
    found = _begun(session.table, header, session.journal.state(at), clock, keep=False)
    found.clinic = True
    return found


def of_scenario(scenario: str, clock: Clock = utc_now) -> PlaySession:
    """A clinic at the beginning of a scenario. UserError where there is none."""
    session = PlaySession.new(
        scenario, seed=0, mode="adjudicate", dice="typed", keep=False, clock=clock
    )
    try:
        return laid_out(session, clock=clock)
    finally:
        session.close()


def played_on(clinic: PlaySession, seed: int, clock: Clock = utc_now) -> PlaySession:
    """A real game that begins at the position of a *clinic*, everybody a person, stored on disk."""
    header = replace(
        clinic.header, mode="play", dice="seeded", seed=seed,
        created=f"{clock():%Y-%m-%dT%H:%M:%SZ}",
    )  # fmt: skip
    return _begun(clinic.table, header, clinic.state, clock, keep=True)


def _begun(
    table: PlayTable, header: Header, state: State, clock: Clock, *, keep: bool
) -> PlaySession:
    """A game that begins at *state*: the set-up of its scenario, and one edit that lays it out."""
    rules = table.rules
    first, start = begin(rules, umpire=header.mode == "adjudicate")
    file = start_file(header, first, rules.event_type, None, clock(), keep=keep)
    file.write(position(start, state, secret=rules.has_secrets))
    # What a lesson says goes with its own beginning.
    return PlaySession(replace(table, lesson=None), GameRecord(rules, file), clock)


def position(start: State, state: State, *, secret: bool) -> Event[Any, Any]:
    """*state* as one edit of the set-up *start*; of a *secret* one no side learns."""
    effects: list[Effect] = [RemovePiece(piece) for piece in start.pieces]
    effects += [CreatePiece(piece) for piece in state.pieces.values()]
    effects += [SetMark(key, None) for key in start.marks if key not in state.marks]
    effects += [SetMark(key, value) for key, value in state.marks.items()]
    effects += [SetTrack(track, value) for track, value in state.tracks.items()]
    effects += [SetCup(cup, items) for cup, items in state.cups.items()]
    if (result := state.result) is not None:
        effects.append(SetResult(result.winner, result.level, result.text, result.cite))
    return Event(
        id=1, parent=0, effects=tuple(effects), stack=state.stack, ask=state.ask,
        author=UMPIRE, reason=LAID_OUT, mode="edit", visible_to=(UMPIRE,) if secret else (),
    )  # fmt: skip


def placed(pieces: Sequence[str], cell: str) -> list[Effect]:
    """The edit that puts *pieces* into *cell*."""
    return [SetPiece(piece, "at", cell) for piece in pieces]


# ---- what may happen ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ClinicEntry:
    """One answer that may be given, with all that it rests on; or one that may not, and why."""

    title: str
    pieces: tuple[str, ...] = ()
    """Who does it."""
    cell: str = ""
    """Where."""
    facts: tuple[InputLine, ...] = ()
    """What it costs, risks and rests on, line by line."""
    odds: tuple[OddsLine, ...] = ()
    chart: ChartLook | None = None
    deed: Deed | None = None
    """How it is done; None for what only picks somebody, and for what is refused."""
    refused: tuple[Reason, ...] = ()

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules that it names, each once."""
        found = [line.cite for line in self.facts] + [reason.cite for reason in self.refused]
        found += [self.chart.cite] if self.chart is not None else []
        return tuple(dict.fromkeys(cite for cite in found if cite))


@dataclass(frozen=True)
class ClinicAnswers:
    """What is asked at a position, what may be answered, and what may not."""

    asked: Decision | None
    may: tuple[ClinicEntry, ...] = ()
    may_not: tuple[ClinicEntry, ...] = ()

    def rulings(self, book: Rulebook) -> tuple[Rule, ...]:
        """The rules behind the answers that the source leaves open or that were rebuilt."""
        cites = [cite for entry in (*self.may, *self.may_not) for cite in entry.cites]
        cites += [self.asked.cite] if self.asked is not None else []
        rules = (book.rule(cite) for cite in dict.fromkeys(cites))
        return tuple(rule for rule in rules if rule and (rule.ruling or rule.reconstruction))


class ClinicWords(Struct, frozen=True):
    """How a page says what is no sentence of the rules: a deed, and the name of a piece."""

    deed: Callable[[Deed], str]
    piece: Callable[[str], str]


def page(
    rules: Rules[Any, Any],
    state: State,
    words: ClinicWords,
    hand: Sequence[str] = (),
    aim: str = "",
) -> ClinicAnswers:
    """Every answer of *hand* at *aim*, a cell; an empty one stands for all that is near."""
    asked = state.ask
    if asked is None:
        return ClinicAnswers(None)
    if asked.who not in rules.sides:
        return ClinicAnswers(asked, (_dice(rules, state, asked),))
    return _Asking(rules, state, asked, words).page(tuple(hand), aim)


# ---- under other options ------------------------------------------------------------------------


class OtherChoice(Struct, frozen=True):
    """An option of the rules as it could have been chosen."""

    option: GameOption
    choice: OptionChoice


def other_choices(clinic: PlaySession) -> tuple[OtherChoice, ...]:
    """Every choice of every option that the table of *clinic* is not played by."""
    chosen = clinic.header.options
    return tuple(
        OtherChoice(option, choice)
        for option in clinic.rules.option_list() if not option.with_player
        for choice in option.choices if choice.key != chosen.get(option.id, option.default)
    )  # fmt: skip


def compared(
    clinic: PlaySession,
    state: State,
    words: ClinicWords,
    hand: Sequence[str],
    aim: str,
    other: OtherChoice,
) -> tuple[ClinicEntry, ...]:
    """What would be otherwise at *state* by another choice of one option; the question stays.

    An answer that is open only there, one that is refused there, and of what is open in both the
    lines that differ. UserError where that choice does not fit the scenario.
    """
    options = {**clinic.header.options, other.option.id: other.choice.key}
    table = load_table(clinic.info.scenario, options)
    here = page(clinic.rules, state, words, hand, aim)
    there = page(table.rules, state, words, hand, aim)
    open_here = {_known(entry): entry for entry in here.may}
    barred = {(entry.pieces, entry.cell): entry.refused for entry in there.may_not}
    found: list[ClinicEntry] = []
    for entry in there.may:
        before = open_here.pop(_known(entry), None)
        told = tuple(line for line in entry.facts if before is None or line not in before.facts)
        if before is None or told or entry.odds != before.odds:
            found.append(renewed(entry, facts=told, deed=None))
    for entry in open_here.values():
        why = barred.get((entry.pieces, entry.cell)) or (
            Reason(say("Not by this choice"), other.option.cite),
        )
        found.append(renewed(entry, facts=(), odds=(), chart=None, deed=None, refused=tuple(why)))
    return tuple(found)


def _known(entry: ClinicEntry) -> tuple[object, ...]:
    deed = entry.deed.answers if entry.deed is not None else ()
    return entry.title, entry.pieces, entry.cell, deed


def _dice(rules: Rules[Any, Any], state: State, asked: Decision) -> ClinicEntry:
    """The dice or the outcome that is waited for."""
    case = rules.showing.case(state, None)
    factors = [InputLine(f.name, f"{f.value:+d}", f.cite) for f in asked.factors if f.on]
    known = case.inputs if case is not None else ()
    told = {line.label for line in known}
    factors = [line for line in factors if line.label not in told]
    title = asked.prompt if asked.who == CHANCE else (case.title if case else asked.prompt)
    facts = (*_facts(case), *factors)
    return ClinicEntry(title, asked.about, "", facts, case.odds if case else (),
                       case.chart if case else None)  # fmt: skip


def _facts(case: CaseLook | None) -> tuple[InputLine, ...]:
    """What a case rests on, line by line: inputs, their sum, the lit cell of its chart."""
    if case is None:
        return ()
    found = [line for line in case.inputs if not line.off]
    if case.sum_text:
        found.append(InputLine(say("Together"), case.sum_text))
    found += [InputLine(line.label, join(", ", [line.text, line.figure])) for line in case.lines]
    if (chart := case.chart) is not None:
        found.append(InputLine(chart.title, lit_words(chart), chart.cite))
    return tuple(found)


class _Asking:
    """Asks the rules about one pending question of a side."""

    def __init__(
        self, rules: Rules[Any, Any], state: State, asked: Decision, words: ClinicWords
    ) -> None:
        self._rules, self._state, self._asked, self._words = rules, state, asked, words
        self._own = {p.id for p in state.pieces.values() if p.side == asked.who}
        own_matter = [piece for piece in asked.about if piece in self._own]
        aims = asked.shape != "path" and not self._own.intersection(asked.pieces)
        self._matter = own_matter if aims else []
        """Whom the question is about, where it asks for what they do it to and for nobody else."""

    def page(self, hand: tuple[str, ...], aim: str) -> ClinicAnswers:
        """As `page` says."""
        own = tuple(piece for piece in hand if piece in self._own)
        able = self._able()
        may: dict[object, ClinicEntry] = {}
        may_not: list[ClinicEntry] = []
        for one in self._hands(own, able, aim):
            found = dict(self._deeds(one, aim))
            may |= found
            if aim and one and not found:
                may_not += self._refused(one, aim)
            elif own and self._asked.shape != "choose":
                open_ = {entry.cell for entry in found.values()}
                near = [at for at in self._aims(one)[1:] if at not in open_][:MOST_REFUSED]
                may_not += [entry for at in near for entry in self._refused(one, at)]
        if not aim:
            begun = {entry.deed.answers[0] for entry in may.values() if entry.deed is not None}
            for entry in self._choices(self._state):
                if entry.refused:
                    may_not.append(entry)
                elif entry.deed is None or entry.deed.answers[0] not in begun:
                    may[entry.title] = entry
        if not own:
            may_not += self._unable({*able})
            if not (aim or self._matter or any(entry.pieces for entry in may.values())):
                may |= {piece: ClinicEntry(self._words.piece(piece), (piece,), self._cell(piece))
                        for piece in able}  # fmt: skip
        return ClinicAnswers(self._asked, tuple(may.values()), tuple(_once(may_not)))

    def _hands(self, own: tuple[str, ...], able: list[str], aim: str) -> list[tuple[str, ...]]:
        """Who is asked about, together or one by one; nobody where the question is about none."""
        if own:
            return [own]
        if self._matter:
            return [tuple(self._matter)]
        return [(piece,) for piece in self._doers(able, aim)] if able else [()]

    # ---- who and where --------------------------------------------------------------------------

    def _cell(self, piece: str) -> str:
        return self._state.pieces[piece].at or "" if piece in self._state.pieces else ""

    def _able(self) -> list[str]:
        """Own pieces that may be taken in hand, or that are asked about."""
        asked, board = self._asked, self._rules.board.cells
        if self._matter:
            return self._matter
        named = {*asked.pieces, *asked.about, *(choice.key for choice in asked.choices)}
        return [
            piece for piece in sorted(self._own)
            if piece in named or (
                self._cell(piece) in board
                and reaching(self._rules, self._state, piece) is not None
            )
        ]  # fmt: skip

    def _doers(self, able: list[str], aim: str) -> list[str]:
        """Those of the *able* who are asked about, the nearest to *aim* first; few of them."""
        if aim:
            return sorted(able, key=lambda piece: self._far(self._cell(piece), aim))[:MOST_DOERS]
        return able if len(able) <= MOST_DOERS else []

    def _far(self, here: str, there: str) -> float:
        cells = self._rules.board.cells
        if here not in cells or there not in cells:
            return float("inf")
        return dist(cells[here].anchor, cells[there].anchor)

    def _aims(self, hand: Sequence[str]) -> list[str]:
        """What *hand* may mean: itself, and the nearest places of the enemy or of the question."""
        here = self._cell(hand[0]) if hand else ""
        enemy = {p.at for p in self._state.pieces.values() if p.side != self._asked.who and p.at}
        places = {*enemy, *self._asked.cells}
        if here not in self._rules.board.cells:  # whoever is not on the map comes to it
            places |= {*self._rules.showing.reach(self._state, hand)}
        known = [place for place in places if place in self._rules.board.cells]
        return [*hand[:1], *sorted(known, key=lambda at: (self._far(here, at), at))[:MOST_AIMS]]

    # ---- answers --------------------------------------------------------------------------------

    def _deeds(self, hand: tuple[str, ...], aim: str) -> Iterator[tuple[object, ClinicEntry]]:
        aims = [aim] if aim else self._aims(hand)
        if hand and aim and aim == self._cell(hand[0]):
            aims.append(hand[0])
        start, paid = self._paid(hand)
        state = self._state if start is None else start.before
        doers = () if {*hand} <= {*self._matter} else hand  # the question is about them already
        for one in aims:
            for deed in deeds(self._rules, state, doers, one):
                cell = self._cell(one) if one in self._state.pieces else one
                whole = deed if start is None else joined(start, deed)
                yield whole.answers, self._entry(whole, cell, paid)

    def _paid(self, hand: tuple[str, ...]) -> tuple[Deed | None, tuple[InputLine, ...]]:
        """Where taking *hand* up is an act of its own: that, and what it costs."""
        rules, state, asked = self._rules, self._state, self._asked
        if asked.shape != "pieces" or not hand or not {*hand} <= {*asked.pieces}:
            return None, ()
        if len(hand) > asked.most:
            return None, ()
        answer = Pieces(hand)
        if passed_over(rules, state, answer) is not None:
            return None, ()
        try:
            stamp = Stamp(id=state.seq + 1, parent=state.seq)
            _, after = advance(rules, state, answer, stamp, umpire=False)
        except (Illegal, RuleFailed):
            return None, ()
        if (
            after.ask is None
            or after.ask.who != asked.who
            or not {*hand} & {*after.ask.pieces, *after.ask.about}
        ):
            return None, ()
        question = rules.question(state)
        told = question.forecast(answer) if question is not None else ()
        costs = tuple(InputLine(say("Costs"), r.text, r.cite) for r in told)
        return Deed((answer,), (asked,), after), costs

    def _entry(self, deed: Deed, cell: str, paid: tuple[InputLine, ...]) -> ClinicEntry:
        told = forecast(self._rules, deed)
        facts = [
            *paid,
            *(
                InputLine(say("Danger") if r.level == "warning" else say("Costs"), r.text, r.cite)
                for r in told.notes
            ),
        ]
        for window in told.windows:
            able = [join(" ", [self._words.piece(c.piece), c.figure]) for c in window.able]
            facts.append(InputLine(say("The other side may act"), join(", ", able)))
        case = told.case
        facts += _facts(case)
        goers = deed.goers
        return ClinicEntry(
            self._words.deed(deed), goers, cell, tuple(facts), case.odds if case else (),
            case.chart if case else None, deed,
        )  # fmt: skip

    def _choices(self, state: State) -> Iterator[ClinicEntry]:
        """The buttons of a question, those that are refused too."""
        asked = state.ask
        for choice in asked.choices if asked is not None else ():
            cell = choice.key if choice.key in self._rules.board.cells else ""
            pieces = (choice.key,) if choice.key in state.pieces else ()
            if choice.refused:
                yield ClinicEntry(choice.label, pieces, cell, refused=choice.refused)
                continue
            facts = (InputLine("", choice.hint, choice.cite),) if choice.hint or choice.cite else ()
            assert asked is not None
            deed = Deed((Choose(choice.key),), (asked,), state)
            case = self._rules.showing.case(state, Choose(choice.key))
            yield ClinicEntry(choice.label, pieces, cell, (*facts, *_facts(case)),
                              case.odds if case else (), case.chart if case else None,
                              deed)  # fmt: skip

    # ---- refusals -------------------------------------------------------------------------------

    def _unable(self, able: Collection[str]) -> Iterator[ClinicEntry]:
        """Those who nearly could answer, the nearest first, and what is against them."""
        for one in self._rules.showing.candidates(self._state):
            if one.refused:
                reason = Reason(one.refused, self._asked.cite)
                yield ClinicEntry(self._words.piece(one.piece), (one.piece,),
                                  self._cell(one.piece), refused=(reason,))  # fmt: skip
        if self._asked.shape == "pieces":
            told = 0
            for piece in sorted(self._own.difference(able), key=self._from_the_matter):
                cell = self._cell(piece)
                known = cell in self._rules.board.cells
                reasons = self._rules.showing.against(self._state, cell) if known else ()
                if reasons and told < MOST_DOERS:
                    told += 1
                    yield ClinicEntry(self._words.piece(piece), (piece,), cell,
                                      refused=tuple(reasons))  # fmt: skip

    def _from_the_matter(self, piece: str) -> tuple[float, str]:
        """How far a piece is from what the question is about."""
        places = [self._cell(one) or one for one in self._asked.about]
        here = self._cell(piece)
        return min((self._far(here, place) for place in places), default=0.0), piece

    def _refused(self, hand: tuple[str, ...], aim: str) -> Iterator[ClinicEntry]:
        """What is against *hand* at *aim*."""
        rules, title = self._rules, join(", ", [self._words.piece(piece) for piece in hand])
        found = [*against_aim(rules, self._state, hand, aim)]
        if {*hand} <= {*self._matter} and self._asked.shape in ("pieces", "cells"):
            found += rules.showing.against(self._state, aim)
        state = self._taken(hand)
        if state is not None and state.ask is not None:
            found += self._against_way(state, hand, aim)
            for entry in self._choices(state):
                if entry.refused and state is not self._state:
                    yield replace_title(entry, say("{who}: {what}", who=title, what=entry.title))
        elif not found:
            found += rules.showing.against(self._state, self._cell(hand[0]))
            if not found and self._asked.shape == "pieces" and not self._matter:
                found += check(rules, self._state, Pieces(hand), umpire=False)[0]
        illegal = tuple(dict.fromkeys(r for r in found if r.level == "illegal"))
        if not illegal and aim not in map(self._cell, hand):
            illegal = (Reason(say("Nothing that is asked now leads there"), self._asked.cite),)
        if illegal:
            cell = self._rules.board.cells.get(aim)
            at = cell.name or cell.id if cell is not None else aim
            title = say("{who} at {place}", who=title, place=at)
            yield ClinicEntry(title, hand, aim, refused=illegal)

    def _taken(self, hand: Sequence[str]) -> State | None:
        """The position in which *hand* is asked for a goal; None where it cannot be taken."""
        start, _ = self._paid(tuple(hand))
        if start is not None:
            return start.before
        state: State | None = self._state
        for answer in reaching(self._rules, self._state, hand[0]) or ():
            state = passed_over(self._rules, state, answer) if state is not None else None
        able = state is not None and state.ask is not None and hand[0] in state.ask.pieces
        return state if able else None

    def _against_way(self, state: State, hand: tuple[str, ...], aim: str) -> Sequence[Reason]:
        assert state.ask is not None
        if state.ask.shape == "pieces":
            after = passed_over(self._rules, state, Pieces(hand[: state.ask.most]))
            state = after if after is not None else state
        if state.ask is None or state.ask.shape != "path":
            return ()
        way = self._rules.board.shortest_way(self._cell(hand[0]), aim) or (aim,)
        return check(self._rules, state, Path(hand, way), umpire=False)[0]


def joined(start: Deed, deed: Deed) -> Deed:
    """*deed* after what had to be done before it."""
    return Deed((*start.answers, *deed.answers), (*start.asked, *deed.asked), deed.before)


def replace_title(entry: ClinicEntry, title: str) -> ClinicEntry:
    """The same entry under another title."""
    return ClinicEntry(title, entry.pieces, entry.cell, refused=entry.refused)


def _once(entries: Sequence[ClinicEntry]) -> Iterator[ClinicEntry]:
    seen = set[tuple[str, tuple[Spoken, ...]]]()
    for entry in entries:
        key = entry.title, tuple(reason.text for reason in entry.refused)
        if key not in seen:
            seen.add(key)
            yield entry


def answers_of(entry: ClinicEntry) -> tuple[Answer, ...]:
    """The chain of answers that does what *entry* says; none for what is refused."""
    return entry.deed.answers if entry.deed is not None else ()
