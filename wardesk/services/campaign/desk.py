"""The campaign desk: one campaign opened for reading or writing, and everything done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from wardesk.campaign.actions import CampaignAction, typed_dice
from wardesk.campaign.fog_actions import new_sightings, sights_of
from wardesk.campaign.ledger.chain import Ledger, Reversal
from wardesk.campaign.ledger.events import EVERYONE, EventDraft, LedgerEvent, sentence
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened, StepClosed, TurnBegun, manned
from wardesk.campaign.ledger.kinds.fog import FogSet
from wardesk.campaign.ledger.kinds.rulings import ChanceDrawn, QueryOpened, ruling, with_asked
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered
from wardesk.campaign.ledger.kinds.seats import check_seat
from wardesk.campaign.ledger.kinds.secrets import SecretCommitted, SecretKept, commit
from wardesk.campaign.ledger.proposal import Proposal, check_roll, need_reason, overridden
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.ledger.rulings import Evidence, Query, Scope
from wardesk.campaign.ledger.seat_view import SeatFollower, SeatView
from wardesk.campaign.operation.design import Design, design_hash
from wardesk.campaign.operation.dice import DICE, TEN
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.results import ResultsPreview
from wardesk.campaign.operation.schedule import ChecklistStep
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import Acted, StepDone, do_step
from wardesk.closing import Closing
from wardesk.engine.dice import SeededDice
from wardesk.engine.types import CHANCE, Decision
from wardesk.errors import UserError
from wardesk.services.campaign import files as campaign_files
from wardesk.services.campaign import results
from wardesk.services.campaign.actions import find_action, read_values
from wardesk.services.campaign.files import CampaignFile
from wardesk.services.campaign.rights import (
    UMPIRE,
    Allowed,
    check_action,
    check_author,
    check_drafts,
    final,
    overruled,
    with_leave,
)  # fmt: skip
from wardesk.services.campaign.server import CampaignServer, Place, create_campaign, open_campaign
from wardesk.services.campaign.sight import give_sight
from wardesk.store.backups import Backup
from wardesk.store.campaigns import Conflict
from wardesk.store.health import missing_cache
from wardesk.words import say

_MOVING = ("unit.", "turn.begun", "route.marker", "fog.set")
"""Kinds of event after which somebody may see what was out of sight."""
_TOLD = 3
"""So many of the things that somebody else did meanwhile are told."""
_TRIES = 5
"""So often is the outcome of a die, or a note, written where others write as well."""
Nonce = Callable[[], bytes]
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The clock's time; tests and scripts hand their own in."""
    return datetime.now(UTC)


class CampaignDesk(Closing):
    """A campaign, until `close`. For writing it is locked, and every change is stored at once.

    *now* and *nonce* give times and unguessable bytes.
    """

    def __init__(self, file: CampaignFile | CampaignServer, now: Clock, nonce: Nonce) -> None:
        self._file = file
        self.place, self.store = file.place, file.store
        self.now, self.nonce = now, nonce
        self.design: Design = file.store.design()
        give_sight(self.design)
        self.ledger = Ledger.verified(self.design, file.store.campaign, file.store.events())
        self._began_at = self.ledger.head
        self._followers: dict[str, SeatFollower] = {}

    # ---- opening and closing --------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        place: Place,
        design: Design,
        *,
        name: str,
        campaign: str,
        seed: int | None,
        options: Mapping[str, bool | int | str],
        now: Clock,
        nonce: Nonce,
        seat_names: Mapping[str, str] | None = None,
        fog: Mapping[str, int | None] | None = None,
        seats: Sequence[Seat] = (),
    ) -> Self:
        """A new campaign at *place*. Without a *seed* all dice are typed.

        *seat_names* are the names of those who sit there, by seat, beside its own; *fog* says how
        many hexes the units of a seat see, None without fog, where it shall not be as the design
        says. *seats* are there beside those of the design.

        UserError if a file is there, for an option that the design does not have, or for a seat
        that cannot play by fog.
        """
        design.check_options(options)
        for seat in seats:
            check_seat(design, seat)
        everybody = (*design.seats, *seats)
        sights = sights_of(everybody, fog or {})
        called = {key: text.strip() for key, text in (seat_names or {}).items() if text.strip()}
        opened = CampaignOpened(
            name=name,
            design=design.id,
            design_hash=design_hash(design),
            seats=tuple(
                replace(s, name=str(manned(s.name, called[s.id]))) if s.id in called else s
                for s in everybody
            ),
            options=dict(options),
        )
        drafts = [EventDraft(payload=opened)]
        drafts += [
            EventDraft(payload=FogSet(seat=seat, hexes=hexes), seen_by=(seat,))
            for seat, hexes in sights.items()
        ]
        if seed is not None:
            # players can be shown afterwards that the dice were fixed before the first turn
            drafts += commit(SECRET, UMPIRE, say("the seed of all dice"), str(seed), nonce())
        file = create_campaign(place, design, campaign=campaign, name=name, now=now())
        return cls._at(file, now, nonce, drafts)

    @classmethod
    def open(cls, place: Place, *, write: bool, now: Clock, nonce: Nonce) -> Self:
        """An existing campaign; a file that is opened for writing is locked.

        UserError when there is none or it is held elsewhere, DamagedFile with the first bad event
        when it is damaged.
        """
        return cls._at(open_campaign(place, write=write), now, nonce)

    @classmethod
    def _at(
        cls,
        file: CampaignFile | CampaignServer,
        now: Clock,
        nonce: Nonce,
        drafts: Sequence[EventDraft] = (),
    ) -> Self:
        try:
            desk = cls(file, now, nonce)
            if file.writable and missing_cache(file.store, desk.design, desk.state):
                file.store.rebuild_cache(desk.design, desk.state)
            if drafts:
                desk.add(drafts)
        except BaseException:
            file.close()
            raise
        return desk

    def close(self) -> None:
        """Let go of the file. Closing twice is allowed."""
        self._file.close()

    # ---- reading --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """How the campaign stands. Read it; never write to it."""
        return self.ledger.state

    @property
    def writable(self) -> bool:
        """Whether it was opened for writing and is not closed."""
        return self._file.writable

    @property
    def seeded(self) -> bool:
        """Whether the campaign's own seed rolls its dice; otherwise they are typed."""
        secret = self.state.secrets.get(SECRET)
        return secret is not None and secret.kept is not None

    @property
    def opening(self) -> int:
        """How many events began the campaign: itself, who plays by fog, the seed of its dice."""
        return sum(1 for _ in takewhile(_begins, self.ledger.events))

    def view_of(self, seat: str) -> SeatView:
        """What a seat knows now: what was read before is kept. See `SeatFollower`."""
        events = self.ledger.events
        known = self._followers.get(seat)
        if known is None or known.seat != self.state.seats.get(seat):
            self._followers[seat] = SeatFollower(self.design, events, seat)
        return self._followers[seat].view(events)

    def pending(self) -> list[ChecklistStep]:
        """The lines of this turn's checklist that are not done, in order."""
        turn = self.design.calendar.turn(self.state.ordinal)
        return [
            step
            for step in self.design.checklist
            if (not step.slots or turn.slot in step.slots)
            and turn.day_number not in step.except_days
            and step.id not in self.state.closed_steps
        ]

    # ---- writing --------------------------------------------------------------------------------

    def add(
        self, drafts: Sequence[EventDraft], seat: str = UMPIRE, *, allowed: Allowed | None = None
    ) -> list[LedgerEvent]:
        """Append events and store them. UserError when they make no sense or cannot be stored.

        `NotYours` for what *seat* may not write, unless an umpire has *allowed* it.
        """
        leave = check_drafts(self.design, self.state, seat, drafts, allowed)
        return self._write([*drafts, *leave], seat)

    def _write(self, drafts: Sequence[EventDraft], seat: str) -> list[LedgerEvent]:
        """Append events whose seat was judged already."""
        if not self._file.writable:
            raise UserError("This campaign is open for reading only.", "Open it for writing.")
        with self._together():
            return self.ledger.append(
                drafts,
                actor=seat, now=self.now(), write=self.store.append, follows=self._sightings,
            )  # fmt: skip

    def _sightings(self, added: Sequence[LedgerEvent]) -> list[EventDraft]:
        """What seats in the fog see after *added*, hanging on the last of it."""
        if not self.state.fog or not any(event.kind.startswith(_MOVING) for event in added):
            return []
        cause = added[-1].seq
        return [replace(each, caused_by=cause) for each in new_sightings(self.design, self.state)]

    @property
    def shared(self) -> bool:
        """Whether others may write to the campaign at the same time."""
        return isinstance(self._file, CampaignServer)

    def catch_up(self) -> list[LedgerEvent]:
        """Read what others have added since; what they added."""
        news = self.store.events(after=self.ledger.head)
        self.ledger.follow(news)
        return news

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Where somebody else was faster, read what he did and tell it. `Conflict` still."""
        try:
            yield
        except Conflict as error:
            news = self.catch_up() if self.shared else []
            if not news:
                raise
            design = with_asked(self.design, self.state.queries.values(), self.state.seats.values())
            told = [sentence(design, event) for event in news[-_TOLD:]]
            raise Conflict(
                say("Somebody else was faster: {what}.", what="; ".join(told)),
                "You see it now. Look whether you still want this, and do it again.",
            ) from error

    def draw(
        self,
        what: str,
        roll: int | None,
        seat: str = UMPIRE,
        seen_by: tuple[str, ...] = EVERYONE,
        faces: range = DICE[TEN],
    ) -> LedgerEvent:
        """Write one die: typed, or rolled by the campaign's seed. UserError if neither is there."""
        return self.draw_all(what, 1, () if roll is None else (roll,), seat, seen_by, faces)

    def draw_all(
        self,
        what: str,
        count: int,
        rolls: Sequence[int],
        seat: str = UMPIRE,
        seen_by: tuple[str, ...] = EVERYONE,
        faces: range = DICE[TEN],
    ) -> LedgerEvent:
        """Write *count* dice as one event: those typed, or without any rolled by the seed.

        UserError if neither is there, or for another number of dice.
        """
        payload = fallen_dice(self.ledger, what, count, rolls, faces)
        return self._write([EventDraft(payload=payload, source="hand", seen_by=seen_by)], seat)[0]

    # ---- doing ----------------------------------------------------------------------------------

    def propose(self, name: str, words: Mapping[str, str]) -> Proposal | None:
        """What an action would roll for, None if it rolls nothing. `Refused` if it is not allowed.

        Nothing is written.
        """
        action = find_action(self.design, name)
        values = read_values(self.design, self.state, action, words)
        if action.propose is None:
            return None
        return action.propose(self.design, self.state, values)

    def act(
        self,
        name: str,
        words: Mapping[str, str],
        *,
        roll: int | None = None,
        seat: str = "",
        allowed: Allowed | None = None,
    ) -> Acted:
        """Do something that the rules allow. Dice are written before their outcome is worked out.

        *roll* is a die from the table; without one the campaign's own seed rolls. UserError with
        the rule when it is refused, `NotYours` where *seat* has no right to it: nothing is
        written then. Where an umpire has *allowed* it, it is done nevertheless, and recorded with
        his reason and the rule; `Impossible` if even his word gives it no meaning.
        """
        with with_leave(self.state, allowed) as refused:
            try:
                return self._act(name, words, roll, seat, allowed, refused)
            except Refused as error:
                action = find_action(self.design, name)
                values = read_values(self.design, self.state, action, words)
                raise final(error, self.design, self.state, action, values) from None

    def _act(
        self,
        name: str,
        words: Mapping[str, str],
        roll: int | None,
        seat: str,
        allowed: Allowed | None,
        refused: Sequence[Refused],
    ) -> Acted:
        action = find_action(self.design, name)
        values = dict(read_values(self.design, self.state, action, words))
        actor = seat or action.seat
        leave = check_action(self.design, self.state, actor, action, values, allowed)
        proposal, drawn = None, None
        if action.propose is not None:
            proposal = action.propose(self.design, self.state, values)
            if proposal.missing:
                text = say("{title}: {missing}.", title=proposal.prompt, missing=proposal.missing)
                raise UserError(
                    text, "Give it with the action set-number, or switch the proposals on."
                )
            need_reason(proposal)
            drawn = self.draw(proposal.prompt, roll, actor, proposal.seen_by, proposal.printed()[0])
            values["roll"] = roll = drawn.payload.results[-1]  # pyright: ignore[reportAttributeAccessIssue]
        elif action.casts is not None:
            count = len(action.casts(self.design, self.state, values))
            typed = (roll,) if roll is not None else typed_dice(values)
            drawn = self.draw_all(action.title, count, typed, actor)
            values["dice"] = drawn.payload.results  # pyright: ignore[reportAttributeAccessIssue]
        elif roll is not None:
            raise UserError(say("{action} needs no die.", action=action.title))
        if action.secret:
            values["nonce"] = self.nonce()
        write = partial(self._effects, action, values, drawn, refused, allowed, leave, actor)
        # the die that fell stays, and a note changes nothing, whatever others write meanwhile
        added = _insisting(write) if drawn is not None or name == "note" else write()
        events = (*([drawn] if drawn is not None else []), *added)
        return Acted(events=events, proposal=proposal, roll=roll)

    def _effects(
        self,
        action: CampaignAction,
        values: Mapping[str, Any],
        drawn: LedgerEvent | None,
        refused: Sequence[Refused],
        allowed: Allowed | None,
        leave: Sequence[EventDraft],
        actor: str,
    ) -> list[LedgerEvent]:
        drafts = action.run(self.design, self.state, values)
        drafts = overruled(self.state, action.title, drafts, refused, allowed)
        if drafts and drawn is not None:
            # of many dice each begins a fate of its own; of one die what follows hangs together
            many = action.casts is not None
            drafts = [
                replace(each, caused_by=drawn.seq)
                if number == 0 or (many and each.caused_by is None)
                else each
                for number, each in enumerate(drafts)
            ]
        return self._write([*drafts, *leave], actor) if drafts else []

    def override(
        self, proposal: Proposal, decided: str, drafts: Sequence[EventDraft], reason: str
    ) -> list[LedgerEvent]:
        """The umpire decides otherwise: proposal, decision and reason are kept with the events."""
        return self.add([overridden(proposal, decided, reason), *drafts])

    def next(self, *, roll: int | None = None, skip: str = "") -> StepDone:
        """Do the next line of the checklist, or go on to the next turn when all are done.

        *skip* closes a line by hand, with this note. UserError when a line needs a decision first.
        """
        waiting = self.pending()
        if not waiting:
            turn = self.state.ordinal + 1
            if turn >= self.design.calendar.turns:
                raise UserError("The campaign is over.", "Write the report.")
            events = self.add([EventDraft(payload=TurnBegun(ordinal=turn), source="engine")])
            return StepDone(step="", title=say("The next turn"), events=tuple(events))
        step = waiting[0]
        done: list[LedgerEvent] = []
        note = skip
        if not skip:
            found, note = do_step(self, step, roll)
            done += found
        done += self.add([EventDraft(payload=StepClosed(step=step.id, note=note), source="engine")])
        return StepDone(step=step.id, title=step.title, note=note, events=tuple(done))

    # ---- results --------------------------------------------------------------------------------

    def enter_node(self, node: str, units: Iterable[str]) -> list[LedgerEvent]:
        """Open a scenario with these units."""
        return self.add([EventDraft(payload=NodeEntered(node=node, units=tuple(units)))])

    def sheet(self, game: str = "", node: str = "") -> ResultsSheet:
        """A results sheet with every unit of a game or scenario as it stands, and when it stood so.

        What happens to its units afterwards is compared before it is entered.
        """
        return results.new_sheet(self.ledger, game, node)

    def preview(self, sheet: ResultsSheet) -> ResultsPreview:
        """A sheet beside what the ledger says, and what it said when its table was set up."""
        return results.preview(self.ledger, sheet)

    def enter_results(
        self, sheet: ResultsSheet, seat: str = UMPIRE, *, allowed: Allowed | None = None
    ) -> list[LedgerEvent]:
        """Enter a sheet as events. UserError with every wrong row; nothing is entered then."""
        return self.add(results.drafts(self.ledger, sheet), seat, allowed=allowed)

    # ---- rulings, taking back -------------------------------------------------------------------

    def ask(self, query: Query) -> list[LedgerEvent]:
        """Open a question about the rules."""
        return self.add([EventDraft(payload=QueryOpened(query=query))])

    def rule(
        self,
        query: str,
        decision: str,
        *,
        reason: str,
        author: str,
        scope: Scope = "campaign",
        evidence: tuple[Evidence, ...] = (),
    ) -> list[LedgerEvent]:
        """Decide a question; an earlier ruling on it is superseded, and stays in the register."""
        check_author(self.state, author)
        payload = ruling(
            self.state, query, decision, reason=reason, author=author, scope=scope,
            evidence=evidence,
        )  # fmt: skip
        return self.add([EventDraft(payload=payload, source="ruling")])

    def reversal(self, seqs: Iterable[int], seat: str = UMPIRE) -> Reversal:
        """What taking events back would mean; nothing is written."""
        return self.ledger.reversal(self._not_the_seed(seqs), seat)

    def take_back(
        self,
        seqs: Iterable[int],
        *,
        reason: str,
        seat: str = UMPIRE,
        with_dependants: bool = False,
        approved_by: str = "",
    ) -> list[LedgerEvent]:
        """Take events back; they stay in the ledger. See `Ledger.take_back`."""
        with self._together():
            return self.ledger.take_back(
                self._not_the_seed(seqs),
                actor=seat, reason=reason, now=self.now(), with_dependants=with_dependants,
                approved_by=approved_by, write=self.store.append,
            )  # fmt: skip

    def _not_the_seed(self, seqs: Iterable[int]) -> list[int]:
        wanted = list(seqs)
        if any(event.seq in wanted and _of_seed(event) for event in self.ledger.events):
            raise UserError(
                "The seed of the dice cannot be taken back.",
                "It stands from the first turn to the last, so that nobody can choose other dice.",
            )
        return wanted

    # ---- safety ---------------------------------------------------------------------------------

    def backup(self, why: str = "") -> Backup:
        """Keep a verified copy as the youngest generation. UserError on a server."""
        if isinstance(self._file, CampaignServer):
            raise UserError(
                "The server's own backups keep this campaign.",
                "A copy as a file: `wardesk campaign copy ADDRESS FILE`.",
            )
        turn = self.design.calendar.turn(max(self.state.ordinal, 0))
        return self._file.backup(
            seq=self.ledger.head, ordinal=turn.ordinal, day=turn.day_number, why=why
        )

    def changed(self) -> bool:
        """Whether anything was added since the desk was opened."""
        return self.ledger.head != self._began_at

    def export(self, folder: Path) -> list[str]:
        """Write the campaign as text files; their names."""
        return campaign_files.export(folder, self.design, self.ledger.events, self.state)


def _of_seed(event: LedgerEvent) -> bool:
    payload = event.payload
    return isinstance(payload, SecretCommitted | SecretKept) and payload.secret == SECRET


def _begins(event: LedgerEvent) -> bool:
    return isinstance(event.payload, CampaignOpened | FogSet) or _of_seed(event)


def _insisting(write: Callable[[], list[LedgerEvent]]) -> list[LedgerEvent]:
    for _time in range(_TRIES - 1):
        with suppress(Conflict):
            return write()
    return write()


# ---- dice ----------------------------------------------------------------------------------------


SECRET = "dice"
"""The secret that holds the seed."""
_ROLL = Decision(who=CHANCE, kind=TEN, shape="roll", prompt="", cite="", then="", dice=(10,))


def fallen_dice(
    ledger: Ledger, what: str, count: int, typed: Sequence[int], faces: range = DICE[TEN]
) -> ChanceDrawn:
    """*count* dice: those *typed*, or without any the next of the seed.

    UserError if neither is there, or for another number of dice.
    """
    if typed:
        if len(typed) != count:
            raise UserError(
                say("{count} dice are needed, {given} are there.", count=count, given=len(typed)),
                "Type one die for each, in order.",
            )
        for roll in typed:
            check_roll(roll, faces)
        return ChanceDrawn(
            what=what, faces=(len(faces),) * count, results=tuple(typed), how="typed"
        )
    secret = ledger.state.secrets.get(SECRET)
    if secret is None or secret.kept is None:
        text = say(
            "{what}: roll a die of {least} to {most} and type it.", what=what, least=faces[0],
            most=faces[-1],
        )  # fmt: skip
        if count == 1:
            raise UserError(text, "Give it with --roll.")
        raise UserError(
            say("{what}: roll {count} dice of 0 to 9 and type them.", what=what, count=count),
            "Give them as dice=3,0,7,…",
        )
    dice = SeededDice(int(secret.kept[1]))
    # draws that were taken back count as well: no die of the seed falls twice
    before = sum(event.kind == "draw.made" for event in ledger.events)
    thrown = replace(_ROLL, dice=(len(faces),) * count)
    # the last face of a die from 0 is the 0
    fallen = ((die - faces[0]) % len(faces) for die in dice.answer(thrown, 0, before).dice)
    results = tuple(faces[number] for number in fallen)
    return ChanceDrawn(what=what, faces=thrown.dice, results=results, how="seeded")
