"""Editing a map file: open, draw, save; journal, lock, recovery after a crash, backups."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable
from pathlib import Path

from wardesk.closing import Closing
from wardesk.documents.files.atomic import sweep
from wardesk.documents.files.bare_pictures import bare
from wardesk.documents.files.container import write_parts
from wardesk.documents.files.filelock import FileLock
from wardesk.documents.files.images import ImagePart, image_part, read_image
from wardesk.documents.files.pictures import LARGEST, SMALLER, let_in
from wardesk.documents.files.untrusted import read_bounded
from wardesk.documents.maps.backups_and_pictures import (
    forget_images,
    keep_backup,
    keep_image,
    keep_start,
    kept_images,
    kept_start,
    mend_start,
    move_start,
    put_images_aside,
)
from wardesk.documents.maps.edit_journal import (
    FoundJournal,
    JournalWriter,
    journal_path,
    map_digest,
    parts_digest,
    read_journal,
)
from wardesk.documents.maps.store import file_signature, parts_from_document, read_map
from wardesk.drawing.commands.all_commands import AnyCommand
from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.document import MapDocument
from wardesk.drawing.editor import Editor, Record, Saved, replay
from wardesk.drawing.underlays import image_part_name, is_image_part
from wardesk.errors import UserError
from wardesk.words import say, say_count


class EditSession(Closing):
    """One map open for editing, locked against a second window.

    Every command is in the journal beside the map before it counts. The journal begins with the
    first command, so looking at a map writes nothing but the lock. *notices* are sentences that a
    person should read.
    """

    def __init__(
        self,
        path: Path,
        editor: Editor,
        lock: FileLock,
        disk_digest: str,
        journal: FoundJournal | None,
    ) -> None:
        self.path = path
        self.editor = editor
        self.notices: list[str] = []
        self._lock = lock
        self._disk_digest = disk_digest
        self._disk_files: tuple[tuple[int, ...], ...] = ()
        self._writer: JournalWriter | None = None
        if journal is not None:
            self._writer = JournalWriter.resume(journal_path(path), journal)
        editor.write = self._write

    @classmethod
    def new(cls, document: MapDocument, path: Path | str) -> EditSession:
        """Begin a map that will be saved at *path*. UserError if something is there already."""
        path = Path(path).resolve()
        if path.exists() or journal_path(path).exists():
            text = say(
                "{path!s} is there already, or was being drawn when WarDesk stopped.", path=path
            )
            raise UserError(text, "Open it, or choose another name.")
        lock = FileLock(path)
        try:
            session = cls(path, Editor(document), lock, "", None)
            session._begin_journal()  # a new map is nowhere else
        except BaseException:
            lock.close()
            raise
        return session

    @classmethod
    def open(cls, path: Path | str, *, recover: bool = True) -> EditSession:
        """Open a map for editing; what a crash left in the journal is done again.

        Without *recover* a journal is put aside as ``….old`` and the map opens as it was saved.
        UserError when it is open elsewhere, DamagedFile when map or journal cannot be used.
        """
        path = Path(path).resolve()
        lock = FileLock(path)
        try:
            sweep(path)
            kept = journal_path(path)
            if kept.exists() and not recover:
                put_journal_aside(path)
            if kept.exists():
                return cls._recovered(path, lock, journal_of(path))
            forget_images(path)  # put there, and never shown before a crash
            files = file_signature(path)
            document = read_map(path, check=False)
            session = cls(path, Editor(document), lock, map_digest(document), None)
            session._disk_files = files  # from before reading: a change meanwhile is noticed
            return session
        except BaseException:
            lock.close()
            raise

    @classmethod
    def _recovered(cls, path: Path, lock: FileLock, journal: FoundJournal) -> EditSession:
        if journal.from_file:
            mend_start(path)
        editor = replay(journal.document, journal.records)
        saved = [record.digest for record in journal.records if isinstance(record, Saved)]
        # a kill between saving and noting it leaves the newest map without its record
        known = {journal.digest, *saved, map_digest(editor.document)}
        on_disk = map_digest(read_map(path, check=False)) if path.exists() else ""
        if on_disk == map_digest(editor.document):
            editor.mark_saved(on_disk)
        session = cls(path, editor, lock, on_disk, journal)
        if journal.lost_images:
            count = len(journal.lost_images)
            session.notices.append(
                say_count(
                    "{n} picture under the map could not be found again; put it in once more.",
                    "{n} pictures under the map could not be found again; put them in once more.",
                    n=count,
                )
            )
        if journal.torn:
            session.notices.append("The last stroke was only half written and is lost.")
        if on_disk and on_disk not in known:
            session._disk_digest = "another"
            session.notices.append(
                say(
                    "{path} was changed by another program since WarDesk stopped. You see what "
                    "was drawn here; saving asks before it replaces the other.",
                    path=path.name,
                )
            )
        if not editor.is_clean:
            session.notices.append(
                say(
                    "WarDesk stopped before {path} was saved; what was drawn is back.",
                    path=path.name,
                )
            )
        return session

    @property
    def document(self) -> MapDocument:
        """The map as it is now; only commands may change it."""
        return self.editor.document

    @property
    def is_saved(self) -> bool:
        """Whether the file has the map as it is; a map that was only begun has no file yet."""
        return bool(self._disk_digest) and self.editor.is_clean

    @property
    def has_file(self) -> bool:
        """Whether the map was ever saved."""
        return bool(self._disk_digest)

    def do(self, command: AnyCommand, stroke: int = 0) -> DocumentChange:
        """Do one command; see `Editor.do`."""
        return self.editor.do(command, stroke)

    def put_image(self, source: Path | bytes, name: str = "the picture") -> ImagePart:
        """Put a picture into the map, for `AddUnderlay` to name; it is on the disk then.

        The file of the map gets it with the next save, if an underlay shows it. UserError if it is
        no picture, too large, or cannot be stored.
        """
        if isinstance(source, Path):
            source, name = read_image(source), str(source)
        source = bare(source)
        found = image_part(source, name)
        keep_image(self.path, found.part, source)
        self.document.extra_parts[found.part] = source
        return found

    def put_picture(self, source: Path | bytes, name: str = "the picture") -> str:
        """Put a picture for the map's look into the map; gives its part. See `put_image`.

        DamagedFile when it is no PNG, JPEG, WebP or plain SVG, or too large to repeat on a map.
        """
        if isinstance(source, Path):
            source, name = read_bounded(source, LARGEST, too_large=SMALLER), source.name
        source, kind = let_in(source, name)
        digest = hashlib.sha256(source).hexdigest()
        part = image_part_name(digest, kind.suffix, "look")
        keep_image(self.path, part, source)
        self.document.extra_parts[part] = source
        return part

    def save(self, *, force: bool = False) -> None:
        """Write the map; the one that was there becomes a backup.

        UserError if the file was changed by another program meanwhile (unless *force*), or if it
        cannot be written; file, backups and journal stand as before then.
        """
        on_disk = self._on_disk(force)
        if on_disk != self._disk_digest and not force:
            raise UserError(
                say(
                    "{path!s} was changed by another program since it was opened here.",
                    path=self.path,
                ),
                "Save under another name, or save once more to replace it; a backup is kept.",
            )
        if self.path.exists():
            keep_backup(self.path)
        self._write_map(self.path)
        self._mark_saved()

    def save_as(self, path: Path | str) -> None:
        """Write the map in another place and go on there. UserError if something is there."""
        path = Path(path).resolve()
        if path == self.path:
            self.save()
            return
        if path.exists():
            raise UserError(say("{path!s} is there already.", path=path), "Choose another name.")
        lock = FileLock(path)
        writer, moved = self._writer, None
        try:
            # the journal first: undo must work in the new place, after a crash too
            if writer is not None:
                self._keep_images(path)
                move_start(self.path, path)
                moved = writer.moved(journal_path(path))
            self._write_map(path)
        except BaseException:
            if moved is not None:
                moved.close(remove=True)
            forget_images(path)
            lock.close()
            raise
        if writer is not None:
            writer.close(remove=True)
        forget_images(self.path)
        self._lock.close()
        self.path, self._lock, self._writer = path, lock, moved
        self._mark_saved()

    def _write_map(self, path: Path) -> None:
        """Write the map and remember what is on the disk then."""
        parts = parts_from_document(self.document)
        write_parts(parts, path)
        self._disk_digest = parts_digest(parts)
        self._disk_files = file_signature(path)

    def discard(self) -> None:
        """Close without keeping what was not saved."""
        self._finish(keep=False)

    def close(self) -> None:
        """Close; an unsaved map keeps its journal and is offered again. Twice is allowed."""
        self._finish(keep=not self.is_saved)

    def _finish(self, *, keep: bool) -> None:
        if self._writer is not None:
            self._writer.close(remove=not keep)
            self._writer = None
        if not keep and self._lock.held:
            forget_images(self.path)
        self.editor.write = _closed
        self._lock.close()

    def _mark_saved(self) -> None:
        if self._writer is not None:
            # the map is safe already: a full disk must not make saving look failed
            with contextlib.suppress(UserError):
                self.editor.mark_saved(self._disk_digest)
                return
        self.editor.write = None
        self.editor.mark_saved(self._disk_digest)
        self.editor.write = self._write

    def _write(self, record: Record) -> None:
        if self._writer is None:
            self._begin_journal()
        if self._writer is not None:
            self._writer.write(record)

    def _begin_journal(self) -> None:
        """Start the journal with the map as it is; only before the first command is stored.

        The first stroke must not wait until a large map is written: a copy of its file will do, if
        nobody has changed that since it was read here.
        """
        journal = journal_path(self.path)
        if self.path.is_file() and self._disk_files:
            start = keep_start(self.path, self.path)
            if file_signature(self.path) == self._disk_files:
                self._writer = JournalWriter.create_from_file(journal, start)
                return
        self._keep_images(self.path)
        self._writer = JournalWriter.create(journal, self.document)

    def _keep_images(self, path: Path) -> None:
        """Put all pictures beside the journal of *path*, those that only undo knows included."""
        for part, data in self.document.extra_parts.items():
            if is_image_part(part) and data:
                keep_image(path, part, data)

    def _on_disk(self, force: bool) -> str:
        if not self.path.exists():
            return self._disk_digest  # moved away: nothing to lose by writing it again
        if self._disk_files and file_signature(self.path) == self._disk_files:
            return self._disk_digest  # nobody touched it since we wrote or read it
        try:
            return map_digest(read_map(self.path, check=False))
        except UserError:
            if force:
                return ""
            raise


def put_journal_aside(path: Path) -> None:
    """Take the journal of the map at *path* away, with its pictures, as ``….old``."""
    kept = journal_path(path)
    kept.replace(kept.with_name(f"{kept.name}.old"))
    put_images_aside(path)


def journal_of(path: Path) -> FoundJournal:
    """Read the journal of the map at *path*; raises as `read_journal`."""
    return read_journal(
        journal_path(path),
        lambda parts: _journal_images(path, parts),
        lambda digest: kept_start(path, digest),
    )


def _journal_images(path: Path, parts: Iterable[str]) -> dict[str, bytes]:
    """Pictures for a journal: those beside it, else those in the map as it was saved."""
    wanted = list(parts)
    found = kept_images(path, wanted)
    if len(found) < len(wanted) and path.exists():
        with contextlib.suppress(UserError):  # a file that is broken now has none to give
            saved = read_map(path, check=False).extra_parts
            found |= {part: saved[part] for part in wanted if saved.get(part)}
    return found


def _closed(record: Record) -> None:
    del record
    raise UserError("This map is closed.", "Open it again to go on.")
