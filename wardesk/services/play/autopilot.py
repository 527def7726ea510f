"""Who must answer the pending question, and the answers that need nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from wardesk.engine.deeds import news
from wardesk.engine.dice import SeededDice, Source
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import RuleFailed
from wardesk.engine.standing import ByOrder, decide, via
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Answer,
    Choose,
    Decision,
    Event,
    Outcome,
    Record,
    Roll,
)
from wardesk.errors import UserError
from wardesk.model.standing import TableOrder
from wardesk.players.bots import KINDS, decision_rng, make_player
from wardesk.players.search.levels import LEVELS, SearchPlayer
from wardesk.players.search.thought import Thought
from wardesk.services.play.history import in_order
from wardesk.services.play.settings import BY_MAIL, PEOPLE, PlaySettings, one_of
from wardesk.services.play.thinking import Thinker
from wardesk.words import say

Waiting = Literal["person", "bot", "dice", "umpire", "mail", "over"]
"""*mail*: the other home of a game by mail, for an answer or for dice."""


class Planned(Struct, frozen=True):
    """An answer that needs nobody, and who is to stand on the record for it."""

    answer: Answer
    author: str
    dice_by: Source = "none"
    via: str = ""
    """What gave it for a person; as of an event."""


class RepeatedAnswer(Struct, frozen=True):
    """An answer that a person gives once, and again whenever the same is asked.

    Until something has happened that he would want to see, or he answers something else.
    """

    who: str
    kind: str
    answer: Choose
    since: int
    """The event after which it was given first."""

    @property
    def via(self) -> str:
        """How its events are marked."""
        return in_order("repeat", self.since)


class Dealer(Protocol):
    """Where the dice of a game by mail come from (`post.Post`)."""

    @property
    def may_play(self) -> bool:
        """Whether anything may be answered at this home now."""
        ...

    def roll(self, asked: Decision) -> Roll | None:
        """The dice that fall here now; None where they wait for the other home."""
        ...


class Autopilot:
    """Dice, bots, standing orders and outcomes that no umpire wants to see, for one journal."""

    def __init__(self, journal: Journal[Any, Any], seed: int) -> None:
        self._journal = journal
        self._seed = seed
        self._dice = SeededDice(seed)
        self.dealer: Dealer | None = None
        """Of a game by mail."""
        self.repeated: RepeatedAnswer | None = None
        """What a person lets be answered again until something happens."""
        self._counts: dict[int, Mapping[str, int]] = {}
        self._ordered: tuple[tuple[TableOrder, ...], dict[int, ByOrder | None]] = ((), {})
        """What standing orders answer after events, and the orders that this is of."""
        self.thoughts: dict[tuple[int, str], Thought] = {}
        """What levels thought of questions, by the event that put them and the level."""

    def waiting(self, ask: Decision | None, settings: PlaySettings) -> Waiting:
        """Who must act on *ask*."""
        if ask is None:
            return "over"
        dealer = self.dealer
        if dealer is not None and not dealer.may_play:
            return "mail"
        if ask.who == CHANCE:
            return "mail" if dealer is not None and dealer.roll(ask) is None else "dice"
        if ask.who == UMPIRE:
            return "umpire"
        kind = settings.players.get(ask.who, "human")
        return "person" if kind == "human" else "mail" if kind == BY_MAIL else "bot"

    def automatic(
        self, ask: Decision | None, settings: PlaySettings, at: int | None = None
    ) -> bool:
        """Whether *ask*, the question after event *at* (the head), is answered without a person.

        Dice wait for an umpire to press Roll, unless the umpire wants to see nothing at all.
        """
        if ask is None:
            return False
        match self.waiting(ask, settings):
            case "dice":
                umpired = settings.mode == "adjudicate" and settings.stops != "none"
                return settings.dice != "typed" and not umpired
            case "umpire":
                return not settings.stops_at(ask)
            case "person":
                return self._unasked(ask, settings, at)
            case "mail":
                mine = self.dealer is None or self.dealer.may_play
                return mine and ask.who != CHANCE and self._unasked(ask, settings, at)
            case "bot":
                return True
            case "over":
                return False

    def plan(self, ask: Decision, settings: PlaySettings) -> Planned | None:
        """The answer to *ask* that needs nobody; None if there is none. RuleFailed if a bot broke.

        It answers the question at the journal's head.
        """
        if not self.automatic(ask, settings):
            return None
        match self.waiting(ask, settings):
            case "dice":
                return Planned(self.roll(ask), "dice", self.source)
            case "umpire":
                return Planned(Outcome(ask.proposed), "engine")
            case "bot":
                kind = settings.players[ask.who]
                return Planned(self.bot_answer(ask.who, kind), kind)
            case _:
                # The log must not tell whether a person looked at it.
                if _idle(ask, settings):
                    return Planned(Choose(ask.idle), ask.who)
                if self.repeats(ask, settings):
                    assert self.repeated is not None
                    return Planned(self.repeated.answer, ask.who, via=self.repeated.via)
                order = self.by_order(ask, settings)
                return Planned(order.answer, ask.who, via=via(order.order)) if order else None

    def _unasked(self, ask: Decision, settings: PlaySettings, at: int | None) -> bool:
        """Whether a person need not be asked."""
        if _idle(ask, settings) or (at is None and self.repeats(ask, settings)):
            return True
        return self.by_order(ask, settings, at) is not None

    def repeats(self, ask: Decision, settings: PlaySettings) -> bool:
        """Whether what a person has said already is answered to *ask*, at the journal's head."""
        said, journal = self.repeated, self._journal
        if said is None or (ask.who, ask.kind) != (said.who, said.kind):
            return False
        if settings.mode != "play" or settings.players.get(ask.who, "human") != "human":
            return False
        refused = {choice.key for choice in ask.choices if choice.refused}
        offered = {choice.key for choice in ask.choices} - refused
        return said.answer.key in offered and not news_since(journal, said.since, ask.who)

    def by_order(
        self, ask: Decision, settings: PlaySettings, at: int | None = None
    ) -> ByOrder | None:
        """What a standing order answers to *ask*, the question after event *at* (the head).

        For whoever plays the side that is asked, and only where no umpire rules.
        """
        if settings.mode != "play" or settings.players.get(ask.who, "human") not in PEOPLE:
            return None
        orders = tuple(order for order in settings.orders if order.stands)
        if not orders:
            return None
        if self._ordered[0] != orders:
            self._ordered = (orders, {})
        known, event = self._ordered[1], self._journal.head if at is None else at
        if event not in known:
            known[event] = self._decided(ask, orders, event)
        return known[event]

    def _decided(self, ask: Decision, orders: Sequence[TableOrder], event: int) -> ByOrder | None:
        rules, state, last = (
            self._journal.rules,
            self._journal.state(event),
            self._journal.events[event],
        )
        behind = last.via if last.asked is not None and last.asked.who == ask.who else ""
        found = decide(rules, rules.view(state, ask.who), orders, behind)
        # What the looker could not know makes it a question for the person after all.
        if found is None or any(r.level == "illegal" for r in rules.check(state, found.answer)):
            return None
        return found

    @property
    def source(self) -> Source:
        """Where dice come from that nobody types."""
        return "seeded" if self.dealer is None else "shared"

    def roll(self, ask: Decision) -> Roll:
        """The dice of the seed. A roll that was undone falls as it fell before."""
        if self.dealer is not None:
            if (found := self.dealer.roll(ask)) is None:
                raise UserError("These dice fall at the other home; send your turn.")
            return found
        return self._dice.answer(ask, self._journal.luck, self._journal.event.chances)

    def answer_for(self, side: str, kind: str, settings: PlaySettings) -> Answer:
        """What a player of *kind* answers for *side*, by default the one that plays it.

        Where a person plays it, the scripted player. UserError when there is no such *kind*.
        """
        if kind:
            one_of(kind, KINDS, say("kind of player that is a program"))
        playing = settings.players.get(side, "human")
        return self.bot_answer(side, kind or (playing, "policy")[playing == "human"])

    def bot_answer(self, side: str, kind: str) -> Answer:
        """What a player of *kind* answers for *side*, seeing no more than the side may see.

        RuleFailed when it breaks.
        """
        state = self._journal.state()
        count = self._count(self._journal.head).get(side, 0)
        try:
            view = self._journal.rules.view(state, side)
            rng = decision_rng(self._seed, side, count)
            player = make_player(kind)
            if not isinstance(player, SearchPlayer):
                return player.choose(self._journal.rules, view, rng)
            if (at_once := player.at_once(self._journal.rules, view, rng)) is not None:
                return at_once
            found = self.thoughts.get((self._journal.head, kind))
            if found is None:
                found = player.think(self._journal.rules, view, rng)
                self.thoughts[self._journal.head, kind] = found
            return found.answer
        except Exception as error:
            what = say(
                "the {player!s} player of {side!s} broke: {kind!s}: {error}",
                player=kind,
                side=side,
                kind=type(error).__name__,
                error=error,
            )
            top = state.stack[-1] if state.stack else None
            raise RuleFailed(top, "choose", what) from error

    def considers(self, side: str, kind: str) -> bool:
        """Whether a player of *kind* looks ahead at the pending question, or answers at once."""
        if kind not in LEVELS:
            return False
        rules = self._journal.rules
        view = rules.view(self._journal.state(), side)
        rng = decision_rng(self._seed, side, self._count(self._journal.head).get(side, 0))
        return SearchPlayer(LEVELS[kind]).at_once(rules, view, rng) is None

    def think(self, thinker: Thinker, side: str, kind: str) -> Thought:
        """What a player of level *kind* thinks of the pending question of *side*, and why.

        The same as `bot_answer` answers where the level `considers` it, wherever *thinker* works.
        Raises `Cancelled`.
        """
        one_of(kind, tuple(LEVELS), say("level of play"))
        head = self._journal.head
        found = self.thoughts.get((head, kind))
        if found is None:
            view = self._journal.rules.view(self._journal.state(head), side)
            found = thinker.think(view, kind, side, self._count(head).get(side, 0))
            self.thoughts[head, kind] = found
        return found

    def _count(self, event: int) -> Mapping[str, int]:
        """How often each party has answered on the way to *event*."""
        missing: list[Event[Any, Any]] = []
        at = event
        while at in self._journal.events and at not in self._counts:
            missing.append(self._journal.events[at])
            at = self._journal.events[at].parent
        counts = self._counts.get(at, {})
        for found in reversed(missing):
            if found.asked is not None:
                counts = {**counts, found.asked.who: counts.get(found.asked.who, 0) + 1}
            self._counts[found.id] = counts
        return counts


def news_since(journal: Journal[Any, Any], since: int, side: str) -> bool:
    """Whether anything has happened after event *since* that *side* would want to see."""
    rules = journal.rules
    events = ((journal.state(e.parent), e) for e in journal.line() if e.id > since)
    before, now = (rules.view(journal.state(at), side) for at in (since, None))
    return news(rules, side, before, events, now)


def _idle(ask: Decision, settings: PlaySettings) -> bool:
    """Whether nothing can be done, so that a person need not be bothered.

    Where a person of the other side would notice that nobody was asked, somebody is.
    """
    watched = any(settings.players.get(side, "human") in PEOPLE for side in ask.hidden_from)
    return bool(ask.idle) and settings.mode == "play" and not watched


def dice_by(answer: Answer) -> Source:
    """Where the dice of an answer come from that is given without a person."""
    return "seeded" if isinstance(answer, Roll) else "none"


def rehearsed(
    trial: Journal[Any, Any],
    seed: int,
    answer: Answer | None,
    outcome: Record | None,
    *,
    author: str,
    reason: str,
) -> list[Answer]:
    """The answers that a ruling is made of; each was tried on *trial*, a journal to throw away.

    *answer*, the dice that it leads to, then *outcome* in place of the proposed one. UserError
    when there is nothing to rule on; `Illegal` and RuleFailed as the trial raises them.
    """
    pilot = Autopilot(trial, seed)
    planned: list[Answer] = []

    def give(each: Answer) -> None:
        said = "" if isinstance(each, Roll) else reason
        trial.answer(each, umpire=True, author=author, reason=said, dice_by=dice_by(each))
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
