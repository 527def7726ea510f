"""Campaign files: opened under a lock, brought up to date, put back, examined, written out."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from wardesk.campaign.ledger.doctor import chain_findings, examine
from wardesk.campaign.ledger.events import LedgerEvent, first_break
from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.closing import Closing
from wardesk.documents.files.atomic import write_folder_atomically
from wardesk.documents.files.csv_cells import safe_cell
from wardesk.documents.files.filelock import ContentLock, FileLock
from wardesk.errors import DamagedFile, UserError
from wardesk.store.backups import Backup, backups, copy_database, keep_backup, put_back
from wardesk.store.campaigns import CampaignStore
from wardesk.store.engine import file_url, open_engine
from wardesk.store.health import file_findings, missing_cache, refusal
from wardesk.store.migrate import READABLE, create_tables, judge_file, upgrade
from wardesk.store.server import ServerPlace, open_server_store
from wardesk.store.transfer import transfer
from wardesk.words import say


class CampaignLock(Closing):
    """A campaign held for writing, under its name and by itself, until `close`.

    `InUse` names who holds it; a link leads to the same lock.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        if not self._path.parent.is_dir():
            raise UserError(
                say("There is no folder {folder!s}.", folder=path.parent), "Choose another place."
            )
        self._name = FileLock(self._path)
        self._content: ContentLock | None = None
        if self._path.exists():
            try:
                self.hold_content()
            except BaseException:
                self._name.close()
                raise

    def hold_content(self) -> None:
        """Hold the file that was made under the name."""
        self._content = ContentLock(self._path)

    def close(self) -> None:
        """Free the campaign. Close its database first; closing twice is allowed."""
        if self._content is not None:
            self._content.close()
        self._name.close()


class CampaignFile:
    """A campaign's file while it is open, until `close`: its store, and the lock for writing."""

    def __init__(self, path: Path, store: CampaignStore, lock: CampaignLock | None) -> None:
        self.place, self.store = path, store
        self._lock = lock

    @classmethod
    def create(
        cls, path: Path, design: Design, *, campaign: str, name: str, now: datetime
    ) -> CampaignFile:
        """A file for a new campaign, without events. UserError if there is one."""
        with ExitStack() as held:
            lock = held.enter_context(CampaignLock(path))
            engine = create_tables(path)
            held.callback(engine.dispose)
            lock.hold_content()
            store = CampaignStore.create(engine, design, campaign, name, now)
            held.pop_all()
        return cls(path, store, lock)

    @classmethod
    def open(cls, path: Path, *, write: bool) -> CampaignFile:
        """An existing file; for reading alone it is not locked. UserError as `open_store`."""
        lock = CampaignLock(path) if write else None
        try:
            return cls(path, open_store(path, write=write), lock)
        except BaseException:
            if lock is not None:
                lock.close()
            raise

    @property
    def writable(self) -> bool:
        """Whether it was opened for writing and is not closed."""
        return self._lock is not None

    def backup(self, *, seq: int, ordinal: int, day: int, why: str) -> Backup:
        """Keep a verified copy as the youngest generation."""
        return keep_backup(
            self.place, seq=seq, ordinal=ordinal, day=day, why=why, verify=verify_copy
        )

    def close(self) -> None:
        """Let go of the file. Closing twice is allowed."""
        self.store.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def save_copy(source: Path | ServerPlace, target: Path) -> Path:
    """Write a whole, verified copy of a campaign, which may be open anywhere, to the file *target*.

    UserError when something is there or it cannot be written: nothing is left then.
    """
    if target.exists() or target.is_symlink():
        raise UserError(
            say("There is a file at {target!s} already.", target=target), "Choose another name."
        )
    if not target.parent.is_dir():
        raise UserError(
            say("There is no folder {folder!s}.", folder=target.parent), "Choose another place."
        )
    if isinstance(source, Path) and not source.is_file():
        raise UserError(say("There is no campaign at {path!s}.", path=source), "Check the path.")
    waiting = target.with_name(f".{target.name}.new")
    try:
        if isinstance(source, Path):
            copy_database(source, waiting)
        else:
            _copy_from_server(source, waiting)
        verify_copy(waiting)
        waiting.replace(target)
    except OSError as error:
        text = say("The copy could not be written: {reason}.", reason=error.strerror or error)
        raise UserError(text, "Choose another place.") from error
    finally:
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                waiting.with_name(waiting.name + end).unlink(missing_ok=True)
    return target


def _copy_from_server(source: ServerPlace, target: Path) -> None:
    for end in ("", "-wal", "-shm"):
        target.with_name(target.name + end).unlink(missing_ok=True)
    engine = create_tables(target)
    try:
        with open_server_store(source) as store:
            transfer(store, engine)
    finally:
        engine.dispose()


def open_store(path: Path, *, write: bool) -> CampaignStore:
    """The campaign in a file; for writing, hold its `lock`, and an older file is upgraded.

    UserError when there is none or it needs an upgrade that reading alone may not make.
    """
    if not path.is_file():
        raise UserError(say("There is no campaign at {path!s}.", path=path), "Check the path.")
    if write:
        upgrade(path)
    elif judge_file(path) < READABLE:
        text = say("{file!s} was written by an older WarDesk.", file=path.name)
        raise UserError(text, "Open it for writing once; a copy is kept.")
    engine = open_engine(file_url(path))
    try:
        return CampaignStore.open(engine)
    except BaseException:
        engine.dispose()
        raise


def verify_copy(path: Path) -> None:
    """DamagedFile unless a copy holds together and its chain holds."""
    findings = [each for each in file_findings(path) if each.level == "error"]
    if findings:
        raise DamagedFile(say("The copy is not whole: {finding}", finding=findings[0].text))
    engine = open_engine(file_url(path))
    try:
        broken = first_break(CampaignStore.open(engine).events())
    finally:
        engine.dispose()
    if broken is not None:
        raise DamagedFile(
            say(
                "The copy is damaged at event {event}: {reason}.", event=broken[0], reason=broken[1]
            )
        )


def restore(path: Path, backup: Path | None = None) -> Path:
    """Put a backup (the youngest sound one) in the place of a campaign.

    What was there is kept beside it, whatever state it is in. UserError when there is no backup.
    """
    path = path.resolve()  # the file itself is put back, not a link to it
    with CampaignLock(path):
        chosen = backup or _youngest_sound(path)
        verify_copy(chosen)
        if path.exists():
            aside = path.with_name(f"{path.name}.before-restore")
            number = 1
            while aside.exists():
                number += 1
                aside = path.with_name(f"{path.name}.before-restore-{number}")
            _set_aside(path, aside)
        put_back(chosen, path)
    return chosen


def _set_aside(path: Path, aside: Path) -> None:
    """Keep what is there: whole with what its log still holds, or byte by byte if it is damaged."""
    try:
        copy_database(path, aside)
    except UserError:
        for end in ("", "-wal"):
            part = path.with_name(path.name + end)
            if part.is_file():
                shutil.copyfile(part, aside.with_name(aside.name + end))


def _youngest_sound(path: Path) -> Path:
    for each in backups(path):
        try:
            verify_copy(each.path)
        except UserError:
            continue
        return each.path
    raise UserError(
        say("There is no sound backup of {file!s}.", file=path.name), "Name one with --from."
    )


def examine_file(path: Path) -> tuple[list[Finding], dict[str, Any]]:
    """Everything that is wrong with a campaign file, and a few numbers. Nothing is written.

    UserError when there is no such file; damage is a finding, never an error.
    """
    if not path.is_file():
        raise UserError(say("There is no campaign at {path!s}.", path=path), "Check the path.")
    numbers = no_numbers()
    found = file_findings(path)
    if any(finding.level == "error" for finding in found):
        return found, numbers
    try:
        with open_store(path, write=False) as store:
            return found + examine_store(store, numbers), numbers
    except UserError as error:
        return [*found, refusal(error)], numbers


def no_numbers() -> dict[str, Any]:
    """The numbers of a campaign that could not be read."""
    return {"events": 0, "open_questions": 0}


def examine_store(store: CampaignStore, numbers: dict[str, Any]) -> list[Finding]:
    """What is wrong with a campaign in an opened database; *numbers* are filled in.

    UserError when it cannot be read.
    """
    found = list[Finding]()
    info, events = store.info(), store.events()
    numbers |= {"name": info.name, "events": len(events), "head_hash": info.head_hash}
    try:
        design = store.design()
    except DamagedFile as error:
        found.append(Finding("error", say("design"), error.message, error.advice))
        return [*found, *chain_findings(events)]
    findings, state = examine(
        design,
        events,
        head=(info.head_seq, info.head_hash),
        stored_design_hash=store.design_hash(),
    )
    found += findings
    if state is not None:
        found += missing_cache(store, design, state)
        ruled = {ruling.query for ruling in state.rulings.values()}
        numbers["open_questions"] = len(set(state.queries) - ruled)
    return found


def export(folder: Path, design: Design, events: Sequence[LedgerEvent], state: State) -> list[str]:
    """Write a campaign as text: events as JSON lines, units and points as tables, the design.

    The names of the files. UserError if they cannot be written; an older export stands then.
    """
    if folder.exists() and not (folder / "events.jsonl").is_file() and any(folder.iterdir()):
        raise UserError(
            say("{folder!s} holds other things.", folder=folder), "Choose a new folder."
        )
    parts = {
        "events.jsonl": b"".join(msgspec.json.encode(event) + b"\n" for event in events),
        "design.json": msgspec.json.format(msgspec.json.encode(design), indent=1),
        "units.csv": csv_table(
            ("unit", "name", "formation", "steps_full", "steps", "place", "game", "flags"),
            [
                (u.id, u.name, u.formation, u.steps_full, s.steps, str(s.place), s.game,
                 " ".join(s.flags))
                for u in design.units
                for s in [state.units[u.id]]
            ],
        ),
        "points.csv": csv_table(
            ("event", "turn", "side", "points", "cause"),
            [
                (s.seq, design.calendar.turn(s.ordinal).label, s.side, s.points, s.cause)
                for s in state.scores
            ],
        ),
        "rulings.csv": csv_table(
            ("question", "cite", "text", "decision", "author", "reason"),
            [
                (q.id, q.cite, q.question, state.decision(q.id), *_ruled(state, q.id))
                for q in state.queries.values()
            ],
        ),
    }  # fmt: skip
    write_folder_atomically(folder, parts)
    return sorted(parts)


def _ruled(state: State, query: str) -> tuple[str, str]:
    for ruling in reversed(state.rulings.values()):
        if ruling.query == query:
            return ruling.author, ruling.reason
    return "", "our proposal"


def csv_table(head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> bytes:
    """A table as CSV in UTF-8 that a spreadsheet opens and never runs."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode()
