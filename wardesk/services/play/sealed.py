"""Pieces whose place only one home of a game by mail may know.

The other home keeps such a piece at `Rules.sealed`: on the table, nowhere. Its owner bound himself
to the place with a commitment (`letters.Sealed`), and opens it when the rules show it. So the two
homes play on two tables, each with the places that its side knows, and the rules ask and do the
same at both as long as no sealed place matters. Where one does, its owner notices: he plays a
letter on both tables, his own and the one that its writer had. Where they part, something sealed
was met: he opens it, the deed is done once more, and what the letter told after it is void.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol

from msgspec import Struct

from wardesk.documents.games.letters import (
    Deed,
    HomeSecret,
    Letter,
    Met,
    Opened,
    Sealed,
    SignedLetter,
    Thrown,
    Told,
    as_answer,
    as_deed,
    fits_seal,
    seal,
)
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Illegal, begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, Choose, Event, GameState, Path, Piece, SetPiece, replace
from wardesk.errors import UserError
from wardesk.words import Spoken, encode, say

State = GameState[Any, Any]
Game = Journal[Any, Any]


def standing(rules: Rules[Any, Any], state: State) -> str:
    """A digest of the table, the same in both homes: of what both sides know."""
    if not rules.has_secrets:
        return sha256(encode(replace(state, seq=0), "sorted")).hexdigest()
    pieces = state.pieces
    for side in rules.sides:
        pieces = rules.view(replace(state, pieces=pieces, ask=None), side).pieces
    ask = state.ask
    asked = None if ask is None else (ask.who, "" if ask.hidden_from else ask.kind)
    known = (pieces, state.marks, state.tracks, state.cups, state.result, asked)
    return sha256(encode(known, "sorted")).hexdigest()


def hidden_of(rules: Rules[Any, Any], state: State, side: str) -> frozenset[str]:
    """The pieces of *side* that the other side does not see as they are."""
    other = next(one for one in rules.sides if one != side)
    seen = rules.view(state, other)
    if seen is state:
        return frozenset()
    return frozenset(n for n, piece in state.pieces.items() if seen.pieces[n] != piece)


def without(journal: Game, hidden: Iterable[str], side: str) -> Game:
    """A rehearsal of *journal* as the home knows it that may not know where *hidden* stand."""
    trial = journal.rehearsal()
    place = trial.rules.sealed
    effects = [SetPiece(name, "at", place) for name in sorted(hidden)]
    if effects:
        trial.edit(effects, umpire=False, author=side, reason="sealed")
    return trial


class Seals(Struct, frozen=True):
    """What was sealed and opened in the letters of a game so far, by piece."""

    game: str
    sealed: Mapping[str, tuple[int, Sealed]] = {}
    """In which letter."""
    opened: frozenset[str] = frozenset()

    @classmethod
    def of(cls, game: str, letters: Iterable[Letter]) -> Seals:
        """Those of *letters*."""
        found: Seals = cls(game)
        for letter in letters:
            for deed in letter.deeds:
                found = found.after(letter.number, deed)
        return found

    def after(self, number: int, deed: Deed) -> Seals:
        """With one *deed* of letter *number* more."""
        if isinstance(deed, Sealed):
            return replace(self, sealed={**self.sealed, deed.piece: (number, deed)})
        if isinstance(deed, Opened):
            return replace(self, opened=self.opened | {deed.piece})
        return self

    def against(self, deed: Opened, may_change: frozenset[str]) -> str:
        """Why *deed* may not open its piece; empty if it may."""
        for field in sorted(deed.also.keys() - may_change):
            return say(
                "It says of {piece!s} what cannot have changed while it was sealed: {field!s}.",
                piece=deed.piece,
                field=field,
            )
        number, sealed = self.sealed[deed.piece]
        if not fits_seal(sealed, self.game, number, deed):
            return say("{piece!s} was sealed in another place than it is said to be in.",
                       piece=deed.piece)  # fmt: skip
        return ""


# ---- telling -------------------------------------------------------------------------------------


def opening_of(
    secret: HomeSecret, number: int, piece: Piece, sealed: Piece, may_change: frozenset[str]
) -> Opened:
    """The opening of a *piece* that letter *number* sealed; *sealed* as the other home has it."""
    also = {
        field: getattr(piece, field)
        for field in sorted(may_change)
        if getattr(piece, field) != getattr(sealed, field)
    }
    return Opened(piece.id, piece.at or "", secret.salt_of(number, piece.id), also)


class Telling:
    """What a home tells of its turn: its answers, with seals in place of places."""

    def __init__(
        self,
        journal: Game,
        side: str,
        secret: HomeSecret,
        number: int,
        seals: Seals,
        met: Iterable[Deed] = (),
    ) -> None:
        """*journal* stands at the beginning of the turn; *seals* are those of earlier letters.

        *met* is what the letter begins with where the letter before was cut.
        """
        self.rules, self.side = journal.rules, side
        self._secret, self._number, self.seals = secret, number, seals
        self.told: list[tuple[int, Deed]] = []
        """Each deed with the event that it tells of."""
        for deed in met:
            self._keep(-1, deed)
        state = journal.state()
        self._trial = without(journal, self._shut(state), side)
        self._held: list[Event[Any, Any]] = []
        self._in_step = state

    def _shut(self, state: State) -> frozenset[str]:
        return hidden_of(self.rules, state, self.side) - self.seals.opened

    def opening(self, trial: Game, state: State, name: str) -> Opened:
        """Where a piece of *state* stands, and how it is otherwise than in *trial*."""
        piece, there = state.pieces[name], trial.state().pieces[name]
        number, _ = self.seals.sealed[name]
        return opening_of(self._secret, number, piece, there, self.rules.sealed_fields)

    def add(self, event: Event[Any, Any], before: State, after: State) -> None:
        """Tell of *event*."""
        if event.answer is None or event.asked is None:
            return
        fresh = self._shut(after) - self._shut(before)
        if fresh:
            self._seal(event, after, fresh)
            self._in_step = after
            return
        self._held.append(event)
        if (after.pieces, after.stack, after.ask) == (
            self._in_step.pieces, self._in_step.stack, self._in_step.ask,
        ):  # fmt: skip
            self._held.clear()  # he looked, and let it be
            return
        shut, shown = self._shut(before), self._shut(before) - self._shut(after)
        named = {name for one in self._held for name in getattr(one.answer, "pieces", ())}
        if self._try(shown | (named & shut) if shown else shown, before, after):
            self._in_step = after

    def end(self, state: State) -> tuple[Deed, ...]:
        """All of it. UserError if something cannot be told."""
        if state.ask is None:
            for piece in sorted(self._shut(state)):
                self._keep(-1, self.opening(self._trial, state, piece))
        if standing(self.rules, self._trial.state()) != standing(self.rules, state):
            raise UserError("This turn cannot be told without what is hidden.")
        return tuple(deed for _, deed in self.told)

    def _keep(self, event: int, deed: Deed) -> None:
        self.told.append((event, deed))
        self.seals = self.seals.after(self._number, deed)

    def _seal(self, event: Event[Any, Any], after: State, fresh: frozenset[str]) -> None:
        """A set-up in which pieces were hidden, piece by piece."""
        riders = {n for n, p in after.pieces.items() if getattr(p, "aboard", "")}
        placed = dict.fromkeys(
            e.piece for e in event.effects
            if isinstance(e, SetPiece) and e.field == "at" and e.piece not in riders
        )  # fmt: skip
        for piece in placed:
            place = after.pieces[piece].at or ""
            if piece in fresh:
                salt = self._secret.salt_of(self._number, piece)
                deed: Deed = seal(self._secret.game, self._number, Opened(piece, place, salt))
            else:
                deed = Path((piece,), (place,))
            do(self._trial, deed, self.side)
            self._keep(event.id, deed)

    def _try(self, opened: frozenset[str], before: State, after: State) -> bool:
        """Whether the other home comes to *after* by what is held, once *opened* are open."""
        trial = self._trial.rehearsal()
        told: list[tuple[int, Deed]] = []
        seals = self.seals
        for piece in sorted(opened - seals.opened):
            deed = self.opening(trial, before, piece)
            do(trial, deed, self.side)
            told.append((self._held[0].id, deed))
        for event in self._held:
            asked, there = event.asked, trial.state().ask
            assert asked is not None
            assert event.answer is not None
            if there is None or (there.who, there.kind) != (asked.who, asked.kind):
                continue
            try:
                do(trial, as_deed(event.answer), self.side)
            except Illegal:
                continue
            told.append((event.id, as_deed(event.answer)))
        if not told or standing(self.rules, trial.state()) != standing(self.rules, after):
            return False
        self._trial = trial
        for event_id, deed in told:
            self._keep(event_id, deed)
        self._held.clear()
        return True


# ---- doing ---------------------------------------------------------------------------------------


def do(journal: Game, deed: Deed, author: str, **stamp: Any) -> None:  # noqa: ANN401
    """Do what one *deed* tells. `Illegal` where the rules refuse it."""
    rules = journal.rules
    if isinstance(deed, Opened):
        effects = [SetPiece(deed.piece, field, value) for field, value in _told_of(deed).items()]
        journal.edit(effects, umpire=False, author=author, reason="opened")
    elif isinstance(deed, Sealed):
        journal.answer(_somewhere(journal, deed.piece), umpire=False, author=author)
        journal.edit(
            [SetPiece(deed.piece, "at", rules.sealed)], umpire=False, author=author, reason="sealed"
        )
    elif isinstance(deed, Told):
        journal.answer(as_answer(deed), umpire=False, author=author, **stamp)


def _told_of(deed: Opened) -> dict[str, str | int | bool]:
    """The fields of its piece that *deed* tells; its place is the one that was sealed."""
    return {**deed.also, "at": deed.place}


def _somewhere(journal: Game, piece: str) -> Path:
    """*piece* put anywhere where it may be: it is sealed at once."""
    state = journal.state()
    question = journal.rules.question(state)
    if question is not None and state.ask is not None and piece in state.ask.pieces:
        for way, reasons in question.ways((piece,)).values():
            if not reasons:
                return Path((piece,), tuple(way))
    return Path((piece,), ("",))


# ---- reading -------------------------------------------------------------------------------------


def declined(rules: Rules[Any, Any], state: State) -> Choose | None:
    """How a side lets a question pass that its enemy may not know of; None if it cannot."""
    asked = state.ask
    if asked is None:
        return None
    passing = rules.showing.declines | rules.showing.endings
    for choice in asked.choices:
        if choice.key == asked.idle or f"{asked.kind}/{choice.key}" in passing:
            return Choose(choice.key)
    return None


# ---- when all is open ----------------------------------------------------------------------------


def whole_game(post: Letters) -> list[Spoken]:
    """What is wrong with a game once every place is known; empty while one is not.

    All that the letters told is played with every piece where it really stood.
    """
    letters = [one.letter for one in post.letters]
    seals = Seals.of(post.game, letters)
    places = {
        deed.piece: deed for letter in letters for deed in letter.deeds if isinstance(deed, Opened)
    }
    if not seals.sealed.keys() <= places.keys():
        return []
    rules = post.journal.rules
    first, state = begin(rules, umpire=False)
    game: Game = Journal(rules, first, state)
    for number, deeds in kept_deeds(letters):
        for deed in deeds:
            if why := _against_truth(game, deed, places, number):
                return [why]
    pieces = game.state().pieces
    for name, piece in post.journal.state().pieces.items():
        if pieces.get(name) != piece:
            return [_elsewhere(name)]
    return []


def _elsewhere(piece: str) -> Spoken:
    return say("{piece!s} did not stand where it was said to be.", piece=piece)


def _against_truth(
    game: Game, deed: Deed, places: Mapping[str, Opened], number: int
) -> Spoken | None:
    """What speaks against a *deed* of letter *number*, with every piece where it stood; does it."""
    if isinstance(deed, Opened):
        piece, told = game.state().pieces.get(deed.piece), _told_of(deed).items()
        fits = all(getattr(piece, field, None) == value for field, value in told)
        return None if fits else _elsewhere(deed.piece)
    if isinstance(deed, Met):
        return None
    place = places[deed.piece].place if isinstance(deed, Sealed) else ""
    if _fits_truth(game, Path((deed.piece,), (place,)) if isinstance(deed, Sealed) else deed):
        return None
    return say("Letter {n} breaks the rules, as is seen now that all is open.", n=number)


class Letters(Protocol):
    """The letters of a game (`post.Post`)."""

    letters: list[SignedLetter]
    journal: Game

    @property
    def game(self) -> str:
        """Its id."""
        ...


def kept_deeds(letters: Sequence[Letter]) -> Iterator[tuple[int, tuple[Deed, ...]]]:
    """What each letter tells that was not made void by the next one."""
    again: tuple[Deed, ...] = ()
    for at, letter in enumerate(letters):
        deeds = again + letter.deeds
        after = letters[at + 1].deeds if at + 1 < len(letters) else ()
        if after and isinstance(after[0], Met):
            cut = after[0].deed
            deeds, again = again + letter.deeds[: cut - 1], letter.deeds[cut - 1 : cut]
            yield letter.number, deeds
            continue
        again = ()
        yield letter.number, deeds


def _fits_truth(game: Game, deed: Deed) -> bool:
    """Do *deed*, letting what only the truth asks pass; whether the rules took it."""
    for _ in range(8):
        state = game.state()
        asked = state.ask
        if asked is None:
            return False
        if isinstance(deed, Thrown) == (asked.who == CHANCE):
            try:
                do(game, deed, asked.who)
            except Illegal:
                pass
            else:
                return True
        answer = declined(game.rules, state)
        if answer is None:
            return False
        game.answer(answer, umpire=False)
    return False
