"""The file of a study: what was played so far, to be gone on with, and what it found."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from wardesk import paths
from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.untrusted import read_bounded
from wardesk.errors import DamagedFile, NewerFile
from wardesk.studies.spec import Study
from wardesk.studies.tally import Tally
from wardesk.words import as_english, readied, say

VERSION = 1
_LARGEST = 256 << 20
_MEND = say("Start the study again without --resume; the same seed plays the same games.")


class StudyRecord(Struct, frozen=True, kw_only=True):
    """A study and what was counted so far, one tally per spec."""

    format: Literal["wardesk-study"] = "wardesk-study"
    version: int = VERSION
    app: str = paths.VERSION
    study: Study
    tallies: tuple[Tally, ...]
    lost: tuple[str, ...] = ()
    """Sentences about ranges that could not be played."""

    @property
    def games(self) -> int:
        """Games played so far, broken ones included."""
        return sum(tally.games + len(tally.broken) for tally in self.tallies)

    @property
    def wanted(self) -> int:
        """Games asked for."""
        return sum(spec.n for spec in self.study.specs)

    def done(self, at: int) -> set[int]:
        """The numbers of the games of spec *at* that need not be played."""
        tally, seed = self.tallies[at], self.study.specs[at].seed
        return {*tally.by_game, *(broken - seed for broken in tally.broken)}


def new_record(study: Study) -> StudyRecord:
    """Nothing played yet."""
    return StudyRecord(study=study, tallies=tuple(Tally() for _ in study.specs))


def write_record(path: Path, record: StudyRecord, summary: object = None) -> None:
    """Put the study at *path* in one step. UserError when it cannot be written.

    *summary* goes along for other programs; it is not read back.
    """
    plain: dict[str, Any] = msgspec.to_builtins(record, str_keys=True, enc_hook=as_english)
    if summary is not None:
        plain["summary"] = msgspec.to_builtins(summary, str_keys=True, enc_hook=as_english)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, msgspec.json.encode(plain) + b"\n")


def read_record(path: Path) -> StudyRecord:
    """Read a study back.

    UserError when it cannot be read, NewerFile from a later WarDesk, DamagedFile when it is none.
    """
    data = read_bounded(
        path, _LARGEST, absent=say("There is no study at {path!s}.", path=path), too_large=_MEND
    )
    try:
        plain = msgspec.json.decode(data)
        if not isinstance(plain, dict) or plain.get("format") != "wardesk-study":
            raise DamagedFile(say("{path!s} is not a study of WarDesk.", path=path), _MEND)
        version = plain.get("version")
        if isinstance(version, int) and version > VERSION:
            raise NewerFile(
                say("{path!s} was written by a later WarDesk.", path=path), "Update this one."
            )
        record = msgspec.convert(plain, readied(StudyRecord), strict=False)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedFile(
            say("{path!s} is damaged: {error}.", path=path, error=error), _MEND
        ) from error
    _check(path, record)
    return record


def _check(path: Path, record: StudyRecord) -> None:
    """Hold the counts against each other: a file that was altered must not go into a study."""
    specs = record.study.specs
    sane = len(specs) == len(record.tallies) and specs and len({s.key for s in specs}) == len(specs)
    for spec, tally in zip(specs, record.tallies, strict=False):
        counted = sum(ending.count for ending in tally.endings)
        sane = sane and tally.games == counted == len(tally.by_game) == sum(
            tally.decisions.values()
        )
        sane = sane and all(0 <= number < spec.n for number in tally.by_game)
    if not sane:
        raise DamagedFile(say("{path!s} is damaged: its counts do not add up.", path=path), _MEND)
