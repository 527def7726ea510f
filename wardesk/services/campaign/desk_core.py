"""A campaign's file while it is open: lock, ledger, events stored at once, dice, safe keeping.

`CampaignDesk` builds on this with everything that is done to a campaign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from msgspec.structs import replace

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EVERYONE, Draft, Event
from wardesk.campaign.ledger.kinds.calendar import Opened
from wardesk.campaign.ledger.kinds.rulings import Drawn
from wardesk.campaign.ledger.kinds.secrets import commit
from wardesk.campaign.ledger.proposal import FACES, check_roll
from wardesk.campaign.operation.design import Design, design_hash
from wardesk.campaign.operation.schedule import Step
from wardesk.campaign.operation.state import State
from wardesk.engine.dice import SeededDice
from wardesk.engine.types import CHANCE, Decision
from wardesk.errors import UserError
from wardesk.services.campaign import files as campaign_files
from wardesk.services.campaign.files import CampaignLock
from wardesk.services.campaign.rights import Allowed, check_drafts
from wardesk.store.backups import Backup, keep_backup
from wardesk.store.campaigns import CampaignStore
from wardesk.store.health import missing_cache
from wardesk.store.migrate import create_tables

UMPIRE = "umpire"
DICE = "dice"
_ROLL = Decision(who=CHANCE, kind="d10", shape="roll", prompt="", cite="", then="", dice=(FACES,))
Nonce = Callable[[], bytes]
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The clock's time; tests and scripts hand their own in."""
    return datetime.now(UTC)


class DeskCore:
    """A campaign, until `close`. For writing it is locked, and every change is stored at once.

    *now* and *nonce* give times and unguessable bytes.
    """

    def __init__(
        self, path: Path, store: CampaignStore, held: CampaignLock | None, now: Clock, nonce: Nonce
    ) -> None:
        self.path = path
        self.store = store
        self.now = now
        self.nonce = nonce
        self._lock = held
        self.design: Design = store.design()
        self.ledger = Ledger.verified(self.design, store.campaign, store.events())
        self._began_at = self.ledger.head

    # ---- opening and closing --------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        path: Path,
        design: Design,
        *,
        name: str,
        campaign: str,
        seed: int | None,
        options: Mapping[str, bool | int | str],
        now: Clock,
        nonce: Nonce,
        seat_names: Mapping[str, str] | None = None,
    ) -> Self:
        """A new campaign at *path*. Without a *seed* all dice are typed.

        *seat_names* are the names of those who sit there, by seat.

        UserError if a file is there, or for an option that the design does not have.
        """
        for key, value in options.items():
            if key not in design.options:
                known = ", ".join(design.options)
                raise UserError(f"There is no option {key!r}.", f"There are: {known}.")
            if type(value) is not type(design.options[key]):
                raise UserError(f"The option {key} cannot be {value!r}.")
        held = CampaignLock(path)
        try:
            engine = create_tables(path)
            held.hold_content()
            store = CampaignStore.create(engine, design, campaign, name, now())
            desk = cls(path, store, held, now, nonce)
        except BaseException:
            held.close()
            raise
        called = {key: text.strip() for key, text in (seat_names or {}).items() if text.strip()}
        opened = Opened(
            name=name,
            design=design.id,
            design_hash=design_hash(design),
            seats=tuple(replace(s, name=called.get(s.id, s.name)) for s in design.seats),
            options=dict(options),
        )
        drafts = [Draft(payload=opened)]
        if seed is not None:
            # players can be shown afterwards that the dice were fixed before the first turn
            drafts += commit(DICE, UMPIRE, "the seed of all dice", str(seed), nonce())
        desk.add(drafts)
        return desk

    @classmethod
    def open(cls, path: Path, *, write: bool, now: Clock, nonce: Nonce) -> Self:
        """An existing campaign; for reading alone it is not locked.

        UserError when there is none or it is held elsewhere, DamagedFile with the first bad event
        when it is damaged.
        """
        held = CampaignLock(path) if write else None
        try:
            store = campaign_files.open_store(path, write=write)
            try:
                desk = cls(path, store, held, now, nonce)
                if write and missing_cache(store, desk.state):
                    store.rebuild_cache(desk.state)
            except BaseException:
                store.close()
                raise
        except BaseException:
            if held is not None:
                held.close()
            raise
        return desk

    def __enter__(self) -> Self:
        """Close the desk after a ``with`` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the desk."""
        self.close()

    def close(self) -> None:
        """Let go of the file. Closing twice is allowed."""
        self.store.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # ---- reading --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """How the campaign stands. Read it; never write to it."""
        return self.ledger.state

    @property
    def writable(self) -> bool:
        """Whether it was opened for writing and is not closed."""
        return self._lock is not None

    @property
    def seeded(self) -> bool:
        """Whether the campaign's own seed rolls its dice; otherwise they are typed."""
        secret = self.state.secrets.get(DICE)
        return secret is not None and secret.kept is not None

    def pending(self) -> list[Step]:
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
        self, drafts: Sequence[Draft], seat: str = UMPIRE, *, allowed: Allowed | None = None
    ) -> list[Event]:
        """Append events and store them. UserError when they make no sense or cannot be stored.

        `NotYours` for what *seat* may not write, unless an umpire has *allowed* it.
        """
        leave = check_drafts(self.design, self.state, seat, drafts, allowed)
        return self._write([*drafts, *leave], seat)

    def _write(self, drafts: Sequence[Draft], seat: str) -> list[Event]:
        """Append events whose seat was judged already."""
        if self._lock is None:
            raise UserError("This campaign is open for reading only.", "Open it for writing.")
        return self.ledger.append(drafts, actor=seat, now=self.now(), write=self.store.append)

    def draw(
        self,
        what: str,
        roll: int | None,
        seat: str = UMPIRE,
        seen_by: tuple[str, ...] = EVERYONE,
    ) -> Event:
        """Write one die: typed, or rolled by the campaign's seed. UserError if neither is there."""
        how: Literal["typed", "seeded"] = "typed"
        if roll is None:
            secret = self.state.secrets.get(DICE)
            if secret is None or secret.kept is None:
                text = f"{what}: roll a die of 0 to 9 and type it."
                raise UserError(text, "Give it with --roll.")
            dice = SeededDice(int(secret.kept[1]))
            # draws that were taken back count as well: no die of the seed falls twice
            fallen = sum(event.kind == "draw.made" for event in self.ledger.events)
            # a face of ten is the 0 of the die
            roll = dice.answer(_ROLL, 0, fallen).dice[0] % FACES
            how = "seeded"
        check_roll(roll)
        payload = Drawn(what=what, faces=(FACES,), results=(roll,), how=how)
        return self._write([Draft(payload=payload, source="hand", seen_by=seen_by)], seat)[0]

    # ---- safety ---------------------------------------------------------------------------------

    def backup(self, why: str = "") -> Backup:
        """Keep a verified copy as the youngest generation."""
        turn = self.design.calendar.turn(max(self.state.ordinal, 0))
        return keep_backup(
            self.path,
            seq=self.ledger.head,
            ordinal=turn.ordinal,
            day=turn.day_number,
            why=why,
            verify=campaign_files.verify_copy,
        )

    def changed(self) -> bool:
        """Whether anything was added since the desk was opened."""
        return self.ledger.head != self._began_at

    def export(self, folder: Path) -> list[str]:
        """Write the campaign as text files; their names."""
        return campaign_files.export(folder, self.design, self.ledger.events, self.state)
